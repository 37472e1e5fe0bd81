"""Answers that are wrong for sure: far from the expected one, not on the edge of what a rule may allow."""

from __future__ import annotations

import math
from collections.abc import Collection

from augment.errors import NotPlain
from augment.model.suite import Oracle
from augment.model.value import Value


def wrong_answers(oracle: Oracle, expected: Value) -> list[Value]:
    """Answers that no sensible rule takes for the expected one: all numbers in it far off; and something more in it.

    Where only the truth of an answer counts, the other truth.
    """
    value = expected.unpack()
    found: dict[Value, None] = {}
    for other in [not value] if oracle.truth_only else [_moved(value), _longer(value)]:
        try:
            found[Value.of(other)] = None
        except NotPlain:  # the value is as large as a plain one may be
            continue
    found.pop(expected, None)
    return list(found)


def _moved(value: object) -> object:
    """The value with every number more than doubled, so that the largest of them is new, in whatever order."""
    match value:
        case bool():
            return value
        case int():
            return 2 * value + (1 if value >= 0 else -1)
        case float():
            return _moved_float(value)
        case complex():
            return complex(_moved_float(value.real), _moved_float(value.imag))
        case dict():
            return {key: _moved(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return type(value)(map(_moved, value))
    return value


def _moved_float(number: float) -> float:
    return 2 * number + math.copysign(1, number) if math.isfinite(number) else 0.0


def _longer(value: object) -> object:
    """The value with one thing more in it; of what holds nothing, something else."""
    match value:
        case bool():
            return not value
        case str():
            return f"{value}?"
        case bytes():
            return value + b"?"
        case dict():
            return {**value, _new_to(value): None}
        case list() | tuple() | set() | frozenset():
            return type(value)([*value, _new_to(value)])
    return "something else"


def _new_to(collection: Collection[object]) -> str:
    """A text that a collection does not hold."""
    text = "?"
    while text in collection:
        text += "?"
    return text
