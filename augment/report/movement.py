"""Why a score moved: two runs over the same model, their difference in pass@1 laid out by cause.

The parts add up to the whole. What problems do that one run alone has comes first; on common problems, completions are
paired by number. Where the programs are the same, what changed is a verdict: by tests, where the suites differ, unless
time or memory decided on either side; otherwise by nothing but the machine. Where programs differ, or their number on a
problem, the cause is the completions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from augment.model.completion import EXHAUSTED, Judgement, Verdict


class Cause(StrEnum):
    """What moves a score."""

    LOST = "problems that the second run lacks"
    GAINED = "problems that the first run lacks"
    COMPLETIONS = "other completions"
    BASE_TESTS = "base tests"
    PLUS_TESTS = "plus tests"
    TIME = "time or memory"
    UNSTEADY = "other verdicts of the same tests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The completions of one model in one run."""

    judgements: Sequence[Judgement]
    """Without those of infra."""
    programs: Mapping[tuple[str, int], str]
    """Digest of each program, by task id and number; without those that are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """From one run to another."""

    before: float
    after: float
    """pass@1 on base+plus of the runs, each over all its problems."""
    parts: Mapping[Cause, float]
    """Differences of pass@1 that add up to the whole."""
    problems: tuple[int, int, int]
    """With completions: in the first run, in the second, in both."""
    to_fail: Mapping[Cause, int] = field(default_factory=dict)
    """Same programs that passed and do not any more."""
    to_pass: Mapping[Cause, int] = field(default_factory=dict)
    """Same programs that did not pass and do now."""
    by_problem: Mapping[str, float] = field(default_factory=dict)
    """Differences of the share that passes, of the common problems where there is one, the largest first."""


def movement(before: Scored, after: Scored, *, same_suite: bool) -> Movement | None:
    """Lay out how pass@1 on base+plus moved; None where they have no problem in common.

    Args:
        before: one run.
        after: the other, of the same model.
        same_suite: whether both were judged by the same tests.
    """
    old, new = _by_task(before.judgements), _by_task(after.judgements)
    common = [task_id for task_id in old if task_id in new]
    parts = dict.fromkeys(Cause, 0.0)
    to_fail, to_pass = dict.fromkeys(Cause, 0), dict.fromkeys(Cause, 0)
    if not common:
        return None
    first, second = _mean(old, [*old]), _mean(new, [*new])
    parts[Cause.LOST] = _mean(old, common) - first
    parts[Cause.GAINED] = second - _mean(new, common)
    moved = {}
    for task_id in common:
        difference = _share(new[task_id]) - _share(old[task_id])
        if difference:
            moved[task_id] = difference
        if len(old[task_id]) != len(new[task_id]):
            parts[Cause.COMPLETIONS] += difference / len(common)
            continue
        weight = 1 / len(old[task_id]) / len(common)
        for one, other in zip(old[task_id], new[task_id], strict=True):
            change = _passes(other) - _passes(one)
            cause = _cause(one, other, before.programs, after.programs, same_suite=same_suite)
            parts[cause] += change * weight
            if cause is not Cause.COMPLETIONS:
                to_fail[cause] += change < 0
                to_pass[cause] += change > 0
    return Movement(
        before=first,
        after=second,
        parts=parts,
        problems=(len(old), len(new), len(common)),
        to_fail=to_fail,
        to_pass=to_pass,
        by_problem=dict(sorted(moved.items(), key=lambda item: (-abs(item[1]), item[0]))),
    )


def _by_task(judgements: Sequence[Judgement]) -> dict[str, list[Judgement]]:
    found: dict[str, list[Judgement]] = {}
    for judgement in sorted(judgements, key=lambda one: one.completion.number):
        found.setdefault(judgement.completion.task_id, []).append(judgement)
    return found


def _mean(by_task: Mapping[str, Sequence[Judgement]], tasks: Sequence[str]) -> float:
    return sum(_share(by_task[task_id]) for task_id in tasks) / len(tasks)


def _share(judgements: Sequence[Judgement]) -> float:
    return sum(map(_passes, judgements)) / len(judgements)


def _passes(judgement: Judgement) -> bool:
    return judgement.plus is Verdict.PASS


def _cause(
    one: Judgement,
    other: Judgement,
    before: Mapping[tuple[str, int], str],
    after: Mapping[tuple[str, int], str],
    *,
    same_suite: bool,
) -> Cause:
    programs = [
        known.get((each.completion.task_id, each.completion.number)) for each, known in ((one, before), (other, after))
    ]
    if None in programs or programs[0] != programs[1]:
        return Cause.COMPLETIONS
    if one.plus in EXHAUSTED or other.plus in EXHAUSTED:
        return Cause.TIME
    if same_suite:
        return Cause.UNSTEADY
    return Cause.BASE_TESTS if one.base is not other.base else Cause.PLUS_TESTS
