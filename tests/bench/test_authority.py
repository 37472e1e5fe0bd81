"""What counts as a valid test, as a wrong program, and as recall."""

from __future__ import annotations

import random
from math import isclose

import pytest
from conftest import problem
from hypothesis import given
from hypothesis import strategies as st

from augment.model.completion import Completion, Judgement, Verdict
from augment.model.execution import Ending, Outcome, Patience
from augment.model.problem import Benchmark
from augment.model.suite import Case, Kind, Oracle, TestedProblem
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from scripts.bench.strength.authority import (
    SLOW_ENOUGH,
    Authority,
    Ground,
    Tally,
    chance_of_one,
    invalid_share,
    kills_of,
    recall,
    tally,
    valid_answers,
    wrong_programs,
)

ONE, TWO, THREE = (Value.of((number,)) for number in (1, 2, 3))


def halves(contract: str = "assert x >= 0", code: str = "", wrong: tuple[str, ...] = ()) -> Ground:
    """Half of a number, which the reference does not know of 13."""
    solve = problem("if x == 13: raise ValueError\nreturn x // 2", "assert candidate(4) == 2", signature="x: int")
    base = Case(id="base-0", kind=Kind.BASE, args=Value.of((4,)), expected=Value.of(2), origin="base")
    return Ground(TestedProblem(problem=solve, oracle=Oracle(code=code), cases=(base,)), contract, wrong)


def judgement(program: str, base: Verdict, plus: Verdict, task_id: str = "Toy/0") -> Judgement:
    completion = Completion(task_id=task_id, model="m", number=0, program=program, source="")
    return Judgement(completion=completion, base=base, plus=plus)


def test_a_wrong_program_passes_base_and_fails_plus_by_value_and_counts_once() -> None:
    found = wrong_programs(
        [
            judgement("def f(): return 1", Verdict.PASS, Verdict.FAIL),
            judgement("def f():  # as above\n    return 1", Verdict.PASS, Verdict.FAIL),
            judgement("def f(): return 1", Verdict.PASS, Verdict.FAIL, "Toy/1"),
            judgement("def f(): return 2", Verdict.PASS, Verdict.PASS),
            judgement("def f(): return 3", Verdict.FAIL, Verdict.FAIL),
            judgement("def f(): return 4", Verdict.PASS, Verdict.TIMEOUT),
        ]
    )
    assert found == {"Toy/0": ("def f(): return 1",), "Toy/1": ("def f(): return 1",)}


def test_a_valid_test_meets_the_contract_and_has_an_answer(trusted: ForkingPool) -> None:
    inputs = [Value.of((number,)) for number in (6, -6, 13)]
    with trusted.lend() as executor:
        answers = valid_answers(halves(), inputs, executor)
        free = valid_answers(halves(contract=""), inputs, executor)
    assert [(one.args.literal, one.value and one.value.literal) for one in answers] == [("(6,)", "3")]
    assert [one.args.literal for one in free] == ["(6,)", "(-6,)"]


def test_after_a_few_inputs_that_are_too_much_no_more_are_tried() -> None:
    watch = Patience(SLOW_ENOUGH)
    endings = [Ending.TIMED_OUT, Ending.RAISED, Ending.OUT_OF_MEMORY, Ending.RETURNED, Ending.TIMED_OUT]
    goes_on = [watch(index, Outcome(ending=ending)) for index, ending in enumerate(endings)]
    assert goes_on == [True, True, True, True, False]


def test_in_a_hurry_small_inputs_come_first(trusted: ForkingPool) -> None:
    inputs = [Value.of((number,)) for number in (2**70, 6)]
    with trusted.lend() as executor:
        slow, quick = (valid_answers(halves(), inputs, executor, quickly=hurry) for hurry in (False, True))
    assert [one.args for one in slow] == inputs
    assert [one.args for one in quick] == inputs[::-1]


def test_where_a_property_decides_the_reference_must_have_it(trusted: ForkingPool) -> None:
    even = "def check_answer(arguments, answer):\n    assert answer * 2 == arguments[0]\n"
    with trusted.lend() as executor:
        answers = valid_answers(halves(code=even), [Value.of((6,)), Value.of((7,))], executor)
    assert [one.args.literal for one in answers] == ["(6,)"]


def test_inputs_are_tried_on_the_wrong_programs() -> None:
    wrong = ("def solve(x): return x / 2", "def solve(x): return min(x // 2, 50)")
    authority = Authority(Benchmark(name="toy", problems=(), sha256=""), (halves(wrong=wrong),))
    inputs = {"Toy/0": [Value.of((number,)) for number in (6, 7, -1, 201)]}
    kills = kills_of(authority, inputs, lambda done, total, label: None)
    told = [kills["Toy/0"][args] for args in inputs["Toy/0"]]
    assert told == [frozenset(), {0}, None, {0, 1}]
    (counted,) = authority.tallies(inputs, kills)
    assert counted == Tally(valid=3, invalid=1, killers=(2, 1))
    assert authority.tallies({}, kills) == [Tally(0, 0, (0, 0))]


def test_equal_tests_count_once() -> None:
    kills = {ONE: frozenset({0}), TWO: frozenset({0, 1}), THREE: None}
    assert tally([ONE, ONE, TWO, THREE], kills, 3) == Tally(2, 1, (2, 1, 0))


def test_recall_is_the_share_of_wrong_programs_that_some_valid_test_rejects() -> None:
    tallies = [Tally(4, 0, (1, 0)), Tally(2, 2, (2,)), Tally(0, 0, (0,))]
    assert recall(tallies) == 0.5
    assert recall(tallies, 1) == pytest.approx((1 / 4 + 1) / 4)
    assert invalid_share(tallies) == 0.25
    assert recall([Tally(4, 0, ())]) is None
    assert invalid_share([Tally(0, 0, (0,))]) is None


@given(st.integers(0, 60), st.data())
def test_chances_grow_with_what_is_good_and_with_what_is_drawn(tests: int, data: st.DataObject) -> None:
    good, drawn = data.draw(st.integers(0, tests)), data.draw(st.integers(0, tests + 5))
    chance = chance_of_one(tests, good, drawn)
    assert 0 <= chance <= 1
    assert chance_of_one(tests, 0, drawn) == 0
    assert chance <= chance_of_one(tests, good, drawn + 1) + 1e-12
    if good:
        assert chance >= chance_of_one(tests, good - 1, drawn)
        assert chance_of_one(tests, good, tests) == 1


def test_chances_are_those_of_drawing() -> None:
    rng = random.Random(1)
    hits = sum(min(rng.sample(range(12), 4)) < 3 for _ in range(20_000)) / 20_000
    assert isclose(chance_of_one(12, 3, 4), hits, abs_tol=0.02)
