"""Models against each other: does the order change, and is a difference more than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from statistics import NormalDist

from augment.stats.clustered import LEVEL

POWER = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordering:
    """How two scores order the same models."""

    tau: float | None
    """Kendall's tau-b (Kendall 1945, Biometrika 33, page 239); None where a score does not tell any two apart."""
    swapped: tuple[tuple[int, int], ...]
    """Pairs, by index, of which the one leads by the first score and the other by the second."""


def reordering(first: Sequence[float], second: Sequence[float]) -> Reordering:
    """Compare two orders of the same models by their scores."""
    agree = against = tied_first = tied_second = 0
    swapped = []
    for one, other in combinations(range(len(first)), 2):
        before, after = first[one] - first[other], second[one] - second[other]
        agree += before * after > 0
        tied_first += before == 0
        tied_second += after == 0
        if before * after < 0:
            against += 1
            swapped.append((one, other) if before > 0 else (other, one))
    pairs = comb(len(first), 2)
    scale = sqrt((pairs - tied_first) * (pairs - tied_second))
    return Reordering(tau=(agree - against) / scale if scale else None, swapped=tuple(swapped))


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Two models on the same problems."""

    difference: float
    """Mean over problems of the first's share of passes less the second's."""
    first_better: int
    second_better: int
    p_value: float
    """Of the exact two-sided sign test on the problems where they differ; with one completion a problem it is McNemar's
    exact test (McNemar 1947, Psychometrika 12, page 153)."""
    resolvable: float
    """Smallest difference that so many problems, as unlike as these, show at that level four times out of five."""


def paired(first: Sequence[float], second: Sequence[float], level: float = LEVEL) -> Paired:
    """Compare two models problem by problem.

    Args:
        first: share of passes on each problem.
        second: the same of the other model, in the same order.
        level: of the test that `resolvable` is for.
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    if not differences:
        raise ValueError("no problem in common")
    better, worse = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    count = len(differences)
    average = sum(differences) / count
    variance = sum((d - average) ** 2 for d in differences) / (count - 1) if count > 1 else 0.0
    normal = NormalDist()
    return Paired(
        difference=average,
        first_better=better,
        second_better=worse,
        p_value=sign_test(better, worse),
        resolvable=(normal.inv_cdf((1 + level) / 2) + normal.inv_cdf(POWER)) * sqrt(variance / count),
    )


def sign_test(better: int, worse: int) -> float:
    """Two-sided p-value of so many signs of one kind and of the other, both being as likely."""
    count, few = better + worse, min(better, worse)
    tail = sum(comb(count, hits) for hits in range(few + 1))
    return min(1.0, 2 * tail / (1 << count))
