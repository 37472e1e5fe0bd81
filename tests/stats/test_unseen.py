from __future__ import annotations

import random
from math import isclose

import pytest

from augment.stats.unseen import good_turing


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
