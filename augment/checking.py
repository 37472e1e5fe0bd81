"""The self-check of a suite: each problem examined anew, with nothing taken from the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from augment import parallel
from augment.engine import Engine, EngineSettings, engine
from augment.model.finding import Checked, Examined, Finding, Weight
from augment.model.suite import Exclusion, Suite, TestedProblem
from augment.score.scorer import ProblemScorer, ScoreSettings
from augment.score.selfcheck import examine
from augment.scoring import Progress, chosen
from augment.vet.suspicion import suspicions


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
        for tested, examined in results:
            found[_task_id(tested)] = examined
            progress(len(found), len(todo), _task_id(tested))
    return Checked(
        benchmark=suite.benchmark,
        problems=tuple(found[_task_id(tested)] for tested in todo),
        excluded=tuple(item for item in wanted if isinstance(item, Exclusion)),
    )


def _examiner(running: Engine, settings: ScoreSettings) -> Callable[[TestedProblem], Examined]:
    def examiner(tested: TestedProblem) -> Examined:
        scorer = ProblemScorer(tested, settings, running.trusted, running.untrusted)
        examined = replace(examine(tested, scorer, running.trusted), by_test_code=tested.by_test_code)
        if scorer.exclusion() is not None:  # a reference that fails is past suspicion
            return examined
        with running.trusted.lend() as trusted:
            doubts = tuple(Finding(Weight.SUSPICION, reason) for reason in suspicions(tested, trusted))
        return replace(examined, findings=examined.findings + doubts)

    return examiner


def _task_id(item: TestedProblem | Exclusion) -> str:
    return item.task_id if isinstance(item, Exclusion) else item.problem.task_id
