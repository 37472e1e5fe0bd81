"""The child side of the engine: a warm process that forks once for each program.

It needs the standard library only and knows nothing of the rest of augment: its text is handed to a Python
interpreter, possibly another one than augment's, together with that of `walls.py`. Requests arrive on a socket as
marshalled tuples (the parent is trusted); each run brings a socket of its own, so what an earlier program left behind
cannot speak for a later one.

    parent -> here    ("calls", key, blobs)
                      ("run", entry_point, key, order, limits, scratch, hasty, timed), with the run's socket
    here -> parent    ("end", status, excess), when the forked process and all that it started are gone

An order of None asks for a conversation: the arguments of each call, positional and named, come on the run's socket
when the call before has been reported, and it ends when nothing more comes.

A forked process takes the program's text from its socket, so that this process never holds it and no later program can
find it in memory; it makes the calls and reports on the socket in frames of one byte for the kind, four
for the call's place in the order, four for the length, and the payload. It never learns what answer is expected.
When the socket closes, the parent is gone: everything here ends at once.
"""

from __future__ import annotations

import array
import collections
import gc
import importlib
import marshal
import os
import random
import resource
import select
import signal
import socket
import struct
import sys
import time
import types
from typing import Any, Callable, Iterator

import walls  # type: ignore[import-not-found]  # handed over as text beside this one

HEADER = struct.Struct("<cII")
NO_PLACE = 0xFFFFFFFF
UNPREPARED, STARTED, LOADED, UNLOADABLE, CPU = b"P", b"S", b"L", b"X", b"C"
RETURNED, NOT_PLAIN, LARGE, RAISED, MEMORY, STEPS = b"R", b"N", b"B", b"E", b"M", b"T"
FLUSH_BYTES = 1 << 16
FLUSH_SECONDS = 0.002
MAX_DEPTH = 100
TMPFS_BYTES = 64 << 20
CHECK_SECONDS = 0.1
PAGE = resource.getpagesize()
CODES_BESIDE_DATA = frozenset(b"s.S")
"""Of marshal's bytes: any buffer is written as bytes, and Ellipsis and StopIteration have codes of their own."""
DICTS = (dict, collections.Counter, collections.OrderedDict, collections.defaultdict)
NESTED = "nested "
STRICT = ("deque", "numpy.ndarray", NESTED + "deque", NESTED + "numpy.ndarray")
ATOMS = (type(None), bool, int, float, complex, str, bytes)
WARM = ["bisect", "copy", "datetime", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re",
        "statistics", "string", "typing"]  # fmt: skip
"""Imported before the fork, so that programs which need them start at once."""


class TooManySteps(BaseException):
    """A call took more steps than it may."""


class NotPlain(Exception):
    """An answer that is no plain value; the argument names its type."""


def plain(value: Any, depth: int = 0) -> tuple[Any, str]:
    """A copy of the value made of exact builtin types, and whether it is one as it stands.

    Content is read through the builtin types' own methods, never through those of a subclass.
    """
    if depth > MAX_DEPTH:
        raise NotPlain("a value nested too deeply")
    kind = type(value)
    if kind in ATOMS:
        return value, ""
    if kind in DICTS:
        keys = [plain(key, depth + 1) for key in dict.keys(value)]
        items = [plain(item, depth + 1) for item in dict.values(value)]
        mark = strictest("" if kind is dict else kind.__name__, [mark for _, mark in keys + items])
        return dict(zip([key for key, _ in keys], [item for item, _ in items])), mark
    if kind in (list, tuple, set, frozenset):
        make, mark = kind, ""
    elif kind is collections.deque:
        make, mark = list, "deque"
    elif kind.__bases__ == (tuple,) and type(kind.__dict__.get("_fields")) is tuple:
        make, mark = tuple, "namedtuple"
    elif kind.__module__ == "numpy" and "numpy" in sys.modules:
        return from_numpy(value, kind)
    else:
        raise NotPlain("a value of type " + name_of(kind))
    done = [plain(item, depth + 1) for item in (tuple.__iter__(value) if make is tuple else value)]
    return make([item for item, _ in done]), strictest(mark, [inner for _, inner in done])


def strictest(own: str, inner: list[str]) -> str:
    """The mark that says most: of a type that Python does not take for the plain one, else any.

    Where it speaks of something inside the value and not of the value itself, it says so.
    """
    told = [own] * bool(own) + [mark if mark.startswith(NESTED) else NESTED + mark for mark in inner if mark]
    return next((mark for mark in told if mark in STRICT), told[0] if told else "")


