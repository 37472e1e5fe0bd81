"""The trusted side of a base test: runs `check(candidate)` with a stand-in for the candidate.

The text of this module is run by an executor as a program of its own, so it needs the standard library only. The
benchmark's reference and test code are executed here; a completion never is. Arguments and answers cross in their
encoding, as bytes, so that only what the check sees is ever built. Random numbers that a test draws are seeded and
are not disturbed by the reference, so the calls are the same in every run.
"""

from __future__ import annotations

import marshal
import random
import sys
import types
from typing import Any

SEED = 0
VERSION = 2
NAN = float("nan")


class NotPlain(Exception):
    """A value that is not plain data; says why."""


def load(reference: str, test: str, entry_point: str) -> tuple[Any, Any]:
    """The reference's function, and the check, which sees all that the reference defines.

    What the test code defines stays its own: the function may be named `check` too, and may call itself.
    """
    module = types.ModuleType("benchmark")
    sys.modules[module.__name__] = module  # where dataclasses, enums and pickles look for their own module
    exec(compile(reference, "<reference>", "exec", dont_inherit=True), module.__dict__)
    space = dict(module.__dict__)
    exec(compile(test, "<test>", "exec", dont_inherit=True), space)
    for name, found, what in ((entry_point, module.__dict__, "reference"), ("check", space, "test code")):
        if name not in found:
            raise LookupError(f"the {what} does not define {name!r}")
    return module.__dict__[entry_point], space["check"]


def plain(value: Any) -> Any:
    """A fresh copy of a plain value, in which each nan is the same nan; raises NotPlain for anything else.

    Types are told exactly: marshal alone would take any buffer for bytes.
    """
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes):
        return value
    if kind is float:
        return value if value == value else NAN
    if kind is complex:
        return complex(plain(value.real), plain(value.imag))
    if kind in (list, tuple, set, frozenset):
        return kind([plain(item) for item in value])
    if kind is dict:
        return {plain(key): plain(item) for key, item in value.items()}
    raise NotPlain(f"type {kind.__name__}")


def encoded(value: Any) -> bytes:
    """The encoding of a plain value; raises NotPlain for anything else."""
    try:
        return marshal.dumps(plain(value), VERSION)
    except RecursionError:
        raise NotPlain("nested too deeply, or containing itself") from None


def told(error: BaseException) -> str:
    """One line about an exception of trusted code."""
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


class Recorder:
    """Stands in for the candidate, lets the reference answer, and notes each call."""

    def __init__(self, reference: Any) -> None:
        self.reference = reference
        self.calls: list[bytes] = []
        """Encoded argument tuples in order, as they were before the call."""
        self.trouble = ""
        """The first reason why the calls cannot be used."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The answer as the check sees it: a copy, its arguments unchanged, as if the call were made elsewhere."""
        if named:
            self.trouble = self.trouble or "it passes arguments by name"
            raise TypeError("arguments by name")
        call = self.noted(args, "an argument")
        self.calls.append(call)
        state = random.getstate()
        try:
            answer = self.reference(*marshal.loads(call))
        finally:
            random.setstate(state)
        return marshal.loads(self.noted(answer, "an answer of the reference"))

    def noted(self, value: Any, what: str) -> bytes:
        """The encoded value; where there is none, that is the trouble."""
        try:
            return encoded(value)
        except NotPlain as error:
            self.trouble = self.trouble or f"{what} is not a plain value ({error})"
            raise


def record(reference: str, test: str, entry_point: str) -> tuple[list[bytes], str, str]:
    """Run the check on the reference and note each call.

    Returns:
        (calls, trouble, raised): the encoded argument tuples in order; why they cannot be used, "" when they can; and
        what the check raised, "" when it is content.
    """
    function, check = load(reference, test, entry_point)
    recorder = Recorder(function)
    raised = ""
    random.seed(SEED)
    try:
        check(recorder)
    except Exception as error:
        raised = told(error)
    if raised and not recorder.trouble and content(check, function):
        recorder.trouble = "they look at what a call does to its arguments, or at the identity of values"
    return recorder.calls, recorder.trouble, raised


def content(check: Any, function: Any) -> bool:
    """Whether the check takes the reference when nothing stands between the two."""
    random.seed(SEED)
    try:
        check(function)
    except Exception:
        return False
    return True


class NeedsAnswer(BaseException):
    """The check calls the candidate with arguments that no answer is known for."""


class CandidateRaised(Exception):
    """What the check sees where the candidate raised or did not return."""


def judge(
    reference: str, test: str, entry_point: str, answers: list[tuple[bytes, bytes | None]]
) -> tuple[str, int, str | bytes]:
    """Run the check with known answers in place of the candidate.

    Args:
        reference: the whole program of the reference; helpers of the check may be in it.
        test: defines `check`.
        entry_point: name of the function that the candidate stands for.
        answers: for each call in order the arguments and the answer, encoded; None where the candidate raised.

    Returns:
        ("pass", number of calls, ""), ("fail", number of calls made, what the check raised), or
        ("ask", number of calls answered, encoded arguments) when the check wants an answer that is not among them.
    """
    _, check = load(reference, test, entry_point)
    made: list[None] = []
    asked: list[bytes] = []

    def candidate(*args: Any) -> Any:
        place = len(made)
        made.append(None)
        call = encoded(args)
        if place >= len(answers) or call != answers[place][0]:
            asked.append(call)
            raise NeedsAnswer
        answer = answers[place][1]
        if answer is None:
            raise CandidateRaised
        return marshal.loads(answer)

    random.seed(SEED)
    try:
        check(candidate)
    except NeedsAnswer:
        return "ask", len(made) - 1, asked[0]
    except BaseException as error:
        if asked:  # a check that swallowed our question
            return "ask", len(made) - 1, asked[0]
        return "fail", len(made), told(error)
    if asked:
        return "ask", len(made) - 1, asked[0]
    return "pass", len(made), ""
