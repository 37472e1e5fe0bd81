"""Recall against the processor time that tests took to find: our search, EvalPlus's mutation, Hypothesis alone.

All three start from the base inputs of the released problems and their references. Ours learns which inputs are meant
and is not told the contract; the other two are given it, and keep what it accepts. `recall` is that of all tests, `of
40` that of at most 40 a problem: ours keeps no more, of the others' 40 are drawn at random, and the figure is what that
is expected to reach. Ours pays for all it does (base tests recovered, domain learnt, adversaries bred, answers vetted),
the others for inputs that the contract takes and the reference answers. What it can't show: wrong programs that the
released tests accept, and other benchmarks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import augment
from augment.growth import BuildSettings
from augment.model.suite import Kind, Suite
from augment.model.value import Value
from augment.reading import Progress
from scripts.bench.strength import arbitrary, rival
from scripts.bench.strength.authority import Authority, Kills, invalid_share, kills_of, recall
from scripts.bench.strength.costs import spent
from scripts.bench.strength.tables import Table, machine

KEPT = 40
ROUNDS = (1, 2, 3, 6)
COUNTS = (10, 40, 160, 640)
"""Of valid inputs that mutation is asked for."""
DRAWS = (40, 160, 640)
"""Of inputs that Hypothesis draws, valid or not."""
SECONDS = 10.0
"""Of processor time that mutation may take for one problem."""


@dataclass(frozen=True, slots=True)
class Point:
    """Tests, by task id, and what it took to find them."""

    name: str
    seconds: float
    tests: Mapping[str, Sequence[Value]]


def curve(authority: Authority, python: str | None, seed: int, progress: Progress) -> Table:
    """Measure all three; EvalPlus's mutation only where a Python with it is given."""
    points = [*ours(authority, seed, progress)]
    if python:
        points += mutation(authority, python, seed)
    points += hypothesis(authority, seed)
    kills = kills_of(authority, together(points), progress)
    sizes = f"{len(authority.grounds)} problems, {authority.wrong:,} wrong programs, seed {seed}"
    columns = {"tests by": "", "cpu s": ".1f", "tests": ".1f", "invalid": "%", "recall": "%", f"of {KEPT}": "%"}
    return Table(
        [f"{machine()}, {sizes}", "cpu s: of all problems together; tests: of a problem, valid ones, mean"],
        columns,
        [row(point, authority, kills) for point in points],
    )


def ours(authority: Authority, seed: int, progress: Progress) -> Iterator[Point]:
    """Builds with more and more rounds, without scale tests: recall is by value."""
    for rounds in ROUNDS:
        settings = BuildSettings(seed=seed, rounds=rounds, plus_tests=KEPT, scale_tests=0)
        with spent() as cost:
            suite = augment.build(authority.benchmark, settings=settings, tasks=authority.tasks, progress=progress)
        yield Point(f"augment build --rounds {rounds} --no-scale", cost.seconds, plus_inputs(suite))


def mutation(authority: Authority, python: str, seed: int) -> Iterator[Point]:
    """EvalPlus's type-aware mutation, until it has so many valid inputs."""
    found = rival.mutated(python, authority.grounds, COUNTS, SECONDS, seed)
    for count, inputs, seconds in zip(COUNTS, found.inputs, found.seconds, strict=True):
        yield Point(f"EvalPlus, mutation to {count:,} inputs", seconds, inputs)


def hypothesis(authority: Authority, seed: int) -> Iterator[Point]:
    """Hypothesis on the types of the base inputs, with more and more draws."""
    for number, count in enumerate(DRAWS):
        with spent() as cost:
            inputs = arbitrary.drawn(authority.grounds, count, seed + number)
        yield Point(f"Hypothesis, {count:,} inputs drawn", cost.seconds, inputs)


def plus_inputs(suite: Suite) -> dict[str, list[Value]]:
    """The arguments of the plus tests, by task id."""
    return {tested.problem.task_id: [case.args for case in tested.of_kind(Kind.PLUS)] for tested in suite.problems}


def together(points: Sequence[Point]) -> dict[str, list[Value]]:
    """All inputs of all points, by task id, each once."""
    found: dict[str, dict[Value, None]] = {}
    for point in points:
        for task_id, inputs in point.tests.items():
            found.setdefault(task_id, {}).update(dict.fromkeys(inputs))
    return {task_id: list(inputs) for task_id, inputs in found.items()}


def row(point: Point, authority: Authority, kills: Mapping[str, Kills]) -> list[str | float | None]:
    """What a point is worth."""
    tallies = authority.tallies(point.tests, kills)
    tests = sum(one.valid for one in tallies) / len(tallies)
    return [point.name, point.seconds, tests, invalid_share(tallies), recall(tallies), recall(tallies, KEPT)]
