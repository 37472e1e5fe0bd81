"""Properties lifted out of checks: what is derived, what is left alone, and that the code does what the check did."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.model.suite import CHECKER
from augment.oracle.checker import derive

REFERENCE = (
    "import math\ndef value(coeffs, x): return sum(c * x**n for n, c in enumerate(coeffs))\ndef solve(xs): ...\n"
)


def derived(checks: str, *, before: str = "") -> str:
    return derive(f"{before}\ndef check(candidate):\n{textwrap.indent(checks, '    ')}\n", REFERENCE)


def accepted(code: str, args: tuple[object, ...], answer: object) -> bool:
    space: dict[str, Any] = {}
    exec(REFERENCE, space)
    exec(code, space)
    try:
        return space[CHECKER](args, answer) is not False
    except Exception:
        return False


IN_A_LOOP = """
import copy, random
rng = random.Random(1)
for _ in range(9):
    coeffs = []
    for _ in range(4):
        coeffs.append(rng.randint(1, 9))
    root = candidate(copy.deepcopy(coeffs))
    assert math.fabs(value(coeffs, root)) < 1e-4
"""


def test_the_code_binds_what_the_arguments_were_made_from_and_takes_only_what_it_needs() -> None:
    assert derived(IN_A_LOOP) == (
        f"def {CHECKER}(arguments, answer):\n"
        "    (coeffs,) = arguments\n"
        "    root = answer\n"
        "    assert math.fabs(value(coeffs, root)) < 0.0001\n"
    )


@pytest.mark.parametrize(
    ("checks", "args", "right", "wrong"),
    [
        (IN_A_LOOP, ([2, 1],), -2.0, 2.0),
        ("for a, b in ((1, 2), (3, 4)):\n    assert candidate(a, b) % a == b", (5, 3), 8, 9),
        ("for a, b in ((1, 2), (3, 4)):\n    assert candidate([a, b]) == a * b", ([5, 3],), 15, 16),
        (
            "for xs in [[1], [2]]:\n    ys = candidate(list(xs))\n    assert sorted(ys) == sorted(xs)",
            ([1, 2],),
            [2, 1],
            [],
        ),
        ("for xs in [[1]]:\n    ys = candidate(xs[:])\n    if ys != xs: raise ValueError", ([1, 2],), [1, 2], [2, 1]),
        ("def ok(xs):\n    assert candidate(xs) == len(xs)\nok([1])\nok([])", ([1, 2],), 2, 3),
        (
            "def near(a, b): return abs(a - b) < e\ne = 0.1\nfor x in (1, 2): assert near(candidate(x), x)",
            (7,),
            7.05,
            7.2,
        ),
        ("from math import sqrt as root\nfor x in (1, 2): assert root(candidate(x)) == x", (3,), 9, 8),
        (
            "xs = [1]\nn = len(xs)\nassert candidate(xs) == n\nxs = [2]\nn = len(xs)\nassert candidate(xs) == n",
            ([7],),
            1,
            2,
        ),
        ("assert candidate(2.0) ** 2 == 2.0\nassert candidate(3.0) ** 2 == 3.0", (9.0,), -3.0, 9.0),
        ("f = candidate\nfor x in (1, 2): assert f(x) > x", (3,), 4, 3),
        ("for x in (1, 2):\n    assert candidate(x) > x\n    assert candidate(x) < 2 * x + 1", (3,), 6, 7),
    ],
)
def test_the_code_judges_other_arguments_as_the_check_judges_its_own(
    checks: str, args: tuple[object, ...], right: object, wrong: object
) -> None:
    code = derived(checks)
    assert accepted(code, args, right)
    assert not accepted(code, args, wrong)


@pytest.mark.parametrize(
    "checks",
    [
        "pass",
        "assert candidate(2.0) ** 2 == 2.0",  # one call alone: its argument may stand there by chance
        "assert candidate(2) ** 2 == 2\nassert candidate(3) ** 2 == 3",  # so it does here
        "assert candidate([1]) == 5\nassert candidate([2]) == 6",
        "for s in 'ab':\n    t = s + s\n    assert candidate(t) == s",  # s is not made from the argument
        "str = 'a'\nt = str\nassert candidate(t) == str",  # nor is this the builtin
        "for x, y in ((1, 2), (3, 4)): assert candidate(x) == y",
        "for x in (1, 2):\n    if x > 1:\n        assert candidate(x) == x",  # the condition would be lost
        "for x in (1, 2):\n    try:\n        candidate(x)\n    except ValueError:\n        pass",
        "for x in (1, 2):\n    y = candidate(x)\n    if y: continue\n    assert y == 0",
        "for x in (1, 2): assert candidate(x) > x\nfor x in (1, 2): assert candidate(x) < 9 * x",
        "for x in (1, 2): assert candidate(candidate(x)) == x",
        "for x in (1, 2): assert all(candidate(y) for y in (x, 2 * x))",
        "total = 0\nfor x in (1, 2):\n    total += candidate(x)\nassert total == 3",
        "for x in (1, 2): assert holds(candidate, x)",
        "for x in (1, 2): assert candidate(*x) == x",
        "for x in (1, 2): assert candidate(x, x) == x",
    ],
)
def test_what_cannot_be_lifted_out_gives_no_code_or_code_that_fails_on_the_checks_own_answers(checks: str) -> None:
    code = derived(checks)
    assert code == "" or not accepted(code, (1,), 1)


def test_a_segment_ends_where_the_arguments_are_made_anew() -> None:
    checks = "for _ in (1, 2):\n    x = 3\n    y = candidate(x)\n    assert y > x\n    x = 99\n    assert x == 99"
    assert "99" not in derived(checks)


def test_names_of_the_test_code_may_be_used() -> None:
    code = derived("for x in (1, 2): assert near(candidate(x), x)", before="def near(a, b): return abs(a - b) < 0.1")
    assert "near(answer, x)" in code


def test_a_check_that_uses_our_names_gets_others() -> None:
    code = derived("for answer in (1, 2):\n    arguments = candidate(answer)\n    assert arguments == answer + 1")
    assert accepted(code, (5,), 6)
    assert not accepted(code, (5,), 5)


@pytest.mark.parametrize("test", ["", "def check(): pass", "def check(candidate) pass", "check = 5", "\0"])
def test_text_without_a_check_gives_no_code(test: str) -> None:
    assert derive(test, REFERENCE) == ""


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.integers(-5, 5), max_size=4), st.lists(st.integers(-5, 5), max_size=4))
def test_code_and_check_agree_on_any_answer(xs: list[int], answer: list[int]) -> None:
    checks = (
        "for xs in DATA:\n    ys = candidate(list(xs))\n    assert len(ys) == len(xs)\n    assert sum(ys) == sum(xs)"
    )
    code = derived(checks)
    space: dict[str, Any] = {"DATA": [xs]}
    exec(f"def check(candidate):\n{textwrap.indent(checks, '    ')}", space)
    try:
        space["check"](lambda _: answer)
        right = True
    except AssertionError:
        right = False
    assert accepted(code, (xs,), answer) is right
