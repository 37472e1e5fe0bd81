"""Preconditions written as code: run them on inputs, and find out whether they can be trusted.

A contract is either statements for the head of the entry point (asserts on its parameters, as EvalPlus releases them)
or a function definition; an input meets it when it runs to the end and does not return False. It is the benchmark
author's code and runs where the reference runs, in a process of its own, bounded by counted steps.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from typing import Final

from augment.errors import BadInput
from augment.harness.check import describe
from augment.model.execution import Calls, Ending, Executor, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.syntax import parse_module
from augment.model.value import Value

NAME: Final = "precondition"
STRANGE: Final[tuple[object, ...]] = (None, -1, 0, 2.5, "", "~ ", [], [None], {}, (), True, 10**9)
"""Values that no contract of a real problem takes in every argument."""
FALSE: Final = Value.of(False)


def contract_program(problem: Problem, contract: str) -> Program:
    """A program whose entry point returns for the inputs that meet a contract.

    Raises:
        BadInput: the contract, or the reference that gives the parameters their names, is no code.
    """
    text = textwrap.dedent(contract).strip()
    try:
        tree = parse_module(text)
        reference = parse_module(problem.reference)
    except SyntaxError as error:
        raise BadInput(
            f"{problem.task_id}: a contract that is no Python ({error.msg}, its line {error.lineno})",
            hint="wanted asserts on the parameters of the entry point, or one function definition",
        ) from None
    imports = [ast.unparse(node) for node in reference.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if functions:
        return Program(source="\n".join([*imports, text]), entry_point=functions[-1].name)
    named = [n for n in reference.body if isinstance(n, ast.FunctionDef) and n.name == problem.entry_point]
    parameters = ast.unparse(named[-1].args) if named else "*args"
    body = textwrap.indent(text, "    ") or "    pass"
    source = "\n".join([*imports, f"def {NAME}({parameters}):", body, "    return True", ""])
    return Program(source=source, entry_point=NAME)


def met_by(program: Program, inputs: Sequence[Value], trusted: Executor, limits: Limits) -> list[bool]:
    """For each input, whether it meets a contract."""
    execution = trusted.run(program, Calls(tuple(inputs)), limits)
    return [_met(execution.of(index)) for index in range(len(inputs))]


def _met(outcome: Outcome) -> bool:
    return outcome.ending is Ending.RETURNED and outcome.wire != FALSE.wire


def contract_fault(program: Program, base: Sequence[Value], trusted: Executor, limits: Limits) -> str:
    """Why a contract cannot be trusted, with the input that shows it; empty where it can."""
    execution = trusted.run(program, Calls(tuple(base)), limits)
    for index, args in enumerate(base):
        outcome = execution.of(index)
        if not _met(outcome):
            why = f" ({describe(outcome)})" if outcome.ending is not Ending.RETURNED else ""
            return f"it rejects the base input {args.literal[:100]}{why}"
    counts = sorted({len(args.unpack_args()) for args in base})
    strange = [Value.of((value,) * count) for count in counts for value in STRANGE]
    if all(met_by(program, strange, trusted, limits)):
        return f"it accepts anything, {strange[0].literal} too"
    return ""
