"""What a user sees of problems whose base tests cannot be turned into cases: scored by test code, or left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, augment, start, strictly, toy, wait_for_two_lines, wrote

NAMED, NAMES_ONLY, RANDOM, CHAIN, GAME, LAMBDA, PUSHED, KEPT, ANYTHING = range(9)


def row(number: int, name: str, signature: str, body: str, check: str) -> dict[str, str]:
    lines = "".join(f"    {line}\n" for line in check.split("\n"))
    return toy(number, name, signature, body) | {"test": f"def check(candidate):\n{lines}"}


ROWS = [
    toy(NAMED, "product", "x: int, n: int = 2", "x * n", "candidate(2, n=3) == 6", "candidate(n=1, x=5) == 5"),
    toy(
        NAMES_ONLY,
        "clip",
        "x: int, *, low: int = 0, **more: int",
        "min(max(x, low), more.get('high', 9))",
        "candidate(7, low=1, high=5) == 5",
        "candidate(-7, low=1) == 1",
        "candidate(3) == 3",
    ),
    row(
        RANDOM,
        "ordered",
        "xs: list[int]",
        "sorted(xs)",
        "import random\ndraw = random.Random()\nfor _ in range(20):\n"
        "    xs = [draw.randrange(10**9) for _ in range(5)]\n    assert candidate(xs) == sorted(xs)",
    ),
    row(
        CHAIN,
        "collatz",
        "x: int",
        "3 * x + 1 if x % 2 else x // 2",
        "x, steps = 6, 0\nwhile x != 1:\n    x, steps = candidate(x), steps + 1\nassert steps == 8",
    ),
    row(
        GAME,
        "guess",
        "low: int, high: int",
        "(low + high) // 2",
        "import random\nsecret, low, high = random.SystemRandom().randrange(10**6), 0, 10**6\nfor _ in range(20):\n"
        "    middle = candidate(low, high)\n    low, high = (low, middle) if secret < middle else (middle, high)\n"
        "assert low == secret, (low, secret)",
    ),
    toy(LAMBDA, "twice", "f, x: int", "f(f(x))", "candidate(lambda x: x + 1, 3) == 5"),
    row(PUSHED, "push", "xs: list[int]", "xs.append(1)", "xs = []\ncandidate(xs)\nassert xs == [1]"),
    toy(KEPT, "total", "xs: list[int]", "sum(xs)", "candidate([]) == 0", "candidate([1, 2]) == 3"),
    row(ANYTHING, "any_of", "*, x: int", "x", "try: candidate(x=1)\nexcept Exception: pass"),
]
BY_CODE = [f"Toy/{number}" for number in (NAMES_ONLY, RANDOM, GAME)]
BISECT = "def guess(low, high): return (low + high) // 2\n"
CLIP = "def clip(x, *, low=0, high=9): return sorted([low, x, high])[1]\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a suite."""
    folder = tmp_path_factory.mktemp("own-code")
    wrote(folder / "toy.jsonl", ROWS)
    (folder / "told").write_text(
        augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 10, *QUICK, cwd=folder, code=1).stdout
    )
    return folder


@pytest.fixture(scope="module")
def lines(place: Path) -> list[dict[str, Any]]:
    return [strictly(line) for line in (place / "suite.jsonl").read_text().splitlines()]


def scored(place: Path, number: int, *programs: str, options: tuple[object, ...] = (), code: int = 1) -> Any:
    """The results document of some completions of one problem."""
    wrote(place / "set.jsonl", [{"task_id": f"Toy/{number}", "solution": program} for program in programs])
    options = ("--json", "--tasks", number, "--timeout", 0.3, *options)
    return strictly(augment("score", "suite.jsonl", "set.jsonl", *options, cwd=place, code=code).stdout)


def test_arguments_given_by_name_get_their_places(lines: list[dict[str, Any]]) -> None:
    problem = next(line for line in lines[1:] if line["task_id"] == f"Toy/{NAMED}")
    assert [test["args"] for test in problem["tests"][:2]] == ["(2, 3)", "(5, 1)"]
    assert len([test for test in problem["tests"] if not test.get("scale")]) == 12
    assert "by_test_code" not in problem


