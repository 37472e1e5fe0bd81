"""Finished pieces of work as lines of a journal: one problem that was built, or completions that were judged."""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping, Sequence
from dataclasses import replace

from augment.errors import BadInput
from augment.formats import files
from augment.formats import suite as suite_files
from augment.model import wire
from augment.model.completion import Completion, Judgement
from augment.model.suite import Case, Exclusion, Kind, TestedProblem, Tier
from augment.model.value import Value

Built = TestedProblem | Exclusion
Piece = tuple[Judgement, ...] | Exclusion
"""Some judged completions of one problem, or why it is not scored."""
Identity = tuple[str, str, int]
"""Model, task id and number of a completion."""


class Judged:
    """All that has been judged so far."""

    def __init__(self) -> None:
        self.excluded: dict[str, Exclusion] = {}
        self._judgements: dict[Identity, Judgement] = {}

    def add(self, piece: Piece) -> None:
        """Take in a finished piece."""
        if isinstance(piece, Exclusion):
            self.excluded[piece.task_id] = piece
        else:
            self._judgements.update((identity(judgement.completion), judgement) for judgement in piece)

    def knows(self, completion: Completion) -> bool:
        """Whether a completion needs no more work."""
        return completion.task_id in self.excluded or identity(completion) in self._judgements

    def of(self, completion: Completion) -> Judgement:
        """The judgement on a completion."""
        return self._judgements[identity(completion)]

    def count(self, by_task: Mapping[str, Sequence[Completion]]) -> int:
        """How many completions need no more work."""
        return len(self._judgements) + sum(len(by_task.get(task_id, ())) for task_id in self.excluded)


def identity(completion: Completion) -> Identity:
    """What tells a completion from all others of a run."""
    return completion.model, completion.task_id, completion.number


def built_row(built: Built) -> files.Row:
    """One problem of a build."""
    return _excluded_row(built) if isinstance(built, Exclusion) else suite_files.problem_row(built)


def built_from_row(row: files.Row) -> tuple[str, Built]:
    """What `built_row` was made from. Raises `BadInput` for another kind of row."""
    exclusion = _exclusion(row)
    if exclusion is not None:
        return exclusion.task_id, exclusion
    tested = suite_files.problem_from_row(row, "the journal")
    return tested.problem.task_id, tested


def pack(built: Built) -> bytes:
    """The same in a form that is read many times as fast, for a cache of our own; equal problems give equal bytes."""
    if isinstance(built, Exclusion):
        return marshal.dumps((files.dump(_excluded_row(built)), []), wire.VERSION)
    row = suite_files.problem_row(replace(built, cases=()))
    cases = [
        (
            *(c.id, c.kind.value, c.args.wire, c.expected.wire, c.origin, c.parent, c.tier and c.tier.value),
            *(c.marked, c.raises, [value.wire for value in c.also]),
        )
        for c in built.cases
    ]
    return marshal.dumps((files.dump(row), cases), wire.VERSION)


def unpack(blob: bytes | None) -> Built | None:
    """What `pack` was made from; None for nothing, and for bytes of another kind."""
    try:
        text, cases = marshal.loads(blob or b"")
        built = built_from_row(json.loads(text))[1]
        return built if isinstance(built, Exclusion) else replace(built, cases=tuple(_case(*case) for case in cases))
    except (ValueError, EOFError, TypeError):
        return None


def _case(
    name: str,
    kind: str,
    args: bytes,
    expected: bytes,
    origin: str,
    parent: str,
    tier: str | None,
    marked: str,
    raises: str,
    also: list[bytes],
) -> Case:
    return Case(
        id=name,
        kind=Kind(kind),
        args=Value(args),
        expected=Value(expected),
        origin=origin,
        parent=parent,
        tier=Tier(tier) if tier else None,
        marked=marked,
        raises=raises,
        also=tuple(map(Value, also)),
    )


def judged_row(piece: Piece) -> files.Row:
    """Some completions of one problem."""
    if isinstance(piece, Exclusion):
        return _excluded_row(piece)
    return {"judgements": [judgement.row() for judgement in piece]}


def judged_from_row(row: files.Row, completions: Mapping[Identity, Completion]) -> Piece:
    """What `judged_row` was made from, given the completions. Raises `BadInput` for another kind of row."""
    exclusion = _exclusion(row)
    if exclusion is not None:
        return exclusion
    try:
        return tuple(
            Judgement.from_row(entry, completions[entry["model"], entry["task_id"], entry["number"]])
            for entry in row["judgements"]
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise BadInput(
            f"the journal: a line that cannot be used ({problem!r})", hint="start again with --overwrite"
        ) from None


def _excluded_row(exclusion: Exclusion) -> files.Row:
    return {"task_id": exclusion.task_id, "excluded": exclusion.reason}


def _exclusion(row: files.Row) -> Exclusion | None:
    match row:
        case {"task_id": str() as task_id, "excluded": str() as reason}:
            return Exclusion(task_id=task_id, reason=reason)
    return None
