from __future__ import annotations

import random
from collections.abc import Callable
from math import isclose

import pytest

from augment.stats.unseen import chao, further, good_turing


@pytest.mark.parametrize(("once", "trials", "chance"), [(0, 10, 0.0), (3, 12, 0.25), (7, 2, 3.5), (0, 0, None)])
def test_things_seen_once_for_each_trial(once: int, trials: int, chance: float | None) -> None:
    assert good_turing(once, trials) == chance


@pytest.mark.parametrize(("once", "trials"), [(-1, 3), (0, -1)])
def test_counts_are_from_0(once: int, trials: int) -> None:
    with pytest.raises(ValueError, match="counts are from 0"):
        good_turing(once, trials)


def test_the_estimate_meets_what_the_next_trial_shows_on_average() -> None:
    """Trials that show several things at once, each of its own chance: estimate and truth, over many searches."""
    chances = [0.5 / (number + 1) for number in range(60)]
    rng = random.Random(0)
    estimated = true = 0.0
    for _ in range(400):
        times = [sum(rng.random() < chance for _ in range(30)) for chance in chances]
        estimated += good_turing(times.count(1), 30) or 0.0
        true += sum(chance for chance, seen in zip(chances, times, strict=True) if not seen)
    assert isclose(estimated, true, rel_tol=0.05)


def test_the_lower_bound_is_the_published_one() -> None:
    """The first plot of the trees of Barro Colorado Island in the documentation of R's vegan (`estimateR(BCI[1,])`): 93
    species seen, 31 of them once and 18 twice, make 117.473684; of single trees, so there is no (n - 1) / n."""
    found = chao(31, 18, 10**12)
    assert found is not None
    assert 93 + found == pytest.approx(117.473684, abs=1e-6)
    assert chao(31, 18, 2) == pytest.approx(found / 2)


@pytest.mark.parametrize("function", [chao, lambda once, twice, trials: further(once, twice, trials, 5)])
def test_what_never_came_alone_leaves_nothing_to_expect(function: Callable[[int, int, int], float | None]) -> None:
    assert function(0, 7, 10) == 0
    assert function(3, 1, 0) is None
    with pytest.raises(ValueError, match="counts are from 0"):
        function(3, -1, 10)


def test_one_more_trial_is_nearly_good_turing_and_very_many_are_the_lower_bound() -> None:
    assert further(30, 12, 100, 1) == pytest.approx(good_turing(30, 100), rel=0.03)
    assert further(30, 12, 100, 10**9) == pytest.approx(chao(30, 12, 100))
    assert further(30, 12, 100, 0) == 0


def test_as_many_trials_again_show_what_was_expected_on_average_or_more() -> None:
    """Unequal chances: the estimates are near the truth for as many trials again, and below it for all that is left."""
    chances = [0.5 / (number + 1) for number in range(100)]
    rng = random.Random(1)
    expected = shown = least = left = 0.0
    for _ in range(200):
        times = [sum(rng.random() < chance for _ in range(40)) for chance in chances]
        once, twice = times.count(1), times.count(2)
        expected += further(once, twice, 40, 40) or 0.0
        least += chao(once, twice, 40) or 0.0
        unseen = [chance for chance, seen in zip(chances, times, strict=True) if not seen]
        shown += sum(1 - (1 - chance) ** 40 for chance in unseen)
        left += len(unseen)
    assert 0.8 < expected / shown < 1.1
    assert least < left
