"""`augment compare`: many models on one board, and why a score moved."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.model.words import counted
from augment.report import comparison
from augment.report.table import rows_of


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "compare",
        short_help="Put results side by side: a leaderboard, and why a score moved.",
        epilog="Example: augment compare before.json after.json",
    )(compare)


def compare(
    results: Annotated[list[Path], typer.Argument(help="Results files of `augment score` or `augment run`.")],
    as_json: common.AsJson = False,
) -> None:
    """Put results files side by side.

    Models that were judged by the same tests stand on one board, with intervals, ranks on base and on base+plus, and
    what a paired test says of neighbours. Of two files, the second is taken for the later one: what differs between the
    runs, and for each model that both have, how much of the move of pass@1 is due to problems, completions, tests, time
    limits, or to nothing but the run.
    """
    found = api.compare(results)
    if as_json:
        common.print_json(
            {
                "boards": [
                    {"files": [str(path) for path in board.files], "models": rows_of(board.figures)}
                    for board in found.boards
                ],
                "changed": [{"name": name, "before": old, "after": new} for name, old, new in found.changed],
                "moves": [{"model": move.model, **asdict(move.movement)} for move in found.moves],
            }
        )
        return
    for board in found.boards:
        files = ", ".join(path.name for path in board.files)
        title = f"{board.figures.summary.benchmark}, {counted(len(board.figures.summary.problems), 'problem')}: {files}"
        for part in comparison.leaderboard(title, board.figures):
            common.stdout.print(part)
    if len(found.boards) > 1:
        common.note("figures on base+plus of different boards do not compare: the tests that count are not the same")
    if len(results) == 2:
        for part in comparison.changed(found.changed):
            common.stdout.print(part, soft_wrap=True)
        for move in found.moves:
            for part in comparison.moved(move.model, move.movement):
                common.stdout.print(part, soft_wrap=True)
        if not found.moves:
            common.note("the two files have no model with a problem in common, so no score moved")
