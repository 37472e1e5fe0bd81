"""Arguments made of the others."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from augment.generate.relate import relate


def made_of(*others: Any) -> list[Any]:
    """What many draws give."""
    return [relate(others, random.Random(seed)) for seed in range(200)]


def test_numbers_become_sums_differences_and_products() -> None:
    assert {11, 3, 28, 7, 4} <= set(made_of(7, 4))


def test_a_number_becomes_its_neighbours_multiples_and_powers() -> None:
    assert {3, 2, 4, -3, 6, 9, 81, 243} <= set(made_of(3))
    assert {*made_of(200)} == {200, 199, 201, -200}


def test_texts_become_parts_rotations_and_mirrors() -> None:
    assert {"abc", "bca", "cba", "ab", 3, "b"} <= set(made_of("abc"))


def test_the_numbers_of_a_text_may_come_the_other_way() -> None:
    assert "3/17 (120)" in made_of("120/17 (3)")


def test_truth_values_are_no_numbers() -> None:
    assert set(made_of(True, False)) == {True, False}


@settings(deadline=None, derandomize=True)
@given(
    st.lists(st.lists(st.integers(), max_size=4) | st.text(max_size=4) | st.integers(), min_size=1, max_size=3),
    st.integers(),
)
def test_the_same_chance_gives_the_same_value_and_changes_nothing(others: list[Any], seed: int) -> None:
    before = repr(others)
    assert repr(relate(others, random.Random(seed))) == repr(relate(others, random.Random(seed)))
    assert repr(others) == before
