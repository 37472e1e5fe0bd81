from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from conftest import Silent, problem

from augment.model.completion import Completion, Failed, Judgement, Opinion, Verdict
from augment.model.execution import Calls, Ending, Execution, Executor, Limits, Outcome, Program, Watch
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Oracle, TestedProblem, Tier
from augment.model.value import Value
from augment.recover.base import recover
from augment.sandbox.forking import ForkingPool
from augment.score.judging import program_key
from augment.score.scorer import ProblemScorer, ScoreSettings

LIMITS = Limits(cpu_seconds=0.3, wall_seconds=10.0)


class Bench:
    """Judges programs in warm pools."""

    def __init__(self, trusted: ForkingPool, untrusted: ForkingPool) -> None:
        self.trusted, self.untrusted = trusted, untrusted

    def tested(self, toy: Problem, plus: Sequence[tuple[tuple[object, ...], object]] = ()) -> TestedProblem:
        recovered = recover(toy, self.trusted, LIMITS)
        assert recovered.complaint == ""
        cases = tuple(
            Case(
                id=f"plus-{n}", kind=Kind.PLUS, args=Value.of(a), expected=Value.of(e), origin="hand", tier=Tier.INSIDE
            )
            for n, (a, e) in enumerate(plus)
        )
        return TestedProblem(problem=toy, oracle=recovered.oracle, cases=recovered.cases + cases)

    def judge(self, tested: TestedProblem, *programs: str, all_tests: bool = False) -> list[Judgement]:
        completions = [
            Completion(task_id="Toy/0", model="m", number=n, program=program, source=f"m:{n}")
            for n, program in enumerate(programs)
        ]
        settings = ScoreSettings(limits=LIMITS, all_tests=all_tests)
        scorer = ProblemScorer(tested, settings, self.trusted, self.untrusted)
        assert scorer.exclusion() is None
        return [scorer.judge(completion) for completion in completions]

    def words(self, tested: TestedProblem, program: str) -> tuple[str, str]:
        (judgement,) = self.judge(tested, program)
        return judgement.base.value, judgement.plus.value


@pytest.fixture
def bench(trusted: ForkingPool, untrusted: ForkingPool) -> Bench:
    return Bench(trusted, untrusted)


@pytest.fixture
def counting(bench: Bench) -> TestedProblem:
    """Length of a list, with one plus test."""
    checks = "assert candidate([]) == 0\nassert candidate([1]) == 1"
    return bench.tested(problem("return len(xs)", checks), [(([1, 2],), 2)])


@pytest.mark.parametrize(
    ("program", "base", "plus"),
    [
        ("def solve(xs): return len(xs)", "pass", "pass"),
        ("def solve(xs): return float(len(xs))", "pass", "pass"),
        ("def solve(xs): return bool(xs)", "pass", "fail"),
        ("def solve(xs): return 0", "fail", "fail"),
        ("def solve(xs): raise ValueError", "fail", "fail"),
        ("def solve(xs): return object()", "fail", "fail"),
        ("def solve(xs): return len(xs) if len(xs) < 2 else 1 / 0", "pass", "fail"),
        ("def solve(xs):\n  while True: pass", "timeout", "timeout"),
        ("def solve(xs):\n  while len(xs) > 1: pass\n  return len(xs)", "pass", "timeout"),
        ("def solve(xs): return len(bytearray(20 << 30))", "memory", "memory"),
        ("import os\ndef solve(xs): os._exit(0)", "crash", "crash"),
        ("import os\ndef solve(xs): os._exit(0) if len(xs) > 1 else 0\n", "fail", "fail"),
        ("def solve(xs) return 0", "no-code", "no-code"),
        ("def other(xs): return len(xs)", "no-code", "no-code"),
        ("1 / 0\ndef solve(xs): return len(xs)", "fail", "fail"),
        ("while True: pass", "timeout", "timeout"),
        ("import atexit, os\natexit.register(os._exit, 1)\ndef solve(xs): return len(xs)", "pass", "pass"),
    ],
)
def test_each_ending_has_its_word(bench: Bench, counting: TestedProblem, program: str, base: str, plus: str) -> None:
    assert bench.words(counting, program) == (base, plus)


