"""Answers that are wrong for sure."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.model.suite import Oracle
from augment.model.value import Value
from augment.oracle.compare import equal
from augment.oracle.disturb import wrong_answers

LAW = settings(deadline=None, derandomize=True, max_examples=200)
KEYS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
PLAIN = st.recursive(
    KEYS | st.floats() | st.complex_numbers() | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.frozensets(KEYS, max_size=3)
        | st.dictionaries(KEYS, inner, max_size=3)
    ),
    max_leaves=8,
)
ORACLES = [
    Oracle(),
    Oracle(absolute=0.1, relative=0.1),
    Oracle(any_sequence=True),
    Oracle(unordered=True, absolute=1e-6),
    Oracle(unordered=True, repeats_count=False),
    Oracle(truth_only=True),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.rule + str(oracle.truth_only))
@LAW
@given(value=PLAIN)
def test_there_is_a_wrong_answer_to_everything_and_no_sound_rule_takes_it(oracle: Oracle, value: object) -> None:
    found = wrong_answers(oracle, Value.of(value))
    assert found
    for wrong in found:
        assert not equal(oracle, value, wrong.unpack())


@pytest.mark.parametrize(
    ("oracle", "expected", "taken"),
    [
        (Oracle(absolute=5.0), 1.0, 3.0),
        (Oracle(relative=2.5), [-1.0], [-3.0]),
        (Oracle(absolute=math.inf), (0.0, "a"), (1.0, "a")),
    ],
)
def test_a_rule_without_bounds_takes_one(oracle: Oracle, expected: object, taken: object) -> None:
    found = [wrong.unpack() for wrong in wrong_answers(oracle, Value.of(expected))]
    assert [wrong for wrong in found if equal(oracle, expected, wrong)] == [taken]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (3, [7, "something else"]),
        (-3, [-7, "something else"]),
        (True, [False]),
        ("ab", ["ab?"]),
        (None, ["something else"]),
        ([], [["?"]]),
        (["?"], [["?", "??"]]),
        ((1, [2.0]), [(3, [5.0]), (1, [2.0], "?")]),
        ({"a": 1}, [{"a": 3}, {"a": 1, "?": None}]),
        (math.inf, [0.0, "something else"]),
        (b"", [b"?"]),
    ],
)
def test_numbers_are_moved_and_things_added(value: object, wrong: list[object]) -> None:
    assert [each.unpack() for each in wrong_answers(Oracle(), Value.of(value))] == wrong


def test_where_only_truth_counts_the_other_truth_is_wrong() -> None:
    assert [each.unpack() for each in wrong_answers(Oracle(truth_only=True), Value.of([0]))] == [False]
