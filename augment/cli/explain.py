"""`augment explain`: why a completion was rejected, for a person."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.cli.score import engine
from augment.formats import domains
from augment.report.explanation import explanation_lines
from augment.report.terminal import plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "explain",
        short_help="Show the smallest input on which rejected completions are wrong.",
        epilog="Example: augment explain results.json HumanEval/0",
    )(explain)


def explain(
    results: Annotated[Path, typer.Argument(help="Results file of `augment score`.")],
    task: Annotated[str, typer.Argument(help="Task id, or the part behind its slash.", metavar="TASK")],
    model: Annotated[str | None, typer.Option("--model", help="Only this set.", show_default="all")] = None,
    number: Annotated[
        int | None, typer.Option("--number", min=0, help="Only this completion of each set.", show_default="all")
    ] = None,
    suite: common.SuitePlace = None,
    completions: common.CompletionsPlaces = None,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    as_json: common.AsJson = False,
) -> None:
    """Show completions that pass base and fail plus, and for each the smallest input found that shows it wrong."""
    with common.interruptible(kept=False), common.progress_bar("proving") as progress:
        found = api.explain(
            results,
            task,
            model=model,
            number=number,
            suite=suite,
            completions=completions or (),
            engine=engine(isolation, python, no_cache=False),
            progress=progress,
        )
    if as_json:
        common.print_json(
            [
                {
                    **one.judgement.row(),
                    "program": one.judgement.completion.program,
                    "domain": None if one.tested.domain is None else domains.row(one.tested.domain),
                }
                for one in found
            ]
        )
        return
    for place, one in enumerate(found):
        if place:
            common.stdout.print()
        for line in explanation_lines(one.tested, one.judgement):
            common.stdout.print(plain(line), soft_wrap=True, highlight=False)