@pytest.mark.parametrize(
    "program",
    [
        "class A(int):\n  def __eq__(s, o): return True\n  __hash__ = int.__hash__\ndef solve(xs): return A(7)",
        "class A:\n  def __eq__(s, o): return True\ndef solve(xs): return A()",
        "import builtins\nbuiltins.isinstance = builtins.issubclass = lambda *a: True\n"
        "builtins.len = lambda x: 0\nbuiltins.all = lambda x: True\ndef solve(xs): return 7",
        "import builtins\nbuiltins.type = lambda x: int\ndef solve(xs): return [7]",
        "import numpy\nnumpy.allclose = numpy.array_equal = lambda *a, **k: True\ndef solve(xs): return 7",
        "import sys\nfor name in list(sys.modules): sys.modules[name] = None\ndef solve(xs): return 7",
        "import sys\n"
        "def solve(xs):\n"
        "  f = sys._getframe()\n"
        "  while f:\n"
        "    for space in (f.f_locals, f.f_globals):\n"
        "      for key in ('expected', 'answer', 'answers', 'tests', 'cases'):\n"
        "        if isinstance(space.get(key), int): return space[key]\n"
        "    f = f.f_back\n"
        "  return 7",
        "import gc\n"
        "def solve(xs):\n"
        "  for o in gc.get_objects():\n"
        "    if type(o) is dict and 'expected' in o: return o['expected']\n"
        "  return 7",
        "import atexit\natexit.register(print, 'pass')\ndef solve(xs): raise SystemExit(0)",
        "import threading\ndef solve(xs):\n  r = []\n"
        "  threading.Thread(target=lambda: [r.append(1) for _ in iter(int, 1)], daemon=True).start()\n  return 7",
        "import sys\nsys.modules['__main__'].plain = lambda *a: (2, '')\ndef solve(xs): return object()",
        "def check(candidate): pass\ndef solve(xs): return 7",
        "import os\ndef solve(xs):\n  os.write(3, b'P' * 9)\n  return 7",
    ],
)  # fmt: skip
def test_a_trick_inside_the_process_never_passes(bench: Bench, counting: TestedProblem, program: str) -> None:
    (judgement,) = bench.judge(counting, program)
    assert judgement.base not in (Verdict.PASS, Verdict.INFRA)
    assert judgement.plus not in (Verdict.PASS, Verdict.INFRA)


@pytest.mark.parametrize(
    "program",
    [
        "import os\ndef solve(xs): os._exit(70)",
        "import os\ndef solve(xs): os.kill(os.getppid(), 9)",
        "def solve(xs):\n  r = []\n  for _ in range(99): r = [r]\n  return r",
    ],
)
def test_a_wrong_completion_cannot_make_its_failure_ours(bench: Bench, counting: TestedProblem, program: str) -> None:
    (judgement,) = bench.judge(counting, program)
    assert judgement.base not in (Verdict.PASS, Verdict.INFRA)


@pytest.mark.parametrize(
    "program",
    [
        "import os, time\nif os.path.exists('../flag'): raise ValueError\ntime.sleep(0.01)\n"
        "def solve(xs):\n  open('../flag', 'w').close()\n  os._exit(0)",
        "import os, time\nif os.path.exists('../flag'): os._exit(0)\n"
        "def solve(xs):\n  time.sleep(0.01)\n  if xs == []: return 0\n  open('../flag', 'w').close()\n  os._exit(0)",
    ],
)
def test_calls_that_were_not_made_are_not_taken_for_passed(trusted: ForkingPool, program: str) -> None:
    with ForkingPool() as untrusted:
        bench = Bench(trusted, untrusted)
        checks = "assert candidate([]) == 0\nassert candidate([1]) == 1"
        assert bench.words(bench.tested(problem("return len(xs)", checks)), program)[0] in ("crash", "fail")


