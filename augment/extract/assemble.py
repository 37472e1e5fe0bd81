"""Put a completion together with the prompt that it answers."""

from __future__ import annotations

import ast

from augment.extract.code import compiles, defines
from augment.model.problem import Problem
from augment.model.syntax import parse_module


def assemble(problem: Problem, completion: str) -> str:
    """The whole program of a completion: prompt and continuation, or the text alone where that is the program.

    Some models repeat the signature where only the body was asked for: their text parses and defines the entry point,
    and joined to the prompt it would be a function inside the function. It follows what of the prompt stands on its
    own, so that imports and helpers are there; the function that the prompt begins is not needed.
    """
    if compiles(completion) and defines(completion, problem.entry_point):
        return behind(problem.prompt, completion)
    return problem.prompt + completion


def behind(prompt: str, program: str) -> str:
    """A program that parses, behind what of a prompt stands on its own."""
    head = standing_alone(prompt)
    if not head.strip():
        return program
    return "\n".join(_joined(head.split("\n"), program.split("\n"), _future_lines(parse_module(program))))


def standing_alone(prompt: str) -> str:
    """The prompt without the fewest lines at its end that leave a text which parses."""
    lines = prompt.split("\n")
    while lines and _parsed("\n".join(lines)) is None:
        lines.pop()
    return "\n".join(lines)


def _joined(head: list[str], lines: list[str], futures: list[int]) -> list[str]:
    """Both texts; future imports of the second go up to those of the first, for Python wants them at the top."""
    top = max(_future_lines(parse_module("\n".join(head))), default=-1) + 1
    rest = [line for number, line in enumerate(lines) if number not in futures]
    return [*head[:top], *(lines[number] for number in futures), *head[top:], "", *rest]


def _parsed(text: str) -> ast.Module | None:
    try:
        return parse_module(text)
    except SyntaxError:
        return None


def _future_lines(tree: ast.Module) -> list[int]:
    """The lines, from 0, of the future imports of a module."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return [line for node in imports for line in range(node.lineno - 1, node.end_lineno or node.lineno)]
