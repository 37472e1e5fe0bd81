"""What a suite misses, from verdicts that a test writes down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from augment.errors import BadInput
from augment.estimating import Both, alone, missed, overlap
from augment.formats import results as result_files
from augment.formats.results import ResultsFile

Row = tuple[str, int, str, str, Sequence[str]]
"""Task id, number, verdict on base, verdict on plus, ids of the plus tests that it failed."""


def results(folder: Path, name: str, rows: Sequence[Row], **changed: Any) -> ResultsFile:
    """A results file with ten plus tests a problem."""
    document = {
        "augment_results": 1,
        "suite": {"file": f"{name}.jsonl", "sha256": name},
        "sets": [{"model": "m", "path": "m.jsonl", "sha256": "d"}],
        "settings": {"limits": {}, "tiers": ["inside"], "extract": True, "all_tests": True},
        "problems": [{"task_id": task_id, "plus_tests": 10} for task_id in dict.fromkeys(row[0] for row in rows)],
        "completions": [
            {
                "model": "m",
                "task_id": task_id,
                "number": number,
                "base": base,
                "plus": plus,
                "program": f"digest of {task_id} {number}",
                **(
                    {"failed": {"base": 0, "plus": len(ids), "not_run": int(plus == "timeout"), "case_ids": [*ids]}}
                    if plus != "infra"
                    else {}
                ),
            }
            for task_id, number, base, plus, ids in rows
        ],
        **changed,
    }
    path = folder / f"{name}.json"
    path.write_text(json.dumps(document))
    return result_files.read(path)


ROWS: list[Row] = [
    ("T/0", 0, "pass", "pass", ()),
    ("T/0", 1, "pass", "fail", ("plus-1",)),
    ("T/0", 2, "pass", "fail", ("plus-1",)),
    ("T/0", 3, "pass", "fail", ("plus-4",)),
    ("T/0", 4, "pass", "fail", ("plus-4", "plus-5")),
    ("T/0", 5, "pass", "timeout", ("plus-6",)),
    ("T/0", 6, "fail", "fail", ("plus-7",)),
    ("T/0", 7, "pass", "infra", ()),
    ("T/1", 0, "pass", "pass", ()),
    ("T/1", 1, "pass", "fail", ("plus-0", "plus-1", "plus-2")),
]


def test_what_one_test_convicts_alone_is_counted(tmp_path: Path) -> None:
    found = alone(results(tmp_path, "a", ROWS))
    first, second = found.problems
    assert (first.tests, first.accepted, first.convicted) == (10, 1, 5)
    assert (first.once, first.twice, first.alone, first.unknown) == (3, 1, 2, 1)
    assert (first.next, first.chance) == (0.3, 0.2)
    assert (second.accepted, second.convicted, second.next, second.chance) == (1, 1, 0, 0)
    assert (found.total("accepted"), found.next, found.chance) == pytest.approx((2, 0.3, 0.2))
    assert found.least == pytest.approx(9 / 10 * 3 * 2 / (2 * 2))
    assert 0 < found.again < found.least


def test_chances_of_problems_add_up_as_chances_do(tmp_path: Path) -> None:
    rows: list[Row] = [(f"T/{task}", 0, "pass", "fail", ("plus-1",)) for task in range(3)]
    found = alone(results(tmp_path, "a", rows))
    assert found.next == pytest.approx(0.3)
    assert found.chance == pytest.approx(1 - 0.9**3)


@pytest.mark.parametrize("tests", [0, 4])
def test_problems_with_too_few_plus_tests_are_told_apart(tmp_path: Path, tests: int) -> None:
    few = [{"task_id": "T/0", "plus_tests": 10}, {"task_id": "T/1", "plus_tests": tests}]
    found = alone(results(tmp_path, "a", ROWS, problems=few))
    assert [tally.task_id for tally in found.problems] == ["T/0"]
    assert found.untested == 1


def test_all_tests_have_to_be_run(tmp_path: Path) -> None:
    settings = {"limits": {}, "tiers": [], "all_tests": False}
    first = results(tmp_path, "a", ROWS, settings=settings)
    with pytest.raises(BadInput, match="only the first test") as caught:
        missed(first, None)
    assert "--all-tests" in caught.value.hint
    assert missed(first, results(tmp_path, "b", ROWS)).alone is None


@pytest.mark.parametrize("changed", [{"problems": 3}, {"problems": [{}]}, {"problems": []}])
def test_results_of_another_shape_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="a part of it cannot be used"):
        alone(results(tmp_path, "a", ROWS, **changed))


def other(rows: Sequence[Row], *, convicts: Sequence[tuple[str, int]]) -> list[Row]:
    """The same completions, of which another suite convicts some."""
    return [
        (task, number, base, "fail" if (task, number) in convicts else "pass" if base == "pass" else base, ("plus-0",))
        for task, number, base, _, _ in rows
    ]


def test_verdicts_of_two_suites_are_compared(tmp_path: Path) -> None:
    first = results(tmp_path, "a", ROWS)
    found = overlap(first, results(tmp_path, "b", other(ROWS, convicts=[("T/0", 0), ("T/0", 1), ("T/1", 1)])))
    assert found.problems == {
        "T/0": Both(only_one=4, only_other=1, both=1, neither=0),
        "T/1": Both(only_one=0, only_other=0, both=1, neither=1),
    }
    assert (found.all, found.left_out, found.unsure) == (Both(only_one=4, only_other=1, both=2, neither=1), 2, [])
    assert found.unseen is not None
    assert found.unseen.value == 1  # 4 * 1 / 3, but only one is accepted by both
    assert found.unseen.high == 1


def test_files_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    first = results(tmp_path, "a", ROWS)
    same_suite = results(tmp_path, "b", ROWS, suite={"file": "x", "sha256": "a"})
    changed = results(tmp_path, "c", ROWS, completions=[{**first.rows[1], "program": "other"}])
    nothing = results(tmp_path, "d", [("T/0", 6, "pass", "pass", ())])
    for second, message in (
        (first, "given twice"),
        (same_suite, "made with the same suite"),
        (changed, "the program of T/0 m #1 is not the same in both"),
        (nothing, "no completion passes base in both"),
    ):
        with pytest.raises(BadInput, match=message):
            overlap(first, second)


def test_a_suite_of_fewer_problems_is_compared_on_these(tmp_path: Path) -> None:
    sets = [{"model": "m", "path": "m.jsonl", "sha256": "of fewer programs"}]
    found = overlap(results(tmp_path, "a", ROWS), results(tmp_path, "b", ROWS[:8], sets=sets))
    assert (found.unsure, found.left_out) == ([], 4)
    assert found.problems.keys() == {"T/0"}


@pytest.mark.parametrize(("sha256", "unsure"), [("d", []), ("e", ["m"])])
def test_files_without_programs_are_compared_by_their_sets(tmp_path: Path, sha256: str, unsure: list[str]) -> None:
    first = results(tmp_path, "a", ROWS)
    rows = [{key: value for key, value in row.items() if key != "program"} for row in first.rows]
    sets = [{"model": "m", "path": "elsewhere.jsonl", "sha256": sha256}]
    assert overlap(first, results(tmp_path, "b", ROWS, completions=rows, sets=sets)).unsure == unsure
