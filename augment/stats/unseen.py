"""What a search has not seen yet, told from how often it saw what it saw."""

from __future__ import annotations


def good_turing(once: int, trials: int) -> float | None:
    """How many things not seen before the next trial is expected to show.

    The number of things that exactly one trial showed, a trial (Good 1953, Biometrika 40, page 237; for trials that
    show several things at once, Chao and others 2009, Ecology 90, page 1125). It holds for trials like those before:
    a search that learns to look elsewhere may do better, and one that has run dry of ideas shows nothing new however
    much there is.

    Args:
        once: things that exactly one trial showed.
        trials: how many there were.

    Returns:
        A number from 0; None where there was no trial.
    """
    if not once >= 0 or trials < 0:
        raise ValueError(f"counts are from 0, not {once} and {trials}")
    return once / trials if trials else None
