"""Completions, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from augment.model.suite import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """One program that claims to solve a problem."""

    task_id: str
    model: str
    """The set it belongs to: a model, a temperature, an author."""
    number: int
    """Position among the completions of this set for this problem, from 0."""
    program: str
    """The whole program to run."""
    source: str
    """`file:line` or path, for messages."""


class Verdict(StrEnum):
    """What an outcome means; decided by the process that compares, never by the one that ran the code."""

    PASS = "pass"
    FAIL = "fail"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    NO_CODE = "no-code"
    INFRA = "infra"
    """Our own trouble; kept out of every rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The first case that a completion did not pass."""

    kind: Kind
    case_id: str
    """Empty when the program could not be loaded."""
    reason: str
    """One line; may hold text from untrusted code."""
    got: str = ""
    """Literal of the wrong answer, shortened; empty when there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Base and plus verdict of one completion. Plus means base *and* plus tests."""

    completion: Completion
    base: Verdict
    plus: Verdict
    failure: Failure | None = None
    """None for a pass."""

    def row(self) -> dict[str, Any]:
        """Of JSON types; the program itself is left out, it is named by model, problem and number."""
        row: dict[str, Any] = {
            "model": self.completion.model,
            "task_id": self.completion.task_id,
            "number": self.completion.number,
            "source": self.completion.source,
            "base": self.base.value,
            "plus": self.plus.value,
        }
        if self.failure is not None:
            row["failure"] = asdict(self.failure)
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, Any], completion: Completion) -> Judgement:
        """What `row` was made from, given the completion. Raises KeyError or ValueError for another kind of row."""
        failure = row.get("failure")
        return cls(
            completion=completion,
            base=Verdict(row["base"]),
            plus=Verdict(row["plus"]),
            failure=Failure(**{**failure, "kind": Kind(failure["kind"])}) if failure else None,
        )
