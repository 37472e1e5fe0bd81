"""How strong suites are, what makes them so, and what their verdicts cost.

    python scripts/bench/power.py curve --released FILE --completions FILE... [--evalplus-python PYTHON]

`curve` sets recall against the processor time of the search. docs/power.md says what is counted, and shows tables.
Released data and completions are given, none are shipped; completions run behind the walls that `augment doctor` names.
The table goes to stdout, progress to stderr.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from augment.errors import AugmentError
from scripts.bench.strength.authority import Authority, read_authority
from scripts.bench.strength.curve import curve
from scripts.bench.strength.tables import Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    add(commands.add_parser("curve"), curve_command, authority=True, evalplus=True)
    options = parser.parse_args()
    try:
        table: Table = options.run(options)
    except AugmentError as problem:
        hint = f"hint: {problem.hint}\n" if problem.hint else ""
        parser.exit(2, f"error: {problem.message}\n{hint}")
    print(table.json() if options.json else table.text())


def add(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], Table], *, authority: bool, evalplus: bool
) -> None:
    """What the commands share."""
    parser.set_defaults(run=run)
    parser.add_argument("--tasks", default="", help="task ids, with commas between; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th problem of these")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print data, not a table")
    if authority:
        parser.add_argument("--released", type=Path, required=True, help="EvalPlus's released data")
        parser.add_argument("--completions", type=Path, nargs="+", required=True)
    if evalplus:
        parser.add_argument("--evalplus-python", metavar="PYTHON", help="of an environment with evalplus 0.3.1")


def curve_command(options: argparse.Namespace) -> Table:
    return curve(authority_of(options), options.evalplus_python, options.seed, progress)


def authority_of(options: argparse.Namespace) -> Authority:
    return read_authority(options.released, options.completions, tasks_of(options), options.every, progress)


def tasks_of(options: argparse.Namespace) -> list[str]:
    return [task.strip() for task in options.tasks.split(",") if task.strip()]


def progress(done: int, total: int, label: str) -> None:
    print(f"\r{done}/{total} {label}\033[K", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
