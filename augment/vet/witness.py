"""Ask independent solutions what they make of an input.

A witness is a program that gives the base answers. Where witnesses scatter, an input is probably none of the problem's
business; where they agree with each other and not with the reference, one of the two sides is wrong, which a person has
to settle. That they agree with the reference says little: programs of one mind handle nonsense alike. Witnesses are
strangers' programs: they run behind the same walls as completions, bounded by counted steps, so that each machine hears
the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from augment.errors import EngineFailure
from augment.model.execution import NO_ANSWER, Calls, Ending, ExecutorPool, Limits, Patience, Program
from augment.model.suite import Case, Oracle
from augment.model.value import Value
from augment.model.words import counted
from augment.oracle.compare import accepts, plain_value

ENOUGH: Final = 3
"""Witnesses below which nothing is concluded."""
SHOWN: Final = 80
"""Characters of a call or an answer in a message."""
SCATTER: Final = "witnesses scatter"
CONTRADICT: Final = "witnesses agree on another answer"


@dataclass(frozen=True, slots=True)
class Testimony:
    """What the witnesses make of one input."""

    witnesses: int = 0
    agree: int = 0
    """Those that give the reference's answer."""
    against: int = 0
    """The largest group that gives one other answer."""
    other: Value | None = None
    """That answer."""

    @property
    def objection(self) -> str:
        """Why the input should not be a test; empty where the witnesses do not object."""
        if self.witnesses < ENOUGH or 2 * self.agree >= self.witnesses:
            return ""
        return CONTRADICT if 3 * self.against >= 2 * self.witnesses else SCATTER


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An input on which witnesses agree with each other and not with the reference."""

    args: Value
    expected: Value
    testimony: Testimony


def suspicion(entry_point: str, contradictions: Sequence[Contradiction]) -> tuple[str, ...]:
    """What contradictions make of a reference, in a sentence with the smallest of them; none where there are none."""
    if not contradictions:
        return ()
    one = min(contradictions, key=lambda found: len(found.args.wire))
    told = one.testimony
    other = told.other.literal if told.other is not None else ""
    call = _short(f"{entry_point}({', '.join(Value.of(value).literal for value in one.args.unpack_args())})")
    more = f", and on {counted(len(contradictions) - 1, 'more input')}" if len(contradictions) > 1 else ""
    return (
        f"{told.against} of {told.witnesses} witnesses say {call} gives {_short(other)}, "
        f"its reference gives {_short(one.expected.literal)}{more}",
    )


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def base_passers(
    programs: Sequence[Program], base: Sequence[Case], oracle: Oracle, pool: ExecutorPool, limits: Limits, most: int
) -> list[Program]:
    """The first programs, of different texts, that give every base answer; no more than are wanted."""
    found: dict[str, Program] = {}
    for program in programs:
        if len(found) == most:
            break
        if program.source not in found and all(_right(program, base, oracle, pool, limits)):
            found[program.source] = program
    return list(found.values())


def _right(program: Program, cases: Sequence[Case], oracle: Oracle, pool: ExecutorPool, limits: Limits) -> list[bool]:
    try:
        with pool.lend() as executor:
            calls = Calls(tuple(case.args for case in cases))
            execution = executor.run(program, calls, limits, watch=lambda _, outcome: outcome.ending not in NO_ANSWER)
    except EngineFailure:
        return [False]
    outcomes = [execution.of(index) for index in range(len(cases))]
    return [
        outcome.ending is Ending.RETURNED and accepts(oracle, case.expected, outcome)
        for case, outcome in zip(cases, outcomes, strict=True)
    ]


def hear(
    witnesses: Sequence[Program],
    inputs: Sequence[Value],
    answers: Sequence[Value | None],
    oracle: Oracle,
    pool: ExecutorPool,
    limits: Limits,
) -> list[Testimony]:
    """What witnesses make of some inputs.

    Args:
        witnesses: programs that give the base answers.
        inputs: tuples of arguments.
        answers: the reference's answers to them; None where it has none.
        oracle: how answers are compared.
        pool: untrusted executors.
        limits: for each call.
    """
    heard, agree, others = [0] * len(inputs), [0] * len(inputs), [Counter[Value]() for _ in inputs]
    for witness in witnesses:
        try:
            with pool.lend() as executor:
                execution = executor.run(witness, Calls(tuple(inputs)), limits, watch=Patience())
        except EngineFailure:
            continue
        for index, outcome in execution.outcomes.items():
            heard[index] += outcome.ending is not Ending.INFRA
            expected = answers[index]
            if expected is not None and outcome.ending is Ending.RETURNED and accepts(oracle, expected, outcome):
                agree[index] += 1
            elif (value := plain_value(outcome)) is not None:
                others[index][value] += 1
    return [_testimony(*told) for told in zip(heard, agree, others, strict=True)]


def _testimony(witnesses: int, agree: int, others: Counter[Value]) -> Testimony:
    other, against = max(others.items(), key=lambda entry: (entry[1], entry[0].wire), default=(None, 0))
    return Testimony(witnesses, agree, against, other)
