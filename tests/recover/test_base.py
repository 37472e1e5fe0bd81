from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import problem

from augment.model.execution import Limits
from augment.model.suite import Kind
from augment.model.value import Value
from augment.recover.base import NAMES_ONLY, NOT_RECORDED, OTHER_CALLS, recover
from augment.sandbox.forking import ForkingPool

QUICK = Limits(cpu_seconds=0.3, wall_seconds=1.0)


def test_each_call_becomes_a_base_case_with_the_references_answer(trusted: ForkingPool) -> None:
    found = recover(problem("return sum(xs)", "for n in range(3): assert candidate([n, 1]) == n + 1"), trusted, QUICK)
    assert found.complaint == ""
    assert [(case.id, case.kind, case.args, case.expected) for case in found.cases] == [
        (f"base-{n}", Kind.BASE, Value.of(([n, 1],)), Value.of(n + 1)) for n in range(3)
    ]


def test_none_is_an_answer(trusted: ForkingPool) -> None:
    found = recover(problem("return None", "assert candidate([]) is None"), trusted, QUICK)
    assert [case.expected for case in found.cases] == [Value.of(None)]


@pytest.mark.parametrize("nan", ["float('nan')", "-float('nan')", "complex(0, -float('nan'))"])
def test_any_nan_is_an_argument_like_another(trusted: ForkingPool, nan: str) -> None:
    found = recover(problem("return 1", f"assert candidate([{nan}]) == 1"), trusted, QUICK)
    assert found.complaint == ""


