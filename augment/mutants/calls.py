"""Operators on calls: another function, another method, an argument less, a call that is not made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from augment.mutants.kinds import ITEMS, TEXT, kind_of
from augment.mutants.operators import Fault, made, operator
from augment.mutants.places import Place

FUNCTIONS: Final = {
    "max": ("min", "sum"), "min": ("max", "sum"), "any": ("all",), "all": ("any",), "sum": ("max", "len"),
    "int": ("round", "float"), "round": ("int",), "sorted": ("list", "set"), "set": ("list",), "list": ("set",),
    "floor": ("ceil", "trunc"), "ceil": ("floor", "round"), "len": ("sum",), "isqrt": ("sqrt",), "gcd": ("lcm",),
    "combinations": ("permutations", "combinations_with_replacement"), "permutations": ("combinations",),
    "bisect_left": ("bisect_right",), "bisect_right": ("bisect_left",), "reversed": ("list",), "str": ("repr",),
}  # fmt: skip
"""What a function may become: a builtin another builtin, a function of a module another of that module."""
BUILTINS: Final = frozenset(
    {
        "max", "min", "any", "all", "sum", "int", "float", "round", "sorted", "set", "list", "len", "str", "repr",
        "reversed",
    }
)  # fmt: skip
METHODS: Final = {
    "isalpha": ("isalnum", "islower"), "isalnum": ("isalpha",), "isdigit": ("isalnum", "isdecimal"),
    "isnumeric": ("isdigit",), "isdecimal": ("isdigit",), "isupper": ("islower", "isalpha"),
    "islower": ("isupper", "isalpha"), "isspace": ("isalpha",), "startswith": ("endswith",),
    "endswith": ("startswith",),
    "find": ("rfind", "index"), "rfind": ("find",), "index": ("rindex",), "rindex": ("index",), "lower": ("upper",),
    "upper": ("lower", "capitalize"), "swapcase": ("lower", "upper"), "title": ("capitalize",),
    "capitalize": ("title",),
    "strip": ("lstrip", "rstrip"), "lstrip": ("strip",), "rstrip": ("strip",), "union": ("intersection",),
    "intersection": ("union",), "difference": ("symmetric_difference",), "keys": ("values",), "values": ("keys",),
    "append": ("extend",), "extend": ("append",), "remove": ("discard",), "ljust": ("rjust",), "rjust": ("ljust",),
    "split": ("rsplit", "partition"), "popleft": ("pop",), "appendleft": ("append",), "update": ("setdefault",),
}  # fmt: skip
UNWRAPPED: Final = frozenset(
    {
        "sorted", "abs", "set", "list", "tuple", "int", "float", "round",
        "reversed", "str", "frozenset", "bool", "dict",
    }
)  # fmt: skip
UNDONE: Final = frozenset(
    {
        "lower", "upper", "strip", "lstrip", "rstrip", "swapcase",
        "title", "capitalize", "casefold", "replace", "copy", "zfill",
    }
)  # fmt: skip


def _calls(place: Place) -> tuple[str, ast.Call] | None:
    """The name of the function, and the call."""
    match place.node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id="math"), attr=name)) as call:
            return name, call
    return None


@operator(
    ("max(a, b)", "min(a, b)", "sum(a, b)"),
    ("any(xs)", "all(xs)"),
    ("math.floor(x)", "math.ceil(x)", "math.trunc(x)"),
    ("f(x)",),
    ("sorted(xs, key=f)",),
)
def function(place: Place) -> Iterator[Fault]:
    """A function becomes its sibling: `max` and `min`, `any` and `all`, `int` and `round`."""
    match place.node:
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            for other in FUNCTIONS.get(name, ()):
                if other in BUILTINS:
                    yield ast.Call(func=ast.Name(id=other, ctx=ast.Load()), args=args, keywords=[])
        case ast.Call(func=ast.Attribute(value=ast.Name() as module, attr=name), args=args, keywords=[]):
            for other in FUNCTIONS.get(name, ()):
                if other not in BUILTINS:
                    named = ast.Attribute(value=module, attr=other, ctx=ast.Load())
                    yield ast.Call(func=named, args=args, keywords=[])


@operator(
    ("s.isalpha()", "s.isalnum()", "s.islower()"),
    ("s.find(t)", "s.rfind(t)", "s.index(t)"),
    ("s.hello()",),
)
def method(place: Place) -> Iterator[Fault]:
    """A method becomes its sibling: `isalpha` and `isalnum`, `find` and `rfind`, `strip` and `lstrip`."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args, keywords=keywords):
            for other in METHODS.get(name, ()):
                named = ast.Attribute(value=value, attr=other, ctx=ast.Load())
                yield ast.Call(func=named, args=args, keywords=keywords)


