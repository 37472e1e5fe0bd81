"""The bench of audits tells references that differ in value from those that differ in time."""

from __future__ import annotations

import pytest
from conftest import problem

from augment.model.execution import Limits
from augment.model.suite import Unanswered
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from scripts.bench import audit as bench


@pytest.mark.parametrize(
    ("ours", "theirs", "how"),
    [
        ("return x + x", "return 2 * x", ""),
        ("return x + x", "return 2 * x + (x == 7)", "value"),
        ("return 2 * x", "return 2 * x if x != 7 else 1 // 0", "value"),
        ("return x / 3", "return x / 3 + 1e-12", ""),
        ("while x == 7: pass\nreturn x", "return x", "time"),
        ("while x == 7: pass\nreturn x", "return x + 1", "value"),
        ("return 1 // (x - 7)", "return 2 // (x - 7) // 2", ""),
    ],
)
def test_how_references_differ(
    trusted: ForkingPool, monkeypatch: pytest.MonkeyPatch, ours: str, theirs: str, how: str
) -> None:
    monkeypatch.setattr(bench, "LIMITS", Limits(cpu_seconds=0.3))
    corrected = Unanswered(
        problem=problem(theirs, "pass", signature="x"),
        plus_args=tuple(Value.of((x,)) for x in (1, 2, 7)),
        absolute=0.0,
        relative=0.0,
    )
    assert bench.differ(problem(ours, "pass", signature="x"), corrected, trusted) == how


def test_numbers_are_named_in_their_order() -> None:
    assert bench.named({"Toy/10", "Toy/9"}) == "9, 10"
    assert bench.named(set()) == "none"
