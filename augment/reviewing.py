"""Review a suite's acceptances: draw some at random, search each for an input on which it is wrong, count what a person
says of those that are disputed.

The only figure that bounds the wrong programs among the accepted from above: it does not rest on tests of one kind. But
what neither the search nor the person finds wrong is counted as right.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from augment import parallel
from augment.comparing import ground_of
from augment.difference import Apart, DiffSettings, tell_apart
from augment.domain.rules import check_rules
from augment.engine import Engine, EngineSettings, engine
from augment.errors import BadInput
from augment.explaining import programs
from augment.formats import files
from augment.formats.results import ResultsFile
from augment.formats.reviews import WORDS, Doubt, Drawn, Review, Ruling
from augment.model.completion import Completion
from augment.model.domain import Domain
from augment.model.execution import Limits, Program
from augment.model.suite import Suite, TestedProblem
from augment.reading import Progress
from augment.report.document import digest_of
from augment.stats.clustered import mean
from augment.stats.exact import LEVEL, lower_bound, upper_bound

INPUTS = 10_000
"""Most inputs tried on a completion: some hundred times as many as a problem of a suite has tests."""
PAIRED = (1 + LEVEL) / 2
"""Level of either of two bounds, or of two intervals, that shall hold together at `LEVEL` (Bonferroni)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """What to draw, and how hard to look."""

    count: int = 30
    """Completions to draw; all where there are fewer."""
    model: str | None = None
    """The only set to draw from."""
    search: DiffSettings = field(default_factory=lambda: DiffSettings(inputs=INPUTS))
    """Its seed is that of the draw, too."""


def draw(
    results: ResultsFile,
    suite: Suite,
    sets: Mapping[str, Path],
    settings: ReviewSettings,
    walls: EngineSettings,
    jobs: int | None,
    progress: Progress,
) -> Review:
    """Draw accepted completions and search each of them.

    Args:
        results: says which are accepted.
        suite: that it was made with.
        sets: other paths of sets, by name.
        settings: what to draw, and how hard to look.
        walls: where programs run.
        jobs: completions searched at once; one per core by default.
        progress: told after each completion.

    Raises:
        BadInput: nothing is accepted, or the completions are not there any more, or have changed.
    """
    accepted = _accepted(results, settings.model)
    rows = random.Random(settings.search.seed).sample(accepted, min(settings.count, len(accepted)))
    completions = programs(results, rows, suite, sets)
    problems = {tested.problem.task_id: tested for tested in suite.problems}
    with engine(walls) as running:
        look = partial(_searched, problems=problems, running=running, settings=settings.search)
        with parallel.each(completions, look, jobs) as found:
            lines = []
            for completion, line in found:
                lines.append(line)
                progress(len(lines), len(rows), completion.task_id)
    lines.sort(key=lambda line: (not line.disputed, line.model, line.task_id, line.number))
    return Review(
        results=str(results.path),
        results_sha256=files.sha256(results.path),
        models=tuple(sorted({str(row["model"]) for row in accepted})),
        accepted=len(accepted),
        seed=settings.search.seed,
        inputs=settings.search.inputs,
        lines=lines,
    )


def _accepted(results: ResultsFile, model: str | None) -> list[files.Row]:
    models = sorted({str(row["model"]) for row in results.rows})
    if model is not None and model not in models:
        raise BadInput(f"{results.path}: no set {model!r}", hint=f"there are {', '.join(models) or 'none'}")
    rows = [row for row in results.rows if model in (None, row["model"])]
    accepted = [row for row in rows if row.get("base") == row.get("plus") == "pass"]
    if not accepted:
        raise BadInput(f"{results.path}: no completion passes base and plus", hint="there is nothing to review")
    return accepted


def _searched(
    completion: Completion, problems: Mapping[str, TestedProblem], running: Engine, settings: DiffSettings
) -> Drawn:
    """A completion with what the search found; where it could not search, why."""
    tested = problems[completion.task_id]
    problem, note = tested.problem, ""
    apart, tried = None, 0
    try:
        check_rules(tested.domain or Domain())
        found = tell_apart(
            Program(source=problem.reference, entry_point=problem.entry_point),
            Program(source=completion.program, entry_point=problem.entry_point),
            ground_of(tested),
            running.untrusted,
            running.trusted,
            settings,
            Limits(),
        )
        apart, tried = found.apart, found.tried
    except BadInput as reason:
        note = reason.message
    return Drawn(
        model=completion.model,
        task_id=completion.task_id,
        number=completion.number,
        searched=tried,
        found=None if apart is None else _doubt(apart),
        note=note or ("" if tried else "no input was found that lies in the domain"),
        sha256=digest_of(completion.program),
        prompt=problem.prompt,
        program=completion.program,
    )