def test_what_cannot_be_cases_is_kept_without_any_and_says_why(lines: list[dict[str, Any]]) -> None:
    kept = {line["task_id"]: line["note"] for line in lines[1:] if line.get("by_test_code")}
    assert kept == {
        BY_CODE[0]: "its base tests pass arguments that have a name and no place",
        BY_CODE[1]: "its base tests make other calls each time they are run",
        BY_CODE[2]: "its base tests make other calls each time they are run",
    }
    assert all(line["tests"] == [] for line in lines[1:] if line.get("by_test_code"))


def test_what_no_process_can_be_told_is_left_out_with_the_reason(lines: list[dict[str, Any]]) -> None:
    assert {each["task_id"]: each["reason"] for each in lines[0]["excluded"]} == {
        f"Toy/{LAMBDA}": "its base tests cannot be recorded: an argument is not a plain value (type function), and "
        "nothing else passes between processes",
        f"Toy/{PUSHED}": "its base tests cannot be recorded: they look at what a call does to its arguments, or at the "
        "identity of values",
        f"Toy/{ANYTHING}": "its base tests pass arguments that have a name and no place, and its base tests accept any "
        "answer",
    }


def test_the_same_problems_and_seed_give_the_same_lines(place: Path) -> None:
    augment("build", "toy.jsonl", "-o", "again.jsonl", "--tasks", ",".join(BY_CODE), "--jobs", 1, cwd=place, cold=True)
    again = (place / "again.jsonl").read_text().splitlines()[1:]
    assert again == [line for line in (place / "suite.jsonl").read_text().splitlines() if '"by_test_code"' in line]


JUDGED = {
    NAMES_ONLY: {
        CLIP: "pass",
        "def clip(x, *, low=0, high=9): return x": "fail",
        "def clip(x, low, high): return 5": "fail",
    },
    RANDOM: {
        "def ordered(xs):\n    xs.sort()\n    return xs": "pass",
        "def ordered(xs): return xs": "fail",
        "def ordered(xs): return tuple(sorted(xs))": "fail",
        "def ordered(xs): return iter(sorted(xs))": "fail",
    },
    GAME: {
        BISECT: "pass",
        "def guess(low, high): return low": "fail",
        "def guess(low, high):\n    while True: pass": "timeout",
        "import time\nmade = []\ndef guess(low, high):\n    made.append(1)\n    while len(made) > 3: pass\n"
        "    return (low + high) // 2": "timeout",
        "while True: pass": "timeout",
        "def guess(low, high): return ('x' * 10**10)[0]": "memory",
        "import os, signal\ndef guess(low, high): os.kill(os.getpid(), signal.SIGSEGV)": "crash",
        "def guess(low, high) return low": "no-code",
        "def other(low, high): return low": "no-code",
        "raise ValueError('no')": "fail",
    },
}


@pytest.mark.parametrize("number", JUDGED)
def test_the_test_code_judges_and_verdicts_keep_their_words(place: Path, number: int) -> None:
    wanted = JUDGED[number]
    document = scored(place, number, *wanted, options=("--no-extract",))
    found = [(each["base"], each["plus"]) for each in document["completions"]]
    assert dict(zip(wanted, found, strict=True)) == {program: (word, word) for program, word in wanted.items()}


def test_calls_that_depend_on_answers_are_made_of_the_same_process(place: Path) -> None:
    another_way_of_eight_steps = "def collatz(x): return x + 1 if x < 13 else 1"
    counting = "made = []\ndef collatz(x):\n    made.append(x)\n    return 1 if len(made) == 8 else 6"
    for_ever = "def collatz(x): return x"
    completions = scored(place, CHAIN, another_way_of_eight_steps, counting, for_ever)["completions"]
    assert [(each["base"], each["plus"]) for each in completions] == [
        ("pass", "fail"),
        ("pass", "fail"),
        ("fail", "fail"),
    ]
    assert completions[2]["failure"]["reason"] == "base tests: more than 10,000 calls"


