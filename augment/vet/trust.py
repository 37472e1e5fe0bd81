"""Find out whether a contract can be trusted, and with which input it cannot.

It must accept the base inputs and turn something down, in time, and say the same of an input when it is asked again in
a process with another hash seed and a clock set forward, in another order. It is asked about the base inputs, their
neighbours, and values that no problem takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from augment.errors import NotPlain
from augment.harness.check import describe
from augment.model.execution import Calls, Ending, Execution, ExecutorPool, Limits, Outcome, Program
from augment.model.suite import Case, Kind, Tier
from augment.model.value import Value
from augment.vet.contract import LIMITS, meets, patience
from augment.vet.steady import HASH_SEEDS, asked_again

STRANGE: Final[tuple[object, ...]] = (None, -1, 0, 2.5, "", "~ ", [], [None], {}, (), True, 10**9)
"""Values that no contract of a real problem takes in every argument."""
MOST_NEAR: Final = 20
"""Base inputs whose neighbours a contract is asked about."""
LATE: Final = frozenset({Ending.TIMED_OUT, Ending.OUT_OF_MEMORY, Ending.DIED, Ending.INFRA})
SHOWN: Final = 100
"""Characters of an input in a message."""


def contract_fault(program: Program, cases: Sequence[Case], pool: ExecutorPool, limits: Limits = LIMITS) -> str:
    """Why a contract cannot be trusted, with the input that shows it; empty where it can.

    Args:
        program: the contract's.
        cases: it has to accept the base inputs that have an answer, and the inputs that are tests on its word.
        pool: executors of trusted code.
        limits: for each input.
    """
    own = [case for case in cases if not case.raises and (case.kind is Kind.BASE or case.tier is Tier.CONTRACT)]
    base = [case.args for case in cases if case.kind is Kind.BASE]
    counts = sorted({len(args.unpack_args()) for args in base})
    strange = [Value.of((value,) * count) for count in counts for value in STRANGE]
    near = [other for args in base[:MOST_NEAR] for other in _near(args)]
    calls = Calls(tuple(dict.fromkeys([*(case.args for case in own), *near, *strange])))
    execution = _asked(program, calls, len({case.args for case in own}), pool, limits)
    if execution.loading.ending is not Ending.RETURNED:
        return f"it does not load ({describe(execution.loading)})"
    said = {calls.args[index]: outcome for index, outcome in execution.outcomes.items()}
    return (
        _late(calls, own, said)
        or _wavering(program, calls, execution, pool, limits)
        or _rejecting(own, said)
        or (f"it accepts anything, {_shown(strange[0])} too" if all(meets(said[args]) for args in strange) else "")
    )


def _asked(program: Program, calls: Calls, must: int, pool: ExecutorPool, limits: Limits) -> Execution:
    """What a contract says of some inputs, until it is too late on one of the first, which it must accept."""
    patient = patience(len(calls))

    def watch(index: int, outcome: Outcome) -> bool:
        return patient(index, outcome) and not (index < must and outcome.ending in LATE)

    with pool.lend(hash_seed=HASH_SEEDS[0]) as trusted:
        return trusted.run(program, calls, limits, watch=watch)


def _late(calls: Calls, own: Sequence[Case], said: Mapping[Value, Outcome]) -> str:
    for case in own:
        if case.args in said and said[case.args].ending in LATE:
            return (
                f"it does not answer in time on the {case.kind} input {_shown(case.args)} ({describe(said[case.args])})"
            )
    unasked = [args for args in calls.args if args not in said]
    return f"it does not answer in time: not asked any more about {_shown(unasked[0])}" if unasked else ""


def _wavering(program: Program, calls: Calls, first: Execution, pool: ExecutorPool, limits: Limits) -> str:
    indexes = [index for index, outcome in first.outcomes.items() if outcome.ending not in LATE]
    again = asked_again(program, calls, indexes, pool, limits, watch=patience(len(indexes)))
    for index in indexes:
        outcome = again.outcomes.get(index)
        if outcome is None:
            return f"it does not answer in time when it is asked again about {_shown(calls.args[index])}"
        if meets(outcome) is not meets(first.outcomes[index]):
            return f"it says yes and no to {_shown(calls.args[index])} when it is asked twice"
    return ""


def _rejecting(own: Sequence[Case], said: Mapping[Value, Outcome]) -> str:
    for case in own:
        outcome = said[case.args]
        if not meets(outcome):
            why = f" ({describe(outcome)})" if outcome.ending is not Ending.RETURNED else ""
            return f"it rejects the {case.kind} input {_shown(case.args)}{why}"
    return ""


def _near(args: Value) -> Iterator[Value]:
    """The arguments with one of them a little changed."""
    values = args.unpack_args()
    for place, value in enumerate(values):
        for other in _changed(value):
            try:
                yield Value.of((*values[:place], other, *values[place + 1 :]))
            except NotPlain:  # the value is as large as a plain one may be
                continue


def _changed(value: object) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case int():
            return (value + 1, value - 1, -value)
        case float():
            return (-value, value / 2)
        case str() | bytes() | list() | tuple():
            return (value[:-1], value[1:], value * 2, value[::-1])
    return ()


def _shown(args: Value) -> str:
    text = args.literal
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
