"""A scoring run as one HTML page that stands alone: no network, no inline style, nothing that is not ours runs.

The page is `page.html`, `page.css` and `page.js` beside this file, put together by Jinja2, which escapes every text;
text that is not ours is first made visible. The style and the script are named by their digests in the page's own
policy, so that a browser runs no other.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from augment.report import highlight, plots, terminal, wording
from augment.report.figures import FalsePositive, Figures, Ground, ProblemFigures
from augment.stats.unseen import good_turing

FOLDER: Final = Path(__file__).parent
BARS: Final = 15
"""Problems in the figure of those that weigh most."""
CURVES: Final = 12
"""Models in the figure of pass@k."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A problem in the list of false positives."""

    figures: ProblemFigures
    shown: Sequence[FalsePositive]

    @property
    def hidden(self) -> int:
        """Different programs that are not shown."""
        return len(self.figures.false_positives) - len(self.shown)


def render(figures: Figures, *, most: int) -> tuple[str, int]:
    """The page, and how many false positives it shows.

    Args:
        figures: what it shows.
        most: false positives that are shown with their programs: the first of each problem, then the second, ...
    """
    chosen = set(_chosen(figures.problems, most))
    listed = [
        Listed(figures=one, shown=[false for false in one.false_positives if id(false) in chosen])
        for one in figures.problems
        if one.false_positives
    ]
    style, script = ((FOLDER / name).read_text("utf-8") for name in ("page.css", "page.js"))
    text = (
        _environment()
        .get_template("page.html")
        .render(
            figures=figures,
            summary=figures.summary,
            listed=listed,
            shown=len(chosen),
            different=sum(len(one.false_positives) for one in figures.problems),
            anchors=anchors(one.problem.task_id for one in figures.problems),
            writers=_writers(figures),
            plots=_plots(figures),
            bars=BARS,
            curves=CURVES,
            more=_more(figures),
            policy=policy(style, script),
            style=Markup(style),
            script=Markup(script),
        )
    )
    return text, len(chosen)


def _chosen(problems: Iterable[ProblemFigures], most: int) -> Iterator[int]:
    rounds = zip_longest(*(one.false_positives for one in problems))
    in_turn = (false for each in rounds for false in each if false is not None)
    yield from (id(false) for false, _ in zip(in_turn, range(most), strict=False))


def _writers(figures: Figures) -> Mapping[str, int]:
    """A number for each model, by which the page filters."""
    return {model.model: number for number, model in enumerate(figures.summary.models)}


def _plots(figures: Figures) -> dict[str, Markup]:
    """The figures that there is something to draw for."""
    found = {}
    if figures.standings:
        found["models"] = plots.models_plot(figures.standings)
    heavy = [one for one in figures.problems if one.problem.false_positives][:BARS]
    if heavy:
        found["problems"] = plots.problems_plot(heavy)
    curved = [one for one in figures.standings if len(one.curve) > 1]
    if curved:
        steepest = sorted(curved, key=lambda one: -sum(one.lost.values()))[:CURVES]
        found["curves"] = plots.curves_plot([one for one in curved if one in steepest])
    return {name: Markup(text) for name, text in found.items()}


def _more(figures: Figures) -> float | None:
    """Adversaries that 1,000 inputs more would kill; None where that is not known."""
    search = figures.making.search
    more = good_turing(search.once, search.tried) if search else None
    return None if more is None else 1000 * more


def anchors(task_ids: Iterable[str]) -> dict[str, str]:
    """An id in the page for each problem, which depends on its task id alone unless another looks the same."""
    plain = {task_id: "p-" + re.sub(r"[^A-Za-z0-9._-]+", "-", task_id) for task_id in task_ids}
    alike = Counter(plain.values())
    return {
        task_id: name if alike[name] == 1 else f"{name}-{_digest(task_id).hex()[:8]}" for task_id, name in plain.items()
    }


def policy(style: str, script: str) -> str:
    """What the page may do: nothing but apply this style and run this script."""
    allowed = (f"{kind}-src 'sha256-{_hash(text)}'" for kind, text in (("style", style), ("script", script)))
    return f"default-src 'none'; {'; '.join(allowed)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return base64.b64encode(_digest(text)).decode("ascii")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_safe,
    )
    environment.globals |= {
        "wording": wording,
        "Ground": Ground,
        "pieces": highlight.pieces,
        "longest": highlight.LONGEST,
    }
    environment.filters |= {
        "percent": terminal.percent,
        "points": _points,
        "ends": terminal.ends,
        "interval": terminal.interval,
        "one_line": wording.one_line,
    }
    return environment


def _points(difference: float | None) -> str:
    return terminal.points(difference).replace("-", "−")


def _safe(value: object) -> object:
    """What stands in the page for a value: text without what is not seen; Jinja2 escapes it."""
    return wording.visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
