"""A scoring run as CSV: one row a model. `docs/reports.md` lists the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from augment.report.figures import Figures, Ground, Standing
from augment.report.wording import one_line
from augment.stats.clustered import Estimate

FORMULA: Final = ("=", "+", "-", "@")
"""How formulas of spreadsheets begin."""
Cell = str | int | float | None


def render(figures: Figures) -> str:
    """The whole file; a figure that is not defined is an empty cell."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    rows = rows_of(figures)
    columns = [*rows[0]] if rows else ["model"]
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in rows)
    return file.getvalue()


def rows_of(figures: Figures) -> list[dict[str, Cell]]:
    """The cells of each model by the names of their columns, best on base+plus first."""
    return [dict(_row(standing)) for standing in figures.standings]


def _row(standing: Standing) -> Iterator[tuple[str, Cell]]:
    model = standing.model
    yield "model", _cell(one_line(model.model))
    yield "problems", model.problems
    yield "completions", model.completions
    yield "infra", model.infra
    yield "rank_base", standing.rank_base
    yield "rank_plus", standing.rank_plus
    yield "accepted", model.false_positives.trials
    yield "rejected", model.false_positives.hits
    yield from ((f"rejected_{ground.word}", standing.rejected[ground]) for ground in Ground)
    yield from _figure("rejected_share", model.false_positives.value, model.false_positive_rate)
    yield from ((f"drop_by_{ground.word}", standing.lost[ground]) for ground in Ground)
    for row in model.pass_at_k:
        yield from _figure(f"pass_at_{row.k}_base", row.base, row.base_ends)
        yield from _figure(f"pass_at_{row.k}_plus", row.plus, row.plus_ends)
        yield from _figure(f"pass_at_{row.k}_drop", row.drop, row.drop_ends)


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _figure(name: str, value: float | None, estimate: Estimate | None) -> Iterator[tuple[str, Cell]]:
    yield name, value
    yield f"{name}_low", None if estimate is None else estimate.low
    yield f"{name}_high", None if estimate is None else estimate.high
