"""Test code that judges in a foreign harness as augment judges at home.

A harness for code runs the candidate and the tests in one process, so a program that wants to be taken for right can
be; augment's own judge cannot be fooled in that way. For honest programs the verdicts are the same.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import textwrap
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Final

from augment.model.problem import Problem
from augment.model.suite import CHECKER, Case, Kind, Oracle, TestedProblem
from augment.model.syntax import parse_module
from augment.oracle.checker import defined_names

RULES: Final = ("absolute", "relative", "any_sequence", "unordered", "repeats_count", "truth_only")
"""Fields of an oracle that `agree.py` asks for."""
DEFINING: Final = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)
TOOLS: Final = "augment_tools"
"""The one name, beside `check`, that exported code takes in a program's namespace."""


def rows_of(tested: TestedProblem, *, scale: bool) -> list[Case]:
    """The tests that code has to hold: plus tests, and base tests where no test code does.

    Args:
        tested: the problem.
        scale: whether tests for hopeless running times are among them.
    """
    kinds = {Kind.PLUS} if tested.problem.test else {Kind.BASE, Kind.PLUS}
    return [case for case in tested.cases if case.kind in kinds and (scale or not case.scale)]


@cache
def _comparison() -> str:
    """The text of `agree.py` without its head."""
    text = resources.files("augment.oracle").joinpath("agree.py").read_text("utf-8")
    return text.partition("from __future__ import annotations\n")[2].strip()


def tools(oracle: Oracle) -> str:
    """A function that gives `plain` and `equal`, the latter under the rules of an oracle."""
    rules = "\n".join(f"    {name} = {getattr(oracle, name)!r}" for name in RULES)
    body = f"{_comparison()}\n\n\nclass Rules:\n{rules}\n\n\nreturn plain, lambda *values: equal(Rules, *values)\n"
    return f"def {TOOLS}():\n{textwrap.indent(body, '    ', lambda line: bool(line.strip()))}"


CHECK: Final = '''

def check(candidate, base_check=globals().get("check")):
    """The benchmark's own tests, then the plus tests; raises at the first that fails."""
    import copy

    plain, equal = {tools}()
    inf, nan = float("inf"), float("nan")

    def answering(*arguments, **named):
        answer = candidate(*arguments, **named)
        plain(answer, {kinds!r})
        return answer

    if base_check:
        base_check(answering)
    for name, arguments, expected in [
{rows}
    ]:
        answer = plain(candidate(*copy.deepcopy(arguments)), {kinds!r})
        assert {right}, f"{{name}}: wanted {{expected!r:.100}}, got {{answer!r:.100}}"
'''


def check_code(tested: TestedProblem, *, scale: bool) -> str:
    """The benchmark's test code with a `check(candidate)` that holds the plus tests too."""
    oracle, cases = tested.oracle, rows_of(tested, scale=scale)
    right = "equal(expected, answer)"
    code = ""
    if oracle.code:
        code = f"\n\n{oracle.code.strip()}\n"
        right += f" or {CHECKER}(copy.deepcopy(arguments), answer) is not False"
    return (
        tested.problem.test.rstrip()
        + f"\n\n\n{tools(oracle)}"
        + code
        + CHECK.format(tools=TOOLS, kinds=kinds(oracle, tested.cases), rows=_rows(cases), right=right)
    )


def kinds(oracle: Oracle, cases: Iterable[Case]) -> tuple[str, ...]:
    """Library types that count as the plain values they hold."""
    marks = {case.marked for case in cases if case.marked in ("deque", "numpy.ndarray")}
    free = oracle.any_sequence or oracle.unordered or oracle.truth_only
    return tuple(sorted(marks | ({"deque"} if free else set())))


def _rows(cases: Sequence[Case]) -> str:
    return "\n".join(f"        ({case.id!r}, {case.args.literal}, {case.expected.literal})," for case in cases)


def unknown_names(tested: TestedProblem) -> list[str]:
    """Names that a checker's code needs and only the reference defines, so that other programs lack them."""
    problem, code = tested.problem, tested.oracle.code
    if not code:
        return []
    needed = {node.id for node in ast.walk(parse_module(code)) if isinstance(node, ast.Name)}
    beside = defined_names(problem.test) | defined_names(_whole(problem.prompt)) | set(dir(builtins))
    return sorted((needed & defined_names(problem.reference)) - beside)


def beside(problem: Problem) -> str:
    """What a prompt defines beside the entry point, as code: test code may name it."""
    body = parse_module(_whole(problem.prompt)).body
    left_out = (("module", "__future__"), ("name", problem.entry_point))
    kept = [node for node in body if not any(getattr(node, key, "") == value for key, value in left_out)]
    return "".join(f"{ast.unparse(node)}\n" for node in kept if isinstance(node, DEFINING))


def _whole(prompt: str) -> str:
    """A prompt with a body for its last function, where it needs one; nothing where it is no code."""
    for text in (f"{prompt.rstrip()}\n    pass\n", prompt):
        with contextlib.suppress(SyntaxError):
            parse_module(text)
            return text
    return ""
