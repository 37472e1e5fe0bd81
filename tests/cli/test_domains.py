"""Domains, contracts and tiers as a user meets them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, augment, strictly, wrote

from augment.formats import domains
from augment.formats import suite as suite_files
from augment.model.literals import read_literal

GROUPS = {
    "task_id": "Toy/groups",
    "prompt": 'def groups(s):\n    """Split nested brackets into their outermost groups."""\n',
    "entry_point": "groups",
    "canonical_solution": "    found, depth = [''], 0\n    for c in s.replace(' ', ''):\n"
    "        depth += 1 if c == '(' else -1\n"
    "        found[-1] += c\n        if depth == 0:\n            found.append('')\n    return found[:-1]\n",
    "test": "def check(candidate):\n    assert candidate('(()) ()') == ['(())', '()']\n"
    "    assert candidate('') == []\n    assert candidate('( )') == ['()']\n",
}
ADD = {
    "task_id": "Toy/add",
    "prompt": "def add(x, y):\n",
    "entry_point": "add",
    "canonical_solution": "    return x + y\n",
    "test": "def check(candidate):\n    assert candidate(2, 3) == 5\n    assert candidate(5, 7) == 12\n",
}
EVEN = {
    "task_id": "Toy/first_even",
    "prompt": "def first_even(xs):\n",
    "entry_point": "first_even",
    "canonical_solution": "    for x in xs:\n        if x % 2 == 0:\n            return x\n    return None\n",
    "test": "def check(candidate):\n    assert candidate([1, 2]) == 2\n    assert candidate([3]) is None\n"
    "    assert candidate([4, 6]) == 4\n",
}
BALANCED = """
assert set(s) <= set('() ')
depth = 0
for c in s:
    depth += (c == '(') - (c == ')')
    assert depth >= 0
