"""Bodies without a signature: the prompt has it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from augment.extract import code
from augment.extract.assemble import standing_alone
from augment.extract.words import Method
from augment.model.problem import Problem
from augment.model.syntax import parse_module

INDENT: Final = "    "
SECOND_LINE_INDENTED: Final = re.compile(r"[^\n]+\n\s*[ \t]\S")
WITHOUT_EFFECT: Final = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def continues(problem: Problem, text: str) -> bool:
    """Whether prompt and text together compile, and the text gives the entry point something to do."""
    program = problem.prompt + text
    return code.compiles(program) and _gives_a_body(program, problem.prompt, problem.entry_point)


def behind_signature(problem: Problem, text: str) -> tuple[str, tuple[str, ...]] | None:
    """The program of a text that is a body, and how it was put together; None where it is no body.

    A body is indented, or has a `return` that is outside any function.
    """
    for heading in _headings(problem):
        for shaped, words in _shapes(text):
            program, rest = _cut(heading, shaped)
            if _gives_a_body(program, heading, problem.entry_point) and not code.begun(rest, code.missing(program)):
                return program, (Method.BODY, *words, *([Method.TRIMMED] if rest.strip() else []))
    return None


def _headings(problem: Problem) -> Iterator[str]:
    """The prompt, and the same with its signature alone, for bodies indented in another way than its docstring."""
    prompt = problem.prompt if problem.prompt.endswith("\n") else f"{problem.prompt}\n"
    yield prompt
    whole = next((text for text in (prompt, f"{prompt}{INDENT}pass\n") if code.compiles(text)), "")
    for node in code.Module(whole).functions():
        if node.name == problem.entry_point and node.body[0].lineno > node.lineno:
            signature = whole.split("\n")[code.lines_of(node).start - 1 : node.body[0].lineno - 1]
            yield "\n".join([standing_alone(prompt), *signature, ""])


def looks_like_one(text: str) -> bool:
    """Whether a text begins indented, as a body does."""
    return bool(text.strip()) and text.lstrip("\r\n")[0].isspace()


def _shapes(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The text as a body: as it is, with its first line moved in, or all of it."""
    if looks_like_one(text):
        yield text, ()
        return
    stripped = text.lstrip("\r\n")
    try:
        tree = parse_module(stripped)
    except SyntaxError:
        if SECOND_LINE_INDENTED.match(stripped):
            yield INDENT + stripped, (Method.INDENTED,)
    else:
        if not code.compiles(stripped):
            yield _moved_in(stripped, tree), (Method.INDENTED,)


def _moved_in(text: str, tree: ast.Module) -> str:
    """The text, one step further in, but for the insides of long strings."""
    inside = {
        line
        for node in ast.walk(tree)
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno
        for line in range(node.lineno + 1, node.end_lineno + 1)
    }
    lines = enumerate(text.split("\n"), 1)
    return "\n".join(line if number in inside or not line.strip() else INDENT + line for number, line in lines)


def _cut(heading: str, text: str) -> tuple[str, str]:
    """Heading and text up to the last whole statement, and what is left of the text."""
    program, rest = code.whole_statements(heading + text)
    return (program, rest) if len(program) > len(heading) else ("", text)


def _gives_a_body(program: str, heading: str, name: str) -> bool:
    """Whether the function that the heading begins has a statement of its own behind the heading."""
    end = heading.count("\n") + 1, len(heading.rpartition("\n")[2].encode("utf-8", "surrogatepass"))
    named = [node for node in code.Module(program).functions() if node.name == name]
    begun = [node for node in named if (node.lineno, node.col_offset) < end]
    return bool(begun) and any(
        (node.end_lineno or 0, node.end_col_offset or 0) > end and not _without_effect(node) for node in begun[-1].body
    )


def _without_effect(node: ast.stmt) -> bool:
    """Whether a function whose body is this alone does nothing: words, imports and definitions."""
    words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return words or isinstance(node, WITHOUT_EFFECT)
