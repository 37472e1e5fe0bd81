"""Turn a problem's own test code into base cases.

The check runs with a recorder in place of the candidate, so that literals, loops, helper functions and random
arguments all give their calls. The reference then answers each call in a process of its own, and the check, run
again on these recorded answers, must accept them: from then on a completion can be judged without its code ever
meeting the check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from augment.harness.check import Answer, describe, judge, record
from augment.model.execution import Calls, Ending, Executor, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Oracle
from augment.model.value import Value
from augment.recover.freedom import find_checker, find_freedom
from augment.recover.probe import Learnt, learn_oracle

PROPERTY: Final = (
    "its base tests check a property of the answer, so one expected answer cannot stand for all right ones"
)
ONE_OF_MANY: Final = "its base tests take several answers, so one expected answer cannot stand for all right ones"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What the test code of one problem gave."""

    cases: tuple[Case, ...] = ()
    oracle: Oracle = field(default_factory=Oracle)
    note: str = ""
    """Why one expected answer cannot stand for all right ones, so that there are no plus tests; empty when it can."""
    complaint: str = ""
    """Why the problem cannot be scored; empty when all is well."""


def recover(problem: Problem, trusted: Executor, limits: Limits) -> Recovered:
    """Base cases and the oracle of one problem.

    Args:
        problem: with its check in `test`.
        trusted: an executor that runs no completion.
        limits: for each call of the reference.
    """

    def without(complaint: str) -> Recovered:
        return Recovered(complaint=complaint)

    if not problem.test.strip():
        return without("it has no base tests")
    recording = record(problem, trusted)
    if recording.complaint:
        return without(recording.complaint)
    program = Program(source=problem.reference, entry_point=problem.entry_point)
    execution = trusted.run(program, Calls(recording.calls), limits)
    answers = []
    for index, args in enumerate(recording.calls):
        outcome = execution.of(index)
        if outcome.ending not in (Ending.RETURNED, Ending.RAISED):
            return without(f"its reference does not return on {args.literal[:100]}: {describe(outcome)}")
        answers.append(Answer.of(args, outcome))
        if outcome.ending is Ending.RETURNED and answers[-1].value is None:
            return without(f"its reference returns a value that cannot be encoded on {args.literal[:100]}")
    if all(answer.value is None for answer in answers):
        return without("its reference raises on all calls of its base tests")
    ruling = judge(problem, [answers], trusted)[0]
    if not ruling.accepted:
        return without(f"its base tests reject the reference's recorded answers: {ruling.reason or 'other calls'}")
    learnt = learn_oracle(problem, answers, trusted)
    if learnt.accepts_anything:
        return without("its base tests accept any answer")
    return _with_freedom(problem, answers, recording.lines, learnt, trusted)


def _with_freedom(
    problem: Problem, answers: Sequence[Answer], lines: Sequence[int], learnt: Learnt, trusted: Executor
) -> Recovered:
    """The cases, and a checker or a note where one expected answer cannot stand for all right ones."""
    freedom = find_freedom(problem, answers, lines, learnt.oracle, trusted)
    cases = tuple(
        Case(
            id=f"base-{place}",
            kind=Kind.BASE,
            args=answer.args,
            expected=answer.value or Value.of(None),
            marked=answer.marked,
            raises="" if answer.value else next(iter(answer.raised), "Exception"),
            also=freedom.also.get(place, ()),
            origin="base",
        )
        for place, answer in enumerate(answers)
    )
    oracle, note = learnt.oracle, ""
    if learnt.property_check or freedom.somewhere or freedom.also:
        code = find_checker(problem, answers, trusted)
        if code:
            oracle = Oracle(code=code)
        elif learnt.property_check or freedom.everywhere:
            note = PROPERTY
        elif freedom.also:
            note = ONE_OF_MANY
    return Recovered(cases=cases, oracle=oracle, note=note)