def test_the_failure_names_the_case_the_reason_and_the_answer(bench: Bench, counting: TestedProblem) -> None:
    wrong, raising, odd, text = bench.judge(
        counting,
        "def solve(xs): return min(len(xs), 1)",
        "def solve(xs): return {}[len(xs)]",
        "def solve(xs): return iter(xs)",
        "def solve(xs) return",
    )
    assert wrong.failure is not None
    assert (wrong.failure.kind, wrong.failure.case_id, wrong.failure.got) == (Kind.PLUS, "plus-0", "1")
    assert wrong.failure.reason == "expected 2, got 1"
    assert raising.failure is not None
    assert (raising.failure.case_id, raising.failure.reason) == ("base-0", "raised KeyError")
    assert odd.failure is not None
    assert odd.failure.reason == "returned a value of type list_iterator"
    assert text.failure is not None
    assert text.failure.case_id == ""
    assert text.failure.reason.startswith("while loading: SyntaxError")


def test_base_is_judged_by_the_test_code_not_by_equality_alone(bench: Bench) -> None:
    tested = bench.tested(problem("return sorted(xs)", "assert set(candidate([2, 1])) == {1, 2}"))
    assert bench.words(tested, "def solve(xs): return xs") == ("pass", "pass")
    assert bench.words(tested, "def solve(xs): return {1: 0, 2: 0}") == ("pass", "pass")
    assert bench.words(tested, "def solve(xs): return [1]") == ("fail", "fail")


def test_plus_is_judged_by_the_learnt_tolerance(bench: Bench) -> None:
    toy = problem("return xs[0] / 3", "for x in (1.0, 5.0): assert abs(candidate([x]) - x / 3) < 1e-6")
    tested = bench.tested(toy, [(([9.0],), 3.0)])
    assert bench.words(tested, "def solve(xs): return xs[0] / 3 + 1e-7") == ("pass", "pass")
    assert bench.words(tested, "def solve(xs): return xs[0] / 3 + (xs[0] > 6) * 1e-5") == ("pass", "fail")


def test_a_finite_answer_is_not_close_to_infinity(bench: Bench) -> None:
    toy = problem("return xs[0] / 3", "for x in (1.0, 5.0): assert abs(candidate([x]) - x / 3) < 1e-6")
    tested = bench.tested(toy, [(([float("inf")],), float("inf"))])
    assert bench.words(tested, "def solve(xs): return xs[0] / 3 if xs[0] < 9 else -2.0") == ("pass", "fail")


def test_library_containers_count_as_what_python_says_they_equal(bench: Bench) -> None:
    checks = "assert candidate([1, 1]) == {1: 2}\nassert candidate([]) == {}"
    tested = bench.tested(problem("return {x: xs.count(x) for x in xs}", checks), [(([2],), {2: 1})])
    assert bench.words(tested, "from collections import Counter\ndef solve(xs): return Counter(xs)") == ("pass", "pass")


def test_a_list_of_namedtuples_equals_a_list_of_tuples(bench: Bench) -> None:
    toy = problem("return [(x, x) for x in xs]", "assert candidate([1]) == [(1, 1)]")
    program = (
        "from collections import namedtuple\nP = namedtuple('P', 'a b')\ndef solve(xs): return [P(x, x) for x in xs]"
    )
    assert bench.words(bench.tested(toy, [(([2],), [(2, 2)])]), program) == ("pass", "pass")


def test_a_checker_judges_the_plus_answers_that_are_not_the_references(bench: Bench) -> None:
    checks = (
        "for n in (12, 30, 35):\n    xs = [n]\n    d = candidate(xs)\n"
        "    assert isinstance(d, int) and 1 < d <= xs[0] and xs[0] % d == 0"
    )
    toy = problem("return next(d for d in range(2, 99) if xs[0] % d == 0)", checks)  # any divisor will do
    tested = bench.tested(toy, [(([8],), 2), (([77],), 7), (([9],), 3)])
    assert tested.oracle.code
    assert bench.words(tested, "def solve(xs): return xs[0]") == ("pass", "pass")
    assert bench.words(tested, "def solve(xs): return xs[0] if xs[0] > 9 else 7") == ("pass", "fail")
    assert bench.words(tested, "def solve(xs): return xs[0] if xs[0] != 77 else [7]") == ("pass", "fail")
    assert bench.words(tested, "def solve(xs): return xs[0] if xs[0] != 9 else 1 / 0") == ("pass", "fail")
    assert bench.words(tested, "def solve(xs): return 1") == ("fail", "fail")
    loop = "def solve(xs):\n  while xs[0] == 9: pass\n  return {8: 5}.get(xs[0], xs[0])"
    assert bench.words(tested, loop) == ("pass", "fail")  # the wrong answer came before the loop
    (judgement,) = bench.judge(tested, "def solve(xs): return xs[0] if xs[0] > 8 else 7 if xs[0] == 8 else 0")
    assert judgement.failure is not None
    assert (judgement.failure.case_id, judgement.failure.got) == ("plus-0", "7")
    assert "the property in the base tests does not hold for (AssertionError)" in judgement.failure.reason


