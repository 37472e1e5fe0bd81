"""What tests of one problem show, adversaries killed and traits; and the choice of few that show all of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from augment.breed.kills import kills as kills_of_mutants
from augment.breed.kills import kills_of_strangers
from augment.harness.check import Answer
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Oracle
from augment.model.types import TypeSet
from augment.mutants.corners import BLIND
from augment.mutants.make import mutants_of
from augment.mutants.operators import OPERATORS
from augment.select.cover import Piece, Quota, Worth, cover, pieces
from augment.select.features import Trait, measure, traits
from augment.vet import witness

MUTANTS: Final = 250
"""Most mutants of a reference, where nothing else is said."""
STRANGER_LIMITS: Final = Limits(steps=500_000, cpu_seconds=5.0, program_cpu_seconds=60.0)
"""For a completion on one input."""
OPPONENTS: Final = 100
"""Completions of one problem that tests are bred against."""
FIRST_WORTH: Final = Worth(scale=1e4, times=2, fading=0.01, by_rarity=False)
"""Of a kill of a completion, or of a mutant with one simple fault, on top: more than all else that a test can show, and
a second time still more than most. Faults in special classes of arguments are many, and would take the room of those
that people and models make."""
KILL_WORTH: Final = Worth(scale=1.0, times=4, fading=0.4)
CONVICTION_WORTH: Final = Worth(scale=2.0, times=3, fading=0.4, by_rarity=False)
"""Of a kill of a completion, however easily it is killed: what one program gets wrong, others do too."""
BRANCH_WORTH: Final = Worth(scale=1.0, times=3, fading=0.6)
"""Of a branch of the reference, taken so many times."""
TRAIT_WORTH: Final = Worth(scale=0.2, times=3, fading=0.6)
KIND_WORTH: Final = Worth(scale=0.5, times=3, fading=0.6, by_rarity=False)
"""Of a kind of answers or of least arguments, however many tests have it: some programs go wrong on all of a kind."""


@dataclass(frozen=True, slots=True)
class Strangers:
    """Programs from elsewhere that give a problem's base answers, and where they run."""

    programs: tuple[Program, ...] = ()
    pool: ExecutorPool | None = None
    """Untrusted executors; wanted with programs."""


def base_passers(
    problem: Problem,
    base: Sequence[Case],
    oracle: Oracle,
    sources: Sequence[str],
    *,
    pool: ExecutorPool | None,
    most: int,
) -> Strangers:
    """Of some programs those that give the base answers.

    Args:
        problem: that they are to solve.
        base: its base cases.
        oracle: how answers are compared.
        sources: texts of the programs.
        pool: untrusted executors; without any, no program is taken.
        most: how many are enough.
    """
    if pool is None or not sources:
        return Strangers()
    programs = [Program(source=source, entry_point=problem.entry_point) for source in sources]
    return Strangers(tuple(witness.base_passers(programs, base, oracle, pool, STRANGER_LIMITS, most)), pool)


@dataclass(frozen=True, slots=True)
class Adversaries:
    """Programs that tests are bred against: mutants of the reference, then completions, counted through."""

    problem: Problem
    oracle: Oracle
    mutants: tuple[Program, ...] = ()
    """All of them wrong, but for those that do the same as the reference."""
    changes: tuple[str, ...] = ()
    """What was changed in each mutant, in a line."""
    completions: Strangers = Strangers()
    """Some of them wrong."""
    in_code: frozenset[int] = frozenset()
    """Mutants where a piece of code was changed; the others answer otherwise for a special class of arguments, or do
    not see all of an argument."""
    blind: frozenset[int] = frozenset()
    """Mutants that do not see all of an argument."""

    def __len__(self) -> int:
        return len(self.mutants) + len(self.completions.programs)

    def killed_by(
        self, answers: Sequence[Answer], pool: ExecutorPool, among: Sequence[int] | None = None
    ) -> dict[int, frozenset[int]]:
        """For programs by index the indexes of the inputs that kill each; those that take their process along left out.

        Args:
            answers: inputs with the reference's answers.
            pool: executors of trusted code.
            among: which programs; all by default.
        """
        asked = range(len(self)) if among is None else among
        if not answers or not asked:
            return {index: frozenset() for index in asked}
        own = [index for index in asked if index < len(self.mutants)]
        programs = [self.mutants[index] for index in own]
        told = kills_of_mutants(self.problem, answers, self.oracle, programs, pool).by_program if own else ()
        found = {index: inputs for index, inputs in zip(own, told, strict=True) if inputs is not None}
        others = [index for index in asked if index >= len(self.mutants)]
        if others and self.completions.pool is not None:
            programs = [self.completions.programs[index - len(self.mutants)] for index in others]
            by_others = kills_of_strangers(
                self.problem, answers, self.oracle, programs, pool, self.completions.pool, STRANGER_LIMITS
            )
            found.update(zip(others, by_others, strict=True))
        return found

    def evidence(self, killed: Sequence[frozenset[int]]) -> list[Piece]:
        """What kills are worth.

        Args:
            killed: for each adversary the indexes of the inputs that kill it.
        """
        count = len(self.mutants)
        simple = self.in_code | self.blind
        first = [inputs for program, inputs in enumerate(killed) if program in simple or program >= count]
        return [
            *pieces(first, FIRST_WORTH),
            *pieces(killed[:count], KILL_WORTH),
            *pieces(killed[count:], CONVICTION_WORTH),
        ]