CHARACTERS: Final = {
    "isalpha": (
        "all('a' <= c <= 'z' for c in A)",
        "all(c.isascii() and c.isalpha() for c in A)",
        "not A.isspace()",
        "A.lower() != A.upper()",
    ),
    "isdigit": ("all('1' <= c <= '9' for c in A)", "A.lstrip('-').isdigit()"),
    "isupper": ("all('A' <= c <= 'Z' for c in A)", "not A.islower()"),
    "islower": ("all('a' <= c <= 'z' for c in A)", "not A.isupper()"),
    "isalnum": ("not A.isspace()",),
}


@operator(
    ("c.isupper()", "all(('A' <= c <= 'Z' for c in c))", "not c.islower()"),
    ("c.islower()", "all(('a' <= c <= 'z' for c in c))", "not c.isupper()"),
)
def characters(place: Place) -> Iterator[Fault]:
    """A test of characters knows some letters only, or takes all else for the other kind."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[]):
            for template in CHARACTERS.get(name, ()):
                yield made(template, A=value)


@operator(
    ("sorted(xs)", "xs"),
    ("int(x / 2)", "x / 2"),
    ("list(set(xs))", "set(xs)", "list(xs)"),
    ("f(x)",),
    ("int(s, 2)",),
)
def unwrapped(place: Place) -> Iterator[Fault]:
    """A call such as `sorted`, `abs`, `int` or `set` around a value is not made."""
    match place.node:
        case ast.Call(func=ast.Name(id=name), args=[inside], keywords=_) if name in UNWRAPPED:
            yield inside


@operator(("s.lower()", "s"), ("s.strip().split()", "s.split()"), ("xs.sort()",))
def undone(place: Place) -> Iterator[Fault]:
    """A method such as `lower`, `strip` or `replace` is not called."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in UNDONE:
            yield value


@operator(
    ("sorted(set(xs))", "list(set(xs))", "sorted(list(xs))"),
    ("sorted(xs)",),
    ("list(set(xs))", "list(dict.fromkeys(xs))", "sorted(xs)"),
)
def collection(place: Place) -> Iterator[Fault]:
    """Of `sorted(set(x))`, the order or the uniqueness is forgotten; of `list(set(x))` another order comes."""
    match place.node:
        case ast.Call(func=ast.Name(id="sorted"), args=[ast.Call(func=ast.Name(id="set"), args=[inside])]):
            yield made("list(set(A))", A=inside)
            yield made("sorted(list(A))", A=inside)
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call(func=ast.Name(id="set"), args=[inside])]):
            yield made("list(dict.fromkeys(A))", A=inside)
            yield made("sorted(A)", A=inside)


