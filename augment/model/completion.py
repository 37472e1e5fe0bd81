"""Completions, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final

from augment.model.proof import Proof
from augment.model.suite import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a model wrote for a problem, as it was read: a program, a part of one, or an answer in prose."""

    task_id: str
    model: str
    """The set it belongs to."""
    number: int
    """Position among the texts of this set for this problem, from 0."""
    text: str
    whole: bool
    """Whether it is meant as a whole program, not as the continuation of the prompt."""
    source: str
    """`file:line` or path, for messages."""


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
    extraction: str = ""
    """How the program was found in what the model wrote; empty where nobody looked for it."""


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


EXHAUSTED: Final = frozenset({Verdict.TIMEOUT, Verdict.MEMORY})
"""Verdicts on programs that no wrong answer is known of: they ran out of time or memory first."""


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
class Failed:
    """All tests that a program failed, where it was asked to go on after the first."""

    base: int
    """How many base tests."""
    plus: int
    """How many plus tests, whatever became of the base tests."""
    not_run: int
    """Tests that were never made: the program did not load, or one of its calls ended the run."""
    case_ids: tuple[str, ...] = ()
    """Of the failed tests in the order of the suite, the first `MOST_IDS` of them."""

    MOST_IDS: ClassVar[int] = 1000

    def row(self) -> dict[str, Any]:
        """Of JSON types."""
        return {"base": self.base, "plus": self.plus, "not_run": self.not_run, "case_ids": [*self.case_ids]}

    @classmethod
    def from_row(cls, row: Mapping[str, Any] | None) -> Failed | None:
        """What `row` was made from; None for nothing. Raises KeyError, TypeError or ValueError for another kind."""
        if row is None:
            return None
        base, plus, not_run = (int(row[key]) for key in ("base", "plus", "not_run"))
        return cls(base=base, plus=plus, not_run=not_run, case_ids=tuple(map(str, row["case_ids"])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """Base and plus verdict of a program, whoever wrote it. Plus means base *and* plus tests."""

    base: Verdict
    plus: Verdict
    failure: Failure | None = None
    """None for a pass."""
    failed: Failed | None = None
    """None unless all tests were asked for, and for infra."""
    proof: Proof | None = None
    """None unless proofs were asked for, and for all programs but those that pass base and fail plus."""
    cpu_seconds: float = 0.0
    """The slowest call, where the run was timed; that of a scale test counts for more."""
    total_cpu_seconds: float = 0.0
    """All calls together, where the run was timed."""
    compared: int = 0
    """Calls whose outcome was compared with an expected answer, or shown to the benchmark's test code."""

    @classmethod
    def infra(cls, reason: str) -> Opinion:
        """No opinion, for a reason of our own."""
        failure = Failure(kind=Kind.BASE, case_id="", reason=reason)
        return cls(base=Verdict.INFRA, plus=Verdict.INFRA, failure=failure)

    def on(self, completion: Completion) -> Judgement:
        """The same as a judgement on one completion."""
        return Judgement(
            completion=completion,
            base=self.base,
            plus=self.plus,
            failure=self.failure,
            failed=self.failed,
            proof=self.proof,
        )

    def row(self) -> dict[str, Any]:
        """Of JSON types."""
        failure = None if self.failure is None else asdict(self.failure)
        times = {"cpu_seconds": self.cpu_seconds, "total_cpu_seconds": self.total_cpu_seconds}
        failed = None if self.failed is None else self.failed.row()
        return {
            "base": self.base.value,
            "plus": self.plus.value,
            "failure": failure,
            "failed": failed,
            "proof": None if self.proof is None else self.proof.row(),
            **times,
            "compared": self.compared,
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Opinion:
        """What `row` was made from. Raises KeyError, TypeError or ValueError for another kind of row."""
        failure = row.get("failure")
        return cls(
            base=Verdict(row["base"]),
            plus=Verdict(row["plus"]),
            failure=Failure(**{**failure, "kind": Kind(failure["kind"])}) if failure else None,
            failed=Failed.from_row(row.get("failed")),
            proof=Proof.from_row(row.get("proof")),
            cpu_seconds=float(row.get("cpu_seconds", 0.0)),
            total_cpu_seconds=float(row.get("total_cpu_seconds", 0.0)),
            compared=int(row.get("compared", 0)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The opinion on the program of one completion."""

    completion: Completion
    base: Verdict
    plus: Verdict
    failure: Failure | None = None
    """None for a pass."""
    failed: Failed | None = None
    """None unless all tests were asked for, and for infra."""
    proof: Proof | None = None
    """The smallest input found that shows it wrong; None unless proofs were asked for and it passes base, not plus."""

    @property
    def is_false_positive(self) -> bool:
        """Whether base accepts it and plus rejects it; our own trouble is no rejection."""
        return self.base is Verdict.PASS and self.plus not in (Verdict.PASS, Verdict.INFRA)

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
        if self.completion.extraction:
            row["extraction"] = self.completion.extraction
        if self.failure is not None:
            row["failure"] = asdict(self.failure)
        if self.failed is not None:
            row["failed"] = self.failed.row()
        if self.proof is not None:
            row["proof"] = self.proof.row()
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, Any], completion: Completion) -> Judgement:
        """What `row` was made from, given the completion. Raises KeyError or ValueError for another kind of row."""
        return Opinion.from_row(row).on(completion)
