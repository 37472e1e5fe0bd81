"""Which adversaries count when a suite is reduced."""

from __future__ import annotations

import pytest

from augment.evidence import Adversaries
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Oracle, TestedProblem
from augment.model.value import Value
from augment.reduction import ReduceSettings, reduce_problem
from augment.sandbox.forking import ForkingPool

PROBLEM = Problem(
    task_id="T/0", prompt="def f(x):\n", entry_point="f", canonical_solution="    return x * 2 + 1\n", test=""
)


def case(kind: Kind, number: int) -> Case:
    return Case(
        id=f"{kind.value}-{number}",
        kind=kind,
        args=Value.of((number,)),
        expected=Value.of(2 * number + 1),
        origin="test",
    )


def test_adversaries_after_one_that_took_its_process_along_keep_their_places(
    monkeypatch: pytest.MonkeyPatch, trusted: ForkingPool
) -> None:
    seen: list[list[frozenset[int]]] = []
    evidence = Adversaries.evidence

    def listened(self: Adversaries, killed: list[frozenset[int]]) -> object:
        seen.append(killed)
        return evidence(self, killed)

    monkeypatch.setattr(Adversaries, "killed_by", lambda *_: {1: frozenset({0})})
    monkeypatch.setattr(Adversaries, "evidence", listened)
    tested = TestedProblem(
        problem=PROBLEM, oracle=Oracle(), cases=(case(Kind.BASE, 0), case(Kind.PLUS, 1), case(Kind.PLUS, 2))
    )
    reduced = reduce_problem(tested, trusted, ReduceSettings(to=1), {}, None)
    assert seen[0][:2] == [frozenset(), frozenset({0})]
    assert len(seen[0]) > 2
    assert [one.id for one in reduced.of_kind(Kind.PLUS)] == ["plus-1"]