def test_a_checker_that_does_not_hold_for_the_reference_excludes_the_problem(
    trusted: ForkingPool, untrusted: ForkingPool
) -> None:
    code = "def check_answer(args, answer): assert answer == 5"
    base = Case(id="base-0", kind=Kind.BASE, args=Value.of(([1] * 5,)), expected=Value.of(5), origin="base")
    case = Case(id="plus-0", kind=Kind.PLUS, args=Value.of(([1],)), expected=Value.of(2), origin="hand")
    toy = replace(problem("return len(xs)", ""), test="")
    tested = TestedProblem(problem=toy, oracle=Oracle(code=code), cases=(base, case))
    exclusion = ProblemScorer(tested, ScoreSettings(limits=LIMITS), trusted, untrusted).exclusion()
    assert exclusion is not None
    assert "on plus-0: got 1" in exclusion.reason


def test_without_test_code_base_answers_are_compared_as_the_suite_says(bench: Bench) -> None:
    base = {"kind": Kind.BASE, "origin": "base"}
    cases = (
        Case(id="a", args=Value.of(([4],)), expected=Value.of(2), also=(Value.of(-2),), **base),  # type: ignore[arg-type]
        Case(id="b", args=Value.of(([-1],)), expected=Value.of(None), raises="ValueError", **base),  # type: ignore[arg-type]
    )
    toy = replace(problem("if xs[0] < 0: raise ValueError\nreturn 2", ""), test="")
    tested = TestedProblem(problem=toy, oracle=Oracle(), cases=cases)
    refusing = "def solve(xs):\n  if xs[0] < 0: raise {}\n  return {}"
    for kind, value, verdict in (
        ("ValueError", -2, "pass"),
        ("UnicodeError", 2, "pass"),
        ("KeyError", 2, "fail"),
        ("ValueError", 3, "fail"),
    ):
        assert bench.words(tested, refusing.format(kind, value))[0] == verdict
    assert bench.words(tested, "def solve(xs): return 2 if xs[0] > 0 else None")[0] == "fail"


def test_base_tests_that_expect_an_exception_judge_what_was_raised(bench: Bench) -> None:
    checks = (
        "assert candidate([1]) == 1\ntry: candidate([])\nexcept LookupError: pass\nelse: raise AssertionError('no')"
    )
    tested = bench.tested(problem("return xs[0]", checks), [(([5],), 5)])
    assert bench.words(tested, "def solve(xs): return xs[0]") == ("pass", "pass")
    assert bench.words(tested, "def solve(xs): return {1: 1, 5: 5}[xs and xs[0]]") == ("fail", "fail")  # TypeError
    assert bench.words(tested, "def solve(xs): return {1: 1, 5: 5}[xs[0] if xs else 0]") == ("pass", "pass")  # KeyError
    assert bench.words(tested, "def solve(xs):\n  if not xs: raise ValueError\n  return xs[0]") == ("fail", "fail")
    (judgement,) = bench.judge(tested, "def solve(xs): return xs[0] if xs else None")
    assert judgement.failure is not None
    assert judgement.failure.reason == "expected an IndexError, got None (AssertionError: no)"


