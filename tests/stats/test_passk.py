from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import TooFewSamples
from augment.stats.passk import pass_at_k, relative_drop

steady = settings(derandomize=True, deadline=None, database=None)


def by_enumeration(correct: int, drawn: int, k: int) -> Fraction:
    """Share of the subsets of `k` completions that hold a correct one; the first `correct` are."""
    subsets = list(combinations(range(drawn), k))
    return Fraction(sum(min(subset) < correct for subset in subsets), len(subsets))


@st.composite
def counts(draw: st.DrawFn, most: int = 60) -> tuple[list[int], list[int]]:
    drawn = draw(st.lists(st.integers(1, most), min_size=1, max_size=8))
    return [draw(st.integers(0, n)) for n in drawn], drawn


def test_one_problem_equals_the_share_of_all_subsets() -> None:
    for n in range(1, 9):
        for c in range(n + 1):
            for k in range(1, n + 1):
                assert pass_at_k([c], [n], k=k) == float(by_enumeration(c, n, k))


@pytest.mark.parametrize(
    ("correct", "drawn", "k", "wanted"),
    [
        ([2], [4], 2, Fraction(5, 6)),  # of six pairs only one holds both wrong ones
        ([1], [10], 10, Fraction(1)),
        ([0], [10], 10, Fraction(0)),
        ([1, 0], [1, 1], 1, Fraction(1, 2)),
        ([1, 1], [2, 4], 2, Fraction(3, 4)),  # ragged: 1 and 1/2
        ([1, 1, 1], [3, 3, 3], 1, Fraction(1, 3)),
        ([3], [5], 3, Fraction(1)),  # only two are wrong, so three hold a correct one
        ([1], [5], 3, Fraction(3, 5)),
    ],
)
def test_values_worked_out_by_hand(correct: list[int], drawn: list[int], k: int, wanted: Fraction) -> None:
    assert pass_at_k(correct, drawn, k=k) == float(wanted)


@steady
@given(counts(9), st.data())
def test_ragged_problems_weigh_the_same(some: tuple[list[int], list[int]], data: st.DataObject) -> None:
    correct, drawn = some
    k = data.draw(st.integers(1, min(drawn)))
    each = [by_enumeration(c, n, k) for c, n in zip(correct, drawn, strict=True)]
    assert pass_at_k(correct, drawn, k=k) == float(sum(each, Fraction(0)) / len(each))


@steady
@given(counts())
def test_pass_at_1_is_the_mean_share(some: tuple[list[int], list[int]]) -> None:
    correct, drawn = some
    shares = [Fraction(c, n) for c, n in zip(correct, drawn, strict=True)]
    assert pass_at_k(correct, drawn, k=1) == float(sum(shares, Fraction(0)) / len(shares))


@steady
@given(counts())
def test_more_looks_and_more_correct_ones_never_hurt(some: tuple[list[int], list[int]]) -> None:
    correct, drawn = some
    curve = [pass_at_k(correct, drawn, k=k) for k in range(1, min(drawn) + 1)]
    assert curve == sorted(curve)
    assert 0 <= curve[0] <= curve[-1] <= 1
    better = [min(c + 1, n) for c, n in zip(correct, drawn, strict=True)]
    assert all(pass_at_k(better, drawn, k=k) >= curve[k - 1] for k in range(1, min(drawn) + 1))


@pytest.mark.parametrize(
    ("c", "n", "k"), [(1, 5000, 1), (1, 5000, 100), (2500, 5000, 100), (3, 4000, 2000), (4999, 5000, 1)]
)
def test_nothing_is_lost_for_thousands_of_completions(c: int, n: int, k: int) -> None:
    # C(n-c, k) / C(n, k) = product over the correct ones of (n-k-i) / (n-i)
    missed = Fraction(1)
    for i in range(c):
        missed *= Fraction(n - k - i, n - i) if n - k - i > 0 else 0
    assert pass_at_k([c], [n], k=k) == float(1 - missed)


def test_a_tiny_chance_of_missing_is_not_rounded_before_the_mean() -> None:
    # 1 - 1/C(60, 30) is 1.0 as a float, with 0 in another problem the mean is a float just below a half
    assert pass_at_k([30, 0], [60, 60], k=30) == float((1 - Fraction(1, comb(60, 30))) / 2)


@pytest.mark.parametrize(("correct", "drawn", "k"), [([], [], 1), ([1], [1], 2), ([1, 1], [5, 1], 2), ([0], [0], 1)])
def test_too_few_completions_leave_it_undefined(correct: list[int], drawn: list[int], k: int) -> None:
    with pytest.raises(TooFewSamples, match=f"pass@{k}"):
        pass_at_k(correct, drawn, k=k)


def test_the_message_tells_how_many_problems_are_short() -> None:
    with pytest.raises(TooFewSamples, match="2 of 3 problems have fewer than 5"):
        pass_at_k([0, 0, 0], [5, 4, 1], k=5)


@pytest.mark.parametrize(
    ("correct", "drawn", "k"), [([1], [1, 1], 1), ([1], [1], 0), ([1], [1], -1), ([2], [1], 1), ([-1], [1], 1)]
)
def test_counts_that_cannot_be_are_refused(correct: list[int], drawn: list[int], k: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        pass_at_k(correct, drawn, k=k)


def test_the_relative_drop_is_a_share_of_what_there_was() -> None:
    assert relative_drop(0.5, 0.375) == 0.25
    assert relative_drop(0.5, 0.0) == 1.0
    assert relative_drop(0.5, 0.5) == 0.0


def test_the_relative_drop_from_nothing_is_undefined() -> None:
    assert relative_drop(0.0, 0.0) is None
