"""Completions: JSON Lines with `completion` or `solution`, or a folder with one file a program.

`solution` is a whole program, `completion` goes on where the prompt ends; both may stand in one file, and of two in
one line the solution counts unless it is no string. A folder holds
`HumanEval_0/0.py` and the like, the task id with its slash written as an underscore. Each file is one set of
completions, named after the file. Lines that cannot be used are told and skipped, never guessed at; so is whatever else
lies in a folder.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from augment.errors import BadInput, BadLine
from augment.formats import files
from augment.model.completion import Completion
from augment.model.problem import Problem
from augment.model.syntax import parse_module

SOLUTION: Final = "solution"
COMPLETION: Final = "completion"
PROGRAMS: Final = (SOLUTION, COMPLETION)
"""Keys that a program stands under; the first counts where both are there."""


@dataclass(slots=True)
class Reading:
    """What was read, and what was not."""

    completions: list[Completion] = field(default_factory=list)
    bad_lines: list[str] = field(default_factory=list)
    unknown_tasks: dict[str, int] = field(default_factory=dict)
    """Task ids that the suite does not have, and how many completions each."""
    repeated: int = 0
    """Completions equal, character for character, to an earlier one of the same set and problem; they count."""
    notices: list[str] = field(default_factory=list)
    """What lay in folders and is no program."""


def read(paths: Iterable[Path], problems: Mapping[str, Problem], elsewhere: Collection[str] = ()) -> Reading:
    """Read sets of completions.

    Args:
        paths: files or folders; the same set may not come twice.
        problems: by task id; completions of others are counted and skipped.
        elsewhere: task ids whose completions are passed over without a word.

    Raises:
        BadInput: a path that cannot be read or holds no completion at all, or two sets of one name.
    """
    reading = Reading()
    seen: dict[str, Path] = {}
    for path in paths:
        model = model_name(path)
        if model in seen:
            raise BadInput(
                f"{path}: a set named {model!r} was read from {seen[model]} already",
                hint="rename one of them",
            )
        seen[model] = path
        rows = (
            _folder(path, problems, reading.notices.append) if path.is_dir() else _lines(path, reading.bad_lines.append)
        )
        if not _take(rows, model, problems, elsewhere, reading):
            wanted = (
                "folders like HumanEval_0 with .py files"
                if path.is_dir()
                else "lines with `task_id` and `solution` or `completion`"
            )
            raise BadInput(f"{path}: no completions in it; wanted {wanted}")
    return reading


def model_name(path: Path) -> str:
    """The name of a set: that of its file without `.jsonl` or `.jsonl.gz`, or of its folder."""
    name = path.resolve().name
    for ending in (".gz", ".jsonl"):
        name = name.removesuffix(ending)
    return name


@dataclass(frozen=True, slots=True)
class _Row:
    task_id: str
    text: str
    whole: bool
    """Whether the text is a whole program, not the continuation of a prompt."""
    where: str


def _lines(path: Path, complain: Callable[[str], None]) -> Iterator[_Row]:
    for number, row in files.rows(path, bad_line=lambda error: complain(error.message)):
        where = f"{path}:{number}"
        try:
            task_id = files.text_of(row, "task_id", where)
            key = _program_key(row)
            yield _Row(task_id, files.text_of(row, key, where), key == SOLUTION, where)
        except BadLine as error:
            complain(error.message)


def _program_key(row: files.Row) -> str:
    """The key to read: the first that holds a string, else the first that is there."""
    usable = [key for key in PROGRAMS if isinstance(row.get(key), str)]
    return (usable or [key for key in PROGRAMS if key in row] or [COMPLETION])[0]


def _folder(path: Path, problems: Mapping[str, Problem], notice: Callable[[str], None]) -> Iterator[_Row]:
    by_folder = {task_id.replace("/", "_"): task_id for task_id in problems}
    entries = sorted(path.iterdir())
    others = [entry for entry in entries if not entry.is_dir()]
    for folder in (entry for entry in entries if entry.is_dir()):
        for file in sorted(folder.iterdir(), key=lambda f: (len(f.stem), f.name)):
            if file.suffix == ".py" and file.is_file():
                text = files.read_bytes(file).decode("utf-8-sig", "replace")
                yield _Row(by_folder.get(folder.name, folder.name), text, True, str(file))
            else:
                others.append(file)
    if others:
        names = ", ".join(str(other.relative_to(path)) for other in others[:5])
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        notice(f"{path}: passed over what is no program: {names}{more}")


def _take(
    rows: Iterable[_Row],
    model: str,
    problems: Mapping[str, Problem],
    elsewhere: Collection[str],
    reading: Reading,
) -> int:
    """Add rows to the reading; the number of rows."""
    count = 0
    numbers: dict[str, int] = {}
    texts: set[tuple[str, str]] = set()
    for row in rows:
        count += 1
        problem = problems.get(row.task_id)
        if problem is None and row.task_id in elsewhere:
            continue
        if problem is None:
            reading.unknown_tasks[row.task_id] = reading.unknown_tasks.get(row.task_id, 0) + 1
            continue
        reading.repeated += (row.task_id, row.text) in texts
        texts.add((row.task_id, row.text))
        number = numbers.get(row.task_id, 0)
        numbers[row.task_id] = number + 1
        program = row.text if row.whole else assemble(problem, row.text)
        reading.completions.append(
            Completion(task_id=row.task_id, model=model, number=number, program=program, source=row.where)
        )
    return count


def assemble(problem: Problem, completion: str) -> str:
    """The whole program of a completion: prompt and continuation, or the text alone where that is the program.

    Some models repeat the signature where only the body was asked for: their text parses and defines the entry point,
    and joined to the prompt it would be a function inside the function. It follows what of the prompt stands on its
    own, so that imports and helpers are there; the function that the prompt begins is not needed.
    """
    tree = _parsed(completion)
    if tree is None or not _defines(tree, problem.entry_point):
        return problem.prompt + completion
    head = _standing_alone(problem.prompt)
    if not head.strip():
        return completion
    return "\n".join(_joined(head.split("\n"), completion.split("\n"), _future_lines(tree)))


def _joined(head: list[str], lines: list[str], futures: list[int]) -> list[str]:
    """Both texts; future imports of the second go up to those of the first, for Python wants them at the top."""
    top = max(_future_lines(parse_module("\n".join(head))), default=-1) + 1
    rest = [line for number, line in enumerate(lines) if number not in futures]
    return [*head[:top], *(lines[number] for number in futures), *head[top:], "", *rest]


def _standing_alone(prompt: str) -> str:
    """The prompt without the fewest lines at its end that leave a text which parses."""
    lines = prompt.split("\n")
    while lines and _parsed("\n".join(lines)) is None:
        lines.pop()
    return "\n".join(lines)


def _parsed(text: str) -> ast.Module | None:
    try:
        return parse_module(text)
    except SyntaxError:
        return None


def _defines(tree: ast.Module, name: str) -> bool:
    return any(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name for node in tree.body)


def _future_lines(tree: ast.Module) -> list[int]:
    """The lines, from 0, of the future imports of a module."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return [line for node in imports for line in range(node.lineno - 1, node.end_lineno or node.lineno)]
