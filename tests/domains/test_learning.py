"""Each kind of evidence decides where it alone can: with it the probes are told right, without it some are not.

The named problems are those whose probes are all told right today, and where the rest of the evidence cannot do it: an
input that is meant and one that is not look alike but for the words, the guard or the shape that draws the line between
them. `scripts/bench/domains.py` measures all problems, those that are told wrong too.
"""

from __future__ import annotations

import pytest

from augment.domain.learn import learn_domain
from augment.domain.rules import tier_of
from augment.model.domain import Source
from domains.probing import ALL_SOURCES, probe
from domains.problems import PROBLEMS
from domains.written import Arguments, Kind, WrittenProblem

BY_NAME = {written.task_id: written for written in PROBLEMS}
DECIDED = (
    "words/loyalty_points",
    "words/place_in_roster",
    "words/letter_sum",  # up to twelve letters, of which base shows few
    "words/drum_total",  # up to eight digits
    "words/grade_band",  # up to 100
    "words/repdigit",  # a digit below 10, a width up to 20
    "words/podium",
    "words/crossings",  # up to 10^5 and up to 100
    "guards/mean_step",
    "guards/halvings",
    "guards/lift_log",  # negative and zero too
    "guards/battery_bar",  # 1 to 12
    "guards/to_order",
    "guards/shared_places",
    "guards/gc_share",
    "shapes/track_seconds",  # minutes:seconds
    "shapes/ticket_price",
    "shapes/lamps_on",  # a rectangle of 0 and 1
    "shapes/motion_passes",
    "shapes/parcel_volume",  # three positive floats
    "shapes/strand_bonds",  # A, C, G and T
    "shapes/invoice_total",
    "relations/rounds_won",  # equal lengths, by shape
    "relations/best_stretch",  # at most the number of items, by words
    "relations/without",  # a place counted from 1, by words
    "relations/sevens_between",  # a <= b, by shape
    "relations/fence_length",  # one length is the other minus one, by shape
    "relations/on_duty",  # at most the number of items, by a guard
    "relations/padded_sum",  # lengths differ, by words, though those of base are equal
)
TOLD_TWICE = ("relations/starred",)  # an index, by words and by a guard
FREE = (
    "free/mirror_number",
    "free/alternating_sum",
    "free/drift",
    "free/longest_row",
    "free/blocks_apart",
    "free/toggles",
)


def wrong(written: WrittenProblem, sources: frozenset[Source] = ALL_SOURCES) -> list[tuple[Arguments, bool]]:
    """Probes told wrong, each with whether it is meant."""
    return [(found.args, found.meant) for found in probe(written, sources) if found.wrong]


def test_every_kind_is_named() -> None:
    assert {BY_NAME[name].kind for name in DECIDED} == set(Kind) - {Kind.FREE}
    assert {BY_NAME[name].kind for name in FREE} == {Kind.FREE}


@pytest.mark.parametrize("name", [*DECIDED, *TOLD_TWICE, *FREE])
def test_all_evidence_together_tells_the_probes_right(name: str) -> None:
    assert wrong(BY_NAME[name]) == []


@pytest.mark.parametrize("name", DECIDED)
def test_without_the_evidence_that_decides_some_probe_is_told_wrong(name: str) -> None:
    assert wrong(BY_NAME[name], ALL_SOURCES - {Source(BY_NAME[name].source)}) != []


@pytest.mark.parametrize("source", list(Source))
@pytest.mark.parametrize("name", TOLD_TWICE)
def test_what_several_say_needs_none_of_them_alone(name: str, source: Source) -> None:
    assert wrong(BY_NAME[name], ALL_SOURCES - {source}) == []


@pytest.mark.parametrize("name", BY_NAME)
def test_base_inputs_are_in_the_domain(name: str) -> None:
    written = BY_NAME[name]
    inputs = written.base_inputs()
    domain = learn_domain(written.problem, inputs)
    assert [args for args in inputs if tier_of(domain, args) is None] == []
