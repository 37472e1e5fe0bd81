"""What an audit finds in a benchmark: weak tests, doubtful references, doubtful inputs, broken harnesses.

Each kind of finding has a family, a weight for figures that are made with the benchmark, and something to do about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from augment.model.finding import Weight
from augment.model.order import natural
from augment.model.value import Value


class Family(StrEnum):
    """Which part of a benchmark a finding is about."""

    WEAKNESS = "weakness"
    """The base tests accept programs that are wrong."""
    ORACLE = "oracle"
    """The reference, or the way answers are compared with its answers, may be wrong."""
    DOMAIN = "domain"
    """It is not clear which inputs the problem is about, or what they ask for."""
    HARNESS = "harness"
    """The tests do not do what tests are for."""


class Sureness(StrEnum):
    """How sure a finding is, surest first."""

    SHOWN = "shown"
    """Running it shows it; there is nothing to interpret."""
    LIKELY = "likely"
    """Words, types or most of several programs say so."""
    POSSIBLE = "possible"
    """Worth a look."""


@dataclass(frozen=True, slots=True)
class About:
    """What a kind of finding is."""

    family: Family
    weight: Weight
    title: str
    todo: str
    """What to do about it."""


class AuditKind(StrEnum):
    """What is found."""

    REFERENCE_FAILS = "reference-fails"
    NO_REFERENCE = "no-reference"
    UNSTABLE = "unstable-answers"
    CONTRADICTS_PROMPT = "contradicts-prompt"
    WITNESSES = "witnesses-disagree"
    INEXACT = "inexact-whole-numbers"
    FLOATS = "floats-for-whole-numbers"
    SLOW = "reference-slow"
    TIES = "ties-undecided"
    DICT_ORDER = "order-of-dict"
    STRICT_FLOATS = "strict-floats"
    NOT_RUN = "tests-do-not-run"
    ACCEPTS_ANYTHING = "accepts-anything"
    BAD_CONTRACT = "bad-contract"
    NO_PLUS = "no-plus-tests"
    REPEATED = "repeated-plus-tests"
    TRIVIAL = "trivial-program"
    MUTANTS = "surviving-mutants"
    NEVER_RUN = "code-never-run"
    BLIND = "blind-calls"
    IN_PROMPT = "tests-in-prompt"
    FEW = "few-tests"
    RAISES = "reference-raises"
    CONFLICT = "conflicting-domain"
    ODD_INPUT = "odd-base-input"
    DISAGREEMENT = "completions-disagree"

    @property
    def about(self) -> About:
        """What it means."""
        return _ABOUT[self]


_SEE_REFERENCE: Final = "read prompt and reference; mend it (`--references`), or leave the problem out"
_ABOUT: Final[Mapping[AuditKind, About]] = {
    AuditKind.REFERENCE_FAILS: About(
        Family.ORACLE, Weight.FAULT, "the reference does not pass its own tests", _SEE_REFERENCE
    ),
    AuditKind.NO_REFERENCE: About(
        Family.ORACLE, Weight.FAULT, "there is no reference", "give one (`--references`), or leave the problem out"
    ),
    AuditKind.UNSTABLE: About(
        Family.ORACLE,
        Weight.FAULT,
        "the reference answers differently when it is asked again",
        "take out what its answer hangs on besides the input: chance, the clock, the order of a set",
    ),
    AuditKind.CONTRADICTS_PROMPT: About(
        Family.ORACLE, Weight.SUSPICION, "the reference contradicts an example in its own prompt", _SEE_REFERENCE
    ),
    AuditKind.WITNESSES: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "programs that pass base agree on another answer than the reference",
        "decide from the prompt who is right there; mend the reference, or say in the prompt what is wanted",
    ),
    AuditKind.INEXACT: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the reference works on whole numbers in floats and gets large ones wrong",
        "compute with whole numbers (`//`, `math.isqrt`), or bound the numbers in the prompt",
    ),
    AuditKind.FLOATS: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the reference gives floats where whole numbers are meant",
        "return ints, or say in the prompt that floats are wanted",
    ),
    AuditKind.RAISES: About(
        Family.DOMAIN,
        Weight.SUSPICION,
        "the reference raises on an input that its domain seems to hold",
        "say in the prompt that there is no such input, or give an answer",
    ),
    AuditKind.SLOW: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the reference takes very long on a small input",
        "give a faster reference (`--references`), else no test of running time can be made",
    ),
    AuditKind.TIES: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the reference breaks ties in a way that the prompt does not mention",
        "say in the prompt which of equals is wanted, or keep ties out of the tests",
    ),
    AuditKind.DICT_ORDER: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the reference answers otherwise when the items of a dict come in another order",
        "dicts that differ in order only are equal: make the answer the same, or say in the prompt what order counts",
    ),
    AuditKind.STRICT_FLOATS: About(
        Family.ORACLE,
        Weight.SUSPICION,
        "the base tests compare floats to the last bit",
        "compare with a tolerance: the order of two sums is not what a problem asks about",
    ),
    AuditKind.NOT_RUN: About(
        Family.HARNESS, Weight.FAULT, "the tests cannot be run", "mend the test code, or leave the problem out"
    ),
    AuditKind.ACCEPTS_ANYTHING: About(
        Family.HARNESS,
        Weight.FAULT,
        "the tests accept what is wrong, so a pass means nothing",
        "mend the comparison, or leave the problem out",
    ),
    AuditKind.BAD_CONTRACT: About(
        Family.HARNESS, Weight.FAULT, "the contract of its inputs cannot be trusted", "mend the contract"
    ),
    AuditKind.NO_PLUS: About(
        Family.HARNESS,
        Weight.WEAKNESS,
        "the suite has no plus tests for the problem",
        "read its plus figure as one on base tests",
    ),
    AuditKind.REPEATED: About(
        Family.HARNESS, Weight.WEAKNESS, "plus tests repeat base inputs", "leave these tests out: they show nothing new"
    ),
    AuditKind.TRIVIAL: About(
        Family.WEAKNESS,
        Weight.WEAKNESS,
        "a program that solves nothing passes base",
        "add a test that turns it down",
    ),
    AuditKind.MUTANTS: About(
        Family.WEAKNESS,
        Weight.WEAKNESS,
        "wrong variants of the reference pass base",
        "add the inputs that tell them apart, or build plus tests (`augment build`)",
    ),
    AuditKind.NEVER_RUN: About(
        Family.WEAKNESS,
        Weight.WEAKNESS,
        "parts of the reference are never run by base",
        "add a test that runs them",
    ),
    AuditKind.BLIND: About(
        Family.WEAKNESS,
        Weight.WEAKNESS,
        "base tests do not look at the answer to some of their calls",
        "compare these answers with something",
    ),
    AuditKind.IN_PROMPT: About(
        Family.WEAKNESS,
        Weight.WEAKNESS,
        "every base test stands in the prompt",
        "add tests that the prompt does not give away",
    ),
    AuditKind.FEW: About(Family.WEAKNESS, Weight.WEAKNESS, "there are very few base tests", "add tests"),
    AuditKind.CONFLICT: About(
        Family.DOMAIN,
        Weight.SUSPICION,
        "what is said of the inputs conflicts with the base tests",
        "mend the prompt or the test",
    ),
    AuditKind.ODD_INPUT: About(
        Family.DOMAIN,
        Weight.SUSPICION,
        "a base input is unlike all others of its problem",
        "say in the prompt that such inputs are meant, or leave the test out",
    ),
    AuditKind.DISAGREEMENT: About(
        Family.DOMAIN,
        Weight.SUSPICION,
        "programs that pass base give many different answers",
        "say in the prompt what is wanted there; no test of it is fair before",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """One thing that was found in one problem."""

    task_id: str
    kind: AuditKind
    sureness: Sureness
    what: str
    """In a line."""
    input: Value | None = None
    """Arguments that show it, a tuple; None where no input does."""
    figures: Mapping[str, int] = field(default_factory=dict)
    """Counts that show it."""

    @property
    def family(self) -> Family:
        """Which part of the benchmark it is about."""
        return self.kind.about.family

    @property
    def weight(self) -> Weight:
        """What it means for figures that are made with the benchmark."""
        return self.kind.about.weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How much the base tests of one problem turn down."""

    base_tests: int = 0
    wrong: int = 0
    """Wrong variants of the reference: those that a base test, or another input of its domain, kills."""
    surviving: int = 0
    """Of these, those that pass base."""
    trivial: int = 0
    """Programs that solve nothing and pass base."""

    @property
    def share(self) -> float:
        """Of the wrong variants the share that passes base; 0 where there are none."""
        return self.surviving / self.wrong if self.wrong else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """One problem after its audit."""

    task_id: str
    strength: Strength = Strength()
    findings: tuple[AuditFinding, ...] = ()


