"""Doubts about which inputs a problem is about, from its words and its base inputs alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from augment.audit.weakness import call_text
from augment.domain.learn import learn_domain
from augment.domain.rules import broken_by, described, has_types, tier_of
from augment.domain.signature import signature
from augment.model.audit import AuditFinding, AuditKind, Sureness
from augment.model.domain import Domain
from augment.model.suite import Kind, TestedProblem
from augment.model.words import counted

ENOUGH: Final = 6
"""Different base inputs from which the shape of all but one is learnt."""


def doubts(tested: TestedProblem, domain: Domain) -> Iterator[AuditFinding]:
    """Words that base inputs break; where there are none, a base input that the others would not admit.

    Args:
        tested: the problem.
        domain: learnt from all base inputs.
    """
    for doubt in domain.doubts:
        yield AuditFinding(
            task_id=tested.problem.task_id, kind=AuditKind.CONFLICT, sureness=Sureness.LIKELY, what=doubt
        )
    if not domain.doubts:
        yield from odd_input(tested)


def odd_input(tested: TestedProblem) -> Iterator[AuditFinding]:
    """The one base input that lies outside the domain which is learnt from all others; none where there are several."""
    problem = tested.problem
    inputs = list(dict.fromkeys(case.args for case in tested.of_kind(Kind.BASE)))
    if len(inputs) < ENOUGH:
        return
    every = [args.unpack_args() for args in inputs]
    learnt = [learn_domain(problem, every[:place] + every[place + 1 :]) for place in range(len(every))]
    odd = [place for place, domain in enumerate(learnt) if tier_of(domain, every[place]) is None]
    if len(odd) != 1:
        return
    (place,) = odd
    told = signature(problem)
    if has_types(learnt[place], every[place]):
        broken = next(one for one in broken_by(learnt[place], every[place]) if not one.opened or one.wider is not None)
        why = described(broken, told.name if told else str)
    else:
        why = "other types"
    yield AuditFinding(
        task_id=problem.task_id,
        kind=AuditKind.ODD_INPUT,
        sureness=Sureness.POSSIBLE,
        what=f"{call_text(problem, inputs[place])} is alone among {counted(len(inputs), 'base input')}; "
        f"of the others: {why}",
        input=inputs[place],
        figures={"inputs": len(inputs)},
    )
