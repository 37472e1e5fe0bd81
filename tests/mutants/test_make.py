"""Mutants of whole programs: what is changed, what is not, and how few are chosen out of many."""

from __future__ import annotations

import ast
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.formats import benchmarks, humaneval
from augment.model.types import read_types
from augment.mutants.make import Mutant, fingerprint, mutants_of

LAW = settings(deadline=None, derandomize=True, max_examples=30)
PROGRAM = '''
import math
from typing import List

LIMIT = 3


def unused(xs):
    return xs[0] + 12345


def halved(n: int, by: int = 2) -> int:
    """Half of 7 or 8."""
    return n // by


def solve(xs: List[int], start: int) -> int:
    """Add 77 to all."""
    total = start
    for x in xs:
        if x < 0:
            continue
        if x == LIMIT:
            raise ValueError("no 99")
        total += halved(x)
    return total


if __name__ == "__main__":
    print(solve([55], 66))
'''
PROBLEMS = benchmarks.read(humaneval.installed_path(), name="humaneval").problems
REFERENCES = [problem.reference for problem in PROBLEMS]
ENTRIES = [problem.entry_point for problem in PROBLEMS]


def mutants(
    source: str = PROGRAM, entry_point: str = "solve", *, limit: int = 10_000, seed: int = 0, pairs: int = 0
) -> tuple[Mutant, ...]:
    return mutants_of(source, entry_point, limit=limit, rng=random.Random(seed), pairs=pairs)


def described(source: str, entry_point: str = "solve") -> list[str]:
    return [one.description for one in mutants(source, entry_point)]


def test_a_mutant_is_described() -> None:
    found = described("def solve(a, b):\n    if a < b:\n        return a\n    return b\n")
    assert "line 2: `a < b` became `a <= b`" in found
    assert "line 2: `if a < b: return a` was dropped" in found
    looped = described("def solve(xs):\n    n = 0\n    for x in xs:\n        n += x\n    return n\n")
    assert "line 3: `return n` came in" in looped


def test_snippets_stand_in_the_programs() -> None:
    for one in mutants("def solve(a, b):\n    return a - b\n"):
        assert one.before in "def solve(a, b):\n    return a - b"
        assert one.after in one.source


@given(st.integers(0, len(REFERENCES) - 1), st.integers(0, 3), st.integers(0, 1))
@LAW
def test_each_mutant_compiles_to_a_program_of_its_own(task: int, seed: int, pairs: int) -> None:
    found = mutants(REFERENCES[task], ENTRIES[task], limit=60, seed=seed, pairs=10 * pairs)
    prints = [fingerprint(REFERENCES[task]), *(fingerprint(one.source) for one in found)]
    assert len(set(prints)) == len(prints)


@given(st.integers(0, len(REFERENCES) - 1), st.integers(0, 3))
@LAW
def test_the_same_seed_gives_the_same_mutants(task: int, seed: int) -> None:
    once, again = (mutants(REFERENCES[task], ENTRIES[task], limit=20, seed=seed) for _ in range(2))
    assert once == again


def test_another_seed_gives_others() -> None:
    assert mutants(limit=10, seed=0) != mutants(limit=10, seed=1)


def test_only_what_the_entry_point_reaches_is_changed() -> None:
    whole = ast.parse(PROGRAM)
    reached = Counter[str]()
    for one in mutants():
        tree = ast.parse(one.source)
        if one.operator.startswith(("corner", "blind")):
            continue
        changed = [
            number
            for number, (before, after) in enumerate(zip(whole.body, tree.body, strict=True))
            if ast.dump(before) != ast.dump(after)
        ]
        assert len(changed) == 1
        reached[ast.unparse(whole.body[changed[0]]).split("(")[0]] += 1
    assert set(reached) == {"LIMIT = 3", "def halved", "def solve"}


def test_docstrings_annotations_and_messages_stay() -> None:
    for one in mutants():
        for text in ("Half of 7 or 8", "Add 77 to all", "xs: List[int]", "n: int", "12345", "66"):
            assert text in one.source
        assert one.source.count("ValueError") == one.source.count("ValueError('no 99')")


def test_the_last_definition_counts() -> None:
    source = "def solve(x):\n    pass\n\ndef solve(x):\n    return x + 1\n"
    found = mutants(source)
    assert found
    assert all("pass" in one.source for one in found)
    assert {one.line for one in found} <= {4, 5}


@pytest.mark.parametrize(
    ("source", "same"),
    [
        ("def solve(n):\n    for i in range(0, n):\n        f(i)\n", "for i in range(n)"),
        ("def solve(xs):\n    return xs[0:]\n", "return xs[:]"),
        ("def solve(a, b):\n    return f(a == b if a else b)\n", "not a != b"),
        ("def solve(x):\n    return -x\n    x += 1\n", "return -x\n    x -= 1"),
    ],
)
def test_the_same_in_other_words_is_no_mutant(source: str, same: str) -> None:
    found = mutants(source)
    assert found
    assert not any(same in one.source for one in found)


@given(st.integers(0, len(REFERENCES) - 1), st.integers(0, 40))
@LAW
def test_no_more_than_the_limit(task: int, limit: int) -> None:
    assert len(mutants(REFERENCES[task], ENTRIES[task], limit=limit, pairs=5 if limit > 5 else 0)) <= limit


def test_few_are_spread_over_operators() -> None:
    every = {one.operator for one in mutants()}
    few = Counter(one.operator for one in mutants(limit=len(every)))
    assert len(few) >= len(every) - 3, few
    assert max(few.values()) <= 2


def test_few_of_one_operator_are_spread_over_lines() -> None:
    body = "".join(f"    if a < {n}: a = f(a)\n" for n in range(2, 8))
    source = f"def f(a):\n    return a\n\ndef solve(a):\n{body}    return a\n"
    found = [one for one in mutants(source) if one.operator == "comparison"]
    assert len({one.line for one in found[:6]}) == 6
    assert len(found) == 12


def test_two_faults() -> None:
    found = [one for one in mutants(limit=60, pairs=20) if "+" in one.operator]
    assert len(found) == 20
    alone = {one.source for one in mutants()}
    assert not alone & {one.source for one in found}
    assert all(one.description.count("line ") == 2 for one in found)


def test_no_pairs_unless_asked_for() -> None:
    assert not any("+" in one.operator for one in mutants())


def test_types_that_were_seen_come_before_annotations() -> None:
    source = "def solve(x):\n    return x\n"
    plain = {one.operator for one in mutants(source)}
    assert not any(operator.startswith("corner") for operator in plain)
    types = [read_types("list[int]")]
    typed = mutants_of(source, "solve", limit=999, rng=random.Random(0), types=types, answers=read_types("list[int]"))
    assert {"corner-empty", "corner-negative", "blind-sign"} <= {one.operator for one in typed}


def test_a_program_that_does_not_parse() -> None:
    with pytest.raises(SyntaxError):
        mutants("def solve(:\n")


def test_an_entry_point_that_is_not_there() -> None:
    assert mutants("def other(x):\n    return x\n") == ()
