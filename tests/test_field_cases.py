"""What goes wrong in the field when strangers' programs are run and scored, small, through the command line."""

# ruff: noqa: E501 - programs are easier to read unbroken

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import augment
from augment.formats.cache import FOLDER_VARIABLE
from augment.model.execution import Limits
from augment.model.suite import Kind

ROOT = Path(__file__).parents[1]
SECRET = "hush-5c1d"


@dataclass(frozen=True)
class Task:
    """A toy task whose reference gives the expected answers."""

    name: str
    signature: str
    body: str
    cases: tuple[tuple[Any, ...], ...]
    oracle: str = '{"rule": "exact"}'

    @property
    def program(self) -> str:
        return f"def {self.name}({self.signature}):\n{indented(self.body)}"

    def row(self, **changes: Any) -> dict[str, Any]:
        space: dict[str, Any] = {}
        exec(self.program, space)
        tests = [
            {"id": f"{kind}-{n}", "kind": kind, "args": literal(args), "expected": literal(space[self.name](*args))}
            for n, args in enumerate(self.cases)
            for kind in ("base", "plus")
        ]
        row = {
            "task_id": f"Toy/{self.name}",
            "entry_point": self.name,
            "prompt": f"def {self.name}({self.signature}):\n",
            "canonical_solution": indented(self.body),
            "oracle": json.loads(self.oracle),
            "tests": [{**test, "origin": "hand"} for test in tests],
        }
        return row | changes


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.split("\n"))


def literal(value: object) -> str:
    return augment.Value.of(value).literal


CLOSE = '{"rule": "close", "absolute": 1e-6, "relative": 1e-6}'
ADD = Task("add", "x, y", "return x + y", ((2, 3), (5, 7)))
NEIGHBOUR = Task("sort_in_place", "xs", "xs.sort()\nreturn xs", (([3, 1, 2],), ([],)))
COLOURS = Task("colour_words", "cs, n", "import itertools\nreturn len(cs) ** n", ((["r", "g", "b"], 18),))
COMMON = Task("common", "a, b", "return tuple(sorted(set(a) & set(b)))", (((1, 2), (2, 3)), ((1,), (1,))))
MEAN = Task("mean", "xs", "return sum(xs) / len(xs) if xs else float('nan')", (([],), ([1.0, 2.0],)), CLOSE)
ENDS = Task(
    "ends",
    "k",
    "inf = float('inf')\nreturn [inf, -inf, [float('nan')], {0: float('nan')}][k]",
    ((0,), (1,), (2,), (3,)),
    CLOSE,
)
ZERO = Task("zero", "x", "return x * -0.0", ((1.0,),), CLOSE)
HUGE = Task("huge", "n", "return 10 ** 20000 + n", ((7,), (10**5000,)))
EXACT = Task("exact", "n", "return 50000000000000000 + n", ((0,),), CLOSE)
EXACTS = Task("exacts", "n", "return [50000000000000000 + n]", ((0,),), CLOSE)
SQUARES = Task("squares", "n", "return 2 * n * (n + 1) * (2 * n + 1) // 3", ((10**6,), (3,)), CLOSE)
TASKS = (ADD, NEIGHBOUR, COLOURS, COMMON, MEAN, ENDS, ZERO, HUGE, EXACT, EXACTS, SQUARES)


def suite_of(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    header = {"augment_suite": 1, "benchmark": "toy", "created_with": "hand", "seed": 0, "settings": {}}
    path.write_text("".join(f"{json.dumps(row)}\n" for row in (header, *rows)))
    return path


def completions_of(path: Path, programs: Sequence[tuple[Task, str]]) -> Path:
    rows = [{"task_id": f"Toy/{task.name}", "solution": text} for task, text in programs]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def environment(cache: Path | None = None) -> dict[str, str]:
    more = {FOLDER_VARIABLE: str(cache)} if cache else {}
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "TOY_SECRET_TOKEN": SECRET, **more}


