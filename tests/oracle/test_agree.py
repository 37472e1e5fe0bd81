"""What counts as plain in an exported suite counts as plain at home."""

from __future__ import annotations

import collections
import sys
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import NotPlain
from augment.model import wire
from augment.oracle.agree import encoded, plain
from augment.oracle.compare import counts_as_plain
from augment.sandbox import walls

sys.modules.setdefault("walls", walls)  # as the child finds it beside it
from augment.sandbox import child  # noqa: E402

Pair = collections.namedtuple("Pair", "left right")


class Odd(list):  # type: ignore[type-arg]
    """A subclass, which is not what it looks like."""


atoms: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
odd: st.SearchStrategy[Any] = st.sampled_from(
    [
        Odd([1]),
        Ellipsis,
        range(3),
        numpy.int64(3),
        numpy.float32(0.5),
        numpy.bool_(True),
        numpy.array([1, 2]),
        collections.deque([1]),
        collections.Counter("aab"),
        collections.OrderedDict(a=1),
        collections.defaultdict(int, a=1),
        Pair(1, "x"),
    ]
)
values: st.SearchStrategy[Any] = st.recursive(
    atoms | odd,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=2)
        | st.frozensets(st.integers(0, 3), max_size=3)
    ),
    max_leaves=5,
)


@settings(derandomize=True, deadline=None, database=None, max_examples=300)
@given(values)
def test_the_same_values_are_plain_abroad_and_at_home(value: Any) -> None:
    try:
        blob, mark = child.encode(value)
        home: object = blob if counts_as_plain(mark) else None
    except child.NotPlain:
        home = None
    try:
        abroad: object = wire.encode(plain(value))
    except (TypeError, NotPlain):
        abroad = None
    assert (home is None) == (abroad is None)
    if home is not None and b"nan" not in repr(value).encode():
        assert abroad == home


@pytest.mark.parametrize(
    ("value", "kind"), [(collections.deque([1, 2]), "deque"), (numpy.array([1, 2]), "numpy.ndarray")]
)
def test_kinds_that_the_reference_returns_count_too(value: Any, kind: str) -> None:
    assert plain(value, (kind,)) == [1, 2]
    with pytest.raises(TypeError):
        plain(value)


@settings(derandomize=True, deadline=None, database=None)
@given(st.lists(st.frozensets(st.integers(0, 40), max_size=6) | st.floats(), max_size=3))
def test_the_same_value_has_the_same_encoding_in_whatever_order_it_was_made(value: list[Any]) -> None:
    again = [frozenset(sorted(item, reverse=True)) if isinstance(item, frozenset) else item for item in value]
    assert encoded(value) == encoded(again)
    assert encoded({frozenset({1}): 0}) != encoded({frozenset({2}): 0})
