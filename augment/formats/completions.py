"""Sets of completions: files of rows, or folders with one file a program.

A file holds JSON Lines with `task_id` and `solution` (a whole program) or `completion` (what goes on where the prompt
ends), or what another tool keeps of its samples (`samples` and `containers` know which). A folder holds
`HumanEval_0/0.py` and the like, the task id with its slash written as an underscore. Each file or folder is one set of
completions, named after it. What cannot be used is told and skipped, never guessed at; so is whatever else lies in a
folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from augment.errors import BadInput, BadLine
from augment.formats import containers, files
from augment.formats.samples import Sample, samples
from augment.model.completion import Completion, Written
from augment.model.order import natural
from augment.model.problem import Problem
from augment.model.words import counted, said_of

ENDINGS: Final = (".gz", ".jsonl", ".json", ".eval", ".parquet")
"""Of names of files, what is no part of the name of a set."""


@dataclass(slots=True)
class Reading:
    """What was read, and what was not."""

    texts: list[Written] = field(default_factory=list)
    bad_lines: list[str] = field(default_factory=list)
    unknown_tasks: dict[str, int] = field(default_factory=dict)
    """Task ids that the suite does not have, and how many completions each."""
    repeated: int = 0
    """Completions equal, character for character, to an earlier one of the same set and problem; they count."""
    notices: list[str] = field(default_factory=list)
    """What lay in folders and is no program."""


def read(
    paths: Iterable[Path],
    problems: Mapping[str, Problem],
    elsewhere: Collection[str] = (),
    left_out: Collection[str] = (),
) -> Reading:
    """Read sets of completions.

    Args:
        paths: files or folders; the same set may not come twice.
        problems: by task id; completions of others are counted and skipped.
        elsewhere: task ids whose completions are passed over without a word.
        left_out: other task ids that the benchmark has; files without ids count on its order.

    Raises:
        BadInput: a path that cannot be read or holds no completion at all, or two sets of one name.
    """
    reading = Reading()
    order = benchmark_order(problems, {*elsewhere, *left_out})
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
            _folder(path, problems, reading.notices.append)
            if path.is_dir()
            else _file(path, order, reading.bad_lines.append)
        )
        bad = len(reading.bad_lines)
        if not _take(rows, model, problems, elsewhere, reading):
            wanted = (
                "folders like HumanEval_0 with .py files"
                if path.is_dir()
                else "lines with `task_id` and `solution` or `completion`, or a log that docs/formats.md lists"
            )
            why = _first_of(reading.bad_lines[bad:])
            raise BadInput(f"{path}: no completions in it; wanted {wanted}{why}")
    reading.notices += _likely(reading.unknown_tasks, [*problems, *elsewhere])
    return reading


def _first_of(bad_lines: Sequence[str]) -> str:
    """The first of what could not be read, and how much more there is."""
    if not bad_lines:
        return ""
    more = f" (and {counted(len(bad_lines) - 1, 'more place')})" if len(bad_lines) > 1 else ""
    return f"; {bad_lines[0]}{more}"


def _likely(unknown: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is probably meant by task ids that lack the part up to their slash; they are told, never guessed at."""
    long = _long_ids(known)
    short = [task_id for task_id in unknown if task_id in long]
    if not short:
        return []
    examples = ", ".join(f"{long[task_id]!r} for {task_id!r}" for task_id in short[:3])
    subject = f"{counted(len(short), 'task id')} {said_of(len(short), 'lacks its', 'lack their')}"
    return [f"{subject} part up to the slash: write {examples}{', ...' if len(short) > 3 else ''}"]


def model_name(path: Path) -> str:
    """The name of a set: that of its folder, or of its file without `.jsonl`, `.jsonl.gz` and the like."""
    name = path.resolve().name
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name


Rows = Iterator[tuple[str, Sample]]
"""Samples, each with the place where it stands."""


def _file(path: Path, order: Sequence[str], complain: Callable[[str], None]) -> Rows:
    for where, row in containers.rows(path, order, lambda error: complain(error.message)):
        try:
            for sample in samples(row, where):
                yield where, sample
        except BadLine as error:
            complain(error.message)


def _folder(path: Path, problems: Mapping[str, Problem], notice: Callable[[str], None]) -> Rows:
    by_folder = {task_id.replace("/", "_"): task_id for task_id in problems}
    entries = sorted(path.iterdir())
    others = [entry for entry in entries if not entry.is_dir()]
    for folder in (entry for entry in entries if entry.is_dir()):
        for file in sorted(folder.iterdir(), key=lambda f: (len(f.stem), f.name)):
            if file.suffix == ".py" and file.is_file():
                text = files.read_bytes(file).decode("utf-8-sig", "replace")
                yield str(file), Sample(by_folder.get(folder.name, folder.name), text, whole=True)
            else:
                others.append(file)
    if others:
        names = ", ".join(str(other.relative_to(path)) for other in others[:5])
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        notice(f"{path}: passed over what is no program: {names}{more}")


def _take(rows: Rows, model: str, problems: Mapping[str, Problem], elsewhere: Collection[str], reading: Reading) -> int:
    """Add samples to the reading; how many there were."""
    count = 0
    long = _long_ids([*problems, *elsewhere])
    numbers: Counter[str] = Counter()
    seen: set[tuple[str, str]] = set()
    for where, sample in rows:
        count += 1
        task_id = long.get(sample.task_id, sample.task_id) if sample.short else sample.task_id
        if task_id not in problems:
            if task_id not in elsewhere:
                reading.unknown_tasks[task_id] = reading.unknown_tasks.get(task_id, 0) + 1
            continue
        reading.repeated += (task_id, sample.text) in seen
        seen.add((task_id, sample.text))
        reading.texts.append(
            Written(
                task_id=task_id,
                model=model,
                number=numbers[task_id],
                text=sample.text,
                whole=sample.whole,
                source=where,
            )
        )
        numbers[task_id] += 1
    return count


def _long_ids(task_ids: Iterable[str]) -> dict[str, str]:
    """Task ids by the part behind their slash, where one only has it, and no other id is just that."""
    known = set(task_ids)
    short = Counter(task_id.rpartition("/")[2] for task_id in known)
    parts = {task_id: task_id.rpartition("/")[2] for task_id in known}
    return {part: task_id for task_id, part in parts.items() if short[part] == 1}


def benchmark_order(problems: Iterable[str], others: Iterable[str]) -> list[str]:
    """Task ids in the benchmark's order, as far as it is known: others are put among ids that are sorted by number."""
    listed = [*problems]
    more = set(others) - set(listed)
    return sorted([*listed, *more], key=natural) if listed == sorted(listed, key=natural) else listed


def write(path: Path, completions: Iterable[Completion]) -> None:
    """Write programs as JSON Lines. Raises `BadInput` where the file cannot be written."""
    rows = (
        {
            "task_id": one.task_id,
            "solution": one.program,
            "extraction": one.extraction,
            "model": one.model,
            "source": one.source,
        }
        for one in completions
    )
    files.write_lines(path, map(files.dump, rows))
