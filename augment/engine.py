"""The engine that a run uses: executors for trusted and for untrusted code, what is known of their walls, the cache."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from augment.about import version
from augment.formats.cache import Cache, CachedOpinions, default_path, key_of
from augment.formats.pieces import pack
from augment.model.suite import TestedProblem
from augment.proof import Prover
from augment.sandbox.doctor import Wall, walls
from augment.sandbox.forking import ForkingPool
from augment.sandbox.interpreter import checked_python, described, importable
from augment.sandbox.launch import Launch, chosen_launch
from augment.score.scorer import REFERENCE, Keeper, ProblemScorer, ScoreSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Where and how completions run."""

    isolation: str = "auto"
    """`auto`, `strict` or `process`: see `augment.sandbox.launch.chosen_launch`."""
    python: str = field(default=sys.executable)
    """Interpreter or virtual environment that runs completions; the benchmark's own code runs under augment's."""
    cache: bool = True
    """Whether verdicts on completions are taken from earlier runs, and kept for later ones. What references answer, and
    how long they take, is always kept."""


class Engine:
    """Warm executors for one run; a context manager made by `engine`."""

    def __init__(
        self, launch: Launch, trusted: ForkingPool, untrusted: ForkingPool, cache: Cache, *, completions_too: bool
    ) -> None:
        self.launch = launch
        self.completions_too = completions_too
        self.trusted = trusted
        self.untrusted = untrusted
        self.cache = cache

    @property
    def walls(self) -> tuple[Wall, ...]:
        """The walls around completions, each tried."""
        return walls(self.launch)

    def scorer(self, tested: TestedProblem, settings: ScoreSettings) -> ProblemScorer:
        """A scorer for one problem, which knows the verdicts in the cache."""
        prove = self.prover(tested, settings).prove if settings.prove else None
        return ProblemScorer(tested, settings, self.trusted, self.untrusted, self._keeper(tested, settings), prove)

    def prover(self, tested: TestedProblem, settings: ScoreSettings) -> Prover:
        """Makes proofs for one problem, out of the tests that count."""
        return Prover(settings.counted(tested), self.trusted, self.untrusted)

    def _keeper(self, tested: TestedProblem, settings: ScoreSettings) -> Keeper:
        tests = hashlib.sha256(pack(tested)).hexdigest()
        python = described(self.launch.python), importable(self.launch.python)
        verdicts = {key: value for key, value in settings.row().items() if key != "prove"}  # which proofs leave alone
        context = key_of(version(), self.launch.isolation, python, tests, verdicts)
        return CachedOpinions(self.cache, context, only=None if self.completions_too else REFERENCE)

    def row(self) -> dict[str, Any]:
        """What the results file records of it."""
        return {
            "isolation": self.launch.isolation.value,
            "reason": self.launch.reason,
            "interpreter": described(self.launch.python),
            "walls": {wall.name: wall.stands for wall in self.walls},
        }


@contextlib.contextmanager
def engine(settings: EngineSettings) -> Iterator[Engine]:
    """An engine for one run.

    Raises:
        BadInput: the isolation or the interpreter asked for is not to be had here.
    """
    launch = chosen_launch(settings.isolation, checked_python(settings.python))
    with contextlib.ExitStack() as stack:
        trusted = stack.enter_context(ForkingPool())
        untrusted = stack.enter_context(ForkingPool(launch))
        cache = stack.enter_context(Cache(default_path()))
        yield Engine(launch, trusted, untrusted, cache, completions_too=settings.cache)
