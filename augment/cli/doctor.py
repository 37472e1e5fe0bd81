"""`augment doctor`: which walls stand around completions here."""

from __future__ import annotations

import sys

import typer

from augment import api
from augment.cli import common
from augment.cli.score import engine
from augment.formats.files import dump


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("doctor", short_help="Show which walls stand around completions.", epilog="Example: augment doctor")(
        doctor
    )


def doctor(isolation: common.Isolation = "auto", python: common.Python = "", as_json: common.AsJson = False) -> None:
    """Show which walls stand around completions on this machine, each tested by trying to climb it."""
    found = api.doctor(engine(isolation, python, no_cache=True))
    standing = {wall.name: wall.stands for wall in found.walls}
    if as_json:
        data = {"isolation": found.launch.isolation.value, "reason": found.launch.reason, "walls": standing}
        sys.stdout.write(f"{dump(data)}\n")
    else:
        why = f" ({found.launch.reason})" if found.launch.reason else ""
        common.stdout.print(f"isolation: {found.launch.isolation.value}{why}", markup=False, highlight=False)
        for wall in found.walls:
            word = "stands" if wall.stands else "DOES NOT STAND"
            common.stdout.print(f"  {word:14}  a completion cannot {wall.about}", markup=False, highlight=False)
    raise typer.Exit(0 if all(standing.values()) else 1)
