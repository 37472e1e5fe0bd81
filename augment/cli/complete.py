"""`augment complete`: completions from a language model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.model.exchange import ChatSettings
from augment.model.words import counted
from augment.report.terminal import money, plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "complete",
        short_help="Ask a language model for completions.",
        epilog="Example: augment complete humaneval -m llama3 --base-url http://localhost:11434/v1 -o llama3.jsonl",
    )(complete)


def complete(
    benchmark: Annotated[
        str, typer.Argument(help="A name that `augment datasets` lists, or a file or folder: see docs/formats.md.")
    ],
    model: common.Model,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="JSONL to write: `task_id`, `solution`, `raw`; packed if .gz.")
    ],
    base_url: common.BaseUrl = None,
    samples: Annotated[int, typer.Option("--samples", "-n", min=1, help="Answers to each problem.")] = 1,
    temperature: Annotated[
        float, typer.Option("--temperature", "-T", min=0, max=2, callback=common.a_number, help="0 for the likeliest.")
    ] = 0.0,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=1, help="Of one answer.", show_default="the server's own limit")
    ] = None,
    llm_cache: common.LlmCache = None,
    most_calls: common.MostCalls = None,
    most_tokens: common.MostTokens = None,
    most_cost: common.MostCost = None,
    price_in: common.PriceIn = None,
    price_out: common.PriceOut = None,
    at_once: common.AtOnce = 8,
    format: common.Format = "",
    tasks: common.Tasks = None,
    partial: Annotated[
        bool,
        typer.Option(
            "--partial",
            help="Write what came; --resume asks for the rest, now or another day.",
        ),
    ] = False,
    as_json: common.AsJson = False,
    resume: common.Resume = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Ask a language model to solve the problems of a benchmark, and write its programs for `augment score`.

    Any server that speaks OpenAI's protocol will do: OpenAI, vLLM, llama.cpp, Ollama, LM Studio. The key is taken from
    OPENAI_API_KEY, the server from --base-url or OPENAI_BASE_URL. Prompts of the benchmark leave this machine, nothing
    else. Answers that did not come give exit code 1: nothing is written then, and --resume asks for them again.
    """
    with common.interruptible(kept=True), common.progress_bar("asking") as progress:
        made = api.complete(
            benchmark,
            output,
            chat=ChatSettings(
                model=model,
                base_url=base_url,
                at_once=at_once,
                most_calls=most_calls,
                most_tokens=most_tokens,
                most_cost=most_cost,
                price_in=price_in,
                price_out=price_out,
            ),
            samples=samples,
            temperature=temperature,
            max_tokens=max_tokens,
            exchanges=llm_cache,
            format=format,
            tasks=common.split(tasks),
            partial=partial,
            resume=resume,
            overwrite=overwrite,
            progress=progress,
        )
    for notice in made.notices:
        common.note(notice)
    for reason, count in made.missing.items():
        common.note(f"no answer: {count}: {reason}")
    spent = made.spent
    if as_json:
        common.print_json(
            {
                "answers": made.answers,
                "methods": dict(made.methods),
                "missing": dict(made.missing),
                "calls": spent.calls,
                "from_cache": spent.from_cache,
                "prompt_tokens": spent.prompt_tokens,
                "completion_tokens": spent.completion_tokens,
                "cost": made.cost,
            }
        )
    else:
        for method, count in made.methods.items():
            common.stdout.print(plain(f"{count:7,}  {method}"), highlight=False)
    common.note(
        f"{counted(made.answers, 'answer')}, {spent.calls} of them asked for now "
        f"({counted(spent.prompt_tokens, 'token')} in, {spent.completion_tokens:,} out), "
        f"{spent.from_cache} from exchanges"
        f"{'' if made.cost is None else f'; cost {money(made.cost)}'}"
    )
    if made.missing and not partial:
        common.note("nothing is written: --resume asks for what is missing, --resume --partial writes what came")
        raise typer.Exit(1)
    more = "; --resume asks for what is missing" if made.missing else ""
    common.note(f"wrote {output}{more}")
    raise typer.Exit(int(bool(made.missing)))
