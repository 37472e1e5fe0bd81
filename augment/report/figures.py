"""What the readable reports say beyond the summary: the headline, ranks, paired tests, and each false positive.

Everything follows from the judgements, so a report and the results file cannot disagree. A program that base accepts
and plus rejects is told apart by its `Ground`: a wrong answer, too slow (or too much memory), or a crash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any

from augment.model.completion import EXHAUSTED, Judgement, Verdict
from augment.model.suite import Funnel, Search
from augment.report.summary import ModelSummary, ProblemSummary, Summary
from augment.stats.clustered import Estimate, mean, ratio
from augment.stats.passk import pass_at_k
from augment.stats.ranking import Paired, Reordering, paired, reordering


class Ground(StrEnum):
    """Why plus rejects a program that base accepts."""

    WRONG = "wrong"
    """A wrong answer, or an exception in place of one."""
    SLOW = "too slow"
    """Out of time or memory."""
    CRASHED = "crashed"

    @property
    def word(self) -> str:
        """One word, for names of columns and of colours."""
        return self.name.lower()


def ground_of(verdict: Verdict) -> Ground:
    """What a verdict of rejection means."""
    if verdict in EXHAUSTED:
        return Ground.SLOW
    return Ground.CRASHED if verdict is Verdict.CRASH else Ground.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """pass@k of one model for one k, and what it would be if less counted against a program."""

    k: int
    base: float
    not_wrong: float
    """If slow and crashed programs passed plus."""
    answered: float
    """If slow programs alone passed plus."""
    plus: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One set of completions among the others."""

    model: ModelSummary
    rejected: Mapping[Ground, int]
    """False positives."""
    lost: Mapping[Ground, float]
    """Parts of the drop of pass@1, as differences of probabilities; they add up to it."""
    curve: tuple[CurvePoint, ...]
    """For each k with a figure."""
    rank_base: int
    """1 for the best; equal figures share the better rank."""
    rank_plus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Two models next to each other in rank on base+plus, on the problems that both have completions of."""

    first: str
    second: str
    problems: int
    paired: Paired


@dataclass(frozen=True, slots=True, kw_only=True)
class FalsePositive:
    """A program that base accepts and plus rejects, with all who wrote it for this problem."""

    task_id: str
    writers: tuple[tuple[str, int], ...]
    """Model and number of each equal completion."""
    ground: Ground
    program: str | None
    """None where the results do not hold it."""
    test: str
    """Id of the test that it failed first; empty where it is not known."""
    reason: str
    args: str | None
    """Literal of the arguments of the smallest failing input, or of the test; None where the results hold neither."""
    expected: str | None
    got: str
    tier: str | None
    smallest: bool
    """Whether the input is the smallest found; else it is that of the test."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemFigures:
    """One problem, with its false positives."""

    problem: ProblemSummary
    rejected: Mapping[Ground, int]
    false_positives: tuple[FalsePositive, ...]
    """Equal programs once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """pass@1 over all models: on each problem the mean over those with completions of it."""

    base: Estimate
    plus: Estimate
    drop: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a results file holds for reports beside the verdicts."""

    programs: Mapping[str, str] = field(default_factory=dict)
    """By digest."""
    digests: Mapping[tuple[str, str, int], str] = field(default_factory=dict)
    """Of the programs of false positives, by model, task id and number."""
    failing_tests: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """By task id and id of the test: `args`, `expected`, `tier`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """How the suite was made, and how the run."""

    facts: Sequence[tuple[str, str]]
    """Name and value."""
    funnel: Funnel | None = None
    search: Search | None = None
    reading: Sequence[str] = ()
    """What of the completion files could not be used, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything that a report shows."""

    summary: Summary
    making: Making
    average: Average | None
    """None where nothing was scored."""
    rejected: Mapping[Ground, int]
    accepted: int
    """Completions that base accepts."""
    rejected_share: Estimate | None
    """Of those that base accepts, those that plus rejects."""
    standings: tuple[Standing, ...]
    """Best on base+plus first."""
    reordering: Reordering | None
    """Of the standings, by pass@1 on base and on base+plus; None with fewer than two models."""
    neighbours: tuple[Neighbours, ...]
    problems: tuple[ProblemFigures, ...]
    """Those with most false positives first."""
    holds_programs: bool
    """Whether the programs of all false positives are there."""

    @property
    def half(self) -> int:
        """The fewest problems that hold half of all false positives."""
        total, seen = sum(self.rejected.values()), 0
        for number, problem in enumerate(self.problems, 1):
            seen += problem.problem.false_positives
            if 2 * seen >= total:
                return number
        return 0

    @property
    def swapped(self) -> list[tuple[Standing, Standing]]:
        """Pairs of which the first leads on base, and the second on base+plus."""
        found = self.reordering.swapped if self.reordering else ()
        return [(self.standings[one], self.standings[other]) for one, other in found]


Shares = dict[str, dict[str, tuple[float, float]]]
"""By model and task id, the share of completions that pass base, and base+plus."""


def figures(summary: Summary, judgements: Collection[Judgement], kept: Kept, making: Making) -> Figures:
    """Work out what a report shows.

    Args:
        summary: of the judgements, with pass@1 as the first figure.
        judgements: on all completions.
        kept: programs and tests of the false positives.
        making: how suite and run were made.
    """
    scored = [judgement for judgement in judgements if judgement.plus is not Verdict.INFRA]
    false = [judgement for judgement in scored if judgement.is_false_positive]
    shares = _shares(scored)
    standings = _standings(summary, false, scored)
    ranked = [(_first(one.model.pass_at_k[0].base), _first(one.model.pass_at_k[0].plus)) for one in standings]
    base = [problem.base_passed for problem in summary.problems]
    return Figures(
        summary=summary,
        making=making,
        average=_average(summary, shares),
        rejected=_grounds(false),
        accepted=sum(base),
        rejected_share=ratio([problem.false_positives for problem in summary.problems], base),
        standings=standings,
        reordering=reordering(*zip(*ranked, strict=True)) if len(ranked) > 1 else None,
        neighbours=tuple(_neighbours(standings, shares)),
        problems=tuple(_problems(summary, false, kept)),
        holds_programs=all(_program(judgement, kept) is not None for judgement in false),
    )


def _first(value: float | None) -> float:
    if value is None:
        raise AssertionError("pass@1 is defined for every standing")
    return value


def _shares(scored: Iterable[Judgement]) -> Shares:
    found: dict[str, dict[str, list[Judgement]]] = {}
    for one in scored:
        found.setdefault(one.completion.model, {}).setdefault(one.completion.task_id, []).append(one)
    return {
        model: {
            task_id: (
                sum(one.base is Verdict.PASS for one in many) / len(many),
                sum(one.plus is Verdict.PASS for one in many) / len(many),
            )
            for task_id, many in by_task.items()
        }
        for model, by_task in found.items()
    }


def _average(summary: Summary, shares: Shares) -> Average | None:
    pairs = []
    for problem in summary.problems:
        here = [by_task[problem.task_id] for by_task in shares.values() if problem.task_id in by_task]
        if here:
            pairs.append((sum(base for base, _ in here) / len(here), sum(plus for _, plus in here) / len(here)))
    base, plus = mean([base for base, _ in pairs]), mean([plus for _, plus in pairs])
    drop = mean([max(0.0, base - plus) for base, plus in pairs])
    return Average(base=base, plus=plus, drop=drop) if base and plus and drop else None


def _grounds(false: Iterable[Judgement]) -> dict[Ground, int]:
    counts = Counter(ground_of(judgement.plus) for judgement in false)
    return {ground: counts[ground] for ground in Ground}


def _standings(summary: Summary, false: list[Judgement], scored: list[Judgement]) -> tuple[Standing, ...]:
    counts = _counted(scored)
    known = [model for model in summary.models if model.pass_at_k[0].plus is not None]
    base = [_first(model.pass_at_k[0].base) for model in known]
    plus = [_first(model.pass_at_k[0].plus) for model in known]
    standings = []
    for place, model in enumerate(known):
        mine = [one for one in false if one.completion.model == model.model]
        lost = dict.fromkeys(Ground, 0.0)
        for one in mine:
            lost[ground_of(one.plus)] += 1 / counts[model.model][one.completion.task_id].total() / model.problems
        standings.append(
            Standing(
                model=model,
                rejected=_grounds(mine),
                lost=lost,
                curve=tuple(_curve(model, [*counts[model.model].values()])),
                rank_base=1 + sum(other > base[place] for other in base),
                rank_plus=1 + sum(other > plus[place] for other in plus),
            )
        )
    return tuple(sorted(standings, key=lambda one: (one.rank_plus, one.rank_base, one.model.model)))


def _counted(scored: Iterable[Judgement]) -> dict[str, dict[str, Counter[Ground | bool]]]:
    """By model and task id, how many completions pass plus (True), fail base (False), or are rejected on a ground."""
    counts: dict[str, dict[str, Counter[Ground | bool]]] = {}
    for one in scored:
        kind = ground_of(one.plus) if one.is_false_positive else one.plus is Verdict.PASS
        counts.setdefault(one.completion.model, {}).setdefault(one.completion.task_id, Counter())[kind] += 1
    return counts


def _curve(model: ModelSummary, counts: Sequence[Counter[Ground | bool]]) -> Iterable[CurvePoint]:
    drawn = [each.total() for each in counts]
    kind = [each[True] + each[Ground.SLOW] + each[Ground.CRASHED] for each in counts]
    for row in model.pass_at_k:
        if row.base is not None and row.answered is not None and row.plus is not None:
            not_wrong = pass_at_k(kind, drawn, k=row.k)
            yield CurvePoint(k=row.k, base=row.base, not_wrong=not_wrong, answered=row.answered, plus=row.plus)


def _neighbours(standings: Sequence[Standing], shares: Shares) -> Iterable[Neighbours]:
    for one, other in pairwise(standings):
        first, second = shares[one.model.model], shares[other.model.model]
        common = [task_id for task_id in first if task_id in second]
        if common:
            yield Neighbours(
                first=one.model.model,
                second=other.model.model,
                problems=len(common),
                paired=paired([first[task][1] for task in common], [second[task][1] for task in common]),
            )


def _problems(summary: Summary, false: Iterable[Judgement], kept: Kept) -> list[ProblemFigures]:
    by_task: dict[str, list[Judgement]] = {}
    for judgement in false:
        by_task.setdefault(judgement.completion.task_id, []).append(judgement)
    found = [
        ProblemFigures(
            problem=problem,
            rejected=_grounds(by_task.get(problem.task_id, ())),
            false_positives=_grouped(by_task.get(problem.task_id, ()), kept),
        )
        for problem in summary.problems
    ]
    return sorted(found, key=lambda one: -one.problem.false_positives)


def _program(judgement: Judgement, kept: Kept) -> str | None:
    completion = judgement.completion
    return kept.programs.get(kept.digests.get((completion.model, completion.task_id, completion.number), ""))


def _grouped(false: Iterable[Judgement], kept: Kept) -> tuple[FalsePositive, ...]:
    """Equal programs with equal verdicts together; those whose text is not known each alone."""
    groups: dict[object, list[Judgement]] = {}
    for judgement in false:
        program = _program(judgement, kept)
        alone = judgement.completion if program is None else None
        groups.setdefault((program, judgement.plus, alone), []).append(judgement)
    return tuple(_false_positive(many, kept) for many in groups.values())


def _false_positive(many: Sequence[Judgement], kept: Kept) -> FalsePositive:
    one = many[0]
    proof, failure, task_id = one.proof, one.failure, one.completion.task_id
    test = kept.failing_tests.get(task_id, {}).get(failure.case_id if failure else "", {})
    return FalsePositive(
        task_id=task_id,
        writers=tuple((each.completion.model, each.completion.number) for each in many),
        ground=ground_of(one.plus),
        program=_program(one, kept),
        test=failure.case_id if failure else "",
        reason=failure.reason if failure else "",
        args=proof.args.literal if proof else test.get("args"),
        expected=proof.expected.literal if proof else test.get("expected"),
        got=proof.got if proof else (failure.got or failure.reason) if failure else "",
        tier=(proof.tier.value if proof.tier else None) if proof else test.get("tier"),
        smallest=proof is not None and proof.minimal,
        note=proof.note if proof else "",
    )
