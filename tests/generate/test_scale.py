"""Large inputs: what grows, how far, and what stays as it is known."""

from __future__ import annotations

import random

import pytest

from augment.domain.types import argument_types
from augment.generate.mutate import Seed
from augment.generate.scale import COUNTS, LENGTH, NUMBERS, directions, extent

((WHOLE, WHOLES),) = argument_types([(3, [4])], {}).values()


def grown(*inputs: tuple[object, ...]) -> dict[str, list[tuple[object, ...]]]:
    """Arguments of all proposals, by what grows and how."""
    seeds = [Seed(f"base-{number}", args) for number, args in enumerate(inputs)]
    (types,) = argument_types(inputs, {}).values()
    found: dict[str, list[tuple[object, ...]]] = {}
    for direction in directions(seeds, types, random.Random(0)):
        for proposal in direction.proposals:
            found.setdefault(proposal.origin.removeprefix("scale:"), []).append(proposal.args.unpack_args())
    return found


def is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def test_numbers_are_what_they_are_called_and_floats_hold_them() -> None:
    by_kind: dict[str, list[int]] = {}
    for kind, number in NUMBERS:
        by_kind.setdefault(kind, []).append(number)
    assert all(map(is_prime, by_kind["prime"]))
    assert all(is_prime(number // 2) and number % 2 == 0 for number in by_kind["twice-prime"])
    assert not any(map(is_prime, by_kind["product"] + by_kind["square"]))
    assert all(10**8 < number < 2**53 for _, number in NUMBERS)


def test_a_number_becomes_a_count_and_a_large_number_of_each_kind() -> None:
    found = grown((3,), (7,))
    assert {args[0] for args in found["count"]} == set(COUNTS)
    assert {f"number.{kind}" for kind, _ in NUMBERS} | {"count"} == set(found)


def test_a_count_that_the_known_inputs_reach_is_not_tried() -> None:
    assert min(args[0] for args in grown((3,), (25,))["count"]) == 30  # type: ignore[type-var]


def test_numbers_grow_together_and_one_by_one() -> None:
    found = grown((3, 5))["number.prime"]
    assert {(a > 10**6, b > 10**6) for a, b in found} == {(True, True), (True, False), (False, True)}  # type: ignore[operator]
    assert all(a != b for a, b in found)


def test_lists_get_long_and_one_large_item() -> None:
    found = grown(([5, 3, 8],), ([1, 2],))
    assert {len(xs) for how, many in found.items() if "length" in how for (xs,) in many} == {LENGTH}  # type: ignore[arg-type]
    assert {item for (xs,) in found["length.random"] for item in xs} <= {5, 3, 8, 1, 2}  # type: ignore[attr-defined]
    for (xs,) in found["length.sorted"]:
        assert xs == sorted(xs)  # type: ignore[call-overload]
    for (xs,) in found["length.distinct"]:
        assert len(set(xs)) == LENGTH  # type: ignore[call-overload]
    for (xs,) in found["item.prime"]:
        assert sum(item > 10**6 for item in xs) == 1  # type: ignore[attr-defined]


def test_where_floats_stand_numbers_are_measures() -> None:
    assert grown((1,), (2.5,)) == {}
    assert not [how for how in grown(([1, 2.5],)) if "item" in how]


def test_numbers_stay_small_where_answers_are_floats_and_counts_do_not() -> None:
    names = [
        one.name for one in directions([Seed("base-0", (3, [4]))], [WHOLE, WHOLES], random.Random(0), numbers=False)
    ]
    assert names == ["count", "length"]


def test_texts_get_long_and_their_words_stay_words() -> None:
    found = grown(("one two",))
    assert {len(text) for many in found.values() for (text,) in many} == {LENGTH}  # type: ignore[arg-type]
    ((repeated,),) = found["length.repeated"]
    assert str(repeated).startswith("one two one two one two")


def test_lists_grow_together() -> None:
    both = [args for args in grown(([1], [2], "x"))["length.equal"] if len(args[0]) == len(args[1]) == LENGTH]  # type: ignore[arg-type]
    assert both


@pytest.mark.parametrize("args", [(1.5,), (None,), ({"a": 1},), ((1, 2),), ([],), ("",), ("1.5",)])
def test_what_cannot_grow_gives_no_proposals(args: tuple[object, ...]) -> None:
    assert grown(args) == {}


@pytest.mark.parametrize(
    ("value", "size"), [(-70, 70), ("abc", 3), ([1, [2, 30]], 30), ({"ab": 1}, 2), ((), 0), (None, 0), ({4}, 4)]
)
def test_extent_is_the_largest_size_within(value: object, size: int) -> None:
    assert extent(value) == size
