"""The story on one page: build a suite problem by problem, score completions against it.

Build, for each problem:   recover base cases and oracle -> propose -> vet -> (again) -> select
Answer, for each problem:  recover base cases and oracle -> let the reference answer the released inputs
Score, for each problem:   run each completion once on base and plus -> compare -> judge  (`augment.score.scorer`)

Stages take and return frozen values; files, progress bars and concrete executors belong to the caller.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from augment.domain.harvest import harvest, prompt_examples
from augment.domain.shape import learn_shape
from augment.domain.types import annotated_types, argument_types, type_of, union
from augment.errors import BadInput
from augment.generate.mutate import Seed, propose
from augment.model.execution import ExecutorPool, Limits
from augment.model.problem import Problem
from augment.model.suite import Case, Exclusion, Funnel, Kind, Proposal, TestedProblem, Tier, Unanswered
from augment.model.value import Value
from augment.recover.answer import answer
from augment.recover.base import Recovered, recover
from augment.select.spread import spread
from augment.vet.reference import Accepted, vet
from augment.vet.steady import wavering

NOT_CHOSEN: Final = "not chosen"


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
    note = recovered.note or _restless(problem, recovered, pool, limits)
    if note:
        return TestedProblem(problem=problem, oracle=recovered.oracle, cases=recovered.cases, note=note)
    plus, funnel = _grow(problem, recovered, settings, pool)
    note = "" if plus else "0 new tests: nothing new was found that its reference answers well"
    return TestedProblem(
        problem=problem, oracle=recovered.oracle, cases=recovered.cases + plus, funnel=funnel, note=note
    )


def _restless(problem: Problem, recovered: Recovered, pool: ExecutorPool, limits: Limits) -> str:
    """Why the reference cannot be asked for answers; empty when it gives those to the base calls a second time."""
    ids = wavering(problem, recovered.cases, recovered.oracle, pool, limits)
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    return f"its reference answers differently when it is asked again (on {ids[0]}{more})" if ids else ""


def _grow(
    problem: Problem, recovered: Recovered, settings: BuildSettings, pool: ExecutorPool
) -> tuple[tuple[Case, ...], Funnel]:
    """Plus cases for one problem, and what became of the inputs that did not make it."""
    rng = random.Random(f"{settings.seed}:{problem.task_id}".encode("utf-8", "surrogatepass"))
    inputs = [case.args.unpack_args() for case in recovered.cases]
    counts = {len(args) for args in inputs}
    examples = [args for args in prompt_examples(problem) if len(args) in counts]
    types = argument_types([*inputs, *examples], annotated_types(problem.reference, problem.entry_point))
    shapes = {n: learn_shape([a for a in [*inputs, *examples] if len(a) == n], types[n]) for n in types}
    values = harvest(problem, [*inputs, *examples])
    answer_types = union(type_of(case.expected.unpack()) for case in recovered.cases if not case.raises)
    marks = {case.marked for case in recovered.cases}
    limits = Limits(steps=settings.reference_steps, program_cpu_seconds=600.0)

    seeds = [Seed(case.id, args) for case, args in zip(recovered.cases, inputs, strict=True)]
    seeds += [Seed(f"example-{number}", args) for number, args in enumerate(examples)]
    known = {case.args for case in recovered.cases}
    found: list[tuple[Accepted, Tier]] = []
    funnel = Funnel()
    proposals = [Proposal(Value.of(args), "example", "") for args in examples]
    for _ in range(settings.rounds):
        proposals += propose(seeds, types, values, settings.proposals, rng)
        vetted = vet(problem, proposals, known, answer_types, pool, limits, oracle=recovered.oracle, marks=marks)
        funnel += vetted.funnel
        known.update(proposal.args for proposal in proposals)
        for accepted in vetted.accepted:
            args = accepted.proposal.args.unpack_args()
            broken = shapes[len(args)].broken(args, types[len(args)])
            found.append((accepted, Tier.STRETCH if broken else Tier.INSIDE))
            if not broken:
                seeds.append(Seed(accepted.proposal.parent, args))
        proposals = []
    cases = _choose(found, settings)
    return cases, funnel.minus(NOT_CHOSEN, len(found) - len(cases))


def _choose(found: Sequence[tuple[Accepted, Tier]], settings: BuildSettings) -> tuple[Case, ...]:
    """The cases to keep, numbered."""
    inside = [entry for entry in found if entry[1] is Tier.INSIDE]
    stretch = [entry for entry in found if entry[1] is Tier.STRETCH]
    stretched = _spread(stretch, int(settings.plus_tests * settings.stretch_share))
    kept = _spread(inside, settings.plus_tests - len(stretched)) + stretched
    return tuple(
        Case(
            id=f"plus-{number}",
            kind=Kind.PLUS,
            args=accepted.proposal.args,
            expected=accepted.expected,
            marked=accepted.marked,
            origin=accepted.proposal.origin,
            parent=accepted.proposal.parent,
            tier=tier,
        )
        for number, (accepted, tier) in enumerate(kept)
    )


def _spread(entries: Sequence[tuple[Accepted, Tier]], count: int) -> list[tuple[Accepted, Tier]]:
    return spread(
        entries,
        count,
        keys=[lambda entry: entry[0].expected, lambda entry: entry[0].proposal.origin.rpartition("+")[2]],
        size=lambda entry: len(entry[0].proposal.args.wire),
    )


def answer_problem(record: Unanswered, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """Give the released inputs of one problem their types and their expected answers."""
    with pool.lend() as trusted:
        return answer(record, trusted, limits)
