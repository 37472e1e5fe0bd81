"""Base tests that take more than one answer: what else they take, the checker that judges it, or the note."""

from __future__ import annotations

import pytest
from conftest import problem

from augment.model.execution import Limits
from augment.model.suite import Oracle, Rule
from augment.model.value import Value
from augment.recover.base import ONE_OF_MANY, PROPERTY, Recovered, recover
from augment.sandbox.forking import ForkingPool


def recovered(trusted: ForkingPool, body: str, checks: str, signature: str = "x") -> Recovered:
    found = recover(problem(body, checks, signature=signature), trusted, Limits())
    assert found.complaint == ""
    return found


ROOT = "return (xs[1] / xs[0]) ** (1 / 3)"
CUBES = "for a, b in ((1.0, 5.0), (100.0, 30.0), (0.01, 2.0)):\n    x = candidate([a, b])\n"


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ("return (x[1] / x[0]) ** (1 / 3)", f"{CUBES}    assert abs(a * x * x * x - b) < 1e-4"),
        (
            "return next(d for d in range(2, x + 1) if x % d == 0)",
            "for n in (12, 30, 35): assert n % candidate(n) == 0",
        ),
        (
            "return x[::-1]",
            "for xs in ([1, 2, 3], [5, 6, 6, 7]):\n    ys = candidate(xs[:])\n"
            "    assert len(ys) == len(xs)\n    assert ys[0] == max(xs)",
        ),
    ],
)
def test_a_property_that_can_be_lifted_out_becomes_a_checker(trusted: ForkingPool, body: str, checks: str) -> None:
    found = recovered(trusted, body, checks)
    assert (found.oracle.rule, found.note) == (Rule.CHECKER, "")


def test_the_checker_is_the_whole_oracle(trusted: ForkingPool) -> None:
    found = recovered(trusted, ROOT, f"{CUBES}    assert abs(a * x * x * x - b) < 1e-4", "xs")
    code = (
        "def check_answer(arguments, answer):\n    ([a, b],) = arguments\n    x = answer\n"
        "    assert abs(a * x * x * x - b) < 0.0001\n"
    )
    assert (found.oracle, found.note) == (Oracle(code=code), "")


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        # written out, and each time another expression
        (
            "return x ** 0.5",
            "assert abs(candidate(2) ** 2 - 2) < 1e-9\nassert abs(candidate(1e6) ** 2 - 10 ** 6) < 1e-3",
        ),
        ("return 3", "assert candidate(1) > 0\nassert candidate(2) > 1"),
        ("return [x, 2, 1]", "assert candidate(3)[0] > candidate(3)[1]"),
        ("return 'ab'", "assert len(candidate(1)) == 2"),
        # the checker would say less than the check
        ("return -x", "for x in (4, 7):\n    y = candidate(x)\n    assert x % y == 0\n    if x == 7: candidate(8)"),
    ],
)
def test_a_property_that_cannot_is_named_and_there_are_no_plus_tests(
    trusted: ForkingPool, body: str, checks: str
) -> None:
    found = recovered(trusted, body, checks)
    assert (found.oracle.code, found.note) == ("", PROPERTY)


def test_a_checker_that_takes_what_some_base_test_turns_down_is_not_used(trusted: ForkingPool) -> None:
    checks = "for x in (4, 9, 25):\n    y = candidate(x)\n    assert y * y == x\nassert candidate(16) in (4, -4)"
    loose = recovered(trusted, "return round(x ** 0.5)", checks)
    assert loose.oracle.rule is Rule.CHECKER
    strict = recovered(trusted, "return round(x ** 0.5)", f"{checks}\nassert candidate(36) == 6")
    assert (strict.oracle.rule, strict.note) == (Rule.EXACT, ONE_OF_MANY)


@pytest.mark.parametrize(
    ("body", "check", "also"),
    [
        ("return 4", "candidate(16) in (4, -4)", [-4]),
        (
            "return 4",
            "candidate(16) == 4 or candidate(16) == 5",
            [],
        ),  # both calls give one answer: 5 is never seen alone
        ("return 'yes'", "candidate(1) in {'yes', 'Y'}", ["Y"]),
        ("return None", "candidate(1) in (None, 0)", [0]),
        ("return [1, 2]", "candidate(1) in ([1, 2], [3])", [[3]]),
        ("return 1", "candidate(1) in [1, 1.0, True]", []),
        ("return 1", "candidate(1) == 1, 'not 2'", []),
        ("return 2", "abs(candidate(1) - 3) <= 1", [3]),
        ("return 2", "candidate(3) == 2", []),  # what stands in the call is no answer
    ],
)
def test_answers_that_stand_beside_the_call_are_offered(
    trusted: ForkingPool, body: str, check: str, also: list[object]
) -> None:
    found = recovered(trusted, body, f"assert {check}\nassert candidate(99) == ({body[7:]})")
    assert [value.unpack() for value in found.cases[0].also] == also
    assert found.cases[-1].also == ()
    assert found.note == (ONE_OF_MANY if also else "")


def test_a_statement_over_several_lines_is_one(trusted: ForkingPool) -> None:
    found = recovered(trusted, "return 4", "assert (\n    candidate(1)\n    in (\n        4,\n        7,\n    )\n)")
    assert found.cases[0].also == (Value.of(7),)


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ("return [1, 2]", "assert sorted(candidate(1)) == [1, 2]"),
        ("return bool(x)", "assert candidate(1)\nassert not candidate(0)"),
        ("return x / 3", "for x in (1.0, 500.0): assert abs(candidate(x) - x / 3) < 1e-4"),
        ("return 'ab'", "assert candidate(1) == 'ab'"),
        ("return x", "assert candidate(1) == 1\nassert candidate(5) > 2"),  # one loose test among others
        ("return x", "assert candidate([]) == []\nassert candidate(None) is None"),
    ],
)
def test_one_answer_is_one_answer(trusted: ForkingPool, body: str, checks: str) -> None:
    found = recovered(trusted, body, checks)
    assert (found.oracle.code, found.note) == ("", "")


def test_a_relative_tolerance_wider_than_every_step_is_no_property(trusted: ForkingPool) -> None:
    checks = "import math\nfor x in (9e4, 7e5): assert math.isclose(candidate(x), x / 3, rel_tol=1e-3)"
    found = recovered(trusted, "return x / 3", checks)
    assert (found.oracle.relative, found.note) == (1e-3, "")


def test_a_sum_of_many_terms_in_a_test_does_no_harm(trusted: ForkingPool) -> None:
    terms = "+".join(["1"] * 600)
    checks = f"assert candidate(600) == {terms}\nfor y in (4, 5): assert candidate(y) == y + {terms} - 600"
    assert recovered(trusted, "return x", checks).note == ""
