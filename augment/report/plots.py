"""Figures for the page, as SVG that takes its colours from the page's own style, light or dark.

Matplotlib lays out; each role of a colour is drawn in a colour of its own that is then replaced by a CSS variable, and
styles become attributes, so that the page needs no inline style and its policy can forbid them.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from xml.etree import ElementTree

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from augment.report.figures import Ground, ProblemFigures, Standing
from augment.report.wording import one_line

ROLES: Final = {
    "ink": "#010101",
    "soft": "#020202",
    "grid": "#030303",
    "base": "#040404",
    "plus": "#050505",
    "wrong": "#060606",
    "slow": "#070707",
    "crashed": "#080808",
}
"""Colour that stands for a role until the page says which it is."""
VARIABLES: Final = {colour: f"var(--{role})" for role, colour in ROLES.items()}
WIDTH: Final = 760
"""Of a figure, in units of its own; a unit is a pixel on a page that has room."""
LONGEST_NAME: Final = 30
PANELS: Final = 4
"""Panels in a row of curves."""
SIZE: Final = 12
FAINT: Final = 0.5
"""Opacity of an area between two curves."""
SVG: Final = "{http://www.w3.org/2000/svg}"
LINK: Final = "{http://www.w3.org/1999/xlink}href"


@contextmanager
def _styled() -> Iterator[None]:
    """Matplotlib as it comes, whatever settings the user has, but for what a page needs."""
    settings: Any = {
        "font.size": SIZE,
        "svg.fonttype": "none",
        "svg.hashsalt": "augment",
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
    with rc_context():
        rcdefaults()
        rcParams.update(settings)
        yield


@_styled()
def models_plot(standings: Sequence[Standing]) -> str:
    """For each model a bar of pass@1 on base: what is left on base+plus with its interval, and the losses."""
    figure, axes = _bars(len(standings), left=230, right=110)
    names = [one.model.model for one in standings]
    start = [one.model.pass_at_k[0].plus or 0.0 for one in standings]
    axes.barh(range(len(names)), start, height=0.62, color=ROLES["plus"])
    for ground in Ground:
        lost = [one.lost[ground] for one in standings]
        axes.barh(range(len(names)), lost, left=start, height=0.62, color=ROLES[ground.word])
        start = [left + width for left, width in zip(start, lost, strict=True)]
    for place, (one, end) in enumerate(zip(standings, start, strict=True)):
        row = one.model.pass_at_k[0]
        if row.plus_ends:
            ends = [row.plus_ends.low, row.plus_ends.high]
            axes.plot(ends, [place + 0.42, place + 0.42], color=ROLES["ink"], linewidth=1.4, solid_capstyle="butt")
        told = f"{100 * (row.base or 0):.1f} → {100 * (row.plus or 0):.1f}"
        axes.text(end + 0.012, place, told, va="center", color=ROLES["ink"])
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100%"])
    _named(axes, names)
    return _svg(
        figure, "models", "Bars: pass@1 of each model, what is left of it on base+plus, and what is lost to what"
    )


@_styled()
def problems_plot(problems: Sequence[ProblemFigures]) -> str:
    """For each problem how many programs plus rejects that base accepts, and why."""
    figure, axes = _bars(len(problems), left=230, right=60)
    names = [one.problem.task_id for one in problems]
    start = [0] * len(problems)
    for ground in Ground:
        counts = [one.rejected[ground] for one in problems]
        axes.barh(range(len(names)), counts, left=start, height=0.62, color=ROLES[ground.word])
        start = [left + count for left, count in zip(start, counts, strict=True)]
    most = max(start)
    for place, end in enumerate(start):
        told = f"{end} of {problems[place].problem.base_passed}"
        axes.text(end + 0.012 * most, place, told, va="center", color=ROLES["ink"])
    axes.set_xlim(0, most * 1.02)
    axes.locator_params(axis="x", integer=True)
    _named(axes, names)
    return _svg(figure, "problems", "Bars: programs that base accepts and plus rejects, by problem and by kind")


@_styled()
def curves_plot(standings: Sequence[Standing]) -> str:
    """For each model a panel with pass@k on base and on base+plus, and between them what each ground costs."""
    rows = -(-len(standings) // PANELS)
    height = 190 * rows + 40
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    panels = figure.subplots(rows, PANELS, squeeze=False, sharey=True)
    figure.subplots_adjust(
        left=46 / WIDTH, right=1 - 8 / WIDTH, top=1 - 26 / height, bottom=44 / height, wspace=0.14, hspace=0.5
    )
    for place, axes in enumerate(panels.flat):
        if place < len(standings):
            _curve(axes, standings[place])
        else:
            axes.set_visible(False)
    return _svg(figure, "curves", "Curves: pass@k of each model on base and on base+plus")


def _curve(axes: Axes, one: Standing) -> None:
    ks = [point.k for point in one.curve]
    bounds = [[getattr(point, name) for point in one.curve] for name in ("base", "not_wrong", "answered", "plus")]
    for ground, above, below in zip((Ground.WRONG, Ground.CRASHED, Ground.SLOW), bounds, bounds[1:], strict=False):
        axes.fill_between(ks, below, above, color=ROLES[ground.word], alpha=FAINT, linewidth=0)
    base, plus = bounds[0], bounds[-1]
    axes.plot(ks, base, color=ROLES["base"], marker="o", markersize=4, linewidth=1.6, linestyle=(0, (4, 2)))
    axes.plot(ks, plus, color=ROLES["plus"], marker="o", markersize=4, linewidth=2)
    axes.set_xscale("log")
    axes.set_xticks(ks, list(map(str, ks)))
    axes.minorticks_off()
    axes.set_ylim(0, 1.02)
    axes.set_yticks([0, 0.5, 1], ["0", "50", "100%"])
    axes.set_title(_short(one.model.model, 22), fontsize=SIZE - 1, loc="left", color=ROLES["ink"], parse_math=False)
    _plain(axes)
    axes.grid(axis="y", color=ROLES["grid"], linewidth=0.8)


def _bars(count: int, *, left: int, right: int) -> tuple[Figure, Axes]:
    height = 27 * count + 34
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    axes = figure.add_axes((left / WIDTH, 26 / height, (WIDTH - left - right) / WIDTH, (height - 32) / height))
    axes.set_ylim(count - 0.5, -0.5)
    _plain(axes)
    axes.grid(axis="x", color=ROLES["grid"], linewidth=0.8)
    return figure, axes


def _plain(axes: Axes) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(ROLES["grid"])
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=ROLES["soft"], labelcolor=ROLES["soft"])


def _named(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names], color=ROLES["ink"], parse_math=False)


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    """The name, cut in its middle where it is long: the ends tell sets apart."""
    text = one_line(name)
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"


def _svg(figure: Figure, name: str, label: str) -> str:
    """What is drawn, to stand in a page beside others; text stays text, and the label is for who does not see it."""
    file = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of letters that the fonts here lack: the reader's browser has its own
        figure.savefig(file, format="svg", metadata={"Date": None})
    root = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", file.getvalue()))
    for parent in root.iter():
        for child in [*parent]:
            if child.tag.endswith("metadata") or child.tag == f"{SVG}style":
                parent.remove(child)
    for element in root.iter():
        _freed(element, name)
    root.attrib = {"viewBox": root.attrib["viewBox"], "role": "img", "aria-label": label}
    return ElementTree.tostring(root, encoding="unicode")


def _freed(element: ElementTree.Element, name: str) -> None:
    """Make an element of a drawing one of a page: no namespace, no style, ids of its own, colours of the page."""
    element.tag = element.tag.removeprefix(SVG)
    attributes = {key.replace(LINK, "href"): value for key, value in element.attrib.items()}
    for declaration in filter(None, map(str.strip, attributes.pop("style", "").split(";"))):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        attributes |= _declared(key, value)
    if "id" in attributes:
        attributes["id"] = f"{name}-{attributes['id']}"
    if "href" in attributes:
        attributes["href"] = attributes["href"].replace("#", f"#{name}-", 1)
    for key in attributes.keys() & {"fill", "stroke"}:
        attributes[key] = VARIABLES.get(attributes[key], attributes[key])
    if "clip-path" in attributes:
        attributes["clip-path"] = attributes["clip-path"].replace("#", f"#{name}-", 1)
    element.attrib = attributes


def _declared(key: str, value: str) -> dict[str, str]:
    """A declaration of a style as attributes; the page chooses the font, not its size."""
    if key == "font":
        size = re.search(r"([\d.]+)px", value)
        return {"font-size": size[1]} if size else {}
    if key == "font-size":
        return {key: value.removesuffix("px")}
    return {} if key.startswith("font-") else {key: value}
