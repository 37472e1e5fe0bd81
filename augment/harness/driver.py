"""The trusted side of a base test: runs `check(candidate)` with a stand-in for the candidate.

The text of this module is run by an executor as a program of its own, so it needs the standard library only. The
benchmark's reference and test code are executed here; a completion never is. Arguments and answers cross in their
encoding, as bytes, so that only what the check sees is ever built. Random numbers that a test draws are seeded and
are not disturbed by the reference, so the calls are the same in every run.
"""

from __future__ import annotations

import builtins
import collections
import marshal
import random
import sys
import types
from collections.abc import Callable
from typing import Any

SEED = 0
VERSION = 2
NAN = float("nan")
TEST = "<test>"
"""Name of the file that the test code passes for."""


class NotPlain(Exception):
    """A value that is not plain data; says why."""


def load(reference: str, test: str, entry_point: str) -> tuple[Any, Any, dict[str, Any]]:
    """The reference's function, the check, which sees all that the reference defines, and all that it sees.

    What the test code defines stays its own: the function may be named `check` too, and may call itself.
    """
    defined, space = spaces(reference, test)
    for name, found, what in ((entry_point, defined, "reference"), ("check", space, "test code")):
        if name not in found:
            raise LookupError(f"the {what} does not define {name!r}")
    return defined[entry_point], space["check"], space


def spaces(reference: str, test: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the reference defines, and all that the test code can name."""
    module = types.ModuleType("benchmark")
    sys.modules[module.__name__] = module  # where dataclasses, enums and pickles look for their own module
    exec(compile(reference, "<reference>", "exec", dont_inherit=True), module.__dict__)
    space = dict(module.__dict__)
    exec(compile(test, TEST, "exec", dont_inherit=True), space)
    return module.__dict__, space


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


def copied(value: Any) -> Any:
    """A fresh copy of plain data in which library containers and numpy values may stand; raises NotPlain."""
    kind = type(value)
    if kind is collections.deque:
        return collections.deque(map(copied, value), value.maxlen)
    if kind in (list, tuple, set, frozenset):
        return kind([copied(item) for item in value])
    if kind is collections.defaultdict:
        return kind(value.default_factory, {copied(key): copied(item) for key, item in value.items()})
    if kind in (dict, collections.Counter, collections.OrderedDict):
        return kind({copied(key): copied(item) for key, item in value.items()})
    if kind.__bases__ == (tuple,) and type(kind.__dict__.get("_fields")) is tuple:
        return kind(*map(copied, value))
    if kind.__module__ == "numpy" and hasattr(value, "dtype") and value.dtype != object:
        return value.copy()
    return plain(value)


def rebuilt(value: Any, mark: str) -> Any:
    """What the candidate returned, as far as its plain content and the mark of its type tell.

    The mark is the word of an untrusted process, so it chooses among types that hold data and nothing else.
    """
    if isinstance(value, dict) and mark in ("Counter", "OrderedDict"):
        return getattr(collections, mark)(value)
    if isinstance(value, dict) and mark == "defaultdict":
        return collections.defaultdict(None, value)
    if isinstance(value, list) and mark == "deque":
        return collections.deque(value)
    if mark.startswith("numpy."):
        return rebuilt_numpy(value, mark[len("numpy.") :])
    return value


def rebuilt_numpy(value: Any, name: str) -> Any:
    """The same for an array or a scalar."""
    import numpy

    if name == "ndarray":
        return numpy.array(value)
    kind = getattr(numpy, name, None)
    scalars = (numpy.number, numpy.bool_, numpy.character)
    return kind(value) if isinstance(kind, type) and issubclass(kind, scalars) else value


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
        self.lines: list[int] = []
        """For each call, the line of the test code that made it; 0 where none did."""
        self.trouble = ""
        """The first reason why the calls cannot be used."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The answer as the check sees it: a copy, its arguments unchanged, as if the call were made elsewhere."""
        if named:
            self.trouble = self.trouble or "it passes arguments by name"
            raise TypeError("arguments by name")
        call = self.noted(args, "an argument", encoded)
        self.calls.append(call)
        self.lines.append(line_of_test(sys._getframe(1)))
        state = random.getstate()
        try:
            answer = self.reference(*marshal.loads(call))
        finally:
            random.setstate(state)
        return self.noted(answer, "an answer of the reference", copied)

    def noted(self, value: Any, what: str, take: Callable[[Any], Any]) -> Any:
        """What is taken of a value; where it is not to be had, that is the trouble."""
        try:
            return take(value)
        except NotPlain as error:
            self.trouble = self.trouble or f"{what} is not a plain value ({error})"
            raise


def line_of_test(frame: Any) -> int:
    """The line of the test code nearest to a frame; 0 where there is none."""
    while frame is not None and frame.f_code.co_filename != TEST:
        frame = frame.f_back
    return frame.f_lineno if frame else 0


def record(reference: str, test: str, entry_point: str) -> tuple[list[tuple[bytes, int]], str, str]:
    """Run the check on the reference and note each call.

    Returns:
        (calls, trouble, raised): the encoded argument tuples in order, each with the line of the test code it was made
        on; why they cannot be used, "" when they can; and what the check raised, "" when it is content.
    """
    function, check, _ = load(reference, test, entry_point)
    recorder = Recorder(function)
    raised = ""
    random.seed(SEED)
    try:
        check(recorder)
    except Exception as error:
        raised = told(error)
    if raised and not recorder.trouble and content(check, function):
        recorder.trouble = "they look at what a call does to its arguments, or at the identity of values"
    return list(zip(recorder.calls, recorder.lines)), recorder.trouble, raised


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
    """What the check sees where the candidate did not return, or raised what nobody here has heard of."""


def as_raised(names: list[str], message: str, space: dict[str, Any]) -> Exception:
    """An exception of the first class that is known, out of the names of a class and of those above it."""
    for name in names:
        kind = space.get(name) or getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, Exception):
            try:
                return kind(*[message] if message else [])
            except Exception:  # it wants more than a message
                continue
    return CandidateRaised(message)


