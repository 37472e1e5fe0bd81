"""An executor with a warm child process that forks once for each program.

The parent side of `child.py`: starts the child, sends it programs and arguments, and kills from outside. Outcomes come
in batches while calls are quick; where a process dies or hangs, the calls that were not reported are made again in a
new process, one report a call, so that the trouble is laid at the right call's door. So a limit is exceeded
in two processes before it counts.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import secrets
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from augment.errors import EngineFailure, NotPlain
from augment.model import wire
from augment.model.execution import Calls, Ending, Execution, Limits, Outcome, Program, Watch
from augment.model.value import Value
from augment.sandbox.crowd import tasks_of_user
from augment.sandbox.interpreter import ENVIRONMENT
from augment.sandbox.launch import Launch, best_launch
from augment.sandbox.listener import Listener, Visit

ANSWER_SECONDS: Final = 60.0
"""Patience with the warm child itself; it runs nothing untrusted."""
CLOSE_SECONDS: Final = 2.0
ENDED_PARENT: Final = "it ended the process that had started it"
LOADED: Final = Outcome(ending=Ending.RETURNED)
KNOWN_CALLS: Final = 4
"""Series of arguments that a child remembers."""


class ForkingExecutor:
    """An `Executor` over one warm child; belongs to one thread, closed by `close`."""

    def __init__(self, launch: Launch | None = None, *, hash_seed: int = 0) -> None:
        self.launch = launch or best_launch()
        self.hash_seed = hash_seed
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
        run = _Run(self, program, calls, limits, list(range(len(calls)) if order is None else order), watch, timed)
        try:
            return run.through()
        except _WatchRaised as problem:
            raise problem.error from None

    def close(self) -> None:
        """End the child and all that it started."""
        control, process = self._control, self._process
        self._control, self._process, self._sent = None, None, []  # whoever closes it once more, finds nothing
        if control is not None:
            control.close()  # it leaves by itself then, and its processor time is accounted for
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(CLOSE_SECONDS)
            process.kill()
            process.wait()

    @contextlib.contextmanager
    def converse(self, program: Program, limits: Limits, *, timed: bool = False) -> Iterator[ForkedSession]:
        """See `Executor.converse`."""
        with Fork(self, limits, 0, lambda *_: True) as fork:
            request = ("run", program.entry_point, "", None, _with_tasks(limits))
            fork.begin(request, _text(program), hasty=False, timed=timed)
            yield ForkedSession(fork)

    def visit(self, request: tuple[Any, ...], calls: Calls, run: _Run, order: list[int]) -> Visit:
        """Fork once for a program and follow it through calls that are known."""
        with Fork(self, run.limits, len(order), run.hear) as fork:
            fork.begin(request, run.source, calls=calls, hasty=run.hasty, timed=run.timed)
        return fork.listener.visit

    def request(self, request: tuple[Any, ...], calls: Calls | None, descriptor: int) -> socket.socket:
        """Ask the warm child, started anew where it is gone, for a fork; the socket on which it tells of the end."""
        control = self._connected()
        if calls is not None and calls.key not in self._sent:
            self._send(control, ("calls", calls.key, [value.wire for value in calls.args]))
            self._sent = [*self._sent[1 - KNOWN_CALLS :], calls.key]
        self._send(control, request, descriptor)
        return control

    def _connected(self) -> socket.socket:
        if self._control is not None:
            return self._control
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    self.launch.command({"control": theirs.fileno(), "seed": self.hash_seed}),
                    pass_fds=[theirs.fileno()],
                    env={**ENVIRONMENT, "PYTHONHASHSEED": str(self.hash_seed)},
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError:
                ours.close()
                raise
        self._control = ours
        return ours

    @staticmethod
    def _send(control: socket.socket, message: tuple[Any, ...], descriptor: int | None = None) -> None:
        blob = marshal.dumps(message, wire.VERSION)
        header = struct.pack("<I", len(blob))
        if descriptor is None:
            control.sendall(header + blob)
        else:
            socket.send_fds(control, [header], [descriptor])
            control.sendall(blob)

    def end_of_fork(self, control: socket.socket) -> tuple[int, str]:
        """Exit status of the last fork, and what it had too much of, once it and all that it started are gone."""
        message = self._receive(control)
        match message:
            case ("end", int() as status, str() as excess):
                return status, excess
        raise EngineFailure(f"the child process said {message!r} where an end was expected")

    @staticmethod
    def _receive(control: socket.socket) -> object:
        """The next message of the child, decoded as untrusted data."""
        if not select.select([control], [], [], ANSWER_SECONDS)[0]:
            raise EngineFailure("the child process does not answer")
        header = control.recv(4, socket.MSG_WAITALL)
        if len(header) < 4:
            raise EngineFailure("the child process is gone")
        (length,) = struct.unpack("<I", header)
        if length > 1000:
            raise EngineFailure("the child process sent a malformed message")
        try:
            return wire.decode(control.recv(length, socket.MSG_WAITALL))
        except NotPlain as problem:
            raise EngineFailure(f"the child process sent {problem}") from None


class Fork:
    """One forked process, from its start until it and all that it started are gone; a context manager.

    Trouble of the engine is told by its listener's visit. Where it is left by an exception, or the warm child is lost,
    that child is started anew next time: what it says next would belong to this program.
    """

    def __init__(
        self, executor: ForkingExecutor, limits: Limits, calls: int, hear: Callable[[int, Outcome], bool]
    ) -> None:
        self._executor = executor
        self._scratch = os.path.join(tempfile.gettempdir(), f"augment-{secrets.token_hex(8)}")
        self._ours, self._theirs = socket.socketpair()
        self.listener = Listener(self._ours, limits, calls, hear)
        self._control: socket.socket | None = None
        self._end: tuple[int, str] | None = None

    def begin(
        self, request: tuple[Any, ...], source: bytes, *, calls: Calls | None = None, hasty: bool, timed: bool
    ) -> None:
        """Start the process and follow it until the calls it was asked for are made."""
        with self._trouble_told():
            with self._theirs:
                request = (*request, self._scratch, hasty, timed)
                self._control = self._executor.request(request, calls, self._theirs.fileno())
            self._ours.settimeout(ANSWER_SECONDS)
            self._ours.sendall(struct.pack("<I", len(source)) + source)
            self._listen(self._control)

    def ask(self, blob: bytes) -> None:
        """Have one more call made, as far as the process is still there."""
        with self._trouble_told():
            self.listener.ask(blob)
            if self._end is not None:
                self.listener.end(*self._end)
            elif self._control is not None:
                self._listen(self._control)

    def _listen(self, control: socket.socket) -> None:
        if self.listener.listen(control.fileno()):
            self._ended(control)

    def _ended(self, control: socket.socket) -> None:
        self._end = self._executor.end_of_fork(control)
        self.listener.end(*self._end)

    @contextlib.contextmanager
    def _trouble_told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, EngineFailure) as problem:
            self.listener.visit.lost = True
            self.listener.visit.trouble = Outcome(ending=Ending.INFRA, detail=f"the engine failed: {problem}")

    def __enter__(self) -> Fork:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._control is not None and self._end is None and not self.listener.visit.lost:
            with self._trouble_told():
                kill(self.listener.pid)
                self._ended(self._control)
        self._ours.close()
        if self._end is None:
            kill(self.listener.pid)
            self._executor.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


class ForkedSession:
    """A `Session` over one forked process."""

    def __init__(self, fork: Fork) -> None:
        self._fork = fork

    @property
    def loading(self) -> Outcome:
        """See `Session.loading`."""
        return self._fork.listener.visit.loading or self._trouble()

    def call(self, arguments: Value) -> Outcome:
        """See `Session.call`."""
        visit = self._fork.listener.visit
        made = len(visit.outcomes)
        if visit.trouble is None:
            self._fork.ask(arguments.wire)
        if len(visit.outcomes) == made:
            return self._trouble()
        outcome, visit.outcomes[made] = visit.outcomes[made], LOADED  # thousands of answers need not be kept
        return outcome

    def _trouble(self) -> Outcome:
        visit = self._fork.listener.visit
        if visit.lost and visit.started:
            return Outcome(ending=Ending.DIED, detail=ENDED_PARENT)
        return visit.trouble or Outcome(ending=Ending.INFRA, detail="no report")


class _WatchRaised(Exception):
    """Carries an error of the watch past the handling of the engine's own."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class _Run:
    """One program's run: visit after visit until each call has an outcome or the watch has heard enough."""

    def __init__(
        self,
        executor: ForkingExecutor,
        program: Program,
        calls: Calls,
        limits: Limits,
        order: list[int],
        watch: Watch | None,
        timed: bool,
    ) -> None:
        self.executor, self.calls, self.limits, self.watch, self.timed = executor, calls, limits, watch, timed
        self.source = _text(program)
        self.entry_point = program.entry_point
        self.remaining = order
        self.hasty = True
        self.outcomes: dict[int, Outcome] = {}
        self.loading: Outcome | None = None
        self.losses = 0

    def through(self) -> Execution:
        """Make all calls."""
        limits = _with_tasks(self.limits)
        while True:
            order = self.remaining
            request = ("run", self.entry_point, self.calls.key, order, limits)
            visit = self.executor.visit(request, self.calls, self, order)
            self.remaining = order[len(visit.outcomes) :]
            self.loading = self.loading or visit.loading
            if visit.stopped or not self._go_on(visit):
                break
        return Execution(
            loading=self.loading or Outcome(ending=Ending.INFRA, detail="no report"), outcomes=self.outcomes
        )

    def hear(self, place: int, outcome: Outcome) -> bool:
        """Take in one outcome; whether to go on."""
        if place >= len(self.remaining):
            return False
        index = self.remaining[place]
        self.outcomes[index] = outcome
        try:
            return self.watch is None or self.watch(index, outcome)
        except Exception as error:
            raise _WatchRaised(error) from None

    def _go_on(self, visit: Visit) -> bool:
        """Whether another visit is needed; lays trouble at the door of the call it belongs to."""
        trouble = visit.trouble
        if visit.loading is not None and visit.loading.ending is not Ending.RETURNED:
            if not self.outcomes and visit.loading is self.loading:
                return False
            trouble = replace(visit.loading, detail=f"when loaded again: {visit.loading.detail}")
        if visit.lost:
            self.losses += 1
            trouble = self._lost(visit)
        elif trouble is None:
            return bool(self.remaining)  # reports that made no sense: the rest in a new process
        # A program that has used up the time of all its calls is not run again: it would only use up as much.
        if trouble is None or (self.hasty and not visit.spent and trouble.ending is not Ending.INFRA):
            self.hasty = False
            return True
        if self.loading is None:
            self.loading = trouble
            return False
        if not self.remaining:
            return False
        going_on = self.hear(0, trouble) and trouble.ending is not Ending.INFRA and not visit.spent
        self.remaining = self.remaining[1:]
        self.hasty = True
        return going_on and bool(self.remaining)

    def _lost(self, visit: Visit) -> Outcome | None:
        """What to make of a warm process that went away: nothing the first time, then it was the program's doing."""
        if self.losses == 1:
            return None
        if visit.started and self.losses == 2:
            return Outcome(ending=Ending.DIED, detail=ENDED_PARENT)
        return visit.trouble


def _text(program: Program) -> bytes:
    return program.source.encode("utf-8", "replace")


def _with_tasks(limits: Limits) -> dict[str, Any]:
    """The limits as a child is told them: the system counts all tasks of the user."""
    return {**asdict(limits), "processes": limits.processes + tasks_of_user()}


def kill(pid: int) -> None:
    """Kill a forked process and its group; it may be gone."""
    if pid > 1:
        for send in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                send(pid, signal.SIGKILL)


class ForkingPool:
    """Lends `ForkingExecutor`s; keeps them warm until it is closed.

    Used as a context manager. Executors of different hash seeds are kept apart.
    """

    def __init__(self, launch: Launch | None = None) -> None:
        self.launch = launch or best_launch()
        self._idle: dict[int, list[ForkingExecutor]] = {}
        self._all: list[ForkingExecutor] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def lend(self, *, hash_seed: int = 0) -> Iterator[ForkingExecutor]:
        """See `ExecutorPool.lend`."""
        with self._lock:
            idle = self._idle.setdefault(hash_seed, [])
            executor = idle.pop() if idle else ForkingExecutor(self.launch, hash_seed=hash_seed)
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
