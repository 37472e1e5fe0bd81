"""The library: benchmarks, suites and completions in, suites and results out.

Brings together what the pipeline leaves to its caller: formats, executors, threads, journals, progress. The command
line calls nothing but these functions.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib import metadata
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from augment import pipeline
from augment.demo import demo_completions
from augment.errors import BadInput
from augment.formats import completions as completion_files
from augment.formats import files, humaneval
from augment.formats import suite as suite_files
from augment.formats.journal import Journal, claim_output, journal_path
from augment.model.completion import Completion, Judgement
from augment.model.execution import Limits
from augment.model.problem import Benchmark
from augment.model.suite import Exclusion, Funnel, Kind, Suite, TestedProblem
from augment.pipeline import BuildSettings, ScoreSettings
from augment.report.document import Provenance, Reading, document
from augment.report.summary import Summary, TestCounts, summarise
from augment.sandbox.forking import ForkingPool

T = TypeVar("T")
R = TypeVar("R")
DEFAULT_K = (1, 10, 100)
PathLike = str | os.PathLike[str]


Progress = Callable[[int, int, str], None]
"""Told how far a run is: pieces done, pieces in all, name of the last one."""


def no_progress(done: int, total: int, label: str) -> None:
    """Says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a scoring run found."""

    summary: Summary
    judgements: tuple[Judgement, ...]
    document: Mapping[str, Any]
    """The results file as JSON types."""


def version() -> str:
    """The version of augment, as it is written into files."""
    return f"augment {metadata.version('augment')}"


def load_benchmark(source: PathLike) -> Benchmark:
    """A benchmark by name (`humaneval`) or from a file in HumanEval's format.

    Raises:
        BadInput: no such file, or one that is no benchmark.
    """
    if str(source) == humaneval.NAME:
        return humaneval.read(humaneval.installed_path(), name=humaneval.NAME)
    path = Path(source)
    if not path.exists():
        raise BadInput(
            f"{path}: no such file, and no benchmark of that name",
            hint=f"known by name: {humaneval.NAME}; else give a .jsonl or .jsonl.gz file in HumanEval's format",
        )
    return humaneval.read(path, name=completion_files.model_name(path))


def build(
    benchmark: Benchmark | PathLike,
    output: PathLike | None = None,
    *,
    settings: BuildSettings | None = None,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> Suite:
    """Grow a suite: the benchmark's own tests as cases, and plus tests beside them.

    Args:
        benchmark: a benchmark, its name, or a file.
        output: suite file to write; with one, finished problems are kept when the run is stopped.
        settings: seed and sizes.
        tasks: task ids to build for; all by default.
        jobs: problems worked on at once; one per core by default.
        resume: go on with a run that was stopped.
        overwrite: replace a file that exists.
        progress: told after each problem.

    Raises:
        BadInput: the benchmark, an id or the output cannot be used.
    """
    if not isinstance(benchmark, Benchmark):
        benchmark = load_benchmark(benchmark)
    settings = settings or BuildSettings()
    chosen = _chosen(benchmark.problems, tasks, lambda problem: problem.task_id)
    header = Suite(
        benchmark=benchmark.name,
        problems=(),
        created_with=version(),
        seed=settings.seed,
        settings={**asdict(settings), "benchmark_sha256": benchmark.sha256},
    )
    done: dict[str, TestedProblem | Exclusion] = {}
    with ExitStack() as stack:
        journal = None
        if output is not None:
            claim_output(Path(output), resume=resume, overwrite=overwrite)
            work = {
                "suite": header.benchmark,
                "version": header.created_with,
                "settings": dict(header.settings),
                "tasks": [*tasks],
            }
            journal = stack.enter_context(Journal(journal_path(Path(output)), work))
            done = {entry[0]: entry[1] for entry in map(_built_from_row, journal.found)}
        pool = stack.enter_context(ForkingPool())
        todo = [problem for problem in chosen if problem.task_id not in done]
        limits = Limits(cpu_seconds=60.0, wall_seconds=120.0)  # of base tests, which have no say in how long they take

        def work_on(problem: Any) -> TestedProblem | Exclusion:
            return pipeline.build_problem(problem, settings, pool, limits)

        for problem, built in _each(todo, work_on, jobs):
            done[problem.task_id] = built
            if journal is not None:
                journal.add(_built_row(problem.task_id, built))
            progress(len(done), len(chosen), problem.task_id)
        built_in_order = [done[problem.task_id] for problem in chosen]
        suite = replace(
            header,
            problems=tuple(b for b in built_in_order if isinstance(b, TestedProblem)),
            excluded=tuple(b for b in built_in_order if isinstance(b, Exclusion)),
        )
        if journal is not None:
            suite_files.write(Path(str(output)), suite)
            journal.remove()
    return suite


def score(
    suite: Suite | PathLike,
    completions: PathLike | Sequence[PathLike],
    output: PathLike | None = None,
    *,
    settings: ScoreSettings | None = None,
    ks: Iterable[int] = DEFAULT_K,
    tasks: Sequence[str] = (),
    elsewhere: Collection[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> Results:
    """Judge completions on base and on base+plus.

    Args:
        suite: a suite, or a suite file.
        completions: files or folders, each one set of completions.
        output: results file to write; with one, judged problems are kept when the run is stopped.
        settings: limits and tiers.
        ks: the k of pass@k; those that no set can define are left out, unless all are.
        tasks: task ids to score; all by default.
        elsewhere: task ids that the suite leaves out on purpose; completions of them are passed over.
        jobs: problems worked on at once; one per core by default.
        resume: go on with a run that was stopped.
        overwrite: replace a file that exists.
        progress: told after each problem.

    Raises:
        BadInput: the suite, the completions, an id or the output cannot be used.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    suite_sha256 = None if isinstance(suite, Suite) else files.sha256(Path(suite))
    suite = suite if isinstance(suite, Suite) else suite_files.read(Path(suite))
    paths = [completions] if isinstance(completions, (str, os.PathLike)) else completions
    settings = settings or ScoreSettings()
    chosen = _chosen(suite.problems, tasks, lambda tested: tested.problem.task_id)
    problems = {tested.problem.task_id: tested.problem for tested in suite.problems}
    reading = completion_files.read(map(Path, paths), problems, elsewhere)
    wanted = {tested.problem.task_id for tested in chosen}
    by_task: dict[str, list[Completion]] = {}
    for completion in reading.completions:
        if completion.task_id in wanted:
            by_task.setdefault(completion.task_id, []).append(completion)
    setting_row = {
        "limits": asdict(settings.limits),
        "reference_factor": settings.reference_factor,
        "tiers": sorted(settings.tiers),
        "tasks": [*tasks],
    }
    scores: dict[str, pipeline.ProblemScore] = {}
    with ExitStack() as stack:
        journal = None
        if output is not None:
            claim_output(Path(output), resume=resume, overwrite=overwrite)
            work = {
                "suite": suite_sha256 or _digest(suite_files.lines(suite)),
                "completions": _digest(f"{c.model} {c.task_id} {c.number} {c.program}" for c in reading.completions),
                "settings": setting_row,
                "version": version(),
            }
            journal = stack.enter_context(Journal(journal_path(Path(output)), work))
            scores = dict(_score_from_row(row, by_task) for row in journal.found)
        trusted, untrusted = stack.enter_context(ForkingPool()), stack.enter_context(ForkingPool())
        todo = [
            tested for tested in chosen if tested.problem.task_id not in scores and tested.problem.task_id in by_task
        ]

        def work_on(tested: TestedProblem) -> pipeline.ProblemScore:
            return pipeline.score_problem(tested, by_task[tested.problem.task_id], settings, trusted, untrusted)

        total = len(todo) + len(scores)
        for tested, found in _each(todo, work_on, jobs):
            task_id = tested.problem.task_id
            scores[task_id] = found
            if journal is not None:
                journal.add(_score_row(task_id, found))
            progress(len(scores), total, task_id)
        results = _results(suite, chosen, scores, reading, setting_row, list(ks), suite_sha256, started, clock)
        if journal is not None:
            files.write_lines(Path(str(output)), [files.dump(results.document)])
            journal.remove()
    return results


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What the main job made."""

    folder: Path
    suite: Suite
    results: Results


def run(
    benchmark: Benchmark | PathLike = humaneval.NAME,
    completions: PathLike | Sequence[PathLike] = (),
    folder: PathLike | None = None,
    *,
    build_settings: BuildSettings | None = None,
    score_settings: ScoreSettings | None = None,
    ks: Iterable[int] = DEFAULT_K,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    building: Progress = no_progress,
    scoring: Progress = no_progress,
) -> Run:
    """The main job: build a suite, score completions on it; keeps `suite.jsonl` and `results.json` in a folder.

    Args:
        benchmark: a benchmark, its name, or a file.
        completions: files or folders; the demonstration completions by default.
        folder: where to write; by default the first of `augment-run`, `augment-run-2`, ... that does not exist.
        build_settings: as for `build`.
        score_settings: as for `score`.
        ks: as for `score`.
        tasks: as for `build`.
        jobs: as for `build`.
        resume: go on with what a stopped run left in the folder; a finished suite there is taken as it is.
        overwrite: replace what is in the folder.
        building: told after each problem that was built.
        scoring: told after each problem that was scored.

    Raises:
        BadInput: an input or the folder cannot be used.
    """
    target = Path(folder) if folder is not None else _free_folder(resume)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.mkdir(exist_ok=True)
    suite_path, results_path = target / "suite.jsonl", target / "results.json"
    claim_output(results_path, resume=resume, overwrite=overwrite)
    if not (resume and suite_path.exists()):
        build(
            benchmark,
            suite_path,
            settings=build_settings,
            tasks=tasks,
            jobs=jobs,
            resume=resume,
            overwrite=overwrite,
            progress=building,
        )
    benchmark = benchmark if isinstance(benchmark, Benchmark) else load_benchmark(benchmark)
    results = score(
        suite_path,
        completions or demo_completions(),
        results_path,
        settings=score_settings,
        ks=ks,
        elsewhere={problem.task_id for problem in benchmark.problems},
        jobs=jobs,
        resume=resume,
        overwrite=overwrite,
        progress=scoring,
    )
    return Run(folder=target, suite=suite_files.read(suite_path), results=results)


def _free_folder(resume: bool) -> Path:
    """The first default folder that does not exist, or with `resume` the last that does."""
    names = (Path("augment-run" if number == 1 else f"augment-run-{number}") for number in count(1))
    last = None
    for name in names:
        if not name.exists():
            return last if resume and last else name
        last = name
    raise AssertionError("names do not end")


def _results(
    suite: Suite,
    chosen: Sequence[TestedProblem],
    scores: Mapping[str, pipeline.ProblemScore],
    reading: completion_files.Reading,
    settings: Mapping[str, Any],
    ks: list[int],
    suite_sha256: str | None,
    started: datetime,
    clock: float,
) -> Results:
    tests = {}
    excluded = list(suite.excluded)
    judgements: list[Judgement] = []
    for tested in chosen:
        found = scores.get(tested.problem.task_id)
        if found is not None and found.exclusion is not None:
            excluded.append(found.exclusion)
            continue
        plus = [case for case in tested.of_kind(Kind.PLUS) if case.tier is None or case.tier in settings["tiers"]]
        counts = TestCounts(base=len(tested.of_kind(Kind.BASE)), plus=len(plus), note=tested.note)
        tests[tested.problem.task_id] = counts
        judgements += found.judgements if found else ()
    order = {task_id: place for place, task_id in enumerate(tests)}
    judgements.sort(key=lambda j: (j.completion.model, order[j.completion.task_id], j.completion.number))
    summary = summarise(suite.benchmark, tests, judgements, excluded, _useful(ks, judgements))
    written = document(
        summary,
        judgements,
        Reading(bad_lines=reading.bad_lines, unknown_tasks=reading.unknown_tasks, repeated=reading.repeated),
        Provenance(
            created_with=version(),
            suite={
                "sha256": suite_sha256,
                "created_with": suite.created_with,
                "seed": suite.seed,
                "settings": dict(suite.settings),
            },
            settings=settings,
            machine=machine(),
            run={
                "started": started.isoformat(timespec="seconds"),
                "seconds": round(time.monotonic() - clock, 1),
            },
        ),
    )
    return Results(summary=summary, judgements=tuple(judgements), document=written)


def _useful(ks: list[int], judgements: Iterable[Judgement]) -> list[int]:
    """The k that some set of completions is large enough for somewhere; the smallest k if none is."""
    largest = max((judgement.completion.number + 1 for judgement in judgements), default=0)
    return [k for k in sorted(set(ks)) if k <= largest] or [min(ks)]


def machine() -> dict[str, Any]:
    """What a figure was measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "release": platform.release(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }


