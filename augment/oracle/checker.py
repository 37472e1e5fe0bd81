"""Keep a property that base tests check, as code that judges any answer to any arguments.

Some checks name no answer; they put it into an equation, or look whether it is sorted. `derive` reads the syntax tree
of such a check: around each call of the candidate it takes the statements from where the arguments are made to where
the next ones are, puts the answer in place of the call, and binds the names that the arguments were made from. Names
that are left must stand at the top of the reference or of the test code. An argument that is written out stands for
itself wherever it is repeated, and then two calls at least must give the same code.

Nothing is run here, and nothing is believed: whoever uses the code first tries it on answers known to be right and on
others.
"""

from __future__ import annotations

import ast
import builtins
import copy
import symtable
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

from augment.errors import NotPlain
from augment.model.literals import read_literal
from augment.model.suite import CHECKER
from augment.model.syntax import parse_module

COPIES: Final = frozenset({"copy", "deepcopy", "list", "tuple", "set", "dict"})
"""Functions whose result is made of one argument, for the purpose of a call."""
Block = list[ast.stmt]


def derive(test: str, reference: str) -> str:
    """The property as code that defines `CHECKER`; empty where the check has none that can be lifted out.

    Args:
        test: defines `check(candidate)`.
        reference: whose top-level names the check may use.
    """
    try:
        return _derived(test, reference)
    except (SyntaxError, RecursionError, _Underivable):
        return ""


def _derived(test: str, reference: str) -> str:
    body = parse_module(test).body
    check = next((s for s in reversed(body) if isinstance(s, ast.FunctionDef) and s.name == "check"), None)
    if check is None or not check.args.args:
        raise _Underivable
    search = _Search(check)
    if any(call.keywords for call in search.calls(check.body)):
        raise _Underivable  # arguments whose place is not to be seen here
    parts = list(search.blocks(check.body, []))
    known = defined_names(test) | defined_names(reference) | set(dir(builtins))
    own = {name for node in ast.walk(check) for name in _stored(node)}
    named = {part.code for part in parts if not part.written_out}
    written = [part.code for part in parts if part.written_out]
    codes = named or (set(written) if len(written) > 1 else set())
    code = codes.pop() if len(codes) == 1 else ""
    return code if code and _stands_alone(code, known - own) else ""


class _Underivable(Exception):
    """The check calls the candidate in a way that gives no code."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What one piece of the check says of an answer."""

    code: str
    written_out: bool
    """Whether an argument is an expression other than a name or a display of names."""


class _Search:
    """Looks for calls of the candidate through the blocks of a check."""

    def __init__(self, check: ast.FunctionDef) -> None:
        self.candidates = _called(check)
        self.taken = {node.id for node in ast.walk(check) if isinstance(node, ast.Name)}
        self.stored = [name for node in ast.walk(check) for name in _stored(node)]

    def blocks(self, block: Block, before: Block) -> Iterator[_Part]:
        """The parts of a block; `before` are the statements that ran before it, in the blocks around it."""
        done = 0
        for place, statement in enumerate(block):
            inner = _inner_blocks(statement) if place >= done else []
            if any(self.calls(each) for each in inner):
                if not isinstance(statement, (ast.For, ast.While, ast.FunctionDef)):
                    raise _Underivable  # a condition or a handler would be lost
                for each in inner:
                    yield from self.blocks(each, before + block[:place])
            elif place >= done and self.calls([statement]):
                part, done = self.part(block, place, before)
                yield part

    def part(self, block: Block, place: int, before: Block) -> tuple[_Part, int]:
        """The code around the call in one statement of a block, and the place of the first statement behind it."""
        arguments = self.calls([block[place]])[0].args
        if any(isinstance(argument, ast.Starred) for argument in arguments):
            raise _Underivable
        cores = [_core(argument) for argument in arguments]
        names = [name for core in cores for name in _display_names(core)]
        if len(set(names)) < len(names) or len(set(map(ast.dump, cores))) < len(cores):
            raise _Underivable  # one name for two arguments
        start, end = self.extent(block, place, set(names))
        given, answer = self.free_name("arguments"), self.free_name("answer")
        written = {ast.dump(core): self.free_name(f"argument_{n}") for n, core in enumerate(cores) if not _named(core)}
        body = [_Replace(self.candidates, answer, written).of(statement) for statement in block[start:end]]
        targets = [ast.Name(written[ast.dump(core)], ast.Store()) if not _named(core) else core for core in cores]
        unpacking = f"{_tuple(map(ast.unparse, targets))} = {given}"
        lines = [*map(ast.unparse, self.prelude(before + block[:start], body, names)), unpacking]
        text = "\n".join([*lines, *map(ast.unparse, body)])
        indented = "".join(f"    {line}\n" for line in text.split("\n"))
        return _Part(f"def {CHECKER}({given}, {answer}):\n{indented}", bool(written)), end

    def extent(self, block: Block, place: int, names: set[str]) -> tuple[int, int]:
        """The statements that speak of one call: from behind the making of its arguments to that of the next ones."""
        wanted = {ast.dump(argument) for argument in self.calls([block[place]])[0].args}
        start = place
        while start > 0 and not _touches(block[start - 1], names) and not self.calls([block[start - 1]]):
            start -= 1
        end = place
        while end < len(block) and (end == place or not _stores(block[end], names)):
            calls = self.calls([block[end]])
            if any(len(call.args) != len(wanted) or {ast.dump(a) for a in call.args} != wanted for call in calls):
                break
            end += 1
        if end == place:
            raise _Underivable  # one statement with two different calls
        return start, end

    def prelude(self, before: Block, body: Block, bound: Sequence[str]) -> Block:
        """Imports, helper functions and constants of the check that its body needs, in order."""
        settings = [statement for statement in before if self.is_setting(statement)]
        needed = {name for statement in body for name in _read(statement)} - set(bound)
        for _ in settings:  # each may need another
            needed |= {name for s in settings if needed.intersection(_bindings(s)) for name in _read(s)}
        return [statement for statement in settings if needed.intersection(_bindings(statement))]

    def is_setting(self, statement: ast.stmt) -> bool:
        """Whether a statement gives the same whichever call is meant: an import, a function, a constant set once."""
        if isinstance(statement, ast.Assign) and _is_literal(statement.value):
            return all(self.stored.count(name) == 1 for name in _bindings(statement))
        return isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef))

    def calls(self, block: Iterable[ast.stmt]) -> list[ast.Call]:
        """Calls of the candidate anywhere in some statements."""
        nodes = (node for statement in block for node in ast.walk(statement))
        return [node for node in nodes if _calls_one(node, self.candidates)]

    def free_name(self, wish: str) -> str:
        """A name that the check does not use."""
        return wish if wish not in self.taken else self.free_name(f"{wish}_")


