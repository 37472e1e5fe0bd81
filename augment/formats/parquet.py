"""Tables in Parquet, by pyarrow, which is an extra (`pip install augment[parquet]`)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from augment.errors import BadInput
from augment.formats import files


def _pyarrow(path: Path) -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise BadInput(
            f"{path}: Parquet files need the package pyarrow", hint="install it with `pip install augment[parquet]`"
        ) from None
    return pyarrow


def write(path: Path, rows: Sequence[files.Row]) -> None:
    """Write rows of text fields. Raises `BadInput` without pyarrow, or where the file cannot be written."""
    pyarrow = _pyarrow(path)
    try:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), str(path))
    except OSError as problem:
        raise BadInput(f"{path}: cannot be written ({problem.strerror})") from None


def read(path: Path, data: bytes) -> list[Any]:
    """The rows of a file whose content is known. Raises `BadInput` without pyarrow, or where it is no table."""
    pyarrow = _pyarrow(path)
    try:
        return list(pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist())
    except (ValueError, OSError) as problem:
        raise BadInput(f"{path}: a Parquet file that cannot be read ({problem})", hint="fetch it again") from None
