"""The words of the readable reports: the same sentences in HTML, in Markdown and on the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from augment.model.suite import Funnel
from augment.model.words import counted
from augment.report.figures import Figures, Ground, Neighbours, Standing
from augment.report.terminal import ends, interval, percent, without_plus
from augment.stats.clustered import Estimate
from augment.stats.ranking import Paired

HEAVIEST = 3
"""Problems that the headline names."""
LEVEL = 0.05
"""Below this p-value two models are said to be told apart."""


def visible(text: str) -> str:
    """Text that is not ours without what is not seen, or changes how the rest is seen.

    Control characters, marks that turn the direction of writing, lone surrogates and the like become escapes; line
    ends and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode("ascii") for c in text)


def one_line(text: str) -> str:
    """The same on one line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def models(figures: Figures) -> str:
    """Whose figures these are."""
    names = [one_line(standing.model.model) for standing in figures.standings]
    return names[0] if len(names) == 1 else f"{len(names)} models (mean over problems)"


def fall(figures: Figures) -> str:
    """As in `pass@1 of m falls from 80.0% (70.1–87.2%) to 70.0% (60.5–78.3%), by 10.0 points (5.1–17.9)`."""
    average = figures.average
    if average is None:
        return "No completion was scored"
    whose = models(figures)
    if not any(problem.plus_tests for problem in figures.summary.problems):
        return f"pass@1 of {whose} is {interval(average.base)} on base; no plus test counted, so it could not fall"
    if not sum(figures.rejected.values()):
        return f"pass@1 of {whose} stays at {interval(average.base)}: plus tests reject nothing that base accepts"
    drop = f"{100 * average.drop.value:.1f} points ({span(average.drop)})"
    return f"pass@1 of {whose} falls from {interval(average.base)} to {interval(average.plus)}, by {drop}"


def span(estimate: Estimate) -> str:
    """An interval in points, as in `5.1–17.9`."""
    return ends(estimate).removesuffix("%")


def rejected(figures: Figures) -> str:
    """As in `12 of 80 programs that base accepts, 15.0% (...), are rejected by plus: 11 wrong, 1 too slow`."""
    count = sum(figures.rejected.values())
    share = figures.rejected_share
    if share is None:
        return "The base tests accept no program" if figures.standings else ""
    told = f": {grounds(figures.rejected)}" if count else ""
    subject = f"{count:,} of {counted(figures.accepted, 'program')} that the base tests accept"
    return f"{subject}, {interval(share)}, are rejected by plus tests{told}"


def grounds(counts: Mapping[Ground, int]) -> str:
    """As in `11 wrong, 1 too slow`."""
    return ", ".join(f"{count:,} {ground}" for ground, count in counts.items() if count)


def heaviest(figures: Figures) -> str:
    """Which problems weigh most; empty where none does."""
    named = [one.problem for one in figures.problems if one.problem.false_positives][:HEAVIEST]
    if not named:
        return ""
    names = ", ".join(f"{one_line(problem.task_id)} ({problem.false_positives})" for problem in named)
    hold = "hold" if figures.half > 1 else "holds"
    return f"{figures.half} of {counted(len(figures.problems), 'problem')} {hold} half of them; most are on {names}"


def headline(figures: Figures) -> list[str]:
    """The few sentences that matter most."""
    return [sentence for sentence in (fall(figures), rejected(figures), heaviest(figures)) if sentence]


def ranking(figures: Figures) -> str:
    """What becomes of the order of the models; empty with fewer than two."""
    found = figures.reordering
    if found is None:
        return ""
    if found.tau is None:
        return "Kendall's tau is not defined: one of the two orders tells no two models apart"
    count = len(found.swapped)
    pairs = f"{count} pairs change" if count > 1 else f"{count or 'no'} pair changes"
    return f"Kendall's tau between the order on base and on base+plus is {found.tau:.3f}; {pairs} places"


def told_apart(found: Paired) -> str:
    """Whether a paired test tells two models apart."""
    return "yes" if found.p_value < LEVEL else "no"


def p_value(value: float) -> str:
    """As in `0.031`, or `<0.001`."""
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def plus_minus(difference: float) -> str:
    """A difference of two shares in points, with its sign."""
    return f"{round(100 * difference, 1) + 0.0:+.1f}"


def strength(figures: Figures) -> list[tuple[str, str]]:
    """What share of its adversaries the suite kills, by which tests; empty where that is not known."""
    search = figures.making.search
    if search is None or not search.adversaries:
        return []
    rows = ("base tests", search.by_base), ("base and plus tests", search.by_suite), ("all inputs tried", search.by_all)
    return [(name, percent(count / search.adversaries)) for name, count in rows]


NEIGHBOURS = ("ahead", "behind", "difference", "problems ahead", "problems behind", "p", "told apart", "resolved from")
"""Columns of the paired tests."""


def neighbours(found: Neighbours) -> tuple[str, ...]:
    """One paired test; differences in points."""
    paired = found.paired
    return (
        found.first,
        found.second,
        plus_minus(paired.difference),
        str(paired.first_better),
        str(paired.second_better),
        p_value(paired.p_value),
        told_apart(paired),
        f"{100 * paired.resolvable:.1f}" if paired.resolvable <= 1 else "–",
    )


def left_out(figures: Figures) -> list[str]:
    """What is in no figure, and what is not defined."""
    summary = figures.summary
    lines = sorted({row.undefined for model in summary.models for row in model.pass_at_k if row.undefined})
    whole = counted(len(summary.problems), "problem")
    for model in summary.models:
        if model.infra:
            lines.append(f"{model.model}: trouble of the engine, so in no rate: {counted(model.infra, 'completion')}")
        if 0 < model.problems < len(summary.problems):
            lines.append(f"{model.model}: has completions of {model.problems} of {whole}")
    lines += [f"{one.task_id}: not scored: {one.reason}" for one in summary.excluded]
    lines += [
        f"{one.task_id}: {without_plus(one.by_test_code)}: {one.note}"
        for one in summary.problems
        if one.note and not one.plus_tests
    ]
    return [*lines, *figures.making.reading]


def fall_in_short(figures: Figures) -> str:
    """The headline in a few words, as in `pass@1 falls from 80.0% to 70.0%`."""
    average = figures.average
    if average is None:
        return "no completion was scored"
    base, plus = percent(average.base.value), percent(average.plus.value)
    return f"pass@1 stays at {base}" if base == plus else f"pass@1 falls from {base} to {plus}"


def moves(standing: Standing) -> str:
    """How a model moves from its rank on base to that on base+plus."""
    up = standing.rank_base - standing.rank_plus
    return f"↑ {up}" if up > 0 else f"↓ {-up}" if up < 0 else "–"


def dropped(funnel: Funnel) -> list[tuple[str, int]]:
    """Why inputs became no tests, the most frequent reason first."""
    return sorted(funnel.dropped.items(), key=lambda entry: (-entry[1], entry[0]))
