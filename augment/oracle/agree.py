"""Whether two plain values are equal under the rules of a problem.

Python's own equality on plain values, with three refinements: nan equals nan; a tolerance holds between two numbers,
never where an int is expected; and a list is no tuple unless the rules say so. Rules may also free the order of the
whole answer, or ask for its truth only. So 1, 1.0 and True are equal, as they are to an `assert f(x) == y`, and so are
0.0 and -0.0.

Suites that are exported carry the text of this module, so it needs the standard library only. Rules are anything with
the attributes `absolute`, `relative`, `any_sequence`, `unordered`, `repeats_count` and `truth_only`.
"""

from __future__ import annotations

import collections
import marshal
import math
import sys
from typing import Any

MOST_PAIRS = 4_000_000
"""Pairs of items that are compared one by one; of larger collections the items must be the same to the last bit."""
COLLECTIONS = (list, tuple, set, frozenset)
VERSION = 2
AS_DICT = (dict, collections.Counter, collections.OrderedDict, collections.defaultdict)


def plain(value: Any, kinds: tuple[str, ...] = ()) -> Any:
    """The plain content of an answer: exact builtin types, and library types that Python takes for such.

    Args:
        value: what a program returned.
        kinds: names of library types that count too, `deque` and `numpy.ndarray`.

    Raises:
        TypeError: it is of another type, subclasses of the builtin ones among them.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return value
    if kind in AS_DICT:
        return {plain(key): plain(item) for key, item in dict.items(value)}
    if kind in COLLECTIONS:
        return kind(plain(item) for item in value)
    if kind.__bases__ == (tuple,) and type(kind.__dict__.get("_fields")) is tuple:
        return tuple(plain(item) for item in tuple.__iter__(value))
    if kind is collections.deque and "deque" in kinds:
        return [plain(item) for item in value]
    if kind.__module__ == "numpy" and "numpy" in sys.modules:
        if kind.__name__ == "ndarray" and "numpy.ndarray" in kinds:
            return value.tolist()
        if isinstance(value, sys.modules["numpy"].generic):
            return plain(value.item())
    raise TypeError("an answer of type " + kind.__name__)


def equal(rules: Any, expected: Any, got: Any) -> bool:
    """Whether a plain value is as good as the expected one."""
    if rules.truth_only:
        return bool(expected) is bool(got)
    if rules.unordered and isinstance(expected, COLLECTIONS) and isinstance(got, COLLECTIONS):
        return equal_unordered(rules, list(expected), list(got))
    if rules.any_sequence and isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        got = type(expected)(got)
    return equal_ordered(rules, expected, got)


def equal_unordered(rules: Any, expected: list[Any], got: list[Any]) -> bool:
    """Whether each item has a partner on the other side."""
    ours, theirs = (collections.Counter(map(encoded, items)) for items in (expected, got))
    if len(expected) * len(got) > MOST_PAIRS:
        return ours == theirs if rules.repeats_count else ours.keys() == theirs.keys()
    if not rules.repeats_count:
        return all(any(equal_ordered(rules, e, g) for g in got) for e in expected) and all(
            any(equal_ordered(rules, e, g) for e in expected) for g in got
        )
    if ours == theirs:
        return True
    left = [item for item in got if theirs[encoded(item)] > ours[encoded(item)]]
    for item in expected:
        if ours[encoded(item)] > theirs[encoded(item)]:
            partner = next((place for place, other in enumerate(left) if equal_ordered(rules, item, other)), None)
            if partner is None:
                return False
            del left[partner]
    return len(expected) == len(got)


def encoded(value: Any) -> bytes:
    """The same for plain values that are the same to the last bit; each nan is the same."""
    return marshal.dumps(canonical(value), VERSION)


def canonical(value: Any) -> Any:
    """The value with one nan for all, and the items of its sets in one order."""
    kind = type(value)
    if kind is float:
        return float("nan") if value != value else value
    if kind is complex:
        return complex(canonical(value.real), canonical(value.imag))
    if kind in (list, tuple):
        return kind(map(canonical, value))
    if kind in (set, frozenset):
        return kind.__name__, tuple(sorted(map(encoded, value)))
    if kind is dict:
        return {canonical(key): canonical(item) for key, item in value.items()}
    return value


def equal_ordered(rules: Any, expected: Any, got: Any) -> bool:
    """The same where order counts at every depth."""
    if isinstance(expected, (list, tuple)):
        return (
            type(got) is type(expected)
            and len(got) == len(expected)
            and all(equal_ordered(rules, e, g) for e, g in zip(expected, got))
        )
    if isinstance(expected, dict):
        return isinstance(got, dict) and equal_dicts(rules, expected, got)
    if isinstance(expected, (set, frozenset)) and isinstance(got, (set, frozenset)):
        return expected == got or {*map(encoded, expected)} == {*map(encoded, got)}
    if isinstance(expected, complex) or isinstance(got, complex):
        return equal_complex(rules, expected, got)
    if isinstance(expected, float) and isinstance(got, (int, float)):
        return equal_numbers(rules, expected, got)
    return bool(expected == got)


def equal_dicts(rules: Any, expected: dict[Any, Any], got: dict[Any, Any]) -> bool:
    """Whether two dicts have the same keys, and equal items under them."""
    if got.keys() == expected.keys():
        return all(equal_ordered(rules, item, got[key]) for key, item in expected.items())
    # A nan as a key is found by its encoding only.
    ours, theirs = ({encoded(key): item for key, item in each.items()} for each in (expected, got))
    return ours.keys() == theirs.keys() and all(equal_ordered(rules, item, theirs[key]) for key, item in ours.items())


def equal_complex(rules: Any, expected: Any, got: Any) -> bool:
    """Whether two numbers are equal, one of them complex."""
    if not isinstance(expected, (int, float, complex)) or not isinstance(got, (int, float, complex)):
        return False
    if not isinstance(expected, complex):
        return expected == got
    parts = ((expected.real, got.real), (expected.imag, got.imag))
    return all(equal_numbers(rules, one, two) for one, two in parts)


def equal_numbers(rules: Any, expected: Any, got: Any) -> bool:
    """Whether a number is as good as an expected float."""
    if expected == got or (expected != expected and got != got):
        return True
    if isinstance(got, bool) or math.isinf(expected):
        return False
    allowed = max(rules.absolute, rules.relative * abs(expected))
    try:
        return bool(allowed > 0 and abs(expected - got) <= allowed)
    except OverflowError:  # an int too large for a float is not close to any float
        return False
