"""The examples of completions in the documents are read and scored."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest

import augment
from augment.errors import BadInput
from augment.formats import completions
from augment.model.problem import Problem

DOCUMENT = Path(__file__).parents[2] / "docs" / "formats.md"
EXAMPLES = dict(
    re.findall(r"^<!-- completions: (\S+) -->\n```json\n(.*?)\n```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
)
ADD = "HumanEval/53"
RIGHT = "def add(x, y):\n    return x + y\n"


def problem(task_id: str = ADD) -> Problem:
    return Problem(
        task_id=task_id,
        prompt="def add(x: int, y: int):\n",
        entry_point="add",
        canonical_solution="    return x + y\n",
        test="",
    )


def read(path: Path, *task_ids: str, left_out: tuple[str, ...] = ()) -> completions.Reading:
    return completions.read([path], {one: problem(one) for one in task_ids or (ADD,)}, left_out=left_out)


def wrote(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document, indent=1))
    return path


def test_every_documented_example_passes(tmp_path: Path) -> None:
    assert len(EXAMPLES) == 7
    for name, text in EXAMPLES.items():
        (tmp_path / name).write_text(text + "\n")
    suite = augment.build("humaneval", tasks=["53"], settings=augment.BuildSettings(plus_tests=2, scale_tests=0))
    results = augment.score(suite, [tmp_path / name for name in EXAMPLES])
    assert [j.plus for j in results.judgements] == ["pass"] * 9
    assert {j.completion.model for j in results.judgements} >= {"my-model_eval_results", "inspect-log", "generations"}
    assert results.document["reading"] == {"bad_lines": [], "unknown_tasks": {}, "repeated": 0}


def test_a_zipped_log_is_read_as_the_other_one(tmp_path: Path) -> None:
    log = json.loads(EXAMPLES["inspect-log.json"])
    (sample,) = log.pop("samples")
    with zipfile.ZipFile(tmp_path / "m.eval", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(log))
        for number in (10, 2):
            archive.writestr(f"samples/x_epoch_{number}.json", json.dumps({**sample, "epoch": number}))
    reading = read(tmp_path / "m.eval")
    assert [one.source.rpartition("/")[2] for one in reading.texts] == ["x_epoch_2.json", "x_epoch_10.json"]
    assert {(one.model, one.whole) for one in reading.texts} == {("m", False)}
    (tmp_path / "broken.eval").write_bytes((tmp_path / "m.eval").read_bytes()[:-30])
    with pytest.raises(BadInput, match="a zipped log that cannot be read"):
        read(tmp_path / "broken.eval")


def test_messages_in_parts_and_attachments_are_put_together(tmp_path: Path) -> None:
    parts = [
        {"type": "reasoning", "reasoning": "hm"},
        {"type": "text", "text": "Sure:\n"},
        {"type": "text", "text": RIGHT},
    ]
    contents: list[object] = [parts, "attachment://abc", None, 7]
    samples = [
        {"id": 53, "attachments": {"abc": RIGHT}, "output": {"choices": [{"message": {"content": content}}]}}
        for content in contents
    ]
    document = {"status": "error", "eval": {}, "samples": [*samples, {"id": 53, "output": None}, "?"]}
    reading = read(wrote(tmp_path / "m.json", document))
    assert [one.text for one in reading.texts] == ["Sure:\n" + RIGHT, RIGHT]
    assert [line.partition(": ")[2] for line in reading.bad_lines] == [
        "sample 3: wanted strings in `content`, found null",
        "sample 4: wanted strings in `content`, found an int",
        "sample 5: wanted an object `output`, found null",
        "sample 6: wanted a string `task_id`, found ",
    ]


def test_ids_of_logs_may_be_short_and_are_never_guessed(tmp_path: Path) -> None:
    rows = [{"doc": {"task_id": 11}, "resps": [["a", "b"]]}, {"doc": {"task_id": "A/12"}, "resps": ["c"]}]
    path = tmp_path / "m.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert [(t.task_id, t.number, t.text) for t in read(path, "A/11", "A/12").texts] == [
        ("A/11", 0, "a"),
        ("A/11", 1, "b"),
        ("A/12", 0, "c"),
    ]
    assert read(path, "A/11", "B/11").unknown_tasks == {"11": 2, "A/12": 1}


def test_rows_that_a_harness_repeats_for_each_filter_count_once(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    row = {"doc": {"task_id": ADD}, "resps": [["a"]]}
    path.write_text("\n".join(json.dumps({**row, "filter": name}) for name in ("one", "two", "one")))
    assert [one.text for one in read(path).texts] == ["a", "a"]


def test_rows_of_different_shapes_may_stand_in_one_file(tmp_path: Path) -> None:
    rows = [
        {"task_id": ADD, "solution": "a", "doc": {}, "resps": []},
        {"question_id": ADD, "code_list": ["b"]},
        {"doc": {"task_id": ADD}, "resps": [["c"]]},
        {"id": ADD, "output": {"choices": [{"message": {"content": "d"}}]}},
        {"task_id": ADD, "completion": "e", "id": 7, "output": None},
    ]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, rows)))
    listed = wrote(tmp_path / "l.json", rows)
    for path in (tmp_path / "m.jsonl", listed):
        assert [(one.text, one.whole) for one in read(path).texts] == [
            ("a", True),
            ("b", True),
            ("c", False),
            ("d", False),
            ("e", False),
        ]


def test_lists_without_ids_go_by_the_order_of_the_whole_benchmark(tmp_path: Path) -> None:
    path = wrote(tmp_path / "g.json", [["a", "b"], [], ["c"]])
    ids = ("T/2", "T/9", "T/10")
    assert [(one.task_id, one.text) for one in read(path, *ids).texts] == [("T/2", "a"), ("T/2", "b"), ("T/10", "c")]
    assert [one.task_id for one in read(path, "T/9", "T/10", left_out=("T/2",)).texts] == ["T/10"]
    unsorted = read(path, "T/9", "T/2", "T/10").texts
    assert [one.task_id for one in unsorted] == ["T/9", "T/9", "T/10"]
    with pytest.raises(BadInput, match="3 problems in the benchmark's order; the benchmark has 2 problems") as caught:
        read(path, "T/2", "T/9")
    assert "augment extract" in caught.value.hint


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("lost", [1, 2, 15, 20])
def test_a_list_that_breaks_off_is_told_with_its_place_and_what_came_before_counts(
    tmp_path: Path, indent: int | None, lost: int
) -> None:
    whole = json.dumps([{"task_id": "T/0", "completion": text} for text in ("a", "b")], indent=indent)
    cut = whole[:-lost]
    path = tmp_path / "list.json"
    path.write_text(cut)
    reading = read(path, "T/0")
    texts = [one.text for one in reading.texts]
    assert texts == ["a", "b"][: cut.count("}")]
    (told,) = reading.bad_lines
    line = int(told.removeprefix(f"{path}:").partition(":")[0])
    assert told.startswith(f"{path}:{line}: a JSON list that breaks off (column ")
    assert abs(line - 1 - cut.count("\n")) <= 1
    assert told.endswith("2 items before it are whole" if len(texts) == 2 else "1 item before it is whole")


def test_an_object_over_several_lines_that_breaks_off_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(EXAMPLES["my-model_eval_results.json"][:-30])
    with pytest.raises(BadInput, match=r"log.json:5: a JSON document that breaks off \(column"):
        read(path)


def test_a_list_without_a_whole_item_says_where_it_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('[\n {"task_id": "T/0",\n  "comple')
    with pytest.raises(BadInput, match=r"no completions in it.*list.json:3: a JSON list that breaks off \(column 3"):
        read(path, "T/0")


def test_results_without_programs_are_refused(tmp_path: Path) -> None:
    old = {"date": "", "hash": "", "eval": {ADD: {"nfiles": 1, "base": [["success", [True]]], "plus": []}}}
    with pytest.raises(BadInput, match="the old layout, which hold verdicts and no programs") as caught:
        read(wrote(tmp_path / "m.json", old))
    assert "samples" in caught.value.hint


@pytest.mark.parametrize(
    "text", ["[]", "[1]", "7", "null", '"x"', "[[", "{", '{"eval": 3}', '{"status": 1, "eval": 2}']
)
def test_other_documents_hold_no_completions(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(BadInput, match="no completions in it"):
        read(tmp_path / "m.json")


def test_a_table_without_its_reader_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.parquet").write_bytes(b"PAR1....PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(BadInput, match="need the package pyarrow") as caught:
        read(tmp_path / "m.parquet")
    assert "augment[parquet]" in caught.value.hint


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_a_table_is_read_row_by_row(tmp_path: Path) -> None:
    arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    rows = [{"task_id": ADD, "completion": "a", "n": 1}, {"task_id": ADD, "completion": None, "n": 2}]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "m.parquet")
    reading = read(tmp_path / "m.parquet")
    assert [(one.model, one.text) for one in reading.texts] == [("m", "a")]
    assert reading.bad_lines == [f"{tmp_path}/m.parquet: row 2: wanted a string `completion`, found null"]
    (tmp_path / "m.parquet").write_bytes(b"PAR1....PAR1")
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path / "m.parquet")
