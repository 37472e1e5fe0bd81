"""Every mutator by a fixed example and by the laws that all of them keep."""

from __future__ import annotations

import random
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.harvest import Pool, harvest
from augment.domain.types import fits, type_of
from augment.generate.mutators import MUTATORS, UNCHANGED, Place
from augment.model.literals import write_literal
from augment.model.problem import Problem
from augment.model.types import NOTHING, TypeSet, union
from augment.model.value import Value

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

EMPTY = Pool(atoms={}, characters="", words=[])
REGISTERED = [(kind, verb) for kind, verbs in MUTATORS.items() for verb in verbs]
DRAWS = 1500
"""Enough draws to see every result of an example; the rarest comes once in a hundred."""


@dataclass(frozen=True)
class Example:
    """A value and all that one mutator may make of it."""

    before: Any
    after: Sequence[Any]
    peers: Sequence[Any] = ()
    pool: Pool = EMPTY
    types: TypeSet | None = None
    """Types of the value's place; those of the value itself by default."""
    whole: bool = field(default=True)
    """Whether each of `after` must turn up; else they are an outer bound."""


def atoms(**known: list[object]) -> Pool:
    return Pool(atoms=known, characters="", words=[])


def made_of(characters: str = "", *words: str) -> Pool:
    return Pool(atoms={}, characters=characters, words=list(words))


BOOL = TypeSet(atoms=frozenset({"bool"}))
UP, DOWN = 1.0000000000000002, 0.9999999999999999

EXAMPLES: dict[tuple[str, str], Example] = {
    ("bool", "flip"): Example(True, [False]),
    ("int", "step"): Example(10, [7, 8, 9, 11, 12, 13]),
    ("int", "negate"): Example(5, [-5]),
    ("int", "scale"): Example(12, [24, 6, 120, 1, 144]),
    ("int", "landmark"): Example(-6, range(1001), whole=False),
    ("int", "digits"): Example(
        -12, [-n for n in {21, 12, 11, 22, *range(10, 20), *(10 * d + 2 for d in range(10)), *range(120, 130)}]
    ),
    ("int", "harvested"): Example(9, [3, 4], pool=atoms(int=[3, 4], bool=[True], float=[1.0])),
    ("int", "retype"): Example(3, [3.0], types=TypeSet(atoms=frozenset({"int", "float"}))),
    ("float", "retype"): Example(3.7, [3], types=TypeSet(atoms=frozenset({"int", "float"}))),
    ("str", "figure"): Example("a7b", [f"a{n:0{w}}b" for n in range(1001) for w in (0, 1)], whole=False),
    ("str", "brackets"): Example(
        "x()",
        sorted({"x", *("x()"[:a] + "(" + "x()"[a:b] + ")" + "x()"[b:] for a in range(4) for b in range(a, 4))}),
        pool=made_of("()x"),
    ),
    ("float", "negate"): Example(2.5, [-2.5]),
    ("float", "harvested"): Example(9.0, [0.25], pool=atoms(int=[3], float=[0.25])),
    ("float", "nudge"): Example(1.0, [2.0, 0.0, 1.5, 0.5, 1.1, 0.9, 1.01, 0.99, UP, DOWN]),
    ("float", "rescale"): Example(8.0, [80.0, 0.8, 16.0, 4.0]),
    ("float", "whole"): Example(2.4, [2.0, 2.5]),
    ("float", "float_landmark"): Example(
        -3.25, [0.0, 0.5, 1.0, 1.5, 2.5, 0.1, 10.0, 99.99, 100.0, 1000.5], whole=False
    ),
    ("complex", "negate"): Example(1 + 2j, [-1 - 2j]),
    ("complex", "harvested"): Example(1j, [2j], pool=atoms(complex=[2j], float=[1.0])),
    ("complex", "turn"): Example(1 + 2j, [1 - 2j, 2 + 1j, 2 + 2j, 1 + 1j, 1 + 0j, 2j]),
    ("str", "harvested"): Example("q", ["a", "b"], pool=atoms(str=["a", "b"], bytes=[b"c"])),
    ("bytes", "harvested"): Example(b"q", [b"c"], pool=atoms(str=["a", "b"], bytes=[b"c"])),
    ("list", "insert"): Example([True], [[True, True], [True, False], [False, True]]),
    ("tuple", "insert"): Example(
        (True,), [(True, True), (True, False), (False, True)], types=TypeSet(tuple_items=BOOL)
    ),
    ("str", "character"): Example(
        "ab",
        [text for d in string.digits for text in (f"{d}ab", f"{d}b", f"a{d}b", f"a{d}", f"ab{d}")],
        pool=made_of("7"),
    ),
    ("str", "case"): Example("ab", ["AB", "ab", "Ab", "aB"]),
    ("str", "blanks"): Example("a b ", [" a b ", "a b  ", "a  b ", "ab", "a b"], pool=made_of(" ")),
    ("str", "words"): Example(
        "a b", ["b", "a", "a a b", "a b b", "b a", "a b", "c b", "c a b", "a c", "a c b"], pool=made_of("", "c")
    ),
    ("str", "mirror"): Example("ab", ["abba", "aba"]),
    ("set", "less"): Example({1, 2}, [{1}, {2}, set()]),
    ("frozenset", "less"): Example(frozenset({1, 2}), [frozenset({1}), frozenset({2}), frozenset()]),
    ("set", "more"): Example({True}, [{True}, {True, False}]),
    ("frozenset", "more"): Example(frozenset({True}), [frozenset({True}), frozenset({True, False})]),
    ("set", "merge"): Example({1, 2}, [{1, 2, 3}, {2}], peers=[{2, 3}]),
    ("frozenset", "merge"): Example(
        frozenset({1, 2}), [frozenset({1, 2, 3}), frozenset({2})], peers=[frozenset({2, 3})]
    ),
    ("dict", "drop"): Example({1: "a", 2: "b"}, [{1: "a"}, {2: "b"}, {}]),
    ("dict", "add"): Example({True: None}, [{True: None}, {True: None, False: None}]),
    ("dict", "exchange"): Example(
        {1: "a", 2: "b", 3: "c"}, [{1: "b", 2: "a", 3: "c"}, {1: "c", 2: "b", 3: "a"}, {1: "a", 2: "c", 3: "b"}]
    ),
    ("dict", "reorder"): Example({1: "a", 2: "b"}, [{2: "b", 1: "a"}]),
    ("dict", "combine"): Example({1: "a"}, [{1: "a", 2: "b"}, {1: "c"}], peers=[{2: "b"}, {1: "c"}]),
    ("dict", "rename"): Example({True: "x"}, [UNCHANGED, {False: "x"}]),
}

