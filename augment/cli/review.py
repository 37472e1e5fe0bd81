"""`augment review`: accepted completions drawn at random, searched, judged by a person, and counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from augment import api
from augment.cli import common
from augment.cli.score import engine
from augment.difference import DiffSettings
from augment.formats.reviews import Drawn, Review, Ruling
from augment.model.words import counted
from augment.report.terminal import percent, plain
from augment.reviewing import Corrected, Counted, ReviewSettings

DEFAULTS = ReviewSettings()


def register(app: typer.Typer) -> None:
    """Add the command, with its two parts, to the program."""
    group = typer.Typer(
        help="Bound the wrong programs among the accepted ones: draw some, judge those in dispute, count.",
        epilog="Example: augment review draw results.json -n 30 -o review.jsonl",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command(
        "draw",
        short_help="Draw accepted completions, and search each for an input on which it is wrong.",
        epilog="Example: augment review draw results.json -n 30 --model my-model -o review.jsonl",
    )(draw)
    group.command(
        "count",
        short_help="Turn a judged review into a bound on the share of wrong programs.",
        epilog="Example: augment review count review.jsonl --results results.json",
    )(count)
    app.add_typer(group, name="review", short_help="Judge a sample of accepted completions; bound the wrong ones.")


def draw(
    results: Annotated[Path, typer.Argument(help="Results file of `augment score`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Review file to write, JSON Lines.")],
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, max=100_000, help="Completions to draw; all where there are fewer.")
    ] = DEFAULTS.count,
    model: Annotated[
        str | None,
        typer.Option("--model", help="Draw from this set alone; pass@1 can be told of one only.", show_default="all"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same results: the same sample.")] = 0,
    inputs: Annotated[
        int, typer.Option("--inputs", min=1, max=10_000_000, help="Most inputs to try on each completion.")
    ] = DEFAULTS.search.inputs,
    timeout: common.Timeout = DEFAULTS.search.seconds,
    suite: common.SuitePlace = None,
    completions: common.CompletionsPlaces = None,
    isolation: common.Isolation = "auto",
    python: common.Python = "",
    jobs: common.Jobs = None,
    overwrite: common.Overwrite = False,
) -> None:
    """Draw completions that pass base and plus at random; look for an input on which each and the reference part.

    Each completion drawn becomes a line of the review file. Where an input was found, or none could be tried, a person
    decides: write "wrong", "right" or "unclear" into `judgement`, then `augment review count`.
    """
    search = DiffSettings(seed=seed, inputs=inputs, seconds=timeout)
    with common.interruptible(kept=False), common.progress_bar("searching") as progress:
        found = api.draw_review(
            results,
            output,
            settings=ReviewSettings(count=number, model=model, search=search),
            suite=suite,
            completions=completions or (),
            engine=engine(isolation, python, no_cache=False),
            jobs=jobs,
            overwrite=overwrite,
            progress=progress,
        )
    for line in _drawn(found, output):
        common.stdout.print(plain(line), soft_wrap=True, highlight=False)
    common.note(f"wrote {output}")


def _drawn(found: Review, output: Path) -> Iterator[str]:
    disputed = [line for line in found.lines if line.disputed]
    rest = len(found.lines) - len(disputed)
    yield f"{len(found.lines):,} of {counted(found.accepted, 'accepted completion')} drawn (seed {found.seed})"
    yield f"{rest:,} not found wrong: on up to {counted(found.inputs, 'input')} each does what the reference does"
    yield f"{len(disputed):,} to judge"
    for place, line in enumerate(disputed):
        yield ""
        yield from _dispute(line, place + 2)
    if disputed:
        yield ""
        yield f"Now judge them in {output}, at the line that stands before each: its `prompt` says what is asked."
        yield '- "judgement": "wrong"    the prompt means such an input, and wants another answer than the program\'s'
        yield '- "judgement": "right"    the prompt does not mean it, or the program is right and the reference is not'
        yield '- "judgement": "unclear"  the prompt leaves it open'
    yield f"Then: augment review count {output} --results {found.results}"


def _dispute(line: Drawn, place: int) -> Iterator[str]:
    yield f"line {place}: {line.name}"
    if line.found is None:
        yield f"  nothing was tried ({line.note}): read the program"
        return
    again = "" if line.found.confirmed else ", but not each time"
    yield f"  on         {line.found.args}  ({line.found.tier}, from {line.found.origin}{again})"
    yield f"  reference  {line.found.expected}"
    yield f"  program    {line.found.got}"


def count(
    review: Annotated[Path, typer.Argument(help="Review file, judged.")],
    results: Annotated[
        Path | None,
        typer.Option("--results", help="Results file that it was drawn from, for pass@1 without the wrong programs."),
    ] = None,
    as_json: common.AsJson = False,
) -> None:
    """Bound the share of wrong programs among all accepted ones, from the sample that a person has judged.

    The bound is exact (Clopper-Pearson, 95%) for programs that the search or the person finds wrong: those on which
    nothing was found count as right.
    """
    found = api.count_review(review, results)
    if as_json:
        common.print_json(_row(found))
        return
    for line in _counted(found):
        common.stdout.print(plain(line), highlight=False)
    if results is not None and found.corrected is None:
        common.note("pass@1 is of one set: draw from one with --model to have it")


def _row(found: Counted) -> dict[str, Any]:
    corrected = found.corrected
    low, high = found.most
    return {
        "models": [*found.review.models],
        "accepted": found.review.accepted,
        "drawn": found.drawn,
        **{ruling.value: found.counts[ruling] for ruling in Ruling},
        "not_found": found.not_found,
        "inputs": found.review.inputs,
        "most_wrong": {"unclear_right": low, "unclear_wrong": high},
        "pass_at_1": None
        if corrected is None
        else {
            "plus": corrected.plus,
            "here": [*corrected.here],
            "alike": [*corrected.alike],
            "weight": corrected.weight,
        },
    }


def _counted(found: Counted) -> Iterator[str]:
    review, counts = found.review, found.counts
    yield (
        f"{found.drawn:,} of {counted(review.accepted, 'accepted completion')} of {common.listed(review.models)}, "
        "at random: "
        + ", ".join(f"{counts[ruling]:,} {ruling}" for ruling in Ruling)
        + f", {found.not_found:,} not found wrong"
    )
    low, high = found.most
    both = f" where unclear is read as right, {percent(high)} where it is read as wrong" if low < high else ""
    yield f"At most {percent(low)} of the accepted completions are wrong{both} (95%, Clopper-Pearson)."
    if found.corrected is not None:
        yield from _pass_at_1(found.corrected, review.models[0])
    yield (
        f"Not found wrong: nobody judged them, for {counted(review.inputs, 'input')} showed no difference. They count "
        "as right, so the bound is on programs that this search and this person find wrong."
    )


def _pass_at_1(corrected: Corrected, model: str) -> Iterator[str]:
    here, alike = (f"{100 * low:.1f}–{percent(high)}" for low, high in (corrected.here, corrected.alike))
    yield (
        f"pass@1 of {model} on base+plus is {percent(corrected.plus)}; without the wrong programs {here} on these "
        f"problems, {alike} on those like them (95%; the second of two intervals at 97.5%, Bonferroni)."
    )
    if corrected.weight > 1 + 1e-9:
        yield (
            "Problems have different numbers of completions: an accepted one counts in pass@1 up to "
            f"{corrected.weight:.2f} times what it counts in the sample, and wrong ones were taken for such."
        )
    yield "Right programs that plus rejects are in none of these: they would raise pass@1."
