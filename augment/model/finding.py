"""What a self-check finds in a suite: faults, weaknesses and suspicions, each with its problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from augment.model.suite import Exclusion


class Weight(StrEnum):
    """What a finding means for figures that are made with the suite."""

    FAULT = "fault"
    """Verdicts on this problem are worth nothing."""
    WEAKNESS = "weakness"
    """Of the base tests; the plus tests make up for it."""
    SUSPICION = "suspicion"
    """The reference may be wrong; only a person can tell."""


class Topic(StrEnum):
    """What a finding is about."""

    REFERENCE = "reference"
    """It does not pass its own tests, or there are none to pass."""
    ACCEPTS = "accepts"
    """The tests accept what is wrong."""
    TRIVIAL = "trivial"
    """A program that solves nothing passes."""
    BLIND = "blind"
    """Base tests do not look at some answers."""
    CONTRACT = "contract"
    PROMPT = "prompt"
    """The reference contradicts its own prompt."""
    FLOATS = "floats"
    """The reference answers in floats where whole numbers are meant."""
    TOLD = "told"
    """What was found when the tests were built."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found in a problem."""

    weight: Weight
    topic: Topic
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One problem of a suite after its self-check."""

    task_id: str
    comparisons: int = 0
    """Answers of the reference that were compared with the expected ones."""
    trivial_programs: int = 0
    """Programs that solve nothing, which the tests had to turn down."""
    findings: tuple[Finding, ...] = ()
    by_test_code: bool = False
    """Whether base is scored by the benchmark's own test code, without plus tests."""

    def reasons(self, weight: Weight) -> list[str]:
        """The findings of one weight."""
        return [finding.reason for finding in self.findings if finding.weight is weight]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A suite after its self-check."""

    benchmark: str
    problems: tuple[Examined, ...]
    excluded: tuple[Exclusion, ...]
    """Problems that were left out when the suite was built."""

    def of(self, weight: Weight) -> Iterator[tuple[str, str]]:
        """Task id and reason of all findings of one weight."""
        return ((problem.task_id, reason) for problem in self.problems for reason in problem.reasons(weight))

    @property
    def by_test_code(self) -> list[str]:
        """Task ids of the problems whose base is scored by their own test code."""
        return [problem.task_id for problem in self.problems if problem.by_test_code]

    @property
    def sound(self) -> bool:
        """Whether every problem can be scored."""
        return not self.excluded and not any(self.of(Weight.FAULT))

    def faulty(self) -> tuple[Exclusion, ...]:
        """The problems with faults, as problems that are not to be scored."""
        faults = ((problem.task_id, problem.reasons(Weight.FAULT)) for problem in self.problems)
        return tuple(Exclusion(task_id=task_id, reason="; ".join(reasons)) for task_id, reasons in faults if reasons)
