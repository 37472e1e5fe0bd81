"""`augment diff`: an input on which two programs differ."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from augment import api
from augment.cli import common
from augment.cli.score import engine
from augment.difference import Apart, Difference, DiffSettings
from augment.model.words import counted
from augment.report.terminal import plain

DEFAULTS = DiffSettings()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "diff",
        short_help="Find an input on which two programs differ.",
        epilog="Example: augment diff a.py b.py --like HumanEval/0 --suite suite.jsonl",
    )(diff)


def diff(
    one: Annotated[Path, typer.Argument(help="File of a program.", metavar="A.py")],
    two: Annotated[Path, typer.Argument(help="File of another.", metavar="B.py")],
    like: Annotated[
        str | None, typer.Option("--like", help="Task id: inputs are such as this problem takes.", show_default=False)
    ] = None,
    suite: Annotated[
        Path | None,
        typer.Option("--suite", help="Suite that has the problem.", show_default="built from HumanEval"),
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option("--domain", help="What may go in, as `augment show --json` prints it.", show_default=False),
    ] = None,
    entry_point: Annotated[
        str,
        typer.Option("--entry-point", help="Function to call.", show_default="the problem's, or the only shared one"),
    ] = "",
    inputs: Annotated[
        int, typer.Option("--inputs", min=1, max=10_000_000, help="Most inputs to try.")
    ] = DEFAULTS.inputs,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same programs: the same inputs.")] = DEFAULTS.seed,
    timeout: common.Timeout = DEFAULTS.seconds,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    as_json: common.AsJson = False,
) -> None:
    """Find an input on which two programs differ, as small as can be, or say how hard was looked."""
    start = time.monotonic()
    with common.interruptible(kept=False), common.progress_bar("building") as building:
        found = api.diff(
            one,
            two,
            like=like,
            suite=suite,
            domain=domain,
            entry_point=entry_point,
            settings=DiffSettings(seed=seed, inputs=inputs, seconds=timeout),
            engine=engine(isolation, python, no_cache=False),
            building=building,
        )
    seconds = time.monotonic() - start
    if as_json:
        common.print_json(_row(found, seconds))
    else:
        for line in _lines(found, (one.name, two.name), seconds):
            common.stdout.print(plain(line), soft_wrap=True, highlight=False)
    raise typer.Exit(int(found.apart is not None))


def _row(found: Difference, seconds: float) -> dict[str, Any]:
    apart = found.apart
    return {
        "different": apart is not None,
        "difference": None
        if apart is None
        else {
            "args": apart.args.literal,
            "one": apart.one,
            "two": apart.two,
            "tier": apart.tier.value,
            "from": apart.origin,
            "confirmed": apart.confirmed,
            "minimal": apart.minimal,
        },
        "inputs": found.tried,
        "kinds": dict(found.kinds),
        "tiers": {tier.value: count for tier, count in found.tiers.items()},
        "not_compared": found.not_compared,
        "seconds": round(seconds, 2),
    }


def _lines(found: Difference, names: tuple[str, str], seconds: float) -> Iterator[str]:
    if found.apart is not None:
        yield from _difference(found.apart, names)
    else:
        yield "no difference found"
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in found.kinds.items())
    tiers = ", ".join(f"{count:,} {tier.value}" for tier, count in found.tiers.items())
    yield f"{counted(found.tried, 'input')} tried in {seconds:.1f} s ({kinds or 'none'}; {tiers or 'none'})"
    if found.not_compared:
        yield f"not compared: {found.not_compared:,} on which one of them exceeded a limit, or had too often before"


def _difference(apart: Apart, names: tuple[str, str]) -> Iterator[str]:
    width = max(map(len, names))
    yield f"they differ on {apart.args.literal}"
    for name, did in zip(names, (apart.one, apart.two), strict=True):
        yield f"  {name:{width}}  {did}"
    yield f"  {apart.tier.value}, from {apart.origin}" + (
        "; on no input one simplification below do they differ" if apart.minimal else ""
    )
    if not apart.confirmed:
        yield "  not confirmed: run again, they do not differ each time"
