"""What a problem with a known domain is made of, and the words that its hidden contract is written in."""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from augment.model.problem import Problem

Arguments = tuple[object, ...]


class Kind(StrEnum):
    """Which evidence tells the domain of a problem, the rest being silent or misleading."""

    WORDS = "words"
    GUARDS = "guards"
    SHAPES = "shapes"
    RELATIONS = "relations"
    """Between arguments or parts of one; words, guards or shapes tell them."""
    FREE = "free"
    """Nearly everything of the type is meant, so that a narrow domain is a wrong one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenProblem:
    """A problem as a benchmark would have it, and beside it what no tool may see: contract and probes."""

    kind: Kind
    source: str = ""
    """The one source of evidence that decides: `prompt`, `guard` or `shape`; empty for free problems."""
    entry_point: str
    prompt: str
    solution: str
    check: str
    """Asserts on `candidate`, one a line."""
    contract: Callable[..., bool]
    """Whether a careful reader of prompt, solution and check would call the arguments meant."""
    valid: tuple[Arguments, ...]
    """Inputs that are meant; none is a base input or an example of the prompt."""
    outside: tuple[Arguments, ...]
    """Inputs that are not meant."""

    @property
    def task_id(self) -> str:
        """Unique among the written problems."""
        return f"{self.kind}/{self.entry_point}"

    @property
    def problem(self) -> Problem:
        """The part that a tool may see."""
        return Problem(
            task_id=self.task_id,
            prompt=self.prompt,
            entry_point=self.entry_point,
            canonical_solution=self.solution,
            test="def check(candidate):\n" + textwrap.indent(self.check.strip("\n"), "    ") + "\n",
        )

    def reference(self) -> Callable[..., object]:
        """The author's own solution, to be called."""
        space: dict[str, Any] = {}
        exec(self.problem.reference, space)
        function: Callable[..., object] = space[self.entry_point]
        return function

    def base_inputs(self) -> tuple[Arguments, ...]:
        """Arguments of the calls that the check makes; raises AssertionError where the reference fails it."""
        calls: list[Arguments] = []
        reference = self.reference()

        def candidate(*args: object) -> object:
            calls.append(copy.deepcopy(args))
            return reference(*args)

        space: dict[str, Any] = {}
        exec(self.problem.test, space)
        space["check"](candidate)
        return tuple(calls)


def one(*values: object) -> tuple[Arguments, ...]:
    """Probes of a function of one argument."""
    return tuple((value,) for value in values)


def integer(value: object) -> bool:
    """A whole number, and no truth value."""
    return type(value) is int


def integers(value: object) -> bool:
    """A list of whole numbers."""
    return type(value) is list and all(map(integer, value))


def text(value: object) -> bool:
    """A string."""
    return type(value) is str


def texts(value: object) -> bool:
    """A list of strings."""
    return type(value) is list and all(map(text, value))
