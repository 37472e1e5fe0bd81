"""Inputs that Hypothesis draws."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from augment.generate.drawn import ORIGIN, drawn

PAIRS = st.tuples(st.integers(0, 50), st.text("ab", max_size=3))


def test_inputs_are_of_the_strategy_and_without_repeats() -> None:
    found = drawn(PAIRS, 40, random.Random(0))
    assert 10 < len(found) <= 40
    assert len({proposal.args for proposal in found}) == len(found)
    for proposal in found:
        number, text = proposal.args.unpack_args()
        assert number in range(51)
        assert set(str(text)) <= set("ab")
        assert (proposal.origin, proposal.parent) == (ORIGIN, "")


def test_chance_comes_from_the_generator_alone() -> None:
    first, second, other = (drawn(PAIRS, 20, random.Random(seed)) for seed in (1, 1, 2))
    assert first == second != other


def test_a_small_strategy_gives_all_it_has() -> None:
    found = drawn(st.tuples(st.booleans()), 50, random.Random(0))
    assert sorted(proposal.args.unpack_args() for proposal in found) == [(False,), (True,)]
