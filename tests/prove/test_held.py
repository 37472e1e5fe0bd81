"""A program that is held in a process and called again and again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from augment.model.execution import Ending, Limits, Program
from augment.model.value import Value
from augment.prove.held import MOST_LOST, Held
from augment.prove.shrink import Enough
from augment.sandbox.forking import ForkingExecutor

LIMITS = Limits(cpu_seconds=0.1, wall_seconds=10.0)
COUNTING = "calls = []\ndef f(x):\n  calls.append(x)\n  if x < 0: import os; os._exit(0)\n  return len(calls)"


def test_one_process_answers_until_it_ends_and_then_another(executor: ForkingExecutor) -> None:
    with Held(executor, Program(source=COUNTING, entry_point="f"), LIMITS) as held:
        outcomes = [held.call(Value.of((x,))) for x in (5, 5, -1, 5, 5)]
    assert [outcome.ending for outcome in outcomes] == [Ending.RETURNED] * 2 + [Ending.DIED] + [Ending.RETURNED] * 2
    assert [o.content and o.content.unpack() for o in outcomes] == [1, 2, None, 1, 2]


def test_a_program_that_is_lost_again_and_again_is_let_go(executor: ForkingExecutor) -> None:
    with Held(executor, Program(source=COUNTING, entry_point="f"), LIMITS) as held:
        for _ in range(MOST_LOST):
            assert held.call(Value.of((-1,))).ending is Ending.DIED
        with pytest.raises(Enough):
            held.call(Value.of((1,)))


def test_a_program_that_does_not_load_says_so_each_time(executor: ForkingExecutor) -> None:
    with Held(executor, Program(source="1 / 0", entry_point="f"), LIMITS) as held:
        assert [held.call(Value.of((1,))).ending for _ in range(2)] == [Ending.RAISED] * 2


def test_the_executor_is_free_again_afterwards(executor: ForkingExecutor) -> None:
    program = Program(source="def f(x): return x", entry_point="f")
    for _ in range(2):
        with Held(executor, program, LIMITS) as held:
            assert held.call(Value.of((7,))).content == Value.of(7)


@given(st.lists(st.one_of(st.integers(), st.text(max_size=4), st.lists(st.floats(), max_size=3)), max_size=3))
@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arguments_arrive_as_they_are(executor: ForkingExecutor, args: list[object]) -> None:
    with Held(executor, Program(source="def f(*args): return args", entry_point="f"), LIMITS) as held:
        assert held.call(Value.of(tuple(args))).content == Value.of(tuple(args))
