"""`augment extract`: the programs in what models wrote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from augment import api
from augment.cli import common
from augment.report.terminal import plain


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        "extract",
        short_help="Take the programs out of what models wrote.",
        epilog="Example: augment extract answers.jsonl -o programs.jsonl",
    )(extract)


def extract(
    completions: Annotated[
        list[Path], typer.Argument(help="Files or folders of answers, as for `augment score`.", metavar="FILE...")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="JSONL to write: `task_id`, `solution`, `extraction`; packed if .gz."),
    ],
    benchmark: Annotated[
        str, typer.Option("--benchmark", "-b", help="As for `augment build`, or a suite file.")
    ] = "humaneval",
    format: common.Format = "",
    as_json: common.AsJson = False,
    overwrite: common.Overwrite = False,
) -> None:
    """Take the programs out of what models wrote, and say how each was found.

    `augment score` and `augment run` do the same before they score; this shows what they would run.

    A text that is a program already, alone or behind the prompt, is left as it is (as-is). Else it is looked for:
    put behind the prompt's signature (body), in Markdown fences (fence), between lines of prose (text). Words that
    may follow: indented (its indentation was mended), trimmed (what does not parse was left out), demo (calls that
    only show its use were left out), joined (definitions were taken from another block), renamed:NAME (the only
    function that fits), method:CLASS. Where there is no program: cut-off (one was begun) or no-code.
    """
    with common.interruptible(kept=False), common.progress_bar("extracting") as progress:
        given = api.extract(completions, benchmark, output, format=format, overwrite=overwrite, progress=progress)
    read = given.reading
    counts = Counter(completion.extraction for completion in given.completions)
    left_out = common.LeftOut()
    left_out("", read)
    if as_json:
        methods = dict(counts.most_common())
        common.print_json(
            {"output": str(output), "completions": counts.total(), "methods": methods, "reading": left_out.found[""]}
        )
    else:
        for method, count in counts.most_common():
            common.stdout.print(plain(f"{count:7,}  {method}"), highlight=False)
    common.note(f"wrote {output}")
    raise typer.Exit(int(left_out.any_skipped))
