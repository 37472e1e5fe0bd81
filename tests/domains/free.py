"""Problems that mean nearly everything of their types: negative, empty, repeated, ragged, in any script and order."""

from __future__ import annotations

from domains.written import Kind, WrittenProblem, integer, integers, one, text, texts


def point(value: object) -> bool:
    """A pair of whole numbers."""
    return type(value) is tuple and len(value) == 2 and all(map(integer, value))


FREE = (
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="capital_share",
        prompt='''def capital_share(text: str) -> float:
    """ Return the share of capitals among the letters of any text, 0.0 if there are no letters.
    >>> capital_share('Hello World')
    0.2
    """
''',
        solution="""    letters = [character for character in text if character.isalpha()]
    if not letters:
        return 0.0
    return sum(letter.isupper() for letter in letters) / len(letters)
""",
        check="""
assert candidate("Hello World") == 0.2
assert candidate("ABC") == 1.0
assert candidate("quiet") == 0.0
assert candidate("Go, 7 up!") == 0.25
""",
        contract=lambda value: text(value),
        valid=one("", "123", " \n\t", "ÄÖü", "日本", "A" * 50, "don't"),
        outside=one(5, None, ["A"], b"AB", 2.5, ("A",)),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="mirror_number",
        prompt='''def mirror_number(n: int) -> int:
    """ Return the integer with its digits in reverse order and with the same sign.
    >>> mirror_number(120)
    21
    >>> mirror_number(-45)
    -54
    """
''',
        solution="""    mirrored = int(str(abs(n))[::-1])
    return -mirrored if n < 0 else mirrored
""",
        check="""
assert candidate(120) == 21
assert candidate(-45) == -54
assert candidate(7) == 7
assert candidate(1001) == 1001
""",
        contract=lambda n: integer(n),
        valid=one(0, -1, -100, 10**20, -987654321, 1, 99),
        outside=one(1.5, "120", None, [120], (1,), ""),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="alternating_sum",
        prompt='''from typing import List


def alternating_sum(xs: List[int]) -> int:
    """ Return the first number minus the second plus the third and so on; no numbers give 0.
    >>> alternating_sum([1, 2, 3])
    2
    """
''',
        solution="    return sum(xs[::2]) - sum(xs[1::2])\n",
        check="""
assert candidate([1, 2, 3]) == 2
assert candidate([4]) == 4
assert candidate([10, -3, 2]) == 15
assert candidate([6, 6]) == 0
""",
        contract=lambda xs: integers(xs),
        valid=one([], [0], [-1, -1], [5, 5, 5], [10**12], [3, 2, 1, 0], list(range(-20, 20))),
        outside=one(["a"], [[1]], None, [None], "123", 5, ["1", 2]),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="longest_words",
        prompt='''from typing import List


def longest_words(words: List[str]) -> List[str]:
    """Return the longest of the given strings, all of them when several are as long, in their order.
    For an empty list, return an empty list.

    longest_words(["a", "bcd", "efg"]) should return ["bcd", "efg"]
    """
''',
        solution="""    longest = max(map(len, words), default=0)
    return [word for word in words if len(word) == longest]
""",
        check="""
assert candidate(["a", "bcd", "efg"]) == ["bcd", "efg"]
assert candidate(["one", "three"]) == ["three"]
assert candidate([]) == []
assert candidate(["tree", "leaf", "tree"]) == ["tree", "leaf", "tree"]
""",
        contract=lambda words: texts(words),
        valid=one([""], ["a", "a"], ["Zürich", "Bern"], ["two words", "x"], ["1", "22"], ["", "!?"], ["Z"]),
        outside=one("abc", [1, 2], None, [["a"]], 7, [None], [("a",)]),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="net_worth",
        prompt='''from typing import Dict


def net_worth(accounts: Dict[str, int]) -> int:
    """
    Return the sum of the balances of all accounts. Balances are integers; some may be overdrawn.

    net_worth({"current": 120, "loan": -100}) -> 20
    """
''',
        solution="    return sum(accounts.values())\n",
        check="""
assert candidate({"current": 120, "loan": -100}) == 20
assert candidate({"savings": 5000}) == 5000
assert candidate({}) == 0
assert candidate({"current": 30, "savings": 4, "shares": 66}) == 100
""",
        contract=lambda accounts: (
            type(accounts) is dict and all(text(name) and integer(balance) for name, balance in accounts.items())
        ),
        valid=one(
            {"loan": -5},
            {"current": 0},
            {"a": 1, "b": -1},
            {"my account": 7},
            {"current": 10**12, "loan": -(10**12)},
            {"x": -1, "y": -2, "z": -3, "w": -4},
        ),
        outside=one({"a": "5"}, ["a"], None, 5, {"a": None}, {"a": [1]}, "a"),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="zip_together",
        prompt='''def zip_together(first, second):
    """
    Write a function to mix two lists of numbers, taking turns; when one has ended the rest of the other follows.
    """
''',
        solution="""    mixed = []
    for place in range(max(len(first), len(second))):
        mixed += first[place : place + 1] + second[place : place + 1]
    return mixed
""",
        check="""
assert candidate([1, 3], [2, 4, 5]) == [1, 2, 3, 4, 5]
assert candidate([], [7]) == [7]
assert candidate([9, -8, 7], []) == [9, -8, 7]
assert candidate([0, 0], [1]) == [0, 1, 0]
""",
        contract=lambda first, second: integers(first) and integers(second),
        valid=(([], []), ([1], [1]), ([-5], [-6, -7]), ([3, 2, 1], [3, 2, 1]), ([10**9], []), ([4, 4, 4, 4], [2, 0])),
        outside=((1, 2), ("ab", "c"), ([1], None), (None, [1]), (["a"], [None]), ([[1]], [[2]]), ({1: 2}, [1])),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="drift",
        prompt='''from typing import List


def drift(values: List[float]) -> float:
    """ By how much is the last of the measured values larger than the first?
    >>> drift([1.5, 9.0, 2.0])
    0.5
    """
''',
        solution="""    if not values:
        return 0.0
    return values[-1] - values[0]
""",
        check="""
assert candidate([1.5, 9.0, 2.0]) == 0.5
assert candidate([3.0, -1.0]) == -4.0
assert candidate([2.5]) == 0.0
assert candidate([-0.5, -0.25]) == 0.25
""",
        contract=lambda values: type(values) is list and all(type(value) is float for value in values),
        valid=one([], [0.0], [-1.5, 2.25], [1e10, 1e-10], [3.0, 3.0, 3.0], [-0.5], [0.125] * 30),
        outside=one(["1"], "1.5", None, [None], [[1.0]], 1.5, {"a": 1.5}),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="longest_row",
        prompt='''from typing import List


def longest_row(table: List[List[int]]) -> int:
    """
    The rows of a table may be of different lengths, and some may be empty.
    Return the length of the longest row; a table without rows has 0.
    """
''',
        solution="    return max(map(len, table), default=0)\n",
        check="""
assert candidate([[1, 2], [3]]) == 2
assert candidate([[5, 5, 5]]) == 3
assert candidate([[1], [], [2, 3, 4, 5]]) == 4
assert candidate([[0, -1], [8, 9]]) == 2
""",
        contract=lambda table: type(table) is list and all(map(integers, table)),
        valid=one([], [[]], [[], [1]], [[], [], []], [[-7]], [[3, 2, 1], [1, 2, 3], [2]], [[10**9, 0]]),
        outside=one([1, 2], ["ab"], None, [None], [["a"]], 3, [[1, "b"]], [[[1]]]),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="in_one_only",
        prompt='''from typing import Set


def in_one_only(a: Set[int], b: Set[int]) -> int:
    """ How many numbers are in exactly one of two sets of integers?
    >>> in_one_only({1, 2}, {2, 3})
    2
    """
''',
        solution="    return len(a ^ b)\n",
        check="""
assert candidate({1, 2}, {2, 3}) == 2
assert candidate({5}, {5}) == 0
assert candidate(set(), {8, 9}) == 2
assert candidate({-1, 4, 7}, {0}) == 4
""",
        contract=lambda a, b: all(type(numbers) is set and all(map(integer, numbers)) for numbers in (a, b)),
        valid=((set(), set()), ({1}, set()), ({0}, {-1}), ({1, 2, 3}, {3}), ({10**9}, {1}), (set(range(9)), {4})),
        outside=(([1], {2}), (1, 2), ({"a"}, {"b"}), (None, {1}), ({1: 2}, {3: 4}), ({(1,)}, {1}), ("ab", "bc")),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="blocks_apart",
        prompt='''from typing import Tuple


def blocks_apart(p: Tuple[int, int], q: Tuple[int, int]) -> int:
    """Return the number of blocks that a taxi drives from one crossing to another.
    Crossings are given by their coordinates east and north of the centre; negative ones lie west and south of it.
    """
''',
        solution="    return abs(p[0] - q[0]) + abs(p[1] - q[1])\n",
        check="""
assert candidate((0, 0), (3, 4)) == 7
assert candidate((2, 5), (1, 1)) == 5
assert candidate((-1, 2), (1, 2)) == 2
assert candidate((6, 6), (6, 6)) == 0
""",
        contract=lambda p, q: point(p) and point(q),
        valid=(
            ((0, 0), (0, 0)),
            ((-3, -4), (5, 6)),
            ((100, 0), (0, -100)),
            ((1, 1), (-1, -1)),
            ((10**6, 7), (7, 7)),
            ((0, -1), (0, 1)),
        ),
        outside=(
            ((1, 2, 3), (0, 0, 0)),
            ((1,), (2,)),
            ((1, 2), None),
            (1, 2),
            (("a", 1), (2, 3)),
            ("12", "34"),
            (((1, 2), 3), (4, 5)),
        ),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="toggles",
        prompt='''from typing import List


def toggles(states: List[bool]) -> int:
    """ Count how often a lamp was switched, given whether it was on at each look.
    >>> toggles([True, True, False])
    1
    """
''',
        solution="    return sum(before != after for before, after in zip(states, states[1:]))\n",
        check="""
assert candidate([True, True, False]) == 1
assert candidate([False]) == 0
assert candidate([True, False, True, False]) == 3
assert candidate([False, False]) == 0
assert candidate([]) == 0
""",
        contract=lambda states: type(states) is list and all(type(state) is bool for state in states),
        valid=one([True], [False, True], [True] * 20, [True, False] * 6, [False, True, True], [True, True]),
        outside=one([1, "a"], ["True"], None, [None], True, "on", [[True]]),
    ),
    WrittenProblem(
        kind=Kind.FREE,
        entry_point="joined_name",
        prompt='''"""
Write a function to join two texts with a dash, leaving the dash out if one of them is empty.
assert joined_name("left", "right") == "left-right"
"""
''',
        solution="""def joined_name(a, b):
    return "-".join(part for part in (a, b) if part)
""",
        check="""
assert candidate("left", "right") == "left-right"
assert candidate("", "solo") == "solo"
assert candidate("x y", "z") == "x y-z"
assert candidate("Part 1", "") == "Part 1"
""",
        contract=lambda a, b: text(a) and text(b),
        valid=(("", ""), ("a", "a"), ("-", "-"), ("Ünder", "över"), ("100", "200%"), ("two words", "and three more")),
        outside=((1, 2), ("a", 3), (["a"], "b"), (b"a", b"b"), (None, 7), (("a",), "b")),
    ),
)
