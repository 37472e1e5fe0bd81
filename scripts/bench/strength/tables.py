"""A table of measured figures, for people and for programs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; floats are shown with the digits that their column asks for."""

    about: Sequence[str]
    """Lines above it: sizes and settings."""
    columns: Mapping[str, str]
    """Heading to format: `%` for shares, `.1f` and the like for numbers; empty for text and counts."""
    rows: Sequence[Sequence[Cell]]

    def text(self) -> str:
        """For people: numbers to the right."""
        kinds = [*self.columns.values()]
        cells = [[shown(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in self.rows]
        lines = [[*self.columns], *cells]
        widths = [max(len(line[place]) for line in lines) for place in range(len(kinds))]
        left = [all(isinstance(row[place], str) for row in self.rows) for place in range(len(kinds))]
        laid = ["  ".join(_aligned(line, widths, left)).rstrip() for line in lines]
        return "\n".join([*self.about, *laid])

    def json(self) -> str:
        """For programs."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return json.dumps({"about": [*self.about], "rows": rows}, indent=1)


def _aligned(line: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> list[str]:
    cells = zip(line, widths, left, strict=True)
    return [cell.ljust(width) if to_left else cell.rjust(width) for cell, width, to_left in cells]


def shown(cell: Cell, kind: str) -> str:
    """A cell as text; `-` for what is not defined."""
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    return f"{100 * cell:.1f}%" if kind == "%" else format(cell, kind or ",")


def machine() -> str:
    """What a figure was measured with."""
    return f"python {platform.python_version()}, {os.cpu_count()} cpus"
