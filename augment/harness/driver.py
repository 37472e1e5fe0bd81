"""The trusted side of a base test: runs `check(candidate)` with a stand-in for the candidate.

The text of this module is run by an executor as a program of its own, so it needs the standard library only. The
benchmark's reference and test code are executed here; a completion never is. Arguments and answers cross as plain
values. Random numbers that a test draws are seeded and are not disturbed by the reference, so the calls are the same
in every run.
"""

from __future__ import annotations

import marshal
import random
from typing import Any

SEED = 0


def load(reference: str, test: str) -> dict[str, Any]:
    """The namespace of a reference and its test, as the benchmark would run them together."""
    space: dict[str, Any] = {"__name__": "benchmark"}
    exec(compile(reference, "<reference>", "exec"), space)
    exec(compile(test, "<test>", "exec"), space)
    return space


def copied(value: Any) -> Any:
    """A fresh copy of a plain value; raises ValueError for anything else."""
    return marshal.loads(marshal.dumps(value, 2))


def told(error: BaseException) -> str:
    """One line about an exception of trusted code."""
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def record(reference: str, test: str, entry_point: str) -> tuple[list[Any], str]:
    """Run the check on the reference and note each call.

    Returns:
        (calls, complaint): the argument tuples in order, as they were before the call, and what the check raised, ""
        when it is content.
    """
    space = load(reference, test)
    function = space[entry_point]
    calls: list[Any] = []
    trouble: list[str] = []

    def candidate(*args: Any, **named: Any) -> Any:
        if named:
            trouble.append("it passes arguments by name")
            raise TypeError("arguments by name")
        try:
            calls.append(copied(args))
        except ValueError:
            trouble.append("an argument is not a plain value")
            raise
        state = random.getstate()
        try:
            # The check sees a copy of the answer, and its arguments unchanged, as if the call were made elsewhere.
            return copied(function(*copied(args)))
        finally:
            random.setstate(state)

    random.seed(SEED)
    try:
        space["check"](candidate)
    except Exception as error:
        return calls, trouble[0] if trouble else told(error)
    return calls, trouble[0] if trouble else ""


class NeedsAnswer(BaseException):
    """The check calls the candidate with arguments that no answer is known for."""


class CandidateRaised(Exception):
    """What the check sees where the candidate raised or did not return."""


def judge(reference: str, test: str, entry_point: str, answers: list[Any]) -> tuple[str, int, Any]:
    """Run the check with known answers in place of the candidate.

    Args:
        answers: for each call in order (arguments, returned, answer); `returned` is False where the candidate raised.

    Returns:
        ("pass", number of calls, ""), ("fail", number of calls made, what the check raised), or
        ("ask", number of calls answered, arguments) when the check calls for an answer that is not among them.
    """
    space = load(reference, test)
    made: list[None] = []
    asked: list[Any] = []

    def candidate(*args: Any) -> Any:
        place = len(made)
        if place == len(answers) or marshal.dumps(args, 2) != marshal.dumps(answers[place][0], 2):
            made.append(None)
            asked.append(copied(args))
            raise NeedsAnswer
        made.append(None)
        _, returned, answer = answers[place]
        if not returned:
            raise CandidateRaised
        return copied(answer)

    random.seed(SEED)
    try:
        space["check"](candidate)
    except NeedsAnswer:
        return "ask", len(made) - 1, asked[0]
    except BaseException as error:
        if asked:  # a check that swallowed our question
            return "ask", len(made) - 1, asked[0]
        return "fail", len(made), told(error)
    if asked:
        return "ask", len(made) - 1, asked[0]
    return "pass", len(made), ""
