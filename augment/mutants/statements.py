"""Operators on statements: what is forgotten, done too early, too late, or only once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from augment.mutants.operators import Fault, operator
from augment.mutants.places import Place

LEAVES: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def _one(node: ast.stmt) -> list[ast.stmt]:
    return [node]


@operator(
    ("if not xs: return 0", ""),
    ("while True:\n    if x: continue\n    f()", "while True:\n    f()"),
    ("if x: f()",),
    ("if x: return 0\nelse: f()",),
)
def guard(place: Place) -> Iterator[Fault]:
    """A guard such as `if not xs: return 0` is forgotten."""
    match place.node:
        case ast.If(body=[*_, last], orelse=[]) if isinstance(last, LEAVES):
            yield []


@operator(
    ("x = 1\nx = 2", "x = 2", "x = 1"),
    ("x += 1", ""),
    ("xs.sort()", ""),
    ("x = 1",),
)
def forgotten(place: Place) -> Iterator[Fault]:
    """A statement is not there: a count, a call, a value that was given to a name again."""
    match place.node:
        case ast.AugAssign() | ast.Expr(value=ast.Call()) | ast.Delete() | ast.Assert():
            yield []
        case ast.Assign(targets=[ast.Name(id=name)]):
            if _times_given(name, place.function or place.owner) > 1:
                yield []
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield []


def _times_given(name: str, around: ast.AST) -> int:
    """How often a name gets a value, as an argument too."""
    stored = [node for node in ast.walk(around) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    arguments = [node for node in ast.walk(around) if isinstance(node, ast.arg)]
    return sum(node.id == name for node in stored) + sum(node.arg == name for node in arguments)


@operator(
    ("if a: f()\nelse: g()", "if a:\n    f()", "if a:\n    g()\nelse:\n    f()"),
    ("if a: f()\nelif b: g()\nelse: h()", "if a:\n    f()",
     "if a:\n    if b:\n        g()\n    else:\n        h()\nelse:\n    f()", "if a:\n    f()\nelse:\n    h()",
     "if a:\n    f()\nelif b:\n    g()", "if a:\n    f()\nelif b:\n    h()\nelse:\n    g()"),
    ("if a: f()",),
)  # fmt: skip
def branch(place: Place) -> Iterator[Fault]:
    """An `else` or an `elif` is forgotten, or the two sides change places."""
    match place.node:
        case ast.If(test=test, body=body, orelse=[_, *_] as orelse):
            yield _one(ast.If(test=test, body=body, orelse=[]))
            yield _one(ast.If(test=test, body=orelse, orelse=body))
            match orelse:
                case [ast.If(orelse=[_, *_] as rest)]:
                    yield _one(ast.If(test=test, body=body, orelse=rest))


@operator(
    ("for x in xs: f()\nelse: g()", "for x in xs:\n    f()"),
    ("while a:\n    f()\nelse: g()", "while a:\n    f()"),
    ("for x in xs: f()",),
)
def after_loop(place: Place) -> Iterator[Fault]:
    """The `else` of a loop is forgotten."""
    match place.node:
        case ast.For(target=target, iter=items, body=body, orelse=[_, *_]):
            yield _one(ast.For(target=target, iter=items, body=body, orelse=[], lineno=0))
        case ast.While(test=test, body=body, orelse=[_, *_]):
            yield _one(ast.While(test=test, body=body, orelse=[]))


@operator(
    ("n += x", "n = x", "n -= x"),
    ("n -= 1", "n = 1", "n += 1"),
    ("n *= x", "n = x", "n += x"),
    ("n //= 2", "n = 2", "n /= 2"),
    ("s += [x]", "s = [x]", "s -= [x]"),
)
def update(place: Place) -> Iterator[Fault]:
    """`n += x` becomes `n = x`, or another operation."""
    others: dict[type[ast.operator], type[ast.operator]] = {
        ast.Add: ast.Sub,
        ast.Sub: ast.Add,
        ast.Mult: ast.Add,
        ast.FloorDiv: ast.Div,
        ast.Div: ast.FloorDiv,
    }
    match place.node:
        case ast.AugAssign(target=target, op=operation, value=value):
            yield _one(ast.Assign(targets=[target], value=value, lineno=0))
            other = others.get(type(operation))
            if other is not None:
                yield _one(ast.AugAssign(target=target, op=other(), value=value))


@operator(
    ("for x in xs:\n    if x: break\n    f()", "for x in xs:\n    if x:\n        continue\n    f()",
     "for x in xs:\n    if x:\n        pass\n    f()"),
    ("for x in xs:\n    if x: continue\n    f()", "for x in xs:\n    if x:\n        break\n    f()",
     "for x in xs:\n    if x:\n        pass\n    f()"),
)  # fmt: skip
def way_out(place: Place) -> Iterator[Fault]:
    """`break` becomes `continue`, and back, or is forgotten."""
    match place.node:
        case ast.Break():
            yield _one(ast.Continue())
            yield []
        case ast.Continue():
            yield _one(ast.Break())
            yield []


@operator(
    ("for x in xs: n += x\nreturn n", "for x in xs:\n    n += x\n    return n\nreturn n"),
    ("for x in xs:\n    if x: return True\nreturn False",
     "for x in xs:\n    if x:\n        return True\n    return False\nreturn False"),
    ("for x in xs: n += x\nn += 1",),
)  # fmt: skip
def early_return(place: Place) -> Iterator[Fault]:
    """What is returned after a loop is returned at the end of its first round."""
    match place.node:
        case ast.For() | ast.While() as loop if isinstance(place.next, ast.Return):
            yield _one(_with_body(loop, [*loop.body, place.next]))


@operator(
    ("for x in xs:\n    n += x\n    return n", "for x in xs:\n    n += x\nreturn n"),
    ("for x in xs:\n    return x",),
)
def late_return(place: Place) -> Iterator[Fault]:
    """A return at the end of a loop's round stands behind the loop."""
    match place.node:
        case ast.For(body=[_, *_, ast.Return() as last]) | ast.While(body=[_, *_, ast.Return() as last]) as loop:
            yield [_with_body(loop, loop.body[:-1]), last]


