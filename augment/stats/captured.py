"""How many things two searches both missed, told from how many both found.

Two searches that know nothing of each other find things: if one finds half of what the other found, it probably finds
half of all. The estimate is Chapman's (1951, University of California Publications in Statistics 1, page 131; Seber
1982, The Estimation of Animal Abundance, section 3.1), less what was found: only-one * only-other / (both + 1). It is
nearly unbiased where a thing's chance to be found by one search has nothing to do with its chance by the other. Where
what is easy for one is easy for the other, it is too low: a lower bound. Where the searches shun what the other found,
it is too high.

The interval is Sadinle's (2009, Communications in Statistics - Simulation and Computation 38, page 1909), of a
transformed logit: it stays above what was seen, and serves in small numbers, with a count of 0 too. Things come in
clusters, though, and those of one are alike: so the variance of the logarithm that it is made of is also taken from
what becomes of it without each cluster in turn (the jackknife; Efron and Stein 1981, Annals of Statistics 9, page 586),
with Student's quantile, and the wider of the two is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import NormalDist, fmean

from augment.stats.clustered import LEVEL, student

Cluster = tuple[int, int, int]
"""Things that one search found and the other did not, the other way round, and things that both found."""
FEWEST = 3
"""Clusters that it takes to tell how much they differ."""
MOST = 300.0
"""Logarithm of the most that an interval reaches to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """How many things there are that nobody found, with an interval."""

    value: float
    low: float
    high: float
    level: float = LEVEL

    def at_most(self, most: float) -> Unseen:
        """The same where it is known that there are no more than so many."""
        value, low, high = (min(end, most) for end in (self.value, self.low, self.high))
        return Unseen(value=value, low=low, high=high, level=self.level)


def unseen_by_two(clusters: Sequence[Cluster], level: float = LEVEL) -> Unseen | None:
    """How many things neither of two searches found.

    Args:
        clusters: what was found, in one cluster or in several.
        level: of confidence.

    Returns:
        None where a search found nothing: it says nothing of the other.
    """
    if any(min(cluster) < 0 for cluster in clusters):
        raise ValueError(f"counts are from 0, not {min(clusters)}")
    only_one, only_other, both = _added(clusters)
    if not only_one + both or not only_other + both:
        return None
    value = only_one * only_other / (both + 1)
    centre, reach = _log_odds(clusters), max(_reach(_added(clusters), level), _reach_over(clusters, level))
    low, high = max(0.0, exp(centre - reach) - 0.5), exp(min(centre + reach, MOST)) - 0.5
    return Unseen(value=value, low=min(low, value), high=max(high, value), level=level)


def _added(clusters: Sequence[Cluster]) -> Cluster:
    one, other, both = (sum(column) for column in zip(*clusters, strict=True)) if clusters else (0, 0, 0)
    return one, other, both


def _log_odds(clusters: Sequence[Cluster]) -> float:
    """The logarithm whose interval is taken: of what neither found, and a half."""
    one, other, both = (count + 0.5 for count in _added(clusters))
    return log(one * other / both)


def _reach(counts: Cluster, level: float) -> float:
    one, other, both = (count + 0.5 for count in counts)
    variance = 1 / both + 1 / one + 1 / other + both / (one * other)
    return NormalDist().inv_cdf((1 + level) / 2) * sqrt(variance)


def _reach_over(clusters: Sequence[Cluster], level: float) -> float:
    """The same from the clusters; 0 where there are too few to tell."""
    count = len(clusters)
    if count < FEWEST:
        return 0.0
    without = [_log_odds([*clusters[:place], *clusters[place + 1 :]]) for place in range(count)]
    middle = fmean(without)
    variance = (count - 1) / count * sum((one - middle) ** 2 for one in without)
    return student(level, count - 1) * sqrt(variance)
