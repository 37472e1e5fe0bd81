"""Turn a problem's own test code into base cases.

The check runs with a recorder in place of the candidate, so that literals, loops, helper functions and random
arguments all give their calls. The reference then answers each call in a process of its own, and the check, run
again on these recorded answers, must accept them: from then on a completion can be judged without its code ever
meeting the check.
"""

from __future__ import annotations

from dataclasses import dataclass

from augment.harness.check import Answer, describe, judge, record
from augment.model.execution import Calls, Ending, Executor, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Kind
from augment.model.words import with_article
from augment.oracle.compare import plain_value
from augment.recover.probe import Learnt, learn_oracle

__all__ = ["Recovered", "recover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What the test code of one problem gave."""

    cases: tuple[Case, ...]
    learnt: Learnt
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
        return Recovered(cases=(), learnt=Learnt(), complaint=complaint)

    if not problem.test.strip():
        return without("it has no base tests")
    recording = record(problem, trusted)
    if recording.complaint:
        return without(recording.complaint)
    program = Program(source=problem.reference, entry_point=problem.entry_point)
    execution = trusted.run(program, Calls(recording.calls), limits)
    answers = []
    for index, args in enumerate(recording.calls):
        outcome = execution.outcomes.get(index, execution.loading)
        if outcome.ending is not Ending.RETURNED:
            return without(f"its reference does not return on {args.literal[:100]}: {describe(outcome)}")
        value = plain_value(outcome)
        if value is None:
            what = outcome.marked or "value that cannot be encoded"
            return without(
                f"its reference returns {with_article(what)} on {args.literal[:100]}, which is no plain value"
            )
        answers.append(Answer(args, value))
    ruling = judge(problem, [answers], trusted)[0]
    if not ruling.accepted:
        return without(f"its base tests reject the reference's recorded answers: {ruling.reason or 'other calls'}")
    cases = tuple(
        Case(id=f"base-{index}", kind=Kind.BASE, args=answer.args, expected=answer.value, origin="base")
        for index, answer in enumerate(answers)
        if answer.value is not None
    )
    learnt = learn_oracle(problem, answers, trusted)
    if learnt.accepts_anything:
        return without("its base tests accept any answer")
    return Recovered(cases=cases, learnt=learnt)
