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
import contextlib
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
STEP, RANGE, MARK = "__step__", "__range__", "__mark__"
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


class Marking(ast.NodeTransformer):
    """Writes a mark into each branch: arms of conditions, rounds and ends of loops, operands, cases and handlers."""

    def __init__(self) -> None:
        self.count = 0

    def mark(self) -> ast.Call:
        """A call that notes a branch of its own."""
        self.count += 1
        return ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(self.count - 1)], [])

    def begin(self, body: list[ast.stmt]) -> None:
        """Mark the beginning of some statements; of none, too."""
        body.insert(0, ast.Expr(self.mark()))

    def marked(self, value: ast.expr) -> ast.expr:
        """The expression, marked where it is evaluated: marks give None."""
        return ast.BoolOp(ast.Or(), [self.mark(), value])

    def visit(self, node: Any) -> Any:
        """The node with marks in all of it."""
        self.generic_visit(node)
        if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            self.begin(node.body)
            self.begin(node.orelse)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ExceptHandler, ast.match_case)):
            self.begin(node.body)
        elif isinstance(node, ast.IfExp):
            node.body, node.orelse = self.marked(node.body), self.marked(node.orelse)
        elif isinstance(node, ast.BoolOp):
            node.values[1:] = [self.marked(value) for value in node.values[1:]]
        elif isinstance(node, ast.comprehension) and node.ifs:
            node.ifs = [ast.UnaryOp(ast.Not(), self.mark()), *node.ifs, ast.UnaryOp(ast.Not(), self.mark())]
        return node


def loaded(source: str, entry_point: str, marking: Marking | None = None) -> tuple[Any, dict[str, Any]]:
    """The function of a program, and all that the program defines; with its branches marked where that is asked for."""
    space = types.ModuleType("completion")
    sys.modules["completion"] = space
    sys.setrecursionlimit(DEPTH)
    random.seed(0)
    tree = ast.parse(source)
    tree = ast.fix_missing_locations(Counting().visit(marking.visit(tree) if marking else tree))
    steps = Steps(LOADING_STEPS)
    space.__dict__.update({STEP: steps.step, RANGE: steps.range, MARK: lambda branch: None})
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


def branches_of(source: str, entry_point: str) -> tuple[int, bytes]:
    """Make all calls on a program and note the branches that each takes.

    Returns:
        (branches, taken): how many branches it has; and for each call, one after the other, a byte for each of them: 0
        where the call did not take it, 1 to 3 for as many times, one more for each doubling above.
    """
    marking, taken = Marking(), bytearray()
    try:
        function, space = loaded(source, entry_point, marking)
    except BaseException:
        return 0, b""
    for blob, _, most in CALLS:
        counts = [0] * marking.count
        steps = Steps(most)
        space.update({STEP: steps.step, RANGE: steps.range, MARK: noting(counts)})
        with contextlib.suppress(BaseException):
            function(*marshal.loads(blob))
        taken += bytes(count if count < 4 else 1 + count.bit_length() for count in counts)
    return marking.count, bytes(taken)


def noting(counts: list[int]) -> Any:
    """What a mark does."""

    def mark(branch: int) -> None:
        counts[branch] += 1

    return mark


def packed(numbers: Any) -> bytes:
    """Four bytes for each number."""
    return struct.pack(f"<{len(numbers)}I", *numbers)
