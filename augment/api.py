"""The library: benchmarks, suites and completions in, suites and results out.

Brings together what the pipeline leaves to its caller: formats, executors, threads, journals, progress. The command
line calls nothing but these functions.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from importlib import metadata
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from augment import parallel, pipeline
from augment.demo import demo_completions
from augment.errors import BadInput
from augment.formats import completions as completion_files
from augment.formats import files, humaneval, pieces
from augment.formats import suite as suite_files
from augment.formats.journal import Journal, claim_output, journal_path
from augment.model.completion import Completion, Judgement
from augment.model.execution import Limits
from augment.model.problem import Benchmark, Problem
from augment.model.suite import Exclusion, Funnel, Kind, Suite, TestedProblem
from augment.pipeline import BuildSettings, ScoreSettings
from augment.report.document import Provenance, Reading, document
from augment.report.summary import Summary, TestCounts, summarise
from augment.sandbox.forking import ForkingPool

T = TypeVar("T")
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
    benchmark = _benchmark(benchmark)
    settings = settings or BuildSettings()
    chosen = _chosen(benchmark.problems, tasks, lambda problem: problem.task_id)
    header = Suite(
        benchmark=benchmark.name,
        problems=(),
        created_with=version(),
        seed=settings.seed,
        settings={**asdict(settings), "benchmark_sha256": benchmark.sha256},
    )
    work = {
        "suite": header.benchmark,
        "version": header.created_with,
        "settings": dict(header.settings),
        "tasks": [*tasks],
    }
    limits = Limits(cpu_seconds=60.0, wall_seconds=120.0)  # of base tests, which have no say in how long they take
    with ExitStack() as stack:
        journal = _journal(stack, output, work, resume=resume, overwrite=overwrite)
        done = dict(map(pieces.built_from_row, journal.found if journal else ()))
        pool = stack.enter_context(ForkingPool())
        todo = [problem for problem in chosen if problem.task_id not in done]
        build_one = partial(pipeline.build_problem, settings=settings, pool=pool, limits=limits)
        for problem, built in stack.enter_context(parallel.each(todo, build_one, jobs)):
            done[problem.task_id] = built
            if journal is not None:
                journal.add(pieces.built_row(built))
            progress(len(done), len(chosen), problem.task_id)
        in_order = [done[problem.task_id] for problem in chosen]
        suite = replace(
            header,
            problems=tuple(b for b in in_order if isinstance(b, TestedProblem)),
            excluded=tuple(b for b in in_order if isinstance(b, Exclusion)),
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
    suite, sha256 = (suite, None) if isinstance(suite, Suite) else _suite_of(Path(suite))
    problems = [tested.problem for tested in suite.problems]
    job = _ScoringJob(
        suite=suite,
        suite_sha256=sha256,
        reading=_reading(completions, problems, elsewhere),
        settings=settings or ScoreSettings(),
        tasks=tuple(tasks),
        ks=tuple(ks),
    )
    return _score(job, output, jobs=jobs, resume=resume, overwrite=overwrite, progress=progress)


@dataclass(frozen=True, kw_only=True)
class _ScoringJob:
    """What is scored, and how."""

    suite: Suite
    suite_sha256: str | None
    """Of its file; None for a suite that was never read from one."""
    reading: completion_files.Reading
    settings: ScoreSettings
    tasks: tuple[str, ...]
    ks: tuple[int, ...]
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    clock: float = field(default_factory=time.monotonic)

    @cached_property
    def chosen(self) -> list[TestedProblem]:
        """The problems to score."""
        return _chosen(self.suite.problems, self.tasks, lambda tested: tested.problem.task_id)

    @cached_property
    def by_task(self) -> dict[str, list[Completion]]:
        """Completions of the problems to score."""
        by_task: dict[str, list[Completion]] = {tested.problem.task_id: [] for tested in self.chosen}
        for completion in self.reading.completions:
            if completion.task_id in by_task:
                by_task[completion.task_id].append(completion)
        return {task_id: completions for task_id, completions in by_task.items() if completions}

    @cached_property
    def settings_row(self) -> files.Row:
        """The settings as JSON types."""
        return {
            "limits": asdict(self.settings.limits),
            "reference_factor": self.settings.reference_factor,
            "tiers": sorted(self.settings.tiers),
            "tasks": [*self.tasks],
        }

    def work(self) -> files.Row:
        """What tells this job from others, for its journal."""
        programs = (f"{c.model} {c.task_id} {c.number} {c.program}" for c in self.reading.completions)
        return {
            "suite": self.suite_sha256 or _digest(suite_files.lines(self.suite)),
            "completions": _digest(programs),
            "settings": self.settings_row,
            "version": version(),
        }


def _suite_of(path: Path) -> tuple[Suite, str]:
    """A suite and the digest of its file."""
    return suite_files.read(path), files.sha256(path)


def _reading(
    completions: PathLike | Sequence[PathLike], problems: Sequence[Problem], elsewhere: Collection[str]
) -> completion_files.Reading:
    paths = [completions] if isinstance(completions, (str, os.PathLike)) else completions
    return completion_files.read(map(Path, paths), {problem.task_id: problem for problem in problems}, elsewhere)


def _score(
    job: _ScoringJob, output: PathLike | None, *, jobs: int | None, resume: bool, overwrite: bool, progress: Progress
) -> Results:
    todo = [tested for tested in job.chosen if tested.problem.task_id in job.by_task]
    total = len(todo)
    with ExitStack() as stack:
        journal = _journal(stack, output, job.work() if output else {}, resume=resume, overwrite=overwrite)
        judged = dict(pieces.judged_from_row(row, job.by_task) for row in (journal.found if journal else ()))
        trusted, untrusted = stack.enter_context(ForkingPool()), stack.enter_context(ForkingPool())

        def judge_one(tested: TestedProblem) -> pieces.Judged:
            completions = job.by_task[tested.problem.task_id]
            score = pipeline.score_problem(tested, completions, job.settings, trusted, untrusted)
            return score.exclusion or score.judgements

        todo = [tested for tested in todo if tested.problem.task_id not in judged]
        for tested, found in stack.enter_context(parallel.each(todo, judge_one, jobs)):
            task_id = tested.problem.task_id
            judged[task_id] = found
            if journal is not None:
                journal.add(pieces.judged_row(task_id, found))
            progress(len(judged), total, task_id)
        results = _results(job, judged)
        if journal is not None:
            files.write_lines(Path(str(output)), [files.dump(results.document)])
            journal.remove()
    return results


def _journal(
    stack: ExitStack, output: PathLike | None, work: files.Row, *, resume: bool, overwrite: bool
) -> Journal | None:
    """The journal of an output, closed with the stack; None where nothing is written."""
    if output is None:
        return None
    claim_output(Path(output), resume=resume, overwrite=overwrite)
    return stack.enter_context(Journal(journal_path(Path(output)), work))


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
    benchmark = _benchmark(benchmark)
    wanted = _chosen(benchmark.problems, tasks, lambda problem: problem.task_id)
    others = {problem.task_id for problem in benchmark.problems} - {problem.task_id for problem in wanted}
    reading = _reading(completions or demo_completions(), wanted, others)
    target = Path(folder) if folder is not None else _free_folder(resume)
    files.make_folder(target)
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
    suite, sha256 = _suite_of(suite_path)
    job = _ScoringJob(
        suite=suite,
        suite_sha256=sha256,
        reading=reading,
        settings=score_settings or ScoreSettings(),
        tasks=(),
        ks=tuple(ks),
    )
    results = _score(job, results_path, jobs=jobs, resume=resume, overwrite=overwrite, progress=scoring)
    return Run(folder=target, suite=suite, results=results)


def _benchmark(benchmark: Benchmark | PathLike) -> Benchmark:
    return benchmark if isinstance(benchmark, Benchmark) else load_benchmark(benchmark)


def _free_folder(resume: bool) -> Path:
    """The first default folder that does not exist, or with `resume` the last that does."""
    names = (Path("augment-run" if number == 1 else f"augment-run-{number}") for number in count(1))
    last = None
    for name in names:
        if not name.exists():
            return last if resume and last else name
        last = name
    raise AssertionError("names do not end")


def _results(job: _ScoringJob, judged: Mapping[str, pieces.Judged]) -> Results:
    tests = {}
    excluded = list(job.suite.excluded)
    judgements: list[Judgement] = []
    for tested in job.chosen:
        found = judged.get(tested.problem.task_id, ())
        if isinstance(found, Exclusion):
            excluded.append(found)
            continue
        tests[tested.problem.task_id] = _counts(tested, job.settings)
        judgements += found
    order = {task_id: place for place, task_id in enumerate(tests)}
    judgements.sort(key=lambda j: (j.completion.model, order[j.completion.task_id], j.completion.number))
    summary = summarise(job.suite.benchmark, tests, judgements, excluded, _useful(job.ks, judgements))
    reading = Reading(
        bad_lines=job.reading.bad_lines, unknown_tasks=job.reading.unknown_tasks, repeated=job.reading.repeated
    )
    written = document(summary, judgements, reading, _provenance(job))
    return Results(summary=summary, judgements=tuple(judgements), document=written)


def _counts(tested: TestedProblem, settings: ScoreSettings) -> TestCounts:
    """The tests of a problem that count under some settings."""
    plus = [case for case in tested.of_kind(Kind.PLUS) if case.tier is None or case.tier in settings.tiers]
    return TestCounts(base=len(tested.of_kind(Kind.BASE)), plus=len(plus), note=tested.note)


def _provenance(job: _ScoringJob) -> Provenance:
    suite = job.suite
    return Provenance(
        created_with=version(),
        suite={
            "sha256": job.suite_sha256,
            "created_with": suite.created_with,
            "seed": suite.seed,
            "settings": dict(suite.settings),
        },
        settings=job.settings_row,
        machine=machine(),
        run={
            "started": job.started.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - job.clock, 1),
        },
    )


def _useful(ks: Sequence[int], judgements: Iterable[Judgement]) -> list[int]:
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


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "backslashreplace"))
        digest.update(b"\0")
    return digest.hexdigest()
