"""Reading for the library: benchmarks, suites and problems, by name or from files in one of many formats."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path

from augment import named, parallel, pipeline
from augment.about import version
from augment.building import REFERENCE_LIMITS
from augment.domain.rules import check_rules
from augment.errors import BadInput
from augment.formats import benchmarks as benchmark_files
from augment.formats import completions as completion_files
from augment.formats import evalplus, files, pieces
from augment.formats import references as reference_files
from augment.formats import suite as suite_files
from augment.formats.cache import Cache, default_path, key_of
from augment.formats.references import References
from augment.model.domain import Domain
from augment.model.problem import Benchmark, Problem
from augment.model.suite import Exclusion, Suite, TestedProblem, Unanswered
from augment.reading import PathLike, Progress, no_progress
from augment.sandbox.forking import ForkingPool
from augment.scoring import chosen

FORMATS = benchmark_files.NAMES
"""Formats of benchmarks."""


def load_benchmark(
    source: PathLike, *, format: str = "", trust_pickle: bool = False, fetching: Progress = no_progress
) -> Benchmark:
    """A benchmark by name, or from a file or folder in one of many formats (`docs/formats.md`).

    Of EvalPlus's records only what the benchmark itself brings is used: prompt, reference, base tests.

    Args:
        source: a name that `named_benchmarks` knows, or a path.
        format: insists on a format; known by content by default.
        trust_pickle: whether tests packed in a pickle may be read.
        fetching: told bytes fetched, of a benchmark that is not on this machine yet.

    Raises:
        BadInput: no such file, one that is no benchmark, or one that cannot be fetched.
    """
    path, name = _found(source, fetching)
    return benchmark_files.read(path, name=name, wanted=format, trust_pickle=trust_pickle)


def as_benchmark(benchmark: Benchmark | PathLike, format: str = "", trust_pickle: bool = False) -> Benchmark:
    """The benchmark itself, or the one of that name or path. Raises `BadInput`."""
    if isinstance(benchmark, Benchmark):
        return benchmark
    return load_benchmark(benchmark, format=format, trust_pickle=trust_pickle)


def corrected(benchmark: Benchmark, references: References | PathLike | None) -> tuple[Benchmark, References | None]:
    """The benchmark with the given references in place of its own, and these as they were read."""
    if references is None:
        return benchmark, None
    if not isinstance(references, References):
        references = reference_files.read(Path(references))
    return reference_files.put_in_place(references, benchmark), references


def _found(source: PathLike, fetching: Progress) -> tuple[Path, str]:
    """The path of a benchmark or suite, and its name."""
    path, known = Path(source), named.manifest()
    if path.exists():
        return path, completion_files.model_name(path)
    if str(source) in known:
        return named.fetch(known[str(source)], fetching), str(source)
    raise BadInput(
        f"{path}: no such file or folder, and no benchmark of that name",
        hint=f"known by name: {', '.join(known)}; else give a file or a folder, in a format of docs/formats.md",
    )


def named_benchmarks() -> list[tuple[named.Named, Path | None]]:
    """The benchmarks known by name, each with its file where that is on this machine already."""
    return [(one, named.here(one)) for one in named.manifest().values()]


def fetch_benchmark(name: str, *, fetching: Progress = no_progress) -> Path:
    """The file of a benchmark known by name, fetched if it is not here yet.

    Raises:
        BadInput: no such name, or it cannot be fetched.
    """
    known = named.manifest()
    if name not in known:
        raise BadInput(f"no benchmark of the name {name!r}", hint=f"known by name: {', '.join(known)}")
    return named.fetch(known[name], fetching)


def load_suite(source: PathLike, *, jobs: int | None = None, progress: Progress = no_progress) -> Suite:
    """A suite from a suite file, or from EvalPlus's released data (HumanEval+, MBPP+).

    Released data have no expected answers; the references give them, once: they are kept in the user's cache.

    Args:
        source: the file.
        jobs: references run at once; one per core by default.
        progress: told after each problem whose reference was run.

    Raises:
        BadInput: no such file, or one that is no suite.
    """
    path, name = _found(source, no_progress)
    if not evalplus.recognises(_first_row(path)):
        return suite_files.read(path)
    answered = _answered(evalplus.read(path), jobs, progress)
    return Suite(
        benchmark=name,
        problems=tuple(a for a in answered if isinstance(a, TestedProblem)),
        excluded=tuple(a for a in answered if isinstance(a, Exclusion)),
        created_with=version(),
        settings={"source_sha256": files.sha256(path)},
    )


def benchmark_or_suite(
    source: PathLike, *, format: str, trust_pickle: bool, jobs: int | None, progress: Progress
) -> Benchmark | Suite:
    """What a name or a file stands for; released data with plus inputs are a suite. Raises `BadInput`."""
    path = Path(source)
    row = _first_row(path) if path.is_file() and not format else files.Row()
    if suite_files.recognises(row) or evalplus.recognises(row):
        return load_suite(path, jobs=jobs, progress=progress)
    return load_benchmark(source, format=format, trust_pickle=trust_pickle)


def _answered(records: Sequence[Unanswered], jobs: int | None, progress: Progress) -> list[TestedProblem | Exclusion]:
    found: dict[str, TestedProblem | Exclusion] = {}
    with ExitStack() as stack:
        cache = stack.enter_context(Cache(default_path()))
        keys = {record.problem.task_id: _key(record) for record in records}
        for record in records:
            built = pieces.unpack(cache.get_bytes(keys[record.problem.task_id]))
            if built is not None:
                found[record.problem.task_id] = built
        todo = [record for record in records if record.problem.task_id not in found]
        pool = stack.enter_context(ForkingPool())
        answer = partial(pipeline.answer_problem, pool=pool, limits=REFERENCE_LIMITS)
        for record, answered in stack.enter_context(parallel.each(todo, answer, jobs)):
            found[record.problem.task_id] = answered
            cache.put_bytes(keys[record.problem.task_id], pieces.pack(answered))
            progress(len(found), len(records), record.problem.task_id)
    return [found[record.problem.task_id] for record in records]


def _key(record: Unanswered) -> str:
    args = [value.wire.hex() for value in record.plus_args]
    return key_of("answers", version(), asdict(record.problem), args, record.absolute, record.relative, record.as_sets)


def problems_of(source: Benchmark | Suite | PathLike, format: str) -> list[Problem]:
    """The problems of a benchmark or a suite, or of a file of either. Raises `BadInput`."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        suite = path.is_file() and suite_files.recognises(_first_row(path))
        source = suite_files.read(path) if suite else load_benchmark(source, format=format)
    return [one.problem if isinstance(one, TestedProblem) else one for one in source.problems]


