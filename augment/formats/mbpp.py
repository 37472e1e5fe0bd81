"""MBPP's format, full and sanitized: `text` or `prompt`, `code`, and asserts in `test_list`.

The prompt of a problem is its text with its asserts in a docstring, as the models that were first measured on it saw
it. `test_imports` and `test_setup_code` run before the asserts; the asserts in `challenge_test_list` are no base tests,
for nobody scores them, and their calls are taken as examples.
"""

from __future__ import annotations

from augment.errors import BadLine
from augment.formats import fields, files
from augment.formats.testcode import called_function, check_of_asserts
from augment.model.problem import Problem


def recognises(row: files.Row) -> bool:
    """Whether the first row of a file is of this format."""
    return "code" in row and "test_list" in row


def task_id(row: files.Row, where: str) -> str:
    """The name of a problem. Raises `BadLine`."""
    number = row.get("task_id")
    if not isinstance(number, (int, str)) or isinstance(number, bool):
        raise BadLine(f"{where}: wanted a number `task_id`, found {fields.shown(number)}")
    return number if isinstance(number, str) else f"Mbpp/{number}"


def problem(row: files.Row, where: str) -> Problem:
    """One problem. Raises `BadLine`."""
    text = files.text_of(row, "prompt" if "prompt" in row else "text", where)
    code = files.text_of(row, "code", where).replace("\r\n", "\n")
    asserts = [test.replace("\r\n", "\n") for test in fields.texts(row, "test_list", where)]
    setup = files.text_of(row, "test_setup_code", where, "").replace("\r\n", "\n")
    before = "\n".join([*fields.texts(row, "test_imports", where), setup])
    entry_point, trouble = called_function(code, asserts)
    told = "\n".join([text.strip(), *asserts]).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return Problem(
        task_id=task_id(row, where),
        prompt=f'"""\n{told}\n"""\n',
        entry_point=entry_point,
        canonical_solution=f"\n{code}\n",
        test=check_of_asserts(asserts, entry_point, before),
        examples="\n".join(fields.texts(row, "challenge_test_list", where)),
        trouble=trouble,
    )
