"""What a decision costs: the same completions judged by a suite of ours and by EvalPlus on its released tests.

A decision is "passes base and plus" or not. Ours is `augment score --no-cache`; EvalPlus's own evaluator runs in its
own environment. What references answer is found once for many runs, so it is made ready before and stands in a column
of its own. Processor time is that of all descendants. What it can't show: which of two decisions that differ is right.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import augment
from augment.errors import BadInput
from augment.formats import files
from augment.formats.cache import FOLDER_VARIABLE
from augment.scoring import chosen, read_completions
from scripts.bench.strength.costs import Cost, measured
from scripts.bench.strength.rival import Evaluation, evaluation
from scripts.bench.strength.tables import Cell, Table, machine

Decisions = Mapping[tuple[str, int], bool]
"""By task id and number, whether a completion passes."""
OURS, THEIRS = "augment score", "EvalPlus"


@dataclass(frozen=True, slots=True)
class Contest:
    """What is judged by both."""

    suite: Path
    rows: Sequence[files.Row]
    """Released problems."""
    completions: Path
    count: int


def contest(
    suite: Path, released: Path, sets: Sequence[Path], tasks: Sequence[str], every: int, folder: Path
) -> Contest:
    """The problems that both have tests for and that completions are given of, and one file with these completions."""
    tested = {one.problem.task_id for one in augment.load_suite(suite).problems}
    rows = {row["task_id"]: row for _, row in files.rows(released)}
    problems = [problem for problem in augment.load_benchmark(released).problems if problem.task_id in tested]
    picked = {problem.task_id for problem in chosen(problems, tasks, lambda problem: problem.task_id)[::every]}
    completions = [one for one in read_completions(sets, problems, ()).completions if one.task_id in picked]
    if not completions:
        raise BadInput(
            f"{suite}, {released}: no completion of a problem that both have", hint="are they of one benchmark?"
        )
    target = folder / "completions.jsonl"
    files.write_lines(target, [files.dump({"task_id": one.task_id, "solution": one.program}) for one in completions])
    given = {one.task_id for one in completions}
    return Contest(suite, [row for task_id, row in rows.items() if task_id in given], target, len(completions))


def decisions(held: Contest, python: str, jobs: int, repeats: int, folder: Path) -> Table:
    """Judge with both in turn, and compare."""
    os.environ[FOLDER_VARIABLE] = str(folder)
    theirs = evaluation(python, held.rows, held.completions, folder, jobs)
    ready = {OURS: made_ready(held, jobs), THEIRS: measured(theirs.ground_truth, theirs.environment)[1]}
    costs: dict[str, list[Cost]] = {OURS: [], THEIRS: []}
    told: dict[str, Decisions] = {}
    for _ in range(repeats):
        for name, (decided, cost) in {OURS: by_us(held, jobs), THEIRS: by_them(theirs)}.items():
            told[name] = decided
            costs[name].append(cost)
    about = [
        f"{machine()}, {jobs} workers, {held.count:,} completions of {len(held.rows)} problems",
        f"each run {repeats} times, medians" if repeats > 1 else "each run once",
        *compared(told[OURS], told[THEIRS]),
    ]
    columns = {
        "judged by": "",
        "cpu s": ".1f",
        "wall s": ".1f",
        "ms cpu each": ".1f",
        "times ours": ".1f",
        "once, cpu s": ".1f",
    }
    return Table(about, columns, list(rows(costs, ready, held.count)))


def rows(costs: Mapping[str, Sequence[Cost]], ready: Mapping[str, Cost], count: int) -> Iterator[list[Cell]]:
    """A row for each judge; times are set against those of the first."""
    middle = {name: statistics.median(cost.cpu for cost in many) for name, many in costs.items()}
    first = next(iter(middle.values()))
    for name, cpu in middle.items():
        wall = statistics.median(cost.wall for cost in costs[name])
        yield [name, cpu, wall, 1000 * cpu / count, cpu / first, ready[name].cpu]


def made_ready(held: Contest, jobs: int) -> Cost:
    """What is found of references, which later runs take from the cache; a run on one empty program each finds it."""
    target = held.completions.with_name("ready.jsonl")
    lines = [files.dump({"task_id": row["task_id"], "solution": "nothing = 0\n"}) for row in held.rows]
    files.write_lines(target, lines)
    return measured(command(held.suite, target, jobs))[1]


def by_us(held: Contest, jobs: int) -> tuple[Decisions, Cost]:
    told, cost = measured(command(held.suite, held.completions, jobs))
    verdicts = json.loads(told)["completions"]
    return {(row["task_id"], row["number"]): row["plus"] == "pass" for row in verdicts}, cost


def command(suite: Path, completions: Path, jobs: int) -> list[str]:
    """`augment score`, everything judged anew."""
    score = [sys.executable, "-m", "augment", "score", str(suite), str(completions)]
    return [*score, "--jobs", str(jobs), "--no-cache", "--json"]


def by_them(theirs: Evaluation) -> tuple[Decisions, Cost]:
    theirs.found.unlink(missing_ok=True)
    _, cost = measured(theirs.command, theirs.environment)
    if not theirs.found.exists():
        raise BadInput(f"{theirs.command[0]}: no verdicts came of it", hint="wanted the Python of evalplus 0.3.1")
    return theirs.passed(), cost


def compared(ours: Decisions, theirs: Decisions) -> list[str]:
    """How many decisions are the same, and how many differ which way."""
    counts = Counter((ours[key], theirs[key]) for key in ours if key in theirs)
    one_only = len({*ours} ^ {*theirs})
    return [
        f"same decision: {counts[True, True] + counts[False, False]:,} ({counts[True, True]:,} pass, "
        f"{counts[False, False]:,} rejected)",
        f"differ: {counts[False, True]:,} rejected by ours alone, {counts[True, False]:,} by EvalPlus alone"
        + (f"; {one_only:,} judged by one only" if one_only else ""),
    ]
