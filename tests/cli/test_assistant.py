"""`augment build --model` against a server of our own, half of whose answers are nonsense."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import augment, strictly, wrote
from modelserver import Failure, ModelServer, serving

from augment.model.literals import read_literal

SHARE = {
    "task_id": "Toy/0",
    "prompt": 'def share(parts: list[int], whole: int) -> list[int]:\n    """Percentages, rounded down."""\n',
    "entry_point": "share",
    "canonical_solution": "    return [100 * part // whole for part in parts]\n",
    "test": "def check(candidate):\n    assert candidate([1, 2], 4) == [25, 50]\n"
    "    assert candidate([5], 5) == [100]\n    assert candidate([3, 0, 9], 12) == [25, 0, 75]\n",
}
GOOD = "def precondition(parts, whole):\n    return whole > 0 and all(0 <= part <= whole for part in parts)\n"
PRECONDITIONS = [
    f"```python\n{GOOD}```",
    "def precondition(parts, whole):\n    while True:\n        pass\n",
    "def precondition(parts, whole):\n    return whole > 4\n",
]
SOLUTIONS = [
    "def share(parts, whole):\n    return [100 * part // whole for part in parts]\n",
    "import os\ndef share(parts, whole):\n    os._exit(0)\n",
    "I would rather not.",
]
MISTAKES = [
    "def share(parts, whole):\n    return [100 * part // whole for part in parts if part != 77]\n",
    "def share(parts, whole):\n    return []\n",
]
INPUTS = [
    "[([77, 1], 100), ([0], 1), ('text', 3), ([1], 0), ([-5], 10), ([1], 2, 3), ([20], 10)]",
    "Sure:\n[([7] * 3, 21), (range(3), 4), ([13, 13], 1000), ([None], 2)",
    "import random\nprint([random.random()])",
]


def scripted(body: dict[str, Any]) -> str | Failure:
    said = body["messages"][-1]["content"]
    table = {
        "Write the precondition": PRECONDITIONS,
        "Solve it": SOLUTIONS,
        "that is wrong": MISTAKES,
        "further tuples": INPUTS,
    }
    answers = next(answers for words, answers in table.items() if words in said)
    asked[id(answers)] = asked.get(id(answers), -1) + 1
    number = asked[id(answers)]
    return answers[number % len(answers)] if number % 7 != 6 else Failure(400, b'{"error": {"message": "no"}}')


asked: dict[int, int] = {}


def built(
    place: Path, server: ModelServer, *more: object, code: int = 0, cold: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The problem as the suite has it, and the printed summary."""
    asked.clear()
    wrote(place / "toy.jsonl", [SHARE])
    command = ("build", "toy.jsonl", "-o", "suite.jsonl", "--json", "--rounds", 2, "--no-scale", "--plus-tests", 30)
    model = ("--model", "toy", "--base-url", server.url, "--llm-cache", "exchanges.jsonl")
    told = strictly(augment(*command, *model, *more, cwd=place, code=code, cold=cold).stdout)
    return json.loads((place / "suite.jsonl").read_text().splitlines()[1]), told


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("assistant")


@pytest.fixture(scope="module")
def made(place: Path) -> tuple[dict[str, Any], dict[str, Any], str]:
    with serving(scripted) as server:
        return *built(place, server), server.url


def test_nothing_invalid_enters_a_suite(made: tuple[dict[str, Any], dict[str, Any], str]) -> None:
    row, _, _ = made
    inputs = [read_literal(test["args"]) for test in row["tests"] if test["kind"] == "plus"]
    for args in inputs:
        assert isinstance(args, tuple)
        parts, whole = args
        assert type(whole) is int
        assert type(parts) is list
        assert all(type(part) is int for part in parts)
        assert whole > 0
    assert ([77, 1], 100) in inputs  # what the wrong program of the model fails on
    origins = {test["origin"] for test in row["tests"] if test["args"] == "([77, 1], 100)"}
    assert origins == {"model"}


def test_the_funnel_adds_up(made: tuple[dict[str, Any], dict[str, Any], str]) -> None:
    row, told, _ = made
    counts = row["assistance"]
    assert told["assistance"] == counts
    assert counts["asked"] >= counts["answered"] > 0
    assert counts["preconditions"] == 1
    assert counts["refused"] == 2
    assert counts["inputs"] >= counts["valid"] >= counts["kept"] > 0
    assert counts["unreadable"] >= 3
    assert counts["alone"] >= 1
    assert counts["prompt_tokens"] == 10 * counts["answered"]
    funnel = row["funnel"]
    kept = sum(test["kind"] == "plus" for test in row["tests"])
    assert funnel["proposed"] - sum(funnel["dropped"].values()) == kept
    assert sum(test["origin"].startswith("model") for test in row["tests"]) == counts["kept"]


def test_a_build_from_exchanges_gives_the_same_bytes_without_a_server(
    place: Path, made: tuple[dict[str, Any], dict[str, Any], str]
) -> None:
    first = (place / "suite.jsonl").read_bytes()
    lines = (place / "exchanges.jsonl").read_text().splitlines()
    kept = [json.loads(line) for line in lines]
    assert all("sk-" not in line for line in lines)

    def only_failures(body: dict[str, Any]) -> Failure:
        return Failure(400, b'{"error": {"message": "no"}}')

    with serving(only_failures) as server:
        told = built(place, server, "--overwrite", "--price-in", 1000, "--price-out", 4000, cold=True)[1]
        assert told["cost"] == pytest.approx(0.03 * told["assistance"]["answered"])
        assert (place / "suite.jsonl").read_bytes() == first
        answered = len(kept)
        assert len(server.asked) == made[0]["assistance"]["asked"] - answered


def test_the_suite_says_which_model_helped(place: Path, made: tuple[dict[str, Any], dict[str, Any], str]) -> None:
    header = json.loads((place / "suite.jsonl").read_text().splitlines()[0])
    assert header["settings"]["model"] == "toy"
    shown = augment("show", "suite.jsonl", "0", cwd=place).stdout
    assert "language model: " in shown


def test_a_model_that_only_fails_changes_nothing(tmp_path: Path) -> None:
    with serving(lambda body: Failure(400, b'{"error": {"message": "no"}}')) as server:
        row, _ = built(tmp_path, server, code=1)
    alone = ("build", "toy.jsonl", "-o", "alone.jsonl", "--rounds", 2, "--no-scale", "--plus-tests", 30)
    augment(*alone, cwd=tmp_path)
    assert row["tests"] == json.loads((tmp_path / "alone.jsonl").read_text().splitlines()[1])["tests"]
    assert (row["assistance"]["answered"], row["assistance"]["kept"]) == (0, 0)
