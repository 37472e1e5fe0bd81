"""`augment datasets`: the benchmarks known by name."""

from __future__ import annotations

from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.model.words import counted
from augment.report.terminal import plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "datasets",
        short_help="List the benchmarks known by name, and fetch them.",
        epilog="Example: augment datasets --fetch mbpp-sanitized",
    )(datasets)


def datasets(
    fetch: Annotated[str, typer.Option("--fetch", help="Fetch this one now, and print the path of its file.")] = "",
    as_json: common.AsJson = False,
) -> None:
    """List the benchmarks known by name, with source, licence, size and SHA-256.

    `augment build` and the other commands take these names, and fetch what is not here yet. What was fetched is kept in
    the user's cache, or in the folder that AUGMENT_CACHE_DIR names; its SHA-256 is checked.
    """
    if fetch:
        with common.progress_bar("fetching") as progress:
            fetched = api.fetch_benchmark(fetch, fetching=progress)
        print(fetched)
        return
    found = api.named_benchmarks()
    if as_json:
        common.print_json(
            [
                {
                    "name": one.name,
                    "about": one.about,
                    "problems": one.problems,
                    "licence": one.licence,
                    "source": one.source,
                    "sha256": one.sha256,
                    "file": None if path is None else str(path),
                }
                for one, path in found
            ]
        )
        return
    for one, path in found:
        common.stdout.print(plain(f"{one.name}: {one.about}"), soft_wrap=True, highlight=False)
        there = "here" if path else "fetched when it is wanted"
        common.stdout.print(
            plain(f"  {counted(one.problems, 'problem')}, {one.licence}, {there}"), soft_wrap=True, highlight=False
        )
        common.stdout.print(plain(f"  {one.source}"), soft_wrap=True, highlight=False)
        common.stdout.print(plain(f"  sha256 {one.sha256}"), soft_wrap=True, highlight=False)
