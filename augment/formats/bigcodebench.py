"""BigCodeBench's format: `complete_prompt`, `canonical_solution`, `entry_point`, and a class of unittest in `test`.

Base is scored by its own test code; where the calls that it makes can be recorded, they become cases.
"""

from __future__ import annotations

from augment.errors import BadLine
from augment.formats import files
from augment.formats.testcode import check_of_tests
from augment.model.problem import Problem


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format."""
    return "complete_prompt" in row and "canonical_solution" in row


def problem(row: files.Row, where: str) -> Problem:
    """One problem. Raises `BadLine`."""
    entry_point, test = (files.text_of(row, key, where) for key in ("entry_point", "test"))
    try:
        check = check_of_tests(test, entry_point)
    except SyntaxError as trouble:
        raise BadLine(f"{where}: its test code does not parse ({trouble})") from None
    return Problem(
        task_id=files.text_of(row, "task_id", where),
        prompt=files.text_of(row, "complete_prompt", where),
        entry_point=entry_point,
        canonical_solution=files.text_of(row, "canonical_solution", where),
        test=check,
    )
