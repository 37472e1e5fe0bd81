"""The results of a scoring run as one JSON document: what was found, and how it was run.

`docs/formats.md` describes each field. What differs between two equal runs on one machine stands under `run` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from augment.model.completion import Judgement
from augment.model.finding import Checked, Weight
from augment.report.summary import ModelSummary, PassAtK, ProblemSummary, Summary
from augment.stats.clustered import Estimate
from augment.stats.share import Share

VERSION: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What of the completion files could not be used."""

    bad_lines: Sequence[str] = ()
    unknown_tasks: Mapping[str, int] = field(default_factory=dict)
    repeated: int = 0

    def row(self) -> dict[str, Any]:
        """Of JSON types."""
        return {
            "bad_lines": list(self.bad_lines),
            "unknown_tasks": dict(self.unknown_tasks),
            "repeated": self.repeated,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """How a run was made: enough to make it again."""

    created_with: str
    suite: Mapping[str, object]
    sets: Sequence[Mapping[str, str]]
    """Name, path and digest of each set of completions."""
    settings: Mapping[str, object]
    machine: Mapping[str, object]
    run: Mapping[str, object]
    """Start, duration and the like."""


def document(
    summary: Summary, judgements: Sequence[Judgement], reading: Reading, provenance: Provenance
) -> dict[str, Any]:
    """The whole document, of JSON types only: no nan, no infinity."""
    return {
        "augment_results": VERSION,
        "created_with": provenance.created_with,
        "benchmark": summary.benchmark,
        "suite": dict(provenance.suite),
        "sets": [dict(one) for one in provenance.sets],
        "settings": dict(provenance.settings),
        "machine": dict(provenance.machine),
        "run": dict(provenance.run),
        "summary": [_model(model, summary) for model in summary.models],
        "by_test_code": summary.by_test_code,
        "problems": [_problem(problem) for problem in summary.problems],
        "excluded": [{"task_id": left_out.task_id, "reason": left_out.reason} for left_out in summary.excluded],
        "reading": reading.row(),
        "completions": [judgement.row() for judgement in judgements],
    }


def _model(model: ModelSummary, summary: Summary) -> dict[str, Any]:
    return {
        "model": model.model,
        "completions": model.completions,
        "infra": model.infra,
        "problems": model.problems,
        "problems_in_suite": summary.problems_in_suite,
        "pass_at_k": [_pass_at_k(row) for row in model.pass_at_k],
        "false_positives": _rate(model),
        "weak_problems": share_row(model.weak_problems),
        "rejected": {verdict.value: count for verdict, count in sorted(model.rejected.items())},
        "base_verdicts": {verdict.value: count for verdict, count in sorted(model.base_verdicts.items())},
        "plus_verdicts": {verdict.value: count for verdict, count in sorted(model.plus_verdicts.items())},
    }


def _pass_at_k(row: PassAtK) -> dict[str, Any]:
    return {
        "k": row.k,
        "base": row.base,
        "plus": row.plus,
        "drop_points": None if row.drop is None else 100 * row.drop,
        "drop_points_by_answers": None if row.drop_by_answers is None else 100 * row.drop_by_answers,
        "drop_points_by_time": None if row.drop_by_time is None else 100 * row.drop_by_time,
        "drop_percent": None if row.relative_drop is None else 100 * row.relative_drop,
        "undefined": row.undefined or None,
        "base_interval": _ends(row.base_ends),
        "plus_interval": _ends(row.plus_ends),
        "drop_interval": _ends(row.drop_ends),
    }


def _ends(estimate: Estimate | None) -> list[float] | None:
    return None if estimate is None else [estimate.low, estimate.high]


def _rate(model: ModelSummary) -> dict[str, Any]:
    """The share of base-passers that plus rejects, null where it is not defined."""
    share, ends = model.false_positives, _ends(model.false_positive_rate)
    return {
        "hits": share.hits,
        "trials": share.trials,
        "value": share.value,
        "level": share.level,
        "low": ends[0] if ends else None,
        "high": ends[1] if ends else None,
        "method": "Wilson, clustered by problem",
    }


def share_row(share: Share) -> dict[str, Any]:
    """A share with its interval, null where it is not defined."""
    ends = share.interval
    return {
        "hits": share.hits,
        "trials": share.trials,
        "value": share.value,
        "level": share.level,
        "low": None if ends is None else ends[0],
        "high": None if ends is None else ends[1],
        "method": "Wilson",
    }


def _problem(problem: ProblemSummary) -> dict[str, Any]:
    return {**asdict(problem), "false_positives": problem.false_positives}


def check_document(checked: Checked) -> dict[str, Any]:
    """The self-check of a suite, of JSON types only."""
    return {
        "benchmark": checked.benchmark,
        "problems": len(checked.problems),
        "comparisons": sum(problem.comparisons for problem in checked.problems),
        "trivial_programs": sum(problem.trivial_programs for problem in checked.problems),
        "faults": _findings(checked.of(Weight.FAULT)),
        "excluded": _findings((left_out.task_id, left_out.reason) for left_out in checked.excluded),
        "weaknesses": _findings(checked.of(Weight.WEAKNESS)),
        "suspicions": _findings(checked.of(Weight.SUSPICION)),
        "by_test_code": checked.by_test_code,
    }


def _findings(found: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"task_id": task_id, "reason": reason} for task_id, reason in found]
