from __future__ import annotations

from pathlib import Path

import pytest
from scored import judged, made, proof, shown, three_models

from augment.report import wording
from augment.report.document import Reading
from augment.report.figures import Ground
from augment.report.summary import TestCounts


def test_figures_are_those_worked_out_by_hand(tmp_path: Path) -> None:
    figures = shown(made(three_models()), tmp_path)
    # per problem the mean over models: 1.5 of 3, 2 of 3, 2.5 of 3, 3 of 3
    assert figures.average is not None
    assert figures.average.plus.value == pytest.approx((1.5 + 2 + 2.5 + 3) / 12)
    assert figures.average.base.value == 1.0
    assert figures.rejected == {Ground.WRONG: 4, Ground.SLOW: 1, Ground.CRASHED: 1}
    assert figures.accepted == 24
    assert figures.rejected_share is not None
    assert figures.rejected_share.value == 6 / 24
    assert [(one.model.model, one.rank_base, one.rank_plus) for one in figures.standings] == [
        ("good", 1, 1),
        ("fast", 1, 2),
        ("loose", 1, 3),
    ]
    assert figures.standings[2].lost == {Ground.WRONG: 0.5, Ground.SLOW: 0.0, Ground.CRASHED: 0.125}
    assert figures.standings[1].rejected == {Ground.WRONG: 0, Ground.SLOW: 1, Ground.CRASHED: 0}


def test_what_is_lost_adds_up_to_the_drop_and_agrees_with_the_summary(tmp_path: Path) -> None:
    for one in shown(made(three_models()), tmp_path).standings:
        first = one.model.pass_at_k[0]
        assert sum(one.lost.values()) == pytest.approx(first.drop)
        assert one.lost[Ground.SLOW] == pytest.approx(first.drop_by_time)
        assert one.lost[Ground.WRONG] + one.lost[Ground.CRASHED] == pytest.approx(first.drop_by_answers)


def test_a_report_reads_the_summary_that_was_written(tmp_path: Path) -> None:
    written = made(three_models(), ks=(1, 2))
    figures = shown(written, tmp_path)
    for row, model in zip(written["summary"], figures.summary.models, strict=True):
        assert [(one["base"], one["plus"]) for one in row["pass_at_k"]] == [
            (one.base, one.plus) for one in model.pass_at_k
        ]
        assert row["false_positives"]["hits"] == model.false_positives.hits
        assert row["rejected"] == model.rejected


def test_curves_tell_each_ground_apart_for_every_k(tmp_path: Path) -> None:
    figures = shown(made(three_models(), ks=(1, 2)), tmp_path)
    (one, two) = figures.standings[2].curve
    assert (one.base, one.not_wrong, one.answered, one.plus) == (1.0, 0.5, 0.375, 0.375)
    # of two completions one is right on Toy/2, both on Toy/3: pass@2 is 2 of 4, and the crash costs nothing
    assert (two.base, two.not_wrong, two.answered, two.plus) == (1.0, 0.5, 0.5, 0.5)


def test_models_that_change_places_are_named_and_neighbours_compared(tmp_path: Path) -> None:
    rows = []
    for task in range(10):
        rows.append(judged("a", f"Toy/{task}", 0, "pass", "pass" if task < 4 else "fail"))
        rows.append(judged("b", f"Toy/{task}", 0, *(("pass", "pass") if task < 8 else ("fail", "fail"))))
    figures = shown(made(rows), tmp_path)
    assert figures.reordering is not None
    assert figures.reordering.tau == -1.0
    assert [(one.model.model, other.model.model) for one, other in figures.swapped] == [("a", "b")]
    (pair,) = figures.neighbours
    assert (pair.first, pair.second, pair.problems) == ("b", "a", 10)
    assert wording.neighbours(pair)[:7] == ("b", "a", "+40.0", "4", "0", "0.125", "no")
    assert wording.ranking(figures) == (
        "Kendall's tau between the order on base and on base+plus is -1.000; 1 pair changes places"
    )


def test_equal_programs_for_one_problem_stand_together_with_all_who_wrote_them(tmp_path: Path) -> None:
    rows = [
        judged("a", "Toy/0", 0, "pass", "fail", program="same"),
        judged("a", "Toy/0", 1, "pass", "fail", program="other"),
        judged("b", "Toy/0", 0, "pass", "fail", program="same"),
        judged("b", "Toy/1", 0, "pass", "fail", program="same"),
    ]
    first, second = shown(made(rows), tmp_path).problems
    assert [(one.program, one.writers) for one in first.false_positives] == [
        ("same", (("a", 0), ("b", 0))),
        ("other", (("a", 1),)),
    ]
    assert [one.writers for one in second.false_positives] == [(("b", 0),)]


