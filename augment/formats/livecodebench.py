"""LiveCodeBench's format: problems with a starter code and tests as JSON; without those that read from stdin.

There are no references, so a suite needs `--references`. Public tests are base tests; the private ones are packed in a
pickle, which is opened only on demand, and even then without loading any class.
"""

from __future__ import annotations

import ast
import base64
import binascii
import io
import json
import pickle
import zlib
from typing import Any, Final, NoReturn

from augment.errors import BadLine
from augment.formats import files
from augment.formats.gather import unusable
from augment.formats.testcode import check_of_asserts
from augment.model.problem import Problem
from augment.model.syntax import parse_module

STDIN: Final = "it reads from stdin and prints, so there is no function to test"
CLASS: Final = "Solution"


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format."""
    return "question_content" in row and "public_test_cases" in row


def task_id(row: files.Row, where: str) -> str:
    """The name of a problem. Raises `BadLine`."""
    return files.text_of(row, "question_id", where)


def problem(row: files.Row, where: str, *, trust_pickle: bool) -> Problem:
    """One problem.

    Args:
        row: as released.
        where: starts messages.
        trust_pickle: whether the private tests may be unpacked and are base tests too.

    Raises:
        BadLine: a field is missing or no JSON.
    """
    name = task_id(row, where)
    content = files.text_of(row, "question_content", where)
    starter = files.text_of(row, "starter_code", where, "")
    tests = _tests(files.text_of(row, "public_test_cases", where), f"{where}: `public_test_cases`")
    if trust_pickle:
        tests += _private(files.text_of(row, "private_test_cases", where, "[]"), f"{where}: `private_test_cases`")
    metadata = _json(files.text_of(row, "metadata", where, "{}"), f"{where}: `metadata`")
    entry_point = metadata.get("func_name", "") if isinstance(metadata, dict) else ""
    if not entry_point or any(test.get("testtype") != "functional" for test in tests):
        return unusable(name, STDIN)
    method = _method(starter, entry_point)
    if method is None:
        return unusable(name, f"its starter code has no method {entry_point!r}")
    told = content.strip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    asserts = [_assert(test, entry_point, where) for test in tests]
    return Problem(
        task_id=name,
        prompt=f'"""\n{told}\n"""\nfrom typing import *\n\n\n{_function(method)}\n\n\n',
        entry_point=entry_point,
        canonical_solution="",
        test=check_of_asserts(asserts, entry_point, LISTED),
    )


LISTED: Final = "def listed(answer):\n    return list(answer) if isinstance(answer, tuple) else answer"
"""LiveCodeBench takes a tuple for a list as the whole answer."""


def _tests(text: str, where: str) -> list[dict[str, Any]]:
    found = _json(text, where)
    if not isinstance(found, list) or not all(isinstance(test, dict) for test in found):
        raise BadLine(f"{where}: wanted a list of objects, found {files.kind(found)}")
    return found


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as problem:
        raise BadLine(f"{where}: wanted JSON, found text that is none ({problem})") from None


class _Plain(pickle.Unpickler):
    """Opens a pickle of plain data; whatever names a class or a function is refused."""

    def find_class(self, module: str, name: str, /) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")


def _private(text: str, where: str) -> list[dict[str, Any]]:
    if text.lstrip().startswith("["):
        return _tests(text, where)
    try:
        packed = zlib.decompress(base64.b64decode(text, validate=True))
        found = _Plain(io.BytesIO(packed)).load()
    except (binascii.Error, zlib.error, pickle.UnpicklingError, EOFError, ValueError, IndexError) as problem:
        raise BadLine(f"{where}: wanted a packed list of tests, found what cannot be opened ({problem})") from None
    return _tests(found if isinstance(found, str) else "", where)


def _method(starter: str, entry_point: str) -> ast.FunctionDef | None:
    """The method that a starter code leaves to be written."""
    try:
        nodes = ast.walk(parse_module(f"{starter.rstrip()}\n        pass\n"))
    except SyntaxError:
        return None
    methods = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == entry_point)
    return next(methods, None)


def _function(method: ast.FunctionDef) -> str:
    """A function of the same signature that calls the method, wherever the class is defined afterwards."""
    method.args.args = method.args.args[1:]
    names = ", ".join(argument.arg for argument in method.args.args)
    method.body = [parse_module(f"return {CLASS}().{method.name}({names})").body[0]]
    return ast.unparse(method)


def _assert(test: dict[str, Any], entry_point: str, where: str) -> str:
    where = f"{where}: a test"
    args = [_json(line, where) for line in files.text_of(test, "input", where).split("\n") if line.strip()]
    expected = _json(files.text_of(test, "output", where), where)
    return f"assert listed({entry_point}({', '.join(map(repr, args))})) == {expected!r}"
