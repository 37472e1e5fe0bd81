"""Inputs drawn by Hypothesis, which looks for the edges of a strategy: small, empty, repeated and extreme values."""

from __future__ import annotations

import contextlib
import random
from typing import Final

from hypothesis.strategies import SearchStrategy

from augment.domain.explore import explore
from augment.domain.places import Args
from augment.errors import NotPlain
from augment.model.suite import Proposal
from augment.model.value import Value

ORIGIN: Final = "drawn"


def drawn(strategy: SearchStrategy[Args], count: int, rng: random.Random) -> list[Proposal]:
    """At most `count` inputs of a strategy, without repeats.

    Args:
        strategy: of argument tuples.
        count: how many are drawn.
        rng: the only source of chance; the inputs also hang on the version of Hypothesis.
    """
    found: dict[Value, None] = {}

    def keep(args: Args) -> bool:
        with contextlib.suppress(NotPlain):
            found.setdefault(Value.of(args))
        return False

    explore(strategy, keep, count, rng)
    return [Proposal(args, ORIGIN, "") for args in found]
