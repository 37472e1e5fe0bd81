"""pass@k, and how far it drops."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from augment.errors import TooFewSamples
from augment.model.words import counted, said_of


def pass_at_k(correct: Sequence[int], drawn: Sequence[int], *, k: int) -> float:
    """Mean chance that one of `k` completions, drawn without replacement, is correct.

    Unbiased per problem: 1 - C(n - c, k) / C(n, k) (Chen et al. 2021, arXiv 2107.03374, equation 1). Binomials are
    whole numbers of any size here and the sum is a fraction, so that nothing is lost for n in the thousands; the result
    is rounded once, at the end.

    Args:
        correct: c, the correct completions of each problem; shape (problems,).
        drawn: n, the completions of each problem; shape (problems,), ragged is fine.
        k: completions a user may look at, at least 1.

    Returns:
        A probability in [0, 1]; every problem weighs the same.

    Raises:
        TooFewSamples: no problem, or one with fewer than `k` completions; it is never left out in silence.
        ValueError: lengths differ, k < 1, or c outside 0..n.
    """
    if k < 1:
        raise ValueError(f"k is at least 1, not {k}")
    pairs = list(zip(correct, drawn, strict=True))
    if any(not 0 <= c <= n for c, n in pairs):
        raise ValueError("correct completions are between 0 and those drawn")
    if not pairs:
        raise TooFewSamples(f"pass@{k} of no problem is not defined")
    short = sum(n < k for _, n in pairs)
    if short:
        raise TooFewSamples(
            f"pass@{k} is not defined: {short} of {counted(len(pairs), 'problem')} "
            f"{said_of(short, 'has', 'have')} fewer than {counted(k, 'completion')}"
        )
    return float(sum((1 - Fraction(comb(n - c, k), comb(n, k)) for c, n in pairs), Fraction(0)) / len(pairs))


def relative_drop(before: float, after: float) -> float | None:
    """The drop as a share of what there was; None where there was nothing to lose."""
    return (before - after) / before if before else None
