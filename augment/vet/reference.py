"""Run proposals through the reference and keep those with a stable, plain, small answer.

Each new input is run twice: in processes with different hash seeds, in opposite order, so that an answer that hangs
on the order of a set, on earlier calls, on the clock or on chance shows itself (`augment.vet.steady`). Small inputs go
first, and once several have taken too many steps the larger rest is not tried. Where the base tests check a property,
the answer must have it; otherwise it must not hang on the last bits of floats.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.types import fits
from augment.harness.check import Answer, hold
from augment.model.execution import Calls, Ending, Execution, ExecutorPool, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import BREAKS_PROPERTY, Funnel, Oracle, Proposal
from augment.model.types import TypeSet
from augment.model.value import Value
from augment.oracle.compare import plain_value
from augment.vet.steady import HASH_SEEDS, asked_again, on_edge, same_answer

EXACT: Final = Oracle()
VALUE_BYTES: Final = 64 << 10
"""Largest literal of one value in a suite."""
OUTSIDE_LINES: Final = 0.3
"""Share of a counted call's time that the same call takes uncounted, from which most of it goes into what is no line of
the reference, as in `sum(range(n))`. Counting makes lines some ten times slower, and such work hardly at all."""
SLOW_ENOUGH: Final = 5
"""After so many inputs that were too slow for the reference, larger ones are dropped without a try."""

NOT_NEW = "not new"
TOO_LARGE = "too large"
TOO_MUCH = "too much for the reference"
"""One reason for time, memory and size: which of them runs out first may differ from one machine to the next."""
NEW_TYPE = "answer of a type that base answers do not have"
UNSTABLE = "answer not stable"
ON_EDGE = "on a knife's edge"
NOT_TRIED = "larger than inputs that were too much"
REASONS: Final = {
    Ending.RAISED: "reference raises",
    Ending.TIMED_OUT: TOO_MUCH,
    Ending.OUT_OF_MEMORY: TOO_MUCH,
    Ending.NOT_PLAIN: "answer no plain value",
    Ending.TOO_LARGE: TOO_MUCH,
    Ending.DIED: "reference dies",
    Ending.NO_CODE: "reference does not load",
    Ending.INFRA: "engine trouble",
}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A proposal with the reference's answer."""

    proposal: Proposal
    expected: Value
    marked: str = ""
    """Type of the library container or scalar that it returned."""


@dataclass(frozen=True, slots=True)
class Vetted:
    """Proposals that passed, in the order they were made, and what became of the rest."""

    accepted: tuple[Accepted, ...]
    funnel: Funnel


def vet(
    problem: Problem,
    proposals: Sequence[Proposal],
    known: Collection[Value],
    answer_types: TypeSet,
    pool: ExecutorPool,
    limits: Limits,
    *,
    oracle: Oracle = EXACT,
    marks: Collection[str] = (),
    seconds_outside: float = math.inf,
) -> Vetted:
    """Keep the proposals that are new and that the reference answers well.

    Args:
        problem: its reference gives the answers.
        proposals: new inputs, possibly with repeats.
        known: inputs that are not new any more.
        answer_types: types of the base answers.
        pool: for executors of trusted code with several hash seeds.
        limits: for each call; an input that the reference is slow on is no good as a test.
        oracle: says which answers are the same, and what an answer must hold to.
        marks: types of library containers and scalars that base answers have.
        seconds_outside: processor time that a call may take which goes into no lines and so is no steps either.
    """
    funnel = Funnel(proposed=len(proposals))
    fresh = _new(proposals, known)
    funnel = funnel.minus(NOT_NEW, len(proposals) - len(fresh))
    small = [proposal for proposal in fresh if _size(proposal.args) <= VALUE_BYTES]
    funnel = funnel.minus(TOO_LARGE, len(fresh) - len(small))
    small.sort(key=lambda proposal: _effort(proposal.args.unpack()))

    with pool.lend(hash_seed=HASH_SEEDS[0]) as executor:
        program = Program(source=problem.reference, entry_point=problem.entry_point)
        calls = Calls(tuple(proposal.args for proposal in small))
        execution = executor.run(program, calls, limits, watch=_Patience(), timed=True)
        answers, funnel = _answers(execution, len(small), answer_types, marks, funnel)
        untraced = replace(limits, steps=0)
        again = asked_again(program, calls, list(answers), pool, untraced, timed=True)
        slow = {index for index in answers if _outside(execution.of(index), again.of(index)) > seconds_outside}
        funnel = funnel.minus(TOO_MUCH, len(slow))
        quick = {index: value for index, value in answers.items() if index not in slow}
        answers, funnel = _stable(quick, execution, again, oracle, funnel)
        if oracle.code:
            given = [Answer(calls.args[index], value) for index, value in answers.items()]
            rulings = zip(answers, hold(problem, oracle.code, given, executor), strict=True)
            bad, reason = {index for index, ruling in rulings if not ruling.accepted}, BREAKS_PROPERTY
        else:
            bad, reason = on_edge(program, calls.args, answers, oracle, executor, untraced), ON_EDGE
    funnel = funnel.minus(reason, len(bad))
    place = {proposal.args: number for number, proposal in enumerate(fresh)}
    accepted = [
        Accepted(small[index], value, execution.outcomes[index].marked)
        for index, value in answers.items()
        if index not in bad
    ]
    return Vetted(tuple(sorted(accepted, key=lambda a: place[a.proposal.args])), funnel)