def test_the_input_is_that_of_the_proof_or_else_of_the_test(tmp_path: Path) -> None:
    rows = [
        judged("a", "Toy/0", 0, "pass", "fail", program="x", proof=proof()),
        judged("a", "Toy/0", 1, "pass", "fail", program="y"),
    ]
    proven, bare = shown(made(rows), tmp_path).problems[0].false_positives
    assert (proven.args, proven.expected, proven.got, proven.tier) == ("([0, 0],)", "0", "99", "stretch")
    assert proven.smallest
    assert (bare.args, bare.expected, bare.got, bare.tier) == ("([1, 2, 3],)", "1", "2", "inside")
    assert not bare.smallest


def test_results_of_an_earlier_version_have_no_programs_and_say_so(tmp_path: Path) -> None:
    found = made(three_models(), suite={})
    del found["programs"], found["failing_tests"]
    for row in found["completions"]:
        row.pop("program", None)
    figures = shown(found, tmp_path)
    assert not figures.holds_programs
    assert shown(made(three_models()), tmp_path).holds_programs
    (late, *_) = [one for problem in figures.problems for one in problem.false_positives if one.ground is Ground.SLOW]
    assert (late.program, late.args, late.reason) == (None, None, "expected 1, got 2")
    assert wording.strength(figures) == []
    assert figures.making.funnel is None


def test_the_problems_that_hold_half_are_counted_from_the_heaviest(tmp_path: Path) -> None:
    weights = {"Toy/a": 1, "Toy/b": 5, "Toy/c": 2, "Toy/d": 2}
    rows = [judged("m", name, number, "pass", "fail") for name, count in weights.items() for number in range(count)]
    figures = shown(made(rows), tmp_path)
    assert figures.half == 1
    assert wording.heaviest(figures) == (
        "1 of 4 problems holds half of them; most are on Toy/b (5), Toy/c (2), Toy/d (2)"
    )


def test_the_headline_says_what_falls_and_what_is_rejected(tmp_path: Path) -> None:
    one_model = [one for one in three_models() if one.completion.model == "loose"]
    fall, rejected, heaviest = wording.headline(shown(made(one_model), tmp_path))
    assert fall.startswith("pass@1 of loose falls from 100.0% (28.4–100.0%) to 37.5% (")
    assert ", by 62.5 points (" in fall
    assert rejected.startswith("5 of 8 programs that the base tests accept, 62.5% (")
    assert rejected.endswith("are rejected by plus tests: 4 wrong, 1 crashed")
    assert heaviest.startswith("2 of 4 problems hold half of them")


def test_nothing_rejected_and_nothing_scored_are_said(tmp_path: Path) -> None:
    good = shown(made([judged("m", "Toy/0", 0, "pass", "pass")]), tmp_path)
    assert wording.fall_in_short(good) == "pass@1 stays at 100.0%"
    assert "plus tests reject nothing that base accepts" in wording.fall(good)
    assert wording.heaviest(good) == ""
    none = shown(made([judged("m", "Toy/0", 0, "infra", "infra")]), tmp_path)
    assert wording.headline(none) == ["No completion was scored"]
    assert "m: trouble of the engine, so in no rate: 1 completion" in wording.left_out(none)


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    tests = {"Toy/0": TestCounts(base=1, plus=2), "Toy/1": TestCounts(base=1, plus=0, note="no room")}
    reading = Reading(bad_lines=("x.jsonl:3: no task_id",), unknown_tasks={"Toy/z": 2}, repeated=1)
    found = made([judged("m", "Toy/0", 0, "pass", "pass")], tests, ks=(1, 5), reading=reading)
    assert wording.left_out(shown(found, tmp_path)) == [
        "pass@5 is not defined: 1 of 1 problem has fewer than 5 completions",
        "m: has completions of 1 of 2 problems",
        "Toy/1: no plus tests: no room",
        "not read: x.jsonl:3: no task_id",
        "not in the suite: 2 completions of 1 problem",
        "1 completion counted again, equal to an earlier one of the same set",
    ]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain é 漢 text", "plain é 漢 text"),
        ("a\x1b[31mb\x00", "a\\x1b[31mb\\x00"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\ud800", "\\ud800"),
        ("two\nlines\t", "two\nlines\t"),
    ],
)
def test_text_that_is_not_ours_is_made_visible(text: str, seen: str) -> None:
    assert wording.visible(text) == seen
    assert wording.one_line(text) == seen.replace("\n", "\\n").replace("\t", "\\t")
