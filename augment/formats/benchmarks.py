"""Benchmarks in: one reader a format, known by the keys of a file's first record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from augment.errors import BadInput, BadLine
from augment.formats import bigcodebench, evalplus, files, humaneval, livecodebench, mbpp, sources
from augment.formats.gather import gather
from augment.model.problem import Benchmark, Problem


def task_id(row: files.Row, where: str) -> str:
    """The name of a problem, as most formats have it. Raises `BadLine`."""
    return files.text_of(row, "task_id", where)


@dataclass(frozen=True, slots=True)
class Format:
    """How one format is known and read."""

    about: str
    recognises: Callable[[files.Row], bool]
    problem: Callable[[files.Row, str], Problem]
    """The problem of a record; the text says where it stands and starts each message."""
    task_id: Callable[[files.Row, str], str] = task_id
    """The name of a record's problem."""


def formats(*, trust_pickle: bool = False) -> dict[str, Format]:
    """The formats by name, the most particular first.

    Args:
        trust_pickle: whether tests that are packed in a pickle may be read.
    """
    return {
        "evalplus": Format(
            "HumanEval+ and MBPP+ as EvalPlus releases them",
            evalplus.recognises,
            lambda *at: evalplus.record(*at).problem,
        ),
        "mbpp": Format("MBPP, full or sanitized", mbpp.recognises, mbpp.problem, mbpp.task_id),
        "bigcodebench": Format("BigCodeBench", bigcodebench.recognises, bigcodebench.problem),
        "livecodebench": Format(
            "LiveCodeBench, functional problems",
            livecodebench.recognises,
            lambda *at: livecodebench.problem(*at, trust_pickle=trust_pickle),
            livecodebench.task_id,
        ),
        "sources": Format("your own: `solution` and `tests`", sources.recognises, sources.problem),
        "humaneval": Format("HumanEval", humaneval.recognises, humaneval.problem),
    }


NAMES: Final = tuple(formats())


def read(path: Path, *, name: str, wanted: str = "", trust_pickle: bool = False) -> Benchmark:
    """Read a benchmark from a file, or a folder with a Python file a problem.

    Args:
        path: JSON Lines or a JSON array, packed or not; or a folder.
        name: of the benchmark.
        wanted: a format of `NAMES`; known by the first record by default.
        trust_pickle: as for `formats`.

    Raises:
        BadInput: nothing there, no format that is known, or a file without a problem.
        BadLine: what is no record, or a file without a record that can be used; others keep theirs as their trouble.
    """
    if path.is_dir() and wanted not in ("", "sources"):
        raise BadInput(f"{path}: is a folder, wanted a file in the format {wanted!r}", hint="folders hold your own")
    if path.is_dir():
        problems = sources.folder(path)
        return Benchmark(name=name, problems=tuple(problems), sha256=files.sha256_of_texts(_texts(problems)))
    records = files.records(path)
    first = next(records, None)
    if first is None:
        raise BadInput(f"{path}: no problems in it", hint=f"wanted a benchmark in a format out of {', '.join(NAMES)}")
    reader = _chosen(first, wanted, formats(trust_pickle=trust_pickle))
    problems = gather(chain([first], records), path, reader.task_id, reader.problem, lambda problem: problem)
    return Benchmark(name=name, problems=tuple(problems), sha256=files.sha256(path))


def _texts(problems: list[Problem]) -> Iterator[str]:
    for problem in problems:
        yield from (problem.task_id, problem.reference, problem.test)


def _chosen(first: tuple[str, files.Row], wanted: str, known: dict[str, Format]) -> Format:
    where, row = first
    if wanted:
        if wanted not in known:
            raise BadInput(f"no format {wanted!r}", hint=f"wanted one of {', '.join(known)}")
        return known[wanted]
    for reader in known.values():
        if reader.recognises(row):
            return reader
    raise BadLine(
        f"{where}: wanted a problem of a benchmark, found an object with keys {', '.join(sorted(row)) or '(none)'}",
        hint=f"formats are {', '.join(known)}; `--format` insists on one",
    )
