"""Scoring, from files to results: what a job is, its journal, its chunks of work, its document."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from augment import parallel
from augment.about import machine, version
from augment.engine import Engine, EngineSettings, engine
from augment.errors import BadInput
from augment.formats import completions as completion_files
from augment.formats import files, pieces
from augment.formats import suite as suite_files
from augment.formats.journal import open_journal
from augment.model.completion import Completion, Judgement
from augment.model.suite import Exclusion, Kind, Suite, TestedProblem
from augment.reading import Given, PathLike, Progress, digest_of, extractions
from augment.report.document import Provenance, Reading, document
from augment.report.summary import Summary, TestCounts, summarise
from augment.score.scorer import ProblemScorer, ScoreSettings

T = TypeVar("T")
CHUNK = 20
"""Completions of one problem that are judged, and noted in the journal, together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a scoring run found."""

    summary: Summary
    judgements: tuple[Judgement, ...]
    document: Mapping[str, Any]
    """The results file as JSON types."""
    notices: tuple[str, ...] = ()
    """What the user should know of the run and the results do not say."""


@dataclass(frozen=True, kw_only=True)
class ScoringJob:
    """What is scored, and how."""

    suite: Suite
    suite_sha256: str | None
    """Of its file; None for a suite that was never read from one."""
    suite_file: str | None
    """As it was given."""
    sets: Sequence[str]
    """Files and folders of completions, as they were given."""
    given: Given
    extracted: bool
    """Whether the programs were looked for in what was given."""
    settings: ScoreSettings
    engine: EngineSettings
    tasks: tuple[str, ...]
    ks: tuple[int, ...]
    faulty: tuple[Exclusion, ...] = ()
    """Problems that the self-check found unfit; they are not scored."""
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    clock: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if not self.ks or min(self.ks) < 1:
            raise BadInput(f"wanted at least one k of pass@k, each from 1; found {list(self.ks)}")

    @cached_property
    def chosen(self) -> list[TestedProblem]:
        """The problems to score."""
        return chosen(self.suite.problems, self.tasks, lambda tested: tested.problem.task_id)

    @cached_property
    def by_task(self) -> dict[str, list[Completion]]:
        """Completions of the problems to score."""
        by_task: dict[str, list[Completion]] = {tested.problem.task_id: [] for tested in self.chosen}
        for completion in self.given.completions:
            if completion.task_id in by_task:
                by_task[completion.task_id].append(completion)
        return {task_id: completions for task_id, completions in by_task.items() if completions}

    def settings_row(self) -> files.Row:
        """The settings as JSON types."""
        own = {"extract": self.extracted, "tasks": [*self.tasks], "isolation": self.engine.isolation}
        return {**self.settings.row(), **own}

    def work(self) -> files.Row:
        """What tells this job from others, for its journal."""
        return {
            "suite": self.suite_sha256 or files.sha256_of_texts(suite_files.lines(self.suite)),
            "completions": digest_of(self.given.completions),
            "settings": self.settings_row(),
            "python": str(self.engine.python),
            "version": version(),
            "faulty": [exclusion.task_id for exclusion in self.faulty],
        }


@dataclass(frozen=True, slots=True)
class _Chunk:
    scorer: ProblemScorer
    completions: Sequence[Completion]


def run_job(
    job: ScoringJob, output: PathLike | None, *, jobs: int | None, resume: bool, overwrite: bool, progress: Progress
) -> Results:
    """Judge all completions of a job that its journal does not know yet, and write the results.

    Args:
        job: what is scored.
        output: results file to write, with a journal beside it while the job runs.
        jobs: chunks worked on at once; one per core by default.
        resume: go on with a job that was stopped.
        overwrite: replace a file that exists.
        progress: told after each chunk, in completions.
    """
    with ExitStack() as stack:
        running = stack.enter_context(engine(job.engine))
        journal = open_journal(stack, output, job.work() if output else {}, resume=resume, overwrite=overwrite)
        judged = pieces.Judged()
        for exclusion in job.faulty:
            judged.add(exclusion)
        known = {pieces.identity(completion): completion for many in job.by_task.values() for completion in many}
        for row in journal.found if journal else ():
            judged.add(pieces.judged_from_row(row, known))
        total = sum(map(len, job.by_task.values()))
        for chunk, found in stack.enter_context(parallel.each(_chunks(job, running, judged), _judge, jobs)):
            judged.add(found)
            if journal is not None:
                journal.add(pieces.judged_row(found))
            progress(judged.count(job.by_task), total, chunk.scorer.task_id)
        results = _results(job, judged, running, journal.notices if journal else ())
        if journal is not None:
            files.write_lines(Path(str(output)), [files.dump(results.document)])
            journal.remove()
    return results


def _chunks(job: ScoringJob, running: Engine, judged: pieces.Judged) -> Iterator[_Chunk]:
    """What is left to do, problem by problem; a scorer lives as long as its chunks."""
    for tested in job.chosen:
        task_id = tested.problem.task_id
        left = [c for c in job.by_task.get(task_id, ()) if not judged.knows(c)]
        if left:
            scorer = running.scorer(tested, job.settings)
            for start in range(0, len(left), CHUNK):
                yield _Chunk(scorer, left[start : start + CHUNK])


def _judge(chunk: _Chunk) -> pieces.Piece:
    exclusion = chunk.scorer.exclusion()
    return exclusion or tuple(chunk.scorer.judge(completion) for completion in chunk.completions)


def _results(job: ScoringJob, judged: pieces.Judged, running: Engine, broken: Sequence[str]) -> Results:
    excluded = [*job.suite.excluded, *(judged.excluded[task_id] for task_id in sorted(judged.excluded))]
    tests = {
        tested.problem.task_id: _counts(tested, job.settings)
        for tested in job.chosen
        if tested.problem.task_id not in judged.excluded
    }
    judgements = [judged.of(completion) for task_id in tests for completion in job.by_task.get(task_id, ())]
    order = {task_id: place for place, task_id in enumerate(tests)}
    judgements.sort(key=lambda j: (j.completion.model, order[j.completion.task_id], j.completion.number))
    summary = summarise(job.suite.benchmark, tests, judgements, excluded, _useful(job.ks, judgements))
    read = job.given.reading
    reading = Reading(bad_lines=read.bad_lines, unknown_tasks=read.unknown_tasks, repeated=read.repeated)
    cases = {tested.problem.task_id: tested.cases for tested in job.chosen}
    written = document(summary, judgements, reading, _provenance(job, running), cases)
    weaker = f"completions ran without namespaces ({running.launch.reason}): see `augment doctor`"
    found = extractions(judgement.completion for judgement in judgements)
    told = [_bred_against(job), *read.notices, *broken, found, running.cache.notice]
    told += [weaker] if running.launch.reason else []
    notices = tuple(filter(None, told))
    return Results(summary=summary, judgements=tuple(judgements), document=written, notices=notices)


def _counts(tested: TestedProblem, settings: ScoreSettings) -> TestCounts:
    """The tests of a problem that count under some settings."""
    plus = list(filter(settings.counts, tested.of_kind(Kind.PLUS)))
    return TestCounts(base=tested.base_tests, plus=len(plus), note=tested.note, by_test_code=tested.by_test_code)


def _provenance(job: ScoringJob, running: Engine) -> Provenance:
    suite, funnel = job.suite, job.suite.funnel
    return Provenance(
        created_with=version(),
        suite={
            "file": job.suite_file,
            "sha256": job.suite_sha256,
            "created_with": suite.created_with,
            "seed": suite.seed,
            "settings": dict(suite.settings),
            "funnel": {"proposed": funnel.proposed, "dropped": dict(funnel.dropped)},
            "search": suite.search.row(),
        },
        sets=[
            {
                "model": completion_files.model_name(Path(path)),
                "path": path,
                "sha256": digest_of(job.given.completions, completion_files.model_name(Path(path))),
            }
            for path in job.sets
        ],
        settings=job.settings_row(),
        machine=machine() | running.row(),
        run={
            "started": job.started.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - job.clock, 1),
            "from_cache": running.cache.found,
        },
    )


def _bred_against(job: ScoringJob) -> str:
    """Which of the sets the suite was bred against, in a line; empty where none was."""
    given = job.suite.settings.get("against")
    bred = given.get("models", ()) if isinstance(given, dict) else ()
    same = sorted({completion_files.model_name(Path(path)) for path in job.sets} & set(bred))
    return f"the suite was bred against {', '.join(same)}: these figures are not comparable" if same else ""


def _useful(ks: Sequence[int], judgements: Iterable[Judgement]) -> list[int]:
    """The k that some set of completions is large enough for somewhere; the smallest k if none is."""
    largest = max((judgement.completion.number + 1 for judgement in judgements), default=0)
    return [k for k in sorted(set(ks)) if k <= largest] or [min(ks)]


def chosen(items: Sequence[T], tasks: Sequence[str], task_id: Callable[[T], str]) -> list[T]:
    """The items of the wanted task ids, in their own order; a short id like `7` stands for `HumanEval/7`.

    Raises:
        BadInput: an id that none of them has, or a short one that several have.
    """
    if not tasks:
        return list(items)
    if isinstance(tasks, str):
        tasks = [tasks]
    known = {task_id(item) for item in items}
    short: dict[str, list[str]] = {}
    for name in sorted(known):
        short.setdefault(name.rpartition("/")[2], []).append(name)
    for task in tasks:
        if task not in known and len(short.get(task, ())) > 1:
            raise BadInput(f"{task!r} may be any of {', '.join(short[task])}", hint="give the whole task id")
    wanted = {task if task in known else short.get(task, [task])[0] for task in tasks}
    missing = sorted(wanted - known)
    if missing:
        raise BadInput(
            f"no problem {', '.join(map(repr, missing))} here",
            hint=f"task ids look like {min(known, default='(none)')!r}; the part behind the slash is enough",
        )
    return [item for item in items if task_id(item) in wanted]