EQUAL = "class Equal({base}):\n    def __eq__(self, other): return True\n    __lt__ = __gt__ = __eq__\n"
CHEATS = {
    "leaves with status 0 when called": "import os\ndef {name}(*a, **k): os._exit(0)",
    "leaves with status 0 when loaded": "import sys\nsys.exit(0)\ndef {name}(*a, **k): return 0",
    "raises SystemExit": "def {name}(*a, **k): raise SystemExit(0)",
    "equals everything": EQUAL.format(base="object") + "def {name}(*a, **k): return Equal()",
    "is a list that equals everything": EQUAL.format(base="list") + "def {name}(*a, **k): return Equal()",
    "is a number that equals everything": EQUAL.format(base="int") + "def {name}(*a, **k): return Equal(7)",
    "hides such an object": EQUAL.format(base="int") + "def {name}(*a, **k): return [Equal(7)]",
    "looks for the test code": "import gc, sys\ndef {name}(*a, **k):\n"
    "    found = [o for o in gc.get_objects() if isinstance(o, dict) and 'check' in o]\n"
    "    frames = [f.f_locals for f in sys._current_frames().values()]\n"
    "    return (found + [f for f in frames if 'secret' in f])[0]['secret']",
    "writes a ruling of its own": "import marshal, os, struct\nblob = b'\\0' + marshal.dumps(('pass', 1, ''), 2)\n"
    "os.write(3, struct.pack('<cII', b'L', 0, 0) + struct.pack('<cII', b'R', 0, len(blob)) + blob)\n"
    "def {name}(*a, **k): return 0",
    "answers before it is asked": "import os, struct, threading\ndef {name}(*a, **k):\n"
    "    for place in range(50): os.write(3, struct.pack('<cII', b'R', place, 2) + b'\\0T')\n    return True",
    "patches its own process": "import builtins, marshal\nmarshal.loads = lambda blob: ((), {{}})\n"
    "builtins.isinstance = lambda *a: True\ndef {name}(*a, **k): return 0",
    "closes its end": "import os\ndef {name}(*a, **k): os.close(3)",
    "kills who started it": "import os\ndef {name}(*a, **k):\n    for n in range(1, 16): os.kill(os.getppid(), n)",
    "leaves behind the answer": "import os, threading, time\n"
    "def {name}(*a, **k):\n    threading.Thread(target=lambda: (time.sleep(0.01), os._exit(0))).start()\n    return 0",
}


@pytest.mark.parametrize("isolation", ["auto", "process"])
def test_no_cheat_passes_or_becomes_our_own_trouble(place: Path, isolation: str) -> None:
    for number, name in ((NAMES_ONLY, "clip"), (RANDOM, "ordered"), (GAME, "guess")):
        programs = [cheat.format(name=name) for cheat in CHEATS.values()]
        completions = scored(place, number, *programs, options=("--isolation", isolation))["completions"]
        won = [
            about
            for about, each in zip(CHEATS, completions, strict=True)
            if each["plus"] in ("pass", "infra") or each["base"] != each["plus"]
        ]
        assert won == []


def test_a_failure_names_the_call(place: Path) -> None:
    one_late = "def clip(x, *, low=0, high=9): return 5 if x == 7 else 1 / 0"
    (completion,) = scored(place, NAMES_ONLY, one_late)["completions"]
    assert completion["failure"] == {
        "kind": "base",
        "case_id": "",
        "reason": "base tests: ZeroDivisionError: division by zero (on call 2 of the base tests, with (-7, low=1), "
        "where it raised ZeroDivisionError: division by zero)",
        "got": "",
    }


def test_with_all_tests_the_test_code_counts_as_one(place: Path) -> None:
    document = scored(place, GAME, BISECT, "def guess(low, high): return low", "1 +", options=("--all-tests",))
    told = [each["failed"] for each in document["completions"]]
    assert [(each["base"], each["plus"], each["not_run"]) for each in told] == [(0, 0, 0), (1, 0, 0), (0, 0, 1)]
    assert document["problems"][0]["base_tests"] == 1


def test_the_results_tell_them_apart(place: Path) -> None:
    document = scored(place, RANDOM, "def ordered(xs): return sorted(xs)")
    assert document["by_test_code"] == 1
    (problem,) = document["problems"]
    assert (problem["by_test_code"], problem["plus_tests"]) == (True, 0)
    assert scored(place, KEPT, "def total(xs): return sum(xs)")["by_test_code"] == 0


def test_every_table_tells_them_apart(place: Path) -> None:
    counted = "3 problems are scored on base by their own test code, without plus tests"
    mark = f"no plus tests, own code on base: {BY_CODE[1]}: its base tests make other calls each time they are run"
    told = (place / "told").read_text()
    assert counted in told
    assert mark in told
    rows = [{"task_id": BY_CODE[1], "solution": "def ordered(xs): return sorted(xs)"}]
    wrote(place / "one.jsonl", rows)
    report = augment("score", "suite.jsonl", "one.jsonl", "--all-problems", cwd=place, code=1).stdout
    assert counted in report
    assert mark in report
    (line,) = (line for line in report.splitlines() if line.startswith(BY_CODE[1]))
    assert line.split() == [BY_CODE[1], "1", "1", "1", "0", "0", "own", "code", "0"]
    shown = augment("show", "suite.jsonl", RANDOM, cwd=place).stdout
    assert "answers are compared: by the benchmark's own test code" in shown
    assert "tests: its own test code on base, 0 plus" in shown


