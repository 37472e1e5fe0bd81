"""Answers that hang on rounding, on chance or on the clock."""

from __future__ import annotations

import math

import pytest
from conftest import problem
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.types import type_of
from augment.model.execution import Limits, Program
from augment.model.suite import Oracle
from augment.model.value import Value
from augment.recover.base import recover
from augment.sandbox.forking import ForkingExecutor, ForkingPool
from augment.vet.steady import LAST_BITS, nudged, on_edge, same_answer, wavering

steady = settings(derandomize=True, deadline=None, max_examples=100)
CLOSE = Oracle(absolute=1e-9, relative=1e-9)


def edges(
    executor: ForkingExecutor, body: str, *args: tuple[object, ...], oracle: Oracle = CLOSE, signature: str = "x"
) -> list[int]:
    """Places of the inputs that are on a knife's edge for a reference."""
    toy = problem(body, "pass", signature=signature)
    program = Program(source=toy.reference, entry_point="solve")
    space: dict[str, object] = {}
    exec(toy.reference, space)
    answers = {n: Value.of(space["solve"](*each)) for n, each in enumerate(args)}  # type: ignore[operator]
    return sorted(on_edge(program, [Value.of(each) for each in args], answers, oracle, executor, Limits()))


NEAR = "return any(abs(a - b) < d for i, a in enumerate(xs) for b in xs[i + 1 :])"


def test_a_comparison_that_turns_on_the_last_bit_is_an_edge(executor: ForkingExecutor) -> None:
    args = [([1.0, 1.3], 0.3), ([1.1, 1.4], 0.3), ([0.7, 0.2, 5.1, 0.9], 0.2), ([1.0, 1.3], 0.4)]
    assert edges(executor, NEAR, *args, signature="xs, d") == [0, 1, 2]


def test_an_honest_tie_is_none(executor: ForkingExecutor) -> None:
    args = [([1.0, 1.5], 0.5), ([1.0, 3.0], 2.0), ([0.1, 0.1], 0.3), ([7.0, 7.25], 0.25)]
    assert edges(executor, NEAR, *args, signature="xs, d") == []
    assert edges(executor, "return x[0] == x[1] or x[0] == -x[2]", ([0.1, 0.1, 5.0],), ([0.3, 2.0, -0.3],)) == []


def test_a_number_that_stands_in_the_reference_stays(executor: ForkingExecutor) -> None:
    assert edges(executor, "return x > 3.7", (3.7,), (3.6999,), (0.1 + 0.2,)) == []
    assert edges(executor, "return x - 0.1 > 0.2", (0.3,)) == [0]
    assert edges(executor, "return x > 0.3", (0.1 + 0.2,)) == [0]


def test_an_answer_may_move_as_little_as_the_input(executor: ForkingExecutor) -> None:
    assert edges(executor, "return [x * 3, {'a': x / 7}]", (0.1,)) == []
    assert edges(executor, "return int(x * 10) / 10", (0.29999999999999999,), (0.3000001,)) == [0]
    assert edges(executor, "return x % 1", (1 - 1e-16,), (2.3,)) == [0]
    assert edges(executor, "return (0.1 + x) - 0.3", (0.2,)) == []  # next to nothing, and next to nothing again
    assert edges(executor, "return 1 / (0.1 + x - 0.3)", (0.7 - 0.5,)) == [0]


def test_a_float_may_be_a_key_or_in_a_set(executor: ForkingExecutor) -> None:
    assert edges(executor, "return {y: x.count(y) for y in x}", ([0.1, 2.3, 0.1],)) == []
    assert edges(executor, "return set(x)", ([0.1, 2.3],)) == []
    assert edges(executor, "return {round(y, 1) for y in x}", ([0.25 + 1e-16, 0.35],), ([0.31],)) == [0]


def test_an_input_on_which_a_neighbour_raises_is_an_edge(executor: ForkingExecutor) -> None:
    assert edges(executor, "if x < 0.1 + 0.2: raise ValueError\nreturn 1", (0.1 + 0.2,), (0.4,)) == [0]


