"""A program that tells which of its parts it runs does what it did, and says what is true."""

from __future__ import annotations

from typing import Any

import pytest

from augment.mutants.marks import MARKS_OF, Part, marked

SIGN = '''"""A module."""
from __future__ import annotations
import math
START = max(0, 0)

def unused(x):
    return x

def helper(x):
    """Half."""
    if x % 2:
        return (x - 1) // 2
    return x // 2

def solve(x):
    for _ in range(x):
        if x > 5:
            break
    else:
        x += 1
    try:
        y = 10 // x
    except ZeroDivisionError:
        return None
    finally:
        x = abs(x)
    while y > 3:
        y -= 1
    return helper(y)
'''


def made(source: str, entry_point: str = "solve") -> tuple[dict[str, Any], tuple[Part, ...]]:
    text, parts = marked(source, entry_point)
    space: dict[str, Any] = {}
    exec(text, space)
    return space, parts


@pytest.mark.parametrize("x", range(-3, 9))
def test_it_answers_as_before(x: int) -> None:
    plain: dict[str, Any] = {}
    exec(SIGN, plain)
    assert made(SIGN)[0]["solve"](x) == plain["solve"](x)


def run_lines(source: str, *args: Any) -> set[str]:
    space, parts = made(source)
    return {str(parts[mark]) for mark in space[MARKS_OF](*args)}


def test_each_part_is_marked_when_it_runs_and_not_before() -> None:
    assert run_lines(SIGN, 7) == {
        "line 16: `for _ in range(x):`",
        "line 17: `if x > 5:`",
        "line 18: `break`",
        "line 21: `try:`",
        "line 22: `y = 10 // x`",
        "line 26: `x = abs(x)`",
        "line 27: `while y > 3:`",
        "line 11: `if x % 2:`",
        "line 12: `return (x - 1) // 2`",
        "line 29: `return helper(y)`",
    }
    assert "line 24: `return None`" in run_lines(SIGN, -0) | run_lines(SIGN, -1) | run_lines(
        SIGN.replace("+= 1", "+= 0"), 0
    )


def test_the_way_past_a_condition_is_a_part() -> None:
    source = "def solve(x):\n    if x > 2:\n        x = 2\n    return x\n"
    assert "line 2: `x > 2` does not hold" in run_lines(source, 1)
    assert "line 2: `x > 2` does not hold" not in run_lines(source, 3)


def test_what_was_run_before_an_error_counts() -> None:
    source = "def solve(x):\n    if x:\n        raise ValueError(x)\n    return x\n"
    assert run_lines(source, 1) == {"line 2: `if x:`", "line 3: `raise ValueError(x)`"}


def test_what_is_not_reached_has_no_parts() -> None:
    assert not any("return x`" in str(part) for part in made(SIGN)[1])


def test_the_methods_of_a_class_have_parts() -> None:
    source = (
        "class Sum:\n    def __init__(self, x):\n        self.x = x\n\n    def more(self):\n        return self.x + 1\n"
    )
    source += "\ndef solve(x):\n    return Sum(x).more() if x else Sum(x).x\n"
    assert run_lines(source, 0) == {"line 3: `self.x = x`", "line 9: `return Sum(x).more() if x else Sum(x).x`"}
    assert "line 6: `return self.x + 1`" in run_lines(source, 1)


def test_each_call_is_told_by_itself() -> None:
    space, parts = made("def solve(x):\n    if x:\n        return 1\n    return 2\n")
    first, second = space[MARKS_OF](1), space[MARKS_OF](0)
    assert first != second
    assert len(parts) == 4


def test_a_program_that_does_not_parse_is_refused() -> None:
    with pytest.raises(SyntaxError):
        marked("def solve(x", "solve")
