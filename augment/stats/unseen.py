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


def chao(once: int, twice: int, trials: int) -> float | None:
    """A lower bound on how many things no trial has shown yet.

    From those that one trial and that two showed, in the bias-corrected form: (n - 1) / n * once * (once - 1) / (2 *
    (twice + 1)) (Chao 1987, Biometrics 43, page 783; Gotelli and Colwell 2001, Ecology Letters 4, page 379). It is the
    number where all things not seen are equally hard to see; where some are harder, there are more of them.

    Args:
        once: things that exactly one trial showed.
        twice: things that exactly two showed.
        trials: how many there were.

    Returns:
        A number from 0; None where there was no trial.
    """
    if min(once, twice, trials) < 0:
        raise ValueError(f"counts are from 0, not {once}, {twice} and {trials}")
    return (trials - 1) / trials * once * (once - 1) / (2 * (twice + 1)) if trials else None


def further(once: int, twice: int, trials: int, more: int) -> float | None:
    """How many things not seen before some more trials are expected to show.

    Extrapolates with `chao`'s number: unseen * (1 - (1 - once / (trials * unseen + once)) ** more) (Colwell and others
    2012, Journal of Plant Ecology 5, page 3, equation 18). For one more trial it is nearly `good_turing`; for very many
    it is a lower bound as `chao` is. The sources trust it up to two or three times the trials there were.

    Args:
        once: things that exactly one trial showed.
        twice: things that exactly two showed.
        trials: how many there were.
        more: how many more.

    Returns:
        A number from 0; None where there was no trial.
    """
    unseen = chao(once, twice, trials)
    if not unseen:
        return unseen
    return float(unseen * (1 - (1 - once / (trials * unseen + once)) ** more))
