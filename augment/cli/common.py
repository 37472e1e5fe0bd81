"""What the commands share: options, progress bars, error messages."""

from __future__ import annotations

import contextlib
import math
import shlex
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from augment import api, reading, scoring
from augment.errors import AugmentError
from augment.formats import completions
from augment.formats.files import dump
from augment.model.exchange import ChatSettings
from augment.model.suite import Kind, Suite, Tier
from augment.model.words import counted, said_of
from augment.report import document, terminal


def a_number(value: float | None) -> float | None:
    """Refuse nan, which no bounds refuse."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is not a number")
    return value


def not_empty(text: str | None) -> str:
    """Refuse an option that was given without a value, by an unset shell variable say."""
    if text is not None and not text.strip():
        raise typer.BadParameter("it is empty; leave the option out for all problems")
    return text or ""


Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=f"Take the benchmark for this format: {', '.join(api.FORMATS)}.",
        show_default="known by content",
    ),
]
TrustPickle = Annotated[
    bool,
    typer.Option("--trust-pickle", help="LiveCodeBench: open the private tests, which are packed in a pickle."),
]
Model = Annotated[str, typer.Option("--model", "-m", help="As the server names it: gpt-4.1-mini, llama3, ...")]
Assisting = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        help="Language model to ask for inputs, preconditions, solutions and mistakes; all are vetted.",
        show_default="none",
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        help="Of a server that speaks OpenAI's protocol, with its /v1.",
        show_default="OPENAI_BASE_URL, or OpenAI",
    ),
]
LlmCache = Annotated[
    Path | None,
    typer.Option(
        "--llm-cache",
        help="File of exchanges: what stands in it is not asked again, what is asked is added. It holds no key.",
    ),
]
MostCalls = Annotated[int | None, typer.Option("--most-calls", min=0, help="Answers to pay for, at most.")]
MostTokens = Annotated[int | None, typer.Option("--most-tokens", min=0, help="Tokens to pay for, at most.")]
MostCost = Annotated[
    float | None,
    typer.Option(
        "--most-cost",
        min=0,
        callback=a_number,
        help="Money to pay, at most, in the unit of --price-in and --price-out, which it needs.",
    ),
]
PriceIn = Annotated[
    float | None,
    typer.Option("--price-in", min=0, callback=a_number, help="Price of a million tokens of questions."),
]
PriceOut = Annotated[
    float | None,
    typer.Option("--price-out", min=0, callback=a_number, help="Price of a million tokens of answers."),
]
AtOnce = Annotated[int, typer.Option("--at-once", min=1, help="Questions under way at the same time.")]
Seed = Annotated[int, typer.Option("--seed", help="Same seed, same settings: the same suite, byte for byte.")]
PlusTests = Annotated[
    int,
    typer.Option(
        "--plus-tests", min=1, max=1_000_000, help="Most plus tests kept for a problem, scale tests beside them."
    ),
]
SuitePlace = Annotated[Path | None, typer.Option("--suite", help="Where the suite is.", show_default="where it was")]
CompletionsPlaces = Annotated[
    list[Path] | None,
    typer.Option("--completions", help="Where a set of completions is.", show_default="where it was"),
]
Rounds = Annotated[
    int,
    typer.Option(
        "--rounds", min=1, max=1000, help="Most rounds of search for a problem; it ends when nothing new comes."
    ),
]
Mutants = Annotated[
    int,
    typer.Option("--mutants", min=0, max=10_000, help="Most mutants of a reference that tests are bred against."),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        min=0,
        callback=a_number,
        help="No new round for a problem after so long, by the clock; a run with it cannot be repeated exactly.",
        show_default="no limit",
    ),
]
References = Annotated[
    Path | None,
    typer.Option(
        "--references",
        help="Corrected references, JSONL with `task_id` and `canonical_solution`; they replace the benchmark's own.",
    ),
]
Contracts = Annotated[
    Path | None,
    typer.Option(
        "--contracts",
        help="Preconditions, JSONL with `task_id` and `contract` (code) or `domain` (as in a suite file).",
    ),
]
Witnesses = Annotated[
    list[Path] | None,
    typer.Option(
        "--witnesses",
        help="Completions that are heard on new inputs where they pass base; not those of models to be scored.",
    ),
]
Against = Annotated[
    list[Path] | None,
    typer.Option(
        "--against",
        help="Completions that tests are bred against where they pass base; the suite says so. Not those to be scored.",
    ),
]
Tiers = Annotated[
    str,
    typer.Option("--tier", help="Plus tests of these tiers, separated by commas: contract, inside, stretch."),
]
ALL_TIERS = ",".join(Tier)
Scale = Annotated[
    bool,
    typer.Option(
        "--scale/--no-scale", help="Scale tests, large inputs that find out programs of hopeless running time."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Problems worked on at once.", show_default="one per core"),
]
Tasks = Annotated[
    str | None,
    typer.Option(
        "--tasks",
        "-t",
        callback=not_empty,
        show_default="all",
        help="Only these problems, by task id or the part behind its slash: 0,7,HumanEval/32.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print data on stdout in JSON, not a table.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace output that exists.")]
AllTests = Annotated[
    bool, typer.Option("--all-tests", help="Run every test of each completion, to count and name all that it fails.")
]
Prove = Annotated[
    bool,
    typer.Option(
        "--prove/--no-prove",
        help="Find the smallest failing input of each completion that passes base and fails plus.",
    ),
]
AllProblems = Annotated[bool, typer.Option("--all-problems", help="Show every problem, not only the worst.")]
Ks = Annotated[
    str,
    typer.Option("--k", help="The k of pass@k, separated by commas; those no set is large enough for are left out."),
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout",
        min=0.1,
        max=86_400,
        callback=a_number,
        help="Processor seconds a call may take (at least; slow references get more).",
    ),
]
Memory = Annotated[
    int, typer.Option("--memory", min=64, max=1 << 24, help="MiB of address space a completion may take.")
]
Isolation = Annotated[
    str,
    typer.Option(
        "--isolation",
        help="Walls around completions: auto (the strongest here), strict (all or refuse), process (no namespaces).",
    ),
]
Python = Annotated[
    str,
    typer.Option(
        "--python",
        help="Python, or virtual environment, that runs completions (3.8 or later).",
        show_default="augment's own",
    ),
]
NoExtract = Annotated[
    bool,
    typer.Option(
        "--no-extract",
        help="Score texts as they are; otherwise the program is looked for, as `augment extract` does.",
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Judge completions anew that earlier runs have judged.")]

CheckFirst = Annotated[
    bool,
    typer.Option("--check", help="Check the suite first, as `augment check` does; problems with faults are left out."),
]

DEFAULT_KS = ",".join(map(str, api.DEFAULT_K))

stdout = Console(soft_wrap=False)
stderr = Console(stderr=True)


def errors(error: AugmentError) -> None:
    """Print an error and its hint, as two plain lines."""
    stderr.print(Text("error: ", style="bold red") + terminal.plain(error.message), soft_wrap=True)
    if error.hint:
        stderr.print(Text("hint: ", style="bold") + terminal.plain(error.hint), soft_wrap=True)


def note(text: str) -> None:
    """Print a line that is not data."""
    stderr.print(terminal.plain(text), soft_wrap=True)


def note_report(results: Path) -> None:
    """Say how results become a page."""
    note(f"as a page: augment report {shlex.quote(str(results))}")


def print_json(data: object) -> None:
    """Print data as strict JSON in UTF-8, whatever the terminal's encoding."""
    sys.stdout.buffer.write(f"{dump(data, indent=2)}\n".encode())


