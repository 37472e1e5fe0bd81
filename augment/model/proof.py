"""Why a program is wrong, in one input that a person can check by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from augment.model.suite import Tier
from augment.model.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """An input on which a program that passes the base tests is wrong."""

    args: Value
    """A tuple."""
    expected: Value
    """The reference's answer."""
    got: str
    """Literal of the program's answer, shortened, or what it did instead; may hold text from untrusted code."""
    tier: Tier | None
    """How sure it is that the input is meant; None where nobody ever said what may go in."""
    case_id: str
    """The test that failed, and from which the input was made simpler."""
    confirmed: bool = True
    """Whether the program, run alone in a new process on nothing else, fails each time."""
    minimal: bool = False
    """Whether it fails on no input one simplification below this one."""
    asked: int = 0
    """Inputs that it was run on to get here."""
    note: str = ""
    """Why the input is not confirmed, or not minimal; empty where it is both."""

    def literals(self) -> list[str]:
        """The arguments one by one, as they stand in a call."""
        return [Value.of(arg).literal for arg in self.args.unpack_args()]

    def row(self) -> dict[str, Any]:
        """Of JSON types."""
        return {
            "args": self.args.literal,
            "expected": self.expected.literal,
            "got": self.got,
            "tier": None if self.tier is None else self.tier.value,
            "from": self.case_id,
            "confirmed": self.confirmed,
            "minimal": self.minimal,
            "asked": self.asked,
            "note": self.note,
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any] | None) -> Proof | None:
        """What `row` was made from; None for nothing. Raises KeyError, TypeError or ValueError for another kind."""
        if row is None:
            return None
        args, expected = (Value.from_literal(str(row[key])) for key in ("args", "expected"))
        args.unpack_args()
        return cls(
            args=args,
            expected=expected,
            got=str(row["got"]),
            tier=None if row["tier"] is None else Tier(row["tier"]),
            case_id=str(row["from"]),
            confirmed=bool(row["confirmed"]),
            minimal=bool(row["minimal"]),
            asked=int(row["asked"]),
            note=str(row["note"]),
        )