def adversaries(
    problem: Problem,
    oracle: Oracle,
    domain: Domain,
    answers: TypeSet,
    most: int,
    rng: random.Random,
    completions: Strangers,
) -> Adversaries:
    """Mutants of the reference, and completions that were given.

    Args:
        problem: whose reference is changed.
        oracle: tells wrong answers.
        domain: has the types of the arguments.
        answers: the types of the answers.
        most: how many mutants, at most.
        rng: the only source of chance.
        completions: they give the base answers.
    """
    types = domain.types[0] if len(domain.types) == 1 else None
    try:
        made = mutants_of(problem.reference, problem.entry_point, limit=most, rng=rng, types=types, answers=answers)
    except SyntaxError:  # under this Python
        made = ()
    programs = [Program(source=mutant.source, entry_point=problem.entry_point) for mutant in made]
    changes = tuple(mutant.description for mutant in made)
    in_code = frozenset(index for index, mutant in enumerate(made) if mutant.operator in OPERATORS)
    blind = frozenset(index for index, mutant in enumerate(made) if mutant.operator.startswith(BLIND))
    return Adversaries(problem, oracle, tuple(programs), changes, completions, in_code, blind)


def branch_sets(taken: Mapping[int, bytes]) -> list[frozenset[int]]:
    """For each branch and how often it is taken, from never to so many times, the tests that take it so often.

    Args:
        taken: by index of the test a byte for each branch.
    """
    having: dict[tuple[int, int], set[int]] = {}
    for index, counts in taken.items():
        for branch, often in enumerate(counts):
            having.setdefault((branch, often), set()).add(index)
    return sorted((frozenset(tests) for tests in having.values() if len(tests) < len(taken)), key=sorted)


def trait_sets(answers: Sequence[Answer], domain: Domain) -> list[frozenset[int]]:
    """For each trait that some tests have and some lack, the indexes of those that have it.

    They come in their own order, since that of the traits differs from process to process.
    """
    having: dict[Trait, set[int]] = {}
    for index, answer in enumerate(answers):
        args = answer.args.unpack_args()
        types = domain.types_of(len(args))
        if types is not None and answer.value is not None:
            for trait in traits(args, types, answer.value.unpack()):
                having.setdefault(trait, set()).add(index)
    return sorted((frozenset(tests) for tests in having.values() if len(tests) < len(answers)), key=sorted)


def kind_sets(answers: Sequence[Answer]) -> list[frozenset[int]]:
    """The indexes of the tests by the kind of their answers (type, truth, sign), and by their least arguments.

    An argument that is empty, of one item, zero or one is where many programs forget to look; with an answer that is
    true there and with one that is not.
    """
    kinds: dict[tuple[object, ...], set[int]] = {}
    for index, answer in enumerate(answers):
        if answer.value is not None:
            value = answer.value.unpack()
            negative = isinstance(value, (int, float)) and value < 0
            kinds.setdefault((type(value).__name__, negative, bool(value)), set()).add(index)
            for place, size in enumerate(map(measure, answer.args.unpack_args())):
                if size in (0, 1):
                    kinds.setdefault((place, int(size), bool(value)), set()).add(index)
    return [frozenset(tests) for tests in kinds.values()]


def choose(
    count: int,
    answers: Sequence[Answer],
    kills: Sequence[Piece],
    taken: Mapping[int, bytes],
    domain: Domain,
    quotas: Sequence[Quota],
) -> list[int]:
    """Indexes of at most `count` tests that together show what all of them show, those that show most first.

    Args:
        count: how many are wanted.
        answers: inputs with their answers.
        kills: what they kill.
        taken: how often the reference takes each of its branches, by index of the test, as far as it is known.
        domain: has the types of the arguments.
        quotas: for tests of which there should be few.
    """
    evidence: list[Piece] = [
        *kills,
        *pieces(branch_sets(taken), BRANCH_WORTH),
        *pieces(trait_sets(answers, domain), TRAIT_WORTH),
        *pieces(kind_sets(answers), KIND_WORTH),
    ]
    return cover(count, evidence, [len(answer.args.wire) for answer in answers], quotas)


def lossless(answers: Sequence[Answer], killed: Sequence[frozenset[int]], redundancy: int) -> list[int]:
    """Indexes of few tests that kill every adversary that all of them kill.

    Args:
        answers: inputs with their answers.
        killed: for each adversary the indexes of the inputs that kill it.
        redundancy: by how many different tests each is to be killed, where so many kill it.
    """
    evidence = pieces(killed, Worth(scale=1.0, times=redundancy, fading=1.0))
    return cover(len(answers), evidence, [len(answer.args.wire) for answer in answers], until_shown=True)
