"""MBPP's format: a row a problem, with asserts in `test_list` that call the function by its name.

An assert is `assert f(1) == 2` where that says all. Where answers are compared otherwise, or have no literal that
equals itself, `test_setup_code` brings the comparison and the assert calls it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from augment.export.code import TOOLS, kinds, tools
from augment.export.written import Refused, Written, carried, json_lines
from augment.model.suite import Case, Oracle, Suite, TestedProblem
from augment.model.syntax import parse_module

RIGHT: Final = "augment_right"
ODD: Final = re.compile(r"\b(?:nan|inf)\b")


def row(tested: TestedProblem, *, scale: bool) -> dict[str, Any]:
    """One problem. Raises `Refused`."""
    problem = tested.problem
    if tested.by_test_code:
        raise Refused("its base tests are code whose calls are not known beforehand")
    if tested.oracle.code:
        raise Refused("its answers are judged by a property, and asserts in this format compare with one answer")
    cases = [case for case in tested.cases if scale or not case.scale]
    odd = next((case for case in cases if case.raises), None)
    if odd is not None:
        raise Refused(f"test {odd.id} expects an exception, and asserts in this format expect an answer")
    asserts = [_assert(tested, case) for case in cases]
    helped = any(RIGHT in text for text in asserts)
    number = problem.task_id.rpartition("/")[2]
    described = _docstring_alone(problem.prompt) is not None
    code = problem.canonical_solution.strip("\n") if described else problem.reference
    return {
        "task_id": int(number) if number.isdecimal() else problem.task_id,
        "text": told(problem.prompt),
        "code": code,
        "test_list": asserts,
        "test_setup_code": _setup(tested.oracle, tested.cases) if helped else "",
        "challenge_test_list": [],
    }


def told(prompt: str) -> str:
    """What a prompt says; of one that is a docstring alone, its text without the asserts at its end.

    The prompts of MBPP are texts and asserts in a docstring; asserts stand in `test_list`, and come back from there.
    """
    said = _docstring_alone(prompt)
    if said is None:
        return prompt.strip()
    lines = said.strip().split("\n")
    ends = (number for number, _ in enumerate(lines) if _only_asserts("\n".join(lines[number:])))
    return "\n".join(lines[: next(ends, len(lines))]).strip()


def _docstring_alone(prompt: str) -> str | None:
    """The text of a prompt that is a docstring and no code."""
    module = _parsed(prompt)
    return ast.get_docstring(module, clean=False) if module is not None and len(module.body) == 1 else None


def _only_asserts(text: str) -> bool:
    module = _parsed(text) if text.startswith("assert ") else None
    return module is not None and all(isinstance(node, ast.Assert) for node in module.body)


def _parsed(text: str) -> ast.Module | None:
    try:
        return parse_module(text)
    except SyntaxError:
        return None


def _assert(tested: TestedProblem, case: Case) -> str:
    args, expected = case.args.literal, case.expected.literal
    call = f"{tested.problem.entry_point}({args[1:-1].removesuffix(',')})"
    if tested.oracle == Oracle() and not case.also and not case.marked and not ODD.search(args + expected):
        return f"assert {call} == {expected}"
    accepted = ", ".join([expected, *(value.literal for value in case.also)])
    return f"assert {RIGHT}({call}, {accepted})"


def _setup(oracle: Oracle, cases: tuple[Case, ...]) -> str:
    return (
        f"{tools(oracle)}\n\ninf, nan = float('inf'), float('nan')\n\n\n"
        f"def {RIGHT}(answer, *accepted):\n    plain, equal = {TOOLS}()\n"
        f"    return any(equal(expected, plain(answer, {kinds(oracle, cases)!r})) for expected in accepted)\n"
    )


def write(suite: Suite, *, scale: bool) -> Written:
    """The suite as one file."""
    rows, refused = carried(suite, partial(row, scale=scale))
    text = json_lines(rows.values())
    return Written(files={"": text}, programs=dict(zip(rows, programs(text), strict=True)), refused=refused)


def programs(text: str) -> list[Callable[[str], str]]:
    """What MBPP's harness would run, from the written lines."""
    return [partial(_program, one["test_setup_code"], one["test_list"]) for one in map(json.loads, text.splitlines())]


def _program(setup: str, asserts: list[str], solution: str) -> str:
    body = "\n".join(f"    {line}" for line in asserts)
    return f"{solution}\n{setup}\n\n\ndef verdict():\n{body}\n"
