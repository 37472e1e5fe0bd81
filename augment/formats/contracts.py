"""Preconditions of a benchmark: JSON Lines with `task_id`, and `contract` (code) or `domain` (as in a suite file).

Other keys are passed over, so a suite whose domains were edited by hand, or EvalPlus's released data, can be given.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from augment.errors import BadInput, BadLine
from augment.formats import domains, files
from augment.model.domain import Domain
from augment.model.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracts:
    """What a file says of the inputs of problems, by task id."""

    code: Mapping[str, str]
    domains: Mapping[str, Domain]
    where: Mapping[str, str]
    """`path:line` of each task id."""
    unknown: tuple[str, ...]
    """Task ids that the benchmark does not have; nothing is said of them here."""
    sha256: str

    def row(self) -> files.Row:
        """What a suite's header says of it."""
        return {"sha256": self.sha256, **({"unknown": list(self.unknown)} if self.unknown else {})}


def read(path: Path, known: Collection[str]) -> Contracts:
    """Read preconditions, packed or not.

    Args:
        path: the file.
        known: task ids of the benchmark.

    Raises:
        BadInput: the file cannot be read, says nothing, or is about another benchmark.
        BadLine: a line without a task id, or with a contract or domain that cannot be used.
    """
    code: dict[str, str] = {}
    found: dict[str, Domain] = {}
    places: dict[str, str] = {}
    for number, row in files.rows(path):
        where = f"{path}:{number}"
        if "augment_suite" in row:  # the header of a suite
            continue
        task_id = files.text_of(row, "task_id", where)
        if task_id in places:
            raise BadLine(f"{where}: the task id {task_id!r} was used before", hint="keep one line a problem")
        if row.get("contract"):
            code[task_id] = files.text_of(row, "contract", where)
        if row.get("domain") is not None:
            found[task_id] = domains.from_row(row["domain"], where)
        places[task_id] = where
    said = {*code, *found}
    if not said:
        raise BadInput(
            f"{path}: no preconditions in it", hint="wanted JSON Lines with `task_id` and `contract` or `domain`"
        )
    unknown = sorted(said - set(known))
    if len(unknown) == len(said):
        names = ", ".join(map(repr, unknown[:5])) + (", ..." if len(unknown) > 5 else "")
        raise BadInput(
            f"{path}: preconditions of {counted(len(unknown), 'problem')}, none of which the benchmark has: {names}",
            hint=f"is the file for another benchmark? task ids look like {min(known, default='(none)')!r} here",
        )
    return Contracts(
        code={task_id: text for task_id, text in code.items() if task_id in known},
        domains={task_id: domain for task_id, domain in found.items() if task_id in known},
        where=places,
        unknown=tuple(unknown),
        sha256=files.sha256(path),
    )
