"""Benchmarks known by name: one that a package brings, and others that are fetched once from their public homes.

The manifest (`datasets/benchmarks.json`) says where each comes from, its licence and its SHA-256. A file that was
fetched lies in the user's cache; a fetch that broke off is gone on with.
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

from augment.errors import BadInput
from augment.formats import files, humaneval
from augment.formats.cache import default_path
from augment.shipped import data_folder

CHUNK: Final = 1 << 16
TIMEOUT_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A benchmark of the manifest."""

    name: str
    about: str
    problems: int
    licence: str
    source: str
    """Address of the file, or the package that brings it."""
    sha256: str
    """Of the file as it is served."""

    @property
    def file(self) -> str:
        """Name of its file in the cache, which begins with its digest: another release is another file."""
        return f"{self.sha256[:12]}-{self.source.rpartition('/')[2]}"

    @property
    def fetched(self) -> bool:
        """Whether it has to be fetched, where no package brings it."""
        return self.source.startswith("https://")


def manifest() -> dict[str, Named]:
    """The benchmarks known by name."""
    rows = json.loads((data_folder() / "benchmarks.json").read_text("utf-8"))
    return {row["name"]: Named(**row) for row in rows}


def cache_folder() -> Path:
    """Where fetched files lie."""
    return default_path().parent / "benchmarks"


def here(named: Named) -> Path | None:
    """The file of a benchmark, where it is on this machine already."""
    if not named.fetched:
        try:
            return humaneval.installed_path()
        except BadInput:
            return None
    path = cache_folder() / named.file
    return path if path.exists() else None


def fetch(named: Named, progress: Callable[[int, int, str], None]) -> Path:
    """The file of a benchmark, fetched if it is not here yet.

    Args:
        named: which one.
        progress: told bytes here, bytes in all (0 while that is unknown), and the name.

    Raises:
        BadInput: it cannot be fetched, or is another file than the manifest means.
    """
    if not named.fetched:
        return humaneval.installed_path()
    path = cache_folder() / named.file
    if path.exists():
        return path
    files.make_folder(path.parent)
    part = path.with_name(f"{path.name}.part")
    hint = f"get {named.source} another way, and give its path in place of {named.name!r}"
    try:
        _download(named, part, progress)
    except (OSError, http.client.HTTPException) as problem:
        raise BadInput(f"{named.source}: cannot be fetched ({problem})", hint=hint) from None
    found = files.sha256(part)
    if found != named.sha256:
        part.unlink()
        raise BadInput(f"{named.source}: wanted a file with SHA-256 {named.sha256}, found {found}", hint=hint)
    part.replace(path)
    return path


def _download(named: Named, part: Path, progress: Callable[[int, int, str], None]) -> None:
    """Write the rest of a file behind what is there of it; from the start where the server knows no ranges."""
    there = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(named.source, headers={"Range": f"bytes={there}-"} if there else {})
    try:
        response = urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as problem:
        problem.close()
        if problem.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:  # all of it is there
            return
        raise
    with response:
        goes_on = response.status == HTTPStatus.PARTIAL_CONTENT
        done = there if goes_on else 0
        total = done + int(response.headers.get("Content-Length", 0))
        with part.open("ab" if goes_on else "wb") as file:
            while chunk := response.read(CHUNK):
                done += file.write(chunk)
                progress(done, total, named.name)
    if done < total:
        raise OSError(f"it broke off after {done:,} of {total:,} bytes; the next try goes on from there")
