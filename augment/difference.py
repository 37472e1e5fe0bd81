"""Tell two programs apart: find an input of a domain on which they differ, shrunk, or say how hard was looked.

Neither program is taken for the right one, and both run behind the walls. Known inputs are tried first, then edges
and small changes to what is known, round after round; each input lies in the domain. Two answers differ where
neither would be taken for the other. That a program raises is an answer too, whatever it raises; that it exceeds a
limit is none, and is counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final

from augment.domain.harvest import Pool, harvest
from augment.domain.learn import free_characters
from augment.domain.mend import mended
from augment.domain.rules import tier_of
from augment.errors import BadInput, EngineFailure, NotPlain
from augment.generate.boundaries import boundaries
from augment.generate.mutate import Seed, propose
from augment.generate.mutators import Place
from augment.model.domain import Domain
from augment.model.execution import NO_ANSWER, Calls, Ending, ExecutorPool, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import Oracle, Proposal, Tier
from augment.model.types import TypeSet
from augment.model.value import Value
from augment.model.words import shortened
from augment.oracle.compare import counts_as_plain, equal
from augment.prove.held import Held
from augment.prove.room import Room
from augment.prove.shrink import Shrunk, shrink
from augment.prove.simpler import weight
from augment.score.meaning import did
from augment.vet.admission import admit, admit_by_contract
from augment.vet.contract import contract_program, met_by

CONFIRMATIONS: Final = 5
"""Times that two programs must differ on an input, each run in a new process."""
ROUND: Final = 400
"""Inputs proposed in one round."""
DRAWN: Final = 60
"""Inputs drawn at random where none is known."""
MOST_LOST: Final = 20
"""Calls that may end a process before the search ends."""
NOT_CALLED: Final = Outcome(ending=Ending.TIMED_OUT, detail="not called: too many calls before it ended the process")
SHOWN: Final = 1000
"""Characters of an answer that are kept."""
SURE: Final = {Tier.CONTRACT: 0, Tier.INSIDE: 0, Tier.STRETCH: 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffSettings:
    """How hard to look."""

    seed: int = 0
    inputs: int = 3000
    """Most inputs of the domain that are tried."""
    budget: int = 1000
    """Most inputs that are tried to make a difference simpler."""
    seconds: float = 1.0
    """Processor time of one call; a program that takes longer has no answer."""

    def __post_init__(self) -> None:
        if min(self.inputs, self.budget) < 0 or not self.seconds > 0:
            raise BadInput(f"wanted counts from 0 and a time above 0, found {self}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where to look."""

    problem: Problem
    """Names the parameters, and its text is searched for values; its reference is not run."""
    domain: Domain
    oracle: Oracle = field(default_factory=Oracle)
    """Says which answers are the same; a property is passed over, for two right answers differ too."""
    known: Mapping[str, Value] = field(default_factory=dict)
    """Inputs to begin with, by their ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """An input on which two programs differ."""

    args: Value
    one: str
    """What the first program does with it; may hold text from untrusted code."""
    two: str
    tier: Tier
    origin: str
    """Of the input that it was made from: id of a known input, or how it was made."""
    confirmed: bool
    """Whether they differ each time that both are run anew."""
    minimal: bool
    """Whether they do not differ on any input one simplification below this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What came of a search."""

    apart: Apart | None
    tried: int = 0
    """Inputs that both programs were run on, those of the shrinker too."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many of the inputs before that came from where."""
    tiers: Mapping[Tier, int] = field(default_factory=dict)
    not_compared: int = 0
    """Inputs on which one of them exceeded a limit, or was not called any more after it had too often."""


def tell_apart(
    one: Program,
    two: Program,
    ground: Ground,
    untrusted: ExecutorPool,
    trusted: ExecutorPool,
    settings: DiffSettings,
    limits: Limits,
) -> Difference:
    """Look for an input on which two programs differ.

    Args:
        one: a program.
        two: another one.
        ground: where to look.
        untrusted: executors for both programs.
        trusted: other executors, for a contract.
        settings: how hard to look.
        limits: for each call.

    Raises:
        BadInput: one of the programs does not load.
        EngineFailure: the executors themselves cannot work.
    """
    pair = _Pair((one, two), ground.oracle, untrusted, replace(limits, cpu_seconds=settings.seconds))
    search = _Search(pair, ground, trusted, settings)
    found = search.first()
    asked = 0
    if found is not None:
        apart, asked = search.simplest(*found)
    return Difference(
        apart=apart if found is not None else None,
        tried=sum(search.tiers.values()) + asked,
        kinds=dict(sorted(search.kinds.items())),
        tiers=dict(search.tiers),
        not_compared=pair.not_compared,
    )


