"""The register of operators, and how they build what they put in place.

An operator is a function of a place that gives what could stand there instead: an expression for an expression, a list
of statements for a statement. It leaves the tree alone; what it gives may share nodes with it. Each brings its own
examples: a text, then all that the operator makes of it, which the tests compare.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from augment.model.syntax import parse
from augment.mutants.places import Place

Fault = ast.expr | list[ast.stmt]
Change = Callable[[Place], Iterator[Fault]]
Example = tuple[str, ...]
"""A text, and all that it may become."""


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of fault."""

    name: str
    about: str
    """What it does, in a line."""
    change: Change
    examples: tuple[Example, ...]


OPERATORS: Final[dict[str, Operator]] = {}
"""By name, in the order of their definition."""


def operator(*examples: Example) -> Callable[[Change], Change]:
    """Register an operator under the function's name, with its examples; its docstring's first line says what it is."""

    def register(change: Change) -> Change:
        name = change.__name__.replace("_", "-")
        about = (change.__doc__ or "").strip().split("\n")[0]
        OPERATORS[name] = Operator(name, about, change, examples)
        return change

    return register


def made(template: str, **parts: ast.expr) -> ast.expr:
    """An expression written as text, with nodes in place of some of its names: `made("A + 1", A=node)`."""
    tree = parse(template, mode="eval")
    assert isinstance(tree, ast.Expression)
    filled = _Filled(parts).visit(tree.body)
    assert isinstance(filled, ast.expr)
    return filled


class _Filled(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """The part of that name, which is not looked into."""
        return self.parts.get(node.id, node)