def from_numpy(value: Any, kind: Any) -> tuple[Any, str]:
    """As `plain`, for numpy's scalars and arrays."""
    numpy: Any = sys.modules["numpy"]
    if issubclass(kind, numpy.generic):
        item = numpy.generic.item(value)
        if type(item) in ATOMS:
            return item, "numpy." + kind.__name__
    elif kind is numpy.ndarray:
        return plain(numpy.ndarray.tolist(value))[0], "numpy.ndarray"
    raise NotPlain("a value of type " + name_of(kind))


def name_of(kind: type) -> str:
    """Name of a class without running any of its code."""
    name = type.__dict__["__name__"].__get__(kind)
    return name[:80] if type(name) is str else "?"


def exact(value: Any) -> bool:
    """Whether the value is plain data as it stands."""
    kind = type(value)
    if kind in ATOMS:
        return True
    if kind in (list, tuple, set, frozenset):
        return all(map(exact, value))
    if kind is dict:
        return all(map(exact, value)) and all(map(exact, value.values()))
    return False


def encode(value: Any, dumps: Callable[..., bytes] = marshal.dumps) -> tuple[bytes, str]:
    """The encoded value and its mark. Raises NotPlain or MemoryError."""
    try:
        blob = dumps(value, 2)
        if not CODES_BESIDE_DATA.intersection(blob) or exact(value):
            return blob, ""
    except ValueError:
        pass
    except RecursionError:
        raise NotPlain("a value nested too deeply") from None
    content, mark = plain(value)
    return dumps(content, 2), mark


def describe(error: BaseException) -> bytes:
    """One line about an exception, without running any code of its class."""
    kind = name_of(type(error))
    args = BaseException.__dict__["args"].__get__(error)
    message = args[0] if args and type(args[0]) is str else ""
    return (kind + ": " + message[:200] if message else kind).encode("utf-8", "replace")


def raised(error: BaseException) -> bytes:
    """The names of the class of an exception and of those above it, and one line about it."""
    classes = type.__dict__["__mro__"].__get__(type(error))[:8]
    names = " ".join(map(name_of, classes)).encode("utf-8", "replace")[:255]
    return bytes([len(names)]) + names + describe(error)


class Reporter:
    """Writes frames to the parent; gathers them while calls are quick."""

    def __init__(self, descriptor: int, hasty: bool) -> None:
        self.descriptor = descriptor
        self.hasty = hasty
        self.frames: list[bytes] = []
        self.size = 0
        self.flushed = time.perf_counter()

    def tell(self, kind: bytes, place: int, payload: bytes) -> None:
        """Report something about the call in a place of the order."""
        self.frames.append(HEADER.pack(kind, place, len(payload)))
        self.frames.append(payload)
        self.size += len(payload)
        if not self.hasty or self.size > FLUSH_BYTES or time.perf_counter() - self.flushed > FLUSH_SECONDS:
            self.flush()

    def flush(self, write: Callable[[int, Any], int] = os.write) -> None:
        """Write what has been gathered."""
        view = memoryview(b"".join(self.frames))
        self.frames, self.size = [], 0
        while view:
            view = view[write(self.descriptor, view) :]
        self.flushed = time.perf_counter()


def make_calls(
    source: str,
    entry_point: str,
    arguments: Iterator[tuple[tuple[Any, ...], dict[str, Any]]],
    limits: dict[str, Any],
    reporter: Reporter,
    timed: bool,
) -> None:
    """Load the program, make the calls, report each."""
    space = types.ModuleType("completion")
    sys.modules["completion"] = space
    tell, clock = reporter.tell, time.process_time
    try:
        exec(compile(source, "<completion>", "exec"), space.__dict__)
    except MemoryError:
        return tell(MEMORY, 0, b"")
    except (SyntaxError, ValueError, RecursionError) as error:
        kind = UNLOADABLE if isinstance(error, SyntaxError) or "null bytes" in str(error) else RAISED
        return tell(kind, 0, describe(error) if kind == UNLOADABLE else raised(error))
    except BaseException as error:
        return tell(RAISED, 0, raised(error))
    function = space.__dict__.get(entry_point)
    if function is None:
        return tell(UNLOADABLE, 0, b"it does not define " + entry_point.encode())
    tell(LOADED, 0, b"")
    started = 0.0
    for place, (args, named) in enumerate(arguments):
        if timed:
            started = clock()
        try:
            answer = counted(function, args, limits["steps"]) if limits["steps"] else function(*args, **named)
            if timed:
                tell(CPU, place, struct.pack("<d", clock() - started))
            blob, mark = encode(answer)
            if len(blob) > limits["value_bytes"]:
                tell(LARGE, place, b"an answer of %d bytes" % len(blob))
                continue
        except MemoryError:
            answer, args = None, ()
            tell(MEMORY, place, b"")
        except TooManySteps:
            tell(STEPS, place, b"more than %d steps" % limits["steps"])
        except NotPlain as error:
            tell(NOT_PLAIN, place, describe_not_plain(error))
        except BaseException as error:
            tell(RAISED, place, raised(error))
        else:
            tell(RETURNED, place, bytes([len(mark)]) + mark.encode() + blob)
    return None


