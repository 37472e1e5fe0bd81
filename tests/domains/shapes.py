"""Problems whose base inputs show what may go in, by their shape alone; prompt and reference are silent on it."""

from __future__ import annotations

import re

from domains.written import Kind, WrittenProblem, integer, integers, one, text, texts


def matches(pattern: str, value: object) -> bool:
    """A string that is of the form from end to end."""
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


SHAPES = (
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="track_seconds",
        prompt='''"""
Write a function to convert the length of a track to seconds.
"""
''',
        solution="""def track_seconds(length):
    minutes, seconds = length.split(":")
    return int(minutes) * 60 + int(seconds)
""",
        check="""
assert candidate("3:25") == 205
assert candidate("12:30") == 750
assert candidate("0:59") == 59
assert candidate("4:07") == 247
assert candidate("10:00") == 600
""",
        contract=lambda length: matches(r"\d{1,2}:[0-5]\d", length),
        valid=one("1:05", "45:45", "0:00", "59:59", "7:31", "20:10"),
        outside=one("-3:25", "3:-25", " 3 : 25 ", "3:25:10", "", "325", "3:2x", "+3:25"),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="ticket_price",
        prompt='''def ticket_price(group):
    """
    Write a function to find the price of the tickets for a group.
    """
''',
        solution="""    words = group.split()
    return 12 * int(words[0]) + 5 * int(words[3])
""",
        check="""
assert candidate("2 adults and 3 children") == 39
assert candidate("1 adults and 0 children") == 12
assert candidate("10 adults and 20 children") == 220
assert candidate("4 adults and 1 children") == 53
assert candidate("0 adults and 7 children") == 35
""",
        contract=lambda group: matches(r"\d+ adults and \d+ children", group),
        valid=one(
            "0 adults and 0 children",
            "3 adults and 3 children",
            "25 adults and 2 children",
            "1 adults and 1 children",
            "7 adults and 40 children",
            "0 adults and 9 children",
        ),
        outside=one(
            "2 adults or 3 dogs",
            "-2 adults and 3 children",
            "2 adults and 3 children and 1 dog",
            "two adults and three children",
            "",
            "2 3",
            "2 adults and -3 children",
            "2 cats and 3 children",
        ),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="keys_pressed",
        prompt='''"""
Write a function to count the keys that a tune presses.
assert keys_pressed("C E G") == 3
"""
''',
        solution="""def keys_pressed(tune):
    return sum(len(note) for note in tune.split())
""",
        check="""
assert candidate("C E G") == 3
assert candidate("A C# E") == 4
assert candidate("F# B D") == 4
assert candidate("G# A# D# F") == 7
assert candidate("D") == 1
assert candidate("E F G A B C") == 6
""",
        contract=lambda tune: matches("([A-G]|[ACDFG]#)( ([A-G]|[ACDFG]#))*", tune),
        valid=one("C", "F# F#", "B A G F E D C", "D# E", "G G G", "A# B C# D"),
        outside=one("H", "c e g", "C,E,G", "C##", "Cb", "hello", "1 2"),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="lamps_on",
        prompt='''"""
Write a function to count the lamps that are on in a hall.
"""
''',
        solution="""def lamps_on(hall):
    return sum(map(sum, hall))
""",
        check="""
assert candidate([[1, 0], [0, 1]]) == 2
assert candidate([[1, 1, 1]]) == 3
assert candidate([[0], [0], [1]]) == 1
assert candidate([[1, 0, 1], [1, 1, 0], [0, 0, 0], [1, 1, 1]]) == 7
assert candidate([[0, 0, 1, 0], [1, 0, 0, 0]]) == 2
""",
        contract=lambda hall: (
            type(hall) is list
            and all(integers(row) and row and set(row) <= {0, 1} for row in hall)
            and len({len(row) for row in hall}) == 1
        ),
        valid=one([[0]], [[1]], [[0, 1, 0, 1, 1]], [[1, 1], [1, 1], [0, 0]], [[0, 0, 0], [0, 0, 0]], [[1], [1]]),
        outside=one(
            [[1], [0, 1]], [[2, 0], [0, 1]], [[-1, 1]], [[1, 0], [1]], [1, 0], [["1"]], [[0.5, 0.5]], [[1], []]
        ),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="kept_seats",
        prompt='''def kept_seats(draw):
    """
    Write a function to count the players who keep their seat after a draw.
    """
''',
        solution="    return sum(seat == player for player, seat in enumerate(draw))\n",
        check="""
assert candidate([1, 0, 2]) == 1
assert candidate([0, 1, 2, 3]) == 4
assert candidate([2, 0, 1]) == 0
assert candidate([3, 1, 0, 2, 4]) == 2
assert candidate([0]) == 1
assert candidate([5, 4, 3, 2, 1, 0]) == 0
""",
        contract=lambda draw: integers(draw) and draw != [] and sorted(draw) == list(range(len(draw))),
        valid=one([0, 1], [1, 0], [4, 3, 2, 1, 0], [0, 2, 1], [1, 2, 3, 0], [5, 0, 1, 2, 3, 4]),
        outside=one([0, 0, 1], [1, 2, 3], [0, 2], [5], [-1, 0, 1], [0, 1, 3], [1, 1]),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="motion_passes",
        prompt='''"""
Write a function to tell whether a motion passes.
"""
''',
        solution="""def motion_passes(votes):
    return votes.count("yes") > votes.count("no")
""",
        check="""
assert candidate(["yes", "no", "yes"]) is True
assert candidate(["no"]) is False
assert candidate(["abstain", "yes"]) is True
assert candidate(["yes", "no", "abstain"]) is False
assert candidate(["no", "abstain", "no", "yes"]) is False
""",
        contract=lambda votes: texts(votes) and votes != [] and set(votes) <= {"yes", "no", "abstain"},
        valid=one(
            ["yes"],
            ["abstain"],
            ["no", "yes"],
            ["yes", "yes", "yes", "no"],
            ["abstain", "abstain", "no"],
            ["no", "no", "yes", "abstain", "yes", "yes"],
        ),
        outside=one(["YES"], ["maybe"], [""], ["yes", "nope"], [1, 0], "yes", [None], [["yes"]]),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="parcel_volume",
        prompt='''"""
Write a function to find the volume of a parcel.
assert parcel_volume((2.0, 3.0, 1.5)) == 9.0
"""
''',
        solution="""def parcel_volume(sides):
    volume = 1.0
    for side in sides:
        volume *= side
    return volume
""",
        check="""
assert candidate((2.0, 3.0, 1.5)) == 9.0
assert candidate((0.5, 0.5, 4.0)) == 1.0
assert candidate((10.0, 1.0, 2.5)) == 25.0
assert candidate((1.0, 1.0, 1.0)) == 1.0
""",
        contract=lambda sides: (
            type(sides) is tuple and len(sides) == 3 and all(type(side) is float and side > 0 for side in sides)
        ),
        valid=one(
            (3.0, 3.0, 3.0), (0.25, 8.0, 2.0), (100.0, 0.5, 1.0), (2.5, 2.5, 0.1), (7.0, 1.0, 9.0), (1.5, 20.0, 0.75)
        ),
        outside=one(
            (2.0, 3.0),
            (2.0, 3.0, 1.5, 1.0),
            (-2.0, 3.0, 1.5),
            (2.0, -3.0, -1.5),
            (),
            ("2", 3.0, 1.0),
            4.0,
        ),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="strand_bonds",
        prompt='''def strand_bonds(strand):
    """
    Write a function to count the bonds that hold a strand of DNA to its partner.
    """
''',
        solution="""    return sum(3 if base in "CG" else 2 for base in strand)
""",
        check="""
assert candidate("ACGT") == 10
assert candidate("GGG") == 9
assert candidate("TATA") == 8
assert candidate("C") == 3
assert candidate("GATTACA") == 16
""",
        contract=lambda strand: matches("[ACGT]+", strand),
        valid=one("A", "TTTT", "CGCG", "ACGTACGT", "GT", "AAC"),
        outside=one("ACGU", "acgt", "AC GT", "AXG", "123", "A-C", "N"),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="improved",
        prompt='''"""
Write a function to find the pupils whose marks went up, in alphabetical order.
"""
''',
        solution="""def improved(marks):
    return sorted(name for name, row in marks.items() if row[-1] > row[0])
""",
        check="""
assert candidate({"Ann": [3, 5]}) == ["Ann"]
assert candidate({"Bob": [4, 4], "Cleo": [1, 2]}) == ["Cleo"]
assert candidate({}) == []
assert candidate({"Dirk": [6, 2], "Eda": [2, 3], "Flo": [5, 6]}) == ["Eda", "Flo"]
""",
        contract=lambda marks: (
            type(marks) is dict
            and all(
                matches("[A-Z][a-z]+", name) and integers(row) and len(row) == 2 and min(row) > 0
                for name, row in marks.items()
            )
        ),
        valid=one(
            {"Gus": [1, 1]},
            {"Hal": [2, 6], "Ida": [6, 2]},
            {"Jack": [5, 4]},
            {"Al": [3, 3], "Bea": [3, 4], "Cal": [4, 3], "Dee": [1, 6]},
            {"Kim": [2, 5]},
            {"Lou": [4, 6], "Max": [1, 2]},
        ),
        outside=one(
            {"Ann": [3, 5, 4]},
            {"Ann": [3]},
            {1: [3, 5]},
            {"Ann": "35"},
            {"Ann": [3, 5], "Bob": []},
            {"Ann": 3},
            {"Ann": ["3", "5"]},
            [["Ann", 3, 5]],
        ),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="on_white",
        prompt='''def on_white(men):
    """
    Write a function to count the chessmen that stand on white squares.
    """
''',
        solution="    return sum((ord(square[0]) + int(square[1])) % 2 for square in men)\n",
        check="""
assert candidate(["e4"]) == 1
assert candidate(["a1", "h8"]) == 0
assert candidate(["b3", "c5", "d6"]) == 1
assert candidate(["f7", "g2", "a6", "h1"]) == 4
assert candidate([]) == 0
""",
        contract=lambda men: type(men) is list and all(matches("[a-h][1-8]", square) for square in men),
        valid=one(["a8"], ["h1", "h2"], ["d4", "d5", "e5"], ["c3"], ["g7", "b2"], ["f1", "f2", "f3", "f4", "f5"]),
        outside=one(["i4"], ["e9"], ["e0"], ["E4"], ["44"], ["e4e5"], ["4e"], ["e4", ""], "e4"),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="invoice_total",
        prompt='''"""
Write a function to find the total of an invoice in cents.
"""
''',
        solution="""def invoice_total(lines):
    return sum(line[1] * line[2] for line in lines)
""",
        check="""
assert candidate([("pen", 2, 150)]) == 300
assert candidate([("ink", 1, 499), ("pad", 3, 200)]) == 1099
assert candidate([]) == 0
assert candidate([("map", 10, 75), ("tape", 2, 310), ("pen", 4, 150)]) == 1970
""",
        contract=lambda lines: (
            type(lines) is list
            and all(
                type(line) is tuple
                and len(line) == 3
                and text(line[0])
                and all(integer(number) and number > 0 for number in line[1:])
                for line in lines
            )
        ),
        valid=one(
            [("clip", 100, 1)],
            [("pen", 1, 1)],
            [("cap", 5, 20), ("bag", 6, 30)],
            [("desk", 1, 25000)],
            [("ink", 2, 2), ("ink", 2, 2)],
            [("pad", 12, 199), ("cup", 1, 450)],
        ),
        outside=one(
            [("pen", -2, 150)],
            [("pen", 2, -150)],
            [(7, 2, 150)],
            [("pen", 2)],
            [("pen", 2, 150, 1)],
            [("pen", 2.5, 150)],
            [("pen", "2", 150)],
            [("ink", 1, 499), ()],
        ),
    ),
    WrittenProblem(
        kind=Kind.SHAPES,
        source="shape",
        entry_point="panel_changes",
        prompt='''def panel_changes(panel):
    """
    Write a function to count the neighbouring switches of a panel that stand differently.
    """
''',
        solution="    return sum(left != right for left, right in zip(panel, panel[1:]))\n",
        check="""
assert candidate("10110010") == 5
assert candidate("00000000") == 0
assert candidate("11110000") == 1
assert candidate("01010101") == 7
assert candidate("00111100") == 2
""",
        contract=lambda panel: matches("[01]{8}", panel),
        valid=one("11111111", "10000000", "00000001", "11001100", "01111110", "10101010"),
        outside=one("1011", "", "000000000", "10120010", "1011001a", "1011 010", "0b101100"),
    ),
)
