"""The authority that tests are measured against: released data whose contracts and references were written by hand.

A test is *valid* where the released contract accepts its input and the released reference answers it; that answer is
what is expected, whatever the test itself says. A *wrong program* is a completion that gives the base answers and that
the released tests reject by value (programs with the same syntax tree once). So nothing here asks the suite that is
measured for its opinion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import comb
from pathlib import Path

import augment
from augment import parallel
from augment.breed.kills import kills_of_strangers
from augment.building import read_contracts, untrusted_pool
from augment.harness.check import Answer, hold
from augment.model.completion import Judgement, Verdict
from augment.model.execution import Calls, Executor, ExecutorPool, Limits, Patience, Program
from augment.model.problem import Benchmark
from augment.model.suite import Kind, TestedProblem
from augment.model.value import Value
from augment.oracle.compare import plain_value
from augment.reading import Progress
from augment.sandbox.forking import ForkingPool
from augment.score.judging import program_key
from augment.scoring import chosen
from augment.vet.contract import contract_program, met_by

LIMITS = Limits(program_cpu_seconds=60.0)
"""For a completion on the tests that are measured."""
REFERENCE_LIMITS = Limits(program_cpu_seconds=600.0)
QUICK = Limits(cpu_seconds=0.5, program_cpu_seconds=60.0)
"""For a reference on inputs that nobody has looked at yet."""
SLOW_ENOUGH = 3
"""After so many of these that were too much for it, no more are tried."""
Kills = Mapping[Value, frozenset[int] | None]
"""By input the indexes of the wrong programs that it shows; None where it is no valid test."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the authority says of the tests of one problem."""

    valid: int
    invalid: int
    killers: tuple[int, ...]
    """For each wrong program how many valid tests reject it."""


