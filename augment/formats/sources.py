"""Problems of your own: Python source with a function, its docstring, and tests in it or beside it.

A **folder** has one Python file a problem. The function that the file is named after is the entry point, else its last
public function. `assert` statements and `test_...` functions in the file are its tests, and so is what stands in
`test_NAME.py` or `NAME_test.py` beside it: test functions, classes of unittest, asserts. A **JSON Lines** file has one
problem a line: `task_id`, `solution` (the source) and `tests` (a list of statements, mostly asserts), and `entry_point`
where it is not the last public function.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from augment.errors import BadInput
from augment.formats import fields, files
from augment.formats.gather import unusable
from augment.formats.testcode import check_of_asserts, check_of_tests
from augment.model.problem import Problem
from augment.model.syntax import parse_module

FUNCTION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
NO_FUNCTION: Final = "its code defines no public function"


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format."""
    return "solution" in row and "tests" in row


def problem(row: files.Row, where: str) -> Problem:
    """The problem of one line. Raises `BadLine`."""
    task_id, source = files.text_of(row, "task_id", where), files.text_of(row, "solution", where)
    tests = fields.texts(row, "tests", where)
    try:
        split = _split(source, files.text_of(row, "entry_point", where, ""))
    except SyntaxError as trouble:
        return _unusable(task_id, trouble)
    return split.problem(task_id, check_of_asserts(tests, split.entry_point))


def folder(path: Path) -> list[Problem]:
    """The problems of a folder, in the order of their names.

    Raises:
        BadInput: it holds no Python file that is not a test.
    """
    sources = [file for file in sorted(path.glob("*.py")) if not _is_test(file.stem) and not file.stem.startswith("_")]
    if not sources:
        raise BadInput(f"{path}: no problems in it", hint="wanted one Python file a problem; `augment init` makes some")
    return [_of_file(file) for file in sources]


def _is_test(name: str) -> bool:
    return name.startswith("test_") or name.endswith("_test") or name == "conftest"


def _of_file(file: Path) -> Problem:
    task_id = f"{file.resolve().parent.name}/{file.stem}"
    try:
        split = _split(_text(file), file.stem)
    except SyntaxError as trouble:
        return _unusable(task_id, trouble)
    tests = [*split.tests]
    for other in [file.with_stem(f"test_{file.stem}"), file.with_stem(f"{file.stem}_test")]:
        try:
            body = parse_module(_text(other)).body if other.is_file() else []
        except SyntaxError as trouble:
            return unusable(task_id, f"its tests in {other.name} do not parse ({trouble})")
        if fault := _odd_import(body, file.stem):
            return unusable(task_id, f"its tests in {other.name} {fault}")
        tests += [node for node in body if not _imports(node, file.stem)]
    return split.problem(task_id, check_of_tests(_test_code(tests), split.entry_point))


def _text(file: Path) -> str:
    """The text of a Python file, in the encoding that it names. Raises `SyntaxError` where it is in another."""
    data = files.read_bytes(file)
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    try:
        return data.decode(encoding).replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        raise SyntaxError(f"{file.name} is not {encoding} text: byte {problem.start}") from None


def _imports(node: ast.stmt, name: str) -> bool:
    """Whether a statement imports from a module that stands beside it."""
    return isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2] == name


def _odd_import(body: Sequence[ast.stmt], name: str) -> str:
    """What is wrong with how tests import the module beside them: only names of it can be put in their place."""
    wanted = f"wanted `from {name} import ...` at the top of the file"
    for node in (inner for statement in body for inner in ast.walk(statement)):
        if isinstance(node, ast.Import) and any(alias.name.rpartition(".")[2] == name for alias in node.names):
            return f"import {name} as a module; {wanted}"
        if isinstance(node, ast.ImportFrom) and _imports(node, name):
            if node not in body:
                return f"import {name} further in; {wanted}"
            renamed = next((alias for alias in node.names if alias.asname not in (None, alias.name)), None)
            if renamed is not None:
                return f"import {renamed.name} under another name, {renamed.asname}; wanted its own"
    return ""


def _unusable(task_id: str, trouble: SyntaxError) -> Problem:
    return unusable(task_id, NO_FUNCTION if str(trouble) == NO_FUNCTION else f"its code does not parse ({trouble})")


@dataclass(frozen=True, slots=True)
class _Split:
    """A source taken apart."""

    entry_point: str
    prompt: str
    solution: str
    tests: Sequence[ast.stmt]

    def problem(self, task_id: str, test: str) -> Problem:
        return Problem(
            task_id=task_id,
            prompt=self.prompt,
            entry_point=self.entry_point,
            canonical_solution=self.solution,
            test=test,
        )


def _split(source: str, name: str) -> _Split:
    """Take a source apart: up to the entry point's body, the rest, and the tests in it.

    Raises:
        SyntaxError: it does not parse, or has no public function.
    """
    body = parse_module(source).body
    functions = [node for node in body if isinstance(node, FUNCTION) and not node.name.startswith("_")]
    public = [node for node in functions if not _is_test_function(node)]
    if not public:
        raise SyntaxError(NO_FUNCTION)
    entry = next((node for node in public if node.name == name), public[-1])
    tests = [node for node in body if isinstance(node, ast.Assert) or _is_test_function(node)]
    left_out = {number for node in [*tests, *filter(_is_main, body)] for number in _span(node)}
    lines = source.splitlines()
    start = _start(entry)
    prompt, rest = (
        "".join(f"{lines[number - 1]}\n" for number in numbers if number not in left_out)
        for numbers in (range(1, start), range(start, len(lines) + 1))
    )
    return _Split(entry.name, prompt, f"{rest.rstrip()}\n", tests)


def _is_test_function(node: ast.stmt) -> bool:
    """Whether a function is a test, not a helper of such a name that wants arguments."""
    if not isinstance(node, FUNCTION) or not node.name.startswith("test_"):
        return False
    return bool(node.decorator_list) or not node.args.args


def _is_main(node: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == ...`."""
    return isinstance(node, ast.If) and "__name__" in ast.dump(node.test)


def _span(node: ast.stmt) -> range:
    """The lines of a statement, with its decorators."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)


def _start(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The first line of a function's body behind its docstring; of the function, where all of it is on one line."""
    body = entry.body[1:] if ast.get_docstring(entry) is not None else entry.body
    if entry.body[0].lineno == entry.lineno:
        return _span(entry).start
    return body[0].lineno if body else _span(entry).stop


def _test_code(tests: Sequence[ast.stmt]) -> str:
    """Tests as a module: asserts become a test function, so that they can be run again."""
    asserts = [node for node in tests if isinstance(node, ast.Assert)]
    kept = [ast.unparse(node) for node in tests if not isinstance(node, ast.Assert)]
    if asserts:
        kept.append("\n".join(["def test_asserts():", *(f"    {ast.unparse(node)}" for node in asserts)]))
    return "\n\n\n".join(kept) + "\n"
