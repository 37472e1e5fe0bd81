"""Auditing a benchmark or a suite, problem by problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from augment import parallel, pipeline
from augment.audit.problem import Pools, audit_problem
from augment.audit.search import AuditSettings
from augment.building import REFERENCE_LIMITS
from augment.engine import EngineSettings, engine
from augment.errors import BadInput
from augment.model.audit import Audit, Audited
from augment.model.problem import Benchmark, Problem
from augment.model.suite import Exclusion, Suite, TestedProblem
from augment.model.words import counted
from augment.reading import PathLike, Progress, read_completions
from augment.score.scorer import ScoreSettings
from augment.scoring import chosen


@dataclass(frozen=True, slots=True)
class Voices:
    """Completions that are heard where they pass base."""

    by_task: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """By task id and model the texts of programs, in the order of their files."""
    unread: tuple[str, ...] = ()
    """What of the files could not be used, a line each."""

    @property
    def models(self) -> tuple[str, ...]:
        """Whose they are."""
        return tuple(sorted({model for heard in self.by_task.values() for model in heard}))


Item = Problem | TestedProblem | Exclusion


def audit_all(
    source: Benchmark | Suite,
    voices: Voices,
    *,
    settings: AuditSettings,
    scoring: ScoreSettings,
    engine_settings: EngineSettings,
    tasks: Sequence[str],
    jobs: int | None,
    progress: Progress,
) -> Audit:
    """Audit the problems of a benchmark or a suite.

    Args:
        source: what is audited.
        voices: completions that are heard where they pass base; perhaps none.
        settings: seed and sizes.
        scoring: limits, as for a score.
        engine_settings: isolation and interpreter, as for a score.
        tasks: task ids to audit, of problems that a suite leaves out too; all by default.
        jobs: problems audited at once; one per core by default.
        progress: told after each problem.
    """
    everything: list[Item] = [*source.problems, *source.excluded] if isinstance(source, Suite) else [*source.problems]
    todo = chosen(everything, tasks, _task_id)
    found: dict[str, Audited] = {}
    with engine(engine_settings) as running:
        pools, of_suite = Pools(running.trusted, running.untrusted), isinstance(source, Suite)

        def audit_one(item: Item) -> Audited:
            tested = item
            if isinstance(tested, Problem):
                tested = pipeline.learn_problem(tested, pools.trusted, REFERENCE_LIMITS)
            heard = voices.by_task.get(_task_id(item), {})
            return audit_problem(tested, heard, settings=settings, scoring=scoring, pools=pools, of_suite=of_suite)

        with parallel.each(todo, audit_one, jobs) as results:
            for item, audited in results:
                found[_task_id(item)] = audited
                progress(len(found), len(todo), _task_id(item))
    return Audit(
        benchmark=source.name if isinstance(source, Benchmark) else source.benchmark,
        seed=settings.seed,
        models=voices.models,
        unread=voices.unread,
        problems=tuple(found[_task_id(item)] for item in todo),
    )


def read_voices(source: Benchmark | Suite, sets: Sequence[PathLike]) -> Voices:
    """Sets of completions for the problems of a benchmark or a suite.

    Raises:
        BadInput: a set cannot be read, or holds no program for any of the problems.
    """
    if not sets:
        return Voices()
    problems = [one.problem if isinstance(one, TestedProblem) else one for one in source.problems]
    given = read_completions(sets, problems)
    if not given.completions:
        raise BadInput(
            f"{', '.join(map(str, sets))}: no program for any of the problems that are audited",
            hint="wanted completions, as `augment score` takes them",
        )
    found: dict[str, dict[str, list[str]]] = {}
    for one in sorted(given.completions, key=lambda one: one.number):
        found.setdefault(one.task_id, {}).setdefault(one.model, []).append(one.program)
    reading = given.reading
    unread = [f"skipped: {line}" for line in (*reading.bad_lines, *reading.notices)]
    if reading.unknown_tasks:
        count = counted(sum(reading.unknown_tasks.values()), "completion")
        unread.append(f"skipped: {count} of {counted(len(reading.unknown_tasks), 'problem')} not in the benchmark")
    return Voices(found, tuple(unread))


def _task_id(item: Item) -> str:
    return item.problem.task_id if isinstance(item, TestedProblem) else item.task_id
