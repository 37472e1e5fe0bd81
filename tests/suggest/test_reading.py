"""Inputs in answers, whatever else stands there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.suggest.reading import MOST, inputs_in

ONE, TWO = frozenset({1}), frozenset({2})


@pytest.mark.parametrize(
    ("text", "counts", "inputs", "unreadable"),
    [
        ("[(1, 2), (3, 4)]", TWO, [(1, 2), (3, 4)], 0),
        ("```python\n[([1],), (['a)'],)]\n```", ONE, [([1],), (["a)"],)], 0),
        ("Here you go:\n[[1, 2], [3, 4]]\nThese cover corners.", TWO, [(1, 2), (3, 4)], 0),
        ("[[true, null], [false, 1.5]]", TWO, [(True, None), (False, 1.5)], 0),
        ("[(1, 2), (3,), 'x', (4, 5)]", TWO, [(1, 2), (4, 5)], 1),
        ("[(1, 2), ([0] * 5, 2), (len('ab'), 1), (7, 8)]", TWO, [(1, 2), (7, 8)], 2),
        ("[(1, 2), (3, 4), (5,", TWO, [(1, 2), (3, 4)], 1),
        ("[(1, 2), (1, 2)]", TWO, [(1, 2)], 0),
        ("(1, 2)\n(3, 4)", TWO, [(1, 2), (3, 4)], 0),
        ("I cannot help with that.", TWO, [], 0),
        ("[(__import__('os').system('false'), 1)]", TWO, [], 1),
        ("[(1, ']'), (2, '\\'')]", TWO, [(1, "]"), (2, "'")], 0),
        ("", TWO, [], 0),
    ],
)
def test_what_is_read(text: str, counts: frozenset[int], inputs: list[tuple[object, ...]], unreadable: int) -> None:
    found = inputs_in(text, counts)
    assert [value.unpack() for value in found.inputs] == inputs
    assert found.unreadable == unreadable


@settings(derandomize=True, deadline=None, database=None)
@given(st.text(alphabet="[](){}'\",\\0a \n", max_size=60))
def test_no_text_stops_the_reader(text: str) -> None:
    inputs_in(text, TWO)


@settings(derandomize=True, deadline=None, database=None)
@given(st.lists(st.tuples(st.text(max_size=5), st.lists(st.integers(), max_size=3)), max_size=5, unique_by=repr))
def test_what_python_writes_is_read_back(inputs: list[tuple[str, list[int]]]) -> None:
    assert [value.unpack() for value in inputs_in(f"So: {inputs!r}.", TWO).inputs] == inputs


def test_a_flood_is_cut() -> None:
    assert len(inputs_in(repr([(n, n) for n in range(10 * MOST)]), TWO).inputs) == MOST
