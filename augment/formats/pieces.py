"""Finished pieces of work as lines of a journal: one problem that was built, or one whose completions were judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from augment.errors import BadInput
from augment.formats import files
from augment.formats import suite as suite_files
from augment.model.completion import Completion, Judgement
from augment.model.suite import Exclusion, TestedProblem

Built = TestedProblem | Exclusion
Judged = tuple[Judgement, ...] | Exclusion


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


def judged_row(task_id: str, judged: Judged) -> files.Row:
    """The completions of one problem."""
    if isinstance(judged, Exclusion):
        return _excluded_row(judged)
    return {"task_id": task_id, "judgements": [judgement.row() for judgement in judged]}


def judged_from_row(row: files.Row, by_task: Mapping[str, Sequence[Completion]]) -> tuple[str, Judged]:
    """What `judged_row` was made from, given the completions. Raises `BadInput` for another kind of row."""
    exclusion = _exclusion(row)
    if exclusion is not None:
        return exclusion.task_id, exclusion
    try:
        task_id = row["task_id"]
        judgements = zip(row["judgements"], by_task[task_id], strict=True)
        return task_id, tuple(Judgement.from_row(entry, completion) for entry, completion in judgements)
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