@pytest.mark.parametrize("args", [(1,), ("0.1",), (0.5,), (3.0, -2.25), ([], {}), (math.inf,), (math.nan,), (0.0,)])
def test_without_rough_floats_nothing_moves(args: tuple[object, ...]) -> None:
    assert nudged(Value.of(args)) == []


def test_several_floats_move_against_one_another() -> None:
    (up, down, apart, other) = [value.unpack_args() for value in nudged(Value.of((0.1, 0.3, 0.1, 0.5, -0.3)))]
    for moved in (up, down, apart, other):
        a, b, again, half, minus_b = moved
        assert (again, half, minus_b) == (a, 0.5, -b)  # type: ignore[operator]
    signs = {(m[0] > 0.1, m[1] > 0.3) for m in (up, down, apart, other)}  # type: ignore[operator]
    assert len(signs) == 4


floats = st.floats(allow_nan=False, min_value=-1e300, max_value=1e300)
values = st.recursive(
    floats | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(floats, inner, max_size=3) | st.tuples(inner, inner),
    max_leaves=8,
)


@steady
@given(values)
def test_a_nudge_keeps_shape_and_types_and_is_small(value: object) -> None:
    before = Value.of((value,))
    moved = nudged(before)
    assert before not in moved
    assert len(set(moved)) == len(moved) <= 8
    for each in moved:
        assert type_of(each.unpack()) == type_of(before.unpack())
        if isinstance(value, float):
            assert each.unpack_args()[0] == pytest.approx(value, rel=2 * LAST_BITS, abs=0)


def test_what_an_oracle_leaves_free_is_the_same_answer() -> None:
    one, two = Value.of([1, 2]), Value.of([2, 1])
    assert not same_answer(Oracle(), one, two)
    assert same_answer(Oracle(unordered=True), one, two)
    assert not same_answer(Oracle(unordered=True), one, Value.of([2.0, 1]))
    assert not same_answer(Oracle(unordered=True), one, None)
    assert same_answer(CLOSE, Value.of(0.1 + 0.2), Value.of(0.3))
    assert not same_answer(Oracle(), Value.of(0.0), Value.of(-0.0))


@pytest.mark.parametrize(
    ("body", "checks", "ids"),
    [
        (
            "import random\nreturn random.random()",
            "assert 0 <= candidate(1) < 1\nassert candidate(2) < 1",
            ["base-0", "base-1"],
        ),
        ("import time\nreturn int(time.time())", "assert candidate(1) > 9", ["base-0"]),
        ("import datetime\nreturn datetime.date.today().year - x", "assert candidate(2000) > 9", ["base-0"]),
        ("from datetime import datetime as d\nreturn d.now().strftime('%m')", "assert int(candidate(1))", ["base-0"]),
        ("import time\nreturn time.strftime('%H')", "assert int(candidate(1)) >= 0", ["base-0"]),
        ("import datetime\nd = datetime.date(x, 1, 2)\nreturn str(d)", "assert candidate(2000) == '2000-01-02'", []),
        ("return hash('a') if x else 0", "assert candidate(0) == 0\nassert candidate(1) >= 0", ["base-1"]),
        ("return repr(object())", "assert candidate(1)[0] == '<'", ["base-0"]),
        ("return ''.join({'abc', 'def', 'ghi', 'jkl', 'mno'})", "assert len(candidate(1)) == 15", ["base-0"]),
        ("return list({'abc', 'def', 'ghi', 'jkl', 'mno'})", "assert sorted(candidate(1))[0] == 'abc'", []),
        ("if x: raise KeyError\nreturn 0", "assert candidate(0) == 0\ntry: candidate(1)\nexcept KeyError: pass", []),
        (
            "import random\nrandom.seed(x)\nreturn random.random()",
            "assert candidate(0) < 1\nassert candidate(5) < 1",
            [],
        ),
    ],
)
def test_a_reference_that_answers_differently_a_second_time_wavers(
    trusted: ForkingPool, body: str, checks: str, ids: list[str]
) -> None:
    toy = problem(body, checks, signature="x")
    found = recover(toy, trusted, Limits())
    assert found.complaint == ""
    assert list(wavering(toy, found.cases, found.oracle, trusted, Limits())) == ids
