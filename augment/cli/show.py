"""`augment show`: one problem of a suite, for a person."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.formats.suite import problem_row
from augment.report.problem import problem_lines
from augment.report.terminal import plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "show",
        short_help="Show a problem's domain, oracle and some of its tests.",
        epilog="Example: augment show suite.jsonl HumanEval/11",
    )(show)


def show(
    suite: Annotated[Path, typer.Argument(help="Suite file, or `humaneval` for what is learnt before a build.")],
    tasks: Annotated[list[str], typer.Argument(help="Task ids, or the parts behind their slashes.", metavar="TASK...")],
    as_json: common.AsJson = False,
) -> None:
    """Show what may go into a problem and who says so, how answers are compared, and some of the tests."""
    for number, tested in enumerate(api.problems(suite, tasks)):
        if as_json:
            common.print_json(problem_row(tested))
            continue
        if number:
            common.stdout.print()
        for line in problem_lines(tested):
            common.stdout.print(plain(line), soft_wrap=True, highlight=False)
