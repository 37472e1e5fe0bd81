"""The reports that a program or a paper takes in: CSV and Markdown, to the last character."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from markdown_it import MarkdownIt
from scored import HOSTILE, judged, made, shown, three_models

from augment.model.completion import Judgement
from augment.model.suite import Exclusion
from augment.report import markdown, table
from augment.report.summary import TestCounts
from augment.report.wording import one_line


def two_problems() -> list[Judgement]:
    """One model; of two completions of each problem one is wrong on the first, and none on the second."""
    return [judged("m", f"Toy/{n // 2}", n % 2, "pass", "fail" if n == 0 else "pass") for n in range(4)]


def test_csv_has_a_row_a_model_and_a_column_a_figure(tmp_path: Path) -> None:
    rows = [*csv.DictReader(io.StringIO(table.render(shown(made(three_models(), ks=(1, 2)), tmp_path))))]
    assert [row["model"] for row in rows] == ["good", "fast", "loose"]
    loose = rows[2]
    wanted = {
        "problems": "4",
        "completions": "8",
        "infra": "0",
        "rank_base": "1",
        "rank_plus": "3",
        "accepted": "8",
        "rejected": "5",
        "rejected_wrong": "4",
        "rejected_slow": "0",
        "rejected_crashed": "1",
        "rejected_share": "0.625",
        "drop_by_wrong": "0.5",
        "drop_by_slow": "0.0",
        "drop_by_crashed": "0.125",
        "pass_at_1_base": "1.0",
        "pass_at_1_plus": "0.375",
        "pass_at_1_drop": "0.625",
        "pass_at_2_plus": "0.5",
    }
    assert {name: loose[name] for name in wanted} == wanted
    assert float(loose["pass_at_1_plus_low"]) < 0.375 < float(loose["pass_at_1_plus_high"])


def test_the_columns_are_those_that_the_documents_list(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs/reports.md").read_text("utf-8")
    listed = text.partition("| column |")[2]
    columns = next(csv.reader(io.StringIO(table.render(shown(made(three_models()), tmp_path)))))
    for column in columns:
        assert f"`{column.replace('_at_1_', '_at_K_').removesuffix('_low').removesuffix('_high')}`" in listed, column


def test_a_figure_that_is_not_defined_is_an_empty_cell(tmp_path: Path) -> None:
    (row,) = csv.DictReader(io.StringIO(table.render(shown(made([judged("m", "T/0", 0, "fail", "fail")]), tmp_path))))
    assert (row["rejected_share"], row["rejected_share_low"]) == ("", "")
    (row,) = csv.DictReader(io.StringIO(table.render(shown(made(three_models()[:1], ks=(1, 3)), tmp_path))))
    assert (row["pass_at_3_base"], row["pass_at_3_plus_high"]) == ("", "")


def test_csv_of_nothing_is_a_heading(tmp_path: Path) -> None:
    assert table.render(shown(made([]), tmp_path)) == "model\n"


def test_markdown_to_the_last_character(tmp_path: Path) -> None:
    found = made(two_problems(), excluded=[Exclusion(task_id="Toy/9", reason="no base test")])
    golden = Path(__file__).with_name("report.md").read_text("utf-8")
    assert markdown.render(shown(found, tmp_path)) == golden


def test_hostile_names_mean_nothing_to_markdown(tmp_path: Path) -> None:
    rows = [judged(HOSTILE + end, "[x](http://a) **b** | c", 0, "pass", "fail") for end in "ab"]
    text = markdown.render(shown(made(rows, benchmark="# <b>\n"), tmp_path))
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<a " not in html
    assert "<strong" not in html
    assert "<b>" not in html
    cells = html.split("<td>")[1].partition("</td>")[0]
    assert cells == one_line(HOSTILE + "a").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace(
        '"', "&quot;"
    )


def test_no_name_is_a_formula_in_a_spreadsheet(tmp_path: Path) -> None:
    names = ["=1+1", "@a", "-a", "+a", "a=1"]
    found = shown(made([judged(name, "Toy/0", 0, "pass", "pass") for name in names]), tmp_path)
    cells = {row["model"] for row in csv.DictReader(io.StringIO(table.render(found)))}
    assert cells == {"'=1+1", "'@a", "'-a", "'+a", "a=1"}


def test_without_plus_tests_nothing_is_said_to_stay(tmp_path: Path) -> None:
    tests = {"Toy/0": TestCounts(base=3, plus=0)}
    text = markdown.render(shown(made([judged("m", "Toy/0", 0, "pass", "pass")], tests), tmp_path))
    assert "no plus test counted, so it could not fall" in text


def test_of_nothing_scored_nothing_is_said_of_base(tmp_path: Path) -> None:
    text = markdown.render(shown(made([judged("m", "Toy/0", 0, "infra", "infra")]), tmp_path))
    assert "No completion was scored." in text
    assert "accept no program" not in text
