"""The summary for a terminal: readable without colour and at 80 columns.

Text that is not ours goes through `plain`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from augment.model.completion import Verdict
from augment.model.finding import Checked, Weight
from augment.model.suite import Assistance, Funnel, Search
from augment.model.words import counted, said_of
from augment.report.summary import ModelSummary, PassAtK, Summary
from augment.stats.clustered import Estimate
from augment.stats.unseen import good_turing

WORST = 12
"""Problems shown in the table of the worst; all of them with `--all-problems`."""

OWN_CODE = "own code"
"""In place of a number of base tests."""


def show(console: Console, summary: Summary, *, all_problems: bool = False) -> None:
    """Print the whole report."""
    console.print(Group(_headline(summary), *_models(summary), *_problems(summary, all_problems), *_left_out(summary)))


def percent(share: float | None, digits: int = 1) -> str:
    """A share as a percentage; a dash where there is none."""
    return "–" if share is None else f"{100 * share:.{digits}f}%"


def points(difference: float | None) -> str:
    """A difference of two shares in percentage points."""
    return "–" if difference is None else f"{round(-100 * difference, 1) + 0.0:+.1f}"


def interval(estimate: Estimate | None) -> str:
    """A share with its interval, as in `7.6% (6.1–9.4%)`."""
    return "–" if estimate is None else f"{percent(estimate.value)} ({ends(estimate)})"


def ends(estimate: Estimate) -> str:
    """An interval, as in `6.1–9.4%`."""
    return f"{100 * estimate.low:.1f}–{percent(estimate.high)}"


def plain(text: str) -> Text:
    """Text that is not ours, as it is: no markup, no emoji codes, and no control characters."""
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return Text("".join(shown))


def _headline(summary: Summary) -> RenderableType:
    tested = len(summary.problems)
    plus = sum(problem.plus_tests for problem in summary.problems)
    base = sum(problem.base_tests for problem in summary.problems)
    problems = f"{tested} of {counted(summary.problems_in_suite, 'problem')}"
    line = f"{summary.benchmark}: {problems}, {counted(base, 'base test')} and {counted(plus, 'plus test')}"
    told = [line, *([by_test_code(summary.by_test_code)] if summary.by_test_code else [])]
    return Text("\n", style="bold").append_text(Text("\n").join(map(plain, told)))


def by_test_code(count: int) -> str:
    """How many problems have no base cases and no plus tests."""
    own = said_of(count, "its", "their")
    subject = f"{counted(count, 'problem')} {said_of(count, 'is', 'are')}"
    return f"{subject} scored on base by {own} own test code, without plus tests"


def without_plus(own_code: bool) -> str:
    """The mark of a problem without plus tests."""
    return f"no plus tests, {OWN_CODE} on base" if own_code else "no plus tests"


def _table(name: str, *numbers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(name, overflow="fold")
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _title(text: str) -> RenderableType:
    return Text(f"\n{text}", style="italic")


def _models(summary: Summary) -> list[RenderableType]:
    table = _table("completions", "k", "base", "base+plus", "drop", "drop %", "rejected of base-passers")
    for model in summary.models:
        for number, row in enumerate(model.pass_at_k):
            first = number == 0
            drop, fall = ("", "") if row.undefined else (points(row.drop), percent(row.relative_drop))
            table.add_row(
                _name(model, summary) if first else "",
                str(row.k),
                _defined(row, row.base),
                _defined(row, row.plus),
                drop,
                fall,
                interval(model.false_positive_rate) if first else "",
            )
    verdicts = [Text.assemble(plain(model.model), f": {verdict_counts(model)}") for model in summary.models]
    parts = [_title("pass@k on base and on base+plus"), table, _title("verdicts on base+plus"), *verdicts]
    parts += [_title("95% intervals, over problems"), *map(_ends, summary.models)]
    why = [Text.assemble(plain(model.model), f": {_why(model)}") for model in summary.models if model.rejected]
    return [*parts, *([_title("why plus rejects base-passers, and its share in the drop"), *why] if why else [])]


def _ends(model: ModelSummary) -> RenderableType:
    """As in `base 75.1–86.0%, base+plus 70.2–81.9%, drop 1.9–8.0 points; 7 of 120 problems with a rejected one`."""
    row, weak = model.pass_at_k[0], model.weak_problems
    told = f"; {weak.hits} of {counted(weak.trials, 'problem')} with a base-passer "
    told += f"{said_of(weak.trials, 'has', 'have')} one that plus rejects"
    if row.base_ends is None or row.plus_ends is None or row.drop_ends is None:
        return Text.assemble(plain(model.model), f": pass@{row.k} not defined{told}")
    drop = f"{100 * row.drop_ends.low:.1f}–{100 * row.drop_ends.high:.1f}"
    figures = f"pass@{row.k} base {ends(row.base_ends)}, base+plus {ends(row.plus_ends)}, drop {drop} points"
    return Text.assemble(plain(model.model), f": {figures}{told}")


def _why(model: ModelSummary) -> str:
    """As in `7 fail, 1 timeout; drop of pass@1: -4.0 by wrong answers, -0.5 by time or memory`."""
    first = model.pass_at_k[0]
    parts = f"{points(first.drop_by_answers)} by wrong answers, {points(first.drop_by_time)} by time or memory"
    return _counts(model.rejected) + ("" if first.undefined else f"; drop of pass@{first.k}: {parts}")


def _name(model: ModelSummary, summary: Summary) -> Text:
    """The set, and how many problems it covers where that is not all of them."""
    name = plain(model.model)
    if model.problems < summary.problems_in_suite:
        name.append(f"\n{model.problems} of {counted(summary.problems_in_suite, 'problem')}")
    return name


def _defined(row: PassAtK, value: float | None) -> str:
    return "not defined" if row.undefined else percent(value)


def _problems(summary: Summary, all_problems: bool) -> list[RenderableType]:
    rows = [problem for problem in summary.problems if problem.completions]
    if not all_problems:
        rows = sorted((p for p in rows if p.false_positives), key=lambda p: -p.false_positives)
    if not rows:
        return []
    title = "problems" if all_problems else "problems whose base tests accept most programs that plus rejects"
    table = _table("problem", "n", "pass base", "pass plus", "rejected", "slow", "base tests", "plus tests")
    for problem in rows if all_problems else rows[:WORST]:
        numbers = (
            problem.completions,
            problem.base_passed,
            problem.plus_passed,
            problem.false_positives,
            problem.slow,
            OWN_CODE if problem.by_test_code else problem.base_tests,
            problem.plus_tests,
        )
        table.add_row(plain(problem.task_id), *map(str, numbers))
    parts: list[RenderableType] = [_title(title), table]
    if not all_problems and len(rows) > WORST:
        parts.append(Text(f"… and {len(rows) - WORST} more (--all-problems shows all)", style="dim"))
    return parts


def _left_out(summary: Summary) -> list[RenderableType]:
    lines = []
    undefined = sorted({row.undefined for model in summary.models for row in model.pass_at_k if row.undefined})
    lines += undefined
    if any(model.infra for model in summary.models):
        lines.append("infra: trouble of the engine; these completions are in no rate")
    barren = [problem for problem in summary.problems if problem.note and not problem.plus_tests]
    lines += [f"{without_plus(p.by_test_code)}: {p.task_id}: {p.note}" for p in barren]
    lines += [f"not scored: {e.task_id}: {e.reason}" for e in summary.excluded]
    return [Text(""), *(plain(line) for line in lines)] if lines else []


def verdict_counts(model: ModelSummary) -> str:
    """Plus verdicts of a set, as in `120 pass, 7 fail, 1 timeout`."""
    return _counts(model.plus_verdicts)


def _counts(verdicts: Mapping[Verdict, int]) -> str:
    counts = ((verdict, verdicts.get(verdict, 0)) for verdict in Verdict)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts if count)


def show_funnel(console: Console, funnel: Funnel) -> None:
    """Print what became of the proposed inputs, from proposed to kept."""
    table = _table("", "inputs")
    table.add_row("proposed", f"{funnel.proposed:,}")
    for reason, count in sorted(funnel.dropped.items(), key=lambda entry: (-entry[1], entry[0])):
        table.add_row(Text.assemble("  ", plain(reason)), f"-{count:,}")
    table.add_row("kept", f"{funnel.kept:,}")
    console.print(Group(_title("from proposed inputs to plus tests"), table))


def searched(search: Search) -> str:
    """How strong the tests of a suite are against its adversaries, and what more of the search would bring."""
    counts = ("base", search.by_base), ("base+plus", search.by_suite), ("all inputs found", search.by_all)
    shares = ", ".join(f"{name} {percent(count / search.adversaries)}" for name, count in counts)
    hunted = counted(search.adversaries, "adversary", "adversaries")
    line = f"of {hunted} {said_of(search.adversaries, 'is', 'are')} killed: {shares}"
    more = good_turing(search.once, search.tried)
    if more is None:
        return line
    more = min(1000 * more, float(search.adversaries - search.by_all))  # there are no others
    return f"{line}; 1,000 inputs more, beside {search.tried:,}, would kill {more:.1f} more (Good-Turing)"


def money(amount: float) -> str:
    """An amount as a person reads it: two digits of its small change, more where there is nothing else."""
    return f"{amount:,.2f}" if amount >= 1 or not amount else f"{amount:.2g}"


def assisted(told: Assistance, cost: float | None = None) -> str:
    """What a language model added, from asked to kept, and what a kept test cost; in money where prices are known."""
    tokens = told.prompt_tokens + told.completion_tokens
    each = f", {tokens / told.kept:,.0f} a kept test" if told.kept else ""
    if cost is not None:
        each += f"; cost {money(cost)}" + (f", {money(cost / told.kept)} a kept test" if told.kept else "")
    return (
        f"language model: {told.answered:,} of {counted(told.asked, 'question')} answered, "
        f"{counted(told.inputs, 'input')} read "
        f"({told.unreadable:,} unreadable), {told.valid:,} new and valid, {told.kept:,} kept; "
        f"{counted(told.alone, 'adversary', 'adversaries')} killed by nothing before; "
        f"{counted(told.preconditions, 'precondition')} used, {told.refused:,} refused, "
        f"{counted(told.objected, 'input')} objected to; {counted(tokens, 'token')}{each}"
    )


HEADINGS = {
    Weight.FAULT: "faults: verdicts on these problems are worth nothing",
    Weight.WEAKNESS: "weak base tests: the plus tests make up for it",
    Weight.SUSPICION: "suspicious references: look at them yourself",
}


def show_check(console: Console, checked: Checked) -> None:
    """Print the self-check of a suite."""
    found = {weight: list(checked.of(weight)) for weight in Weight}
    left_out = [(exclusion.task_id, exclusion.reason) for exclusion in checked.excluded]
    own_code = [(task_id, OWN_CODE) for task_id in checked.by_test_code]
    parts = _reasons(HEADINGS[Weight.FAULT], found[Weight.FAULT])
    parts += _reasons("left out of the suite: these problems are in no figure", left_out)
    parts += _reasons(HEADINGS[Weight.WEAKNESS], found[Weight.WEAKNESS])
    parts += _reasons(HEADINGS[Weight.SUSPICION], found[Weight.SUSPICION])
    parts += _reasons(by_test_code(len(own_code)), own_code)
    comparisons = sum(problem.comparisons for problem in checked.problems)
    programs = sum(problem.trivial_programs for problem in checked.problems)
    tried = ", ".join(
        [
            counted(len(checked.problems), "problem"),
            counted(comparisons, "comparison"),
            counted(programs, "trivial program"),
        ]
    )
    told = [counted(len(found[Weight.FAULT]), "fault"), f"{len(left_out)} left out"]
    told += [counted(len(found[Weight.WEAKNESS]), "weakness", "weaknesses")]
    told += [counted(len(found[Weight.SUSPICION]), "suspicion")]
    parts.append(Text("\n").append_text(plain(f"{checked.benchmark}: {tried}")))
    console.print(Group(*parts, Text(", ".join(told))))


def _reasons(heading: str, found: Sequence[tuple[str, str]]) -> list[RenderableType]:
    if not found:
        return []
    return [_title(heading), *(plain(f"{task_id}: {reason}") for task_id, reason in found)]
