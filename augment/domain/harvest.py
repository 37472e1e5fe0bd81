"""Values that a problem itself speaks of: in its base inputs, in the examples of its prompt, in its reference.

A constant that the reference compares with, or a word from the prompt's examples, is where programs part ways; a
mutator that draws from here finds such places much sooner than one that draws at random.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from augment.errors import NotPlain
from augment.model.literals import read_literal, write_literal
from augment.model.problem import Problem
from augment.model.syntax import parse_module

MAX_TEXT = 200
"""Longer strings are no vocabulary."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Harvested values by type name, each list sorted and without repeats."""

    atoms: dict[str, list[object]]
    characters: str
    """Every character of the harvested inputs, sorted."""
    words: list[str]
    """The inputs' strings cut at white space, sorted."""
    rare: str = ""
    """Other characters that texts may hold."""

    def of(self, kind: str) -> list[object]:
        """Harvested values of one atom type, perhaps none."""
        return self.atoms.get(kind, [])


def harvest(problem: Problem, inputs: Iterable[tuple[object, ...]]) -> Pool:
    """Collect the values of some inputs, and the constants of the problem's prompt and reference."""
    seen = [atom for args in inputs for atom in _atoms(args)]
    texts = [atom for atom in seen if isinstance(atom, str)]
    by_kind: dict[str, dict[str, object]] = {}
    for atom in [*seen, *_constants(problem.reference)]:
        if not isinstance(atom, (str, bytes)) or len(atom) <= MAX_TEXT:
            by_kind.setdefault(type(atom).__name__, {})[write_literal(atom)] = atom
    atoms = {kind: [found[text] for text in sorted(found)] for kind, found in sorted(by_kind.items())}
    words = {word for text in texts for word in text.split()}
    return Pool(atoms=atoms, characters="".join(sorted(set().union(*texts))), words=sorted(words))


def _atoms(value: object) -> Iterator[object]:
    if isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _atoms(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _atoms(key)
            yield from _atoms(item)
    else:
        yield value


def _constants(source: str) -> Iterator[object]:
    """Constants in code, docstrings left out; negative numbers as such."""
    try:
        tree = parse_module(source)
    except SyntaxError:
        return
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.body
        if isinstance(node.body[0], ast.Expr)
    }
    negated = set()
    for node in ast.walk(tree):  # a sign is met before its number
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=(int() | float()) as number) as operand):
                negated.add(id(operand))
                yield -number
            case ast.Constant(value=value) if id(node) not in docstrings | negated and value is not Ellipsis:
                yield value


def prompt_examples(problem: Problem) -> list[tuple[object, ...]]:
    """Argument tuples of the calls that stand in the prompt or were given as examples, in order, without repeats.

    Any text of the form `entry_point(literals)` counts, whatever surrounds it; what is no literal is passed over.
    Docstrings are read as the text they stand for; where that gives nothing, as they are written.
    """
    told = _calls(problem.entry_point, "\n".join(docstrings(problem.reference)))
    told = told or _calls(problem.entry_point, problem.prompt)
    return told + [args for args in _calls(problem.entry_point, problem.examples) if args not in told]


def docstrings(source: str) -> list[str]:
    """The docstrings of a module and of all in it, as the text they stand for; none where it does not parse."""
    try:
        nodes = list(ast.walk(parse_module(source)))
    except SyntaxError:
        return []
    kinds = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [ast.get_docstring(node, clean=False) or "" for node in nodes if isinstance(node, kinds)]


def _calls(entry_point: str, around: str) -> list[tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for match in re.finditer(rf"\b{re.escape(entry_point)}\s*\(", around):
        text = balanced(around, match.end() - 1)
        try:
            args = read_literal(f"{text[:-1].rstrip().rstrip(',')},)") if text[1:-1].strip() else ()
        except NotPlain:
            continue
        if isinstance(args, tuple) and args:
            found.setdefault(write_literal(args), args)
    return list(found.values())


def balanced(text: str, start: int, limit: int = 2000) -> str:
    """From an opening bracket to its closing one, strings respected; "()" where there is none."""
    depth, quote, at = 0, "", start
    while at < min(len(text), start + limit):
        character = text[at]
        if quote:
            if character == "\\":
                at += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return text[start : at + 1]
        at += 1
    return "()"
