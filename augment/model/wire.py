"""The closed encoding of plain values that crosses the wall between augment and the code it runs.

The bytes are CPython's marshal format, version 2, restricted to plain data: None, bool, int, float, complex,
str, bytes, list, tuple, set, frozenset and dict, by their exact types. That format has one encoding for one
value (sets are written in the order of their encoded elements since Python 3.11), is written at C speed, and its
layout for these types has not changed since Python 2.5. Two uses follow:

- equal bytes mean equal values of equal types, so most comparisons never decode anything;
- bytes from an untrusted process are read by `decode` below, never by `marshal.loads`: it is bounded in depth and
  length, knows data only, and no byte can make it run code.
"""

from __future__ import annotations

import marshal
import math
import struct
from typing import Any, Final

from augment.errors import NotPlain

VERSION: Final = 2
MAX_DEPTH: Final = 100
"""Containers inside containers; Python's own parser stops reading literals at about 200."""

NAN: Final = math.nan


def encode(value: object) -> bytes:
    """Encode a plain value; every nan becomes the same nan.

    Raises:
        NotPlain: a type outside the closed set (subclasses too), or nested deeper than `MAX_DEPTH`.
    """
    return marshal.dumps(_checked(value, 0), VERSION)


def _checked(value: object, depth: int) -> Any:
    """The value itself, or a copy with canonical nans; raises where it is not plain."""
    if depth > MAX_DEPTH:
        raise NotPlain(f"a value nested deeper than {MAX_DEPTH} containers (or containing itself)")
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes):
        return value
    if kind is float:
        return NAN if value != value else value
    if isinstance(value, complex) and kind is complex:
        return complex(_canonical(value.real), _canonical(value.imag))
    if isinstance(value, (list, tuple, set, frozenset)) and kind in (list, tuple, set, frozenset):
        return kind([_checked(item, depth + 1) for item in value])
    if isinstance(value, dict) and kind is dict:
        return {_checked(key, depth + 1): _checked(item, depth + 1) for key, item in value.items()}
    raise NotPlain(f"a value of type {kind.__name__!r}, which is not plain data")


def _canonical(number: float) -> float:
    return NAN if number != number else number


def decode(blob: bytes) -> object:
    """Decode bytes from an untrusted process.

    Raises:
        NotPlain: anything but exactly one well-formed plain value within the depth limit.
    """
    reader = _Reader(blob)
    try:
        value = reader.value(0)
    except (struct.error, IndexError, UnicodeDecodeError, TypeError) as problem:
        raise NotPlain(f"a malformed value ({problem})") from None
    if reader.at != len(blob):
        raise NotPlain("a malformed value (bytes left over)")
    return value


class _Reader:
    """Reads one value; lengths are checked against the bytes that are there before anything is built."""

    def __init__(self, blob: bytes) -> None:
        self.blob = blob
        self.at = 0

    def take(self, count: int) -> bytes:
        if count < 0 or self.at + count > len(self.blob):
            raise NotPlain("a malformed value (it is cut short)")
        self.at += count
        return self.blob[self.at - count : self.at]

    def size(self, unit: int = 1) -> int:
        (count,) = struct.unpack("<i", self.take(4))
        if count < 0 or count * unit > len(self.blob) - self.at:
            raise NotPlain("a malformed value (a length beyond its bytes)")
        return int(count)

    def value(self, depth: int) -> object:
        if depth > MAX_DEPTH:
            raise NotPlain(f"a value nested deeper than {MAX_DEPTH} containers")
        code = self.take(1)
        match code:
            case b"N":
                return None
            case b"T":
                return True
            case b"F":
                return False
            case b"i":
                return struct.unpack("<i", self.take(4))[0]
            case b"l":
                return self._long()
            case b"g":
                return struct.unpack("<d", self.take(8))[0]
            case b"y":
                return complex(*struct.unpack("<dd", self.take(16)))
            case b"u":
                return self.take(self.size()).decode("utf-8", "surrogatepass")
            case b"s":
                return self.take(self.size())
            case b"[":
                return self._items(depth)
            case b"(":
                return tuple(self._items(depth))
            case b"<":
                return set(self._items(depth))
            case b">":
                return frozenset(self._items(depth))
            case b"{":
                return self._dict(depth)
        raise NotPlain(f"a malformed value (type code {code!r})")

    def _items(self, depth: int) -> list[object]:
        return [self.value(depth + 1) for _ in range(self.size())]

    def _dict(self, depth: int) -> dict[object, object]:
        found = {}
        while self.blob[self.at : self.at + 1] != b"0":
            key = self.value(depth + 1)
            found[key] = self.value(depth + 1)
        self.at += 1
        return found

    def _long(self) -> int:
        """15-bit digits, least significant first; the sign is that of the digit count."""
        (count,) = struct.unpack("<i", self.take(4))
        digits = struct.unpack(f"<{abs(count)}H", self.take(2 * abs(count)))
        if any(digit > 0x7FFF for digit in digits):
            raise NotPlain("a malformed value (an integer digit out of range)")
        # Halving the list keeps this near-linear where adding digit by digit is quadratic.
        magnitude = _join(digits)
        return -magnitude if count < 0 else magnitude


def _join(digits: tuple[int, ...]) -> int:
    if len(digits) <= 64:
        total = 0
        for digit in reversed(digits):
            total = total << 15 | digit
        return total
    half = len(digits) // 2
    return _join(digits[:half]) | _join(digits[half:]) << 15 * half
