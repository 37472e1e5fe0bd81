"""A program that is held in a process and called again and again, for as long as it answers.

A shrinker asks about hundreds of inputs, one after the other; a new process for each would cost more than all the
calls. What is found this way counts only once it is found again in a new process.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from typing import Final

from augment.model.execution import NO_ANSWER, Ending, Executor, Limits, Outcome, Program, Session
from augment.model.value import Value
from augment.prove.shrink import Enough

MOST_LOST: Final = 10
"""Calls that may end the process; after that no more are made."""


class Held(AbstractContextManager["Held"]):
    """A program that can be called; a context manager, for one thread.

    Args:
        executor: lent for as long as this lives.
        program: what is called.
        limits: for each call.
    """

    def __init__(self, executor: Executor, program: Program, limits: Limits) -> None:
        self._executor, self._program, self._limits = executor, program, limits
        self._process = ExitStack()
        self._session: Session | None = None
        self._lost = 0

    def call(self, args: Value) -> Outcome:
        """What the program does with a tuple of arguments.

        Raises:
            Enough: too many calls have ended its process.
        """
        if self._lost >= MOST_LOST:
            raise Enough
        if self._session is None:
            self._session = self._process.enter_context(self._executor.converse(self._program, self._limits))
        outcome = self._session.loading
        if outcome.ending is Ending.RETURNED:
            outcome = self._session.call(Value.of((args.unpack(), {})))
        if outcome.ending in NO_ANSWER:
            self._lost += 1
            self._end()
        return outcome

    def _end(self) -> None:
        self._process.close()
        self._session = None

    def __exit__(self, *_: object) -> None:
        self._end()
