"""Where in a program a fault may be put: the code that its entry point can reach, node by node.

A place knows the node, what holds it, and what stands around it, so that an operator can tell a condition from an
index. Docstrings, annotations, imports, patterns, decorators and messages are no places: a fault there changes no
answer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
UNTOUCHED: Final = frozenset(
    {"annotation", "msg", "returns", "decorator_list", "format_spec", "pattern", "bases", "keywords"}
)
"""Fields that hold no code that computes an answer; keywords of calls are taken in through their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What operators may know of the whole program."""

    constants: tuple[object, ...] = ()
    """Numbers and texts that stand in the reached code, in order, without repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One node of the reached code."""

    node: ast.AST
    owner: ast.AST
    """The node that holds it."""
    field: str
    """In which field of the owner."""
    function: FunctionNode | None = None
    """The innermost function around it; None in what is assigned at the top of the program."""
    next: ast.stmt | None = None
    """For statements: what follows in the same block."""
    in_loop: bool = False
    """Whether `break` and `continue` may stand here."""
    program: Program = Program()


def reached(tree: ast.Module, entry_point: str) -> list[ast.stmt]:
    """The statements at the top of a program that the entry point may use, in order: what it names, and so on.

    A name that is defined twice stands for the last definition, as it does when the program runs.
    """
    definitions: dict[str, ast.stmt] = {}
    for statement in tree.body:
        for name in _defined(statement):
            definitions[name] = statement
    found: list[ast.stmt] = []
    todo = [entry_point]
    while todo:
        used = definitions.get(todo.pop())
        if used is not None and used not in found:
            found.append(used)
            todo += sorted({node.id for node in ast.walk(used) if isinstance(node, ast.Name)})
    return [statement for statement in tree.body if statement in found]


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def places(tree: ast.Module, entry_point: str = "") -> list[Place]:
    """All places of the code that the entry point reaches, from top to bottom; without one, of all of a text."""
    start = Place(node=tree, owner=tree, field="body")
    if entry_point:
        found = [place for each in reached(tree, entry_point) for place in _below(replace(start, node=each))]
    else:
        found = list(_children(start))
    constants = {repr(value): value for place in found for value in _constant(place.node)}
    program = Program(constants=tuple(constants.values()))
    return [replace(place, program=program) for place in found]


def _constant(node: ast.AST) -> Iterator[object]:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str)):
        yield node.value


def _below(place: Place) -> Iterator[Place]:
    """The place itself and all in it."""
    node = place.node
    if _is_silent(node):
        return
    if isinstance(node, (ast.expr, ast.stmt)) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield place
    yield from _children(place)


def _children(place: Place) -> Iterator[Place]:
    node = place.node
    inside = replace(
        place,
        owner=node,
        function=node if isinstance(node, FUNCTIONS) else place.function,
        in_loop=isinstance(node, LOOPS) or (place.in_loop and not isinstance(node, (*FUNCTIONS, ast.ClassDef))),
        next=None,
    )
    for name, value in ast.iter_fields(node):
        if name in UNTOUCHED and not (isinstance(node, ast.Call) and name == "keywords"):
            continue
        children = value if isinstance(value, list) else [value]
        in_loop = inside.in_loop and not (isinstance(node, LOOPS) and name == "orelse" and not place.in_loop)
        for number, child in enumerate(children):
            if isinstance(child, ast.AST) and not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
                after = children[number + 1] if number + 1 < len(children) else None
                following = after if isinstance(after, ast.stmt) else None
                yield from _below(replace(inside, node=child, field=name, next=following, in_loop=in_loop))


def _is_silent(node: ast.AST) -> bool:
    """Whether nothing in a node can change an answer."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal() | ast.Pass():
            return True
        case ast.Raise():
            return True
    return False
