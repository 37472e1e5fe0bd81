"""`augment datasets`: the benchmarks known by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.model.words import counted
from augment.named import Named
from augment.report.terminal import plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "datasets",
        short_help="List the benchmarks known by name, and fetch them.",
        epilog="Example: augment datasets --fetch mbpp-sanitized",
    )(datasets)


def _row(one: Named, path: Path | None) -> dict[str, object]:
    return {
        "name": one.name,
        "about": one.about,
        "problems": one.problems,
        "licence": one.licence,
        "source": one.source,
        "sha256": one.sha256,
        "file": None if path is None else str(path),
    }


def datasets(
    fetch: Annotated[
        str, typer.Option("--fetch", help="Fetch this one now, and print its path, or with --json what is known of it.")
    ] = "",
    as_json: common.AsJson = False,
) -> None:
    """List the benchmarks known by name, with source, licence, size and SHA-256.

    `augment build` and the other commands take these names, and fetch what is not here yet. What was fetched is kept in
    the user's cache, or in the folder that AUGMENT_CACHE_DIR names; its SHA-256 is checked.
    """
    if fetch:
        with common.progress_bar("fetching") as progress:
            fetched = api.fetch_benchmark(fetch, fetching=progress)
        if not as_json:
            print(fetched)
            return
    found = [(one, path) for one, path in api.named_benchmarks() if fetch in ("", one.name)]
    if as_json:
        rows = [_row(one, path) for one, path in found]
        common.print_json(rows[0] if fetch else rows)
        return
    for one, path in found:
        common.stdout.print(plain(f"{one.name}: {one.about}"), soft_wrap=True, highlight=False)
        there = "here" if path else "fetched when it is wanted"
        common.stdout.print(
            plain(f"  {counted(one.problems, 'problem')}, {one.licence}, {there}"), soft_wrap=True, highlight=False
        )
        common.stdout.print(plain(f"  {one.source}"), soft_wrap=True, highlight=False)
        common.stdout.print(plain(f"  sha256 {one.sha256}"), soft_wrap=True, highlight=False)
