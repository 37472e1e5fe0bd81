"""Choosing few of many: laws of the choice."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from hypothesis import given, settings
from hypothesis import strategies as st

from augment.select.spread import spread

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

Item = tuple[int, str, int]
"""An answer, a mutator and a size."""
KEYS: list[Callable[[Item], Hashable]] = [lambda item: item[0], lambda item: item[1]]
ITEMS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from("pqrs"), st.integers(0, 9)), max_size=30)


def size(item: Item) -> int:
    return item[2]


@LAW
@given(ITEMS, st.integers(0, 40))
def test_as_many_are_chosen_as_asked_for_or_as_there_are(items: list[Item], count: int) -> None:
    assert len(spread(items, count, KEYS, size)) == min(count, len(items))


@LAW
@given(ITEMS, st.integers(0, 40))
def test_what_is_chosen_stays_in_the_old_order_and_nothing_is_chosen_twice(items: list[Item], count: int) -> None:
    numbered = list(enumerate(items))
    chosen = spread(numbered, count, [lambda entry: entry[1][0], lambda entry: entry[1][1]], lambda e: size(e[1]))
    places = [place for place, _ in chosen]
    assert places == sorted(set(places))
    assert all(items[place] == item for place, item in chosen)


@LAW
@given(ITEMS, st.integers(0, 40))
def test_the_choice_is_the_same_each_time_and_leaves_the_items_alone(items: list[Item], count: int) -> None:
    before = list(items)
    assert spread(items, count, KEYS, size) == spread(items, count, KEYS, size)
    assert items == before


@LAW
@given(ITEMS, st.integers(0, 40))
def test_a_larger_choice_holds_the_smaller_one(items: list[Item], count: int) -> None:
    numbered = list(enumerate(items))
    few, more = (
        spread(numbered, many, [lambda entry: entry[1][0], lambda entry: entry[1][1]], lambda entry: entry[1][2])
        for many in (count, count + 1)
    )
    assert set(few) <= set(more)


@LAW
@given(ITEMS)
def test_each_value_of_a_single_key_is_represented_where_there_is_room(items: list[Item]) -> None:
    answers = {item[0] for item in items}
    chosen = spread(items, len(answers), KEYS[:1], size)
    assert {item[0] for item in chosen} == answers


@LAW
@given(ITEMS, st.integers(0, 40))
def test_the_values_of_a_single_key_take_turns(items: list[Item], count: int) -> None:
    chosen = [item[0] for item in spread(items, count, KEYS[:1], size)]
    there = [item[0] for item in items]
    for one in set(there):
        for two in set(there):
            if chosen.count(one) < there.count(one):  # some are left, so it was its turn
                assert chosen.count(two) <= chosen.count(one) + 1


def test_each_value_of_each_key_is_represented_where_there_is_room() -> None:
    # Ten mutators lead to answer 0, one more to answer 1, many times: 11 mutators and 2 answers are 13 values.
    items: list[Item] = [(0, mutator, 5) for mutator in "abcdefghij"] + [(1, "z", 1)] * 20
    chosen = spread(items, 13, KEYS, size)
    assert {item[0] for item in chosen} == {0, 1}
    assert {item[1] for item in chosen} == set("abcdefghijz")


def test_smaller_items_come_first_then_earlier_ones() -> None:
    numbered = [("first", 5), ("second", 3), ("third", 3), ("fourth", 9)]
    assert spread(numbered, 1, [lambda _: 0], lambda item: item[1]) == [("second", 3)]
    assert spread(numbered, 2, [lambda _: 0], lambda item: item[1]) == [("second", 3), ("third", 3)]


def test_a_rare_answer_is_chosen_before_a_second_of_a_common_one() -> None:
    items: list[Item] = [(0, "p", 1), (0, "p", 1), (0, "p", 1), (1, "p", 9)]
    assert spread(items, 2, KEYS, size) == [(0, "p", 1), (1, "p", 9)]


def test_without_keys_the_smallest_are_chosen() -> None:
    assert spread([3, 1, 2], 2, [], lambda number: number) == [1, 2]
