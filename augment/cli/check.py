"""`augment check`: is a suite fit to judge anybody?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.cli.score import LIMITS, engine, settings
from augment.report import terminal
from augment.report.document import check_document


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "check",
        short_help="Check a suite before it judges anybody.",
        epilog="Example: augment check suite.jsonl --tasks 0,7",
    )(check)


def check(
    suite: Annotated[Path, typer.Argument(help="Suite file or released data, as for `augment score`.")],
    timeout: common.Timeout = LIMITS.cpu_seconds,
    memory: common.Memory = LIMITS.memory_bytes >> 20,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    tasks: common.Tasks = None,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
) -> None:
    """Check that a suite's tests accept each reference and turn down wrong answers and programs that solve nothing.

    Faults, and problems that were left out, give exit code 1. Weak base tests and suspicious references are listed and
    change no exit code.
    """
    with (
        common.interruptible(kept=False),
        common.progress_bar("answering") as answering,
        common.progress_bar("checking") as progress,
    ):
        checked = api.check(
            suite,
            settings=settings(timeout, memory),
            engine=engine(isolation, python, no_cache=True),
            tasks=common.split(tasks),
            jobs=jobs,
            answering=answering,
            progress=progress,
        )
    if as_json:
        common.print_json(check_document(checked))
    else:
        terminal.show_check(common.stdout, checked)
    raise typer.Exit(0 if checked.sound else 1)
