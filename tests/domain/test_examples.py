"""What a prompt says its examples give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.examples import Example, promised_answers
from augment.model.literals import write_literal
from augment.model.problem import Problem
from augment.model.value import Value

LAW = settings(deadline=None, derandomize=True)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


def prompted(text: str) -> Problem:
    prompt = f"def solve(x):\n    '''\n    {text}\n    '''\n"
    return Problem(task_id="Toy/0", prompt=prompt, entry_point="solve", canonical_solution="    return x\n", test="")


def promised(text: str) -> list[tuple[object, object]]:
    return [(example.args.unpack(), example.answer.unpack()) for example in promised_answers(prompted(text))]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (">>> solve(3)\n    4", 4),
        (">>> solve(3)\n    4\n    >>> 5", 4),
        (">>> solve(3)  # three\n    4\n\n    More.", 4),
        (">>> solve(3)\n    [1,\n     2]\n", [1, 2]),
        (">>> solve(3)\n    4\n    Then it says more.", 4),
        (">>> solve(3) == 4", 4),
        (">>> solve(3)\n    'a b'", "a b"),
        ("solve(3) == 4", 4),
        ("solve(3) = 4", 4),
        ("solve(3) === 4", 4),
        ("solve(3) ➞ 4", 4),
        ("solve(3) → 4", 4),
        ("solve(3) -> 4", 4),
        ("solve(3) --> 4", 4),
        ("solve(3) => 4", 4),
        ("solve(3) ==> 4", 4),
        ("solve(3) returns 4", 4),
        ("solve(3) should return 4.", 4),
        ("solve(3) should\n    return -4 and so on.", -4),
        ("solve(3) would be 4", 4),
        ("solve(3) is True", True),
        ("solve(3) => true", True),
        ("solve(3) # returns 4", 4),
        ("solve(3)      # => 'Yes'", "Yes"),
        ("solve(3) -> returns 4", 4),
        ("solve(3)\n    ➞ 4", 4),
        ("`solve(3)` returns `4`", 4),
        ("* solve(3) == 4", 4),
        ("- solve(3) == 4", 4),
        ("1. solve(3) == 4", 4),
        ("assert solve(3) == 4", 4),
        ("solve(3) == 4 # because of one", 4),
        ("solve(3) == 4, because of one", 4),
        ("solve(3) == 4 because of one", 4),
        ("solve(3) == 4 - one more", 4),
        ("solve(3) == 4 (one more)", 4),
        ("solve(3) -> 3 + 1 = 4", 4),
        ("solve(3) = 1.5", 1.5),
        ("solve(3) = -2e-3", -2e-3),
        ("solve(3) == (1, 'a')", (1, "a")),
        ("solve(3) == {'a': [1]}", {"a": [1]}),
        ("solve(3) == [] ", []),
        (r'solve(3) == "a\"b"', 'a"b'),
        ("solve(3) == None", None),
    ],
)
def test_an_answer_is_read_in_any_notation(text: str, answer: object) -> None:
    ((args, found),) = promised(text)
    assert args == (3,)
    assert Value.of(found) == Value.of(answer)


@pytest.mark.parametrize(
    "text",
    [
        "solve(3)",
        "solve(3) != 4",
        "solve(3) <= 4",
        "solve(3) >= 4",
        "solve(3) == x",
        "solve(x) == 4",
        "solve(3) == solve(4)",
        "solve(3) is a prime",
        "solve(3) gives what it should",
        "solve(3) == 4 or 5",
        "solve(3) == 4, 5",
        "solve(3) == 4 and 5",
        "solve(3) == 4, or -5",
        "solve(3) == 4 * 3",
        "solve(3) == 10^9",
        "solve(3) == 1,000",
        "solve(3) == 4 if it is odd",
        "solve(3) returns 4, if it is odd",
        "solve(3) returns 4 words",
        "solve(3) == 4th",
        "solve(3) == 4...",
        "solve(3) == 1.2.3",
        "solve(3) == [1, 2][0]",
        "solve(3) == 'a'b",
        'solve(3) == ""a"',
        "solve(3) == [1, 2",
        "2 * solve(3) == 4",
        "1 + solve(3) == 4",
        "x = solve(3)",
        "not solve(3) == 4",
        "round(solve(3), 2) == 4",
        "print(solve(3)) == 4",
        "solve(solve(3)) == 4",
        "resolve(3) == 4",
        ">>> solve(3)\n\n    4",
        ">>> solve(3)\n    >>> 4",
        ">>> x = solve(3)\n    4",
        ">>> solve(3)\n    Traceback (most recent call last):",
    ],
)
def test_what_may_mean_something_else_is_passed_over(text: str) -> None:
    assert promised(text) == []


def test_examples_come_in_order_and_without_repeats_but_with_contradictions() -> None:
    text = "solve(2) == 4, solve(1) == 1. solve(2) == 4; solve(2) == 5"
    assert promised(text) == [((2,), 4), ((1,), 1), ((2,), 5)]


def test_a_prompt_that_does_not_parse_is_read_as_it_is_written() -> None:
    problem = Problem(
        task_id="Toy/0", prompt="def solve(x) # solve(1) == 2", entry_point="solve", canonical_solution="", test=""
    )
    assert promised_answers(problem) == [Example(Value.of((1,)), Value.of(2))]


@LAW
@given(st.lists(PLAIN, min_size=1, max_size=3).map(tuple), PLAIN, st.sampled_from(["==", "->", "=>", "➞", "="]))
def test_what_was_written_as_an_example_is_read_back(args: tuple[object, ...], answer: object, sign: str) -> None:
    call = ", ".join(map(write_literal, args))
    prompt = f"def solve(x):\n    # solve({call}) {sign} {write_literal(answer)}\n"
    problem = Problem(task_id="Toy/0", prompt=prompt, entry_point="solve", canonical_solution="    return\n", test="")
    assert promised_answers(problem) == [Example(Value.of(args), Value.of(answer))]
