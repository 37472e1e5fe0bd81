"""The trusted side of a base test: runs `check(candidate)` with a stand-in for the candidate.

The text of this module is run by an executor as a program of its own, so it needs the standard library only. The
benchmark's reference and test code are executed here; a completion never is. Arguments and answers cross in their
encoding, as bytes, so that only what the check sees is ever built. Random numbers that a test draws are seeded and
are not disturbed by the reference, so the calls are the same in every run.
"""

from __future__ import annotations

import builtins
import collections
import inspect
import marshal
import queue
import random
import sys
import threading
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


def placed(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments of a call by place alone, as the signature of the reference has it.

    Parameters that are left out before the last one given get their defaults. Raises TypeError where there is no such
    call: a name that may be given by name only, or that no parameter has.
    """
    if not named:
        return args
    try:
        signature = inspect.signature(function)
    except ValueError as error:
        raise TypeError(str(error)) from None
    bound = signature.bind(*args, **named)
    given = set(bound.arguments)
    bound.apply_defaults()
    last = max(place for place, name in enumerate(bound.arguments) if name in given)
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    by_name = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    if any(kind in by_name and name in given for kind, name in zip(kinds, bound.arguments)):
        raise TypeError("an argument that has no place")
    return bound.args[: max(last + 1, len(args))]


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
        self.by_name = False
        """Whether a call has arguments that have no place, only a name."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The answer as the check sees it: a copy, its arguments unchanged, as if the call were made elsewhere."""
        try:
            args, named = placed(self.reference, args, named), {}
        except TypeError:
            self.by_name = True
        call = self.noted(args, "an argument", encoded)
        names = self.noted(named, "an argument", encoded)
        self.calls.append(call)
        self.lines.append(line_of_test(sys._getframe(1)))
        state = random.getstate()
        try:
            answer = self.reference(*marshal.loads(call), **marshal.loads(names))
        finally:
            random.setstate(state)
        return self.noted(answer, "an answer of the reference", copied)

    def noted(self, value: Any, what: str, take: Callable[[Any], Any]) -> Any:
        """What is taken of a value; where it is not to be had, that is the trouble."""
        try:
            return take(value)
        except NotPlain as error:
            self.trouble = (
                self.trouble or f"{what} is not a plain value ({error}), and nothing else passes between processes"
            )
            raise


def line_of_test(frame: Any) -> int:
    """The line of the test code nearest to a frame; 0 where there is none."""
    while frame is not None and frame.f_code.co_filename != TEST:
        frame = frame.f_back
    return frame.f_lineno if frame else 0


def record(reference: str, test: str, entry_point: str) -> tuple[list[tuple[bytes, int]], bool, str, str]:
    """Run the check on the reference and note each call.

    Returns:
        (calls, by_name, trouble, raised): the encoded argument tuples in order, each with the line of the test code it
        was made on; whether they leave out arguments that have a name only; why they cannot be used, "" when they can;
        and what the check raised, "" when it is content.
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
    return list(zip(recorder.calls, recorder.lines)), recorder.by_name, recorder.trouble, raised


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
    function, check, space = load(reference, test, entry_point)
    made: list[None] = []
    asked: list[bytes] = []

    def candidate(*args: Any, **named: Any) -> Any:
        place = len(made)
        made.append(None)
        call = encoded(placed(function, args, named))
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


class Talk:
    """A check that is under way: it runs in a thread of its own, which stands still while an answer is awaited."""

    def __init__(self) -> None:
        self.said: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        """Questions and the ruling, of the check."""
        self.heard: queue.SimpleQueue[tuple[bytes | None, str, list[str], str]] = queue.SimpleQueue()
        """Answers, for the check."""
        self.asking = threading.Lock()
        """Held from a question to its answer: a check may have threads too."""
        self.made = 0
        self.trouble = ""
        """The first reason why the check cannot be held with somebody elsewhere."""

    def hold(self, check: Any, space: dict[str, Any]) -> None:
        """Run the check to its end and say what came of it."""

        def candidate(*args: Any, **named: Any) -> Any:
            with self.asking:
                return self.answer(args, named, space)

        random.seed(SEED)
        raised = ""
        try:
            check(candidate)
        except BaseException as error:
            raised = told(error)
        trouble = self.trouble or raised
        self.said.put(("fail" if trouble else "pass", self.made, trouble))

    def answer(self, args: tuple[Any, ...], named: dict[str, Any], space: dict[str, Any]) -> Any:
        """Ask, and give back or raise what comes."""
        self.made += 1
        try:
            call = encoded((args, named))
        except NotPlain as error:
            self.trouble = (
                self.trouble or f"an argument is not a plain value ({error}), and nothing else passes between processes"
            )
            raise
        self.said.put(("ask", self.made, call))
        blob, mark, names, message = self.heard.get()
        if blob is None:
            raise as_raised(names, message, space)
        return rebuilt(marshal.loads(blob), mark)


TALKS: list[Talk] = []
"""The one that this process holds."""


def converse(*said: Any) -> tuple[str, int, str | bytes]:
    """Begin a check, or go on with it, as far as its next question.

    Args:
        said: at first the reference, the test code and the name of the entry point; then, each time, what came of the
            call that was asked for, as `judge` is told it of known answers: the encoded answer or None, the mark of its
            type, the names of the classes of what was raised, and its message.

    Returns:
        ("ask", number of calls made, the encoded tuple of arguments by place and dict of those by name), or as `judge`.
    """
    if TALKS:
        TALKS[0].heard.put(said)
    else:
        _, check, space = load(*said)
        TALKS.append(Talk())
        threading.Thread(target=TALKS[0].hold, args=(check, space), daemon=True).start()
    return TALKS[0].said.get()


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
