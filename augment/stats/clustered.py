"""Shares over problems, with intervals that know that completions of one problem are alike.

Problems are taken as a sample of problems of their kind; the completions of one are a cluster. The interval is
Wilson's (1927, JASA 22, page 209) for the number of independent trials that would be as uncertain as these clusters
(Kish 1965, Survey Sampling, chapter 5), with Student's quantile for the number of clusters in place of the normal one
(Korn and Graubard 1998, Survey Methodology 24, page 193, do the same with exact intervals). Where no cluster differs
from another, at 0 or 100% say, each cluster counts as one trial. `scripts/bench/intervals.py` measures how often such
intervals hold the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number between 0 and 1 with its interval."""

    value: float
    low: float
    high: float
    clusters: int
    """Problems that it rests on."""
    level: float = LEVEL


def mean(values: Sequence[float], level: float = LEVEL) -> Estimate | None:
    """Mean of a share over problems, each of the same weight: pass@k, or a paired drop.

    Args:
        values: one for each problem, each between 0 and 1.
        level: of confidence.

    Returns:
        None where there is no problem.
    """
    return ratio(values, [1.0] * len(values), level)


def ratio(hits: Sequence[float], trials: Sequence[float], level: float = LEVEL) -> Estimate | None:
    """Share of all trials that are hits, where trials come in clusters of different sizes.

    The variance is that of a ratio (Cochran 1977, Sampling Techniques, 3rd edition, equation 6.4).

    Args:
        hits: of each problem.
        trials: of each problem; problems without any say nothing.
        level: of confidence.
    """
    pairs = [(hit, trial) for hit, trial in zip(hits, trials, strict=True) if trial]
    if any(not 0 <= hit <= trial for hit, trial in pairs):
        raise ValueError("hits are between 0 and the trials")
    if not pairs:
        return None
    total, count = sum(trial for _, trial in pairs), len(pairs)
    share = sum(hit for hit, _ in pairs) / total
    spread = sum((hit - share * trial) ** 2 for hit, trial in pairs)
    alike = count == 1 or spread <= 1e-12 * total  # but for rounding
    variance = 0.0 if alike else spread * count / (count - 1) / total**2
    effective = share * (1 - share) / variance if variance > 0 else float(count)
    low, high = _wilson(share, effective, student(level, count - 1) if count > 1 else _normal(level))
    return Estimate(value=share, low=low, high=high, clusters=count, level=level)


def _wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if share == 0 else max(0.0, centre - reach)
    high = 1.0 if share == 1 else min(1.0, centre + reach)
    return low, high


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def student(level: float, freedom: int) -> float:
    """Two-sided quantile of Student's distribution (Abramowitz and Stegun 1964, 26.7.5; to 1% from 3 degrees on)."""
    z = _normal(level)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))
