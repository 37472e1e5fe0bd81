"""Bring an input that lies a little outside the domain back inside.

A change at random seldom keeps two lists of one length, or a list in order. Mending is cheaper than drawing again, and
reaches inputs that drawing would not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from augment.domain.places import DIGITS, Args
from augment.domain.rules import OPENING, broken_by, is_number
from augment.model.domain import Domain, Statement
from augment.model.literals import write_literal

STEP: Final = re.compile(r"\[\]|\{\}")
PASSES: Final = 2
"""Mending one statement can break another."""


def mended(domain: Domain, args: Args) -> Args:
    """The input, or one like it that keeps to more of the domain's statements; it need not keep to all."""
    for _ in range(PASSES):
        broken = [statement for statement in broken_by(domain, args) if not statement.opened]
        if not broken:
            return args
        for statement in broken:
            args = _mend(statement, args)
    return args


def _mend(statement: Statement, args: Args) -> Args:
    places = [int(re.match(r"\d+", place)[0]) for place in statement.places]  # type: ignore[index]
    if max(places) >= len(args):
        return args
    changed = list(args)
    if len(places) == 2:
        changed[places[0]], changed[places[1]] = _pair(statement, args[places[0]], args[places[1]])
    elif statement.rule in MENDS and "." not in statement.places[0] and "#" not in statement.places[0]:
        mend = MENDS[statement.rule]
        depth = len(STEP.findall(statement.places[0]))
        changed[places[0]] = _at_depth(args[places[0]], depth, lambda value: mend(value, statement.bound))
    return tuple(changed)


def _at_depth(value: Any, depth: int, change: Callable[[Any], Any]) -> Any:
    if depth == 0:
        return change(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_at_depth(item, depth - 1, change) for item in value)
    if isinstance(value, dict):
        return {key: _at_depth(item, depth - 1, change) for key, item in value.items()}
    return value


def _pair(statement: Statement, one: Any, two: Any) -> tuple[Any, Any]:
    match statement.rule:
        case "of one length" if isinstance(one, (list, str)) and isinstance(two, (list, str)):
            shorter = min(len(one), len(two))
            return one[:shorter], two[:shorter]
        case "longer by" if isinstance(one, (list, str)) and isinstance(two, (list, str)):
            by = int(str(statement.bound))
            shorter = min(len(one) - by, len(two))
            return (one[: shorter + by], two[:shorter]) if shorter >= 0 else (one, two)
        case "not more than" | "less than the other" if is_number(one) and is_number(two):
            return min(one, two), max(one, two)
        case "the length of" if isinstance(two, (list, str, tuple, dict)):
            return len(two), two
        case "not more than the length of" if type(one) is int and one > 0 and two:
            return 1 + (one - 1) % len(two), two
        case "less than the length of" if type(one) is int and two:
            return one % len(two), two
        case "covers the numbers in" if type(one) is int and isinstance(two, str):
            return max(one, sum(map(int, DIGITS.findall(two)))), two
    return one, two


def _raised(value: Any, bound: Any) -> Any:
    if not is_number(value) or value != value or value >= bound:
        return value
    return -value if -value >= bound else type(value)(bound)


def _above(value: Any, bound: Any) -> Any:
    if not is_number(value) or value != value or value > bound:
        return value
    return -value if -value > bound else type(value)(bound) + (1 if isinstance(value, int) else 0.5)


def _lowered(value: Any, bound: Any) -> Any:
    if type(value) is int and value > bound:
        return value % (int(bound) + 1) if bound > 0 else value
    return value


def _one_less(value: Any, bound: Any) -> Any:
    return value[:-1] if isinstance(value, (str, list, tuple)) else value


def _in_rows(value: Any, bound: Any) -> Any:
    if not isinstance(value, list) or not value or not all(isinstance(row, (list, tuple)) for row in value):
        return value
    shortest = min(map(len, value))
    return [row[:shortest] for row in value]


def _squared(value: Any, bound: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        return value
    side = min([len(value), *map(len, value)])
    return [row[:side] for row in value[:side]]


def _sorted(value: Any, bound: Any) -> Any:
    try:
        return type(value)(sorted(value)) if isinstance(value, (list, tuple)) else value
    except TypeError:
        return value


def _distinct(value: Any, bound: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    kept: dict[str, Any] = {}
    for item in value:
        kept.setdefault(write_literal(item), item)
    return type(value)(kept.values())


def _of_characters(value: Any, bound: Any) -> Any:
    return "".join(c for c in value if c in bound) if isinstance(value, str) else value


def _of_words(value: Any, bound: Any) -> Any:
    return " ".join(word for word in value.split() if word in bound) if isinstance(value, str) else value


def _spaced(value: Any, bound: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def _ranked(value: Any, bound: Any) -> Any:
    """Numbers replaced by their ranks, so that each from 1 on comes once."""
    if not isinstance(value, list):
        return value
    rows = value if all(isinstance(row, list) for row in value) else [value]
    items = [item for row in rows for item in row]
    if not all(type(item) is int for item in items):
        return value
    ranks = dict(zip(sorted(range(len(items)), key=lambda place: items[place]), range(1, len(items) + 1), strict=True))
    numbers = iter([ranks[place] for place in range(len(items))])
    renumbered = [[next(numbers) for _ in row] for row in rows]
    return renumbered if rows is value else renumbered[0]


def _balanced(value: Any, bound: Any) -> Any:
    """Brackets that fit nothing left out."""
    if not isinstance(value, str):
        return value
    kept: list[str] = []
    opened: list[int] = []
    for character in value:
        if character in OPENING.values():
            opened.append(len(kept))
        elif character in OPENING:
            if not opened or kept[opened[-1]] != OPENING[character]:
                continue
            opened.pop()
        kept.append(character)
    lost = set(opened)
    return "".join(character for place, character in enumerate(kept) if place not in lost)


def _balanced_words(value: Any, bound: Any) -> Any:
    return " ".join(filter(None, (_balanced(word, 0) for word in value.split()))) if isinstance(value, str) else value


def _shortened(value: Any, bound: Any) -> Any:
    return value[: int(bound)] if isinstance(value, (list, str, tuple)) else value


def _even(value: Any, bound: Any) -> Any:
    return value * 2 if type(value) is int and value % 2 else value


def _odd(value: Any, bound: Any) -> Any:
    return value + 1 if type(value) is int and value % 2 == 0 else value


MENDS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "at least": _raised,
    "more than": _above,
    "at most": _lowered,
    "even": _even,
    "odd": _odd,
    "made of": _of_characters,
    "words out of": _of_words,
    "single-spaced": _spaced,
    "balanced": _balanced,
    "balanced words": _balanced_words,
    "length at most": _shortened,
    "length even": _one_less,
    "length odd": _one_less,
    "length exactly": _shortened,
    "ascending": _sorted,
    "no repeats": _distinct,
    "rows of one length": _in_rows,
    "square": _squared,
    "permutation": _ranked,
}
"""A change to one value that makes the rule of this name hold, where there is a simple one."""
