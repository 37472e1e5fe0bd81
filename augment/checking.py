"""The self-check of a suite: each problem examined anew, with nothing taken from the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from augment import parallel
from augment.engine import Engine, EngineSettings, engine
from augment.errors import BadInput
from augment.model.execution import ExecutorPool
from augment.model.finding import Checked, Examined, Finding, Weight
from augment.model.suite import Exclusion, Suite, TestedProblem
from augment.reading import Progress
from augment.score.scorer import ProblemScorer, ScoreSettings
from augment.score.selfcheck import examine
from augment.scoring import chosen
from augment.vet.contract import contract_program
from augment.vet.suspicion import suspicions
from augment.vet.trust import contract_fault


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
        examined = examine(tested, scorer, running.trusted)
        found = [*examined.findings, *_of_contract(tested, running.trusted)]
        if scorer.exclusion() is None:  # a reference that fails is past suspicion
            with running.trusted.lend() as trusted:
                doubts = dict.fromkeys([*suspicions(tested, trusted), *tested.suspicions])
            found += [Finding(Weight.SUSPICION, reason) for reason in doubts]
        return replace(examined, findings=tuple(found), by_test_code=tested.by_test_code)

    return examiner


def _of_contract(tested: TestedProblem, trusted: ExecutorPool) -> Iterator[Finding]:
    """What is wrong with the contract that decides about the inputs of a problem."""
    if tested.domain is None or not tested.domain.contract:
        return
    try:
        program = contract_program(tested.problem, tested.domain.contract)
    except BadInput as problem:
        yield Finding(Weight.FAULT, problem.message)
        return
    fault = contract_fault(program, tested.cases, trusted)
    if fault:
        yield Finding(Weight.FAULT, f"its contract cannot be trusted: {fault}")


def _task_id(item: TestedProblem | Exclusion) -> str:
    return item.task_id if isinstance(item, Exclusion) else item.problem.task_id
