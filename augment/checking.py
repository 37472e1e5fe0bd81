"""The self-check of a suite: each problem examined anew, with nothing taken from the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from augment import parallel
from augment.engine import Engine, EngineSettings, engine
from augment.examination import examined
from augment.model.finding import Checked, Examined
from augment.model.suite import Exclusion, Suite, TestedProblem
from augment.reading import Progress
from augment.score.scorer import ScoreSettings
from augment.scoring import chosen


def check_suite(
    suite: Suite,
    *,
    settings: ScoreSettings,
    engine_settings: EngineSettings,
    tasks: Sequence[str],
    jobs: int | None,
    progress: Progress,
) -> Checked:
    """Examine the problems of a suite.

    Args:
        suite: problems and tests.
        settings: limits and tiers, as for a score.
        engine_settings: isolation and interpreter, as for a score.
        tasks: task ids to examine, of problems that were left out too; all by default.
        jobs: problems examined at once; one per core by default.
        progress: told after each problem.
    """
    everything: list[TestedProblem | Exclusion] = [*suite.problems, *suite.excluded]
    wanted = chosen(everything, tasks, _task_id)
    todo = [item for item in wanted if isinstance(item, TestedProblem)]
    found: dict[str, Examined] = {}
    with engine(engine_settings) as running, parallel.each(todo, _examiner(running, settings), jobs) as results:
        for tested, told in results:
            found[_task_id(tested)] = told
            progress(len(found), len(todo), _task_id(tested))
    return Checked(
        benchmark=suite.benchmark,
        problems=tuple(found[_task_id(tested)] for tested in todo),
        excluded=tuple(item for item in wanted if isinstance(item, Exclusion)),
    )


def _examiner(running: Engine, settings: ScoreSettings) -> Callable[[TestedProblem], Examined]:
    return partial(examined, settings=settings, trusted=running.trusted, untrusted=running.untrusted)


def _task_id(item: TestedProblem | Exclusion) -> str:
    return item.task_id if isinstance(item, Exclusion) else item.problem.task_id
