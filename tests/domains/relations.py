"""Problems whose domain is a relation between arguments, or between parts of one; the source that tells it varies."""

from __future__ import annotations

from domains.written import Kind, WrittenProblem, integer, integers, text, texts


def pairs(value: object) -> bool:
    """A list of pairs of whole numbers."""
    return type(value) is list and all(
        type(item) is tuple and len(item) == 2 and all(map(integer, item)) for item in value
    )


RELATIONS = (
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="rounds_won",
        prompt='''"""
Write a function to count the rounds that the home team won.
assert rounds_won([3, 1, 2], [1, 2, 2]) == 1
"""
''',
        solution="""def rounds_won(home, away):
    return sum(ours > theirs for ours, theirs in zip(home, away))
""",
        check="""
assert candidate([3, 1, 2], [1, 2, 2]) == 1
assert candidate([5], [4]) == 1
assert candidate([2, 2], [2, 3]) == 0
assert candidate([7, 0, 4, 9], [6, 1, 3, 2]) == 3
assert candidate([0, 0, 1, 3, 2], [0, 5, 1, 1, 4]) == 1
""",
        contract=lambda home, away: (
            integers(home) and integers(away) and 0 < len(home) == len(away) and min(home + away) >= 0
        ),
        valid=(
            ([0], [0]),
            ([1, 2], [2, 1]),
            ([4, 4, 4], [3, 3, 3]),
            ([0, 0, 0, 0, 0], [1, 0, 1, 0, 1]),
            ([10, 3], [2, 30]),
            ([6], [8]),
        ),
        outside=(
            ([3, 1], [1]),
            ([1], [1, 2]),
            ([3, 1, 2], []),
            ([], [1]),
            ([1, 2, 3, 4, 5], [1, 2, 3]),
            ([5], [4, 4, 4, 4]),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="best_stretch",
        prompt='''from typing import List


def best_stretch(sales: List[int], days: int) -> int:
    """
    Given the sales of each day, find the largest total over `days` days in a row.

    Constraints: 1 <= days <= len(sales)

    >>> best_stretch([3, 1, 4, 1, 5], 2)
    6
    """
''',
        solution="""    best = total = sum(sales[:days])
    for day in range(days, len(sales)):
        total += sales[day] - sales[day - days]
        best = max(best, total)
    return best
""",
        check="""
assert candidate([3, 1, 4, 1, 5], 2) == 6
assert candidate([2, 7, 1], 1) == 7
assert candidate([6, 6, 2, 9], 2) == 12
assert candidate([10, 20, 5, 5], 3) == 35
""",
        contract=lambda sales, days: integers(sales) and integer(days) and 1 <= days <= len(sales),
        valid=(([4], 1), ([3, 1, 4], 3), ([1, 2], 2), ([7, 7, 7], 1), ([5, 4, 3, 2, 1], 5), ([9, 9, 9], 2)),
        outside=(([3, 1], 3), ([4], 2), ([], 1), ([3, 1, 4], 0), ([3, 1, 4], -1), ([2, 7], 10), ([], 0)),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="starred",
        prompt='''def starred(word: str, i: int) -> str:
    """Return the word with a star in place of the letter at index i, where 0 ≤ i < len(word).

    starred("piano", 2) -> "pi*no"
    """
''',
        solution='    return word[:i] + "*" + word[i + 1 :]\n',
        check="""
assert candidate("piano", 2) == "pi*no"
assert candidate("reed", 1) == "r*ed"
assert candidate("oboes", 3) == "obo*s"
assert candidate("flute", 1) == "f*ute"
""",
        contract=lambda word, i: text(word) and integer(i) and 0 <= i < len(word),
        valid=(("a", 0), ("piano", 0), ("piano", 4), ("bo", 1), ("clarinet", 7), ("drums", 2)),
        outside=(("a", 1), ("", 0), ("piano", 5), ("piano", -1), ("bo", 100), ("reed", -5)),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="without",
        prompt='''def without(word: str, i: int) -> str:
    """Return the word without its i-th letter, where 1 ≤ i ≤ len(word).

    without("piano", 3) -> "pino"
    """
''',
        solution="    return word[: i - 1] + word[i:]\n",
        check="""
assert candidate("piano", 3) == "pino"
assert candidate("reed", 2) == "red"
assert candidate("oboes", 4) == "obos"
assert candidate("flute", 2) == "fute"
""",
        contract=lambda word, i: text(word) and integer(i) and 1 <= i <= len(word),
        valid=(("a", 1), ("piano", 1), ("piano", 5), ("bo", 2), ("clarinet", 8), ("drums", 3)),
        outside=(("a", 2), ("", 0), ("piano", 6), ("piano", 0), ("bo", 100), ("reed", -5)),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="sevens_between",
        prompt='''"""
Write a function to count the multiples of seven among the page numbers of a chapter.
"""
''',
        solution="""def sevens_between(first, last):
    return last // 7 - (first - 1) // 7
""",
        check="""
assert candidate(1, 7) == 1
assert candidate(10, 30) == 3
assert candidate(14, 14) == 1
assert candidate(8, 13) == 0
assert candidate(50, 100) == 7
assert candidate(3, 3) == 0
""",
        contract=lambda first, last: integer(first) and integer(last) and 1 <= first <= last,
        valid=((1, 1), (7, 7), (6, 8), (20, 200), (35, 42), (3, 1000)),
        outside=((7, 1), (30, 10), (14, 13), (100, 50), (9, 2), (1000, 1)),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="fence_length",
        prompt='''def fence_length(posts, gaps):
    """
    Write a function to find how long a fence is.
    """
''',
        solution="    return sum(posts) + sum(gaps)\n",
        check="""
assert candidate([10, 10], [200]) == 220
assert candidate([12], []) == 12
assert candidate([8, 9, 8], [150, 160]) == 335
assert candidate([10, 10, 10, 10], [90, 90, 90]) == 310
assert candidate([7, 8, 7, 8, 7], [120, 80, 120, 80]) == 437
""",
        contract=lambda posts, gaps: (
            integers(posts) and integers(gaps) and len(gaps) == len(posts) - 1 and min(posts + gaps) > 0
        ),
        valid=(
            ([5], []),
            ([7, 8], [99]),
            ([11, 12, 13], [40, 50]),
            ([9, 9, 9, 9, 9], [10, 20, 30, 40]),
            ([20, 10], [300]),
            ([6, 6, 6], [75, 75]),
        ),
        outside=(
            ([10], [200]),
            ([10, 10], []),
            ([10, 10], [200, 200]),
            ([], []),
            ([8, 9, 8], [150]),
            ([8], [150, 160]),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="bill",
        prompt='''from typing import Dict, List


def bill(menu: Dict[str, int], chosen: List[str]) -> int:
    """ Return what a guest pays. The menu maps dishes to positive prices, every chosen dish is on
    the menu, and a dish can be chosen more than once.
    >>> bill({'soup': 5, 'stew': 9}, ['soup'])
    5
    """
''',
        solution="    return sum(menu.get(dish, 0) for dish in chosen)\n",
        check="""
assert candidate({"soup": 5, "stew": 9}, ["soup"]) == 5
assert candidate({"pie": 4}, ["pie", "pie"]) == 8
assert candidate({"roll": 2, "cake": 3, "tea": 1}, ["tea", "cake"]) == 4
assert candidate({"rice": 6}, []) == 0
""",
        contract=lambda menu, chosen: (
            type(menu) is dict
            and all(text(dish) and integer(price) and price > 0 for dish, price in menu.items())
            and texts(chosen)
            and set(chosen) <= set(menu)
        ),
        valid=(
            ({"soup": 5}, ["soup", "soup", "soup"]),
            ({"tea": 1, "cake": 3}, []),
            ({"tea": 1, "cake": 3}, ["cake", "tea", "cake"]),
            ({"stew": 9, "soup": 5, "rice": 6}, ["rice", "soup", "stew"]),
            ({"pie": 1}, ["pie"]),
            ({"roll": 20, "rice": 10}, ["rice"]),
        ),
        outside=(
            ({"soup": 5}, ["stew"]),
            ({}, ["tea"]),
            ({"soup": 5, "stew": 9}, ["soup", "pie"]),
            ({"tea": 1}, ["Tea"]),
            ({"pie": 4}, [""]),
            ({"rice": -6}, ["rice"]),
            ({"rice": 0}, []),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="still_aboard",
        prompt='''"""
Write a function to list who is still aboard.
"""
''',
        solution="""def still_aboard(crew, ashore):
    return [sailor for sailor in crew if sailor not in ashore]
""",
        check="""
assert candidate(["Ann", "Bob", "Cleo"], ["Bob"]) == ["Ann", "Cleo"]
assert candidate(["Dirk"], ["Dirk"]) == []
assert candidate(["Eda", "Flo"], []) == ["Eda", "Flo"]
assert candidate(["Gus", "Hal", "Ida", "Jack"], ["Jack", "Gus"]) == ["Hal", "Ida"]
assert candidate(["Kim", "Lou", "Max"], ["Max", "Kim", "Lou"]) == []
""",
        contract=lambda crew, ashore: (
            texts(crew)
            and texts(ashore)
            and len(set(crew)) == len(crew)
            and len(set(ashore)) == len(ashore)
            and set(ashore) <= set(crew)
        ),
        valid=(
            (["Ann"], []),
            (["Ann", "Bob"], ["Bob"]),
            (["Eda", "Flo"], ["Flo", "Eda"]),
            (["Gus", "Hal", "Ida"], ["Hal"]),
            (["Kim", "Lou", "Max", "Dirk"], ["Lou", "Dirk"]),
            (["Cleo", "Jack", "Hal", "Ann", "Ida"], ["Hal", "Cleo", "Ida"]),
        ),
        outside=(
            (["Ann"], ["Bob"]),
            ([], ["Ann"]),
            (["Ann", "Bob"], ["Ann", "Cleo"]),
            (["Dirk"], ["Dirk", "Eda"]),
            (["Eda", "Flo"], ["flo"]),
            (["Kim", "Lou"], ["Max", "Ida"]),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="deal",
        prompt='''from typing import List


def deal(cards: List[int], players: int) -> List[List[int]]:
    """ Deal the cards to the players, one by one in turn, and return the hands.
    There is at least one player, and the number of cards is a multiple of the number of players.
    >>> deal([4, 8, 15, 16], 2)
    [[4, 15], [8, 16]]
    """
''',
        solution="    return [cards[player::players] for player in range(players)]\n",
        check="""
assert candidate([4, 8, 15, 16], 2) == [[4, 15], [8, 16]]
assert candidate([1, 2, 3], 3) == [[1], [2], [3]]
assert candidate([7, 7], 1) == [[7, 7]]
assert candidate([9, 8, 7, 6, 5, 4], 3) == [[9, 6], [8, 5], [7, 4]]
""",
        contract=lambda cards, players: (
            integers(cards) and integer(players) and players >= 1 and len(cards) % players == 0
        ),
        valid=(
            ([5], 1),
            ([1, 2], 2),
            ([3, 3, 3, 3], 4),
            ([1, 2, 3, 4, 5, 6], 2),
            ([2, 4, 6, 8, 10], 1),
            ([1, 2, 3, 4, 5, 6, 7, 8], 4),
        ),
        outside=(([1, 2, 3], 2), ([1], 2), ([4, 8, 15, 16], 3), ([1, 2], 0), ([1, 2], -1), ([1, 2, 3, 4, 5], 4)),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="guard",
        entry_point="on_duty",
        prompt='''def on_duty(pool, k):
    """
    Write a function to name the helpers who are on duty, in alphabetical order.
    """
''',
        solution="""    if k < 1 or k > len(pool):
        raise ValueError("k is out of range")
    return sorted(pool)[:k]
""",
        check="""
assert candidate(["Ann", "Cleo", "Bob"], 1) == ["Ann"]
assert candidate(["Eda", "Dirk", "Flo", "Gus"], 2) == ["Dirk", "Eda"]
assert candidate(["Jack", "Ida", "Hal"], 2) == ["Hal", "Ida"]
assert candidate(["Max", "Lou"], 1) == ["Lou"]
""",
        contract=lambda pool, k: texts(pool) and integer(k) and 1 <= k <= len(pool),
        valid=(
            (["Ann"], 1),
            (["Bob", "Ann"], 2),
            (["Cleo", "Bob", "Ann"], 3),
            (["Kim", "Kai", "Ken", "Kit"], 4),
            (["Pat", "Ned", "Ola", "Moe", "Liz"], 5),
            (["Sue", "Tom", "Ray"], 2),
        ),
        outside=(
            (["Ann"], 2),
            ([], 1),
            (["Ann", "Bob"], 3),
            (["Ann"], 0),
            (["Cleo"], -1),
            (["Ann", "Bob", "Cleo"], 10),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="weighted",
        prompt='''"""
Write a function to find the weighted total of each row.
assert weighted([[1, 2], [3, 4]], [1, 10]) == [21, 43]
"""
''',
        solution="""def weighted(rows, weights):
    return [sum(a * b for a, b in zip(row, weights)) for row in rows]
""",
        check="""
assert candidate([[1, 2], [3, 4]], [1, 10]) == [21, 43]
assert candidate([[5]], [2]) == [10]
assert candidate([[1, 0, 2]], [3, 3, 3]) == [9]
assert candidate([[2, 2], [0, 1], [4, 0]], [5, 6]) == [22, 6, 20]
assert candidate([[1, 2, 3, 4], [4, 3, 2, 1]], [1, 1, 2, 2]) == [17, 13]
""",
        contract=lambda rows, weights: (
            integers(weights)
            and type(rows) is list
            and len(rows) > 0
            and all(integers(row) and len(row) == len(weights) for row in rows)
        ),
        valid=(
            ([[7]], [1]),
            ([[1, 1, 1], [2, 2, 2]], [1, 2, 3]),
            ([[0, 0]], [9, 9]),
            ([[3], [4]], [2]),
            ([[1, 2, 3, 4]], [4, 3, 2, 1]),
            ([[6, 1], [1, 6]], [1, 1]),
        ),
        outside=(
            ([[1, 2]], [1]),
            ([[1]], [1, 2]),
            ([[1, 2], [3]], [1, 10]),
            ([[5, 5]], []),
            ([[1, 0, 2]], [3, 3]),
            ([[1], [2, 3]], [4]),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="padded_sum",
        prompt='''from itertools import zip_longest
from typing import List


def padded_sum(left: List[int], right: List[int]) -> List[int]:
    """ Add two lists of integers place by place. The lists may differ in length, and either may
    be empty: the shorter one is continued with zeros.
    """
''',
        solution="    return [a + b for a, b in zip_longest(left, right, fillvalue=0)]\n",
        check="""
assert candidate([1, 2], [3, 4]) == [4, 6]
assert candidate([5], [6]) == [11]
assert candidate([0, 1, 2], [2, 1, 0]) == [2, 2, 2]
assert candidate([9, 9], [1, 1]) == [10, 10]
""",
        contract=lambda left, right: integers(left) and integers(right),
        valid=(
            ([1], [2, 3]),
            ([], []),
            ([], [4]),
            ([1, 2, 3], []),
            ([5, 6, 7], [1]),
            ([0], [0, 0, 0]),
        ),
        outside=((1, [2]), ([1], "2"), ([1], None), (["a"], ["b"]), ([[1]], [[2]]), ([1.5], [2.5])),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="shape",
        entry_point="booked_hours",
        prompt='''def booked_hours(bookings):
    """
    Write a function to add up the hours for which a hall is booked.
    """
''',
        solution="    return sum(end - start for start, end in bookings)\n",
        check="""
assert candidate([(9, 12)]) == 3
assert candidate([(8, 10), (14, 18)]) == 6
assert candidate([]) == 0
assert candidate([(0, 24)]) == 24
assert candidate([(7, 8), (9, 11), (20, 23)]) == 6
""",
        contract=lambda bookings: pairs(bookings) and all(0 <= start < end <= 24 for start, end in bookings),
        valid=(
            ([(1, 2)],),
            ([(10, 20)],),
            ([(0, 1), (23, 24)],),
            ([(6, 9), (12, 13)],),
            ([(13, 17)],),
            ([(2, 4), (4, 6), (6, 8)],),
        ),
        outside=(
            ([(12, 9)],),
            ([(8, 10), (18, 14)],),
            ([(24, 0)],),
            ([(9, 12), (5, 1)],),
            ([(10, 9)],),
            ([(3, -4)],),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="roads_per_town",
        prompt='''from typing import List, Tuple


def roads_per_town(n: int, roads: List[Tuple[int, int]]) -> List[int]:
    """
    A country has n towns, numbered from 0 to n - 1 (1 <= n <= 1000), and some roads.
    Each road joins two towns (u, v) with 0 <= u < v < n; no road is listed twice.
    Return the number of roads at each town.

    >>> roads_per_town(3, [(0, 1), (1, 2)])
    [1, 2, 1]
    """
''',
        solution="    return [sum(town in road for road in roads) for town in range(n)]\n",
        check="""
assert candidate(3, [(0, 1), (1, 2)]) == [1, 2, 1]
assert candidate(2, [(0, 1)]) == [1, 1]
assert candidate(4, [(0, 3), (1, 3), (2, 3)]) == [1, 1, 1, 3]
assert candidate(1, []) == [0]
""",
        contract=lambda n, roads: (
            integer(n)
            and 1 <= n <= 1000
            and pairs(roads)
            and all(0 <= u < v < n for u, v in roads)
            and len(set(roads)) == len(roads)
        ),
        valid=(
            (2, []),
            (3, [(0, 2)]),
            (5, [(3, 4)]),
            (4, [(0, 1), (2, 3)]),
            (6, [(0, 5), (1, 4)]),
            (3, [(0, 1), (0, 2), (1, 2)]),
        ),
        outside=(
            (2, [(0, 2)]),
            (2, [(1, 0)]),
            (3, [(1, 1)]),
            (3, [(-1, 2)]),
            (1, [(0, 1)]),
            (4, [(2, 7)]),
            (3, [(0, 1), (0, 1)]),
            (0, []),
        ),
    ),
    WrittenProblem(
        kind=Kind.RELATIONS,
        source="prompt",
        entry_point="sail_kind",
        prompt='''def sail_kind(a, b, c):
    """
    Write a function to tell whether a sail is "even", with three equal sides, or "plain".
    The sides are positive integers, and any two of them together are longer than the third.
    """
''',
        solution='    return "even" if a == b == c else "plain"\n',
        check="""
assert candidate(3, 4, 5) == "plain"
assert candidate(2, 2, 2) == "even"
assert candidate(7, 7, 3) == "plain"
assert candidate(6, 5, 9) == "plain"
""",
        contract=lambda a, b, c: all(map(integer, (a, b, c))) and min(a, b, c) > 0 and 2 * max(a, b, c) < a + b + c,
        valid=((1, 1, 1), (5, 5, 9), (10, 6, 5), (8, 8, 8), (2, 3, 4), (100, 99, 2)),
        outside=((1, 2, 3), (1, 1, 10), (5, 1, 2), (3, 4, 0), (-2, -2, -2), (9, 4, 4)),
    ),
)
