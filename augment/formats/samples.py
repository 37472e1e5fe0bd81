"""What one row of a file of completions says: a task id, and the texts that a model wrote for it.

Each tool that samples completions or scores them keeps them in a shape of its own; a row is known by its keys, so rows
of different shapes may stand in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from augment.errors import BadLine
from augment.formats import fields, files

SOLUTION: Final = "solution"
COMPLETION: Final = "completion"
PROGRAMS: Final = (SOLUTION, COMPLETION)
"""Keys that a program stands under; the first counts where both are there."""
ATTACHED: Final = "attachment://"
"""How a text of an inspect log begins that is kept elsewhere in the sample."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One text, and the problem that it is for."""

    task_id: str
    text: str
    whole: bool
    """Whether the text is meant as a whole program, not as the continuation of a prompt."""
    short: bool = False
    """Whether the id may lack the part up to its slash, as logs give it."""


def samples(row: files.Row, where: str) -> Iterator[Sample]:
    """The samples of a row. Raises `BadLine` where it holds none."""
    plain = "task_id" in row and not row.keys().isdisjoint(PROGRAMS)
    shapes = () if plain else SHAPES.items()
    return next((read for keys, read in shapes if keys <= row.keys()), _plain)(row, where)


def _plain(row: files.Row, where: str) -> Iterator[Sample]:
    task_id = files.text_of(row, "task_id", where)
    key = _program_key(row)
    yield Sample(task_id, files.text_of(row, key, where), key == SOLUTION)


def _program_key(row: files.Row) -> str:
    """The key to read: the first that holds a string, else the first that is there."""
    usable = [key for key in PROGRAMS if isinstance(row.get(key), str)]
    return (usable or [key for key in PROGRAMS if key in row] or [COMPLETION])[0]


def _lm_evaluation_harness(row: files.Row, where: str) -> Iterator[Sample]:
    """`resps`: what the model said, for each request a list; `doc`: the row of the data set."""
    task_id = _task_id(_object(row, "doc", where), "task_id", f"{where}: doc")
    for text in _flat(fields.items(row, "resps", where)):
        yield Sample(task_id, _text(text, "resps", where), whole=False, short=True)


def _flat(items: list[Any]) -> Iterator[object]:
    for item in items:
        yield from _flat(item) if isinstance(item, list) else [item]


def _inspect(row: files.Row, where: str) -> Iterator[Sample]:
    """`output.choices`, each with a message of text, or of parts of which some are text."""
    task_id = _task_id(row, "id", where)
    output = _object(row, "output", where)
    for choice in fields.items(output, "choices", f"{where}: output"):
        message = choice.get("message") if isinstance(choice, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"]
        yield Sample(task_id, "".join(_attached(row, _text(text, "content", where)) for text in texts), False, True)


def _attached(row: files.Row, text: str) -> str:
    attachments = row.get("attachments")
    if text.startswith(ATTACHED) and isinstance(attachments, dict):
        return str(attachments.get(text.removeprefix(ATTACHED), text))
    return text


def _live_code_bench(row: files.Row, where: str) -> Iterator[Sample]:
    """`code_list`: whole programs."""
    task_id = _task_id(row, "question_id", where)
    for text in fields.items(row, "code_list", where):
        yield Sample(task_id, _text(text, "code_list", where), whole=True, short=True)


SHAPES: Final[dict[frozenset[str], Callable[[files.Row, str], Iterator[Sample]]]] = {
    frozenset({"doc", "resps"}): _lm_evaluation_harness,
    frozenset({"question_id", "code_list"}): _live_code_bench,
    frozenset({"id", "output"}): _inspect,
}
"""Rows that are not plain, by the keys that they are known by."""


def _task_id(row: files.Row, key: str, where: str) -> str:
    """An id, which some data sets have as a number."""
    value = row.get(key)
    return str(value) if type(value) is int else files.text_of(row, key, where)


def _object(row: files.Row, key: str, where: str) -> files.Row:
    value = row.get(key)
    if not isinstance(value, dict):
        raise BadLine(f"{where}: wanted an object `{key}`, found {files.kind(value)}")
    return value


def _text(value: object, key: str, where: str) -> str:
    if not isinstance(value, str):
        raise BadLine(f"{where}: wanted strings in `{key}`, found {files.kind(value)}")
    return value
