"""What came of one problem, in words."""

from __future__ import annotations

import pytest

from augment.growth import NOT_CHOSEN, OTHER_TIER, Grown
from augment.model.suite import Case, Funnel, Kind, Search
from augment.model.value import Value

CASE = Case(id="plus-0", kind=Kind.PLUS, args=Value.of((1,)), expected=Value.of(1), origin="boundary:int.small")


@pytest.mark.parametrize(
    ("cases", "dropped", "note"),
    [
        ((CASE,), {OTHER_TIER: 5, NOT_CHOSEN: 7}, ""),
        ((), {"not new": 9}, "0 new tests: nothing new was found that its reference answers well"),
        ((), {"not new": 9, NOT_CHOSEN: 7}, "0 new tests: 7 were found, not chosen"),
        ((), {OTHER_TIER: 1234}, "0 new tests: 1,234 were found, of a tier that was not asked for"),
    ],
)
def test_the_note_says_why_there_are_no_plus_tests(cases: tuple[Case, ...], dropped: dict[str, int], note: str) -> None:
    grown = Grown(cases=cases, funnel=Funnel(proposed=2000, dropped=dropped), search=Search())
    assert grown.note == note
