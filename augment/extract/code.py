"""Look at Python text without running it: does it compile, what does it define, what does it lack.

A text is judged by the compiler, not by the parser alone: `return` outside a function parses.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Callable, Iterator
from typing import Final

from augment.model.syntax import compiled, parse_module, scopes

BUILTINS: Final = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__", "__builtins__"}
BY_OTHER_MEANS: Final = re.compile(r"import\s*\*|\b(?:exec|globals|vars|locals|setattr)\(|__dict__")
"""Text that may define names which cannot be seen in it."""
BEGINS_STATEMENT: Final = re.compile(r"[^\s#)\]}]")
"""What a line begins with that may begin a statement of a module."""
MOST_CUTS: Final = 10
"""Ends that are tried for a piece of code: two or three do, save in texts that repeat an error without end."""
EFFECTS: Final = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def compiles(text: str) -> bool:
    """Whether it is a module that Python would run."""
    return error_line(text) is None


def error_line(text: str) -> int | None:
    """The line, from 1, that keeps a text from compiling; None where it compiles."""
    try:
        compiled(text)
    except SyntaxError as error:
        return error.lineno or 1
    return None


def defines(text: str, name: str) -> bool:
    """Whether a module that compiles binds a name, by a definition, an import or an assignment."""
    return name in bound(text)


def bound(text: str) -> set[str]:
    """The names that a module that compiles binds at its top level, or from a function that says `global`."""
    top = scopes(text)
    names = {one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported()}
    inner = [one for scope in _below(top) for one in scope.get_symbols()]
    return names | {one.get_name() for one in inner if one.is_declared_global() and one.is_assigned()}


def missing(text: str) -> set[str]:
    """The global names that a module that compiles reads, and nothing in it or in Python defines."""
    return _read(scopes(text)) - bound(text) - BUILTINS


def _read(top: symtable.SymbolTable) -> set[str]:
    read = {one.get_name() for one in top.get_symbols() if one.is_referenced()}
    inner = [one for scope in _below(top) for one in scope.get_symbols()]
    return read | {one.get_name() for one in inner if one.is_global() and one.is_referenced()}


def _below(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in scope.get_children():
        yield child
        yield from _below(child)


def whole_statements(text: str) -> tuple[str, str]:
    """The longest beginning of a text that compiles, cut where a statement begins, and the rest.

    There is none where `MOST_CUTS` find none.
    """
    lines = text.split("\n")
    end = len(lines)
    for _ in range(MOST_CUTS):
        line = error_line("\n".join(lines[:end]))
        if line is None:
            return "\n".join(lines[:end]), "\n".join(lines[end:])
        end = next((n for n in range(min(line, end) - 1, -1, -1) if BEGINS_STATEMENT.match(lines[n])), 0)
    return "", text


def takes(function: Function, arguments: int, *, bound_to: int = 0) -> bool:
    """Whether a function has so many positional arguments, besides those that its object takes."""
    args = function.args
    count = len(args.posonlyargs) + len(args.args) - bound_to
    needs_more = any(default is None for default in args.kw_defaults)
    return not needs_more and arguments in (count, count - len(args.defaults))


def is_stub(function: ast.stmt) -> bool:
    """Whether a function has no body to speak of: a docstring, `...`, `pass`, or that it is not implemented."""
    return isinstance(function, Function) and all(map(_says_nothing, function.body))


def _says_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        return "NotImplementedError" in ast.dump(node)
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def binds(node: ast.stmt) -> set[str]:
    """The names that a statement of a module binds, and those of the objects that it changes."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.alias):
            names.add((part.asname or part.name).partition(".")[0])
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(part.name)
        elif isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(part.ctx, ast.Store):
            names |= _base(part)
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            names |= _base(part.func)
    return names


def _base(node: ast.expr) -> set[str]:
    """The name that an expression like `a.b[0].c` begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def attributes(node: ast.AST) -> set[str]:
    """The names behind dots in a piece of code."""
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def begun(text: str, names: set[str]) -> bool:
    """Whether a text, which need not parse, begins to define a function or class of one of some names."""
    wanted = "|".join(map(re.escape, sorted(names)))
    return bool(wanted) and re.search(rf"\b(?:def|class)\s+(?:{wanted})\b", text) is not None


class Module:
    """A text that compiles, statement by statement."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.statements = parse_module(text).body
        self._lines = text.split("\n")

    def functions(self) -> list[Function]:
        """The functions at its top level."""
        return [node for node in self.statements if isinstance(node, Function)]

    def last_binding(self, name: str) -> int:
        """Place of the last statement that binds a name; -1 where none does."""
        return max((place for place, node in enumerate(self.statements) if name in binds(node)), default=-1)

    def source(self, node: ast.stmt) -> str:
        """The lines of a statement, with whatever else stands on them."""
        return "\n".join(self._lines[line - 1] for line in lines_of(node))

    def reads(self, node: ast.stmt) -> set[str]:
        """The global names that a statement reads, its functions included."""
        try:
            return _read(scopes(self.source(node)))
        except SyntaxError:  # it shares a line with the end of another one
            return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}

    def leads_to(self, node: ast.stmt) -> set[str]:
        """The global names that a statement reads, and the attributes."""
        return self.reads(node) | attributes(node)

    def reached(self, start: set[str], look: Callable[[ast.stmt], set[str]]) -> set[str]:
        """Names, and those that statements which bind them lead to, and so on.

        Args:
            start: the names to begin with.
            look: the names that a statement leads to, as `reads` or `leads_to`.
        """
        by_name: dict[str, set[str]] = {}
        for node in self.statements:
            for name in binds(node):
                by_name.setdefault(name, set()).update(look(node))
        found, new = set(start), set(start)
        while new:
            new = set().union(*(by_name.get(name, set()) for name in new)) - found
            found |= new
        return found

    def without(self, dropped: list[ast.stmt]) -> str:
        """The text without the lines of some statements; lines that they share with others stay."""
        needed = {line for node in self.statements if node not in dropped for line in lines_of(node)}
        gone = {line for node in dropped for line in lines_of(node)} - needed
        return "\n".join(line for number, line in enumerate(self._lines, 1) if number not in gone)


def lines_of(node: ast.stmt) -> range:
    """The lines, from 1, of a statement with its decorators."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)