assert depth == 0
"""
SMALL = ("--plus-tests", 30, *QUICK, "--no-scale")


def balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0 or character not in "() ":
            return False
    return depth == 0


def built(folder: Path, rows: list[dict[str, str]], *options: object, code: int = 0) -> tuple[dict[str, Any], str]:
    """Problems of a suite by the ends of their ids, and what was printed."""
    wrote(folder / "toys.jsonl", rows)
    done = augment("build", "toys.jsonl", "-o", "suite.jsonl", "--overwrite", *SMALL, *options, cwd=folder, code=code)
    if code == 2:
        return {}, done.stderr
    lines = (folder / "suite.jsonl").read_text().splitlines()
    found = [strictly(line) for line in lines[1:]]
    return {row["task_id"].partition("/")[2]: row for row in found}, done.stdout + done.stderr


def plus(row: dict[str, Any]) -> list[tuple[Any, ...]]:
    values = [read_literal(test["args"]) for test in row["tests"] if test["kind"] == "plus"]
    return [value for value in values if isinstance(value, tuple)]


def contracts(folder: Path, **code: str) -> Path:
    return wrote(
        folder / "contracts.jsonl", [{"task_id": f"Toy/{name}", "contract": text} for name, text in code.items()]
    )


@pytest.mark.parametrize("form", ["statements", "function"])
def test_every_plus_test_meets_the_contract(tmp_path: Path, form: str) -> None:
    body = "".join(f"    {line}\n" for line in BALANCED.strip().splitlines())
    code = BALANCED if form == "statements" else f"def meant(s):\n{body}    return True\n"
    found, _ = built(tmp_path, [GROUPS], "--contracts", contracts(tmp_path, groups=code))
    inputs = plus(found["groups"])
    assert len(inputs) >= 15
    assert all(balanced(args[0]) for args in inputs)
    assert {test["tier"] for test in found["groups"]["tests"] if test["kind"] == "plus"} == {"contract"}
    assert found["groups"]["funnel"]["dropped"]["the contract rejects it"] > 0


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("assert len(s) > 2", "it rejects the base input ('',) (AssertionError)"),
        ("assert len(s) != 3", "it rejects the base input ('( )',) (AssertionError)"),
        ("raise ValueError('no')", "it rejects the base input ('(()) ()',) (ValueError: no)"),
        (
            "while True:\n    s = s[:]",
            "it does not answer in time on the base input ('(()) ()',) (more than 500000 steps)",
        ),
        ("pass", "it accepts anything, (None,) too"),
        ("import random\nassert random.random() < 0.5", "it says yes and no to ('',) when it is asked twice"),
    ],
)
def test_a_faulty_contract_is_named_with_a_counterexample_and_not_used(tmp_path: Path, code: str, fault: str) -> None:
    given = contracts(tmp_path, groups=code, add="assert type(x) is type(y) is int and x > 0")
    found, told = built(tmp_path, [GROUPS, ADD], "--contracts", given, code=1)
    assert f"given but not used: Toy/groups: the contract: {fault}" in told
    assert "warning: built without the contract or domain that was given: Toy/groups\n" in told
    assert {test["tier"] for test in found["groups"]["tests"] if test["kind"] == "plus"} == {"inside"}
    assert {test["tier"] for test in found["add"]["tests"] if test["kind"] == "plus"} == {"contract"}
    assert found["groups"]["domain"]["refused"] == [f"the contract: {fault}"]
    assert "contract" not in found["groups"]["domain"]
    assert (
        f"given but not used: the contract: {fault}\n" in augment("show", "suite.jsonl", "groups", cwd=tmp_path).stdout
    )


def test_preconditions_of_some_unknown_problems_are_passed_over_by_name(tmp_path: Path) -> None:
    given = contracts(tmp_path, add="assert type(x) is type(y) is int and x > 0", gone="assert x", old="pass")
    _, told = built(tmp_path, [ADD], "--contracts", given)
    assert "preconditions of problems that the benchmark does not have: Toy/gone, Toy/old\n" in told
    header = json.loads((tmp_path / "suite.jsonl").read_text().splitlines()[0])
    assert header["settings"]["contracts"] == {
        "sha256": hashlib.sha256(given.read_bytes()).hexdigest(),
        "unknown": ["Toy/gone", "Toy/old"],
    }


def test_what_is_given_for_a_problem_without_plus_tests_is_of_no_use_and_that_is_said(tmp_path: Path) -> None:
    either = {**ADD, "test": "def check(candidate):\n    assert candidate(2, 3) in (5, -5, 'five')\n"}
    given = contracts(tmp_path, add="assert x > 0")
    plain, _ = built(tmp_path, [either])
    assert "given" not in plain["add"]["note"]
    found, _ = built(tmp_path, [either], "--contracts", given)
    assert found["add"]["note"] == plain["add"]["note"] + "; what was given of its inputs is of no use"


@pytest.mark.parametrize("contract", [False, True])
@pytest.mark.parametrize("witnesses", [False, True])
def test_the_funnel_accounts_for_every_input(tmp_path: Path, contract: bool, witnesses: bool) -> None:
    options: list[object] = ["--contracts", contracts(tmp_path, groups=BALANCED)] if contract else []
    if witnesses:
        lines = GROUPS["canonical_solution"].replace("    ", "\t")
        rows = [{"task_id": "Toy/groups", "completion": f"\t{'0;' * n}0\n{lines}"} for n in range(5)]
        options += ["--witnesses", wrote(tmp_path / "w.jsonl", rows)]
    row = built(tmp_path, [GROUPS], *options, "--plus-tests", 20)[0]["groups"]  # fewer than are found
    assert row["funnel"]["proposed"] - sum(row["funnel"]["dropped"].values()) == len(plus(row)) == 20
    assert "not chosen" in row["funnel"]["dropped"]
    assert min(row["funnel"]["dropped"].values()) > 0


def test_inputs_that_were_mended_under_a_contract_say_so(tmp_path: Path) -> None:
    found, _ = built(tmp_path, [GROUPS], "--contracts", contracts(tmp_path, groups=BALANCED))
    origins = [test["origin"] for test in found["groups"]["tests"] if test["kind"] == "plus"]
    plain = [origin for origin in origins if not origin.endswith("+mended")]
    assert 0 < len(plain) < len(origins)


def test_a_problem_whose_tests_are_all_of_other_tiers_says_so(tmp_path: Path) -> None:
    found, told = built(tmp_path, [ADD], "--tier", "contract")
    assert re.fullmatch(r"0 new tests: [\d,]+ were found, of a tier that was not asked for", found["add"]["note"])
    assert f"no plus tests: Toy/add: {found['add']['note']}" in told
    assert found["add"]["funnel"]["dropped"]["of a tier that was not asked for"] > 100


def test_check_names_contracts_that_cannot_be_trusted(tmp_path: Path) -> None:
    found, _ = built(
        tmp_path, [ADD], "--contracts", contracts(tmp_path, add="assert type(x) is type(y) is int and x < 100")
    )
    header = (tmp_path / "suite.jsonl").read_text().splitlines()[0]
    largest = max(x for x, _ in plus(found["add"]))
    assert largest > 9
    faults = {
        "assert type(x) is type(y) is int and x < 100": "",
        "pass": "its contract cannot be trusted: it accepts anything, (None, None) too",
        "assert y != 7": "its contract cannot be trusted: it rejects the base input (5, 7) (AssertionError)",
        "assert x < 9": "its contract cannot be trusted: it rejects the plus input (",
        "assert x <": "the contract is no Python (invalid syntax, its line 1)",
        "import no_such_module": "it rejects the base input (2, 3) (ModuleNotFoundError",
        "def f(x, y): return x > 0\nimport no_such_module": "it does not load (ModuleNotFoundError",
    }
    lines = [header]
    for number, code in enumerate(faults):
        domain = {**found["add"]["domain"], "contract": code}
        lines.append(json.dumps({**found["add"], "task_id": f"Toy/{number}", "domain": domain}))
    (tmp_path / "edited.jsonl").write_text("".join(f"{line}\n" for line in lines))
    told = {
        row["task_id"]: row["reason"]
        for row in strictly(augment("check", "edited.jsonl", "--json", cwd=tmp_path, code=1).stdout)["faults"]
    }
    assert {*told} == {f"Toy/{number}" for number, fault in enumerate(faults.values()) if fault}
    for number, fault in enumerate(faults.values()):
        assert fault in told.get(f"Toy/{number}", "")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            {"task_id": "Other/1", "contract": "assert x"},
            "preconditions of 1 problem, none of which the benchmark has",
        ),
        ({"task_id": "Toy/add", "contract": "assert x >"}, "contracts.jsonl:1: Toy/add: the contract is no Python"),
        (
            {"task_id": "Toy/add", "domain": {"contract": "x ="}},
            "contracts.jsonl:1: Toy/add: the contract is no Python",
        ),
        ({"task_id": "Toy/add"}, "no preconditions in it"),
        ({"contract": "assert x"}, "task_id"),
        ({"task_id": "Toy/add", "domain": 5}, "a `domain` that cannot be used: wanted an object"),
        ({"task_id": "Toy/add", "domain": {"types": [["number"]]}}, "no types: 'number'"),
        ({"task_id": "Toy/add", "domain": {"statements": [{"rule": "round", "places": ["0"]}]}}, "the rule 'round'"),
        ({"task_id": "Toy/add", "domain": {"statements": [{"rule": "at least", "places": ["x"]}]}}, "the place 'x'"),
        (
            {"task_id": "Toy/add", "domain": {"statements": [{"rule": "at least", "places": ["0"], "bound": "x"}]}},
            "contracts.jsonl:1: Toy/add: a domain with the rule 'at least' and the bound 'x', wanted a number",
        ),
        (
            {"task_id": "Toy/add", "domain": {"statements": [{"rule": "one of", "places": ["0"], "bound": 5}]}},
            "wanted a list of texts",
        ),
        (
            {"task_id": "Toy/add", "domain": {"statements": [{"rule": "at most", "places": ["0"], "bound": 1e999}]}},
            "wanted a number",
        ),
    ],
)
def test_preconditions_that_cannot_be_used_are_told_before_any_work(
    tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    _, told = built(tmp_path, [ADD], "--contracts", wrote(tmp_path / "contracts.jsonl", [row]), code=2)
    assert message in told
    assert not (tmp_path / "suite.jsonl").exists()


@pytest.mark.parametrize("annotated", [False, True])
def test_every_argument_keeps_the_types_that_were_seen(tmp_path: Path, annotated: bool) -> None:
    add = {**ADD, "prompt": "def add(x: int, y: int) -> int:\n"} if annotated else ADD
    found, _ = built(tmp_path, [add, EVEN])
    assert all(type(value) is int for args in plus(found["add"]) for value in args)
    assert all(type(xs) is list and all(type(x) is int for x in xs) for (xs,) in plus(found["first_even"]))
    assert len(plus(found["add"])) == len(plus(found["first_even"])) == 30


def test_tiers_can_be_chosen_for_building_and_for_scoring(tmp_path: Path) -> None:
    found, _ = built(tmp_path, [EVEN])
    tiers = [test["tier"] for test in found["first_even"]["tests"] if test["kind"] == "plus"]
    assert {"inside", "stretch"} == set(tiers)
    wrong = "def first_even(xs):\n    return [x for x in xs if x % 2 == 0][0] if xs != [3] else None\n"
    careful = "def first_even(xs):\n    if not xs: raise ValueError\n" + EVEN["canonical_solution"]
    wrote(tmp_path / "c.jsonl", [{"task_id": "Toy/first_even", "solution": text} for text in (wrong, careful)])
    verdicts = {}
    for tier in ("inside", "inside,stretch"):
        done = augment("score", "suite.jsonl", "c.jsonl", "--tier", tier, "--json", "--no-cache", cwd=tmp_path)
        verdicts[tier] = [row["plus"] for row in strictly(done.stdout)["completions"]]
    assert verdicts == {"inside": ["fail", "pass"], "inside,stretch": ["fail", "fail"]}
    only, _ = built(tmp_path, [EVEN], "--tier", "inside")
    assert {test["tier"] for test in only["first_even"]["tests"] if test["kind"] == "plus"} == {"inside"}
    assert "wanted some of contract, inside, stretch" in built(tmp_path, [EVEN], "--tier", "certain", code=2)[1]


def test_a_domain_edited_by_hand_is_used_and_shown(tmp_path: Path) -> None:
    found, _ = built(tmp_path, [ADD])
    row = found["add"]
    row["domain"]["statements"] = [
        {"rule": "less than the other", "places": ["0", "1"], "evidence": [{"source": "prompt", "text": "by hand"}]},
        {"rule": "at most", "places": ["1"], "bound": 50},
    ]
    edited = wrote(tmp_path / "edited.jsonl", [row])
    again, _ = built(tmp_path, [ADD], "--contracts", edited)
    assert len(plus(again["add"])) == 30
    assert all(x < y <= 50 for x, y in plus(again["add"]))
    shown = augment("show", "suite.jsonl", "add", cwd=tmp_path).stdout
    assert "x less than y\n      prompt: by hand\n" in shown
    assert "types: x: int, y: int" in shown
    assert "answers are compared: exact" in shown


def test_types_that_do_not_fit_the_base_inputs_are_not_used(tmp_path: Path) -> None:
    for types in ([], [["str", "str"]], [["int"]]):
        given = tmp_path / "d.jsonl"
        given.write_text(json.dumps({"task_id": "Toy/add", "domain": {"types": types}}))
        found, told = built(tmp_path, [ADD], "--contracts", given, code=1)
        assert found["add"]["domain"]["types"] == [["int", "int"]]
        assert "given but not used: Toy/add: the types: they do not fit the base inputs" in told
        again, _ = built(tmp_path, [ADD], "--contracts", (tmp_path / "suite.jsonl").rename(tmp_path / "old.jsonl"))
        assert "refused" not in again["add"]["domain"]


def test_huge_numbers_among_floats_do_not_stop_a_build(tmp_path: Path) -> None:
    test = "def check(candidate):\n    assert candidate(10**400, 1.5)\n    assert candidate(1.5, 10**400)\n"
    pair = {
        **ADD,
        "canonical_solution": "    return [x, y]\n",
        "test": test + "    assert candidate(float('inf'), 2)\n",
    }
    assert len(plus(built(tmp_path, [pair])[0]["add"])) == 30


def test_domains_survive_the_way_through_a_file(tmp_path: Path) -> None:
    built(tmp_path, [GROUPS, ADD, EVEN])
    for tested in suite_files.read(tmp_path / "suite.jsonl").problems:
        assert tested.domain is not None
        assert tested.domain.statements or tested.problem.entry_point == "add"
        row = json.loads(json.dumps(domains.row(tested.domain)))
        assert domains.from_row(row, "here") == tested.domain


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda row: row["domain"]["statements"].append({"rule": "round", "places": ["0"]}),
            "bad.jsonl: Toy/add: a domain with the rule 'round'",
        ),
        (lambda row: row.update(domain=[]), "a `domain` that cannot be used"),
    ],
)
def test_show_says_what_is_wrong_with_a_domain(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    found, _ = built(tmp_path, [ADD])
    change(found["add"])
    header = (tmp_path / "suite.jsonl").read_text().splitlines()[0]
    (tmp_path / "bad.jsonl").write_text(f"{header}\n{json.dumps(found['add'])}\n")
    assert message in augment("show", "bad.jsonl", "add", cwd=tmp_path, code=2).stderr


def test_witnesses_of_one_mind_change_nothing_and_those_that_scatter_drop_what_is_far(tmp_path: Path) -> None:
    search = "next((x for x in xs if x % 2 == 0), None)"

    def tests(*answers: str) -> list[str]:
        rows = [{"task_id": "Toy/first_even", "solution": f"def first_even(xs): return {answer}"} for answer in answers]
        options = ("--witnesses", wrote(tmp_path / "w.jsonl", rows)) if rows else ()
        found, _ = built(tmp_path, [EVEN], *options)
        return [test["args"] for test in found["first_even"]["tests"] if test.get("tier") == "stretch"]

    alone = tests()
    assert [args for args in alone if "-" in args] != []
    assert tests(*(f"[{search}][{number} * 0]" for number in range(5))) == alone
    scattered = tests(*(f"{search} if min(xs, default=0) >= 0 else {number}" for number in (1, 3, 5)))
    assert [args for args in scattered if "-" in args] == []


def test_witnesses_that_agree_on_another_answer_make_a_reference_suspicious(tmp_path: Path) -> None:
    wrong = {**ADD, "canonical_solution": "    return x + y if x != 6 else 0\n"}
    sums = ["x + y", "y + x", "sum((x, y))", "x - -y"]
    rows = [{"task_id": "Toy/add", "solution": f"def add(x, y): return {answer}"} for answer in sums]
    rows.append({"task_id": "Toy/add", "solution": "def add(x, y): return x + y if x != 6 else 0"})
    given = ("--witnesses", wrote(tmp_path / "w.jsonl", rows))
    for contract in (False, True):
        code = contracts(tmp_path, add="assert type(x) is type(y) is int")
        found, told = built(tmp_path, [wrong], *given, *(("--contracts", code) if contract else ()))
        (suspicion,) = found["add"]["suspicions"]
        said = re.fullmatch(
            r"4 of 5 witnesses say add\(6, (-?\d+)\) gives (-?\d+), its reference gives 0, and on \d+ more inputs",
            suspicion,
        )
        assert said is not None
        assert int(said[2]) == 6 + int(said[1])
        assert f"suspicious: Toy/add: {suspicion}" in told
        assert f"suspicion: {suspicion}" in augment("show", "suite.jsonl", "add", cwd=tmp_path).stdout
        checked = strictly(augment("check", "suite.jsonl", "--json", cwd=tmp_path).stdout)
        assert [row["reason"] for row in checked["suspicions"]] == [suspicion]
        dropped = found["add"]["funnel"]["dropped"]
        assert ("witnesses agree on another answer" in dropped) is not contract  # a contract decides alone
    assert "suspicions" not in built(tmp_path, [ADD], *given)[0]["add"]


def test_show_takes_a_benchmark_by_name_and_tells_what_is_learnt(tmp_path: Path) -> None:
    shown = augment("show", "humaneval", 11, cwd=tmp_path).stdout
    assert shown.startswith("HumanEval/11  string_xor(a, b)\n  types: a: str, b: str\n")
    assert "note: nothing was built" in shown
    assert "tests: 3 base, 0 plus\n" in shown
    assert "no problem '999' here" in augment("show", "humaneval", 999, cwd=tmp_path, code=2).stderr


def test_a_short_id_that_several_problems_have_is_refused(tmp_path: Path) -> None:
    built(tmp_path, [ADD, {**ADD, "task_id": "Other/add"}])
    told = augment("show", "suite.jsonl", "add", cwd=tmp_path, code=2).stderr
    assert "'add' may be any of Other/add, Toy/add" in told
    assert augment("show", "suite.jsonl", "Toy/add", cwd=tmp_path).stdout.startswith("Toy/add ")


def test_show_needs_a_task_that_is_there(tmp_path: Path) -> None:
    built(tmp_path, [ADD])
    assert "no problem 'nought' here" in augment("show", "suite.jsonl", "nought", cwd=tmp_path, code=2).stderr
