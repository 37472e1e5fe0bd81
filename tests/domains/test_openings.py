"""What nothing forbids: where an input that no known input resembles is a stretch, and where it stays outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from augment.domain.learn import learn_domain
from augment.domain.rules import tier_of
from augment.model.domain import Domain
from augment.model.problem import Problem
from augment.model.suite import Tier

TOTALS = ([3, 4], [1, 9, 2], [7])
WORDS = ("pear", "abcdefghijklm", "nopqrstuvwxyz")


def learnt(code: str, inputs: Sequence[tuple[Any, ...]], *, prose: str = "Do it.") -> Domain:
    """The domain of a function of `x`, or of `x` and `n`, of some inputs."""
    names = "x, n" if len(inputs[0]) == 2 else "x"
    prompt = f'def solve({names}):\n    """{prose}"""\n'
    problem = Problem(task_id="T/0", prompt=prompt, entry_point="solve", canonical_solution=f"    {code}\n", test="")
    return learn_domain(problem, inputs)


def tier(code: str, known: tuple[Any, ...], args: tuple[Any, ...], *, prose: str = "Do it.") -> Tier | None:
    """Of an input, where a function of `x`, or of `x` and `n`, was seen with some first arguments."""
    inputs = [(one, number + 1)[: len(args)] for number, one in enumerate(known)]
    return tier_of(learnt(code, inputs, prose=prose), args)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return sum(x)", Tier.STRETCH),
        ("return [i + 1 for i in x]", Tier.STRETCH),
        ("return ['a' * len(range(i)) for i in x]", None),  # a count
        ("return ['abcdefghij'[i] for i in x]", None),  # an index
    ],
)
def test_items_may_be_negative_unless_they_count_or_index(code: str, expected: Tier | None) -> None:
    assert tier(code, TOTALS, ([-5, 2],)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return [i for i in x if i < n]", Tier.STRETCH),
        ("return sum(x) + n", Tier.STRETCH),
        ("return x[:n]", None),
        ("return [i % n for i in x]", None),
        ("return x * n", None),
        ("return [i for i in range(n)]", None),
        ("return [i for i in x if len(str(i)) > n]", None),
        ("while len(x) > 9 and sum(x) < n:\n        x = x[1:]\n    return x", Tier.STRETCH),
        ("total = 0\n    while total < n:\n        total += x[0]\n    return total", Tier.STRETCH),
        ("found = 0\n    while found < n:\n        found += 1\n    return found", None),
    ],
)
def test_a_number_may_be_negative_where_it_is_only_compared_or_added(code: str, expected: Tier | None) -> None:
    assert tier(code, TOTALS, ([3, 4], -2)) is expected


@pytest.mark.parametrize(
    ("code", "number", "expected"),
    [
        ("return x[:n]", 0, Tier.STRETCH),
        ("return sorted(x)[len(x) - n :]", 0, Tier.STRETCH),
        ("return [x[i] for i in range(n)]", 0, Tier.STRETCH),
        ("return x if len(x) < n else []", 0, Tier.STRETCH),
        ("import heapq\n    return heapq.nlargest(n, x)", 0, Tier.STRETCH),
        ("import collections\n    return collections.Counter(x).most_common(n)", 0, Tier.STRETCH),
        ("return x[:n]", -1, None),
        ("return [i % n for i in x]", 0, None),  # no count
        ("return [i for i in x for _ in range(n)]", 0, None),  # a count, but not of items
        ("return x + [len(bin(n))]", 0, None),
        ("return x[n - 1]", 0, None),  # the last one, for zero
        ("return sorted(x)[: n - 1]", 0, None),
        ("import heapq\n    return heapq.nsmallest(n, x)[n - 1]", 0, None),
        ("return x[-n:]", 0, None),  # all of them
    ],
)
def test_none_of_the_items_may_be_asked_for(code: str, number: int, expected: Tier | None) -> None:
    assert tier(code, TOTALS, ([3, 4], number)) is expected


def test_without_items_a_count_keeps_to_what_was_seen() -> None:
    domain = learnt("return sum(range(x))", [(1,), (4,), (9,)])
    assert tier_of(domain, (0,)) is None
    assert tier_of(domain, (2,)) is Tier.INSIDE


@pytest.mark.parametrize(
    "prose",
    [
        "Assume no negative numbers and only integers.",
        "Given an array of a shelf that has non-negative integer heights, add them.",
    ],
)
def test_words_close_what_the_code_leaves_open(prose: str) -> None:
    assert tier("return sum(x)", TOTALS, ([-5, 2],), prose=prose) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("pear tree", Tier.STRETCH), ("p3ar!", Tier.STRETCH), ("Pear", None), ("birné", None)],
)
def test_texts_of_letters_may_hold_what_is_no_letter(text: str, expected: Tier | None) -> None:
    assert tier("return ''.join(chr(ord(c) + 1) for c in x)", WORDS, (text,)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return x.swapcase()", Tier.STRETCH),
        ("return ''.join(map(lambda c: c.lower() if c.isupper() else c.upper(), x))", Tier.STRETCH),
        ("return x.split('.')[0].isalpha()", Tier.STRETCH),
        ("return ''.join(chr(ord(c) + 1) for c in x)", None),
    ],
)
def test_code_that_asks_for_the_kind_of_any_character_gets_all_kinds(code: str, expected: Tier | None) -> None:
    assert tier(code, WORDS, ("birné",)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return x.split()", Tier.STRETCH),
        ("return x.strip()", Tier.STRETCH),
        ("return x.split(' ')", None),
        ("return x", None),
    ],
)
def test_code_that_takes_any_white_space_gets_more_than_single_blanks(code: str, expected: Tier | None) -> None:
    assert tier(code, ("a pear", "two apples", "no more plums"), ("a  pear",)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return sum(x[i:i + len(n)] == n for i in range(len(x)))", None),
        ("return x[:len(n)] == n", None),
        ("return x.count(n)", None),
        ("return sum(x[i:].startswith(n) for i in range(len(x)))", None),
        ("return x.startswith(n)", Tier.STRETCH),
        ("return x + n", Tier.STRETCH),
        ("return x[:3] + n[:len(n) - 1]", Tier.STRETCH),
    ],
)
def test_what_is_looked_for_in_another_text_is_not_empty(code: str, expected: Tier | None) -> None:
    domain = learnt(code, [("pear", "ea"), ("apple", "p"), ("plums and pears", "lum")])
    assert tier_of(domain, ("pear", "")) is expected


@pytest.mark.parametrize(("n", "expected"), [(4, Tier.INSIDE), (0, Tier.STRETCH), (-7, Tier.STRETCH)])
def test_a_number_may_be_as_low_as_another_argument_of_its_types(n: int, expected: Tier) -> None:
    domain = learnt("return x * n", [(-3, 4), (5, 1), (2, 7)])
    assert tier_of(domain, (2, n)) is expected


def test_a_number_keeps_its_bound_where_no_other_argument_goes_lower() -> None:
    assert tier_of(learnt("return x * n", [(3, 4), (5, 1), (2, 7)]), (2, -7)) is None
    assert tier_of(learnt("return x * n", [([-3], 4), ([5], 1), ([2], 7)]), ([2], -7)) is None


def test_texts_of_letters_keep_to_them_where_the_words_say_so() -> None:
    prose = "You may assume that the given string contains English letter only."
    assert tier("return ord(x[0])", WORDS, ("pear tree",), prose=prose) is None


@pytest.mark.parametrize("known", [("17", "20734", "165"), ("+-", "-+-", "++")])
def test_texts_of_no_letters_keep_to_their_characters(known: tuple[str, ...]) -> None:
    assert tier("return ord(x[0])", known, ("a b",)) is None


def test_empty_texts_in_a_list_are_meant_unless_their_characters_are_prescribed() -> None:
    known = (["17", "2"], ["4"], ["90", "5", "6"])
    assert tier("return [len(i) for i in x]", known, (["17", ""],)) is Tier.STRETCH
    prose = "Given a list of strings, where each string consists of only digits, add them."
    assert tier("return [len(i) for i in x]", known, (["17", ""],), prose=prose) is None


@pytest.mark.parametrize(("operands", "expected"), [([4], None), ([4, 5], Tier.INSIDE)])
def test_words_count_what_the_list_they_name_holds(operands: list[int], expected: Tier | None) -> None:
    prose = "The list x has at least two numbers."
    assert tier("return sum(x)", ([3, 4], [1, 9, 2], [7, 7]), (operands,), prose=prose) is expected


@pytest.mark.parametrize("word", ["than", "then"])
def test_bounds_are_read_however_they_are_spelt(word: str) -> None:
    prose = f"Knowing that (n) is less {word} 100, find it."
    assert tier("return x[0] + n", TOTALS, ([3, 4], 99), prose=prose) is Tier.INSIDE
    assert tier("return x[0] + n", TOTALS, ([3, 4], 100), prose=prose) is None


@pytest.mark.parametrize(("items", "expected"), [([1, 9, 2], None), ([1, 9], Tier.INSIDE)])
def test_words_say_that_a_length_is_even(items: list[int], expected: Tier | None) -> None:
    prose = "The function takes a list x having an even number of heights."
    assert tier("return sum(x)", ([3, 4], [1, 9, 2, 2], [7, 7]), (items,), prose=prose) is expected


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Write a function to find the median of two sorted lists.", None),
        ("Write a function to merge these sorted lists.", None),
        ("Write a function to find the sorted list of two lists.", Tier.INSIDE),
        ("Return two sorted lists.", Tier.INSIDE),
    ],
)
def test_two_sorted_lists_are_sorted_and_a_sorted_list_may_be_the_answer(prose: str, expected: Tier | None) -> None:
    known = [([1, 3], [2, 5]), ([4, 7, 9], [1, 2, 8]), ([2, 6], [3, 4])]
    assert tier_of(learnt("return x + n", known, prose=prose), ([3, 1], [2, 5])) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return sum(x[i] for i in range(n))", Tier.STRETCH),
        ("return [x[i] for i in range(n)]", Tier.STRETCH),
        ("return sum(x) * n", None),  # it knows the whole list
        ("return [x[i] for i in range(len(x))] * n", None),
        ("return x[:n] + [x[0]]", None),
    ],
)
def test_a_part_of_a_list_is_meant_where_the_code_is_told_how_long_it_is(code: str, expected: Tier | None) -> None:
    lists: list[tuple[list[int], int]] = [([3, 4], 2), ([1, 9, 2, 5], 4), ([7, 8, 8], 3)]
    domain = learnt(code, lists)
    assert tier_of(domain, ([3, 4, 5], 2)) is expected
    assert tier_of(domain, ([3, 4], 2)) is Tier.INSIDE
    assert tier_of(domain, ([3, 4], 3)) is None  # more than there are


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return max(abs(a * b) for a, b in x)", Tier.STRETCH),
        ("return max(abs(a - b) for a, b in x)", None),
        ("return max(a * b for a, b in x)", None),
    ],
)
def test_the_absolute_value_of_a_product_says_that_its_parts_may_be_negative(code: str, expected: Tier | None) -> None:
    assert tier(code, ([(2, 3), (1, 4)], [(5, 1)], [(9, 2)]), ([(2, -3)],)) is expected


def test_values_of_a_dict_may_be_negative_but_keys_are_as_they_were_seen() -> None:
    known = ({1: 2, 3: 4}, {5: 6}, {2: 2})
    assert tier("return sum(x.values())", known, ({1: -2},)) is Tier.STRETCH
    assert tier("return sum(x.values())", known, ({-1: 2},)) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return 0 if n == 0 else sum(x) // n", Tier.STRETCH),
        ("f = lambda n: 0 if n == 0 else sum(x) // n\n    return f(n)", None),
        ("def f(n):\n        return 0 if n == 0 else sum(x) // n\n    return f(n)", None),
        ("def f(m):\n        return 0 if n == 0 else sum(x) // n\n    return f(n)", Tier.STRETCH),
    ],
)
def test_a_branch_on_a_parameter_of_an_inner_function_says_nothing_of_inputs(code: str, expected: Tier | None) -> None:
    assert tier(code, TOTALS, ([3, 4], 0)) is expected


@pytest.mark.parametrize(
    ("word", "zero"), [("natural", Tier.STRETCH), ("positive", None), ("non-negative", Tier.INSIDE)]
)
def test_zero_may_be_a_natural_number(word: str, zero: Tier | None) -> None:
    """ISO 80000-2 counts it among them, many books do not."""
    domain = learnt("return x % 7", [(3,), (9,)], prose=f"Given a {word} number x, do it.")
    assert (tier_of(domain, (0,)), tier_of(domain, (-1,))) == (zero, None)
