"""Every kind of finding in a toy that has it, and not in one that is the same but for the fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from conftest import problem

from augment import pipeline
from augment.audit.problem import Pools, audit_problem
from augment.audit.search import AuditSettings
from augment.model.audit import Audited, AuditFinding, AuditKind, Family, Sureness
from augment.model.execution import Limits
from augment.model.finding import Weight
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Oracle, TestedProblem, Tier
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from augment.score.scorer import ScoreSettings

SMALL = AuditSettings(mutants=15, proposals=40)
Auditor = Callable[..., Audited]


@pytest.fixture
def audited(trusted: ForkingPool, untrusted: ForkingPool) -> Auditor:
    def run(
        subject: Problem | TestedProblem, voices: Mapping[str, Sequence[str]] | None = None, of_suite: bool = False
    ) -> Audited:
        tested = pipeline.learn_problem(subject, trusted, Limits()) if isinstance(subject, Problem) else subject
        return audit_problem(
            tested,
            voices or {},
            settings=SMALL,
            scoring=ScoreSettings(),
            pools=Pools(trusted, untrusted),
            of_suite=of_suite,
        )

    return run


def of_kind(found: Audited, kind: AuditKind) -> list[AuditFinding]:
    return [finding for finding in found.findings if finding.kind is kind]


def checks(*lines: str) -> str:
    return "\n".join(f"assert {line}" for line in lines)


NUMBERS = checks("candidate(1) == 2", "candidate(5) == 10", "candidate(-7) == -14")
LISTS = checks("candidate([1, 2]) == 3", "candidate([4]) == 4", "candidate([-1, -1, 5]) == 3")
TOTAL = "if not xs:\n    return 0\nreturn sum(xs)"
MEAN = checks("candidate([0.1, 0.2]) == (0.1 + 0.2) / 2", "candidate([1.0]) == 1.0", "candidate([0.3, 0.6, 0.9]) > 0")
CLOSE = checks("abs(candidate([0.1, 0.2]) - 0.15) < 1e-6", "candidate([1.0]) == 1.0")
WORDS = checks("candidate(['a', 'bcd']) == 'bcd'", "candidate(['xy', 'z']) == 'xy'", "candidate(['pqrs']) == 'pqrs'")
DICTS = checks("candidate({'b': 1}) == 'b'", "candidate({'a': 2, 'c': 3}) == 'a'", "candidate({'d': 0, 'x': 9}) == 'd'")
FIBONACCI = checks("candidate(1) == 1", "candidate(5) == 5", "candidate(8) == 21")
HALVES = checks("candidate(1) == 0", "candidate(10) == 5", "candidate(14) == 7")
SHARES = checks("candidate(1) == -10", "candidate(5) == 3", "candidate(7) == 2", "candidate(3) == 10")
NEGATIVE = checks(*(f"candidate({xs}) == {sum(xs)}" for xs in ([2, 1], [3, 9], [7, 4, 4], [5], [-2, 6])))
CHOICE = checks(
    "candidate(['a', 'b', 'c']) in ('a', 'b', 'c')", "candidate(['x', 'y']) in 'xy'", "candidate(['z']) == 'z'"
)
SORTED = checks(*(f"candidate({sorted(xs)}) == {sum(xs)}" for xs in ([1, 2], [3, 9], [0, 4, 4], [5], [2, 6, 8])))

TWO_WAYS: dict[str, tuple[AuditKind, Problem, Problem]] = {
    "parts that are never run": (
        AuditKind.NEVER_RUN,
        problem(TOTAL, LISTS),
        problem(TOTAL, LISTS + "\nassert candidate([]) == 0"),
    ),
    "a program that solves nothing": (
        AuditKind.TRIVIAL,
        problem("return x * x", checks("candidate(1) == 1", "candidate(0) == 0"), signature="x: int"),
        problem("return 2 * x", NUMBERS, signature="x: int"),
    ),
    "an answer that nobody looks at": (
        AuditKind.BLIND,
        problem("return 2 * x", NUMBERS + "\ncandidate(3)", signature="x: int"),
        problem("return 2 * x", NUMBERS + "\nassert candidate(3) == 6", signature="x: int"),
    ),
    "tests that the prompt gives away": (
        AuditKind.IN_PROMPT,
        problem("return 2 * x", NUMBERS, signature="x: int", docstring="solve(1), solve(5) or solve(-7)"),
        problem("return 2 * x", NUMBERS, signature="x: int", docstring="solve(1) or solve(5)"),
    ),
    "few tests": (
        AuditKind.FEW,
        problem("return 2 * x", checks("candidate(1) == 2", "candidate(5) == 10"), signature="x: int"),
        problem("return 2 * x", NUMBERS, signature="x: int"),
    ),
    "an example that the reference contradicts": (
        AuditKind.CONTRADICTS_PROMPT,
        problem("return 2 * x", NUMBERS, signature="x: int", docstring="\n    >>> solve(3)\n    9\n    "),
        problem("return 2 * x", NUMBERS, signature="x: int", docstring="\n    >>> solve(3)\n    6\n    "),
    ),
    "answers that change": (
        AuditKind.UNSTABLE,
        problem("return next(iter(set(xs)))", CHOICE, signature="xs: list[str]"),
        problem("return min(xs)", CHOICE, signature="xs: list[str]"),
    ),
    "whole numbers in floats": (
        AuditKind.INEXACT,
        problem("return int(x / 2)", HALVES, signature="x: int"),
        problem("return x // 2", HALVES, signature="x: int"),
    ),
    "whole numbers that the prompt bounds": (
        AuditKind.INEXACT,
        problem("return int(x / 2)", HALVES, signature="x: int"),
        problem("return int(x / 2)", HALVES, signature="x: int", docstring="x is at most 1000."),
    ),
    "an error that nobody meant": (
        AuditKind.RAISES,
        problem("return 10 // (x - 2)", SHARES, signature="x: int"),
        problem("if x == 2:\n    raise ZeroDivisionError\nreturn 10 // (x - 2)", SHARES, signature="x: int"),
    ),
    "a hopeless running time": (
        AuditKind.SLOW,
        problem("return x if x < 2 else solve(x - 1) + solve(x - 2)", FIBONACCI, signature="x: int"),
        problem("a, b = 0, 1\nfor _ in range(x):\n    a, b = b, a + b\nreturn a", FIBONACCI, signature="x: int"),
    ),
    "ties": (
        AuditKind.TIES,
        problem("return max(xs, key=len)", WORDS, signature="xs: list[str]"),
        problem("return max(xs, key=len)", WORDS, signature="xs: list[str]", docstring="The first of the longest."),
    ),
    "ties that are told by the answer": (
        AuditKind.TIES,
        problem("return max(xs, key=len)", WORDS, signature="xs: list[str]"),
        problem("return max(xs, key=lambda x: (len(x), x))", WORDS, signature="xs: list[str]"),
    ),
    "the order of a dict": (
        AuditKind.DICT_ORDER,
        problem("return list(d)[0]", DICTS, signature="d: dict[str, int]"),
        problem("return sorted(d)[0]", DICTS, signature="d: dict[str, int]"),
    ),
    "floats to the last bit": (
        AuditKind.STRICT_FLOATS,
        problem("return sum(xs) / len(xs)", MEAN, signature="xs: list[float]"),
        problem("return sum(xs) / len(xs)", CLOSE, signature="xs: list[float]"),
    ),
    "floats that are given back": (
        AuditKind.STRICT_FLOATS,
        problem("return sum(xs) / len(xs)", MEAN, signature="xs: list[float]"),
        problem("return max(xs)", checks("candidate([0.1, 0.7]) == 0.7"), signature="xs: list[float]"),
    ),
    "floats that are rounded": (
        AuditKind.STRICT_FLOATS,
        problem("return sum(xs) / len(xs)", MEAN, signature="xs: list[float]"),
        problem(
            "return round(sum(xs) / len(xs), 4)",
            checks("candidate([0.1, 0.2]) == 0.15", "candidate([1.0]) == 1.0"),
            signature="xs: list[float]",
        ),
    ),
    "words that a test breaks": (
        AuditKind.CONFLICT,
        problem("return sum(xs)", NEGATIVE, docstring="Given a list of non-negative integers, add them."),
        problem("return sum(xs)", NEGATIVE, docstring="Given a list of integers, add them."),
    ),
    "one input unlike the others": (
        AuditKind.ODD_INPUT,
        problem("return sum(xs)", SORTED + "\nassert candidate([]) == 0\nassert candidate(()) == 0"),
        problem("return sum(xs)", SORTED + "\nassert candidate([]) == 0\nassert candidate([3]) == 3"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWO_WAYS)
def test_a_finding_is_there_with_its_fault_and_gone_without(audited: Auditor, name: str) -> None:
    kind, faulty, sound = TWO_WAYS[name]
    (found,) = of_kind(audited(faulty), kind)
    assert found.what
    assert of_kind(audited(sound), kind) == []


@pytest.mark.parametrize(
    ("subject", "kind", "reason"),
    [
        (problem("return x", checks("candidate(1) == 2"), signature="x"), AuditKind.REFERENCE_FAILS, "its own base"),
        (problem("return x +", NUMBERS, signature="x"), AuditKind.REFERENCE_FAILS, "does not load: SyntaxError"),
        (
            replace(problem("return x", NUMBERS, signature="x"), prompt="import no_such_module\ndef solve(x):\n"),
            AuditKind.REFERENCE_FAILS,
            "does not load: ModuleNotFoundError",
        ),
        (replace(problem("return x", NUMBERS), canonical_solution=""), AuditKind.NO_REFERENCE, "no reference"),
        (problem("return x", "assert 1 == 1", signature="x"), AuditKind.NOT_RUN, "never calls the candidate"),
        (problem("return x", "raise SystemExit", signature="x"), AuditKind.NOT_RUN, "its code does not run"),
        (problem("return x", "candidate(1)", signature="x"), AuditKind.ACCEPTS_ANYTHING, "accept any answer"),
    ],
)
def test_a_problem_that_cannot_be_scored_is_one_fault(
    audited: Auditor, subject: Problem, kind: AuditKind, reason: str
) -> None:
    (found,) = audited(subject).findings
    assert (found.kind, found.weight, found.sureness) == (kind, Weight.FAULT, Sureness.SHOWN)
    assert reason in found.what


def test_a_reference_that_does_not_end_is_a_fault(
    audited: Auditor, trusted: ForkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("augment.harness.check.LIMITS", Limits(cpu_seconds=0.3))
    (found,) = audited(problem("while x == 5: pass\nreturn 2 * x", NUMBERS, signature="x: int")).findings
    assert found.kind is AuditKind.REFERENCE_FAILS
    assert "does not get through its base tests" in found.what


def test_wrong_variants_that_pass_base_come_with_an_input_that_tells_them_apart(audited: Auditor) -> None:
    weak = audited(problem("return sum(xs)", checks("candidate([]) == 0", "candidate([1, 2]) == 3")))
    (found,) = of_kind(weak, AuditKind.MUTANTS)
    assert found.input is not None
    assert found.input not in (Value.of(([],)), Value.of(([1, 2],)))
    assert found.figures == {"surviving": weak.strength.surviving, "wrong": weak.strength.wrong}
    many = [[], [0], [0, 0], [7, 7], [1, 2, 3], [3, -3], [1000], [-1, -5], [5, 0, 5], [2, 2, 9, 9], [-7]]
    strong = audited(problem("return sum(xs)", checks(*(f"candidate({xs}) == {sum(xs)}" for xs in many))))
    assert strong.strength.share < weak.strength.share


def test_a_sound_problem_has_no_fault_and_no_suspicion(audited: Auditor) -> None:
    found = audited(problem(TOTAL, LISTS + "\nassert candidate([]) == 0", docstring="The sum of some integers."))
    assert [one for one in found.findings if one.weight is not Weight.WEAKNESS] == []


def test_the_same_seed_finds_the_same(audited: Auditor) -> None:
    subject = problem(TOTAL, LISTS)
    assert audited(subject) == audited(subject)


# ---------------------------------------------------------------- witnesses

RIGHT = "def solve(x):\n    return 2 * x\n"
ALSO_RIGHT = "def solve(x):\n    return x + x\n"
WRONG_WHEN_LARGE = problem("return 2 * x if abs(x) < 20 else 0", NUMBERS, signature="x: int")
VOICES = {"one": [RIGHT, ALSO_RIGHT], "two": ["def solve(n):\n    return n * 2\n"]}


def test_programs_of_several_models_that_agree_accuse_a_reference(audited: Auditor) -> None:
    (found,) = of_kind(audited(WRONG_WHEN_LARGE, VOICES), AuditKind.WITNESSES)
    assert (found.family, found.weight, found.sureness) == (Family.ORACLE, Weight.SUSPICION, Sureness.LIKELY)
    assert "3 of 3 programs of 2 models say solve(" in found.what
    assert found.input is not None
    assert abs(int(str(found.input.unpack_args()[0]))) >= 20


@pytest.mark.parametrize(
    "voices",
    [
        {"one": [RIGHT, ALSO_RIGHT, "def solve(n): return n * 2"]},
        {"one": [RIGHT, ALSO_RIGHT], "two": [RIGHT]},
        {"one": [RIGHT, ALSO_RIGHT], "two": ["def solve(x):\n    return 3 * x\n", "def solve(x): pass", "no code"]},
        {"one": [RIGHT], "two": [ALSO_RIGHT]},
    ],
    ids=["one model", "one text twice", "one model passes base", "two programs"],
)
def test_too_few_witnesses_accuse_nobody(audited: Auditor, voices: Mapping[str, Sequence[str]]) -> None:
    assert of_kind(audited(WRONG_WHEN_LARGE, voices), AuditKind.WITNESSES) == []


def test_witnesses_that_agree_with_the_reference_say_nothing(audited: Auditor) -> None:
    sound = audited(problem("return 2 * x", NUMBERS, signature="x: int"), VOICES)
    assert of_kind(sound, AuditKind.WITNESSES) == of_kind(sound, AuditKind.DISAGREEMENT) == []


def test_an_answer_where_the_reference_raises_is_an_accusation(audited: Auditor) -> None:
    raising = problem("return 20 // (x - 2) // 2", SHARES, signature="x: int")
    defined = [f"def solve(x):\n    return 0 if x == 2 else 10 // (x - {two})\n" for two in ("2", "1 - 1", "2.0 // 1")]
    voices = {"one": defined[:1], "two": [f"{defined[0]}# again\n", f"{defined[0]}# once more\n"]}
    (found,) = of_kind(audited(raising, voices), AuditKind.WITNESSES)
    assert "say solve(2) gives 0, its reference raises" in found.what


def test_programs_that_agree_on_nothing_doubt_the_problem(audited: Auditor) -> None:
    scattered = {
        f"model-{number}": [f"def solve(x):\n    return 2 * x if abs(x) < 10 else {number}\n"] for number in range(4)
    }
    sound = problem("return 2 * x", NUMBERS, signature="x: int")
    (found,) = of_kind(audited(sound, scattered), AuditKind.DISAGREEMENT)
    assert (found.family, found.sureness) == (Family.DOMAIN, Sureness.POSSIBLE)
    assert "of 4 programs 0 give its reference's answer" in found.what


# ---------------------------------------------------------------- suites


def suite_problem(*plus: tuple[int, int], body: str = "return 2 * x", tier: Tier | None = Tier.INSIDE) -> TestedProblem:
    subject = problem(body, NUMBERS, signature="x: int")
    base = [(1, 2), (5, 10), (-7, -14)]
    cases = [
        Case(
            id=f"{kind}-{number}",
            kind=kind,
            args=Value.of((given,)),
            expected=Value.of(answer),
            origin="hand",
            tier=tier if kind is Kind.PLUS else None,
        )
        for kind, pairs in ((Kind.BASE, base), (Kind.PLUS, plus))
        for number, (given, answer) in enumerate(pairs)
    ]
    return TestedProblem(problem=subject, oracle=Oracle(), cases=tuple(cases))


def test_a_suite_is_told_what_its_plus_tests_lack(audited: Auditor) -> None:
    without = audited(suite_problem(), of_suite=True)
    assert [one.what for one in of_kind(without, AuditKind.NO_PLUS)] == ["its list of plus tests is empty"]
    repeated = audited(suite_problem((5, 10), (6, 12)), of_suite=True)
    assert [one.figures for one in of_kind(repeated, AuditKind.REPEATED)] == [{"repeated": 1, "plus": 2}]
    fine = audited(suite_problem((6, 12), (100, 200)), of_suite=True)
    assert of_kind(fine, AuditKind.NO_PLUS) == of_kind(fine, AuditKind.REPEATED) == []


def test_the_plus_tests_of_a_suite_tell_variants_apart(audited: Auditor) -> None:
    found = audited(suite_problem((6, 12), (0, 0), (2, 4), (100, 200)), of_suite=True)
    (mutants,) = of_kind(found, AuditKind.MUTANTS)
    assert mutants.input in {Value.of((x,)) for x in (6, 0, 2, 100)}
    assert audited(suite_problem((100, 200), tier=Tier.STRETCH), of_suite=True).strength.surviving == 0


def test_a_suite_that_a_constant_passes_means_nothing_and_a_benchmark_is_weak(audited: Auditor) -> None:
    seven = problem("return 7", checks(*(f"candidate({x}) == 7" for x in range(4))), signature="x: int")
    assert [one.weight for one in of_kind(audited(seven), AuditKind.TRIVIAL)] == [Weight.WEAKNESS]
    (found,) = audited(replace(suite_problem(), cases=_sevens()), of_suite=True).findings[:1]
    assert (found.kind, found.weight) == (AuditKind.REFERENCE_FAILS, Weight.FAULT)


def _sevens() -> tuple[Case, ...]:
    return (Case(id="base-0", kind=Kind.BASE, args=Value.of((1,)), expected=Value.of(7), origin="hand"),)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 3 * x", "its reference fails its own tests (on base-0: expected 2, got 3"),
        ("return x +", "SyntaxError"),
        ("import no_such_module\nreturn 2 * x", "ModuleNotFoundError"),
    ],
)
def test_a_reference_that_fails_its_suite_is_one_fault(audited: Auditor, body: str, reason: str) -> None:
    (found,) = audited(suite_problem((6, 12), body=body), of_suite=True).findings
    assert found.kind is AuditKind.REFERENCE_FAILS
    assert reason in found.what
