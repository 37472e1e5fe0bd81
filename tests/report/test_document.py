from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pytest

from augment.model.completion import Completion, Failure, Judgement, Verdict
from augment.model.suite import Case, Exclusion, Kind, Tier
from augment.model.value import Value
from augment.report.document import Provenance, Reading, document, share_row
from augment.report.summary import TestCounts, summarise
from augment.stats.share import Share

PROVENANCE = Provenance(
    created_with="1.2.3",
    suite={"sha256": "ab"},
    sets=[{"model": "m", "path": "m.jsonl", "sha256": "3"}],
    settings={"cpu_seconds": 3.0},
    machine={"cpus": 2},
    run={"seconds": 1.5},
)
TESTS = {"Toy/a": TestCounts(base=3, plus=40), "Toy/b": TestCounts(base=2, plus=0, note="why")}


def judged(task_id: str, base: str, plus: str, *, number: int = 0, failure: Failure | None = None) -> Judgement:
    completion = Completion(task_id=task_id, model="m", number=number, program="SECRET", source="file:1")
    return Judgement(completion=completion, base=Verdict(base), plus=Verdict(plus), failure=failure)


FAILURE = Failure(kind=Kind.PLUS, case_id="plus-7", reason="expected 1, got 2", got="2")
JUDGEMENTS = [judged("Toy/a", "pass", "pass"), judged("Toy/a", "pass", "fail", number=1, failure=FAILURE)]


def made(judgements: Sequence[Judgement], *ks: int, reading: Reading | None = None) -> dict[str, Any]:
    excluded = [Exclusion(task_id="Toy/c", reason="its reference fails")]
    summary = summarise("Toy", TESTS, judgements, excluded, ks or (1,))
    return document(summary, judgements, reading or Reading(), PROVENANCE)


