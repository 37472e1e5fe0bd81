"""Reads what one forked process reports, and decides when it has had its time.

The bytes come from an untrusted process: a frame that makes no sense is an outcome like any other, and the clocks run
on unless a report says that a call has ended.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from augment.model.execution import Ending, Limits, Outcome

HEADER: Final = struct.Struct("<cII")
CREDENTIALS: Final = struct.Struct("iII")
QUIET_SECONDS: Final = 0.05
"""Silence after which the child's processor clock is first read."""

MOST_READS: Final = 16
"""Reads of reports, one after the other, before the clocks are looked at."""
LOOK_SECONDS: Final = 0.5
"""How often the time of all calls together is looked at."""


@dataclass(slots=True)
class Visit:
    """One forked process, as the parent hears of it."""

    started: bool = False
    loading: Outcome | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    """In the order of the calls that were asked for."""
    trouble: Outcome | None = None
    """Why it ended before its work was done; None when it was done or told to stop."""
    stopped: bool = False
    spent: bool = False
    """Whether the trouble is the time of all calls together."""
    lost: bool = False
    """Whether the warm process went away meanwhile."""


class Listener:
    """Follows one forked process until it is done, in trouble or told to stop. Made before that process is asked for.

    Args:
        reports: its socket.
        limits: of time, and of the size of an answer.
        calls: how many calls it was asked for.
        hear: told each outcome by its place in the order; False ends the run.
    """

    def __init__(
        self, reports: socket.socket, limits: Limits, calls: int, hear: Callable[[int, Outcome], bool]
    ) -> None:
        self.reports, self.limits, self.calls, self.hear = reports, limits, calls, hear
        reports.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)  # a report sent before this would name nobody
        self.pid = 0
        """Of the forked process as this process knows it; the system tells it with the first report, which comes before
        any code of the program runs."""
        self.visit = Visit()
        self.finished = False
        self._buffer = bytearray()
        self._cpu_seconds = 0.0
        self._progress = 0
        self._idle_bytes = 0
        """Bytes since a call ended; more than any answer takes is nonsense."""
        self._unsent = b""
        """The rest of what the process is to be told."""
        self._looked = time.monotonic()
        """When the time of all calls together was last looked at."""

    def ask(self, blob: bytes) -> None:
        """Have one more call, with these arguments, made by a process that has answered all calls so far."""
        self.calls += 1
        self.finished = False
        self._unsent = struct.pack("<I", len(blob)) + blob

    def listen(self, control: int) -> bool:
        """Read until there is nothing more to hear.

        Args:
            control: descriptor that becomes readable when the process has ended by itself.

        Returns:
            Whether the process has ended by itself.
        """
        self.reports.setblocking(False)
        poller = select.poll()
        poller.register(self.reports, select.POLLIN)
        poller.register(control, select.POLLIN)
        heard, progress, cpu_at_silence = time.monotonic(), self._progress, -1.0
        while not self.finished:
            if self._unsent:
                self._send(poller)
            patience = QUIET_SECONDS if cpu_at_silence < 0 else 4 * QUIET_SECONDS
            ready = {descriptor for descriptor, _ in poller.poll(patience * 1000)}
            if control in ready:
                self._read(to_the_end=True)
                return True
            if self.reports.fileno() in ready and not self._read():
                poller.unregister(self.reports)
                self._unsent = b""
            if time.monotonic() - self._looked > LOOK_SECONDS:
                self._looked = time.monotonic()
                if self.pid and processor_clock(self.pid) > self.limits.program_cpu_seconds:
                    self._late(f"more than {self.limits.program_cpu_seconds:g} s of processor time in all")
                    self.visit.spent = True
                    break
            if progress != self._progress:
                heard, progress, cpu_at_silence = time.monotonic(), self._progress, -1.0
                continue
            silent = time.monotonic() - heard
            if silent < QUIET_SECONDS:
                continue
            cpu = processor_clock(self.pid) if self.pid else 0.0
            cpu_at_silence = cpu if cpu_at_silence < 0 else cpu_at_silence
            if cpu - cpu_at_silence > self.limits.cpu_seconds:
                self._late(f"more than {self.limits.cpu_seconds:g} s of processor time")
            elif silent > self.limits.wall_seconds:
                self._late(f"more than {self.limits.wall_seconds:g} s of waiting")
        return False

    def end(self, status: int, excess: str) -> None:
        """Account for an end that came before the work was done; `excess` is what it had too much of."""
        if self.finished:
            return
        if excess == "memory":
            ending, detail = Ending.OUT_OF_MEMORY, "its processes together took too much memory"
        elif excess == "processes":
            ending, detail = Ending.DIED, "it started too many processes"
        elif os.WIFSIGNALED(status):
            ending, detail = Ending.DIED, f"killed by {signal_name(os.WTERMSIG(status))}"
        else:
            ending, detail = Ending.DIED, f"left early with exit status {os.WEXITSTATUS(status)}"
        self._in_trouble(Outcome(ending=ending, detail=detail))

    def _late(self, detail: str) -> None:
        self._in_trouble(Outcome(ending=Ending.TIMED_OUT, detail=detail))

    def _in_trouble(self, outcome: Outcome) -> None:
        self.visit.trouble = outcome
        self.finished = True

    def _send(self, poller: select.poll) -> None:
        """Send what the process takes just now; it may be one that never reads, while the clocks run on."""
        with contextlib.suppress(BlockingIOError):
            try:
                self._unsent = self._unsent[self.reports.send(self._unsent) :]
            except (BrokenPipeError, ConnectionResetError):  # it has closed its end, or ended
                self._unsent = b""
        poller.modify(self.reports, select.POLLIN | (select.POLLOUT if self._unsent else 0))

    def _read(self, *, to_the_end: bool = False) -> bool:
        """Take in what the socket holds; False at its end. Stops now and then so that the clocks are looked at."""
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            for _ in range(MOST_READS if not to_the_end else 1 << 30):
                if self.finished:
                    break
                chunk = self._receive()
                if not chunk:
                    return False
                self._buffer += chunk
                self._idle_bytes += len(chunk)
                before = self._progress
                self._parse()
                if self._progress != before:
                    self._idle_bytes = 0
                elif self._idle_bytes > self.limits.value_bytes + (1 << 20) and not self.finished:
                    self._call_ended(Outcome(ending=Ending.NOT_PLAIN, detail="reports without end"))
                    self.finished = True
                if not to_the_end and len(chunk) < 1 << 16:
                    break
        return True

    def _receive(self) -> bytes:
        if self.pid:
            return self.reports.recv(1 << 18)
        chunk, ancillary, _, _ = self.reports.recvmsg(HEADER.size, socket.CMSG_SPACE(CREDENTIALS.size))
        for _, kind, data in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                self.pid = CREDENTIALS.unpack(data)[0]
        self.reports.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        return chunk

    def _parse(self) -> None:
        at = 0
        while len(self._buffer) - at >= HEADER.size and not self.finished:
            code, place, length = HEADER.unpack_from(self._buffer, at)
            if length > self.limits.value_bytes + 1024:
                self._call_ended(Outcome(ending=Ending.TOO_LARGE, detail="a report too large to be true"))
                self.finished = True
                break
            end = at + HEADER.size + length
            if len(self._buffer) < end:
                break
            self._frame(code, place, bytes(self._buffer[at + HEADER.size : end]))
            at = end
        del self._buffer[:at]

    def _frame(self, code: bytes, place: int, payload: bytes) -> None:
        visit = self.visit
        match code:
            case b"P" if not visit.started:
                self._in_trouble(_told(Ending.INFRA, payload))
            case b"S" if not visit.started:
                visit.started = True
            case b"C" if len(payload) == 8:
                (self._cpu_seconds,) = struct.unpack("<d", payload)
            case b"M" if place == 0xFFFFFFFF:
                self._in_trouble(Outcome(ending=Ending.OUT_OF_MEMORY, detail="out of memory"))
            case b"L" if visit.loading is None:
                self._loaded(Outcome(ending=Ending.RETURNED))
            case b"X" if visit.loading is None:
                self._loaded(_told(Ending.NO_CODE, payload))
            case b"M" | b"E" if visit.loading is None:
                self._loaded(_raised(payload) if code == b"E" else _told(Ending.OUT_OF_MEMORY, payload))
            case b"R" | b"N" | b"B" | b"T" | b"E" | b"M" if place == len(visit.outcomes) and visit.loading is not None:
                self._call_ended(self._outcome(code, payload))
            case _:
                # Two processes of the program both report, or it writes reports of its own.
                self._call_ended(Outcome(ending=Ending.NOT_PLAIN, detail="reports that make no sense"))
                self.finished = True

    def _outcome(self, code: bytes, payload: bytes) -> Outcome:
        if code == b"R" and payload and len(payload) > payload[0]:
            mark = payload[1 : 1 + payload[0]].decode("utf-8", "replace")
            return Outcome(
                ending=Ending.RETURNED, wire=payload[1 + payload[0] :], marked=mark, cpu_seconds=self._cpu_seconds
            )
        if code == b"E":
            return _raised(payload)
        endings = {
            b"R": Ending.NOT_PLAIN,
            b"N": Ending.NOT_PLAIN,
            b"B": Ending.TOO_LARGE,
            b"T": Ending.TIMED_OUT,
            b"M": Ending.OUT_OF_MEMORY,
        }
        return _told(endings[code], payload)

    def _loaded(self, outcome: Outcome) -> None:
        self._progress += 1
        self.visit.loading = outcome
        self.finished = outcome.ending is not Ending.RETURNED or self.calls == 0

    def _call_ended(self, outcome: Outcome) -> None:
        self._progress += 1
        visit = self.visit
        visit.loading = visit.loading or Outcome(ending=Ending.RETURNED)
        visit.outcomes.append(outcome)
        if not self.hear(len(visit.outcomes) - 1, outcome):
            visit.stopped = True
        self.finished = visit.stopped or len(visit.outcomes) == self.calls


def _raised(payload: bytes) -> Outcome:
    """The names of the classes come first, with their length before them."""
    end = 1 + payload[0] if payload else 0
    names = payload[1:end].decode("utf-8", "replace").split()
    return replace(_told(Ending.RAISED, payload[end:]), raised=tuple(names))


def _told(ending: Ending, payload: bytes) -> Outcome:
    text = payload.decode("utf-8", "replace")
    return Outcome(ending=ending, detail=" ".join(text.split())[:300] or ending.value.replace("-", " "))


def signal_name(number: int) -> str:
    """`SIGSEGV` and the like; a real-time or unknown signal by its number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def processor_clock(pid: int) -> float:
    """Processor time that a process has used so far, in seconds; 0 when it is gone or the system cannot tell."""
    try:
        # Linux: the clock id of another process (clock_getcpuclockid(3)) is made of its inverted pid.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0
