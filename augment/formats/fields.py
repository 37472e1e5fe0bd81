"""Fields of a row other than text, checked: each message says where, what was wanted and what was found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from augment.errors import BadLine
from augment.formats import files
from augment.model.digits import any_number_of_digits

T = TypeVar("T")


def whole(row: Mapping[str, Any], key: str, where: str, default: int | None = None) -> int:
    """A whole number. Raises `BadLine` when it is none, or missing without a default."""
    return _field(row, key, where, int, "a whole number", default)


def flag(row: Mapping[str, Any], key: str, where: str, default: bool | None = None) -> bool:
    """True or false. Raises `BadLine` as `whole` does."""
    return _field(row, key, where, bool, "true or false", default)


def items(row: Mapping[str, Any], key: str, where: str, default: list[Any] | None = None) -> list[Any]:
    """A list. Raises `BadLine` as `whole` does."""
    return _field(row, key, where, list, "a list", default)


def texts(row: Mapping[str, Any], key: str, where: str) -> list[str]:
    """A list of strings, empty where there is none. Raises `BadLine` as `whole` does."""
    found = items(row, key, where, [])
    odd = next((item for item in found if not isinstance(item, str)), "")
    if not isinstance(odd, str):
        raise BadLine(f"{where}: wanted strings in `{key}`, found {files.kind(odd)}")
    return found


def mapping(row: Mapping[str, Any], key: str, where: str, default: files.Row | None = None) -> files.Row:
    """An object that can be written again. Raises `BadLine` as `whole` does."""
    return strict(_field(row, key, where, dict, "an object", default), where)


def distance(row: Mapping[str, Any], key: str, where: str, default: float) -> float:
    """A number from 0 that a float can hold. Raises `BadLine` for anything else."""
    value = row.get(key, default)
    try:
        number = math.nan if isinstance(value, bool) or not isinstance(value, (int, float)) else float(value)
    except OverflowError:
        number = math.inf
    if not 0 <= number < math.inf:
        raise BadLine(f"{where}: wanted a number `{key}` from 0, found {shown(value)}")
    return number


def unknown(row: Mapping[str, Any], known: tuple[str, ...], where: str) -> files.Row:
    """What a row holds beyond the known keys, to be kept. Raises `BadLine` where it could not be written again."""
    extra = {key: value for key, value in row.items() if key not in known}
    return strict(extra, where) if extra else extra


def strict(row: files.Row, where: str) -> files.Row:
    """The row itself, when strict JSON can hold it. Raises `BadLine` for nan and infinities."""
    try:
        files.dump(row)
    except ValueError:
        raise BadLine(f"{where}: wanted strict JSON, found NaN or Infinity in {', '.join(sorted(row))}") from None
    return row


def shown(value: object) -> str:
    """The start of a value, for a message."""
    with any_number_of_digits():
        return "nothing" if value is None else f"{value!r:.100}"


def _field(row: Mapping[str, Any], key: str, where: str, wanted: type[T], word: str, default: T | None) -> T:
    if key not in row and default is not None:
        return default
    value = row.get(key)
    if type(value) is wanted:
        return value
    found = ", ".join(sorted(row)) or "nothing" if key not in row else files.kind(value)
    raise BadLine(f"{where}: wanted {word} `{key}`, found {found}")
