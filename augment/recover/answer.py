"""Give released inputs their types and their expected answers.

The base tests show the types of the arguments; JSON inputs are given the same types in the same places. The reference
then answers each input, and the rule of comparison is learnt from the base tests, with the tolerance that the release
states. Inputs that the reference does not answer, or whose answer is too large, are dropped and counted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from augment.domain.types import argument_types, restored
from augment.errors import NotPlain
from augment.harness.check import Answer, hold
from augment.model.execution import Calls, Ending, Executor, ExecutorPool, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import BREAKS_PROPERTY, Case, Exclusion, Funnel, Kind, TestedProblem, Unanswered
from augment.model.value import Value
from augment.oracle.compare import plain_value
from augment.recover.base import Recovered, recover

PROBLEM_BYTES: Final = 16 << 20
"""Most bytes of all expected answers of one problem."""


def answer(record: Unanswered, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """The problem with base cases recovered and plus cases answered.

    Args:
        record: the problem and its inputs.
        pool: for executors that run no completion.
        limits: for each call of the reference.
    """
    problem = record.problem
    recovered = recover(problem, pool, limits)
    if recovered.complaint:
        return Exclusion(task_id=problem.task_id, reason=recovered.complaint)
    if recovered.note:
        funnel = Funnel(proposed=len(record.plus_args)).minus("no expected answer", len(record.plus_args))
        return TestedProblem(
            problem=problem,
            oracle=recovered.oracle,
            cases=recovered.cases,
            note=recovered.note,
            by_test_code=recovered.by_test_code,
            funnel=funnel,
        )
    with pool.lend() as trusted:
        return _with_answers(record, recovered, trusted, limits)


def _with_answers(record: Unanswered, recovered: Recovered, trusted: Executor, limits: Limits) -> TestedProblem:
    problem, oracle = record.problem, recovered.oracle
    args = _typed(record.plus_args, recovered)
    execution = trusted.run(Program(source=problem.reference, entry_point=problem.entry_point), Calls(args), limits)
    outcomes = [execution.of(index) for index in range(len(args))]
    plus, funnel = _answered(args, outcomes, {case.marked for case in recovered.cases})
    if oracle.code:
        answered = len(plus)
        plus = _with_property(problem, oracle.code, plus, trusted)
        funnel = funnel.minus(BREAKS_PROPERTY, answered - len(plus))
    else:
        oracle = replace(oracle, absolute=record.absolute, relative=record.relative)
    if record.as_sets:  # the code of the base tests would want more
        problem, oracle = replace(problem, test=""), replace(oracle, unordered=True, repeats_count=False)
    note = "" if plus else "its reference answers none of the plus inputs"
    return TestedProblem(problem=problem, oracle=oracle, cases=recovered.cases + plus, note=note, funnel=funnel)


def _typed(plus_args: Sequence[Value], recovered: Recovered) -> tuple[Value, ...]:
    types = argument_types((case.args.unpack_args() for case in recovered.cases), {})

    def typed(args: Value) -> Value:
        values = args.unpack_args()
        try:
            return Value.of(tuple(map(restored, values, types[len(values)])))
        except (KeyError, NotPlain, TypeError):  # another number of arguments, or items that no set can hold
            return args

    return tuple(map(typed, plus_args))


def _with_property(problem: Problem, code: str, cases: tuple[Case, ...], trusted: Executor) -> tuple[Case, ...]:
    """The cases on which the reference's answer has the property that the base tests check."""
    rulings = hold(problem, code, [Answer(case.args, case.expected) for case in cases], trusted)
    return tuple(case for case, ruling in zip(cases, rulings, strict=True) if ruling.accepted)


def _answered(
    args: Sequence[Value], outcomes: Sequence[Outcome], marks: Collection[str]
) -> tuple[tuple[Case, ...], Funnel]:
    funnel = Funnel(proposed=len(args))
    cases: list[Case] = []
    size = 0
    for index, (given, outcome) in enumerate(zip(args, outcomes, strict=True)):
        value = plain_value(outcome, marks)
        if outcome.ending is Ending.TOO_LARGE or (value is not None and size + len(value.wire) > PROBLEM_BYTES):
            funnel = funnel.minus("too large", 1)
        elif value is None:
            funnel = funnel.minus(f"reference: {outcome.ending.value}", 1)
        else:
            size += len(value.wire)
            cases.append(
                Case(
                    id=f"plus-{index}",
                    kind=Kind.PLUS,
                    args=given,
                    expected=value,
                    marked=outcome.marked,
                    origin="released",
                )
            )
    return tuple(cases), funnel
