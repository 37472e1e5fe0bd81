"""Judge any number of completions of one problem, each program once.

The problem's own reference is judged first, as if it were a completion: it must pass, and its time sets the limit for
the others. Tests that compare nothing, or take a wrong answer for a right one, judge nobody. Programs with the same
syntax tree get the same verdict; so do programs that a keeper of verdicts knows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from augment.model.completion import Completion, Judgement, Opinion, Verdict
from augment.model.execution import ExecutorPool, Limits
from augment.model.proof import Proof
from augment.model.suite import Case, Exclusion, TestedProblem, Tier
from augment.score.judging import ProblemJudge, program_key
from augment.score.sound import unsound

REFERENCE = "reference"
"""Key of the reference's own opinion."""


class Keeper(Protocol):
    """Remembers opinions on programs of one problem under one set of tests and limits."""

    def find(self, program: str) -> Opinion | None:
        """The opinion on a program, by its key."""
        ...

    def keep(self, program: str, opinion: Opinion) -> None:
        """Remember an opinion; never one of infra."""
        ...


Prove = Callable[[str, Opinion, Limits], Proof | None]
"""Makes the proof that a program is wrong, given the opinion on it and the limits it was judged under."""


class Memory:
    """A `Keeper` for as long as it lives."""

    def __init__(self) -> None:
        self._opinions: dict[str, Opinion] = {}

    def find(self, program: str) -> Opinion | None:
        """See `Keeper.find`."""
        return self._opinions.get(program)

    def keep(self, program: str, opinion: Opinion) -> None:
        """See `Keeper.keep`."""
        self._opinions[program] = opinion


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSettings:
    """How completions are judged."""

    limits: Limits = field(default_factory=Limits)
    reference_factor: float = 5.0
    """A call may take this many times the processor time of the reference's slowest, where that is above the limit; so
    may all calls together. The time of a scale test counts `SCALE_MARGIN`-fold."""
    tiers: frozenset[Tier] = frozenset(Tier)
    """Plus tests of these tiers count."""
    scale: bool = True
    """Whether scale tests count: the large inputs on which programs of hopeless running time are found out."""
    all_tests: bool = False
    """Whether a completion goes on after its first failure, so that all its failures are known; no verdict differs."""
    prove: bool = False
    """Whether the smallest input that shows it wrong is found for each completion that passes base and fails plus."""

    def row(self) -> dict[str, Any]:
        """Of JSON types."""
        return {
            "limits": asdict(self.limits),
            "reference_factor": self.reference_factor,
            "tiers": sorted(self.tiers),
            "scale": self.scale,
            "all_tests": self.all_tests,
            "prove": self.prove,
        }

    def counts(self, case: Case) -> bool:
        """Whether a test counts."""
        return (case.tier is None or case.tier in self.tiers) and (self.scale or not case.scale)

    def counted(self, tested: TestedProblem) -> TestedProblem:
        """The problem with the tests that count."""
        return replace(tested, cases=tuple(filter(self.counts, tested.cases)))


class ProblemScorer:
    """Judges completions of one problem; safe to use from several threads.

    Args:
        tested: the problem and its tests.
        settings: limits, tiers, and whether all tests are run.
        trusted: executors for the benchmark's own code.
        untrusted: other executors, for the completions.
        keeper: knows and remembers opinions.
        prove: makes proofs, where the settings ask for them.
    """

    def __init__(
        self,
        tested: TestedProblem,
        settings: ScoreSettings,
        trusted: ExecutorPool,
        untrusted: ExecutorPool,
        keeper: Keeper | None = None,
        prove: Prove | None = None,
    ) -> None:
        self.task_id = tested.problem.task_id
        self._settings = settings
        self._keeper = keeper or Memory()
        self._prove = prove if settings.prove else None
        self._judge = ProblemJudge(settings.counted(tested), trusted, untrusted, all_tests=settings.all_tests)
        self._limits: Limits | None = None
        self._exclusion: Exclusion | None = None
        self._comparisons = 0
        self._calibrating = threading.Lock()

    def exclusion(self) -> Exclusion | None:
        """Why the problem cannot be scored; None when its tests accept its reference, and could turn something down."""
        self._calibrated()
        return self._exclusion

    def comparisons(self) -> int:
        """Answers of the reference that were compared with expected ones; 0 where the problem cannot be scored."""
        self._calibrated()
        return self._comparisons

    def judge(self, completion: Completion) -> Judgement:
        """The judgement on one completion; infra where the problem cannot be scored."""
        limits = self._calibrated()
        if self._exclusion is not None:
            return Opinion.infra(self._exclusion.reason).on(completion)
        key = program_key(completion.program)
        known = self._keeper.find(key)
        opinion = known or self._judge.opinion(completion.program, limits)
        if self._prove is not None and opinion.proof is None:
            opinion = replace(opinion, proof=self._prove(completion.program, opinion, limits))
        if opinion != known and opinion.plus is not Verdict.INFRA:
            self._keeper.keep(key, opinion)
        return (opinion if self._prove is not None else replace(opinion, proof=None)).on(completion)

    def _calibrated(self) -> Limits:
        """The limits for completions, by the reference's own time."""
        with self._calibrating:
            if self._limits is None:
                reason, self._limits = unsound(self._judge.tested), self._settings.limits
                if not reason:
                    opinion = self._reference_opinion()
                    reason, self._limits = _complaint(opinion), self._scaled(opinion)
                    self._comparisons = opinion.compared
                if reason:
                    self._exclusion = Exclusion(task_id=self.task_id, reason=reason)
            return self._limits

    def _scaled(self, opinion: Opinion) -> Limits:
        given, factor = self._settings.limits, self._settings.reference_factor
        return replace(
            given,
            cpu_seconds=max(given.cpu_seconds, factor * opinion.cpu_seconds),
            program_cpu_seconds=max(given.program_cpu_seconds, factor * opinion.total_cpu_seconds),
        )

    def _reference_opinion(self) -> Opinion:
        opinion = self._keeper.find(REFERENCE)
        if opinion is None:
            given = self._settings.limits
            generous = replace(
                given,
                cpu_seconds=given.cpu_seconds * 4,
                wall_seconds=given.wall_seconds * 4,
                program_cpu_seconds=given.program_cpu_seconds * 10,
            )
            opinion = self._judge.opinion(self._judge.tested.problem.reference, generous, timed=True)
            if opinion.plus is not Verdict.INFRA:
                self._keeper.keep(REFERENCE, opinion)
        return opinion


def _complaint(reference: Opinion) -> str:
    """What is wrong with the opinion on a reference; empty for a pass."""
    failure = reference.failure
    if failure is None:
        return ""
    where = f"on {failure.case_id}: " if failure.case_id else ""
    return f"its reference fails its own tests ({where}{failure.reason})"
