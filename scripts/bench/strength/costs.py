"""What running something costs: time by the clock, processor time with that of all descendants, memory."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cost:
    """What one run cost."""

    wall: float
    cpu: float
    peak_bytes: int
    passed: int


@dataclass
class Spent:
    """Processor time that a piece of work took."""

    seconds: float = 0.0


@contextlib.contextmanager
def spent() -> Iterator[Spent]:
    """Processor time of what is done inside, here and in child processes that have ended when it is left."""
    told, before = Spent(), own_seconds()
    yield told
    told.seconds = own_seconds() - before


def own_seconds() -> float:
    """Processor time of this process and of its descendants that have ended."""
    return sum(seconds_of(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def seconds_of(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(command: Sequence[str], environment: Mapping[str, str] | None = None) -> tuple[str, Cost]:
    """Run a command; what it printed, and its cost with that of all its descendants."""
    before, started = seconds_of(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    peak = Peak(process.pid)
    told = process.communicate()[0]
    wall, cpu = time.monotonic() - started, seconds_of(resource.RUSAGE_CHILDREN) - before
    return told, Cost(wall=wall, cpu=cpu, peak_bytes=peak.end(), passed=0)


class Peak(threading.Thread):
    """Looks, ten times a second, at the resident memory of a process and all below it together."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.bytes, self.over = pid, 0, threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.wait(0.1):
            self.bytes = max(self.bytes, sum(map(resident, below(self.pid))))

    def end(self) -> int:
        self.over.set()
        self.join()
        return self.bytes


def below(pid: int) -> list[int]:
    """A process and all its descendants."""
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        with contextlib.suppress(OSError):  # processes and threads end while one looks
            for path in Path(f"/proc/{found[-1]}/task").glob("*/children"):
                with contextlib.suppress(OSError):
                    todo += [int(child) for child in path.read_text().split()]
    return found


def cpu_of_all(pid: int) -> float:
    """Processor seconds of a process and all below it, with those of descendants that have ended."""
    ticks = 0
    for one in below(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0
