from __future__ import annotations

import pytest
from conftest import problem

from augment.harness.check import Answer
from augment.model.execution import Limits
from augment.model.suite import Oracle
from augment.recover.base import recover
from augment.recover.probe import ROUNDING, Learnt, learn_oracle
from augment.sandbox.forking import ForkingPool


def learnt(trusted: ForkingPool, body: str, checks: str) -> Learnt:
    toy = problem(body, checks)
    found = recover(toy, trusted, Limits())
    assert found.complaint == ""
    with trusted.lend() as executor:
        return learn_oracle(toy, [Answer(case.args, case.expected) for case in found.cases], executor)


def test_answers_without_floats_are_compared_exactly(trusted: ForkingPool) -> None:
    assert learnt(trusted, "return len(xs)", "assert candidate([1]) == 1") == Learnt()


def test_floats_that_the_check_does_not_look_at_say_nothing(trusted: ForkingPool) -> None:
    checks = "assert candidate([1])[0] == 0.5\nassert len(candidate([4])) == 2"
    found = learnt(trusted, "return [xs[0] / 2, 0.1]", checks)
    assert not found.property_check
    assert found.oracle == Oracle(absolute=ROUNDING, relative=ROUNDING, any_sequence=True)


@pytest.mark.parametrize(
    ("body", "checks", "oracle"),
    [
        ("return xs", "assert sorted(candidate([2, 1])) == [1, 2]", Oracle(any_sequence=True, unordered=True)),
        (
            "return xs",
            "assert set(candidate([2, 1])) == {1, 2}",
            Oracle(any_sequence=True, unordered=True, repeats_count=False),
        ),
        ("return bool(xs)", "assert candidate([1])\nassert not candidate([])", Oracle(truth_only=True)),
        ("return tuple(xs)", "assert list(candidate([2, 1])) == [2, 1]", Oracle(any_sequence=True)),
        ("return xs", "assert candidate([2, 1]) == [2, 1]", Oracle()),
    ],
)
def test_what_the_base_tests_leave_free_is_free(trusted: ForkingPool, body: str, checks: str, oracle: Oracle) -> None:
    assert learnt(trusted, body, checks).oracle == oracle


@pytest.mark.parametrize("tolerance", ["1e-3", "1e-6", "1e-8"])
def test_an_absolute_tolerance_is_found(trusted: ForkingPool, tolerance: str) -> None:
    checks = f"for x in (1.0, 0.0, 300.0): assert abs(candidate([x]) - x / 3) < {tolerance}"
    found = learnt(trusted, "return xs[0] / 3", checks)
    assert found == Learnt(oracle=Oracle(absolute=float(tolerance), relative=ROUNDING))


def test_a_relative_tolerance_is_found(trusted: ForkingPool) -> None:
    checks = "import math\nfor x in (1.0, 1000.0): assert math.isclose(candidate([x]), x / 3, rel_tol=1e-5)"
    found = learnt(trusted, "return xs[0] / 3", checks)
    assert found == Learnt(oracle=Oracle(absolute=ROUNDING, relative=1e-5))


def test_an_exact_check_of_floats_allows_rounding_alone(trusted: ForkingPool) -> None:
    found = learnt(trusted, "return xs[0] / 4", "for x in (1.0, 6.0): assert candidate([x]) == x / 4")
    assert found.oracle == Oracle(absolute=ROUNDING, relative=ROUNDING)


def test_a_relative_tolerance_is_found_beside_an_answer_of_zero(trusted: ForkingPool) -> None:
    checks = "import math\nfor x in (0.0, 1.0, 100.0): assert math.isclose(candidate([x]), x / 3, rel_tol=1e-6)"
    found = learnt(trusted, "return xs[0] / 3", checks)
    assert (found.property_check, found.oracle.relative) == (False, 1e-6)


def test_an_absolute_tolerance_is_found_beside_an_answer_too_large_to_move(trusted: ForkingPool) -> None:
    checks = "for x in (1.0, 1e16): assert abs(candidate([x]) - x * 1.5) < 1e-6"
    found = learnt(trusted, "return xs[0] * 1.5", checks)
    assert found == Learnt(oracle=Oracle(absolute=1e-6, relative=ROUNDING))


@pytest.mark.parametrize(
    ("word", "test"), [("inf", "candidate([]) == float('inf')"), ("nan", "str(candidate([])) == 'nan'")]
)
def test_an_answer_that_no_step_moves_speaks_for_no_tolerance(trusted: ForkingPool, word: str, test: str) -> None:
    found = learnt(trusted, f"return xs[0] if xs else float('{word}')", f"assert {test}\nassert candidate([3]) == 3")
    assert found.oracle.absolute <= ROUNDING


def test_a_check_of_a_property_is_known_as_one(trusted: ForkingPool) -> None:
    checks = (
        "for a, b in ((1.0, 5.0), (100.0, 30.0), (0.01, 2.0)):\n"
        "    x = candidate([a, b])\n"
        "    assert abs(a * x * x * x - b) < 1e-4"
    )
    assert learnt(trusted, "return (xs[1] / xs[0]) ** (1 / 3)", checks).property_check


@pytest.mark.parametrize(
    ("check", "any_sequence"),
    [
        ("list(candidate([1])) == [1, 2]", True),
        ("candidate([1]) == [1, 2]", False),
        ("tuple(candidate([1])) == (1, 2)", True),
    ],
)
def test_whether_a_tuple_does_for_a_list_the_base_tests_say(
    trusted: ForkingPool, check: str, any_sequence: bool
) -> None:
    assert learnt(trusted, "return [xs[0], 2]", f"assert {check}").oracle.any_sequence is any_sequence
