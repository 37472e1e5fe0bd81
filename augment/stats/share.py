"""A share of some trials, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """`hits` of `trials`, with the Wilson score interval at a level of confidence."""

    hits: int
    trials: int
    level: float = 0.95

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.trials:
            raise ValueError(f"hits are between 0 and the trials, not {self.hits} of {self.trials}")

    @property
    def value(self) -> float | None:
        """The share; None where there was no trial."""
        return self.hits / self.trials if self.trials else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Lower and upper end (Wilson 1927, JASA 22, page 209); None where there was no trial.

        Takes trials as independent. Completions of one problem are alike, so with many per problem the true
        uncertainty is larger.
        """
        if not self.trials:
            return None
        z = NormalDist().inv_cdf((1 + self.level) / 2)
        n, p = self.trials, self.hits / self.trials
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low = 0.0 if self.hits == 0 else max(0.0, centre - reach)
        high = 1.0 if self.hits == n else min(1.0, centre + reach)
        return low, high
