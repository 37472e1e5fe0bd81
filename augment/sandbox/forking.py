"""An executor with a warm child process that forks once for each program.

The parent side of `child.py`: starts the child, sends it programs and arguments, reads frames of outcomes, keeps
the limits, and kills from outside. Outcomes are gathered in batches while calls are quick; where a process dies or
hangs, the run goes over the calls that were not reported again, one report a call, so that the trouble is laid
at the right call's door. A time limit is thus always exceeded twice before it counts.

What stands between the program and the machine here: a process group of its own, limits on processor time, clock,
address space, file size, open files and processes, an empty environment, no standard streams, and a scratch
folder that is removed. It does not yet close the file system or the network to the program.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Final

from augment.errors import EngineFailure, NotPlain
from augment.model import wire
from augment.model.execution import Calls, Ending, Execution, Limits, Outcome, Program, Watch

HEADER: Final = struct.Struct("<cII")
QUIET_SECONDS: Final = 0.05
"""Silence after which the child's processor clock is first read."""
ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


@dataclass(slots=True)
class _Visit:
    """One forked process, as the parent hears of it."""

    started: bool = False
    loading: Outcome | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    """In the order of the calls that were asked for."""
    trouble: Outcome | None = None
    """Why it ended before its work was done; None when it was done or told to stop."""
    stopped: bool = False


