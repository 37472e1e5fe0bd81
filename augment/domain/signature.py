"""The entry point as its author wrote it: parameters, docstring, body."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass
from typing import Final

from augment.model.problem import Problem
from augment.model.syntax import parse_module

MOST_PROSE: Final = 20_000
"""Characters of a description that are read; the longest of known benchmarks have a tenth of that."""
EXAMPLE: Final = re.compile(r"^\s*>>>|==>|=>|➞|->\s*[-\[({\d'\"TF]")
"""A line of this form shows a call and its answer."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What is to be read of a problem's entry point."""

    parameters: tuple[str, ...]
    prose: str
    """The docstring, or what stands around the code, without examples."""
    function: ast.FunctionDef
    """The reference's definition."""

    def name(self, place: str) -> str:
        """A place for a reader: `xs[]` for `0[]`."""
        number = re.match(r"\d+", place)
        if number is None or int(number[0]) >= len(self.parameters):
            return place
        return self.parameters[int(number[0])] + place[number.end() :]


def signature(problem: Problem) -> Signature | None:
    """The entry point of a problem; None where the reference defines none, or cannot be parsed."""
    try:
        tree = parse_module(problem.reference)
    except SyntaxError:
        return None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == problem.entry_point]
    if not functions:
        return None
    function = functions[-1]  # the last definition is the one that counts
    arguments = function.args
    parameters = tuple(parameter.arg for parameter in [*arguments.posonlyargs, *arguments.args])
    text = _docstring(function) or ast.get_docstring(tree) or _comments(problem.prompt)
    return Signature(parameters, _prose(text, problem.entry_point), function)


def _docstring(function: ast.FunctionDef) -> str:
    """The first text that stands alone in a function: authors put imports before it now and then."""
    for node in function.body:
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                return inspect.cleandoc(text)
    return ""


def _comments(prompt: str) -> str:
    """What is said where there is no docstring: comments."""
    return "\n".join(line.strip().lstrip("#").strip() for line in prompt.splitlines() if line.strip().startswith("#"))


def _prose(text: str, entry_point: str) -> str:
    kept: list[str] = []
    after_prompt = False
    for line in text.splitlines():
        shown = bool(EXAMPLE.search(line)) or f"{entry_point}(" in line
        if not shown and not (after_prompt and line.strip()):
            kept.append(line)
        after_prompt = line.lstrip().startswith(">>>")
    return "\n".join(kept)[:MOST_PROSE]
