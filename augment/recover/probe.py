"""Learn how exact an answer must be, by asking the base tests.

The reference's answer to one call is disturbed a little and the check is run on it, with all other answers as they
were. A float is moved by growing steps: where every case accepts the same distance, absolute or relative, that is
the tolerance. Steps that leave an answer as it is (a share of zero, a small step on a large number or on infinity)
tell nothing and do not count; nor does a case where every step of either kind is accepted, since its check does not
look at the float. Where the accepted distances fit no tolerance, the check judges a property of the
answer (its value put into an equation, say), and comparing with one expected answer would be wrong. A list is offered
for a tuple and the other way round, the items backwards, an item twice, and any true thing for a true answer. What is
taken wherever it makes a difference is free. Nothing depends on which problem it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final

from augment.harness.check import Answer, judge
from augment.model.execution import Executor
from augment.model.problem import Problem
from augment.model.suite import Oracle
from augment.model.value import Value

STEPS: Final = tuple(10.0 ** -(power + 0.5) for power in range(12, 0, -1))
"""Distances tried on floats, absolute and relative, from small to large; half-way between the powers of ten that
people write as tolerances, so that none falls on a knife's edge."""
ROUNDING: Final = 1e-9
"""Allowed between floats even where the base tests want the last bit: plus tests have less round numbers, and the
order of two operations is not what a problem asks about."""
PROBED_CASES: Final = 12
"""Cases of a problem that are probed; a check with more is probed at its ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """The oracle, and whether it can be trusted beyond the base tests."""

    oracle: Oracle = field(default_factory=Oracle)
    property_check: bool = False
    """Whether the base tests check a property that no tolerance explains."""
    accepts_anything: bool = False
    """Whether no disturbance, however great, is turned down."""


def learn_oracle(problem: Problem, answers: Sequence[Answer], trusted: Executor) -> Learnt:
    """Probe a problem's check around the reference's answers; all of `answers` together are accepted."""
    places = probed(answers)

    def taken(disturb: Disturbance) -> bool:
        told = set(_told(problem, answers, [(place, disturb) for place in places], trusted)) - {None}
        return told == {True}

    unordered = taken(_backwards)
    structure = Oracle(
        any_sequence=taken(_other_sequence),
        unordered=unordered,
        repeats_count=not (unordered and taken(_repeated)),
        truth_only=taken(_as_true),
    )
    if structure.truth_only and taken(_as_false):
        return Learnt(oracle=structure, accepts_anything=True)
    floats = [p for p in places if _has_float(_answer(answers, p))]
    if structure.truth_only or not floats:
        return Learnt(oracle=structure)
    widest = [
        (
            _widest(problem, answers, place, lambda x, step: x + step, trusted),
            _widest(problem, answers, place, lambda x, step: x + x * step, trusted),
        )
        for place in floats
    ]
    looked_at = [pair for pair in widest if not {*pair} <= {None, math.inf}]
    absolute, relative = (_shared([pair[way] for pair in looked_at]) for way in (0, 1))
    oracle = replace(
        structure,
        absolute=max(absolute or 0.0, ROUNDING),
        relative=max(relative or 0.0, ROUNDING) if absolute is None else ROUNDING,
    )
    return Learnt(oracle=oracle, property_check=absolute is None and relative is None)


def probed(answers: Sequence[Answer]) -> list[int]:
    """Places of the answers that are disturbed."""
    places = [place for place, answer in enumerate(answers) if answer.value is not None]
    return places if len(places) <= PROBED_CASES else places[: PROBED_CASES // 2] + places[-PROBED_CASES // 2 :]


def asked(
    problem: Problem, answers: Sequence[Answer], offers: Sequence[tuple[int, Value]], trusted: Executor
) -> list[bool]:
    """Whether the check accepts each offer for one answer, all others being as they were."""
    series = [
        [*answers[:place], replace(answers[place], value=value), *answers[place + 1 :]] for place, value in offers
    ]
    return [ruling.accepted for ruling in judge(problem, series, trusted)]


def _shared(tolerances: Sequence[float | None]) -> float | None:
    """The one tolerance of all cases that allow any; None where they differ, or know no bound.

    Cases that allow none (0) compare with a number that was written down exactly, and those that no step moves (None)
    were never asked; neither say anything.
    """
    allowed = {tolerance for tolerance in tolerances if tolerance}
    if len(allowed) > 1 or math.inf in allowed:
        return None
    return allowed.pop() if allowed else 0.0


Disturbance = Callable[[object], object]


def _told(
    problem: Problem,
    answers: Sequence[Answer],
    disturbed: Sequence[tuple[int, Disturbance]],
    trusted: Executor,
) -> list[bool | None]:
    """Whether the check accepts each disturbance of one answer; None for those that change nothing."""
    offers = [(place, Value.of(disturb(_answer(answers, place)))) for place, disturb in disturbed]
    changed = [value != answers[place].value for place, value in offers]
    rulings = iter(asked(problem, answers, [offer for offer, new in zip(offers, changed, strict=True) if new], trusted))
    return [next(rulings) if new else None for new in changed]


def _widest(
    problem: Problem,
    answers: Sequence[Answer],
    place: int,
    move: Callable[[float, float], float],
    trusted: Executor,
) -> float | None:
    """The tolerance that the accepted steps in one place speak for: a power of ten, or 0 when no step is accepted.

    None where no step changes the answer, infinity where the check takes every step.
    """

    def moved(step: float) -> Disturbance:
        return lambda value: _map_floats(value, lambda number: move(number, step))

    rulings = _told(problem, answers, [(place, moved(step)) for step in STEPS], trusted)
    told = [(step, accepted) for step, accepted in zip(STEPS, rulings, strict=True) if accepted is not None]
    if not told:
        return None
    accepted_steps = [step for step, _ in takewhile(lambda entry: entry[1], told)]
    if len(accepted_steps) == len(told):
        return math.inf
    return float(f"1e{round(math.log10(accepted_steps[-1]) + 0.5)}") if accepted_steps else 0.0


def _answer(answers: Sequence[Answer], place: int) -> object:
    value = answers[place].value
    return None if value is None else value.unpack()


def _has_float(value: object) -> bool:
    if isinstance(value, float):
        return True
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return isinstance(value, (list, tuple)) and any(map(_has_float, value))


def _map_floats(value: object, change: Callable[[float], float]) -> object:
    if isinstance(value, float):
        return change(value)
    if isinstance(value, dict):
        return {key: _map_floats(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_map_floats(item, change) for item in value)
    return value


def _other_sequence(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, tuple):
        return list(value)
    return value


def _backwards(value: object) -> object:
    return value[::-1] if isinstance(value, (list, tuple)) else value


def _repeated(value: object) -> object:
    return type(value)([*value[:1], *value]) if isinstance(value, (list, tuple)) else value


def _as_true(value: object) -> object:
    """Something else that is as true or as false as the value."""
    return ["another"] if value else () if value is None else None


def _as_false(value: object) -> object:
    """Something that is as true as the value is not."""
    return None if value else ["another"]
