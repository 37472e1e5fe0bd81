"""`augment init`: a small benchmark of your own to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "init",
        short_help="Write a small example benchmark to start from.",
        epilog="Example: augment init my-benchmark && augment build my-benchmark -o suite.jsonl",
    )(init)


def init(
    folder: Annotated[Path, typer.Argument(help="A folder that does not exist yet, or is empty.")] = Path("benchmark"),
) -> None:
    """Write a folder with one Python file a problem: reference, docstring, and tests in it or beside it."""
    for path in api.write_example(folder):
        common.note(f"wrote {path}")
    common.note(f"next: augment build {shlex.quote(str(folder))} -o suite.jsonl")
