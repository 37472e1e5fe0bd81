from __future__ import annotations

import random
from math import isclose

import pytest

from augment.stats.ranking import paired, reordering, sign_test


@pytest.mark.parametrize(
    ("first", "second", "tau", "swapped"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4], 1.0, ()),
        ([1, 2, 3, 4], [4, 3, 2, 1], -1.0, ((1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2))),
        ([1, 2, 3, 4], [1, 3, 2, 4], 2 / 3, ((2, 1),)),
        ([12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910316, None),  # the example in SciPy's documentation
        ([1, 1], [1, 2], None, ()),
        ([5], [5], None, ()),
    ],
)
def test_orders(
    first: list[float], second: list[float], tau: float | None, swapped: tuple[tuple[int, int], ...] | None
) -> None:
    found = reordering(first, second)
    assert found.tau == tau or isclose(found.tau or 0, tau or 0, abs_tol=1e-12)
    if swapped is not None:
        assert set(found.swapped) == set(swapped)


@pytest.mark.parametrize(
    ("better", "worse", "p_value"),
    [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (6, 0, 0.03125), (8, 2, 0.109375)],
)
def test_the_sign_test_is_that_of_the_binomial_tables(better: int, worse: int, p_value: float) -> None:
    assert isclose(sign_test(better, worse), p_value, rel_tol=1e-12)


def test_two_models_problem_by_problem() -> None:
    found = paired([1, 1, 0, 1, 0.5], [0, 1, 0, 1, 1])
    assert isclose(found.difference, 0.1)
    assert (found.first_better, found.second_better, found.p_value) == (1, 1, 1.0)


def test_a_difference_of_the_resolvable_size_is_found_four_times_out_of_five() -> None:
    rng = random.Random(0)
    hits = 0
    for _ in range(400):
        first = [float(rng.random() < 0.65) for _ in range(164)]
        second = [float(rng.random() < 0.5) for _ in range(164)]
        hits += paired(first, second).p_value < 0.05
    # differences of 15 points with these spreads: resolvable is about 15 points
    assert 0.65 < hits / 400 < 0.9
    assert isclose(paired(first, second).resolvable, 0.15, abs_tol=0.02)


def test_no_problem_in_common_is_an_error() -> None:
    with pytest.raises(ValueError, match="no problem in common"):
        paired([], [])
