from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored import HOSTILE, judged, made, proof, shown, three_models

from augment.report import highlight, page, plots
from augment.report.terminal import ends, percent
from augment.report.wording import visible


class Elements(HTMLParser):
    """Tags with their attributes, ids, and the text of each element of some tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of each element of a tag."""
        return [attributes for name, attributes in self.tags if name == tag]


def rendered(folder: Path, *, most: int = 500, hostile: bool = False) -> str:
    rows = three_models()
    if hostile:
        rows = [
            judged(
                HOSTILE + model,
                HOSTILE + task,
                0,
                "pass",
                "crash" if task == "0" else "fail",
                program=f"{HOSTILE}\n'''{HOSTILE}",
                proof=proof(HOSTILE),
            )
            for model in "ab"
            for task in "01"
        ]
    return page.render(shown(made(rows, ks=(1, 2), benchmark=HOSTILE if hostile else "toy"), folder), most=most)[0]


def test_figures_in_the_page_are_those_of_the_summary(tmp_path: Path) -> None:
    text = rendered(tmp_path)
    figures = shown(made(three_models(), ks=(1, 2)), tmp_path)
    table = text.partition('id="models"')[2].partition("</section>")[0]
    rows = [re.sub(r"<[^>]*>", " ", row).split() for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[2:]]
    for row, one in zip(rows, figures.standings, strict=True):
        first = one.model.pass_at_k[0]
        assert first.base_ends is not None
        assert first.plus_ends is not None
        assert row[:3] == [one.model.model, percent(first.base), ends(first.base_ends)]
        assert row[3:5] == [percent(first.plus), ends(first.plus_ends)]
        assert row[7:10] == [str(count) for count in one.rejected.values()]
        assert row[10] == percent(one.model.false_positives.value)
    assert "<h1>pass@1 falls from 100.0% to 75.0%</h1>" in text
    assert "4 wrong, 1 too slow, 1 crashed" in text


def test_each_false_positive_is_there_with_program_input_and_answers(tmp_path: Path) -> None:
    found = Elements(rendered(tmp_path))
    assert len(found.of("article")) == 4  # equal programs of one problem and one verdict stand together
    assert [article["data-kind"] for article in found.of("article")].count("wrong") == 2
    first = next(text for text in found.texts["article"] if "loose #0, loose #1" in text)
    for part in ("wrong", "stretch", "Smallest failing input", "([0, 0],)", "Expected", "99"):
        assert part in first
    assert found.texts["pre"][0] == "def f(x):\n    return x\n"


