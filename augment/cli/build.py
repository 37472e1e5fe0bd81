"""`augment build`: a suite file from a benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.errors import BadInput
from augment.growth import BuildSettings
from augment.model.exchange import ChatSettings

DEFAULTS = BuildSettings()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "build",
        short_help="Grow plus tests and write a suite file.",
        epilog="Example: augment build humaneval -o suite.jsonl",
    )(build)


def build(
    benchmark: Annotated[
        str, typer.Argument(help="A name that `augment datasets` lists, or a file or folder: see docs/formats.md.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Suite file to write; packed if it ends in .gz.")],
    format: common.Format = "",
    trust_pickle: common.TrustPickle = False,
    seed: common.Seed = DEFAULTS.seed,
    plus_tests: common.PlusTests = DEFAULTS.plus_tests,
    rounds: common.Rounds = DEFAULTS.rounds,
    seconds: common.Seconds = DEFAULTS.seconds,
    mutants: common.Mutants = DEFAULTS.mutants,
    tier: common.Tiers = common.ALL_TIERS,
    scale: common.Scale = True,
    references: common.References = None,
    contracts: common.Contracts = None,
    witnesses: common.Witnesses = None,
    against: common.Against = None,
    model: common.Assisting = None,
    base_url: common.BaseUrl = None,
    llm_cache: common.LlmCache = None,
    most_calls: common.MostCalls = None,
    most_tokens: common.MostTokens = None,
    most_cost: common.MostCost = None,
    price_in: common.PriceIn = None,
    price_out: common.PriceOut = None,
    tasks: common.Tasks = None,
    jobs: common.Jobs = None,
    as_json: common.AsJson = False,
    resume: common.Resume = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Grow plus tests from a benchmark's own tests and write both as a suite file.

    Problems that were left out, contracts and domains that were given and cannot be used, lines of --witnesses and
    --against that were skipped, and a language model that answers nothing, give exit code 1.
    """
    of_a_model = (base_url, llm_cache, most_calls, most_tokens, most_cost, price_in, price_out)
    if model is None and any(option is not None for option in of_a_model):
        raise BadInput("options for a language model, and none to ask", hint="name one with --model")
    chat = None
    if model is not None:
        chat = ChatSettings(
            model=model,
            base_url=base_url,
            most_calls=most_calls,
            most_tokens=most_tokens,
            most_cost=most_cost,
            price_in=price_in,
            price_out=price_out,
        )
    left_out = common.LeftOut()
    with common.interruptible(kept=True), common.progress_bar("building") as progress:
        suite = api.build(
            benchmark,
            output,
            format=format,
            trust_pickle=trust_pickle,
            settings=BuildSettings(
                seed=seed,
                plus_tests=plus_tests,
                rounds=rounds,
                seconds=seconds,
                mutants=mutants,
                tiers=common.tiers(tier),
                scale_tests=DEFAULTS.scale_tests if scale else 0,
            ),
            references=references,
            contracts=contracts,
            witnesses=witnesses or (),
            against=against or (),
            chat=chat,
            exchanges=llm_cache,
            tasks=common.split(tasks),
            jobs=jobs,
            resume=resume,
            overwrite=overwrite,
            unread=left_out,
            progress=progress,
        )
    common.show_suite(suite, as_json=as_json, path=output, left_out=left_out, chat=chat)
    common.note(f"wrote {output}")
    refused = common.refused(suite)
    if refused:
        common.note(f"warning: built without the contract or domain that was given: {common.listed(refused)}")
    helped = api.assistance_of(suite)
    mute = helped is not None and helped.asked > 0 and not helped.answered
    if mute:
        common.note("warning: the language model answered no question, so nothing of it is in the suite")
    if suite.excluded or refused or left_out.any_skipped or mute:
        raise typer.Exit(1)
