"""Answers as models write them, and files as they come, from the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote

TOTAL, SHOUT = "Toy/0", "Toy/1"
LOOP = "    result = 0\n    for x in xs:\n        result += x\n    return result\n"
RIGHT = f"def total(xs):\n{LOOP}"
WRONG = "def total(xs):\n    return len(xs)\n"
ANSWERS = {
    "prose around a tagged fence": (f"Of course!\n\n```python\n{RIGHT}```\n\nIt adds them up.", "fence"),
    "a fence that is never closed": (f"```python\n{RIGHT}", "fence"),
    "code with a main block that reads and asserts": (
        f"{RIGHT}\nif __name__ == '__main__':\n    xs = list(map(int, input().split()))\n    assert total(xs) == 5\n",
        "as-is",
    ),
    "usage first, the solution second": (
        f"Use it so:\n```python\nprint(total([1, 2]))\n```\nThis is it:\n```python\n{RIGHT}```\n",
        "fence",
    ),
    "a whole program where a body is expected": (f"import math\n\n\n{RIGHT}", "as-is"),
    "a body without signature": (LOOP, "as-is"),
    "a fence without a tag": (f"Here:\n```\n{RIGHT}```\n", "fence"),
    "helpers, table, decorator, overridden definition": (
        "import functools\nSTART = {0: 0}\n\ndef add(a, b):\n    return a + b\n\n"
        f"{WRONG}\ndef kept(f):\n    return functools.wraps(f)(lambda xs: f(xs))\n\n"
        "@kept\ndef total(xs):\n    return functools.reduce(add, xs, START[0])\n",
        "as-is",
    ),
    "another name": ("```python\ndef add_up(numbers):\n    return sum(numbers)\n```", "fence+renamed:add_up"),
    "a class": ("class Solution:\n    def total(self, xs):\n        return sum(xs)\n", "text+method:Solution"),
    "an overrun": (f"{LOOP}\ndef total_of_squares(xs: list[in", "body+trimmed"),
}
"""Right answers, and how each is found."""
BAD = {
    "input at the top level": (f"n = input()\n{RIGHT}", "as-is", "fail"),
    "input in the function": ("def total(xs):\n    return input()\n", "as-is", "fail"),
    "cut off": (
        "```python\ndef total(xs):\n    result = 0\n    for x in xs:\n        result += (x",
        "cut-off",
        "no-code",
    ),
    "a body cut off": ("    result = 0\n    for x in xs:\n        result += (x", "cut-off", "no-code"),
    "prose": ("I cannot do that.", "no-code", "no-code"),
    "a word": ("None", "no-code", "no-code"),
    "nothing": ("", "no-code", "no-code"),
    "wrong": (WRONG, "as-is", "fail"),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a suite of three problems."""
    folder = tmp_path_factory.mktemp("extract")
    wrote(folder / "toy.jsonl", TOYS)
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 5, *QUICK, cwd=folder)
    return folder


def scored(place: Path, *options: object, code: int = 0) -> Any:
    return strictly(augment("score", "suite.jsonl", "m.jsonl", "--json", *options, cwd=place, code=code).stdout)


@pytest.mark.parametrize("key", ["completion", "solution"])
def test_right_answers_pass_however_they_are_written(place: Path, key: str) -> None:
    wrote(place / "m.jsonl", [{"task_id": TOTAL, key: text} for text, _ in ANSWERS.values()])
    rows = scored(place)["completions"]
    assert [row["plus"] for row in rows] == ["pass"] * len(ANSWERS)
    for row, (name, (text, method)) in zip(rows, ANSWERS.items(), strict=True):
        assert row["extraction"] == ("body" if key == "solution" and text == LOOP else method), name


def test_bad_answers_fail_and_what_is_no_code_is_told_from_what_is_wrong(place: Path) -> None:
    wrote(place / "m.jsonl", [{"task_id": TOTAL, "completion": text} for text, *_ in BAD.values()])
    rows = scored(place, "--timeout", 0.5)["completions"]
    found = [(row["extraction"], row["base"]) for row in rows]
    assert dict(zip(BAD, found, strict=True)) == {name: (method, verdict) for name, (_, method, verdict) in BAD.items()}
    assert "EOFError" in rows[0]["failure"]["reason"]


def test_a_run_says_what_it_looked_for_and_can_be_told_not_to(place: Path) -> None:
    wrote(
        place / "m.jsonl",
        [{"task_id": TOTAL, "completion": f"```\n{RIGHT}```"}, {"task_id": TOTAL, "completion": LOOP}],
    )
    done = augment("score", "suite.jsonl", "m.jsonl", cwd=place)
    assert "1 of 2 completions is no program as it is: 1 fence" in done.stderr
    document = scored(place, "--no-extract")
    assert document["settings"]["extract"] is False
    assert [(row["base"], row.get("extraction")) for row in document["completions"]] == [
        ("no-code", None),
        ("pass", None),
    ]


def test_what_was_extracted_can_be_explained(place: Path) -> None:
    half = "```python\ndef half(x):\n    return x / 2 if x > 0 else 0.0\n```"
    wrote(place / "m.jsonl", [{"task_id": "Toy/2", "completion": half}])
    for options in ((), ("--no-extract",)):
        done = augment("score", "suite.jsonl", "m.jsonl", "-o", "r.json", "--overwrite", *options, cwd=place)
    assert "no-code" in done.stdout
    augment("score", "suite.jsonl", "m.jsonl", "-o", "r.json", "--overwrite", cwd=place)
    assert "half(" in augment("explain", "r.json", "2", cwd=place).stdout


