"""What keeps tests from doing what tests are for: none that can be run, none beside base, none that are new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from augment.model.audit import AuditFinding, AuditKind, Sureness
from augment.model.finding import Examined, Finding, Topic, Weight
from augment.model.suite import Exclusion, Kind, TestedProblem
from augment.model.words import counted, said_of
from augment.recover.base import ANYTHING, NO_REFERENCE

KINDS: Final = {
    (Topic.REFERENCE, Weight.FAULT): (AuditKind.REFERENCE_FAILS, Sureness.SHOWN),
    (Topic.ACCEPTS, Weight.FAULT): (AuditKind.ACCEPTS_ANYTHING, Sureness.SHOWN),
    (Topic.TRIVIAL, Weight.FAULT): (AuditKind.ACCEPTS_ANYTHING, Sureness.SHOWN),
    (Topic.TRIVIAL, Weight.WEAKNESS): (AuditKind.TRIVIAL, Sureness.SHOWN),
    (Topic.BLIND, Weight.WEAKNESS): (AuditKind.BLIND, Sureness.SHOWN),
    (Topic.CONTRACT, Weight.FAULT): (AuditKind.BAD_CONTRACT, Sureness.SHOWN),
    (Topic.PROMPT, Weight.SUSPICION): (AuditKind.CONTRADICTS_PROMPT, Sureness.LIKELY),
    (Topic.FLOATS, Weight.SUSPICION): (AuditKind.FLOATS, Sureness.LIKELY),
    (Topic.TOLD, Weight.SUSPICION): (AuditKind.WITNESSES, Sureness.LIKELY),
}
"""What the findings of a self-check are here."""
REFERENCE: Final = "its reference"
"""How a reason begins that speaks of the reference."""


def of_self_check(examined: Examined, *, of_suite: bool) -> Iterator[AuditFinding]:
    """The findings of a self-check; without plus tests, what passes all tests has passed base and no more."""
    for finding in examined.findings:
        kind, sureness = _kind(finding)
        if finding.topic is Topic.TRIVIAL and not of_suite:
            kind = AuditKind.TRIVIAL
        yield AuditFinding(task_id=examined.task_id, kind=kind, sureness=sureness, what=finding.reason)


def _kind(finding: Finding) -> tuple[AuditKind, Sureness]:
    if finding.topic is Topic.REFERENCE and not finding.reason.startswith((REFERENCE, "its base tests turn down")):
        return AuditKind.ACCEPTS_ANYTHING, Sureness.SHOWN  # nothing is compared, or anything is right
    return KINDS[finding.topic, finding.weight]


def of_exclusion(exclusion: Exclusion) -> AuditFinding:
    """Why a problem cannot be scored."""
    reason = exclusion.reason
    if reason.startswith(NO_REFERENCE):
        kind = AuditKind.NO_REFERENCE
    elif reason.startswith(REFERENCE) or "turn down the reference" in reason:
        kind = AuditKind.REFERENCE_FAILS
    elif ANYTHING in reason:
        kind = AuditKind.ACCEPTS_ANYTHING
    else:
        kind = AuditKind.NOT_RUN
    return AuditFinding(task_id=exclusion.task_id, kind=kind, sureness=Sureness.SHOWN, what=reason)


def of_plus_tests(tested: TestedProblem) -> Iterator[AuditFinding]:
    """A suite's problem without plus tests, or with some that repeat base inputs."""
    task_id = tested.problem.task_id
    plus = tested.of_kind(Kind.PLUS)
    if not plus:
        yield AuditFinding(
            task_id=task_id,
            kind=AuditKind.NO_PLUS,
            sureness=Sureness.SHOWN,
            what=tested.note or "its list of plus tests is empty",
        )
    base = {case.args for case in tested.of_kind(Kind.BASE)}
    repeated = [case for case in plus if case.args in base]
    if repeated:
        yield AuditFinding(
            task_id=task_id,
            kind=AuditKind.REPEATED,
            sureness=Sureness.SHOWN,
            what=f"{len(repeated)} of {counted(len(plus), 'plus test')} "
            f"{said_of(len(repeated), 'has', 'have')} what base asks already: {repeated[0].id}",
            input=repeated[0].args,
            figures={"repeated": len(repeated), "plus": len(plus)},
        )
