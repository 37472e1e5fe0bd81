"""Prove a program wrong that passes the base tests and fails plus: find the smallest input that shows it.

The tests that it fails are found first, the surest tier before the others and the smallest input before larger ones.
From there an input is shrunk (`augment.prove.shrink`) that stays in the problem's domain, in no less sure a tier.
What comes out is vetted as any plus test is, and the program must fail on it each time it is run alone on it in a
new process. Time limits are not shrunk: such a test stands for itself.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.learn import learn_domain
from augment.domain.rules import tier_of
from augment.domain.types import fits, types_of_answers
from augment.errors import BadInput, EngineFailure
from augment.harness.check import Answer, hold
from augment.model.completion import Opinion, Verdict
from augment.model.execution import NO_ANSWER, Calls, Ending, ExecutorPool, Limits, Outcome, Program
from augment.model.proof import Proof
from augment.model.suite import Case, Kind, Proposal, TestedProblem, Tier
from augment.model.value import Value
from augment.model.words import shortened
from augment.oracle.compare import accepts, plain_value
from augment.prove.held import Held
from augment.prove.room import Room
from augment.prove.shrink import Shrunk, shrink
from augment.prove.simpler import weight
from augment.score.meaning import did
from augment.vet.contract import contract_program, met_by
from augment.vet.reference import Accepted, vet

CONFIRMATIONS: Final = 5
"""Times that a program must fail on an input, each alone in a new process."""
MOST_STARTS: Final = 3
"""Failed tests that are tried, where the program passes some of them when it is run alone."""
MOST_LOST: Final = 3
"""Tests that may end a program while those are looked for that it is wrong on."""
GOT: Final = 1000
"""Characters of an answer that are kept."""
REFERENCE_LIMITS: Final = Limits(cpu_seconds=2.0, program_cpu_seconds=600.0)
"""For the reference on one input while it is shrunk; vetting counts its steps after that."""
VETTING_LIMITS: Final = Limits(steps=500_000, program_cpu_seconds=600.0)
FLIPS: Final = "it could not be confirmed: run again alone, the program does not fail each time"
LIMIT: Final = "a limit that is exceeded is not shrunk"
SURE: Final = {Tier.CONTRACT: 0, Tier.INSIDE: 0, None: 0, Tier.STRETCH: 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofSettings:
    """How hard to look."""

    seed: int = 0
    budget: int = 1000
    """Most inputs that a program is run on to make one proof."""
    seconds: float = 0.5
    """Most processor time of one call while tests are compared and inputs shrunk; a slower answer shows nothing."""

    def __post_init__(self) -> None:
        if self.budget < 0 or not self.seconds > 0:
            raise BadInput(f"wanted a budget from 0 and a time above 0, found {self}")


class Prover:
    """Proves programs wrong that claim to solve one problem; safe to use from several threads.

    Args:
        tested: the problem and its tests.
        trusted: executors for the benchmark's own code.
        untrusted: other executors, for the programs.
        settings: how hard to look.
    """

    def __init__(
        self,
        tested: TestedProblem,
        trusted: ExecutorPool,
        untrusted: ExecutorPool,
        settings: ProofSettings | None = None,
    ) -> None:
        self.tested = tested
        self.trusted, self.untrusted = trusted, untrusted
        self.settings = settings or ProofSettings()
        self.answer_types = types_of_answers(tested.cases)
        self.marks = {case.marked for case in tested.cases}
        base = tested.of_kind(Kind.BASE)
        self.domain = tested.domain or learn_domain(tested.problem, [case.args.unpack_args() for case in base])

    def prove(self, source: str, opinion: Opinion, limits: Limits) -> Proof | None:
        """The smallest input found on which a program is wrong.

        Args:
            source: of the program.
            opinion: what was made of it.
            limits: those that it was judged under.

        Returns:
            None unless the program passes base and fails plus.
        """
        failure = opinion.failure
        failed = [case for case in self.tested.of_kind(Kind.PLUS) if failure and case.id == failure.case_id]
        if opinion.base is not Verdict.PASS or opinion.plus is Verdict.INFRA or not failed or failure is None:
            return None
        program = Program(source=source, entry_point=self.tested.problem.entry_point)
        quick = replace(limits, cpu_seconds=min(limits.cpu_seconds, self.settings.seconds))
        by_test = Proof(
            args=failed[0].args,
            expected=failed[0].expected,
            got=failure.got or failure.reason,
            tier=failed[0].tier,
            case_id=failed[0].id,
        )
        try:
            starts = self._failing(program, quick)
            if opinion.plus is Verdict.FAIL and failed[0] not in starts:
                starts.append(failed[0])
            for start in starts:
                if self._confirmed(program, start.args, start.expected, start.marked, limits):
                    return self._smallest(program, start, limits, quick)
        except EngineFailure as problem:
            return replace(by_test, confirmed=False, note=f"engine trouble: {problem.message}")
        return replace(by_test, confirmed=False, note=FLIPS) if starts else replace(by_test, note=LIMIT)

    def _failing(self, program: Program, limits: Limits) -> list[Case]:
        """The first tests, in the order of preference, that a program is wrong on."""
        plus = self.tested.of_kind(Kind.PLUS)
        cases = sorted(plus, key=lambda case: (SURE[case.tier], weight(case.args.unpack_args())))
        found: list[Case] = []
        lost = 0

        def watch(index: int, outcome: Outcome) -> bool:
            nonlocal lost
            if outcome.ending is Ending.INFRA:
                raise EngineFailure(f"engine trouble: {did(outcome)}")
            case = cases[index]
            lost += outcome.ending in NO_ANSWER
            if self._wrong(case.args, case.expected, case.marked, outcome):
                found.append(case)
            return lost < MOST_LOST and len(found) < MOST_STARTS

        with self.untrusted.lend() as untrusted:
            untrusted.run(program, Calls(tuple(case.args for case in cases)), limits, watch=watch)
        return found

    def _wrong(self, args: Value, expected: Value, marked: str, outcome: Outcome) -> bool:
        """Whether an outcome shows that a program is wrong; a limit that it exceeds shows nothing here."""
        oracle = self.tested.oracle
        if outcome.ending in NO_ANSWER or outcome.ending is Ending.NO_CODE:
            return False
        if accepts(oracle, expected, outcome, marked):
            return False
        if oracle.code and plain_value(outcome, {marked}) is not None:
            with self.trusted.lend() as trusted:
                ruling = hold(self.tested.problem, oracle.code, [Answer.of(args, outcome)], trusted)[0]
            return not ruling.accepted
        return True

    def _confirmed(self, program: Program, args: Value, expected: Value, marked: str, limits: Limits) -> Outcome | None:
        """What a program does with an input, run alone on it in a new process, where it is wrong each time."""
        outcome = None
        with self.untrusted.lend() as untrusted:
            for _ in range(CONFIRMATIONS):
                outcome = untrusted.run(program, Calls((args,)), limits).of(0)
                if outcome.ending is Ending.INFRA:
                    raise EngineFailure(did(outcome))
                if not self._wrong(args, expected, marked, outcome):
                    return None
        return outcome

    def _smallest(self, program: Program, start: Case, limits: Limits, quick: Limits) -> Proof:
        """The proof that a test which surely fails shrinks to; the second time round, nothing is taken on trust."""
        asked = 0
        for careful in (False, True):
            shrunk = self._shrunk(program, start, quick, careful, self.settings.budget - asked)
            asked += shrunk.asked
            vetted = self._vetted(shrunk.args)
            if vetted is None:
                continue
            outcome = self._confirmed(program, shrunk.args, vetted.expected, vetted.marked, limits)
            if outcome is not None:
                return Proof(
                    args=shrunk.args,
                    expected=vetted.expected,
                    got=_got(outcome, vetted.marked),
                    tier=self._tier(shrunk.args, start),
                    case_id=start.id,
                    minimal=shrunk.minimal,
                    asked=asked,
                    note="" if shrunk.minimal else f"not all smaller inputs were tried, but {asked:,}",
                )
        outcome = self._confirmed(program, start.args, start.expected, start.marked, limits)
        return Proof(
            args=start.args,
            expected=start.expected,
            got="" if outcome is None else _got(outcome, start.marked),
            tier=start.tier,
            case_id=start.id,
            confirmed=outcome is not None,
            asked=asked,
            note=FLIPS if outcome is None else "nothing smaller stood up to a second look",
        )

    def _tier(self, args: Value, start: Case) -> Tier | None:
        if args == start.args or start.tier is Tier.CONTRACT:
            return start.tier
        return tier_of(self.domain, args.unpack_args())

    def _vetted(self, args: Value) -> Accepted | None:
        """The reference's answer to an input that could be a plus test."""
        proposals = [Proposal(args, "", "")]
        problem, oracle = self.tested.problem, self.tested.oracle
        marks = self.marks
        found = vet(problem, proposals, (), self.answer_types, self.trusted, VETTING_LIMITS, oracle=oracle, marks=marks)
        return found.accepted[0] if found.accepted else None

    def _shrunk(self, program: Program, start: Case, limits: Limits, careful: bool, budget: int) -> Shrunk:
        with ExitStack() as stack:
            pools = (self.trusted, self.untrusted)
            reference = Program(source=self.tested.problem.reference, entry_point=program.entry_point)
            right, held = (
                stack.enter_context(Held(stack.enter_context(pool.lend()), code, bounds))
                for pool, code, bounds in zip(pools, (reference, program), (REFERENCE_LIMITS, limits), strict=True)
            )

            def wanted(args: Value) -> bool:
                answer = right.call(args)
                expected = plain_value(answer, self.marks)
                if expected is None or not fits(expected.unpack(), self.answer_types):
                    return False
                if not self._wrong(args, expected, answer.marked, held.call(args)):
                    return False
                if not self._meets_contract(args):
                    return False
                if not careful:
                    return True
                vetted = self._vetted(args)
                return (
                    vetted is not None
                    and self._confirmed(program, args, vetted.expected, vetted.marked, limits) is not None
                )

            room = Room(self.domain, surest=start.tier is not Tier.STRETCH)
            return shrink(start.args, wanted, room, seed=self.settings.seed, budget=budget)

    def _meets_contract(self, args: Value) -> bool:
        if not self.domain.contract:
            return True
        with self.trusted.lend() as trusted:
            program = contract_program(self.tested.problem, self.domain.contract)
            return met_by(program, [args], trusted) == [True]


def _got(outcome: Outcome, marked: str) -> str:
    value = plain_value(outcome, {marked})
    return shortened(value.literal, GOT) if value is not None else did(outcome)