def test_answers_of_the_references_library_type_count_as_what_they_hold(bench: Bench) -> None:
    checks = "import collections\nassert candidate([1, 2]) == collections.deque([1, 2])"
    tested = bench.tested(problem("import collections\nreturn collections.deque(xs)", checks))
    case = Case(id="plus-0", kind=Kind.PLUS, args=Value.of(([3],)), expected=Value.of([3]), origin="", marked="deque")
    tested = replace(tested, cases=(*tested.cases, case))
    program = "from collections import deque\ndef solve(xs): return {}"
    assert bench.words(tested, program.format("deque(xs)")) == ("pass", "pass")
    assert bench.words(tested, program.format("deque(xs[:2], 9)")) == ("pass", "pass")
    assert bench.words(tested, program.format("xs")) == ("fail", "fail")  # no list is equal to a deque
    assert bench.words(tested, program.format("deque(xs) if xs[1:] else deque([4])")) == ("pass", "fail")


def test_a_deque_does_where_any_sequence_does(bench: Bench) -> None:
    toy = problem("return [x + 1 for x in xs]", "assert list(candidate([1])) == [2]\nassert len(candidate([])) == 0")
    tested = bench.tested(toy, [(([5],), [6])])
    program = "from collections import deque\ndef solve(xs): return deque(x + 1 for x in xs)"
    assert bench.words(tested, program) == ("pass", "pass")
    strict = bench.tested(problem("return [x + 1 for x in xs]", "assert candidate([1]) == [2]"), [(([5],), [6])])
    assert bench.words(strict, program) == ("fail", "fail")


def test_calls_that_depend_on_answers_are_answered(bench: Bench) -> None:
    checks = "code = candidate([1, 2])\nassert candidate(code) == [1, 2]"
    tested = bench.tested(problem("return [-x for x in xs]", checks), [(([5],), [-5])])
    assert bench.words(tested, "def solve(xs): return [9 - x for x in xs]") == ("pass", "fail")
    assert bench.words(tested, "def solve(xs): return [x * 2 for x in xs]") == ("fail", "fail")
    assert bench.words(tested, "def solve(xs): return xs[::-1]") == ("pass", "fail")


def test_a_reference_that_fails_its_own_tests_is_left_out_with_the_reason(
    bench: Bench, trusted: ForkingPool, untrusted: ForkingPool
) -> None:
    tested = bench.tested(problem("return len(xs)", "assert candidate([]) == 0"), [(([1],), 5)])
    exclusion = ProblemScorer(tested, ScoreSettings(limits=LIMITS), trusted, untrusted).exclusion()
    assert exclusion is not None
    assert exclusion.reason == "its reference fails its own tests (on plus-0: expected 5, got 1)"


@pytest.fixture
def many(bench: Bench) -> TestedProblem:
    """Length of a list, with four base and three plus tests."""
    checks = "".join(f"assert candidate([1] * {n}) == {n}\n" for n in range(4))
    return bench.tested(problem("return len(xs)", checks), [(([1] * n,), n) for n in range(4, 7)])


def failed(bench: Bench, tested: TestedProblem, program: str) -> tuple[str, int]:
    """The failed tests and how many were not run; all tests or not, verdict and first failure are the same."""
    (all_of_it,) = bench.judge(tested, program, all_tests=True)
    (first,) = bench.judge(tested, program)
    assert (all_of_it.base, all_of_it.plus, all_of_it.failure) == (first.base, first.plus, first.failure)
    assert first.failed is None
    found = all_of_it.failed
    assert found is not None
    kinds = [name.partition("-")[0] for name in found.case_ids]
    assert (found.base, found.plus) == (kinds.count("base"), kinds.count("plus"))
    return " ".join(found.case_ids), found.not_run


