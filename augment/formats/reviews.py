"""Review files: accepted completions drawn at random, for a person to judge those that are disputed.

JSON Lines: a header without `task_id`, then one completion a line, with `judgement` first, where a person writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path

from augment.errors import BadInput, BadLine
from augment.formats import fields as checked
from augment.formats import files
from augment.model.words import counted

KEY = "augment_review"
VERSION = 1


class Ruling(StrEnum):
    """What a person says of a completion."""

    WRONG = "wrong"
    RIGHT = "right"
    UNCLEAR = "unclear"


WORDS = ", ".join(f'"{ruling}"' for ruling in Ruling)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """An input on which a completion and the reference part; texts may come from untrusted code."""

    args: str
    expected: str
    """What the reference does."""
    got: str
    tier: str
    origin: str
    confirmed: bool
    """Whether they part each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A completion in the sample."""

    judgement: Ruling | None = None
    model: str
    task_id: str
    number: int
    searched: int
    """Inputs on which it was compared with the reference; none where nothing could be tried."""
    found: Doubt | None = None
    note: str = ""
    """Why nothing could be tried."""
    sha256: str
    """Of the program."""
    prompt: str
    program: str

    @property
    def disputed(self) -> bool:
        """Whether a person has to judge it."""
        return self.found is not None or not self.searched

    @property
    def name(self) -> str:
        """For messages."""
        return f"{self.task_id} {self.model} #{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A sample of accepted completions."""

    results: str
    """Path of the results file, as it was given."""
    results_sha256: str
    models: tuple[str, ...]
    """Sets that it was drawn from."""
    accepted: int
    """Completions that it was drawn from."""
    seed: int
    inputs: int
    """Most inputs tried on each."""
    lines: Sequence[Drawn]


def write(path: Path, review: Review, created_with: str) -> None:
    """Write a review file. Raises `BadInput` where that does not go."""
    header = {name: getattr(review, name) for name in _names(Review) if name != "lines"}
    head = {KEY: VERSION, "created_with": created_with, **header, "models": [*review.models]}
    rows = [{**asdict(line), "judgement": line.judgement or ""} for line in review.lines]
    files.write_lines(path, map(files.dump, [{**head, "drawn": len(rows)}, *rows]))


def read(path: Path) -> Review:
    """Read a review file, judged or not.

    Raises:
        BadInput: it is none, a line is missing or there twice, or a judgement is no such word.
    """
    found = [(f"{path}:{number}", row) for number, row in files.rows(path)]
    if not found or found[0][1].get(KEY) != VERSION:
        raise BadInput(f"{path}: wanted a review file, but it does not begin with `{KEY}`: {VERSION}", hint=_HINT)
    (where, head), *rows = found
    lines = [_drawn(row, where) for where, row in rows]
    drawn = checked.whole(head, "drawn", where)
    if len(lines) != drawn or len({line.name for line in lines}) != drawn:
        raise BadInput(
            f"{path}: wanted {counted(drawn, 'completion')} as drawn, each once, found {counted(len(lines), 'line')}",
            hint="judge them all, and leave the lines as they are; a sample that was picked over says nothing",
        )
    return Review(
        results=files.text_of(head, "results", where),
        results_sha256=files.text_of(head, "results_sha256", where),
        models=tuple(checked.texts(head, "models", where)),
        accepted=checked.whole(head, "accepted", where),
        seed=checked.whole(head, "seed", where),
        inputs=checked.whole(head, "inputs", where),
        lines=lines,
    )


_HINT = "`augment review draw results.json -o review.jsonl` writes one"


def _names(kind: type[Review]) -> list[str]:
    return [field.name for field in fields(kind)]


def _drawn(row: files.Row, where: str) -> Drawn:
    word = files.text_of(row, "judgement", where, "").strip().lower()
    if word and word not in set(Ruling):
        raise BadLine(f"{where}: wanted {WORDS} or nothing in `judgement`, found {checked.shown(row['judgement'])}")
    return Drawn(
        judgement=Ruling(word) if word else None,
        model=files.text_of(row, "model", where),
        task_id=files.text_of(row, "task_id", where),
        number=checked.whole(row, "number", where),
        searched=checked.whole(row, "searched", where),
        found=_doubt(row, where),
        note=files.text_of(row, "note", where, ""),
        sha256=files.text_of(row, "sha256", where),
        prompt=files.text_of(row, "prompt", where, ""),
        program=files.text_of(row, "program", where),
    )


def _doubt(row: files.Row, where: str) -> Doubt | None:
    if row.get("found") is None:
        return None
    found = checked.mapping(row, "found", where)
    args, expected, got, tier, origin = (
        files.text_of(found, key, where) for key in ("args", "expected", "got", "tier", "origin")
    )
    confirmed = checked.flag(found, "confirmed", where)
    return Doubt(args=args, expected=expected, got=got, tier=tier, origin=origin, confirmed=confirmed)
