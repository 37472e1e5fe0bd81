"""Problems whose prompt says in words what may go in; base inputs are too few or too tame to tell."""

from __future__ import annotations

import re
from datetime import datetime

from domains.written import Kind, WrittenProblem, integer, integers, one, text, texts


def balanced(plan: str) -> bool:
    """Square brackets only, each closed in the right order."""
    while "[]" in plan:
        plan = plan.replace("[]", "")
    return not plan


def calendar_date(date: str) -> bool:
    """A day that exists, as dd.mm.yyyy."""
    if not re.fullmatch(r"\d\d\.\d\d\.\d{4}", date, re.ASCII):
        return False
    try:
        datetime.strptime(date, "%d.%m.%Y")
    except ValueError:
        return False
    return True


WORDS = (
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="tiles_needed",
        prompt='''"""
Write a function to find how many square tiles cover a floor. The sides of floor and tile are positive integers.
assert tiles_needed(7, 5, 2) == 12
"""
''',
        solution="""
def tiles_needed(width, length, side):
    return -(-width // side) * -(-length // side)
""",
        check="""
assert candidate(7, 5, 2) == 12
assert candidate(10, 10, 5) == 4
assert candidate(9, 4, 3) == 6
assert candidate(12, 6, 4) == 6
""",
        contract=lambda *sides: all(integer(side) and side > 0 for side in sides),
        valid=((1, 1, 1), (1, 9, 4), (1000, 3, 7), (3, 1000000, 2), (5, 5, 9), (2, 1, 3)),
        outside=((0, 5, 2), (7, 0, 2), (-7, 5, 2), (7, 5, -2), (-1, -1, 1), (7.5, 5, 2), (7, 5, 0)),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="loyalty_points",
        prompt='''def loyalty_points(cents: int) -> int:
    """ Return the loyalty points for a purchase of a non-negative number of cents: one point for
    every full euro, and two more from fifty euros on.
    >>> loyalty_points(250)
    2
    >>> loyalty_points(6000)
    62
    """
''',
        solution="    return cents // 100 + (2 if cents >= 5000 else 0)\n",
        check="""
assert candidate(250) == 2
assert candidate(999) == 9
assert candidate(6000) == 62
assert candidate(12050) == 122
assert candidate(4999) == 49
""",
        contract=lambda cents: integer(cents) and cents >= 0,
        valid=one(0, 1, 99, 100, 5000, 10**9),
        outside=one(-1, -100, -5001, 2.5, "250", None),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="widest_gap",
        prompt='''from typing import List


def widest_gap(readings: List[int]) -> int:
    """ Given at least two temperature readings, in any order, return the widest gap
    between two neighbours once the readings are sorted.
    >>> widest_gap([12, 3, 8])
    5
    """
''',
        solution="""    ordered = sorted(readings)
    widest = 0
    for low, high in zip(ordered, ordered[1:]):
        widest = max(widest, high - low)
    return widest
""",
        check="""
assert candidate([12, 3, 8]) == 5
assert candidate([20, 21, 25, 40]) == 15
assert candidate([7, 1, 4]) == 3
assert candidate([5, 9, 2, 18]) == 9
""",
        contract=lambda readings: integers(readings) and len(readings) >= 2,
        valid=one([1, 2], [4, 4], [-3, -10], [0, 0, 0], [-5, 100, 3], [9, 8, 7, 6, 5, 4, 3, 2, 1]),
        outside=one([], [5], [0], [-1], [1.5, 2.5], ["a", "b"], "12"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="place_in_roster",
        prompt='''from bisect import bisect_left
from typing import List


def place_in_roster(roster: List[str], name: str) -> int:
    """You're given a roster, sorted in ascending order, and a name that joins it.
    Return the index at which the name has to be put so that the roster stays sorted;
    a name that is there already is put before its equals.

    place_in_roster(["Bo"], "Cy") == 1
    place_in_roster(["Bo"], "Al") == 0
    """
''',
        solution="    return bisect_left(roster, name)\n",
        check="""
assert candidate([], "Ann") == 0
assert candidate(["Bo"], "Al") == 0
assert candidate(["Bo"], "Cy") == 1
assert candidate(["Al", "Cy"], "Bo") == 1
""",
        contract=lambda roster, name: texts(roster) and roster == sorted(roster) and text(name),
        valid=(
            (["Al", "Bo", "Cy"], "Dee"),
            (["Al", "Al"], "Al"),
            (["Al"], "Al"),
            (["Amy", "Ben", "Cat", "Dan", "Eve"], "Ben"),
            ([], "Zoe"),
            (["Kim", "Lee", "Max", "Max"], "Max"),
        ),
        outside=(
            (["Cy", "Al"], "Bo"),
            (["Bo", "Al"], "Cy"),
            (["Al", "Cy", "Bo"], "Di"),
            (["Zed", "Yan", "Xia"], "Ann"),
            (["Eve", "Dan", "Cat", "Ben", "Amy"], "Ben"),
            ("Al", "Bo"),
            (["Al", "Cy"], 3),
        ),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="letter_sum",
        prompt='''def letter_sum(word):
    """
    The worth of a word is the sum of its letters' places in the alphabet (a = 1, ..., z = 26).
    Return the worth of the given word.

    Constraints:
    1 <= len(word) <= 12
    word consists of lowercase English letters only.

    Example: letter_sum("tea") => 26
    """
''',
        solution="    return sum(ord(letter) - 96 for letter in word)\n",
        check="""
assert candidate("tea") == 26
assert candidate("sun") == 54
assert candidate("ale") == 18
assert candidate("note") == 54
""",
        contract=lambda word: text(word) and bool(re.fullmatch("[a-z]{1,12}", word)),
        valid=one("a", "z", "jinx", "quartz", "abcdefghijkl", "mmmm"),
        outside=one("", "Tea", "s un", "tea!", "abcdefghijklm", "née", "42"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="drum_total",
        prompt='''"""
Write a function to add up the drums of a meter. The reading is a string of at least one and at most 8 digits.
assert drum_total("0042") == 6
"""
''',
        solution="""def drum_total(reading):
    total = 0
    for drum in reading:
        total += ord(drum) - 48
    return total
""",
        check="""
assert candidate("0042") == 6
assert candidate("1305") == 9
assert candidate("777") == 21
assert candidate("120456") == 18
""",
        contract=lambda reading: text(reading) and bool(re.fullmatch("[0-9]{1,8}", reading)),
        valid=one("7", "00000000", "99999999", "12345", "98", "8901"),
        outside=one("", "123456789", "12 3", "-12", "1.5", "12a4"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="grade_band",
        prompt='''def grade_band(score: int) -> str:
    """Return the band of a score between 0 and 100, both included. Every band is twenty
    points wide, 'E' is the lowest and 'A' the highest, and a full score is an 'A' too.
    """
''',
        solution='    return "EDCBAA"[score // 20]\n',
        check="""
assert candidate(12) == "E"
assert candidate(47) == "C"
assert candidate(55) == "C"
assert candidate(88) == "A"
assert candidate(61) == "B"
""",
        contract=lambda score: integer(score) and 0 <= score <= 100,
        valid=one(0, 100, 1, 99, 20, 80),
        outside=one(-1, 101, 119, -20, 1000, 55.5, "88"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="repdigit",
        prompt='''def repdigit(digit: int, width: int) -> int:
    """ Return the number that writes the given digit down `width` times.
    The digit is not negative and less than 10; the width is positive and at most 20.

    >>> repdigit(3, 4)
    3333
    """
''',
        solution="    return int(str(digit) * width)\n",
        check="""
assert candidate(3, 4) == 3333
assert candidate(7, 2) == 77
assert candidate(5, 6) == 555555
assert candidate(2, 3) == 222
""",
        contract=lambda digit, width: integer(digit) and 0 <= digit < 10 and integer(width) and 0 < width <= 20,
        valid=((0, 1), (9, 20), (1, 1), (0, 5), (9, 9), (8, 1)),
        outside=((10, 3), (12, 1), (-1, 1), (3, 21), (100, 2), (3, 0), (3, -1)),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="podium",
        prompt='''from typing import List


def podium(times: List[int]) -> List[int]:
    """ Return the indices of the three fastest runners, the winner first.
    There are at least 3 runners, and all times are distinct.

    >>> podium([54, 51, 60, 49])
    [3, 1, 0]
    """
''',
        solution="    return sorted(range(len(times)), key=lambda runner: times[runner])[:3]\n",
        check="""
assert candidate([54, 51, 60, 49]) == [3, 1, 0]
assert candidate([70, 65, 68, 90, 61]) == [4, 1, 2]
assert candidate([33, 31, 35, 30]) == [3, 1, 0]
assert candidate([58, 44, 47, 52, 61, 40]) == [5, 1, 2]
""",
        contract=lambda times: integers(times) and len(times) >= 3 and len(set(times)) == len(times) and min(times) > 0,
        valid=one([3, 2, 1], [1, 2, 3], [10, 30, 20, 40], [100, 1, 50, 1000, 7], [61, 60, 59, 58, 57, 56], [2, 9, 4]),
        outside=one([], [50], [50, 51], [50, 50, 50], [54, 51, 60, 51], [40, 41, 42, 43, 40]),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="outer_stops",
        prompt='''def outer_stops(line):
    """
    A bus line is given as a string of stop numbers that are separated by single spaces.
    Each stop number is an integer between 1 and 60. Stops above 40 lie in the outer zone.
    Write a function that counts the stops of the line that lie in the outer zone.
    For example:
    outer_stops("12 5 43") ➞ 1
    """
''',
        solution="    return sum(int(stop) > 40 for stop in line.split())\n",
        check="""
assert candidate("12 5 43") == 1
assert candidate("50 51") == 2
assert candidate("7 30 22 9") == 0
assert candidate("41") == 1
""",
        contract=lambda line: (
            text(line) and bool(re.fullmatch(r"[1-9][0-9]?( [1-9][0-9]?)*", line)) and max(map(int, line.split())) <= 60
        ),
        valid=one("1", "60", "60 1 1", "40 41", "9 8 7 6 5 4 3 2 1", "33 33"),
        outside=one("61", "0 5", "12 99", "-3 8", "12,5", "a b", "12 5.5"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="nesting",
        prompt='''def nesting(plan: str) -> int:
    """ The plan of a house is a balanced string of square brackets: each bracket that opens is
    closed in the right order, and there are no other characters.
    Return how deep the brackets are nested.
    >>> nesting('[][[]]')
    2
    """
''',
        solution="""    depth = deepest = 0
    for bracket in plan:
        depth += 1 if bracket == "[" else -1
        deepest = max(deepest, depth)
    return deepest
""",
        check="""
assert candidate("[]") == 1
assert candidate("[[]]") == 2
assert candidate("[][[]]") == 2
assert candidate("[[[]]]") == 3
assert candidate("[[][]]") == 2
""",
        contract=lambda plan: text(plan) and balanced(plan),
        valid=one("[][]", "[[[[]]]]", "[[]][[]]", "[][][]", "[[[][]]]", "[[][[]]]"),
        outside=one("[", "]", "][", "[[]", "[]]", "[a]", "()", "[] []"),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="quarter_of",
        prompt='''def quarter_of(date: str) -> str:
    """Return the quarter of the year, from 'Q1' to 'Q4', of a calendar date in the form dd.mm.yyyy."""
''',
        solution='    return "Q" + str((int(date[3:5]) + 2) // 3)\n',
        check="""
assert candidate("14.02.2021") == "Q1"
assert candidate("30.06.1999") == "Q2"
assert candidate("09.09.2009") == "Q3"
assert candidate("25.12.2020") == "Q4"
""",
        contract=lambda date: text(date) and calendar_date(date),
        valid=one("01.01.1900", "31.12.2024", "29.02.2024", "15.08.2030", "30.04.2011", "07.07.1977"),
        outside=one("2021-02-14", "14/02/2021", "32.01.2020", "15.13.2021", "00.00.2000", "1.2.2020", "31.04.2021", ""),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="crossings",
        prompt='''def crossings(cars, deck):
    """
    A ferry takes up to `deck` cars at a time. All cars wait on its side of the river.
    Find the number of crossings after which the last car has arrived; crossings without cars count too.

    Input: two integers, cars and deck
    1 <= cars <= 10^5
    1 <= deck <= 100

    >>> crossings(7, 3)
    5
    """
''',
        solution="    return 2 * -(-cars // deck) - 1\n",
        check="""
assert candidate(7, 3) == 5
assert candidate(40, 10) == 7
assert candidate(5, 8) == 1
assert candidate(1000, 30) == 67
""",
        contract=lambda cars, deck: integer(cars) and 1 <= cars <= 10**5 and integer(deck) and 1 <= deck <= 100,
        valid=((1, 1), (100000, 1), (100000, 100), (1, 100), (99, 100), (2, 2)),
        outside=((0, 3), (100001, 3), (7, 101), (-4, 2), (7, -3), (10**9, 50), (7, 0)),
    ),
    WrittenProblem(
        kind=Kind.WORDS,
        source="prompt",
        entry_point="middle_reading",
        prompt='''from typing import List


def middle_reading(readings: List[int]) -> int:
    """ Return the reading that stands in the middle after sorting.
    The number of readings is odd; they are integers and come in any order.
    >>> middle_reading([9, 1, 4])
    4
    """
''',
        solution="    return sorted(readings)[len(readings) // 2]\n",
        check="""
assert candidate([5]) == 5
assert candidate([9, 1, 4]) == 4
assert candidate([3, 8, 6]) == 6
assert candidate([10, 2, 7, 5, 1]) == 5
""",
        contract=lambda readings: integers(readings) and len(readings) % 2 == 1,
        valid=one([0], [-4, -9, 2], [7, 7, 7], [1, 2, 3, 4, 5, 6, 7], [100, -100, 0], [2, 2, 1]),
        outside=one([], [1, 2], [4, 3, 2, 1], [5, 5], [9, 1, 4, 2, 8, 0], [-1, 1]),
    ),
)
