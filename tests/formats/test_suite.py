from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import BadInput, BadLine
from augment.formats import suite as suite_files
from augment.formats.pieces import pack, unpack
from augment.model.problem import Problem
from augment.model.suite import Case, Exclusion, Funnel, Kind, Oracle, Search, Suite, TestedProblem, Tier
from augment.model.value import Value

HEADER: dict[str, Any] = {
    "augment_suite": 1,
    "benchmark": "toy",
    "created_with": "augment 1",
    "seed": 3,
    "settings": {"plus_tests": 5},
    "excluded": [],
}
TEST: dict[str, Any] = {"id": "base-0", "kind": "base", "args": "(1,)", "expected": "1", "origin": "base"}
ROW: dict[str, Any] = {
    "task_id": "Toy/0",
    "entry_point": "solve",
    "prompt": "def solve(x):\n",
    "canonical_solution": "    return x\n",
    "test": "",
    "oracle": {"rule": "exact"},
    "funnel": {"proposed": 0, "dropped": {}},
    "tests": [TEST],
}


def wrote(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def case(number: int, args: tuple[object, ...], expected: object, **more: Any) -> Case:
    kind = Kind.PLUS if "tier" in more else Kind.BASE
    fields = {"id": f"{kind}-{number}", "kind": kind, "origin": "base", **more}
    return Case(args=Value.of(args), expected=Value.of(expected), **fields)


def suite(*cases: Case, oracle: Oracle | None = None) -> Suite:
    problem = Problem(
        task_id="Toy/0", prompt="é\u2028\ud800", entry_point="solve", canonical_solution="\r\n\t", test="# test\n"
    )
    tested = TestedProblem(
        problem=problem,
        oracle=oracle or Oracle(),
        cases=cases,
        funnel=Funnel(proposed=9, dropped={"not new": 4, "too large": 1}),
        search=Search(rounds=3, tried=90, adversaries=40, by_base=20, by_suite=30, by_all=31, once=2),
        note="a note",
        suspicions=("one", "two"),
        extra={"later": [1, {"x": None}]},
    )
    return Suite(
        benchmark="toy",
        problems=(tested,),
        excluded=(Exclusion(task_id="Toy/1", reason="no tests"),),
        created_with="augment 1",
        seed=7,
        settings={"a": 1.5},
        extra={"signed": "me"},
    )


FULL = suite(
    case(0, ([1.0, 2], -0.0, (True,), {"a": {1, 2}}), {1: frozenset({2})}),
    case(1, (10**5000, float("inf"), float("nan"), -(10**4999)), complex(0.0, -1.0)),
    case(2, (), None),
    case(0, ("é\ud800", b"\xff"), set(), tier=Tier.STRETCH, parent="base-0", origin="mutation:x", extra={"k": [1]}),
    oracle=Oracle(absolute=1e-6, relative=1e-9, any_sequence=True),
)
CHECKER = "def check_answer(args, answer):\n    assert answer > args[0]\n"
OTHERS = suite(
    case(0, (1,), [2], marked="deque"),
    case(1, (2,), None, raises="ValueError"),
    case(2, (3,), 4, also=(Value.of(-4), Value.of([4]))),
    oracle=Oracle(code=CHECKER, extra={"since": 3}),
)


def test_types_exceptions_other_answers_and_checkers_survive_the_file(tmp_path: Path) -> None:
    suite_files.write(tmp_path / "a", OTHERS)
    read = suite_files.read(tmp_path / "a")
    assert read == OTHERS
    assert read.problems[0].oracle.extra == {"since": 3}
    assert unpack(pack(OTHERS.problems[0])) == OTHERS.problems[0]
    row = json.loads((tmp_path / "a").read_text().split("\n")[1])
    assert row["oracle"] == {"rule": "checker", "code": CHECKER, "since": 3}
    assert row["tests"][0]["type"] == "deque"
    assert "expected" not in row["tests"][1]
    assert row["tests"][2]["also"] == ["-4", "[4]"]


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_a_suite_that_is_written_is_read_equal_and_written_again_to_equal_bytes(tmp_path: Path, name: str) -> None:
    first, second = tmp_path / name, tmp_path / f"again-{name}"
    suite_files.write(first, FULL)
    read = suite_files.read(first)
    assert read == FULL
    assert read.problems[0].cases[3].extra == {"k": [1]}
    suite_files.write(second, read)
    assert first.read_bytes() == second.read_bytes()


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple)
    | st.dictionaries(st.text(), inner, max_size=3) | st.frozensets(st.integers()),
    max_leaves=6,
)  # fmt: skip


