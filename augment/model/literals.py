"""Plain values as Python literals, the text form that suites are written in.

Besides what `ast.literal_eval` reads, the text may hold `inf`, `nan`, `set()`, `frozenset(...)` and `complex(...)`.
Integers of more than `DECIMAL_DIGITS` digits are written in hexadecimal, which Python reads without its limit on
decimal digits. A value survives the round trip with its exact type at every depth, the sign of a zero included.
Reading builds a syntax tree and walks it: no text can run code.
"""

from __future__ import annotations

import ast
import math
from typing import Final

from augment.errors import NotPlain
from augment.model.syntax import parse

DECIMAL_DIGITS: Final = 4000
_HEX_FROM: Final = 10**DECIMAL_DIGITS


def write_literal(value: object) -> str:
    """Write a plain value as a literal; sets in the order of their elements' texts.

    Raises:
        NotPlain: a type outside the closed set, or nested too deeply.
    """
    try:
        return _text(value)
    except RecursionError:
        raise NotPlain("a value nested too deeply, or containing itself") from None


def _text(value: object) -> str:
    kind = type(value)
    if isinstance(value, int) and kind is int:
        return hex(value) if abs(value) >= _HEX_FROM else repr(value)
    if value is None or kind in (bool, float, str, bytes):
        return repr(value)
    if isinstance(value, complex) and kind is complex:
        return f"complex({value.real!r}, {value.imag!r})"
    if isinstance(value, list) and kind is list:
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, tuple) and kind is tuple:
        return f"({', '.join(map(_text, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict) and kind is dict:
        pairs = (f"{_text(key)}: {_text(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, (set, frozenset)) and kind in (set, frozenset):
        inside = ", ".join(sorted(map(_text, value)))
        if kind is frozenset:
            return f"frozenset({{{inside}}})" if inside else "frozenset()"
        return f"{{{inside}}}" if inside else "set()"
    raise NotPlain(f"a value of type {kind.__name__!r} has no literal")


def read_literal(text: str) -> object:
    """Read what `write_literal` writes, and any other literal of plain data.

    Raises:
        NotPlain: the text is no literal of plain data; the message names the part.
    """
    try:
        tree = parse(text.strip(), "eval")
        assert isinstance(tree, ast.Expression)
        return _value(tree.body)
    except (SyntaxError, ValueError, OverflowError, RecursionError) as problem:
        reason = str(problem).partition("\n")[0]
        raise NotPlain(f"not a literal: {_shortened(text)} ({reason})") from None
    except TypeError as problem:  # an unhashable key or element
        raise NotPlain(f"not a literal: {_shortened(text)} ({problem})") from None


def _value(node: ast.expr) -> object:
    match node:
        case ast.Constant(value=value) if value is not Ellipsis:
            return value
        case ast.Name(id="inf"):
            return math.inf
        case ast.Name(id="nan"):
            return math.nan
        case ast.List(elts=items):
            return [_value(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Set(elts=items):
            return {_value(item) for item in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_value(key): _value(item) for key, item in zip(keys, values, strict=True) if key}
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            return _signed(node, sign, _value(operand))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=ast.Constant(value=complex() as imaginary)):
            real = _value(left)
            if isinstance(real, (int, float)) and not isinstance(real, bool):
                return real + imaginary if isinstance(sign, ast.Add) else real - imaginary
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _call(node, name, [_value(argument) for argument in arguments])
    raise NotPlain(f"not a literal of plain data: {_shortened(ast.unparse(node))}")


def _signed(node: ast.expr, sign: ast.unaryop, number: object) -> object:
    if isinstance(number, (int, float, complex)) and not isinstance(number, bool):
        return -number if isinstance(sign, ast.USub) else number
    raise NotPlain(f"not a literal of plain data: {_shortened(ast.unparse(node))}")


def _call(node: ast.expr, name: str, arguments: list[object]) -> object:
    match name, arguments:
        case ("set", []):
            return set()
        case ("frozenset", []):
            return frozenset()
        case ("frozenset", [(list() | tuple() | set()) as items]):
            return frozenset(items)
        case ("complex", [(int() | float()) as real, (int() | float()) as imaginary]) if bool not in map(
            type, arguments
        ):
            return complex(real, imaginary)
        case ("float", [str() as word]) if word in ("inf", "-inf", "nan"):
            return float(word)
    raise NotPlain(f"not a literal of plain data: {_shortened(ast.unparse(node))}")


def _shortened(text: str, length: int = 80) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
