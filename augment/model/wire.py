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
import struct
from collections import Counter
from typing import Any, Final

from augment.errors import NotPlain

VERSION: Final = 2
MAX_DEPTH: Final = 100
"""Containers inside containers; Python's own parser stops reading literals at about 200."""

MAX_SETS: Final = 6
"""Sets inside sets: the format is written in time that doubles with each."""
MAX_SHARED_HASH: Final = 64
"""Elements of a set, or keys of a dict, with one hash: building it takes time that grows with their square."""

TOO_DEEP: Final = NotPlain(
    f"a value nested deeper than {MAX_DEPTH} containers, or {MAX_SETS} sets, or containing itself"
)


def encode(value: object) -> bytes:
    """Encode a plain value; every nan becomes the same nan.

    Raises:
        NotPlain: a type outside the closed set (subclasses too), or nested deeper than `MAX_DEPTH`.
    """
    return marshal.dumps(_checked(value, 0), VERSION)


def _checked(value: object, depth: int, sets: int = 0) -> Any:
    """The value itself, or a copy with canonical nans; raises where it is not plain."""
    if depth > MAX_DEPTH or sets > MAX_SETS:
        raise TOO_DEEP
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes):
        return value
    if kind is float:
        return float("nan") if value != value else value
    if isinstance(value, complex) and kind is complex:
        return complex(_checked(value.real, depth), _checked(value.imag, depth))
    if isinstance(value, (list, tuple, set, frozenset)) and kind in (list, tuple, set, frozenset):
        sets += kind in (set, frozenset)
        return kind([_checked(item, depth + 1, sets) for item in value])
    if isinstance(value, dict) and kind is dict:
        return {_checked(key, depth + 1, sets): _checked(item, depth + 1, sets) for key, item in value.items()}
    raise NotPlain(f"a value of type {kind.__name__!r}, which is not plain data")


def decode(blob: bytes) -> object:
    """Decode bytes from an untrusted process.

    Raises:
        NotPlain: anything but exactly one well-formed plain value within the depth limit.
    """
    reader = _Reader(blob)
    try:
        value = reader.value(0, 0)
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

    def value(self, depth: int, sets: int) -> object:
        if depth > MAX_DEPTH or sets > MAX_SETS:
            raise TOO_DEEP
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
                return self._items(depth, sets)
            case b"(":
                return tuple(self._items(depth, sets))
            case b"<":
                return set(_hashed(self._items(depth, sets + 1)))
            case b">":
                return frozenset(_hashed(self._items(depth, sets + 1)))
            case b"{":
                return self._dict(depth, sets)
        raise NotPlain(f"a malformed value (type code {code!r})")

    def _items(self, depth: int, sets: int) -> list[object]:
        return [self.value(depth + 1, sets) for _ in range(self.size())]

    def _dict(self, depth: int, sets: int) -> dict[object, object]:
        pairs = []
        while self.blob[self.at : self.at + 1] != b"0":
            pairs.append((self.value(depth + 1, sets), self.value(depth + 1, sets)))
        self.at += 1
        _hashed([key for key, _ in pairs])
        return dict(pairs)

    def _long(self) -> int:
        """15-bit digits, least significant first; the sign is that of the digit count."""
        (count,) = struct.unpack("<i", self.take(4))
        digits = struct.unpack(f"<{abs(count)}H", self.take(2 * abs(count)))
        if any(digit > 0x7FFF for digit in digits):
            raise NotPlain("a malformed value (an integer digit out of range)")
        # Halving the list keeps this near-linear where adding digit by digit is quadratic.
        magnitude = _join(digits)
        return -magnitude if count < 0 else magnitude


def _hashed(elements: list[object]) -> list[object]:
    """The elements, unless too many share a hash."""
    if len(elements) > MAX_SHARED_HASH and max(Counter(map(hash, elements)).values()) > MAX_SHARED_HASH:
        raise NotPlain("a set or dict made to be slow")
    return elements


def _join(digits: tuple[int, ...]) -> int:
    if len(digits) <= 64:
        total = 0
        for digit in reversed(digits):
            total = total << 15 | digit
        return total
    half = len(digits) // 2
    return _join(digits[:half]) | _join(digits[half:]) << 15 * half