@pytest.mark.parametrize(
    ("program", "ids", "not_run"),
    [
        ("def solve(xs): return len(xs)", "", 0),
        ("def solve(xs): return float(len(xs))", "", 0),
        ("def solve(xs): return min(len(xs), 4)", "plus-1 plus-2", 0),
        ("def solve(xs): return len(xs) % 2", "base-2 base-3 plus-0 plus-1 plus-2", 0),
        ("def solve(xs): return float(len(xs)) if len(xs) < 2 else 1 / 0", "base-2 base-3 plus-0 plus-1 plus-2", 0),
        ("def solve(xs): return len(xs) if len(xs) % 3 else object()", "base-0 base-3 plus-2", 0),
        ("import os\ndef solve(xs): return 9 if len(xs) in (1, 4) else os._exit(0) if len(xs) == 5 else len(xs)",
         "base-1 plus-0 plus-1", 1),
        ("def solve(xs): return len(xs) or 7\n", "base-0", 0),
        ("import os\ndef solve(xs): return os._exit(0) if len(xs) == 2 else float(len(xs)) if xs else 9",
         "base-0 base-2", 4),
        ("def solve(xs): return (0.0, 7, len(bytearray(20 << 30)) if len(xs) == 2 else 0)[len(xs)]",
         "base-1 base-2", 4),
        ("1 / 0", "", 7),
        ("def solve(xs) return", "", 7),
    ],
)  # fmt: skip
def test_all_tests_are_counted_and_named(
    bench: Bench, many: TestedProblem, program: str, ids: str, not_run: int
) -> None:
    assert failed(bench, many, program) == (ids, not_run)
    bare = replace(many, problem=replace(many.problem, test=""))  # as in a suite that brings no test code
    assert failed(bench, bare, program) == (ids, not_run)


def test_base_tests_that_only_fail_together_are_told_by_the_first(bench: Bench) -> None:
    checks = "assert candidate([1]) + candidate([2]) in (3, 4, 9)\nassert candidate([3]) == 3"
    tested = bench.tested(problem("return xs[0]", checks), [(([4],), 4)])
    assert failed(bench, tested, "def solve(xs): return [0, 2, 8, 3, 5][xs[0]]") == ("base-1 plus-0", 0)


def test_of_calls_that_depend_on_answers_the_first_failure_is_told_and_all_of_plus(bench: Bench) -> None:
    checks = "code = candidate([1, 2])\nassert candidate(code) == [1, 2]"
    tested = bench.tested(problem("return [-x for x in xs]", checks), [(([5],), [-5]), (([0],), [0]), (([6],), [-6])])
    assert failed(bench, tested, "def solve(xs): return [x * 2 for x in xs]") == ("base-1 plus-0 plus-2", 0)
    assert failed(bench, tested, "def solve(xs): return [9 - x for x in xs]") == ("plus-0 plus-1 plus-2", 0)


def test_no_more_than_a_thousand_failed_tests_are_named(bench: Bench) -> None:
    tested = bench.tested(
        problem("return len(xs)", "assert candidate([]) == 0"), [(([n],), 1) for n in range(Failed.MOST_IDS + 5)]
    )
    (judgement,) = bench.judge(tested, "def solve(xs): return 0", all_tests=True)
    assert judgement.failed is not None
    assert (judgement.failed.plus, len(judgement.failed.case_ids)) == (1005, 1000)


def test_trouble_of_ours_behind_a_failure_leaves_the_verdict_and_counts_as_not_run(
    bench: Bench, many: TestedProblem
) -> None:
    bare = replace(many, problem=replace(many.problem, test=""))
    completion = Completion(task_id="Toy/0", model="m", number=0, program="def solve(xs): return 0", source="")
    with bench.untrusted.lend() as executor:
        pool = Pool(Spoilt(executor))
        settings = ScoreSettings(limits=LIMITS, all_tests=True)
        judgement = ProblemScorer(bare, settings, bench.trusted, pool).judge(completion)
    assert (judgement.plus, judgement.failed) == (
        Verdict.FAIL,
        Failed(base=1, plus=0, not_run=5, case_ids=("base-1",)),
    )


