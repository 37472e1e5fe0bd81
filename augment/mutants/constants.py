"""Operators on constants: numbers, texts, truth values, and where a search begins."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from augment.mutants.operators import Fault, made, operator
from augment.mutants.places import LOOPS, Place

MOST_OTHERS: Final = 3
"""Other constants of the program that one may become."""


@operator(("x + 2", "x + 3", "x + 1"), ("x + 0", "x + 1", "x + -1"), ("x and True",), ("xs[0]",))
def number(place: Place) -> Iterator[Fault]:
    """A whole number is one more or one less."""
    match place.node:
        case ast.Constant(value=bool()):
            return
        case ast.Constant(value=int() as value) if place.field != "slice":
            yield ast.Constant(value=value + 1)
            yield made(str(value - 1))


@operator(("x * 0.5", "x * 5.0", "x * 1.0", "x * 0.0"), ("x < 0.0", "x < 1.0", "x < 0.1"))
def scale(place: Place) -> Iterator[Fault]:
    """A float is ten times or twice as large, or whole; zero is not quite zero."""
    match place.node:
        case ast.Constant(value=float() as value) if value == 0.0:
            yield ast.Constant(value=1.0)
            yield ast.Constant(value=0.1)
        case ast.Constant(value=float() as value) if abs(value) < 1e15:
            yield ast.Constant(value=value * 10)
            yield ast.Constant(value=value * 2)
            yield ast.Constant(value=float(int(value)))


@operator(("x = True", "x = False"), ("x = None",), ("x = 1",))
def truth(place: Place) -> Iterator[Fault]:
    """`True` becomes `False`, and back."""
    match place.node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(value=not value)


@operator(
    ("x = 'Ab'", "x = 'ab'", "x = 'AB'", "x = ''", "x = 'b'", "x = 'A'", "x = 'Ab '"),
    ("x = ' '", "x = ''", "x = '  '"),
    ("x = ''", "x = ' '"),
    ("f'{x} Ab'",),
)
def text(place: Place) -> Iterator[Fault]:
    """A text has other letters' case, is empty, lacks a character at one end, or has a space more."""
    match place.node:
        case ast.Constant(value=str() as value):
            for other in dict.fromkeys((value.lower(), value.upper(), "", value[1:], value[:-1], f"{value} ")):
                if other != value:
                    yield ast.Constant(value=other)


@operator(
    ("f(1, 5, 'a', 'b')", "f(5, 5, 'a', 'b')", "f(1, 1, 'a', 'b')", "f(1, 5, 'b', 'b')", "f(1, 5, 'a', 'a')"),
    ("f(1, 2.5)",),
    ("f(True, 1)",),
)
def other_constant(place: Place) -> Iterator[Fault]:
    """A constant becomes another of its type that stands in the program."""
    if isinstance(place.node, ast.Constant) and isinstance(place.node.value, (int, float, str)):
        mine = place.node.value
        alike = [one for one in place.program.constants if type(one) is type(mine) and one != mine]
        if not isinstance(mine, bool):
            for other in alike[:MOST_OTHERS]:
                yield ast.Constant(value=other)


@operator(
    ("m = xs[0]\nfor x in xs: f(m)", "m = 0\nfor x in xs:\n    f(m)"),
    ("m = float('-inf')\nfor x in xs: f(m)", "m = 0\nfor x in xs:\n    f(m)"),
    ("m = xs[1]\nfor x in xs: f(m)",),
)
def beginning(place: Place) -> Iterator[Fault]:
    """A search for the largest or smallest begins with 0."""
    if isinstance(place.owner, ast.Assign) and place.field == "value":
        match place.node:
            case ast.Subscript(slice=ast.Constant(value=0)) | ast.Call(func=ast.Name(id="float")):
                yield ast.Constant(value=0)


@operator(
    ("n = 0\nwhile n < 3: n += 1", "n = 1\nwhile n < 3:\n    n += 1"),
    ("n = 1\nfor x in xs: n *= x", "n = 0\nfor x in xs:\n    n *= x"),
    ("n = 0\nn += 1",),
)
def initial(place: Place) -> Iterator[Fault]:
    """What is counted up in the loop that follows begins with 1 for 0, or with 0 for 1."""
    match place.node:
        case ast.Assign(targets=targets, value=ast.Constant(value=0 | 1 as value)) if isinstance(place.next, LOOPS):
            yield [_assigned(targets, ast.Constant(value=1 - value))]


def _assigned(targets: list[ast.expr], value: ast.expr) -> ast.stmt:
    return ast.Assign(targets=targets, value=value, lineno=0)


@operator(
    ("def f(a, b=1, c='x'): pass", "def f(a, b=0, c='x'):\n    pass", "def f(a, b=1, c=None):\n    pass"),
    ("def f(a): pass",),
)
def default(place: Place) -> Iterator[Fault]:
    """An argument has another default: none, or none of it."""
    if isinstance(place.owner, ast.arguments):
        match place.node:
            case ast.Constant(value=int() | float() as value) if value:
                yield ast.Constant(value=type(value)(0))
            case ast.Constant(value=str()):
                yield ast.Constant(value=None)
