"""Make a program tell which of its parts it runs: each block, and what follows one, leaves a mark when reached."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import Final

from augment.model.syntax import parse_module
from augment.mutants.places import FUNCTIONS, reached

MARKS_OF: Final = "__marks_of__"
"""What the marked program defines: a function with the entry point's arguments that gives the marks of one call."""
SEEN: Final = "__seen__"
SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program, which runs as a whole or not at all, but for exceptions."""

    line: int
    code: str
    """How it begins, in a line; empty for the way past an `if` whose condition does not hold."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.code}"


def marked(source: str, entry_point: str) -> tuple[str, tuple[Part, ...]]:
    """A program that tells which of its parts it runs, and the parts, by the number of their mark.

    Args:
        source: a program.
        entry_point: what is not reached from here has no parts.

    Raises:
        SyntaxError: it does not parse.
    """
    tree = copy.deepcopy(parse_module(source))
    marker = _Marker()
    for statement in reached(tree, entry_point):
        for node in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(node, FUNCTIONS):
                marker.function(node)
    place = next((n for n, one in enumerate(tree.body) if not _is_first(one)), len(tree.body))
    tree.body.insert(place, parse_module(f"{SEEN} = set()").body[0])
    tree.body += parse_module(
        f"def {MARKS_OF}(*arguments):\n"
        f"    {SEEN}.clear()\n"
        f"    try:\n        {entry_point}(*arguments)\n"
        f"    except Exception:\n        pass\n"
        f"    return sorted({SEEN})\n"
    ).body
    return ast.unparse(ast.fix_missing_locations(tree)), tuple(marker.parts)


def _is_first(statement: ast.stmt) -> bool:
    """Whether nothing may come before a statement: a docstring, or an import from the future."""
    return (isinstance(statement, ast.ImportFrom) and statement.module == "__future__") or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


class _Marker:
    def __init__(self) -> None:
        self.parts: list[Part] = []

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Mark the parts of a function."""
        documented = ast.get_docstring(node) is not None
        body = node.body[documented:]
        if body:
            node.body = [*node.body[:documented], *self._block(body)]

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found = [self._mark(body[0])]
        for number, statement in enumerate(body):
            if number and isinstance(body[number - 1], (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match)):
                found.append(self._mark(statement))  # what came before may have left
            found.append(statement)
        for statement in body:
            self._inside(statement)
        return found

    def _inside(self, node: ast.stmt) -> None:
        if isinstance(node, FUNCTIONS):
            self.function(node)
            return
        if isinstance(node, ast.If) and not node.orelse:
            node.body = self._block(node.body)
            node.orelse = [self._past(node)]
            return
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                setattr(node, name, self._block(block))
        for handler in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
            handler.body = self._block(handler.body)

    def _mark(self, before: ast.stmt) -> ast.stmt:
        code = " ".join(ast.unparse(before).split("\n", 1)[0].split())
        shown = code if len(code) <= SHOWN else f"{code[: SHOWN - 1]}…"
        return self._marked(Part(before.lineno, f"`{shown}`"))

    def _past(self, node: ast.If) -> ast.stmt:
        condition = " ".join(ast.unparse(node.test).split())
        shown = condition if len(condition) <= SHOWN else f"{condition[: SHOWN - 1]}…"
        return self._marked(Part(node.lineno, f"`{shown}` does not hold"))

    def _marked(self, part: Part) -> ast.stmt:
        self.parts.append(part)
        return parse_module(f"{SEEN}.add({len(self.parts) - 1})").body[0]