@given(args=st.lists(plain, max_size=3), expected=plain)
@settings(max_examples=50, deadline=None)
def test_any_case_survives_the_file(
    tmp_path_factory: pytest.TempPathFactory, args: list[object], expected: object
) -> None:
    path = tmp_path_factory.getbasetemp() / "case.jsonl"
    before = suite(case(0, tuple(args), expected))
    suite_files.write(path, before)
    assert suite_files.read(path) == before


def test_unknown_keys_are_kept_in_the_header_in_problems_and_in_tests(tmp_path: Path) -> None:
    rows = {**HEADER, "z": 1}, {**ROW, "y": [2]}, {**ROW, "task_id": "Toy/1", "tests": [{**TEST, "x": {"w": 3}}]}
    suite_files.write(tmp_path / "b", suite_files.read(wrote(tmp_path / "a", *rows)))
    assert [json.loads(line) for line in (tmp_path / "b").read_text().splitlines()] == list(rows)


SEARCHED = {"rounds": 3, "tried": 9, "adversaries": 8, "by_base": 5, "by_suite": 7, "by_all": 7, "once": 1}


@pytest.mark.parametrize("search", [{}, {**SEARCHED, "once": "1"}, []])
def test_a_search_without_its_counts_is_told(tmp_path: Path, search: object) -> None:
    with pytest.raises(BadLine, match=r":2: .*search"):
        suite_files.read(wrote(tmp_path / "a", HEADER, {**ROW, "search": search}))


@pytest.mark.parametrize(
    "row",
    [
        {**ROW, "oracle": {"rule": "exact", "why": "asked"}},
        {**ROW, "funnel": {**ROW["funnel"], "rounds": 3}},
        {**ROW, "search": {**SEARCHED, "seconds": 3}},
    ],
)
def test_unknown_keys_are_kept_in_oracle_funnel_and_search(tmp_path: Path, row: object) -> None:
    suite_files.write(tmp_path / "b", suite_files.read(wrote(tmp_path / "a", HEADER, row)))
    assert json.loads((tmp_path / "b").read_text().splitlines()[1]) == row


def test_unknown_keys_of_an_excluded_problem_are_kept(tmp_path: Path) -> None:
    header = {**HEADER, "excluded": [{"task_id": "Toy/1", "reason": "no tests", "since": 2}]}
    suite_files.write(tmp_path / "b", suite_files.read(wrote(tmp_path / "a", header, ROW)))
    assert json.loads((tmp_path / "b").read_text().splitlines()[0]) == header


def test_an_unknown_key_with_a_number_of_five_thousand_digits_is_kept(tmp_path: Path) -> None:
    text = "".join(f"{json.dumps(row)}\n" for row in (HEADER, {**ROW, "zzz": "HERE"}))
    text = text.replace('"HERE"', "7" * 5000)
    (tmp_path / "a").write_text(text)
    suite_files.write(tmp_path / "b", suite_files.read(tmp_path / "a"))
    assert (tmp_path / "b").read_text() == text


def test_decimal_arguments_of_five_thousand_digits_are_read(tmp_path: Path) -> None:
    before = sys.get_int_max_str_digits()
    path = wrote(tmp_path / "a", HEADER, {**ROW, "tests": [{**TEST, "args": f"(1{'0' * 4999},)"}]})
    assert suite_files.read(path).problems[0].cases[0].args == Value.of((10**4999,))
    assert sys.get_int_max_str_digits() == before


