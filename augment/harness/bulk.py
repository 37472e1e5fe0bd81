"""Ask many programs of trusted code for their answers to the same calls, in one process, as far as they are affordable.

A program with a fault is no completion: it was made of a reference, so it may share a process with others of its kind,
and that process may know the expected answers. `many.py` makes the calls there. What a call costs is told by the steps
of the reference: calls where it takes many are left out, and a program may take a few times as many.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from augment.errors import EngineFailure
from augment.harness.check import Answer
from augment.model import wire
from augment.model.execution import Calls, Ending, Executor, Limits, Outcome, Program
from augment.model.value import Value

LIMITS: Final = Limits(
    cpu_seconds=1.0, wall_seconds=60.0, program_cpu_seconds=1200.0, memory_bytes=1 << 30, value_bytes=64 << 20
)
"""For all calls of one program; only what is done in a single call of a builtin comes near the time."""
CALL_STEPS: Final = 10_000
"""Steps of the reference in one call that is made on many programs."""
ALL_STEPS: Final = 200_000
"""Steps of the reference in all of them together."""
PLACE: Final = struct.Struct("<III")
"""Before each answer: the place of its call, the lengths of its encoding and of its mark."""
TIMES: Final = 3
"""A program may take so many times the reference's steps,"""
BESIDES: Final = 300
"""and so many besides."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a program does otherwise than the reference."""

    answers: Mapping[int, Outcome]
    """By index of the call: an answer with another encoding than the expected one."""
    failed: frozenset[int]
    """Calls without an answer: it raised, took too many steps, or gave nothing plain."""


@dataclass(frozen=True, slots=True)
class Bulk:
    """What many programs do."""

    made: tuple[int, ...]
    """Indexes of the calls that were made: cheap enough, and answered as expected by the reference itself."""
    behaviours: tuple[Behaviour | None, ...]
    """Of each program; None where the process had to be ended."""


def answer_all(reference: Program, answers: Sequence[Answer], programs: Sequence[Program], executor: Executor) -> Bulk:
    """Make the calls on all programs.

    Args:
        reference: what the programs were made of.
        answers: its answers to the calls.
        programs: trusted code.
        executor: one that runs no completion.
    """
    indexes, most = _affordable(reference, answers, executor)
    told = _run("answers_of", programs, [answers[index] for index in indexes], most, executor)
    return Bulk(indexes, tuple(_behaviour(outcome, indexes) for outcome in told))


def branches_all(
    reference: Program, answers: Sequence[Answer], programs: Sequence[Program], executor: Executor
) -> list[dict[int, bytes]]:
    """For each program, by the index of the call, how often it takes each of its branches; see `many.branches_of`.

    Calls that are not affordable are left out, and so are all calls of a program whose process had to be ended.

    Args:
        reference: what the programs were made of, or are.
        answers: its answers to the calls.
        programs: trusted code.
        executor: one that runs no completion.
    """
    indexes, most = _affordable(reference, answers, executor)
    told = _run("branches_of", programs, [answers[index] for index in indexes], most, executor)
    return [_branches(outcome, indexes) for outcome in told]


def _affordable(
    reference: Program, answers: Sequence[Answer], executor: Executor
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Indexes of the calls that many programs can make, and how many steps each may take there."""
    wanted = [index for index, answer in enumerate(answers) if answer.value is not None]
    steps = _steps(reference, [answers[index] for index in wanted], executor)
    made: list[int] = []
    total = 0
    for place in sorted(range(len(steps)), key=lambda place: (steps[place], place)):
        total += steps[place]
        if steps[place] > CALL_STEPS or total > ALL_STEPS:
            break
        made.append(place)
    made.sort()
    return tuple(wanted[place] for place in made), tuple(TIMES * steps[place] + BESIDES for place in made)


def _steps(reference: Program, answers: Sequence[Answer], executor: Executor) -> list[int]:
    """How many steps the reference takes in each call; more than enough where it does not give its answer again."""
    (outcome,) = _run("answers_of", [reference], answers, [CALL_STEPS] * len(answers), executor)
    told = _told(outcome)
    if told is None or not told.steps:
        return [CALL_STEPS + 1] * len(answers)
    steps = list(told.steps)
    for place in told.failed:
        steps[place] = CALL_STEPS + 1
    for place, outcome in told.answers.items():
        expected = answers[place]
        if expected.value is None or (outcome.wire, outcome.marked) != (expected.value.wire, expected.marked):
            steps[place] = CALL_STEPS + 1
    return steps


@dataclass(frozen=True, slots=True)
class _Told:
    """What `many.py` says of a program; calls by their place."""

    answers: dict[int, Outcome]
    failed: tuple[int, ...]
    steps: tuple[int, ...]

    def by_index(self, indexes: Sequence[int]) -> Behaviour:
        answers = {indexes[place]: outcome for place, outcome in self.answers.items()}
        return Behaviour(answers, frozenset(indexes[place] for place in self.failed))


def _run(
    function: str, programs: Sequence[Program], answers: Sequence[Answer], most: Sequence[int], executor: Executor
) -> list[Outcome]:
    """What a function of `many.py` says of each program; the outcome of the call of that function."""
    calls = [
        (answer.args.wire, answer.value.wire if answer.value else b"", steps)
        for answer, steps in zip(answers, most, strict=True)
    ]
    source = f"{_text()}\nprepare({marshal.dumps(calls, wire.VERSION)!r})\n"
    requests = Calls(tuple(Value.of((program.source, program.entry_point)) for program in programs))
    execution = executor.run(Program(source=source, entry_point=function), requests, LIMITS)
    outcomes = [execution.of(index) for index in range(len(programs))]
    for outcome in outcomes:
        if outcome.ending is Ending.INFRA:
            raise EngineFailure(f"the programs could not be run ({outcome.detail})")
    return outcomes


def _behaviour(outcome: Outcome, indexes: Sequence[int]) -> Behaviour | None:
    told = _told(outcome)
    return None if told is None else told.by_index(indexes)


def _branches(outcome: Outcome, indexes: Sequence[int]) -> dict[int, bytes]:
    if outcome.ending is not Ending.RETURNED:
        return {}
    match wire.decode(outcome.wire):
        case (int() as count, bytes() as taken):
            return {index: taken[n * count : (n + 1) * count] for n, index in enumerate(indexes) if count}
    raise EngineFailure("the programs were run, but nothing came back")


def _told(outcome: Outcome) -> _Told | None:
    if outcome.ending is not Ending.RETURNED:
        return None
    match wire.decode(outcome.wire):
        case (bytes() as answers, bytes() as failed, bytes() as steps):
            return _Told(_outcomes(answers), _numbers(failed), _numbers(steps))
    raise EngineFailure("the programs were run, but nothing came back")


def _outcomes(told: bytes) -> dict[int, Outcome]:
    found, at = {}, 0
    while at < len(told):
        place, size, mark = PLACE.unpack_from(told, at)
        middle, at = at + PLACE.size + size, at + PLACE.size + size + mark
        found[place] = Outcome(
            ending=Ending.RETURNED, wire=told[middle - size : middle], marked=told[middle:at].decode("utf-8", "replace")
        )
    return found


def _numbers(told: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(told) // 4}I", told)


@cache
def _text() -> str:
    return resources.files("augment.harness").joinpath("many.py").read_text("utf-8")
