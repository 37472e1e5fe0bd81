"""Ask a benchmark's own test code: which calls does it make, and does it, or a checker, accept these answers?

The questions are put to `driver.py` in an executor that runs trusted code only. The code that gives the answers runs
elsewhere; only plain values, and library containers and exceptions made anew from such, meet the check. What was said
by code that is not ours is shown as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from augment.errors import EngineFailure, NotPlain
from augment.model import wire
from augment.model.execution import Calls, Ending, Executor, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import CHECKER, Case
from augment.model.value import Value

TOO_LONG = "its reference does not get through its base tests"
LIMITS = Limits(cpu_seconds=20.0, wall_seconds=60.0, program_cpu_seconds=600.0, value_bytes=16 << 20)


def driver(function: str) -> Program:
    """The program that runs a benchmark's own code, with one of its functions to call."""
    return Program(source=_text(), entry_point=function)


@cache
def _text() -> str:
    return resources.files("augment.harness").joinpath("driver.py").read_text("utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """The calls that a check makes on the reference."""

    calls: tuple[Value, ...]
    lines: tuple[int, ...] = ()
    """For each call, the line of the test code that made it; 0 where none did."""
    by_name: bool = False
    """Whether some argument can be passed by name only, so that a call is more than the tuple here."""
    complaint: str
    """Why the recording cannot be used; empty when the check accepts the reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a check says of some answers."""

    accepted: bool
    calls: int
    """How many calls it had made when it came to its verdict."""
    reason: str = ""
    asks: Value | None = None
    """Arguments it wants an answer for that was not given; then there is no verdict yet."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a candidate gave for some arguments."""

    args: Value
    value: Value | None
    """None where it raised or gave nothing plain."""
    marked: str = ""
    """Type of a library container or scalar whose plain content `value` is; the check is given one of that type."""
    raised: tuple[str, ...] = ()
    """Names of the class of what it raised and of those above it."""
    message: str = ""

    @classmethod
    def recorded(cls, case: Case) -> Answer:
        """What the reference gave for the arguments of a case."""
        if case.raises:
            return cls(case.args, None, raised=(case.raises,))
        return cls(case.args, case.expected, marked=case.marked)

    @classmethod
    def of(cls, args: Value, outcome: Outcome) -> Answer:
        """The answer that an outcome gives."""
        if outcome.ending is Ending.RAISED:
            message = outcome.detail.partition(": ")[2]
            return cls(args, None, raised=outcome.raised, message=message)
        return cls(args, outcome.content, marked=outcome.marked)

    def row(self) -> tuple[bytes, bytes | None, str, list[str], str]:
        """What the driver is told of it."""
        return self.args.wire, *self.told()

    def told(self) -> tuple[bytes | None, str, list[str], str]:
        """The same without the arguments."""
        return self.value.wire if self.value else None, self.marked, [*self.raised], self.message


def record(problem: Problem, executor: Executor) -> Recording:
    """Run the problem's check on its reference with a recorder in between."""
    args = Value.of((problem.reference, problem.test, problem.entry_point))
    outcome = _ask(executor, "record", [args])[0]
    if outcome.ending is not Ending.RETURNED:
        if outcome.ending is Ending.TIMED_OUT:
            return Recording(calls=(), complaint=f"{TOO_LONG} ({describe(outcome)})")
        return Recording(calls=(), complaint=f"its code does not run ({describe(outcome)})")
    match wire.decode(outcome.wire):
        case (list() as calls, bool() as by_name, str() as trouble, str() as raised):
            return _recording(calls, by_name, trouble, raised)
    raise EngineFailure(f"{problem.task_id}: the recorder sent no recording")


def _recording(calls: list[tuple[bytes, int]], by_name: bool, trouble: str, raised: str) -> Recording:
    lines = tuple(line for _, line in calls)
    try:
        frozen = tuple(_frozen(call) for call, _ in calls)
    except NotPlain as problem:
        frozen, trouble = (), f"an argument is {problem.message}"
    if not trouble and not raised and not calls:
        trouble = "its check never calls the candidate"
    if trouble:
        return Recording(calls=frozen, complaint=f"its base tests cannot be recorded: {trouble}")
    complaint = raised and f"its reference fails its own base tests: {raised}"
    return Recording(calls=frozen, lines=lines, by_name=by_name, complaint=complaint)


def judge(problem: Problem, answers: Sequence[Sequence[Answer]], executor: Executor) -> list[Ruling]:
    """Let the problem's check judge several sets of answers, each in the order of its calls."""
    requests = [
        Value.of(
            (
                problem.reference,
                problem.test,
                problem.entry_point,
                [answer.row() for answer in series],
            )
        )
        for series in answers
    ]
    return [_ruling(outcome) for outcome in _ask(executor, "judge", requests)]


def hold(problem: Problem, code: str, answers: Sequence[Answer], executor: Executor) -> list[Ruling]:
    """Let the code of a checker judge answers one by one.

    Args:
        problem: what its reference and test code define, the checker can name.
        code: see `augment.oracle.checker`.
        answers: with plain values.
        executor: one that runs no completion.
    """
    space = (problem.reference, problem.test, code, CHECKER)
    requests = [Value.of((*space, a.args.wire, a.value.wire if a.value else b"")) for a in answers]
    return [_ruling(outcome) for outcome in _ask(executor, "hold", requests)]


def _ruling(outcome: Outcome) -> Ruling:
    if outcome.ending is Ending.INFRA:
        raise EngineFailure(f"the base tests could not be run ({describe(outcome)})")
    if outcome.ending is not Ending.RETURNED:
        return Ruling(accepted=False, calls=0, reason=f"the check did not end ({describe(outcome)})")
    match wire.decode(outcome.wire):
        case (bool() as accepted, str() as reason):
            return Ruling(accepted=accepted, calls=0, reason=reason)
        case ("ask", int() as calls, bytes() as args):
            return _question(calls, args)
        case ("pass" | "fail" as word, int() as calls, str() as reason):
            return Ruling(accepted=word == "pass", calls=calls, reason=reason)
    raise EngineFailure("the judge sent no ruling")


def _question(calls: int, args: bytes) -> Ruling:
    try:
        return Ruling(accepted=False, calls=calls, asks=_frozen(args))
    except NotPlain as problem:
        return Ruling(accepted=False, calls=calls + 1, reason=f"an argument is {problem.message}")


def _frozen(blob: bytes) -> Value:
    """What the driver encoded. Raises `NotPlain` where it goes beyond the bounds of plain values."""
    return Value.of(wire.decode(blob))


def _ask(executor: Executor, function: str, requests: list[Value]) -> list[Outcome]:
    execution = executor.run(driver(function), Calls(tuple(requests)), LIMITS)
    silent = execution.loading
    return [execution.outcomes.get(index, silent) for index in range(len(requests))]


def describe(outcome: Outcome) -> str:
    """One line about an outcome: the detail, or where there is none its ending."""
    return " ".join(outcome.detail.split()) or outcome.ending.value
