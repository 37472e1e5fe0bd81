"""The story on one page: build a suite problem by problem, score completions against it.

Build, for each problem:   recover base cases and oracle -> propose -> vet -> (again) -> select
                           -> doubt the reference
Answer, for each problem:  recover base cases and oracle -> let the reference answer the released inputs
Score, for each problem:   run each completion once on base and plus -> compare -> judge  (`augment.score.scorer`)

Stages take and return frozen values; files, progress bars and concrete executors belong to the caller.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.harvest import harvest, prompt_examples
from augment.domain.learn import free_characters, learn_domain
from augment.domain.rules import broken_by, described
from augment.domain.types import type_of
from augment.errors import BadInput
from augment.generate.boundaries import boundaries
from augment.generate.mutate import Seed, propose
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool, Limits
from augment.model.problem import Problem
from augment.model.suite import Case, Exclusion, Funnel, Kind, Proposal, TestedProblem, Tier, Unanswered
from augment.model.types import union
from augment.model.value import Value
from augment.recover.answer import answer
from augment.recover.base import Recovered, recover
from augment.select.spread import spread
from augment.vet.admission import admit
from augment.vet.reference import Accepted, vet
from augment.vet.suspicion import suspicions

NOT_CHOSEN: Final = "not chosen"


SMALLEST_SHARE: Final = 0.3
"""Share of the plus tests that are the smallest there are: edges, and easy to read."""
MOST_ALIKE: Final = 20
"""Most plus tests that leave the shape of the known inputs in the same way."""


@dataclass(frozen=True, slots=True)
class Found:
    """An input that could become a plus test."""

    accepted: Accepted
    tier: Tier
    stretches: tuple[str, ...]
    """What it breaks of the domain's statements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """What a suite is built with; the same settings and seed give the same suite."""

    seed: int = 0
    plus_tests: int = 100
    """Most plus tests kept for a problem."""
    proposals: int = 400
    """Inputs proposed in one round."""
    rounds: int = 3
    """Rounds of mutation; later ones also start from what earlier ones found."""
    stretch_share: float = 0.3
    """Most of the plus tests that may lie outside the shape of the known inputs."""
    reference_steps: int = 500_000
    """Lines and calls that the reference may take on a plus test; counted, not timed, so that each machine builds the
    same suite."""

    def __post_init__(self) -> None:
        counts = (self.plus_tests, self.proposals, self.rounds, self.reference_steps)
        if min(counts) < 0 or not 0 <= self.stretch_share <= 1:
            raise BadInput(f"wanted counts from 0 and a share between 0 and 1, found {self}")


def build_problem(
    problem: Problem, settings: BuildSettings, pool: ExecutorPool, limits: Limits
) -> TestedProblem | Exclusion:
    """Recover the base cases of one problem and grow plus tests from them."""
    with pool.lend() as trusted:
        recovered = recover(problem, trusted, limits)
    if recovered.complaint:
        return Exclusion(task_id=problem.task_id, reason=recovered.complaint)
    tested = _tested(problem, recovered, settings, pool)
    with pool.lend() as trusted:
        return replace(tested, suspicions=suspicions(tested, trusted))


def _tested(problem: Problem, recovered: Recovered, settings: BuildSettings, pool: ExecutorPool) -> TestedProblem:
    """The problem with its base cases, and plus cases where one expected answer can stand for all right ones."""
    oracle = recovered.learnt.oracle
    if recovered.learnt.property_check:
        note = "its base tests check a property of the answer, so one expected answer cannot stand for all right ones"
        return TestedProblem(problem=problem, oracle=oracle, cases=recovered.cases, note=note)
    domain = learn_domain(problem, [case.args.unpack_args() for case in recovered.cases])
    plus, funnel = _grow(problem, recovered, domain, settings, pool)
    note = "" if plus else "0 new tests: nothing new was found that its reference answers well"
    return TestedProblem(problem=problem, oracle=oracle, cases=recovered.cases + plus, funnel=funnel, note=note)


def _grow(
    problem: Problem, recovered: Recovered, domain: Domain, settings: BuildSettings, pool: ExecutorPool
) -> tuple[tuple[Case, ...], Funnel]:
    """Plus cases for one problem, and what became of the inputs that did not make it."""
    rng = random.Random(f"{settings.seed}:{problem.task_id}".encode("utf-8", "surrogatepass"))
    inputs = [case.args.unpack_args() for case in recovered.cases]
    types = {len(kinds): list(kinds) for kinds in domain.types}
    examples = [args for args in prompt_examples(problem) if len(args) in types]
    values = replace(harvest(problem, [*inputs, *examples]), rare=free_characters(domain))
    answer_types = union(type_of(case.expected.unpack()) for case in recovered.cases)
    limits = Limits(steps=settings.reference_steps, program_cpu_seconds=600.0)

    seeds = [Seed(case.id, args) for case, args in zip(recovered.cases, inputs, strict=True)]
    seeds += [Seed(f"example-{number}", args) for number, args in enumerate(examples)]
    known = {case.args for case in recovered.cases}
    found: list[Found] = []
    funnel = Funnel()
    proposals = [Proposal(Value.of(args), "example", "") for args in examples]
    proposals += boundaries(seeds, types, values, rng)
    for _ in range(settings.rounds):
        proposals += propose(seeds, types, values, settings.proposals, rng)
        admitted, outside = admit(domain, proposals)
        vetted = vet(problem, list(admitted), known, answer_types, pool, limits)
        funnel += outside + vetted.funnel
        known.update(proposal.args for proposal in admitted)
        for accepted in vetted.accepted:
            tier = admitted[accepted.proposal]
            args = accepted.proposal.args.unpack_args()
            broken = broken_by(domain, args) if tier is Tier.STRETCH else ()
            found.append(Found(accepted, tier, tuple(map(described, broken))))
            if tier is not Tier.STRETCH:
                seeds.append(Seed(accepted.proposal.parent, args))
        funnel += Funnel(proposed=len(proposals) - len(admitted))
        proposals = []
    cases = _choose(found, settings)
    return cases, funnel.minus(NOT_CHOSEN, len(found) - len(cases))


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


def answer_problem(record: Unanswered, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """Give the released inputs of one problem their types and their expected answers."""
    with pool.lend() as trusted:
        return answer(record, trusted, limits)
