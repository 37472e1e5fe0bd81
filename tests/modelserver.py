"""A small server that speaks OpenAI's chat protocol over real HTTP, and its failures."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], "str | Failure"]


class Failure:
    """What the server does instead of answering."""

    def __init__(self, status: int = 200, body: bytes = b"", *, hang: float = 0.0, cut: bool = False) -> None:
        self.status, self.body, self.hang, self.cut = status, body, hang, cut


class ModelServer(ThreadingHTTPServer):
    """Answers each question by a function of its JSON body; keeps the questions and their headers."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.keys.append(self.headers.get("Authorization", ""))
        told = self.server.answer(body)
        if isinstance(told, str):
            self.send(200, json.dumps(completion(told)).encode())
            return
        time.sleep(told.hang)
        self.send(told.status, told.body, cut=told.cut)

    def send(self, status: int, body: bytes, *, cut: bool = False) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body) + 10 * cut))
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the client has gone
            self.close_connection = True
        if cut:
            self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def completion(text: str | None, **message: object) -> dict[str, Any]:
    """An answer as the protocol has it."""
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "toy",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text, **message}}
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


@contextmanager
def serving(answer: Answer) -> Iterator[ModelServer]:
    """The server, while the context lasts."""
    server = ModelServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
