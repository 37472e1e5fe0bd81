"""What a writer makes: files, and what it refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from augment.model.digits import any_number_of_digits
from augment.model.suite import Suite, TestedProblem


class Refused(Exception):
    """A problem that a format cannot carry; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A suite in another format."""

    files: Mapping[str, str]
    """Text by path within the output; the path is empty where the output is one file."""
    programs: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """By task id what the harness would run for a program: a source that defines `verdict`, which raises where the
    program is wrong. It is made of the written text alone."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Task ids, and why the format cannot carry the problem."""


def carried(suite: Suite, row: Callable[[TestedProblem], Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """A row for each problem by task id, and the refusals."""
    rows: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for tested in suite.problems:
        try:
            rows[tested.problem.task_id] = row(tested)
        except Refused as reason:
            refused[tested.problem.task_id] = str(reason)
    return rows, refused


def json_lines(rows: Iterable[Any]) -> str:
    """Rows as JSON Lines."""
    with any_number_of_digits():
        return "".join(f"{json.dumps(row, allow_nan=False)}\n" for row in rows)