def test_the_self_check_examines_them(place: Path) -> None:
    told = augment("check", "suite.jsonl", "--tasks", ",".join(BY_CODE), cwd=place).stdout
    assert "3 problems are scored on base by their own test code, without plus tests" in told
    assert [line for line in told.splitlines() if line.endswith(": own code")] == [f"{t}: own code" for t in BY_CODE]
    assert "0 faults" in told
    data = strictly(augment("check", "suite.jsonl", "--tasks", ",".join(BY_CODE), "--json", cwd=place).stdout)
    assert data["by_test_code"] == BY_CODE
    assert data["comparisons"] == 3 + 20 + 20
    assert data["trivial_programs"] > 6


def test_test_code_that_takes_what_solves_nothing_is_a_fault(tmp_path: Path) -> None:
    wrote(tmp_path / "toy.jsonl", [row(0, "f", "*, x: int", "x", "assert candidate(x=1)")])
    augment("build", "toy.jsonl", "-o", "suite.jsonl", *QUICK, cwd=tmp_path)
    told = augment("check", "suite.jsonl", cwd=tmp_path, code=1).stdout
    assert "Toy/0: its tests accept a program that always returns True" in told


def test_a_slow_reference_gives_the_others_time(tmp_path: Path) -> None:
    body = "next(x for _ in [0] if not [None for n in range(9_000_000) if n < 0])"
    wrote(tmp_path / "toy.jsonl", [toy(0, "slow", "*, x: int", body, "candidate(x=3) == 3")])
    augment("build", "toy.jsonl", "-o", "suite.jsonl", *QUICK, cwd=tmp_path)
    slower = "def slow(*, x):\n    for n in range(12_000_000): pass\n    return x"
    wrote(tmp_path / "set.jsonl", [{"task_id": "Toy/0", "solution": slower}])
    options = ("--timeout", 0.1, "--json")
    document = strictly(augment("score", "suite.jsonl", "set.jsonl", *options, cwd=tmp_path).stdout)
    assert [each["plus"] for each in document["completions"]] == ["pass"]


def test_verdicts_are_kept(place: Path) -> None:
    programs = [f"{BISECT}\nx = {n}" for n in range(3)]
    first = scored(place, GAME, *programs)
    again = scored(place, GAME, *programs)
    assert again["run"]["from_cache"] >= len(programs) > first["run"]["from_cache"]
    assert again["completions"] == first["completions"]


def test_a_run_that_was_killed_goes_on_to_the_same_results(place: Path) -> None:
    programs = [f"import time; time.sleep(0.01); n = {n}\n{BISECT}" for n in range(25)]
    wrote(place / "many.jsonl", [{"task_id": f"Toy/{GAME}", "solution": program} for program in programs])
    command = ["score", "suite.jsonl", "many.jsonl", "--no-cache", "--jobs", "1", "-o", "killed.json"]
    with start(place, *command) as process:
        wait_for_two_lines(place / "killed.json.partial")
        process.kill()
        process.communicate()
    assert not (place / "killed.json").exists()
    augment(*command, "--resume", cwd=place, code=1)
    augment(*command[:-1], "whole.json", cwd=place, code=1)
    killed, whole = (strictly((place / name).read_text()) for name in ("killed.json", "whole.json"))
    assert {**killed, "run": 0} == {**whole, "run": 0}
    assert [each["plus"] for each in whole["completions"]] == ["pass"] * 25


def test_a_suite_with_both_is_refused_in_one_message(place: Path, lines: list[dict[str, Any]]) -> None:
    whole = next(line for line in lines[1:] if line["task_id"] == f"Toy/{KEPT}")
    text = "\n".join(json.dumps(each) for each in (lines[0], whole | {"by_test_code": True}))
    (place / "both.jsonl").write_text(text)
    done = augment("check", "both.jsonl", cwd=place, code=2)
    assert "both.jsonl:2: wanted no `tests` where `by_test_code` is true, found" in done.stderr
