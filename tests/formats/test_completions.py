from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from augment.errors import BadInput
from augment.formats import completions
from augment.model.problem import Problem


def toy(prompt: str = 'import math\n\n\ndef solve(x):\n    """Say x."""\n', task_id: str = "Toy/0") -> Problem:
    return Problem(task_id=task_id, prompt=prompt, entry_point="solve", canonical_solution="", test="")


PROBLEMS = {"Toy/0": toy(), "Toy/1": toy(task_id="Toy/1")}


def wrote(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows))
    return path


def answer(program: str, x: object) -> object:
    space: dict[str, object] = {}
    exec(compile(program, "<program>", "exec"), space)
    solve = space["solve"]
    assert callable(solve)
    return solve(x)


def test_a_solution_is_a_whole_program_and_a_completion_goes_on_from_the_prompt(tmp_path: Path) -> None:
    path = wrote(
        tmp_path / "model.jsonl",
        {"task_id": "Toy/0", "completion": "    return x + 1\n"},
        {"task_id": "Toy/1", "solution": "def solve(x): return x + 2"},
        {"task_id": "Toy/0", "solution": "def solve(x): return x + 3", "completion": "    return 0"},
    )
    reading = completions.read([path], PROBLEMS)
    assert [(c.task_id, c.number, c.model, c.source) for c in reading.texts] == [
        ("Toy/0", 0, "model", f"{path}:1"),
        ("Toy/1", 0, "model", f"{path}:2"),
        ("Toy/0", 1, "model", f"{path}:3"),
    ]
    assert [(c.text, c.whole) for c in reading.texts] == [
        ("    return x + 1\n", False),
        ("def solve(x): return x + 2", True),
        ("def solve(x): return x + 3", True),
    ]
    assert (reading.bad_lines, reading.unknown_tasks, reading.repeated) == ([], {}, 0)


def test_lines_that_cannot_be_used_are_told_and_the_others_are_kept(tmp_path: Path) -> None:
    path = wrote(
        tmp_path / "m.jsonl",
        {"task_id": "Toy/0", "completion": "    return 1"},
        "not json",
        {"completion": "    return 1"},
        {"task_id": "Toy/0"},
        {"task_id": 5, "completion": ""},
        {"task_id": "Toy/0", "completion": ["    return 1"]},
        {"task_id": "Elsewhere/3", "completion": ""},
        {"task_id": "Elsewhere/3", "completion": ""},
        '{"task_id": "Toy/1", "comple',
    )
    reading = completions.read([path], PROBLEMS)
    assert [c.source for c in reading.texts] == [f"{path}:1"]
    assert [line.partition(": ")[0] for line in reading.bad_lines] == [f"{path}:{n}" for n in (2, 3, 4, 5, 6, 9)]
    assert "wanted a string `completion`, found a list" in reading.bad_lines[4]
    assert reading.unknown_tasks == {"Elsewhere/3": 2}


def test_a_solution_that_is_null_leaves_the_completion_to_count(tmp_path: Path) -> None:
    path = wrote(tmp_path / "m.jsonl", {"task_id": "Toy/0", "solution": None, "completion": "    return 4"})
    assert [(c.text, c.whole) for c in completions.read([path], PROBLEMS).texts] == [("    return 4", False)]


def test_a_solution_of_another_kind_is_what_is_told(tmp_path: Path) -> None:
    path = wrote(tmp_path / "m.jsonl", {"task_id": "Toy/0", "solution": 5}, {"task_id": "Toy/0", "completion": ""})
    assert completions.read([path], PROBLEMS).bad_lines == [f"{path}:1: wanted a string `solution`, found an int"]


def test_problems_elsewhere_are_passed_over_without_a_word(tmp_path: Path) -> None:
    path = wrote(tmp_path / "m.jsonl", {"task_id": "Toy/0", "completion": ""}, {"task_id": "Toy/7", "completion": ""})
    reading = completions.read([path], PROBLEMS, elsewhere={"Toy/7"})
    assert len(reading.texts) == 1
    assert reading.unknown_tasks == {}


def test_repeated_completions_count_and_are_counted(tmp_path: Path) -> None:
    row = {"task_id": "Toy/0", "completion": "    return 1"}
    path = wrote(tmp_path / "m.jsonl", row, row, {**row, "task_id": "Toy/1"}, row)
    reading = completions.read([path], PROBLEMS)
    assert [c.number for c in reading.texts] == [0, 1, 0, 2]
    assert reading.repeated == 2


def test_a_folder_holds_programs_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "some-model"
    for name in ("Toy_0/10.py", "Toy_0/9.py", "Toy_1/0.py", "Other_5/0.py", "Toy_0/notes.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\xef\xbb\xbfdef solve(x): return %r" % name.encode())
    reading = completions.read([folder], PROBLEMS)
    assert [(c.task_id, c.number, answer(c.text, 0)) for c in reading.texts] == [
        ("Toy/0", 0, b"Toy_0/9.py"),
        ("Toy/0", 1, b"Toy_0/10.py"),
        ("Toy/1", 0, b"Toy_1/0.py"),
    ]
    assert {c.model for c in reading.texts} == {"some-model"}
    assert reading.unknown_tasks == {"Other_5": 1}
    assert reading.notices == [f"{folder}: passed over what is no program: Toy_0/notes.txt"]


def test_what_else_lies_in_a_folder_is_told(tmp_path: Path) -> None:
    for name in ("Toy_0/0.py", "Toy_0/old/1.py", "Toy_0/2.py/x", "0.py", "a", "b", "c", "d"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("def solve(x): return 1\n")
    reading = completions.read([tmp_path], PROBLEMS)
    assert len(reading.texts) == 1
    assert reading.notices == [f"{tmp_path}: passed over what is no program: 0.py, a, b, c, d and 2 more"]


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz", "m"])
def test_a_set_is_named_after_its_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b'{"task_id": "Toy/0", "completion": ""}'))
    assert completions.read([path], PROBLEMS).texts[0].model == "m"


def test_two_sets_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    row = {"task_id": "Toy/0", "completion": ""}
    paths = [wrote(tmp_path / "m.jsonl", row), wrote(tmp_path / "other" / "m.jsonl", row)]
    with pytest.raises(BadInput, match=f"{paths[1]}: a set named 'm' was read from {paths[0]} already"):
        completions.read(paths, PROBLEMS)


def test_a_path_without_completions_is_refused_and_says_what_was_wanted(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no completions in it; wanted lines with `task_id`"):
        completions.read([wrote(tmp_path / "m.jsonl", "no", "")], PROBLEMS)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match="no completions in it; wanted folders like HumanEval_0"):
        completions.read([tmp_path / "folder"], PROBLEMS)
    with pytest.raises(BadInput, match="no such file"):
        completions.read([tmp_path / "gone.jsonl"], PROBLEMS)