class ForkingExecutor:
    """An `Executor` over one warm child; belongs to one thread, closed by `close`."""

    def __init__(self, *, hash_seed: int = 0, python: str = sys.executable) -> None:
        self.hash_seed = hash_seed
        self.python = python
        self._scratch = tempfile.mkdtemp(prefix="augment-")
        self._runs = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._sent: list[str] = []

    def run(
        self,
        program: Program,
        calls: Calls,
        limits: Limits,
        *,
        order: Sequence[int] | None = None,
        watch: Watch | None = None,
        timed: bool = False,
    ) -> Execution:
        """See `Executor.run`."""
        remaining = list(range(len(calls)) if order is None else order)
        outcomes: dict[int, Outcome] = {}
        loading: Outcome | None = None
        hasty = True
        while True:
            visit = self._visit(program, calls, limits, remaining, watch, hasty=hasty, timed=timed)
            loading = loading or visit.loading
            outcomes.update(zip(remaining, visit.outcomes, strict=False))
            remaining = remaining[len(visit.outcomes) :]
            trouble = visit.trouble
            if trouble is None:
                break
            if hasty and trouble.ending is not Ending.INFRA:
                hasty = False
                continue
            if visit.loading is None or not remaining:
                loading = trouble if not outcomes else loading
                outcomes.update(dict.fromkeys(remaining[:1], trouble) if outcomes else {})
                break
            index = remaining.pop(0)
            outcomes[index] = trouble
            if not remaining or (watch is not None and not watch(index, trouble)):
                break
            hasty = True
        return Execution(loading=loading or Outcome(ending=Ending.INFRA, detail="no report"), outcomes=outcomes)

    def close(self) -> None:
        """End the child and remove its scratch folder."""
        self._end_child()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _visit(
        self,
        program: Program,
        calls: Calls,
        limits: Limits,
        order: list[int],
        watch: Watch | None,
        *,
        hasty: bool,
        timed: bool,
    ) -> _Visit:
        for attempt in range(2):
            try:
                control = self._connected()
                if calls.key not in self._sent:
                    self._send(control, ("calls", calls.key, [value.wire for value in calls.args]))
                    self._sent = [*self._sent[-3:], calls.key]
                return self._visit_once(control, program, calls, limits, order, watch, hasty=hasty, timed=timed)
            except (OSError, EngineFailure, NotPlain) as problem:
                self._end_child()
                failure = problem
                if attempt == 0:
                    continue
        return _Visit(trouble=Outcome(ending=Ending.INFRA, detail=f"the engine failed: {failure}"))

    def _visit_once(
        self,
        control: socket.socket,
        program: Program,
        calls: Calls,
        limits: Limits,
        order: list[int],
        watch: Watch | None,
        *,
        hasty: bool,
        timed: bool,
    ) -> _Visit:
        self._runs += 1
        scratch = os.path.join(self._scratch, str(self._runs))
        read_end, write_end = os.pipe()
        try:
            try:
                source = program.source.encode("utf-8", "replace").decode()
                request = (
                    "run",
                    source,
                    program.entry_point,
                    calls.key,
                    order,
                    asdict(limits),
                    scratch,
                    hasty,
                    timed,
                )
                self._send(control, request, write_end)
            finally:
                os.close(write_end)
            pid = _expect(self._receive(control, wait=30.0), "pid")
            return _Listener(self, control, read_end, pid, limits, order, watch).listen()
        finally:
            os.close(read_end)
            shutil.rmtree(scratch, ignore_errors=True)

    def _connected(self) -> socket.socket:
        if self._control is not None:
            return self._control
        ours, theirs = socket.socketpair()
        source = resources.files("augment.sandbox").joinpath("child.py").read_text("utf-8")
        environment = {
            **ENVIRONMENT,
            "PYTHONHASHSEED": str(self.hash_seed),
            "HOME": self._scratch,
            "TMPDIR": self._scratch,
        }
        with theirs:
            self._process = subprocess.Popen(
                [self.python, "-s", "-c", source, str(theirs.fileno()), str(self.hash_seed)],
                pass_fds=[theirs.fileno()],
                env=environment,
                cwd=self._scratch,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._control = ours
        return ours

    def _end_child(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._control, self._process, self._sent = None, None, []

    @staticmethod
    def _send(control: socket.socket, message: tuple[Any, ...], descriptor: int | None = None) -> None:
        blob = marshal.dumps(message, wire.VERSION)
        header = struct.pack("<I", len(blob))
        if descriptor is None:
            control.sendall(header + blob)
        else:
            socket.send_fds(control, [header], [descriptor])
            control.sendall(blob)

    @staticmethod
    def _receive(control: socket.socket, *, wait: float) -> object:
        """The next message of the child; it is decoded as untrusted data."""
        if not select.select([control], [], [], wait)[0]:
            raise EngineFailure("the child process does not answer")
        header = control.recv(4, socket.MSG_WAITALL)
        if len(header) < 4:
            raise EngineFailure("the child process is gone")
        (length,) = struct.unpack("<I", header)
        if length > 1000:
            raise EngineFailure("the child process sent a malformed message")
        return wire.decode(control.recv(length, socket.MSG_WAITALL))


class _Listener:
    """Reads the frames of one forked process until it is done, in trouble or told to stop."""

    def __init__(
        self,
        executor: ForkingExecutor,
        control: socket.socket,
        pipe: int,
        pid: int,
        limits: Limits,
        order: list[int],
        watch: Watch | None,
    ) -> None:
        self.executor, self.control, self.pipe, self.pid = executor, control, pipe, pid
        self.limits, self.order, self.watch = limits, order, watch
        self.visit = _Visit()
        self.buffer = bytearray()
        self.cpu_seconds = 0.0

    def listen(self) -> _Visit:
        os.set_blocking(self.pipe, False)
        poller = select.poll()
        poller.register(self.pipe, select.POLLIN)
        poller.register(self.control, select.POLLIN)
        status: int | None = None
        heard = time.monotonic()
        cpu_at_silence: float | None = None
        while not self._finished():
            patience = QUIET_SECONDS if cpu_at_silence is None else 4 * QUIET_SECONDS
            ready = {descriptor for descriptor, _ in poller.poll(patience * 1000)}
            if self.control.fileno() in ready:
                status = self._status()
                self._read()
                break
            if self.pipe in ready:
                if not self._read():
                    poller.unregister(self.pipe)
                heard, cpu_at_silence = time.monotonic(), None
                continue
            cpu = processor_clock(self.pid)
            cpu_at_silence = cpu if cpu_at_silence is None else cpu_at_silence
            silent = time.monotonic() - heard
            if cpu - cpu_at_silence > self.limits.cpu_seconds:
                self.visit.trouble = _late(f"more than {self.limits.cpu_seconds:g} s of processor time")
                break
            if silent > self.limits.wall_seconds:
                self.visit.trouble = _late(f"more than {self.limits.wall_seconds:g} s of waiting")
                break
        if status is None:
            kill_group(self.pid)
            status = self._status()
        if not self._finished() and self.visit.trouble is None:
            self.visit.trouble = self._died(status)
        return self.visit

    def _finished(self) -> bool:
        visit = self.visit
        if visit.stopped or (visit.loading is not None and visit.loading.ending is not Ending.RETURNED):
            return True
        return visit.loading is not None and len(visit.outcomes) == len(self.order)

    def _status(self) -> int:
        return _expect(self.executor._receive(self.control, wait=30.0), "end")

    def _died(self, status: int) -> Outcome:
        if not self.visit.started and os.WIFEXITED(status) and os.WEXITSTATUS(status) == 70:
            return Outcome(ending=Ending.INFRA, detail="the process could not be prepared")
        if os.WIFSIGNALED(status):
            return Outcome(ending=Ending.DIED, detail=f"killed by {signal_name(os.WTERMSIG(status))}")
        return Outcome(ending=Ending.DIED, detail=f"left early with exit status {os.WEXITSTATUS(status)}")

    def _read(self) -> bool:
        """Take in what the pipe holds; False at its end."""
        while True:
            try:
                chunk = os.read(self.pipe, 1 << 18)
            except BlockingIOError:
                return True
            self.buffer += chunk
            self._parse()
            if not chunk or self._finished():
                return bool(chunk)

    def _parse(self) -> None:
        at = 0
        while len(self.buffer) - at >= HEADER.size and not self._finished():
            code, place, length = HEADER.unpack_from(self.buffer, at)
            if length > self.limits.value_bytes + 1024:
                self.visit.trouble = None
                self._outcome(Outcome(ending=Ending.TOO_LARGE, detail="a report too large to be true"))
                break
            end = at + HEADER.size + length
            if len(self.buffer) < end:
                break
            self._frame(code, place, bytes(self.buffer[at + HEADER.size : end]))
            at = end
        del self.buffer[:at]

    def _frame(self, code: bytes, place: int, payload: bytes) -> None:
        match code:
            case b"S":
                self.visit.started = True
            case b"C" if len(payload) == 8:
                (self.cpu_seconds,) = struct.unpack("<d", payload)
            case b"L":
                self.visit.loading = self.visit.loading or Outcome(ending=Ending.RETURNED)
            case b"X":
                self.visit.loading = self.visit.loading or _told(Ending.NO_CODE, payload)
            case b"M" | b"E" if self.visit.loading is None:
                self.visit.loading = _told(Ending.OUT_OF_MEMORY if code == b"M" else Ending.RAISED, payload)
            case _ if place != len(self.visit.outcomes) or self.visit.loading is None:
                # Two processes of the program both report, or it writes reports of its own.
                self._outcome(Outcome(ending=Ending.NOT_PLAIN, detail="reports out of order"))
            case b"R" if payload and len(payload) > payload[0]:
                mark = payload[1 : 1 + payload[0]].decode("utf-8", "replace")
                self._outcome(
                    Outcome(
                        ending=Ending.RETURNED,
                        wire=payload[1 + payload[0] :],
                        marked=mark,
                        cpu_seconds=self.cpu_seconds,
                    )
                )
            case b"N":
                self._outcome(_told(Ending.NOT_PLAIN, payload))
            case b"B":
                self._outcome(_told(Ending.TOO_LARGE, payload))
            case b"M":
                self._outcome(Outcome(ending=Ending.OUT_OF_MEMORY, detail="out of memory"))
            case b"T":
                self._outcome(_told(Ending.TIMED_OUT, payload))
            case b"E":
                self._outcome(_told(Ending.RAISED, payload))
            case _:
                self._outcome(Outcome(ending=Ending.NOT_PLAIN, detail="a report that makes no sense"))

    def _outcome(self, outcome: Outcome) -> None:
        index = self.order[len(self.visit.outcomes)] if len(self.visit.outcomes) < len(self.order) else -1
        self.visit.loading = self.visit.loading or Outcome(ending=Ending.RETURNED)
        self.visit.outcomes.append(outcome)
        if self.watch is not None and not self.watch(index, outcome):
            self.visit.stopped = True


def _told(ending: Ending, payload: bytes) -> Outcome:
    text = payload.decode("utf-8", "replace")
    return Outcome(ending=ending, detail=" ".join(text.split())[:300])


def _late(detail: str) -> Outcome:
    return Outcome(ending=Ending.TIMED_OUT, detail=detail)


def _expect(message: object, word: str) -> int:
    match message:
        case (str() as found, int() as number) if found == word:
            return number
    raise EngineFailure(f"the child process said {message!r} where {word!r} was expected")


def signal_name(number: int) -> str:
    """`SIGSEGV` and the like; a real-time or unknown signal by its number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def kill_group(pid: int) -> None:
    """Kill a process group, and the process itself in case it has not made its group yet."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def processor_clock(pid: int) -> float:
    """Processor time that a process has used so far, in seconds; 0 when it is gone or the system cannot tell."""
    try:
        # Linux: the clock id of another process (clock_getcpuclockid(3)) is made of its inverted pid.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


class ForkingPool:
    """Lends `ForkingExecutor`s; keeps them warm until it is closed.

    Used as a context manager. Executors of different hash seeds are kept apart.
    """

    def __init__(self, *, python: str | Path = sys.executable) -> None:
        self._python = str(python)
        self._idle: dict[int, list[ForkingExecutor]] = {}
        self._all: list[ForkingExecutor] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def lend(self, *, hash_seed: int = 0) -> Iterator[ForkingExecutor]:
        """See `ExecutorPool.lend`."""
        with self._lock:
            idle = self._idle.setdefault(hash_seed, [])
            executor = idle.pop() if idle else ForkingExecutor(hash_seed=hash_seed, python=self._python)
            if executor not in self._all:
                self._all.append(executor)
        try:
            yield executor
        finally:
            with self._lock:
                idle.append(executor)

    def __enter__(self) -> ForkingPool:
        return self

    def __exit__(self, *_: object) -> None:
        for executor in self._all:
            executor.close()
