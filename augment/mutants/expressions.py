"""Operators on expressions: comparisons, arithmetic, conditions, indexes and names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from augment.model.syntax import parse_module
from augment.mutants.kinds import ITEMS, NUMBER, TEXT, TRUTH, kind_of
from augment.mutants.operators import Fault, made, operator
from augment.mutants.places import Place

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Eq),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Eq),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
MOST_BOUNDS: Final = 6
"""Most pairs of values in one condition."""
ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
ARITHMETIC: Final[dict[type[ast.operator], tuple[type[ast.operator], ...]]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
}


@operator(
    ("a < b", "a <= b", "a > b"),
    ("a == b", "a != b", "a <= b", "a >= b"),
    ("a in b", "a not in b"),
    ("a <= b <= c", "a < b <= c", "a == b <= c", "a <= b < c", "a <= b == c"),
)
def comparison(place: Place) -> Iterator[Fault]:
    """A comparison becomes a neighbouring one, or its opposite."""
    if isinstance(place.node, ast.Compare):
        node = place.node
        for at, old in enumerate(node.ops):
            for new in COMPARISONS[type(old)]:
                operations = [*node.ops[:at], new(), *node.ops[at + 1 :]]
                yield ast.Compare(left=node.left, ops=operations, comparators=node.comparators)


@operator(
    ("s[:3] == 'to '", "s[:3].strip() == 'to'", "s[:3].lower() == 'to '"),
    ("s[0] != ''", "s[0].strip() != ''"),
    ("c == 'a'", "c.lower() == 'a'"),
    ("s.lower() == 'a'",),
    ("s == 1",),
)
def loosely(place: Place) -> Iterator[Fault]:
    """A text is compared with a constant in small letters, or without the blanks at its ends."""
    match place.node:
        case ast.Compare(
            left=left, ops=[ast.Eq() | ast.NotEq()] as ops, comparators=[ast.Constant(value=str() as text)]
        ):
            called = left.func.attr if isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute) else ""
            for method, other in (("strip", text.strip()), ("lower", text.lower())):
                sees = not text or text != other if method == "strip" else text.lower() != text.upper()
                if sees and called not in (method, "upper"):
                    loose = ast.Call(func=ast.Attribute(value=left, attr=method), args=[], keywords=[])
                    yield ast.Compare(left=loose, ops=ops, comparators=[ast.Constant(value=other)])


@operator(("a <= b < c", "a <= b", "b < c"), ("a < b",))
def half_comparison(place: Place) -> Iterator[Fault]:
    """A chained comparison loses its first or its last part."""
    match place.node:
        case ast.Compare(left=left, ops=[*ops], comparators=[*others]) if len(ops) > 1:
            yield ast.Compare(left=left, ops=ops[:-1], comparators=others[:-1])
            yield ast.Compare(left=others[0], ops=ops[1:], comparators=others[1:])


@operator(("a < n", "a < n + 1", "a < n - 1"), ("a == n",), ("a < 5",))
def bound(place: Place) -> Iterator[Fault]:
    """The right side of an order is one more or one less."""
    match place.node:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() as order], comparators=[right]):
            if not isinstance(right, ast.Constant) and kind_of(right, place.function) not in (TEXT, ITEMS):
                for template in ("A + 1", "A - 1"):
                    yield ast.Compare(left=left, ops=[order], comparators=[made(template, A=right)])


@operator(("a + b", "a - b"), ("a // b", "a / b"), ("a % 2", "a // 2"), ("a ** 2", "a * 2"))
def arithmetic(place: Place) -> Iterator[Fault]:
    """An arithmetic operation becomes another."""
    if isinstance(place.node, ast.BinOp) and not _is_text(place.node):
        for new in ARITHMETIC.get(type(place.node.op), ()):
            yield ast.BinOp(left=place.node.left, op=new(), right=place.node.right)


@operator(("a + b", "a", "b"), ("a % b", "a"), ("a - b", "a"), ("'%d' % n",))
def operand(place: Place) -> Iterator[Fault]:
    """One side of an arithmetic operation is lost."""
    if isinstance(place.node, ast.BinOp) and not _is_text(place.node):
        yield place.node.left
        if isinstance(place.node.op, (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)):
            yield place.node.right


@operator(("a - b", "b - a"), ("a / b", "b / a"), ("s + t", "t + s"), ("a * b",), ("a + 1",))
def sides(place: Place) -> Iterator[Fault]:
    """The sides of an operation whose order counts change places."""
    match place.node:
        case ast.BinOp(left=left, op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow() as operation):
            if not _is_text(place.node):
                yield ast.BinOp(left=place.node.right, op=operation, right=left)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            if NUMBER not in (kind_of(left, place.function), kind_of(right, place.function)):
                yield ast.BinOp(left=right, op=ast.Add(), right=left)


def _is_text(node: ast.BinOp) -> bool:
    """Whether it fills in a text with `%`."""
    return isinstance(node.op, ast.Mod) and kind_of(node.left, None) == TEXT


@operator(
    ("a // b", "int(a / b)"),
    ("a % b", "abs(a) % b"),
    ("int(a / b)", "a // b", "int(a) / int(b)"),
    ("a * b",),
)
def division(place: Place) -> Iterator[Fault]:
    """Division goes over floats, or another way where a side is negative."""
    match place.node:
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            yield made("int(A / B)", A=left, B=right)
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if not _is_text(place.node):
            yield made("abs(A) % B", A=left, B=right)
        case ast.Call(func=ast.Name(id="int"), args=[ast.BinOp(left=left, op=ast.Div(), right=right)]):
            yield made("A // B", A=left, B=right)
            yield made("int(A) / int(B)", A=left, B=right)


@operator(("-x", "x"), ("not x", "x"), ("~x", "x"), ("-1",))
def sign(place: Place) -> Iterator[Fault]:
    """A minus, a `not` or a `~` is lost."""
    match place.node:
        case ast.UnaryOp(operand=inside) if not isinstance(inside, ast.Constant):
            yield inside


@operator(
    ("if a < b: f()", "if not a < b:\n    f()", "if True:\n    f()"),
    ("if not a: f()", "if a:\n    f()", "if True:\n    f()"),
    ("x if c else y", "x if not c else y", "x if True else y"),
    ("while c: f()", "while not c:\n    f()"),
    ("[x for x in xs if c]", "[x for x in xs if not c]", "[x for x in xs if True]"),
)
def condition(place: Place) -> Iterator[Fault]:
    """A condition is the opposite, or always true."""
    if (
        not isinstance(place.node, ast.expr)
        or place.field not in ("test", "ifs")
        or isinstance(place.owner, ast.Assert)
    ):
        return
    match place.node:
        case ast.UnaryOp(op=ast.Not(), operand=inside):
            yield inside
        case node:
            yield made("not A", A=node)
    if not isinstance(place.owner, ast.While):
        yield ast.Constant(value=True)


@operator(("a and b", "a or b"), ("a or b or c", "a and b and c"))
def connective(place: Place) -> Iterator[Fault]:
    """`and` becomes `or`, and back."""
    if isinstance(place.node, ast.BoolOp):
        other = ast.Or() if isinstance(place.node.op, ast.And) else ast.And()
        yield ast.BoolOp(op=other, values=place.node.values)


@operator(("a and b", "b", "a"), ("a or b or c", "b or c", "a or c", "a or b"))
def term(place: Place) -> Iterator[Fault]:
    """One part of a condition joined by `and` or `or` is forgotten."""
    if isinstance(place.node, ast.BoolOp):
        values = place.node.values
        for at in range(len(values)):
            rest = [*values[:at], *values[at + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(op=place.node.op, values=rest)


@operator(
    ("m == 2 and d > 29", "bool(m == 2 and d > 29) != (m == 2 and d == 29)"),
    ("a < 0 or not (b and b != 5)", "bool(a < 0 or not (b and b != 5)) != (a == 0 and b == 5)"),
    ("a > 1 or a < -1",),
    ("a == b and c == 1",),
)
def bounds(place: Place) -> Iterator[Fault]:
    """A condition turns where two different values that it compares are both just what they are compared with."""
    if not isinstance(place.node, ast.BoolOp) or isinstance(place.owner, (ast.BoolOp, ast.UnaryOp)):
        return
    met: dict[tuple[str, str], tuple[ast.expr, ast.expr]] = {}
    for node in ast.walk(place.node):
        match node:
            case ast.Compare(left=left, ops=[_], comparators=[ast.Constant(value=int() | str()) as bound]):
                met.setdefault((ast.dump(left), repr(bound.value)), (left, bound))
    pairs = [(one, two) for one, two in combinations(met.values(), 2) if ast.dump(one[0]) != ast.dump(two[0])]
    for (one, first), (two, second) in pairs[:MOST_BOUNDS]:
        yield made("bool(WHOLE) != (A == B and C == D)", WHOLE=place.node, A=one, B=first, C=two, D=second)


@operator(("x if c else y", "y if c else x", "x", "y"))
def alternative(place: Place) -> Iterator[Fault]:
    """The two sides of `x if c else y` change places, or one of them is always taken."""
    if isinstance(place.node, ast.IfExp):
        node = place.node
        yield ast.IfExp(test=node.test, body=node.orelse, orelse=node.body)
        yield node.body
        yield node.orelse


@operator(
    ("xs[i]", "xs[i + 1]", "xs[i - 1]"),
    ("xs[0]", "xs[1]", "xs[-1]"),
    ("xs[-1]", "xs[-2]", "xs[0]"),
    ("d['key']",),
    ("xs[1:]",),
    ("xs[i - 1]", "xs[i]"),
)
def index(place: Place) -> Iterator[Fault]:
    """An index is off by one, or counts from the other end."""
    if place.field != "slice" or not isinstance(place.node, ast.expr) or isinstance(place.node, ast.Slice):
        return
    match place.node:
        case ast.Constant(value=int() as number):
            yield ast.Constant(value=number + 1)
            yield made(str(number - 1))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            yield made(str(-number - 1))
            yield made(str(-number + 1))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(value=1)):
            yield left
        case node if kind_of(node, place.function) != TEXT and not isinstance(node, (ast.Tuple, ast.JoinedStr)):
            yield made("A + 1", A=node)
            yield made("A - 1", A=node)


@operator(
    ("xs[a:]", "xs[:]", "xs[a + 1:]", "xs[a - 1:]"),
    ("xs[:b]", "xs[:]", "xs[:b + 1]", "xs[:b - 1]"),
    ("xs[1:]", "xs[:]", "xs[2:]", "xs[0:]"),
    ("xs[::-1]", "xs[:]"),
    ("xs[::2]", "xs[:]", "xs[1::2]", "xs[::-2]"),
)
def cut(place: Place) -> Iterator[Fault]:
    """A slice loses a bound or its step, or a bound is off by one."""
    if not isinstance(place.node, ast.Slice):
        return
    lower, upper, step = place.node.lower, place.node.upper, place.node.step
    if lower is not None:
        yield ast.Slice(lower=None, upper=upper, step=step)
        for moved in _moved(lower):
            yield ast.Slice(lower=moved, upper=upper, step=step)
    if upper is not None:
        yield ast.Slice(lower=lower, upper=None, step=step)
        for moved in _moved(upper):
            yield ast.Slice(lower=lower, upper=moved, step=step)
    if step is not None:
        yield ast.Slice(lower=lower, upper=upper, step=None)
        if isinstance(step, ast.Constant):
            if lower is None:
                yield ast.Slice(lower=ast.Constant(value=1), upper=upper, step=step)
            yield ast.Slice(lower=lower, upper=upper, step=made("-A", A=step))


def _moved(node: ast.expr) -> Iterator[ast.expr]:
    """One more and one less."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(value=node.value + 1)
        yield made(str(node.value - 1))
    else:
        yield made("A + 1", A=node)
        yield made("A - 1", A=node)


