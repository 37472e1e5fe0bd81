from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import augment
from augment.errors import BadInput, BadLine
from augment.formats import evalplus
from augment.model.suite import Kind, Rule

PAIRS = {
    "task_id": "Toy/1",
    "prompt": '"""\nSum of the products of pairs.\nassert pairs([(1, 2)]) == 2\n"""',
    "entry_point": "pairs",
    "canonical_solution": "\ndef pairs(xs):\n    return sum(a * b for a, b in xs)\n",
    "base_input": [[[[1, 2]]]],
    "plus_input": [[[[3, 4], [5, 6]]], [[]], [[["no", "numbers"]]]],
    "assertion": "\nassert pairs([(1, 2)]) == 2\nassert pairs([(0, 2), (2, 2)]) == 4\n",
    "atol": 0,
    "contract": "",
}
HALF: dict[str, Any] = {
    "task_id": "Toy/2",
    "prompt": 'def half(x: float) -> float:\n    """Half of it."""\n',
    "entry_point": "half",
    "canonical_solution": "    return x / 2\n",
    "test": "def check(candidate):\n    assert candidate(3.0) == 1.5\n",
    "base_input": [[3.0]],
    "plus_input": [[5.0]],
    "atol": 1e-3,
}


def written(folder: Path, *rows: object) -> Path:
    path = folder / "Plus.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_inputs_get_the_types_that_the_asserts_show_and_the_references_answers(tmp_path: Path) -> None:
    suite = augment.load_suite(written(tmp_path, PAIRS, HALF))
    pairs, half = suite.problems
    assert [case.args.literal for case in pairs.of_kind(Kind.BASE)] == ["([(1, 2)],)", "([(0, 2), (2, 2)],)"]
    plus = [(case.args.literal, case.expected.literal) for case in pairs.of_kind(Kind.PLUS)]
    assert plus == [("([(3, 4), (5, 6)],)", "42"), ("([],)", "0")]
    assert pairs.funnel.dropped == {"reference: raised": 1}
    assert [case.expected.literal for case in half.cases] == ["1.5", "2.5"]
    assert (half.oracle.absolute, half.oracle.relative) == (1e-3, evalplus.RELATIVE)


DIVISOR = {
    **PAIRS,
    "prompt": '"""\nAny divisor from 2.\n"""',
    "entry_point": "divisor",
    "canonical_solution": "\ndef divisor(n):\n    return next((d for d in range(2, n + 1) if n % d == 0), n)\n",
    "assertion": "\nfor n in (12, 35, 77):\n    d = divisor(n)\n    assert 1 < d <= n and n % d == 0\n",
    "plus_input": [[9], [1], [55]],
}


def test_where_the_base_tests_check_a_property_plus_answers_are_judged_by_it(tmp_path: Path) -> None:
    path = written(tmp_path, DIVISOR)
    (problem,) = augment.load_suite(path).problems
    assert problem.oracle.rule is Rule.CHECKER
    assert [case.args.literal for case in problem.of_kind(Kind.PLUS)] == ["(9,)", "(55,)"]
    assert problem.funnel.dropped == {"reference breaks the property in the base tests": 1}
    programs = ["def divisor(n): return n", "def divisor(n): return n if n != 55 else 7"]
    with augment.Scorer(augment.load_suite(path)) as scorer:
        verdicts = scorer.score([("Toy/1", program) for program in programs])
    assert [(each.base.value, each.plus.value) for each in verdicts] == [("pass", "pass"), ("pass", "fail")]


def test_it_is_scored_like_any_suite(tmp_path: Path) -> None:
    completions = tmp_path / "m.jsonl"
    programs = [
        ("Toy/1", "def pairs(xs): return sum(a * b for a, b in xs)", "pass", "pass"),
        ("Toy/1", "def pairs(xs): return sum(x[0] * x[1] for x in xs[:2]) if xs else None", "pass", "fail"),
        ("Toy/2", "def half(x): return x * 0.5001", "fail", "fail"),
        ("Toy/2", "def half(x): return 1.5 if x == 3 else 2.5005", "pass", "pass"),
    ]
    completions.write_text("".join(json.dumps({"task_id": t, "solution": s}) + "\n" for t, s, _, _ in programs))
    results = augment.score(written(tmp_path, PAIRS, HALF), completions)
    found = [(j.base.value, j.plus.value) for j in results.judgements]
    assert found == [(base, plus) for _, _, base, plus in programs]


def test_answers_that_the_evaluator_compares_as_sets_are_compared_so(tmp_path: Path) -> None:
    record = {
        "task_id": "Toy/3",
        "prompt": '"""Numbers of two lists."""',
        "entry_point": "Diff",
        "canonical_solution": "\ndef Diff(a, b):\n    return list(a) + list(b)\n",
        "plus_input": [[[5], [6, 6]]],
        "assertion": "\nassert Diff([1], [2]) == [1, 2]\n",
    }
    completions = tmp_path / "m.jsonl"
    answers = {"[*b, *a]": "pass", "(*a, *b)": "pass", "{*a, *b}": "pass", "a": "fail"}
    rows = [{"task_id": "Toy/3", "solution": f"def Diff(a, b): return {answer}"} for answer in answers]
    completions.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for name, wanted in (("Diff", [*answers.values()]), ("Other", ["fail"] * 4)):
        row = json.loads(json.dumps(record).replace("Diff", name))
        completions.write_text("".join(f"{json.dumps(r)}\n" for r in rows).replace("Diff", name))
        results = augment.score(written(tmp_path, row), completions)
        assert [j.base.value for j in results.judgements] == wanted


def test_a_function_named_check_is_not_taken_for_the_check(tmp_path: Path) -> None:
    row = {
        **PAIRS,
        "entry_point": "check",
        "canonical_solution": "\ndef check(n):\n    return 0 if n == 0 else 1 + check(n - 1)\n",
        "assertion": "\nassert check(2) == 2\n",
        "plus_input": [[5]],
    }
    (tested,) = augment.load_suite(written(tmp_path, row)).problems
    assert [case.expected.literal for case in tested.cases] == ["2", "5"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plus_input": 3}, "wanted a list `plus_input`, found an int"),
        ({"plus_input": [3]}, "wanted a list of arguments"),
        ({"atol": "much"}, "wanted a number `atol`"),
        ({"canonical_solution": None}, "canonical_solution"),
    ],
)
def test_a_bad_record_spoils_its_own_problem_alone(tmp_path: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(BadLine, match=rf"Plus.jsonl:1: .*{message}"):
        evalplus.read(written(tmp_path, {**HALF, **change}))
    suite = augment.load_suite(written(tmp_path, PAIRS, {**HALF, **change}))
    assert [tested.problem.task_id for tested in suite.problems] == ["Toy/1"]
    ((task_id, reason),) = [(left_out.task_id, left_out.reason) for left_out in suite.excluded]
    assert (task_id, reason[:8]) == ("Toy/2", "line 2: ")
    assert message in reason


def test_no_record_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no problems in it"):
        evalplus.read(written(tmp_path))
