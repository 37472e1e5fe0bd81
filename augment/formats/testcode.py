"""Test code of many makes as a `check(candidate)`, the one form that the rest of the program knows.

The code that is written here runs where the reference and the test code run, never near a completion.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Final

from augment.model.syntax import parse_module


def check_of_asserts(asserts: Sequence[str], entry_point: str, before: str = "") -> str:
    """Asserts that call a function by its name, as a check of a candidate.

    Modules of the standard library that they name are imported: benchmarks rely on the harness, or on the solution, for
    that.

    Args:
        asserts: statements.
        entry_point: the name.
        before: statements that come first, imports say.

    Returns:
        The code; empty where there are no asserts.
    """
    if not any(map(str.strip, asserts)):
        return ""
    imports = [f"import {name}" for name in sorted(_modules("\n".join([before, *asserts])))]
    lines = [*imports, before.strip(), f"{entry_point} = candidate", *(line.strip() for line in asserts)]
    return f"def check(candidate):\n{textwrap.indent(chr(10).join(filter(None, lines)), '    ')}\n"


def _modules(code: str) -> set[str]:
    """Modules of the standard library that code takes something from; none where it does not parse."""
    try:
        nodes = ast.walk(parse_module(code))
    except SyntaxError:
        return set()
    owners = (node.value for node in nodes if isinstance(node, ast.Attribute))
    return {owner.id for owner in owners if isinstance(owner, ast.Name)} & sys.stdlib_module_names


RUNNER: Final = '''

def check(candidate):
    """Run all tests on a candidate."""
    import unittest

    globals()[{entry_point!r}] = candidate
    for name in {names!r}:
        found = globals()[name]
        if not isinstance(found, type):
            call_test(found)
        elif issubclass(found, unittest.TestCase):
            for test in unittest.defaultTestLoader.loadTestsFromTestCase(found):
                try:
                    test.debug()
                except unittest.SkipTest:
                    pass
        else:
            for method in [method for method in vars(found) if method.startswith("test")]:
                call_test(getattr(found(), method))


def call_test(test):
    """Make the calls that pytest would make."""
    import inspect

    calls = [dict()]
    for mark in getattr(test, "pytestmark", []):
        if mark.name in ("skip", "xfail") or (mark.name == "skipif" and any(mark.args)):
            return
        if mark.name == "parametrize":
            names, values = mark.args[:2]
            if isinstance(names, str):
                names = [name.strip() for name in names.split(",")]
            rows = [getattr(value, "values", value if len(names) > 1 else (value,)) for value in values]
            calls = [{{**call, **dict(zip(names, row))}} for call in calls for row in rows]
    for arguments in calls:
        missing = [name for name in inspect.signature(test).parameters if name not in arguments]
        if missing:
            raise TypeError("a test asks for the fixture " + missing[0] + ", and fixtures are not known here")
        test(**arguments)
'''


def check_of_tests(code: str, entry_point: str) -> str:
    """Classes of unittest, and functions and classes that pytest runs, as a check of a candidate under its name.

    Parameter sets are known, and tests that are to be skipped or to fail are passed over. Fixtures are not known, so a
    test that asks for one fails.

    Returns:
        The code; empty where there are no tests.

    Raises:
        SyntaxError: it does not parse.
    """
    names = _tests(code, entry_point)
    return code + RUNNER.format(entry_point=entry_point, names=names) if names else ""


def _tests(code: str, entry_point: str) -> list[str]:
    """Names of the test functions, and of the classes that hold tests."""
    body = parse_module(code).body
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    classes = [node.name for node in body if isinstance(node, ast.ClassDef) and _has_tests(node)]
    return [name for name in [*classes, *functions] if name != entry_point]


def _has_tests(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name.startswith("test") for one in node.body)


def called_function(code: str, asserts: Sequence[str]) -> tuple[str, str]:
    """The function of a program that most of some statements call; of several, the one that is defined last.

    Returns:
        Its name, and why there is none; one of the two is empty.
    """
    what = "its code"
    try:
        defined = [node.name for node in parse_module(code).body if isinstance(node, ast.FunctionDef)]
        calls = []
        for number, statement in enumerate(asserts, 1):
            what = f"its test {number}"
            calls.append({name for name in _called(statement) if name in defined})
    except SyntaxError as problem:
        return "", f"{what} does not parse ({problem})"
    if not any(map(str.strip, asserts)):
        return "", "it has no base tests"
    if not defined:
        return "", "its code defines no function"
    counts = Counter(name for names in calls for name in names)
    found = max(counts, key=lambda name: (counts[name], defined.index(name)), default="")
    return found, "" if found else "its tests call no function of its code"


def _called(statement: str) -> set[str]:
    nodes = ast.walk(parse_module(statement))
    return {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
