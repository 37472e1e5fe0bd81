"""Benchmarks known by name, fetched over real HTTP from a server of our own."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from augment import named
from augment.api import no_progress
from augment.errors import BadInput
from augment.formats.cache import FOLDER_VARIABLE
from augment.named import Named

DATA = bytes(range(256)) * 1000


class Server(ThreadingHTTPServer):
    """Serves `DATA`; counts requests, and can break off."""

    ranges: list[str | None]
    breaks_off = False
    knows_ranges = True


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.ranges.append(wanted)
        if self.path != "/data.jsonl":
            self.send_error(404)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.server.knows_ranges else 0
        if start >= len(DATA):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(DATA) - start))
        self.end_headers()
        self.wfile.write(DATA[start : len(DATA) // 2 if self.server.breaks_off else None])

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(("127.0.0.1", 0), Handler)
    made.ranges = []
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(Named, "fetched", property(lambda one: one.source.startswith("http")))


def wanted(server: Server, path: str = "data.jsonl", data: bytes = DATA) -> Named:
    return Named(
        name="toy",
        about="",
        problems=1,
        licence="",
        source=f"http://127.0.0.1:{server.server_port}/{path}",
        sha256=hashlib.sha256(data).hexdigest(),
    )


def test_a_file_is_fetched_once(server: Server) -> None:
    told: list[tuple[int, int, str]] = []
    path = named.fetch(wanted(server), lambda *how: told.append(how))
    assert path.read_bytes() == DATA
    assert told[-1] == (len(DATA), len(DATA), "toy")
    assert named.fetch(wanted(server), no_progress) == path == named.here(wanted(server))
    assert server.ranges == [None]


@pytest.mark.parametrize("knows_ranges", [True, False])
def test_a_fetch_that_broke_off_is_gone_on_with(server: Server, knows_ranges: bool) -> None:
    server.breaks_off = True
    with pytest.raises(BadInput, match="broke off after 128,000 of 256,000 bytes"):
        named.fetch(wanted(server), no_progress)
    assert named.here(wanted(server)) is None
    server.breaks_off, server.knows_ranges = False, knows_ranges
    assert named.fetch(wanted(server), no_progress).read_bytes() == DATA
    assert server.ranges == [None, "bytes=128000-"]


def test_another_file_than_the_manifest_means_is_refused_and_not_kept(server: Server, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="wanted a file with SHA-256"):
        named.fetch(wanted(server, data=b"other"), no_progress)
    assert [*tmp_path.rglob("*data*")] == []


def test_what_cannot_be_fetched_says_where_to_get_it(server: Server) -> None:
    with pytest.raises(BadInput, match="404") as missing:
        named.fetch(wanted(server, "gone.jsonl"), no_progress)
    assert missing.value.hint is not None
    assert "give its path in place of 'toy'" in missing.value.hint
    there = wanted(server)
    server.shutdown()
    server.server_close()
    with pytest.raises(BadInput, match="cannot be fetched"):
        named.fetch(there, no_progress)


def test_the_manifest_names_what_it_says(tmp_path: Path) -> None:
    known = named.manifest()
    assert {"humaneval", "mbpp", "mbpp-sanitized"} <= known.keys()
    path = named.here(known["humaneval"])
    assert path is not None
    assert hashlib.sha256(path.read_bytes()).hexdigest() == known["humaneval"].sha256
    assert all(len(one.sha256) == 64 and one.licence and one.problems for one in known.values())
