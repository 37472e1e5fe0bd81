"""`augment report`: a scoring run for people to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.report import wording
from augment.report.terminal import plain
from augment.reporting import MOST


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "report",
        short_help="Make a page, or tables, of a scoring run.",
        epilog="Example: augment report results.json -o results.html",
    )(report)


def report(
    results: Annotated[Path, typer.Argument(help="Results file of `augment score` or `augment run`.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="File to write: .html, a page that stands alone; .md, its tables; .csv, a row a model.",
            show_default="a page beside the results",
        ),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", min=0, help="False positives that the page shows with their programs.")
    ] = MOST,
    as_json: common.AsJson = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Make a page of a scoring run: how far pass@1 falls, whether models change places, each false positive.

    Needs nothing but the results file. Scored with --prove, it shows the smallest input on which each program is wrong.
    A row a completion, for other programs, is what `augment export RESULTS --to csv` writes.
    """
    made = api.report(results, output, most=most, overwrite=overwrite)
    figures = made.figures
    if as_json:
        rejected = {ground.word: count for ground, count in figures.rejected.items()}
        common.print_json({"file": str(made.path), "rejected": rejected, "shown": made.shown})
    else:
        for sentence in wording.headline(figures):
            common.stdout.print(plain(f"{sentence}."), soft_wrap=True, highlight=False)
    common.note(f"wrote {made.path}")
