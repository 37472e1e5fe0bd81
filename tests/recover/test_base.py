from __future__ import annotations

import pytest
from conftest import problem

from augment.model.execution import Limits
from augment.model.suite import Kind
from augment.model.value import Value
from augment.recover.base import recover
from augment.sandbox.forking import ForkingExecutor

QUICK = Limits(cpu_seconds=0.3, wall_seconds=1.0)


def test_each_call_becomes_a_base_case_with_the_references_answer(executor: ForkingExecutor) -> None:
    found = recover(problem("return sum(xs)", "for n in range(3): assert candidate([n, 1]) == n + 1"), executor, QUICK)
    assert found.complaint == ""
    assert [(case.id, case.kind, case.args, case.expected) for case in found.cases] == [
        (f"base-{n}", Kind.BASE, Value.of(([n, 1],)), Value.of(n + 1)) for n in range(3)
    ]


def test_none_is_an_answer(executor: ForkingExecutor) -> None:
    found = recover(problem("return None", "assert candidate([]) is None"), executor, QUICK)
    assert [case.expected for case in found.cases] == [Value.of(None)]


@pytest.mark.parametrize("nan", ["float('nan')", "-float('nan')", "complex(0, -float('nan'))"])
def test_any_nan_is_an_argument_like_another(executor: ForkingExecutor, nan: str) -> None:
    found = recover(problem("return 1", f"assert candidate([{nan}]) == 1"), executor, QUICK)
    assert found.complaint == ""


@pytest.mark.parametrize(
    ("body", "checks", "complaint"),
    [
        ("return 1", "assert candidate([]) == 2", "its reference fails its own base tests: AssertionError"),
        (
            "raise ValueError('no')",
            "try:\n    candidate([])\nexcept ValueError: pass\nelse: assert False",
            "its reference does not return on ([],): ValueError: no",
        ),
        (
            "xs.append(1)\nreturn 1",
            "a = []\ncandidate(a)\nassert a",
            "its base tests cannot be recorded: they look at what a call does to its arguments",
        ),
        ("return 1", "try: assert candidate([]) == 1\nexcept Exception: pass", "its base tests accept any answer"),
        (
            "return {1}.pop",
            "candidate([])",
            "its base tests cannot be recorded: an answer of the reference is not a plain",
        ),
    ],
)
def test_a_problem_that_cannot_be_recovered_says_why(
    executor: ForkingExecutor, body: str, checks: str, complaint: str
) -> None:
    found = recover(problem(body, checks), executor, QUICK)
    assert found.complaint.startswith(complaint)
    assert found.cases == ()


def test_an_answer_that_only_the_check_turns_into_a_number_needs_the_check(executor: ForkingExecutor) -> None:
    found = recover(problem("return str(len(xs))", "assert int(candidate([1])) == 1"), executor, QUICK)
    assert [case.expected for case in found.cases] == [Value.of("1")]
