"""`augment reduce`: few of a suite's plus tests."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.errors import BadInput
from augment.reduction import ReduceSettings

DEFAULTS = ReduceSettings()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "reduce",
        short_help="Keep the few plus tests of a suite that show most.",
        epilog="Example: augment reduce suite.jsonl --to 7 -o small.jsonl",
    )(reduce)


def reduce(
    suite: Annotated[Path, typer.Argument(help="Suite file or released data, as for `augment score`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Suite file to write; packed if it ends in .gz.")],
    to: Annotated[
        int | None,
        typer.Option("--to", min=1, help="Most plus tests kept for a problem; scale tests stay."),
    ] = None,
    lossless: Annotated[
        bool, typer.Option("--lossless", help="As few as kill every mutant that the whole suite kills.")
    ] = False,
    redundancy: Annotated[
        int, typer.Option(min=1, help="With --lossless: kill each mutant by so many different tests.")
    ] = DEFAULTS.redundancy,
    against: common.Against = None,
    seed: common.Seed = DEFAULTS.seed,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Keep few plus tests, by what they show: mutants of the reference that they kill, and traits of their inputs.

    No completion is looked at but those given with --against. Tests keep their ids, so results of both suites can be
    compared. Lines of --against that were skipped give exit code 1.
    """
    if lossless == (to is not None):
        raise BadInput("wanted either --to or --lossless", hint="augment reduce suite.jsonl --to 7 -o small.jsonl")
    left_out = common.LeftOut()
    with (
        common.interruptible(kept=False),
        common.progress_bar("answering") as answering,
        common.progress_bar("reducing") as progress,
    ):
        reduced = api.reduce(
            suite,
            output,
            settings=ReduceSettings(to=to, redundancy=redundancy, seed=seed),
            against=against or (),
            jobs=jobs,
            overwrite=overwrite,
            unread=left_out,
            answering=answering,
            progress=progress,
        )
    common.show_suite(reduced, as_json=as_json, path=output, left_out=left_out)
    common.note(f"wrote {output}")
    raise typer.Exit(int(left_out.any_skipped))
