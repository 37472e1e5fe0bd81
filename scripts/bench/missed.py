"""Are the estimates of what a suite misses right? Some of its tests are hidden, and then convict what they convict.

    python scripts/bench/missed.py --released FILE --completions FILE... [--suite FILE] [--tasks IDS]

Of each problem, at most `--tests` of the released plus tests are drawn. In each of many random splits one half stands
for the suite, and the other half for tests that were never made: the first predicts what the second convicts among the
completions it accepts. Then two small suites are drawn from the same tests, and predict what both miss: both at random,
from short and from long inputs, and, where a suite of another tool is given, one from each. What is right is known
here, for the tests that are hidden say it.

What it can't show: splits are at random, so the tests of a half come as those of the other do, which the tests of a
real suite, that were chosen, need not. And what no test at hand convicts is right here, whatever it is.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, prod, sqrt
from pathlib import Path
from statistics import fmean

sys.path.append(str(Path(__file__).parents[2]))

import augment
from augment.errors import AugmentError
from augment.estimating import Alone, Both, Tally, unseen
from augment.formats import files
from augment.model.completion import Judgement, Verdict
from augment.model.execution import Limits
from augment.model.suite import Case, Kind, Suite
from augment.score.scorer import ScoreSettings
from augment.scoring import chosen
from scripts.bench.strength.tables import Cell, Table, machine

LIMITS = Limits(cpu_seconds=1.0)
"""For a completion; one that takes longer does not come to its last test, and is in no count."""
SMALL = 10
"""Tests of a problem in each of two small suites."""
Name = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Judged:
    """A problem whose completions were run on all tests at hand."""

    task_id: str
    kinds: Mapping[str, Sequence[str]]
    """Ids of tests by what they are: `released`, sorted from the shortest input to the longest, and `given`."""
    failed: Sequence[frozenset[str]]
    """For each completion that passes base the tests that it fails."""

    @property
    def wrong(self) -> int:
        """Completions that some test convicts."""
        return sum(map(bool, self.failed))


def tally(judged: Judged, tests: Iterable[str]) -> Tally:
    """What some of the tests convict, and convict alone."""
    made = frozenset(tests)
    failed = [fails & made for fails in judged.failed]
    times = Counter(map(len, failed))
    return Tally(
        task_id=judged.task_id,
        tests=len(made),
        accepted=times[0],
        convicted=len(failed) - times[0],
        once=times[1],
        twice=times[2],
        alone=len({fails for fails in failed if len(fails) == 1}),
        unknown=0,
    )


def convicts(judged: Judged, made: Iterable[str], hidden: Sequence[str], more: int) -> float:
    """How many completions that the tests made accept so many of the hidden ones convict, the mean of all choices."""
    suite, rest = frozenset(made), frozenset(hidden)
    counts = [len(fails & rest) for fails in judged.failed if not fails & suite]
    drawn = min(more, len(rest))
    return sum(1 - comb(len(rest) - count, drawn) / comb(len(rest), drawn) for count in counts)


def any_found(judged: Judged, made: Iterable[str], hidden: Sequence[str]) -> float:
    """The chance that one of the hidden tests convicts any completion that the tests made accept."""
    suite = frozenset(made)
    shown = frozenset().union(*(fails for fails in judged.failed if not fails & suite))
    return len(shown & frozenset(hidden)) / len(hidden)


def hidden_half(problems: Sequence[Judged], splits: int, rng: random.Random) -> Table:
    """What one half of the tests predicts of the other, and what that convicts."""
    pairs: dict[str, list[tuple[float, float]]] = {}
    for _ in range(splits):
        halves = [(one, *halved(one.kinds["released"], rng)) for one in problems]
        alone = Alone(problems=[tally(one, made) for one, made, _ in halves], untested=0)
        for more in (1, 3):
            truth = sum(convicts(one, made, hidden, more) for one, made, hidden in halves)
            pairs.setdefault(f"{more} more: completions", []).append((more * alone.next, truth))
        chance = 1 - prod(1 - any_found(one, made, hidden) for one, made, hidden in halves)
        pairs.setdefault("1 more: chance of any", []).append((alone.chance, chance))
        again = sum(convicts(one, made, hidden, len(hidden)) for one, made, hidden in halves)
        pairs.setdefault("as many again: completions", []).append((alone.again, again))
    columns = {"tests of each problem": "", "predicted": ".2f", "found": ".2f", "off by (rms)": ".2f"}
    rows: list[list[Cell]] = [
        [name, fmean(p for p, _ in both), fmean(t for _, t in both), sqrt(fmean((p - t) ** 2 for p, t in both))]
        for name, both in pairs.items()
    ]
    accepted = fmean(sum(not fails & set(made) for fails in one.failed) for one, made, _ in halves) * len(problems)
    return Table(
        [f"half the tests hidden, mean of {splits} splits; {accepted:.0f} accepted in the last"], columns, rows
    )


def halved(tests: Sequence[str], rng: random.Random) -> tuple[list[str], list[str]]:
    """Two halves at random."""
    mixed = rng.sample(tests, len(tests))
    return mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]


def two_suites(problems: Sequence[Judged], splits: int, rng: random.Random) -> Table:
    """What two small suites say of what both miss, and how much that is."""
    ways = ["random, random", "short inputs, long inputs"]
    ways += ["released, given suite"] if all(one.kinds.get("given") for one in problems) else []
    rows: list[list[Cell]] = []
    for way in ways:
        seen = []
        for _ in range(splits):
            counts, truth = [], 0
            for one in problems:
                first, second = drawn_suites(one, way, rng)
                counts.append(compared(one, first, second))
                truth += sum(bool(fails) and not fails & (first | second) for fails in one.failed)
            neither, found = sum(count.neither for count in counts), unseen(counts)
            if found is not None:
                seen.append((neither, found.value, truth, found.low <= truth <= found.high, found.low <= truth))
        rows.append([way, len(seen), *(fmean(float(column) for column in place) for place in zip(*seen, strict=True))])
    columns = {"two suites of": "", "splits": "", "neither": ".1f", "estimate": ".1f", "wrong": ".1f"}
    columns |= {"interval holds": "%", "its low end": "%"}
    return Table([f"two suites of {SMALL} tests a problem, mean of the splits"], columns, rows)


def drawn_suites(one: Judged, way: str, rng: random.Random) -> tuple[frozenset[str], frozenset[str]]:
    """Two suites that share no test, of the kinds that a way names."""
    released = one.kinds["released"]
    if way.startswith("random"):
        first, second = halved(released, rng)
    elif way.startswith("short"):
        first, second = [*released[: len(released) // 2]], [*released[len(released) // 2 :]]
    else:
        first, second = [*released], [*one.kinds["given"]]
    return frozenset(rng.sample(first, min(SMALL, len(first)))), frozenset(rng.sample(second, min(SMALL, len(second))))


def compared(one: Judged, first: frozenset[str], second: frozenset[str]) -> Both:
    """How two suites judge the completions of a problem."""
    cells = Counter((bool(fails & first), bool(fails & second)) for fails in one.failed)
    return Both(
        both=cells[True, True],
        only_one=cells[True, False],
        only_other=cells[False, True],
        neither=cells[False, False],
    )


def judge(
    suite: Suite, completions: Sequence[Path], tasks: Sequence[str]
) -> tuple[dict[str, list[Case]], dict[Name, Judgement]]:
    """Run completions on all tests of some problems; plus tests by task id, and what came of each completion."""
    settings = ScoreSettings(limits=LIMITS, all_tests=True, scale=False)
    results = augment.score(suite, completions, settings=settings, tasks=tasks, progress=progress)
    tests = {t.problem.task_id: [c for c in t.of_kind(Kind.PLUS) if not c.scale] for t in suite.problems}
    named = {(j.completion.model, j.completion.task_id, j.completion.number): j for j in results.judgements}
    return tests, named


def read(options: argparse.Namespace) -> list[Judged]:
    """The problems with most wrong completions among those asked for."""
    tasks = [task.strip() for task in options.tasks.split(",") if task.strip()]
    rng = random.Random(options.seed)
    released = capped(options.released, tasks, options.tests, rng)
    names = [tested.problem.task_id for tested in released.problems]
    sources = {"released": judge(released, options.completions, names)}
    if options.suite is not None:
        given = augment.load_suite(options.suite)
        there = {tested.problem.task_id for tested in given.problems}
        sources["given"] = judge(given, options.completions, [name for name in names if name in there])
    every = [gathered(name, sources) for name in names]
    return sorted((one for one in every if one.wrong), key=lambda one: -one.wrong)[: options.problems]


def capped(path: Path, tasks: Sequence[str], most: int, rng: random.Random) -> Suite:
    """Released problems with few of their plus tests, drawn at random, the shortest inputs first."""
    rows = chosen([row for _, row in files.rows(path)], tasks, lambda row: str(row["task_id"]))
    with tempfile.TemporaryDirectory() as name:
        small = Path(name) / f"{path.name.partition('.')[0]}.jsonl"
        files.write_lines(small, (files.dump({**row, "plus_input": drawn(row, most, rng)}) for row in rows))
        suite = augment.load_suite(small, progress=progress)
    return replace(suite, problems=tuple(t for t in suite.problems if len(t.of_kind(Kind.PLUS)) >= 2 * SMALL))


def drawn(row: files.Row, most: int, rng: random.Random) -> list[object]:
    """Some of a record's plus inputs, the shortest first."""
    inputs = row["plus_input"]
    return sorted(rng.sample(inputs, min(most, len(inputs))), key=lambda one: len(files.dump(one)))


