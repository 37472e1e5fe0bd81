"""Lines of JSON in and out, with errors that name the line, and files that are whole or not there.

Numbers may have any number of digits. What is written is strict JSON: no NaN, no Infinity.
"""

from __future__ import annotations

import codecs
import contextlib
import gzip
import hashlib
import io
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from augment.errors import BadInput, BadLine
from augment.model.digits import any_number_of_digits
from augment.model.words import with_article

Row = dict[str, Any]


def read_bytes(path: Path) -> bytes:
    """The content of a file, unpacked where its first bytes say gzip.

    Raises:
        BadInput: missing, unreadable, or a gzip file that is broken or cut short.
    """
    data = _as_it_lies(path)
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as problem:
        raise BadInput(f"{path}: a gzip file that is broken or cut short ({problem})", hint="fetch it again") from None


def sha256(path: Path) -> str:
    """Digest of a file as it lies on disk. Raises `BadInput` where it cannot be read."""
    return hashlib.sha256(_as_it_lies(path)).hexdigest()


def sha256_of_texts(texts: Iterable[str]) -> str:
    """Digest of some texts in order."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "backslashreplace"))
        digest.update(b"\0")
    return digest.hexdigest()


def _as_it_lies(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file", hint="check the path, or run `augment --help` for examples") from None
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror})", hint="check the path") from None


def rows(path: Path, *, bad_line: Callable[[BadLine], None] | None = None) -> Iterator[tuple[int, Row]]:
    """The JSON objects of a JSON Lines file, with their line numbers from 1; blank lines are passed over.

    A byte order mark and carriage returns are accepted.

    Args:
        path: `.jsonl` or `.jsonl.gz`; known by content.
        bad_line: told each line that is no JSON object in UTF-8, which is then skipped; without it such a line raises.

    Raises:
        BadInput: the file cannot be read.
        BadLine: see `bad_line`.
    """
    yield from _rows(read_bytes(path), path, bad_line)


def rows_in(data: bytes, path: Path, bad_line: Callable[[BadLine], None]) -> Iterator[tuple[str, Row]]:
    """The JSON objects of a JSON Lines file whose content is known, each with `path:line`; otherwise as `rows`."""
    for number, row in _rows(data, path, bad_line):
        yield f"{path}:{number}", row


def _rows(data: bytes, path: Path, bad_line: Callable[[BadLine], None] | None) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        try:
            row = _row(line)
        except _NoRow as found:
            error = BadLine(
                f"{path}:{number}: wanted a JSON object, found {found}",
                hint="the file may be cut short; each line must be one whole object",
            )
            if bad_line is None:
                raise error from None
            bad_line(error)
        else:
            if row is not None:
                yield number, row


def records(path: Path) -> Iterator[tuple[str, Row]]:
    """The objects of a file of JSON Lines, or of one JSON array, each with where it stands.

    Raises:
        BadInput: the file cannot be read, or is an array that is no JSON.
        BadLine: what is no object.
    """
    text = read_bytes(path).removeprefix(codecs.BOM_UTF8)
    if text.lstrip()[:1] != b"[":
        yield from ((f"{path}:{number}", row) for number, row in rows(path))
        return
    try:
        with any_number_of_digits():
            entries = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{path}: wanted a JSON array, found text that is none ({problem})") from None
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise BadLine(f"{path}: entry {place}: wanted a JSON object, found {kind(entry)}")
        yield f"{path}: entry {place}", entry


class _NoRow(Exception):
    """What a line is, where it is no JSON object."""


def _row(line: bytes) -> Row | None:
    """The object in a line; None for a blank one."""
    try:
        text = line.decode("utf-8")
        with any_number_of_digits():
            row = json.loads(text) if text.strip() else None
    except UnicodeDecodeError as problem:
        raise _NoRow(f"what is not UTF-8 text (byte {problem.start})") from None
    except json.JSONDecodeError as problem:
        raise _NoRow(f"text that is no JSON (column {problem.colno}: {problem.msg})") from None
    except RecursionError:
        raise _NoRow("values nested too deeply") from None
    if isinstance(row, dict) or not text.strip():
        return row
    raise _NoRow(kind(row))


def text_of(row: Row, key: str, where: str, default: str | None = None) -> str:
    """A string field of a row. Raises `BadLine` when it is no string, or missing without a default."""
    value = row.get(key, default)
    if isinstance(value, str):
        return value
    found = ", ".join(sorted(row)) if key not in row else kind(value)
    raise BadLine(f"{where}: wanted a string `{key}`, found {found}")


def kind(value: object) -> str:
    """The type of a JSON value, for a message."""
    return "null" if value is None else with_article(type(value).__name__)


def dump(value: object, *, indent: int | None = None) -> str:
    """Strict JSON, on one line unless an indent is given; lone surrogates are escaped, so UTF-8 can hold it.

    Raises:
        ValueError: nan or an infinity, which JSON does not have.
    """
    with any_number_of_digits():
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return encodable(text)  # a lone surrogate stands in strings only


def ensure_writable(path: Path) -> None:
    """Find out before any work whether a file can be written.

    Raises:
        BadInput: the folder is missing or closed to us, the path is a folder, or the name is too long.
    """
    folder = path.parent
    try:
        if path.is_dir():
            raise BadInput(f"{path}: is a folder, wanted a file to write", hint="choose another path")
        if not folder.is_dir():
            raise BadInput(f"{path}: there is no folder {folder}", hint=f"make it first: mkdir -p {folder}")
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{path.name}."):  # the longest name that will be used
            pass
    except OSError as problem:
        raise BadInput(f"{path}: cannot write there ({problem.strerror})", hint="choose another path") from None


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are not there.

    Raises:
        BadInput: it cannot be made, or something else is in its place.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be made a folder ({problem.strerror})", hint="choose another path") from None


def copy(source: Path, target: Path) -> Path:
    """Copy a file, and give its new path. Raises `BadInput` where that does not go."""
    try:
        target.write_bytes(_as_it_lies(source))
    except OSError as problem:
        raise BadInput(f"{target}: cannot be written ({problem.strerror})") from None
    return target


def encodable(text: str) -> str:
    """The text with lone surrogates as escapes, since UTF-8 cannot hold them."""
    return text.encode("utf-8", "backslashreplace").decode()


def remove(path: Path) -> None:
    """Delete a file, if it is there. Raises `BadInput` where it cannot be deleted."""
    try:
        path.unlink(missing_ok=True)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be deleted ({problem.strerror})") from None


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a text file in one step: it is whole, or as it was before. Packed when the name ends in .gz.

    Raises:
        BadInput: the file cannot be written.
    """
    data = "".join(f"{line}\n" for line in lines).encode()
    if path.suffix == ".gz":
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=0) as packer:  # same text, same bytes
            packer.write(data)
        data = packed.getvalue()
    try:
        _replace(path, data)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be written ({problem.strerror})") from None


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then take its place; nothing is left beside it when that fails."""
    with contextlib.ExitStack() as undo:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            undo.callback(os.unlink, file.name)
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(file.name, 0o666 & ~umask)
        os.replace(file.name, path)
        undo.pop_all()
