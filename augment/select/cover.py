"""Choose few tests that still show what all of them show.

Each piece of evidence is a set of tests that show one thing: kill a mutant, have a trait. The next test is the one
that shows most of what was shown least. The weight of a piece falls each time it is shown again, so that each comes up
in several different tests where there is room; a piece that few tests show weighs more. The greedy choice reaches at
least 1 - 1/e of the best total for its number of tests (Nemhauser, Wolsey and Fisher 1978; the total is submodular).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

WORTHLESS: Final = 1e-9
"""A gain below which nothing is left but what sums of rounded weights leave."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How a kind of evidence weighs."""

    scale: float
    """Of a piece that one test shows."""
    times: int
    """How often it is worth showing."""
    fading: float
    """What each further time is worth, as a share of the time before."""
    by_rarity: bool = True
    """Whether a piece that n tests show weighs `scale / sqrt(n)`; else all weigh the same."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that some tests show."""

    tests: frozenset[int]
    """Indexes of the tests, at least one."""
    worth: Worth

    @property
    def weight(self) -> float:
        """Of the first time it is shown."""
        return self.worth.scale / (math.sqrt(len(self.tests)) if self.worth.by_rarity else 1)


def pieces(sets: Iterable[frozenset[int]], worth: Worth) -> list[Piece]:
    """Pieces of one kind of evidence; sets that are equal are one piece, empty ones none."""
    return [Piece(tests, worth) for tests in dict.fromkeys(sets) if tests]


@dataclass(frozen=True, slots=True)
class Quota:
    """The most that may be chosen of some tests."""

    tests: frozenset[int]
    most: int


def cover(
    count: int,
    evidence: Sequence[Piece],
    sizes: Sequence[int],
    quotas: Sequence[Quota] = (),
    *,
    until_shown: bool = False,
) -> list[int]:
    """Indexes of at most `count` tests, those that show most first.

    Args:
        count: how many are wanted.
        evidence: what tests show.
        sizes: of each test; of tests that show as much, the smallest is taken, then the first.
        quotas: for kinds of tests of which there should be few.
        until_shown: whether to stop where no test that is left shows anything worth showing.
    """
    shown_by: list[list[int]] = [[] for _ in sizes]
    for number, piece in enumerate(evidence):
        for test in piece.tests:
            shown_by[test].append(number)
    worth = [piece.weight for piece in evidence]
    shown = [0] * len(evidence)
    gain = [sum(worth[number] for number in numbers) for numbers in shown_by]
    left = set(range(len(sizes)))
    chosen: list[int] = []
    room = [quota.most for quota in quotas]
    for quota in quotas:
        left -= quota.tests if quota.most < 1 else frozenset()
    while left and len(chosen) < count:
        best = max(left, key=lambda test: (gain[test], -sizes[test], -test))
        if until_shown and gain[best] < WORTHLESS:
            break
        left.remove(best)
        chosen.append(best)
        for number, quota in enumerate(quotas):
            room[number] -= best in quota.tests
            left -= quota.tests if room[number] < 1 else frozenset()
        for number in shown_by[best]:
            piece = evidence[number]
            shown[number] += 1
            before, worth[number] = worth[number], worth[number] * piece.worth.fading
            if shown[number] >= piece.worth.times:
                worth[number] = 0.0
            for test in piece.tests & left if before else ():
                gain[test] -= before - worth[number]
    return chosen
