"""What the benchmark of the estimates counts, by hand."""

from __future__ import annotations

import random

import pytest

from augment.estimating import Both
from scripts.bench.missed import Judged, any_found, compared, convicts, drawn, drawn_suites, halved, tally

TESTS = [f"released {number}" for number in range(40)]
FAILED = [frozenset(TESTS[number] for number in numbers) for numbers in ((), (0,), (0, 1), (2, 30), (30, 31), (31, 32))]
ONE = Judged("T/0", {"released": TESTS, "given": ["given 0"]}, FAILED)


def test_a_half_is_counted_as_a_suite_is() -> None:
    found = tally(ONE, TESTS[:20])
    assert (found.tests, found.accepted, found.convicted, found.once, found.twice, found.alone) == (20, 3, 3, 2, 1, 2)
    assert ONE.wrong == 5


def test_what_the_hidden_half_convicts() -> None:
    """Two of three accepted ones fail two of twenty hidden tests each, three different ones together."""
    made, hidden = TESTS[:20], TESTS[20:]
    assert convicts(ONE, made, hidden, 1) == pytest.approx(2 * 2 / 20)
    assert convicts(ONE, made, hidden, 20) == 2
    assert convicts(ONE, made, hidden, 3) == pytest.approx(2 * (1 - (18 * 17 * 16) / (20 * 19 * 18)))
    assert any_found(ONE, made, hidden) == 3 / 20


def test_two_suites_are_compared() -> None:
    found = compared(ONE, frozenset(TESTS[:2]), frozenset(TESTS[1:3]))
    assert found == Both(both=1, only_one=1, only_other=1, neither=3)


@pytest.mark.parametrize("way", ["random, random", "short inputs, long inputs", "released, given suite"])
def test_two_suites_share_no_test(way: str) -> None:
    first, second = drawn_suites(ONE, way, random.Random(0))
    assert not first & second
    assert len(first) == 10
    if way.startswith("short"):
        assert first <= {*TESTS[:20]}
        assert second <= {*TESTS[20:]}
    assert second == {"given 0"} or len(second) == 10


def test_halves_make_the_whole() -> None:
    first, second = halved(TESTS, random.Random(0))
    assert (len(first), {*first, *second}) == (20, {*TESTS})


def test_few_inputs_are_drawn_the_shortest_first() -> None:
    inputs = [["x" * size] for size in (5, 1, 9, 3)]
    assert drawn({"plus_input": inputs}, 9, random.Random(0)) == [inputs[1], inputs[3], inputs[0], inputs[2]]
    assert len(drawn({"plus_input": inputs}, 2, random.Random(0))) == 2
