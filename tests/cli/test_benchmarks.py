"""Benchmarks of your own, and those known by name, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

from commandline import QUICK, augment, strictly, wrote

SMALL = ("--plus-tests", 4, "--no-scale", *QUICK)


def test_from_an_example_to_a_score(tmp_path: Path) -> None:
    told = augment("init", "mine", cwd=tmp_path).stderr
    assert "next: augment build mine -o suite.jsonl" in told
    assert augment("init", "mine", cwd=tmp_path, code=2).stderr.startswith(
        "error: mine: is there already, and not empty"
    )
    (tmp_path / "file").write_text("")
    for folder in ("file/mine", "mine/longest_run.py"):
        told = augment("init", folder, cwd=tmp_path, code=2).stderr
        assert "-o" not in told  # it has no such option
    done = augment("build", "mine", "-o", "suite.jsonl", "--json", *SMALL, cwd=tmp_path)
    assert {key: strictly(done.stdout)[key] for key in ("problems", "base_tests", "plus_tests")} == {
        "problems": 2,
        "base_tests": 6,
        "plus_tests": 8,
    }
    right = "from itertools import groupby\n\n\ndef longest_run(text):\n"
    right += "    return max((len([*run]) for _, run in groupby(text)), default=0)\n"
    wrote(tmp_path / "right.jsonl", [{"task_id": "mine/longest_run", "solution": right}])
    scored = strictly(augment("score", "suite.jsonl", "right.jsonl", "--json", cwd=tmp_path).stdout)
    assert [row["plus"] for row in scored["completions"]] == ["pass"]


def test_problems_that_cannot_be_used_are_named_with_the_reason(tmp_path: Path) -> None:
    half = {"task_id": 1, "text": "Half.", "code": "def half(x): return x / 2", "test_list": ["assert half(2) == 1"]}
    none = {"task_id": 2, "text": "None.", "code": "def none(x): pass", "test_list": ["assert 1 == 1"]}
    (tmp_path / "mbpp.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in (half, none)))
    done = augment("build", "mbpp.jsonl", "-o", "suite.jsonl", *SMALL, cwd=tmp_path, code=1)
    assert "left out: Mbpp/2: its tests call no function of its code" in done.stdout


def test_the_list_of_names(tmp_path: Path) -> None:
    listed = augment("datasets", cwd=tmp_path).stdout
    assert "humaneval: HumanEval (Chen et al. 2021)" in listed
    rows = {row["name"]: row for row in strictly(augment("datasets", "--json", cwd=tmp_path).stdout)}
    assert Path(rows["humaneval"]["file"]).exists()
    assert rows["mbpp"]["licence"] == "CC-BY-4.0"
    path = augment("datasets", "--fetch", "humaneval", cwd=tmp_path).stdout.strip()
    assert path == rows["humaneval"]["file"]
    fetched = augment("datasets", "--fetch", "humaneval", "--json", cwd=tmp_path)
    assert strictly(fetched.stdout) == rows["humaneval"]
    assert "known by name: humaneval, mbpp" in augment("datasets", "--fetch", "x", cwd=tmp_path, code=2).stderr


def test_a_name_that_is_unknown_lists_those_that_are(tmp_path: Path) -> None:
    told = augment("build", "humanevil", "-o", "suite.jsonl", cwd=tmp_path, code=2).stderr
    assert "no such file or folder, and no benchmark of that name" in told
    assert "known by name: humaneval, mbpp" in told
