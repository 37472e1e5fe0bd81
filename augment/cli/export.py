"""`augment export`: suites and results in the formats of other harnesses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.model.words import counted, said_of


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "export",
        short_help="Write a suite, or results, for another harness.",
        epilog="Example: augment export suite.jsonl --to humaneval -o HumanEvalAugmented.jsonl",
    )(export)


def export(
    source: Annotated[Path, typer.Argument(help="Suite file or released data; or a results file.")],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help=f"Of a suite: {', '.join(api.SUITE_FORMATS)}. Of results: {', '.join(api.RESULT_FORMATS)}.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="File to write; a folder for lm-eval, inspect and pytest, and for results of several sets.",
        ),
    ],
    scale: Annotated[
        bool,
        typer.Option("--scale/--no-scale", help="Tests for hopeless running times too; other harnesses time them."),
    ] = False,
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Leave out the problems that the format cannot carry, and name them.")
    ] = False,
    suite: Annotated[
        Path | None, typer.Option("--suite", help="Of results: their suite, where it is not where it was.")
    ] = None,
    completions: Annotated[
        list[Path] | None,
        typer.Option("--completions", help="Of results: sets of completions that are not where they were."),
    ] = None,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Write a suite, or results, in the format of another harness.

    A suite is tried before it is written: the references must pass its own code, and trivial programs fail. What the
    format cannot carry is refused by name, or left out with --leave-out, which gives exit code 1.

    Results as csv or for eval-arena need the results file alone; the other formats hold programs, so the completions
    must still be there. csv is a row a completion; `augment report -o FILE.csv` makes a row a model.
    """
    with (
        common.interruptible(kept=False),
        common.progress_bar("answering") as answering,
        common.progress_bar("trying") as progress,
    ):
        exported = api.export(
            source,
            output,
            to,
            scale=scale,
            leave_out=leave_out,
            suite=suite,
            completions=completions or (),
            jobs=jobs,
            overwrite=overwrite,
            answering=answering,
            progress=progress,
        )
    if as_json:
        common.print_json(
            {
                "files": [str(path) for path in exported.files],
                "problems": exported.problems,
                "tried": exported.tried,
                "refused": dict(exported.refused),
            }
        )
    else:
        for task_id, reason in exported.refused.items():
            common.note(f"left out: {task_id}: {reason}")
        judged = f"{counted(exported.tried, 'program')} {said_of(exported.tried, 'was', 'were')}"
        tried = f"; {judged} judged rightly by what is written" if exported.tried else ""
        common.note(f"{counted(exported.problems, 'problem')}{tried}")
    common.note(f"wrote {output}")
    raise typer.Exit(int(bool(exported.refused)))