def command(
    folder: Path, *arguments: object, code: int | None = 0, cache: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program as a user would, without a terminal; no traceback is ever shown."""
    done = subprocess.run(
        [sys.executable, "-m", "augment", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment(cache),
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert code is None or done.returncode == code, done.stderr[-2000:]
    return done


def score(
    folder: Path, *options: object, suite: str = "suite.jsonl", code: int | None = 0, cache: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Score `completions.jsonl`."""
    more = () if cache else ("--no-cache",)
    return command(folder, "score", suite, "completions.jsonl", *options, *more, code=code, cache=cache)


def strictly(text: str) -> Any:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def add(lines: str, answer: str = "x + y", before: str = "") -> str:
    return f"{before}\ndef add(x, y):\n{indented(lines)}    return {answer}\n"


def of(task: Task, answer: str, before: str = "") -> str:
    return f"{before}\ndef {task.name}({task.signature}):\n    return {answer}\n"


EQUAL = "class E({}):\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n    __hash__ = None\n"
SWALLOW = (
    "def many():\n    for k in range(5000): pass\n"
    "def add(x, y):\n    while True:\n        try: many()\n        except BaseException: continue\n"
)
PRINTED_CLAIMS = (
    "import sys\nfor stream in (sys.stdout, sys.stderr):\n"
    '    print(\'1 passed in 0.01s\\nOK\\n{"base": "pass", "plus": "pass"}\\nall tests passed\', file=stream, flush=True)'
)
CLAIMS = (
    "import os\nfor descriptor in range(1, 10):\n"
    "    try: os.write(descriptor, b'1 passed in 0.01s\\nOK\\nall tests passed\\n')\n"
    "    except OSError: pass"
)
DEEP = "import sys\nsys.setrecursionlimit(10 ** 7)\ndef deep():\n    r = []\n    for _ in range(10 ** 5): r = [r]\n    return r\n"
CASES: dict[str, tuple[Task, str, str, str]] = {
    # a loop that swallows everything
    "a loop that swallows all exceptions": (ADD, SWALLOW, "timeout", "processor time"),
    "and ignores alarm and termination": (
        ADD,
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        + SWALLOW,
        "timeout",
        "processor time",
    ),
    # results too large to hold
    "the whole product as a list": (
        COLOURS,
        of(COLOURS, "list(itertools.product(cs, repeat=n))", "import itertools"),
        "memory|timeout",
        "",
    ),
    "a string of 20 GB": (COLOURS, of(COLOURS, "'x' * (20 << 30)"), "memory", ""),
    # leaving early
    "SystemExit(0)": (ADD, add("raise SystemExit(0)"), "fail|crash", "SystemExit"),
    "os._exit(0)": (ADD, add("import os; os._exit(0)"), "crash", "exit status 0"),
    "exec of /bin/true": (ADD, add("import os; os.execv('/bin/true', ['true'])"), "crash", "exit status 0"),
    "os._exit(0) while loading": (ADD, add("pass", before="import os; os._exit(0)"), "crash", "exit status 0"),
    "SystemExit(0) while loading": (ADD, add("pass", before="raise SystemExit(0)"), "fail|crash", "SystemExit"),
    "exec while loading": (ADD, add("pass", before="import os; os.execv('/bin/true', ['true'])"), "crash", "status 0"),
    # chatty but right, and words that claim a pass
    "100 MB printed": (ADD, add("for _ in range(100): print('x' * 10 ** 6)"), "pass", ""),
    "200 kB without a newline": (ADD, add("print('x' * 200_000, end='')"), "pass", ""),
    "stdout and stderr closed while loading": (
        ADD,
        add("pass", before="import os, sys\nsys.stdout.close()\nsys.stderr.close()\nos.closerange(0, 3)"),
        "pass",
        "",
    ),
    "a pass claimed on every descriptor": (ADD, add(CLAIMS, "-1"), "fail|crash", ""),
    "a pass claimed in print": (ADD, add(PRINTED_CLAIMS, "-1"), "fail", "-1"),
    # values that equal everything
    "an object that equals everything": (COMMON, of(COMMON, "E()", EQUAL.format("object")), "fail", "type E"),
    "a list that equals everything": (COMMON, of(COMMON, "E()", EQUAL.format("list")), "fail", "type E"),
    "a tuple of objects that equal everything": (
        COMMON,
        of(COMMON, "(E(),)", EQUAL.format("object")),
        "fail",
        "type E",
    ),
    "a dict that equals everything": (COMMON, of(COMMON, "E()", EQUAL.format("dict")), "fail", "type E"),
    "a generator of right values": (
        COMMON,
        of(COMMON, "(v for v in sorted(set(a) & set(b)))"),
        "fail",
        "type generator",
    ),
    "an int of a subclass": (ADD, add("pass", "E(x + y)", EQUAL.format("int")), "fail", "type E"),
    # no numbers, infinities, negative zero
    "nan for nan": (MEAN, MEAN.program, "pass", ""),
    "zero for nan": (MEAN, of(MEAN, "sum(xs) / len(xs) if xs else 0.0"), "fail", "nan"),
    "None for nan": (MEAN, of(MEAN, "sum(xs) / len(xs) if xs else None"), "fail", "None"),
    "a word for nan": (MEAN, of(MEAN, "sum(xs) / len(xs) if xs else 'nan'"), "fail", "'nan'"),
    "infinities and inner nans": (ENDS, ENDS.program, "pass", ""),
    "infinity of the other sign": (ENDS, of(ENDS, "float('inf')"), "fail", "-inf"),
    "an inner infinity for nan": (ENDS, ENDS.program.replace("[float('nan')]", "[inf]"), "fail", "inf"),
    "a nan for an infinity": (ENDS, of(ENDS, "float('nan')"), "fail", "nan"),
    "zero for negative zero": (ZERO, of(ZERO, "0.0"), "pass", ""),
    # integers of many digits
    "20,000 digits": (HUGE, HUGE.program, "pass", ""),
    "20,000 digits, off by one": (HUGE, HUGE.program.replace("+ n", "+ n + 1"), "fail", "characters)"),
    "20,000 digits, printed": (HUGE, HUGE.program.replace("return", "print(10 ** 20000 + n)\n    return"), "pass", ""),
    "20,000 digits in an exception": (HUGE, of(HUGE, "int('x' + str(10 ** 20000))"), "fail", "ValueError"),
    # exact integers under a tolerance
    "an exact integer": (EXACT, EXACT.program, "pass", ""),
    "off by one in the last digit": (EXACT, of(EXACT, "50000000000000001"), "fail", "50000000000000001"),
    "off by one in a list": (EXACTS, of(EXACTS, "[50000000000000001]"), "fail", "50000000000000001"),
    "an equal float for an int": (EXACT, of(EXACT, "5e16"), "pass", ""),
    "exact squares": (SQUARES, of(SQUARES, "sum((2 * k) ** 2 for k in range(1, n + 1))"), "pass", ""),
    "squares by division": (SQUARES, of(SQUARES, "2 * n * (n + 1) * (2 * n + 1) / 3"), "fail", "e+18"),
    # neighbours of a crash
    "a segmentation fault": (ADD, add("import ctypes; ctypes.string_at(0)"), "crash", "SIGSEGV"),
    "repr of a deep list": (ADD, add("repr(deep())", before=DEEP), "crash|fail", ""),
    "comparison of deep lists": (ADD, add("deep() == deep()", before=DEEP), "crash|fail", ""),
    "a deep list": (ADD, add("pass", "deep()", DEEP), "crash|fail", ""),
    "killed by itself": (ADD, add("import os; os.kill(os.getpid(), 9)"), "crash", "SIGKILL"),
    "a real-time signal": (ADD, add("import os; os.kill(os.getpid(), 40)"), "crash", "signal 40"),
    "an object that cannot be pickled": (
        ADD,
        add("pass", "R()", "class R:\n    def __reduce__(self): raise ValueError\n    __reduce_ex__ = __reduce__"),
        "fail",
        "type R",
    ),
    "a lambda": (ADD, add("pass", "lambda: 5"), "fail", "type function"),
    "a module": (ADD, add("import os", "os"), "fail", "type module"),
    "an open file": (ADD, add("pass", "open('f', 'w')"), "fail", "type TextIOWrapper"),
    "a list in itself": (ADD, add("r = []\nr.append(r)", "r"), "fail", "deeply"),
    "an exception whose text raises": (
        ADD,
        add("raise E", before="class E(Exception):\n    def __str__(self): raise E\n    __repr__ = __str__"),
        "fail",
        "raised E",
    ),
    "an exception whose text loops": (
        ADD,
        add(
            "raise E",
            before="class E(Exception):\n    def __str__(self):\n        while True: pass\n    __repr__ = __str__",
        ),
        "fail",
        "raised E",
    ),
    "a class": (ADD, "class add:\n    def __init__(self, x, y): pass\n", "fail", "type add"),
    "a coroutine": (ADD, "async def add(x, y): return x + y\n", "fail", "type coroutine"),
    # nosy programs
    "the environment, printed": (
        ADD,
        add("import os; print(dict(os.environ))\nraise ValueError(' '.join(os.environ.values()))"),
        "fail",
        "ValueError",
    ),
    "a secret of the environment": (ADD, add("import os", "os.environ['TOY_SECRET_TOKEN']"), "fail", "KeyError"),
    "files wherever they can be": (
        ADD,
        add(
            "import os, sys\nfor d in ('.', os.path.expanduser('~'), '/tmp', '{folder}', *sys.path):\n"
            "    for f in ('conftest.py', 'sitecustomize.py', 'toynosy.py', 'heapq.py'):\n"
            "        if os.path.exists(os.path.join(d, f)): continue\n"
            "        try: open(os.path.join(d, f), 'w').write('raise SystemError')\n"
            "        except OSError: pass",
            "-1",
        ),
        "fail",
        "-1",
    ),
    "standard modules after that": (ADD, add("import heapq, json, random, site; heapq.heapify([])"), "pass", ""),
    "the planted module": (ADD, add("import toynosy"), "fail", "ModuleNotFoundError"),
    "the expected answers from disk": (ADD, add("open('{folder}/suite.jsonl').read()"), "fail", "Error"),
    "other completions from disk": (ADD, add("open('{folder}/completions.jsonl').read()"), "fail", "Error"),
    "the arguments of the parent": (
        ADD,
        add(
            "import os, glob\nfor p in glob.glob('/proc/[0-9]*/cmdline'):\n"
            "    try: text = open(p, 'rb').read()\n    except OSError: continue\n"
            "    if b'completions.jsonl' in text and b'{folder}' not in text: raise RuntimeError('seen')",
            "-1",
        ),
        "fail",
        "-1",
    ),
    "a connection": (ADD, add("import socket; socket.create_connection(('127.0.0.1', 1), 1)"), "fail", "Error"),
    "memory of the parent": (
        ADD,
        add("import os; open('/proc/%d/mem' % (os.getppid() or 1), 'rb')"),
        "fail",
        "PermissionError",
    ),
}
"""What a program does: its task, its text, the verdicts that are right, and what the reason holds."""
NEIGHBOURS = 20
KNOWN_SMALL = 1000  # MB


@dataclass(frozen=True)
class Scored:
    verdicts: dict[str, tuple[str, str]]
    neighbours: list[str]
    folder: Path
    output: str
    results: str
    peak_mb: int


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Scored:
    """All cases in one run, with neighbours between them."""
    folder = tmp_path_factory.mktemp("field")
    suite_of(folder / "suite.jsonl", [task.row() for task in TASKS])
    programs = [(task, text.replace("{folder}", str(folder))) for task, text, _, _ in CASES.values()]
    programs += [(NEIGHBOUR, f"{NEIGHBOUR.program}number = {n}\n") for n in range(NEIGHBOURS)]
    completions_of(folder / "completions.jsonl", programs)
    done = score(folder, "-o", "results.json", "--timeout", 0.5, "--memory", 1000, "--json")
    text = (folder / "results.json").read_text()
    found = {(row["task_id"], row["number"]): row for row in strictly(text)["completions"]}
    numbers: dict[str, int] = {}
    verdicts = {}
    for name, (task, *_) in CASES.items():
        task_id = f"Toy/{task.name}"
        row = found[task_id, numbers.setdefault(task_id, 0)]
        numbers[task_id] += 1
        verdicts[name] = (row["plus"], row.get("failure", {}).get("reason", ""))
    return Scored(
        verdicts,
        [row["plus"] for (task_id, _), row in found.items() if task_id == f"Toy/{NEIGHBOUR.name}"],
        folder,
        done.stdout + done.stderr,
        text,
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10,
    )


@pytest.mark.parametrize("name", CASES)
def test_each_program_gets_its_verdict_and_a_reason(scored: Scored, name: str) -> None:
    _, _, verdicts, reason = CASES[name]
    assert scored.verdicts[name][0] in verdicts.split("|"), scored.verdicts[name]
    assert reason in scored.verdicts[name][1]


def test_good_neighbours_keep_their_pass(scored: Scored) -> None:
    assert scored.neighbours == ["pass"] * NEIGHBOURS


def test_no_secret_is_told(scored: Scored) -> None:
    assert SECRET not in scored.output + scored.results


def test_nothing_is_written_outside_a_scratch_folder(scored: Scored) -> None:
    assert sorted(path.name for path in scored.folder.iterdir()) == ["completions.jsonl", "results.json", "suite.jsonl"]
    places = {Path.home(), ROOT, Path("/tmp"), Path(sys.prefix)}
    assert [path for place in places for path in place.glob("toynosy.py")] == []


def test_the_command_stays_small(scored: Scored) -> None:
    assert scored.peak_mb < KNOWN_SMALL + 300  # the largest process of all, and a program may take 1,000 MB


def test_a_program_with_a_huge_constant_is_scored(tmp_path: Path) -> None:
    suite_of(tmp_path / "suite.jsonl", [ADD.row()])
    completions_of(tmp_path / "completions.jsonl", [(ADD, f"X = 0x{'f' * 5000}\n{ADD.program}"), (ADD, ADD.program)])
    assert judged(tmp_path) == ["pass", "pass"]


def judged(folder: Path, *options: object, cache: Path | None = None, code: int | None = 0) -> list[str]:
    done = score(folder, "--json", *options, cache=cache, code=code)
    return [row["plus"] for row in strictly(done.stdout)["completions"]]


def test_the_library_survives_a_loop_that_swallows_everything_and_runs_again() -> None:
    case = augment.Case(
        id="base-0", kind=Kind.BASE, args=augment.Value.of((2, 3)), expected=augment.Value.of(5), origin="hand"
    )
    problem = augment.Problem(
        task_id="Toy/add",
        prompt="def add(x, y):\n",
        entry_point="add",
        canonical_solution="    return x + y\n",
        test="",
    )
    tested = augment.TestedProblem(problem=problem, oracle=augment.Oracle(), cases=(case,))
    suite = augment.Suite(benchmark="toy", problems=(tested,))
    settings = augment.ScoreSettings(limits=Limits(cpu_seconds=0.3, wall_seconds=2.0))
    for _ in range(2):
        with augment.Scorer(suite, settings=settings, jobs=1) as scorer:
            found = scorer.score([("Toy/add", ADD.program), ("Toy/add", SWALLOW), ("Toy/add", ADD.program)])
        assert [judgement.plus.value for judgement in found] == ["pass", "timeout", "pass"]


BROKEN = {
    "wrong": ("return x + y + (x == 5)", "base-1: expected 12, got 13"),
    "syntax": ("return x +", "SyntaxError"),
    "slow": ("while x == 2: pass\nreturn x + y", "processor time"),
    "absent": ("import no_such_module\nreturn x + y", "No module named 'no_such_module'"),
}
"""References that fail their own tests: their bodies, and what is said of them."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of one good reference and four that cannot be scored, with a right program for each."""
    folder = tmp_path_factory.mktemp("broken")
    rows = [ADD.row(task_id=f"Toy/{name}", canonical_solution=indented(body)) for name, (body, _) in BROKEN.items()]
    suite_of(folder / "suite.jsonl", [ADD.row(), *rows])
    lines = [{"task_id": f"Toy/{name}", "solution": ADD.program} for name in ("add", *BROKEN)]
    (folder / "completions.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def named(rows: Sequence[dict[str, str]]) -> dict[str, str]:
    return {row["task_id"].removeprefix("Toy/"): row["reason"] for row in rows}


@pytest.mark.parametrize("options", [(), ("--check",)], ids=["score", "score --check"])
def test_references_that_cannot_be_scored_are_named_and_in_no_rate(broken: Path, options: tuple[str, ...]) -> None:
    document = strictly(score(broken, "--json", "--timeout", 0.1, *options, code=1).stdout)
    excluded = named(document["excluded"])
    assert excluded.keys() == BROKEN.keys()
    for name, (_, reason) in BROKEN.items():
        assert reason in excluded[name]
    (model,) = document["summary"]
    assert (model["completions"], model["pass_at_k"][0]["plus"]) == (1, 1.0)


def test_references_that_fail_are_faults_of_the_suite(broken: Path) -> None:
    done = command(broken, "check", "suite.jsonl", "--json", "--timeout", 0.1, code=1)
    found = strictly(done.stdout)
    faults = named(found["faults"])
    assert faults.keys() == BROKEN.keys()
    for name, (_, reason) in BROKEN.items():
        assert reason in faults[name]
    assert (found["problems"], found["comparisons"], found["excluded"]) == (5, 4, [])
    command(broken, "check", "suite.jsonl", "--tasks", "add", code=0)


def test_references_that_fail_are_left_out_when_a_suite_is_built_and_the_check_says_so(tmp_path: Path) -> None:
    test = "def check(candidate):\n    assert candidate(2, 3) == 5\n    assert candidate(5, 7) == 12\n"
    names = {"add": ADD.body, **{name: body for name, (body, _) in BROKEN.items() if name != "slow"}}
    rows = [ADD.row(task_id=f"Toy/{name}", canonical_solution=indented(names[name]), test=test) for name in names]
    (tmp_path / "toy.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    command(
        tmp_path, "build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 3, "--rounds", 1, "--mutants", 40, code=1
    )
    found = strictly(command(tmp_path, "check", "suite.jsonl", "--json", code=1).stdout)
    assert named(found["excluded"]).keys() == names.keys() - {"add"}
    assert "no_such_module" in named(found["excluded"])["absent"]
    assert (found["problems"], found["faults"]) == (1, [])


@pytest.fixture(scope="module")
def scored_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose completions were scored once, with a cache."""
    folder = tmp_path_factory.mktemp("scored")
    suite_of(folder / "suite.jsonl", [ADD.row()])
    completions_of(folder / "completions.jsonl", [(ADD, ADD.program), (ADD, add("pass", "x + y if x == 2 else 0"))])
    assert judged(folder, cache=folder / "cache") == ["pass", "fail"]
    return folder


@pytest.fixture
def cached(scored_once: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    shutil.copytree(scored_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def from_cache(folder: Path) -> tuple[list[str], int]:
    document = strictly(score(folder, "--json", cache=folder / "cache", code=None).stdout)
    return [row["plus"] for row in document["completions"]], document["run"]["from_cache"]


def test_what_has_only_a_new_time_is_taken_from_the_cache(cached: Path) -> None:
    os.utime(cached / "suite.jsonl", (1, 1))
    verdicts, found = from_cache(cached)
    assert verdicts == ["pass", "fail"]
    assert found >= 2


@pytest.mark.parametrize(
    ("task", "verdicts"),
    [
        (Task("add", "x, y", "return x + y if x != 5 else 0", ADD.cases), ["fail", "pass"]),
        (Task("add", "x, y", "return x + y", ((2, 3), (2, 8))), ["pass", "pass"]),
        (Task("add", "x, y", "z = x + y\nreturn z", ADD.cases), ["pass", "fail"]),
    ],
    ids=["another answer", "another input", "another reference"],
)
def test_data_changed_in_place_are_judged_anew(cached: Path, task: Task, verdicts: list[str]) -> None:
    suite_of(cached / "suite.jsonl", [task.row()])
    assert from_cache(cached) == (verdicts, 0)


@pytest.mark.parametrize("domain", [{"types": [["int"], ["int"]], "statements": []}, None])
def test_a_domain_changed_in_place_is_judged_anew_and_the_old_one_is_known_again(cached: Path, domain: object) -> None:
    of_int = {"types": [["int"], ["int"]], "statements": [], "contract": "def precondition(x, y):\n    return x < y\n"}
    suite_of(cached / "suite.jsonl", [ADD.row(domain=of_int)])
    assert from_cache(cached) == (["pass", "fail"], 0)
    assert from_cache(cached)[1] >= 2
    suite_of(cached / "suite.jsonl", [ADD.row(**({"domain": domain} if domain else {}))])
    assert from_cache(cached)[1] == (0 if domain else 3)


def test_a_cache_cut_short_is_begun_anew_with_a_notice(cached: Path) -> None:
    (store,) = (cached / "cache").glob("*.sqlite")
    for more in (cached / "cache").glob("*.sqlite-*"):
        more.unlink()
    store.write_bytes(store.read_bytes()[:2000])
    done = score(cached, "--json", cache=cached / "cache")
    assert [row["plus"] for row in strictly(done.stdout)["completions"]] == ["pass", "fail"]
    assert "cache" in done.stderr


def test_two_runs_at_once_on_a_cold_cache_agree(cached: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        both = list(threads.map(lambda _: judged(cached, cache=cached / "cold"), range(2)))
    assert both == [["pass", "fail"]] * 2


def test_a_busy_machine_changes_no_verdict(tmp_path: Path) -> None:
    spin = "import time\nend = time.process_time() + 0.04\nwhile time.process_time() < end: pass"
    names = [f"Toy/{n}" for n in range(6)]
    suite_of(tmp_path / "suite.jsonl", [ADD.row(task_id=name, tests=ADD.row()["tests"][:2]) for name in names])
    programs = [add(f"{spin}\nn = {n}", "x + y if n else 0") for n in range(2)]
    lines = [{"task_id": name, "solution": text} for name in names for text in programs]
    (tmp_path / "completions.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    cores = os.cpu_count() or 1
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        found = [judged(tmp_path, "--timeout", 0.2, "--jobs", jobs) for jobs in (1, 4 * cores)]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert found == [["fail", "pass"] * 6] * 2


@pytest.fixture
def small(tmp_path: Path) -> Path:
    suite_of(tmp_path / "suite.jsonl", [ADD.row(), NEIGHBOUR.row()])
    programs = [(ADD, add(f"import time; time.sleep(0.01); n = {n}")) for n in range(25)]
    completions_of(tmp_path / "completions.jsonl", [*programs, (NEIGHBOUR, NEIGHBOUR.program)])
    return tmp_path


def test_a_run_that_was_killed_goes_on_to_the_same_results(small: Path) -> None:
    score(small, "-o", "whole.json")
    command = [sys.executable, "-m", "augment", "score", "suite.jsonl", "completions.jsonl", "-o", "killed.json"]
    command += ["--no-cache", "--jobs", "1"]
    with subprocess.Popen(command, cwd=small, env=environment(), stderr=subprocess.DEVNULL) as process:
        journal = small / "killed.json.partial"
        patience = time.monotonic() + 30
        while time.monotonic() < patience and not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert "--resume" in score(small, "-o", "killed.json", code=2).stderr
    score(small, "-o", "killed.json", "--resume")
    killed, whole = (strictly((small / name).read_text()) for name in ("killed.json", "whole.json"))
    assert {**killed, "run": 0} == {**whole, "run": 0}
    assert not journal.exists()


def test_a_journal_with_a_broken_line_is_told_and_that_piece_is_done_again(small: Path) -> None:
    score(small, "-o", "whole.json")
    command = [sys.executable, "-m", "augment", "score", "suite.jsonl", "completions.jsonl", "-o", "broken.json"]
    command += ["--no-cache", "--jobs", "1"]
    journal = small / "broken.json.partial"
    with subprocess.Popen(command, cwd=small, env=environment(), stderr=subprocess.DEVNULL) as process:
        patience = time.monotonic() + 30
        while time.monotonic() < patience and not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    first, second, *others = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join([first, second[:-40], *others]))
    told = score(small, "-o", "broken.json", "--resume").stderr
    assert "passed over: broken.json.partial:2: wanted a JSON object" in told
    broken, whole = (strictly((small / name).read_text()) for name in ("broken.json", "whole.json"))
    assert {**broken, "run": 0} == {**whole, "run": 0}


def test_a_second_run_asks_nothing_and_keeps_the_first(small: Path) -> None:
    (small / "results.json").write_text("mine")
    done = score(small, "-o", "results.json", code=2)
    assert "exists already" in done.stderr
    assert "scoring" not in done.stderr
    assert (small / "results.json").read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "message"),
    [(["-o", "/proc/results.json"], "/proc/results.json"), (["--timeuot", "1"], "--timeuot")],
    ids=["a folder that cannot be written", "a misspelt option"],
)
def test_what_cannot_work_is_told_before_any_program_runs(small: Path, options: list[str], message: str) -> None:
    done = score(small, *options, code=2)
    assert message in done.stderr
    assert "scoring" not in done.stderr
    assert done.stdout == ""
