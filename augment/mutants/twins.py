"""Twins of a program: the same but for one thing that should make no difference, unless something is wrong.

The *exact* twin divides whole numbers exactly and takes exact square roots, where floats would round. The *other-way*
twin gives the last of equals where the program gives the first.
"""

from __future__ import annotations

import ast
import copy
from typing import Final

from augment.model.syntax import parse_module
from augment.mutants.places import reached

EXACT_HELPERS: Final = """
import fractions as __fractions__
import math as __math__

def __is_exact__(x):
    return isinstance(x, (int, __fractions__.Fraction)) and not isinstance(x, bool)

def __whole__(x):
    return int(x) if isinstance(x, __fractions__.Fraction) and x.denominator == 1 else x

def __divided__(one, two):
    if __is_exact__(one) and __is_exact__(two) and two:
        return __whole__(__fractions__.Fraction(one) / two)
    return one / two

def __root__(x):
    if __is_exact__(x) and x == int(x) and x >= 0 and __math__.isqrt(int(x)) ** 2 == x:
        return __math__.isqrt(int(x))
    return __math__.sqrt(x)

def __power__(one, two):
    return __root__(one) if two == 0.5 and __is_exact__(one) and one >= 0 else one ** two
"""
"""What the exact twin calls in place of `/`, `math.sqrt` and `**`."""


def exact_twin(source: str, entry_point: str) -> str:
    """The program with exact division and roots; empty where it has none that it can reach."""
    tree = copy.deepcopy(parse_module(source))
    change = _Exact()
    for statement in reached(tree, entry_point):
        change.visit(statement)
    return _with_helpers(tree, EXACT_HELPERS) if change.changed else ""


def other_way_twin(source: str, entry_point: str) -> str:
    """The program that gives the last of equals where `max`, `min` and `sorted` with a key give the first; or empty."""
    tree = copy.deepcopy(parse_module(source))
    change = _OtherWay()
    for statement in reached(tree, entry_point):
        change.visit(statement)
    return ast.unparse(ast.fix_missing_locations(tree)) if change.changed else ""


def _with_helpers(tree: ast.Module, helpers: str) -> str:
    """Behind what must come first in a module, whatever else the module does when it loads."""
    first = 0
    for number, statement in enumerate(tree.body):
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            first = number + 1
    tree.body[first:first] = parse_module(helpers).body
    return ast.unparse(ast.fix_missing_locations(tree))


class _Exact(ast.NodeTransformer):
    def __init__(self) -> None:
        self.changed = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            return self._call("__divided__", node.left, node.right)
        if isinstance(node.op, ast.Pow):
            return self._call("__power__", node.left, node.right) if _is_half(node.right) else node
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="sqrt") | ast.Attribute(attr="sqrt"), args=[argument], keywords=[]):
                return self._call("__root__", argument)
        return node

    def _call(self, name: str, *arguments: ast.expr) -> ast.Call:
        self.changed = True
        return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[*arguments], keywords=[])


def _is_half(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return value == 0.5
        case ast.Call(func=ast.Name(id="__divided__"), args=[ast.Constant(value=1), ast.Constant(value=2)]):
            return True
    return False


class _OtherWay(ast.NodeTransformer):
    def __init__(self) -> None:
        self.changed = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="max" | "min" | "sorted"), args=[several]) if any(
                keyword.arg == "key" for keyword in node.keywords
            ):
                self.changed = True
                listed = ast.Call(func=ast.Name(id="list", ctx=ast.Load()), args=[several], keywords=[])
                node.args = [ast.Subscript(value=listed, slice=ast.Slice(step=ast.Constant(value=-1)), ctx=ast.Load())]
        return node
