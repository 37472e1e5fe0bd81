"""Statements learnt from known inputs: they hold for all of these, and reject what they should."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.places import places_of
from augment.domain.shape import Shape, Statement, learn_shape
from augment.domain.types import argument_types, type_of
from augment.model.types import TypeSet

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

Inputs = list[tuple[Any, ...]]

ARGUMENTS: list[st.SearchStrategy[Any]] = [
    st.integers(-3, 30),
    st.integers(0, 9) | st.none(),
    st.floats(allow_nan=False),
    st.text("ab (", max_size=8),
    st.text(max_size=4),
    st.binary(max_size=3),
    st.lists(st.integers(-2, 9), max_size=5),
    st.lists(st.integers(0, 9), max_size=5).map(sorted),
    st.lists(st.lists(st.integers(0, 3), max_size=3), max_size=3),
    st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=2), max_size=3),
    st.lists(st.text("xyz", max_size=2), max_size=4),
    st.sets(st.integers(0, 5), max_size=4),
    st.dictionaries(st.text("kl", max_size=2), st.integers(0, 3), max_size=3),
    st.tuples(st.integers(0, 5), st.text("q", max_size=2)),
    st.lists(st.integers(0, 4), max_size=3).map(tuple),
]
KNOWN: st.SearchStrategy[Inputs] = st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=3).flatmap(
    lambda parts: st.lists(st.tuples(*parts), min_size=4, max_size=14)
)


def learnt(known: Inputs) -> tuple[Shape, list[TypeSet]]:
    types = argument_types(known, {})[len(known[0])]
    return learn_shape(known, types), types


def broken(known: Inputs, *args: object) -> set[str]:
    """The statements learnt from some inputs that another one breaks."""
    shape, types = learnt(known)
    return {str(statement) for statement in shape.broken(args, types)}


@settings(LAW, max_examples=300)
@given(KNOWN)
def test_every_statement_holds_for_every_known_input(known: Inputs) -> None:
    shape, types = learnt(known)
    for args in known:
        assert shape.broken(args, types) == ()


@LAW
@given(KNOWN)
def test_the_shape_does_not_hang_on_the_order_of_inputs(known: Inputs) -> None:
    assert learnt(known)[0] == learnt(known[::-1])[0]


@LAW
@given(KNOWN)
def test_statements_are_sorted_and_each_is_learnt_once(known: Inputs) -> None:
    shape, _ = learnt(known)
    keys = [(statement.places, statement.rule) for statement in shape.statements]
    assert keys == sorted(set(keys))


def test_a_known_nan_does_not_break_the_shape() -> None:
    known: Inputs = [(1.0,), (math.nan,), (2.0,), (3.0,)]
    shape, types = learnt(known)
    assert shape.broken(known[1], types) == ()


def test_a_known_list_of_one_item_does_not_break_the_rule_about_rows() -> None:
    known: Inputs = [([[1], [2]],)] * 8 + [([5],)]
    shape, types = learnt(known)
    assert shape.broken(([5],), types) == ()


def test_a_tuple_of_unequal_rows_is_not_said_to_have_rows_of_one_length() -> None:
    shape, _ = learnt([(([1, 2], [3]),)] * 8)
    assert "rows of one length" not in {statement.rule for statement in shape.statements}


@pytest.mark.parametrize(
    ("known", "outside", "statement"),
    [
        ([3, 1, 2, 9], 0, "0: at least 1"),
        ([3, 0, 2, 9], -1, "0: at least 0"),
        ([0.5, 0.0, 2.0, 9.5], -0.1, "0: at least 0"),
        (["a", "bc", "abc", "b"], "", "0: length at least 1"),
        ([[1], [2, 3], [4], [5]], [], "0: length at least 1"),
        ([{1}, {2}, {3}, {4}], set(), "0: length at least 1"),
        ([{1: 2}, {2: 3}, {3: 4}, {4: 5}], {}, "0: length at least 1"),
        (["ab"] * 8, "abc", "0: length exactly 2"),
        ([[1, 2]] * 8, [1], "0: length exactly 2"),
        ([[1, 2, 5]] * 8, [2, 1], "0: ascending"),
        ([[1, 2, 5]] * 8, [2, 2, 3], "0: no repeats"),
        ([[[1], [2]]] * 8, [[1], [1, 2]], "0: rows of one length"),
        ([[-1, 3], [1], [2], [5]], [], "0: length at least 1"),
        ([[1, 3], [1], [2], [5]], [7, 0], "0[]: at least 1"),
        ([{"a": 1}, {"b": 2}, {"c": 3}, {"d": 4}], {"a": 0}, "0{}: at least 1"),
        ([(1, -1), (2, -2), (3, -3), (4, -4)], (0, 5), "0.0: at least 1"),
    ],
)
def test_a_statement_about_one_place_rejects_what_breaks_it(known: list[Any], outside: object, statement: str) -> None:
    assert statement in broken([(value,) for value in known], outside)
    assert all(statement not in broken([(value,) for value in known], value) for value in known)


def test_letters_digits_and_signs_open_only_their_own_class() -> None:
    known: Inputs = [("abcde f",), ("ghi",), ("j",), ("klm",)]
    assert broken(known, "zzz z") == set()
    for outside in ("A", "1", "-", "a\tb", "é"):
        assert any(text.startswith("0: made of") for text in broken(known, outside))


def test_a_small_alphabet_used_over_and_over_is_all_there_is() -> None:
    known: Inputs = [("abab",), ("bbaa",), ("ab",), ("baba",)]
    assert broken(known, "aabb" * 9) == set()
    assert broken(known, "abc") == {"0: made of 'ab'"}


@pytest.mark.parametrize(
    ("known", "outside", "statement"),
    [
        ([([1], [2]), ([], []), ([1, 2], [3, 4]), ([5], [6])], ([1], []), "0 and 1: of one length"),
        ([("a", [2]), ("", []), ("bc", [3, 4]), ("d", [6])], ("a", []), "0 and 1: of one length"),
        ([(1, 2), (3, 3), (0, 9), (5, 6)], (2, 1), "0 and 1: not more than"),
        ([(2, 1), (3, 3), (9, 0), (6, 5)], (1, 2), "1 and 0: not more than"),
        ([([1], 1), ([1, 2], 0), ([], 0), ([3], 1)], ([1], 2), "1 and 0: not more than the length of"),
    ],
)
def test_a_statement_about_two_arguments_rejects_what_breaks_it(
    known: Inputs, outside: tuple[object, ...], statement: str
) -> None:
    assert statement in broken(known, *outside)


def test_a_counterexample_among_the_known_inputs_prevents_a_statement() -> None:
    assert broken([(1, 2), (3, 3), (0, 9), (6, 5)], 9, 1) == set()
    assert broken([([1, 2, 5],)] * 8 + [([2, 1, 1, 4],)], [9, 9, 1]) == set()


@pytest.mark.parametrize(
    "known", [[(1,), (2,), (3,)], [("a",)] * 3, [([1, 2],)] * 3, [(1, 2), (2, 3), (3, 4)], [([[1]],)] * 3]
)
def test_nothing_is_concluded_from_too_few_inputs(known: Inputs) -> None:
    assert learnt(known)[0].statements == ()


def test_order_and_repeats_need_more_inputs_than_emptiness() -> None:
    seven, eight = [([1, 2],)] * 7, [([1, 2],)] * 8
    assert {s.rule for s in learnt(list(seven))[0].statements if s.places == ("0",)} == {"length at least"}
    assert {"ascending", "no repeats", "length exactly"} <= {s.rule for s in learnt(list(eight))[0].statements}


def test_truth_values_are_no_numbers() -> None:
    assert learnt([(True,), (True,), (False,), (True,)])[0].statements == ()
    assert broken([(1,), (2,), (3,), (4,)], False) == set()


def test_places_are_named_from_the_outside_in() -> None:
    args = ([1, 2], (3, "x"), {"k": [4]})
    assert places_of(args, [type_of(value) for value in args]) == {
        "0": [[1, 2]],
        "0[]": [1, 2],
        "1": [(3, "x")],
        "1.0": [3],
        "1.1": ["x"],
        "2": [{"k": [4]}],
        "2{k}": ["k"],
        "2{}": [[4]],
        "2{}[]": [4],
    }


def test_tuples_of_several_lengths_are_laid_out_by_item() -> None:
    assert places_of(((1, 2),), [type_of((1,)) | type_of((1, 2))]) == {"0": [(1, 2)], "0[]": [1, 2]}


def test_a_statement_about_an_absent_place_holds() -> None:
    assert Statement("at least", ("0[]",), 1).holds({"0": [[]]})
