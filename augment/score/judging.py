"""Judge completions of one problem.

A completion is run once, in an untrusted child, on the base inputs and then the plus inputs. Base answers equal to
the reference's are right, since the base tests accept those. Where one differs, the benchmark's own test code
decides, in a trusted process that is given the plain answers. Plus answers are compared by the problem's oracle; where
that is a checker, the trusted process runs it too, on all answers that are not the reference's.
Where the calls of the test code depend on the answers, it is held with the program anew (`augment.harness.talk`), and
so it is where its calls are not known at all.
The run ends at the first failure, which alone makes the verdict. Where all tests are asked for it goes on until a call
ends the process or its time, and all failures are counted.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from augment.errors import EngineFailure
from augment.harness.check import Answer, Ruling, hold, judge
from augment.harness.talk import Talk, talk
from augment.model.completion import Failed, Failure, Opinion, Verdict
from augment.model.execution import (
    NO_ANSWER,
    Calls,
    Ending,
    Execution,
    Executor,
    ExecutorPool,
    Limits,
    Outcome,
    Program,
    Watch,
)
from augment.model.suite import Case, Kind, TestedProblem
from augment.model.syntax import parse_module
from augment.model.value import Value
from augment.model.words import shortened
from augment.oracle.compare import accepts, plain_value
from augment.score.meaning import VERDICTS, did, reason_of

SCALE_MARGIN: Final = 10
"""How many times over the reference's time on a scale test counts when limits are set by it: a program that is only
slower than the reference is not what these tests are for."""


class ProblemJudge:
    """Runs programs that claim to solve one problem; safe to use from several threads."""

    def __init__(
        self, tested: TestedProblem, trusted: ExecutorPool, untrusted: ExecutorPool, *, all_tests: bool = False
    ) -> None:
        self.tested = tested
        self.all_tests = all_tests
        self.trusted = trusted
        self.untrusted = untrusted
        self.calls = Calls(tuple(case.args for case in tested.cases))

    def opinion(self, source: str, limits: Limits, *, timed: bool = False) -> Opinion:
        """Run a program and say what its outcomes mean; with its times where they are asked for."""
        program = Program(source=source, entry_point=self.tested.problem.entry_point)
        with ExitStack() as stack:
            untrusted = stack.enter_context(self.untrusted.lend())
            trusted = stack.enter_context(self.trusted.lend())

            def held() -> Talk:
                return talk(self.tested.problem, program, limits, trusted=trusted, other=untrusted, timed=timed)

            visit = _Visit(self.tested, trusted, self.all_tests)
            try:
                if self.tested.by_test_code:
                    return _of_talk(held(), all_tests=self.all_tests)
                execution = untrusted.run(program, self.calls, limits, watch=visit, timed=timed)
                visit.finish(execution, held, lambda calls, watch: untrusted.run(program, calls, limits, watch=watch))
                opinion = visit.opinion()
            except EngineFailure as problem:
                return Opinion.infra(f"engine trouble: {problem.message}")
        times = {index: outcome.cpu_seconds for index, outcome in execution.outcomes.items()}
        wide = (times[index] * (SCALE_MARGIN if self.tested.cases[index].scale else 1) for index in times)
        return replace(opinion, cpu_seconds=max(wide, default=0.0), total_cpu_seconds=sum(times.values()))


class _Visit:
    """Follows one program through its calls; told each outcome, it says whether to go on."""

    def __init__(self, tested: TestedProblem, trusted: Executor, all_tests: bool) -> None:
        self.tested = tested
        self.trusted = trusted
        self.all_tests = all_tests
        self.base_count = len(tested.of_kind(Kind.BASE))
        self.answers: list[Answer] = []
        self.unsure: list[tuple[Case, Outcome]] = []
        """Plus answers that the checker has still to judge."""
        self.heard = 0
        """Tests with an outcome."""
        self.failed: set[str] = set()
        """Ids of tests that are known to have failed."""
        self.differs = False
        """Whether some base answer is not, byte for byte, the reference's."""
        self.base: Verdict | None = None
        self.plus: Verdict | None = None
        self.failure: Failure | None = None
        self.question: Ruling | None = None
        """Set when the base tests call with arguments that were not recorded."""

    def __call__(self, index: int, outcome: Outcome) -> bool:
        case = self.tested.cases[index]
        if outcome.ending is Ending.INFRA and self.failure is not None:
            return False  # the verdict stands; this test counts as not run
        if case.kind is Kind.BASE:
            return self._base(case, outcome)
        wanted = self._base_passed() or (self.all_tests and self.question is None)
        return wanted and self._plus(case, outcome)

    def finish(self, execution: Execution, held: Callable[[], Talk], run: Callable[[Calls, Watch], Execution]) -> None:
        """Draw the conclusions once the run has ended.

        Args:
            execution: what the run told.
            held: holds the test code with the program, for base tests whose calls depend on the answers.
            run: makes other calls of the program, for the plus tests after that.
        """
        if execution.loading.ending is not Ending.RETURNED:
            self._fail(None, execution.loading)
        if self.failure is None:
            self._base_passed()
        if self.question is not None:
            self.question = None
            self._ask_on(held(), run)
        if self.failure is None and self.heard < len(self.tested.cases):
            raise EngineFailure(f"calls that were not made: {len(self.tested.cases) - self.heard}")
        settled = self._settled() if self.failure is None or self.all_tests else False
        if settled and self.failure is None and self.plus is None:
            self.plus = Verdict.PASS

    def opinion(self) -> Opinion:
        """The verdicts; plus is what base is when base failed."""
        base = self.base or Verdict.PASS
        failed = self._all_failed() if self.all_tests and self.plus is not Verdict.INFRA else None
        return Opinion(base=base, plus=self.plus or base, failure=self.failure, failed=failed, compared=self.heard)

    def _all_failed(self) -> Failed:
        if self.base is not Verdict.PASS and self.differs:
            self.failed |= self._failed_alone()
        failed = [case for case in self.tested.cases if case.id in self.failed]
        base = sum(case.kind is Kind.BASE for case in failed)
        return Failed(
            base=base,
            plus=len(failed) - base,
            not_run=len(self.tested.cases) - self.heard,
            case_ids=tuple(case.id for case in failed[: Failed.MOST_IDS]),
        )

    def _failed_alone(self) -> set[str]:
        """The base tests whose answer the test code rejects where all other answers are the reference's."""
        right = [Answer.recorded(case) for case in self.tested.of_kind(Kind.BASE)]
        failed = set()
        for place, answer in enumerate(self.answers):
            if answer != right[place]:
                series = [*right[:place], answer, *right[place + 1 :]]
                ruling = judge(self.tested.problem, [series], self.trusted)[0]
                if not ruling.accepted and ruling.asks is None:
                    failed.add(self.tested.cases[place].id)
        return failed

    def _base(self, case: Case, outcome: Outcome) -> bool:
        self.heard += 1
        if self._is_reference_answer(case, outcome):
            self.answers.append(Answer(case.args, case.expected, case.marked))
            return True
        if outcome.ending in NO_ANSWER:
            return self._fail(case, outcome)
        if not self.tested.problem.test:
            return self._right(case, outcome) or self._fail(case, outcome)
        self.answers.append(Answer.of(case.args, outcome))
        if not self.differs:  # most wrong programs are found out here, without the rest of their calls
            self.differs = True
            ruling = judge(self.tested.problem, [self.answers], self.trusted)[0]
            if not ruling.accepted and ruling.asks is None:
                return self._fail(case, outcome, ruling)
        return True

    @staticmethod
    def _is_reference_answer(case: Case, outcome: Outcome) -> bool:
        """Whether it is the recorded answer, byte for byte and of the same type."""
        same = (outcome.wire, outcome.marked) == (case.expected.wire, case.marked)
        return same and outcome.ending is Ending.RETURNED and not case.raises

    def _right(self, case: Case, outcome: Outcome) -> bool:
        """Whether a base answer is right where there is no test code to ask."""
        if case.raises:
            return case.raises in outcome.raised
        if self._accepts(case, outcome) or outcome.content in case.also:
            return True
        return bool(self.tested.oracle.code) and self._holds([(case, outcome)])[0].accepted

    def _plus(self, case: Case, outcome: Outcome) -> bool:
        self.heard += 1
        if self._accepts(case, outcome):
            return True
        if self.tested.oracle.code and plain_value(outcome, {case.marked}) is not None:
            self.unsure.append((case, outcome))
            return True
        return (self._settled() or self.all_tests) and self._fail(case, outcome)

    def _accepts(self, case: Case, outcome: Outcome) -> bool:
        return accepts(self.tested.oracle, case.expected, outcome, case.marked)

    def _settled(self) -> bool:
        """Whether the checker accepts the answers it has still to judge; the first that it does not is the failure."""
        unsure, self.unsure = self.unsure, []
        settled = True
        for (case, outcome), ruling in zip(unsure, self._holds(unsure), strict=True):
            if not ruling.accepted:
                settled = False
                if not self._fail(case, outcome, ruling):
                    break
        return settled

    def _holds(self, unsure: Sequence[tuple[Case, Outcome]]) -> list[Ruling]:
        answers = [Answer.of(case.args, outcome) for case, outcome in unsure]
        return hold(self.tested.problem, self.tested.oracle.code, answers, self.trusted) if answers else []

    def _base_passed(self) -> bool:
        """Settle the base verdict once all base calls are answered."""
        if self.base is None:
            ruling = judge(self.tested.problem, [self.answers], self.trusted)[0] if self.differs else ACCEPTED
            if ruling.asks is not None:
                self.question = ruling
                return False
            if ruling.accepted:
                self.base = Verdict.PASS
            else:
                answered = self.answers[: ruling.calls]
                self._reject(ruling, answered[-1].value if answered else None)
        return self.base is Verdict.PASS

    def _reject(self, ruling: Ruling, answer: Value | None) -> None:
        place = min(max(ruling.calls - 1, 0), self.base_count - 1)
        self.base = self.plus = Verdict.FAIL
        self.failure = Failure(
            kind=Kind.BASE,
            case_id=self.tested.cases[place].id,
            reason=f"base tests: {ruling.reason}",
            got=shortened(answer.literal) if answer is not None else "",
        )
        self.failed.add(self.failure.case_id)

    def _ask_on(self, talked: Talk, run: Callable[[Calls, Watch], Execution]) -> None:
        """Take in what test code said whose calls depend on the answers; then make the calls of the plus tests."""
        self.differs = False  # these were no answers to the calls of the suite, which could be told one by one
        if talked.ended is not None:
            self._fail(self.tested.cases[0], talked.ended)
            return
        if talked.accepted:
            self.base = Verdict.PASS
        else:
            ruling = Ruling(accepted=False, calls=talked.calls, reason=talked.reason)
            self._reject(ruling, talked.outcome.content if talked.outcome else None)
            if not self.all_tests:
                return
        cases = self.tested.of_kind(Kind.PLUS)
        if cases:
            calls = Calls(tuple(case.args for case in cases))
            execution = run(calls, lambda index, outcome: self(self.base_count + index, outcome))
            if execution.loading.ending is not Ending.RETURNED:
                self._fail(cases[0], execution.loading)

    def _fail(self, case: Case | None, outcome: Outcome, ruling: Ruling | None = None) -> bool:
        """Note a failure; whether to go on after it."""
        if case is not None:
            self.failed.add(case.id)
        if self.failure is None:
            self._fail_first(case, outcome, ruling)
        return self.all_tests and outcome.ending not in NO_ANSWER

    def _fail_first(self, case: Case | None, outcome: Outcome, ruling: Ruling | None) -> None:
        verdict = VERDICTS[outcome.ending]
        kind = case.kind if case else Kind.BASE
        if kind is Kind.BASE:
            self.base = verdict
        self.plus = verdict
        value = plain_value(outcome, {case.marked} if case else ())
        got = shortened(value.literal) if value is not None else ""
        self.failure = Failure(
            kind=kind, case_id=case.id if case else "", reason=reason_of(case, outcome, got, ruling), got=got
        )


