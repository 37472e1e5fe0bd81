"""What each part of the search is worth: recall, invalid tests and cost with one part taken away at a time.

A part is taken away by a setting, or by putting something that proposes or tells nothing in its place while a suite is
built. What it can't show: what a part is worth where another does its work too. Figures that differ by a few programs
may differ by chance, as other seeds show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import augment
from augment.generate.mutators import UNCHANGED
from augment.growth import BuildSettings
from augment.harness.check import Answer
from augment.model.execution import ExecutorPool, Program
from augment.model.problem import Problem
from augment.model.suite import Suite, Tier
from augment.reading import Progress
from scripts.bench.strength.authority import Authority, invalid_share, kills_of, recall
from scripts.bench.strength.costs import spent
from scripts.bench.strength.curve import Point, plus_inputs, together
from scripts.bench.strength.tables import Cell, Table, machine


@dataclass(frozen=True, slots=True)
class Without:
    """A part of the search, and how it is taken away."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Of `BuildSettings`."""
    replaced: Mapping[str, Any] = field(default_factory=dict)
    """By the name that the search knows it under, what stands in its place."""


def nothing(*_: object) -> list[Any]:
    """In the place of what proposes inputs, or tells what they show."""
    return []


def no_branches(problem: Problem, answers: Sequence[Answer], programs: Sequence[Program], pool: ExecutorPool) -> Any:
    """In the place of what follows inputs through the reference and some mutants."""
    return [{} for _ in range(1 + len(programs))]


PARTS = (
    Without("nothing"),
    Without("boundaries", replaced={"augment.growth.boundaries": nothing}),
    Without("type-aware mutation", {"proposals": 0}),
    Without("arguments made of others", replaced={"augment.generate.mutate.relate": lambda *_: UNCHANGED}),
    Without("inputs drawn by Hypothesis", replaced={"augment.growth.drawn": nothing}),
    Without("branches", replaced={"augment.growth.branches": no_branches}),
    Without("examples of the prompt", replaced={"augment.growth.prompt_examples": nothing}),
    Without("mutants", {"mutants": 0}),
    Without("traits", replaced={"augment.evidence.trait_sets": nothing, "augment.evidence.kind_sets": nothing}),
    Without("rounds after the first", {"rounds": 1}),
    Without("stretch tier", {"tiers": (Tier.CONTRACT, Tier.INSIDE)}),
)


def build_without(part: Without, authority: Authority, seed: int, progress: Progress) -> Suite:
    """A suite without scale tests, and without one part of the search."""
    settings = BuildSettings(**{"seed": seed, "scale_tests": 0, **part.settings})
    with ExitStack() as stack:
        for name, value in part.replaced.items():
            stack.enter_context(mock.patch(name, value))
        return augment.build(authority.benchmark, settings=settings, tasks=authority.tasks, progress=progress)


def ablation(authority: Authority, seed: int, progress: Progress) -> Table:
    """Build without each part, and measure what is left."""
    points = []
    for part in PARTS:
        with spent() as cost:
            suite = build_without(part, authority, seed, progress)
        points.append(Point(part.name, cost.seconds, plus_inputs(suite)))
    kills = kills_of(authority, together(points), progress)
    rows: list[list[Cell]] = []
    for point in points:
        tallies = authority.tallies(point.tests, kills)
        tests = sum(one.valid for one in tallies) / len(tallies)
        rejected = sum(count > 0 for one in tallies for count in one.killers)
        rows.append([point.name, point.seconds, tests, invalid_share(tallies), rejected, recall(tallies)])
    columns = {"without": "", "cpu s": ".1f", "tests": ".1f", "invalid": "%", "rejected": "", "recall": "%"}
    sizes = f"{len(authority.grounds)} problems, {authority.wrong:,} wrong programs, seed {seed}"
    return Table(
        [f"{machine()}, {sizes}", "cpu s: of all problems together; tests: of a problem, valid ones, mean"],
        columns,
        rows,
    )
