"""Problems out of the records of a file: what is wrong with one record spoils its own problem and no other.

Such a problem is kept by name, with what is wrong as its trouble, so that it is excluded and told like others that
cannot be used. A file of which no record can be used is no benchmark in that format, and refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from augment.errors import BadLine
from augment.formats import files
from augment.model.problem import Problem

T = TypeVar("T")


def gather(
    records: Iterable[tuple[str, files.Row]],
    path: Path,
    task_id: Callable[[files.Row, str], str],
    read: Callable[[files.Row, str], T],
    spoilt: Callable[[Problem], T],
) -> list[T]:
    """What is read of each record, in order; something spoilt for those that cannot be read, or share a task id.

    Args:
        records: each with where it stands.
        path: of their file.
        task_id: of a record.
        read: of a record; raises `BadLine` for one that cannot be used.
        spoilt: makes of a problem in trouble what `read` would.

    Raises:
        BadLine: no record can be used; the first that cannot is told.
    """
    found: dict[str, T] = {}
    places: dict[str, str] = {}
    trouble: dict[str, str] = {}
    first: BadLine | None = None
    for where, row in records:
        place = _place(where, path)
        name = place
        try:
            name = task_id(row, where)
            if name in places:
                raise BadLine(f"{where}: the task id {name!r} was used before, on {places[name]}")
            found[name] = read(row, where)
        except BadLine as error:
            first = first or error
            trouble[name] = f"{place}: {error.message.removeprefix(f'{where}: ')}"
            found[name] = spoilt(unusable(name, trouble[name]))
        places.setdefault(name, place)
    if first is not None and len(trouble) == len(found):
        raise first
    return [*found.values()]


def unusable(task_id: str, trouble: str) -> Problem:
    """A problem of which nothing is known but its name and what is wrong with it."""
    return Problem(task_id=task_id, prompt="", entry_point="", canonical_solution="", test="", trouble=trouble)


def _place(where: str, path: Path) -> str:
    """A place within its file, as in `line 7` or `entry 3`: the path would make suites of one benchmark differ."""
    place = where.removeprefix(str(path)).strip(": ")
    return f"line {place}" if place.isdecimal() else place
