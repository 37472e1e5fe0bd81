"""Inputs of a domain as Hypothesis draws them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from augment.domain.rules import broken_by, has_types
from augment.domain.types import type_of
from augment.model.domain import Domain, Statement
from augment.prove.inputs import inputs

LAW = settings(deadline=None, derandomize=True, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
LIKE: tuple[Any, ...] = ([3, None], "two", {"k": (1, 2.5)}, {1}, True, b"x", 2j, frozenset({(1,)}))


@LAW
@given(st.data())
def test_types_are_those_of_the_domain(data: st.DataObject) -> None:
    domain = Domain(types=(tuple(map(type_of, LIKE)),))
    assert has_types(domain, data.draw(inputs(domain, LIKE)))


@pytest.mark.parametrize(
    ("like", "statement"),
    [
        ((5,), Statement(rule="at least", places=("0",), bound=2)),
        ((5,), Statement(rule="at most", places=("0",), bound=3)),
        (("two one",), Statement(rule="words out of", places=("0",), bound=("one", "two"))),
        (("xyx",), Statement(rule="made of", places=("0",), bound="xy")),
        ((["a"],), Statement(rule="one of", places=("0[]",), bound=("'a'", "'b'"))),
        (({3: "a"},), Statement(rule="one of", places=("0{k}",), bound=("3", "4"))),
        (((1, "a"),), Statement(rule="made of", places=("0.1",), bound="a")),
    ],
)
@LAW
@given(data=st.data())
def test_statements_are_built_in(like: tuple[Any, ...], statement: Statement, data: st.DataObject) -> None:
    domain = Domain(types=(tuple(map(type_of, like)),), statements=(statement,))
    assert not broken_by(domain, data.draw(inputs(domain, like)))
