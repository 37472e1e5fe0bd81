from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.stats.captured import Unseen, unseen_by_two

steady = settings(derandomize=True, deadline=None, database=None)
counts = st.integers(0, 10**6)


def found(only_one: int, only_other: int, both: int) -> Unseen:
    unseen = unseen_by_two([(only_one, only_other, both)])
    assert unseen is not None
    return unseen


def test_the_worked_example_of_the_turtles() -> None:
    """The lake in Wikipedia's "Mark and recapture": 10 turtles marked, 15 caught later, 5 of them marked. Chapman's
    estimate is 28 turtles (28.3), the transformed logit interval 22 to 65; 20 turtles were seen."""
    unseen = found(10, 5, 5)
    assert 20 + unseen.value == pytest.approx(11 * 16 / 6 - 1)
    assert [round(20 + end) for end in (unseen.low, unseen.high)] == [22, 65]


@steady
@given(counts, counts, counts)
def test_it_is_chapmans_number_less_what_was_seen(only_one: int, only_other: int, both: int) -> None:
    unseen = unseen_by_two([(only_one, only_other, both)])
    if unseen is not None:
        chapman = (only_one + both + 1) * (only_other + both + 1) / (both + 1) - 1
        assert unseen.value == pytest.approx(chapman - only_one - only_other - both, abs=1e-3)
        assert 0 <= unseen.low <= unseen.value <= unseen.high


@steady
@given(counts, counts, counts)
def test_which_search_came_first_makes_no_difference(only_one: int, only_other: int, both: int) -> None:
    one, other = unseen_by_two([(only_one, only_other, both)]), unseen_by_two([(only_other, only_one, both)])
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert (one.low, one.value, one.high) == pytest.approx((other.low, other.value, other.high))


def test_a_search_that_found_nothing_says_nothing() -> None:
    assert unseen_by_two([(5, 0, 0)]) is None
    assert unseen_by_two([(0, 5, 0)]) is None
    assert unseen_by_two([(0, 0, 0)]) is None
    assert unseen_by_two([(0, 0, 5)]) is not None


def test_nothing_missed_by_one_search_leaves_room_for_doubt() -> None:
    unseen = found(0, 5, 3)
    assert (unseen.low, unseen.value) == (0, 0)
    assert unseen.high > 1


def test_no_more_than_is_possible() -> None:
    assert found(10, 5, 5).at_most(6) == Unseen(value=6, low=found(10, 5, 5).low, high=6)


def test_alike_things_make_a_wide_interval_and_unlike_ones_change_nothing() -> None:
    """Five clusters that are all the same, and the same counts where each cluster has things of one sort alone."""
    even = unseen_by_two([(2, 1, 2)] * 5)
    odd = unseen_by_two([(5, 0, 0), (5, 0, 0), (0, 5, 0), (0, 0, 5), (0, 0, 5)])
    assert even is not None
    assert odd is not None
    assert even == found(10, 5, 10)
    assert odd.value == even.value
    assert odd.low < even.low
    assert odd.high > 3 * even.high
    assert unseen_by_two([]) is None


def test_counts_are_from_0() -> None:
    with pytest.raises(ValueError, match="counts are from 0"):
        unseen_by_two([(1, -1, 2)])


def simulated(likeness: float, runs: int = 400) -> tuple[float, float]:
    """Mean estimate less truth, and how often the interval holds it.

    Of 200 things each search finds 40%; those of one half it finds more easily by `likeness`, those of the other less.
    """
    rng = random.Random(0)
    error = held = 0.0
    for _ in range(runs):
        seen = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
        for thing in range(200):
            chance = 0.4 + (likeness if thing % 2 else -likeness)
            seen[rng.random() < chance, rng.random() < chance] += 1
        unseen = found(seen[True, False], seen[False, True], seen[True, True])
        error += unseen.value - seen[False, False]
        held += unseen.low <= seen[False, False] <= unseen.high
    return error / runs, held / runs


def test_independent_searches_are_estimated_without_bias() -> None:
    error, held = simulated(0.0)
    assert abs(error) < 3
    assert held > 0.95  # the number of things is fixed here, and what neither found varies: wider than it need be


def test_what_is_easy_for_both_makes_it_a_lower_bound() -> None:
    error, _ = simulated(0.3)
    assert error < -20