def judge(
    reference: str, test: str, entry_point: str, answers: list[tuple[bytes, bytes | None, str, list[str], str]]
) -> tuple[str, int, str | bytes]:
    """Run the check with known answers in place of the candidate.

    Args:
        reference: the whole program of the reference; helpers of the check may be in it.
        test: defines `check`.
        entry_point: name of the function that the candidate stands for.
        answers: for each call in order the arguments and the answer, encoded, with the mark of its type; where there is
            no answer, None, the names of the classes of what was raised, and its message.

    Returns:
        ("pass", number of calls, ""), ("fail", number of calls made, what the check raised), or
        ("ask", number of calls answered, encoded arguments) when the check wants an answer that is not among them.
    """
    _, check, space = load(reference, test, entry_point)
    made: list[None] = []
    asked: list[bytes] = []

    def candidate(*args: Any) -> Any:
        place = len(made)
        made.append(None)
        call = encoded(args)
        if place >= len(answers) or call != answers[place][0]:
            asked.append(call)
            raise NeedsAnswer
        _, answer, mark, names, message = answers[place]
        if answer is None:
            raise as_raised(names, message, space)
        return rebuilt(marshal.loads(answer), mark)

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


def hold(reference: str, test: str, code: str, function: str, args: bytes, answer: bytes) -> tuple[bool, str]:
    """Let the code of a checker judge one answer.

    Args:
        reference: the whole program of the reference; what it defines, the checker can name.
        test: the same holds for what the test code defines.
        code: defines `function`, which raises or returns False where the answer is wrong.
        function: takes the tuple of arguments and the answer.
        args: the arguments, encoded.
        answer: the answer, encoded.

    Returns:
        Whether the answer is accepted, and what was raised if not.
    """
    space = spaces(reference, test)[1]
    exec(compile(code, "<checker>", "exec", dont_inherit=True), space)
    random.seed(SEED)
    try:
        return space[function](marshal.loads(args), marshal.loads(answer)) is not False, ""
    except BaseException as error:
        return False, told(error)
