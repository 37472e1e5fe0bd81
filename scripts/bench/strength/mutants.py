"""Mutation score: of the faulty programs that anything at hand kills, those that the base tests and each suite kill.

The programs are mutants of one reference a problem, that of the first suite. What no test of any suite kills is left
out, be it the same as the reference or not known to be otherwise; so the figures compare the suites given with each
other, and say nothing of faults that all of them miss. All inputs are answered anew by the one reference. What it can't
show: real completions. Our suites are bred on mutants of this very kind; released tests are not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import augment
from augment import parallel
from augment.domain.types import type_of
from augment.errors import BadInput
from augment.evidence import MUTANTS, Adversaries, Strangers, adversaries
from augment.formats import files
from augment.harness.check import Answer
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.execution import Calls, Executor, ExecutorPool, Limits, Program
from augment.model.suite import Kind, Suite, TestedProblem
from augment.model.types import union
from augment.model.value import Value
from augment.oracle.compare import plain_value
from augment.reading import Progress
from augment.sandbox.forking import ForkingPool
from augment.scoring import chosen
from scripts.bench.strength.tables import Cell, Table, machine

LIMITS = Limits(program_cpu_seconds=600.0)
AT_ONCE = 100
"""Inputs that are tried together, before mutants that are dead are put aside."""
BASE = "base"


@dataclass(frozen=True, slots=True)
class Score:
    """One problem."""

    task_id: str
    tests: Mapping[str, int]
    """By suite, how many tests it has; base tests are in all of them."""
    killed: Mapping[str, frozenset[int]]
    """By suite, the mutants that it kills."""

    @property
    def killable(self) -> int:
        """Mutants that anything at hand kills."""
        return len(frozenset().union(*self.killed.values()))


def mutation_scores(
    suites: Mapping[str, Suite], tasks: Sequence[str], every: int, seed: int, everything: bool, progress: Progress
) -> Table:
    """Scores of the base tests and of suites.

    Args:
        suites: by name; the first has the references and the base tests.
        tasks: task ids; all by default that all suites have.
        every: take each so manieth of these.
        seed: chooses mutants where there are many.
        everything: a row for each problem, too.
        progress: told after each problem.
    """
    picked = shared(suites, tasks, every)
    with ExitStack() as stack:
        pool = stack.enter_context(ForkingPool())
        score = partial(_score, pool=pool, seed=seed)
        scores: dict[str, Score] = {}
        for rivals, found in stack.enter_context(parallel.each(picked, score, None)):
            scores[found.task_id] = found
            progress(len(scores), len(picked), next(iter(rivals.values())).problem.task_id)
    ordered = [scores[next(iter(rivals.values())).problem.task_id] for rivals in picked]
    return table([BASE, *suites], ordered, seed, everything)


def read_suites(paths: Sequence[Path], progress: Progress) -> dict[str, Suite]:
    """Suites by the names of their files. A release without test code is given that of the first suite.

    Raises:
        BadInput: a file is no suite, or two have one name.
    """
    found: dict[str, Suite] = {}
    for path in paths:
        name = path.name.partition(".")[0]
        if name in found:
            raise BadInput(f"{path}: a suite of this name was given before", hint="rename the file")
        first = next(iter(found.values()), None)
        with tempfile.TemporaryDirectory() as folder:
            source = path if first is None else with_test_code(path, first, Path(folder))
            found[name] = augment.load_suite(source, progress=progress)
    return found


def with_test_code(path: Path, first: Suite, folder: Path) -> Path:
    """A file whose released records have test code: the file that is given, or one with that of another suite."""
    rows = [row for _, row in files.rows(path)]
    if "plus_input" not in rows[0] or {"test", "assertion"} & {*rows[0]}:
        return path
    tests = {one.problem.task_id: one.problem.test for one in first.problems}
    full = [{**row, "test": tests[row["task_id"]]} for row in rows if row.get("task_id") in tests]
    files.write_lines(folder / path.name, map(files.dump, full))
    return folder / path.name


Rivals = Mapping[str, TestedProblem]
"""One problem with the tests of each suite."""


def shared(suites: Mapping[str, Suite], tasks: Sequence[str], every: int) -> list[Rivals]:
    """The problems that all suites have."""
    by_task = {name: {one.problem.task_id: one for one in suite.problems} for name, suite in suites.items()}
    common = set.intersection(*(set(found) for found in by_task.values()))
    first = next(iter(suites.values()))
    problems = [one.problem.task_id for one in first.problems if one.problem.task_id in common and one.cases]
    if not problems:
        raise BadInput(f"{', '.join(suites)}: no problem that all of them have", hint="are they of one benchmark?")
    picked = chosen(problems, tasks, str)[::every]
    return [{name: found[task_id] for name, found in by_task.items()} for task_id in picked]


def _score(rivals: Rivals, pool: ExecutorPool, seed: int) -> Score:
    first = next(iter(rivals.values()))
    inputs = {BASE: [case.args for case in first.of_kind(Kind.BASE) if not case.raises]}
    inputs |= {name: inputs[BASE] + [case.args for case in one.of_kind(Kind.PLUS)] for name, one in rivals.items()}
    asked = list(dict.fromkeys(args for many in inputs.values() for args in many))
    with pool.lend() as trusted:
        answers = answered(first, asked, trusted)
    hunted = hunters(first, [*answers.values()], seed)
    killed = {
        name: kills(hunted, [answers[args] for args in many if args in answers], pool) for name, many in inputs.items()
    }
    return Score(first.problem.task_id, {name: len(set(many)) for name, many in inputs.items()}, killed)


def answered(tested: TestedProblem, inputs: Sequence[Value], trusted: Executor) -> dict[Value, Answer]:
    """The reference's answers, where it gives plain ones."""
    program = Program(source=tested.problem.reference, entry_point=tested.problem.entry_point)
    execution = trusted.run(program, Calls(tuple(inputs)), LIMITS)
    marks = {case.marked for case in tested.cases}
    outcomes = {args: execution.of(index) for index, args in enumerate(inputs)}
    return {
        args: Answer(args, value, outcome.marked)
        for args, outcome in outcomes.items()
        if (value := plain_value(outcome, marks)) is not None
    }


