"""Running code: what is asked of an executor, and what it tells.

An executor says what happened; whether that is right, the oracle says, in the process that asked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, Protocol

from augment.errors import NotPlain
from augment.model import wire
from augment.model.value import Value


class Ending(StrEnum):
    """How a call, or the loading of a program, ended."""

    RETURNED = "returned"
    NOT_PLAIN = "not-plain"
    """It returned something that is no plain value."""
    TOO_LARGE = "too-large"
    """It returned a plain value too large to pass on."""
    RAISED = "raised"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"
    DIED = "died"
    """The process ended before the call did: a signal, or an early exit."""
    NO_CODE = "no-code"
    """Loading only: the text does not parse, or does not define the entry point."""
    INFRA = "infra"
    """Our own trouble; nothing is known about the code."""


NO_ANSWER: Final = frozenset({Ending.TIMED_OUT, Ending.OUT_OF_MEMORY, Ending.DIED, Ending.INFRA})
"""Endings after which a program is not called again, and of which the benchmark's test code need not be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one call did, seen from outside the process that made it. Whether it is right, the oracle says."""

    ending: Ending
    wire: bytes = b""
    """The answer in the closed encoding, not yet checked; only when `ending` is RETURNED."""
    marked: str = ""
    """Type of a library container or scalar whose plain content `wire` holds; empty for plain values."""
    detail: str = ""
    """Type and message of what was raised, name of the signal, and the like; text from untrusted code."""
    raised: tuple[str, ...] = ()
    """Names of the class of what was raised and of those above it; text from untrusted code."""
    cpu_seconds: float = 0.0
    """Processor time of the call as the child measured it, where the run asked for times."""

    @property
    def content(self) -> Value | None:
        """The plain content of what was returned, whatever its mark; None where there is none."""
        if self.ending is not Ending.RETURNED:
            return None
        try:
            return Value.of(wire.decode(self.wire))
        except NotPlain:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Source of a module and the function in it to call."""

    source: str
    entry_point: str


@dataclass(frozen=True)
class Calls:
    """Arguments for a series of calls, each a tuple. Sent to a worker once and known by their key after that."""

    args: tuple[Value, ...]

    @cached_property
    def key(self) -> str:
        """Digest of all arguments in order."""
        digest = hashlib.sha256()
        for value in self.args:
            digest.update(len(value.wire).to_bytes(8, "little"))
            digest.update(value.wire)
        return digest.hexdigest()

    def __len__(self) -> int:
        return len(self.args)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on one program's run; a call or program that exceeds one ends with the ending named here."""

    cpu_seconds: float = 3.0
    """Processor time of one call, and of loading the program: TIMED_OUT."""
    wall_seconds: float = 20.0
    """Clock time of one call, the backstop for code that sleeps: TIMED_OUT."""
    program_cpu_seconds: float = 45.0
    """Processor time of one process over all its calls: TIMED_OUT in the call it has come to."""
    memory_bytes: int = 2 << 30
    """Address space of the process: OUT_OF_MEMORY."""
    value_bytes: int = 1 << 20
    """Encoded size of one answer: TOO_LARGE, the answer stays in the child."""
    file_bytes: int = 1 << 20
    """Size of any file the process writes: it gets an OSError or dies of SIGXFSZ."""
    steps: int = 0
    """Lines and calls of one call, counted by tracing it: TIMED_OUT; 0 for no limit. Unlike time, the same on every
    machine, but traced code is several times slower and can see it: for trusted code only."""
    open_files: int = 64
    """Open descriptors of the process."""
    processes: int = 256
    """Processes and threads beyond those that the user has already; enforced by the system for ordinary users only."""


Watch = Callable[[int, Outcome], bool]
"""Told each outcome by the index of its call; False ends the run there."""


MOST_LOST: Final = 3
"""Calls that a stranger's program may not come back from before it is asked no more."""


class Patience:
    """A watch that ends the run of a program that is lost again and again."""

    def __init__(self, most: int = MOST_LOST) -> None:
        self.left = most

    def __call__(self, index: int, outcome: Outcome) -> bool:
        """Whether to go on."""
        self.left -= outcome.ending in NO_ANSWER
        return self.left > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """What one program did."""

    loading: Outcome
    """RETURNED when the module loaded and defines the entry point."""
    outcomes: dict[int, Outcome]
    """By index of the call; calls that were not made are absent."""

    def of(self, index: int) -> Outcome:
        """The outcome of a call; where it was not made, that of loading."""
        return self.outcomes.get(index, self.loading)


class Session(Protocol):
    """One process that holds a program and is told each call when the one before has ended."""

    @property
    def loading(self) -> Outcome:
        """RETURNED when the module loaded and defines the entry point."""
        ...

    def call(self, arguments: Value) -> Outcome:
        """Make one call; once the process is gone, or has been ended for its time, each further one says so too.

        Args:
            arguments: the tuple of positional ones and the dict of those that are given by name.
        """
        ...


class Executor(Protocol):
    """Runs one program at a time; belongs to one thread."""

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
        """Load the program in a fresh process and make the calls there.

        A call that kills the process costs the process, not the run: the rest goes on in another.

        Args:
            program: what to run.
            calls: the arguments; each call gets a fresh copy.
            limits: bounds for loading and for each call.
            order: indexes of the calls to make, in this order; all of them by default.
            watch: asked after each outcome whether to go on.
            timed: fill in `Outcome.cpu_seconds`.

        Raises:
            EngineFailure: the executor itself cannot work.
        """
        ...

    def converse(self, program: Program, limits: Limits, *, timed: bool = False) -> AbstractContextManager[Session]:
        """Load the program in a fresh process, for calls that are not known beforehand.

        Nothing is done a second time here: trouble ends the process.

        Args:
            program: what to run.
            limits: bounds for loading and for each call.
            timed: fill in `Outcome.cpu_seconds`.
        """
        ...


class ExecutorPool(Protocol):
    """Lends executors to threads; each loan is exclusive."""

    def lend(self, *, hash_seed: int = 0) -> AbstractContextManager[Executor]:
        """An executor whose processes hash strings with this seed."""
        ...