@contextlib.contextmanager
def interruptible(*, kept: bool) -> Iterator[None]:
    """End with code 130 at Ctrl-C, and say what becomes of the work; typer would end without a word.

    Args:
        kept: whether finished pieces are kept in a file.
    """
    try:
        yield
    except KeyboardInterrupt:
        how = (
            "what was finished is kept: the same command with --resume goes on"
            if kept
            else "nothing is kept without -o"
        )
        note(f"stopped; {how}")
        raise typer.Exit(130) from None


def split(text: str | None) -> list[str]:
    """The parts of a comma-separated option."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def numbers(text: str, option: str) -> list[int]:
    """The whole numbers, from 1, of a comma-separated option."""
    try:
        found = [int(part) for part in split(text)]
    except ValueError:
        found = []
    if not found or min(found) < 1:
        raise typer.BadParameter(f"wanted whole numbers from 1, separated by commas; found {text!r}", param_hint=option)
    return found


@contextlib.contextmanager
def progress_bar(label: str) -> Iterator[reading.Progress]:
    """A progress bar on stderr; a few plain lines where stderr is no terminal."""
    if not stderr.is_terminal:
        yield _plain_progress(label)
        return
    columns = (
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with Progress(*columns, console=stderr, transient=True) as bar:
        task = bar.add_task(label, total=None, last="")

        def report(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, last=escape(name))

        yield report


def _plain_progress(label: str) -> reading.Progress:
    def report(done: int, total: int, name: str) -> None:
        if done == total or done * 10 // total != (done - 1) * 10 // total:
            sys.stderr.write(f"{label}: {done}/{total}\n")

    return report


class LeftOut:
    """Tells what of given files could not be used, as soon as it is known, and keeps it."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        """By option; `bad_lines`, `unknown_tasks`, `repeated`."""

    def __call__(self, option: str, reading: completions.Reading) -> None:
        """Print it."""
        for notice in reading.notices:
            note(notice)
        row = document.Reading(
            bad_lines=reading.bad_lines, unknown_tasks=reading.unknown_tasks, repeated=reading.repeated
        ).row()
        show_reading(row, option)
        self.found[option] = row

    @property
    def any_skipped(self) -> bool:
        """Whether lines could not be read, or were of problems that there are not."""
        return any(row["bad_lines"] or row["unknown_tasks"] for row in self.found.values())


def show_suite(
    suite: Suite,
    *,
    as_json: bool,
    path: Path | None,
    left_out: LeftOut | None = None,
    chat: ChatSettings | None = None,
) -> None:
    """Print what a suite holds.

    Args:
        suite: what to show.
        as_json: whether as data.
        path: of its file.
        left_out: what of the files that were given could not be used.
        chat: the language model that was asked, with its prices.
    """
    reading = left_out.found if left_out else {}
    funnel, search, assistance = suite.funnel, suite.search, api.assistance_of(suite)
    cost = chat.cost(assistance.prompt_tokens, assistance.completion_tokens) if assistance and chat else None
    base = sum(tested.base_tests for tested in suite.problems)
    plus = sum(len(tested.of_kind(Kind.PLUS)) for tested in suite.problems)
    own_code = [tested.problem.task_id for tested in suite.problems if tested.by_test_code]
    barren = {tested.problem.task_id: tested.note for tested in suite.problems if not tested.of_kind(Kind.PLUS)}
    suspicious = {tested.problem.task_id: tested.suspicions for tested in suite.problems if tested.suspicions}
    doubtful = {t.problem.task_id: t.domain.doubts for t in suite.problems if t.domain and t.domain.doubts}
    unused = refused(suite)
    unknown = api.unknown_preconditions(suite)
    if unknown:
        note(f"passed over: preconditions of problems that the benchmark does not have: {listed(unknown)}")
    if as_json:
        data = {
            "suite": None if path is None else str(path),
            "problems": len(suite.problems),
            "base_tests": base,
            "plus_tests": plus,
            "without_plus_tests": barren,
            "by_test_code": own_code,
            "suspicions": {task_id: [*reasons] for task_id, reasons in suspicious.items()},
            "doubts": {task_id: [*reasons] for task_id, reasons in doubtful.items()},
            "refused": {task_id: [*reasons] for task_id, reasons in unused.items()},
            "unknown_preconditions": unknown,
            "excluded": {exclusion.task_id: exclusion.reason for exclusion in suite.excluded},
            "funnel": {"proposed": funnel.proposed, "dropped": dict(funnel.dropped), "kept": funnel.kept},
            "assistance": assistance.row() if assistance else None,
            "cost": cost,
            "reading": {option: row for option, row in reading.items() if any(row.values())},
            "search": search.row(),
        }
        print_json(data)
        return
    terminal.show_funnel(stdout, funnel)
    sizes = (len(suite.problems), "problem"), (base, "base test"), (plus, "plus test")
    stdout.print("\n" + ", ".join(counted(*size) for size in sizes), highlight=False)
    if search.adversaries:
        stdout.print(terminal.searched(search), highlight=False, soft_wrap=True)
    if assistance:
        stdout.print(terminal.assisted(assistance, cost), highlight=False, soft_wrap=True)
    if own_code:
        stdout.print(terminal.by_test_code(len(own_code)), highlight=False)
    for task_id, reason in barren.items():
        line = f"{terminal.without_plus(task_id in own_code)}: {task_id}: {reason}"
        stdout.print(terminal.plain(line), soft_wrap=True)
    kinds = ("suspicious", suspicious), ("domain in doubt", doubtful), ("given but not used", unused)
    for word, found in kinds:
        for task_id, reasons in found.items():
            for reason in reasons:
                stdout.print(terminal.plain(f"{word}: {task_id}: {reason}"), soft_wrap=True)
    for exclusion in suite.excluded:
        stdout.print(terminal.plain(f"left out: {exclusion.task_id}: {exclusion.reason}"), soft_wrap=True)


def refused(suite: Suite) -> dict[str, tuple[str, ...]]:
    """What was given for problems and is not used, in words, by task id."""
    return {t.problem.task_id: t.domain.refused for t in suite.problems if t.domain and t.domain.refused}


def listed(names: Collection[str], most: int = 5) -> str:
    """Some names and how many more there are."""
    first = ", ".join([*names][:most])
    return f"{first} and {len(names) - most} more" if len(names) > most else first


def show_results(results: scoring.Results, *, as_json: bool, all_problems: bool) -> None:
    """Print a report, and what of the completion files could not be used."""
    for notice in results.notices:
        note(notice)
    if results.summary.problems and not any(problem.plus_tests for problem in results.summary.problems):
        note("no plus test counted: base+plus is base alone (`augment build` makes plus tests; --tier, --no-scale)")
    show_reading(results.document["reading"])
    if as_json:
        print_json(results.document)
    else:
        terminal.show(stdout, results.summary, all_problems=all_problems)


def show_reading(found: Mapping[str, Any], option: str = "") -> None:
    """Print what of completion files could not be used, and for which option they were given."""
    skipped = f"skipped in {option}" if option else "skipped"
    for line in found["bad_lines"]:
        note(f"{skipped}: {line}")
    unknown = found["unknown_tasks"]
    if unknown:
        names = ", ".join(map(repr, list(unknown)[:5])) + (", ..." if len(unknown) > 5 else "")
        what = f"{counted(sum(unknown.values()), 'completion')} of {counted(len(unknown), 'problem')}"
        note(f"{skipped}: {what} not in the suite: {names}")
    repeated = found["repeated"]
    if repeated:
        subject = f"{counted(repeated, 'completion')} {said_of(repeated, 'repeats', 'repeat')}"
        note(f"{subject} an earlier one of the same set, and {said_of(repeated, 'counts', 'count')}")


def exit_code(results: scoring.Results) -> int:
    """1 where something was left out of the figures, else 0."""
    reading = results.document["reading"]
    infra = any(model.infra for model in results.summary.models)
    return int(bool(results.summary.excluded or reading["bad_lines"] or reading["unknown_tasks"] or infra))


def tiers(text: str) -> tuple[Tier, ...]:
    """The tiers that an option names, in their own order.

    Raises:
        typer.BadParameter: a word that is no tier, or none at all.
    """
    words = {word.strip() for word in text.split(",") if word.strip()}
    if not words or words - set(Tier):
        raise typer.BadParameter(f"wanted some of {', '.join(Tier)}, found {text!r}", param_hint="--tier")
    return tuple(tier for tier in Tier if tier in words)
