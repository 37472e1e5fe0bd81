"""What was found before, kept in the user's cache folder: opinions on programs, and answers of references.

Every entry is keyed by the content that it follows from (problem, tests, program, limits, interpreter, version), so a
change to any of these is another key, and a time stamp means nothing. The store is one SQLite file, which several runs
can use at once; one that is broken is put aside and begun anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
import zlib
from pathlib import Path
from typing import Any

import platformdirs

from augment.model.completion import Opinion

FOLDER_VARIABLE = "AUGMENT_CACHE_DIR"
"""Environment variable that names another folder."""


def folder() -> Path:
    """Where we keep what can be made again."""
    return Path(os.environ.get(FOLDER_VARIABLE) or platformdirs.user_cache_dir("augment", appauthor=False))


def default_path() -> Path:
    """Where the cache lies."""
    return folder() / "found-1.sqlite"


def key_of(*parts: object) -> str:
    """A key that follows from the content of its parts, which are of JSON types."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """Entries by key, shared between threads and processes; a context manager.

    Args:
        path: of the store; made when missing.

    `notice` tells what was wrong with the store, where something was.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""
        self.found = 0
        """How many entries were found."""
        self._lock = threading.Lock()
        self._store: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._store = self._opened()
        except sqlite3.OperationalError as problem:
            self._go_without(str(problem))
        except sqlite3.DatabaseError:
            self._begin_anew()
        except OSError as problem:
            self._go_without(str(problem.strerror))

    def get(self, key: str) -> Any:
        """The entry of a key, of JSON types; None where there is none."""
        blob = self.get_bytes(key)
        try:
            return None if blob is None else json.loads(blob)
        except ValueError:
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep an entry of JSON types."""
        self.put_bytes(key, json.dumps(value).encode())

    def get_bytes(self, key: str) -> bytes | None:
        """The entry of a key as it was put; None where there is none, or it was damaged."""
        with self._lock:
            row = self._run("SELECT value FROM entries WHERE key = ?", key)
        try:
            blob = zlib.decompress(row[0][0]) if row else None
        except (zlib.error, TypeError):
            return None
        self.found += blob is not None
        return blob

    def put_bytes(self, key: str, blob: bytes) -> None:
        """Keep an entry."""
        packed = zlib.compress(blob, 1)
        with self._lock:
            self._run("INSERT OR REPLACE INTO entries (key, value) VALUES (?, ?)", key, packed)

    def _opened(self) -> sqlite3.Connection:
        store = sqlite3.connect(self.path, timeout=30.0, check_same_thread=False, isolation_level=None)
        try:
            store.execute("PRAGMA journal_mode = WAL")
            store.execute("PRAGMA synchronous = OFF")  # what a power cut takes is found again
            store.execute("CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
        except BaseException:
            store.close()
            raise
        return store

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if self._store is None:
            return []
        try:
            return self._store.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as problem:
            self._store.close()
            if isinstance(problem, sqlite3.OperationalError):
                self._go_without(str(problem))
            else:
                self._begin_anew()
            return []

    def _go_without(self, reason: str) -> None:
        """Nothing is wrong with what the store holds: it is another user's, locked, or on a full disk."""
        self.notice = f"{self.path}: the cache cannot be used ({reason}); going on without"
        self._store = None

    def _begin_anew(self) -> None:
        self.notice = f"{self.path}: the cache was broken; it is begun anew"
        self._store = None
        with contextlib.suppress(OSError, sqlite3.DatabaseError):
            for ending in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            self._store = self._opened()

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *_: object) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None


class CachedOpinions:
    """A keeper of opinions on programs of one problem (`augment.score.scorer.Keeper`) over a cache.

    Args:
        cache: shared by all problems.
        context: digest of everything but the program that an opinion follows from.
        only: the one program that is looked up and kept beyond this object's life; all of them by default.
    """

    def __init__(self, cache: Cache, context: str, only: str | None = None) -> None:
        self._cache = cache
        self._context = context
        self._only = only
        self._here: dict[str, Opinion] = {}

    def find(self, program: str) -> Opinion | None:
        """The opinion on a program, by its key."""
        if program not in self._here and self._only in (None, program):
            row = self._cache.get(key_of(self._context, program))
            try:
                if row is not None:
                    self._here[program] = Opinion.from_row(row)
            except (KeyError, TypeError, ValueError):
                return None
        return self._here.get(program)

    def keep(self, program: str, opinion: Opinion) -> None:
        """Remember an opinion."""
        self._here[program] = opinion
        if self._only in (None, program):
            self._cache.put(key_of(self._context, program), opinion.row())
