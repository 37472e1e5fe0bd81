"""What becomes of proposals when the reference has answered them: each reason to drop one, and the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from conftest import Silent, problem
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from augment.domain.types import type_of
from augment.model.execution import Calls, Ending, Execution, Executor, Limits, Outcome, Program, Watch
from augment.model.problem import Problem
from augment.model.suite import Oracle, Proposal
from augment.model.types import TypeSet, union
from augment.model.value import Value
from augment.oracle.compare import equal
from augment.sandbox.forking import ForkingPool
from augment.vet.reference import SLOW_ENOUGH, VALUE_BYTES, Vetted, vet

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

LIMITS = Limits(steps=20_000)
INT = type_of(0)
ANY = union(map(type_of, (None, 0, "", 0.5, [0], ["a"])))


def proposals(*args: tuple[object, ...]) -> list[Proposal]:
    return [Proposal(Value.of(each), "mutation:int.step", "base-0") for each in args]


def reference(body: str) -> Problem:
    return problem(body, "pass", signature="x")


def vetted(
    pool: ForkingPool,
    body: str,
    *args: tuple[object, ...],
    known: Sequence[tuple[object, ...]] = (),
    types: TypeSet = ANY,
    limits: Limits = LIMITS,
) -> Vetted:
    return vet(reference(body), proposals(*args), {Value.of(each) for each in known}, types, pool, limits)


def kept(result: Vetted) -> list[tuple[object, object]]:
    """Arguments and answer of each accepted proposal."""
    return [(each.proposal.args.unpack(), each.expected.unpack()) for each in result.accepted]


def test_new_inputs_are_kept_with_the_reference_answer_in_the_order_they_were_made(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return x * 2", (300,), (1,), (20,))
    assert kept(result) == [((300,), 600), ((1,), 2), ((20,), 40)]
    assert result.funnel.proposed == 3
    assert result.funnel.dropped == {}


def test_no_proposals_are_no_trouble(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return x")
    assert result.accepted == ()
    assert result.funnel.proposed == 0
    assert result.funnel.dropped == {}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 1 // (x - 5)", "reference raises"),
        ("if x == 5: raise SystemExit\nreturn 0", "reference raises"),
        ("return 0 if x != 5 else (lambda f: f(f))(lambda f: f(f))", "reference raises"),
        ("while x == 5: pass\nreturn 0", "too much for the reference"),
        ("if x == 5: bytearray(20 << 30)\nreturn 0", "too much for the reference"),
        ("return object() if x == 5 else 0", "answer no plain value"),
        ("return solve if x == 5 else 0", "answer no plain value"),
        ("return (n for n in [x]) if x == 5 else 0", "answer no plain value"),
        ("import collections\nreturn collections.deque([x]) if x == 5 else 0", "answer no plain value"),
        ("import os\nif x == 5: os._exit(0)\nreturn 0", "reference dies"),
        ("import os\nif x == 5: os.kill(os.getpid(), 9)\nreturn 0", "reference dies"),
        ("return None if x == 5 else 0", "answer of a type that base answers do not have"),
        ("return True if x == 5 else 0", "answer of a type that base answers do not have"),
        ("return float(x) if x == 5 else 0", "answer of a type that base answers do not have"),
        ("return [x] if x == 5 else 0", "answer of a type that base answers do not have"),
        ("return 10 ** 80000 if x == 5 else 0", "too much for the reference"),
        ("import random\nreturn random.randrange(10 ** 9) if x == 5 else 0", "answer not stable"),
        ("import time\nreturn time.perf_counter_ns() if x == 5 else 0", "answer not stable"),
        ("return id(object()) + hash('a') if x == 5 else 0", "answer not stable"),
        ("import os\nreturn os.getpid() if x == 5 else 0", "answer not stable"),
        ("import datetime\nreturn datetime.date.today().year if x == 5 else 0", "answer not stable"),
        ("from time import time\nreturn int(time()) // 86400 if x == 5 else 0", "answer not stable"),
        ("return len(repr(object())) + hash(repr(object())) if x == 5 else 0", "answer not stable"),
    ],
)
def test_a_bad_answer_costs_one_input_and_is_counted(trusted: ForkingPool, body: str, reason: str) -> None:
    result = vetted(trusted, body, (4,), (5,), (6,), types=INT)
    assert [args for args, _ in kept(result)] == [(4,), (6,)]
    assert result.funnel.dropped == {reason: 1}


def test_an_answer_in_the_order_of_a_set_is_stable_where_order_is_free(trusted: ForkingPool) -> None:
    words = [f"word{number}" for number in range(30)]
    toy, given = reference("return list(set(x))"), proposals((words,))
    (accepted,) = vet(toy, given, set(), ANY, trusted, LIMITS, oracle=Oracle(unordered=True)).accepted
    assert equal(Oracle(unordered=True), words, accepted.expected.unpack())


def test_an_answer_on_a_knifes_edge_is_dropped(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return x[0] + x[1] == x[2]", ([0.1, 0.2, 0.3],), ([0.5, 0.25, 0.75],), ([0.1, 0.2, 0.4],),
                    types=type_of(True))  # fmt: skip
    assert kept(result) == [(([0.5, 0.25, 0.75],), True), (([0.1, 0.2, 0.4],), False)]
    assert result.funnel.dropped == {"on a knife's edge": 1}


def test_an_answer_without_the_property_of_the_base_tests_is_dropped(trusted: ForkingPool) -> None:
    code = "def check_answer(args, answer):\n    assert answer * answer == args[0]\n"
    toy = reference("return round(x ** 0.5)")
    result = vet(toy, proposals((16,), (17,), (0,)), set(), INT, trusted, LIMITS, oracle=Oracle(code=code))
    assert kept(result) == [((16,), 4), ((0,), 0)]
    assert result.funnel.dropped == {"reference breaks the property in the base tests": 1}


def test_a_property_is_no_knifes_edge(trusted: ForkingPool) -> None:
    code = "def check_answer(args, answer):\n    pass\n"
    toy, given = reference("return int(x * 10)"), proposals((0.3,), (0.7,))
    assert len(vet(toy, given, set(), INT, trusted, LIMITS, oracle=Oracle(code=code)).accepted) == 2


def test_answers_of_a_library_type_that_base_answers_have_are_kept_and_marked(trusted: ForkingPool) -> None:
    toy, given = reference("import collections\nreturn collections.deque(x) if x else []"), proposals(([1],), ([],))
    found = vet(toy, given, set(), ANY, trusted, LIMITS, marks={"deque", ""}).accepted
    assert [(each.expected.unpack(), each.marked) for each in found] == [([1], "deque"), ([], "")]


def test_an_answer_in_the_order_of_a_set_is_not_stable(trusted: ForkingPool) -> None:
    words = [f"word{number}" for number in range(30)]
    result = vetted(trusted, "return list(set(x))", (words,), ([],), (["one"],))
    assert kept(result) == [(([],), []), ((["one"],), ["one"])]
    assert result.funnel.dropped == {"answer not stable": 1}


def test_a_set_as_an_answer_is_stable_whatever_its_order(trusted: ForkingPool) -> None:
    words = [f"word{number}" for number in range(30)]
    result = vetted(trusted, "return set(x)", (words,), types=type_of({"a"}))
    assert kept(result) == [((words,), set(words))]


COUNTING = "solve.calls = getattr(solve, 'calls', 0) + 1\nreturn solve.calls"


def test_an_answer_that_hangs_on_earlier_calls_is_not_stable(trusted: ForkingPool) -> None:
    result = vetted(trusted, COUNTING, (1,), (2,), (3,), (4,))
    assert result.accepted == ()
    assert result.funnel.dropped == {"answer not stable": 4}


def test_an_answer_that_hangs_on_earlier_calls_is_not_stable_for_an_odd_number_of_inputs(trusted: ForkingPool) -> None:
    assert vetted(trusted, COUNTING, (1,), (2,), (3,)).accepted == ()


def test_a_reference_that_changes_its_argument_does_not_change_the_case(trusted: ForkingPool) -> None:
    result = vetted(trusted, "x.sort()\nreturn x", ([3, 1, 2],))
    assert kept(result) == [(([3, 1, 2],), [1, 2, 3])]


def test_known_and_repeated_inputs_are_not_new(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return x", (1,), (2,), (2,), (3,), (2,), known=[(1,)])
    assert kept(result) == [((2,), 2), ((3,), 3)]
    assert result.funnel.dropped == {"not new": 3}


def test_the_first_of_equal_proposals_stays(trusted: ForkingPool) -> None:
    args = Value.of((1,))
    twice = [Proposal(args, "mutation:int.step", "base-0"), Proposal(args, "mutation:int.scale", "base-1")]
    (accepted,) = vet(reference("return x"), twice, set(), ANY, trusted, LIMITS).accepted
    assert accepted.proposal == twice[0]


LOOKALIKES: list[tuple[object, ...]] = [
    (1,),
    (True,),
    (1.0,),
    (0,),
    (False,),
    (0.0,),
    (-0.0,),
    ([1],),
    ((1,),),
    ([True],),
    ({1},),
    (frozenset({1}),),
    ({1: 2},),
    ({True: 2},),
    ("1",),
    (b"1",),
    ("",),
    (None,),
]


def test_inputs_that_are_equal_to_python_and_of_different_types_are_all_new(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return repr(x)", *LOOKALIKES)
    assert [answer for _, answer in kept(result)] == [repr(args[0]) for args in LOOKALIKES]
    assert result.funnel.dropped == {}


@pytest.mark.parametrize("place", range(len(LOOKALIKES)))
def test_a_known_input_excludes_itself_alone(trusted: ForkingPool, place: int) -> None:
    result = vetted(trusted, "return repr(x)", *LOOKALIKES, known=[LOOKALIKES[place]])
    expected = [repr(args[0]) for number, args in enumerate(LOOKALIKES) if number != place]
    assert [answer for _, answer in kept(result)] == expected
    assert result.funnel.dropped == {"not new": 1}


def test_nan_is_itself(trusted: ForkingPool) -> None:
    nan = float("nan")
    result = vetted(trusted, "return repr(x)", (nan,), (-nan,), ([nan],), known=[(float("nan"),)])
    assert [answer for _, answer in kept(result)] == ["[nan]"]


def test_a_large_input_is_dropped_before_it_is_run(trusted: ForkingPool) -> None:
    # The literal of the tuple adds the quotes, the brackets and the comma.
    fits, too_large = "a" * (VALUE_BYTES - 5), "a" * (VALUE_BYTES - 4)
    result = vetted(trusted, "return len(x)", (fits,), (too_large,))
    assert [answer for _, answer in kept(result)] == [VALUE_BYTES - 5]
    assert result.funnel.dropped == {"too large": 1}


def test_a_large_answer_is_dropped(trusted: ForkingPool) -> None:
    result = vetted(trusted, "return 'a' * x", (VALUE_BYTES - 2,), (VALUE_BYTES - 1,))
    assert [args for args, _ in kept(result)] == [(VALUE_BYTES - 2,)]
    assert result.funnel.dropped == {"too much for the reference": 1}


def test_size_is_counted_in_bytes(trusted: ForkingPool) -> None:
    assert vetted(trusted, "return 0", ("é" * (VALUE_BYTES - 5),)).funnel.dropped == {"too large": 1}


def test_a_huge_answer_is_too_large(trusted: ForkingPool) -> None:
    assert vetted(trusted, "return [0] * 10 ** 6", (1,)).funnel.dropped == {"too much for the reference": 1}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def solve(x):\n    return (\n", "reference does not load"),
        ("def other(x):\n    return x\n", "reference does not load"),
        ("raise ValueError\n", "reference raises"),
        ("while True: pass\n", "too much for the reference"),
    ],
)
def test_a_reference_that_does_not_load_costs_all_inputs(trusted: ForkingPool, source: str, reason: str) -> None:
    broken = Problem(task_id="Toy/0", prompt="", entry_point="solve", canonical_solution=source, test="")
    result = vet(broken, proposals((1,), (2,)), set(), ANY, trusted, Limits(cpu_seconds=0.1))
    assert result.accepted == ()
    assert result.funnel.dropped == {reason: 2}


def test_after_several_slow_inputs_the_larger_rest_is_not_tried(trusted: ForkingPool) -> None:
    body = "while x >= 10: pass\nreturn x"
    args = [(number,) for number in (40, 3, 17, 11, 16, 2, 12, 13, 14, 15)]
    result = vetted(trusted, body, *args)
    assert kept(result) == [((3,), 3), ((2,), 2)]
    assert result.funnel.dropped == {
        "too much for the reference": SLOW_ENOUGH,
        "larger than inputs that were too much": len(args) - 2 - SLOW_ENOUGH,
    }


def test_what_takes_no_steps_and_much_time_is_too_much(trusted: ForkingPool) -> None:
    found = vet(
        reference("return sum(range(x))"), proposals((10,), (10**7,)), (), ANY, trusted, LIMITS, seconds_outside=0.01
    )
    assert [args for args, _ in kept(found)] == [(10,)]
    assert found.funnel.dropped == {"too much for the reference": 1}


def test_steps_may_take_their_time(trusted: ForkingPool) -> None:
    lines = "total = 0\nfor i in range(x):\n    total += i\nreturn total"
    found = vet(reference(lines), proposals((9000,)), (), ANY, trusted, LIMITS, seconds_outside=0.0)
    assert [args for args, _ in kept(found)] == [(9000,)]


def test_the_clock_ends_what_takes_no_steps(trusted: ForkingPool) -> None:
    limits = Limits(cpu_seconds=0.1)
    result = vetted(trusted, "return sum(range(10 ** 12)) if x == 5 else x", (4,), (5,), limits=limits)
    assert kept(result) == [((4,), 4)]
    assert result.funnel.dropped == {"too much for the reference": 1}


def test_a_reference_may_catch_what_it_raises(trusted: ForkingPool) -> None:
    result = vetted(trusted, "try:\n    return 1 // x\nexcept ZeroDivisionError:\n    return -1", (0,), (1,))
    assert kept(result) == [((0,), -1), ((1,), 1)]


MIXED = """
import random
if x % 7 == 0: raise ValueError
if x % 7 == 1: return None
if x % 7 == 2: return object()
if x % 7 == 3: return random.random()
if x % 7 == 4: return "a" * 70000
return x
"""
REASON_OF = {
    0: "reference raises",
    1: "answer of a type that base answers do not have",
    2: "answer no plain value",
    3: "answer not stable",
    4: "too much for the reference",
}


@settings(LAW, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(numbers=st.lists(st.integers(0, 20), max_size=12), known=st.sets(st.integers(0, 20), max_size=5))
def test_counts_add_up(trusted: ForkingPool, numbers: list[int], known: set[int]) -> None:
    types = union(map(type_of, (0, 0.5, "a")))
    result = vetted(trusted, MIXED, *[(n,) for n in numbers], known=[(n,) for n in known], types=types)

    new = [n for n in dict.fromkeys(numbers) if n not in known]
    dropped = {reason: sum(n % 7 == rest for n in new) for rest, reason in REASON_OF.items()}
    dropped["not new"] = len(numbers) - len(new)
    assert result.funnel.dropped == {reason: count for reason, count in sorted(dropped.items()) if count}
    assert kept(result) == [((n,), n) for n in new if n % 7 > 4]
    assert result.funnel.proposed == len(numbers)
    assert result.funnel.kept == len(result.accepted)


class Scripted:
    """A pool whose executors tell what they are given, by hash seed; whatever is missing was not called."""

    def __init__(self, *told: dict[int, Outcome]) -> None:
        self.told = told

    @contextmanager
    def lend(self, *, hash_seed: int = 0) -> Iterator[Executor]:
        yield _ScriptedExecutor(self.told[hash_seed])


class _ScriptedExecutor(Silent):
    def __init__(self, outcomes: dict[int, Outcome]) -> None:
        self.outcomes = outcomes

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
        return Execution(loading=Outcome(ending=Ending.RETURNED), outcomes=self.outcomes)


def returned(value: object, marked: str = "") -> Outcome:
    return Outcome(ending=Ending.RETURNED, wire=Value.of(value).wire, marked=marked)


def scripted(*told: dict[int, Outcome]) -> Vetted:
    return vet(reference("return x"), proposals((1,), (2,), (3,)), set(), ANY, Scripted(*told), LIMITS)


def test_answers_of_one_run_alone_are_not_stable() -> None:
    first = {0: returned(1), 1: returned(2), 2: returned(3)}
    result = scripted(first, {0: returned(1), 1: Outcome(ending=Ending.RAISED)})
    assert kept(result) == [((1,), 1)]
    assert result.funnel.dropped == {"answer not stable": 2}


def test_answers_that_are_equal_to_python_and_of_different_types_are_not_stable() -> None:
    first = {0: returned(1), 1: returned(0), 2: returned(0.0)}
    result = scripted(first, {0: returned(1.0), 1: returned(False), 2: returned(-0.0)})
    assert result.funnel.dropped == {"answer not stable": 3}


def test_bytes_that_are_no_value_are_no_answer() -> None:
    junk = Outcome(ending=Ending.RETURNED, wire=b"\xff")
    result = scripted({0: returned(1), 1: junk, 2: returned(3)}, {0: returned(1), 1: junk, 2: junk})
    assert kept(result) == [((1,), 1)]
    assert result.funnel.dropped == {"answer no plain value": 1, "answer not stable": 1}


def test_an_answer_that_is_plain_in_one_run_only_is_not_stable() -> None:
    first = {0: returned(1), 1: returned(2), 2: returned(3)}
    assert kept(scripted(first, {**first, 1: returned(2, "numpy.int64")})) == [((1,), 1), ((3,), 3)]


def test_calls_that_the_engine_could_not_make_are_engine_trouble() -> None:
    result = scripted({0: returned(1), 1: Outcome(ending=Ending.INFRA)}, {0: returned(1)})
    assert result.funnel.dropped == {"engine trouble": 2}


def test_engine_trouble_in_the_second_run_is_engine_trouble() -> None:
    first = {0: returned(1), 1: returned(2), 2: returned(3)}
    result = scripted(first, {**first, 2: Outcome(ending=Ending.INFRA)})
    assert result.funnel.dropped == {"engine trouble": 1}
