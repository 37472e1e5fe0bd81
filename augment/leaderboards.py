"""Scoring runs side by side: leaderboards of those judged by the same tests, and why a score moved between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from augment.errors import BadInput
from augment.formats import results as result_files
from augment.formats.results import ResultsFile
from augment.model.completion import Judgement, Verdict
from augment.report.figures import Figures, Kept, Making
from augment.report.movement import Movement, Scored, movement
from augment.reporting import Run, facts_of, usable


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The models of runs that were judged by the same tests."""

    files: tuple[Path, ...]
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One model in two runs."""

    model: str
    """Its name in the first run, and in the second where it has another there."""
    movement: Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What results files say together."""

    boards: tuple[Board, ...]
    """One for each suite, as far as the tests that counted were the same; in the order of the files."""
    changed: tuple[tuple[str, str, str], ...] = ()
    """Of two runs, what is not the same: its name, and what it was before and after."""
    moves: tuple[Move, ...] = ()
    """Of two runs, the models that both have."""


def compare_results(paths: Sequence[Path]) -> Compared:
    """Put results files side by side.

    Args:
        paths: of results files; of exactly two, the first is taken for the earlier one.

    Raises:
        BadInput: a file cannot be used, or is given twice.
    """
    twice = [path for path, count in Counter(path.resolve() for path in paths).items() if count > 1]
    if not paths or twice:
        found = f"{twice[0]} twice" if twice else "none"
        raise BadInput(f"wanted different results files, found {found}", hint="augment compare old.json new.json")
    read = [result_files.read(path) for path in paths]
    runs = []
    for results in read:
        with usable(results):
            runs.append(Run.of(results))
    groups: dict[object, list[int]] = {}
    for place, results in enumerate(read):
        groups.setdefault(_tests_of(results), []).append(place)
    boards = []
    for group in groups.values():
        with usable(read[group[0]]):
            boards.append(_board([read[place] for place in group], [runs[place] for place in group]))
    if len(paths) != 2:
        return Compared(boards=tuple(boards))
    return Compared(
        boards=tuple(boards),
        changed=tuple(_changed(*read)),
        moves=tuple(_moves(read, runs, same_suite=len(groups) == 1)),
    )


def _tests_of(results: ResultsFile) -> object:
    """Equal for runs whose figures can stand in one table."""
    return results.suite_sha256 or results.path, results.tiers, bool(results.settings.get("scale", True))


def _board(read: Sequence[ResultsFile], runs: Sequence[Run]) -> Board:
    models = Counter(model for run in runs for model in {one.completion.model for one in run.judgements})
    judgements: list[Judgement] = []
    kept = Kept()
    for results, run in zip(read, runs, strict=True):
        names = {model: f"{model} ({results.path.name})" if count > 1 else model for model, count in models.items()}
        judgements += [_renamed(one, names[one.completion.model]) for one in run.judgements]
        digests = {(names[model], *rest): digest for (model, *rest), digest in run.kept.digests.items()}
        kept = Kept(
            programs={**kept.programs, **run.kept.programs},
            digests={**kept.digests, **digests},  # type: ignore[dict-item]
            failing_tests={**kept.failing_tests, **run.kept.failing_tests},
        )
    merged = Run(
        benchmark=runs[0].benchmark,
        tests={task_id: counts for run in runs for task_id, counts in run.tests.items()},
        judgements=judgements,
        excluded=list({one.task_id: one for run in runs for one in run.excluded}.values()),
        ks=set.intersection(*(set(run.ks) for run in runs)),
        kept=kept,
    )
    return Board(files=tuple(results.path for results in read), figures=merged.figures(Making(facts=())))


def _renamed(judgement: Judgement, model: str) -> Judgement:
    return replace(judgement, completion=replace(judgement.completion, model=model))


def _changed(before: ResultsFile, after: ResultsFile) -> list[tuple[str, str, str]]:
    """The facts about two runs that are not the same."""
    facts = []
    for results in (before, after):
        with usable(results):
            facts.append(facts_of(results))
    one, other = facts
    names = [*one, *(name for name in other if name not in one)]
    return [(name, one.get(name, ""), other.get(name, "")) for name in names if one.get(name) != other.get(name)]


def _moves(read: Sequence[ResultsFile], runs: Sequence[Run], *, same_suite: bool) -> list[Move]:
    old, new = map(_scored, runs, read)
    names = {model: model for model in old if model in new}
    if not names and len(old) == len(new) == 1:  # one model each: the same under another name
        names = dict(zip(old, new, strict=True))
    found = []
    for model, other in names.items():
        moved = movement(old[model], new[other], same_suite=same_suite)
        if moved is not None:
            found.append(Move(model=model if model == other else f"{model} → {other}", movement=moved))
    return sorted(found, key=lambda move: move.movement.after - move.movement.before)


def _scored(run: Run, results: ResultsFile) -> Mapping[str, Scored]:
    by_model: dict[str, list[Judgement]] = {}
    for judgement in run.judgements:
        if judgement.plus is not Verdict.INFRA:
            by_model.setdefault(judgement.completion.model, []).append(judgement)
    programs: dict[str, dict[tuple[str, int], str]] = {}
    for row in results.rows:
        if "program" in row:
            programs.setdefault(str(row["model"]), {})[row["task_id"], row["number"]] = str(row["program"])
    return {model: Scored(judgements=rows, programs=programs.get(model, {})) for model, rows in by_model.items()}
