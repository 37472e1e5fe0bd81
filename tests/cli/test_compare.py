"""`augment compare` as a user types it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commandline import augment, strictly
from scored import judged, made, three_models, wrote

from augment.model.completion import Judgement
from augment.model.suite import Exclusion


def results(folder: Path, name: str, judgements: list[Judgement], sha256: str = "ab", **more: Any) -> str:
    found = made(judgements, suite={"file": "suite.jsonl", "sha256": sha256}, **more)
    wrote(folder / name, found)
    return name


def other(judgements: list[Judgement], model: str) -> list[Judgement]:
    return [replace(one, completion=replace(one.completion, model=model)) for one in judgements]


def test_models_of_many_files_stand_on_one_board(tmp_path: Path) -> None:
    mine = [one for one in three_models() if one.completion.model == "good"]
    files = [results(tmp_path, "a.json", three_models()), results(tmp_path, "b.json", mine)]
    told = augment("compare", *files, results(tmp_path, "c.json", other(mine, "late")), cwd=tmp_path).stdout
    board = told.split("differ")[0]
    assert all(name in board for name in ("good (a.json)", "good (b.json)", "late", "fast", "loose"))
    assert "100.0%" in board
    assert "Kendall's tau" in board
    assert max(map(len, told.splitlines())) <= 80
    rows = strictly(augment("compare", *files, "c.json", "--json", cwd=tmp_path).stdout)["boards"]
    assert [row["rank_plus"] for row in rows[0]["models"]] == [1, 1, 1, 4, 5]


def test_suites_that_differ_have_boards_of_their_own(tmp_path: Path) -> None:
    files = [results(tmp_path, "a.json", three_models()), results(tmp_path, "b.json", three_models(), "cd")]
    done = augment("compare", *files, cwd=tmp_path)
    assert "boards do not compare" in done.stderr
    assert done.stdout.count("rank on base") == 2


def test_two_files_tell_why_a_score_moved(tmp_path: Path) -> None:
    before = [judged("m", f"T/{number}", 0, "pass", "pass") for number in range(4)]
    after = [judged("m", "T/0", 0, "pass", "timeout"), judged("m", "T/1", 0, "pass", "fail"), *before[2:3]]
    left_out = [Exclusion(task_id="T/3", reason="its reference fails")]
    files = [results(tmp_path, "old.json", before), results(tmp_path, "new.json", after, "cd", excluded=left_out)]
    told = augment("compare", *files, cwd=tmp_path).stdout
    assert "m: pass@1 on base+plus 100.0% → 33.3%, -66.7 points" in told
    assert "-33.3  by plus tests (1 fail now, 0 pass now)" in told
    assert "-33.3  by time or memory (1 fail now, 0 pass now)" in told
    assert "suite, SHA-256: ab → cd" in told
    assert "most on T/0 -100.0, T/1 -100.0" in told
    (move,) = strictly(augment("compare", *files, "--json", cwd=tmp_path).stdout)["moves"]
    assert move["before"] == 1.0
    assert move["parts"]["plus tests"] == pytest.approx(-1 / 3)


def test_runs_of_one_model_each_are_paired_whatever_their_names(tmp_path: Path) -> None:
    before = [judged("old", "T/0", 0, "pass", "pass")]
    files = [results(tmp_path, "a.json", before), results(tmp_path, "b.json", other(before, "new"))]
    told = augment("compare", *files, cwd=tmp_path).stdout
    assert "old → new: pass@1 on base+plus 100.0% → 100.0%, +0.0 points" in told
    assert "no verdict on base+plus differs" in told


def test_runs_without_a_common_problem_move_nothing(tmp_path: Path) -> None:
    files = [
        results(tmp_path, f"{task}.json", [judged(model, f"T/{task}", 0, "pass", "pass")])
        for task, model in ((0, "one"), (1, "other"))
    ]
    done = augment("compare", *files, cwd=tmp_path)
    assert "no model with a problem in common" in done.stderr
    assert "→ 100.0%" not in done.stdout


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("settings", "limits", "memory_bytes"), 1.5),
        (("summary", 0, "pass_at_k", 0, "k"), 1e999),
        (("completions", 0, "number"), 1e999),
        (("completions", 0, "base"), "fail"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "report"])
def test_results_that_were_bent_by_hand_are_refused(
    tmp_path: Path, command: str, place: tuple[Any, ...], value: object
) -> None:
    found = made(three_models(), suite={"file": "suite.jsonl", "sha256": "ab"})
    inner: Any = found
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    (tmp_path / "bent.json").write_text(json.dumps(found))
    results(tmp_path, "other.json", three_models())
    files = ["bent.json", "other.json"] if command == "compare" else ["bent.json"]
    assert "bent.json: wanted a results file" in augment(command, *files, cwd=tmp_path, code=2).stderr


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (("a.json", "a.json"), "wanted different results files, found"),
        (("a.json", "none.json"), "none.json"),
        (("a.json", "broken.json"), "broken.json: wanted an object `suite`"),
    ],
)
def test_what_cannot_be_compared_is_one_clear_message(tmp_path: Path, files: tuple[str, ...], message: str) -> None:
    results(tmp_path, "a.json", three_models())
    (tmp_path / "broken.json").write_text('{"augment_results": 1}')
    done = augment("compare", *files, cwd=tmp_path, code=2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
