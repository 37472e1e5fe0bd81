"""Time and memory of scoring, beside a bare loop and, where it is installed, beside EvalPlus.

    python scripts/bench/scoring.py load HumanEvalPlus.jsonl.gz model.jsonl [--evalplus PYTHON]
    python scripts/bench/scoring.py fixed [--programs 2000] [--evalplus PYTHON]
    python scripts/bench/scoring.py many [--completions 20000]

`load` scores real completions on real tests. The floor is one process that runs each program once and each call once,
comparing with `==`, with no isolation, no limits and no second process; the expected answers are known to it. Ours is
`augment score --no-cache`, after a run that has made it know the references' answers. EvalPlus runs from its own
environment (`--evalplus` names that Python), its ground truth cached by a run that is not counted. Runs alternate.

`fixed` scores many small different programs with five quick cases each: what a completion costs before its tests do.

`many` scores many small different programs, a third of them wrong, on 20 problems in one run, by the library and with a
journal: the resident memory of all processes together (pages that they share count in each), and the speed of each
quarter.

Processor time is that of all descendants. What it can't show: other machines, other benchmarks, cold caches.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from augment.formats import files
from scripts.bench.strength.costs import Cost, Peak, cpu_of_all, measured
from scripts.bench.strength.rival import evaluation

REPEATS = 3
PROBLEMS = 20
"""Of a run with many completions."""
FLOOR = """
import json, os, sys, time
told, sys.stdout = sys.stdout, open(os.devnull, "w")
sys.setrecursionlimit(10_000); sys.set_int_max_str_digits(0)
tests, programs = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
import marshal
blobs = {t: [(bytes.fromhex(a), marshal.loads(bytes.fromhex(e))) for a, e in rows] for t, rows in tests.items()}
class Late(BaseException): pass
import signal
def late(*_): raise Late
signal.signal(signal.SIGALRM, late)
started, passed = time.process_time(), 0
for task_id, entry_point, source in programs:
    space = {"__name__": "candidate"}
    try:
        signal.setitimer(signal.ITIMER_REAL, 8)
        exec(compile(source, "<completion>", "exec"), space)
        function = space[entry_point]
        for args, expected in blobs[task_id]:
            if function(*marshal.loads(args)) != expected:
                break
        else:
            passed += 1
    except BaseException:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
print(json.dumps({"cpu": time.process_time() - started, "passed": passed}), file=told, flush=True)
os._exit(0)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    load = commands.add_parser("load")
    load.add_argument("suite", type=Path)
    load.add_argument("completions", type=Path, nargs="+")
    load.set_defaults(run=load_command)
    fixed = commands.add_parser("fixed")
    fixed.add_argument("--programs", type=int, default=2000)
    fixed.set_defaults(run=fixed_command)
    many = commands.add_parser("many")
    many.add_argument("--completions", type=int, default=20_000)
    many.set_defaults(run=many_command)
    for sub in (load, fixed, many):
        sub.add_argument("--jobs", type=int, default=os.cpu_count())
    for sub in (load, fixed):
        sub.add_argument("--evalplus", metavar="PYTHON", help="Python of an environment with evalplus 0.3.1")
        sub.add_argument("--repeats", type=int, default=REPEATS)
    options = parser.parse_args()
    print(f"python {platform.python_version()}, {os.cpu_count()} cpus, {options.jobs} workers")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["AUGMENT_CACHE_DIR"] = folder
        options.run(options, Path(folder))


def load_command(options: argparse.Namespace, folder: Path) -> None:
    """Real completions on real tests."""
    completions = joined(options.completions, folder / "completions.jsonl")
    contenders: dict[str, Callable[[], Cost]] = {
        "floor": floor(options.suite, completions, folder),
        "augment": ours(options.suite, completions, folder, options.jobs),
    }
    if options.evalplus:
        contenders["evalplus"] = evalplus(options.evalplus, options.suite, completions, folder, options.jobs)
    costs = alternate(contenders, options.repeats)
    report(costs, options.jobs)


def fixed_command(options: argparse.Namespace, folder: Path) -> None:
    """Many small programs."""
    suite, completions = small_suite(folder / "small.jsonl", 1), folder / "small-completions.jsonl"
    rows = [
        {"task_id": "HumanEval/0", "solution": f"def add(x, y):\n    unused = {n}\n    return x + y\n"}
        for n in range(options.programs)
    ]
    completions.write_text("".join(json.dumps(row) + "\n" for row in rows))
    contenders = {"augment": ours(suite, completions, folder, options.jobs)}
    if options.evalplus:
        contenders["evalplus"] = evalplus(options.evalplus, suite, completions, folder, options.jobs)
    costs = alternate(contenders, options.repeats)
    for name, runs in costs.items():
        each = [1000 * cost.cpu / options.programs for cost in runs]
        print(f"{name:9} {statistics.median(each):8.2f} ms of processor time a completion ({spread(each)})")
    report(costs, options.jobs)