@operator(
    ("range(n)", "range(n + 1)", "range(n - 1)", "range(1, n)"),
    ("range(1, n)", "range(1, n + 1)", "range(1, n - 1)", "range(2, n)", "range(0, n)"),
    ("range(n + 1)", "range(n + 1 + 1)", "range(n)", "range(1, n + 1)"),
    ("range(a, b, 2)", "range(a, b + 1, 2)", "range(a, b - 1, 2)", "range(a + 1, b, 2)", "range(a - 1, b, 2)",
     "range(a, b)"),
)  # fmt: skip
def range_ends(place: Place) -> Iterator[Fault]:
    """A range begins or ends one too early or too late, or loses its step."""
    match place.node:
        case ast.Call(func=ast.Name(id="range"), args=[stop]):
            yield from (made("range(A)", A=end) for end in _ends(stop))
            yield made("range(1, A)", A=stop)
        case ast.Call(func=ast.Name(id="range"), args=[start, stop, *step]):
            named = ast.Name(id="range", ctx=ast.Load())
            for arguments in (
                *([start, end, *step] for end in _ends(stop)),
                *([begin, stop, *step] for begin in _moved(start)),
                *([[start, stop]] if step else []),
            ):
                yield ast.Call(func=named, args=arguments, keywords=[])


