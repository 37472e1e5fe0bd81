"""Guess from the text of a program what kind of value an expression gives: enough to put no nonsense in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from augment.mutants.places import FunctionNode

NUMBER, TEXT, ITEMS, TRUTH, UNKNOWN = "number", "text", "items", "truth", ""
"""Items are lists and tuples."""
BY_CALL: Final = {
    **dict.fromkeys(("len", "int", "float", "abs", "round", "sum", "ord", "pow", "count", "index", "find"), NUMBER),
    **dict.fromkeys(("str", "chr", "join", "lower", "upper", "strip", "replace", "swapcase", "bin", "hex"), TEXT),
    **dict.fromkeys(("list", "sorted", "split", "copy", "splitlines"), ITEMS),
    **dict.fromkeys(("bool", "any", "all", "isinstance", "startswith", "endswith", "isalpha", "isdigit"), TRUTH),
}
"""By the name of a function or method."""
BY_ANNOTATION: Final = {"int": NUMBER, "float": NUMBER, "str": TEXT, "bool": TRUTH, "list": ITEMS, "List": ITEMS}
ARITHMETIC: Final = (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)


def kind_of(node: ast.expr, function: FunctionNode | None, depth: int = 0) -> str:
    """The kind of value, `UNKNOWN` where the text does not tell."""
    match node:
        case ast.Constant(value=bool()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return TRUTH
        case ast.Constant(value=int() | float()) | ast.UnaryOp():
            return NUMBER
        case ast.Constant(value=str()) | ast.JoinedStr():
            return TEXT
        case ast.List() | ast.ListComp():
            return ITEMS
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return BY_CALL.get(name, UNKNOWN)
        case ast.BinOp(left=left, op=operation, right=right):
            sides = {kind_of(side, function, depth) for side in (left, right)} - {UNKNOWN}
            if sides & {TEXT, ITEMS}:
                return TEXT if TEXT in sides else ITEMS
            return NUMBER if NUMBER in sides or isinstance(operation, ARITHMETIC) else UNKNOWN
        case ast.Subscript(value=value, slice=ast.Slice()):
            return kind_of(value, function, depth)
        case ast.Name(id=name) if function is not None and depth < 3:
            kinds = [kind_of(value, function, depth + 1) for value in _assigned(name, function)]
            return next((kind for kind in (*kinds, annotated(name, function)) if kind), UNKNOWN)
    return UNKNOWN


def annotated(name: str, function: FunctionNode) -> str:
    """What an argument of this name is annotated as."""
    for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
        if argument.arg == name:
            return of_annotation(argument.annotation)
    return UNKNOWN


def of_annotation(annotation: ast.expr | None) -> str:
    """The kind that an annotation names."""
    match annotation:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) | ast.Attribute(attr=name):
            return BY_ANNOTATION.get(name, UNKNOWN)
    return UNKNOWN


def _assigned(name: str, function: FunctionNode) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for each, value in zip(targets, values, strict=False):
                    if isinstance(each, ast.Name) and each.id == name:
                        yield value
