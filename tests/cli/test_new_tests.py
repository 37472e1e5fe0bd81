"""What is called a plus test is new: no base test again, and none twice, by the identity that suites use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, augment, strictly, toy, wrote

from augment.model.literals import read_literal
from augment.model.value import Value

TWINS = toy(
    0,
    "kind",
    "x",
    "[type(x).__name__, str(x)]",
    "candidate(1) == ['int', '1']",
    "candidate(True) == ['bool', 'True']",
    "candidate(1.0) == ['float', '1.0']",
    "candidate(0.0) == ['float', '0.0']",
    "candidate(-0.0) == ['float', '-0.0']",
    "candidate([0]) == ['list', '[0]']",
    "candidate((0,)) == ['tuple', '(0,)']",
)
"""Inputs that are equal in pairs and not the same."""
FEW = toy(1, "other", "x: bool", "not x", "candidate(True) is False", "candidate(False) is True")
"""There is no input that its base tests do not have."""
DIGITS = toy(
    2, "ends", "digits: list[int]", "digits[:1] + digits[-1:]", "candidate([0]) == [0, 0]", "candidate([]) == []"
)
"""Small enough that proposals repeat, and their mended forms meet inputs that are there."""


@pytest.fixture(scope="module", params=[0, 1, 7])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[str, Any]]:
    place = tmp_path_factory.mktemp("new")
    wrote(place / "toys.jsonl", [TWINS, FEW, DIGITS])
    return place, request.param, strictly(build(place, "suite.jsonl", request.param).stdout)


def build(place: Path, output: str, seed: int, *, cold: bool = False) -> Any:
    command = ("build", "toys.jsonl", "-o", output, "--json", "--seed", seed, "--rounds", 2, *QUICK[2:])
    return augment(*command, "--plus-tests", 60, cwd=place, cold=cold)


def inputs(path: Path) -> dict[str, dict[str, list[Value]]]:
    """By task id and kind, held by the encoding that keeps 1, True and 1.0 apart."""
    found: dict[str, dict[str, list[Value]]] = {}
    for line in path.read_text().splitlines()[1:]:
        row = json.loads(line)
        found[row["task_id"]] = {"base": [], "plus": []}
        for test in row["tests"]:
            found[row["task_id"]][test["kind"]].append(Value.of(read_literal(test["args"])))
    return found


def test_plus_tests_are_no_base_tests_and_none_comes_twice(built: tuple[Path, int, dict[str, Any]]) -> None:
    place, _, told = built
    found = inputs(place / "suite.jsonl")
    for kinds in found.values():
        assert not {*kinds["base"]} & {*kinds["plus"]}
        assert len({*kinds["plus"]}) == len(kinds["plus"])
    assert len({*found["Toy/0"]["base"]}) == 7
    assert len(found["Toy/2"]["plus"]) > 3
    assert told["funnel"]["dropped"]["not new"] > 0


def test_values_that_are_equal_and_not_the_same_are_different_inputs() -> None:
    twins = [(1, True), (1, 1.0), (0.0, -0.0), ([0], (0,)), ({1: 0}, {True: 0}), ([1, [0.0]], [1, [-0.0]])]
    for one, other in twins:
        assert one == other or [*one] == [*other]  # type: ignore[misc]
        assert Value.of((one,)) != Value.of((other,))


def test_a_problem_for_which_nothing_new_can_be_found_says_so(built: tuple[Path, int, dict[str, Any]]) -> None:
    place, _, told = built
    assert told["without_plus_tests"]["Toy/1"].startswith("0 new tests: ")
    assert inputs(place / "suite.jsonl")["Toy/1"]["plus"] == []


def test_a_second_generation_with_the_same_seed_gives_the_same_bytes(built: tuple[Path, int, dict[str, Any]]) -> None:
    place, seed, _ = built
    build(place, "again.jsonl", seed, cold=True)
    assert (place / "again.jsonl").read_bytes() == (place / "suite.jsonl").read_bytes()
