"""The command line: flags in, one library call, output out. Data goes to stdout, everything else to stderr.

Exit codes: 0 fine, 1 found something (a problem that cannot be scored, a fault of a suite, a contract that cannot be
used, completions that could not be read, two programs that differ), 2 bad input, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from augment.about import version
from augment.cli import (
    audit,
    build,
    check,
    compare,
    complete,
    datasets,
    diff,
    doctor,
    explain,
    export,
    extract,
    init,
    missed,
    reduce,
    report,
    review,
    run,
    score,
    show,
)
from augment.cli.common import errors
from augment.errors import AugmentError, BadInput
from augment.formats import cache

app = typer.Typer(
    help="Grow a code benchmark's tests, re-score completions on them, and see how far pass@1 drops.",
    epilog="Start with: augment run",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS = (
    *(run, build, check, audit, reduce, complete, extract, score, report, compare, explain, missed, review, diff, show),
    *(export, datasets, init, doctor),
)
for command in COMMANDS:
    command.register(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version())
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Grow a code benchmark's tests, re-score completions on them, and see how far pass@1 drops."""


def main() -> None:
    """The entry point of the `augment` program."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache.folder() / "hypothesis"))  # not where we are
    try:
        app()
    except AugmentError as error:
        errors(error)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as problem:  # of stdout: what is read and written by name has errors of its own
        errors(BadInput(f"the output cannot be written ({problem.strerror})"))
        os._exit(2)  # closing stdout would fail again
