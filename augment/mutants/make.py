"""Make mutants of a program: few, of many kinds, in many places, none like another as far as their text tells.

A mutant is the program with one fault, or two. It compiles, and its bytecode is another than the program's own and
than every other mutant's: the compiler folds constants and drops what is never reached, and a few spellings that mean
the same are made one before. What else behaves alike, only running tells.
"""

from __future__ import annotations

import ast
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final

from augment.model.syntax import compiled, parse_module
from augment.model.types import TypeSet
from augment.mutants import calls, constants, expressions, statements  # they register their operators
from augment.mutants.corners import Lapse, Shell, lapses
from augment.mutants.operators import OPERATORS, Fault
from augment.mutants.places import Place, places, reached

REGISTERED: Final = (expressions, constants, calls, statements)
SHOWN: Final = 70
"""Characters of a piece of code in a description."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A program with a fault."""

    source: str
    operator: str
    """Name of the operator; two joined by `+` where there are two faults."""
    line: int
    """Line of the original program."""
    description: str
    """What was changed, in a line: line 7: `a < b` became `a <= b`."""
    before: str
    """The code that was changed."""
    after: str
    """What it became; empty where it was dropped."""


def mutants_of(
    source: str,
    entry_point: str,
    *,
    limit: int,
    rng: random.Random,
    types: Sequence[TypeSet] | None = None,
    answers: TypeSet | None = None,
    pairs: int = 0,
) -> tuple[Mutant, ...]:
    """Mutants of a program, spread over operators and lines.

    Args:
        source: the program; what its entry point cannot reach stays as it is.
        entry_point: the function that is called.
        limit: most mutants.
        rng: chooses where there are more.
        types: of each argument, where they are known better than by annotations; see `augment.mutants.corners`.
        answers: types of what it returns; the same.
        pairs: how many of them may have two faults.

    Raises:
        SyntaxError: the program does not parse.
    """
    tree = parse_module(source)
    candidates: list[_Candidate] = [*_changes(tree, entry_point), *_lapses(tree, entry_point, types, answers)]
    seen = {fingerprint(ast.unparse(tree))}
    made: list[Mutant] = []
    for candidate in _spread(candidates, rng):
        if len(made) >= limit - pairs:
            break
        _keep(candidate.mutant(tree), seen, made)
    for pair in _pairs(candidates, pairs, rng):
        if len(made) < limit:
            _keep(pair.mutant(tree), seen, made)
    return tuple(made)


def _keep(mutant: Mutant | None, seen: set[Any], made: list[Mutant]) -> None:
    """Add a mutant that compiles to something new."""
    if mutant is not None:
        with contextlib.suppress(SyntaxError, ValueError):
            known = fingerprint(mutant.source)
            if known not in seen:
                seen.add(known)
                made.append(mutant)


@dataclass(frozen=True, slots=True)
class Replacement:
    """One fault in one place."""

    operator: str
    place: Place
    fault: Fault

    @property
    def line(self) -> int:
        """Line of the original program."""
        return getattr(self.place.node, "lineno", 0)

    def mutant(self, tree: ast.Module) -> Mutant:
        """The program with this fault."""
        with self.made():
            source = ast.unparse(tree)
        before, after = self.snippets()
        return Mutant(
            source=source,
            operator=self.operator,
            line=self.line,
            description=self.described(),
            before=before,
            after=after,
        )

    def described(self) -> str:
        """The fault in a line."""
        return f"line {self.line}: {_difference(*self.snippets())}"

    def snippets(self) -> tuple[str, str]:
        """The code before and after."""
        parts = self.fault if isinstance(self.fault, list) else [self.fault]
        return ast.unparse(self.place.node), "\n".join(map(ast.unparse, parts))

    @contextlib.contextmanager
    def made(self) -> Iterator[None]:
        """The tree has the fault meanwhile."""
        owner, name = self.place.owner, self.place.field
        held = getattr(owner, name)
        if isinstance(held, list):
            new = self.fault if isinstance(self.fault, list) else [self.fault]
            changed = [part for each in held for part in (new if each is self.place.node else [each])]
            setattr(owner, name, changed or [ast.Pass()])
        else:
            setattr(owner, name, self.fault)
        try:
            yield
        finally:
            setattr(owner, name, held)


@dataclass(frozen=True, slots=True)
class _Two:
    """Two faults in two places."""

    first: Replacement
    second: Replacement

    def mutant(self, tree: ast.Module) -> Mutant | None:
        """None where one fault hides the other."""
        with self.first.made():
            alone = ast.unparse(tree)
            with self.second.made():
                both = ast.unparse(tree)
        with self.second.made():
            if both in (alone, ast.unparse(tree)):
                return None
        snippets = zip(self.first.snippets(), self.second.snippets(), strict=True)
        before, after = ("\n".join(pair) for pair in snippets)
        return Mutant(
            source=both,
            operator=f"{self.first.operator}+{self.second.operator}",
            line=self.first.line,
            description=f"{self.first.described()}; {self.second.described()}",
            before=before,
            after=after,
        )