def test_witnesses_and_opponents_may_be_answers_too(place: Path) -> None:
    wrote(place / "w.jsonl", [{"task_id": TOTAL, "completion": f"Sure:\n```python\n{RIGHT}```"}])
    given = ("--witnesses", "w.jsonl", "--against", "w.jsonl", "--plus-tests", 3, *QUICK, "--tasks", 0)
    augment("build", "toy.jsonl", "-o", "w-suite.jsonl", *given, cwd=place)
    header = json.loads((place / "w-suite.jsonl").read_text().partition("\n")[0])
    wrote(
        place / "w.jsonl",
        [{"task_id": TOTAL, "solution": f'def total(xs: list[int]):\n    """Not said."""\n\n\n{RIGHT}'}],
    )
    augment("build", "toy.jsonl", "-o", "w-suite.jsonl", "--overwrite", *given, cwd=place)
    assert json.loads((place / "w-suite.jsonl").read_text().partition("\n")[0]) == header


@pytest.mark.parametrize("benchmark", ["toy.jsonl", "suite.jsonl"])
def test_programs_are_written_to_a_file_that_scores_the_same(place: Path, benchmark: str) -> None:
    texts = {**ANSWERS, **{name: (text, method) for name, (text, method, _) in BAD.items()}}
    wrote(place / "m.jsonl", [{"task_id": TOTAL, "completion": text} for text, _ in texts.values()])
    found = scored(place)["completions"]
    out = f"{benchmark}-out.jsonl"
    done = augment("extract", "m.jsonl", "-b", benchmark, "-o", out, "--json", cwd=place)
    counts = strictly(done.stdout)
    assert counts["completions"] == len(texts) == sum(counts["methods"].values())
    rows = [json.loads(line) for line in (place / out).read_text().splitlines()]
    assert [row["extraction"] for row in rows] == [method for _, method in texts.values()]
    assert rows[0].keys() == {"task_id", "solution", "extraction", "model", "source"}
    again = strictly(augment("score", "suite.jsonl", out, "--json", cwd=place).stdout)["completions"]
    assert [row["plus"] for row in again] == [row["plus"] for row in found]
    assert {row["extraction"] for row in again if row["plus"] != "no-code"} == {"as-is"}


def test_extracting_keeps_files_and_names_what_it_cannot_use(place: Path) -> None:
    wrote(place / "m.jsonl", [{"task_id": TOTAL, "completion": LOOP}, {"task_id": "Toy/77", "completion": LOOP}])
    done = augment("extract", "m.jsonl", "-b", "toy.jsonl", "-o", "kept.jsonl", cwd=place, code=1)
    assert done.stdout.split() == ["1", "as-is"]
    assert "'Toy/77'" in done.stderr
    before = (place / "kept.jsonl").read_bytes()
    assert (
        "--overwrite" in augment("extract", "m.jsonl", "-b", "toy.jsonl", "-o", "kept.jsonl", cwd=place, code=2).stderr
    )
    assert (
        "would be lost" in augment("extract", "m.jsonl", "-b", "toy.jsonl", "-o", "m.jsonl", cwd=place, code=2).stderr
    )
    assert "no such file" in augment("extract", "m.jsonl", "-b", "none", "-o", "x.jsonl", cwd=place, code=2).stderr
    assert (place / "kept.jsonl").read_bytes() == before
    assert "FILE" in augment("extract", "--help", cwd=place).stdout


def line(task_id: str, **more: str) -> str:
    return json.dumps({"task_id": task_id, **(more or {"solution": RIGHT})})


SHOUTED = "def shout(text):\n    return text.upper()\n"
FILES: dict[str, tuple[Sequence[str], int, int, int, str]] = {
    "one task of three": ([line(TOTAL)], 1, 1, 0, ""),
    "two tasks missing from a set of one": ([line(SHOUT, solution=SHOUTED)], 1, 1, 0, ""),
    "an id that is unknown": ([line(TOTAL), line("Toy/99")], 1, 1, 1, "'Toy/99'"),
    "2 samples and 5 samples": (
        [line(TOTAL)] * 2 + [line(SHOUT, solution=SHOUTED)] * 5,
        7,
        2,
        0,
        "5 completions repeat",
    ),
    "a blank line, a cut line, a mark and carriage returns": (
        [f"\ufeff{line(TOTAL)}\r", "\r", f"{line(TOTAL)}\r", line(TOTAL)[:-9]],
        2,
        1,
        1,
        "m.jsonl:4: ",
    ),
    "completions and solutions": ([line(TOTAL, completion=LOOP), line(SHOUT, solution=SHOUTED)], 2, 2, 0, ""),
    "the same line twice": ([line(TOTAL), line(TOTAL)], 2, 1, 0, "1 completion repeats an earlier one"),
}
"""Lines; how many completions of how many problems are scored; exit code; what is told."""


@pytest.mark.parametrize("name", FILES)
def test_files_as_they_come_are_scored_over_the_problems_they_have(place: Path, name: str) -> None:
    lines, completions, problems, code, told = FILES[name]
    (place / "m.jsonl").write_bytes("\n".join(lines).encode())
    document = scored(place, code=code)
    (model,) = document["summary"]
    assert (model["completions"], model["problems"], model["problems_in_suite"]) == (completions, problems, 3)
    assert model["pass_at_k"][0]["plus"] == 1.0
    done = augment("score", "suite.jsonl", "m.jsonl", cwd=place, code=code)
    assert f"{problems} of 3" in done.stdout
    assert told in done.stderr


def test_an_empty_file_is_one_clear_error(place: Path) -> None:
    (place / "m.jsonl").write_text("")
    error = augment("score", "suite.jsonl", "m.jsonl", cwd=place, code=2).stderr
    assert "error: m.jsonl: no completions in it" in error
