"""Grow plus tests for one problem: propose -> admit -> vet, again from what was found, then select.

With a contract, what it accepts is a test, whatever the learnt domain says; without one, the domain decides. Inputs are
mended towards the domain either way: that is how the search is kept where the problem is.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.harvest import harvest, prompt_examples
from augment.domain.learn import free_characters
from augment.domain.rules import broken_by, described
from augment.domain.types import type_of
from augment.errors import BadInput
from augment.generate.boundaries import boundaries
from augment.generate.mutate import Seed, propose
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Funnel, Kind, Oracle, Proposal, Tier
from augment.model.types import union
from augment.model.value import Value
from augment.select.spread import spread
from augment.vet.admission import UNDERSPECIFIED, Admitted, admit, admit_by_contract
from augment.vet.contract import contract_program
from augment.vet.reference import Accepted, vet
from augment.vet.witness import CONTRADICT, ENOUGH, MANY, Contradiction, Testimony, hear, suspicion

NOT_CHOSEN: Final = "not chosen"
OTHER_TIER: Final = "of a tier that was not asked for"
SMALLEST_SHARE: Final = 0.3
"""Share of the plus tests that are the smallest there are: edges, and easy to read."""
MOST_ALIKE: Final = 20
"""Most plus tests that leave the shape of the known inputs in the same way."""


MOST_UNSPOKEN: Final = 200
"""Inputs of one round, that nothing speaks for, on which witnesses are heard."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Independent solutions of one problem, and where they run."""

    programs: Sequence[Program] = ()
    pool: ExecutorPool | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An input that could become a plus test."""

    accepted: Accepted
    tier: Tier
    stretches: tuple[str, ...]
    """What it breaks of the domain's statements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What came of one problem."""

    cases: tuple[Case, ...]
    funnel: Funnel
    suspicions: tuple[str, ...]
    """What witnesses say against the reference."""

    @property
    def note(self) -> str:
        """Why there are no plus tests; empty where there are some."""
        if self.cases:
            return ""
        for reason in (OTHER_TIER, NOT_CHOSEN):
            if count := self.funnel.dropped.get(reason, 0):
                return f"0 new tests: {count:,} were found, {reason}"
        return "0 new tests: nothing new was found that its reference answers well"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """What a suite is built with; the same settings and seed give the same suite."""

    seed: int = 0
    plus_tests: int = 200
    """Most plus tests kept for a problem."""
    proposals: int = 400
    """Inputs proposed in one round."""
    rounds: int = 3
    """Rounds of mutation; later ones also start from what earlier ones found."""
    stretch_share: float = 0.3
    """Most of the plus tests that may lie outside the shape of the known inputs."""
    tiers: tuple[Tier, ...] = tuple(Tier)
    """Tiers of the plus tests."""
    reference_steps: int = 500_000
    """Lines and calls that the reference may take on a plus test; counted, not timed, so that each machine builds the
    same suite."""

    def __post_init__(self) -> None:
        counts = (self.plus_tests, self.proposals, self.rounds, self.reference_steps)
        if min(counts) < 0 or not 0 <= self.stretch_share <= 1:
            raise BadInput(f"wanted counts from 0 and a share between 0 and 1, found {self}")


def grow(
    problem: Problem,
    base: Sequence[Case],
    oracle: Oracle,
    domain: Domain,
    settings: BuildSettings,
    pool: ExecutorPool,
    witnesses: Witnesses,
) -> Grown:
    """Plus cases for one problem, and what became of the inputs that did not make it.

    Args:
        problem: its reference gives the answers.
        base: its base cases, at least one.
        oracle: how answers are compared.
        domain: what may go in.
        settings: seed and sizes.
        pool: executors of trusted code.
        witnesses: independent solutions, perhaps none.
    """
    rng = random.Random(f"{settings.seed}:{problem.task_id}".encode("utf-8", "surrogatepass"))
    inputs = [case.args.unpack_args() for case in base]
    types = {len(kinds): list(kinds) for kinds in domain.types}
    examples = [args for args in prompt_examples(problem) if len(args) in types]
    values = replace(harvest(problem, [*inputs, *examples]), rare=free_characters(domain))
    answer_types = union(type_of(case.expected.unpack()) for case in base if not case.raises)
    marks = {case.marked for case in base}
    limits = Limits(steps=settings.reference_steps, program_cpu_seconds=600.0)

    seeds = [Seed(case.id, args) for case, args in zip(base, inputs, strict=True)]
    seeds += [Seed(f"example-{number}", args) for number, args in enumerate(examples)]
    known = {case.args for case in base}
    found: list[Found] = []
    contradictions: list[Contradiction] = []
    funnel = Funnel()
    proposals = [Proposal(Value.of(args), "example", "") for args in examples]
    proposals += boundaries(seeds, types, values, rng)
    for _ in range(settings.rounds):
        proposals += propose(seeds, types, values, settings.proposals, rng)
        admitted = _admitted(problem, domain, proposals, pool)
        unspoken = _unspoken([*admitted.lost, *admitted.unmended], witnesses)
        again = set(unspoken)
        left = sum(proposal not in again for proposal in admitted.lost)
        proposed = [*admitted.tiers, *unspoken]
        vetted = vet(problem, proposed, known, answer_types, pool, limits, oracle=oracle, marks=marks)
        funnel += admitted.funnel + Funnel(proposed=left).minus(UNDERSPECIFIED, left) + vetted.funnel
        known.update(proposal.args for proposal in proposed)
        told = _told(vetted.accepted, witnesses, oracle, limits)
        contradictions += [
            Contradiction(one.proposal.args, one.expected, testimony)
            for one, testimony in zip(vetted.accepted, told, strict=True)
            if one.proposal in admitted.tiers and testimony.objection == CONTRADICT
        ]
        heard, objections = _heard(vetted.accepted, told, admitted.tiers)
        funnel += objections
        for accepted, tier in heard:
            args = accepted.proposal.args.unpack_args()
            broken = broken_by(domain, args) if tier is Tier.STRETCH else ()
            found.append(Found(accepted, tier, tuple(map(described, broken))))
            if tier is not Tier.STRETCH:
                seeds.append(Seed(accepted.proposal.parent, args))
        proposals = []
    wanted = [one for one in found if one.tier in settings.tiers]
    cases = _choose(wanted, settings)
    return Grown(
        cases=cases,
        funnel=funnel.minus(OTHER_TIER, len(found) - len(wanted)).minus(NOT_CHOSEN, len(wanted) - len(cases)),
        suspicions=suspicion(problem.entry_point, contradictions),
    )