def funnel_of(suite: Suite) -> Funnel:
    """What became of all proposed inputs of a suite."""
    return sum((tested.funnel for tested in suite.problems), Funnel())


def _chosen(items: Sequence[T], tasks: Sequence[str], task_id: Callable[[T], str]) -> list[T]:
    """The items of the wanted task ids, in their own order; a short id like `7` stands for `HumanEval/7`."""
    if not tasks:
        return list(items)
    known = {task_id(item) for item in items}
    short = {name.rpartition("/")[2]: name for name in known}
    wanted = {short.get(task, task) for task in tasks}
    missing = sorted(wanted - known)
    if missing:
        raise BadInput(
            f"no problem {', '.join(map(repr, missing))} here",
            hint=f"task ids look like {min(known, default='(none)')!r}; the part behind the slash is enough",
        )
    return [item for item in items if task_id(item) in wanted]


def _each(items: Sequence[T], work: Callable[[T], R], jobs: int | None) -> Iterator[tuple[T, R]]:
    """Work on the items in threads and yield each when it is done; stops early when the caller is interrupted.

    The work itself happens in child processes, so threads are enough to keep all cores busy.
    """
    workers = jobs or os.cpu_count() or 1
    waiting = iter(items)
    running: dict[Future[R], T] = {}
    with ThreadPoolExecutor(workers) as threads:
        while True:
            for item in waiting:
                running[threads.submit(work, item)] = item
                if len(running) >= 2 * workers:
                    break
            if not running:
                return
            try:
                finished = wait(running, return_when=FIRST_COMPLETED).done
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                raise
            for future in finished:
                yield running.pop(future), future.result()


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "backslashreplace"))
        digest.update(b"\0")
    return digest.hexdigest()


def _built_row(task_id: str, built: TestedProblem | Exclusion) -> files.Row:
    if isinstance(built, Exclusion):
        return {"task_id": task_id, "excluded": built.reason}
    return suite_files.problem_row(built)


def _built_from_row(row: files.Row) -> tuple[str, TestedProblem | Exclusion]:
    if "excluded" in row:
        return row["task_id"], Exclusion(task_id=row["task_id"], reason=row["excluded"])
    return row["task_id"], suite_files.problem_from_row(row, "the journal")


def _score_row(task_id: str, found: pipeline.ProblemScore) -> files.Row:
    if found.exclusion is not None:
        return {"task_id": task_id, "excluded": found.exclusion.reason}
    return {"task_id": task_id, "judgements": [judgement.row() for judgement in found.judgements]}


def _score_from_row(row: files.Row, by_task: Mapping[str, Sequence[Completion]]) -> tuple[str, pipeline.ProblemScore]:
    task_id = row["task_id"]
    if "excluded" in row:
        return task_id, pipeline.ProblemScore(exclusion=Exclusion(task_id=task_id, reason=row["excluded"]))
    judgements = map(Judgement.from_row, row["judgements"], by_task[task_id])
    return task_id, pipeline.ProblemScore(judgements=tuple(judgements))
