"""`augment complete` against a server of our own, as a user types it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote
from modelserver import Failure, serving

MBPP = {"task_id": 7, "text": "Halve it.", "code": "def half(x): return x / 2", "test_list": ["assert half(2) == 1"]}
RIGHT = {
    "total": "Sure!\n```python\ndef total(xs):\n    return sum(xs)\n```\nHope it helps.",
    "shout": "def shout(text: str):\n    return text.upper()\n",
    "half": "```\ndef half(x):\n    return x /",
}


def answer(body: dict[str, Any]) -> str:
    said = body["messages"][-1]["content"]
    return next(text for name, text in RIGHT.items() if re.search(rf"\b{name}\b", said))


def command(url: str, *more: object) -> tuple[object, ...]:
    return ("complete", "toy.jsonl", "--model", "toy", "--base-url", url, "-o", "made.jsonl", *more)


def made(place: Path, name: str = "made.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place / name).read_text().splitlines()]


def test_from_a_model_to_a_score(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    with serving(answer) as server:
        done = augment(*command(server.url, "--json"), cwd=tmp_path)
    assert strictly(done.stdout) == {
        "answers": 3,
        "methods": {"fence": 1, "as-is": 1, "cut-off": 1},
        "missing": {},
        "calls": 3,
        "from_cache": 0,
        "prompt_tokens": 30,
        "completion_tokens": 15,
        "cost": None,
    }
    rows = made(tmp_path)
    assert [row["task_id"] for row in rows] == ["Toy/0", "Toy/1", "Toy/2"]
    assert rows[0]["raw"] == RIGHT["total"]
    assert rows[0]["solution"].endswith("def total(xs):\n    return sum(xs)\n")
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 2, *QUICK, "--no-scale", cwd=tmp_path)
    scored = strictly(augment("score", "suite.jsonl", "made.jsonl", "--json", cwd=tmp_path).stdout)
    assert [row["plus"] for row in scored["completions"]] == ["pass", "pass", "no-code"]


def test_a_problem_without_a_signature_is_described(tmp_path: Path) -> None:
    (tmp_path / "toy.jsonl").write_text(json.dumps(MBPP) + "\n")
    with serving(lambda body: "def half(x): return x / 2") as server:
        augment(*command(server.url), cwd=tmp_path)
        (body,) = server.asked
    assert body["messages"][0]["content"].startswith("Write a Python program that defines the function `half`.")
    assert "Halve it." in body["messages"][0]["content"]


def test_a_problem_that_cannot_be_asked_about_is_told(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", [TOYS[0], {**TOYS[1], "test": None}])  # type: ignore[dict-item]
    with serving(answer) as server:
        done = augment(*command(server.url), cwd=tmp_path)
    assert "left out: 1 problem that cannot be asked about: Toy/1 (line 2: wanted a string `test`" in done.stderr
    assert [row["task_id"] for row in made(tmp_path)] == ["Toy/0"]


def test_options_of_a_model_need_one(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    done = augment("build", "toy.jsonl", "-o", "x.jsonl", "--most-cost", 1, cwd=tmp_path, code=2)
    assert "name one with --model" in done.stderr


def test_a_run_from_exchanges_gives_the_same_bytes_without_a_server(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    sampled = ("-n", 2, "-T", 0.8, "--llm-cache", "exchanges.jsonl")
    with serving(answer) as server:
        augment(*command(server.url, *sampled), cwd=tmp_path)
        assert len(server.asked) == 6
        url = server.url
    first = (tmp_path / "made.jsonl").read_bytes()
    done = augment(*command(url, *sampled, "--overwrite"), cwd=tmp_path, cold=True)
    assert "6 from exchanges" in done.stderr
    assert (tmp_path / "made.jsonl").read_bytes() == first


def test_answers_that_did_not_come_are_asked_for_again(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)

    def refusing(body: dict[str, Any]) -> str | Failure:
        return Failure(400, b'{"error": {"message": "not today"}}') if "shout" in str(body) else answer(body)

    with serving(refusing) as server:
        done = augment(*command(server.url), cwd=tmp_path, code=1)
        assert "no answer: 1: Error code: 400" in done.stderr
        assert "--resume asks for what is missing" in done.stderr
        assert not (tmp_path / "made.jsonl").exists()
        augment(*command(server.url, "--resume", "--partial"), cwd=tmp_path, code=1)
        assert [row["task_id"] for row in made(tmp_path)] == ["Toy/0", "Toy/2"]
        assert len(server.asked) == 4
        told = augment(*command(server.url), cwd=tmp_path, code=2).stderr
        assert "exists already" in told
        assert "go on with --resume" in told
    with serving(answer) as server:
        augment(*command(server.url, "--resume"), cwd=tmp_path)
        assert len(server.asked) == 1
        augment(*command(server.url, "--resume"), cwd=tmp_path, code=2)  # it is finished
    assert [row["task_id"] for row in made(tmp_path)] == ["Toy/0", "Toy/1", "Toy/2"]


def test_a_budget_stops_the_asking_and_keeps_what_came(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    with serving(answer) as server:
        done = augment(*command(server.url, "--most-calls", 2), cwd=tmp_path, code=1)
        assert "no answer: 1: the budget is spent" in done.stderr
        augment(*command(server.url, "--resume"), cwd=tmp_path)
        assert len(server.asked) == 3


PRICES = ("--price-in", 1000, "--price-out", 4000)
"""An answer of the server, 10 tokens for 5, costs 0.03."""


def test_a_budget_in_money_stops_the_asking_and_keeps_what_came(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    with serving(answer) as server:
        one = (*command(server.url, "--at-once", 1), *PRICES)
        done = augment(*one, "--most-cost", 0.05, "--json", cwd=tmp_path, code=1)
        assert strictly(done.stdout)["cost"] == 0.06
        assert "no answer: 1: the budget is spent" in done.stderr
        assert len(server.asked) == 2
        assert "; cost 0.03\n" in augment(*one, "--resume", cwd=tmp_path).stderr
    assert len(made(tmp_path)) == 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--most-cost", 1), "a budget in money needs prices"),
        (("--price-in", 1), "give both --price-in and --price-out"),
        (("--price-in", 1, "--price-out", "inf"), "that are numbers from 0"),
    ],
)
def test_money_without_prices_is_one_clear_error(tmp_path: Path, options: tuple[object, ...], told: str) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    for model in (("complete", "toy.jsonl", "-m", "toy"), ("build", "toy.jsonl", "--model", "toy")):
        done = augment(*model, "--base-url", "http://127.0.0.1:9/v1", "-o", "x.jsonl", *options, cwd=tmp_path, code=2)
        assert told in done.stderr
        assert len(done.stderr.splitlines()) == 1 + ("hint:" in done.stderr)
    assert not (tmp_path / "x.jsonl.partial").exists()


def test_what_is_no_json_among_exchanges_is_told_by_its_line_and_asked_again(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    cached = ("--llm-cache", "exchanges.jsonl")
    with serving(answer) as server:
        augment(*command(server.url, *cached), cwd=tmp_path)
        lines = (tmp_path / "exchanges.jsonl").read_text().splitlines()
        (tmp_path / "exchanges.jsonl").write_text("\n".join([lines[0], "{garbage", lines[2]]))
        done = augment(*command(server.url, *cached, "--overwrite"), cwd=tmp_path)
        assert "passed over: exchanges.jsonl:2: wanted a JSON object" in done.stderr
        assert len(server.asked) == 4


def test_a_wrong_key_and_samples_without_a_temperature_are_told(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS)
    with serving(lambda body: Failure(401, b'{"error": {"message": "bad key"}}')) as server:
        told = augment(*command(server.url), cwd=tmp_path, code=2).stderr
        assert "turns down every question: Error code: 401" in told
        assert "OPENAI_API_KEY" in told
        told = augment(*command(server.url, "-n", 3), cwd=tmp_path, code=2).stderr
        assert "--temperature above 0" in told