def test_the_page_loads_nothing_and_its_policy_names_its_own_style_and_script(tmp_path: Path) -> None:
    text = rendered(tmp_path)
    found = Elements(text)
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//|data:)""", text)
    assert not re.search(r"<[^>]*\s(?:style|on\w+)=", text)
    policies = [one["content"] for one in found.of("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    (script,), (style,) = found.texts["script"], found.texts["style"]
    for kind, body in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in str(policies[0])
    assert "default-src 'none'" in str(policies[0])


def test_hostile_text_is_text(tmp_path: Path) -> None:
    text = rendered(tmp_path, hostile=True)
    found = Elements(text)
    assert len(found.of("script")) == 1
    assert found.of("img") == []
    assert not [attributes for _, attributes in found.tags if any(name.startswith("on") for name in attributes)]
    assert "{{7*7}}" in text
    assert not {*"\x00\x1b\u202e"} & {*text}
    assert found.texts["pre"][0] == visible(f"{HOSTILE}\n'''{HOSTILE}")


def test_a_page_has_one_of_each_id_and_every_link_within_it_leads_somewhere(tmp_path: Path) -> None:
    for hostile in (False, True):
        found = Elements(rendered(tmp_path, hostile=hostile))
        ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
        links = {str(one["href"]).removeprefix("#") for one in found.of("a")}
        assert links <= {*ids}
        named = [attributes.get("aria-labelledby") for _, attributes in found.tags]
        assert {*filter(None, named)} <= {*ids}


def test_tables_have_headings_with_a_scope_and_fields_have_labels(tmp_path: Path) -> None:
    found = Elements(rendered(tmp_path))
    assert all(one.get("scope") for one in found.of("th"))
    assert len(found.of("caption")) == len(found.of("table"))
    labels = {one["for"] for one in found.of("label")}
    assert labels == {one["id"] for tag in ("input", "select") for one in found.of(tag)}
    assert {"header", "nav", "main", "footer"} <= {tag for tag, _ in found.tags}
    levels = [int(tag[1]) for tag, _ in found.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_some_of_each_problem_are_shown_first_and_the_rest_counted(tmp_path: Path) -> None:
    rows = [judged("m", f"Toy/{t}", n, "pass", "fail", program=f"{t} {n}") for t in range(3) for n in range(4)]
    text, count = page.render(shown(made(rows), tmp_path), most=4)
    found = Elements(text)
    assert count == len(found.of("article")) == 4
    assert found.texts["pre"] == ["0 0", "0 1", "1 0", "2 0"]
    assert "4 of 12 different programs are shown" in text
    assert "--most 12" in text
    assert text.count("3 more programs are not shown") == 2
    assert "are shown, some of each" not in page.render(shown(made(rows), tmp_path), most=12)[0]


def test_results_without_programs_give_a_page_that_says_so(tmp_path: Path) -> None:
    found = made(three_models())
    for key in ("programs", "failing_tests"):
        del found[key]
    for row in found["completions"]:
        row.pop("program", None)
        row.pop("proof", None)
    text, _ = page.render(shown(found, tmp_path), most=500)
    assert "holds no text of some of these programs" in text
    assert "plus-0: <code>expected 1, got 2</code>" in text
    assert "<pre" not in text


@pytest.mark.parametrize(
    "rows", [[], [judged("m", "Toy/0", 0, "infra", "infra")], [judged("m", "T", 0, "pass", "pass")]]
)
def test_a_run_without_rejections_or_scores_has_a_page_too(rows: list[object], tmp_path: Path) -> None:
    text, count = page.render(shown(made(rows), tmp_path), most=500)  # type: ignore[arg-type]
    assert count == 0
    assert "There are none" in text


def test_anchors_follow_from_the_task_id_and_never_clash() -> None:
    assert page.anchors(["HumanEval/129", "Mbpp/7"]) == {"HumanEval/129": "p-HumanEval-129", "Mbpp/7": "p-Mbpp-7"}
    alike = page.anchors(["a/1", "a-1", 'a"1', "b"])
    assert len({*alike.values()}) == 4
    assert alike["b"] == "p-b"


@given(st.lists(st.text(), unique=True))
def test_anchors_are_plain_and_different(task_ids: list[str]) -> None:
    found = page.anchors(task_ids)
    assert len({*found.values()}) == len(task_ids)
    assert all(re.fullmatch(r"p-[A-Za-z0-9._-]*", name) for name in found.values())


PARTS = ["def f(x):\n", "'''", "# é\n", "1.5", "\\", "\t", '"', "\ud800"]
"""Of programs that may be broken."""


@given(st.text() | st.lists(st.sampled_from(PARTS)).map("".join))
def test_the_pieces_of_a_program_are_the_program(program: str) -> None:
    assert "".join(text for _, text in highlight.pieces(program)) == program


def test_keywords_strings_comments_and_numbers_have_a_class_each() -> None:
    found = highlight.pieces("def f():\n    return 'a', 1  # why\n")
    assert [(kind, text) for kind, text in found if kind] == [
        ("k", "def"),
        ("f", "f"),
        ("k", "return"),
        ("s", "'a'"),
        ("n", "1"),
        ("c", "# why"),
    ]


def test_a_long_program_is_cut_and_the_page_says_so(tmp_path: Path) -> None:
    rows = [judged("m", "Toy/0", 0, "pass", "fail", program="x = 1\n" * 5000)]
    text, _ = page.render(shown(made(rows), tmp_path), most=1)
    assert "Cut after 20,000 of 30,000 characters" in text


def test_figures_take_their_colours_from_the_page_and_hold_no_style(tmp_path: Path) -> None:
    figures = shown(made(three_models(), ks=(1, 2)), tmp_path)
    drawn = [
        plots.models_plot(figures.standings),
        plots.curves_plot(figures.standings),
        plots.problems_plot([one for one in figures.problems if one.false_positives]),
    ]
    ids: list[str] = []
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert not [one for one in root.iter() if "style" in one.attrib or one.tag == "style"]
        colours = {one.attrib.get(key) for one in root.iter() for key in ("fill", "stroke")}
        assert {"var(--wrong)", "var(--slow)", "var(--crashed)"} <= colours
        assert not [colour for colour in colours if colour and colour.startswith("#")]
        ids += [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids))
    assert "100.0 → 37.5" in drawn[0]
    assert "2 of 6" in drawn[2]


def test_equal_results_give_equal_pages(tmp_path: Path) -> None:
    assert rendered(tmp_path) == rendered(tmp_path)
