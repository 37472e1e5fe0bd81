"""`augment report` as a user types it."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import QUICK, ROOT, TOYS, augment, strictly, wrote

import augment as library

SETS = {
    "worse": [
        {"task_id": "Toy/0", "completion": "    return sum(xs) if len(xs) < 3 else 99"},
        {"task_id": "Toy/1", "completion": "    return text.upper()"},
    ],
    "right": [
        {"task_id": "Toy/0", "completion": "    return sum(xs)"},
        {"task_id": "Toy/1", "completion": "    return text.upper()"},
    ],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the results of two sets, scored on a suite that is gone."""
    folder = tmp_path_factory.mktemp("made")
    wrote(folder / "toy.jsonl", TOYS[:2])
    for name, rows in SETS.items():
        wrote(folder / f"{name}.jsonl", rows)
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 6, *QUICK, "--no-scale", cwd=folder)
    augment("score", "suite.jsonl", "worse.jsonl", "right.jsonl", "--prove", "-o", "results.json", cwd=folder)
    alone = tmp_path_factory.mktemp("alone")
    shutil.copy(folder / "results.json", alone)
    return alone


def test_a_page_stands_beside_the_results_and_the_headline_on_the_terminal(place: Path) -> None:
    done = augment("report", "results.json", cwd=place)
    assert done.stdout.startswith("pass@1 of 2 models (mean over problems) falls from 100.0% (")
    assert "1 of 4 programs that the base tests accept, 25.0% (" in done.stdout
    assert done.stderr == "wrote results.html\n"
    text = (place / "results.html").read_text("utf-8")
    assert "pass@1 falls from 100.0% to 75.0%" in text
    assert 'id="p-Toy-0"' in text
    assert "<dd><code>([0, 0, 0],)</code></dd>" in text
    assert "adversaries" in text
    assert "proposed inputs to" in text


def test_what_is_there_is_kept_unless_told_otherwise(place: Path) -> None:
    (place / "mine.html").write_text("mine")
    told = augment("report", "results.json", "-o", "mine.html", cwd=place, code=2).stderr
    assert "mine.html: exists already" in told
    assert (place / "mine.html").read_text() == "mine"
    augment("report", "results.json", "-o", "mine.html", "--overwrite", cwd=place)
    assert (place / "mine.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_the_suffix_says_what_is_written(place: Path) -> None:
    augment("report", "results.json", "-o", "table.csv", cwd=place)
    rows = [*csv.DictReader((place / "table.csv").read_text("utf-8").splitlines())]
    assert [(row["model"], row["pass_at_1_plus"], row["rejected_wrong"]) for row in rows] == [
        ("right", "1.0", "0"),
        ("worse", "0.5", "1"),
    ]
    augment("report", "results.json", "-o", "table.md", cwd=place)
    assert (place / "table.md").read_text("utf-8").startswith("# toy: base and base+plus tests\n\npass@1 of 2 models")
    told = augment("report", "results.json", "-o", "table.pdf", cwd=place, code=2).stderr
    assert "table.pdf: no kind of report has the suffix '.pdf'" in told
    assert "wanted one of .html, .md, .csv" in told


def test_most_and_json(place: Path) -> None:
    done = augment("report", "results.json", "-o", "few.html", "--most", 0, "--json", cwd=place)
    assert strictly(done.stdout) == {
        "file": "few.html",
        "rejected": {"wrong": 1, "slow": 0, "crashed": 0},
        "shown": 0,
    }
    assert "0 of 1 different programs are shown" in (place / "few.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"augment_results": 2}, "it has no `augment_results`: 1"),
        ({"problems": []}, "no problem of it"),
        ({"problems": [{"task_id": "Toy/0"}]}, "base_tests"),
        ({"programs": 3}, "wanted an object `programs`, found an int"),
        ({"suite": {"funnel": {"proposed": "many", "dropped": {}}}}, "a part of it cannot be used"),
        ({"completions": [{"model": "m", "task_id": "Toy/0", "number": 0}]}, "a part of it cannot be used"),
    ],
)
def test_what_is_no_results_file_is_told_in_a_message(
    place: Path, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    found = json.loads((place / "results.json").read_text("utf-8"))
    (tmp_path / "bad.json").write_text(json.dumps({**found, **change}))
    with pytest.raises(library.BadInput) as raised:
        library.report(tmp_path / "bad.json")
    assert told in raised.value.message
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


def test_what_cannot_be_read_is_told_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / "suite.jsonl").write_text('{"augment_suite": 1}')
    told = augment("report", "suite.jsonl", cwd=tmp_path, code=2).stderr
    assert "suite.jsonl: wanted a results file, but it has no `augment_results`: 1" in told
    assert "`augment score ... -o results.json` writes one" in told


def test_score_says_how_to_get_a_page(place: Path, tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", TOYS[:1])
    wrote(tmp_path / "a.jsonl", [{"task_id": "Toy/0", "completion": "    return sum(xs)"}])
    done = augment("run", "a.jsonl", "-b", "toy.jsonl", "-o", "made it", *QUICK, "--no-scale", cwd=tmp_path)
    assert done.stderr.endswith("as a page: augment report 'made it/results.json'\n")
    augment("report", "made it/results.json", "-o", "page.html", cwd=tmp_path)


def test_other_commands_do_not_wait_for_what_draws_figures() -> None:
    heavy = "{'matplotlib', 'jinja2'} & sys.modules.keys()"
    code = f"import sys, augment.cli; assert not {heavy}"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_from_python(place: Path, tmp_path: Path) -> None:
    made = library.report(place / "results.json", tmp_path / "page.html")
    assert (made.path, made.shown) == (tmp_path / "page.html", 1)
    assert made.figures.standings[0].model.model == "right"
    with pytest.raises(library.BadInput, match="is an input too"):
        library.report(place / "results.json", place / "results.json", overwrite=True)
