"""The summary for a terminal: readable without colour and at 80 columns.

Every text that is not ours is escaped before rich sees it.
"""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from augment.model.completion import Verdict
from augment.model.suite import Funnel
from augment.report.summary import ModelSummary, PassAtK, Summary
from augment.stats.share import Share

WORST = 12
"""Problems shown in the table of the worst; all of them with `--all-problems`."""


def show(console: Console, summary: Summary, *, all_problems: bool = False) -> None:
    """Print the whole report."""
    console.print(Group(_headline(summary), _models(summary), *_problems(summary, all_problems), *_left_out(summary)))


def percent(share: float | None, digits: int = 1) -> str:
    """A share as a percentage; a dash where there is none."""
    return "–" if share is None else f"{100 * share:.{digits}f}%"


def points(difference: float | None) -> str:
    """A difference of two shares in percentage points."""
    return "–" if difference is None else f"{-100 * difference:+.1f}"


def interval(share: Share) -> str:
    """A share with its interval, as in `7.6% (6.1–9.4%)`."""
    ends = share.interval
    if ends is None:
        return "–"
    return f"{percent(share.value)} ({100 * ends[0]:.1f}–{percent(ends[1])})"


def _headline(summary: Summary) -> RenderableType:
    tested = len(summary.problems)
    plus = sum(problem.plus_tests for problem in summary.problems)
    base = sum(problem.base_tests for problem in summary.problems)
    problems = f"{tested} of {summary.problems_in_suite} problems"
    line = f"{summary.benchmark}: {problems}, {base:,} base tests and {plus:,} plus tests"
    return Text(f"\n{line}", style="bold")


def _models(summary: Summary) -> RenderableType:
    table = Table(
        title="pass@k on base and on base+plus",
        title_justify="left",
        title_style="italic",
        box=None,
        pad_edge=False,
    )
    table.add_column("completions", overflow="fold")
    for heading in ("k", "base", "base+plus", "drop", "drop %", "wrong among base-passers"):
        table.add_column(heading, justify="right")
    for model in summary.models:
        for number, row in enumerate(model.pass_at_k):
            name = escape(model.model) if number == 0 else ""
            wrong = interval(model.false_positives) if number == 0 else ""
            drop = "" if row.drop is None else points(row.drop)
            fall = percent(row.relative_drop) if row.relative_drop is not None else "–"
            table.add_row(name, str(row.k), _defined(row, row.base), _defined(row, row.plus), drop, fall, wrong)
        if model.problems < len(summary.problems) or model.infra:
            table.add_row(f"  [dim]{escape(_coverage(model, summary))}[/dim]", "", "", "", "", "", "")
    return table


def _defined(row: PassAtK, value: float | None) -> str:
    return "not defined" if row.undefined else percent(value)


def _coverage(model: ModelSummary, summary: Summary) -> str:
    text = f"{model.problems} of {len(summary.problems)} problems"
    return f"{text}; {model.infra} not scored (engine trouble)" if model.infra else text


def _problems(summary: Summary, all_problems: bool) -> list[RenderableType]:
    rows = [problem for problem in summary.problems if problem.completions]
    if not all_problems:
        rows = sorted((p for p in rows if p.false_positives), key=lambda p: -p.false_positives)
    if not rows:
        return []
    title = "problems" if all_problems else "problems whose base tests accept most wrong programs"
    table = Table(title=f"\n{title}", title_justify="left", title_style="italic", box=None, pad_edge=False)
    table.add_column("problem", overflow="fold")
    for heading in ("completions", "pass base", "pass plus", "wrong", "base tests", "plus tests"):
        table.add_column(heading, justify="right")
    for problem in rows if all_problems else rows[:WORST]:
        numbers = (
            problem.completions,
            problem.base_passed,
            problem.plus_passed,
            problem.false_positives,
            problem.base_tests,
            problem.plus_tests,
        )
        table.add_row(escape(problem.task_id), *map(str, numbers))
    parts: list[RenderableType] = [table]
    if not all_problems and len(rows) > WORST:
        parts.append(Text(f"… and {len(rows) - WORST} more (--all-problems shows all)", style="dim"))
    return parts


def _left_out(summary: Summary) -> list[RenderableType]:
    lines = []
    undefined = sorted({row.undefined for model in summary.models for row in model.pass_at_k if row.undefined})
    lines += [f"not defined: {reason}" for reason in undefined]
    lines += [f"no plus tests: {p.task_id}: {p.note}" for p in summary.problems if p.note and not p.plus_tests]
    lines += [f"not scored: {e.task_id}: {e.reason}" for e in summary.excluded]
    return [Text("\n" + "\n".join(lines), style="dim")] if lines else []


def verdict_counts(model: ModelSummary) -> str:
    """Plus verdicts of a set, as in `120 pass, 7 fail, 1 timeout`."""
    counts = ((verdict, model.plus_verdicts.get(verdict, 0)) for verdict in Verdict)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts if count)


def show_funnel(console: Console, funnel: Funnel) -> None:
    """Print what became of the proposed inputs, from proposed to kept."""
    table = Table(
        title="from proposed inputs to plus tests",
        title_justify="left",
        title_style="italic",
        box=None,
        pad_edge=False,
    )
    table.add_column("")
    table.add_column("inputs", justify="right")
    table.add_row("proposed", f"{funnel.proposed:,}")
    for reason, count in sorted(funnel.dropped.items(), key=lambda entry: (-entry[1], entry[0])):
        table.add_row(f"  {escape(reason)}", f"-{count:,}")
    table.add_row("kept", f"{funnel.kept:,}")
    console.print(table)
