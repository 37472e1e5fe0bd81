"""`augment explain` and `augment score --prove` as a user types them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote

import augment as library

SETS = {
    "worse": [
        {"task_id": "Toy/0", "completion": "    return sum(xs) if len(xs) < 3 else 99"},
        {"task_id": "Toy/0", "completion": "    return 5"},
        {
            "task_id": "Toy/1",
            "solution": "def shout(text):\n    return text.upper() if len(text) < 3 else '\x1b[31m'",
        },
        {"task_id": "Toy/2", "completion": "    return x / 2"},
    ],
    "same": [{"task_id": "Toy/0", "solution": "def total(xs):\n    return sum(xs) if len(xs) < 3 else 99  # so"}],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a suite, two sets, and results with and without proofs."""
    folder = tmp_path_factory.mktemp("toy")
    wrote(folder / "toy.jsonl", TOYS)
    for name, rows in SETS.items():
        wrote(folder / f"{name}.jsonl", rows)
    augment("build", "toy.jsonl", "-o", "suite.jsonl", *QUICK, cwd=folder)
    augment("score", "suite.jsonl", "worse.jsonl", "same.jsonl", "-o", "bare.json", cwd=folder)
    augment("score", "suite.jsonl", "worse.jsonl", "same.jsonl", "-o", "proven.json", "--prove", cwd=folder)
    return folder


def completions(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = strictly(path.read_text())["completions"]
    return found


def test_scores_hold_proofs_where_they_are_asked_for_and_verdicts_stay(place: Path) -> None:
    bare, proven = completions(place / "bare.json"), completions(place / "proven.json")
    proofs = {(row["model"], row["task_id"], row["number"]): row.pop("proof", None) for row in proven}
    assert bare == proven
    total = proofs["worse", "Toy/0", 0]
    assert total == proofs["same", "Toy/0", 0]
    assert (total["args"], total["expected"], total["got"]) == ("([0, 0, 0],)", "0", "99")
    assert (total["confirmed"], total["minimal"], total["note"], total["tier"]) == (True, True, "", "inside")
    assert total["from"].startswith("plus-")
    assert [key for key, proof in proofs.items() if proof is None] == [("worse", "Toy/0", 1), ("worse", "Toy/2", 0)]


def test_a_page_shows_program_input_answers_and_reasons(place: Path) -> None:
    done = augment("explain", "proven.json", "0", "--model", "worse", cwd=place)
    for line in (
        "Toy/0  worse #0  (worse.jsonl:1)",
        "    3      return sum(xs) if len(xs) < 3 else 99",
        "smallest failing input found",
        "  total([0, 0, 0])",
        "  expected  0",
        "  got       99",
        "  types: xs: list[int]",
    ):
        assert line in done.stdout.split("\n"), done.stdout
    assert "why it is meant: inside" in done.stdout


def test_proofs_are_made_on_the_spot_and_the_same(place: Path) -> None:
    proven, bare = (
        strictly(augment("explain", f"{name}.json", "0", "--json", cwd=place, cold=name == "bare").stdout)
        for name in ("proven", "bare")
    )
    assert proven == bare
    assert [(row["model"], row["number"]) for row in bare] == [("same", 0), ("worse", 0)]
    assert bare[1]["program"].endswith("else 99")
    assert bare[1]["domain"]["types"] == [["list[int]"]]


def test_control_characters_of_a_program_and_its_answer_are_shown_escaped(place: Path) -> None:
    done = augment("explain", "proven.json", "Toy/1", cwd=place)
    assert "shout('aaa')" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\\x1b[31m" in done.stdout


def test_what_there_is_to_explain_is_told(place: Path) -> None:
    def told(*arguments: str) -> str:
        return augment("explain", *arguments, cwd=place, code=2).stderr

    assert "no completion passes base and fails plus (1 with pass on base and pass on base+plus)" in told(
        "bare.json", "2"
    )
    assert "1 with fail on base" in told("bare.json", "0", "--number", "1")
    assert "same #0, worse #0, worse #1" in told("bare.json", "0", "--model", "other")
    assert "no problem '9' here" in told("bare.json", "9")
    assert "wanted a results file" in told("suite.jsonl", "0")
    assert "no such file" in told("none.json", "0")


def test_suite_and_completions_are_found_again_or_asked_for(place: Path, tmp_path: Path) -> None:
    for name in ("bare.json", "suite.jsonl", "worse.jsonl"):
        shutil.copy(place / name, tmp_path)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    done = augment("explain", "../bare.json", "0", "--model", "worse", cwd=moved)
    assert "total([0, 0, 0])" in done.stdout
    (tmp_path / "worse.jsonl").rename(moved / "worse.jsonl")
    assert "--completions" in augment("explain", "bare.json", "0", "--model", "worse", cwd=tmp_path, code=2).stderr
    found = ("--model", "worse", "--completions", "elsewhere/worse.jsonl")
    assert augment("explain", "bare.json", "0", *found, cwd=tmp_path).stdout == done.stdout.replace(
        "worse.jsonl:", "elsewhere/worse.jsonl:"
    ).replace("../", "")
    wrote(moved / "worse.jsonl", SETS["worse"][1:])
    assert "changed since it was scored" in augment("explain", "bare.json", "0", *found, cwd=tmp_path, code=2).stderr
    (tmp_path / "suite.jsonl").rename(moved / "s.jsonl")
    assert "--suite" in augment("explain", "bare.json", "0", "--model", "same", cwd=tmp_path, code=2).stderr
    with (moved / "s.jsonl").open("a") as file:
        file.write("\n")
    changed = ("--suite", "elsewhere/s.jsonl")
    assert "not the suite" in augment("explain", "bare.json", "0", *changed, cwd=tmp_path, code=2).stderr


def test_from_python(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    (found,) = library.explain("bare.json", "Toy/0", model="worse")
    assert found.judgement.proof is not None
    assert found.judgement.proof.args == library.Value.of(([0, 0, 0],))
    assert found.tested.problem.task_id == "Toy/0"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "nonsense",
        '{"augment_results": 2}',
        '{"augment_results": 1}',
        '{"augment_results": 1, "suite": {}, "settings": {}, "completions": []}',
        '{"augment_results": 1, "suite": {}, "settings": {"limits": {}, "tiers": []}, "completions": [3]}',
        '{"augment_results": 1, "suite": {}, "settings": {"limits": {}, "tiers": ["odd"]}, "completions": []}',
    ],
)
def test_files_that_are_no_results_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text)
    assert "r.json" in augment("explain", "r.json", "0", cwd=tmp_path, code=2).stderr
