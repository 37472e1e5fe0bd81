"""What the base tests of a problem let pass, and what of its reference they never run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from augment.audit.search import Tried
from augment.domain.harvest import prompt_examples
from augment.errors import NotPlain
from augment.model.audit import AuditFinding, AuditKind, Strength, Sureness
from augment.model.execution import Calls, Ending, ExecutorPool, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Kind, TestedProblem
from augment.model.value import Value
from augment.model.words import counted
from augment.mutants.marks import MARKS_OF, Part, marked
from augment.oracle.compare import plain_value

FEW: Final = 3
"""Different base inputs below which a problem has very few."""
SHOWN: Final = 2
"""Variants that are told of, out of those that pass."""
LIMITS: Final = Limits(cpu_seconds=5.0, program_cpu_seconds=30.0)
TRIED: Final = 200
"""Inputs, the smallest, on which it is seen whether parts of a reference can be run at all."""


def weaknesses(tested: TestedProblem, tried: Tried, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """The findings of one problem, but for the programs that solve nothing.

    Args:
        tested: the problem.
        tried: its variants and some new inputs.
        pool: executors of trusted code.
    """
    yield from surviving_mutants(tested.problem, tried)
    yield from never_run(tested, tried, pool)
    yield from of_inputs(tested)


def strength(tested: TestedProblem, tried: Tried, trivial: int) -> Strength:
    """How much the base tests turn down."""
    return Strength(
        base_tests=tested.base_tests,
        wrong=len(tried.by_base) + len(tried.surviving),
        surviving=len(tried.surviving),
        trivial=trivial,
    )


def surviving_mutants(problem: Problem, tried: Tried) -> Iterator[AuditFinding]:
    """Wrong variants that pass base, with the smallest input that tells one apart."""
    if not tried.surviving:
        return
    wrong = len(tried.by_base) + len(tried.surviving)
    # faults in the code first, then those that most inputs kill: what is easily told apart is worst to miss
    order = sorted(
        tried.surviving, key=lambda program: (program not in tried.in_code, -len(tried.surviving[program]), program)
    )
    told = []
    for program in order[:SHOWN]:
        answer = tried.smallest(tried.surviving[program])
        told.append(f"{tried.changes[program]}, told apart by {call_text(problem, answer.args)}")
    yield AuditFinding(
        task_id=problem.task_id,
        kind=AuditKind.MUTANTS,
        sureness=Sureness.SHOWN,
        what=f"{len(tried.surviving)} of {wrong} wrong variants of its reference pass base: {'; '.join(told)}",
        input=tried.smallest(tried.surviving[order[0]]).args,
        figures={"surviving": len(tried.surviving), "wrong": wrong},
    )


def never_run(tested: TestedProblem, tried: Tried, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Parts of the reference that no base test runs; sure where another input does."""
    problem = tested.problem
    source, parts = marked(problem.reference, problem.entry_point)
    base = [case.args for case in tested.of_kind(Kind.BASE)]
    by_base = {mark for marks in _marks(source, base, pool) for mark in marks}
    left = [number for number in range(len(parts)) if number not in by_base]
    if not left or not by_base:
        return
    others = sorted((answer.args for answer in tried.answers), key=lambda args: (len(args.wire), args.wire))[:TRIED]
    runs: dict[int, Value] = {}
    for args, marks in zip(others, _marks(source, others, pool), strict=True):
        for mark in marks:
            runs.setdefault(mark, args)
    can_run = [number for number in left if number in runs]
    first = (can_run or left)[0]
    if can_run:
        what = f"{_parts(parts, left)}; {call_text(problem, runs[first])} runs line {parts[first].line}"
    else:
        what = f"{_parts(parts, left)}; no input that was tried runs that"
    yield AuditFinding(
        task_id=problem.task_id,
        kind=AuditKind.NEVER_RUN,
        sureness=Sureness.SHOWN if can_run else Sureness.POSSIBLE,
        what=what,
        input=runs.get(first),
        figures={"never_run": len(left), "parts": len(parts)},
    )


def _marks(source: str, inputs: Sequence[Value], pool: ExecutorPool) -> list[list[int]]:
    with pool.lend() as trusted:
        execution = trusted.run(Program(source=source, entry_point=MARKS_OF), Calls(tuple(inputs)), LIMITS)
    found = []
    for index in range(len(inputs)):
        outcome = execution.of(index)
        value = plain_value(outcome) if outcome.ending is Ending.RETURNED else None
        marks = value.unpack() if value is not None else []
        found.append([mark for mark in marks if isinstance(mark, int)] if isinstance(marks, list) else [])
    return found


def _parts(parts: Sequence[Part], left: Sequence[int]) -> str:
    first = "; ".join(str(parts[number]) for number in left[:SHOWN])
    more = f" and {len(left) - SHOWN} more" if len(left) > SHOWN else ""
    return f"base never runs {len(left)} of {len(parts)} parts of its reference: {first}{more}"


def of_inputs(tested: TestedProblem) -> Iterator[AuditFinding]:
    """Too few base inputs, or none that the prompt does not show."""
    task_id = tested.problem.task_id
    inputs = {case.args for case in tested.of_kind(Kind.BASE)}
    if not inputs:
        return
    if len(inputs) < FEW:
        yield AuditFinding(
            task_id=task_id,
            kind=AuditKind.FEW,
            sureness=Sureness.SHOWN,
            what=counted(len(inputs), "different base input"),
            figures={"inputs": len(inputs)},
        )
    if inputs <= set(_in_prompt(tested.problem)):
        yield AuditFinding(
            task_id=task_id,
            kind=AuditKind.IN_PROMPT,
            sureness=Sureness.SHOWN,
            what=f"all its base inputs stand in its prompt, {counted(len(inputs), 'different one')}",
            figures={"inputs": len(inputs)},
        )


def _in_prompt(problem: Problem) -> Iterator[Value]:
    for args in prompt_examples(problem):
        try:
            yield Value.of(args)
        except NotPlain:
            continue


def call_text(problem: Problem, args: Value, most: int = 80) -> str:
    """A call as it would be written, cut where it is long."""
    return cut(f"{problem.entry_point}({', '.join(Value.of(value).literal for value in args.unpack_args())})", most)


def cut(text: str, most: int = 40) -> str:
    """The beginning of a text that is long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
