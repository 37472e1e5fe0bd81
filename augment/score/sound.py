"""Whether tests can turn anything down at all, told without running a program; cheap enough for every score."""

from __future__ import annotations

from typing import Final

from augment.model.suite import Case, Kind, TestedProblem
from augment.oracle.compare import equal
from augment.oracle.disturb import wrong_answers

TRIED: Final = 10
"""Expected answers of a problem that are disturbed, the smallest ones: the rule is the same for all."""


def unsound(tested: TestedProblem) -> str:
    """Why verdicts of these tests would mean nothing; empty when nothing speaks against them."""
    if tested.by_test_code:
        return "" if tested.problem.test.strip() else "it has no test code, which should judge its base tests"
    if not tested.cases:
        return "it has no tests: nothing would be compared"
    if not tested.of_kind(Kind.BASE):
        return "it has no base tests: base would accept any program"
    for case in _tried(tested):
        for wrong in wrong_answers(tested.oracle, case.expected):
            if equal(tested.oracle, case.expected.unpack(), wrong.unpack()):
                what = f"{wrong.literal[:40]} for {case.expected.literal[:40]}"
                return f"its rule of comparison takes a wrong answer for a right one: {what} on {case.id}"
    return ""


def _tried(tested: TestedProblem) -> list[Case]:
    """Cases with different answers that the rule decides on: on base answers, test code does where there is some."""
    decided = tested.of_kind(Kind.PLUS) if tested.problem.test else tested.cases
    different = {case.expected: case for case in reversed(decided)}
    return sorted(different.values(), key=lambda case: len(case.expected.wire))[:TRIED]
