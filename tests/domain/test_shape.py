"""Statements learnt from known inputs: they hold for all of these, and reject what they should."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.mend import mended
from augment.domain.places import places_of
from augment.domain.rules import broken_by, described, holds
from augment.domain.shape import learn_shape
from augment.domain.types import argument_types, type_of
from augment.model.domain import Domain, Statement

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


def learnt(known: Inputs) -> Domain:
    """A domain of nothing but the shape of some inputs."""
    types = tuple(argument_types(known, {})[len(known[0])])
    return Domain(types=(types,), statements=tuple(learn_shape([places_of(args, types) for args in known])))


def rules(known: Inputs, place: str = "") -> set[str]:
    return {s.rule for s in learnt(known).statements if not place or s.places == (place,)}


def broken(known: Inputs, *args: object) -> set[str]:
    """The statements learnt from some inputs that another one breaks."""
    return {described(statement) for statement in broken_by(learnt(known), args)}


@settings(LAW, max_examples=300)
@given(KNOWN)
def test_every_statement_holds_for_every_known_input(known: Inputs) -> None:
    domain = learnt(known)
    for args in known:
        assert broken_by(domain, args) == ()
        assert mended(domain, args) == args


@LAW
@given(KNOWN)
def test_the_shape_does_not_hang_on_the_order_of_inputs(known: Inputs) -> None:
    one, two = learnt(known).statements, learnt(known[::-1]).statements
    assert set(map(described, one)) == set(map(described, two))


@LAW
@given(KNOWN)
def test_each_statement_is_learnt_once(known: Inputs) -> None:
    keys = [(statement.places, statement.rule) for statement in learnt(known).statements]
    assert len(keys) == len(set(keys))


def test_a_known_nan_does_not_break_the_shape() -> None:
    known: Inputs = [(1.0,), (math.nan,), (2.0,), (3.0,)]
    assert broken(known, math.nan) == set()


def test_a_known_list_of_one_item_does_not_break_the_rule_about_rows() -> None:
    assert broken([([[1], [2]],)] * 8 + [([5],)], [5]) == set()


def test_a_tuple_of_unequal_rows_is_not_said_to_have_rows_of_one_length() -> None:
    assert "rows of one length" not in rules([(([1, 2], [3]),)] * 8)


@pytest.mark.parametrize(
    ("known", "outside", "statement"),
    [
        ([3, 1, 2, 9], 0, "0: at least 1"),
        ([3, 0, 2, 9], -1, "0: at least 0"),
        ([0.5, 0.0, 2.0, 9.5], -0.1, "0: at least 0"),
        ([0.5, 0.1, 2.0, 9.5], 0.0, "0: more than 0"),
        ([1, 0] * 6 + [2] * 8, 3, "0: one of 0, 1, 2"),
        (["red", "blue"] * 4, "green", "0: one of 'blue', 'red'"),
        (["+", "-", "*", "+", "//", "-", "**", "%"], "x", "0: one of '%', '*', '**', '+', '-', '//'"),
        (["a b", "b c a", "c"], "a  b", "0: single blanks between words only"),
        (["a b", "b c a", "c"], "ab c", "0: words of one character"),
        (["do re mi", "re do", "mi mi do do", "re do re mi mi"], "do la", "0: words out of do, mi, re"),
        (["(a)", "()", "(b(c))"], "(b))", "0: balanced brackets"),
        (["() (())", "()", "(()) ()"], "() (", "0: balanced brackets in each word"),
        (["12:30", "1:05", "23:59"], "12.30", "0: written like '9:9'"),
        (["1/5", "2/3", "7/1"], "0/1", "0#: at least 1"),
        (["a", "b", "x"], "ab", "0: length exactly 1"),
        (
            [[[2, 1], [3, 4]], [[1, 2], [3, 4]], [[4, 2], [1, 3]]],
            [[1, 1], [3, 4]],
            "0: each number from 1 to its size once",
        ),
        ([[[2, 1], [3, 4]], [[5]], [[4, 2], [1, 7]]], [[1, 2]], "0: as many rows as columns"),
        (["a", "bc", "abc", "b"], "", "0: length at least 1"),
        ([[1], [2, 3], [4], [5]], [], "0: length at least 1"),
        ([{1}, {2}, {3}, {4}], set(), "0: length at least 1"),
        ([{1: 2}, {2: 3}, {3: 4}, {4: 5}], {}, "0: length at least 1"),
        (["ab"] * 8, "abc", "0: length exactly 2"),
        ([[1, 2]] * 8, [1], "0: length exactly 2"),
        ([[1, 2, 5]] * 8, [2, 1], "0: in ascending order"),
        ([[1, 2, 5]] * 24, [2, 2, 3], "0: no item twice"),
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
    assert broken(known, "abc") == {"0: made of the characters 'ab'"}


@pytest.mark.parametrize(
    ("known", "outside", "statement"),
    [
        ([([1], [2]), ([], []), ([1, 2], [3, 4]), ([5], [6])], ([1], []), "0 as long as 1"),
        ([("a", [2]), ("", []), ("bc", [3, 4]), ("d", [6])], ("a", []), "0 as long as 1"),
        ([(1, 2), (3, 3), (0, 9), (5, 6)], (2, 1), "0 not more than 1"),
        ([(2, 1), (3, 3), (9, 0), (6, 5)], (1, 2), "1 not more than 0"),
        ([(1, [5]), (2, [5, 6]), (0, [])], (1, [5, 6]), "0 is the length of 1"),
        ([("+", "ab"), ("", "a"), ("++", "abc")], ("+", "abc"), "1 longer than 0 by 1"),
        (
            [("3 red 4 blue", 9), ("1 red 1 blue", 2), ("2 red 0 blue", 5)],
            ("3 red 3 blue", 5),
            "1 at least the sum of the numbers in 0",
        ),
        ([([1], 1), ([1, 2], 0), ([], 0), ([3], 1)], ([1], 2), "1 not more than the length of 0"),
    ],
)
def test_a_statement_about_two_arguments_rejects_what_breaks_it(
    known: Inputs, outside: tuple[object, ...], statement: str
) -> None:
    assert statement in broken(known, *outside)


def test_a_counterexample_among_the_known_inputs_prevents_a_statement() -> None:
    assert broken([(1, 2), (3, 3), (0, 9), (6, 5)], 9, 1) == set()
    assert broken([([1, 2, 5],)] * 8 + [([2, 1, 1, 4],)], [9, 9, 1]) == set()


@pytest.mark.parametrize("known", [[(1,), (2,)], [("a",)] * 2, [([1, 2],)] * 2, [(1, 2), (2, 3)], [([[1]],)] * 2])
def test_nothing_is_concluded_from_too_few_inputs(known: Inputs) -> None:
    assert {s.rule for s in learnt(known).statements} <= {"at least"}  # of the items of lists


def test_order_and_repeats_need_more_inputs_than_emptiness() -> None:
    assert rules([([1, 2],)] * 7, "0") == {"length at least"}
    assert rules([([1, 2],)] * 8, "0") == {"length at least", "ascending", "length exactly"}
    assert "no repeats" in rules([([1, 2],)] * 24, "0")


def test_truth_values_are_no_numbers() -> None:
    assert rules([(True,), (True,), (False,), (True,)]) == set()
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
    assert holds(Statement(rule="at least", places=("0[]",), bound=1), {"0": [[]]})


@pytest.mark.parametrize(
    ("known", "outside", "better"),
    [
        ([(3,), (1,), (2,)], (-7,), (7,)),
        ([([1, 2, 5],)] * 8 + [([4],)], ([5, 1],), ([1, 5],)),
        ([([1], [2]), ([], []), ([1, 2], [3, 4])], ([1, 2], [3]), ([1], [3])),
        ([(1, [5]), (2, [5, 6]), (0, [])], (7, [5, 6]), (2, [5, 6])),
        ([("(a)",), ("()",), ("(b(c))",)], (")(a)((",), ("(a)",)),
        ([("a b",), ("b c a",), ("c",)], ("  a   b ",), ("a b",)),
        ([([[2, 1], [3, 4]],), ([[1, 2], [3, 4]],), ([[4, 2], [1, 3]],)], ([[9, 9], [0, 1]],), ([[3, 4], [1, 2]],)),
    ],
)
def test_an_input_that_is_nearly_inside_can_be_mended(
    known: Inputs, outside: tuple[object, ...], better: tuple[object, ...]
) -> None:
    domain = learnt(known)
    assert broken_by(domain, outside)
    assert mended(domain, outside) == better
    assert broken_by(domain, better) == ()
