"""Read of a results file what it takes to look at its completions again: suite, sets, settings, verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from augment.errors import BadInput
from augment.formats import fields, files
from augment.model.execution import Limits
from augment.model.suite import Tier

KEY = "augment_results"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsFile:
    """Part of a results file."""

    path: Path
    suite: str
    """Path of the suite as it was given; empty where there was none."""
    suite_sha256: str
    sets: Mapping[str, tuple[str, str]]
    """Path and digest of each set of completions, by its name."""
    extracted: bool
    """Whether programs were looked for in the completions."""
    settings: Mapping[str, Any]
    """As they are written."""
    limits: Limits
    tiers: frozenset[Tier]
    benchmark: str
    started: str
    """When the run began, in ISO form."""
    rows: Sequence[files.Row]
    """One for each completion, as `Judgement.row` writes them; each has model, task id and number."""
    document: Mapping[str, Any]
    """The whole of it, of which nothing else is checked."""

    def beside(self, path: str) -> Path:
        """A path that the run was given, from here: as it is, or else from where the results lie."""
        return next(
            (p for p in (Path(path), self.path.parent / path) if p.exists()), self.path.parent / Path(path).name
        )


def read(path: Path) -> ResultsFile:
    """Read a results file. Raises `BadInput` where it is none, or cannot be used."""
    try:
        found = json.loads(files.read_bytes(path))
    except (ValueError, RecursionError):
        raise _none(path, "it is no JSON document") from None
    if not isinstance(found, dict) or found.get(KEY) != 1:
        raise _none(path, f"it has no `{KEY}`: 1")
    where = f"{path}"
    suite, settings = fields.mapping(found, "suite", where), fields.mapping(found, "settings", where)
    sets = fields.items(found, "sets", where, [])
    rows = fields.items(found, "completions", where)
    try:
        return ResultsFile(
            path=path,
            suite=suite.get("file") or "",
            suite_sha256=suite.get("sha256") or "",
            sets={str(one["model"]): (str(one["path"]), str(one["sha256"])) for one in sets},
            extracted=fields.flag(settings, "extract", where, False),
            settings=settings,
            limits=Limits(**settings["limits"]),
            tiers=frozenset(map(Tier, settings["tiers"])),
            benchmark=str(found.get("benchmark", "")),
            started=str(fields.mapping(found, "run", where, {}).get("started", "")),
            rows=[{**row, "number": int(row["number"]), "task_id": str(row["task_id"])} for row in rows],
            document=found,
        )
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise _none(path, f"a part of it cannot be used ({problem!r:.80})") from None


def _none(path: Path, why: str) -> BadInput:
    return BadInput(f"{path}: wanted a results file, but {why}", hint="`augment score ... -o results.json` writes one")
