"""`augment audit` as a user types it; and problems whose reference is of no use, in every command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from commandline import QUICK, TOYS, augment, strictly, toy, wrote

DOUBTED = toy(3, "twice", "x: int", "2 * x", "candidate(1) == 2", "candidate(4) == 8", "candidate(-3) == -6") | {
    "prompt": 'def twice(x: int):\n    """\n    >>> twice(3)\n    9\n    """\n'
}
FALSE = toy(4, "wrong", "x: int", "x", "candidate(1) == 2")
LARGE = toy(
    5, "same", "x: int", "x if abs(x) < 20 else 0", "candidate(1) == 1", "candidate(5) == 5", "candidate(-7) == -7"
)
FAST = ("--mutants", 10)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark with something of everything, and two sets of completions that solve one of its problems."""
    folder = tmp_path_factory.mktemp("audit")
    wrote(folder / "toys.jsonl", [*TOYS, DOUBTED, FALSE, LARGE])
    one = [{"task_id": "Toy/5", "solution": f"def same(x):\n    return {how}\n"} for how in ("x", "+x", "x + 0")]
    wrote(folder / "one.jsonl", one)
    wrote(folder / "two.jsonl", [{"task_id": "Toy/5", "solution": "def same(n):\n    return n * 1\n"}])
    return folder


def test_help_teaches_with_an_example(folder: Path) -> None:
    told = augment("audit", "--help", cwd=folder).stdout
    assert "augment audit humaneval --tasks 47,116" in told
    assert "docs/audit.md" in told


def test_the_report_has_a_headline_a_ranking_and_what_to_do(folder: Path) -> None:
    done = augment("audit", "toys.jsonl", *FAST, cwd=folder, code=1)
    assert "toys: 6 problems, 1 fault, 1 suspicion, " in done.stdout
    assert "problems with the weakest base tests" in done.stdout
    assert "contradicts-prompt, oracle, suspicion; to do: read prompt and reference" in done.stdout
    assert "Toy/3: likely: its prompt says twice(3) gives 9, its reference gives 6" in " ".join(done.stdout.split())
    assert "Toy/4: its reference fails its own base tests: AssertionError" in done.stdout
    assert "auditing: 6/6" in done.stderr


@pytest.mark.parametrize(
    ("tasks", "level", "code"),
    [
        ("4", None, 1),
        ("4", "fault", 1),
        ("4", "never", 0),
        ("3", None, 0),
        ("3", "fault", 0),
        ("3", "suspicion", 1),
        ("0", "suspicion", 0),
        ("0", "weakness", 1),
    ],
)
def test_the_exit_code_says_whether_something_so_grave_was_found(
    folder: Path, tasks: str, level: str | None, code: int
) -> None:
    options = () if level is None else ("--fail-on", level)
    augment("audit", "toys.jsonl", "-t", tasks, *options, *FAST, cwd=folder, code=code)


def test_json_is_strict_the_same_in_a_file_and_the_same_again(folder: Path) -> None:
    command = ("audit", "toys.jsonl", *FAST, "--json", "-o", "audit.json", "--overwrite")
    one, two = (augment(*command, cwd=folder, code=1, cold=cold) for cold in (False, True))
    found = strictly(one.stdout)
    assert one.stdout == two.stdout == (folder / "audit.json").read_text()
    assert (found["augment_audit"], found["benchmark"], found["problems"], found["seed"]) == (1, "toys", 6, 0)
    assert found["counts"]["by_weight"]["fault"] == 1
    by_kind = {row["kind"]: row for row in found["findings"]}
    assert by_kind["contradicts-prompt"]["task_id"] == "Toy/3"
    assert set(by_kind["surviving-mutants"]) == {
        *("task_id", "family", "kind", "weight", "sureness", "what", "input", "figures", "to_do"),
    }
    assert found["findings"][0]["task_id"] == "Toy/4"
    shares = [row["share"] for row in found["ranked"] if not row["trivial_passes"]]
    assert shares == sorted(shares, reverse=True)
    assert "wrote audit.json" in one.stderr


def test_completions_are_heard(folder: Path) -> None:
    command = ("audit", "toys.jsonl", "one.jsonl", "two.jsonl", "-t", "5", *FAST, "--json")
    found = strictly(augment(*command, "--fail-on", "suspicion", cwd=folder, code=1).stdout)
    assert found["models"] == ["one", "two"]
    (row,) = [row for row in found["findings"] if row["kind"] == "witnesses-disagree"]
    assert "4 of 4 programs of 2 models say same(" in row["what"]
    wrote(folder / "more.jsonl", [{"task_id": "Toy/5", "solution": "x"}, {"task_id": "Toy/77", "solution": "x"}])
    more = augment("audit", "toys.jsonl", "more.jsonl", "-t", "5", *FAST, "--json", cwd=folder)
    assert "skipped: 1 completion of 1 problem not in the benchmark" in more.stderr
    assert strictly(more.stdout)["unread"] == ["skipped: 1 completion of 1 problem not in the benchmark"]
    alone = augment("audit", "toys.jsonl", "one.jsonl", "-t", "5", *FAST, "--json", cwd=folder)
    assert "witnesses-disagree" not in alone.stdout