class Spoilt(Silent):
    """Is in trouble of its own at the third call of a wrong program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def run(
        self,
        program: Program,
        calls: Calls,
        limits: Limits,
        *,
        order: Sequence[int] | None = None,
        watch: Watch | None = None,
        timed: bool = False,
    ) -> Execution:
        def spoilt(index: int, outcome: Outcome) -> bool:
            trouble = index == 2 and "return 0" in program.source
            return watch is None or watch(index, Outcome(ending=Ending.INFRA) if trouble else outcome)

        return self.executor.run(program, calls, limits, order=order, watch=spoilt, timed=timed)


def test_caches_and_journals_can_tell_a_run_of_all_tests_from_others() -> None:
    assert ScoreSettings(all_tests=True).row() != ScoreSettings().row()


def test_an_opinion_comes_back_from_its_row_with_all_that_failed() -> None:
    told = Failed(base=1, plus=2, not_run=3, case_ids=("base-0", "plus-1", "plus-2"))
    opinion = Opinion(base=Verdict.FAIL, plus=Verdict.FAIL, failed=told)
    assert Opinion.from_row(json.loads(json.dumps(opinion.row()))) == opinion


def test_programs_that_differ_in_layout_alone_are_one_program() -> None:
    assert program_key("def f(x):\n  return x # one") == program_key("def f( x ):\n\n    return (x)")
    assert len({program_key(f"x = {text}") for text in ("1", "1.0", "True", "'1'", "b'1'")}) == 5
    assert program_key("not python") != program_key("not  python at all")


class Pool:
    """Lends one executor, which may be a stand-in."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    @contextlib.contextmanager
    def lend(self, *, hash_seed: int = 0) -> Iterator[Executor]:
        yield self.executor


class Broken(Silent):
    """Works for a number of runs and then is in trouble of its own; counts the runs."""

    def __init__(self, executor: Executor, works_for: int = 10**6) -> None:
        self.executor, self.works_for, self.runs = executor, works_for, 0

    def run(
        self,
        program: Program,
        calls: Calls,
        limits: Limits,
        *,
        order: Sequence[int] | None = None,
        watch: Watch | None = None,
        timed: bool = False,
    ) -> Execution:
        self.runs += 1
        if self.runs > self.works_for:
            return Execution(loading=Outcome(ending=Ending.INFRA), outcomes={})
        return self.executor.run(program, calls, limits, order=order, watch=watch, timed=timed)


def test_equal_programs_are_run_once(bench: Bench, counting: TestedProblem) -> None:
    with bench.untrusted.lend() as executor:
        counter = Broken(executor)
        completions = [
            Completion(task_id="Toy/0", model="m", number=n, program=f"def solve(xs): return {n // 3} # {n}", source="")
            for n in range(6)
        ]
        scorer = ProblemScorer(counting, ScoreSettings(limits=LIMITS), bench.trusted, Pool(counter))
        judgements = [scorer.judge(completion) for completion in completions]
    assert counter.runs == 3  # the reference and two different programs
    assert [j.completion.number for j in judgements] == list(range(6))


def test_engine_trouble_is_infra(bench: Bench, counting: TestedProblem) -> None:
    with bench.untrusted.lend() as executor:
        completion = Completion(task_id="Toy/0", model="m", number=0, program="def solve(xs): return 0", source="")
        pool = Pool(Broken(executor, works_for=1))
        judgement = ProblemScorer(counting, ScoreSettings(limits=LIMITS), bench.trusted, pool).judge(completion)
    assert (judgement.base, judgement.plus) == (Verdict.INFRA, Verdict.INFRA)


def test_engine_trouble_of_the_judge_is_infra(bench: Bench, counting: TestedProblem) -> None:
    with bench.trusted.lend() as executor:
        completion = Completion(
            task_id="Toy/0", model="m", number=0, program="def solve(xs): return 0.0 + len(xs)", source=""
        )
        pool = Pool(Broken(executor, works_for=0))
        judgement = ProblemScorer(counting, ScoreSettings(limits=LIMITS), pool, bench.untrusted).judge(completion)
    assert (judgement.base, judgement.plus) == (Verdict.INFRA, Verdict.INFRA)


def test_engine_trouble_while_answering_on_is_infra(bench: Bench) -> None:
    checks = "code = candidate([1, 2])\nassert candidate(code) == [1, 2]"
    tested = bench.tested(problem("return [-x for x in xs]", checks))
    with bench.untrusted.lend() as executor:
        completion = Completion(
            task_id="Toy/0", model="m", number=0, program="def solve(xs): return xs[::-1]", source=""
        )
        pool = Pool(Broken(executor, works_for=2))
        judgement = ProblemScorer(tested, ScoreSettings(limits=LIMITS), bench.trusted, pool).judge(completion)
    assert (judgement.base, judgement.plus) == (Verdict.INFRA, Verdict.INFRA)
