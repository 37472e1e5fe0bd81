"""What a decision costs: the same completions judged by a suite of ours and by EvalPlus on its released tests.

A decision is "passes base and plus" or not. Ours is `augment score --no-cache`; EvalPlus's own evaluator runs in its
own environment. What references answer is found once for many runs, so it is made ready before and stands in a column
of its own. Most of the time goes to the few programs that do not end, and who waits how long for them is a matter of
limits and not of tests. So both judge a second time, those completions only that pass base and end at no limit with
either: those are the ones that plus tests are for. Processor time is that of all descendants. What it can't show: which
of two decisions that differ is right.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import augment
from augment.errors import BadInput
from augment.formats import files
from augment.formats import suite as suite_files
from augment.formats.cache import FOLDER_VARIABLE
from augment.reading import read_completions
from augment.scoring import chosen
from scripts.bench.strength.costs import Cost, measured
from scripts.bench.strength.rival import Evaluation, evaluation
from scripts.bench.strength.tables import Cell, Table, machine

Verdicts = Mapping[tuple[str, int], tuple[str, str]]
"""By task id and number of a completion what base and plus say; `pass` is one word of several."""
LATE = frozenset({"timeout", "memory"})
OURS, THEIRS = "augment score", "EvalPlus"


@dataclass(frozen=True, slots=True)
class Contest:
    """What is judged by both."""

    suite: Path
    released: Sequence[files.Row]
    """Records; each has a completion here."""
    programs: Mapping[tuple[str, int], str]
    """Completions by task id and number."""

    def only(self, keys: Collection[tuple[str, int]]) -> Contest:
        """The same with some of the completions, which are numbered anew."""
        left = [(key[0], text) for key, text in self.programs.items() if key in keys]
        return numbered(self.suite, self.released, left)

    def write(self, path: Path) -> Path:
        """The completions as a file."""
        rows = [{"task_id": task_id, "solution": text} for (task_id, _), text in self.programs.items()]
        files.write_lines(path, map(files.dump, rows))
        return path

    def write_suite(self, path: Path) -> Path:
        """The suite's part for the problems of the completions as a file, as EvalPlus gets its part of the records."""
        whole = augment.load_suite(self.suite)
        asked = {row["task_id"] for row in self.released}
        part = [tested for tested in whole.problems if tested.problem.task_id in asked]
        suite_files.write(path, replace(whole, problems=tuple(part)))
        return path


def numbered(suite: Path, released: Iterable[files.Row], programs: Iterable[tuple[str, str]]) -> Contest:
    """A contest over programs by task id, and the records of their problems."""
    found: dict[tuple[str, int], str] = {}
    counts = Counter[str]()
    for task_id, text in programs:
        found[task_id, counts[task_id]] = text
        counts[task_id] += 1
    return Contest(suite, [row for row in released if row["task_id"] in counts], found)


def contest(suite: Path, released: Path, sets: Sequence[Path], tasks: Sequence[str], every: int) -> Contest:
    """The problems that both have tests for and that completions are given of."""
    tested = {one.problem.task_id for one in augment.load_suite(suite).problems}
    problems = [problem for problem in augment.load_benchmark(released).problems if problem.task_id in tested]
    picked = {problem.task_id for problem in chosen(problems, tasks, lambda problem: problem.task_id)[::every]}
    read = [one for one in read_completions(sets, problems).completions if one.task_id in picked]
    if not read:
        raise BadInput(
            f"{suite}, {released}: no completion of a problem that both have", hint="are they of one benchmark?"
        )
    return numbered(suite, [row for _, row in files.rows(released)], [(one.task_id, one.program) for one in read])


def decisions(held: Contest, python: str, jobs: int, folder: Path) -> Table:
    """Judge with both, twice, and compare."""
    os.environ[FOLDER_VARIABLE] = str(folder)
    every = judged(held, python, jobs, folder)
    both = every.verdicts.values()
    quick = held.only({key for key in held.programs if all(asks_plus(told.get(key)) for told in both)})
    about = [
        f"{machine()}, {jobs} workers, {len(held.programs):,} completions of {len(held.released)} problems; "
        f"{len(quick.programs):,} pass base and end at no limit",
        *compared(*both),
    ]
    columns = {"judged": "", "by": "", "cpu s": ".1f", "wall s": ".1f", "ms cpu each": ".1f", "times ours": ".2f"}
    found = [*rows("all", every, len(held.programs))]
    if quick.programs:
        found += rows("base-passers", judged(quick, python, jobs, folder), len(quick.programs))
    return Table(about, {**columns, "once, cpu s": ".1f"}, found)