def _ends(stop: ast.expr) -> Iterator[ast.expr]:
    yield from [next(_moved(stop))]
    match stop:
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)):
            yield left
        case _:
            yield [*_moved(stop)][1]


@operator(
    ("for x in xs: f(x)", "for x in xs[1:]:\n    f(x)", "for x in xs[:-1]:\n    f(x)", "for x in xs[::-1]:\n    f(x)"),
    ("[f(x) for x in xs]", "[f(x) for x in xs[1:]]", "[f(x) for x in xs[:-1]]", "[f(x) for x in xs[::-1]]"),
    ("for x in range(3): f(x)",),
)
def part_of_loop(place: Place) -> Iterator[Fault]:
    """A loop leaves out the first or the last item, or goes backwards."""
    if place.field == "iter" and isinstance(place.node, (ast.Name, ast.Attribute, ast.Subscript)):
        for template in ("A[1:]", "A[:-1]", "A[::-1]"):
            yield made(template, A=place.node)


@operator(
    ("for x in xs: f(x)", "for x in sorted(xs):\n    f(x)", "for x in set(xs):\n    f(x)"),
    ("{f(x) for x in xs}", "{f(x) for x in sorted(xs)}", "{f(x) for x in set(xs)}"),
    ("for x in set(xs): f(x)",),
)
def order_of_loop(place: Place) -> Iterator[Fault]:
    """A loop goes over the items in order of size, or over each item once."""
    if place.field == "iter" and isinstance(place.node, (ast.Name, ast.Attribute, ast.Subscript)):
        for template in ("sorted(A)", "set(A)"):
            yield made(template, A=place.node)


