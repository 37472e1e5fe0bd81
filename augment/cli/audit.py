"""`augment audit`: what is wrong with a benchmark?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.audit.search import AuditSettings
from augment.cli import common
from augment.cli.score import LIMITS, engine, settings
from augment.model.finding import Weight
from augment.report.audit import audit_document, show_audit

DEFAULTS = AuditSettings()


class FailOn(StrEnum):
    """The lightest finding that gives exit code 1."""

    FAULT = "fault"
    SUSPICION = "suspicion"
    WEAKNESS = "weakness"
    NEVER = "never"


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "audit",
        short_help="Look for what is wrong with a benchmark.",
        epilog="Examples: augment audit humaneval --tasks 47,116; "
        "augment audit suite.jsonl model-a.jsonl model-b.jsonl --fail-on suspicion -o audit.json",
    )(audit)


def audit(
    benchmark: Annotated[
        str, typer.Argument(help="A name that `augment datasets` lists, a file or folder of a benchmark, or a suite.")
    ],
    completions: Annotated[
        list[Path] | None,
        typer.Argument(help="Completions that are heard as witnesses where they pass base; each file is one set."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write the findings to, in JSON.")
    ] = None,
    fail_on: Annotated[
        FailOn,
        typer.Option("--fail-on", help="The lightest finding that gives exit code 1: fault, suspicion, weakness."),
    ] = FailOn.FAULT,
    format: common.Format = "",
    trust_pickle: common.TrustPickle = False,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same settings: the same findings.")] = DEFAULTS.seed,
    mutants: Annotated[
        int, typer.Option("--mutants", min=0, max=10_000, help="Most wrong variants made of each reference.")
    ] = DEFAULTS.mutants,
    timeout: common.Timeout = LIMITS.cpu_seconds,
    memory: common.Memory = LIMITS.memory_bytes >> 20,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    tasks: common.Tasks = None,
    jobs: common.Jobs = None,
    all_findings: Annotated[
        bool, typer.Option("--all-findings", help="Show all problems and findings, not only the first of each kind.")
    ] = False,
    as_json: common.AsJson = False,
    overwrite: common.Overwrite = False,
) -> None:
    """List what is wrong with a benchmark: weak tests, doubtful references and inputs, tests that test nothing.

    Nothing is changed. Faults make verdicts worthless, suspicions are for a person to settle, weaknesses are what base
    tests let pass. What each finding means, and what it cannot tell, stands in docs/audit.md.
    """
    with (
        common.interruptible(kept=False),
        common.progress_bar("answering") as answering,
        common.progress_bar("auditing") as progress,
    ):
        found = api.audit(
            benchmark,
            completions or (),
            output,
            format=format,
            trust_pickle=trust_pickle,
            settings=AuditSettings(seed=seed, mutants=mutants),
            scoring=settings(timeout, memory),
            engine=engine(isolation, python, no_cache=True),
            tasks=common.split(tasks),
            jobs=jobs,
            overwrite=overwrite,
            answering=answering,
            progress=progress,
        )
    for line in found.unread:
        common.note(line)
    if as_json:
        common.print_json(audit_document(found))
    else:
        show_audit(common.stdout, found, everything=all_findings)
    if output is not None:
        common.note(f"wrote {output}")
    failed = fail_on is not FailOn.NEVER and found.at_least(Weight(fail_on))
    raise typer.Exit(1 if failed else 0)