def asks_plus(verdicts: tuple[str, str] | None) -> bool:
    """Whether a completion passes base, and plus tests come to a verdict on it before its time is up."""
    return verdicts is not None and verdicts[0] == "pass" and verdicts[1] not in LATE


@dataclass(frozen=True, slots=True)
class Judged:
    """What both say, what that cost, and what it cost to make ready for it; ours first."""

    verdicts: Mapping[str, Verdicts]
    costs: Mapping[str, Cost]
    ready: Mapping[str, Cost]


def judged(held: Contest, python: str, jobs: int, folder: Path) -> Judged:
    """Let both judge."""
    completions = held.write(folder / "completions.jsonl")
    theirs = evaluation(python, held.released, completions, folder, jobs)
    suite = held.write_suite(folder / "suite.jsonl")
    ready = {OURS: made_ready(held, suite, folder, jobs), THEIRS: measured(theirs.ground_truth, theirs.environment)[1]}
    our_verdicts, our_cost = by_us(suite, completions, jobs)
    their_verdicts, their_cost = by_them(theirs)
    return Judged({OURS: our_verdicts, THEIRS: their_verdicts}, {OURS: our_cost, THEIRS: their_cost}, ready)


def rows(label: str, told: Judged, count: int) -> Iterator[list[Cell]]:
    """A row for each judge; times are set against those of the first."""
    first = next(iter(told.costs.values())).cpu
    for name, cost in told.costs.items():
        yield [label, name, cost.cpu, cost.wall, 1000 * cost.cpu / count, cost.cpu / first, told.ready[name].cpu]


def made_ready(held: Contest, suite: Path, folder: Path, jobs: int) -> Cost:
    """What is found of references, which later runs take from the cache; a run on one empty program each finds it."""
    lines = [files.dump({"task_id": row["task_id"], "solution": "nothing = 0\n"}) for row in held.released]
    files.write_lines(folder / "ready.jsonl", lines)
    return measured(command(suite, folder / "ready.jsonl", jobs))[1]


def by_us(suite: Path, completions: Path, jobs: int) -> tuple[Verdicts, Cost]:
    told, cost = measured(command(suite, completions, jobs))
    return {
        (row["task_id"], row["number"]): (row["base"], row["plus"]) for row in json.loads(told)["completions"]
    }, cost


def command(suite: Path, completions: Path, jobs: int) -> list[str]:
    """`augment score`, everything judged anew."""
    score = [sys.executable, "-m", "augment", "score", str(suite), str(completions)]
    return [*score, "--jobs", str(jobs), "--no-cache", "--json"]


def by_them(theirs: Evaluation) -> tuple[Verdicts, Cost]:
    theirs.found.unlink(missing_ok=True)
    _, cost = measured(theirs.command, theirs.environment)
    if not theirs.found.exists():
        raise BadInput(f"{theirs.command[0]}: no verdicts came of it", hint="wanted the Python of evalplus 0.3.1")
    return theirs.verdicts(), cost


def compared(ours: Verdicts, theirs: Verdicts) -> list[str]:
    """How many decisions are the same, and how many differ which way."""
    passed = ("pass", "pass")
    counts = Counter((ours[key] == passed, theirs[key] == passed) for key in ours if key in theirs)
    one_only = len({*ours} ^ {*theirs})
    return [
        f"same decision: {counts[True, True] + counts[False, False]:,} ({counts[True, True]:,} pass, "
        f"{counts[False, False]:,} rejected)",
        f"differ: {counts[False, True]:,} rejected by ours alone, {counts[True, False]:,} by EvalPlus alone"
        + (f"; {one_only:,} judged by one only" if one_only else ""),
    ]
