"""Preconditions written as code: run them on inputs. Whether they can be trusted, `augment.vet.trust` says.

A contract is either statements for the head of the entry point (asserts on its parameters, as EvalPlus releases them)
or, where a function definition comes last, that function. It may use what the reference's module defines. An input
meets it when it runs to the end and does not return False. It is the benchmark author's code and runs where the
reference runs, in a process of its own, bounded by counted steps. One that waits counts no steps, so there is a bound
on time too, far beyond what others take.
"""

from __future__ import annotations

import ast
import textwrap
import time
from collections.abc import Callable, Sequence
from typing import Final

from augment.errors import BadInput
from augment.model.execution import Calls, Ending, Executor, Limits, Outcome, Program, Watch
from augment.model.problem import Problem
from augment.model.syntax import parse_module
from augment.model.value import Value

NAME: Final = "precondition"
PREPARING: Final = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
"""Statements that check nothing: a function comes last where only such stand behind it."""
FALSE: Final = Value.of(False)
LIMITS: Final = Limits(steps=500_000, cpu_seconds=2.0, wall_seconds=8.0, program_cpu_seconds=600.0)
"""For a contract on one input."""
PATIENCE: Final = 5.0
PATIENCE_EACH: Final = 0.05
"""Seconds for one run of a contract, and more for each input of it."""


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
            f"the contract is no Python ({error.msg}, its line {error.lineno})",
            hint="wanted asserts on the parameters of the entry point, or a function definition at the end",
        ) from None
    done = [node for node in tree.body if not isinstance(node, PREPARING)]
    if done and isinstance(last := done[-1], ast.FunctionDef):
        return Program(source=f"{problem.reference}\n{text}\n", entry_point=last.name)
    named = [n for n in reference.body if isinstance(n, ast.FunctionDef) and n.name == problem.entry_point]
    parameters = ast.unparse(named[-1].args) if named else "*args"
    body = textwrap.indent(text, "    ") or "    pass"
    source = "\n".join([problem.reference, f"def {NAME}({parameters}):", body, "    return True", ""])
    return Program(source=source, entry_point=NAME)


def met_by(program: Program, inputs: Sequence[Value], trusted: Executor) -> list[bool | None]:
    """For each input, whether it meets a contract; None where the contract took too long before it came to it."""
    outcomes = trusted.run(program, Calls(tuple(inputs)), LIMITS, watch=patience(len(inputs))).outcomes
    return [meets(outcomes[index]) if index in outcomes else None for index in range(len(inputs))]


def patience(inputs: int, clock: Callable[[], float] = time.monotonic) -> Watch:
    """A watch that ends a run over so many inputs when it has lasted too long."""
    end = clock() + PATIENCE + PATIENCE_EACH * inputs
    return lambda index, outcome: clock() < end


def meets(outcome: Outcome) -> bool:
    """Whether a contract let an input pass."""
    return outcome.ending is Ending.RETURNED and outcome.wire != FALSE.wire
