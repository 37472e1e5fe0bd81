"""Corrected references: JSON Lines with `task_id` and `canonical_solution`, to stand in for a benchmark's own.

Other keys are passed over, so a benchmark's own file, or another release of it, can be given as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from augment.errors import BadInput, BadLine
from augment.formats import files
from augment.model.problem import Benchmark
from augment.model.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """References by task id, and the file they came from."""

    solutions: Mapping[str, str]
    """Each continues its problem's own prompt."""
    path: Path
    sha256: str


def read(path: Path) -> References:
    """Read references, packed or not.

    Raises:
        BadInput: the file cannot be read or holds no reference.
        BadLine: a line without a task id or a reference, or a task id that comes twice.
    """
    solutions: dict[str, str] = {}
    for number, row in files.rows(path):
        where = f"{path}:{number}"
        task_id = files.text_of(row, "task_id", where)
        if task_id in solutions:
            raise BadLine(f"{where}: the task id {task_id!r} was used before", hint="keep one reference a problem")
        solutions[task_id] = files.text_of(row, "canonical_solution", where)
    if not solutions:
        raise BadInput(f"{path}: no references in it", hint="wanted JSON Lines with `task_id` and `canonical_solution`")
    return References(solutions=solutions, path=path, sha256=files.sha256(path))


def put_in_place(references: References, benchmark: Benchmark) -> Benchmark:
    """The benchmark with the references in place of its own.

    Raises:
        BadInput: a reference of a problem that the benchmark does not have.
    """
    known = {problem.task_id for problem in benchmark.problems}
    unknown = [task_id for task_id in references.solutions if task_id not in known]
    if unknown:
        names = ", ".join(map(repr, unknown[:5])) + (", ..." if len(unknown) > 5 else "")
        raise BadInput(
            f"{references.path}: references of {counted(len(unknown), 'problem')} "
            f"that {benchmark.name} does not have: {names}",
            hint=f"is the file for another benchmark? task ids look like {min(known, default='(none)')!r} here",
        )
    problems = tuple(
        replace(p, canonical_solution=references.solutions.get(p.task_id, p.canonical_solution))
        for p in benchmark.problems
    )
    return replace(benchmark, problems=problems)