class _Pair:
    """Two programs that are run on the same inputs."""

    def __init__(self, programs: tuple[Program, Program], oracle: Oracle, pool: ExecutorPool, limits: Limits) -> None:
        self.programs, self.pool, self.limits = programs, pool, limits
        self.oracle = replace(oracle, code="")
        self.not_compared = 0
        self.lost = 0
        """Calls that ended a process."""

    def run(self, inputs: Sequence[Value]) -> list[tuple[Outcome, Outcome]]:
        """What both do with some inputs, each in one process."""
        calls = Calls(tuple(inputs))
        both = []
        for name, program in zip(("first", "second"), self.programs, strict=True):
            with self.pool.lend() as executor:
                execution = executor.run(program, calls, self.limits, watch=self._go_on)
            if execution.loading.ending is Ending.INFRA:
                raise EngineFailure(f"engine trouble: {did(execution.loading)}")
            if execution.loading.ending is not Ending.RETURNED:
                raise BadInput(f"the {name} program does not load: {did(execution.loading)}")
            both.append([execution.outcomes.get(index, NOT_CALLED) for index in range(len(inputs))])
        return list(zip(*both, strict=True))

    def _go_on(self, index: int, outcome: Outcome) -> bool:
        self.lost += outcome.ending in NO_ANSWER
        return not self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether calls have ended so many processes that no more are worth their time."""
        return self.lost >= MOST_LOST

    def differ(self, one: Outcome, two: Outcome) -> bool:
        """Whether two outcomes are known to differ."""
        if {one.ending, two.ending} & {*NO_ANSWER, Ending.NO_CODE}:
            return False
        ours, theirs = one.content, two.content
        if ours is None or theirs is None:
            return (ours is None) is not (theirs is None)
        if _library(one) != _library(two):
            return not self.oracle.any_sequence
        mine, other = ours.unpack(), theirs.unpack()
        return not equal(self.oracle, mine, other) and not equal(self.oracle, other, mine)

    def confirmed(self, args: Value) -> tuple[Outcome, Outcome] | None:
        """What both do with an input, where they differ each time."""
        outcomes = [self.run([args])[0] for _ in range(CONFIRMATIONS)]
        return outcomes[0] if all(self.differ(*pair) for pair in outcomes) else None


def _library(outcome: Outcome) -> str:
    """The library type of an answer, where it does not count as the plain value that it holds."""
    return "" if counts_as_plain(outcome.marked) else outcome.marked


class _Search:
    """Proposes inputs of a domain round after round."""

    def __init__(self, pair: _Pair, ground: Ground, trusted: ExecutorPool, settings: DiffSettings) -> None:
        self.pair, self.ground, self.trusted, self.settings = pair, ground, trusted, settings
        self.kinds: Counter[str] = Counter()
        self.tiers: Counter[Tier] = Counter()
        self.rng = random.Random(settings.seed)
        domain = ground.domain
        self.types = {len(kinds): list(kinds) for kinds in domain.types}
        known = [args.unpack_args() for args in ground.known.values()]
        texts = [ground.problem.canonical_solution, *(program.source for program in pair.programs)]
        spoken = replace(ground.problem, canonical_solution="\n".join(texts))
        self.values = replace(harvest(spoken, known), rare=free_characters(domain))
        self.seen: set[Value] = set()
        self.seeds: list[Seed] = []

    def first(self) -> tuple[Proposal, Tier] | None:
        """An input on which both differ: of the first round that has any, the surest and simplest."""
        found = self._tried([Proposal(args, "known", name) for name, args in self.ground.known.items()], keep=True)
        if found is None and not self.seeds:
            found = self._tried(drawn(self.types, self.values, self.ground.domain, self.rng), keep=True)
        if not self.seeds:
            return found
        proposals = boundaries(self.seeds, self.types, self.values, self.rng)
        while found is None and sum(self.tiers.values()) < self.settings.inputs and not self.pair.exhausted:
            proposals += propose(self.seeds, self.types, self.values, ROUND, self.rng)
            before = len(self.seen)
            found = self._tried(proposals)
            if len(self.seen) == before:
                break  # the domain has no more inputs to offer
            proposals = []
        return found

    def _tried(self, proposals: Sequence[Proposal], *, keep: bool = False) -> tuple[Proposal, Tier] | None:
        """Run both programs on what lies in the domain; the simplest input on which they differ.

        Args:
            proposals: inputs, perhaps outside.
            keep: whether known inputs are tried wherever they lie: somebody meant them.
        """
        tiers = self._admitted(proposals)
        if keep:
            tiers = {**{p: Tier.INSIDE for p in proposals if p.origin == "known"}, **tiers}
        left = self.settings.inputs - sum(self.tiers.values())
        new: dict[Value, Proposal] = {}
        for proposal in tiers:
            if proposal.args not in self.seen:
                new.setdefault(proposal.args, proposal)
        fresh = list(new.values())[:left]
        self.seen.update(proposal.args for proposal in fresh)
        self.seeds += [Seed(p.parent, p.args.unpack_args()) for p in fresh if tiers[p] is not Tier.STRETCH]
        apart = []
        for proposal, outcomes in zip(fresh, self.pair.run([p.args for p in fresh]), strict=True):
            self.kinds[proposal.origin.partition(":")[0]] += 1
            self.tiers[tiers[proposal]] += 1
            self.pair.not_compared += bool({outcome.ending for outcome in outcomes} & NO_ANSWER)
            if self.pair.differ(*outcomes):
                apart.append(proposal)
        best = min(apart, key=lambda p: (SURE[tiers[p]], weight(p.args.unpack_args())), default=None)
        return None if best is None else (best, tiers[best])

    def _admitted(self, proposals: Sequence[Proposal]) -> Mapping[Proposal, Tier]:
        domain = self.ground.domain
        if not domain.contract:
            return admit(domain, proposals).tiers
        program = contract_program(self.ground.problem, domain.contract)
        with self.trusted.lend() as trusted:
            return admit_by_contract(domain, program, proposals, trusted).tiers

    def simplest(self, start: Proposal, tier: Tier) -> tuple[Apart, int]:
        """The input that a known difference shrinks to, and how many were asked about."""
        shrunk_to, minimal, asked = start.args, False, 0
        outcomes = self.pair.confirmed(start.args)
        if outcomes is not None:
            shrunk = self._shrunk(start, tier)
            asked = shrunk.asked
            better = self.pair.confirmed(shrunk.args)
            if better is not None:
                shrunk_to, minimal, outcomes = shrunk.args, shrunk.minimal, better
        one, two = outcomes or self.pair.run([start.args])[0]
        moved = shrunk_to != start.args and tier is not Tier.CONTRACT
        return Apart(
            args=shrunk_to,
            one=_told(one),
            two=_told(two),
            tier=(tier_of(self.ground.domain, shrunk_to.unpack_args()) or tier) if moved else tier,
            origin=start.parent if start.origin == "known" else start.origin,
            confirmed=outcomes is not None,
            minimal=minimal,
        ), asked

    def _shrunk(self, start: Proposal, tier: Tier) -> Shrunk:
        with ExitStack() as stack:
            one, two = (
                stack.enter_context(Held(stack.enter_context(self.pair.pool.lend()), program, self.pair.limits))
                for program in self.pair.programs
            )
            return shrink(
                start.args,
                lambda args: self.pair.differ(one.call(args), two.call(args)) and self._meets_contract(args),
                Room(self.ground.domain, surest=tier is not Tier.STRETCH),
                seed=self.settings.seed,
                budget=self.settings.budget,
            )

    def _meets_contract(self, args: Value) -> bool:
        domain = self.ground.domain
        if not domain.contract:
            return True
        with self.trusted.lend() as trusted:
            return met_by(contract_program(self.ground.problem, domain.contract), [args], trusted) == [True]


def drawn(types: Mapping[int, Sequence[TypeSet]], values: Pool, domain: Domain, rng: random.Random) -> list[Proposal]:
    """Inputs drawn at random, mended towards a domain, to begin with where none is known."""
    found = []
    for kinds in types.values():
        for _ in range(DRAWN):
            args = tuple(Place(kind, values, rng, ()).draw(kind) for kind in kinds)
            try:
                found.append(Proposal(Value.of(mended(domain, args)), "drawn", ""))
            except NotPlain:  # no type is known of some argument
                continue
    return found


def _told(outcome: Outcome) -> str:
    value = outcome.content
    return shortened(value.literal, SHOWN) if value is not None and not _library(outcome) else did(outcome)
