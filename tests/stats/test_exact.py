from __future__ import annotations

from math import comb, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.stats.exact import lower_bound, upper_bound

steady = settings(derandomize=True, deadline=None, database=None)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998),
        # 857-872, Table I, method 5 (Clopper-Pearson), level 95%: 2.5% on either side.
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_the_bounds_are_the_published_ones(hits: int, trials: int, low: float, high: float) -> None:
    found = lower_bound(hits, trials, 0.975), upper_bound(hits, trials, 0.975)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@pytest.mark.parametrize(("hits", "trials"), [(0, 1), (0, 30), (0, 1000)])
def test_without_a_hit_the_bound_has_a_closed_form(hits: int, trials: int) -> None:
    assert isclose(upper_bound(hits, trials), 1 - 0.05 ** (1 / trials), rel_tol=1e-12)


@steady
@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n - 1), st.just(n))), st.floats(0.5, 0.999))
def test_at_the_bound_so_few_hits_have_just_the_chance_that_is_left(counts: tuple[int, int], level: float) -> None:
    hits, trials = counts
    share = upper_bound(hits, trials, level)
    chance = sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(hits + 1))
    assert isclose(chance, 1 - level, rel_tol=1e-7)
    assert lower_bound(trials - hits, trials, level) == 1 - share


@pytest.mark.parametrize("share", [0.01, 0.05, 0.3, 0.8])
@pytest.mark.parametrize("trials", [5, 30, 100])
def test_the_bound_holds_at_least_as_often_as_it_says(share: float, trials: int) -> None:
    """Summed over all that can happen, not simulated."""
    chances = [comb(trials, hits) * share**hits * (1 - share) ** (trials - hits) for hits in range(trials + 1)]
    held = sum(chance for hits, chance in enumerate(chances) if share <= upper_bound(hits, trials))
    assert held >= 0.95


def test_the_ends_are_exact_and_nothing_is_known_without_a_trial() -> None:
    assert (upper_bound(7, 7), lower_bound(0, 7)) == (1.0, 0.0)
    assert (upper_bound(0, 0), lower_bound(0, 0)) == (1.0, 0.0)


@pytest.mark.parametrize(("hits", "trials"), [(-1, 1), (2, 1), (0, -1)])
def test_counts_that_cannot_be_are_refused(hits: int, trials: int) -> None:
    for bound in (upper_bound, lower_bound):
        with pytest.raises(ValueError, match=f"{hits} of {trials}"):
            bound(hits, trials)
