"""Why a score moved: parts that add up to the whole, each with the right cause."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored import judged

from augment.model.completion import Judgement, Verdict
from augment.report.movement import Cause, Movement, Scored, movement

Row = tuple[str, int, str, str, str]
"""Task id, number, verdicts on base and on base+plus, program."""


def scored(rows: Sequence[Row]) -> Scored:
    judgements: list[Judgement] = [judged("m", task, number, base, plus) for task, number, base, plus, _ in rows]
    return Scored(judgements=judgements, programs={(task, number): program for task, number, _, _, program in rows})


def moved(before: Sequence[Row], after: Sequence[Row], *, same_suite: bool = False) -> Movement:
    found = movement(scored(before), scored(after), same_suite=same_suite)
    assert found is not None
    return found


def parts(found: Movement) -> dict[Cause, float]:
    return {cause: part for cause, part in found.parts.items() if part}


PASS = ("A", 0, "pass", "pass", "p")


@pytest.mark.parametrize(
    ("after", "same_suite", "cause"),
    [
        (("A", 0, "pass", "fail", "p"), False, Cause.PLUS_TESTS),
        (("A", 0, "fail", "fail", "p"), False, Cause.BASE_TESTS),
        (("A", 0, "pass", "fail", "p"), True, Cause.UNSTEADY),
        (("A", 0, "pass", "timeout", "p"), False, Cause.TIME),
        (("A", 0, "pass", "memory", "p"), True, Cause.TIME),
        (("A", 0, "pass", "fail", "q"), False, Cause.COMPLETIONS),
    ],
)
def test_each_change_has_its_cause(after: Row, same_suite: bool, cause: Cause) -> None:
    there, back = moved([PASS], [after], same_suite=same_suite), moved([after], [PASS], same_suite=same_suite)
    assert (parts(there), parts(back)) == ({cause: -1.0}, {cause: 1.0})
    counted = cause is not Cause.COMPLETIONS
    assert (there.to_fail[cause], there.to_pass[cause]) == (counted, 0)
    assert (back.to_fail[cause], back.to_pass[cause]) == (0, counted)


def test_problems_of_one_run_alone_come_first() -> None:
    bad = ("B", 0, "fail", "fail", "p")
    assert parts(moved([PASS, bad], [PASS])) == {Cause.LOST: 0.5}
    assert parts(moved([PASS], [PASS, bad])) == {Cause.GAINED: -0.5}
    assert moved([PASS, bad], [PASS]).problems == (2, 1, 1)


def test_the_problems_that_moved_most_are_named_first() -> None:
    before = [("A", 0, "pass", "pass", "p"), ("A", 1, "pass", "pass", "q"), ("B", 0, "pass", "pass", "p")]
    after = [("A", 0, "pass", "fail", "p"), ("A", 1, "pass", "pass", "q"), ("B", 0, "pass", "fail", "p")]
    found = moved(before, after)
    assert [*found.by_problem.items()] == [("B", -1.0), ("A", -0.5)]
    assert parts(found) == {Cause.PLUS_TESTS: pytest.approx(-0.75)}


def test_without_a_common_problem_nothing_moves() -> None:
    assert movement(scored([]), scored([PASS]), same_suite=True) is None
    assert movement(scored([PASS]), scored([("B", 0, "fail", "fail", "p")]), same_suite=True) is None


VERDICTS = st.sampled_from([Verdict.PASS.value, Verdict.FAIL.value, Verdict.TIMEOUT.value])
ROWS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.integers(0, 2), VERDICTS, st.sampled_from("pq")),
    min_size=1,
    unique_by=lambda row: row[:2],
).map(lambda rows: [(task, number, plus, plus, program) for task, number, plus, program in rows])


@given(ROWS, ROWS, st.booleans())
def test_the_parts_add_up_to_the_whole(before: list[Row], after: list[Row], same_suite: bool) -> None:
    found = movement(scored(before), scored(after), same_suite=same_suite)
    if found is None:
        assert not {row[0] for row in before} & {row[0] for row in after}
        return
    assert sum(found.parts.values()) == pytest.approx(found.after - found.before)
    assert moved(before, before, same_suite=same_suite).parts == dict.fromkeys(Cause, 0.0)
