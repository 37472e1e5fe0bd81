"""Which inputs kill which programs."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from conftest import problem
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.breed.kills import Kills, kills
from augment.harness.check import Answer
from augment.model.execution import Program
from augment.model.suite import Oracle
from augment.model.value import Value
from augment.mutants.make import mutants_of
from augment.sandbox.forking import ForkingPool

LARGEST = problem("return max(xs, default=0)", "assert candidate([1]) == 1")
INPUTS: Sequence[list[int]] = ([], [3], [1, 2], [2, 1], [-1, -2])


def rows(found: Kills) -> list[set[int] | None]:
    return [None if inputs is None else set(inputs) for inputs in found.by_program]


def told(trusted: ForkingPool, programs: Sequence[str], oracle: Oracle | None = None) -> Kills:
    answers = [Answer(Value.of((xs,)), Value.of(max(xs, default=0))) for xs in INPUTS]
    return kills(
        LARGEST,
        answers,
        oracle or Oracle(),
        [Program(source=source, entry_point="solve") for source in programs],
        trusted,
    )


def test_each_program_by_the_inputs_that_kill_it(trusted: ForkingPool) -> None:
    found = told(
        trusted,
        [
            LARGEST.reference,
            "def solve(xs): return max(xs)",
            "def solve(xs): return xs[-1] if xs else 0",
            "def solve(xs):\n    while not xs: pass\n    return max(xs)",
            "def solve(xs):\n    n = 0\n    for x in xs: n = max(n, x)\n    return n",
        ],
    )
    assert rows(found) == [set(), {0}, {3, 4}, {0}, {4}]
    assert found.heard == {0, 1, 2, 3, 4}


def test_another_spelling_of_a_right_answer_kills_nothing(trusted: ForkingPool) -> None:
    found = told(trusted, ["def solve(xs): return float(max(xs, default=0))", "def solve(xs): return xs[:1]"])
    assert rows(found) == [set(), {0, 1, 2, 3, 4}]


def test_the_oracle_decides(trusted: ForkingPool) -> None:
    programs = ["def solve(xs): return max(xs, default=0) or -7"]
    assert rows(told(trusted, programs)) == [{0}]
    assert rows(told(trusted, programs, Oracle(truth_only=True))) == [{0}]
    assert rows(told(trusted, ["def solve(xs): return len(xs)"], Oracle(truth_only=True))) == [set()]


def test_a_checker_decides_on_other_answers(trusted: ForkingPool) -> None:
    code = "def check_answer(arguments, answer):\n    assert not arguments[0] or answer in arguments[0]\n"
    programs = ["def solve(xs): return min(xs, default=5)", "def solve(xs): return 99", "def solve(xs): return None"]
    found = told(trusted, programs, Oracle(code=code))
    assert rows(found) == [set(), {1, 2, 3, 4}, {1, 2, 3, 4}]


def test_a_program_that_takes_its_process_with_it(trusted: ForkingPool) -> None:
    found = told(trusted, ["import os\ndef solve(xs): os.abort()", "def solve(xs): return 0"])
    assert rows(found) == [None, {1, 2, 3, 4}]
    assert found.distinct() == (1,)


def test_mutants_are_killed_the_same_in_every_run(trusted: ForkingPool) -> None:
    source = LARGEST.reference
    mutants = mutants_of(source, "solve", limit=200, rng=random.Random(0))
    programs = [mutant.source for mutant in mutants]
    once = told(trusted, programs)
    assert once == told(trusted, programs)
    assert sum(bool(inputs) for inputs in once.by_program) >= 8


@pytest.mark.parametrize(
    ("inputs", "distinct"),
    [
        ([{1}, {1}, {2}], (0, 2)),
        ([set(), None, {1, 2}], (2,)),
        ([], ()),
    ],
)
def test_programs_that_the_same_inputs_kill_are_one(inputs: list[set[int] | None], distinct: tuple[int, ...]) -> None:
    by_program = tuple(None if row is None else frozenset(row) for row in inputs)
    assert Kills(by_program, frozenset({1, 2})).distinct() == distinct


@settings(deadline=None, derandomize=True)
@given(st.lists(st.frozensets(st.integers(0, 5)), max_size=8))
def test_distinct_programs_need_the_same_inputs_as_all(inputs: list[frozenset[int]]) -> None:
    kept = [inputs[index] for index in Kills(tuple(inputs), frozenset(range(6))).distinct()]
    assert set(kept) == {row for row in inputs if row}
    assert len(set(kept)) == len(kept)
