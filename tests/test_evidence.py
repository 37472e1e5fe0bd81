"""What tests are worth: branches and kinds as sets of tests."""

from __future__ import annotations

from typing import Any

from augment.evidence import branch_sets, choose, kind_sets
from augment.harness.check import Answer
from augment.model.domain import Domain
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
