"""The tests of a problem, checked before they judge anybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from conftest import problem

from augment.model.completion import Completion, Verdict
from augment.model.execution import Limits
from augment.model.finding import Checked, Examined, Finding, Topic, Weight
from augment.model.suite import Case, Exclusion, Kind, Oracle, TestedProblem, Tier
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from augment.score.scorer import ProblemScorer, ScoreSettings
from augment.score.selfcheck import examine
from augment.score.sound import unsound
from augment.score.trivial import trivial_programs

LIMITS = Limits(cpu_seconds=0.4, wall_seconds=10.0)


def case(number: int, args: tuple[object, ...], expected: object, kind: Kind = Kind.BASE) -> Case:
    return Case(
        id=f"{kind}-{number}",
        kind=kind,
        args=Value.of(args),
        expected=Value.of(expected),
        origin="hand",
        tier=Tier.INSIDE if kind is Kind.PLUS else None,
    )


def suite_of(body: str, *cases: Case, checks: str = "", oracle: Oracle | None = None) -> TestedProblem:
    toy = problem(body, checks or "pass", signature="x, y=0")
    return TestedProblem(problem=toy if checks else replace(toy, test=""), oracle=oracle or Oracle(), cases=cases)


Examiner = Callable[[TestedProblem], Examined]


@pytest.fixture
def examined(trusted: ForkingPool, untrusted: ForkingPool) -> Examiner:
    def run(subject: TestedProblem) -> Examined:
        return examine(subject, ProblemScorer(subject, ScoreSettings(limits=LIMITS), trusted, untrusted), trusted)

    return run


ADD = (case(0, (1,), 2), case(1, (2,), 3), case(0, (5,), 6, Kind.PLUS))


def test_a_suite_that_is_fit_has_no_findings_and_counts_its_comparisons(examined: Examiner) -> None:
    found = examined(suite_of("return x + 1", *ADD, checks="assert candidate(1) == 2\nassert candidate(2) == 3"))
    assert found == Examined(task_id="Toy/0", comparisons=3, trivial_programs=5)


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        (suite_of("return x + 2", *ADD), "its reference fails its own tests (on base-0: expected 2, got 3)"),
        (suite_of("return x +", *ADD), "while loading: SyntaxError"),
        (suite_of("import no_such_module\nreturn x + 1", *ADD), "ModuleNotFoundError"),
        (suite_of("while x == 5: pass\nreturn x + 1", *ADD), "on plus-0: "),
        (suite_of("return x + 1"), "it has no tests: nothing would be compared"),
        (suite_of("return x + 1", ADD[2]), "it has no base tests"),
        (
            suite_of("return x + 1.0", *ADD[:2], case(0, (0.5,), 1.5, Kind.PLUS), oracle=Oracle(absolute=9.0)),
            "its rule of comparison takes a wrong answer for a right one: 4.0 for 1.5 on plus-0",
        ),
        (suite_of("return 7", case(0, (1,), 7), case(1, (2,), 7)), "its tests accept a program that always returns 7"),
        (suite_of("return x", case(0, (1,), 1), case(1, (2,), 2)), "accept a program that returns its argument 1"),
        (suite_of("pass", case(0, (1,), None)), "its tests accept a program that does nothing"),
        (
            suite_of("return y", case(0, (1, 2), 2), case(1, (2, 2), 2)),
            "its tests accept a program that always returns 2 and one that returns its argument 2",
        ),
        (
            suite_of("return x + 1", *ADD, checks="candidate(1)\ncandidate(2)"),
            "its base tests accept wrong answers to all of their 2 calls",
        ),
        (
            suite_of("return x + 1", *ADD, checks="assert candidate(1) == 3"),
            "its base tests turn down the recorded answers",
        ),
        (
            suite_of("return x + 1", *ADD, checks="assert candidate(1) == 2\nassert candidate(7) == 8"),
            "its base tests turn down the recorded answers: they make other calls",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_named(examined: Examiner, subject: TestedProblem, reason: str) -> None:
    found = examined(subject)
    assert reason in "; ".join(found.reasons(Weight.FAULT))


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        (
            suite_of("return x", case(0, (2,), 2), case(0, (5,), 5, Kind.PLUS), case(1, (6,), 6, Kind.PLUS)),
            "its base tests accept a program that always returns 2",
        ),
        (
            suite_of("return x * x", case(0, (1,), 1), case(0, (5,), 25, Kind.PLUS)),
            "its base tests accept a program that always returns 1 and one that returns its argument 1",
        ),
        (
            suite_of("return x + 1", *ADD, checks="assert candidate(1) == 2\ncandidate(2)"),
            "its base tests accept a wrong answer on base-1",
        ),
    ],
)
def test_what_only_base_accepts_is_a_weakness(examined: Examiner, subject: TestedProblem, reason: str) -> None:
    assert reason in "; ".join(examined(subject).reasons(Weight.WEAKNESS))


def test_many_blind_calls_are_counted(examined: Examiner) -> None:
    cases = [case(n, (n,), n + 1) for n in range(120)]
    checks = "assert [candidate(n) for n in range(120)][60] == 61"
    (reason,) = examined(suite_of("return x + 1", *cases, checks=checks)).reasons(Weight.FAULT) or [""]
    assert reason == ""  # all wrong is turned down; the call that counts is not among those asked one by one
    (reason,) = examined(suite_of("return x + 1", *cases, checks=checks)).reasons(Weight.WEAKNESS)
    assert reason == "its base tests accept a wrong answer on base-0, base-1, base-2 and 47 more"


def test_trivial_programs_are_programs_and_give_what_they_say() -> None:
    nan = float("nan")
    subject = suite_of("pass", case(0, (1, 2), nan), case(1, (3, 4), nan), case(0, (5, 6), {1: [nan]}, Kind.PLUS))
    found = {}
    for trivial in trivial_programs(subject):
        space: dict[str, Callable[[int, int], object]] = {}
        exec(trivial.source, space)
        try:
            found[trivial.about] = repr(space["solve"](8, 9))
        except NotImplementedError as problem:
            found[trivial.about] = repr(problem)
    assert found == {
        "does nothing": "None",
        "raises an error": "NotImplementedError()",
        "always returns nan": "nan",
        "always returns {1: [nan]}": "{1: [nan]}",
        "returns its argument 1": "8",
        "returns its argument 2": "9",
    }


def test_the_most_common_answers_of_base_and_of_all_are_tried() -> None:
    plus = [case(n, (n,), n % 3, Kind.PLUS) for n in range(9)]
    subject = suite_of("pass", case(0, (0,), "a"), case(1, (0,), "b"), case(2, (0,), "b"), *plus)
    about = [trivial.about for trivial in trivial_programs(subject)]
    assert [text for text in about if "always" in text] == [
        f"always returns {text}" for text in ("'b'", "'a'", "0", "1")
    ]


def test_a_rule_is_not_asked_where_test_code_decides() -> None:
    wide = Oracle(absolute=100.0)
    base = case(0, (0.5,), 1.5)
    assert unsound(suite_of("return x + 1", base, oracle=wide))
    assert unsound(suite_of("return x + 1", base, oracle=wide, checks="assert candidate(0.5) == 1.5")) == ""


def test_problems_whose_tests_compare_nothing_are_left_out_of_a_score(
    trusted: ForkingPool, untrusted: ForkingPool
) -> None:
    scorer = ProblemScorer(suite_of("return 1"), ScoreSettings(limits=LIMITS), trusted, untrusted)
    completion = Completion(task_id="Toy/0", model="m", number=0, program="def solve(x): return 5", source="m:1")
    assert scorer.judge(completion).plus is Verdict.INFRA
    assert scorer.exclusion() == Exclusion(task_id="Toy/0", reason="it has no tests: nothing would be compared")
    assert scorer.comparisons() == 0


def test_a_suite_is_sound_without_faults_and_without_problems_left_out() -> None:
    weak = Examined(
        task_id="Toy/0",
        findings=(Finding(Weight.WEAKNESS, Topic.REFERENCE, "a"), Finding(Weight.SUSPICION, Topic.REFERENCE, "b")),
    )
    bad = Examined(
        task_id="Toy/1",
        findings=(Finding(Weight.FAULT, Topic.REFERENCE, "c"), Finding(Weight.FAULT, Topic.REFERENCE, "d")),
    )
    out = Exclusion(task_id="Toy/2", reason="e")
    assert Checked(benchmark="toy", problems=(weak,), excluded=()).sound
    assert not Checked(benchmark="toy", problems=(weak,), excluded=(out,)).sound
    checked = Checked(benchmark="toy", problems=(weak, bad), excluded=())
    assert not checked.sound
    assert list(checked.of(Weight.FAULT)) == [("Toy/1", "c"), ("Toy/1", "d")]
    assert checked.faulty() == (Exclusion(task_id="Toy/1", reason="c; d"),)
