"""Compare an answer with the expected one.

Plain values are compared as `agree.py` says. Library containers and scalars count as the plain value they hold where
Python's equality says so too: Counter, OrderedDict, defaultdict, namedtuple and numpy scalars do; deque and numpy
arrays do not, unless the reference returns one or the base tests take any sequence.

Answers come as bytes from an untrusted process; they are decoded as data only, and equal bytes are equal values.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from augment.model.execution import Ending, Outcome
from augment.model.suite import Oracle
from augment.model.value import Value
from augment.oracle.agree import equal

__all__ = ["accepts", "counts_as_plain", "equal", "plain_value"]

EQUAL_TO_PLAIN: Final = frozenset({"Counter", "OrderedDict", "defaultdict", "namedtuple"})


def accepts(oracle: Oracle, expected: Value, outcome: Outcome, marked: str = "") -> bool:
    """Whether a returned answer is right. Bytes that are no plain value are wrong.

    Args:
        oracle: how to compare; where it is a checker, an answer that differs from the expected one may be right too.
        expected: the reference's answer.
        outcome: what a call did.
        marked: type of the reference's answer, where that is no plain one; answers of that type count too.
    """
    if outcome.wire == expected.wire and not outcome.marked:
        return outcome.ending is Ending.RETURNED
    marks = {marked} | ({"deque"} if _any_collection(oracle) else set())
    got = plain_value(outcome, marks)
    return got is not None and (got == expected or equal(oracle, expected.unpack(), got.unpack()))


def _any_collection(oracle: Oracle) -> bool:
    """Whether the base tests take collections of other kinds than the reference's."""
    return oracle.any_sequence or oracle.unordered or oracle.truth_only


def counts_as_plain(mark: str) -> bool:
    """Whether a library type is taken for the plain value it holds; the empty mark is that of plain values."""
    kind = mark.removeprefix("nested ")
    return not kind or kind in EQUAL_TO_PLAIN or (kind.startswith("numpy.") and kind != "numpy.ndarray")


def plain_value(outcome: Outcome, marks: Collection[str] = ()) -> Value | None:
    """The answer of an outcome, where it returned a plain value or a library type that counts as one.

    Args:
        outcome: what a call did.
        marks: types that count too, because the reference returns them.
    """
    return outcome.content if counts_as_plain(outcome.marked) or outcome.marked in marks else None
