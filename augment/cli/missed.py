"""`augment missed`: how many wrong programs a suite still accepts, estimated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from augment import api
from augment.cli import common
from augment.estimating import FEWEST, Alone, Both, Overlap, Tally
from augment.model.words import counted
from augment.report.terminal import WORST, percent, plain
from augment.stats.captured import Unseen

COUNTS = ("accepted", "tests", "convicted", "once", "twice", "alone", "unknown")
KIND = (
    "These are for tests that come as those came. Faults that no test of this kind shows are in no figure, so none "
    "says how many wrong programs are accepted at most; `augment review` does."
)
DEPENDENCE = (
    "This takes the two suites for independent. Where the same programs are easy for both, it is a lower bound; where "
    "each convicts what the other cannot (by false alarms, say), it is too high. Programs that no test of either kind "
    "convicts are in no figure."
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "missed",
        short_help="Estimate how many wrong programs a suite still accepts.",
        epilog="Example: augment score suite.jsonl my-model.jsonl --all-tests -o results.json && "
        "augment missed results.json",
    )(missed)


def missed(
    results: Annotated[Path, typer.Argument(help="Results file of `augment score --all-tests`.")],
    other: Annotated[
        Path | None,
        typer.Argument(
            help="Results of another suite on the same completions; of another seed, or another tool's.",
            show_default="none",
        ),
    ] = None,
    all_problems: common.AllProblems = False,
    as_json: common.AsJson = False,
) -> None:
    """Estimate how many accepted programs are wrong, from tests that convict alone, or from a second suite.

    With one file: how many accepted completions one more test of each problem, and as many tests again, would convict
    (Good and Turing; Chao). With a second one: how many wrong programs neither suite convicts, if they judge
    independently (Chapman). Both tell what tests of this kind would still find, and hardly more: docs/missed.md.
    """
    found = api.missed(results, other)
    if as_json:
        common.print_json(
            {
                "results": str(results),
                "other": None if other is None else str(other),
                "alone": None if found.alone is None else _alone_row(found.alone),
                "overlap": None if found.overlap is None else _overlap_row(found.overlap),
            }
        )
        return
    if found.alone is not None:
        _show_alone(found.alone, all_problems)
    if found.overlap is not None:
        if found.alone is not None:
            common.stdout.print()
        _show_overlap(found.overlap, all_problems)


def _alone_row(alone: Alone) -> dict[str, Any]:
    return {
        **{name: alone.total(name) for name in COUNTS},
        **{name: getattr(alone, name) for name in ("next", "chance", "again", "least")},
        "untested": alone.untested,
        "problems": [
            {"task_id": tally.task_id, **{name: getattr(tally, name) for name in (*COUNTS, "next", "chance")}}
            for tally in alone.problems
        ],
    }


def _overlap_row(overlap: Overlap) -> dict[str, Any]:
    return {
        **overlap.all.row(),
        "unseen": _unseen_row(overlap.unseen),
        "left_out": overlap.left_out,
        "unsure": [*overlap.unsure],
        "problems": [{"task_id": task_id, **both.row()} for task_id, both in overlap.problems.items()],
    }


def _unseen_row(unseen: Unseen | None) -> dict[str, float] | None:
    return None if unseen is None else {"value": unseen.value, "low": unseen.low, "high": unseen.high}


def _show_alone(alone: Alone, all_problems: bool) -> None:
    accepted, tests = alone.total("accepted"), alone.total("tests")
    passed = accepted + alone.total("convicted")
    _say(
        f"{accepted:,} of {counted(passed, 'completion')} that pass base are accepted, by "
        f"{counted(tests, 'plus test')} of {counted(len(alone.problems), 'problem')}"
    )
    shown = [tally for tally in alone.problems if all_problems or tally.next]
    ranked = sorted(shown, key=lambda tally: -tally.next)
    rows = [_cells("all", {name: alone.total(name) for name in COUNTS}, alone)]
    rows += [_cells(t.task_id, {name: getattr(t, name) for name in COUNTS}, t) for t in ranked]
    headings = "accepted", "tests", "convicted", "by one", "by two", "next", "chance"
    _show_table("what more tests of this kind would convict of the accepted", headings, rows, all_problems)
    for line in _explained(alone, accepted):
        _say(line)


def _cells(name: str, counts: Mapping[str, int], figures: Tally | Alone) -> list[str]:
    return [
        name,
        *(f"{counts[key]:,}" for key in ("accepted", "tests", "convicted", "once", "twice")),
        f"{figures.next:.2f}",
        percent(figures.chance),
    ]


def _explained(alone: Alone, accepted: int) -> Iterator[str]:
    yield ""
    yield "by one, by two: convicted by exactly so many tests"
    yield (
        "next, chance: how many one more test of each problem is expected to convict, and the chance that it convicts "
        "any (Good-Turing)"
    )
    share = f", {percent(alone.least / accepted)} of the accepted" if accepted else ""
    yield (
        f"As many tests again are expected to convict {alone.again:.1f} more; in the end, tests of this kind would "
        f"convict at least {alone.least:.1f}{share} (Chao's lower bound)."
    )
    yield KIND
    if alone.total("unknown"):
        ended = counted(alone.total("unknown"), "convicted completion")
        yield f"{ended} did not get to the last test (time, memory, a crash): how many tests convict them is not known."
    if alone.untested:
        untested = counted(alone.untested, "accepted completion")
        yield f"Problems with less than {counted(FEWEST, 'plus test')} are in no figure, with {untested}."


def _show_overlap(overlap: Overlap, all_problems: bool) -> None:
    total = overlap.all
    count = sum(total.row().values())
    problems = counted(len(overlap.problems), "problem")
    _say(f"{counted(count, 'completion')} of {problems} passed base with both suites")
    found = {task_id: both.only_one + both.only_other for task_id, both in overlap.problems.items()}
    shown = [item for item in overlap.problems.items() if all_problems or found[item[0]]]
    ranked = sorted(shown, key=lambda item: -found[item[0]])
    rows = [_both_cells("all", total), *(_both_cells(task_id, both) for task_id, both in ranked)]
    headings = "pass base", "both convict", "only the 1st", "only the 2nd", "neither"
    _show_table("what two suites convict", headings, rows, all_problems)
    _say("")
    _say(_unseen_line(overlap))
    _say(DEPENDENCE)
    if overlap.left_out:
        _say(f"Left out: {counted(overlap.left_out, 'completion')} not known to pass base with both.")
    if overlap.unsure:
        _say(
            f"Not known to hold the same programs, for an earlier version wrote the results: "
            f"{common.listed(overlap.unsure)}."
        )


def _both_cells(name: str, both: Both) -> list[str]:
    counts = sum(both.row().values()), both.both, both.only_one, both.only_other, both.neither
    return [name, *(f"{count:,}" for count in counts)]


def _unseen_line(overlap: Overlap) -> str:
    unseen, neither = overlap.unseen, overlap.all.neither
    if unseen is None:
        return "A suite convicts nothing, so nothing can be said of what both miss."
    share = f" ({percent(unseen.value / neither)})" if neither else ""
    ends = f"{unseen.low:.1f}–{unseen.high:.1f}"
    value = f"{unseen.value:.1f}{share}"
    return f"Of {neither:,} that neither convicts, an estimated {value} are wrong (Chapman; 95%: {ends})."


def _show_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], all_problems: bool) -> None:
    """A table with the problems behind the first row, which is of all."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("problem", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    shown = rows if all_problems else rows[: WORST + 1]
    for name, *cells in shown:
        table.add_row(plain(name), *cells)
    _say(f"\n{title}")
    common.stdout.print(table)
    if len(shown) < len(rows):
        _say(f"… and {len(rows) - len(shown):,} more (--all-problems shows all)")


def _say(text: str) -> None:
    for line in text.split("\n"):
        common.stdout.print(plain(line), highlight=False)
