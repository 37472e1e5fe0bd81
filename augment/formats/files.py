"""Lines of JSON in and out, with errors that name the line, and files that are whole or not there.

Numbers may have any number of digits. What is written is strict JSON: no NaN, no Infinity.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from augment.errors import BadInput, BadLine

Row = dict[str, Any]


@contextlib.contextmanager
def any_number_of_digits() -> Iterator[None]:
    """Lift Python's limit on decimal digits (4,300) while reading or writing numbers."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def read_bytes(path: Path) -> bytes:
    """The content of a file, unpacked where its first bytes say gzip.

    Raises:
        BadInput: missing, unreadable, or a gzip file that is cut short.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file", hint="check the path, or run `augment --help` for examples") from None
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read ({problem.strerror})") from None
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError) as problem:
        raise BadInput(f"{path}: a gzip file that is broken or cut short ({problem})", hint="fetch it again") from None


def sha256(path: Path) -> str:
    """Digest of a file as it lies on disk."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def rows(path: Path, *, bad_line: Callable[[BadLine], None] | None = None) -> Iterator[tuple[int, Row]]:
    """The JSON objects of a JSON Lines file, with their line numbers from 1; blank lines are passed over.

    A byte order mark and carriage returns are accepted.

    Args:
        path: `.jsonl` or `.jsonl.gz`; known by content.
        bad_line: told each line that is no JSON object, which is then skipped; without it such a line raises.

    Raises:
        BadInput: the file cannot be read, or is not UTF-8.
        BadLine: see `bad_line`.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{path}: not UTF-8 text (byte {problem.start})") from None
    with any_number_of_digits():
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            row, found = None, ""
            try:
                row = json.loads(line)
                found = f"a {type(row).__name__}"
            except json.JSONDecodeError as problem:
                found = f"{problem.msg}, column {problem.colno}"
            except RecursionError:
                found = "values nested too deeply"
            if isinstance(row, dict):
                yield number, row
                continue
            error = BadLine(
                f"{path}:{number}: wanted a JSON object, found {found}",
                hint="the file may be cut short; each line must be one whole object",
            )
            if bad_line is None:
                raise error
            bad_line(error)


def text_of(row: Row, key: str, where: str) -> str:
    """A string field of a row. Raises `BadLine` when it is missing or no string."""
    value = row.get(key)
    if isinstance(value, str):
        return value
    found = ", ".join(sorted(row)) if key not in row else f"a {type(value).__name__}"
    raise BadLine(f"{where}: wanted a string `{key}`, found {found}")


def dump(value: object) -> str:
    """One line of strict JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def ensure_writable(path: Path) -> None:
    """Find out before any work whether a file can be written.

    Raises:
        BadInput: the folder is missing or closed to us, or the path is a folder.
    """
    folder = path.parent
    if path.is_dir():
        raise BadInput(f"{path}: is a folder, wanted a file to write")
    if not folder.is_dir():
        raise BadInput(f"{path}: there is no folder {folder}", hint=f"make it first: mkdir -p {folder}")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise BadInput(f"{path}: cannot write there ({problem.strerror})", hint="choose another path with -o") from None


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a text file in one step: it is whole, or as it was before. Packed when the name ends in .gz.

    Raises:
        BadInput: the file cannot be written.
    """
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    if path.suffix == ".gz":
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=0) as packer:  # same text, same bytes
            packer.write(data)
        data = packed.getvalue()
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(file.name, 0o666 & ~umask)
        os.replace(file.name, path)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be written ({problem.strerror})") from None
