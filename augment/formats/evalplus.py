"""EvalPlus's released data: HumanEval+ and MBPP+ as JSON Lines with `base_input` and `plus_input`.

The inputs are JSON, which has no tuple, set or complex, and come without expected answers; both are made good by
running the record's own code (`augment.recover.answer`). Comparison follows EvalPlus's evaluator: floats within `atol`,
1e-6 where that is 0, and a relative 1e-7. Answers that its evaluator compares as sets are told here (`AS_SETS`); what
is special beyond that the record's own tests show.

MBPP+ records hold asserts on the function by name; they become a `check(candidate)` like HumanEval's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from augment.errors import BadInput, BadLine, NotPlain
from augment.formats import files
from augment.formats.gather import gather
from augment.formats.testcode import check_of_asserts
from augment.model.problem import Problem
from augment.model.suite import Unanswered
from augment.model.value import Value

RELATIVE = 1e-7
ABSOLUTE = 1e-6
"""What EvalPlus's evaluator allows floats where the record says nothing."""


AS_SETS = frozenset(
    {
        "similar_elements",
        "find_char_long",
        "common_in_nested_lists",
        "extract_singly",
        "larg_nnum",
        "intersection_array",
        "find_dissimilar",
        "Diff",
    }
)
"""Entry points of MBPP+ whose answers EvalPlus's evaluator (0.3.1) compares as sets, whatever the records' asserts say:
part of the data set that its files leave out."""


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format."""
    return "plus_input" in row and "canonical_solution" in row


def read(path: Path) -> list[Unanswered]:
    """Read the records of a file, without running anything.

    Raises:
        BadInput: the file cannot be read or holds no record.
        BadLine: a line is no record, or none is of this format; others keep what is wrong as their trouble.
    """
    rows = ((f"{path}:{number}", row) for number, row in files.rows(path))
    found = gather(rows, path, lambda row, where: files.text_of(row, "task_id", where), record, _spoilt)
    if not found:
        raise BadInput(f"{path}: no problems in it", hint="wanted JSON Lines as EvalPlus releases them")
    return found


def _spoilt(problem: Problem) -> Unanswered:
    return Unanswered(problem=problem, plus_args=(), absolute=ABSOLUTE, relative=RELATIVE)


def record(row: files.Row, where: str) -> Unanswered:
    """One record. Raises `BadLine`."""
    fields = {name: files.text_of(row, name, where) for name in ("task_id", "prompt", "entry_point")}
    entry_point = fields["entry_point"]
    if "assertion" in row:
        test = check_of_asserts([files.text_of(row, "assertion", where)], entry_point)
        prompt = f"{fields['prompt']}\n"
    else:
        test, prompt = files.text_of(row, "test", where), fields["prompt"]
    problem = Problem(
        task_id=fields["task_id"],
        prompt=prompt,
        entry_point=entry_point,
        canonical_solution=files.text_of(row, "canonical_solution", where),
        test=test,
    )
    atol = row.get("atol", 0)
    if not isinstance(atol, (int, float)) or atol < 0:
        raise BadLine(f"{where}: wanted a number `atol`, found {atol!r:.80}")
    return Unanswered(
        problem=problem,
        plus_args=tuple(_arguments(args, where) for args in _inputs(row, where)),
        absolute=atol or ABSOLUTE,
        relative=RELATIVE,
        as_sets="assertion" in row and entry_point in AS_SETS,
    )


def _inputs(row: files.Row, where: str) -> list[Any]:
    inputs = row.get("plus_input")
    if inputs in ({}, None):  # as EvalPlus writes "none"
        return []
    if not isinstance(inputs, list):
        raise BadLine(f"{where}: wanted a list `plus_input`, found {files.kind(inputs)}")
    return inputs


def _arguments(args: object, where: str) -> Value:
    if not isinstance(args, list):
        raise BadLine(f"{where}: wanted a list of arguments in `plus_input`, found {args!r:.80}")
    try:
        return Value.of(tuple(args))
    except NotPlain as problem:
        raise BadLine(f"{where}: {problem}") from None
