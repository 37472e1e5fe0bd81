"""`augment reduce` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("reduce")
    (place / "toys.jsonl").write_text("".join(json.dumps(row) + "\n" for row in TOYS))
    augment("build", "toys.jsonl", "-o", "suite.jsonl", "--plus-tests", "30", cwd=place)
    return place / "suite.jsonl"


def plus_tests(path: Path) -> dict[str, list[dict[str, Any]]]:
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return {row["task_id"]: [test for test in row["tests"] if test["kind"] == "plus"] for row in rows}


def test_a_suite_of_seven_keeps_tests_of_the_whole_one(suite: Path) -> None:
    told = strictly(augment("reduce", suite, "--to", "7", "-o", "seven.jsonl", "--json", cwd=suite.parent).stdout)
    whole, seven = plus_tests(suite), plus_tests(suite.parent / "seven.jsonl")
    chosen = {task: [test for test in tests if not test.get("scale")] for task, tests in seven.items()}
    assert {task: len(tests) for task, tests in chosen.items()} == dict.fromkeys(whole, 7)
    scale = [[test for tests in kept.values() for test in tests if test.get("scale")] for kept in (whole, seven)]
    assert scale[0] == scale[1] != []
    assert all(test in whole[task] for task, tests in seven.items() for test in tests)
    assert told["plus_tests"] == told["funnel"]["kept"] == sum(map(len, seven.values()))
    assert told["funnel"]["dropped"]["left out when the suite was reduced"] == sum(map(len, whole.values())) - sum(
        map(len, seven.values())
    )
    search = told["search"]
    assert 0 < search["by_base"] <= search["by_suite"] <= search["by_all"] <= search["adversaries"]
    augment("check", "seven.jsonl", cwd=suite.parent)


def test_nothing_is_lost_without_loss_and_more_is_kept_for_redundancy(suite: Path) -> None:
    sizes = []
    for redundancy in (1, 3):
        augment(
            *("reduce", suite, "--lossless", "--redundancy", redundancy, "-o", "few.jsonl", "--overwrite"),
            cwd=suite.parent,
        )
        sizes.append(sum(map(len, plus_tests(suite.parent / "few.jsonl").values())))
    assert 0 < sizes[0] < sizes[1] < sum(map(len, plus_tests(suite).values()))


def test_two_reductions_are_the_same_bytes(suite: Path) -> None:
    for name, cold in (("one.jsonl", False), ("two.jsonl", True)):
        augment("reduce", suite, "--to", "5", "-o", name, cwd=suite.parent, cold=cold)
    assert (suite.parent / "one.jsonl").read_bytes() == (suite.parent / "two.jsonl").read_bytes()


@pytest.mark.parametrize("how", [(), ("--to", "3", "--lossless")])
def test_one_way_to_reduce_has_to_be_chosen(suite: Path, how: tuple[str, ...]) -> None:
    done = augment("reduce", suite, *how, "-o", "none.jsonl", cwd=suite.parent, code=2)
    assert "either --to or --lossless" in done.stderr
    assert not (suite.parent / "none.jsonl").exists()


def test_the_suite_itself_and_other_files_are_not_overwritten(suite: Path) -> None:
    before = suite.read_bytes()
    augment("reduce", suite, "--to", "3", "-o", suite, "--overwrite", cwd=suite.parent, code=2)
    augment("reduce", suite, "--to", "3", "-o", "toys.jsonl", cwd=suite.parent, code=2)
    assert suite.read_bytes() == before


WRONG = "def total(xs):\n    return sum(xs) - (sum(xs) % 10 == 7)\n"


def wrong_on(test: dict[str, Any]) -> bool:
    (xs,) = eval(test["args"], {})
    return bool(sum(xs) % 10 == 7)


def test_completions_that_are_given_are_killed_by_the_tests_that_are_kept(suite: Path, tmp_path: Path) -> None:
    rows = [{"task_id": "Toy/0", "solution": text} for text in (WRONG, "def total(xs): return sum(xs)")]
    rows += [{"task_id": "Toy/0", "solution": f"def total(xs):\n    {end}"} for end in ("exit()", "while xs: pass")]
    against = wrote(tmp_path / "others.jsonl", rows)
    toys = suite.parent / "toys.jsonl"
    given = ("--against", against)
    augment("build", toys, "-o", "whole.jsonl", "--tasks", 0, "--plus-tests", 30, *given, cwd=tmp_path)
    told = {}
    for name, options in (("without", ()), ("with", given)):
        augment("build", toys, "-o", f"{name}.jsonl", "--tasks", 0, "--plus-tests", 2, *options, cwd=tmp_path)
        augment("reduce", "whole.jsonl", "--to", 2, "-o", f"{name}-two.jsonl", *options, cwd=tmp_path)
        kept = [plus_tests(tmp_path / file)["Toy/0"] for file in (f"{name}.jsonl", f"{name}-two.jsonl")]
        told[name] = [any(wrong_on(test) for test in tests if not test.get("scale")) for tests in kept]
    assert told == {"without": [False, False], "with": [True, True]}
    header = json.loads((tmp_path / "with.jsonl").read_text().splitlines()[0])
    assert header["settings"]["against"]["models"] == ["others"]
    header = json.loads((tmp_path / "with-two.jsonl").read_text().splitlines()[0])
    assert header["settings"]["reduced"]["against"]["models"] == ["others"]


BUILD = ("build", "toys.jsonl", "--tasks", 0, *QUICK)


@pytest.mark.parametrize(
    ("command", "option"),
    [(BUILD, "--against"), (BUILD, "--witnesses"), (("reduce", "suite.jsonl", "--to", 1), "--against")],
)
def test_what_cannot_be_used_of_given_completions_is_told(
    suite: Path, tmp_path: Path, command: tuple[object, ...], option: str
) -> None:
    given = wrote(tmp_path / "given.jsonl", [{"task_id": "Toy/0", "solution": WRONG}, {"task_id": "0", "solution": ""}])
    given.write_text(given.read_text() + '{"task_id": "Toy/0"}\n{"ta')
    output = ("-o", tmp_path / "made.jsonl", "--json")
    done = augment(*command, option, given, *output, cwd=suite.parent, code=1)
    assert f"skipped in {option}: {given}:3: wanted a string `completion`" in done.stderr
    assert f"skipped in {option}: {given}:4: wanted a JSON object" in done.stderr
    assert f"skipped in {option}: 1 completion of 1 problem not in the suite: '0'" in done.stderr
    assert "1 task id lacks its part up to the slash: write 'Toy/0' for '0'" in done.stderr
    reading = strictly(done.stdout)["reading"][option]
    assert (len(reading["bad_lines"]), reading["unknown_tasks"]) == (2, {"0": 1})


def test_completions_of_another_benchmark_are_refused(suite: Path, tmp_path: Path) -> None:
    others = wrote(tmp_path / "others.jsonl", [{"task_id": "Other/0", "solution": "def total(xs): return 0"}])
    done = augment("reduce", suite, "--to", 1, "-o", "one.jsonl", "--against", others, cwd=tmp_path, code=2)
    assert "no program for any of the problems" in done.stderr