def many_command(options: argparse.Namespace, folder: Path) -> None:
    """Many completions in one run."""
    import augment

    suite, completions = small_suite(folder / "small.jsonl", PROBLEMS), folder / "many.jsonl"
    with completions.open("w") as out:
        for n in range(options.completions):
            answer = ("x + y", "x + y if x != 5 else n", "x + y + 0 * n")[n % 3]
            program = f"def add(x, y):\n    n = {n}\n    return {answer}\n"
            out.write(json.dumps({"task_id": f"HumanEval/{n % PROBLEMS}", "solution": program}) + "\n")
    marks: list[tuple[int, float, float]] = []

    def progress(done: int, total: int, label: str) -> None:
        marks.append((done, time.monotonic(), cpu_of_all(os.getpid())))

    peak = Peak(os.getpid())
    settings = augment.EngineSettings(cache=False)
    results = augment.score(
        suite, completions, folder / "results.json", engine=settings, jobs=options.jobs, progress=progress
    )
    (model,) = results.summary.models
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in model.plus_verdicts.items())
    print(f"{model.completions:,} completions ({verdicts}), peak {peak.end() / (1 << 20):.0f} MiB of all processes")
    for quarter in range(4):
        first, last = (marks[(len(marks) - 1) * part // 4] for part in (quarter, quarter + 1))
        count, wall, cpu = (end - start for start, end in zip(first, last, strict=True))
        print(
            f"quarter {quarter + 1}: {count / wall:6.0f} a second, {1000 * cpu / count:5.2f} ms of processor time each"
        )


def small_suite(path: Path, problems: int) -> Path:
    """Quick tests in EvalPlus's format, of which each scorer here can read the first."""
    record = {
        "prompt": 'def add(x: int, y: int) -> int:\n    """Add."""\n',
        "entry_point": "add",
        "canonical_solution": "    return x + y\n",
        "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n",
        "contract": "",
        "base_input": [[1, 2]],
        "plus_input": [[3, 4], [5, 6], [-1, 1], [0, 0]],
        "atol": 0,
    }
    path.write_text("".join(json.dumps({"task_id": f"HumanEval/{n}", **record}) + "\n" for n in range(problems)))
    return path


def joined(paths: Sequence[Path], target: Path) -> Path:
    """One file of completions, as EvalPlus reads it."""
    with target.open("w") as out:
        for path in paths:
            opener = gzip.open if path.suffix == ".gz" else open
            with opener(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line)
                    out.write(json.dumps({"task_id": row["task_id"], "solution": row["solution"]}) + "\n")
    return target


def floor(suite: Path, completions: Path, folder: Path) -> Callable[[], Cost]:
    """A bare loop over the same programs and tests."""
    import augment

    loaded = augment.load_suite(suite)
    tests = {
        tested.problem.task_id: [(case.args.wire.hex(), case.expected.wire.hex()) for case in tested.cases]
        for tested in loaded.problems
    }
    entry = {tested.problem.task_id: tested.problem.entry_point for tested in loaded.problems}
    rows = map(json.loads, completions.read_text().splitlines())
    programs = [(row["task_id"], entry[row["task_id"]], row["solution"]) for row in rows if row["task_id"] in entry]
    (folder / "floor-tests.json").write_text(json.dumps(tests))
    (folder / "floor-programs.json").write_text(json.dumps(programs))
    command = [sys.executable, "-c", FLOOR, str(folder / "floor-tests.json"), str(folder / "floor-programs.json")]

    def run() -> Cost:
        done, cost = measured(command)
        told = json.loads(done)
        return Cost(wall=told["cpu"], cpu=told["cpu"], peak_bytes=cost.peak_bytes, passed=told["passed"])

    return run


def ours(suite: Path, completions: Path, folder: Path, jobs: int) -> Callable[[], Cost]:
    """`augment score`, all completions judged anew; references' answers are known from a run that is not counted."""
    command = [sys.executable, "-m", "augment", "score", str(suite), str(completions), "--jobs", str(jobs)]
    command += ["--no-cache", "--json"]
    measured(command)

    def run() -> Cost:
        told, cost = measured(command)
        verdicts = [row["plus"] for row in json.loads(told)["completions"]]
        return replace(cost, passed=verdicts.count("pass"))

    return run


def evalplus(python: str, suite: Path, completions: Path, folder: Path, jobs: int) -> Callable[[], Cost]:
    """EvalPlus on the same file; the first run, which is not counted, makes it cache its ground truth."""
    asked = evaluation(python, [row for _, row in files.rows(suite)], completions, folder, jobs)
    measured(asked.command, asked.environment)

    def run() -> Cost:
        asked.found.unlink(missing_ok=True)
        _, cost = measured(asked.command, asked.environment)
        return replace(cost, passed=[*asked.verdicts().values()].count(("pass", "pass")))

    return run


def alternate(contenders: dict[str, Callable[[], Cost]], repeats: int) -> dict[str, list[Cost]]:
    """Each in turn, over and over, so that a change of the machine's mood meets all of them."""
    costs: dict[str, list[Cost]] = {name: [] for name in contenders}
    for _ in range(repeats):
        for name, run in contenders.items():
            costs[name].append(run())
    return costs


def report(costs: dict[str, list[Cost]], jobs: int) -> None:
    """Medians and spread of each, and its ratios to the first."""
    for name, runs in costs.items():
        cpu, wall = [cost.cpu for cost in runs], [cost.wall for cost in runs]
        peak = max(cost.peak_bytes for cost in runs) / (1 << 20)
        passed = sorted({cost.passed for cost in runs})
        print(
            f"{name:9} cpu {statistics.median(cpu):7.2f} s ({spread(cpu)})  wall {statistics.median(wall):7.2f} s "
            f"({spread(wall)})  peak {peak:5.0f} MiB  passed {'/'.join(map(str, passed))}  in {len(runs)} runs"
        )
    first = next(iter(costs))
    base = statistics.median(cost.cpu for cost in costs[first])
    for name, runs in costs.items():
        cpu_ratio = statistics.median(cost.cpu for cost in runs) / base
        wall_ratio = statistics.median(cost.wall for cost in runs) / (base / jobs)
        print(f"{name:9} cpu {cpu_ratio:5.2f} x {first}'s; wall {wall_ratio:5.2f} x that shared by {jobs} workers")


def spread(values: Sequence[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f}"


if __name__ == "__main__":
    main()
