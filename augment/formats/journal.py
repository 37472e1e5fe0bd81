"""A journal of finished work beside an output file, so that a run that was stopped can go on.

The first line says what the work is; a journal of other work is refused, not mixed in. Each further line is one
finished piece. A line that was cut short by a crash, wherever, is passed over and told. The file is removed when the
output is written.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

from augment.errors import BadInput, BadLine
from augment.formats import files


def journal_path(output: Path) -> Path:
    """Where the journal of an output file lies."""
    return output.with_name(f"{output.name}.partial")


class Journal:
    """Finished pieces of one piece of work; a context manager that closes the file.

    Args:
        path: of the journal; made when missing.
        work: describes the work: inputs, settings, seed; JSON types only.

    Raises:
        BadInput: the journal is of other work, or cannot be written.

    `notices` tells which pieces could not be read, and are done again.
    """

    def __init__(self, path: Path, work: files.Row) -> None:
        first = files.dump(work)
        self.path = path
        self.notices: list[str] = []
        self.found = self._read(json.loads(first)) if self._begun() else []
        try:
            self._file: IO[str] = path.open("a" if self._begun() else "w", encoding="utf-8")
            if path.stat().st_size == 0:
                self._write(first)
            elif not path.read_bytes().endswith(b"\n"):
                self._file.write("\n")
        except OSError as problem:
            raise BadInput(f"{path}: cannot be written ({problem.strerror})") from None

    def _begun(self) -> bool:
        """Whether there is a whole first line: where that was cut short, nothing is lost by starting again."""
        return self.path.is_file() and b"\n" in files.read_bytes(self.path)

    def _read(self, work: files.Row) -> list[files.Row]:
        rows = files.rows(self.path, bad_line=self._passed_over)
        number, found = next(rows, (0, {}))
        if number != 1:
            raise BadInput(f"{self.path}: no journal of an unfinished run", hint="start again with --overwrite")
        if found != work:
            differing = sorted(key for key in {*found, *work} if found.get(key) != work.get(key))
            raise BadInput(
                f"{self.path}: the unfinished run is of other work (differs in {', '.join(differing)})",
                hint="use the same inputs and options to resume it, or --overwrite to start again",
            )
        return [row for _, row in rows]

    def _passed_over(self, error: BadLine) -> None:
        self.notices.append(f"passed over: {error.message}; that piece of work is done again")

    def add(self, row: files.Row) -> None:
        """Note one finished piece; on disk when this returns."""
        self._write(files.dump(row))

    def _write(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()

    def remove(self) -> None:
        """Delete the journal: its work is done and written."""
        self._file.close()
        files.remove(self.path)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def claim_output(path: Path, *, resume: bool, overwrite: bool, growing: bool = False) -> None:
    """Make sure that a run may write its output, before it does any work.

    An output that exists is kept unless `overwrite` is given; an unfinished run is kept unless `resume` or `overwrite`
    says what to do with it. With `growing`, an output beside its journal is part of the unfinished run.

    Raises:
        BadInput: it may not.
    """
    if resume and overwrite:
        raise BadInput("--resume goes on with a run, --overwrite starts again", hint="give one of the two")
    files.ensure_writable(path)
    journal = journal_path(path)
    if overwrite:
        files.remove(journal)
        return
    begun = growing and journal.exists()
    if path.exists() and not (begun and resume):
        others = ", go on with --resume" if begun else ""
        hint = f"choose another path with -o{others}, or replace it with --overwrite"
        raise BadInput(f"{path}: exists already", hint=hint)
    if journal.exists() and not resume:
        raise BadInput(
            f"{path}: an unfinished run is kept in {journal}",
            hint="go on with it with --resume, or start again with --overwrite",
        )


def open_journal(
    stack: ExitStack,
    output: str | os.PathLike[str] | None,
    work: files.Row,
    *,
    resume: bool,
    overwrite: bool,
    growing: bool = False,
) -> Journal | None:
    """The journal of an output, closed with the stack; None where nothing is written.

    Raises:
        BadInput: the output may not be written, or the journal is of other work.
    """
    if output is None:
        return None
    claim_output(Path(output), resume=resume, overwrite=overwrite, growing=growing)
    return stack.enter_context(Journal(journal_path(Path(output)), work))
