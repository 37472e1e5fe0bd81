"""An audit as a person and as a program reads it."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from augment.model.audit import WEIGHTS, Audit, Audited, AuditFinding, AuditKind, Family, Strength, Sureness
from augment.model.finding import Weight
from augment.model.value import Value
from augment.report.audit import audit_document, show_audit


def finding(task_id: str, kind: AuditKind, sureness: Sureness = Sureness.SHOWN, what: str = "it is so") -> AuditFinding:
    return AuditFinding(
        task_id=task_id, kind=kind, sureness=sureness, what=what, input=Value.of(([1], float("inf"))), figures={"n": 2}
    )


def audit(*problems: Audited) -> Audit:
    return Audit(benchmark="toys", seed=7, problems=problems)


def printed(subject: Audit, *, everything: bool = False, width: int = 80) -> str:
    stream = io.StringIO()
    show_audit(Console(file=stream, width=width, no_color=True), subject, everything=everything)
    return stream.getvalue()


MANY = audit(
    *(
        Audited(
            task_id=f"Toy/{number}",
            strength=Strength(base_tests=3, wrong=10, surviving=number % 7),
            findings=(finding(f"Toy/{number}", AuditKind.MUTANTS), finding(f"Toy/{number}", AuditKind.SLOW)),
        )
        for number in range(20)
    )
)


def test_a_report_fits_80_columns_and_shows_the_first_of_each_kind() -> None:
    text = printed(MANY)
    assert max(map(len, text.splitlines())) <= 80
    assert "toys: 20 problems, 0 faults, 20 suspicions, 20 weaknesses" in text
    assert "base tests accept 28.5% of 200 wrong variants of the references" in text
    assert text.count("it is so") == 10
    assert "… and 15 more (--all-findings shows all)" in text
    assert "… and 8 more (--all-findings shows all)" in text


def test_everything_is_shown_when_asked_for() -> None:
    text = printed(MANY, everything=True)
    assert text.count("it is so") == 40
    assert "more (--all" not in text


def test_text_of_others_is_shown_as_it_is() -> None:
    text = printed(audit(Audited(task_id="[red]T", findings=(finding("[red]T", AuditKind.SLOW, what="[b]\x1b x"),))))
    assert "[red]T: [b]\\x1b x" in text


def test_an_audit_that_finds_nothing_says_so() -> None:
    assert printed(audit(Audited(task_id="Toy/0"))).strip() == "toys: 1 problem, 0 faults, 0 suspicions, 0 weaknesses"


def test_the_weakest_problems_come_first() -> None:
    strengths = {
        "Toy/10": Strength(base_tests=2, wrong=10, surviving=3),
        "Toy/2": Strength(base_tests=2, wrong=10, surviving=3),
        "Toy/3": Strength(base_tests=1, wrong=10, surviving=3),
        "Toy/4": Strength(base_tests=9, wrong=10, surviving=9),
        "Toy/5": Strength(base_tests=9, wrong=10, surviving=0, trivial=1),
        "Toy/6": Strength(base_tests=9),
    }
    ranked = audit(*(Audited(task_id=task_id, strength=told) for task_id, told in strengths.items())).ranked
    assert [one.task_id for one in ranked] == ["Toy/5", "Toy/4", "Toy/3", "Toy/2", "Toy/10"]


def test_the_gravest_and_surest_findings_come_first() -> None:
    found = [
        finding("Toy/0", AuditKind.FEW),
        finding("Toy/1", AuditKind.WITNESSES, Sureness.POSSIBLE),
        finding("Toy/2", AuditKind.WITNESSES, Sureness.LIKELY),
        finding("Toy/3", AuditKind.REFERENCE_FAILS),
    ]
    ordered = audit(*(Audited(task_id=one.task_id, findings=(one,)) for one in found)).findings
    assert [one.task_id for one in ordered] == ["Toy/3", "Toy/2", "Toy/1", "Toy/0"]


@pytest.mark.parametrize(("weight", "count"), [(Weight.FAULT, 1), (Weight.SUSPICION, 2), (Weight.WEAKNESS, 3)])
def test_a_lighter_weight_takes_in_the_graver_ones(weight: Weight, count: int) -> None:
    kinds = (AuditKind.REFERENCE_FAILS, AuditKind.SLOW, AuditKind.FEW)
    subject = audit(*(Audited(task_id="Toy/0", findings=(finding("Toy/0", kind),)) for kind in kinds))
    assert len(subject.at_least(weight)) == count


@given(st.lists(st.tuples(st.sampled_from(AuditKind), st.sampled_from(Sureness)), max_size=12))
def test_a_document_counts_each_finding_once_and_is_strict_json(kinds: list[tuple[AuditKind, Sureness]]) -> None:
    subject = audit(
        *(Audited(task_id=f"Toy/{n}", findings=(finding(f"Toy/{n}", *one),)) for n, one in enumerate(kinds))
    )
    document = json.loads(json.dumps(audit_document(subject), allow_nan=False))
    assert len(document["findings"]) == len(kinds)
    assert sum(document["counts"]["by_weight"].values()) == len(kinds)
    assert sum(sum(row.values()) for row in document["counts"]["by_family"].values()) == len(kinds)


def test_every_kind_is_explained() -> None:
    for kind in AuditKind:
        assert kind.about.family in Family
        assert kind.about.weight in WEIGHTS
        assert kind.about.title
        assert kind.about.todo
