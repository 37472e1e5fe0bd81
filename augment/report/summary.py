"""What a scoring run says, in numbers: one value that every report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from augment.errors import TooFewSamples
from augment.model.completion import EXHAUSTED, Judgement, Verdict
from augment.model.suite import Exclusion
from augment.stats.clustered import Estimate, mean, ratio
from augment.stats.passk import pass_at_k, relative_drop
from augment.stats.share import Share


@dataclass(frozen=True, slots=True, kw_only=True)
class PassAtK:
    """pass@k of one set of completions on base and on base+plus."""

    k: int
    base: float | None
    plus: float | None
    answered: float | None
    """On base+plus, where what plus rejects for time or memory alone counts as passed; between the two others."""
    undefined: str = ""
    """Why there is no number; empty where there is one."""
    base_ends: Estimate | None = None
    plus_ends: Estimate | None = None
    drop_ends: Estimate | None = None
    """The same with intervals, the drop being paired problem by problem; None where there is no number."""

    @property
    def drop(self) -> float | None:
        """How far it falls, as a difference of probabilities."""
        return None if self.base is None or self.plus is None else self.base - self.plus

    @property
    def drop_by_answers(self) -> float | None:
        """How much of the drop is due to wrong answers, and to programs that break down."""
        return None if self.base is None or self.answered is None else self.base - self.answered

    @property
    def drop_by_time(self) -> float | None:
        """How much of the drop is due to time and memory."""
        return None if self.answered is None or self.plus is None else self.answered - self.plus

    @property
    def relative_drop(self) -> float | None:
        """How far it falls, as a share of the base figure; None where base is 0."""
        return None if self.base is None or self.plus is None else relative_drop(self.base, self.plus)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSummary:
    """One set of completions."""

    model: str
    completions: int
    """Scored ones; those with an infra verdict are counted apart."""
    infra: int
    problems: int
    """Problems with at least one scored completion."""
    pass_at_k: tuple[PassAtK, ...]
    false_positives: Share
    """Of the completions that pass base, those that fail plus."""
    false_positive_rate: Estimate | None
    """The same with an interval that knows that completions of one problem are alike."""
    weak_problems: Share
    """Of the problems with a completion that passes base, those where one of them fails plus."""
    base_verdicts: Mapping[Verdict, int]
    plus_verdicts: Mapping[Verdict, int]
    rejected: Mapping[Verdict, int]
    """Plus verdicts of the false positives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemSummary:
    """One problem, over all sets."""

    task_id: str
    completions: int
    base_passed: int
    plus_passed: int
    base_tests: int
    plus_tests: int
    slow: int = 0
    """Completions that pass base and fail plus for time or memory."""
    note: str = ""
    by_test_code: bool = False
    """Whether base is scored by the benchmark's own test code, which counts as one test."""

    @property
    def false_positives(self) -> int:
        """Completions that pass base and fail plus."""
        return self.base_passed - self.plus_passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Everything that the reports show of one scoring run."""

    benchmark: str
    problems_in_suite: int
    models: tuple[ModelSummary, ...]
    problems: tuple[ProblemSummary, ...]
    excluded: tuple[Exclusion, ...]

    @property
    def by_test_code(self) -> int:
        """Problems whose base is scored by their own test code."""
        return sum(problem.by_test_code for problem in self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCounts:
    """Base and plus tests of a problem, and the note on it."""

    __test__ = False

    base: int
    plus: int
    note: str = ""
    by_test_code: bool = False


def summarise(
    benchmark: str,
    tests: Mapping[str, TestCounts],
    judgements: Collection[Judgement],
    excluded: Sequence[Exclusion],
    ks: Iterable[int],
) -> Summary:
    """Count verdicts and estimate.

    Args:
        benchmark: its name.
        tests: by task id, for the problems that can be scored.
        judgements: of all sets; infra verdicts are kept out of every rate.
        excluded: problems that are not scored.
        ks: the k of pass@k.
    """
    ks = tuple(ks)
    models = sorted({judgement.completion.model for judgement in judgements})
    by_model = {model: [j for j in judgements if j.completion.model == model] for model in models}
    by_task: dict[str, list[Judgement]] = {task_id: [] for task_id in tests}
    for judgement in judgements:
        if judgement.plus is not Verdict.INFRA:
            by_task[judgement.completion.task_id].append(judgement)
    return Summary(
        benchmark=benchmark,
        problems_in_suite=len(tests) + len(excluded),
        models=tuple(_model(model, rows, list(tests), ks) for model, rows in by_model.items()),
        problems=tuple(_problem(task_id, counts, by_task[task_id]) for task_id, counts in tests.items()),
        excluded=tuple(excluded),
    )


def _model(model: str, judgements: list[Judgement], task_ids: list[str], ks: tuple[int, ...]) -> ModelSummary:
    scored = [judgement for judgement in judgements if judgement.plus is not Verdict.INFRA]
    drawn = Counter(judgement.completion.task_id for judgement in scored)
    base = Counter(j.completion.task_id for j in scored if j.base is Verdict.PASS)
    plus = Counter(j.completion.task_id for j in scored if j.plus is Verdict.PASS)
    rejected = [j for j in scored if j.is_false_positive]
    answered = plus + Counter(j.completion.task_id for j in rejected if j.plus in EXHAUSTED)
    present = [task_id for task_id in task_ids if drawn[task_id]]
    return ModelSummary(
        model=model,
        completions=len(scored),
        infra=len(judgements) - len(scored),
        problems=len(present),
        pass_at_k=tuple(_pass_at_k(k, present, drawn, base, plus, answered) for k in ks),
        false_positives=Share(hits=base.total() - plus.total(), trials=base.total()),
        false_positive_rate=ratio([base[t] - plus[t] for t in present], [base[t] for t in present]),
        weak_problems=Share(hits=sum(base[t] > plus[t] for t in present), trials=sum(base[t] > 0 for t in present)),
        base_verdicts=Counter(judgement.base for judgement in judgements),
        plus_verdicts=Counter(judgement.plus for judgement in judgements),
        rejected=Counter(judgement.plus for judgement in rejected),
    )


def _pass_at_k(k: int, present: list[str], drawn: Counter[str], *passed: Counter[str]) -> PassAtK:
    """With those that passed base, plus, and plus but for time and memory."""
    drawings = [drawn[task_id] for task_id in present]
    try:
        base, plus, answered = (
            pass_at_k([by_task[task_id] for task_id in present], drawings, k=k) for by_task in passed
        )
    except TooFewSamples as problem:
        return PassAtK(k=k, base=None, plus=None, answered=None, undefined=problem.message)
    each = [[pass_at_k([by_task[task_id]], [drawn[task_id]], k=k) for task_id in present] for by_task in passed[:2]]
    return PassAtK(
        k=k,
        base=base,
        plus=plus,
        answered=answered,
        base_ends=mean(each[0]),
        plus_ends=mean(each[1]),
        drop_ends=mean([max(0.0, one - other) for one, other in zip(*each, strict=True)]),
    )


def _problem(task_id: str, counts: TestCounts, scored: list[Judgement]) -> ProblemSummary:
    return ProblemSummary(
        task_id=task_id,
        completions=len(scored),
        base_passed=sum(judgement.base is Verdict.PASS for judgement in scored),
        plus_passed=sum(judgement.plus is Verdict.PASS for judgement in scored),
        base_tests=counts.base,
        plus_tests=counts.plus,
        slow=sum(judgement.is_false_positive and judgement.plus in EXHAUSTED for judgement in scored),
        note=counts.note,
        by_test_code=counts.by_test_code,
    )
