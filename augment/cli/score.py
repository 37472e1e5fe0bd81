"""`augment score`: completions against a suite."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.engine import EngineSettings
from augment.model.execution import Limits
from augment.score.scorer import ScoreSettings

LIMITS = Limits()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "score",
        short_help="Judge completions on base and base+plus tests.",
        epilog="Example: augment score suite.jsonl my-model.jsonl -o results.json",
    )(score)


def settings(timeout: float, memory: int, all_tests: bool = False, prove: bool = False) -> ScoreSettings:
    """How to judge, from the options that the commands share."""
    wall = max(LIMITS.wall_seconds, 4 * timeout)
    limits = Limits(cpu_seconds=timeout, wall_seconds=wall, memory_bytes=memory << 20)
    return ScoreSettings(limits=limits, all_tests=all_tests, prove=prove)


def engine(isolation: str, python: str, no_cache: bool) -> EngineSettings:
    """Where completions run, from the options that the commands share."""
    return EngineSettings(isolation=isolation, python=python or sys.executable, cache=not no_cache)


def score(
    suite: Annotated[
        Path, typer.Argument(help="Suite file of `augment build`, or EvalPlus's HumanEvalPlus.jsonl or MbppPlus.jsonl.")
    ],
    completions: Annotated[
        list[Path],
        typer.Argument(
            help="JSONL files (`task_id`, `solution` or `completion`) or folders (HumanEval_0/0.py); each is one set."
        ),
    ],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Results file to write, in JSON.")] = None,
    ks: common.Ks = common.DEFAULT_KS,
    tier: common.Tiers = common.ALL_TIERS,
    scale: common.Scale = True,
    timeout: common.Timeout = LIMITS.cpu_seconds,
    memory: common.Memory = LIMITS.memory_bytes >> 20,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    all_tests: common.AllTests = False,
    prove: common.Prove = False,
    no_extract: common.NoExtract = False,
    no_cache: common.NoCache = False,
    check_first: common.CheckFirst = False,
    tasks: common.Tasks = None,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
    all_problems: common.AllProblems = False,
    resume: common.Resume = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Run completions on base and base+plus tests; print pass@k and the share of wrong ones that base accepts."""
    with (
        common.interruptible(kept=output is not None),
        common.progress_bar("answering") as answering,
        common.progress_bar("checking") as checking,
        common.progress_bar("scoring") as progress,
    ):
        results = api.score(
            suite,
            completions,
            output,
            settings=replace(
                settings(timeout, memory, all_tests, prove), tiers=frozenset(common.tiers(tier)), scale=scale
            ),
            engine=engine(isolation, python, no_cache),
            ks=common.numbers(ks, "--k"),
            extract=not no_extract,
            tasks=common.split(tasks),
            jobs=jobs,
            resume=resume,
            overwrite=overwrite,
            check_first=check_first,
            answering=answering,
            checking=checking,
            progress=progress,
        )
    common.show_results(results, as_json=as_json, all_problems=all_problems)
    if output is not None:
        common.note(f"wrote {output}")
        common.note_report(output)
    raise typer.Exit(common.exit_code(results))