@operator(
    ("n % a + s.count(t)", "n % a + len(s.split(t))"),
    ("x ** 0.5", "round(x ** 0.5)", "int(x ** 0.5)"),
    ("math.isqrt(x)", "int(x ** 0.5)", "round(x ** 0.5)"),
    ("int(s)", "int(float(s))", "round(float(s))"),
    ("round(x, 2)", "round(x)", "int(x)", "round(x, 1)"),
    ("max(xs)", "sorted(xs)[0]", "xs[-1]"),
    ("min(xs)", "sorted(xs)[-1]", "xs[0]"),
)
def shortcut(place: Place) -> Iterator[Fault]:
    """Another way to the same that fails in corners: over floats, rounded, the last for the largest."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=value, attr="count"), args=[part]):
            yield made("len(A.split(B))", A=value, B=part)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=0.5)):
            yield made("round(A ** 0.5)", A=left)
            yield made("int(A ** 0.5)", A=left)
        case ast.Call(func=ast.Attribute(attr="isqrt"), args=[value]):
            yield made("int(A ** 0.5)", A=value)
            yield made("round(A ** 0.5)", A=value)
        case ast.Call(func=ast.Name(id="int"), args=[ast.Name() as value], keywords=[]):
            yield made("int(float(A))", A=value)
            yield made("round(float(A))", A=value)
        case ast.Call(func=ast.Name(id="round"), args=[value, ast.Constant(value=int() as digits)]):
            yield made("round(A)", A=value)
            yield made("int(A)", A=value)
            yield made(f"round(A, {digits - 1})", A=value)
        case ast.Call(func=ast.Name(id="max"), args=[ast.Name() as value], keywords=[]):
            yield made("sorted(A)[0]", A=value)
            yield made("A[-1]", A=value)
        case ast.Call(func=ast.Name(id="min"), args=[ast.Name() as value], keywords=[]):
            yield made("sorted(A)[-1]", A=value)
            yield made("A[0]", A=value)


@operator(
    ("s.split()", "s.split(' ')", "list(s)"),
    ("s.split(' ')", "s.split()"),
    ("s.split(',')", "s.split(', ')", "s.split()"),
    ("xs.append(x)", "xs.insert(0, x)"),
    ("xs.pop()", "xs.pop(0)"),
    ("xs.pop(0)", "xs.pop()"),
    ("s.replace(a, b)", "s.replace(a, b, 1)"),
    ("d.get(k, v)", "d.get(k)", "d[k]"),
    ("' '.join(xs)", "''.join(xs)"),
)
def ends(place: Place) -> Iterator[Fault]:
    """Text is cut elsewhere; items go in or out at the other end; only the first is replaced."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=value, attr="split"), args=[]):
            yield made("A.split(' ')", A=value)
            yield made("list(A)", A=value)
        case ast.Call(func=ast.Attribute(value=value, attr="split"), args=[ast.Constant(value=str() as by)]):
            if by.strip():
                yield made("A.split(B)", A=value, B=ast.Constant(value=f"{by} "))
            yield made("A.split()", A=value)
        case ast.Call(func=ast.Attribute(value=value, attr="append"), args=[item]):
            yield made("A.insert(0, B)", A=value, B=item)
        case ast.Call(func=ast.Attribute(value=value, attr="pop"), args=[]):
            yield made("A.pop(0)", A=value)
        case ast.Call(func=ast.Attribute(value=value, attr="pop"), args=[ast.Constant(value=0)]):
            yield made("A.pop()", A=value)
        case ast.Call(func=ast.Attribute(value=value, attr="replace"), args=[old, new]):
            yield made("A.replace(B, C, 1)", A=value, B=old, C=new)
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[key, _]):
            yield made("A.get(B)", A=value, B=key)
            yield made("A[B]", A=value, B=key)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as by), attr="join"), args=[items]) if by:
            yield made("''.join(A)", A=items)


@operator(
    ("f(a, b)", "f(b, a)"),
    ("f(a, b, c)", "f(b, a, c)", "f(a, c, b)"),
    ("f(a)",),
    ("range(a, b)",),
)
def swapped_arguments(place: Place) -> Iterator[Fault]:
    """Two arguments of a call change places."""
    match place.node:
        case ast.Call(func=func, args=[_, _, *_] as args, keywords=keywords):
            if isinstance(func, ast.Name) and func.id in ("range", "max", "min", "isinstance"):
                return
            for at in range(len(args) - 1):
                turned = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
                yield ast.Call(func=func, args=turned, keywords=keywords)


