"""A scoring run as Markdown, for a paper or a README: the headline and the tables, no programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from augment.report import wording
from augment.report.figures import Figures, Ground, Neighbours, Standing
from augment.report.summary import PassAtK
from augment.report.terminal import ends, interval, percent, points
from augment.stats.clustered import Estimate

WORST = 12
"""Problems that are listed."""


def render(figures: Figures) -> str:
    """The whole file."""
    return "\n".join(_lines(figures)) + "\n"


def _lines(figures: Figures) -> Iterator[str]:
    summary = figures.summary
    yield f"# {_text(summary.benchmark)}: base and base+plus tests"
    for sentence in wording.headline(figures):
        yield ""
        yield f"{_text(sentence)}."
    yield ""
    yield "*plus* means base and plus tests; intervals are 95%, over problems. Of programs that base accepts and plus"
    yield "rejects, *too slow* are those that ran out of time or memory, *crashed* those that died, *wrong* all others."
    if figures.standings:
        yield from _table("Models", [*_models(figures)])
        if len(figures.standings[0].model.pass_at_k) > 1:
            yield from _table("pass@k", [*_pass_at_k(figures)])
    if figures.reordering is not None:
        yield from _section("Order of the models")
        yield f"{_text(wording.ranking(figures))}."
        yield from _table("", [*_order(figures.neighbours)], words=2)
    if any(figures.rejected.values()):
        yield from _table("Problems that weigh most", [*_problems(figures)])
    if wording.strength(figures):
        yield from _table("Strength of the tests", [("tests", "adversaries killed"), *wording.strength(figures)])
    yield from _list("Left out", wording.left_out(figures))
    yield from _list("How it was made", [f"{name}: {value}" for name, value in figures.making.facts])


def _models(figures: Figures) -> Iterator[Sequence[str]]:
    yield ("model", "rank base → plus", "pass@1 base", "pass@1 plus", "drop", *Ground, "rejected of accepted")
    for one in figures.standings:
        row = one.model.pass_at_k[0]
        yield (
            one.model.model,
            _ranks(one),
            _figure(row.base, row.base_ends),
            _figure(row.plus, row.plus_ends),
            points(row.drop),
            *(str(count) for count in one.rejected.values()),
            interval(one.model.false_positive_rate),
        )


def _ranks(one: Standing) -> str:
    return f"{one.rank_base} → {one.rank_plus}"


def _figure(value: float | None, estimate: Estimate | None) -> str:
    return percent(value) if estimate is None else f"{percent(value)} ({ends(estimate)})"


def _pass_at_k(figures: Figures) -> Iterator[Sequence[str]]:
    ks = [row.k for row in figures.standings[0].model.pass_at_k]
    yield ("model", *(f"pass@{k} {side}" for k in ks for side in ("base", "plus")))
    for one in figures.standings:
        yield (one.model.model, *(cell for row in one.model.pass_at_k for cell in _pair(row)))


def _pair(row: PassAtK) -> tuple[str, str]:
    return percent(row.base), percent(row.plus)


def _order(neighbours: Sequence[Neighbours]) -> Iterator[Sequence[str]]:
    yield wording.NEIGHBOURS
    yield from map(wording.neighbours, neighbours)


def _problems(figures: Figures) -> Iterator[Sequence[str]]:
    yield ("problem", "accepted by base", "rejected by plus", *Ground, "base tests", "plus tests")
    for one in figures.problems[:WORST]:
        problem = one.problem
        if problem.false_positives:
            counts = (problem.base_passed, problem.false_positives, *one.rejected.values())
            yield (problem.task_id, *map(str, (*counts, problem.base_tests, problem.plus_tests)))


def _section(title: str) -> Iterator[str]:
    yield ""
    if title:
        yield f"## {title}"
        yield ""


def _table(title: str, rows: Sequence[Sequence[str]], words: int = 1) -> Iterator[str]:
    """A table whose first columns are words, and the others numbers."""
    heading, *others = rows
    if others:
        yield from _section(title)
        yield _row(heading)
        yield _row(["---"] * words + ["---:"] * (len(heading) - words), escaped=True)
        yield from map(_row, others)


def _row(cells: Sequence[str], escaped: bool = False) -> str:
    return f"| {' | '.join(cell if escaped else _text(cell) for cell in cells)} |"


def _list(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield from _section(title)
        yield from (f"- {_text(item)}" for item in items)


def _text(text: str) -> str:
    """Text on one line in which no character means anything to Markdown, or to HTML within it."""
    told = re.sub(r"([\\`*_{}\[\]<>#|~$!])", r"\\\1", wording.one_line(text))
    return told.replace("&", "&amp;").replace("\\<", "&lt;").replace("\\>", "&gt;")