WEIGHTS: Final = (Weight.FAULT, Weight.SUSPICION, Weight.WEAKNESS)
"""Gravest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A benchmark after its audit."""

    benchmark: str
    seed: int
    problems: tuple[Audited, ...]
    """In the order of the benchmark."""
    models: tuple[str, ...] = ()
    """Whose completions were heard."""
    unread: tuple[str, ...] = ()
    """What of the files of completions could not be used, a line each."""

    @property
    def ranked(self) -> list[Audited]:
        """The problems that have a weakness figure, the weakest first."""
        told = [problem for problem in self.problems if problem.strength.wrong or problem.strength.trivial]
        return sorted(
            told,
            key=lambda one: (
                one.strength.trivial == 0,
                -one.strength.share,
                one.strength.base_tests,
                natural(one.task_id),
            ),
        )

    @property
    def findings(self) -> list[AuditFinding]:
        """All findings: the gravest first, of these the surest, of these by kind; then the weakest problem first."""
        place = {one.task_id: number for number, one in enumerate(self.ranked)}
        kinds, sure = [*AuditKind], [*Sureness]
        return sorted(
            (finding for problem in self.problems for finding in problem.findings),
            key=lambda one: (
                WEIGHTS.index(one.weight),
                kinds.index(one.kind),
                sure.index(one.sureness),
                place.get(one.task_id, len(place)),
                natural(one.task_id),
            ),
        )

    def at_least(self, weight: Weight) -> list[AuditFinding]:
        """The findings that weigh so much or more."""
        wanted = WEIGHTS[: WEIGHTS.index(weight) + 1]
        return [finding for finding in self.findings if finding.weight in wanted]
