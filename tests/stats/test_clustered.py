from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.stats.clustered import mean, ratio, student
from augment.stats.share import Share

steady = settings(derandomize=True, deadline=None, database=None)
shares = st.lists(st.floats(0, 1), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("level", "freedom", "quantile"),
    [(0.95, 3, 3.1824), (0.95, 10, 2.2281), (0.95, 163, 1.9746), (0.99, 20, 2.8453), (0.9, 5, 2.0150)],
)
def test_students_quantiles_are_those_of_the_tables(level: float, freedom: int, quantile: float) -> None:
    assert isclose(student(level, freedom), quantile, rel_tol=0.01)


def test_single_trials_are_as_uncertain_as_wilsons_but_for_students_quantile() -> None:
    found = mean([1.0] * 60 + [0.0] * 40)
    assert found is not None
    plain = Share(hits=60, trials=100).interval
    assert plain is not None
    assert found.low < plain[0] < 0.6 < plain[1] < found.high
    assert isclose(found.high - found.low, plain[1] - plain[0], rel_tol=0.03)


def test_completions_that_are_alike_count_for_little() -> None:
    alike = ratio([50.0, 0.0] * 10, [50.0] * 20)
    unlike = ratio([25.0 + (place % 3 - 1) for place in range(20)], [50.0] * 20)
    assert alike is not None
    assert unlike is not None
    assert alike.high - alike.low > 5 * (unlike.high - unlike.low)


@pytest.mark.parametrize(("value", "low", "high"), [(0.0, 0.0, None), (1.0, None, 1.0)])
def test_at_the_ends_there_is_still_doubt(value: float, low: float | None, high: float | None) -> None:
    found = mean([value] * 50)
    assert found is not None
    assert (found.low == low) or found.low > 0.9
    assert (found.high == high) or found.high < 0.1
    assert 0 < found.high - found.low < 0.1


@steady
@given(shares)
def test_the_interval_holds_the_value_and_stays_between_0_and_1(values: list[float]) -> None:
    found = mean(values)
    assert found is not None
    assert 0 <= found.low <= found.value + 1e-12
    assert found.value - 1e-12 <= found.high <= 1


@steady
@given(shares)
def test_the_complement_has_the_complementary_interval(values: list[float]) -> None:
    one, other = mean(values), mean([1 - value for value in values])
    assert one is not None
    assert other is not None
    assert isclose(one.low, 1 - other.high, abs_tol=1e-6)
    assert isclose(one.high, 1 - other.low, abs_tol=1e-6)


def test_problems_without_trials_say_nothing() -> None:
    assert ratio([1.0, 0.0, 0.0], [2.0, 2.0, 0.0]) == ratio([1.0, 0.0], [2.0, 2.0])
    assert ratio([0.0], [0.0]) is None
    assert mean([]) is None


def test_hits_are_not_more_than_trials() -> None:
    with pytest.raises(ValueError, match="between 0 and the trials"):
        ratio([2.0], [1.0])
