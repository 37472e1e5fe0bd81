"""Readable reports of a results file, which is all that they need: HTML, Markdown or CSV.

The figures are worked out again from the verdicts in the file, by the code that worked them out when it was written.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from augment.errors import BadInput
from augment.formats import fields, files
from augment.formats import results as result_files
from augment.formats.journal import claim_output
from augment.formats.results import ResultsFile
from augment.model.completion import Completion, Judgement
from augment.model.suite import Exclusion, Funnel, Search
from augment.model.words import counted
from augment.report import markdown, table
from augment.report.figures import Figures, Kept, Making, figures
from augment.report.summary import TestCounts, summarise

MOST: Final = 500
"""False positives that a page shows with their programs, by default."""
SUFFIXES: Final = (".html", ".md", ".csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A report that was written."""

    path: Path
    figures: Figures
    shown: int
    """False positives whose programs are in it, equal programs for one problem counted once."""


def write_report(path: Path, output: Path | None, *, most: int, overwrite: bool) -> Reported:
    """Write a report of a results file.

    Args:
        path: of the results.
        output: file to write, whose suffix says what; by default a page beside the results.
        most: false positives that a page shows with their programs.
        overwrite: replace what is there.

    Raises:
        BadInput: the results cannot be used, or the output not written.
    """
    target = output or path.with_name(f"{path.name.removesuffix('.gz').removesuffix('.json')}.html")
    render = _renderer(target, most)
    found = figures_of(result_files.read(path))
    claim_output(target, resume=False, overwrite=overwrite)
    text, shown = render(found)
    files.write_lines(target, text.removesuffix("\n").split("\n"))
    return Reported(path=target, figures=found, shown=shown)


def _renderer(target: Path, most: int) -> Callable[[Figures], tuple[str, int]]:
    if target.suffix == ".html":
        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of its own caches
        from augment.report import page  # brings Matplotlib, which takes its time and is of no use elsewhere

        return partial(page.render, most=most)
    if target.suffix == ".md":
        return lambda found: (markdown.render(found), 0)
    if target.suffix == ".csv":
        return lambda found: (table.render(found), 0)
    raise BadInput(
        f"{target}: no kind of report has the suffix {target.suffix!r}", hint=f"wanted one of {', '.join(SUFFIXES)}"
    )


def figures_of(results: ResultsFile) -> Figures:
    """What a report of some results shows. Raises `BadInput` where they lack something, or contradict themselves."""
    with usable(results):
        return Run.of(results).figures(_making(results))


@contextmanager
def usable(results: ResultsFile) -> Iterator[None]:
    """For what reads some results: raises `BadInput` where they lack something, or contradict themselves."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as problem:
        raise BadInput(
            f"{results.path}: wanted a results file, but a part of it cannot be used ({problem!r:.80})",
            hint="`augment score ... -o results.json` writes one",
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What was judged, by which tests, and what of the programs is kept: one run, or several by the same tests."""

    benchmark: str
    tests: Mapping[str, TestCounts]
    judgements: Sequence[Judgement]
    excluded: Sequence[Exclusion]
    ks: Collection[int]
    kept: Kept

    @classmethod
    def of(cls, results: ResultsFile) -> Run:
        """Read from a results file. Raises KeyError, TypeError, ValueError or AttributeError where it cannot be."""
        found, where = results.document, f"{results.path}"
        programs = fields.mapping(found, "programs", where, {})
        judgements = [_judgement(row, programs) for row in results.rows]
        tests = {
            str(row["task_id"]): TestCounts(
                base=int(row["base_tests"]),
                plus=int(row["plus_tests"]),
                note=str(row.get("note", "")),
                by_test_code=bool(row.get("by_test_code", False)),
            )
            for row in fields.items(found, "problems", where)
        }
        strange = sorted({judgement.completion.task_id for judgement in judgements} - tests.keys())
        if strange:
            raise ValueError(f"completions of {strange[0]}, which is no problem of it")
        excluded = [
            Exclusion(task_id=str(row["task_id"]), reason=str(row["reason"]))
            for row in fields.items(found, "excluded", where, [])
        ]
        ks = {1} | {int(row["k"]) for model in fields.items(found, "summary", where) for row in model["pass_at_k"]}
        return cls(
            benchmark=_text(found, "benchmark"),
            tests=tests,
            judgements=judgements,
            excluded=excluded,
            ks=ks,
            kept=_kept(results, programs),
        )

    def figures(self, making: Making) -> Figures:
        """What a report shows of it."""
        summary = summarise(self.benchmark, self.tests, self.judgements, self.excluded, sorted(self.ks))
        return figures(summary, self.judgements, self.kept, making)


