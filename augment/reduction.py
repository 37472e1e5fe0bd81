"""Keep few of the plus tests of a problem: those that show most, or as few as kill all that the whole suite kills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.assistance import ORIGIN
from augment.breed.kills import branches
from augment.domain.types import types_of_answers
from augment.errors import BadInput
from augment.evidence import MUTANTS, OPPONENTS, adversaries, base_passers, choose, lossless
from augment.harness.check import Answer
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool
from augment.model.suite import Case, Kind, Search, TestedProblem

REDUCED: Final = "left out when the suite was reduced"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReduceSettings:
    """How far a suite is reduced."""

    to: int | None = None
    """Most plus tests kept for a problem; with None, as few as kill every mutant that all of them kill."""
    redundancy: int = 1
    """By how many tests each mutant is to be killed where nothing may be lost."""
    mutants: int = MUTANTS
    """Most mutants of a reference that tests are tried on."""
    seed: int = 0
    """Chooses mutants where there are more."""

    def __post_init__(self) -> None:
        if min(self.to or 0, self.mutants) < 0 or self.redundancy < 1:
            raise BadInput(f"wanted counts from 0 and a redundancy from 1, found {self}")


def reduce_problem(
    tested: TestedProblem,
    pool: ExecutorPool,
    settings: ReduceSettings,
    against: Mapping[str, Sequence[str]],
    untrusted: ExecutorPool | None,
) -> TestedProblem:
    """The problem with few of its plus tests, in their old order and under their old ids.

    Scale tests stay: they are few, and what they show no mutant tells.

    Args:
        tested: the problem and its tests.
        pool: executors of trusted code.
        settings: how far.
        against: completions by task id; what kills those that give the base answers counts too.
        untrusted: where completions run.
    """
    scale = tuple(case for case in tested.cases if case.scale)
    plus = [case for case in tested.of_kind(Kind.PLUS) if not case.scale]
    if not plus:
        return tested
    domain = tested.domain or Domain()
    base = [case for case in tested.of_kind(Kind.BASE) if not case.raises]
    answer_types = types_of_answers([*base, *plus])
    rng = seeded(settings.seed, tested.problem.task_id)
    sources = against.get(tested.problem.task_id, ())
    strangers = base_passers(tested.problem, base, tested.oracle, sources, pool=untrusted, most=OPPONENTS)
    hunted = adversaries(tested.problem, tested.oracle, domain, answer_types, settings.mutants, rng, strangers)
    answers = [Answer.recorded(case) for case in plus]
    by_program = hunted.killed_by(answers, pool)
    killed = [by_program.get(program, frozenset()) for program in range(len(hunted))]
    if settings.to is None:
        chosen = lossless(answers, killed, settings.redundancy)
    else:
        (taken,) = branches(tested.problem, answers, (), pool)
        chosen = choose(settings.to, answers, hunted.evidence(killed), taken, domain, ())
    kept = _in_order(plus, chosen)
    by_base = hunted.killed_by([Answer.recorded(case) for case in base], pool)
    reduced = replace(tested, cases=tested.of_kind(Kind.BASE) + kept + scale)
    return _counted(reduced, _searched(by_base, by_program, frozenset(chosen)), len(plus) - len(kept))


def _searched(
    by_base: Mapping[int, frozenset[int]], by_plus: Mapping[int, frozenset[int]], chosen: frozenset[int]
) -> Search:
    """What base tests, the tests that are kept, and all of them kill of the adversaries that were tried now."""
    base = {program for program in by_plus if by_base.get(program)}
    return Search(
        adversaries=len(by_plus),
        by_base=len(base),
        by_suite=len(base | {program for program, inputs in by_plus.items() if inputs & chosen}),
        by_all=len(base | {program for program, inputs in by_plus.items() if inputs}),
    )


def _counted(reduced: TestedProblem, search: Search, left_out: int) -> TestedProblem:
    """The problem with the figures of the tests that it has now; those of how they were found stay."""
    funnel, assistance = reduced.funnel, reduced.assistance
    if assistance is not None:
        by_model = sum(case.origin.startswith(ORIGIN) for case in reduced.of_kind(Kind.PLUS))
        assistance = replace(assistance, kept=by_model)
    return replace(
        reduced,
        funnel=funnel.minus(REDUCED, left_out) if funnel.proposed else funnel,
        search=search if reduced.search else None,
        assistance=assistance,
    )


def _in_order(plus: Sequence[Case], chosen: Sequence[int]) -> tuple[Case, ...]:
    return tuple(plus[index] for index in sorted(chosen))