@operator(
    ("for x in xs: f(x)", "for x in xs:\n    f(x)\n    break"),
    ("while c: f()", "while c:\n    f()\n    break"),
    ("for x in xs:\n    f(x)\n    return x",),
)
def one_round(place: Place) -> Iterator[Fault]:
    """A loop ends after its first round."""
    match place.node:
        case ast.For(body=[*_, last]) | ast.While(body=[*_, last]) as loop if not isinstance(last, LEAVES):
            yield _one(_with_body(loop, [*loop.body, ast.Break()]))


def _with_body(loop: ast.For | ast.While, body: list[ast.stmt]) -> ast.stmt:
    if isinstance(loop, ast.For):
        return ast.For(target=loop.target, iter=loop.iter, body=body, orelse=loop.orelse, lineno=0)
    return ast.While(test=loop.test, body=body, orelse=loop.orelse)


@operator(
    ("for x in xs:\n    if c:\n        f(x)\n        g(x)", "for x in xs:\n    if c:\n        f(x)\n    g(x)",
     "for x in xs:\n    if c:\n        f(x)\n        g(x)\n        break"),
    ("if c:\n    f()\n    g()", "if c:\n    f()\ng()"),
    ("if c:\n    f()\n    return 1",),
)  # fmt: skip
def indented(place: Place) -> Iterator[Fault]:
    """The last statement under a condition stands behind it; or nothing comes after the first time it holds."""
    match place.node:
        case ast.If(test=test, body=[*body, last], orelse=[]) if not isinstance(last, LEAVES):
            if body:
                yield [ast.If(test=test, body=body, orelse=[]), last]
            if place.in_loop:
                yield _one(ast.If(test=test, body=[*body, last, ast.Break()], orelse=[]))


@operator(
    ("a, b = b, a + b", "a = b\nb = a + b"),
    ("a, b = f(x)",),
)
def one_by_one(place: Place) -> Iterator[Fault]:
    """Values that are given together are given one after the other."""
    match place.node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            yield [ast.Assign(targets=[t], value=v, lineno=0) for t, v in zip(targets, values, strict=True)]


@operator(
    ("for x in xs:\n    if x: return True\n    elif y: f()",
     "for x in xs:\n    if x:\n        return True\n    elif y:\n        f()\n    else:\n        return False"),
    ("for x in xs:\n    if x == 0: return True",
     "for x in xs:\n    if x == 0:\n        return True\n    else:\n        return False"),
    ("if x: return True",),
    ("for x in xs:\n    if x: return x",),
)  # fmt: skip
def first_decides(place: Place) -> Iterator[Fault]:
    """Where a loop looks for something, the first item decides both ways."""
    match place.node:
        case ast.If(test=test, body=body, orelse=orelse) if place.in_loop and place.field == "body":
            match body:
                case [*_, ast.Return(value=ast.Constant(value=bool() as found))]:
                    other: list[ast.stmt] = [ast.Return(value=ast.Constant(value=not found))]
                    match orelse:
                        case []:
                            yield _one(ast.If(test=test, body=body, orelse=other))
                        case [ast.If(test=second, body=within, orelse=[])]:
                            inner = ast.If(test=second, body=within, orelse=other)
                            yield _one(ast.If(test=test, body=body, orelse=[inner]))


@operator(
    ("try:\n    f()\nexcept ValueError:\n    g()", "f()"),
    ("with a:\n    f()",),
)
def unguarded(place: Place) -> Iterator[Fault]:
    """No exception is handled."""
    match place.node:
        case ast.Try(body=body):
            yield body


@operator(
    ("while c: f()", "if c:\n    f()"),
    ("while c:\n    if x: break",),
)
def only_once(place: Place) -> Iterator[Fault]:
    """`while` becomes `if`."""
    match place.node:
        case ast.While(test=test, body=body, orelse=[]):
            if not any(isinstance(node, (ast.Break, ast.Continue)) for part in body for node in ast.walk(part)):
                yield _one(ast.If(test=test, body=body, orelse=[]))


@operator(
    ("for i in xs:\n    for j in ys: f(i, j)", "for i in xs:\n    for j in ys[:2]:\n        f(i, j)"),
    ("for i in range(n):\n    for j in range(i, n): f(i, j)",
     "for i in range(n):\n    for j in range(i, n)[:2]:\n        f(i, j)"),
    ("for i in xs: f(i)",),
)  # fmt: skip
def neighbours_only(place: Place) -> Iterator[Fault]:
    """A loop within a loop looks at two items only."""
    match place.node:
        case ast.For(target=target, iter=items, body=body, orelse=orelse) if place.in_loop:
            if isinstance(items, (ast.Name, ast.Attribute, ast.Subscript)) or _is_range(items):
                upper = ast.Slice(upper=ast.Constant(value=2))
                some = ast.Subscript(value=items, slice=upper, ctx=ast.Load())
                yield _one(ast.For(target=target, iter=some, body=body, orelse=orelse, lineno=0))


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