def hunters(tested: TestedProblem, answers: Sequence[Answer], seed: int) -> Adversaries:
    """Mutants of the reference of a problem."""
    types = union(type_of(answer.value.unpack()) for answer in answers if answer.value is not None)
    rng = seeded(seed, tested.problem.task_id)
    domain = tested.domain or Domain()
    return adversaries(tested.problem, tested.oracle, domain, types, MUTANTS, rng, Strangers())


def kills(hunted: Adversaries, answers: Sequence[Answer], pool: ExecutorPool) -> frozenset[int]:
    """The mutants that some tests kill; those that take their process along count as living."""
    alive, dead = set(range(len(hunted))), set[int]()
    for start in range(0, len(answers), AT_ONCE):
        told = hunted.killed_by(answers[start : start + AT_ONCE], pool, sorted(alive))
        dead |= {program for program, inputs in told.items() if inputs}
        alive = set(told) - dead
    return frozenset(dead)


def table(names: Sequence[str], scores: Sequence[Score], seed: int, everything: bool) -> Table:
    """One row a suite, and with `everything` one a problem and suite."""
    killable = sum(one.killable for one in scores)
    about = [
        f"{machine()}, {len(scores)} problems, seed {seed}",
        f"{killable:,} mutants that something at hand kills; tests: of a problem, base tests with them, mean",
    ]
    rows: list[list[Cell]] = [_row("all", name, scores) for name in names]
    if everything:
        rows += [_row(one.task_id, name, [one]) for one in scores for name in names]
    columns = {"problem": "", "tests of": "", "tests": ".1f", "killed": "", "of": "", "score": "%"}
    return Table(about, columns, rows)


def _row(label: str, name: str, scores: Sequence[Score]) -> list[Cell]:
    killed, killable = sum(len(one.killed[name]) for one in scores), sum(one.killable for one in scores)
    tests = sum(one.tests[name] for one in scores) / len(scores)
    return [label, name, tests, killed, killable, killed / killable if killable else None]
