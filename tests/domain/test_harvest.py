"""Values that a problem speaks of: its inputs, its constants, the examples in its prompt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.harvest import harvest, prompt_examples
from augment.model.literals import write_literal
from augment.model.problem import Problem
from augment.model.value import Value

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


def toy(*, prompt: str = "def solve(x):\n", solution: str = "    return x\n") -> Problem:
    return Problem(task_id="Toy/0", prompt=prompt, entry_point="solve", canonical_solution=solution, test="")


def prompted(text: str) -> Problem:
    return toy(prompt=f"def solve(x):\n    '''\n    {text}\n    '''\n")


def test_values_of_inputs_are_found_at_every_depth() -> None:
    pool = harvest(toy(), [([1, (2.5, {"k": {b"z"}})], None), (frozenset({True}),)])
    assert pool.atoms == {
        "NoneType": [None],
        "bool": [True],
        "bytes": [b"z"],
        "float": [2.5],
        "int": [1],
        "str": ["k"],
    }


def test_constants_of_the_reference_are_found_without_docstrings() -> None:
    solution = '''    """Inner text, 11."""
    class Helper:
        """Class text, 12."""
        limit = 7
    if x == "yes" or x > 2.5:
        return -42
    return f"{x}!"
'''
    pool = harvest(toy(prompt='"""Module text."""\ndef solve(x):\n', solution=solution), [])
    assert pool.of("str") == ["!", "yes"]
    assert pool.of("float") == [2.5]
    assert {7, -42} <= set(pool.of("int"))
    assert not {11, 12} & set(pool.of("int"))


def test_the_docstring_of_an_async_function_is_no_constant() -> None:
    pool = harvest(toy(solution='    async def wait():\n        """Text."""\n    return x\n'), [])
    assert pool.of("str") == []


def test_a_negative_constant_is_not_its_absolute_value() -> None:
    assert harvest(toy(solution="    return -42\n"), []).of("int") == [-42]


def test_equal_values_of_different_types_stay_apart() -> None:
    pool = harvest(toy(), [(1, True, 1.0), (0.0, -0.0)])
    assert pool.of("int") == [1]
    assert pool.of("bool") == [True]
    assert [repr(value) for value in pool.of("float")] == ["-0.0", "0.0", "1.0"]


def test_characters_and_words_come_from_inputs_only() -> None:
    pool = harvest(toy(solution="    return 'qqq'\n"), [("the cat\tsat",), (["a the"],)])
    assert pool.characters == "\t acehst"
    assert pool.words == ["a", "cat", "sat", "the"]


def test_long_strings_are_no_vocabulary() -> None:
    pool = harvest(toy(), [("a" * 200, "b" * 201, b"c" * 201)])
    assert pool.of("str") == ["a" * 200]
    assert pool.of("bytes") == []


def test_a_reference_that_does_not_parse_leaves_the_inputs() -> None:
    assert harvest(toy(solution="    return (\n"), [(5,)]).atoms == {"int": [5]}


def test_a_type_that_was_not_seen_has_no_values() -> None:
    assert harvest(toy(), []).of("complex") == []


@LAW
@given(st.lists(st.tuples(PLAIN), max_size=4))
def test_a_pool_is_sorted_without_repeats_and_does_not_hang_on_the_order_of_inputs(
    inputs: list[tuple[object, ...]],
) -> None:
    pool = harvest(toy(), inputs)
    assert repr(pool) == repr(harvest(toy(), inputs[::-1]))
    for kind, values in pool.atoms.items():
        literals = [write_literal(value) for value in values]
        assert literals == sorted(set(literals))
        assert {type(value).__name__ for value in values} == {kind}


@pytest.mark.parametrize(
    ("text", "args"),
    [
        (">>> solve([1, 2])", ([1, 2],)),
        ("solve([1, 2]) == 3", ([1, 2],)),
        ("For example, solve(5) returns 6.", (5,)),
        ("solve (5) ➞ 6", (5,)),
        ("solve(5) => 6", (5,)),
        ("* solve(-5)", (-5,)),
        ("assert solve(1, 'a', None) is True", (1, "a", None)),
        ('solve("a, b")', ("a, b",)),
        ('solve("(][")', ("(][",)),
        ('solve(")")', (")",)),
        ('solve("it\'s")', ("it's",)),
        (r'solve("a\"b)")', ('a"b)',)),
        ('solve("a,")', ("a,",)),
        ("solve([1, 2],)", ([1, 2],)),
        ("solve((1, 2))", ((1, 2),)),
        ("solve((1,))", ((1,),)),
        ("solve({'a': [1, (2, 3)]})", ({"a": [1, (2, 3)]},)),
        ("solve({1, 2})", ({1, 2},)),
        ("solve([])", ([],)),
        ("solve(1.0, True)", (1.0, True)),
        ("solve([1,\n           2])", ([1, 2],)),
        ("solve(solve(3))", (3,)),
        ("`solve(3)`", (3,)),
        ("print(solve(3))", (3,)),
    ],
)
def test_examples_are_read_in_any_notation(text: str, args: tuple[object, ...]) -> None:
    (found,) = prompt_examples(prompted(text))
    assert Value.of(found) == Value.of(args)


@pytest.mark.parametrize(
    "text",
    [
        "solve(xs)",
        "solve(x=3)",
        "solve(*[1])",
        "solve()",
        "solve(1 + 1)",
        "solve([1, 2, ...])",
        "solve([1, 2",
        "solve([1, 2)",
        "resolve(3)",
        "solve_all(3)",
        "solve 3",
        "solve({[]: 1})",
        "solve(__import__('os'))",
    ],
)
def test_what_is_no_call_with_literals_is_passed_over(text: str) -> None:
    assert prompt_examples(prompted(text)) == []


def test_examples_come_in_order_and_without_repeats() -> None:
    found = prompt_examples(prompted("solve(2) solve(1) solve(2) solve( 1 ) solve(True)"))
    assert [write_literal(args) for args in found] == ["(2,)", "(1,)", "(True,)"]


def test_an_entry_point_is_taken_literally() -> None:
    problem = Problem(task_id="Toy/0", prompt="xolve(1)", entry_point=".olve", canonical_solution="", test="")
    assert prompt_examples(problem) == []


def test_an_escape_in_a_docstring_means_what_python_makes_of_it() -> None:
    # The docstring holds `solve("a\nb")` with a backslash, so doctest calls it with a line break.
    assert prompt_examples(prompted('>>> solve("a\\\\nb")')) == [("a\nb",)]


@LAW
@given(st.lists(PLAIN, min_size=1, max_size=3).map(tuple))
def test_what_was_written_as_a_call_is_read_back(args: tuple[object, ...]) -> None:
    call = ", ".join(map(write_literal, args))
    problem = toy(prompt=f"def solve(x):\n    # solve({call}) -> 1\n")
    assert [Value.of(found) for found in prompt_examples(problem)] == [Value.of(args)]
