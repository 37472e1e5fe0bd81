"""Witnesses: who is heard, and what they say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from augment.model.execution import Limits, Program
from augment.model.suite import Case, Kind, Oracle
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from augment.vet.witness import CONTRADICT, SCATTER, base_passers, hear
from augment.vet.witness import Testimony as Told

LIMITS = Limits(steps=10_000)
BASE = [
    Case(id=f"base-{n}", kind=Kind.BASE, args=Value.of((n,)), expected=Value.of(n // 2), origin="base") for n in (4, 7)
]


@pytest.fixture(scope="module")
def pool() -> Iterator[ForkingPool]:
    with ForkingPool() as pool:
        yield pool


def programs(*answers: str) -> list[Program]:
    return [Program(source=f"def half(n): return {answer}\n", entry_point="half") for answer in answers]


def test_only_programs_that_give_the_base_answers_are_heard_and_each_text_once(pool: ForkingPool) -> None:
    good = programs("n // 2", "n >> 1", "int(n / 2)")
    bad = programs("n / 2", "n // 0", "n +", "[0] * n and n - n // 3", "next(iter(int, 1))")
    assert base_passers([*bad, *good, good[0]], BASE, Oracle(), pool, LIMITS, 12) == good
    assert base_passers([*bad, *good], BASE, Oracle(), pool, LIMITS, 2) == good[:2]


def test_agreement_is_counted_by_input(pool: ForkingPool) -> None:
    heard = programs("n // 2", "n >> 1", "int(n / 2)", "n // 2 if n >= 0 else None", "[][n] if n < 0 else n // 2")
    told = hear(heard, [Value.of((8,)), Value.of((-3,))], [Value.of(4), Value.of(-2)], Oracle(), pool, LIMITS)
    assert told == [Told(5, 5, 0), Told(5, 2, 1, Value.of(-1))]


@pytest.mark.parametrize(
    ("testimony", "objection"),
    [
        (Told(2, 0, 2), ""),
        (Told(4, 2, 2), ""),
        (Told(4, 1, 1), SCATTER),
        (Told(6, 2, 4), CONTRADICT),
        (Told(6, 1, 3), SCATTER),
    ],
)
def test_a_minority_for_the_reference_is_an_objection(testimony: Told, objection: str) -> None:
    assert testimony.objection == objection


def test_a_witness_that_is_lost_again_and_again_says_nothing_of_the_rest(pool: ForkingPool) -> None:
    heard = programs("n // 2", "n // 2 if n < 9 else sum(1 for _ in iter(int, 1))")
    inputs = [*range(9, 16), 4]
    told = hear(heard, [Value.of((n,)) for n in inputs], [Value.of(n // 2) for n in inputs], Oracle(), pool, LIMITS)
    assert [(one.witnesses, one.agree) for one in told] == [(2, 1)] * 3 + [(1, 1)] * 5
