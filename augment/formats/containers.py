"""Rows of completions from whatever holds them: JSON Lines, one JSON document, a zipped log, a Parquet table.

Which of them a file is, its content says, never its name.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from augment.errors import BadInput, BadLine
from augment.formats import files, parquet
from augment.model.digits import any_number_of_digits
from augment.model.order import natural
from augment.model.words import counted, said_of

ZIP, PARQUET = b"PK\x03\x04", b"PAR1"
SPACE: Final = re.compile(r"\s*")
Rows = Iterator[tuple[str, files.Row]]
"""Each with the place where it stands."""


def rows(path: Path, order: Sequence[str], complain: Callable[[BadLine], None]) -> Rows:
    """The rows of a file.

    Args:
        path: the file.
        order: task ids in the benchmark's order, for files that tell none.
        complain: told what is no row.

    Raises:
        BadInput: the file cannot be read, or it is known to hold no completions.
    """
    data = files.read_bytes(path)
    if data.startswith(ZIP):
        yield from _zipped(path, data)
    elif data.startswith(PARQUET):
        yield from _listed(path, parquet.read(path, data), "row")
    else:
        yield from _of_one_filter(_text_rows(path, data, order, complain))


def _text_rows(path: Path, data: bytes, order: Sequence[str], complain: Callable[[BadLine], None]) -> Rows:
    document = _document(data)
    kind = next((kind for kind in DOCUMENTS if kind[0](document)), None)
    if kind:
        return kind[1](path, document, order)
    if document is None and (broken := _broken_list(path, data, complain)) is not None:
        return iter(broken)
    _refuse_broken_object(path, data)
    return files.rows_in(data, path, complain)


def _refuse_broken_object(path: Path, data: bytes) -> None:
    """Say where an object over several lines breaks off. Raises `BadInput`; lines of objects break off in the first."""
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")
    try:
        with any_number_of_digits():
            json.loads(text if text.lstrip().startswith("{") else "{}")
    except json.JSONDecodeError as problem:
        if problem.msg != "Extra data" and problem.lineno > 2:
            raise BadInput(
                f"{path}:{problem.lineno}: a JSON document that breaks off (column {problem.colno}: {problem.msg})",
                hint="the file may be cut short; nothing of it can be used",
            ) from None
    except RecursionError:
        return


def _broken_list(path: Path, data: bytes, complain: Callable[[BadLine], None]) -> list[tuple[str, files.Row]] | None:
    """The rows of a JSON list up to where it breaks off, which is told; None for what is no such list."""
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")
    start = text.find("[")
    if not re.match(r"\s*\[\s*\{", text):
        return None
    decoder, items, place = json.JSONDecoder(), [], start
    with any_number_of_digits():
        try:
            while text[place] in "[,":
                item, place = decoder.raw_decode(text, _behind_space(text, place + 1))
                items.append(item)
                place = _behind_space(text, place)
            why = "Expecting ',' delimiter"
        except json.JSONDecodeError as problem:
            place, why = problem.pos, problem.msg
        except (IndexError, RecursionError):
            why = "it is cut short, or nested too deeply"
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    kept = f"{counted(len(items), 'item')} before it {said_of(len(items), 'is', 'are')} whole"
    complain(BadLine(f"{path}:{line}: a JSON list that breaks off (column {column}: {why}); {kept}"))
    return [*_listed(path, items, "item")]


def _document(data: bytes) -> Any:
    """The JSON document that the whole text is; None for lines, of which the first is a document itself."""
    text = data.removeprefix(b"\xef\xbb\xbf").strip()
    first, _, more = text.partition(b"\n")
    try:
        with any_number_of_digits():
            alone = _loads(first)
            return alone if not more else None if isinstance(alone, dict) else _loads(text)
    except RecursionError:
        return None


def _loads(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _behind_space(text: str, place: int) -> int:
    found = SPACE.match(text, place)
    return found.end() if found else place


def _is_inspect(document: Any) -> bool:
    return isinstance(document, dict) and {"eval", "status"} <= document.keys()


def _inspect(path: Path, document: Any, _: Sequence[str]) -> Rows:
    yield from _listed(path, document.get("samples") or (), "sample")


def _is_evalplus(document: Any) -> bool:
    return isinstance(document, dict) and isinstance(document.get("eval"), dict)


def _evalplus(path: Path, document: Any, _: Sequence[str]) -> Rows:
    for task_id, entries in document["eval"].items():
        if not isinstance(entries, list):
            raise BadInput(
                f"{path}: EvalPlus results in the old layout, which hold verdicts and no programs",
                hint="give the samples that were evaluated",
            )
        yield from ((where, {"task_id": task_id, **row}) for where, row in _listed(path, entries, f"{task_id} sample"))


def _is_by_order(document: Any) -> bool:
    return isinstance(document, list) and bool(document) and all(isinstance(item, list) for item in document)


def _by_order(path: Path, document: Any, order: Sequence[str]) -> Rows:
    """Lists of whole programs, one for each problem of the benchmark, as bigcode-evaluation-harness writes them."""
    if len(document) != len(order):
        raise BadInput(
            f"{path}: lists without task ids, for {counted(len(document), 'problem')} in the benchmark's order; "
            f"the benchmark has {counted(len(order), 'problem')}",
            hint="`augment extract` with the whole benchmark writes them with their task ids",
        )
    for task_id, programs in zip(order, document, strict=True):
        for number, program in enumerate(programs, 1):
            yield f"{path}: {task_id} sample {number}", {"task_id": task_id, "solution": program}


def _is_list(document: Any) -> bool:
    return isinstance(document, list)


def _list(path: Path, document: Any, _: Sequence[str]) -> Rows:
    yield from _listed(path, document, "item")


def _listed(path: Path, items: Any, word: str) -> Rows:
    """What of some items are rows; others are rows without a key, so that they are told."""
    for number, item in enumerate(items, 1):
        yield f"{path}: {word} {number}", item if isinstance(item, dict) else {}


DOCUMENTS: Final[tuple[tuple[Callable[[Any], bool], Callable[[Path, Any, Sequence[str]], Rows]], ...]] = (
    (_is_inspect, _inspect),
    (_is_evalplus, _evalplus),
    (_is_by_order, _by_order),
    (_is_list, _list),
)
"""How documents are known, and read; the first that fits counts."""


def _of_one_filter(found: Rows) -> Rows:
    """The rows, but those of lm-evaluation-harness once only: it writes each again for every filter of its answers."""
    first = None
    for where, row in found:
        if "doc" in row and "filter" in row:
            first = first or row["filter"]
            if row["filter"] != first:
                continue
        yield where, row


def _zipped(path: Path, data: bytes) -> Rows:
    """The samples of a log in inspect's zipped form."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")]
            for name in sorted(names, key=natural):
                row = _loads(archive.read(name))
                yield f"{path}: {name}", row if isinstance(row, dict) else {}
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError) as problem:
        raise BadInput(
            f"{path}: a zipped log that cannot be read ({problem})",
            hint="`inspect log convert --to json` writes one that can",
        ) from None
