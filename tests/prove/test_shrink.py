"""What holds for any shrunken input, whatever is looked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from augment.domain.types import type_of
from augment.model.domain import Domain, Statement
from augment.model.types import TypeSet
from augment.model.value import Value
from augment.prove.room import Room
from augment.prove.shrink import Shrunk, shrink
from augment.prove.simpler import one_step, weight

Kind = Callable[..., bool]
KINDS: dict[str, Kind] = {
    "sum": lambda xs, text: sum(xs) > 20,
    "repeats": lambda xs, text: len(set(xs)) < len(xs),
    "odd": lambda xs, text: any(x % 7 == 3 for x in xs),
    "letter": lambda xs, text: "b" in text and len(xs) > 1,
    "alike": lambda xs, text: len(xs) == len(text) > 0,
    "any": lambda xs, text: True,
}
TYPES = (type_of([1]), type_of("a"))


def shrunken(start: tuple[Any, ...], kind: Kind, domain: Domain, *, seed: int = 0, budget: int = 2000) -> Shrunk:
    return shrink(
        Value.of(start),
        lambda value: kind(*value.unpack_args()),
        Room(domain),
        seed=seed,
        budget=budget,
    )


@given(
    st.lists(st.integers(-50, 50), max_size=8),
    st.text("abcXY 01", max_size=8),
    st.sampled_from(sorted(KINDS)),
    st.booleans(),
)
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_laws(xs: list[int], text: str, name: str, ascending: bool) -> None:
    kind = KINDS[name]
    statements = (Statement(rule="ascending", places=("0",)),) if ascending else ()
    start = (sorted(xs) if ascending else xs, text)
    assume(kind(*start))
    domain = Domain(types=(TYPES,), statements=statements)
    found = shrunken(start, kind, domain)
    args = found.args.unpack_args()
    assert kind(*args)
    assert Room(domain).admitted(args) == args
    assert weight(args) <= weight(start)
    assert found.minimal
    for below in one_step(args):
        better = Room(domain).admitted(below)
        assert better is None or weight(better) >= weight(args) or not kind(*better)
    assert shrunken(start, kind, domain) == found


def test_each_input_is_asked_about_once() -> None:
    asked: list[Value] = []

    def wanted(value: Value) -> bool:
        asked.append(value)
        return len(value.unpack_args()[0]) > 2  # type: ignore[arg-type]

    domain = Domain(types=((type_of([1]),),))
    found = shrink(
        Value.of(([9, 8, 7, 6],)),
        wanted,
        Room(domain),
        seed=0,
        budget=2000,
    )
    assert found.args == Value.of(([0, 0, 0],))
    assert len(asked) == len(set(asked))
    assert found.asked == len(asked) + 1  # the input to start from needs no question


@pytest.mark.parametrize("budget", [0, 1, 5])
def test_a_spent_budget_gives_what_was_found_and_says_so(budget: int) -> None:
    start = (list(range(30, 60)), "some text")
    found = shrunken(start, KINDS["sum"], Domain(types=(TYPES,)), budget=budget)
    assert not found.minimal
    assert found.asked <= budget + 1
    assert KINDS["sum"](*found.args.unpack_args())


def test_hypothesis_finds_what_no_single_step_reaches() -> None:
    found = shrunken((12345,), lambda n: n % 7 == 4 and n > 1000, Domain(types=((type_of(1),),)))
    assert found.args.unpack_args()[0] < 12345  # type: ignore[operator]


def test_relations_of_two_arguments_are_kept() -> None:
    domain = Domain(
        types=((type_of("a"), type_of("a")),), statements=(Statement(rule="of one length", places=("0", "1")),)
    )
    found = shrunken(("01101", "11010"), lambda a, b: any(x != y for x, y in zip(a, b, strict=True)), domain)
    assert found.args == Value.of(("a", "b"))


def test_words_and_types_of_a_domain_are_kept() -> None:
    types = (TypeSet(pairs=(type_of("a"), type_of(1) | type_of(None))), type_of((1, 2.5)))
    words = Statement(rule="one of", places=("0{k}",), bound=("'left'", "'right'"))
    domain = Domain(types=(types,), statements=(words,))
    found = shrunken(({"right": 3, "left": None}, (4, 7.5)), lambda d, t: "right" in d and t[1] > 1, domain)
    args = found.args.unpack_args()
    assert args[0] == {"right": None} or args[0] == {"right": 0}
    assert args[1] == (0, 2.0) or args[1] == (0, 1.5)


def test_words_of_a_domain_take_the_place_of_longer_ones() -> None:
    words = Statement(rule="words out of", places=("0",), bound=("one", "three", "seven"))
    domain = Domain(types=((type_of("a"),),), statements=(words,))
    found = shrunken(("seven three seven",), lambda text: len(set(text.split())) < len(text.split()), domain)
    assert found.args == Value.of(("one one",))
