"""Hypothesis, asked to look through a strategy: chance comes from outside, and nothing is kept between runs."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from hypothesis import Phase, find, settings
from hypothesis.errors import HypothesisException
from hypothesis.strategies import SearchStrategy

from augment.domain.places import Args

ONE_AT_A_TIME: Final = Lock()
"""Not every version of Hypothesis that we take may be used from several threads."""


def explore(
    strategy: SearchStrategy[Args],
    look: Callable[[Args], bool],
    examples: int,
    rng: random.Random,
    phases: Sequence[Phase] = (Phase.generate,),
) -> None:
    """Show inputs of a strategy until one is what is looked for; then smaller ones, where they are to be shrunk.

    Args:
        strategy: of argument tuples.
        look: told each input; whether it is what is looked for. What it raises ends the exploring.
        examples: most inputs drawn.
        rng: the only source of chance; the inputs also hang on the version of Hypothesis.
        phases: of Hypothesis.
    """
    rules = settings(max_examples=examples, database=None, deadline=None, phases=phases)
    with ONE_AT_A_TIME, contextlib.suppress(HypothesisException):  # nothing was found, in most cases
        find(strategy, look, settings=rules, random=rng)