def _doubt(apart: Apart) -> Doubt:
    return Doubt(
        args=apart.args.literal,
        expected=apart.one,
        got=apart.two,
        tier=apart.tier.value,
        origin=apart.origin,
        confirmed=apart.confirmed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """pass@1 of a set without its wrong programs, at 95%."""

    plus: float
    """pass@1 on base+plus."""
    here: tuple[float, float]
    """On these problems: what the sample leaves open."""
    alike: tuple[float, float]
    """On problems like these: two intervals at 97.5%, one over problems and one for the share (Bonferroni)."""
    weight: float
    """What the heaviest accepted completion counts in pass@1, as a multiple of the mean; 1 where all problems have as
    many completions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What a judged sample says of all accepted completions."""

    review: Review
    counts: Mapping[Ruling, int]
    """By what a person said."""
    not_found: int
    """Completions that nobody judged, since nothing was found; they count as right."""
    corrected: Corrected | None = None
    """None without the results, and where the sample is of several sets."""

    @property
    def drawn(self) -> int:
        """How many there are."""
        return len(self.review.lines)

    @property
    def wrong(self) -> int:
        """How many are wrong."""
        return self.counts[Ruling.WRONG]

    @property
    def perhaps(self) -> int:
        """How many are wrong or unclear."""
        return self.wrong + self.counts[Ruling.UNCLEAR]

    @property
    def most(self) -> tuple[float, float]:
        """Upper bounds at 95% on the share of wrong ones: unclear read as right, and as wrong."""
        return upper_bound(self.wrong, self.drawn), upper_bound(self.perhaps, self.drawn)

    def share(self, level: float) -> tuple[float, float]:
        """Bounds on the share of wrong ones, each at a level: the lower reads unclear as right, the upper as wrong."""
        return lower_bound(self.wrong, self.drawn, level), upper_bound(self.perhaps, self.drawn, level)


def count(review: Review, results: ResultsFile | None, path: Path) -> Counted:
    """Count judgements.

    Args:
        review: as it was judged.
        results: that it was drawn from, for pass@1.
        path: of the review, for messages.

    Raises:
        BadInput: a disputed completion is not judged yet, or the results are others.
    """
    open_lines = [line.name for line in review.lines if line.disputed and line.judgement is None]
    if open_lines:
        raise BadInput(
            f"{path}: not judged yet: {', '.join(open_lines)}",
            hint=f"write {WORDS} into `judgement` in their lines",
        )
    if not review.lines:
        raise BadInput(f"{path}: no completion was drawn", hint="draw some: `augment review draw`")
    counts = Counter(line.judgement for line in review.lines if line.judgement is not None)
    found = Counted(
        review=review,
        counts={ruling: counts[ruling] for ruling in Ruling},
        not_found=len(review.lines) - counts.total(),
    )
    if results is None:
        return found
    if files.sha256(results.path) != review.results_sha256:
        raise BadInput(
            f"{results.path}: not the results that {path} was drawn from, or changed since",
            hint=f"it was drawn from {review.results}",
        )
    corrected = _corrected(found, results) if len(review.models) == 1 else None
    return replace(found, corrected=corrected)


def _corrected(found: Counted, results: ResultsFile) -> Corrected:
    """Less the wrong programs, each read with the weight that is worst.

    In pass@1 an accepted completion weighs 1 / (problems * completions of its problem), in the sample all weigh the
    same. So the wrong ones take at most the heaviest weight times their number, and at least the lightest.
    """
    (model,) = found.review.models
    scored = [row for row in results.rows if row["model"] == model and row.get("plus") != "infra"]
    drawn = Counter(row["task_id"] for row in scored)
    passed = Counter(row["task_id"] for row in scored if row.get("base") == row.get("plus") == "pass")
    values = [passed[task_id] / total for task_id, total in drawn.items()]
    wide = mean(values, PAIRED)
    if wide is None or not wide.value:
        raise BadInput(f"{results.path}: no completion of {model!r} passes base and plus")
    weights = [1 / (len(drawn) * drawn[task_id]) for task_id in passed]
    typical = wide.value / found.review.accepted
    light, heavy = min(weights) / typical, max(weights) / typical

    def kept(low: float, high: float, level: float) -> tuple[float, float]:
        least, most = found.share(level)
        return low * max(0.0, 1 - heavy * most), high * (1 - light * least)

    return Corrected(
        plus=wide.value,
        here=kept(wide.value, wide.value, PAIRED),
        alike=kept(wide.low, wide.high, (1 + PAIRED) / 2),
        weight=heavy,
    )