def _first_row(path: Path) -> files.Row:
    return next(files.rows(path, bad_line=lambda error: None), (0, files.Row()))[1]


def problems(source: PathLike, tasks: Sequence[str] = ()) -> list[TestedProblem]:
    """Problems of a suite file, or of a benchmark known by name, of which only what is learnt is told; all by default.

    Raises:
        BadInput: no such file, one that is no suite, an id that it does not have, a domain with an unknown rule, or a
            problem of a benchmark that cannot be used.
    """
    if not Path(source).exists():
        return _learnt(load_benchmark(source), tasks)
    found = chosen(load_suite(source).problems, tasks, lambda tested: tested.problem.task_id)
    for tested in found:
        try:
            check_rules(tested.domain or Domain())
        except BadInput as problem:
            raise BadInput(f"{source}: {tested.problem.task_id}: {problem.message}", hint=problem.hint) from None
    return found


def _learnt(benchmark: Benchmark, tasks: Sequence[str]) -> list[TestedProblem]:
    found = []
    with ForkingPool() as pool:
        for problem in chosen(benchmark.problems, tasks, lambda problem: problem.task_id):
            learnt = pipeline.learn_problem(problem, pool, REFERENCE_LIMITS)
            if isinstance(learnt, Exclusion):
                raise BadInput(f"{learnt.task_id}: {learnt.reason}")
            found.append(learnt)
    return found
