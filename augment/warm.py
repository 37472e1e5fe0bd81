"""A scorer that stays warm, for evaluation and training loops."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

from augment.engine import EngineSettings
from augment.engine import engine as start_engine
from augment.errors import BadInput
from augment.model.completion import Completion, Judgement
from augment.model.suite import Suite
from augment.score.scorer import ProblemScorer, ScoreSettings


class Scorer:
    """Judges programs against a suite with workers that stay warm; a context manager, safe to use from many threads.

    >>> with augment.Scorer(suite) as scorer:                                   # doctest: +SKIP
    ...     for judgement in scorer.score([("HumanEval/0", program)]):
    ...         print(judgement.plus)

    Args:
        suite: the tests.
        settings: limits, tiers, and whether all tests are run.
        engine: isolation, interpreter, and whether verdicts are kept in the user's cache.
        jobs: programs run at once; one per core by default.

    Raises:
        BadInput: the engine asked for is not to be had here.
    """

    def __init__(
        self,
        suite: Suite,
        *,
        settings: ScoreSettings | None = None,
        engine: EngineSettings | None = None,
        jobs: int | None = None,
    ) -> None:
        self._problems = {tested.problem.task_id: tested for tested in suite.problems}
        self._settings = settings or ScoreSettings()
        self._scorers: dict[str, ProblemScorer] = {}
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._engine = self._stack.enter_context(start_engine(engine or EngineSettings()))
        self._threads = ThreadPoolExecutor(jobs or os.cpu_count() or 1)

    def score(self, programs: Iterable[tuple[str, str]]) -> list[Judgement]:
        """Judge whole programs, each with its task id; the judgements come in the same order.

        A problem whose reference fails its own tests gives infra verdicts, with the reason.

        Raises:
            BadInput: a task id that the suite does not have; nothing has run then.
        """
        return [future.result() for future in self._submitted(programs)]

    async def score_async(self, programs: Iterable[tuple[str, str]]) -> list[Judgement]:
        """The same for an event loop, which stays free meanwhile."""
        return list(await asyncio.gather(*map(asyncio.wrap_future, self._submitted(programs))))

    def submit(self, task_id: str, program: str) -> Future[Judgement]:
        """Judge one program later; its future tells when. Raises as `score` does."""
        return self._submitted([(task_id, program)])[0]

    def close(self) -> None:
        """Wait for programs in hand and end all workers."""
        self._threads.shutdown()
        self._stack.close()

    def _submitted(self, programs: Iterable[tuple[str, str]]) -> list[Future[Judgement]]:
        work = [(self._scorer(task_id), program) for task_id, program in programs]
        return [
            self._threads.submit(scorer.judge, _completion(scorer.task_id, number, program))
            for number, (scorer, program) in enumerate(work)
        ]

    def _scorer(self, task_id: str) -> ProblemScorer:
        if task_id not in self._problems:
            raise BadInput(
                f"no problem {task_id!r} in the suite",
                hint=f"task ids look like {min(self._problems, default='(none)')!r}",
            )
        with self._lock:
            if task_id not in self._scorers:
                self._scorers[task_id] = self._engine.scorer(self._problems[task_id], self._settings)
            return self._scorers[task_id]

    def __enter__(self) -> Scorer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _completion(task_id: str, number: int, program: str) -> Completion:
    return Completion(task_id=task_id, model="", number=number, program=program, source=f"program {number}")
