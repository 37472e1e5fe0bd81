"""Proofs that a program is wrong: small, confirmed, inside the domain, and honest where that is not to be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from conftest import problem

from augment.domain.learn import learn_domain
from augment.domain.rules import tier_of
from augment.errors import BadInput, EngineFailure
from augment.model.completion import Completion, Failure, Opinion, Verdict
from augment.model.domain import Domain
from augment.model.execution import Calls, Limits, Program
from augment.model.problem import Problem
from augment.model.proof import Proof
from augment.model.suite import Case, Kind, TestedProblem, Tier
from augment.model.value import Value
from augment.oracle.compare import accepts
from augment.proof import FLIPS, LIMIT, ProofSettings, Prover
from augment.recover.base import recover
from augment.sandbox.forking import ForkingPool
from augment.score.judging import ProblemJudge
from augment.score.scorer import Memory, ProblemScorer, ScoreSettings

LIMITS = Limits(cpu_seconds=0.3, wall_seconds=10.0)
TOTAL = "assert candidate([1, 2]) == 3\nassert candidate([4, 5, 6]) == 15\nassert candidate([7]) == 7"


class Court:
    """Judges a program and has its proof made."""

    def __init__(self, trusted: ForkingPool, untrusted: ForkingPool) -> None:
        self.trusted, self.untrusted = trusted, untrusted

    def tested(
        self, toy: Problem, *plus: tuple[Any, ...], tier: Tier | Sequence[Tier] = Tier.INSIDE, **given: Any
    ) -> TestedProblem:
        """A problem with the given plus inputs, answered by its reference."""
        recovered = recover(toy, self.trusted, LIMITS)
        assert recovered.complaint == ""
        with self.trusted.lend() as executor:
            calls = Calls(tuple(map(Value.of, plus)))
            told = executor.run(Program(source=toy.reference, entry_point=toy.entry_point), calls, LIMITS)
        tiers = [tier] * len(plus) if isinstance(tier, Tier) else tier
        cases = []
        for number, args in enumerate(calls.args):
            expected = told.of(number).content
            assert expected is not None
            cases.append(
                Case(
                    id=f"plus-{number}", kind=Kind.PLUS, args=args, expected=expected, origin="hand", tier=tiers[number]
                )
            )
        domain = learn_domain(toy, [case.args.unpack_args() for case in recovered.cases])
        return TestedProblem(
            problem=toy, oracle=recovered.oracle, cases=(*recovered.cases, *cases), domain=replace(domain, **given)
        )

    def proof(self, tested: TestedProblem, source: str) -> Proof | None:
        opinion = self.opinion(tested, source)
        return Prover(tested, self.trusted, self.untrusted).prove(source, opinion, LIMITS)

    def opinion(self, tested: TestedProblem, source: str) -> Opinion:
        return ProblemJudge(tested, self.trusted, self.untrusted).opinion(source, LIMITS)

    def fails_alone(self, tested: TestedProblem, source: str, proof: Proof) -> bool:
        """Whether the program, in a process of its own, does not give the expected answer; the reference does."""
        with self.untrusted.lend() as executor:
            program = Program(source=source, entry_point=tested.problem.entry_point)
            outcome = executor.run(program, Calls((proof.args,)), LIMITS).of(0)
        with self.trusted.lend() as executor:
            reference = Program(source=tested.problem.reference, entry_point=tested.problem.entry_point)
            assert executor.run(reference, Calls((proof.args,)), LIMITS).of(0).content == proof.expected
        return not accepts(tested.oracle, proof.expected, outcome)


@pytest.fixture
def court(trusted: ForkingPool, untrusted: ForkingPool) -> Court:
    return Court(trusted, untrusted)


@pytest.fixture
def total(court: Court) -> TestedProblem:
    return court.tested(problem("return sum(xs)", TOTAL), ([9, 30, 4, 8, 1, 1],), ([6, 6],), ([31, 200, 4],))


@pytest.mark.parametrize(
    ("program", "args", "got"),
    [
        ("def solve(xs): return sum(set(xs))", ([0, 0, 1, 1],), ""),
        ("def solve(xs): return sum(xs) if max(xs) < 30 else 0", ([30],), "0"),
        ("def solve(xs): return sum(xs) if max(xs) < 30 else 1 / 0", ([30],), "raised ZeroDivisionError"),
        ("def solve(xs): return sum(xs) if max(xs) < 30 else print", ([30],), "returned"),
        ("def solve(xs): return sum(xs) if max(xs) < 30 else '0' * 5000", ([30],), "'0000"),
        ("def solve(xs):\n  if max(xs) >= 30: raise Exception('x' * 9999)\n  return sum(xs)", ([30],), "raised Exc"),
    ],
)
def test_a_small_input_that_is_wrong_alone(
    court: Court, total: TestedProblem, program: str, args: tuple[Any, ...], got: str
) -> None:
    proof = court.proof(total, program)
    assert proof is not None
    if got:
        assert proof.args.unpack() == args
    else:
        assert len(proof.args.unpack_args()[0]) == 2  # type: ignore[arg-type]
    assert proof.got.startswith(got)
    assert len(proof.got) < 1100
    assert (proof.confirmed, proof.minimal, proof.note, proof.tier) == (True, True, "", Tier.INSIDE)
    assert tier_of(total.domain or Domain(), proof.args.unpack_args()) is Tier.INSIDE
    assert court.fails_alone(total, program, proof)
    assert court.proof(total, program) == proof
    assert Proof.from_row(proof.row()) == proof


def test_no_proof_of_a_program_that_passes_or_fails_base(court: Court, total: TestedProblem) -> None:
    assert court.proof(total, "def solve(xs): return sum(xs)") is None
    assert court.proof(total, "def solve(xs): return 1") is None
    assert court.proof(total, "no code") is None


@pytest.mark.parametrize(
    "cheat",
    [
        "class All:\n  def __eq__(self, other): return True\n  def __float__(self): return 30.0\n",
        "class All(int):\n  def __eq__(self, other): return True\n  def __hash__(self): return 1\n",
        "class All(list):\n  def __eq__(self, other): return True\n",
    ],
)
def test_objects_that_equal_everything_win_nothing(court: Court, total: TestedProblem, cheat: str) -> None:
    program = f"{cheat}def solve(xs): return sum(xs) if max(xs) < 30 else All()"
    proof = court.proof(total, program)
    assert proof is not None
    assert proof.args.unpack() == ([30],)
    assert proof.got.startswith("returned")
    assert court.fails_alone(total, program, proof)


def test_a_failure_that_flips_is_not_confirmed(court: Court, total: TestedProblem) -> None:
    program = "import os\ndef solve(xs): return sum(xs) if os.urandom(8) > bytes(8) else 0"
    failure = Failure(kind=Kind.PLUS, case_id="plus-0", reason="expected 53, got 0", got="0")
    opinion = Opinion(base=Verdict.PASS, plus=Verdict.FAIL, failure=failure)
    proof = Prover(total, court.trusted, court.untrusted).prove(program, opinion, LIMITS)
    assert proof is not None
    assert (proof.confirmed, proof.minimal, proof.note) == (False, False, FLIPS)
    assert (proof.args.unpack(), proof.expected.unpack(), proof.got) == (([9, 30, 4, 8, 1, 1],), 53, "0")


def test_a_failure_that_hangs_on_earlier_calls_is_not_confirmed(court: Court, total: TestedProblem) -> None:
    program = "calls = []\ndef solve(xs):\n  calls.append(xs)\n  return sum(xs) if len(calls) < 5 else 0"
    proof = court.proof(total, program)
    assert proof is not None
    assert (proof.confirmed, proof.minimal, proof.note) == (False, False, FLIPS)
    assert proof.args in {case.args for case in total.of_kind(Kind.PLUS)}


def test_memory_of_earlier_calls_does_not_mislead_the_shrinker(court: Court, total: TestedProblem) -> None:
    program = "seen = []\ndef solve(xs):\n  seen.append(1)\n  return sum(xs) if max(xs) < 30 and len(seen) < 9 else 0"
    proof = court.proof(total, program)
    assert proof is not None
    assert proof.confirmed
    assert proof.args.unpack() == ([30],)
    assert court.fails_alone(total, program, proof)


def test_a_time_limit_is_not_shrunk(court: Court, total: TestedProblem) -> None:
    proof = court.proof(total, "def solve(xs):\n  while max(xs) >= 30: pass\n  return sum(xs)")
    assert proof is not None
    assert proof.args.unpack() == ([9, 30, 4, 8, 1, 1],)
    assert (proof.minimal, proof.note, proof.case_id) == (False, LIMIT, "plus-0")
    assert "processor time" in proof.got


def test_a_program_that_hangs_on_some_inputs_is_proven_wrong_on_others(court: Court, total: TestedProblem) -> None:
    program = "def solve(xs):\n  while len(xs) == 2: pass\n  return sum(xs) if max(xs, default=0) < 30 else 0"
    base = "assert candidate([4, 5, 6]) == 15\nassert candidate([7]) == 7\nassert candidate([]) == 0"
    tested = court.tested(problem("return sum(xs)", base), ([6, 6],), ([9, 30, 4, 8, 1, 1],))
    proof = court.proof(tested, program)
    assert proof is not None
    assert proof.args.unpack() == ([30],)
    assert proof.case_id == "plus-1"


def test_a_slow_program_is_proven_wrong_on_its_test(court: Court, total: TestedProblem) -> None:
    busy = "import time\ndef solve(xs):\n  end = time.process_time() + 0.1 * (max(xs) >= 30)\n"
    program = f"{busy}  while time.process_time() < end: pass\n  return sum(xs) if max(xs) < 30 else 0"
    hasty = ProofSettings(seconds=0.05)
    prover = Prover(total, court.trusted, court.untrusted, hasty)
    proof = prover.prove(program, court.opinion(total, program), LIMITS)
    assert proof is not None
    assert (proof.confirmed, proof.got) == (True, "0")


def test_the_surest_tier_comes_first_and_is_kept(court: Court) -> None:
    checks = "assert candidate([1, 2]) == 3\nassert candidate([4]) == 4\nassert candidate([3, 3, 1]) == 7"
    toy = problem("return sum(xs)", checks)
    tested = court.tested(toy, ([],), ([50, 60, 70],), tier=[Tier.STRETCH, Tier.INSIDE])
    proof = court.proof(tested, "def solve(xs): return sum(xs) if 0 < sum(xs) < 50 else -1")
    assert proof is not None
    assert (proof.tier, proof.case_id) == (Tier.INSIDE, "plus-1")
    assert proof.args.unpack() != ([],)
    only = court.proof(tested, "def solve(xs): return sum(xs) if xs else -1")
    assert only is not None
    assert (only.tier, only.case_id, only.args.unpack()) == (Tier.STRETCH, "plus-0", ([],))


def test_a_contract_is_kept(court: Court) -> None:
    tested = court.tested(
        problem("return sum(xs)", TOTAL),
        ([9, 30, 4],),
        tier=Tier.CONTRACT,
        contract="assert len(xs) >= 1 and xs[-1] == 4 or len(xs) in (1, 3) or xs == [1, 2]",
        statements=(),
    )
    proof = court.proof(tested, "def solve(xs): return sum(xs) if max(xs) < 20 else 0")
    assert proof is not None
    assert proof.tier is Tier.CONTRACT
    assert proof.args.unpack() == ([20],)


def test_where_many_answers_are_right_the_property_decides(court: Court) -> None:
    checks = (
        "for n in (12, 30, 35):\n    xs = [n]\n    d = candidate(xs)\n"
        "    assert isinstance(d, int) and 1 < d <= xs[0] and xs[0] % d == 0"
    )
    toy = problem("return next(d for d in range(2, 999) if xs[0] % d == 0)", checks)  # any divisor will do
    tested = court.tested(toy, ([77],), ([99],))
    assert tested.oracle.code
    assert court.proof(tested, "def solve(xs): return xs[0]") is None
    proof = court.proof(tested, "def solve(xs): return xs[0] if xs[0] < 40 else xs[0] // 2")
    assert proof is not None
    assert proof.confirmed
    assert proof.args.unpack() == ([41],)  # half of 40 would do


def test_what_nobody_said_of_the_inputs_is_learnt_for_the_proof(court: Court, total: TestedProblem) -> None:
    tested = replace(total, domain=None, cases=tuple(replace(case, tier=None) for case in total.cases))
    proof = court.proof(tested, "def solve(xs): return sum(xs) if max(xs) < 30 else 0")
    assert proof is not None
    assert proof.args.unpack() == ([30],)


def test_equal_programs_are_proven_once_and_proofs_are_kept_from_those_who_did_not_ask(
    court: Court, total: TestedProblem
) -> None:
    asked: list[str] = []
    prover = Prover(total, court.trusted, court.untrusted)

    def prove(source: str, opinion: Opinion, limits: Limits) -> Proof | None:
        asked.append(source)
        return prover.prove(source, opinion, limits)

    memory = Memory()
    programs = ["def solve(xs): return sum(xs) if max(xs) < 30 else 0", "def solve(xs): return sum(xs)"]
    programs += [f"{programs[0]}  # again"]
    made = {}
    for wanted in (False, True, False):
        settings = ScoreSettings(limits=LIMITS, prove=wanted)
        scorer = ProblemScorer(total, settings, court.trusted, court.untrusted, memory, prove)
        judged = [
            scorer.judge(Completion(task_id="Toy/0", model="m", number=n, program=program, source=""))
            for n, program in enumerate(programs)
        ]
        made[wanted] = [judgement.proof and judgement.proof.args.unpack() for judgement in judged]
        assert [judgement.plus.value for judgement in judged] == ["fail", "pass", "fail"]
    assert made == {False: [None, None, None], True: [([30],), None, ([30],)]}
    assert asked == programs[:2]


@pytest.mark.parametrize("settings", [{"budget": -1}, {"seconds": 0.0}])
def test_settings_that_mean_nothing_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        ProofSettings(**settings)


def test_a_spent_budget_is_told(court: Court, total: TestedProblem) -> None:
    program = "def solve(xs): return sum(xs) if max(xs) < 30 else 0"
    opinion = court.opinion(total, program)
    proof = Prover(total, court.trusted, court.untrusted, ProofSettings(budget=2)).prove(program, opinion, LIMITS)
    assert proof is not None
    assert proof.confirmed
    assert not proof.minimal
    assert proof.note == "not all smaller inputs were tried, but 3"


def test_engine_trouble_is_no_proof(court: Court, total: TestedProblem) -> None:
    class Broken:
        def lend(self, *, hash_seed: int = 0) -> Any:
            raise EngineFailure("no processes left")

    failure = Failure(kind=Kind.PLUS, case_id="plus-0", reason="expected 53, got 0", got="0")
    opinion = Opinion(base=Verdict.PASS, plus=Verdict.FAIL, failure=failure)
    proof = Prover(total, Broken(), Broken()).prove("def solve(xs): return 0", opinion, LIMITS)
    assert proof is not None
    assert (proof.confirmed, proof.note) == (False, "engine trouble: no processes left")
