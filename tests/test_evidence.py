"""What tests are worth: branches and kinds as sets of tests."""

from __future__ import annotations

from typing import Any

import pytest

from augment.evidence import Adversaries, Strangers, branch_sets, choose, kind_sets
from augment.harness.check import Answer
from augment.model.domain import Domain
from augment.model.execution import Program
from augment.model.problem import Problem
from augment.model.suite import Oracle
from augment.model.value import Value


def answer(*args: Any, expected: Any) -> Answer:
    return Answer(Value.of(args), Value.of(expected))


def test_tests_that_take_a_branch_as_often_are_alike() -> None:
    taken = {0: bytes([0, 1]), 1: bytes([1, 1]), 4: bytes([1, 2])}
    assert set(branch_sets(taken)) == {frozenset({0}), frozenset({1, 4}), frozenset({0, 1}), frozenset({4})}


def test_least_arguments_are_told_by_their_place_and_by_the_truth_of_the_answer() -> None:
    answers = [answer([], 5, expected=True), answer([], 0, expected=True), answer([], 5, expected=False)]
    sets = kind_sets([*answers, answer([3, 4], 7, expected=True)])
    assert {frozenset({0, 1}), frozenset({2}), frozenset({1})} <= set(sets)


def test_an_input_with_a_branch_of_its_own_is_chosen_before_one_without() -> None:
    answers = [answer("ab", expected=1), answer("cd", expected=1), answer("ef", expected=1)]
    taken = {0: bytes([1, 0]), 1: bytes([1, 0]), 2: bytes([0, 1])}
    assert choose(1, answers, [], taken, Domain(), []) == [2]
    assert choose(1, answers, [], {}, Domain(), []) == [0]


PROGRAM = Program(source="def f(x): return x\n", entry_point="f")
PROBLEM = Problem(task_id="T/0", prompt="def f(x):\n", entry_point="f", canonical_solution="    return x\n", test="")


@pytest.mark.parametrize(
    "simple",
    [
        Adversaries(PROBLEM, Oracle(), mutants=(PROGRAM,) * 9, blind=frozenset({0})),
        Adversaries(PROBLEM, Oracle(), mutants=(PROGRAM,) * 9, in_code=frozenset({0})),
    ],
    ids=["blind", "in code"],
)
def test_one_simple_fault_comes_before_many_in_special_classes(simple: Adversaries) -> None:
    answers = [answer(number, expected=number) for number in range(4)]
    killed = [frozenset({0, 1, 2}), *[frozenset({3})] * 4, *[frozenset({3, number}) for number in (0, 1, 2, 1)]]
    chosen = choose(2, answers, simple.evidence(killed), {}, Domain(), [])
    assert set(chosen) & {0, 1, 2}
    assert chosen[0] != 3
    assert choose(1, answers, simple.evidence([frozenset(), *killed[1:]]), {}, Domain(), []) == [3]


def test_a_completion_that_is_killed_comes_before_mutants() -> None:
    answers = [answer(number, expected=number) for number in range(2)]
    against = Strangers((PROGRAM,))
    hunted = Adversaries(PROBLEM, Oracle(), mutants=(PROGRAM,) * 9, completions=against)
    killed = [*[frozenset({1})] * 9, frozenset({0})]
    assert choose(1, answers, hunted.evidence(killed), {}, Domain(), []) == [0]