def known_arguments(
    blobs: list[bytes], order: list[int], loads: Callable[[bytes], Any] = marshal.loads
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Fresh arguments of calls that were known before the program ran."""
    for index in order:
        yield loads(blobs[index]), {}


def received_arguments(
    descriptor: int, loads: Callable[[bytes], Any] = marshal.loads
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments of calls as they come, each when the last call has been reported; until the parent closes its end."""
    while True:
        try:
            blob = received(descriptor)
        except EOFError:
            return
        yield loads(blob)


def counted(function: Callable[..., Any], args: tuple[Any, ...], steps: int) -> Any:
    """Call a trusted function and give up after so many lines and calls: the same on a fast and on a slow machine."""
    left = steps

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManySteps
        return trace

    sys.settrace(trace)
    try:
        answer = function(*args)
    finally:
        sys.settrace(None)
        if left < 0:  # also where the function caught the exception
            raise TooManySteps
    return answer


def describe_not_plain(error: Exception) -> bytes:
    """The reason alone for our own NotPlain; a program may raise one too, of another class."""
    return error.args[0].encode("utf-8", "replace") if type(error) is NotPlain else describe(error)


def confine(limits: dict[str, Any], scratch: str, settings: dict[str, Any]) -> None:
    """Give up what the program must not have; called in the forked process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    if settings["private"]:
        walls.own_folders(settings["private"], TMPFS_BYTES)
        scratch = settings["private"][0]
    else:
        os.mkdir(scratch)
    os.chdir(scratch)
    os.environ["HOME"] = os.environ["TMPDIR"] = scratch
    if not settings["private"] and walls.landlock_version():
        walls.landlock(settings["readable"], [scratch, os.devnull])
    walls.close_memory()
    walls.give_up_privileges()
    walls.die_with_parent()
    for name, amount in (
        (resource.RLIMIT_AS, limits["memory_bytes"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_CORE, 0),
    ):
        limit(name, amount)


def limit(name: int, amount: int) -> None:
    """Lower a limit; where the system's own is lower still, that one stays."""
    hard = resource.getrlimit(name)[1]
    if hard != resource.RLIM_INFINITY:
        amount = min(amount, hard)
    resource.setrlimit(name, (amount, amount))


def run_forked(reports: int, request: tuple[Any, ...], blobs: list[bytes], settings: dict[str, Any]) -> None:
    """The life of a forked process, from the fork to its end."""
    _, entry_point, _, order, limits, scratch, hasty, timed = request
    leave, out_of_memory = os._exit, HEADER.pack(MEMORY, NO_PLACE, 0)
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        os.dup2(reports, 3)
        os.closerange(4, 1024)
        try:
            confine(limits, scratch, settings)
        except Exception as error:
            reason = repr(error).encode("utf-8", "replace")[:300]
            os.write(3, HEADER.pack(UNPREPARED, 0, len(reason)) + reason)
            leave(0)
        os.write(3, HEADER.pack(STARTED, 0, 0))
        source = received(3).decode("utf-8", "surrogatepass")
        random.seed(settings["seed"])  # programs that draw random numbers draw the same ones in every run
        reporter = Reporter(3, hasty)
        arguments = received_arguments(3) if order is None else known_arguments(blobs, order)
        make_calls(source, entry_point, arguments, limits, reporter, timed)
        reporter.flush()
    except MemoryError:  # none left even to report
        os.write(3, out_of_memory)
    except BaseException:
        leave(1)
    leave(0)


def received(descriptor: int, read: Callable[[int, int], bytes] = os.read) -> bytes:
    """What comes with its length before it."""
    wanted, data = 4, b""
    while len(data) < wanted:
        chunk = read(descriptor, wanted - len(data))
        if not chunk:
            raise EOFError
        data += chunk
        if wanted == 4 and len(data) == 4:
            wanted += struct.unpack("<I", data)[0]
    return data[4:]


def children(pid: int) -> list[int]:
    """Processes whose parent this one is; none where the system does not tell."""
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def excess(limits: dict[str, Any]) -> str:
    """What all that a program has started, orphans too, has too much of: memory, processes, or nothing.

    Nothing for a single process, which its own limits hold.
    """
    todo, count, size = children(os.getpid()), 0, 0
    if len(todo) == 1 and not children(todo[0]):
        return ""
    while todo:
        one = todo.pop()
        todo += children(one)
        count += 1
        if count > limits["processes"]:
            return "processes"
        try:
            with open("/proc/%d/statm" % one) as file:
                size += int(file.read().split()[1]) * PAGE
        except (OSError, IndexError):
            pass
    return "memory" if size > limits["memory_bytes"] else ""


def kill_rest() -> None:
    """Kill what a program has left behind: its orphans are this process's children."""
    if os.getpid() == 1:  # the first of a namespace: everybody else here is the program's
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        while True:
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return
    left = children(os.getpid())
    while left:
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        left = children(os.getpid())


def supervise(control: socket.socket, woken: int, pid: int, limits: dict[str, Any]) -> tuple[int, str]:
    """Wait for a forked process; its exit status, and what it was ended for that it had too much of."""
    poller = select.poll()
    poller.register(control, select.POLLIN)
    poller.register(woken, select.POLLIN)
    too_much, looked = "", time.monotonic()
    while True:
        ready = [descriptor for descriptor, _ in poller.poll(CHECK_SECONDS * 1000)]
        if control.fileno() in ready:  # nothing is sent during a run: this is the end of the parent
            os.kill(pid, signal.SIGKILL)
            kill_rest()
            os._exit(0)
        if woken in ready:
            os.read(woken, 512)
        done = -1
        while done:
            done, status = os.waitpid(-1, os.WNOHANG)
            if done == pid:
                kill_rest()
                return status, too_much
        if time.monotonic() - looked > CHECK_SECONDS:
            looked = time.monotonic()
            too_much = too_much or excess(limits)
            if too_much:
                os.kill(pid, signal.SIGKILL)


def limits_now() -> list[tuple[int, int]]:
    """This process's own limits, which any process of the same user may lower."""
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    return [resource.getrlimit(kind) for kind in kinds]


def receive(control: socket.socket) -> tuple[Any, Any]:
    """The next request and the descriptor that came with it, or None when the parent is gone."""
    passed = array.array("i")
    data, ancillary, _, _ = control.recvmsg(4, socket.CMSG_LEN(passed.itemsize))
    if not data:
        return None, None
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            passed.frombytes(content[: passed.itemsize])
    while len(data) < 4:
        data += control.recv(4 - len(data))
    (length,) = struct.unpack("<I", data)
    body = bytearray()
    while len(body) < length:
        chunk = control.recv(min(1 << 20, length - len(body)))
        if not chunk:
            return None, None
        body += chunk
    return marshal.loads(bytes(body)), (passed[0] if passed else None)


def send(control: socket.socket, message: tuple[Any, ...]) -> None:
    """Tell the parent something."""
    blob = marshal.dumps(message, 2)
    control.sendall(struct.pack("<I", len(blob)) + blob)


def serve(control: socket.socket, settings: dict[str, Any]) -> None:
    """Answer requests until the parent closes its end."""
    known: collections.OrderedDict[str, list[bytes]] = collections.OrderedDict()
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    limits = limits_now()
    while True:
        request, reports = receive(control)
        if request is None:
            return
        if request[0] == "calls":
            known[request[1]] = request[2]
            while len(known) > 4:
                known.popitem(last=False)
            continue
        pid = os.fork()
        if pid == 0:
            run_forked(reports, request, known.get(request[2], []), settings)
        os.close(reports)
        send(control, ("end", *supervise(control, woken, pid, request[4])))
        if limits_now() != limits:  # the program has reached up to this process: it is replaced
            return


def main(settings: dict[str, Any]) -> None:
    """Become the warm process.

    Args:
        settings: "control", the socket's descriptor; "seed" of random numbers; "private", the folders that each fork
            gets for itself, the scratch folder first, where there are namespaces; "readable", the folders that a
            program may read where there are none.
    """
    control = socket.socket(fileno=settings["control"])
    sys.path[:] = [entry for entry in sys.path if entry not in ("", os.getcwd())]
    sys.argv[:] = [""]
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    for name in WARM:
        importlib.import_module(name)
    walls.adopt_orphans()
    walls.close_memory()
    gc.collect()
    gc.freeze()
    serve(control, settings)