def _of_talk(talked: Talk, *, all_tests: bool) -> Opinion:
    """The opinion on a program that the test code alone judges; plus is what base is."""
    ended = talked.ended
    if ended is not None and ended.ending is Ending.INFRA:
        raise EngineFailure(did(ended))
    verdict = Verdict.PASS if talked.accepted else VERDICTS[ended.ending] if ended else Verdict.FAIL
    failed = Failed(base=int(not talked.accepted and talked.calls > 0), plus=0, not_run=int(not talked.calls))
    return Opinion(
        base=verdict,
        plus=verdict,
        failure=None if talked.accepted else _failure_of(talked),
        failed=failed if all_tests else None,
        cpu_seconds=talked.cpu_seconds,
        total_cpu_seconds=talked.total_cpu_seconds,
        compared=talked.calls,
    )


def _failure_of(talked: Talk) -> Failure:
    last, ended = talked.outcome, talked.ended
    value = last.content if last else None
    got = shortened(value.literal) if value is not None else ""
    where = f"on call {talked.calls:,} of the base tests, with ({shortened(talked.last, 100)})"
    if ended is not None:
        reason = f"{where if talked.calls else 'while loading'}: {did(ended)}"
    elif last is None:
        reason = f"base tests: {talked.reason}"
    else:
        added = "" if last.ending is Ending.RETURNED else f", where it {did(last)}"
        reason = f"base tests: {talked.reason} ({where}{added})"
    return Failure(kind=Kind.BASE, case_id="", reason=reason, got=got)


ACCEPTED: Final = Ruling(accepted=True, calls=0)


def program_key(source: str) -> str:
    """The same for programs with the same syntax tree: comments and layout make no difference."""
    try:
        text = ast.dump(parse_module(source))
    except (SyntaxError, RecursionError, ValueError):  # the last for a number of more digits than Python prints
        text = f"text:{source}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