def gathered(
    task_id: str, sources: Mapping[str, tuple[Mapping[str, Sequence[Case]], Mapping[Name, Judgement]]]
) -> Judged:
    """The completions of a problem that pass base and were run on every test."""
    names = [name for name in sources["released"][1] if name[1] == task_id]
    failed = []
    for name in names:
        judgements = [judged.get(name) for _, judged in sources.values()]
        if all(one is not None and whole(one) for one in judgements):
            ids = (
                f"{kind} {case_id}"
                for kind, judgement in zip(sources, judgements, strict=True)
                for case_id in (judgement.failed.case_ids if judgement and judgement.failed else ())
            )
            failed.append(frozenset(ids))
    kinds = {kind: [f"{kind} {case.id}" for case in tests.get(task_id, ())] for kind, (tests, _) in sources.items()}
    return Judged(task_id, kinds, failed)


def whole(judgement: Judgement) -> bool:
    """Whether a completion passes base and was run on every test."""
    return judgement.base is Verdict.PASS and judgement.failed is not None and not judgement.failed.not_run


def progress(done: int, total: int, label: str) -> None:
    print(f"\r{done}/{total} {label}\033[K", end="", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--released", type=Path, required=True, help="EvalPlus's released data")
    parser.add_argument("--completions", type=Path, nargs="+", required=True)
    parser.add_argument("--suite", type=Path, help="a suite of another tool, for two suites of different kind")
    parser.add_argument("--tasks", default="", help="task ids, with commas between; all by default")
    parser.add_argument("--problems", type=int, default=15, help="those with most wrong completions")
    parser.add_argument("--tests", type=int, default=60, help="most plus tests of a problem")
    parser.add_argument("--splits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        problems = read(options)
    except AugmentError as problem:
        parser.exit(2, f"error: {problem.message}\nhint: {problem.hint}\n")
    print(file=sys.stderr)
    wrong, every = sum(one.wrong for one in problems), sum(len(one.failed) for one in problems)
    tests = sum(len(one.kinds["released"]) for one in problems)
    print(f"{machine()}, {len(problems)} problems, {tests:,} tests, seed {options.seed}")
    print(f"{every:,} completions that pass base, {wrong:,} of them convicted by some test at hand\n")
    rng = random.Random(options.seed)
    print(hidden_half(problems, options.splits, rng).text())
    print()
    print(two_suites(problems, options.splits, rng).text())


if __name__ == "__main__":
    main()
