"""Hold a benchmark's test code with a program: the live way, for test code whose calls are not known beforehand.

The test code runs in a trusted process, its candidate is a stand-in. Each call of that stand-in is passed, as plain
values, to an untrusted process that holds the program from the first call to the last, and what comes of it is passed
back as plain values: answers, library containers made anew from such, exceptions of the same class. So the program
never meets the test code or what it expects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from augment.errors import EngineFailure, NotPlain
from augment.harness.check import LIMITS, Answer, describe, driver
from augment.model import wire
from augment.model.execution import NO_ANSWER, Ending, Executor, Limits, Outcome, Program, Session
from augment.model.problem import Problem
from augment.model.value import Value

MOST_CALLS: Final = 10_000
"""Calls that test code may make; a wrong answer may have it go on for ever."""
NO_NAMES: Final[dict[str, object]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What came of test code that was held with a program."""

    reason: str = ""
    """Why the test code turns the program down; empty where it does not."""
    ended: Outcome | None = None
    """How the program ended before the test code came to a verdict: it did not load, or is not to be called again."""
    calls: int = 0
    """Calls that were made."""
    last: str = ""
    """Arguments of the last one, as they stand in a call."""
    outcome: Outcome | None = None
    """What came of the last one."""
    cpu_seconds: float = 0.0
    """Processor time of the slowest call, where it was asked for."""
    total_cpu_seconds: float = 0.0

    @property
    def accepted(self) -> bool:
        """Whether the test code accepts the program."""
        return not self.reason and self.ended is None


def talk(
    problem: Problem, program: Program, limits: Limits, *, trusted: Executor, other: Executor, timed: bool = False
) -> Talk:
    """Hold the test code of a problem with a program.

    Trouble of the process that holds the program, its time above all, counts when it comes twice: all is done again.

    Args:
        problem: with its check in `test`.
        program: claims to solve it.
        limits: for the program, each call.
        trusted: runs the test code.
        other: runs the program.
        timed: whether times are wanted.

    Raises:
        EngineFailure: the executors themselves cannot work.
    """
    first = _talked(problem, program, limits, trusted, other, timed)
    if first.ended is None or first.ended.ending not in NO_ANSWER:
        return first
    return _talked(problem, program, limits, trusted, other, timed)


def _talked(
    problem: Problem, program: Program, limits: Limits, trusted: Executor, other: Executor, timed: bool
) -> Talk:
    with other.converse(program, limits, timed=timed) as candidate:
        if candidate.loading.ending is not Ending.RETURNED:
            return Talk(ended=candidate.loading)
        with trusted.converse(driver("converse"), LIMITS) as check:
            return _Dialogue(check, candidate).through(problem)


class _Dialogue:
    """Passes questions and answers on between the two sessions."""

    def __init__(self, check: Session, candidate: Session) -> None:
        self.check, self.candidate = check, candidate
        self.calls = 0
        self.last: Value | None = None
        self.outcome: Outcome | None = None
        self.times = [0.0]

    def through(self, problem: Problem) -> Talk:
        """Go on until there is a verdict."""
        said: tuple[object, ...] = (problem.reference, problem.test, problem.entry_point)
        while True:
            told = self.check.call(Value.of((said, NO_NAMES)))
            if told.ending is Ending.INFRA:
                raise EngineFailure(f"the base tests could not be run ({describe(told)})")
            if told.ending is not Ending.RETURNED:
                return self._end(f"the check did not end ({describe(told)})")
            match wire.decode(told.wire):
                case ("pass" | "fail", int(), str() as reason):
                    return self._end(reason)
                case ("ask", int(), bytes() as call) if self.calls < MOST_CALLS:
                    try:
                        outcome = self._ask(Value.of(wire.decode(call)))
                    except NotPlain as trouble:
                        return self._end(f"an argument is {trouble.message}")
                    if outcome.ending in NO_ANSWER:
                        return self._end("", outcome)
                    said = Answer.of(Value.of(()), outcome).told()
                case ("ask", _, _):
                    return self._end(f"more than {MOST_CALLS:,} calls")
                case _:
                    raise EngineFailure("the check sent no question and no ruling")

    def _ask(self, call: Value) -> Outcome:
        self.calls += 1
        self.last = call
        self.outcome = self.candidate.call(call)
        self.times.append(self.outcome.cpu_seconds)
        return self.outcome

    def _end(self, reason: str, ended: Outcome | None = None) -> Talk:
        return Talk(
            reason=reason,
            ended=ended,
            calls=self.calls,
            last=written(self.last) if self.last else "",
            outcome=self.outcome,
            cpu_seconds=max(self.times),
            total_cpu_seconds=sum(self.times),
        )


def written(call: Value) -> str:
    """The arguments of a call as they stand in it."""
    match call.unpack():
        case (tuple() as args, dict() as named):
            parts = [Value.of(value).literal for value in args]
            return ", ".join([*parts, *(f"{name}={Value.of(value).literal}" for name, value in named.items())])
    raise EngineFailure("the check sent a call without arguments")
