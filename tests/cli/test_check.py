"""`augment check`, and `augment score --check`, as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commandline import FALSE, QUICK, TOYS, augment, strictly, toy, wrote

BLIND = toy(4, "same", "x: int", "7", "candidate(1) == 7", "candidate(2) == 7")
"""Whatever the tests, a constant solves it."""
WEAK = toy(5, "square", "x: int", "x * x", "candidate(1) == 1", "candidate(0) == 0")
DOUBTED = toy(6, "twice", "x: int", "2 * x", "candidate(1) == 2", "candidate(4) == 8") | {
    "prompt": 'def twice(x: int):\n    """\n    >>> twice(3)\n    9\n    """\n'
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite that is fit, one with something of everything, and right programs for both."""
    folder = tmp_path_factory.mktemp("check")
    wrote(folder / "fit.jsonl", TOYS)
    wrote(folder / "mixed.jsonl", [*TOYS, FALSE, BLIND, WEAK, DOUBTED])
    rows = [*TOYS, BLIND, WEAK, DOUBTED]
    wrote(folder / "right.jsonl", [{"task_id": t["task_id"], "completion": t["canonical_solution"]} for t in rows])
    augment("build", "fit.jsonl", "-o", "fit-suite.jsonl", "--plus-tests", 10, *QUICK, cwd=folder)
    augment("build", "mixed.jsonl", "-o", "mixed-suite.jsonl", "--plus-tests", 10, *QUICK, cwd=folder, code=1)
    return folder


def test_help_shows_an_example(folder: Path) -> None:
    assert "Example: augment check " in augment("check", "--help", cwd=folder).stdout


def test_a_suite_that_is_fit_gives_exit_code_0_and_says_what_was_tried(folder: Path) -> None:
    done = augment("check", "fit-suite.jsonl", cwd=folder)
    assert re.search(r"fit: 3 problems, \d\d comparisons, \d\d trivial programs", done.stdout)
    assert "0 faults, 0 left out, 0 weaknesses, 0 suspicions" in done.stdout
    assert "checking: 3/3" in done.stderr


def test_everything_that_is_found_is_named_with_its_reason(folder: Path) -> None:
    done = augment("check", "mixed-suite.jsonl", "--json", cwd=folder, code=1)
    found = strictly(done.stdout)
    by_kind = {
        kind: {row["task_id"]: row["reason"] for row in found[kind]}
        for kind in ("faults", "excluded", "weaknesses", "suspicions")
    }
    assert by_kind == {
        "faults": {"Toy/4": "its tests accept a program that always returns 7"},
        "excluded": {"Toy/3": "its reference fails its own base tests: AssertionError"},
        "weaknesses": {"Toy/5": "its base tests accept a program that returns its argument 1"},
        "suspicions": {"Toy/6": "its prompt says twice(3) gives 9, its reference gives 6"},
    }
    assert (found["benchmark"], found["problems"]) == ("mixed", 6)
    text = augment("check", "mixed-suite.jsonl", cwd=folder, code=1).stdout
    for reasons in by_kind.values():
        for task_id, reason in reasons.items():
            assert f"{task_id}: {reason}" in text


@pytest.mark.parametrize(("tasks", "code"), [("5,6", 0), ("4", 1), ("3", 1), ("Toy/0", 0)])
def test_only_faults_and_problems_left_out_change_the_exit_code(folder: Path, tasks: str, code: int) -> None:
    augment("check", "mixed-suite.jsonl", "--tasks", tasks, cwd=folder, code=code)


def test_suspicions_are_told_when_the_suite_is_built_and_kept_in_it(folder: Path) -> None:
    done = augment("build", "mixed.jsonl", "-o", "again.jsonl", "-t", "6,0", "--plus-tests", 2, *QUICK, cwd=folder)
    assert "suspicious: Toy/6: its prompt says twice(3) gives 9, its reference gives 6" in done.stdout
    rows = {row["task_id"]: row for row in map(json.loads, (folder / "again.jsonl").read_text().splitlines()[1:])}
    assert rows["Toy/6"]["suspicions"] == ["its prompt says twice(3) gives 9, its reference gives 6"]
    assert "suspicions" not in rows["Toy/0"]


def test_a_checked_score_leaves_out_faulty_problems_by_name(folder: Path) -> None:
    plain = augment("score", "mixed-suite.jsonl", "right.jsonl", "--json", cwd=folder, code=1)
    assert [row["task_id"] for row in strictly(plain.stdout)["excluded"]] == ["Toy/3"]
    options = ("score", "mixed-suite.jsonl", "right.jsonl", "--check", "-o", "checked.json")
    done = augment(*options, cwd=folder, code=1)
    assert "not scored: Toy/4: its tests accept a program that always returns 7" in done.stdout
    document = strictly((folder / "checked.json").read_text())
    assert [row["task_id"] for row in document["excluded"]] == ["Toy/3", "Toy/4"]
    assert [row["task_id"] for row in document["completions"]] == [f"Toy/{n}" for n in (0, 1, 2, 5, 6)]
    assert document["summary"][0]["problems_in_suite"] == strictly(plain.stdout)["summary"][0]["problems_in_suite"]
    assert "checking: 6/6" in done.stderr


def test_a_checked_score_of_a_fit_suite_is_the_same_score(folder: Path) -> None:
    both = [
        strictly(
            augment(
                "score", "fit-suite.jsonl", "right.jsonl", "-t", "0,1,2", "--json", *more, cwd=folder, code=1
            ).stdout
        )
        for more in ((), ("--check",))
    ]
    assert {**both[0], "run": 0} == {**both[1], "run": 0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("check gone.jsonl", "gone.jsonl: no such file"),
        ("check fit.jsonl", "fit.jsonl:1: wanted the header of a suite file"),
        ("check right.jsonl", "right.jsonl:1: wanted the header of a suite file"),
        ("check fit-suite.jsonl --tasks 0,99", "no problem '99' here"),
        ("check fit-suite.jsonl --timeout nan", "--timeout"),
        ("check fit-suite.jsonl --isolation none", "isolation"),
        ("check fit-suite.jsonl --tsaks 0", "--tsaks"),
        ("check", "Missing argument 'suite'"),
    ],
)
def test_bad_input_is_told_in_words(folder: Path, arguments: str, message: str) -> None:
    done = augment(*arguments.split(), cwd=folder, code=2)
    assert message in done.stderr
    assert done.stdout == ""
    assert "checking" not in done.stderr
