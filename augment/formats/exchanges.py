"""Exchanges with language models in a file, so that a run can be repeated, looked at and published without a key.

JSON Lines, one exchange a line: `key` (digest of model and question), `model`, `request`, `reply`. The key of an
account is in none. A line that is no JSON, cut short by a crash say, is passed over and told.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO

from augment.errors import BadInput, BadLine
from augment.formats import fields, files
from augment.model.exchange import Reply, Request


class ExchangeFile:
    """A file of exchanges that grows; a context manager that closes it.

    Args:
        path: of the file; made when missing. None for exchanges that are kept nowhere.

    Raises:
        BadInput: the file cannot be written, or is no file of exchanges.

    `notices` tells which lines could not be read.
    """

    def __init__(self, path: Path | None) -> None:
        self._replies: dict[str, Reply] = {}
        self._file: IO[str] | None = None
        self.notices: list[str] = []
        if path is None:
            return
        if path.exists():
            for number, row in files.rows(path, bad_line=self._passed_over):
                self._take(row, f"{path}:{number}")
        files.ensure_writable(path)
        self._file = path.open("a", encoding="utf-8")
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            self._file.write("\n")

    def _passed_over(self, error: BadLine) -> None:
        self.notices.append(f"passed over: {error.message}; what it answered is asked again")

    def _take(self, row: files.Row, where: str) -> None:
        reply = fields.mapping(row, "reply", where)
        self._replies[files.text_of(row, "key", where)] = Reply(
            text=files.text_of(reply, "text", where),
            finish=files.text_of(reply, "finish", where, ""),
            prompt_tokens=fields.whole(reply, "prompt_tokens", where, 0),
            completion_tokens=fields.whole(reply, "completion_tokens", where, 0),
        )

    def get(self, model: str, request: Request) -> Reply | None:
        """The reply that is known."""
        return self._replies.get(request.key(model))

    def put(self, model: str, request: Request, reply: Reply) -> None:
        """Keep a reply; on disk when this returns."""
        key = request.key(model)
        self._replies[key] = reply
        if self._file is not None:
            row = {"key": key, "model": model, "request": asdict(request), "reply": asdict(reply)}
            try:
                self._file.write(f"{files.dump(row)}\n")
                self._file.flush()
            except OSError as problem:
                raise BadInput(f"{self._file.name}: cannot be written ({problem.strerror})") from None

    def __enter__(self) -> ExchangeFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
