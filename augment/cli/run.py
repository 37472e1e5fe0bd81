"""`augment run`: the main job in one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.cli.score import LIMITS, engine, settings
from augment.growth import BuildSettings

DEFAULTS = BuildSettings()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("run", short_help="Build, score, report: the main job.", epilog="Example: augment run --tasks 0,7,32")(
        run
    )


def run(
    completions: Annotated[
        list[Path] | None,
        typer.Argument(help="Completions to score, as for `augment score`.", show_default="the demonstration sets"),
    ] = None,
    benchmark: Annotated[str, typer.Option("--benchmark", "-b", help="As for `augment build`.")] = "humaneval",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder for suite.jsonl and results.json.",
            show_default="augment-run, or the next free number",
        ),
    ] = None,
    format: common.Format = "",
    seed: common.Seed = DEFAULTS.seed,
    plus_tests: common.PlusTests = DEFAULTS.plus_tests,
    rounds: common.Rounds = DEFAULTS.rounds,
    mutants: common.Mutants = DEFAULTS.mutants,
    scale: common.Scale = True,
    references: common.References = None,
    ks: common.Ks = common.DEFAULT_KS,
    timeout: common.Timeout = LIMITS.cpu_seconds,
    memory: common.Memory = LIMITS.memory_bytes >> 20,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    all_tests: common.AllTests = False,
    prove: common.Prove = False,
    no_extract: common.NoExtract = False,
    no_cache: common.NoCache = False,
    tasks: common.Tasks = None,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
    all_problems: common.AllProblems = False,
    resume: common.Resume = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Build a suite from a benchmark, score completions on it, and report how far pass@1 drops."""
    with (
        common.interruptible(kept=True),
        common.progress_bar("building") as building,
        common.progress_bar("scoring ") as scoring,
    ):
        made = api.run(
            benchmark,
            completions or (),
            output,
            format=format,
            build_settings=BuildSettings(
                seed=seed,
                plus_tests=plus_tests,
                rounds=rounds,
                mutants=mutants,
                scale_tests=DEFAULTS.scale_tests if scale else 0,
            ),
            references=references,
            score_settings=settings(timeout, memory, all_tests, prove),
            engine=engine(isolation, python, no_cache),
            ks=common.numbers(ks, "--k"),
            extract=not no_extract,
            tasks=common.split(tasks),
            jobs=jobs,
            resume=resume,
            overwrite=overwrite,
            building=building,
            scoring=scoring,
        )
    if not as_json:
        common.show_suite(made.suite, as_json=False, path=None)
    common.show_results(made.results, as_json=as_json, all_problems=all_problems)
    common.note(f"wrote {made.folder / 'suite.jsonl'} and {made.folder / 'results.json'}")
    common.note_report(made.folder / "results.json")
    raise typer.Exit(common.exit_code(made.results))
