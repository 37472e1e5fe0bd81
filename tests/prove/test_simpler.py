"""The order of inputs, and one step down in it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.model.value import Value
from augment.prove.simpler import one_step, weight

LAW = settings(deadline=None, derandomize=True, max_examples=50)
"""Laws are tried on the same values in every run, however busy the machine is."""
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=5),
    st.binary(max_size=3),
)
HASHABLE = st.one_of(st.integers(), st.text(max_size=3), st.tuples(st.integers(), st.floats()))
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.sets(HASHABLE, max_size=3),
        st.frozensets(HASHABLE, max_size=3),
        st.dictionaries(HASHABLE, inner, max_size=3),
    ),
    max_leaves=6,
)
ARGS = st.lists(VALUES, min_size=1, max_size=3).map(tuple)


def steps(*args: Any) -> list[tuple[Any, ...]]:
    """What lies one step below some arguments."""
    return [below for below in one_step(args) if weight(below) < weight(args)]


@LAW
@given(ARGS)
def test_every_step_gives_plain_arguments(args: tuple[Any, ...]) -> None:
    for below in one_step(args):
        assert len(below) == len(args)
        weight(below)
        Value.of(below)


@LAW
@given(ARGS, ARGS)
def test_two_inputs_of_one_weight_are_one(one: tuple[Any, ...], two: tuple[Any, ...]) -> None:
    assert (weight(one) == weight(two)) == (Value.of(one).literal == Value.of(two).literal)


@LAW
@given(st.lists(ARGS, max_size=4))
def test_inputs_can_be_ordered(inputs: list[tuple[Any, ...]]) -> None:
    weights = sorted(map(weight, inputs))
    assert all(a <= b for a, b in pairwise(weights))


@LAW
@given(st.integers().filter(lambda n: n not in (0,)))
def test_each_number_but_zero_has_one_nearer_to_zero_by_one(number: int) -> None:
    nearer = number - 1 if number > 0 else number + 1
    assert (nearer,) in list(one_step((number,)))
    assert (0,) in steps(number)


@LAW
@given(st.lists(st.integers(), min_size=1, max_size=9), st.data())
def test_each_item_can_go(items: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(items) - 1))
    assert (items[:place] + items[place + 1 :],) in steps(items)


@LAW
@given(st.text(min_size=1, max_size=9), st.data())
def test_each_character_can_go(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    assert (text[:place] + text[place + 1 :],) in steps(text)


@pytest.mark.parametrize(
    ("args", "below"),
    [
        (("b",), ("a",)),
        (("Q",), ("A",)),
        (("7",), ("0",)),
        (("?",), ("a",)),
        (("one two",), ("one",)),
        (("12 apples",), ("6 apples",)),
        ((-3,), (3,)),
        ((0.3751,), (0.5,)),
        ((2.75,), (2.0,)),
        ((math.inf,), (0.0,)),
        ((math.nan,), (0.0,)),
        ((complex(2, 3),), (complex(2, 0),)),
        (([5, 5],), ([2, 2],)),
        (([105, 106],), ([0, 1],)),
        ((["xy", "xy"],), (["ay", "ay"],)),
        (("ab", "cd"), ("a", "c")),
        (([1, 2], [3, 4]), ([2], [4])),
        (([[1, 2], [3]],), ([[1], [3]],)),
        (({"a": 1, "b": 2},), ({"b": 2},)),
        (({"k": 9},), ({"k": 0},)),
        (({4: "x"},), ({0: "x"},)),
        (({7, 8},), ({7},)),
        ((b"xy",), (b"x",)),
        (((3, "b"),), ((3, "a"),)),
    ],
)
def test_what_lies_one_step_below(args: tuple[Any, ...], below: tuple[Any, ...]) -> None:
    assert below in steps(*args)


@pytest.mark.parametrize("args", [(0,), ("",), ([],), (None,), (True,), ({},), (set(),), (0.0,)])
def test_nothing_lies_below_the_simplest(args: tuple[Any, ...]) -> None:
    assert steps(*args) == []


@pytest.mark.parametrize(
    ("simple", "less_simple"),
    [
        (([9],), ([0, 0],)),
        ((9,), (10,)),
        ((3,), (-3,)),
        (("a",), ("b",)),
        (("z",), ("A",)),
        (("9",), ("?",)),
        ((0.5,), (0.25,)),
    ],
)
def test_what_is_simpler(simple: tuple[Any, ...], less_simple: tuple[Any, ...]) -> None:
    assert weight(simple) < weight(less_simple)
