"""An audit for a terminal, and as a document of JSON types only.

Reads at 80 columns and without colour. What differs between two audits with the same seed is not in either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from augment.model.audit import WEIGHTS, Audit, Audited, AuditFinding, Family, Sureness
from augment.model.finding import Weight
from augment.model.words import counted
from augment.report.terminal import WORST, percent, plain

VERSION: Final = 1
SHOWN: Final = 5
"""Findings shown of each kind; all of them with `--all-findings`."""
WORDS: Final = {
    Weight.FAULT: ("fault", "faults"),
    Weight.SUSPICION: ("suspicion", "suspicions"),
    Weight.WEAKNESS: ("weakness", "weaknesses"),
}
WIDEST: Final = 100
"""Columns of the report, however wide the terminal."""


def show_audit(console: Console, audit: Audit, *, everything: bool = False) -> None:
    """Print the whole report.

    Args:
        console: where to.
        audit: what was found.
        everything: whether all problems and findings are shown, not only the first of each kind.
    """
    for part in _parts(audit, everything):
        console.print(part, width=min(console.width, WIDEST))


def _parts(audit: Audit, everything: bool) -> Iterator[RenderableType]:
    findings = audit.findings
    yield from _headline(audit, findings)
    if findings:
        yield _counts(findings)
    ranked = audit.ranked
    if ranked:
        yield Text("\nproblems with the weakest base tests", style="bold")
        shown = ranked if everything else ranked[:WORST]
        yield _ranking(shown)
        yield from _rest(len(ranked) - len(shown))
    for kind, group in groupby(findings, key=lambda finding: finding.kind):
        found = list(group)
        about = kind.about
        yield Text(f"\n{about.title}: {len(found)}", style="bold")
        yield Text(f"{kind}, {about.family}, {about.weight}; to do: {about.todo}")
        shown_findings = found if everything else found[:SHOWN]
        for finding in shown_findings:
            sureness = "" if finding.sureness is Sureness.SHOWN else f"{finding.sureness}: "
            yield Padding(plain(f"{finding.task_id}: {sureness}{finding.what}"), (0, 0, 0, 2), expand=False)
        yield from _rest(len(found) - len(shown_findings))


def _rest(more: int) -> Iterator[RenderableType]:
    if more:
        yield Text(f"  … and {more} more (--all-findings shows all)")


def _headline(audit: Audit, findings: Sequence[AuditFinding]) -> Iterator[RenderableType]:
    by_weight = {weight: [one for one in findings if one.weight is weight] for weight in Weight}
    counts = ", ".join(counted(len(by_weight[weight]), *words) for weight, words in WORDS.items())
    touched = len({finding.task_id for finding in findings if finding.weight is not Weight.WEAKNESS})
    yield plain(f"{audit.benchmark}: {counted(len(audit.problems), 'problem')}, {counts}")
    wrong = sum(problem.strength.wrong for problem in audit.problems)
    if wrong:
        surviving = sum(problem.strength.surviving for problem in audit.problems)
        yield Text(
            f"base tests accept {percent(surviving / wrong)} of {counted(wrong, 'wrong variant')} of the references; "
            f"{counted(touched, 'problem')} with a fault or a suspicion"
        )
    if audit.models:
        yield plain(f"witnesses: {', '.join(audit.models)}")


def _counts(findings: Sequence[AuditFinding]) -> RenderableType:
    counted = Counter((finding.family, finding.sureness) for finding in findings)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("\nfamily")
    for sureness in Sureness:
        table.add_column(f"\n{sureness}", justify="right")
    for family in Family:
        table.add_row(family, *(str(counted[family, sureness]) for sureness in Sureness))
    return table


def _ranking(problems: Sequence[Audited]) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("problem")
    for heading in ("base tests", "wrong variants", "pass base", "share", "trivial pass"):
        table.add_column(heading, justify="right")
    for problem in problems:
        told = problem.strength
        table.add_row(
            plain(problem.task_id),
            str(told.base_tests),
            str(told.wrong),
            str(told.surviving),
            percent(told.share, 0),
            "yes" if told.trivial else "",
        )
    return table


def audit_document(audit: Audit) -> dict[str, Any]:
    """The audit, of JSON types only."""
    findings = audit.findings
    return {
        "augment_audit": VERSION,
        "benchmark": audit.benchmark,
        "seed": audit.seed,
        "models": list(audit.models),
        "unread": list(audit.unread),
        "problems": len(audit.problems),
        "counts": {
            "by_weight": {weight: sum(one.weight is weight for one in findings) for weight in WEIGHTS},
            "by_family": {
                family: {
                    sureness: sum(one.family is family and one.sureness is sureness for one in findings)
                    for sureness in Sureness
                }
                for family in Family
            },
        },
        "ranked": [_strength_row(problem) for problem in audit.ranked],
        "findings": [_finding_row(finding) for finding in findings],
    }


def _strength_row(problem: Audited) -> dict[str, Any]:
    told = problem.strength
    return {
        "task_id": problem.task_id,
        "base_tests": told.base_tests,
        "wrong_variants": told.wrong,
        "surviving": told.surviving,
        "share": round(told.share, 4),
        "trivial_passes": told.trivial > 0,
    }


def _finding_row(finding: AuditFinding) -> dict[str, Any]:
    return {
        "task_id": finding.task_id,
        "family": finding.family,
        "kind": finding.kind,
        "weight": finding.weight,
        "sureness": finding.sureness,
        "what": finding.what,
        "input": None if finding.input is None else finding.input.literal,
        "figures": dict(finding.figures),
        "to_do": finding.kind.about.todo,
    }
