"""Run many programs of trusted code on the same calls in one process, and tell what they do otherwise than a reference.

The text of this module is run by an executor as a program of its own, so it needs the standard library only; a call of
`prepare` is written behind it. Each program gets names of its own, and each call fresh arguments. Programs with a fault
often loop for ever: a round of a loop and a call of a function is a step, of which a call may take so many, so that the
outcome is the same on every machine. The counting is written into a program's syntax tree, which costs far less than
tracing the program; a range that is made counts by its length, since much may be done with it in a single call.
"""

from __future__ import annotations

import ast
import collections
import itertools
import marshal
import operator
import random
import struct
import sys
import types
from collections.abc import Iterator
from typing import Any

VERSION = 2
STEP, RANGE = "__step__", "__range__"
COUNTED = (ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef)
LOADING_STEPS = 100_000
RANGE_SHIFT = 6
"""A step for so many (as a power of two) numbers of a range."""
MOST_BYTES = 1 << 17
"""Of one answer; the expected ones are smaller."""
MOST_VALUES, MOST_DEPTH = MOST_BYTES, 100
"""In one answer: lists that hold themselves, or each other many times over, would take for ever to encode."""
CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
PLACE = struct.Struct("<III")
"""Place of a call, length of an answer's encoding, length of its mark."""
DEPTH = sys.getrecursionlimit()
CALLS: list[tuple[bytes, bytes, int]] = []


def prepare(calls: bytes) -> None:
    """Take in the calls: for each the arguments and the expected answer, encoded, and how many steps it may take."""
    CALLS.extend(marshal.loads(calls))


class TooManySteps(BaseException):
    """A call took more steps than it may."""


class Steps:
    """Counts down. A step is one item of an iterator, which takes no time to speak of."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.over = False
        self.left = itertools.repeat(None, most)
        self.step = itertools.chain(self.left, self.end()).__next__

    def end(self) -> Iterator[None]:
        """What comes after the last step."""
        self.over = True
        raise TooManySteps
        yield

    def range(self, *bounds: Any) -> range:
        """As the builtin, for a price."""
        made = range(*bounds)
        count = (abs(made.stop - made.start) // abs(made.step)) >> RANGE_SHIFT
        if count >= operator.length_hint(self.left):
            self.over = True
            raise TooManySteps
        next(itertools.islice(self.left, count, count), None)
        return made

    @property
    def taken(self) -> int:
        """Steps so far."""
        return self.most - operator.length_hint(self.left)


class Counting(ast.NodeTransformer):
    """Writes a step into each round of a loop and each call of a function."""

    def visit(self, node: Any) -> Any:
        """The node with steps in all of it."""
        self.generic_visit(node)
        if isinstance(node, COUNTED):
            node.body.insert(0, ast.copy_location(ast.Expr(self.call(STEP)), node.body[0]))
        elif isinstance(node, ast.comprehension):  # a condition more, which always holds
            node.ifs.insert(0, ast.UnaryOp(ast.Not(), self.call(STEP)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            node.func.id = RANGE
        return node

    @staticmethod
    def call(name: str) -> ast.Call:
        """A call without arguments."""
        return ast.Call(ast.Name(name, ast.Load()), [], [])


def loaded(source: str, entry_point: str) -> tuple[Any, dict[str, Any]]:
    """The function of a program, and all that the program defines."""
    space = types.ModuleType("completion")
    sys.modules["completion"] = space
    sys.setrecursionlimit(DEPTH)
    random.seed(0)
    tree = ast.fix_missing_locations(Counting().visit(ast.parse(source)))
    steps = Steps(LOADING_STEPS)
    space.__dict__.update({STEP: steps.step, RANGE: steps.range})
    exec(compile(tree, "<completion>", "exec", dont_inherit=True), space.__dict__)
    return space.__dict__[entry_point], space.__dict__


def tame(value: Any, depth: int = 0) -> int:
    """How many values are in a value; raises ValueError where it is endless, or as good as that, when written out."""
    if type(value) not in CONTAINERS:
        return 1
    items = [*value, *value.values()] if isinstance(value, dict) else value
    count = 1
    for item in items:
        count += tame(item, depth + 1) if type(item) in CONTAINERS else 1
        if count > MOST_VALUES or depth > MOST_DEPTH:
            raise ValueError
    return count


def encoded(value: Any) -> tuple[bytes, str]:
    """The encoding of an answer, and the mark of a library type whose plain content it is."""
    kind = type(value)
    if kind in CONTAINERS:
        tame(value)
        return marshal.dumps(value, VERSION), ""
    if kind in (collections.Counter, collections.OrderedDict, collections.defaultdict):
        return marshal.dumps(dict(value), VERSION), kind.__name__
    if kind is collections.deque:
        return marshal.dumps(list(value), VERSION), "deque"
    if kind.__module__ == "numpy":
        return marshal.dumps(value.tolist(), VERSION), "numpy." + kind.__name__
    if kind.__bases__ == (tuple,):
        return marshal.dumps(tuple(value), VERSION), "namedtuple"
    return marshal.dumps(value, VERSION), ""


def answers_of(source: str, entry_point: str) -> tuple[bytes, bytes, bytes]:
    """Make all calls on a program.

    Returns:
        (answers, failed, steps): each answer that is not, byte for byte, the expected one, as `PLACE`, encoding and
        mark; the places of calls without an answer; and how many steps each call took; numbers have four bytes.
    """
    answers, failed, taken = bytearray(), [], []
    try:
        function, space = loaded(source, entry_point)
    except BaseException:
        return b"", packed(range(len(CALLS))), b""
    for place, (blob, expected, most) in enumerate(CALLS):
        steps = Steps(most)
        space[STEP], space[RANGE] = steps.step, steps.range
        try:
            answer, mark = encoded(function(*marshal.loads(blob)))
        except BaseException:
            failed.append(place)
        else:
            if steps.over or len(answer) > MOST_BYTES:
                failed.append(place)
            elif mark or answer != expected:
                answers += PLACE.pack(place, len(answer), len(mark)) + answer + mark.encode()
        taken.append(steps.taken)
    return bytes(answers), packed(failed), packed(taken)


def packed(numbers: Any) -> bytes:
    """Four bytes for each number."""
    return struct.pack(f"<{len(numbers)}I", *numbers)
