"""Traits: which tests look alike, and which do not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.types import argument_types
from augment.select.features import Trait, traits


def of(*args: Any, answer: object = 0) -> frozenset[Trait]:
    return traits(args, argument_types([args], {})[len(args)], answer)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((3,), (-3,)),
        ((0,), (3,)),
        ((3,), (4,)),
        ((5,), (5000,)),
        ((0.5,), (1.0,)),
        (([1, 2],), ([1, 2, 3],)),
        (([1, 2],), ([2, 1],)),
        (([1, 2],), ([2, 2],)),
        (([9, 1, 2],), ([1, 9, 2],)),
        (([1, 2, 1],), ([1, 1, 2],)),
        (([1, -2],), ([1, 2],)),
        ((["+", "*"],), (["*", "+"],)),
        (("ab",), ("aB",)),
        (("a b",), ("ab ",)),
        (("a b",), ("a\tb",)),
        (("abc",), ("abß",)),
        (("aba",), ("abb",)),
        ((1, 2), (2, 1)),
        (("ab", "b"), ("ab", "c")),
        (([1, 2], 2), ([1, 2], 7)),
        (([1, 2], [2, 1]), ([1, 2], [2, 3])),
        (({"a": 1},), ({"a": -1},)),
        (({"a": 1, "b": 1},), ({"a": 1, "b": 2},)),
        (("Pear", "pe"), ("Pear", "pl")),
        ((["Apple", "Pear"], "pe"), (["Apple", "Pear"], "pi")),
        ((["apple", "pear"], "pe"), (["apple", "pear"], "ea")),
        ((["apple", "pear"], "ar"), (["apple", "pear"], "ea")),
        ((None,), (True,)),
    ],
)
def test_inputs_that_programs_may_treat_differently_have_different_traits(one: Any, other: Any) -> None:
    assert of(*one) != of(*other)


@pytest.mark.parametrize(("one", "other"), [((1000,), (1010,)), (([31, 57],), ([35, 51],)), (("hulko",), ("limbs",))])
def test_inputs_that_differ_in_nothing_that_counts_look_alike(one: Any, other: Any) -> None:
    assert of(*one) == of(*other)


def test_answers_have_traits_too() -> None:
    assert of(1, answer="yes") != of(1, answer="no")
    assert of(1, answer=[]) != of(1, answer=[3])


def test_numbers_beyond_floats_have_traits() -> None:
    assert of(10**5000, 1.5) != of(-(10**5000), 1.5)
    assert of(float("nan"), float("inf")) != of(float("inf"), float("nan"))


@settings(deadline=None, derandomize=True)
@given(
    st.lists(
        st.integers()
        | st.floats()
        | st.text(max_size=4)
        | st.lists(st.integers() | st.none(), max_size=3)
        | st.dictionaries(st.text(max_size=2), st.booleans(), max_size=2)
        | st.sets(st.integers(), max_size=3)
        | st.complex_numbers(),
        min_size=1,
        max_size=3,
    )
)
def test_any_plain_input_has_traits_and_the_same_each_time(args: list[Any]) -> None:
    assert of(*args) == of(*args) != frozenset()