def strict(found: object) -> Any:
    """What a reader of the file gets; anything that is not strict JSON raises."""

    def refused(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(json.dumps(found, allow_nan=False), parse_constant=refused)


def test_the_figures_are_those_worked_out_by_hand() -> None:
    (model,) = strict(made(JUDGEMENTS))["summary"]
    share = model.pop("false_positives")
    intervals = [model["pass_at_k"][0].pop(f"{name}_interval") for name in ("base", "plus", "drop")]
    assert model.pop("weak_problems")["hits"] == 1
    assert model == {
        "model": "m",
        "completions": 2,
        "infra": 0,
        "problems": 1,
        "problems_in_suite": 3,
        "pass_at_k": [
            {
                "k": 1,
                "base": 1.0,
                "plus": 0.5,
                "drop_points": 50.0,
                "drop_points_by_answers": 50.0,
                "drop_points_by_time": 0.0,
                "drop_percent": 50.0,
                "undefined": None,
            }
        ],
        "rejected": {"fail": 1},
        "base_verdicts": {"pass": 2},
        "plus_verdicts": {"fail": 1, "pass": 1},
    }
    assert (share["hits"], share["trials"], share["value"], share["level"]) == (1, 2, 0.5, 0.95)
    # Wilson for a half of the one problem: (1 ± z / sqrt(1 + z²)) / 2 with z = 1.96
    assert [share["low"], share["high"]] == pytest.approx([0.0546, 0.9454], abs=1e-4)
    assert intervals == [pytest.approx([0.2065, 1.0], abs=1e-4), *[pytest.approx([0.0546, 0.9454], abs=1e-4)] * 2]


def test_problems_exclusions_reading_and_provenance_are_passed_on() -> None:
    reading = Reading(bad_lines=("x.jsonl:3: no task_id",), unknown_tasks={"Toy/z": 2}, repeated=1)
    found = strict(made(JUDGEMENTS, reading=reading))
    assert found["augment_results"] == 1
    assert found["created_with"] == "1.2.3"
    assert found["benchmark"] == "Toy"
    assert (found["suite"], found["settings"]) == ({"sha256": "ab"}, {"cpu_seconds": 3.0})
    assert (found["machine"], found["run"]) == ({"cpus": 2}, {"seconds": 1.5})
    assert found["excluded"] == [{"task_id": "Toy/c", "reason": "its reference fails"}]
    assert found["reading"] == {"bad_lines": ["x.jsonl:3: no task_id"], "unknown_tasks": {"Toy/z": 2}, "repeated": 1}
    assert found["problems"] == [
        {
            "task_id": "Toy/a",
            "completions": 2,
            "base_passed": 2,
            "plus_passed": 1,
            "base_tests": 3,
            "plus_tests": 40,
            "slow": 0,
            "note": "",
            "by_test_code": False,
            "false_positives": 1,
        },
        {
            "task_id": "Toy/b",
            "completions": 0,
            "base_passed": 0,
            "plus_passed": 0,
            "base_tests": 2,
            "plus_tests": 0,
            "slow": 0,
            "note": "why",
            "by_test_code": False,
            "false_positives": 0,
        },
    ]


def test_each_completion_is_told_with_its_failure_and_its_program_by_digest() -> None:
    found = strict(made(JUDGEMENTS))
    common = {"model": "m", "task_id": "Toy/a", "source": "file:1", "base": "pass"}
    failure = {"kind": "plus", "case_id": "plus-7", "reason": "expected 1, got 2", "got": "2"}
    digest = hashlib.sha256(b"SECRET").hexdigest()
    assert found["completions"] == [
        {**common, "number": 0, "plus": "pass", "program": digest},
        {**common, "number": 1, "plus": "fail", "failure": failure, "program": digest},
    ]
    assert found["programs"] == {digest: "SECRET"}


def test_programs_of_other_completions_are_left_out() -> None:
    found = strict(made([JUDGEMENTS[0], judged("Toy/a", "fail", "fail", number=1), judged("Toy/a", "pass", "infra")]))
    assert found["programs"] == found["failing_tests"] == {}
    assert "SECRET" not in json.dumps(found)


def test_the_tests_that_false_positives_failed_are_kept_and_long_values_cut() -> None:
    cases = [
        Case(
            id=name,
            kind=Kind.PLUS,
            args=Value.of((list(range(length)),)),
            expected=Value.of(length),
            origin="mutation:x",
            tier=Tier.STRETCH,
        )
        for name, length in (("plus-7", 1000), ("plus-8", 2))
    ]
    summary = summarise("Toy", TESTS, JUDGEMENTS, [], (1,))
    found = strict(document(summary, JUDGEMENTS, Reading(), PROVENANCE, {"Toy/a": cases}))
    (test,) = found["failing_tests"]["Toy/a"].values()
    assert (test["expected"], test["tier"], test["origin"], test["scale"]) == ("1000", "stretch", "mutation:x", False)
    assert test["args"].startswith("([0, 1, 2,")
    assert test["args"].endswith("… (4,893 characters)")


def test_undefined_figures_are_null_and_say_why() -> None:
    (model,) = strict(made(JUDGEMENTS, 1, 3))["summary"]
    row = model["pass_at_k"][1]
    assert (row["k"], row["base"], row["plus"]) == (3, None, None)
    assert "fewer than 3 completions" in row["undefined"]
    assert row.get("drop_points") is row.get("drop_percent") is None


def test_a_base_of_zero_has_no_drop_in_percent_and_no_false_positive_rate() -> None:
    (model,) = strict(made([judged("Toy/a", "fail", "fail")]))["summary"]
    (row,) = model["pass_at_k"]
    assert (row["base"], row["plus"], row["drop_points"], row["drop_percent"]) == (0.0, 0.0, 0.0, None)
    share = model["false_positives"]
    assert (share["trials"], share["value"], share["low"], share["high"]) == (0, None, None, None)


def test_nothing_scored_is_strict_json_too() -> None:
    assert strict(made([]))["summary"] == []
    (model,) = strict(made([judged("Toy/a", "infra", "infra")]))["summary"]
    assert (model["infra"], model["completions"], model["plus_verdicts"]) == (1, 0, {"infra": 1})


@pytest.mark.parametrize("text", ["\ud800", "\x00\x1b[31m", '"\\', "\u2028", "NaN", "é" * 1000])
def test_hostile_text_survives_as_it_is(text: str) -> None:
    failure = Failure(kind=Kind.BASE, case_id="", reason=text, got=text)
    completion = Completion(task_id="Toy/a", model=text, number=0, program="", source=text)
    judgement = Judgement(completion=completion, base=Verdict.FAIL, plus=Verdict.FAIL, failure=failure)
    reading = Reading(bad_lines=(text,), unknown_tasks={text: 1})
    found = strict(made([judgement], reading=reading))
    (row,) = found["completions"]
    assert row["model"] == row["source"] == row["failure"]["reason"] == row["failure"]["got"] == text
    assert found["summary"][0]["model"] == text
    assert found["reading"] == {"bad_lines": [text], "unknown_tasks": {text: 1}, "repeated": 0}


def test_reading_the_json_gives_the_document_back() -> None:
    found = made(JUDGEMENTS, 1, 2, 3)
    assert strict(found) == found


def test_a_judgement_is_read_back_from_its_row() -> None:
    for judgement, row in zip(JUDGEMENTS, strict(made(JUDGEMENTS))["completions"], strict=True):
        assert Judgement.from_row(row, judgement.completion) == judgement


def test_equal_results_differ_under_run_alone() -> None:
    one = made(JUDGEMENTS)
    later = Provenance(
        created_with="1.2.3",
        sets=PROVENANCE.sets,
        suite={"sha256": "ab"},
        settings={"cpu_seconds": 3.0},
        machine={"cpus": 2},
        run={"seconds": 9},
    )
    summary = summarise("Toy", TESTS, JUDGEMENTS, [Exclusion(task_id="Toy/c", reason="its reference fails")], (1,))
    other = document(summary, JUDGEMENTS, Reading(), later)
    assert {key for key in one if json.dumps(one[key]) != json.dumps(other[key])} == {"run"}


def test_a_share_tells_its_method_and_level() -> None:
    row = share_row(Share(hits=0, trials=0, level=0.9))
    assert row == {
        "hits": 0,
        "trials": 0,
        "value": None,
        "level": 0.9,
        "low": None,
        "high": None,
        "method": "Wilson",
    }
