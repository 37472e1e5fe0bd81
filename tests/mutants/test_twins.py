"""Twins differ from their program where whole numbers are too large for floats, and where there are ties."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from augment.mutants.twins import exact_twin, other_way_twin


def solve_of(source: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(source, space)
    found: Callable[..., Any] = space["solve"]
    return found


LARGE = 10**17 + 3


@pytest.mark.parametrize(
    ("body", "x", "exact"),
    [
        ("return int(x / 2)", LARGE, LARGE // 2),
        ("return x / 1", LARGE, LARGE),
        ("return int(math.sqrt(x))", (10**17 + 3) ** 2, LARGE),
        ("return int(x ** 0.5)", (10**17 + 3) ** 2, LARGE),
        ("return int(x ** (1 / 2))", (10**17 + 3) ** 2, LARGE),
        ("return math.ceil(x / 2)", LARGE, LARGE // 2 + 1),
        ("return round(x / 3 * 3)", LARGE, LARGE),
    ],
)
def test_the_exact_twin_works_with_whole_numbers(body: str, x: int, exact: int) -> None:
    source = f"from __future__ import annotations\nimport math\n\ndef solve(x):\n    {body}\n"
    twin = solve_of(exact_twin(source, "solve"))
    assert twin(x) == exact
    assert solve_of(source)(x) != exact
    assert twin(36) == solve_of(source)(36)


@given(st.integers(-(10**6), 10**6), st.integers(1, 1000))
def test_on_small_numbers_the_exact_twin_is_the_program(x: int, y: int) -> None:
    source = "import math\ndef solve(x, y):\n    return int(x / y) + math.floor(x / y) + int(math.sqrt(abs(x)) ** 1)\n"
    assert solve_of(exact_twin(source, "solve"))(x, y) == solve_of(source)(x, y)


@pytest.mark.parametrize("x", [0.5, 2.25, math.inf, True])
def test_floats_and_truths_stay_as_they_are(x: float) -> None:
    source = "def solve(x):\n    return x / 2, x ** 0.5\n"
    assert solve_of(exact_twin(source, "solve"))(x) == solve_of(source)(x)


def test_division_by_zero_stays_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        solve_of(exact_twin("def solve(x):\n    return x / 0\n", "solve"))(1)


@pytest.mark.parametrize("body", ["return x // 2", "return x ** 2", "return x * 0.5"])
def test_what_divides_nothing_has_no_exact_twin(body: str) -> None:
    assert exact_twin(f"def other(x):\n    return x / 2\n\ndef solve(x):\n    {body}\n", "solve") == ""


@pytest.mark.parametrize("how", ["max(xs, key=len)", "min(xs, key=len)", "sorted(xs, key=len)"])
def test_the_other_way_takes_the_last_of_equals(how: str) -> None:
    source = f"def solve(xs):\n    return {how}\n"
    twin = solve_of(other_way_twin(source, "solve"))
    assert twin(["a", "b"]) != solve_of(source)(["a", "b"])
    assert twin(["a", "bc", "def"]) == solve_of(source)(["a", "bc", "def"])


@pytest.mark.parametrize("how", ["max(xs)", "max(1, 2, key=abs)", "sorted(xs)", "xs"])
def test_without_a_key_there_is_no_other_way(how: str) -> None:
    assert other_way_twin(f"def solve(xs):\n    return {how}\n", "solve") == ""
