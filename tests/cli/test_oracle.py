"""What a user sees of oracles: a suite with a checker, with several answers, library types, exceptions, edges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, augment


def row(number: int, name: str, signature: str, body: str, check: str, prompt: str = "") -> dict[str, str]:
    def indented(text: str) -> str:
        return "".join(f"    {line}\n" for line in text.split("\n"))

    return {
        "task_id": f"Toy/{number}",
        "prompt": f"{prompt}def {name}({signature}):\n",
        "entry_point": name,
        "canonical_solution": indented(body),
        "test": f"def check(candidate):\n{indented(check)}",
    }


DIVISOR, NEAR, SEVERAL, COUNTER, REFUSES, CLOCK = range(6)
ROWS = [
    row(
        DIVISOR,
        "divisor",
        "n: int",
        "return next(d for d in range(2, n + 1) if divides(d, n))",
        "for n in (12, 35, 30, 49, 97):\n    d = candidate(n)\n    assert type(d) is int and d > 1 and divides(d, n)",
        "def divides(d, n): return n % d == 0\n\n",
    ),
    row(
        NEAR,
        "near",
        "a: float, b: float, d: float",
        "return abs(a - b) < d",
        "assert candidate(1.1, 1.4, 0.5)\nassert not candidate(0.3, 0.7, 0.1)\nassert not candidate(0.2, 0.3, 0.05)",
    ),
    row(
        SEVERAL, "root", "n: int", "return round(n ** 0.5)", "assert candidate(16) in (4, -4)\nassert candidate(0) == 0"
    ),
    row(
        COUNTER,
        "letters",
        "text: str",
        "return Counter(text)",
        "assert candidate('aab') == {'a': 2, 'b': 1}\nassert candidate('') == {}",
        "from collections import Counter\n\n",
    ),
    row(
        REFUSES,
        "first",
        "xs: list[int]",
        "return xs[0]",
        "assert candidate([4, 5]) == 4\ntry: candidate([])\nexcept IndexError: pass\nelse: raise AssertionError",
    ),
    row(
        CLOCK,
        "age",
        "born: int",
        "return datetime.date.today().year - born",
        "for born in (1980, 2000): assert candidate(born) == datetime.date.today().year - born",
        "import datetime\n\n",
    ),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oracle")
    (folder / "toy.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in ROWS))
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 20, *QUICK, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def problems(place: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place / "suite.jsonl").read_text().splitlines()][1:]


def plus(problem: dict[str, Any]) -> list[dict[str, Any]]:
    """Plus tests that were chosen; scale tests come on top."""
    return [test for test in problem["tests"] if test["kind"] == "plus" and not test.get("scale")]


def verdicts(place: Path, number: int, *programs: str) -> list[tuple[str, str]]:
    lines = (json.dumps({"task_id": f"Toy/{number}", "solution": program}) for program in programs)
    (place / "set.jsonl").write_text("\n".join(lines))
    done = augment("score", "suite.jsonl", "set.jsonl", "--json", cwd=place)
    return [(each["base"], each["plus"]) for each in json.loads(done.stdout)["completions"]]


def test_any_answer_with_the_property_passes_base_and_plus(place: Path, problems: list[dict[str, Any]]) -> None:
    assert problems[DIVISOR]["oracle"]["rule"] == "checker"
    assert "divides(d, n)" in problems[DIVISOR]["oracle"]["code"]
    assert len(plus(problems[DIVISOR])) == 20
    largest, wrong = "def divisor(n): return abs(n)", "def divisor(n): return n if n in (12, 35, 30, 49, 97) else n - 1"
    assert verdicts(place, DIVISOR, largest, wrong) == [("pass", "pass"), ("pass", "fail")]


def test_inputs_without_an_answer_that_has_the_property_are_counted(problems: list[dict[str, Any]]) -> None:
    assert problems[DIVISOR]["funnel"]["dropped"].keys() & {
        "reference breaks the property in the base tests",
        "reference raises",
    }


def test_no_plus_test_is_on_a_knifes_edge(place: Path, problems: list[dict[str, Any]]) -> None:
    assert problems[NEAR]["funnel"]["dropped"]["on a knife's edge"] > 0
    other_order = "def near(a, b, d): return max(a, b) < min(a, b) + d"
    assert verdicts(place, NEAR, other_order, "def near(a, b, d): return abs(a - b) <= d")[0] == ("pass", "pass")


def test_other_answers_are_kept_and_the_reason_for_no_plus_tests_is_told(
    place: Path, problems: list[dict[str, Any]]
) -> None:
    assert problems[SEVERAL]["tests"][0]["also"] == ["-4"]
    assert problems[SEVERAL]["note"].startswith("its base tests take several answers")
    assert plus(problems[SEVERAL]) == []
    assert verdicts(place, SEVERAL, "def root(n): return -round(n ** 0.5)") == [("pass", "pass")]


def test_a_library_type_counts_as_what_it_holds(place: Path, problems: list[dict[str, Any]]) -> None:
    assert {test["type"] for test in problems[COUNTER]["tests"]} == {"Counter"}
    assert len(plus(problems[COUNTER])) == 20
    by_hand = "def letters(text): return {c: text.count(c) for c in text}"
    assert verdicts(place, COUNTER, by_hand, "def letters(text): return list(text)") == [
        ("pass", "pass"),
        ("fail", "fail"),
    ]


def test_an_expected_exception_is_part_of_base(place: Path, problems: list[dict[str, Any]]) -> None:
    assert problems[REFUSES]["tests"][1]["raises"] == "IndexError"
    assert "expected" not in problems[REFUSES]["tests"][1]
    assert plus(problems[REFUSES])
    kind = "def first(xs): return next(iter(xs), None)"
    assert verdicts(place, REFUSES, "def first(xs): return xs.pop(0)", kind) == [("pass", "pass"), ("fail", "fail")]


def test_a_reference_that_reads_the_clock_has_no_plus_tests_and_says_why(problems: list[dict[str, Any]]) -> None:
    note = "its reference answers differently when it is asked again (on base-0 and 1 more)"
    assert problems[CLOCK]["note"] == note
    assert plus(problems[CLOCK]) == []


def test_a_suite_that_is_built_again_is_the_same(place: Path) -> None:
    augment("build", "toy.jsonl", "-o", "again.jsonl", "--plus-tests", 20, *QUICK, "--jobs", 1, cwd=place, cold=True)
    assert (place / "again.jsonl").read_bytes() == (place / "suite.jsonl").read_bytes()