@operator(
    ("def f(a, b): return a", "def f(a, b):\n    return b"),
    ("def f(a):\n    b = 1\n    return b", "def f(a):\n    b = 1\n    return a"),
)
def variable(place: Place) -> Iterator[Fault]:
    """A name becomes the one before or after it in the same function."""
    if not isinstance(place.node, ast.Name) or place.function is None or place.field == "func":
        return
    names = list(dict.fromkeys(_named(place.function)))
    if place.node.id in names:
        at = names.index(place.node.id)
        for other in (*names[at + 1 : at + 2], *names[max(at - 1, 0) : at]):
            yield ast.Name(id=other, ctx=ast.Load())


def _named(function: ast.AST) -> Iterator[str]:
    """The names of a function's arguments and variables, in the order of the text."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.comprehension)):
            yield from _named(node)


@operator(
    ("for i, x in enumerate(xs): f(i, x)", "for i, x in enumerate(xs):\n    f(xs.index(x), x)"),
    ("for i in range(len(xs)): f(i)",),
)
def first_place(place: Place) -> Iterator[Fault]:
    """In a loop over numbered items, the number is that of the first equal item."""
    match place.node:
        case (
            ast.For(
                target=ast.Tuple(elts=[ast.Name(id=number), ast.Name() as item]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name() as items]),
            ) as loop
        ):
            found = made("A.index(B)", A=items, B=ast.Name(id=item.id, ctx=ast.Load()))
            body = [_replaced(statement, number, found) for statement in loop.body]
            yield [ast.For(target=loop.target, iter=loop.iter, body=body, orelse=loop.orelse, lineno=0)]


def _replaced(statement: ast.stmt, name: str, by: ast.expr) -> ast.stmt:
    """A copy of a statement with an expression in place of a name that is read."""
    copied = parse_module(ast.unparse(statement)).body[0]
    done = _ReadAs(name, by).visit(copied)
    assert isinstance(done, ast.stmt)
    return done


class _ReadAs(ast.NodeTransformer):
    def __init__(self, name: str, by: ast.expr) -> None:
        self.name, self.by = name, by

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """The expression, where that name is read."""
        return self.by if node.id == self.name and isinstance(node.ctx, ast.Load) else node


@operator(
    ("[1, 2, 3]", "[2, 3]", "[1, 2]"),
    ("x in ('a', 'b')", "x in ('b',)", "x in ('a',)"),
    ("{'a': 1, 'b': 2}", "{'b': 2}", "{'a': 1}"),
    ("[x]",),
    ("f((a, b))",),
)
def entry(place: Place) -> Iterator[Fault]:
    """A table that is written out loses its first or its last entry."""
    match place.node:
        case (
            ast.List(elts=[_, _, *_] as items) | ast.Tuple(elts=[_, _, *_] as items) | ast.Set(elts=[_, _, *_] as items)
        ):
            if all(isinstance(item, ast.Constant) for item in items):
                for rest in (items[1:], items[:-1]):
                    yield ast.Set(elts=rest) if isinstance(place.node, ast.Set) else type(place.node)(rest, ast.Load())
        case ast.Dict(keys=[_, _, *_] as keys, values=values):
            yield ast.Dict(keys=keys[1:], values=values[1:])
            yield ast.Dict(keys=keys[:-1], values=values[:-1])


RETURNED: Final = {
    NUMBER: ("A + 1", "A - 1", "-A", "abs(A)"),
    TEXT: ("A[::-1]", "A[:-1]", "A[1:]", "A.lower()", "A.strip()"),
    ITEMS: ("A[::-1]", "A[:-1]", "A[1:]", "sorted(A)", "list(dict.fromkeys(A))"),
    TRUTH: ("not A",),
}


@operator(
    ("def f(n):\n    return n - 2", *(f"def f(n):\n    return {new}" for new in
                                      ("n - 2 + 1", "n - 2 - 1", "-(n - 2)", "abs(n - 2)"))),
    ("def f(x):\n    return x == 1", "def f(x):\n    return not x == 1"),
    ("def f(x):\n    y = []\n    return y", *(f"def f(x):\n    y = []\n    return {new}" for new in
                                             ("y[::-1]", "y[:-1]", "y[1:]", "sorted(y)", "list(dict.fromkeys(y))"))),
    ("def f(x):\n    return g(x)",),
)  # fmt: skip
def returned(place: Place) -> Iterator[Fault]:
    """What is returned is altered: one more, the opposite, backwards, sorted, without repeats."""
    if isinstance(place.owner, ast.Return) and isinstance(place.node, ast.expr):
        if isinstance(place.node, ast.Constant):
            return
        for template in RETURNED.get(kind_of(place.node, place.function), ()):
            yield made(template, A=place.node)


@operator(
    ("[f(x) for x in xs if c]", "[f(x) for x in xs]"),
    ("(x for x in xs if a if b)", "(x for x in xs if b)", "(x for x in xs if a)"),
)
def unfiltered(place: Place) -> Iterator[Fault]:
    """A comprehension loses one of its conditions."""
    if isinstance(place.node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        for at, loop in enumerate(place.node.generators):
            for number in range(len(loop.ifs)):
                rest = [*loop.ifs[:number], *loop.ifs[number + 1 :]]
                less = ast.comprehension(target=loop.target, iter=loop.iter, ifs=rest, is_async=loop.is_async)
                yield _with_loops(place.node, [*place.node.generators[:at], less, *place.node.generators[at + 1 :]])


def _with_loops(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, loops: list[ast.comprehension]
) -> ast.expr:
    if isinstance(node, ast.DictComp):
        return ast.DictComp(key=node.key, value=node.value, generators=loops)
    return type(node)(elt=node.elt, generators=loops)


@operator(
    ("[f(x) for x in xs]", "{f(x) for x in xs}"),
    ("len({x for x in xs})", "len([x for x in xs])"),
)
def repeats(place: Place) -> Iterator[Fault]:
    """A comprehension keeps what comes twice once, or the other way round."""
    match place.node:
        case ast.ListComp(elt=elt, generators=loops):
            yield ast.SetComp(elt=elt, generators=loops)
        case ast.SetComp(elt=elt, generators=loops):
            yield ast.ListComp(elt=elt, generators=loops)
