"""Choose few tests that still show what all of them show.

Each piece of evidence is a set of tests that show one thing: kill a mutant, have a trait. The next test is the one
that shows most of what was shown least. The weight of a piece falls each time it is shown again, so that each comes up
in several different tests where there is room; a piece that few tests show weighs more. The greedy choice reaches at
least 1 - 1/e of the best total for its number of tests (Nemhauser, Wolsey and Fisher 1978; the total is submodular).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that some tests show."""

    tests: frozenset[int]
    """Indexes of the tests."""
    weight: float
    """Of the first time it is shown."""
    times: int
    """How often it is worth showing."""
    fading: float
    """What each further time is worth, as a share of the time before."""


def pieces(sets: Iterable[frozenset[int]], *, scale: float, times: int, fading: float) -> list[Piece]:
    """Pieces of one kind of evidence, each weighing less the more tests show it: `scale / sqrt(tests)`.

    Sets that are equal are one piece.
    """
    return [Piece(tests, scale / len(tests) ** 0.5, times, fading) for tests in dict.fromkeys(sets) if tests]


def cover(count: int, evidence: Sequence[Piece], sizes: Sequence[int]) -> list[int]:
    """Indexes of at most `count` tests, those that show most first.

    Args:
        count: how many are wanted.
        evidence: what tests show.
        sizes: of each test; of tests that show as much, the smallest is taken, then the first.
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
    while left and len(chosen) < count:
        best = max(left, key=lambda test: (gain[test], -sizes[test], -test))
        left.remove(best)
        chosen.append(best)
        for number in shown_by[best]:
            piece = evidence[number]
            shown[number] += 1
            before, worth[number] = worth[number], worth[number] * piece.fading if shown[number] < piece.times else 0.0
            for test in piece.tests & left if before else ():
                gain[test] -= before - worth[number]
    return chosen
