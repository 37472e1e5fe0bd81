"""Bounds on a share that hold at least as often as they say, however few the trials.

Clopper and Pearson 1934, Biometrika 26, page 404: the upper bound is the share under which so few hits, or fewer, have
just the chance that the level leaves over; the lower bound mirrors it. Trials are independent draws. For a sample drawn
without replacement from few, the bounds are wider than they need be, never too narrow.
"""

from __future__ import annotations

from math import exp, fsum, lgamma, log, log1p

LEVEL = 0.95


def upper_bound(hits: int, trials: int, level: float = LEVEL) -> float:
    """What the share is below, at a level of confidence.

    Args:
        hits: from 0 to the trials.
        trials: how many there were; with none, nothing is known, and the bound is 1.
        level: of confidence, for this one bound.
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"hits are between 0 and the trials, not {hits} of {trials}")
    if hits == trials:
        return 1.0
    low, high = hits / trials, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _at_most(hits, trials, middle) > 1 - level else (low, middle)
    return high


def lower_bound(hits: int, trials: int, level: float = LEVEL) -> float:
    """What the share is above, as `upper_bound`; 0 where there was no hit."""
    if not 0 <= hits <= trials:
        raise ValueError(f"hits are between 0 and the trials, not {hits} of {trials}")
    return 1 - upper_bound(trials - hits, trials, level)


def _at_most(hits: int, trials: int, share: float) -> float:
    """The chance of so many hits or fewer."""
    if share >= 1:
        return float(hits == trials)
    whole, yes, no = lgamma(trials + 1), log(share), log1p(-share)
    return fsum(
        exp(whole - lgamma(k + 1) - lgamma(trials - k + 1) + k * yes + (trials - k) * no) for k in range(hits + 1)
    )
