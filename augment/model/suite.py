"""What is tested with: cases, oracles and suites, as the suite file holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from augment.model.counts import Counts
from augment.model.domain import Domain
from augment.model.problem import Problem
from augment.model.value import Value


class Kind(StrEnum):
    """Whose test a case is: the benchmark's own, or one that was added."""

    BASE = "base"
    PLUS = "plus"


class Tier(StrEnum):
    """How sure it is that an input is in the problem's domain."""

    CONTRACT = "contract"
    """An explicit contract admits it."""
    INSIDE = "inside"
    """Within the shape that the evidence shows."""
    STRETCH = "stretch"
    """Outside that shape, but some evidence speaks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One test: positional arguments, the expected answer and where the arguments came from."""

    id: str
    kind: Kind
    args: Value
    """A tuple."""
    expected: Value
    """The reference's answer; None where it raises."""
    origin: str
    """`base`, or generator and mutators: `mutation:list.delete+int.step`."""
    parent: str = ""
    """Id of the case that the arguments were made from; empty for base cases."""
    tier: Tier | None = None
    """None for base cases: the benchmark's own tests are taken as they are."""
    marked: str = ""
    """Type of the library container or scalar that the reference returns, whose plain content `expected` is."""
    raises: str = ""
    """Class of the exception that is expected in place of an answer; base cases only."""
    also: tuple[Value, ...] = ()
    """Other answers that the base tests are known to accept; base cases only."""
    scale: bool = False
    """Whether it is a large input, there to find out programs of hopeless running time; plus cases only."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new input, where it came from, and the input it was made of."""

    args: Value
    origin: str
    parent: str


class Rule(StrEnum):
    """How an answer is compared with the expected one."""

    EXACT = "exact"
    CLOSE = "close"
    UNORDERED = "unordered"
    CHECKER = "checker"


CHECKER: Final = "check_answer"
"""What a checker's code defines: a function of the tuple of arguments and the answer that raises, or returns False,
where the answer is wrong. The code sees what the reference and the test code define."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Oracle:
    """The comparison of one problem; structure first, tolerance only between two numbers, never for an expected int."""

    absolute: float = 0.0
    """Largest accepted distance of two floats."""
    relative: float = 0.0
    """Largest accepted distance of two floats, as a share of the expected one."""
    any_sequence: bool = False
    """Whether a list is taken for a tuple, and a tuple for a list, as the whole answer."""
    unordered: bool = False
    """Whether the order of the items of the whole answer is free; then any kind of collection is taken."""
    repeats_count: bool = True
    """Whether an item that comes twice differs from one that comes once; of use for unordered answers only."""
    truth_only: bool = False
    """Whether all that counts is if the answer is true or false in Python's sense."""
    code: str = ""
    """A property that the base tests check, see `CHECKER`; the expected answer is then one of many."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back."""

    @property
    def rule(self) -> Rule:
        """The comparison in a word."""
        if self.code:
            return Rule.CHECKER
        if self.unordered:
            return Rule.UNORDERED
        return Rule.CLOSE if self.absolute or self.relative else Rule.EXACT


BREAKS_PROPERTY: Final = "reference breaks the property in the base tests"
"""Why an input is dropped, where the property is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Funnel:
    """What became of the proposed inputs of one problem. Funnels add up."""

    proposed: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Reason to count; proposed minus all of these is `kept`."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back; a sum has none."""

    @property
    def kept(self) -> int:
        """Inputs that became plus tests."""
        return self.proposed - sum(self.dropped.values())

    def minus(self, reason: str, count: int) -> Funnel:
        """The funnel after `count` more inputs were dropped for a reason."""
        return self + Funnel(dropped={reason: count}) if count else self

    def __add__(self, other: Funnel) -> Funnel:
        reasons = dict(self.dropped)
        for reason, count in other.dropped.items():
            reasons[reason] = reasons.get(reason, 0) + count
        return Funnel(proposed=self.proposed + other.proposed, dropped=dict(sorted(reasons.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Counts):
    """How the search for the plus tests of one problem went. Searches add up."""

    rounds: int = 0
    tried: int = 0
    """Inputs that could become tests, each run on the adversaries."""
    adversaries: int = 0
    """Programs that tests were bred against: mutants, and completions that were given."""
    by_base: int = 0
    """Adversaries that the base tests kill."""
    by_suite: int = 0
    """Those that base and plus tests kill, scale tests left out."""
    by_all: int = 0
    """Those that base tests and all inputs tried kill."""
    once: int = 0
    """Those that no base test and exactly one of the inputs tried kills."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back; a sum has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assistance(Counts):
    """What a language model added to the search for the tests of one problem. Adds up."""

    asked: int = 0
    answered: int = 0
    preconditions: int = 0
    """Those it wrote that accept the base inputs and turn down nonsense."""
    refused: int = 0
    """Those that do not."""
    objected: int = 0
    """Inputs, of whatever origin, that preconditions spoke against."""
    inputs: int = 0
    """Different tuples of arguments that could be read in answers."""
    unreadable: int = 0
    valid: int = 0
    """Inputs that were new and could become tests."""
    kept: int = 0
    """Those that became tests."""
    alone: int = 0
    """Adversaries that such an input was the first to kill."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back; a sum has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedProblem:
    """A problem with its base and plus tests."""

    __test__ = False  # not a test class, whatever pytest makes of the name

    problem: Problem
    oracle: Oracle
    cases: tuple[Case, ...]
    """Base first, then plus."""
    domain: Domain | None = None
    """What may go in; None where it was never learnt."""
    funnel: Funnel = Funnel()
    search: Search | None = None
    """None where tests were never searched for."""
    assistance: Assistance | None = None
    """None where no language model was asked."""
    note: str = ""
    """Why there are no plus tests; empty where there are some."""
    by_test_code: bool = False
    """Whether the benchmark's own test code is the only judge: its calls are not known beforehand, so there are no
    cases."""
    suspicions: tuple[str, ...] = ()
    """What spoke against the reference when the tests were built."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys of the suite file that this version does not know, kept for the way back."""

    @property
    def base_tests(self) -> int:
        """How many base tests there are; test code that is the only judge counts as one."""
        return int(self.by_test_code) or len(self.of_kind(Kind.BASE))

    def of_kind(self, kind: Kind) -> tuple[Case, ...]:
        """The cases of one kind, in order."""
        return tuple(case for case in self.cases if case.kind is kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A problem with plus inputs that have no expected answers yet, as some benchmarks are released."""

    problem: Problem
    plus_args: tuple[Value, ...]
    """Tuples of arguments, made of JSON types only."""
    absolute: float
    relative: float
    """Tolerance between floats, as the release states it."""
    as_sets: bool = False
    """Whether answers are compared as sets, base answers too, whatever the base tests' code says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """A problem that is not scored, and why."""

    task_id: str
    reason: str
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Tests for a benchmark; the value that suite files hold."""

    benchmark: str
    problems: tuple[TestedProblem, ...]
    excluded: tuple[Exclusion, ...] = ()
    created_with: str = ""
    seed: int = 0
    settings: Mapping[str, object] = field(default_factory=dict)
    """What the tests were built with, so that they can be built again."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys of the file's header that this version does not know."""

    @property
    def funnel(self) -> Funnel:
        """What became of all proposed inputs."""
        return sum((tested.funnel for tested in self.problems), Funnel())

    @property
    def search(self) -> Search:
        """How the search for its tests went."""
        return sum((tested.search for tested in self.problems if tested.search), Search())
