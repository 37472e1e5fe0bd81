"""Problems whose reference tells by a guard or a branch what may go in; prompt and base inputs are silent on it."""

from __future__ import annotations

from domains.written import Kind, WrittenProblem, integer, integers, one, text


def parcel(value: object) -> bool:
    """A number, or a list of parcels."""
    return integer(value) or (type(value) is list and all(map(parcel, value)))


GUARDS = (
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="mean_step",
        prompt='''def mean_step(levels):
    """
    Write a function to find the average step between neighbouring water levels, up or down.
    """
''',
        solution="""    if len(levels) < 2:
        return 0.0
    steps = [abs(after - before) for before, after in zip(levels, levels[1:])]
    return sum(steps) / len(steps)
""",
        check="""
assert candidate([1, 4, 6]) == 2.5
assert candidate([10, 8, 9, 15]) == 3.0
assert candidate([5, 5, 5]) == 0.0
assert candidate([2, 12, 3]) == 9.5
""",
        contract=lambda levels: integers(levels),
        valid=one([], [7], [3, 9], [4, 4], [1, 2, 3, 4, 5], [1]),
        outside=one(["a", "b"], ["a"], None, [None], [[1, 2], [3, 4]], "a", 12),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="halvings",
        prompt='''"""
Write a function to count how often a number can be halved without a remainder.
assert halvings(12) == 2
"""
''',
        solution="""def halvings(n):
    if n < 0:
        raise ValueError("n must not be negative")
    if n == 0:
        return 0
    count = 0
    while n % 2 == 0:
        n //= 2
        count += 1
    return count
""",
        check="""
assert candidate(12) == 2
assert candidate(8) == 3
assert candidate(7) == 0
assert candidate(40) == 3
""",
        contract=lambda n: integer(n) and n >= 0,
        valid=one(0, 1, 2, 1024, 999, 10**12),
        outside=one(-1, -2, -8, -1024, 2.5, "8"),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="parcel_weight",
        prompt='''"""
Write a function to add up the weights in a parcel.
assert parcel_weight([3, [4, 5]]) == 12
"""
''',
        solution="""def parcel_weight(parcel):
    if isinstance(parcel, int):
        return parcel
    return sum(parcel_weight(part) for part in parcel)
""",
        check="""
assert candidate([3, [4, 5]]) == 12
assert candidate([1, 2]) == 3
assert candidate([[2], [6]]) == 8
assert candidate([10]) == 10
""",
        contract=lambda value: parcel(value),
        valid=one(7, 12, [], [[[1], 2], 3], [1, [2, [3, [4]]]], [[[[5]]]]),
        outside=one("3", None, 2.5, [1, "a"], {1: 2}, [None], [1.5]),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="badge",
        prompt='''def badge(name):
    """
    Write a function to write a name badge.
    badge("Ada") should return "ADA"
    """
''',
        solution="""    if name is None:
        return "GUEST"
    return name.strip().upper()
""",
        check="""
assert candidate("Ada") == "ADA"
assert candidate("Bob Lee") == "BOB LEE"
assert candidate("Eva") == "EVA"
assert candidate(" Kim ") == "KIM"
""",
        contract=lambda name: name is None or text(name),
        valid=one(None, "Jo", "Pat Lee", "anna maria", "MAX", "Kimberley"),
        outside=one(5, ["Ada"], 2.5, {"name": "Ada"}, ("Ada",), b"Ada", 0),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="lift_log",
        prompt='''"""
Write a function to sum up the log of a lift.
assert lift_log([3, 4]) == [7, 0, 0]
"""
''',
        solution="""def lift_log(moves):
    up = down = still = 0
    for move in moves:
        if move < 0:
            down -= move
        elif move == 0:
            still += 1
        else:
            up += move
    return [up, down, still]
""",
        check="""
assert candidate([3, 4]) == [7, 0, 0]
assert candidate([1]) == [1, 0, 0]
assert candidate([2, 5, 1]) == [8, 0, 0]
assert candidate([6, 2]) == [8, 0, 0]
""",
        contract=lambda moves: integers(moves),
        valid=one([-3], [0], [4, -4], [0, -2, 5], [-1, -1], [3, 0]),
        outside=one(["3"], [None], None, [[3]], "34", 5, [1.5, "x"]),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="battery_bar",
        prompt='''def battery_bar(level):
    """
    Write a function to draw the level of a battery as a bar of twelve characters.
    """
''',
        solution="""    assert 1 <= level <= 12, "no such level"
    return "#" * level + "." * (12 - level)
""",
        check="""
assert candidate(2) == "##.........."
assert candidate(3) == "###........."
assert candidate(5) == "#####......."
assert candidate(6) == "######......"
""",
        contract=lambda level: integer(level) and 1 <= level <= 12,
        valid=one(1, 12, 4, 7, 8, 11),
        outside=one(0, 13, -1, 100, 2.5, "3"),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="first_order",
        prompt='''def first_order(line: str) -> str:
    """ Return the first order on a line of the script.
    >>> first_order('stop; restart')
    'stop'
    """
''',
        solution="""    if not line:
        return "wait"
    if line.startswith("#"):
        return "remark"
    return line.split(";")[0].strip()
""",
        check="""
assert candidate("stop; restart") == "stop"
assert candidate("load x; go") == "load x"
assert candidate("halt") == "halt"
assert candidate("go ; on ; off") == "go"
""",
        contract=lambda line: text(line),
        valid=one("", "#", "# stop; restart", "go;on", "on", "x ; y"),
        outside=one(5, None, ["stop"], b"halt", 3.5, ("stop",)),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="to_order",
        prompt='''def to_order(stock):
    """
    Write a function to find the articles that have to be ordered again, in alphabetical order.
    """
''',
        solution="""    if not stock:
        return []
    for amount in stock.values():
        if amount < 0:
            raise ValueError("amounts are never negative")
    return sorted(name for name, amount in stock.items() if amount < 3)
""",
        check="""
assert candidate({"nut": 1, "bolt": 9}) == ["nut"]
assert candidate({"cog": 2}) == ["cog"]
assert candidate({"cam": 5, "pin": 4}) == []
assert candidate({"rod": 1, "axle": 2}) == ["axle", "rod"]
""",
        contract=lambda stock: (
            type(stock) is dict
            and all(text(name) and integer(amount) and amount >= 0 for name, amount in stock.items())
        ),
        valid=one({}, {"nut": 0}, {"cam": 0, "rod": 0}, {"bolt": 100}, {"cog": 3}, {"pin": 2, "cog": 3}),
        outside=one({"nut": -1}, {"cam": 5, "rod": -2}, {"cog": -100}, {"rod": "2"}, ["nut"], {"nut": None}, 5),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="shared_places",
        prompt='''def shared_places(a, b):
    """
    Write a function to count the places at which two codes carry the same character.
    """
''',
        solution="""    if len(a) != len(b):
        return -1
    return sum(x == y for x, y in zip(a, b))
""",
        check="""
assert candidate("abc", "abd") == 2
assert candidate("xx", "xy") == 1
assert candidate("hello", "jello") == 4
assert candidate("q", "r") == 0
""",
        contract=lambda a, b: text(a) and text(b),
        valid=(("abc", "ab"), ("x", "xyz"), ("hello", "hell"), ("jelly", "q"), ("aa", "aa"), ("xyx", "yx")),
        outside=((1, 2), ("ab", None), (["a"], ["a"]), (b"ab", b"ab"), (("a",), ("b",)), (3.5, "a")),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="chapter_pages",
        prompt='''"""
Write a function to count the pages of a chapter.
assert chapter_pages(3, 9) == 7
"""
''',
        solution="""def chapter_pages(first, last):
    if first < 1 or last < first:
        raise ValueError("no such chapter")
    return last - first + 1
""",
        check="""
assert candidate(3, 9) == 7
assert candidate(10, 12) == 3
assert candidate(2, 20) == 19
assert candidate(45, 60) == 16
""",
        contract=lambda first, last: integer(first) and integer(last) and 1 <= first <= last,
        valid=((5, 5), (1, 1), (1, 2), (7, 1000), (12, 30), (2, 99)),
        outside=((9, 3), (2, 1), (0, 5), (-4, -2), (60, 59), ("3", "9")),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="gc_share",
        prompt='''def gc_share(strand):
    """
    Write a function to find the share of G and C in a strand.
    """
''',
        solution="""    if strand == "":
        return 0.0
    if any(base not in "ACGT" for base in strand):
        return -1.0
    return (strand.count("G") + strand.count("C")) / len(strand)
""",
        check="""
assert candidate("ACGT") == 0.5
assert candidate("GGC") == 1.0
assert candidate("ATTA") == 0.0
assert candidate("GATC") == 0.5
""",
        contract=lambda strand: text(strand),
        valid=one("", "ACGU", "acgt", "N", "A C", "GAXC"),
        outside=one(5, None, ["G", "C"], ["A"], {"A": 1}, 2.5, b"ACGT"),
    ),
    WrittenProblem(
        kind=Kind.GUARDS,
        source="guard",
        entry_point="seat_number",
        prompt='''def seat_number(label):
    """
    Write a function to read the seat number from the label of a ticket.
    """
''',
        solution="""    try:
        seat = int(label)
    except ValueError:
        return 0
    return seat if 0 < seat <= 300 else 0
""",
        check="""
assert candidate("12") == 12
assert candidate("7") == 7
assert candidate("299") == 299
assert candidate("045") == 45
""",
        contract=lambda label: text(label),
        valid=one("", "A7", "301", "-4", "twelve", "0"),
        outside=one(None, ["12"], 5, 2.5, b"12", ("12",), {"seat": "12"}),
    ),
)