@operator(
    ("sorted(xs, key=len, reverse=True)", "sorted(xs, reverse=True)", "sorted(xs, key=len)"),
    ("max(xs, key=f, default=0)", "max(xs, default=0)", "max(xs, key=f)"),
    ("sorted(xs)", "sorted(xs, reverse=True)"),
    ("xs.sort()", "xs.sort(reverse=True)"),
)
def keyword(place: Place) -> Iterator[Fault]:
    """A named argument such as `key` or `reverse` is forgotten; a sort goes the other way."""
    match place.node:
        case ast.Call(func=func, args=args, keywords=[_, *_] as keywords):
            for at in range(len(keywords)):
                yield ast.Call(func=func, args=args, keywords=[*keywords[:at], *keywords[at + 1 :]])
        case ast.Call(func=ast.Name(id="sorted") | ast.Attribute(attr="sort") as func, args=args):
            reverse = ast.keyword(arg="reverse", value=ast.Constant(value=True))
            yield ast.Call(func=func, args=args, keywords=[reverse])


@operator(
    ("lambda x: (len(x), x)", "lambda x: len(x)", "lambda x: x"),
    ("lambda x: (-x[1], x[0])", "lambda x: -x[1]", "lambda x: x[0]"),
    ("(a, b)",),
)
def tie(place: Place) -> Iterator[Fault]:
    """A key that breaks ties by a second value looks at one of the two only."""
    match place.node:
        case ast.Tuple(elts=[first, *_, last]) if isinstance(place.owner, ast.Lambda):
            yield first
            yield last


@operator(
    ("isinstance(x, int)", "True", "type(x) == int", "isinstance(x, (int, float))"),
    ("isinstance(x, (int, float))", "True", "isinstance(x, int)", "isinstance(x, float)"),
    ("type(x) == int", "isinstance(x, int)"),
    ("type(x) is str", "isinstance(x, str)"),
)
def type_check(place: Place) -> Iterator[Fault]:
    """A check of a type is forgotten, takes more types or fewer, or takes subclasses or not (as with `True` for 1)."""
    match place.node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
            yield ast.Constant(value=True)
            if isinstance(kinds, ast.Tuple):
                for kind in kinds.elts:
                    yield made("isinstance(A, B)", A=value, B=kind)
            else:
                yield made("type(A) == B", A=value, B=kinds)
                if isinstance(kinds, ast.Name) and kinds.id == "int":
                    yield made("isinstance(A, (int, float))", A=value)
        case ast.Compare(left=ast.Call(func=ast.Name(id="type"), args=[value]), ops=[ast.Eq() | ast.Is()],
                         comparators=[kind]):  # fmt: skip
            yield made("isinstance(A, B)", A=value, B=kind)


@operator(
    ("def f(s: str): return len(s)", *(f"def f(s: str):\n    return len({new})" for new in
                                       ("s.lower()", "s.upper()", "s.strip()"))),
    ("def f(xs: list): return g(xs)", *(f"def f(xs: list):\n    return g({new})" for new in
                                        ("sorted(xs)", "list(set(xs))", "xs[:-1]"))),
    ("def f(x): return g(x)",),
)  # fmt: skip
def wrapped(place: Place) -> Iterator[Fault]:
    """A text or list that is passed on is changed first: case, ends, order, repeats."""
    if isinstance(place.owner, ast.Call) and place.field == "args" and isinstance(place.node, ast.Name):
        templates = {
            TEXT: ("A.lower()", "A.upper()", "A.strip()"),
            ITEMS: ("sorted(A)", "list(set(A))", "A[:-1]"),
        }
        for template in templates.get(kind_of(place.node, place.function), ()):
            yield made(template, A=place.node)
