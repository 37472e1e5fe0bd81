"""`--references`: corrected references in place of the benchmark's own, as a user types it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from commandline import FALSE, QUICK, TOYS, augment, strictly, wrote

RIGHT = {"task_id": "Toy/3", "canonical_solution": "    return x + 1\n"}
BUILD = ("build", "all.jsonl", "--plus-tests", 5, *QUICK, "-o")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A benchmark whose last reference fails its own test, and a file that mends it."""
    wrote(tmp_path / "all.jsonl", [*TOYS, FALSE])
    wrote(tmp_path / "given.jsonl", [{**RIGHT, "note": "passed over"}])
    return tmp_path


def suite(path: Path) -> tuple[Any, dict[str, Any]]:
    header, *rows = map(strictly, path.read_text().splitlines())
    return header, {row["task_id"]: row for row in rows}


def test_a_given_reference_mends_a_problem_and_the_suite_says_so(folder: Path) -> None:
    augment(*BUILD, "suite.jsonl", "--references", "given.jsonl", cwd=folder)
    header, rows = suite(folder / "suite.jsonl")
    digest = hashlib.sha256((folder / "given.jsonl").read_bytes()).hexdigest()
    assert header["settings"]["references"] == {"sha256": digest, "replaced": ["Toy/3"]}
    assert rows["Toy/3"]["canonical_solution"] == RIGHT["canonical_solution"]
    assert rows["Toy/0"]["canonical_solution"] == TOYS[0]["canonical_solution"]
    augment(*BUILD, "plain.jsonl", cwd=folder, code=1)
    header, rows = suite(folder / "plain.jsonl")
    assert "references" not in header["settings"]
    assert "Toy/3" not in rows


def test_the_answers_are_those_of_the_given_reference(folder: Path) -> None:
    other = {"task_id": "Toy/0", "canonical_solution": "    return sum(xs) if xs in ([], [1, 2]) else -7\n"}
    wrote(folder / "given.jsonl", [other, RIGHT])
    augment(*BUILD, "suite.jsonl", "--references", "given.jsonl", "--tasks", 0, cwd=folder)
    header, rows = suite(folder / "suite.jsonl")
    assert header["settings"]["references"]["replaced"] == ["Toy/0"]
    assert {test["expected"] for test in rows["Toy/0"]["tests"] if test["kind"] == "plus"} == {"-7"}


def test_a_given_reference_that_fails_the_base_tests_is_named(folder: Path) -> None:
    wrote(folder / "given.jsonl", [RIGHT, {"task_id": "Toy/1", "canonical_solution": "    return text\n"}])
    done = augment(*BUILD, "suite.jsonl", "--references", "given.jsonl", "--json", cwd=folder, code=1)
    ((task_id, reason),) = strictly(done.stdout)["excluded"].items()
    assert task_id == "Toy/1"
    assert "fails its own base tests" in reason
    assert "its reference is the one that was given" in reason


def test_the_main_job_takes_references_too(folder: Path) -> None:
    wrote(folder / "mine.jsonl", [{"task_id": "Toy/3", "completion": "    return 1 + x\n"}])
    options = (
        "-b",
        "all.jsonl",
        "-o",
        "out",
        "--plus-tests",
        5,
        "--rounds",
        1,
        "--references",
        "given.jsonl",
        "--json",
    )
    done = augment("run", "mine.jsonl", *options, cwd=folder)
    assert strictly(done.stdout)["summary"][0]["pass_at_k"][0]["plus"] == 1.0
    assert suite(folder / "out" / "suite.jsonl")[0]["settings"]["references"]["replaced"] == ["Toy/3"]


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (None, "given.jsonl: no such file", "check the path"),
        ([], "given.jsonl: no references in it", "`canonical_solution`"),
        ([RIGHT, RIGHT], "given.jsonl:2: the task id 'Toy/3' was used before", "one reference"),
        ([{"task_id": "Toy/3"}], "given.jsonl:1: wanted a string `canonical_solution`, found task_id", ""),
        ([{**RIGHT, "task_id": "Other/3"}], "1 problem that all does not have: 'Other/3'", "another benchmark?"),
    ],
)
@pytest.mark.parametrize("command", [("build", "all.jsonl"), ("run", "-b", "all.jsonl")], ids=lambda c: c[0])
def test_references_that_cannot_be_used_are_told_before_any_work(
    folder: Path, command: tuple[str, ...], given: list[dict[str, str]] | None, message: str, hint: str
) -> None:
    (folder / "given.jsonl").unlink()
    if given is not None:
        wrote(folder / "given.jsonl", given)
    before = sorted(folder.iterdir())
    wrote(folder / "mine.jsonl", [{"task_id": "Toy/0", "completion": ""}])
    more = ("mine.jsonl",) if command[0] == "run" else ()
    done = augment(*command, *more, "-o", "out", "--references", "given.jsonl", cwd=folder, code=2)
    assert message in done.stderr
    assert hint in done.stderr
    assert "building" not in done.stderr
    assert sorted(folder.iterdir()) == sorted([*before, folder / "mine.jsonl"])


def test_the_output_may_not_be_the_file_of_references(folder: Path) -> None:
    done = augment(*BUILD, "given.jsonl", "--references", "given.jsonl", "--overwrite", cwd=folder, code=2)
    assert "is an input too" in done.stderr
    assert strictly((folder / "given.jsonl").read_text())["task_id"] == "Toy/3"


def test_a_stopped_build_is_not_resumed_with_other_references(folder: Path) -> None:
    (folder / "suite.jsonl.partial").write_text('{"suite": "all", "settings": {}}\n')
    done = augment(*BUILD, "suite.jsonl", "--resume", "--references", "given.jsonl", cwd=folder, code=2)
    assert "the unfinished run is of other work" in done.stderr