OF_SEQUENCES: dict[str, tuple[str, list[str], list[str]]] = {
    "delete": ("abc", ["bc", "ac", "ab", "c", "a", ""], []),
    "truncate": ("abcd", ["", "a", "ab", "abc", "d", "cd", "bcd"], []),
    "duplicate": ("ab", ["aab", "aba", "abb", "bab", "abab", "aabb"], []),
    "overwrite": ("abc", ["abc", "bbc", "cbc", "aac", "acc", "aba", "abb"], []),
    "swap": ("abc", ["bac", "cba", "acb"], []),
    "reverse": ("abc", ["cba", "abc", "bac", "acb"], []),
    "rotate": ("abc", ["bca", "cab"], []),
    "repeat": ("ab", ["abab", "ababab"], []),
    "splice": ("ab", ["xy", "axy", "abxy", "y", "ay", "aby", "", "a", "ab"], ["xy"]),
    "sort": ("bca", ["abc", "cba"], []),
}
"""Before, after and peers, by letters; the same for texts, bytes, lists and tuples."""
OF_LISTS: dict[str, tuple[str, list[str], list[str]]] = {
    "fill": ("abc", ["aaa", "bbb", "ccc"], []),
    "distinct": ("abab", ["ab"], []),
    "few": ("abc", sorted({"".join(letters) for letters in product("abc", repeat=3)}), []),
}


def of_kind(kind: str, letters: str) -> Any:
    """Letters as a sequence of some kind."""
    match kind:
        case "bytes":
            return letters.encode()
        case "list":
            return list(letters)
        case "tuple":
            return tuple(letters)
    return letters


for kinds, table in ((("str", "bytes", "list", "tuple"), OF_SEQUENCES), (("list", "tuple"), OF_LISTS)):
    for kind in kinds:
        for verb, (before, after, peers) in table.items():
            EXAMPLES[kind, verb] = Example(
                of_kind(kind, before),
                [of_kind(kind, letters) for letters in after],
                peers=[of_kind(kind, letters) for letters in peers],
            )


def mutate(kind: str, verb: str, value: Any, place: Place) -> Any:
    return MUTATORS[kind][verb](value, place)


def test_every_mutator_has_an_example() -> None:
    assert set(EXAMPLES) == set(REGISTERED)


