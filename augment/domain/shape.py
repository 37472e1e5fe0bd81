"""The shape of a problem's inputs: simple statements that hold for every input that is known to be meant.

Known inputs are the base inputs and the examples in the prompt. A statement is learnt where it holds for all of them
and there are enough of them that this is unlikely to be chance. An input for which every statement holds lies
*inside* the shape; one that breaks some is a *stretch*: the base inputs say nothing for it.

Places are written as in `augment.domain.places`.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from augment.domain.places import Args, Places, places_of
from augment.domain.types import TypeSet

CLASSES: Final = (string.ascii_lowercase, string.ascii_uppercase, string.digits)

ENOUGH: Final = 4
"""Observations below which nothing is concluded from a statement that always holds."""
MANY: Final = 8
"""The same for statements about order, repeats and fixed lengths, which hold by chance for short lists."""


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """One thing that holds for all known inputs."""

    rule: str
    """A key of `RULES` or `RELATIONS`."""
    places: tuple[str, ...]
    bound: float | str = 0
    """What the rule compares with: a number, or a set of characters."""

    def __str__(self) -> str:
        bound = f" {self.bound!r}" if self.bound != 0 or self.rule in ("at least", "length at least") else ""
        return f"{' and '.join(self.places)}: {self.rule}{bound}"

    def holds(self, places: Places) -> bool:
        """Whether it holds for an input, given as `places_of` lays it out."""
        if self.rule in RELATIONS:
            one, two = (places.get(place, [None])[0] for place in self.places)
            return RELATIONS[self.rule](one, two)
        test = RULES[self.rule]
        return all(test(value, self.bound) for value in places.get(self.places[0], ()))


@dataclass(frozen=True, slots=True)
class Shape:
    """All statements learnt for one problem."""

    statements: tuple[Statement, ...]

    def broken(self, args: Args, types: Sequence[TypeSet]) -> tuple[Statement, ...]:
        """The statements that do not hold for an input; none when it is inside."""
        places = places_of(args, types)
        return tuple(statement for statement in self.statements if not statement.holds(places))


def learn_shape(known: Iterable[Args], types: Sequence[TypeSet]) -> Shape:
    """The statements that hold for all known inputs of one number of arguments."""
    laid = [places_of(args, types) for args in known]
    found: list[Statement] = []
    for at in sorted({at for places in laid for at in places}):
        values = [value for places in laid for value in places.get(at, ())]
        found += (
            _about_numbers(at, values) + _about_text(at, values) + _about_size(at, values) + _about_order(at, values)
        )
    found += _about_pairs(laid, len(types))
    return Shape(tuple(sorted(found, key=lambda statement: (statement.places, statement.rule))))


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _about_numbers(at: str, values: list[Any]) -> list[Statement]:
    numbers = [value for value in values if _number(value)]
    if len(numbers) < ENOUGH or len(set(numbers)) < 3 or any(number != number for number in numbers):
        return []
    least = min(numbers)
    for bound in (1, 0):
        if least >= bound:
            return [Statement("at least", (at,), bound)]
    return []


def _about_text(at: str, values: list[Any]) -> list[Statement]:
    texts = [value for value in values if isinstance(value, str)]
    characters = set("".join(texts))
    if len(texts) < ENOUGH or not characters:
        return []
    total = sum(map(len, texts))
    if len(characters) <= 4 and total >= 6 * len(characters):
        allowed = characters  # a small alphabet, used over and over
    else:
        allowed = characters.union(*(group for group in CLASSES if characters & set(group)))
    return [Statement("made of", (at,), "".join(sorted(allowed)))]


def _about_size(at: str, values: list[Any]) -> list[Statement]:
    sized = [value for value in values if isinstance(value, (str, bytes, list, tuple, set, frozenset, dict))]
    if len(sized) < ENOUGH:
        return []
    lengths = {len(value) for value in sized}
    found = []
    if min(lengths) >= 1:
        found.append(Statement("length at least", (at,), 1))
    if len(lengths) == 1 and len(sized) >= MANY and all(isinstance(value, (list, str)) for value in sized):
        found.append(Statement("length exactly", (at,), lengths.pop()))
    return found


def _about_order(at: str, values: list[Any]) -> list[Statement]:
    lists = [value for value in values if isinstance(value, (list, tuple))]
    telling = [value for value in lists if len(value) > 1]
    rules = ["ascending", "no repeats"]
    if all(isinstance(row, list) for value in [*lists, *telling] for row in [value, *value]):
        rules.append("rows of one length")
    if len(telling) < MANY:
        return []
    return [Statement(rule, (at,)) for rule in rules if all(RULES[rule](value, 0) for value in lists)]


def _about_pairs(laid: list[Places], count: int) -> list[Statement]:
    if len(laid) < ENOUGH:
        return []
    found = []
    for one in range(count):
        for two in range(count):
            pairs = [(places[str(one)][0], places[str(two)][0]) for places in laid]
            for rule, test in RELATIONS.items():
                if one != two and (one < two or rule != "of one length") and all(test(a, b) for a, b in pairs):
                    found.append(Statement(rule, (str(one), str(two))))
    return found


def _ascending(value: Any) -> bool:
    try:
        return all(a <= b for a, b in pairwise(value))
    except TypeError:
        return False


def _no_repeats(value: Any) -> bool:
    try:
        return len(set(value)) == len(value)
    except TypeError:  # items that cannot be hashed
        return all(item not in value[:place] for place, item in enumerate(value))


def _rows_of_one_length(value: Any) -> bool:
    return all(isinstance(row, list) for row in value) and len({len(row) for row in value}) <= 1


RULES: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "at least": lambda value, bound: not _number(value) or value >= bound,
    "made of": lambda value, bound: not isinstance(value, str) or set(value) <= set(bound),
    "length at least": lambda value, bound: not hasattr(value, "__len__") or len(value) >= bound,
    "length exactly": lambda value, bound: not hasattr(value, "__len__") or len(value) == bound,
    "ascending": lambda value, bound: not isinstance(value, (list, tuple)) or _ascending(value),
    "no repeats": lambda value, bound: not isinstance(value, (list, tuple)) or _no_repeats(value),
    "rows of one length": lambda value, bound: not isinstance(value, list) or _rows_of_one_length(value),
}
RELATIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "of one length": lambda a, b: isinstance(a, (list, str)) and isinstance(b, (list, str)) and len(a) == len(b),
    "not more than": lambda a, b: _number(a) and _number(b) and a <= b,
    "not more than the length of": lambda a, b: type(a) is int and isinstance(b, (list, str)) and a <= len(b),
}
