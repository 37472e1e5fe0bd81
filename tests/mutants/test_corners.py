"""Programs that are right save in one special class of arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

from augment.model.types import read_types
from augment.mutants.corners import CORNERS, Lapse, Shell, lapses

FACTORIAL = "def solve(n: int) -> int:\n    return 1 if n < 2 else n * solve(n - 1)\n"
SORTED = "def solve(xs: list[int]) -> list[int]:\n    return sorted(xs)\n"


def function_of(source: str) -> ast.FunctionDef:
    node = ast.parse(source).body[-1]
    assert isinstance(node, ast.FunctionDef)
    return node


def lapses_of(source: str) -> dict[str, Lapse]:
    return {lapse.does: lapse for lapse in lapses(function_of(source))}


def run(source: str, does: str) -> Callable[..., Any]:
    """The entry point with one lapse in it."""
    function = function_of(source)
    space: dict[str, Any] = {}
    exec(Shell(ast.parse(source), function).with_lapse(lapses_of(source)[does]), space)
    found = space[function.name]
    assert callable(found)
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("source", "does", "argument", "right", "special", "wrong"),
    [
        (FACTORIAL, "returns 0 where n == 0", 4, 24, 0, 0),
        (FACTORIAL, "returns its answer + 1 where n % 2 == 1", 4, 24, 3, 7),
        (FACTORIAL, "returns -its answer where n in (2, 3)", 5, 120, 3, -6),
        (FACTORIAL, "takes max(n, 1) for n", 3, 6, -5, 1),
        (SORTED, "returns [] where len(xs) == 1", [2, 1], [1, 2], [5], []),
        (SORTED, "returns its answer[::-1] where any(item < 0 for item in xs)", [2, 1], [1, 2], [1, -1], [1, -1]),
        (SORTED, "takes list(dict.fromkeys(xs)) for xs", [2, 1], [1, 2], [1, 1], [1]),
    ],
)  # fmt: skip
def test_a_lapse_shows_where_it_should_and_nowhere_else(
    source: str, does: str, argument: object, right: object, special: object, wrong: object
) -> None:
    solve = run(source, does)
    assert solve(argument) == right, "also where the function calls itself with special arguments"
    assert solve(special) == wrong


def test_the_name_of_an_item_is_no_argument() -> None:
    solve = run("def solve(item: list[int]) -> int:\n    return 7\n", "returns 0 where any(item < 0 for item in item)"
                .replace("any(item < 0 for item in", "any(item_of_item < 0 for item_of_item in"))  # fmt: skip
    assert (solve([1]), solve([-1])) == (7, 0)


def test_two_classes_at_once() -> None:
    source = "def solve(xs: list[int]) -> int:\n    return 7\n"
    special = "where (len(xs) == 2) and (any(item < 0 for item in xs))"
    (does,) = (does for does in lapses_of(source) if does.endswith(special))
    solve = run(source, does)
    assert (solve([2, 1]), solve([3, -1, 2])) == (7, 7)
    assert solve([2, -1]) != 7


def test_a_class_of_answers() -> None:
    solve = run(FACTORIAL, "returns its answer + 1 where its answer > 100")
    assert (solve(4), solve(5)) == (24, 121)


def test_an_answer_from_elsewhere_in_the_program() -> None:
    source = "def solve(n: int) -> str:\n    return 'odd' if n % 2 else even(n)\n    return 'never'\n"
    assert run(source, "returns 'never' where n < 0")(-1) == "never"


def test_names_of_the_program_are_kept_free() -> None:
    source = "answer = 3\nsolve_whole = 4\n\ndef solve(n: int) -> int:\n    return answer + solve_whole + n\n"
    solve = run(source, "returns its answer + 1 where n > 100")
    assert (solve(1), solve(101)) == (8, 109)


def test_an_answer_of_several_types_is_altered_by_its_type() -> None:
    source = "def solve(n: int) -> int | str:\n    return n if n < 200 else 'ab'\n"
    solve = run(source, "returns its answer[::-1] where n > 100")
    assert (solve(150), solve(200)) == (150, "ba")


def test_relations_of_two_arguments() -> None:
    solve = run("def solve(a: int, b: int) -> int:\n    return a - b\n", "returns its answer + 1 where a > b")
    assert (solve(1, 2), solve(2, 1)) == (-1, 2)


@pytest.mark.parametrize(
    "source",
    [
        "def solve(x):\n    return x\n",
        "def solve(*xs: int) -> int:\n    return 1\n",
        "def solve() -> int: pass\n",
    ],
)
def test_no_lapses_where_arguments_are_not_known(source: str) -> None:
    assert lapses(function_of(source)) == []


def test_every_class_is_told_and_used() -> None:
    kinds = ["int", "float", "str", "list[int]", "list[str]", "list[float]"]
    found = set()
    for kind in kinds:
        types = [read_types(kind), read_types(kind)]
        found |= {lapse.operator for lapse in lapses(function_of("def f(a, b): pass"), types, read_types("int"))}
    assert found == set(CORNERS)
