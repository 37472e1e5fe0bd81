"""`augment export` as a user types it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of which one problem has arguments that JSON lacks, and results of two sets."""
    folder = tmp_path_factory.mktemp("export")
    pairs = {
        "task_id": "Toy/5",
        "prompt": "def swap(pair):\n",
        "entry_point": "swap",
        "canonical_solution": "    return pair[::-1]\n",
        "test": "def check(candidate):\n"
        "    assert candidate((1, 2)) == (2, 1)\n    assert candidate(('a',)) == ('a',)\n",
    }
    wrote(folder / "toy.jsonl", [*TOYS[:2], pairs])
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 4, *QUICK, "--no-scale", cwd=folder)
    right = {"Toy/0": "def total(xs): return sum(xs)", "Toy/1": "def shout(text): return text.upper()"}
    rows = [{"task_id": task_id, "solution": text} for task_id, text in right.items()]
    wrote(folder / "right.jsonl", rows)
    wrote(folder / "mixed.jsonl", [*rows, {"task_id": "Toy/0", "solution": "def total(xs): return len(xs) and 3"}])
    augment("score", "suite.jsonl", "right.jsonl", "mixed.jsonl", "-o", "results.json", cwd=folder)
    augment("score", "suite.jsonl", "mixed.jsonl", "-o", "one.json", cwd=folder)
    return folder


def test_what_a_format_cannot_carry_is_refused_by_name_or_left_out(place: Path) -> None:
    command = ("export", "suite.jsonl", "--to", "evalplus", "-o", "plus.jsonl")
    told = augment(*command, cwd=place, code=2).stderr
    assert "evalplus cannot carry 1 of 3 problems: Toy/5 (test base-0 has an argument that JSON does not have" in told
    assert not (place / "plus.jsonl").exists()
    done = augment(*command, "--leave-out", "--json", cwd=place, code=1)
    assert [*strictly(done.stdout)["refused"]] == ["Toy/5"]
    rows = [json.loads(line) for line in (place / "plus.jsonl").read_text().splitlines()]
    assert [row["task_id"] for row in rows] == ["Toy/0", "Toy/1"]
    assert "--overwrite" in augment(*command, cwd=place, code=2).stderr
    augment("score", "plus.jsonl", "right.jsonl", cwd=place)


def test_a_suite_for_humaneval_is_tried_before_it_is_written(place: Path) -> None:
    done = augment("export", "suite.jsonl", "--to", "humaneval", "-o", "he.jsonl.gz", cwd=place)
    assert "programs were judged rightly by what is written" in done.stderr
    augment("build", "he.jsonl.gz", "-o", "again.jsonl", "--plus-tests", 1, *QUICK, "--no-scale", cwd=place)


def test_results_for_evalplus_and_human_eval(place: Path) -> None:
    augment("export", "one.json", "--to", "evalplus-results", "-o", "eval.json", cwd=place)
    found = strictly((place / "eval.json").read_text())
    assert {
        task: [(row["base_status"], row["plus_status"]) for row in rows] for task, rows in found["eval"].items()
    } == {
        "Toy/0": [("pass", "pass"), ("pass", "fail")],
        "Toy/1": [("pass", "pass")],
    }
    assert found["eval"]["Toy/0"][1]["solution"] == "def total(xs): return len(xs) and 3"
    augment("export", "results.json", "--to", "human-eval-results", "-o", "folder", cwd=place)
    lines = (place / "folder" / "mixed_results.jsonl").read_text().splitlines()
    assert [json.loads(line)["passed"] for line in lines] == [True, False, True]
    assert json.loads(lines[1])["result"].startswith("failed: ")
    assert len((place / "folder" / "right_results.jsonl").read_text().splitlines()) == 2


def test_results_as_a_table_and_for_eval_arena(place: Path) -> None:
    augment("export", "results.json", "--to", "csv", "-o", "all.csv", cwd=place)
    rows = [*csv.DictReader(io.StringIO((place / "all.csv").read_text()))]
    assert [(row["model"], row["task_id"], row["number"], row["plus"]) for row in rows] == [
        ("mixed", "Toy/0", "0", "pass"),
        ("mixed", "Toy/0", "1", "fail"),
        ("mixed", "Toy/1", "0", "pass"),
        ("right", "Toy/0", "0", "pass"),
        ("right", "Toy/1", "0", "pass"),
    ]
    augment("export", "results.json", "--to", "eval-arena", "-o", "arena.jsonl", cwd=place)
    first = json.loads((place / "arena.jsonl").read_text().splitlines()[0])
    assert first == {"benchmark_id": "toy", "model": "mixed", "example_id": "Toy/0", "pass1": 0.5, "count": 2}


def test_results_whose_completions_are_gone_say_where_to_give_them(place: Path, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text((place / "one.json").read_text())
    for name in ("csv", "eval-arena"):  # no programs in them
        augment("export", "results.json", "--to", name, "-o", name, cwd=tmp_path)
    assert (tmp_path / "csv").read_text().splitlines()[1] == "mixed,Toy/0,0,pass,pass,,"
    (tmp_path / "suite.jsonl").write_text((place / "suite.jsonl").read_text())
    command = ("export", "results.json", "--to", "human-eval-results", "-o", "all.jsonl")
    assert "say where they are with --completions" in augment(*command, cwd=tmp_path, code=2).stderr
    augment(*command, "--completions", place / "mixed.jsonl", cwd=tmp_path)


@pytest.mark.parametrize("source", ["suite.jsonl", "results.json"])
def test_an_unknown_format_lists_those_that_are_known(place: Path, source: str) -> None:
    told = augment("export", source, "--to", "xml", "-o", "x", cwd=place, code=2).stderr
    assert "no format 'xml'" in told
    assert "humaneval, evalplus, mbpp, parquet" in told
