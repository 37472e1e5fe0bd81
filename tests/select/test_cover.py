"""Choosing few tests that show what all show: laws of the choice, and the choice in small."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from augment.select.cover import Quota, Worth, cover, pieces

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""
ONCE = Worth(scale=1.0, times=1, fading=0.5)
SETS = st.lists(st.frozensets(st.integers(0, 7)), max_size=10)


@LAW
@given(SETS, st.integers(0, 10))
def test_as_many_are_chosen_as_asked_for_or_as_there_are_and_none_twice(sets: list[frozenset[int]], count: int) -> None:
    chosen = cover(count, pieces(sets, ONCE), [1] * 8)
    assert len(chosen) == len(set(chosen)) == min(count, 8)


@LAW
@given(SETS)
def test_enough_tests_show_all_there_is(sets: list[frozenset[int]]) -> None:
    shown = cover(len(sets), pieces(sets, ONCE), [1] * 8)
    assert all(tests & set(shown) for tests in sets if tests)


@LAW
@given(st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=8), st.integers(1, 3))
def test_the_choice_is_worth_at_least_its_bound(sets: list[frozenset[int]], count: int) -> None:
    evidence = pieces(sets, ONCE)

    def worth(chosen: set[int]) -> float:
        return sum(piece.weight for piece in evidence if piece.tests & chosen)

    best = max(worth(set(some)) for some in combinations(range(6), count))
    assert worth(set(cover(count, evidence, [1] * 6))) >= (1 - (1 - 1 / count) ** count) * best - 1e-9


def test_a_shorter_choice_is_the_front_of_a_longer_one() -> None:
    evidence = pieces([frozenset({0, 1}), frozenset({1, 2}), frozenset({3})], Worth(1.0, 3, 0.5))
    longest = cover(4, evidence, [1] * 4)
    assert [cover(count, evidence, [1] * 4) for count in range(5)] == [longest[:count] for count in range(5)]


def test_what_few_tests_show_weighs_more() -> None:
    assert cover(1, pieces([frozenset({0}), frozenset({1, 2, 3, 4})], ONCE), [1] * 5) == [0]


def test_of_equal_tests_the_smallest_is_taken() -> None:
    assert cover(1, pieces([frozenset({0, 1, 2})], ONCE), [5, 2, 2]) == [1]


def test_what_was_shown_is_worth_showing_again_by_other_tests() -> None:
    sets = [frozenset({0, 1}), frozenset({2})]
    assert cover(2, pieces(sets, Worth(1.0, 1, 0.9)), [1] * 3) == [2, 0]
    assert cover(3, [*pieces([sets[0]], Worth(9.0, 3, 0.9)), *pieces([sets[1]], ONCE)], [1] * 3) == [0, 1, 2]


def test_quotas_hold() -> None:
    evidence = pieces([frozenset({0}), frozenset({1}), frozenset({2, 3})], ONCE)
    assert cover(4, evidence, [1] * 4, [Quota(frozenset({0, 1}), 1)]) == [0, 2, 3]
    assert cover(4, evidence, [1] * 4, [Quota(frozenset({0, 1, 2}), 0)]) == [3]


def test_equal_sets_are_one_piece_and_empty_ones_none() -> None:
    assert len(pieces([frozenset({1}), frozenset({1}), frozenset()], ONCE)) == 1
