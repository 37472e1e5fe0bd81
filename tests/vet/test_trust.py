"""Contracts: which can be trusted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import problem

from augment.model.execution import Ending, Limits, Outcome
from augment.model.suite import Case, Kind, Tier
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from augment.vet.contract import PATIENCE, PATIENCE_EACH, contract_program, met_by, patience
from augment.vet.trust import contract_fault

LIMITS = Limits(steps=20_000)
IMPATIENT = Limits(steps=20_000, wall_seconds=0.3)
PLAIN = problem("return len(xs)", "pass", signature="xs, n=0")
TOY = replace(PLAIN, prompt=f"def helper(xs):\n    return xs[:0]\n\n\n{PLAIN.prompt}")


def case(*args: object, kind: Kind = Kind.BASE) -> Case:
    tier = Tier.CONTRACT if kind is Kind.PLUS else None
    return Case(id="", kind=kind, args=Value.of(args), expected=Value.of(0), origin="", tier=tier)


CASES = (case([4, 1]), case([], 3), case([7, 8, 9], kind=Kind.PLUS))


def fault(code: str, trusted: ForkingPool, cases: tuple[Case, ...] = CASES, limits: Limits = LIMITS) -> str:
    return contract_fault(contract_program(TOY, code), cases, trusted, limits)


@pytest.mark.parametrize(
    "code",
    [
        "assert isinstance(xs, list)",
        "def meant(xs, n=0):\n    return isinstance(xs, list)",
        "def is_list(x):\n    return type(x) is list\nassert is_list(xs)",
        "assert type(xs) is list\nassert solve(xs) < 4 and helper(xs) == []",
        "def meant(xs, n=0):\n    for x in xs:\n        assert x >= 0",
        "import random\nassert type(xs) is list and random.random() < 2",
        "assert type(xs) is list\nwhile len(xs) == 4:\n    n += 1",
    ],
)
def test_a_contract_that_knows_what_it_wants_can_be_trusted(trusted: ForkingPool, code: str) -> None:
    assert fault(code, trusted) == ""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("assert n != 3", "it rejects the base input ([], 3) (AssertionError)"),
        ("def meant(xs, n=0):\n    return n != 3", "it rejects the base input ([], 3)"),
        ("assert len(xs) < 3", "it rejects the plus input ([7, 8, 9],) (AssertionError)"),
        (
            "while n == 3:\n    xs = xs[:]",
            "it does not answer in time on the base input ([], 3) (more than 20000 steps)",
        ),
        ("return True", "it accepts anything, (None,) too"),
        ("return 5", "it accepts anything, (None,) too"),
        ("import no_such_module", "it rejects the base input ([4, 1],) (ModuleNotFoundError: No module named"),
        ("def meant(xs, n=0): return xs\nnought = 1 / 0", "it does not load (ZeroDivisionError: division by zero)"),
        (
            "assert type(xs) is list\nassert n != 3 or hash('b') > 0",
            "it says yes and no to ([], 3) when it is asked twice",
        ),
        (
            "import time\nassert type(xs) is list\nassert xs or time.gmtime().tm_year < 2027",
            "it says yes and no to ([], 3) when it is asked twice",
        ),
        (
            "import random\nassert type(xs) is list\nassert len(xs) != 4 or random.random() < 0.5",
            "it says yes and no to ([4, 1, 4, 1],) when it is asked twice",
        ),
    ],
)
def test_a_contract_that_cannot_be_trusted_is_told_with_the_input_that_shows_it(
    trusted: ForkingPool, code: str, why: str
) -> None:
    assert fault(code, trusted).startswith(why)


def test_a_contract_that_sleeps_does_not_answer_in_time(trusted: ForkingPool) -> None:
    why = "it does not answer in time on the base input ([4, 1],) (more than 0.3 s of waiting)"
    assert fault("import time\ntime.sleep(60)", trusted, limits=IMPATIENT) == why


def test_a_contract_that_is_slow_on_all_inputs_is_stopped(
    trusted: ForkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("augment.vet.trust.patience", lambda inputs: lambda index, outcome: index < 2)
    why = "it does not answer in time: not asked any more about "
    assert fault("assert type(xs) is list", trusted).startswith(why)


def test_a_base_input_on_which_an_exception_is_expected_need_not_meet_the_contract(trusted: ForkingPool) -> None:
    assert (
        fault("assert type(xs) is list and n != 3", trusted, (CASES[0], replace(CASES[1], raises="ValueError"))) == ""
    )


def test_a_run_of_a_contract_ends_when_it_has_lasted_too_long() -> None:
    now = [100.0]
    watch = patience(200, clock=lambda: now[0])
    answered = Outcome(ending=Ending.RETURNED)
    now[0] += PATIENCE + 200 * PATIENCE_EACH - 0.1
    assert watch(0, answered)
    now[0] += 0.2
    assert not watch(1, answered)


def test_inputs_that_a_contract_was_not_asked_about_do_not_meet_it(
    trusted: ForkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("augment.vet.contract.patience", lambda inputs: lambda index, outcome: index < 1)
    program = contract_program(TOY, "assert xs")
    with trusted.lend() as executor:
        assert met_by(program, [Value.of(([],)), Value.of(([1],)), Value.of(([1],))], executor) == [False, True, None]