def _text(row: Mapping[str, Any], key: str) -> str:
    """A text, empty where there is none."""
    return str(row.get(key) or "")


def _judgement(row: files.Row, programs: Mapping[str, Any]) -> Judgement:
    completion = Completion(
        task_id=row["task_id"],
        model=str(row["model"]),
        number=row["number"],
        program=str(programs.get(row.get("program", ""), "")),
        source=_text(row, "source"),
        extraction=_text(row, "extraction"),
    )
    return Judgement.from_row(row, completion)


def _kept(results: ResultsFile, programs: Mapping[str, Any]) -> Kept:
    return Kept(
        programs={digest: str(text) for digest, text in programs.items()},
        digests={
            (str(row["model"]), row["task_id"], row["number"]): row["program"]
            for row in results.rows
            if "program" in row
        },
        failing_tests=fields.mapping(results.document, "failing_tests", f"{results.path}", {}),
    )


def _making(results: ResultsFile) -> Making:
    found, where = results.document, f"{results.path}"
    suite = fields.mapping(found, "suite", where, {})
    run = fields.mapping(found, "run", where, {})
    funnel, search = suite.get("funnel"), suite.get("search")
    took = f"{run.get('seconds', '?')} s; {run.get('from_cache', 0):,} entries were in the cache"
    return Making(
        facts=[*facts_of(results).items(), ("took", took)],
        funnel=Funnel(proposed=int(funnel["proposed"]), dropped=_counts(funnel["dropped"])) if funnel else None,
        search=_search(search) if search else None,
        reading=_reading(fields.mapping(found, "reading", where, {})),
    )


def facts_of(results: ResultsFile) -> dict[str, str]:
    """How suite and run were made, as name and value; what is not known is left out."""
    found, where = results.document, f"{results.path}"
    suite, machine = (fields.mapping(found, key, where, {}) for key in ("suite", "machine"))
    settings = results.settings
    facts = {
        "written by": _text(found, "created_with"),
        "suite": Path(results.suite).name,
        "suite, SHA-256": results.suite_sha256,
        "suite built by": _text(suite, "created_with"),
        "seed of the suite": str(suite.get("seed", "")),
        "tiers that count": ", ".join(settings.get("tiers", ())),
        "tests for hopeless running times": "count" if settings.get("scale", True) else "do not count",
        "processor seconds a call": f"{results.limits.cpu_seconds:g}, more where the reference is slow",
        "memory": f"{results.limits.memory_bytes >> 20:,} MiB",
        "walls around completions": _text(machine, "isolation"),
        "Python": _text(machine, "python"),
        "started": results.started,
    }
    return {name: value for name, value in facts.items() if value}


def _search(row: Mapping[str, Any]) -> Search:
    counts: dict[str, Any] = {name: int(row.get(name, 0)) for name in Search.names()}
    return Search(**counts)


def _counts(row: Mapping[str, Any]) -> dict[str, int]:
    return {str(reason): int(count) for reason, count in row.items()}


def _reading(row: Mapping[str, Any]) -> list[str]:
    unknown = _counts(row.get("unknown_tasks", {}))
    lines = [f"not read: {line}" for line in row.get("bad_lines", ())]
    if unknown:
        many = counted(sum(unknown.values()), "completion")
        lines.append(f"not in the suite: {many} of {counted(len(unknown), 'problem')}")
    if row.get("repeated"):
        lines.append(f"{counted(row['repeated'], 'completion')} counted again, equal to an earlier one of the same set")
    return lines
