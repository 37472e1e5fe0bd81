"""Test code held with a program: questions one way, plain answers the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from conftest import problem

from augment.errors import EngineFailure
from augment.harness.talk import MOST_CALLS, Talk, talk
from augment.model.execution import Calls, Ending, Execution, Executor, Limits, Program, Session
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool

QUICK = Limits(cpu_seconds=0.2, wall_seconds=5.0)


def held(
    trusted: ForkingPool,
    untrusted: ForkingPool,
    checks: str,
    body: str,
    *,
    reference: str = "return 0",
    timed: bool = False,
) -> Talk:
    toy = problem(reference, checks)
    program = Program(source=f"def solve(*args, **named):\n    {body}\n", entry_point="solve")
    with trusted.lend() as code, untrusted.lend() as other:
        return talk(toy, program, QUICK, trusted=code, other=other, timed=timed)


@pytest.mark.parametrize(
    ("checks", "body"),
    [
        ("assert candidate(1, k=2) == [(1,), {'k': 2}]", "return [args, named]"),
        ("x = 1\nfor _ in range(9): x = candidate(x)\nassert x == 512", "return 2 * args[0]"),
        (
            "import collections\nassert candidate() == collections.deque([1])",
            "import collections as c; return c.deque([1])",
        ),
        (
            "try: candidate()\nexcept KeyError as e: assert e.args == ('gone',)\nelse: assert 0",
            "raise KeyError('gone')",
        ),
        ("xs = [3]\nassert candidate(xs) is None\nassert xs == [3]", "args[0].clear()"),
        ("assert candidate(float('nan')) != 0", "return args[0]"),
        ("import signal, threading\nassert candidate() == 1", "return 1"),
        (
            "import concurrent.futures as c\nwith c.ThreadPoolExecutor(4) as pool:\n"
            "    assert list(pool.map(candidate, range(50))) == [n + 1 for n in range(50)]",
            "return args[0] + 1",
        ),
    ],
)
def test_test_code_accepts_what_gives_what_it_wants(
    trusted: ForkingPool, untrusted: ForkingPool, checks: str, body: str
) -> None:
    talked = held(trusted, untrusted, checks, body)
    assert (talked.reason, talked.ended) == ("", None)


@pytest.mark.parametrize(
    ("checks", "body", "reason"),
    [
        ("assert candidate(1) == 2, 'no two'", "return 1", "AssertionError: no two"),
        ("assert candidate(1) == 1", "return iter([1])", "CandidateRaised"),
        ("candidate(print)", "return 1", "an argument is not a plain value (type builtin_function_or_method)"),
        ("while candidate(1): pass", "return 1", f"more than {MOST_CALLS:,} calls"),
        ("import sys\nsys.exit(0)", "return 1", "SystemExit: 0"),
        ("candidate(1)\nimport os\nos._exit(0)", "return 1", "the check did not end (left early with exit status 0)"),
        ("x = []\nx.append(x)\ncandidate(x)", "return 1", "an argument is not a plain value (nested too deeply"),
    ],
)
def test_the_reason_of_a_rejection_is_told(
    trusted: ForkingPool, untrusted: ForkingPool, checks: str, body: str, reason: str
) -> None:
    talked = held(trusted, untrusted, checks, body)
    assert talked.reason.startswith(reason)
    assert not talked.accepted


def test_the_last_call_is_told_with_its_names_and_its_time(trusted: ForkingPool, untrusted: ForkingPool) -> None:
    checks = "candidate(1)\nassert candidate([2], 'x', k=(3,)) == 4"
    talked = held(trusted, untrusted, checks, "[None for n in range(10**6)]; return 5", timed=True)
    assert (talked.calls, talked.last) == (2, "[2], 'x', k=(3,)")
    assert talked.outcome is not None
    assert talked.outcome.content == Value.of(5)
    assert 0 < talked.cpu_seconds < talked.total_cpu_seconds


def test_test_code_never_meets_the_end_of_a_program(trusted: ForkingPool, untrusted: ForkingPool) -> None:
    checks = "try: candidate(1)\nexcept BaseException: pass"
    talked = held(trusted, untrusted, checks, "import os; os._exit(0)")
    assert talked.ended is not None
    assert talked.ended.ending is Ending.DIED
    assert not talked.accepted


class Stumbling:
    """An executor with trouble in its first conversations."""

    def __init__(self, executor: Executor, stumbles: int) -> None:
        self.executor, self.stumbles = executor, stumbles

    def run(self, program: Program, calls: Calls, limits: Limits, **_: object) -> Execution:
        raise EngineFailure("this executor makes conversation only")

    @contextmanager
    def converse(self, program: Program, limits: Limits, *, timed: bool = False) -> Iterator[Session]:
        self.stumbles -= 1
        slow = Program(source="def solve(x):\n    while True: pass", entry_point="solve")
        with self.executor.converse(program if self.stumbles < 0 else slow, limits, timed=timed) as session:
            yield session


@pytest.mark.parametrize(("stumbles", "ending"), [(0, None), (1, None), (2, Ending.TIMED_OUT)])
def test_trouble_counts_when_it_comes_twice(
    trusted: ForkingPool, untrusted: ForkingPool, stumbles: int, ending: Ending | None
) -> None:
    program = Program(source="def solve(x): return 1", entry_point="solve")
    with trusted.lend() as code, untrusted.lend() as other:
        toy = problem("return 1", "assert candidate(1) == 1")
        talked = talk(toy, program, QUICK, trusted=code, other=Stumbling(other, stumbles))
    assert (talked.ended.ending if talked.ended else None) is ending


def test_the_program_meets_neither_test_code_nor_reference(trusted: ForkingPool, untrusted: ForkingPool) -> None:
    body = (
        "import gc; found = [o for o in gc.get_objects() if isinstance(o, dict) and 'check' in o]; "
        "text = open('/proc/self/cmdline').read(); return [len(found), 'only the test code' in text]"
    )
    checks = "expected = 'only the test code'\nassert candidate(1) == [0, False], candidate(1)"
    talked = held(trusted, untrusted, checks, body, reference="return 'a reference'")
    assert talked.reason == ""
