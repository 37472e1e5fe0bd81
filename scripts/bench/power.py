"""How strong suites are, what makes them so, and what their verdicts cost.

    python scripts/bench/power.py curve --released FILE --completions FILE... [--evalplus-python PYTHON]
    python scripts/bench/power.py mutants SUITE... [--all]
    python scripts/bench/power.py ablation --released FILE --completions FILE...
    python scripts/bench/power.py decisions SUITE --released FILE --completions FILE... --evalplus-python PYTHON

`curve` sets recall against the processor time of the search, `mutants` tells which faults suites find, `ablation` what
each part of the search is worth, `decisions` what it costs to judge a completion. docs/power.md says what is counted,
and shows tables. Released data (HumanEvalPlus.jsonl.gz and its like) and completions are given, none are shipped;
completions run behind the walls that `augment doctor` names. The table goes to stdout, progress to stderr.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from augment.errors import AugmentError, BadInput
from scripts.bench.strength.ablation import ablation
from scripts.bench.strength.authority import Authority, read_authority
from scripts.bench.strength.curve import curve
from scripts.bench.strength.decisions import contest, decisions
from scripts.bench.strength.mutants import mutation_scores, read_suites
from scripts.bench.strength.tables import Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    add(commands.add_parser("curve"), curve_command, released=True, rival=True)
    mutants = add(commands.add_parser("mutants"), mutants_command, released=False, rival=False)
    mutants.add_argument("suites", type=Path, nargs="+", metavar="SUITE")
    mutants.add_argument("--all", action="store_true", help="each problem, too")
    add(commands.add_parser("ablation"), ablation_command, released=True, rival=False)
    decided = add(commands.add_parser("decisions"), decisions_command, released=True, rival=True)
    decided.add_argument("suite", type=Path, metavar="SUITE")
    decided.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    try:
        table: Table = options.run(options)
    except AugmentError as problem:
        hint = f"hint: {problem.hint}\n" if problem.hint else ""
        parser.exit(2, f"error: {problem.message}\n{hint}")
    print(file=sys.stderr)
    print(table.json() if options.json else table.text())


def add(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], Table], *, released: bool, rival: bool
) -> argparse.ArgumentParser:
    """What the commands share."""
    parser.set_defaults(run=run)
    parser.add_argument("--tasks", default="", help="task ids, with commas between; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th problem of these")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print data, not a table")
    if released:
        parser.add_argument("--released", type=Path, required=True, help="EvalPlus's released data")
        parser.add_argument("--completions", type=Path, nargs="+", required=True)
    if rival:
        parser.add_argument("--evalplus-python", metavar="PYTHON", help="of an environment with evalplus 0.3.1")
    return parser


def curve_command(options: argparse.Namespace) -> Table:
    return curve(authority_of(options), options.evalplus_python, options.seed, progress)


def mutants_command(options: argparse.Namespace) -> Table:
    suites = read_suites(options.suites, progress)
    return mutation_scores(suites, tasks_of(options), options.every, options.seed, options.all, progress)


def ablation_command(options: argparse.Namespace) -> Table:
    return ablation(authority_of(options), options.seed, progress)


def decisions_command(options: argparse.Namespace) -> Table:
    if not options.evalplus_python:
        raise BadInput("no EvalPlus to compare with", hint="give --evalplus-python PYTHON")
    with tempfile.TemporaryDirectory() as name:
        held = contest(options.suite, options.released, options.completions, tasks_of(options), options.every)
        return decisions(held, options.evalplus_python, options.jobs, Path(name))


def authority_of(options: argparse.Namespace) -> Authority:
    return read_authority(options.released, options.completions, tasks_of(options), options.every, progress)


def tasks_of(options: argparse.Namespace) -> list[str]:
    return [task.strip() for task in options.tasks.split(",") if task.strip()]


def progress(done: int, total: int, label: str) -> None:
    print(f"\r{done}/{total} {label}\033[K", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
