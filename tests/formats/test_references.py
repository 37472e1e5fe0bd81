from __future__ import annotations

import json
from pathlib import Path

import pytest

from augment.errors import BadInput, BadLine
from augment.formats import files, references
from augment.model.problem import Benchmark, Problem


def row(number: int, solution: object = "    return 1\n") -> dict[str, object]:
    return {"task_id": f"Toy/{number}", "canonical_solution": solution, "prompt": "passed over", "atol": 0}


def wrote(path: Path, *rows: object) -> Path:
    files.write_lines(path, [json.dumps(row) for row in rows])
    return path


def benchmark(count: int = 3) -> Benchmark:
    problems = tuple(
        Problem(
            task_id=f"Toy/{number}",
            prompt="def solve(x):\n",
            entry_point="solve",
            canonical_solution=f"    return {number}\n",
            test="",
        )
        for number in range(count)
    )
    return Benchmark(name="toy", problems=problems, sha256="0")


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_given_references_take_the_place_of_the_benchmarks_own_and_only_there(tmp_path: Path, name: str) -> None:
    path = wrote(tmp_path / name, row(2, "    return 'two'\n"), row(0, "    return 'none'\n"))
    given = references.read(path)
    assert given.sha256 == files.sha256(path)
    before, after = benchmark(), references.put_in_place(given, benchmark())
    assert [p.reference.split()[-1] for p in after.problems] == ["'none'", "1", "'two'"]
    assert [p.prompt for p in after.problems] == [p.prompt for p in before.problems]
    assert references.put_in_place(given, after) == after


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(0), row(0)], "a.jsonl:2: the task id 'Toy/0' was used before"),
        ([row(0, None)], "a.jsonl:1: wanted a string `canonical_solution`, found null"),
        ([{"task_id": "Toy/0", "solution": ""}], "a.jsonl:1: wanted a string `canonical_solution`, found solution"),
        ([{"canonical_solution": ""}], "a.jsonl:1: wanted a string `task_id`, found canonical_solution"),
        ([[1]], "a.jsonl:1: wanted a JSON object, found a list"),
    ],
)
def test_a_line_that_is_no_reference_is_told(tmp_path: Path, rows: list[object], message: str) -> None:
    with pytest.raises(BadLine) as caught:
        references.read(wrote(tmp_path / "a.jsonl", *rows))
    assert message in caught.value.message


def test_a_file_without_references_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no references in it"):
        references.read(wrote(tmp_path / "a.jsonl"))


def test_references_of_another_benchmark_are_refused_with_the_ids_that_are_wanted(tmp_path: Path) -> None:
    given = references.read(wrote(tmp_path / "a.jsonl", row(0), *(row(number) for number in range(3, 10))))
    with pytest.raises(BadInput) as caught:
        references.put_in_place(given, benchmark())
    assert "references of 7 problems that toy does not have: 'Toy/3', 'Toy/4'," in caught.value.message
    assert caught.value.message.endswith(", ...")
    assert "'Toy/0'" in caught.value.hint