class _Replace(ast.NodeTransformer):
    """Puts names in place of the call and of arguments that are written out."""

    def __init__(self, candidates: set[str], answer: str, written: dict[str, str]) -> None:
        self.candidates = candidates
        self.answer = answer
        self.written = written

    def of(self, statement: ast.stmt) -> ast.stmt:
        """A copy of the statement with the names in it."""
        replaced = self.visit(copy.deepcopy(statement))
        assert isinstance(replaced, ast.stmt)
        return replaced

    def visit(self, node: ast.AST) -> ast.AST:
        """A name for what it stands for, and anything else with its children visited."""
        if _calls_one(node, self.candidates):
            return ast.Name(self.answer, ast.Load())
        if isinstance(node, ast.expr) and ast.dump(node) in self.written:
            return ast.Name(self.written[ast.dump(node)], ast.Load())
        return self.generic_visit(node)


def _called(check: ast.FunctionDef) -> set[str]:
    """Names of the candidate: the parameter, and what it is assigned to."""
    names = {check.args.args[0].arg}
    for node in check.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in names:
            names.update(_bindings(node))
    return names


def _calls_one(node: ast.AST, names: set[str]) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _core(argument: ast.expr) -> ast.expr:
    """An argument without the copying around it."""
    match argument:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Name() as inner]) if name in COPIES:
            return inner
        case ast.Call(func=ast.Attribute(value=ast.Name() as inner, attr="copy"), args=[]):
            return inner
        case ast.Subscript(value=ast.Name() as inner, slice=ast.Slice(lower=None, upper=None, step=None)):
            return inner
    return argument


def _display_names(core: ast.expr) -> list[str]:
    """The names of a name, or of a list or tuple of names; both can be assigned to."""
    return [node.id for node in ast.walk(core) if isinstance(node, ast.Name)] if _named(core) else []


def _named(core: ast.expr) -> bool:
    if isinstance(core, (ast.List, ast.Tuple)):
        return bool(core.elts) and all(map(_named, core.elts))
    return isinstance(core, ast.Name)


def _inner_blocks(statement: ast.stmt) -> list[Block]:
    blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    handlers = [handler.body for handler in getattr(statement, "handlers", [])]
    cases = [case.body for case in getattr(statement, "cases", [])]
    return [block for block in [*blocks, *handlers, *cases] if block]


def _touches(statement: ast.stmt, names: set[str]) -> bool:
    """Whether a statement binds one of the names, or may change what it holds."""
    plain = isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Assert))
    return _stores(statement, names) or (not plain and not names.isdisjoint(_read(statement)))


def _stores(statement: ast.stmt, names: set[str]) -> bool:
    return any(name in names for node in ast.walk(statement) for name in _stored(node))


def _stored(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    return _bindings(node) if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)) else []


def _bindings(node: ast.AST) -> list[str]:
    """Names that a statement binds."""
    match node:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(alias.asname or alias.name).partition(".")[0] for alias in names]
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
    return []


def _read(statement: ast.stmt) -> list[str]:
    return [n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]


def _is_literal(value: ast.expr) -> bool:
    try:
        read_literal(ast.unparse(value))
    except NotPlain:
        return False
    return True


def _tuple(texts: Iterable[str]) -> str:
    return "(" + "".join(f"{text}, " for text in texts).rstrip() + ")"


def defined_names(source: str) -> set[str]:
    """Names that a module gives itself."""
    table = symtable.symtable(source, "<module>", "exec")
    return {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}


def _stands_alone(code: str, known: set[str]) -> bool:
    """Whether code compiles, and takes no name from around it but known ones."""
    try:
        compile(code, "<checker>", "exec", dont_inherit=True)
        tables = [symtable.symtable(code, "<checker>", "exec")]
    except SyntaxError:  # `continue` of a loop that was left out, and the like
        return False
    wanted: set[str] = set()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        wanted |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return wanted <= known | {CHECKER}
