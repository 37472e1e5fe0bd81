"""The results of a scoring run as one JSON document: what was found, and how it was run.

`docs/formats.md` describes each field. What differs between two equal runs on one machine stands under `run` alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from augment.model.completion import Judgement
from augment.model.finding import Checked, Weight
from augment.model.suite import Case
from augment.model.words import shortened
from augment.report.summary import ModelSummary, PassAtK, ProblemSummary, Summary
from augment.stats.clustered import Estimate
from augment.stats.share import Share

VERSION: Final = 1
LONGEST_LITERAL: Final = 2000
"""Characters of a failing test's arguments, or of its answer, that the document shows."""


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
    summary: Summary,
    judgements: Sequence[Judgement],
    reading: Reading,
    provenance: Provenance,
    cases: Mapping[str, Sequence[Case]] | None = None,
) -> dict[str, Any]:
    """The whole document, of JSON types only: no nan, no infinity.

    Args:
        summary: of the judgements.
        judgements: on all completions; the programs of those that pass base and fail plus are kept.
        reading: what could not be used.
        provenance: how the run was made.
        cases: by task id, the tests; those that such a program failed first are kept.
    """
    false = [judgement for judgement in judgements if judgement.is_false_positive]
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
        "completions": [_completion(judgement) for judgement in judgements],
        "programs": {digest_of(one.completion.program): one.completion.program for one in false},
        "failing_tests": _failing_tests(false, cases or {}),
    }


def digest_of(program: str) -> str:
    """SHA-256 of a program, which names it in the document."""
    return hashlib.sha256(program.encode("utf-8", "surrogatepass")).hexdigest()


def _completion(judgement: Judgement) -> dict[str, Any]:
    return {**judgement.row(), "program": digest_of(judgement.completion.program)}


def _failing_tests(judgements: Iterable[Judgement], cases: Mapping[str, Sequence[Case]]) -> dict[str, dict[str, Any]]:
    """By task id and id of the test, those that some judgements name."""
    wanted: dict[str, set[str]] = {}
    for judgement in judgements:
        if judgement.failure is not None:
            wanted.setdefault(judgement.completion.task_id, set()).add(judgement.failure.case_id)
    return {
        task_id: {case.id: _test(case) for case in cases.get(task_id, ()) if case.id in names}
        for task_id, names in wanted.items()
    }


def _test(case: Case) -> dict[str, Any]:
    return {
        "args": shortened(case.args.literal, LONGEST_LITERAL),
        "expected": shortened(case.expected.literal, LONGEST_LITERAL),
        "tier": None if case.tier is None else case.tier.value,
        "origin": case.origin,
        "scale": case.scale,
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
