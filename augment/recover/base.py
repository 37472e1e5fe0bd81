"""Turn a problem's own test code into base cases.

The check runs with a recorder in place of the candidate, so that literals, loops, helper functions and random
arguments all give their calls. The reference then answers each call in a process of its own, and the check, run
again on these recorded answers, must accept them: from then on a completion can be judged without its code ever
meeting the check.

Where that does not go because the calls are not known beforehand, the check is held with the reference in another
process, as it will be with completions (`augment.harness.talk`): it must accept it, and not just anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from augment.harness.check import Answer, describe, judge, record
from augment.harness.talk import Talk, talk
from augment.model.execution import Calls, Ending, Executor, ExecutorPool, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Oracle
from augment.model.value import Value
from augment.recover.freedom import find_checker, find_freedom
from augment.recover.probe import Learnt, learn_oracle

PROPERTY: Final = (
    "its base tests check a property of the answer, so one expected answer cannot stand for all right ones"
)
ANYTHING: Final = "its base tests accept any answer"
ONE_OF_MANY: Final = "its base tests take several answers, so one expected answer cannot stand for all right ones"


NO_REFERENCE: Final = "it has no reference solution, which `--references` can give"
NAMES_ONLY: Final = "its base tests pass arguments that have a name and no place"
OTHER_CALLS: Final = "its base tests make other calls each time they are run"
NOT_RECORDED: Final = "its base tests reject the reference's recorded answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What the test code of one problem gave."""

    cases: tuple[Case, ...] = ()
    oracle: Oracle = field(default_factory=Oracle)
    note: str = ""
    """Why one expected answer cannot stand for all right ones, or no calls for the test code, so that there are no plus
    tests; empty when they can."""
    by_test_code: bool = False
    """Whether the test code itself has to judge: no calls can stand for it."""
    complaint: str = ""
    """Why the problem cannot be scored; empty when all is well."""


def recover(problem: Problem, pool: ExecutorPool, limits: Limits) -> Recovered:
    """Base cases and the oracle of one problem.

    Args:
        problem: with its check in `test`.
        pool: for executors that run no completion.
        limits: for each call of the reference.
    """
    with pool.lend() as trusted:
        recovered = _recovered(problem, trusted, limits)
        if not recovered.by_test_code:
            return recovered
        with pool.lend() as other:
            complaint = _unfit(problem, trusted, other, limits)
    return Recovered(complaint=f"{recovered.complaint}, {complaint}") if complaint else replace(recovered, complaint="")


def _recovered(problem: Problem, trusted: Executor, limits: Limits) -> Recovered:
    """Cases and oracle; or that the test code has to judge, with what to complain of where it cannot."""

    def without(complaint: str) -> Recovered:
        return Recovered(complaint=complaint)

    for fault in (
        problem.trouble,
        "" if problem.canonical_solution.strip() else NO_REFERENCE,
        "" if problem.test.strip() else "it has no base tests",
    ):
        if fault:
            return without(fault)
    recording = record(problem, trusted)
    if recording.complaint:
        return without(_unloaded(problem, trusted, limits) or recording.complaint)
    if recording.by_name:
        return Recovered(by_test_code=True, note=NAMES_ONLY, complaint=NAMES_ONLY)
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
    if ruling.asks is not None:
        return Recovered(by_test_code=True, note=OTHER_CALLS, complaint=OTHER_CALLS)
    if not ruling.accepted:
        return Recovered(by_test_code=True, note=NOT_RECORDED, complaint=f"{NOT_RECORDED}: {ruling.reason}")
    learnt = learn_oracle(problem, answers, trusted)
    if learnt.accepts_anything:
        return without(ANYTHING)
    return _with_freedom(problem, answers, recording.lines, learnt, trusted)


def _unloaded(problem: Problem, trusted: Executor, limits: Limits) -> str:
    """What is wrong with a reference that does not load, whatever its tests are; empty for one that does."""
    program = Program(source=problem.reference, entry_point=problem.entry_point)
    loading = trusted.run(program, Calls(()), limits).loading
    return "" if loading.ending is Ending.RETURNED else f"its reference does not load: {describe(loading)}"


def _unfit(problem: Problem, trusted: Executor, other: Executor, limits: Limits) -> str:
    """Why the test code cannot judge programs in another process; empty when it can."""

    def held(source: str) -> Talk:
        program = Program(source=source, entry_point=problem.entry_point)
        return talk(problem, program, limits, trusted=trusted, other=other)

    reference = held(problem.reference)
    if not reference.accepted:
        reason = reference.reason or describe(reference.ended or Outcome(ending=Ending.INFRA))
        return f"and turn down the reference in a process of its own: {reason}"
    nothing = (
        f"def {problem.entry_point}(*arguments, **named): {does}" for does in ("return None", "raise ValueError")
    )
    return f"and {ANYTHING}" if all(held(source).accepted for source in nothing) else ""


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
