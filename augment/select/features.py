"""What an input and its answer look like, in small traits that a suite should show between its tests.

Programs part ways at traits: a sign, a length, two items that are equal, a blank at the end, an extreme in first place,
an argument that is part of another. A trait that few inputs have is worth more than one that all have; that is for
`augment.select.cover` to weigh.
"""

from __future__ import annotations

import math
import string
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, Final

from augment.domain.places import Args, places_of
from augment.model.literals import write_literal
from augment.model.types import TypeSet

Trait = tuple[Hashable, ...]

ANSWER: Final = "->"
"""The place of the answer, among those of the arguments."""
SHORT: Final = 12
"""Answers up to so many characters are traits of their own."""
MOST_ITEMS: Final = 40
"""Items of a container that are looked at."""
EXACT: Final = 4
"""Sizes up to this are told apart; above, those within a factor of one and a half are alike."""
KINDS: Final = {
    **dict.fromkeys(string.ascii_lowercase, "lower"),
    **dict.fromkeys(string.ascii_uppercase, "upper"),
    **dict.fromkeys(string.digits, "digit"),
}


def traits(args: Args, types: Sequence[TypeSet], answer: object) -> frozenset[Trait]:
    """The traits of one test.

    Args:
        args: positional arguments.
        types: what was seen in each place.
        answer: what is expected.
    """
    found: set[Trait] = set()
    for at, values in places_of(args, types).items():
        for value in values[:MOST_ITEMS]:
            found.update((at, *trait) for trait in _of_value(value))
    found.update(
        (one, two, *trait) for (one, a), (two, b) in combinations(enumerate(args), 2) for trait in _of_two(a, b)
    )
    found.update((ANSWER, *trait) for trait in _of_value(answer))
    literal = write_literal(answer)
    if len(literal) <= SHORT:
        found.add((ANSWER, literal))
    return frozenset(found)


def _of_value(value: Any) -> Iterator[Trait]:
    yield ("type", type(value).__name__)
    if isinstance(value, bool) or value is None:
        yield (value,)
    elif isinstance(value, (int, float)):
        yield from _of_number(value)
    elif isinstance(value, complex):
        yield "parts", _sign(value.real), _sign(value.imag)
    elif isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)):
        yield "length", _size(len(value))
        yield "length is even", len(value) % 2 == 0
        if isinstance(value, str):
            yield from _of_text(value)
        if isinstance(value, (str, list, tuple)):
            yield from _of_row(value)
        if isinstance(value, (list, tuple)):
            yield from _of_items(value)
        if isinstance(value, dict):
            yield "values repeat", len({*map(write_literal, value.values())}) < len(value)


def _of_number(value: float) -> Iterator[Trait]:
    yield "sign", _sign(value)
    if isinstance(value, float) and not math.isfinite(value):
        return
    yield "size", _size(value), value < 0
    yield ("even", value % 2 == 0) if isinstance(value, int) else ("whole", value == int(value))


def _of_text(text: str) -> Iterator[Trait]:
    kinds = [_kind(character) for character in text]
    yield from (("has", kind) for kind in set(kinds))
    yield "kinds", tuple(sorted({kind if len(kind) > 1 else "sign" for kind in kinds}))
    yield from (("in a row", one, two) for one, two in pairwise(kinds[: 10 * MOST_ITEMS]))
    if kinds:
        yield "first", kinds[0]
        yield "last", kinds[-1]


def _of_row(row: Sequence[Any]) -> Iterator[Trait]:
    """About the order and the repeats of a text, a list or a tuple."""
    if len(row) < 2:
        return
    items = [item if isinstance(item, str) else write_literal(item) for item in row]
    different = len(set(items))
    yield "repeats", min(2, len(items) - different)
    yield "all the same", different == 1
    yield "ends alike", items[0] == items[-1]
    yield "neighbours alike", any(one == two for one, two in pairwise(items))
    yield "mirrored", items == items[::-1]
    try:
        ascending, descending = (all(a <= b for a, b in pairwise(r)) for r in (row, row[::-1]))
        extremes = [(max(row), "largest"), (min(row), "smallest")] if not isinstance(row, str) else []
    except TypeError:
        return
    yield "order", ascending, descending
    for extreme, name in extremes:
        at = row.index(extreme)
        yield name, at == 0, at == len(row) - 1, row.count(extreme) > 1


def _of_items(row: Sequence[Any]) -> Iterator[Trait]:
    """About what stands beside what in a list or a tuple of atoms."""
    kinds = [_item(item) for item in row[: 10 * MOST_ITEMS]]
    if None in kinds or not kinds:
        return
    yield "first", kinds[0]
    yield "last", kinds[-1]
    yield "kinds", tuple(sorted(map(str, set(kinds))))
    yield from (("in a row", one, two) for one, two in pairwise(kinds))


def _item(item: object) -> Hashable:
    """The kind of an item; None for containers."""
    match item:
        case bool() | None:
            return (item,)
        case int() | float():
            return type(item).__name__, _sign(item)
        case str():
            return ("str", item if len(item) <= 3 else "")
    return None


def _of_two(a: Any, b: Any) -> Iterator[Trait]:
    """How two arguments compare."""
    one, two = measure(a), measure(b)
    if one is not None and two is not None:
        yield "compared", (one > two) - (one < two)
    for inner, outer, name in ((a, b, "first in second"), (b, a, "second in first")):
        if isinstance(outer, (list, tuple, set, frozenset, dict)) or (
            isinstance(outer, str) and isinstance(inner, str)
        ):
            try:
                yield name, inner in outer
            except TypeError:  # cannot be hashed
                continue
            if isinstance(inner, str):
                yield from _of_part(inner, outer, name)
    if type(a) is type(b) and isinstance(a, (str, list, tuple)):
        mine, other = ({item if isinstance(item, str) else write_literal(item) for item in row} for row in (a, b))
        yield "share", bool(mine & other), mine <= other, other <= mine


def _of_part(inner: str, outer: Any, name: str) -> Iterator[Trait]:
    """Whether a text stands in another, or in one of a row of texts, and at which end of it."""
    texts = [text for text in ([outer] if isinstance(outer, str) else [*outer][:MOST_ITEMS]) if isinstance(text, str)]
    if texts:
        yield f"{name}, whatever the case", any(inner.lower() in text.lower() for text in texts)
        yield f"{name}, to begin with", any(text.startswith(inner) for text in texts)
        yield f"{name}, in the end", any(text.endswith(inner) for text in texts)


def measure(value: object) -> float | int | None:
    """A number as it is, the length of a text or container."""
    if isinstance(value, (int, float)):
        return value
    return len(value) if isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)) else None


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _size(number: float) -> int:
    """Small sizes as they are, larger ones by powers of one and a half."""
    number = abs(number)
    return int(number) if number <= EXACT else EXACT + 1 + int((math.log(number) - math.log(EXACT)) / math.log(1.5))


def _kind(character: str) -> str:
    """The class of a character; of a sign, the sign itself."""
    if character in KINDS:
        return KINDS[character]
    if character == " ":
        return "blank"
    if character.isspace():
        return "space"
    return character if character.isascii() else "foreign"