def _admitted(problem: Problem, domain: Domain, proposals: Sequence[Proposal], pool: ExecutorPool) -> Admitted:
    if not domain.contract:
        return admit(domain, proposals)
    with pool.lend() as trusted:
        return admit_by_contract(domain, contract_program(problem, domain.contract), proposals, trusted)


def _unspoken(outside: Sequence[Proposal], witnesses: Witnesses) -> list[Proposal]:
    """Some inputs that nothing speaks for, for the witnesses to speak for."""
    if len(witnesses.programs) < MANY:
        return []
    return list({proposal.args: proposal for proposal in outside}.values())[:MOST_UNSPOKEN]


def _told(accepted: Sequence[Accepted], witnesses: Witnesses, oracle: Oracle, limits: Limits) -> list[Testimony]:
    """What the witnesses make of some inputs; where there are too few of them, nothing."""
    if witnesses.pool is None or len(witnesses.programs) < ENOUGH:
        return [Testimony() for _ in accepted]
    inputs, answers = [one.proposal.args for one in accepted], [one.expected for one in accepted]
    return hear(witnesses.programs, inputs, answers, oracle, witnesses.pool, limits)


def _heard(
    accepted: Sequence[Accepted], told: Sequence[Testimony], admitted: Mapping[Proposal, Tier]
) -> tuple[list[tuple[Accepted, Tier]], Funnel]:
    """What the witnesses do not object to, by tier, and the funnel less the rest."""
    heard, funnel = [], Funnel()
    for one, testimony in zip(accepted, told, strict=True):
        tier = admitted.get(one.proposal, Tier.STRETCH if testimony.unanimous else None)
        if tier is None:
            funnel = funnel.minus(UNDERSPECIFIED, 1)
        elif tier is not Tier.CONTRACT and testimony.objection:
            funnel = funnel.minus(testimony.objection, 1)
        else:
            heard.append((one, tier))
    return heard, funnel


def _choose(found: Sequence[Found], settings: BuildSettings) -> tuple[Case, ...]:
    """The cases to keep, numbered."""
    inside = [one for one in found if one.tier is not Tier.STRETCH]
    stretched = _spread(
        [one for one in found if one.tier is Tier.STRETCH], int(settings.plus_tests * settings.stretch_share)
    )
    kept = _spread(inside, settings.plus_tests - len(stretched)) + stretched
    return tuple(
        Case(
            id=f"plus-{number}",
            kind=Kind.PLUS,
            args=one.accepted.proposal.args,
            expected=one.accepted.expected,
            marked=one.accepted.marked,
            origin=one.accepted.proposal.origin,
            parent=one.accepted.proposal.parent,
            tier=one.tier,
        )
        for number, one in enumerate(kept)
    )


def _spread(entries: Sequence[Found], count: int) -> list[Found]:
    """Different ones: the smallest first, then by answer and by how they were made; few that stretch alike."""
    by_stretch: dict[tuple[str, ...], list[Found]] = {}
    for one in sorted(entries, key=lambda one: len(one.accepted.proposal.args.wire)):
        by_stretch.setdefault(one.stretches, []).append(one)
    few = [one for stretches, alike in by_stretch.items() for one in (_thinned(alike) if stretches else alike)]
    smallest = few[: int(count * SMALLEST_SHARE)]
    rest = spread(
        few[len(smallest) :],
        count - len(smallest),
        keys=[
            lambda one: one.accepted.expected,
            lambda one: one.accepted.proposal.origin.removesuffix("+mended").rpartition("+")[2],
            lambda one: len(one.accepted.proposal.args.wire).bit_length(),
        ],
        size=lambda one: len(one.accepted.proposal.args.wire),
    )
    return smallest + rest


def _thinned(entries: Sequence[Found]) -> list[Found]:
    """At most `MOST_ALIKE` of some entries, evenly from first to last."""
    if len(entries) <= MOST_ALIKE:
        return list(entries)
    return [entries[number * len(entries) // MOST_ALIKE] for number in range(MOST_ALIKE)]
