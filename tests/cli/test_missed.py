"""`augment missed` and `augment review` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, toy, wrote

import augment as library

ROWS = [
    {"task_id": "Toy/0", "completion": "    return sum(xs)"},
    {"task_id": "Toy/0", "completion": "    return sum(xs) + (4711 in xs)"},
    {"task_id": "Toy/0", "completion": "    return sum(xs) if len(xs) < 3 else 99"},
    {"task_id": "Toy/1", "completion": "    return text.upper()"},
    {"task_id": "Toy/1", "completion": "    return text.upper() if len(text) < 3 else text"},
    {"task_id": "Toy/2", "completion": "    return x / 2"},
    {"task_id": "Toy/2", "completion": "    return 7"},
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with results of two suites, and a review of the first."""
    folder = tmp_path_factory.mktemp("toy")
    wrote(folder / "toy.jsonl", TOYS)
    wrote(folder / "model.jsonl", ROWS)
    for name, seed in (("one", 0), ("two", 1)):
        build = ("build", "toy.jsonl", "-o", f"{name}.jsonl", "--seed", seed, "--plus-tests", 15, "--no-scale", *QUICK)
        augment(*build, cwd=folder)
        augment("score", f"{name}.jsonl", "model.jsonl", "--all-tests", "-o", f"{name}.json", cwd=folder)
    augment("review", "draw", "one.json", "--inputs", 300, "-o", "review.jsonl", cwd=folder)
    return folder


def test_what_the_tests_of_a_suite_convict_alone(place: Path) -> None:
    done = augment("missed", "one.json", "--all-problems", cwd=place)
    first, *_ = done.stdout.split("\n")
    assert first.startswith("4 of 6 completions that pass base are accepted, by ")
    assert "Toy/0" in done.stdout
    assert "Chao's lower bound" in done.stdout
    found = strictly(augment("missed", "one.json", "--json", cwd=place).stdout)
    assert (found["other"], found["overlap"]) == (None, None)
    told = found["alone"]
    assert (told["accepted"], told["convicted"]) == (4, 2)
    assert told["next"] == pytest.approx(sum(one["once"] / one["tests"] for one in told["problems"]))
    assert [one["task_id"] for one in told["problems"]] == ["Toy/0", "Toy/1", "Toy/2"]


def test_two_suites(place: Path) -> None:
    done = augment("missed", "one.json", "two.json", cwd=place)
    assert "6 completions of 3 problems passed base with both suites" in done.stdout
    assert "Of 4 that neither convicts, an estimated 0.0 (0.0%) are wrong (Chapman; 95%: 0.0–" in done.stdout
    found = strictly(augment("missed", "one.json", "two.json", "--json", cwd=place).stdout)["overlap"]
    assert [found[key] for key in ("only_one", "only_other", "both", "neither", "left_out")] == [0, 0, 2, 4, 1]
    assert found["unseen"]["value"] == 0
    assert library.missed(place / "one.json", place / "two.json").overlap is not None


