"""Scoring runs side by side, for a terminal: readable without colour and at 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from augment.model.words import counted
from augment.report import wording
from augment.report.figures import Figures, Standing
from augment.report.movement import Movement
from augment.report.terminal import interval, percent, plain, points

WORST = 6
"""Problems that a move names."""


def leaderboard(title: str, figures: Figures) -> Iterator[RenderableType]:
    """The models of one suite, best on base+plus first, and what may be said of their order."""
    yield Text(f"\n{title}", style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("model", overflow="fold")
    for heading in ("base", "base+plus, 95%", "drop", "rank on base"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in figures.standings:
        table.add_row(*_row(one, len(figures.summary.problems)))
    yield table
    if figures.standings:
        yield Text("pass@1 over problems; drop in points", style="italic")
    if figures.reordering is not None:
        yield plain(f"{wording.ranking(figures)}.")
        told = [found for found in figures.neighbours if wording.told_apart(found.paired) == "yes"]
        of = f"{len(told)} of {len(figures.neighbours)}"
        yield Text(f"Of models next to each other, {of} are told apart (exact sign test, p < {wording.LEVEL}).")


def _row(one: Standing, problems: int) -> tuple[str | Text, ...]:
    row, name = one.model.pass_at_k[0], plain(one.model.model)
    if one.model.problems < problems:
        name.append(f"\n{one.model.problems} of {counted(problems, 'problem')}")
    drop = points(row.drop)
    return str(one.rank_plus), name, percent(row.base), interval(row.plus_ends), drop, str(one.rank_base)


def changed(facts: Sequence[tuple[str, str, str]]) -> Iterator[RenderableType]:
    """What is not the same in two runs."""
    yield Text("\nwhat differs between the two runs", style="bold")
    if not facts:
        yield Text("nothing that the files tell")
    for name, before, after in facts:
        yield Text.assemble(f"  {name}: ", plain(before or "not told"), " → ", plain(after or "not told"))


def moved(model: str, found: Movement) -> Iterator[RenderableType]:
    """Why the score of one model moved."""
    whole = wording.plus_minus(found.after - found.before)
    told = f": pass@1 on base+plus {percent(found.before)} → {percent(found.after)}, {whole} points"
    yield Text("\n").append_text(plain(model)).append(told)
    first, second, both = found.problems
    if (first, second) != (both, both):
        yield Text(f"  problems: {first:,} before and {second:,} after, {both:,} of them the same")
    for cause, part in found.parts.items():
        fail, succeed = found.to_fail.get(cause, 0), found.to_pass.get(cause, 0)
        if part or fail or succeed:
            counts = f" ({fail:,} fail now, {succeed:,} pass now)" if fail or succeed else ""
            yield Text(f"  {wording.plus_minus(part):>6}  by {cause}{counts}")
    if not any(found.parts.values()):
        yield Text("  no verdict on base+plus differs on the problems that both have")
    if found.by_problem:
        worst = [*found.by_problem.items()][:WORST]
        named = [f"{wording.one_line(task_id)} {wording.plus_minus(difference)}" for task_id, difference in worst]
        more = len(found.by_problem) - len(worst)
        yield plain(f"  most on {', '.join(named)}{f', and {more:,} more' if more else ''}")
