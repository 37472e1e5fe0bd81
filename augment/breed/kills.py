"""Which inputs show which programs to be wrong.

The programs are adversaries: mutants of a reference, or other trusted code. One is killed by an input where it gives
another answer than the reference under the problem's oracle, none at all, or none within a few times the reference's
steps. Steps are counted, so the same programs are killed on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from augment.errors import EngineFailure
from augment.harness.bulk import Behaviour, answer_all, branches_all
from augment.harness.check import Answer, hold
from augment.model.execution import Calls, Ending, Executor, ExecutorPool, Limits, Outcome, Patience, Program
from augment.model.problem import Problem
from augment.model.suite import Oracle
from augment.oracle.compare import accepts, plain_value


@dataclass(frozen=True, slots=True)
class Kills:
    """The outcome of all programs on all inputs."""

    by_program: tuple[frozenset[int] | None, ...]
    """For each program the indexes of the inputs that kill it; None where it cannot be told, because the program took
    its process with it."""
    heard: frozenset[int]
    """Indexes of the inputs that were tried; those that take the reference too long are not."""

    def distinct(self) -> tuple[int, ...]:
        """Indexes of programs that are killed, the first of those that the same inputs kill."""
        first: dict[frozenset[int], int] = {}
        for index, inputs in enumerate(self.by_program):
            if inputs:
                first.setdefault(inputs, index)
        return tuple(first.values())


def kills(
    problem: Problem, answers: Sequence[Answer], oracle: Oracle, programs: Sequence[Program], pool: ExecutorPool
) -> Kills:
    """Try all programs on all inputs.

    Args:
        problem: whose reference the programs were made of.
        answers: inputs with the reference's answers.
        oracle: says which other answers are right.
        programs: the adversaries.
        pool: executors of trusted code.
    """
    reference = Program(source=problem.reference, entry_point=problem.entry_point)
    with pool.lend() as executor:
        bulk = answer_all(reference, answers, programs, executor)
        told = [behaviour for behaviour in bulk.behaviours if behaviour is not None]
        killed = iter(_killed(problem, answers, oracle, told, executor))
    by_program = tuple(None if one is None else next(killed) for one in bulk.behaviours)
    return Kills(by_program, frozenset(bulk.made))


def branches(
    problem: Problem, answers: Sequence[Answer], programs: Sequence[Program], pool: ExecutorPool
) -> list[dict[int, bytes]]:
    """For the reference and then each program, by the index of the input, how often it takes each of its branches.

    A byte for each branch: 0 where it is not taken. Inputs that take the reference too long are left out.

    Args:
        problem: whose reference the programs were made of.
        answers: inputs with the reference's answers.
        programs: the adversaries.
        pool: executors of trusted code.
    """
    reference = Program(source=problem.reference, entry_point=problem.entry_point)
    with pool.lend() as executor:
        return branches_all(reference, answers, [reference, *programs], executor)


def kills_of_strangers(
    problem: Problem,
    answers: Sequence[Answer],
    oracle: Oracle,
    programs: Sequence[Program],
    pool: ExecutorPool,
    untrusted: ExecutorPool,
    limits: Limits,
) -> list[frozenset[int]]:
    """Try programs of strangers on all inputs, each in processes of its own that know no answers.

    Args:
        problem: that they are to solve.
        answers: inputs with the reference's answers.
        oracle: says which other answers are right.
        programs: untrusted code.
        pool: executors of trusted code.
        untrusted: executors of such programs.
        limits: for each call.
    """
    calls = Calls(tuple(answer.args for answer in answers))
    told = [_behaviour(program, calls, untrusted, limits) for program in programs]
    with pool.lend() as executor:
        return _killed(problem, answers, oracle, told, executor)


def _behaviour(program: Program, calls: Calls, untrusted: ExecutorPool, limits: Limits) -> Behaviour:
    """What a program does on inputs; nothing on those that were left when it had been lost too often."""
    try:
        with untrusted.lend() as executor:
            outcomes = executor.run(program, calls, limits, watch=Patience()).outcomes
    except EngineFailure:
        return Behaviour({}, frozenset())
    answered = {index: o for index, o in outcomes.items() if o.ending is Ending.RETURNED}
    failed = {index for index, o in outcomes.items() if index not in answered and o.ending is not Ending.INFRA}
    return Behaviour(answered, frozenset(failed))


def _killed(
    problem: Problem, answers: Sequence[Answer], oracle: Oracle, behaviours: Sequence[Behaviour], executor: Executor
) -> list[frozenset[int]]:
    """Where each program fails, or gives a wrong answer."""
    wrong = _wrong(problem, answers, oracle, behaviours, executor)
    return [
        one.failed | {index for index, outcome in one.answers.items() if _key(index, outcome) in wrong}
        for one in behaviours
    ]


_Key = tuple[int, bytes, str]


def _key(index: int, outcome: Outcome) -> _Key:
    """Equal for equal answers to the same input."""
    return index, outcome.wire, outcome.marked


def _wrong(
    problem: Problem, answers: Sequence[Answer], oracle: Oracle, behaviours: Sequence[Behaviour], executor: Executor
) -> set[_Key]:
    """Of the answers that differ from the reference's, those that are wrong; each is looked at once."""
    different = {_key(index, outcome): outcome for one in behaviours for index, outcome in one.answers.items()}
    wrong: set[_Key] = set()
    unsure: dict[_Key, Answer] = {}
    for key, outcome in different.items():
        expected = answers[key[0]]
        if expected.value is None or accepts(oracle, expected.value, outcome, expected.marked):
            continue
        if oracle.code and plain_value(outcome, {expected.marked}) is not None:
            unsure[key] = Answer.of(expected.args, outcome)
        else:
            wrong.add(key)
    if unsure:
        rulings = hold(problem, oracle.code, list(unsure.values()), executor)
        wrong |= {key for key, ruling in zip(unsure, rulings, strict=True) if not ruling.accepted}
    return wrong