def test_the_table_fits_80_columns(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commandline.WIDTH", "80")
    done = augment("missed", "one.json", "two.json", "--all-problems", cwd=place)
    assert max(map(len, done.stdout.split("\n"))) <= 80
    assert "…" not in done.stdout


def test_what_missed_cannot_use_is_told(place: Path) -> None:
    augment("score", "one.jsonl", "model.jsonl", "-o", "first.json", cwd=place)
    assert "--all-tests" in augment("missed", "first.json", cwd=place, code=2).stderr
    assert "same suite" in augment("missed", "first.json", "one.json", cwd=place, code=2).stderr
    assert "given twice" in augment("missed", "one.json", "one.json", cwd=place, code=2).stderr
    assert "no such file" in augment("missed", "none.json", cwd=place, code=2).stderr


def drawn(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    head, *rows = map(strictly, path.read_text().splitlines())
    return head, rows


def judged(place: Path, name: str, word: str) -> Path:
    """The review with all that is in dispute judged."""
    head, rows = drawn(place / "review.jsonl")
    rows = [{**row, "judgement": word if row["found"] else ""} for row in rows]
    (place / name).write_text("".join(f"{json.dumps(row)}\n" for row in [head, *rows]))
    return place / name


def test_a_draw_finds_what_the_suite_missed(place: Path) -> None:
    head, rows = drawn(place / "review.jsonl")
    assert (head["accepted"], head["drawn"], head["models"], head["inputs"]) == (4, 4, ["model"], 300)
    first, *rest = rows
    assert first["program"].endswith("return sum(xs) + (4711 in xs)")
    assert (first["judgement"], first["task_id"], first["number"]) == ("", "Toy/0", 1)
    assert first["found"] | {"origin": ""} == {
        "args": "([4711],)",
        "expected": "4711",
        "got": "4712",
        "tier": "inside",
        "origin": "",
        "confirmed": True,
    }
    assert [(row["found"], row["note"]) for row in rest] == [(None, "")] * 3
    assert all(row["searched"] for row in rows)


def test_a_draw_says_what_is_to_be_done(place: Path) -> None:
    """The same seed draws the same, and a file with judgements is not replaced unless it is asked for."""
    command = ("review", "draw", "one.json", "-n", 2, "--inputs", 60, "-o")
    done = augment(*command, "again.jsonl", cwd=place)
    assert done.stdout.startswith("2 of 4 accepted completions drawn (seed 0)\n")
    assert done.stdout.endswith("Then: augment review count again.jsonl --results one.json\n")
    before = (place / "again.jsonl").read_bytes()
    assert "again.jsonl" in augment(*command, "again.jsonl", cwd=place, code=2).stderr
    augment(*command, "again.jsonl", "--overwrite", cwd=place, cold=True)
    assert (place / "again.jsonl").read_bytes() == before
    full = augment("review", "draw", "one.json", "--inputs", 300, "-o", "full.jsonl", cwd=place).stdout
    assert "line 2: Toy/0 model #1\n  on         ([4711],)  (inside, from " in full
    assert '- "judgement": "wrong"' in full
    assert (place / "full.jsonl").read_bytes() == (place / "review.jsonl").read_bytes()


def test_judgements_are_counted(place: Path) -> None:
    assert "not judged yet: Toy/0 model #1" in (augment("review", "count", "review.jsonl", cwd=place, code=2).stderr)
    path = judged(place, "judged.jsonl", "wrong")
    done = augment("review", "count", path.name, "--results", "one.json", cwd=place)
    assert "1 wrong, 0 right, 0 unclear, 3 not found wrong" in done.stdout
    assert "At most 75.1% of the accepted completions are wrong (95%" in done.stdout  # where P(at most 1 of 4) is 5%
    assert "Problems have different numbers of completions" in done.stdout
    found = strictly(augment("review", "count", path.name, "--results", "one.json", "--json", cwd=place).stdout)
    assert (found["wrong"], found["not_found"], found["drawn"]) == (1, 3, 4)
    assert (
        found["most_wrong"]["unclear_right"] == found["most_wrong"]["unclear_wrong"] == pytest.approx(0.7514, abs=1e-4)
    )
    assert found["pass_at_1"]["plus"] == pytest.approx((2 / 3 + 1 / 2 + 1 / 2) / 3)
    unclear = judged(place, "unclear.jsonl", "unclear")
    told = augment("review", "count", unclear.name, cwd=place).stdout
    assert "At most 52.7% of the accepted completions are wrong where unclear is read as right, 75.1% where" in told
    found = strictly(augment("review", "count", unclear.name, "--json", cwd=place).stdout)
    assert found["most_wrong"]["unclear_right"] == pytest.approx(1 - 0.05**0.25)
    assert found["pass_at_1"] is None
    assert library.count_review(path, place / "one.json").corrected is not None


def test_what_review_cannot_use_is_told(place: Path) -> None:
    path = judged(place, "odd.jsonl", "maybe")
    told = augment("review", "count", path.name, cwd=place, code=2).stderr
    assert "odd.jsonl:2: wanted" in told
    right = judged(place, "right.jsonl", "right")
    assert (
        "not the results" in augment("review", "count", right.name, "--results", "two.json", cwd=place, code=2).stderr
    )
    assert "wanted a review file" in augment("review", "count", "model.jsonl", cwd=place, code=2).stderr
    draw = ("review", "draw", "one.json", "-o", "none.jsonl")
    assert "no set 'other'" in augment(*draw, "--model", "other", cwd=place, code=2).stderr
    assert not (place / "none.jsonl").exists()
    with (place / "model.jsonl").open("a") as file:
        file.write(json.dumps(ROWS[0]) + "\n")
    assert "changed since it was scored" in augment(*draw, cwd=place, code=2).stderr
    wrote(place / "model.jsonl", ROWS)


def test_where_nothing_can_be_tried_a_person_reads_the_program(tmp_path: Path) -> None:
    """A problem that its own test code scores has no inputs to begin with."""
    problem = toy(0, "guess", "low, high", "(low + high) // 2") | {
        "test": "def check(candidate):\n    import random\n    low = random.SystemRandom().randrange(10**6)\n"
        "    assert candidate(low, low + 2) == low + 1\n"
    }
    wrote(tmp_path / "toy.jsonl", [problem])
    wrote(tmp_path / "model.jsonl", [{"task_id": "Toy/0", "completion": "    return (high + low) // 2"}])
    augment("build", "toy.jsonl", "-o", "suite.jsonl", *QUICK, cwd=tmp_path)
    augment("score", "suite.jsonl", "model.jsonl", "-o", "results.json", cwd=tmp_path)
    told = augment("review", "draw", "results.json", "--inputs", 20, "-o", "review.jsonl", cwd=tmp_path).stdout
    assert "line 2: Toy/0 model #0\n  nothing was tried (no input was found that lies in the domain): read the" in told
    (row,) = drawn(tmp_path / "review.jsonl")[1]
    assert (row["searched"], row["found"]) == (0, None)
    assert "not judged yet" in augment("review", "count", "review.jsonl", cwd=tmp_path, code=2).stderr
