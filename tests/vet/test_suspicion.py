"""References that their own prompt contradicts, or that answer whole numbers in floats."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from conftest import problem

from augment.model.suite import Case, Kind, Oracle, TestedProblem
from augment.model.value import Value
from augment.sandbox.forking import ForkingExecutor
from augment.vet.suspicion import suspicions


def doubts(
    executor: ForkingExecutor,
    body: str,
    docstring: str = "",
    *,
    oracle: Oracle | None = None,
    signature: str = "x",
    cases: Sequence[tuple[object, object]] = (),
) -> tuple[str, ...]:
    toy = problem(body, "pass", signature=signature, docstring=docstring)
    made = tuple(
        Case(id=f"base-{n}", kind=Kind.BASE, args=Value.of((x,)), expected=Value.of(answer), origin="base")
        for n, (x, answer) in enumerate(cases)
    )
    return suspicions(TestedProblem(problem=toy, oracle=oracle or Oracle(), cases=made), executor)


@pytest.mark.parametrize(
    ("body", "docstring", "reason"),
    [
        ("return x + 1", "solve(3) == 5", "its prompt says solve(3) gives 5, its reference gives 4"),
        ("return [x]", ">>> solve(3)\n    [3, 3]", "its prompt says solve(3) gives [3, 3], its reference gives [3]"),
        ("return x", "solve('a') returns 'A'", "its prompt says solve('a') gives 'A', its reference gives 'a'"),
        ("return x / 3", "solve(10) == 3.5", "gives 3.5, its reference gives 3.333"),
        ("return x", "solve(3) == None", "its prompt says solve(3) gives None, its reference gives 3"),
        ("raise ValueError('no')", "solve(3) == 5", "gives 5, its reference raises ValueError: no"),
        ("import os\nos._exit(3)", "solve(3) == 5", "gives 5, its reference does not answer: "),
        ("return [2, 1]", "solve(3) == [1, 2]", "gives [1, 2], its reference gives [2, 1]"),
        ("return x > 3", "solve(3) => true", "gives True, its reference gives False"),
        ("return x", "solve(3) == [1]", "gives [1], its reference gives 3"),
    ],
)
def test_an_example_that_the_reference_contradicts_is_told(
    executor: ForkingExecutor, body: str, docstring: str, reason: str
) -> None:
    (found,) = doubts(executor, body, docstring)
    assert reason in found


@pytest.mark.parametrize(
    ("body", "docstring", "oracle"),
    [
        ("return x + 1", "solve(3) == 4", Oracle()),
        ("return x / 3", "solve(10) == 3.33", Oracle()),  # rounded
        ("return x / 3", "solve(20) == 6.66", Oracle()),  # cut off
        ("return [x / 3]", "solve(10) == (3.3,)", Oracle()),
        ("return x / 3", "solve(9) == 3", Oracle()),
        ("return x / 3 + 1e-12", "solve(9) == 3", Oracle(absolute=1e-9)),
        ("return (x, (x, [x]))", "solve(3) == [3, [3, (3,)]]", Oracle()),
        ("return [2, 1]", "solve(3) == [1, 2]", Oracle(unordered=True)),
        ("return [2, 1]", "solve(3) == True", Oracle(truth_only=True)),
        ("import collections\nreturn collections.Counter(x)", "solve('aab') == {'b': 1, 'a': 2}", Oracle()),
        ("return (v for v in x)", "solve([1]) == [1]", Oracle()),
        # A sequence, whose terms and whose beginning are written the same way: only the beginning is a call.
        ("return list(range(x))", "solve(1) = 0, solve(2) = 1, solve(3) = [0, 1, 2]", Oracle()),
        ("return x", "nothing at all", Oracle()),
    ],
)
def test_sloppy_prose_is_no_contradiction(executor: ForkingExecutor, body: str, docstring: str, oracle: Oracle) -> None:
    assert doubts(executor, body, docstring, oracle=oracle) == ()


def test_where_notation_is_mixed_an_example_of_the_answers_kind_still_counts(executor: ForkingExecutor) -> None:
    (found,) = doubts(executor, "return list(range(x))", "solve(2) = 1, solve(3) = [0, 1, 3]")
    assert "solve(3) gives [0, 1, 3], its reference gives [0, 1, 2]" in found


def test_each_contradiction_is_told_and_long_values_are_cut(executor: ForkingExecutor) -> None:
    first, second = doubts(executor, "return x", f"solve(1) == 2, solve(3) == 3, solve(4) == {'7' * 300}")
    assert "solve(1)" in first
    assert len(second) < 200


WHOLE = [(n, n * (n + 1) / 2) for n in range(6)]


@pytest.mark.parametrize(
    ("signature", "cases", "reason"),
    [
        ("x) -> (int", [(1, 1), (2, 2.0)], "gives floats, but its signature promises whole numbers (2.0 in"),
        ("x) -> (list[int]", [(1, [1, 0.5])], "(0.5 in the answer to base-0)"),
        ("x) -> (int | None", [(1, 1.0)], "its signature promises whole numbers"),
        ("x", WHOLE, "gives floats, but no answer has a fraction (15.0 in the answer to base-5)"),
        ("x", [*WHOLE, (0, 0)], "gives floats, but some of its answers are ints (15.0 in the answer to base-5)"),
        ("x", [(n, [n, n / 1]) for n in range(6)], "some of its answers are ints"),
        ("x", [*WHOLE, (10**9, 2.0**60)], "(1.152921504606847e+18 in the answer to base-6, which is too large to be"),
        ("x) -> (int", [(1, -(2.0**53))], "too large to be exact"),
    ],
)
def test_floats_for_whole_numbers_are_told(
    executor: ForkingExecutor, signature: str, cases: list[tuple[object, object]], reason: str
) -> None:
    (found,) = doubts(executor, "return x", signature=signature, cases=cases)
    assert reason in found


@pytest.mark.parametrize(
    ("signature", "cases"),
    [
        ("x) -> (int", [(1, 1), (2, 10**30)]),
        ("x) -> (float", WHOLE),
        ("x) -> (int | float", [(1, 1), (2, 2.0)]),
        ("x) -> (bool", [(1, True)]),
        ("x", [*WHOLE, (2, 0.5)]),  # a fraction: a task of floats
        ("x", [(float(n), answer) for n, answer in WHOLE]),  # floats go in
        ("x", [([n, 0.5], answer) for n, answer in WHOLE]),
        ("x", WHOLE[:3]),  # chance
        ("x", [(n, 1.0) for n in range(9)]),
        ("x", [(n, float("inf")) for n in range(9)]),
        ("x", [(n, n) for n in range(9)]),
    ],
)
def test_a_task_of_floats_may_answer_in_floats(
    executor: ForkingExecutor, signature: str, cases: list[tuple[object, object]]
) -> None:
    assert doubts(executor, "return x", signature=signature, cases=cases) == ()
