from __future__ import annotations

from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.stats.share import Share

steady = settings(derandomize=True, deadline=None, database=None)


@st.composite
def shares(draw: st.DrawFn) -> Share:
    trials = draw(st.integers(1, 50) | st.integers(1, 10**9))
    return Share(hits=draw(st.integers(0, trials)), trials=trials, level=draw(st.sampled_from([0.5, 0.9, 0.95, 0.999])))


def ends(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    found = Share(hits=hits, trials=trials, level=level).interval
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998),
        # 857-872, Table I, method 3 (score, without continuity correction), level 95%.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_the_published_one(hits: int, trials: int, low: float, high: float) -> None:
    found = ends(hits, trials)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@steady
@given(shares())
def test_the_ends_solve_wilsons_equation(share: Share) -> None:
    """At each end p the score statistic |share - p| / sqrt(p(1-p)/n) is the normal quantile."""
    quantile = {0.5: 0.6744897501960817, 0.9: 1.6448536269514722, 0.95: 1.959963984540054, 0.999: 3.290526731491926}
    assert share.interval is not None
    assert share.value is not None
    for end in share.interval:
        if 0 < end < 1 and share.trials <= 10**6:
            score = abs(share.value - end) / sqrt(end * (1 - end) / share.trials)
            assert isclose(score, quantile[share.level], rel_tol=1e-5)


@steady
@given(shares())
def test_the_interval_contains_the_share_and_stays_in_range(share: Share) -> None:
    assert share.interval is not None
    assert share.value is not None
    low, high = share.interval
    assert 0 <= low <= share.value <= high <= 1
    assert low < high


@steady
@given(shares())
def test_hits_and_misses_mirror_each_other(share: Share) -> None:
    low, high = ends(share.hits, share.trials, share.level)
    mirrored = ends(share.trials - share.hits, share.trials, share.level)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@steady
@given(shares(), st.integers(2, 20))
def test_more_trials_with_the_same_share_give_a_narrower_interval(share: Share, times: int) -> None:
    low, high = ends(share.hits, share.trials, share.level)
    closer = ends(times * share.hits, times * share.trials, share.level)
    assert closer[1] - closer[0] < high - low


@steady
@given(shares())
def test_more_confidence_gives_a_wider_interval(share: Share) -> None:
    low, high = ends(share.hits, share.trials, 0.9)
    wider = ends(share.hits, share.trials, 0.99)
    assert wider[1] - wider[0] > high - low


def test_the_ends_of_all_and_of_none_are_exact() -> None:
    assert ends(0, 7)[0] == 0.0
    assert ends(7, 7)[1] == 1.0
    z = 1.959963984540054
    assert ends(0, 7)[1] == pytest.approx(z * z / (7 + z * z))
    assert ends(7, 7)[0] == pytest.approx(7 / (7 + z * z))


def test_no_trial_leaves_share_and_interval_undefined() -> None:
    share = Share(hits=0, trials=0)
    assert share.value is None
    assert share.interval is None


def test_the_value_is_hits_per_trial() -> None:
    assert Share(hits=3, trials=4).value == 0.75


@pytest.mark.parametrize(("hits", "trials"), [(-1, 1), (2, 1), (1, 0), (0, -1)])
def test_counts_that_cannot_be_are_refused(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match=f"{hits} of {trials}"):
        Share(hits=hits, trials=trials)
