from __future__ import annotations

import json
from pathlib import Path

import pytest

from augment.errors import BadInput, BadLine
from augment.formats import benchmarks, files, humaneval

ROW = {
    "task_id": "Toy/0",
    "prompt": "def solve(x):\n",
    "entry_point": "solve",
    "canonical_solution": "    return x\n",
    "test": "def check(candidate):\n    assert candidate(1) == 1\n",
}


def wrote(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_a_problem_is_read_field_by_field_and_other_keys_do_no_harm(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", {**ROW, "contract": 5})
    benchmark = benchmarks.read(path, name="toy")
    (problem,) = benchmark.problems
    assert benchmark.name == "toy"
    assert benchmark.sha256 == files.sha256(path)
    assert {name: getattr(problem, name) for name in ROW} == ROW
    assert problem.reference == "def solve(x):\n    return x\n"


@pytest.mark.parametrize("field", sorted(ROW))
def test_a_missing_field_is_told_with_its_line_and_what_is_there(tmp_path: Path, field: str) -> None:
    odd = {k: v for k, v in ROW.items() if k != field}
    there = ", ".join(sorted({*ROW} - {field}))
    problems = benchmarks.read(wrote(tmp_path / "a.jsonl", {**ROW, "task_id": "Toy/9"}, odd), name="toy").problems
    assert [(problem.task_id, problem.trouble) for problem in problems] == [
        ("Toy/9", ""),
        ("line 2" if field == "task_id" else "Toy/0", f"line 2: wanted a string `{field}`, found {there}"),
    ]
    with pytest.raises(BadLine) as caught:
        benchmarks.read(wrote(tmp_path / "b.jsonl", odd), name="toy")
    assert caught.value.message == f"{tmp_path / 'b.jsonl'}:1: wanted a string `{field}`, found {there}"


def test_a_task_id_that_comes_twice_is_no_problem_that_can_be_used(tmp_path: Path) -> None:
    rows = [ROW, {**ROW, "task_id": "Toy/1"}, ROW]
    repeated, other = benchmarks.read(wrote(tmp_path / "a.jsonl", *rows), name="toy").problems
    assert repeated.trouble == "line 3: the task id 'Toy/0' was used before, on line 1"
    assert (other.task_id, other.trouble) == ("Toy/1", "")
    with pytest.raises(BadLine, match=r"a\.jsonl:2: the task id 'Toy/0' was used before"):
        benchmarks.read(wrote(tmp_path / "a.jsonl", ROW, ROW), name="toy")


def test_a_file_without_problems_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no problems in it"):
        benchmarks.read(wrote(tmp_path / "a.jsonl"), name="toy")


def test_a_benchmark_that_is_cut_short_is_refused_not_shortened(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", ROW, {**ROW, "task_id": "Toy/1"})
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadLine, match=r"a\.jsonl:2: wanted a JSON object"):
        benchmarks.read(path, name="toy")


def test_the_installed_humaneval_has_its_164_problems_in_order() -> None:
    benchmark = benchmarks.read(humaneval.installed_path(), name="humaneval")
    assert [problem.task_id for problem in benchmark.problems] == [f"HumanEval/{n}" for n in range(164)]
    for problem in benchmark.problems:
        compile(problem.reference + problem.test, problem.task_id, "exec")