def test_a_suite_is_audited_with_its_plus_tests(folder: Path) -> None:
    augment("build", "toys.jsonl", "-o", "suite.jsonl", "-t", "0,1,4", "--plus-tests", 5, *QUICK, cwd=folder, code=1)
    found = strictly(augment("audit", "suite.jsonl", "--json", *FAST, cwd=folder, code=1).stdout)
    assert [row["task_id"] for row in found["findings"] if row["weight"] == "fault"] == ["Toy/4"]
    assert found["problems"] == 3
    rows = [json.loads(line) for line in (folder / "suite.jsonl").read_text().splitlines()]
    for row in rows[1:]:
        row |= {"tests": [case for case in row.get("tests", ()) if case["kind"] == "base"]} if "tests" in row else {}
    (folder / "bare.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    bare = strictly(augment("audit", "bare.jsonl", "-t", "0", "--json", *FAST, cwd=folder).stdout)
    assert "no-plus-tests" in {row["kind"] for row in bare["findings"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("audit gone.jsonl", "gone.jsonl: no such file or folder, and no benchmark of that name"),
        ("audit toys.jsonl gone.jsonl", "gone.jsonl"),
        ("audit toys.jsonl --tasks 99", "no problem '99' here"),
        ("audit toys.jsonl --fail-on everything", "--fail-on"),
        ("audit toys.jsonl -o toys.jsonl", "toys.jsonl: is an input too"),
        ("audit toys.jsonl -o one.jsonl", "one.jsonl: "),
        ("audit toys.jsonl --mutants x", "--mutants"),
        ("audit", "Missing argument 'benchmark'"),
    ],
)
def test_bad_input_is_told_in_words(folder: Path, arguments: str, message: str) -> None:
    done = augment(*arguments.split(), cwd=folder, code=2)
    assert message in done.stderr
    assert done.stdout == ""
    assert "auditing" not in done.stderr


# ---------------------------------------------------------------- references that are of no use


GOOD = toy(0, "good", "x: int", "2 * x", "candidate(1) == 2", "candidate(4) == 8", "candidate(-3) == -6")
USELESS = {
    "Toy/1": ("    return 2 * x if x != 4 else 0\n", "expected 8, got 0"),
    "Toy/2": ("    return 2 * x +\n", "SyntaxError: invalid syntax"),
    "Toy/3": ("    while x == 4:\n        pass\n    return 2 * x\n", "processor time"),
    "Toy/4": ("    import no_such_module\n    return 2 * x\n", "ModuleNotFoundError"),
}
"""Of four problems the reference that took the place of a good one, and what is said of it."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of five problems, of which four references are of no use, and completions that solve them all."""
    folder = tmp_path_factory.mktemp("broken")
    toys = [GOOD | {"task_id": f"Toy/{number}"} for number in range(5)]
    wrote(folder / "toys.jsonl", toys)
    augment("build", "toys.jsonl", "-o", "fine.jsonl", "--plus-tests", 3, "--no-scale", *QUICK, cwd=folder)
    rows = [json.loads(line) for line in (folder / "fine.jsonl").read_text().splitlines()]
    for row in rows:
        row |= {"canonical_solution": USELESS[row["task_id"]][0]} if row.get("task_id") in USELESS else {}
    (folder / "suite.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    wrote(folder / "right.jsonl", [{"task_id": t["task_id"], "completion": t["canonical_solution"]} for t in toys])
    return folder


def told(rows: Sequence[dict[str, str]], key: str) -> dict[str, str]:
    return {row["task_id"]: row[key] for row in rows}


def all_named(found: dict[str, str]) -> None:
    assert list(found) == list(USELESS)
    for task_id, (_, reason) in USELESS.items():
        assert reason in found[task_id]


def test_a_check_lists_them_with_their_reasons(broken: Path) -> None:
    done = augment("check", "suite.jsonl", "--timeout", 0.2, "--json", cwd=broken, code=1)
    all_named(told(strictly(done.stdout)["faults"], "reason"))


def test_an_audit_lists_them_with_their_reasons(broken: Path) -> None:
    done = augment("audit", "suite.jsonl", "--timeout", 0.2, "--json", *FAST, cwd=broken, code=1)
    faults = [row for row in strictly(done.stdout)["findings"] if row["weight"] == "fault"]
    assert {row["kind"] for row in faults} == {"reference-fails"}
    all_named(told(faults, "what"))


def test_a_score_leaves_them_out_by_name_of_numerator_and_denominator(broken: Path) -> None:
    done = augment("score", "suite.jsonl", "right.jsonl", "--timeout", 0.2, "--json", cwd=broken, code=1)
    found = strictly(done.stdout)
    all_named(told(found["excluded"], "reason"))
    (summary,) = found["summary"]
    assert (summary["problems"], summary["completions"]) == (1, 1)
    assert [(one["base"], one["plus"]) for one in summary["pass_at_k"]] == [(1.0, 1.0)]
    text = augment("score", "suite.jsonl", "right.jsonl", "--timeout", 0.2, cwd=broken, code=1).stdout
    assert all(f"not scored: {task_id}: " in text for task_id in USELESS)


def test_a_build_leaves_out_what_its_own_tests_turn_down(broken: Path) -> None:
    rows = [json.loads(line) for line in (broken / "toys.jsonl").read_text().splitlines()]
    quick = {task_id: text for task_id, (text, _) in USELESS.items() if "while" not in text}
    wrote(
        broken / "some.jsonl",
        [row | {"canonical_solution": quick.get(row["task_id"], row["canonical_solution"])} for row in rows],
    )
    options = ("--plus-tests", 3, "--no-scale", *QUICK)
    augment("build", "some.jsonl", "-o", "some-suite.jsonl", *options, cwd=broken, code=1)
    checked = strictly(augment("check", "some-suite.jsonl", "--json", cwd=broken, code=1).stdout)
    assert [row["task_id"] for row in checked["excluded"]] == list(quick)
    scored = strictly(augment("score", "some-suite.jsonl", "right.jsonl", "--json", cwd=broken, code=1).stdout)
    assert [row["task_id"] for row in scored["excluded"]] == list(quick)
    assert scored["summary"][0]["problems"] == 2
