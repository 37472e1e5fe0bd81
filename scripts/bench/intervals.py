"""How often do intervals hold the truth? Simulated benchmarks, for each estimate that reports give.

    python scripts/bench/intervals.py

Each problem has its own chance of being solved, drawn from a population; its completions are draws of that chance, and
so are, among those that pass base, the wrong ones. The truth is the mean of the population. Nominal is 95%.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy
import typer
from numpy.random import Generator

from augment.stats.clustered import Estimate, mean, ratio
from augment.stats.passk import pass_at_k

POPULATIONS = {"all sorts": (0.6, 0.5), "strong model": (4.0, 1.0), "weak model": (0.5, 3.0)}
"""Parameters of the Beta distribution of a problem's chance of being solved."""
WRONG = (0.4, 3.6)
"""The same for the share of wrong programs among those that pass base."""
Draw = Callable[[Generator, int, int, tuple[float, float]], Estimate | None]


def main(
    runs: Annotated[int, typer.Option(help="Simulated benchmarks for each line.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the random numbers.")] = 0,
) -> None:
    """Print the share of intervals that hold the truth."""
    rng = numpy.random.default_rng(seed)
    print(f"{'estimate':22} {'population':13} {'problems':>8} {'each':>5} {'holds':>7} {'width':>7}")
    for name, (draw, truth) in ESTIMATES.items():
        for population, parameters in POPULATIONS.items():
            for problems in (40, 164):
                for each in (1, 5, 20):
                    if name == "pass@5" and each < 5:
                        continue
                    held, width = measured(draw, truth(rng, parameters), runs, rng, problems, each, parameters)
                    print(f"{name:22} {population:13} {problems:8} {each:5} {held:7.1%} {width:7.3f}", flush=True)


def measured(
    draw: Draw, truth: float, runs: int, rng: Generator, problems: int, each: int, parameters: tuple[float, float]
) -> tuple[float, float]:
    """The share of intervals that hold the truth, and how wide they are on average."""
    found = [one for _ in range(runs) if (one := draw(rng, problems, each, parameters)) is not None]
    held = sum(one.low <= truth <= one.high for one in found)
    return held / len(found), sum(one.high - one.low for one in found) / len(found)


def passes(rng: Generator, problems: int, each: int, parameters: tuple[float, float]) -> tuple[list[int], list[int]]:
    """Completions that pass base, and those of them that are wrong, for each problem."""
    base = rng.binomial(each, rng.beta(*parameters, problems))
    wrong = rng.binomial(base, rng.beta(*WRONG, problems))
    return base.tolist(), wrong.tolist()


def pass_at_1(rng: Generator, problems: int, each: int, parameters: tuple[float, float]) -> Estimate | None:
    """pass@1."""
    base, _ = passes(rng, problems, each, parameters)
    return mean([count / each for count in base])


def pass_at_5(rng: Generator, problems: int, each: int, parameters: tuple[float, float]) -> Estimate | None:
    """pass@5."""
    base, _ = passes(rng, problems, each, parameters)
    return mean([pass_at_k([count], [each], k=5) for count in base])


def drop(rng: Generator, problems: int, each: int, parameters: tuple[float, float]) -> Estimate | None:
    """The drop from base to plus."""
    _, wrong = passes(rng, problems, each, parameters)
    return mean([count / each for count in wrong])


def false_positives(rng: Generator, problems: int, each: int, parameters: tuple[float, float]) -> Estimate | None:
    """The share of wrong programs among those that pass base."""
    base, wrong = passes(rng, problems, each, parameters)
    return ratio(wrong, base)


ESTIMATES: dict[str, tuple[Draw, Callable[[Generator, tuple[float, float]], float]]] = {
    "pass@1": (pass_at_1, lambda rng, p: p[0] / sum(p)),
    "pass@5": (pass_at_5, lambda rng, p: float(1 - numpy.mean((1 - rng.beta(*p, 4_000_000)) ** 5))),
    "drop of pass@1": (drop, lambda rng, p: p[0] / sum(p) * WRONG[0] / sum(WRONG)),
    "false positives": (false_positives, lambda rng, p: WRONG[0] / sum(WRONG)),
}


if __name__ == "__main__":
    typer.run(main)
