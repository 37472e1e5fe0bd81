"""Explain a verdict: the program that was rejected, the smallest input that shows why, and why that input is meant.

Works from a results file, and from the suite and the completions that it names; these must be what they were when they
were scored. A proof that the file does not hold is made on the spot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from augment.engine import EngineSettings, engine
from augment.errors import BadInput
from augment.formats import files
from augment.formats.results import ResultsFile
from augment.model.completion import Completion, Judgement, Opinion, Verdict
from augment.model.suite import Suite, TestedProblem
from augment.reading import Progress, digest_of, read_completions
from augment.score.scorer import ScoreSettings
from augment.scoring import chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A completion that passes base and fails plus, with its proof."""

    tested: TestedProblem
    """With the domain that the proof keeps to; learnt for it, where the suite has none."""
    judgement: Judgement
    """Of the completion, whose program is there; with a proof, unless the failed test is not in the suite."""


def rejected_rows(results: ResultsFile, task: str, model: str | None, number: int | None) -> list[files.Row]:
    """The rows of the completions that are to be explained: those that pass base and fail plus.

    Raises:
        BadInput: there is none.
    """
    of_task = chosen(results.rows, [task], lambda row: str(row["task_id"]))
    rows = [row for row in of_task if model in (None, row["model"]) and number in (None, row["number"])]
    where = f"{results.path}: {of_task[0]['task_id']}"
    if not rows:
        names = sorted({f"{row['model']} #{row['number']}" for row in of_task})
        raise BadInput(f"{where}: no completion of that model and number", hint=f"there are {', '.join(names[:10])}")
    rejected = [row for row in rows if row.get("base") == "pass" and row.get("plus") not in ("pass", "infra")]
    if not rejected:
        counts = Counter(f"{row.get('base')} on base and {row.get('plus')} on base+plus" for row in rows)
        told = ", ".join(f"{count} with {words}" for words, count in sorted(counts.items()))
        raise BadInput(
            f"{where}: nothing to prove, for no completion passes base and fails plus ({told})",
            hint="failures of base tests stand in the results file, under `failure`",
        )
    return rejected


def suite_path(results: ResultsFile, given: Path | None) -> Path:
    """The suite that results were made with. Raises `BadInput` where it is not there, or is another one."""
    path = given or (results.beside(results.suite) if results.suite else None)
    if path is None or not path.exists():
        raise BadInput(
            f"{results.path}: its suite{f' {path}' if path else ''} is not there", hint="say where it is with --suite"
        )
    if results.suite_sha256 and files.sha256(path) != results.suite_sha256:
        raise BadInput(
            f"{path}: not the suite that {results.path} was made with, or changed since",
            hint="give the right one with --suite, or score again",
        )
    return path


def programs(
    results: ResultsFile, rows: Iterable[files.Row], suite: Suite, given: Mapping[str, Path]
) -> list[Completion]:
    """The completions of some rows, with their programs.

    Args:
        results: says where the sets lie.
        rows: of completions.
        suite: has their problems.
        given: other paths of sets, by name.

    Raises:
        BadInput: a set is not there, or has changed.
    """
    rows = list(rows)
    found: dict[tuple[str, str, int], Completion] = {}
    for model in sorted({str(row["model"]) for row in rows}):
        path, digest = results.sets.get(model, ("", ""))
        place = given.get(model) or results.beside(path)
        if model not in given and (not path or not place.exists()):
            raise BadInput(
                f"{results.path}: the completions of {model!r} are not at {path or 'any known path'}",
                hint="say where they are with --completions",
            )
        problems = (tested.problem for tested in suite.problems)
        left_out = [exclusion.task_id for exclusion in suite.excluded]
        read = read_completions([place], problems, left_out=left_out, extracted=results.extracted).completions
        if digest and digest_of(replace(one, model=model) for one in read) != digest:
            raise BadInput(f"{place}: changed since it was scored", hint="score it again")
        found |= {(model, one.task_id, one.number): replace(one, model=model) for one in read}
    return [found[row["model"], row["task_id"], row["number"]] for row in rows]


def explain_rows(
    results: ResultsFile,
    rows: Sequence[files.Row],
    completions: Sequence[Completion],
    suite: Suite,
    settings: EngineSettings,
    progress: Progress,
) -> list[Explanation]:
    """Explanations of some completions; the proofs that are not there are made."""
    problems = {tested.problem.task_id: tested for tested in suite.problems}
    explained = []
    with engine(settings) as running:
        provers = {
            task_id: running.prover(problems[task_id], ScoreSettings(tiers=results.tiers))
            for task_id in {one.task_id for one in completions}
        }
        for number, (row, completion) in enumerate(zip(rows, completions, strict=True)):
            opinion = _opinion(results, row)
            prover = provers[completion.task_id]
            if opinion.proof is None:
                opinion = replace(opinion, proof=prover.prove(completion.program, opinion, results.limits))
            tested = replace(problems[completion.task_id], domain=prover.domain)
            explained.append(Explanation(tested=tested, judgement=opinion.on(completion)))
            progress(number + 1, len(rows), f"{completion.model} #{completion.number}")
    return explained


def _opinion(results: ResultsFile, row: files.Row) -> Opinion:
    try:
        opinion = Opinion.from_row(row)
    except (KeyError, TypeError, ValueError) as problem:
        raise BadInput(f"{results.path}: a completion that cannot be used ({problem!r:.80})") from None
    return opinion if opinion.base is Verdict.PASS else replace(opinion, proof=None)
