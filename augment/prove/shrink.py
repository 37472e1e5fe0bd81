"""Shrink an input of a wanted kind: step by step until nothing simpler is of that kind, then by Hypothesis.

Steps alone (`augment.prove.simpler.one_step`) end where no single simplification is of the wanted kind. Hypothesis
then draws inputs of the domain that are no larger, and shrinks what it finds, so that an input which only several
changes at once would reach is found too; steps go on from there. The end has a meaning that does not hang on
Hypothesis's version: no input one step below it is of the wanted kind. What is wanted is asked through functions,
so nothing is run here; each input is asked about once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hypothesis import Phase

from augment.domain.explore import explore
from augment.domain.places import Args
from augment.errors import NotPlain
from augment.model.value import Value
from augment.prove.room import Room
from augment.prove.simpler import Weight, weight

EXAMPLES: Final = 100
"""Inputs that Hypothesis draws before it gives up."""
ROUNDS: Final = 3
"""Searches of Hypothesis, each below what the one before it found."""

Wanted = Callable[[Value], bool]
"""Whether an input is of the wanted kind."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The simplest input that was found."""

    args: Value
    minimal: bool
    """Whether everything one step below it was asked about, and nothing there is of the wanted kind."""
    asked: int
    """Different inputs that were asked about."""


class Enough(Exception):
    """No more questions: the budget is spent, or whoever answers them has had enough."""


class _Asked:
    """Remembers answers, and the simplest input of the wanted kind."""

    def __init__(self, start: Args, wanted: Wanted, room: Room, budget: int) -> None:
        self.wanted, self.room, self.budget = wanted, room, budget
        self.best = start
        self.weight = weight(start)
        self.known: dict[Value, bool] = {Value.of(start): True}

    def lighter(self, args: Args, than: Weight) -> bool:
        """Whether an input, or what it is mended to, is of the wanted kind and lighter; it is the best then."""
        try:
            admitted = self.room.admitted(args)
            if admitted is None or (found := weight(admitted)) >= than:
                return False
            value = Value.of(admitted)
        except NotPlain:
            return False
        if value not in self.known:
            if len(self.known) > self.budget:
                raise Enough
            self.known[value] = self.wanted(value)
            if self.known[value] and found < self.weight:
                self.best, self.weight = admitted, found
        return self.known[value]


def shrink(start: Value, wanted: Wanted, room: Room, *, seed: int, budget: int) -> Shrunk:
    """The simplest input of the wanted kind that is found below a known one.

    Args:
        start: an input of the wanted kind.
        wanted: asked at most once of each input; it may raise `Enough`.
        room: where to look.
        seed: the same seed gives the same result.
        budget: most inputs to ask about.
    """
    asked = _Asked(start.unpack_args(), wanted, room, budget)
    minimal = False
    try:
        _descend(asked)
        for number in range(ROUNDS):
            before = asked.weight
            _search(asked, f"{seed}:{number}")
            if asked.weight == before:
                break
            _descend(asked)
        minimal = True
    except Enough:
        pass
    return Shrunk(Value.of(asked.best), minimal, len(asked.known))


def _descend(asked: _Asked) -> None:
    """Take steps down until there is none to take."""
    while any(asked.lighter(below, asked.weight) for below in asked.room.below(asked.best)):
        pass


def _search(asked: _Asked, seed: str) -> None:
    """Let Hypothesis look below the best input."""
    than = asked.weight
    explore(
        asked.room.inputs(asked.best),
        lambda args: asked.lighter(args, than),
        EXAMPLES,
        random.Random(seed),
        [Phase.generate, Phase.shrink],
    )
