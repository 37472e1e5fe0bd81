from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import augment
from augment.model.execution import Limits
from augment.model.suite import Kind

PROGRAMS = ["def double(x): return x * 2", "def double(x): return x + x", "def double(x): return 2 if x == 1 else 5"]


@pytest.fixture(scope="module")
def suite() -> augment.Suite:
    toy = augment.Problem(
        task_id="Toy/double",
        prompt="def double(x: int) -> int:\n",
        entry_point="double",
        canonical_solution="    return 2 * x\n",
        test="def check(candidate):\n    assert candidate(1) == 2\n",
    )
    values = augment.Value
    cases = (
        augment.Case(id="base-0", kind=Kind.BASE, args=values.of((1,)), expected=values.of(2), origin="base"),
        augment.Case(id="plus-0", kind=Kind.PLUS, args=values.of((3,)), expected=values.of(6), origin="hand"),
    )
    tested = augment.TestedProblem(problem=toy, oracle=augment.Oracle(), cases=cases)
    return augment.Suite(benchmark="toy", problems=(tested,))


@pytest.fixture(scope="module")
def scorer(suite: augment.Suite) -> Iterator[augment.Scorer]:
    limits = augment.ScoreSettings(limits=Limits(cpu_seconds=0.3, wall_seconds=10.0))
    with augment.Scorer(suite, settings=limits, jobs=2) as scorer:
        yield scorer


def test_judgements_come_in_the_order_of_the_programs(scorer: augment.Scorer) -> None:
    judgements = scorer.score([("Toy/double", program) for program in PROGRAMS * 5])
    assert [judgement.plus.value for judgement in judgements] == ["pass", "pass", "fail"] * 5
    assert [judgement.base.value for judgement in judgements] == ["pass"] * 15
    assert [judgement.completion.program for judgement in judgements] == PROGRAMS * 5


def test_all_failures_are_told_when_asked_for(suite: augment.Suite) -> None:
    with augment.Scorer(suite, settings=augment.ScoreSettings(all_tests=True), jobs=1) as scorer:
        right, wrong = scorer.score([("Toy/double", PROGRAMS[0]), ("Toy/double", "def double(x): return x")])
    assert right.failed is not None
    assert right.failed.case_ids == ()
    assert wrong.failed is not None
    assert wrong.failed.case_ids == ("base-0", "plus-0")


def test_many_threads_may_use_one_scorer(scorer: augment.Scorer) -> None:
    def one(number: int) -> str:
        return scorer.score([("Toy/double", f"def double(x): return x * {number}")])[0].plus.value

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(one, range(16))) == ["pass" if number == 2 else "fail" for number in range(16)]


def test_an_event_loop_may_use_it(scorer: augment.Scorer) -> None:
    async def both() -> list[str]:
        one, two = await asyncio.gather(
            scorer.score_async([("Toy/double", PROGRAMS[0])]), scorer.score_async([("Toy/double", PROGRAMS[2])])
        )
        return [judgement.plus.value for judgement in one + two]

    assert asyncio.run(both()) == ["pass", "fail"]


def test_one_program_may_be_judged_later(scorer: augment.Scorer) -> None:
    assert scorer.submit("Toy/double", PROGRAMS[0]).result().plus is augment.Verdict.PASS


def test_a_program_that_hangs_does_not_hold_up_its_neighbours(scorer: augment.Scorer) -> None:
    programs = [PROGRAMS[0], "def double(x):\n  while True: pass", PROGRAMS[0] + "\n"]
    verdicts = [j.plus.value for j in scorer.score([("Toy/double", program) for program in programs])]
    assert verdicts == ["pass", "timeout", "pass"]


def test_an_unknown_task_is_bad_input_and_nothing_runs(scorer: augment.Scorer) -> None:
    with pytest.raises(augment.BadInput, match=r"no problem 'Toy/other' in the suite"):
        scorer.score([("Toy/double", PROGRAMS[0]), ("Toy/other", PROGRAMS[0])])
