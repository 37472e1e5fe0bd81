"""A rejected program for a person: its text, the smallest input that shows it wrong, and why that input is meant."""

from __future__ import annotations

from collections.abc import Iterator

from augment.domain.rules import broken_by, described
from augment.domain.signature import signature
from augment.model.completion import Judgement
from augment.model.domain import Domain
from augment.model.proof import Proof
from augment.model.suite import TestedProblem, Tier
from augment.model.words import counted, said_of
from augment.report.problem import compared, opened_lines, spoken, type_lines

MEANT = {
    Tier.CONTRACT: "a contract admits it",
    Tier.INSIDE: "all that is known of the inputs holds for it",
    Tier.STRETCH: "it leaves the shape of the known inputs, and something speaks for that",
    None: "it is a test of the suite, which has no tiers",
}


def explanation_lines(tested: TestedProblem, judgement: Judgement) -> Iterator[str]:
    """The page, line by line; text from untrusted code is in it.

    Args:
        tested: the problem.
        judgement: on a completion that passes base and fails plus.
    """
    completion, failure = judgement.completion, judgement.failure
    yield f"{completion.task_id}  {completion.model} #{completion.number}  ({completion.source})"
    yield f"passes base, {judgement.plus.value} on plus" + (
        f": {failure.case_id}: {failure.reason}" if failure is not None else ""
    )
    yield ""
    lines = completion.program.rstrip("\n").split("\n")
    yield from (f"{number:5}  {line}" for number, line in enumerate(lines, 1))
    yield ""
    if judgement.proof is None:
        yield "no proof: the test that failed is none of the plus tests of the suite"
        return
    yield from _proof(tested, judgement.proof)
    yield ""
    yield from _meant(tested, judgement.proof)


def _proof(tested: TestedProblem, proof: Proof) -> Iterator[str]:
    shown = ", ".join(proof.literals())
    yield "smallest failing input found" if proof.minimal else "failing input"
    yield f"  {tested.problem.entry_point}({shown})"
    yield f"  expected  {proof.expected.literal}"
    yield f"  got       {proof.got}"
    yield f"  compared  {compared(tested.oracle)}"
    same = any(case.id == proof.case_id and case.args == proof.args for case in tested.cases)
    tried = f"{counted(proof.asked, 'input')} {said_of(proof.asked, 'was', 'were')} tried"
    yield f"  {'is' if same else 'made from'} the test {proof.case_id}; {tried}"
    if proof.minimal:
        yield "  run alone it fails each time, and on no input one simplification below"
    if proof.note:
        yield f"  note: {proof.note}"


def _meant(tested: TestedProblem, proof: Proof) -> Iterator[str]:
    yield f"why it is meant: {proof.tier.value if proof.tier else 'no tier'}, {MEANT[proof.tier]}"
    told, domain = signature(tested.problem), tested.domain or Domain()
    names = told.name if told else str
    yield from type_lines(domain, names)
    if domain.contract:
        yield from (f"    {line}" for line in domain.contract.strip().splitlines())
        return
    broken = broken_by(domain, proof.args.unpack_args())
    for statement in domain.statements:
        yield f"  {described(statement, names)}{' (not here)' if statement in broken else ''}"
        yield from (f"      {spoken(evidence)}" for evidence in statement.evidence)
        if statement in broken:
            yield from opened_lines(statement, names)
    yield from (f"  doubt: {doubt}" for doubt in domain.doubts)
