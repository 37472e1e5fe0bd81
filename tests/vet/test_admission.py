"""What is let pass, and that it is let pass again as it is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.places import places_of
from augment.domain.shape import learn_shape
from augment.domain.types import argument_types
from augment.model.domain import Domain
from augment.model.suite import Proposal
from augment.model.value import Value
from augment.vet.admission import admit

LISTS = st.lists(st.integers(-3, 9), max_size=5)
PAIRS = st.tuples(LISTS, st.integers(-3, 9))
KNOWN = st.lists(
    st.tuples(LISTS.map(sorted) | st.lists(st.integers(0, 9), max_size=5), st.integers(0, 9)), min_size=4, max_size=9
)


@settings(deadline=None, derandomize=True)
@given(KNOWN, st.lists(PAIRS, max_size=20))
def test_what_was_mended_once_is_not_mended_again(
    known: list[tuple[list[int], int]], proposed: list[tuple[list[int], int]]
) -> None:
    types = tuple(argument_types(known, {})[2])
    domain = Domain(types=(types,), statements=tuple(learn_shape([places_of(args, types) for args in known])))
    proposals = [Proposal(Value.of(args), f"mutation:{place}", "") for place, args in enumerate(proposed)]
    once = admit(domain, proposals)
    twice = admit(domain, [*once.tiers])
    assert twice.tiers == once.tiers
    assert twice.funnel.proposed == 0