def tally(tests: Iterable[Value], kills: Kills, wrong: int) -> Tally:
    """Count the tests of one problem, equal inputs once.

    Args:
        tests: inputs, all of which were tried.
        kills: what became of them.
        wrong: how many wrong programs there are.
    """
    shown = [kills[args] for args in dict.fromkeys(tests)]
    valid = [programs for programs in shown if programs is not None]
    killers = tuple(sum(program in programs for programs in valid) for program in range(wrong))
    return Tally(len(valid), len(shown) - len(valid), killers)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is known of one problem."""

    released: TestedProblem
    contract: str
    wrong: tuple[str, ...]
    """Programs."""

    @property
    def task_id(self) -> str:
        return self.released.problem.task_id

    @property
    def reference(self) -> Program:
        problem = self.released.problem
        return Program(source=problem.reference, entry_point=problem.entry_point)

    def base_inputs(self) -> list[Value]:
        """The arguments of the base tests."""
        return [case.args for case in self.released.of_kind(Kind.BASE)]


@dataclass(frozen=True, slots=True)
class Authority:
    """Released data, and the problems that are measured."""

    benchmark: Benchmark
    grounds: tuple[Ground, ...]

    @property
    def tasks(self) -> list[str]:
        return [ground.task_id for ground in self.grounds]

    @property
    def wrong(self) -> int:
        """How many wrong programs there are."""
        return sum(len(ground.wrong) for ground in self.grounds)

    def tallies(self, tests: Mapping[str, Iterable[Value]], kills: Mapping[str, Kills]) -> list[Tally]:
        """Problem by problem what tests are worth, all of whose inputs were tried."""
        return [
            tally(tests.get(ground.task_id, ()), kills[ground.task_id], len(ground.wrong)) for ground in self.grounds
        ]


def read_authority(
    released: Path, completions: Sequence[Path], tasks: Sequence[str], every: int, progress: Progress
) -> Authority:
    """Read released data, and find the wrong programs among completions; the scorer keeps its verdicts in its cache.

    Args:
        released: EvalPlus's released data.
        completions: sets of them.
        tasks: task ids; all by default.
        every: take each so manieth problem of these.
        progress: told after each few completions.
    """
    suite = augment.load_suite(released, progress=progress)
    picked = chosen(suite.problems, tasks, lambda tested: tested.problem.task_id)[::every]
    benchmark = augment.load_benchmark(released)
    contracts = read_contracts(released, benchmark).code
    names = [tested.problem.task_id for tested in picked]
    judgements = augment.score(suite, completions, tasks=names, progress=progress).judgements
    wrong = wrong_programs(judgements)
    return Authority(
        benchmark,
        tuple(
            Ground(tested, contracts.get(name, ""), wrong.get(name, ()))
            for name, tested in zip(names, picked, strict=True)
        ),
    )


def wrong_programs(judgements: Iterable[Judgement]) -> dict[str, tuple[str, ...]]:
    """By task id the programs that pass base and fail plus by value, those with the same syntax tree once."""
    found: dict[str, dict[str, str]] = {}
    for judgement in judgements:
        if judgement.base is Verdict.PASS and judgement.plus is Verdict.FAIL:
            program = judgement.completion.program
            found.setdefault(judgement.completion.task_id, {}).setdefault(program_key(program), program)
    return {task_id: tuple(programs.values()) for task_id, programs in found.items()}


def kills_of(authority: Authority, inputs: Mapping[str, Iterable[Value]], progress: Progress) -> dict[str, Kills]:
    """Try inputs, given by task id, on the wrong programs of their problems."""
    with ExitStack() as stack:
        pool, untrusted = stack.enter_context(ForkingPool()), stack.enter_context(untrusted_pool())
        work = partial(_kills, inputs=inputs, pool=pool, untrusted=untrusted)
        found: dict[str, Kills] = {}
        for ground, kills in stack.enter_context(parallel.each(authority.grounds, work, None)):
            found[ground.task_id] = kills
            progress(len(found), len(authority.grounds), ground.task_id)
    return found


def _kills(ground: Ground, inputs: Mapping[str, Iterable[Value]], pool: ExecutorPool, untrusted: ExecutorPool) -> Kills:
    asked = list(dict.fromkeys(inputs.get(ground.task_id, ())))
    with pool.lend() as trusted:
        answers = valid_answers(ground, asked, trusted)
    programs = [Program(source=source, entry_point=ground.reference.entry_point) for source in ground.wrong]
    problem, oracle = ground.released.problem, ground.released.oracle
    told = kills_of_strangers(problem, answers, oracle, programs, pool, untrusted, LIMITS) if answers else []
    shown = {
        answer.args: frozenset(program for program, victims in enumerate(told) if index in victims)
        for index, answer in enumerate(answers)
    }
    return {args: shown.get(args) for args in asked}


def valid_answers(ground: Ground, inputs: Sequence[Value], trusted: Executor, *, quickly: bool = False) -> list[Answer]:
    """Of some inputs those that make valid tests, with the released reference's answers.

    Args:
        ground: the problem.
        inputs: to be looked at.
        trusted: runs the contract and the reference.
        quickly: whether inputs that take the reference long are dropped, and after a few such all that are larger.
    """
    program = contract_program(ground.released.problem, ground.contract)
    met = [args for args, meets in zip(inputs, met_by(program, inputs, trusted), strict=True) if meets]
    if quickly:
        met.sort(key=lambda args: len(args.wire))
    limits, watch = (QUICK, Patience(SLOW_ENOUGH)) if quickly else (REFERENCE_LIMITS, None)
    outcomes = trusted.run(ground.reference, Calls(tuple(met)), limits, watch=watch).outcomes
    marks = {case.marked for case in ground.released.cases}
    answers = [
        Answer(met[index], value, outcome.marked)
        for index, outcome in sorted(outcomes.items())
        if (value := plain_value(outcome, marks)) is not None
    ]
    code = ground.released.oracle.code
    if not code:
        return answers
    rulings = hold(ground.released.problem, code, answers, trusted)
    return [answer for answer, ruling in zip(answers, rulings, strict=True) if ruling.accepted]


def recall(tallies: Iterable[Tally], keep: int | None = None) -> float | None:
    """The share of wrong programs that some valid test rejects; None where there are no wrong programs.

    Args:
        tallies: of all problems.
        keep: how many of the valid tests of a problem are kept, drawn at random without replacement; the share is then
            what is to be expected. All of them by default.
    """
    chances = [
        chance_of_one(one.valid, killers, one.valid if keep is None else keep)
        for one in tallies
        for killers in one.killers
    ]
    return sum(chances) / len(chances) if chances else None


def chance_of_one(tests: int, good: int, drawn: int) -> float:
    """That at least one of the good tests is among those drawn."""
    return 1 - comb(tests - good, drawn) / comb(tests, drawn) if drawn < tests else float(good > 0)


def invalid_share(tallies: Sequence[Tally]) -> float | None:
    """Of all tests those that are not valid; None where there are no tests."""
    every = sum(one.valid + one.invalid for one in tallies)
    return sum(one.invalid for one in tallies) / every if every else None
