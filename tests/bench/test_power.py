"""What the benches of strength compute, on toy data."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import problem

from augment.errors import BadInput
from augment.formats import suite as suite_files
from augment.growth import BuildSettings
from augment.model.problem import Benchmark
from augment.model.suite import Case, Kind, Oracle, Suite, TestedProblem
from augment.model.value import Value
from scripts.bench.strength import arbitrary, decisions, typed_mutation
from scripts.bench.strength.ablation import PARTS, build_without
from scripts.bench.strength.authority import Authority, Ground
from scripts.bench.strength.costs import Cost, spent
from scripts.bench.strength.curve import Point, together
from scripts.bench.strength.mutants import Score, mutation_scores, table, with_test_code
from scripts.bench.strength.rival import plain_arguments, task_row
from scripts.bench.strength.tables import Table

POWER = Path(__file__).parents[2] / "scripts/bench/power.py"


def silent(done: int, total: int, label: str) -> None:
    pass


def clipped(*plus: int) -> TestedProblem:
    """Items that are at least 3, with plus tests of one item."""
    solve = problem("return [x for x in xs if x >= 3]", "assert candidate([2, 4]) == [4]\nassert candidate([]) == []")
    given = [([2, 4],), ([],)]
    return TestedProblem(
        problem=solve,
        oracle=Oracle(),
        cases=tuple(
            Case(
                id=f"{kind}-{number}",
                kind=kind,
                args=Value.of(args),
                expected=Value.of([x for x in args[0] if x >= 3]),
                origin=kind.value,
            )
            for kind, many in ((Kind.BASE, given), (Kind.PLUS, [([item],) for item in plus]))
            for number, args in enumerate(many)
        ),
    )


def suite_of(*problems: TestedProblem) -> Suite:
    return Suite(benchmark="toy", problems=problems)


def test_a_suite_that_tests_the_edge_kills_more_mutants() -> None:
    suites = {"weak": suite_of(clipped(9)), "sharp": suite_of(clipped(3, 2, -7))}
    scores = mutation_scores(suites, (), 1, 0, everything=True, progress=silent)
    killed = {str(row[1]): row[3] for row in scores.rows[:3]}
    assert killed["base"] <= killed["weak"] < killed["sharp"] == scores.rows[0][4]  # type: ignore[operator]
    assert [row[0] for row in scores.rows] == ["all"] * 3 + ["Toy/0"] * 3


def test_mutants_that_nothing_kills_are_in_no_score() -> None:
    score = Score("Toy/0", {"base": 1, "a": 3}, {"base": frozenset({1}), "a": frozenset({1, 5})})
    base, ours = table(["base", "a"], [score, score], 0, everything=False).rows
    assert base[2:] == [1, 2, 4, 0.5]
    assert ours[2:] == [3, 4, 4, 1.0]
    assert table(["base"], [Score("Toy/0", {"base": 1}, {"base": frozenset()})], 0, everything=False).rows[0][5] is None


def test_suites_without_a_common_problem_are_bad_input() -> None:
    with pytest.raises(BadInput, match="no problem that all of them have"):
        mutation_scores({"a": suite_of(clipped()), "b": suite_of()}, (), 1, 0, everything=False, progress=silent)


def test_a_release_without_test_code_gets_that_of_the_first_suite(tmp_path: Path) -> None:
    mini, full = tmp_path / "mini.jsonl", tmp_path / "full.jsonl"
    row = {"task_id": "Toy/0", "plus_input": [], "canonical_solution": ""}
    mini.write_text(json.dumps(row) + "\n" + json.dumps({**row, "task_id": "Toy/9"}))
    full.write_text(json.dumps({**row, "test": "def check(candidate): pass"}))
    folder = tmp_path / "folder"
    folder.mkdir()
    first = suite_of(clipped())
    made = with_test_code(mini, first, folder)
    assert [json.loads(line)["test"] for line in made.read_text().splitlines()] == [first.problems[0].problem.test]
    assert with_test_code(full, first, folder) == full


def origins(name: str) -> list[str]:
    """Where the plus tests of a toy problem come from, without one part of the search."""
    toy = problem(
        "return [x for x in xs if x >= n]",
        "assert candidate([2, 4], 3) == [4]\nassert candidate([], 1) == []",
        signature="xs: list[int], n: int",
        docstring=">>> solve([7, 1, 8], 2)\n    [7, 8]",
    )
    authority = Authority(Benchmark(name="toy", problems=(toy,), sha256=""), (Ground(clipped(), "", ()),))
    part = {one.name: one for one in PARTS}[name]
    small = {"proposals": 60, "rounds": 1, "mutants": 10, "plus_tests": 1000, **part.settings}
    suite = build_without(replace(part, settings=small), authority, 0, silent)
    return [case.origin for case in suite.problems[0].of_kind(Kind.PLUS)]


@pytest.fixture(scope="module")
def every_origin() -> list[str]:
    return origins("nothing")


@pytest.mark.parametrize(
    ("part", "gone"),
    [
        ("boundaries", "boundary:"),
        ("type-aware mutation", "mutation:"),
        ("arguments made of others", "argument.relate"),
        ("examples of the prompt", "example"),
    ],
)
def test_a_source_that_is_taken_away_gives_no_tests(part: str, gone: str, every_origin: list[str]) -> None:
    left = origins(part)
    assert any(gone in origin for origin in every_origin)
    assert left
    assert not any(gone in origin for origin in left)


def test_settings_that_take_a_part_away_are_settings() -> None:
    assert PARTS[0].settings == PARTS[0].replaced == {}
    for part in PARTS[1:]:
        assert part.replaced or BuildSettings(**part.settings) != BuildSettings()


def test_inputs_of_points_are_tried_once() -> None:
    one, two = Value.of((1,)), Value.of((2,))
    points = [Point("a", 0.0, {"T/0": [one, one], "T/1": [two]}), Point("b", 0.0, {"T/0": [two, one]})]
    assert together(points) == {"T/0": [one, two], "T/1": [two]}


def test_decisions_are_compared_both_ways() -> None:
    right, wrong, slow = ("pass", "pass"), ("pass", "fail"), ("pass", "timeout")
    ours = {("T/0", 0): right, ("T/0", 1): wrong, ("T/0", 2): slow, ("T/1", 0): right}
    theirs = {("T/0", 0): right, ("T/0", 1): right, ("T/0", 2): ("fail", "pass"), ("T/2", 0): right}
    same, differ = decisions.compared(ours, theirs)
    assert same == "same decision: 2 (1 pass, 1 rejected)"
    assert differ == "differ: 1 rejected by ours alone, 0 by EvalPlus alone; 2 judged by one only"
    asked = [decisions.asks_plus(told) for told in (right, wrong, slow, ("fail", "pass"), None)]
    assert asked == [True, True, False, False, False]


def test_the_costs_of_decisions_are_set_against_the_first() -> None:
    def cost(cpu: float) -> Cost:
        return Cost(wall=2 * cpu, cpu=cpu, peak_bytes=0, passed=0)

    told = decisions.Judged({}, {"a": cost(2), "b": cost(20)}, {"a": cost(1), "b": cost(4)})
    assert [*decisions.rows("all", told, 100)] == [["all", "a", 2, 4, 20, 1, 1], ["all", "b", 20, 40, 200, 10, 4]]


def test_only_problems_that_both_have_are_contested(tmp_path: Path) -> None:
    suite, released, sets = tmp_path / "suite.jsonl", tmp_path / "released.jsonl", tmp_path / "model.jsonl"
    suite_files.write(suite, suite_of(clipped(9)))
    record = {"prompt": "", "entry_point": "solve", "canonical_solution": "", "test": "", "plus_input": [], "atol": 0}
    released.write_text("".join(json.dumps({"task_id": f"Toy/{n}", **record}) + "\n" for n in range(3)))
    rows = [{"task_id": f"Toy/{n}", "solution": f"def solve(xs): return {n}"} for n in (2, 0, 0)]
    sets.write_text("".join(json.dumps(row) + "\n" for row in rows))
    held = decisions.contest(suite, released, [sets], (), 1)
    assert [*held.programs] == [("Toy/0", 0), ("Toy/0", 1)]
    assert [row["task_id"] for row in held.released] == ["Toy/0"]
    assert len(held.write(tmp_path / "out.jsonl").read_text().splitlines()) == 2


def test_completions_that_stay_are_numbered_anew() -> None:
    held = decisions.numbered(Path("s"), [{"task_id": "a"}, {"task_id": "b"}], [("a", "0"), ("b", "1"), ("a", "2")])
    assert held.programs == {("a", 0): "0", ("b", 0): "1", ("a", 1): "2"}
    less = held.only({("a", 1)})
    assert less.programs == {("a", 0): "2"}
    assert less.released == [{"task_id": "a"}]


@pytest.mark.parametrize("literal", ["(None, True)", "(1.5, 'a')", "({1: [2]}, (3, b'x'))", "({1}, frozenset())"])
def test_what_is_drawn_by_type_has_these_types_in_these_places(literal: str) -> None:
    args = Value.from_literal(literal)
    found = arbitrary.examples(arbitrary.arguments([args]), 5, 0)
    assert found
    for one in found:
        assert [type(value) for value in one.unpack_args()] == [type(value) for value in args.unpack_args()]


def test_inputs_are_drawn_by_the_types_of_the_base_inputs() -> None:
    strategy = arbitrary.arguments([Value.of(([1],)), Value.of((["a", "b"],))])

    for one in arbitrary.examples(strategy, 30, 0):
        (items,) = one.unpack_args()
        assert isinstance(items, list)
        assert all(type(item) in (int, str) for item in items)


class Generator:
    """Finds one input at a time, and nothing of a type it does not know."""

    entry_point = "solve"

    def __init__(self, most: int) -> None:
        self.new_inputs: list[list[int]] = []
        self.most = most

    def generate(self, count: int) -> None:
        while len(self.new_inputs) < count:
            if len(self.new_inputs) == self.most:
                raise NotImplementedError("no mutator")
            self.new_inputs.append([len(self.new_inputs)])


def test_mutation_tells_what_it_had_at_each_count() -> None:
    marks = [*typed_mutation.reached(Generator(100), [2, 5], 60.0)]
    assert [found for found, _ in marks] == [2, 5]
    assert 0 <= marks[0][1] <= marks[1][1]


def test_mutation_that_cannot_go_on_stays_where_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    marks = [*typed_mutation.reached(Generator(3), [2, 5, 9], 60.0)]
    assert [found for found, _ in marks] == [2, 3, 3]
    assert marks[1] == marks[2]
    assert "no mutator" in capsys.readouterr().err


def test_mutation_is_given_the_contract_and_the_reference_as_one_program() -> None:
    task = task_row(Ground(clipped(), "assert len(xs) < 3", ()))
    space: dict[str, Any] = {}
    exec(task["code"], space)
    assert space[task["entry_point"]]([1, 5]) == [5]
    with pytest.raises(AssertionError):
        space[task["entry_point"]]([1, 2, 3])
    assert task["base"] == ["[[2, 4]]", "[[]]"]


def test_mutated_argument_lists_become_tuples() -> None:
    assert [value.unpack() for value in plain_arguments(["[1, [2.5, inf]]", "<object>", "[set()]"])] == [
        (1, [2.5, float("inf")]),
        (set(),),
    ]


def test_processor_time_is_that_of_children_too() -> None:
    work = "sum(range(3_000_000))"
    with spent() as cost:
        subprocess.run([sys.executable, "-c", work], check=True)
    with spent() as idle:
        pass
    assert cost.seconds > idle.seconds >= 0


def test_a_table_is_for_people_and_for_programs() -> None:
    shown = Table(
        ["3 problems"], {"tests by": "", "cpu s": ".1f", "recall": "%"}, [["us", 1234.56, 0.5], ["b", 2, None]]
    )
    assert shown.text().splitlines() == [
        "3 problems",
        "tests by   cpu s  recall",
        "us        1234.6   50.0%",
        "b            2.0       -",
    ]
    assert json.loads(shown.json())["rows"][1] == {"tests by": "b", "cpu s": 2, "recall": None}


def test_input_that_cannot_be_used_is_told_in_one_message(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    done = subprocess.run([sys.executable, POWER, "mutants", missing], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error: {missing}: no such file")
    assert "Traceback" not in done.stderr
