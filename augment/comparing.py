"""Compare two programs, from files: which function is called, what may go in, and where to begin."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path

from augment.difference import Difference, DiffSettings, Ground, tell_apart
from augment.domain.learn import learn_domain
from augment.domain.rules import check_rules
from augment.engine import EngineSettings, engine
from augment.errors import BadInput
from augment.formats import domains, files
from augment.formats.suite import problem_from_row
from augment.model.domain import Domain
from augment.model.execution import Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Kind, TestedProblem
from augment.model.syntax import parse_module
from augment.vet.contract import contract_program


def read_programs(paths: Sequence[Path], entry_point: str) -> list[Program]:
    """Two programs with one function to call.

    Args:
        paths: of the programs.
        entry_point: the function; empty for the only one that both define.

    Raises:
        BadInput: a file that is no program, or where no function is named, none or several that both define.
    """
    texts = [files.read_bytes(path).decode("utf-8-sig", "replace") for path in paths]
    one, two = (_functions(text, path) for text, path in zip(texts, paths, strict=True))
    shared = [name for name in one if name in two]
    if not entry_point and len(shared) != 1:
        raise BadInput(
            f"{paths[0]} and {paths[1]}: wanted one function that both define, found {', '.join(shared) or 'none'}",
            hint=f"say which one with --entry-point; they define {_listed(one)} and {_listed(two)}",
        )
    return [Program(source=text, entry_point=entry_point or shared[0]) for text in texts]


def _functions(text: str, path: Path) -> list[str]:
    """Names of the functions at the top of a program."""
    try:
        tree = parse_module(text)
    except (SyntaxError, ValueError, RecursionError) as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        raise BadInput(f"{path}: no Python ({reason})", hint="wanted two files with a whole program each") from None
    functions = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return list(dict.fromkeys(functions))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "no function"


def ground_of(tested: TestedProblem) -> Ground:
    """Inputs like those of a problem, from its tests and its domain."""
    base = [case.args.unpack_args() for case in tested.of_kind(Kind.BASE)]
    return Ground(
        problem=tested.problem,
        domain=tested.domain or learn_domain(tested.problem, base),
        oracle=tested.oracle,
        known={case.id: case.args for case in tested.cases},
    )


def ground_without_tests(domain: Domain, programs: Sequence[Program]) -> Ground:
    """Inputs of a domain alone; the parameters have the names that the first program gives them."""
    name = programs[0].entry_point
    parameters = ", ".join(_parameters(programs[0]))
    body = f"def {name}({parameters}):\n    pass\n"
    return Ground(
        problem=Problem(task_id=name, prompt="", entry_point=name, canonical_solution=body, test=""), domain=domain
    )


def _parameters(program: Program) -> list[str]:
    for node in parse_module(program.source).body:
        if isinstance(node, ast.FunctionDef) and node.name == program.entry_point:
            return [parameter.arg for parameter in [*node.args.posonlyargs, *node.args.args]]
    return []


def read_domain(path: Path) -> Domain | TestedProblem:
    """A domain from a file, or a problem that has one and tests besides, as suite files and `augment show` write them.

    Raises:
        BadInput: no domain, several, or one that cannot be used.
    """
    found = [row for row in _objects(path) if "types" in row or isinstance(row.get("domain"), dict)]
    if len(found) != 1:
        raise BadInput(
            f"{path}: wanted one domain with `types`, found {len(found) or 'none'}",
            hint="`augment show SUITE TASK --json` prints a problem with one; to name a problem of a suite, use --like",
        )
    (row,) = found
    read = domains.from_row(row.get("domain", row), str(path))
    check_rules(read)
    return problem_from_row(row, str(path)) if "tests" in row else read


def _objects(path: Path) -> list[files.Row]:
    """The objects of a file that is one JSON document, or has one a line."""
    try:
        whole = json.loads(files.read_bytes(path))
    except (ValueError, RecursionError):
        return [row for _, row in files.rows(path)]
    return [whole] if isinstance(whole, dict) else []


def compare_programs(
    programs: Sequence[Program], ground: Ground, settings: DiffSettings, limits: Limits, walls: EngineSettings
) -> Difference:
    """Look for an input on which two programs differ, in an engine of its own.

    Raises:
        BadInput: a program does not load, or no input was found that lies in the domain.
    """
    if ground.domain.contract:
        contract_program(ground.problem, ground.domain.contract)  # no code is found before any work
    with engine(walls) as running:
        found = tell_apart(programs[0], programs[1], ground, running.untrusted, running.trusted, settings, limits)
    if not found.tried and settings.inputs:
        raise BadInput(
            "no input was found that lies in the domain",
            hint="begin with tests: name a problem with --like, or give one with `tests` as the --domain",
        )
    return found
