"""Check the tests of one problem before they judge anybody: do they accept the reference, and turn down the rest?

The reference must pass, with more than nothing compared. The benchmark's own test code must accept the recorded
answers and turn down wrong ones. Programs that solve nothing must fail: one that passes everything is a fault of the
suite, one that passes base alone is a weakness of the base tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from augment.harness.check import Answer, judge
from augment.model.completion import Completion, Verdict
from augment.model.execution import ExecutorPool
from augment.model.finding import Examined, Finding, Topic, Weight
from augment.model.suite import Case, Kind, TestedProblem
from augment.model.words import counted
from augment.oracle.disturb import wrong_answers
from augment.score.scorer import ProblemScorer
from augment.score.trivial import Trivial, trivial_programs

ASKED: Final = 50
"""Base calls of a problem to which a wrong answer is given, one at a time; of more, half at each end."""


def examine(tested: TestedProblem, scorer: ProblemScorer, trusted: ExecutorPool) -> Examined:
    """What the self-check of one problem finds.

    Args:
        tested: the problem and its tests.
        scorer: judges programs by these tests.
        trusted: executors for the benchmark's own code.
    """
    exclusion = scorer.exclusion()
    if exclusion is not None:
        return Examined(task_id=scorer.task_id, findings=(Finding(Weight.FAULT, Topic.REFERENCE, exclusion.reason),))
    programs = trivial_programs(tested)
    findings = [*_of_base_tests(tested, trusted), *_of_trivial(programs, scorer)]
    comparisons = scorer.comparisons()
    if not comparisons:
        findings.insert(
            0, Finding(Weight.FAULT, Topic.ACCEPTS, "no answer of its reference was compared with anything")
        )
    return Examined(
        task_id=scorer.task_id,
        comparisons=comparisons,
        trivial_programs=len(programs),
        findings=tuple(findings),
    )


def _of_base_tests(tested: TestedProblem, trusted: ExecutorPool) -> Iterator[Finding]:
    """What the benchmark's test code says of the recorded answers, of nothing but wrong ones, and of one wrong one."""
    base = tested.of_kind(Kind.BASE)
    if not tested.problem.test or tested.by_test_code:
        return
    right = [Answer(case.args, case.expected) for case in base]
    wrong = [_wrong(tested, case) for case in base]
    places = list(range(len(base)))
    if len(places) > ASKED:
        places = places[: ASKED // 2] + places[-ASKED // 2 :]
    one_wrong = [[*right[:place], wrong[place], *right[place + 1 :]] for place in places]
    with trusted.lend() as executor:
        recorded, all_wrong, *rulings = judge(tested.problem, [right, wrong, *one_wrong], executor)
    if not recorded.accepted:
        yield Finding(
            Weight.FAULT,
            Topic.REFERENCE,
            f"its base tests turn down the recorded answers: {recorded.reason or 'they make other calls'}",
        )
    elif all_wrong.accepted:
        yield Finding(
            Weight.FAULT,
            Topic.ACCEPTS,
            f"its base tests accept wrong answers to all of their {counted(len(base), 'call')}",
        )
    else:
        blind = [base[place].id for place, ruling in zip(places, rulings, strict=True) if ruling.accepted]
        if blind:
            yield Finding(Weight.WEAKNESS, Topic.BLIND, f"its base tests accept a wrong answer on {_listed(blind)}")


def _wrong(tested: TestedProblem, case: Case) -> Answer:
    """A wrong answer, or none at all where there is no larger value."""
    return Answer(case.args, next(iter(wrong_answers(tested.oracle, case.expected)), None))


def _of_trivial(programs: list[Trivial], scorer: ProblemScorer) -> Iterator[Finding]:
    accepted: dict[Weight, list[str]] = {Weight.FAULT: [], Weight.WEAKNESS: []}
    for number, program in enumerate(programs):
        verdict = scorer.judge(
            Completion(task_id=scorer.task_id, model="", number=number, program=program.source, source=program.about)
        )
        if verdict.plus is Verdict.INFRA:
            reason = verdict.failure.reason if verdict.failure else ""
            yield Finding(Weight.FAULT, Topic.TRIVIAL, f"a program that {program.about} could not be judged ({reason})")
        elif verdict.plus is Verdict.PASS:
            accepted[Weight.FAULT].append(program.about)
        elif verdict.base is Verdict.PASS:
            accepted[Weight.WEAKNESS].append(program.about)
    for weight, tests in ((Weight.FAULT, "its tests"), (Weight.WEAKNESS, "its base tests")):
        if accepted[weight]:
            yield Finding(
                weight, Topic.TRIVIAL, f"{tests} accept a program that {' and one that '.join(accepted[weight])}"
            )


def _listed(names: list[str], most: int = 3) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
