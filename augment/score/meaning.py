"""What outcomes mean: the verdict where one is not the right answer, and the reason in a line."""

from __future__ import annotations

from typing import Final

from augment.harness.check import Ruling, describe
from augment.model.completion import Verdict
from augment.model.execution import Ending, Outcome
from augment.model.suite import Case, Kind
from augment.model.words import shortened, with_article

VERDICTS: Final = {
    Ending.RETURNED: Verdict.FAIL,
    Ending.NOT_PLAIN: Verdict.FAIL,
    Ending.TOO_LARGE: Verdict.FAIL,
    Ending.RAISED: Verdict.FAIL,
    Ending.TIMED_OUT: Verdict.TIMEOUT,
    Ending.OUT_OF_MEMORY: Verdict.MEMORY,
    Ending.DIED: Verdict.CRASH,
    Ending.NO_CODE: Verdict.NO_CODE,
    Ending.INFRA: Verdict.INFRA,
}
"""What an outcome means when it is not the right answer."""


def reason_of(case: Case | None, outcome: Outcome, got: str, ruling: Ruling | None) -> str:
    """Why an outcome is a failure.

    Args:
        case: the test; None where the program did not load.
        outcome: what came of it.
        got: the answer, shortened; empty where there is none.
        ruling: what test code or a checker says of it.
    """
    if outcome.ending is not Ending.RETURNED:
        return f"{'' if case else 'while loading: '}{did(outcome)}"
    if outcome.marked and not got:
        return f"returned {with_article(outcome.marked)}"
    if ruling and case and case.kind is Kind.PLUS:
        return f"got {got}, which the property in the base tests does not hold for ({ruling.reason})"
    expected = with_article(case.raises) if case and case.raises else shortened(case.expected.literal) if case else ""
    return f"expected {expected}, got {got}" + (f" ({ruling.reason})" if ruling and ruling.reason else "")


def did(outcome: Outcome) -> str:
    """An outcome that is no answer, in words."""
    word = {Ending.RAISED: "raised ", Ending.NOT_PLAIN: "returned ", Ending.TOO_LARGE: "returned "}
    return f"{word.get(outcome.ending, '')}{describe(outcome)}"