def literal(value: Any) -> str:
    return "unchanged" if value is UNCHANGED else write_literal(value)


@pytest.mark.parametrize(("kind", "verb"), REGISTERED)
def test_a_mutator_makes_what_its_example_says_and_nothing_else(kind: str, verb: str) -> None:
    example = EXAMPLES[kind, verb]
    types = type_of(example.before) if example.types is None else example.types
    rng = random.Random(1)
    made = {
        literal(mutate(kind, verb, example.before, Place(types, example.pool, rng, example.peers)))
        for _ in range(DRAWS)
    }
    allowed = {literal(value) for value in example.after}
    assert made <= allowed
    assert made == allowed or (not example.whole and len(made) >= 5)


FLOATS = st.floats() | st.sampled_from([0.0, -0.0, 0.5, 1.7976931348623157e308])
TEXTS = st.text("aB1 é(", max_size=8)
NUMBERS = st.integers() | st.integers(-30, 30)
HASHABLE = st.none() | NUMBERS | TEXTS | st.tuples(NUMBERS, TEXTS) | st.frozensets(NUMBERS, max_size=2)
PARTS = st.recursive(
    st.none() | st.booleans() | NUMBERS | FLOATS | TEXTS | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=2)
        | st.sets(HASHABLE, max_size=2)
    ),
    max_leaves=5,
)
OF_KIND: dict[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "int": NUMBERS,
    "float": FLOATS,
    "complex": st.complex_numbers(),
    "str": TEXTS,
    "bytes": st.binary(max_size=6),
    "list": st.lists(PARTS, max_size=5),
    "tuple": st.lists(PARTS, max_size=5).map(tuple),
    "set": st.sets(HASHABLE, max_size=4),
    "frozenset": st.frozensets(HASHABLE, max_size=4),
    "dict": st.dictionaries(HASHABLE, PARTS, max_size=4),
}


def types_of(values: Sequence[Any]) -> TypeSet:
    """The types of a place where values of one kind were seen; tuples of several lengths, so that any length fits."""
    if isinstance(values[0], tuple):
        return TypeSet(tuple_items=union(type_of(item) for value in values for item in value))
    return union(map(type_of, values))


def pool_of(values: Sequence[Any]) -> Pool:
    problem = Problem(
        task_id="Toy/0", prompt="def f(x):\n", entry_point="f", canonical_solution="    return (3, 'k')\n", test=""
    )
    return harvest(problem, [(value,) for value in values])


def test_the_laws_are_tried_on_every_kind() -> None:
    assert set(OF_KIND) == set(MUTATORS)


