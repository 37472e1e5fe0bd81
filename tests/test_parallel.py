from __future__ import annotations

import threading

import pytest

from augment import parallel


@pytest.mark.parametrize("jobs", [None, 1, 3])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_each_item_comes_once_with_its_result(jobs: int | None, count: int) -> None:
    with parallel.each(range(count), lambda n: n * n, jobs) as finished:
        assert sorted(finished) == [(n, n * n) for n in range(count)]


def test_what_the_work_raises_is_raised_where_the_results_are_taken() -> None:
    with parallel.each([1, 0], lambda n: 1 // n, 1) as finished:
        assert next(finished) == (1, 1)
        with pytest.raises(ZeroDivisionError):
            next(finished)


def test_left_early_it_starts_nothing_more_and_waits_for_what_is_in_hand() -> None:
    begun, ended = [], []
    go_on = threading.Event()

    def work(number: int) -> int:
        begun.append(number)
        if number:
            go_on.wait(10)
        ended.append(number)
        return number

    def interrupted() -> None:
        with parallel.each(range(100), work, 1) as finished:
            next(finished)
            threading.Timer(0.05, go_on.set).start()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert begun == ended
    assert len(begun) <= 3
