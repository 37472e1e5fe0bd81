"""How many things two searches both missed, told from how many both found.

Two searches that know nothing of each other find things: if one finds half of what the other found, it probably finds
half of all. The estimate is Chapman's (1951, University of California Publications in Statistics 1, page 131; Seber
1982, The Estimation of Animal Abundance, section 3.1): things that neither found, only-one * only-other / (both + 1). It
is unbiased where the searches are independent and everything is as likely to be found as everything else. Where what is
easy for one is easy for the other, it is too low: a lower bound (Chao 1987, Biometrics 43, page 783, on unequal
chances). Where the searches shun what the other found, it is too high.

The interval is Sadinle's (2009, Communications in Statistics - Simulation and Computation 38, page 1909), of a
transformed logit: it stays above what was seen, and holds in small numbers, with a count of 0 too.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from statistics import NormalDist

LEVEL = 0.95


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


def unseen_by_two(only_one: int, only_other: int, both: int, level: float = LEVEL) -> Unseen | None:
    """How many things neither of two searches found.

    Args:
        only_one: things that one search found and the other did not.
        only_other: the other way round.
        both: things that both found.
        level: of confidence.

    Returns:
        None where a search found nothing: it says nothing of the other.
    """
    if min(only_one, only_other, both) < 0:
        raise ValueError(f"counts are from 0, not {only_one}, {only_other} and {both}")
    if not only_one + both or not only_other + both:
        return None
    value = only_one * only_other / (both + 1)
    one, other, shared = only_one + 0.5, only_other + 0.5, both + 0.5
    spread = exp(
        NormalDist().inv_cdf((1 + level) / 2) * sqrt(1 / shared + 1 / one + 1 / other + shared / (one * other))
    )
    centre = one * other / shared
    low, high = max(0.0, centre / spread - 0.5), centre * spread - 0.5
    return Unseen(value=value, low=min(low, value), high=max(high, value), level=level)
