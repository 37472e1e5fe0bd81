"""The real client, over real HTTP, against a server that answers, fails and lies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from modelserver import Answer, Failure, ModelServer, completion, serving

from augment.clients.chat import BUDGET, MOST_CHARACTERS, Chat
from augment.errors import BadInput, BadLine
from augment.formats.exchanges import ExchangeFile
from augment.model.exchange import ChatSettings, NoReply, Reply, Request, Spent

SECRET = "sk-very-secret"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def echo(body: dict[str, Any]) -> str:
    return f"you said {body['messages'][-1]['content']}"


def asked(
    server: ModelServer, requests: Sequence[Request], path: Path | None = None, **settings: Any
) -> tuple[dict[int, Reply | NoReply], Spent]:
    heard: dict[int, Reply | NoReply] = {}
    with ExchangeFile(path) as exchanges:
        how = ChatSettings(model="toy", base_url=server.url, **{"timeout_seconds": 5.0, "retries": 2, **settings})
        chat = Chat(how, exchanges)
        chat.ask(requests, heard.__setitem__)
    return heard, chat.spent


def questions(count: int) -> list[Request]:
    return [Request(user=f"question {number}", system="be brief", max_tokens=50) for number in range(count)]


def test_answers_come_with_their_questions_and_what_they_cost() -> None:
    with serving(echo) as server:
        heard, spent = asked(server, questions(20))
        assert {place: reply.text for place, reply in heard.items() if isinstance(reply, Reply)} == {
            number: f"you said question {number}" for number in range(20)
        }
        assert spent == Spent(calls=20, prompt_tokens=200, completion_tokens=100)
        assert server.asked[0]["max_tokens"] == 50
        assert server.asked[0]["messages"][0] == {"role": "system", "content": "be brief"}
        assert set(server.keys) == {f"Bearer {SECRET}"}


def test_what_was_answered_is_not_asked_again_and_holds_no_key(tmp_path: Path) -> None:
    path = tmp_path / "exchanges.jsonl"
    with serving(echo) as server:
        first, _ = asked(server, questions(3), path)
    again, spent = asked(server, questions(3), path)  # the server is gone
    assert again == first
    assert spent == Spent(from_cache=3)
    assert SECRET not in path.read_text()
    with serving(echo) as server:
        other, spent = asked(server, [*questions(3), Request(user="question 0", sample=1)], path)
        assert len(server.asked) == 1
    assert (len(other), spent.calls, spent.from_cache) == (4, 1, 3)


def test_an_exchange_that_was_cut_short_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "exchanges.jsonl"
    with serving(echo) as server:
        asked(server, questions(2), path)
        path.write_bytes(path.read_bytes()[:-20])
        _, spent = asked(server, questions(2), path)
    assert (spent.calls, spent.from_cache) == (1, 1)
    assert len([json.loads(line) for line in path.read_text().splitlines() if line.endswith("}}")]) == 2


def test_another_file_is_no_file_of_exchanges(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"task_id": "HumanEval/0"}\n')
    with pytest.raises(BadLine, match=r"x\.jsonl:1: wanted an object `reply`"):
        ExchangeFile(tmp_path / "x.jsonl")


@pytest.mark.parametrize(
    "failure",
    [Failure(429, b"{}"), Failure(500, b"oops"), Failure(200, b'{"id":', cut=True), Failure(503)],
    ids=["429", "500", "cut", "503"],
)
def test_what_may_go_better_is_tried_again(failure: Failure) -> None:
    failed: Counter[str] = Counter()

    def answer(body: dict[str, Any]) -> str | Failure:
        failed[body["messages"][-1]["content"]] += 1
        return failure if failed[body["messages"][-1]["content"]] < 2 else echo(body)

    with serving(answer) as server:
        heard, spent = asked(server, questions(3))
    assert all(isinstance(reply, Reply) for reply in heard.values())
    assert spent.calls == 3
    assert set(failed.values()) == {2}


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Failure(500, b"oops"), "500"),
        (Failure(400, b'{"error": {"message": "too long"}}'), "too long"),
        (Failure(200, b"<html>hello"), ""),
        (Failure(200, b"[]"), ""),
        (Failure(200, b'{"choices": []}'), "no answer"),
        (Failure(200, b'{"choices": [{"index": 0}]}'), ""),
        (Failure(200, json.dumps(completion(None)).encode()), "no text in it"),
        (Failure(200, json.dumps(completion(None, refusal="I will not")).encode()), "refused: I will not"),
        (Failure(200, json.dumps(completion("x" * (MOST_CHARACTERS + 1))).encode()), "more than 1,048,576 characters"),
        (Failure(200, b"{}", hang=2.0), "timed out"),
    ],
    ids=["500", "400", "html", "array", "none", "no-message", "no-text", "refusal", "huge", "hang"],
)
def test_no_answer_has_a_reason_and_does_not_stop_the_others(failure: Failure, reason: str) -> None:
    def answer(body: dict[str, Any]) -> str | Failure:
        return failure if body["messages"][-1]["content"] == "question 1" else echo(body)

    with serving(answer) as server:
        heard, spent = asked(server, questions(3), retries=0, timeout_seconds=1.0)
    assert [isinstance(heard[place], Reply) for place in range(3)] == [True, False, True]
    told = heard[1]
    assert isinstance(told, NoReply)
    assert reason in told.reason.lower() or reason in told.reason
    assert told.reason
    assert (spent.calls, spent.failed) == (2, 1)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_no_retry_can_mend_ends_the_run_without_showing_the_key(status: int) -> None:
    def answer(body: dict[str, Any]) -> Failure:
        return Failure(status, json.dumps({"error": {"message": f"wrong key {SECRET}"}}).encode())

    with serving(answer) as server, pytest.raises(BadInput, match="turns down every question") as told:
        asked(server, questions(50), at_once=2)
    assert SECRET not in told.value.message
    assert len(server.asked) < 10


@pytest.mark.parametrize(("limit", "calls"), [({"most_calls": 3}, 3), ({"most_tokens": 40}, 3), ({"most_calls": 0}, 0)])
def test_a_budget_ends_the_asking(limit: dict[str, int], calls: int, tmp_path: Path) -> None:
    path = tmp_path / "exchanges.jsonl"
    with serving(echo) as server:
        heard, spent = asked(server, questions(9), path, at_once=1, **limit)
    assert spent.calls == calls
    assert Counter(told.reason for told in heard.values() if isinstance(told, NoReply)) == {BUDGET: 9 - calls}
    assert path.read_text().count("\n") == calls


def test_questions_are_under_way_at_the_same_time_up_to_a_bound() -> None:
    import threading

    under_way, most = 0, 0
    lock = threading.Lock()

    def answer(body: dict[str, Any]) -> str | Failure:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        threading.Event().wait(0.05)
        with lock:
            under_way -= 1
        return echo(body)

    ask_all: Answer = answer
    with serving(ask_all) as server:
        asked(server, questions(12), at_once=3)
    assert most == 3


@pytest.mark.parametrize(
    "settings", [{"model": ""}, {"model": "m", "at_once": 0}, {"model": "m", "timeout_seconds": 0}]
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        ChatSettings(**settings)