@dataclass(frozen=True, slots=True)
class _Lapsed:
    """A special class of arguments."""

    shell: Shell
    lapse: Lapse

    @property
    def operator(self) -> str:
        return self.lapse.operator

    @property
    def line(self) -> int:
        return self.shell.function.lineno

    def mutant(self, _: ast.Module) -> Mutant:
        name = self.shell.function.name
        return Mutant(
            source=self.shell.with_lapse(self.lapse),
            operator=self.operator,
            line=self.line,
            description=f"line {self.line}: `{name}` {self.lapse.does}",
            before=f"{name} as it is",
            after=f"{name} {self.lapse.does}",
        )


def _changes(tree: ast.Module, entry_point: str) -> list[Replacement]:
    found = places(tree, entry_point)
    return [
        Replacement(operator.name, place, fault)
        for operator in OPERATORS.values()
        for place in found
        for fault in operator.change(place)
    ]


def _lapses(
    tree: ast.Module, entry_point: str, types: Sequence[TypeSet] | None, answers: TypeSet | None
) -> list[_Lapsed]:
    for statement in reached(tree, entry_point):
        if isinstance(statement, ast.FunctionDef) and statement.name == entry_point:
            shell = Shell(tree, statement)
            return [_Lapsed(shell, lapse) for lapse in lapses(statement, types, answers)]
    return []


_Candidate = Replacement | _Lapsed


def _spread(candidates: Sequence[_Candidate], rng: random.Random) -> list[_Candidate]:
    """All of them in an order in which each operator comes once before one comes twice, and within one, each line."""
    mixed = rng.sample(candidates, len(candidates))
    by_line = _in_turn(mixed, lambda one: (one.operator, one.line))
    return _in_turn(by_line, lambda one: one.operator)


def _in_turn(candidates: Sequence[_Candidate], key: Callable[[_Candidate], Hashable]) -> list[_Candidate]:
    """The same in an order in which each key comes once before one comes twice."""
    times: Counter[Hashable] = Counter()
    ranked = []
    for candidate in candidates:
        ranked.append((times[key(candidate)], candidate))
        times[key(candidate)] += 1
    return [candidate for _, candidate in sorted(ranked, key=lambda rank: rank[0])]


def _pairs(candidates: Sequence[_Candidate], count: int, rng: random.Random) -> Iterator[_Two]:
    """Some pairs of faults in two places; more than are wanted, as one may hide the other."""
    changes = [one for one in candidates if isinstance(one, Replacement)]
    for _ in range(count * 3 if len(changes) > 1 else 0):
        first, second = rng.sample(changes, 2)
        if first.place.node is not second.place.node:
            yield _Two(first, second)


def _difference(before: str, after: str) -> str:
    """In words, of two pieces of code, the lines that differ."""
    old, new = before.split("\n"), after.split("\n") if after else []
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    was, became = _shortened(" ".join(old)), _shortened(" ".join(new))
    if not new or not old:
        return f"`{was}` was dropped" if not new else f"`{became}` came in"
    return f"`{was}` became `{became}`" if was != became else f"`{was}` was indented otherwise"


def _shortened(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


# ---------------------------------------------------------------- what a program comes to


def fingerprint(source: str) -> Any:
    """What a program compiles to, without lines and names of files: equal for programs that do the same step by step.

    Raises:
        SyntaxError: it does not compile.
    """
    return _printed(compiled(ast.fix_missing_locations(_OneSpelling().visit(parse_module(source)))))


def _printed(value: object) -> Any:
    """Constants with their types, since 1, True and 1.0 are equal."""
    if isinstance(value, CodeType):
        shape = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount, value.co_flags)
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        code = (value.co_code, getattr(value, "co_exceptiontable", b""))
        return shape, names, code, tuple(map(_printed, value.co_consts))
    if isinstance(value, tuple):
        return "tuple", tuple(map(_printed, value))
    if isinstance(value, frozenset):
        return "frozenset", frozenset(map(_printed, value))
    return type(value).__name__, repr(value)


class _OneSpelling(ast.NodeTransformer):
    """Writes some things that mean the same in the same way."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`range(0, n)` and `range(0, n, 1)` are `range(n)`."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, ast.Constant(value=1)], keywords=[]):
                return self.visit_Call(ast.Call(func=node.func, args=[start, stop], keywords=[]))
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=0), stop], keywords=[]):
                return ast.Call(func=node.func, args=[stop], keywords=[])
        return node

    def visit_Slice(self, node: ast.Slice) -> ast.AST:
        """`xs[0:]` is `xs[:]`, and so is `xs[::1]`."""
        self.generic_visit(node)
        step = None if isinstance(node.step, ast.Constant) and node.step.value == 1 else node.step
        first = isinstance(node.lower, ast.Constant) and node.lower.value == 0 and step is None
        return ast.Slice(lower=None if first else node.lower, upper=node.upper, step=step)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not a == b` is `a != b`, and back; for orders that does not hold, since nan is neither less nor more."""
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[ast.Eq()], comparators=right)):
                return ast.Compare(left=left, ops=[ast.NotEq()], comparators=right)
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[ast.NotEq()], comparators=right)):
                return ast.Compare(left=left, ops=[ast.Eq()], comparators=right)
        return node
