"""Completions from files to programs: each set is read, and in each text the program is looked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from augment.extract.extract import Extracted, extract, unchanged
from augment.extract.words import Method
from augment.formats import completions as completion_files
from augment.formats import files
from augment.model.completion import Completion, Written
from augment.model.problem import Problem
from augment.model.words import counted, said_of

PathLike = str | os.PathLike[str]
Progress = Callable[[int, int, str], None]
"""Told how far a run is: pieces done, pieces in all, name of the last one."""
Unread = Callable[[str, completion_files.Reading], None]
"""Told what of the files could not be used that were given for an option of the command line."""


def no_progress(done: int, total: int, label: str) -> None:
    """Says nothing."""


def not_told(option: str, reading: completion_files.Reading) -> None:
    """Says nothing."""


@dataclass(frozen=True, slots=True)
class Given:
    """Completions with their programs, and what of the files could not be read."""

    completions: Sequence[Completion]
    reading: completion_files.Reading


def read_completions(
    completions: PathLike | Sequence[PathLike],
    problems: Iterable[Problem],
    elsewhere: Collection[str] = (),
    *,
    left_out: Collection[str] = (),
    extracted: bool = True,
    progress: Progress = no_progress,
) -> Given:
    """Read sets of completions for some problems, and find the program in each.

    Args:
        completions: files or folders.
        problems: completions of others are counted and skipped.
        elsewhere: task ids whose completions are passed over without a word.
        left_out: other task ids that the benchmark has.
        extracted: whether programs are looked for; otherwise every text is one.
        progress: told after each completion.

    Raises:
        BadInput: a file cannot be read, or holds no completion at all.
    """
    paths = [completions] if isinstance(completions, (str, os.PathLike)) else completions
    by_task = {problem.task_id: problem for problem in problems}
    reading = completion_files.read(map(Path, paths), by_task, elsewhere, left_out)
    known: dict[tuple[str, str, bool], Extracted] = {}
    found = []
    for written in reading.texts:
        key = written.task_id, written.text, written.whole
        if key not in known:
            known[key] = _program(by_task[written.task_id], written, extracted)
        found.append(_completion(written, known[key]))
        progress(len(found), len(reading.texts), written.task_id)
    return Given(found, reading)


def _program(problem: Problem, written: Written, extracted: bool) -> Extracted:
    if extracted:
        return extract(problem, written.text, whole=written.whole)
    return Extracted(unchanged(problem, written.text, whole=written.whole), "")


def _completion(written: Written, found: Extracted) -> Completion:
    return Completion(
        task_id=written.task_id,
        model=written.model,
        number=written.number,
        program=found.program,
        source=written.source,
        extraction=found.method,
    )


def extractions(completions: Iterable[Completion]) -> str:
    """How programs were found that were not there as they are, in a line; empty where all were."""
    counts = Counter(completion.extraction for completion in completions)
    total = counts.total()
    del counts[""], counts[Method.AS_IS]
    kinds = ", ".join(f"{count} {method}" for method, count in counts.most_common())
    what = said_of(counts.total(), "is no program as it is", "are no programs as they are")
    return f"{counts.total()} of {counted(total, 'completion')} {what}: {kinds}" if counts else ""


def digest_of(completions: Iterable[Completion], model: str | None = None) -> str:
    """Digest of the programs of some completions, or of those of one set of them."""
    mine = (c for c in completions if model in (None, c.model))
    return files.sha256_of_texts(f"{c.model} {c.task_id} {c.number} {c.program}" for c in mine)