def _outside(counted: Outcome, uncounted: Outcome) -> float:
    """Seconds of a call where most of them go into no lines, else none."""
    return uncounted.cpu_seconds if uncounted.cpu_seconds > OUTSIDE_LINES * counted.cpu_seconds else 0.0


def _stable(
    answers: dict[int, Value], first: Execution, again: Execution, oracle: Oracle, funnel: Funnel
) -> tuple[dict[int, Value], Funnel]:
    """The answers that the second run repeats, and the funnel less the others."""
    stable = {}
    for index, value in answers.items():
        outcome = again.of(index)
        if outcome.marked == first.outcomes[index].marked and same_answer(oracle, value, outcome.content):
            stable[index] = value
        elif outcome.ending in (Ending.RETURNED, Ending.RAISED, Ending.NOT_PLAIN, Ending.TOO_LARGE):
            funnel = funnel.minus(UNSTABLE, 1)
        else:
            funnel = funnel.minus(REASONS[outcome.ending], 1)
    return stable, funnel


def _new(proposals: Sequence[Proposal], known: Collection[Value]) -> list[Proposal]:
    fresh: dict[Value, Proposal] = {}
    for proposal in proposals:
        if proposal.args not in known:
            fresh.setdefault(proposal.args, proposal)
    return list(fresh.values())


class _Patience:
    """Ends a run once several inputs have been too slow."""

    def __init__(self) -> None:
        self.slow = 0

    def __call__(self, index: int, outcome: Outcome) -> bool:
        self.slow += REASONS.get(outcome.ending) == TOO_MUCH or len(outcome.wire) > VALUE_BYTES
        return self.slow < SLOW_ENOUGH


def _answers(
    execution: Execution, count: int, answer_types: TypeSet, marks: Collection[str], funnel: Funnel
) -> tuple[dict[int, Value], Funnel]:
    """The good answers by index, and the funnel less the others."""
    answers: dict[int, Value] = {}
    endings = {outcome.ending for outcome in execution.outcomes.values()} | {execution.loading.ending}
    for index in range(count):
        outcome = execution.outcomes.get(index)
        if outcome is None:
            failed = Ending.INFRA if Ending.INFRA in endings else execution.loading.ending
            funnel = funnel.minus(NOT_TRIED if failed is Ending.RETURNED else REASONS[failed], 1)
            continue
        value = plain_value(outcome, marks)
        if outcome.ending is not Ending.RETURNED:
            funnel = funnel.minus(REASONS[outcome.ending], 1)
        elif value is None:
            funnel = funnel.minus(REASONS[Ending.NOT_PLAIN], 1)
        elif not fits(value.unpack(), answer_types):
            funnel = funnel.minus(NEW_TYPE, 1)
        elif _size(value) > VALUE_BYTES:
            funnel = funnel.minus(TOO_MUCH, 1)
        else:
            answers[index] = value
    return answers, funnel


def _size(value: Value) -> int:
    """Bytes of the literal as a suite file holds it."""
    return len(value.literal.encode("utf-8", "backslashreplace"))


def _effort(value: object) -> int:
    """How much work an input may be: the sum of its lengths and of the sizes of its numbers."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return 1 + sum(map(_effort, value))
    if isinstance(value, dict):
        return 1 + sum(map(_effort, value)) + sum(map(_effort, value.values()))
    if isinstance(value, (str, bytes)):
        return 1 + len(value)
    return 1 + abs(value) if isinstance(value, int) else 1