def test_a_line_written_by_hand_needs_only_what_the_format_demands(tmp_path: Path) -> None:
    row = {k: ROW[k] for k in ("task_id", "entry_point", "prompt", "canonical_solution")}
    row["tests"] = [{"id": "p", "args": "(1, [inf, -inf])", "expected": "{1: set()}"}, TEST]
    tested = suite_files.read(wrote(tmp_path / "a", {"augment_suite": 1}, row)).problems[0]
    assert [c.id for c in tested.cases] == ["base-0", "p"]  # base first, whatever the order in the file
    assert tested.cases[1].kind is Kind.PLUS
    assert tested.cases[1].args == Value.of((1, [float("inf"), -float("inf")]))
    assert tested.oracle == Oracle()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tests": None}, "2: wanted a list `tests`, found null"),
        ({"tests": [5]}, "2: test 0: wanted an object, found an int"),
        ({"tests": [TEST, TEST]}, "2: the test id 'base-0' was used before"),
        ({"tests": [{**TEST, "args": "[1]"}]}, r"2: test base-0: wanted a tuple of arguments in `args`, found \[1\]"),
        ({"tests": [{**TEST, "args": "(open('x'),)"}]}, "2: test base-0: not a literal of plain data: open"),
        ({"tests": [{**TEST, "expected": "1 +"}]}, "2: test base-0: not a literal: 1 +"),
        ({"tests": [{**TEST, "expected": 1}]}, "2: test base-0: wanted a string `expected`, found an int"),
        ({"tests": [{**TEST, "kind": "minus"}]}, "2: test base-0: 'minus' is not a valid Kind"),
        ({"tests": [{**TEST, "tier": "far"}]}, "2: test base-0: 'far' is not a valid Tier"),
        ({"oracle": {"rule": "magic"}}, "2: wanted an `oracle` with a rule .*, checker, found .*magic"),
        ({"oracle": {"rule": "close", "absolute": "x"}}, "2: an `oracle` that cannot be used"),
        ({"oracle": {"rule": "checker"}}, "2: an `oracle` that cannot be used: wanted a string `code`, found rule"),
        ({"oracle": {"rule": "checker", "code": "x ="}}, "2: an `oracle` .*: wanted Python in `code`, found"),
        ({"oracle": {"rule": "checker", "code": "x = 1"}}, r"2: .*wanted code that defines .*, found 'x = 1'"),
        ({"tests": [{**TEST, "also": [5]}]}, "2: test base-0: wanted a list of literals `also`, found an int in it"),
        ({"tests": [{**TEST, "also": "5"}]}, "2: test base-0: wanted a list `also`, found a str"),
        ({"tests": [{**TEST, "also": ["x"]}]}, "2: test base-0: not a literal"),
        ({"tests": [{**TEST, "raises": 1}]}, "2: test base-0: wanted a string `raises`, found an int"),
        ({"funnel": 5}, "2: wanted a `funnel` with `proposed` and `dropped`, found 5"),
        ({"prompt": 5}, "2: wanted a string `prompt`, found an int"),
        ({"suspicions": "one"}, "2: wanted a list `suspicions`, found a str"),
        ({"suspicions": ["one", None]}, "2: wanted strings in `suspicions`, found null"),
    ],
)  # fmt: skip
def test_a_problem_that_cannot_be_used_says_where_and_what_was_wanted(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = wrote(tmp_path / "a", HEADER, {**ROW, **change})
    with pytest.raises(BadLine, match=f"^{path}:{message}"):
        suite_files.read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"funnel": {"proposed": "many", "dropped": {}}},
        {"funnel": {"proposed": 5}},
        {"funnel": {"proposed": 1, "dropped": {"slow": "many"}}},
        {"funnel": {"proposed": 1, "dropped": {"slow": None}}},
        {"test": 5},
        {"oracle": {"rule": "close", "absolute": 10**400}},
    ],
)
def test_a_field_of_the_wrong_type_is_told_not_dropped(tmp_path: Path, change: dict[str, Any]) -> None:
    path = wrote(tmp_path / "a", HEADER, {**ROW, **change})
    with pytest.raises(BadLine, match=f"^{path}:2"):
        suite_files.read(path)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "1: wanted the header of a suite file, found an empty file"),
        ([ROW], "1: wanted the header of a suite file, found keys canonical_solution, entry_point"),
        ([{**HEADER, "augment_suite": 2}, ROW], "1: a suite file of version 2, this program reads version 1"),
        ([HEADER], " no problems in it"),
        ([HEADER, ROW, ROW], "3: the task id 'Toy/0' was used before"),
        ([{**HEADER, "seed": "x"}, ROW], "1: a header that cannot be used"),
        ([{**HEADER, "settings": 5}, ROW], "1: a header that cannot be used"),
    ],
)
def test_a_file_that_is_no_suite_says_so(tmp_path: Path, rows: list[object], message: str) -> None:
    path = wrote(tmp_path / "a", *rows)
    with pytest.raises(BadInput, match=f"^{path}:{message}") as caught:
        suite_files.read(path)
    assert caught.value.hint or isinstance(caught.value, BadLine) or "header" in caught.value.message


def test_a_header_with_an_infinite_seed_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a header that cannot be used"):
        suite_files.read(wrote(tmp_path / "a", {**HEADER, "seed": float("inf")}, ROW))


def test_a_suite_cut_short_in_its_last_line_is_refused(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a", HEADER, ROW, {**ROW, "task_id": "Toy/1"})
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BadLine, match=":3: wanted a JSON object"):
        suite_files.read(path)