@pytest.mark.parametrize(
    ("body", "checks", "complaint"),
    [
        ("return 1", "assert candidate([]) == 2", "its reference fails its own base tests: AssertionError"),
        (
            "raise ValueError('no')",
            "try:\n    candidate([])\nexcept ValueError: pass\nelse: assert False",
            "its reference raises on all calls of its base tests",
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
    trusted: ForkingPool, body: str, checks: str, complaint: str
) -> None:
    found = recover(problem(body, checks), trusted, QUICK)
    assert found.complaint.startswith(complaint)
    assert found.cases == ()


def test_an_answer_that_only_the_check_turns_into_a_number_needs_the_check(trusted: ForkingPool) -> None:
    found = recover(problem("return str(len(xs))", "assert int(candidate([1])) == 1"), trusted, QUICK)
    assert [case.expected for case in found.cases] == [Value.of("1")]


REFUSING = "if not xs: raise ValueError('nothing')\nreturn xs[0]"


@pytest.mark.parametrize(
    "refusal",
    [
        "try: candidate([])\nexcept ValueError: pass\nelse: raise AssertionError",
        "import unittest\nwith unittest.TestCase().assertRaises(ValueError): candidate([])",
        "def raises(kind, f, *args):\n    try: f(*args)\n    except kind as error: return str(error)\n"
        "assert raises(ValueError, candidate, []) == 'nothing'",
    ],
)
def test_an_exception_that_the_check_expects_is_an_outcome(trusted: ForkingPool, refusal: str) -> None:
    found = recover(problem(REFUSING, f"assert candidate([4]) == 4\n{refusal}"), trusted, QUICK)
    assert found.complaint == ""
    first, second = found.cases
    assert (first.expected, first.raises) == (Value.of(4), "")
    assert (second.expected, second.raises) == (Value.of(None), "ValueError")


def test_the_rule_is_learnt_beside_a_case_that_raises(trusted: ForkingPool) -> None:
    checks = "try: candidate([])\nexcept ValueError: pass\nassert sorted(candidate([[2, 1]])) == [1, 2]"
    assert recover(problem(REFUSING, checks), trusted, QUICK).oracle.unordered


@pytest.mark.parametrize(
    ("body", "check", "expected", "marked"),
    [
        ("return collections.Counter(xs)", "candidate([1, 1]) == {1: 2}", {1: 2}, "Counter"),
        ("return collections.Counter(xs)", "candidate([1, 1]).most_common(1) == [(1, 2)]", {1: 2}, "Counter"),
        ("return collections.deque(xs)", "candidate([1, 2]) == collections.deque([1, 2])", [1, 2], "deque"),
        ("return collections.deque(xs)", "list(candidate([1, 2])) == [1, 2]", [1, 2], "deque"),
        (
            "return collections.OrderedDict.fromkeys(xs)",
            "list(candidate([2, 1])) == [2, 1]",
            {2: None, 1: None},
            "OrderedDict",
        ),
        ("return [collections.Counter(xs)]", "candidate([1]) == [{1: 1}]", [{1: 1}], "nested Counter"),
        ("return collections.namedtuple('P', 'a b')(*xs)", "candidate([1, 2]) == (1, 2)", (1, 2), "namedtuple"),
        (
            "import numpy\nreturn numpy.float64(xs[0]) / 3",
            "abs(candidate([1]) - 0.3333) < 1e-3",
            1 / 3,
            "numpy.float64",
        ),
    ],
)
def test_a_library_type_is_recorded_as_the_plain_value_it_holds_and_marked(
    trusted: ForkingPool, body: str, check: str, expected: object, marked: str
) -> None:
    toy = problem(f"import collections\n{body}", f"import collections\nassert {check}")
    (case,) = recover(toy, trusted, Limits()).cases
    assert (case.expected, case.marked) == (Value.of(expected), marked)


def test_names_of_fields_are_not_to_be_had_again(trusted: ForkingPool) -> None:
    toy = problem("import collections\nreturn collections.namedtuple('P', 'a')(1)", "assert candidate([]).a == 1")
    found = recover(toy, trusted, Limits())
    assert found.complaint.startswith("its base tests reject the reference's recorded answers: AttributeError")


SEARCH = (
    "import random\nsecret, low, high = random.SystemRandom().randrange(1 << 60), 0, 1 << 60\nwhile high - low > 1:\n"
    "    middle = candidate([low, high])\n    low, high = (low, middle) if secret < middle else (middle, high)\n"
    "assert low == secret"
)


@pytest.mark.parametrize(
    ("body", "checks", "note"),
    [
        ("return xs, more['k']", "assert candidate([1], k=2) == ([1], 2)", NAMES_ONLY),
        ("return len(xs)", "import os\nassert candidate(list(os.urandom(9))) == 9", OTHER_CALLS),
        ("return sum(xs) // 2", SEARCH, OTHER_CALLS),
        ("import time\nreturn time.time_ns()", "import time\nassert time.time_ns() <= candidate([])", NOT_RECORDED),
    ],
)
def test_test_code_that_no_calls_can_stand_for_is_the_judge(
    trusted: ForkingPool, body: str, checks: str, note: str
) -> None:
    found = recover(problem(body, checks, signature="xs, **more"), trusted, QUICK)
    assert (found.by_test_code, found.note, found.complaint, found.cases) == (True, note, "", ())


@pytest.mark.parametrize(
    ("body", "checks", "complaint"),
    [
        (
            "import collections\nreturn collections.namedtuple('P', 'a')(1)",
            "assert candidate([], k=1).a == 1",
            f"{NAMES_ONLY}, and turn down the reference in a process of its own: AttributeError: ",
        ),
        (
            "SEEN.append(xs)\nreturn 1",
            "candidate([1], k=2)\nassert SEEN == [[1]]",
            f"{NAMES_ONLY}, and turn down the reference in a process of its own: AssertionError",
        ),
    ],
)
def test_test_code_that_cannot_judge_elsewhere_is_told(
    trusted: ForkingPool, body: str, checks: str, complaint: str
) -> None:
    toy = problem(body, checks, signature="xs, **more")
    found = recover(replace(toy, prompt=f"SEEN = []\n{toy.prompt}"), trusted, QUICK)
    assert found.complaint.startswith(complaint)
    assert not found.by_test_code
