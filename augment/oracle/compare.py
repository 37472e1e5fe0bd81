"""Compare an answer with the expected one.

Python's own equality on plain values, with three refinements: nan equals nan; a tolerance holds between two numbers,
never where an int is expected; and a list is no tuple unless the problem's oracle says so. An oracle may also free the
order of the whole answer, or ask for its truth only. So 1, 1.0 and True
are equal, as they are to an `assert f(x) == y`, and so are 0.0 and -0.0. Library containers and scalars count as
the plain value they hold where Python's equality says so too: Counter, OrderedDict, defaultdict, namedtuple and
numpy scalars do; deque and numpy arrays do not, unless the reference returns one or the base tests take any sequence.

Answers come as bytes from an untrusted process; they are decoded as data only, and equal bytes are equal values.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from typing import Final

from augment.model import wire
from augment.model.execution import Ending, Outcome
from augment.model.suite import Oracle
from augment.model.value import Value

MOST_PAIRS: Final = 4_000_000
"""Pairs of items that are compared one by one; of larger collections the items must be the same to the last bit."""
COLLECTIONS: Final = (list, tuple, set, frozenset)
EQUAL_TO_PLAIN: Final = frozenset({"Counter", "OrderedDict", "defaultdict", "namedtuple"})


def accepts(oracle: Oracle, expected: Value, outcome: Outcome, marked: str = "") -> bool:
    """Whether a returned answer is right. Bytes that are no plain value are wrong.

    Args:
        oracle: how to compare; where it is a checker, an answer that differs from the expected one may be right too.
        expected: the reference's answer.
        outcome: what a call did.
        marked: type of the reference's answer, where that is no plain one; answers of that type count too.
    """
    if outcome.wire == expected.wire and not outcome.marked:
        return outcome.ending is Ending.RETURNED
    marks = {marked} | ({"deque"} if _any_collection(oracle) else set())
    got = plain_value(outcome, marks)
    return got is not None and (got == expected or equal(oracle, expected.unpack(), got.unpack()))


def _any_collection(oracle: Oracle) -> bool:
    """Whether the base tests take collections of other kinds than the reference's."""
    return oracle.any_sequence or oracle.unordered or oracle.truth_only


def counts_as_plain(mark: str) -> bool:
    """Whether a library type is taken for the plain value it holds; the empty mark is that of plain values."""
    kind = mark.removeprefix("nested ")
    return not kind or kind in EQUAL_TO_PLAIN or (kind.startswith("numpy.") and kind != "numpy.ndarray")


def plain_value(outcome: Outcome, marks: Collection[str] = ()) -> Value | None:
    """The answer of an outcome, where it returned a plain value or a library type that counts as one.

    Args:
        outcome: what a call did.
        marks: types that count too, because the reference returns them.
    """
    return outcome.content if counts_as_plain(outcome.marked) or outcome.marked in marks else None


def equal(oracle: Oracle, expected: object, got: object) -> bool:
    """Whether two plain values are equal under an oracle."""
    if oracle.truth_only:
        return bool(expected) is bool(got)
    if oracle.unordered and isinstance(expected, COLLECTIONS) and isinstance(got, COLLECTIONS):
        return _equal_unordered(oracle, list(expected), list(got))
    if oracle.any_sequence and isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        got = type(expected)(got)
    return _equal(oracle, expected, got)


def _equal_unordered(oracle: Oracle, expected: list[object], got: list[object]) -> bool:
    """Whether each item has a partner on the other side."""
    if len(expected) * len(got) > MOST_PAIRS:
        ours, theirs = (Counter(map(wire.encode, items)) for items in (expected, got))
        return ours == theirs if oracle.repeats_count else ours.keys() == theirs.keys()
    if not oracle.repeats_count:
        return all(any(_equal(oracle, e, g) for g in got) for e in expected) and all(
            any(_equal(oracle, e, g) for e in expected) for g in got
        )
    ours, theirs = (Counter(map(wire.encode, items)) for items in (expected, got))
    if ours == theirs:
        return True
    left = [item for item in got if theirs[wire.encode(item)] > ours[wire.encode(item)]]
    for item in expected:
        if ours[wire.encode(item)] > theirs[wire.encode(item)]:
            partner = next((place for place, other in enumerate(left) if _equal(oracle, item, other)), None)
            if partner is None:
                return False
            del left[partner]
    return len(expected) == len(got)


def _equal(oracle: Oracle, expected: object, got: object) -> bool:
    if isinstance(expected, (list, tuple)):
        return (
            type(got) is type(expected)
            and isinstance(got, (list, tuple))
            and len(got) == len(expected)
            and all(_equal(oracle, e, g) for e, g in zip(expected, got, strict=True))
        )
    if isinstance(expected, dict):
        return isinstance(got, dict) and _equal_dicts(oracle, expected, got)
    if isinstance(expected, (set, frozenset)) and isinstance(got, (set, frozenset)):
        return expected == got or {wire.encode(item) for item in expected} == {wire.encode(item) for item in got}
    if isinstance(expected, complex) or isinstance(got, complex):
        return _equal_complex(oracle, expected, got)
    if isinstance(expected, float) and isinstance(got, (int, float)):
        return _equal_numbers(oracle, expected, got)
    return expected == got


def _equal_dicts(oracle: Oracle, expected: dict[object, object], got: dict[object, object]) -> bool:
    if got.keys() == expected.keys():
        return all(_equal(oracle, item, got[key]) for key, item in expected.items())
    # A nan as a key is found by its encoding only.
    ours, theirs = ({wire.encode(key): item for key, item in each.items()} for each in (expected, got))
    return ours.keys() == theirs.keys() and all(_equal(oracle, item, theirs[key]) for key, item in ours.items())


def _equal_complex(oracle: Oracle, expected: object, got: object) -> bool:
    if not isinstance(expected, (int, float, complex)) or not isinstance(got, (int, float, complex)):
        return False
    if not isinstance(expected, complex):
        return expected == got
    parts = ((expected.real, got.real), (expected.imag, got.imag))
    return all(_equal_numbers(oracle, one, two) for one, two in parts)


def _equal_numbers(oracle: Oracle, expected: float, got: float) -> bool:
    if expected == got or (expected != expected and got != got):
        return True
    if isinstance(got, bool) or math.isinf(expected):
        return False
    allowed = max(oracle.absolute, oracle.relative * abs(expected))
    try:
        return allowed > 0 and abs(expected - got) <= allowed
    except OverflowError:  # an int too large for a float is not close to any float
        return False
