"""Find answers that hang on something else than the input: chance, the clock, an order that nobody chose, or rounding.

The reference is asked again in a process with another hash seed and a clock set forward, in another order. And where
an input holds floats that binary numbers only come close to (0.3, but not 0.5), these are moved in their last bits, in
several directions: the answer may then move as little, or the input is on a knife's edge, where two right programs
differ by the order of their sums. An honest tie is no edge: equal numbers move alike, and round numbers and those that
stand in the reference stay.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Final

from augment.domain.types import type_of
from augment.model.execution import Calls, Execution, Executor, ExecutorPool, Limits, Outcome, Program, Watch
from augment.model.problem import Problem
from augment.model.suite import Case, Oracle, Rule
from augment.model.syntax import parse_module
from augment.model.value import Value
from augment.oracle.compare import equal

HASH_SEEDS: Final = (0, 1)
LAST_BITS: Final = 1e-12
"""Share by which a float is moved."""
STILL_CLOSE: Final = 1e-6
"""Share by which the answer may move with it."""
ROUND_PARTS: Final = 1 << 10
"""Floats that are a whole number of such parts are held exactly, and so are their sums and products."""
PATTERNS: Final = 3
"""Ways to move every second float, every second pair and so on against the others."""


def asked_again(
    program: Program,
    calls: Calls,
    indexes: Sequence[int],
    pool: ExecutorPool,
    limits: Limits,
    *,
    watch: Watch | None = None,
    timed: bool = False,
) -> Execution:
    """A trusted program's answers to some calls in a second run that differs in all that should not matter.

    The calls come backwards, with the first made twice where that is needed so that none comes in its old place.
    """
    backwards = [*indexes[::-1]]
    later = replace(program, source=f"{program.source}\n{_later()}")
    with pool.lend(hash_seed=HASH_SEEDS[1]) as executor:
        order = backwards[: len(backwards) % 2] + backwards
        return executor.run(later, calls, limits, order=order, watch=watch, timed=timed)


@cache
def _later() -> str:
    return resources.files("augment.harness").joinpath("later.py").read_text("utf-8")


def same_answer(oracle: Oracle, one: Value, two: Value | None) -> bool:
    """Whether two answers to one call are the same: to the last bit, or in what the oracle leaves free."""
    if two is None or one == two:
        return one == two
    ours, theirs = one.unpack(), two.unpack()
    return oracle.rule is not Rule.EXACT and type_of(ours) == type_of(theirs) and equal(oracle, ours, theirs)


def wavering(
    problem: Problem, cases: Sequence[Case], oracle: Oracle, pool: ExecutorPool, limits: Limits
) -> tuple[str, ...]:
    """Ids of the cases on which the reference does not give its answer again."""
    calls = Calls(tuple(case.args for case in cases))
    program = Program(source=problem.reference, entry_point=problem.entry_point)
    again = asked_again(program, calls, range(len(cases)), pool, limits)

    def steady(case: Case, outcome: Outcome) -> bool:
        if case.raises:
            return case.raises in outcome.raised
        return outcome.marked == case.marked and same_answer(oracle, case.expected, outcome.content)

    outcomes = [again.of(index) for index in range(len(cases))]
    return tuple(case.id for case, outcome in zip(cases, outcomes, strict=True) if not steady(case, outcome))


def on_edge(
    program: Program,
    args: Sequence[Value],
    answers: Mapping[int, Value],
    oracle: Oracle,
    executor: Executor,
    limits: Limits,
) -> set[int]:
    """Indexes of the inputs whose answer jumps when their floats are moved in the last bits.

    Args:
        program: the reference's.
        args: inputs.
        answers: by index of the input, of those that are looked at.
        oracle: says how much an answer may move in any case.
        executor: runs the reference on all moved inputs, in one run.
        limits: for each call.
    """
    fixed = _constants(program.source) if answers else set()  # a program that has answered does parse
    moved = [(index, value) for index in answers for value in nudged(args[index], fixed)]
    if not moved:
        return set()
    execution = executor.run(program, Calls(tuple(value for _, value in moved)), limits)
    allowed = replace(oracle, absolute=oracle.absolute or 1e-9, relative=max(oracle.relative, STILL_CLOSE))
    found = set()
    for number, (index, _) in enumerate(moved):
        content = execution.of(number).content
        if content is None or not _close(allowed, answers[index], content):
            found.add(index)
    return found


def nudged(args: Value, fixed: Collection[float] = ()) -> list[Value]:
    """The input with its floats moved in the last bits, in each direction; none where no float can be moved.

    Args:
        args: the input.
        fixed: sizes of floats that stay.
    """
    value = args.unpack()
    sizes = list(dict.fromkeys(size for size in _sizes(value) if _is_rough(size) and size not in fixed))
    moved = (_moved(value, dict(zip(sizes, signs, strict=True))) for signs in _directions(len(sizes)))
    return list(dict.fromkeys(map(Value.of, moved)))


def _constants(source: str) -> set[float]:
    """Floats that stand in a program."""
    constants = (node.value for node in ast.walk(parse_module(source)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, float)}


def _sizes(value: object) -> Iterator[float]:
    """The floats of a value without their signs, in order."""
    if isinstance(value, float):
        yield abs(value)
    elif isinstance(value, complex):
        yield from (abs(value.real), abs(value.imag))
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value if isinstance(value, (list, tuple)) else sorted(value, key=repr):
            yield from _sizes(item)
    elif isinstance(value, dict):
        yield from _sizes([*value.keys(), *value.values()])


def _is_rough(size: float) -> bool:
    return math.isfinite(size * 2) and not (size * ROUND_PARTS).is_integer()


def _directions(count: int) -> Iterator[tuple[int, ...]]:
    """For so many numbers, up (1) or down (-1) for each."""
    if count:
        yield from ((sign,) * count for sign in (1, -1))
    for pattern in range(PATTERNS):
        if count > 1 << pattern:
            signs = [1 - 2 * (place >> pattern & 1) for place in range(count)]
            yield from (tuple(sign * way for sign in signs) for way in (1, -1))


def _moved(value: object, directions: Mapping[float, int]) -> object:
    if isinstance(value, float):
        return value * (1 + LAST_BITS * directions.get(abs(value), 0))
    if isinstance(value, complex):
        return complex(*(part * (1 + LAST_BITS * directions.get(abs(part), 0)) for part in (value.real, value.imag)))
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_moved(item, directions) for item in value)
    if isinstance(value, dict):
        return {_moved(key, directions): _moved(item, directions) for key, item in value.items()}
    return value


def _close(allowed: Oracle, expected: Value, got: Value) -> bool:
    ours, theirs = expected.unpack(), got.unpack()
    return equal(allowed, ours, theirs) or equal(allowed, _in_rows(ours), _in_rows(theirs))


def _in_rows(value: object) -> object:
    """Sets and dicts as sorted lists, since a key that moves a little is another key."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(_in_rows, value), key=_order)
    if isinstance(value, dict):
        return sorted(([_in_rows(key), _in_rows(item)] for key, item in value.items()), key=_order)
    return type(value)(map(_in_rows, value)) if isinstance(value, (list, tuple)) else value


def _order(row: object) -> tuple[object, ...]:
    """Numbers by size before all else by its text."""
    first = row
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    number = first if isinstance(first, (int, float)) and first == first else math.inf
    return number, repr(row)
