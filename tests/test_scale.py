"""Scale tests of whole problems: which inputs they get, and what programs of hopeless running time get on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import problem

from augment.generate.scale import extent
from augment.growth import BuildSettings
from augment.model.completion import Completion, Verdict
from augment.model.execution import Limits
from augment.model.problem import Problem
from augment.model.suite import Case, TestedProblem, Tier
from augment.pipeline import Given, build_problem
from augment.report.problem import problem_lines
from augment.sandbox.forking import ForkingPool
from augment.score.scorer import ProblemScorer, ScoreSettings

PRIME = problem(
    """
if n < 2:
    return False
divisor = 2
while divisor * divisor <= n:
    rest = n % divisor
    if rest == 0:
        return False
    divisor += 1
return True""",
    "assert candidate(7)\nassert not candidate(9)\nassert not candidate(1)\nassert candidate(11)\nassert candidate(3)",
    signature="n: int",
)
UP_TO_N = "def solve(n):\n    return n > 1 and all(n % divisor for divisor in range(2, n))\n"
MEMORY_OF_N = "def solve(n):\n    return n > 1 and all([n % divisor for divisor in [*range(n)][2:]])\n"
CLIMB = problem(
    "a, b = 0, 1\nfor _ in range(n):\n    a, b = b, a + b\nreturn a",
    "assert candidate(5) == 5\nassert candidate(1) == 1\nassert candidate(8) == 21",
    signature="n: int",
)
SETTINGS = BuildSettings(plus_tests=10, proposals=20, rounds=1, sure_rounds=1)


def built(one: Problem, trusted: ForkingPool, settings: BuildSettings = SETTINGS) -> TestedProblem:
    tested = build_problem(one, settings, trusted, Limits(), Given())
    assert isinstance(tested, TestedProblem)
    return tested


def scale(tested: TestedProblem) -> list[Case]:
    return [case for case in tested.cases if case.scale]


@pytest.fixture(scope="module")
def prime(trusted: ForkingPool) -> TestedProblem:
    return built(PRIME, trusted)


def test_the_hardest_number_that_is_easy_for_the_reference_is_taken(prime: TestedProblem) -> None:
    cases = scale(prime)
    assert 0 < len(cases) <= 3
    assert [case.id for case in cases] == [f"scale-{number}" for number in range(len(cases))]
    assert prime.cases[-len(cases) :] == tuple(cases)
    # 65,000 rounds of four lines for the prime below 2**32, 100,000 rounds for the one below 10**10
    primes = [case.args.unpack_args() for case in cases if case.origin == "scale:number.prime"]
    assert primes == [(4_294_967_291,)]


def test_each_kind_comes_once_and_small_inputs_first(prime: TestedProblem) -> None:
    origins = [case.origin for case in scale(prime)]
    assert len(set(origins)) == len(origins)
    sizes = [extent(case.args.unpack()) for case in scale(prime)]
    assert sizes == sorted(sizes)


def test_the_same_seed_gives_the_same_cases(prime: TestedProblem, trusted: ForkingPool) -> None:
    assert built(PRIME, trusted).cases == prime.cases


def test_none_are_made_where_none_are_wanted(prime: TestedProblem, trusted: ForkingPool) -> None:
    without = built(PRIME, trusted, replace(SETTINGS, scale_tests=0))
    assert without.cases == tuple(case for case in prime.cases if not case.scale)
    assert prime.funnel.kept - without.funnel.kept == len(scale(prime))


def test_numbers_stay_where_the_domain_wants_them(trusted: ForkingPool) -> None:
    bounded = replace(PRIME, prompt=PRIME.prompt.replace('""""""', '"""Is n prime? 1 <= n <= 1000"""'))
    assert max(case.args.unpack_args()[0] for case in scale(built(bounded, trusted))) <= 60  # type: ignore[type-var, operator]


def test_a_reference_that_counts_up_to_the_number_gets_counts_only(trusted: ForkingPool) -> None:
    tested = built(replace(CLIMB), trusted, replace(SETTINGS, plus_tests=1, proposals=0))
    assert {case.origin for case in scale(tested)} <= {"scale:count"}


def test_stretches_are_no_scale_tests(trusted: ForkingPool) -> None:
    assert scale(built(PRIME, trusted, replace(SETTINGS, tiers=(Tier.STRETCH,)))) == []


def test_the_page_of_a_problem_tells_them_apart(prime: TestedProblem) -> None:
    page = [*problem_lines(prime)]
    assert any(line.startswith("tests: 5 base, 13 plus (") and line.endswith(", 3 scale)") for line in page)
    assert sum(line.startswith("  scale     (") for line in page) == 3


def verdict(
    tested: TestedProblem, program: str, settings: ScoreSettings, pools: tuple[ForkingPool, ForkingPool]
) -> Verdict:
    scorer = ProblemScorer(tested, settings, *pools)
    judgement = scorer.judge(Completion(task_id="Toy/0", model="m", number=0, program=program, source="x"))
    assert scorer.exclusion() is None
    return judgement.plus


@pytest.mark.parametrize(
    ("program", "expected", "without"),
    [
        (PRIME.reference, Verdict.PASS, Verdict.PASS),
        (UP_TO_N, Verdict.TIMEOUT, Verdict.PASS),
        (MEMORY_OF_N, Verdict.MEMORY, Verdict.PASS),
        (
            "def solve(n):\n    return n < 10**6 and n > 1 and all(n % d for d in range(2, n))\n",
            Verdict.FAIL,
            Verdict.PASS,
        ),
    ],
)
def test_hopeless_programs_are_told_by_what_they_run_out_of(
    prime: TestedProblem,
    program: str,
    expected: Verdict,
    without: Verdict,
    trusted: ForkingPool,
    untrusted: ForkingPool,
) -> None:
    small = [case for case in prime.cases if case.scale or case.args.unpack_args()[0] < 10**5]  # type: ignore[operator]
    tested = replace(prime, cases=tuple(small))
    settings = ScoreSettings(limits=Limits(cpu_seconds=0.5, memory_bytes=512 << 20))
    pools = (trusted, untrusted)
    assert verdict(tested, program, settings, pools) is expected
    assert verdict(tested, program, settings, pools) is expected
    assert verdict(tested, program, replace(settings, scale=False), pools) is without