@pytest.mark.parametrize(("kind", "verb"), REGISTERED)
@settings(LAW, max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_mutator_keeps_the_laws(kind: str, verb: str, data: st.DataObject, seed: int) -> None:
    values = data.draw(st.lists(OF_KIND[kind], min_size=1, max_size=3))
    types, pool = types_of(values), pool_of(values)
    before = [Value.of(value) for value in values]

    made, again = (mutate(kind, verb, values[0], Place(types, pool, random.Random(seed), values)) for _ in range(2))

    assert [Value.of(value) for value in values] == before  # nothing is changed in place
    if made is UNCHANGED:
        assert again is UNCHANGED
        return
    assert Value.of(made) == Value.of(again)  # chance comes from the generator alone
    assert type(made).__name__ == kind
    assert fits(made, types)


@pytest.mark.parametrize("verb", ["swap", "rotate", "reverse", "sort"])
@LAW
@given(value=st.lists(NUMBERS, min_size=2, max_size=8), seed=st.integers(0, 999))
def test_a_new_order_keeps_all_items(verb: str, value: list[int], seed: int) -> None:
    made = mutate("list", verb, value, Place(type_of(value), EMPTY, random.Random(seed), ()))
    assert Counter(made) == Counter(value)


@pytest.mark.parametrize("verb", ["delete", "truncate", "distinct", "overwrite", "fill", "duplicate", "repeat"])
@LAW
@given(value=st.lists(NUMBERS, min_size=2, max_size=8), seed=st.integers(0, 999))
def test_these_bring_no_new_item(verb: str, value: list[int], seed: int) -> None:
    made = mutate("list", verb, value, Place(type_of(value), EMPTY, random.Random(seed), ()))
    assert made is UNCHANGED or set(made) <= set(value)


@LAW
@given(value=TEXTS, seed=st.integers(0, 999))
def test_a_mirrored_text_is_a_palindrome(value: str, seed: int) -> None:
    made = mutate("str", "mirror", value, Place(type_of(value), EMPTY, random.Random(seed), ()))
    assert made == made[::-1]
    assert made.startswith(value)


@pytest.mark.parametrize(
    ("kind", "verb", "value"),
    [
        *[
            (k, v, of_kind(k, ""))
            for k in ("str", "bytes", "list", "tuple")
            for v in ("delete", "truncate", "duplicate")
        ],
        *[(k, "repeat", of_kind(k, text)) for k in ("str", "bytes", "list", "tuple") for text in ("", "a" * 51)],
        *[(k, v, of_kind(k, "a")) for k in ("str", "bytes", "list", "tuple") for v in ("overwrite", "swap", "rotate")],
        *[(k, v, of_kind(k, "a")) for k in ("str", "list") for v in ("reverse", "splice")],
        *[(k, "harvested", value) for k, value in (("int", 1), ("float", 1.0), ("str", "a"), ("bytes", b"a"))],
        ("list", "fill", [1]),
        ("list", "sort", [1, "a"]),
        ("list", "sort", [1j, 2j]),
        ("list", "insert", []),
        ("tuple", "insert", (1, "a")),
        ("set", "less", set()),
        ("set", "more", set()),
        ("set", "merge", {1}),
        ("dict", "drop", {}),
        ("dict", "add", {}),
        ("dict", "exchange", {1: 2}),
        ("dict", "combine", {1: 2}),
        ("dict", "rename", {}),
    ],
)
def test_a_mutator_says_so_when_it_has_nothing_to_do(kind: str, verb: str, value: Any) -> None:
    for seed in range(20):
        assert mutate(kind, verb, value, Place(type_of(value), EMPTY, random.Random(seed), ())) is UNCHANGED


@pytest.mark.parametrize(
    ("kind", "verb", "value"),
    [
        ("int", "digits", 10**60),
        ("float", "nudge", float("inf")),
        ("float", "whole", float("inf")),
        ("str", "blanks", "ab"),
        ("str", "words", "ab"),
        ("str", "mirror", "ab" * 30),
        ("list", "distinct", [1, 2]),
        ("dict", "reorder", {}),
    ],
)
def test_a_mutator_that_returns_the_value_says_so(kind: str, verb: str, value: Any) -> None:
    for seed in range(20):
        assert mutate(kind, verb, value, Place(type_of(value), EMPTY, random.Random(seed), ())) is UNCHANGED


def test_the_digits_of_a_huge_number_are_left_alone() -> None:
    value = 16**5000
    made = mutate("int", "digits", value, Place(type_of(value), EMPTY, random.Random(0), ()))
    assert made is UNCHANGED or made == value


def test_a_set_with_a_huge_number_can_lose_an_element() -> None:
    value = {16**5000, 1}
    made = mutate("set", "less", value, Place(type_of(value), EMPTY, random.Random(0), ()))
    assert made < value


def test_a_renamed_key_costs_no_value() -> None:
    value = {True: "x", False: "y"}
    for seed in range(20):
        made = mutate("dict", "rename", value, Place(type_of(value), EMPTY, random.Random(seed), ()))
        assert made is UNCHANGED or sorted(made.values()) == ["x", "y"]


def test_distinct_keeps_equal_items_of_different_types() -> None:
    made = mutate("list", "distinct", [1, True, 1.0, 1], Place(type_of([1, True, 1.0]), EMPTY, random.Random(0), ()))
    assert [type(item) for item in made] == [int, bool, float]


@pytest.mark.parametrize("seed", range(5))
def test_characters_are_those_seen_or_of_their_class(seed: int) -> None:
    def drawn(seen: str) -> set[str]:
        rng = random.Random(seed)
        return {Place(NOTHING, made_of(seen), rng, ()).character() for _ in range(1000)}

    assert drawn("") == set(string.ascii_lowercase)
    assert drawn("b") == set(string.ascii_lowercase)
    assert drawn("B7") == set(string.ascii_uppercase + string.digits)
    assert drawn("(") == {"("}


@LAW
@given(value=PARTS, seed=st.integers(0, 2**32))
def test_a_drawn_value_fits_its_types(value: object, seed: int) -> None:
    types = type_of(value)
    drawn = Place(NOTHING, pool_of([value]), random.Random(seed), ()).draw(types)
    assert fits(drawn, types)


def test_nothing_is_drawn_where_no_type_was_seen() -> None:
    assert Place(NOTHING, EMPTY, random.Random(0), ()).draw(NOTHING) is UNCHANGED
