"""What tests of one problem show, adversaries killed and traits; and the choice of few that show all of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from augment.breed.kills import kills
from augment.harness.check import Answer
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool, Program
from augment.model.problem import Problem
from augment.model.suite import Oracle
from augment.model.types import TypeSet
from augment.mutants.make import mutants_of
from augment.select.cover import Piece, Quota, Worth, cover, pieces
from augment.select.features import Trait, traits

MUTANTS: Final = 250
"""Most mutants of a reference, where nothing else is said."""
KILL_WORTH: Final = Worth(scale=1.0, times=4, fading=0.4)
TRAIT_WORTH: Final = Worth(scale=0.2, times=3, fading=0.6)
KIND_WORTH: Final = Worth(scale=0.5, times=3, fading=0.6, by_rarity=False)
"""Of a kind of answers, however many tests have it: some programs go wrong wherever there is no answer to give."""


@dataclass(frozen=True, slots=True)
class Adversaries:
    """Wrong programs that tests are bred against."""

    problem: Problem
    oracle: Oracle
    programs: tuple[Program, ...] = ()

    def killed_by(
        self, answers: Sequence[Answer], pool: ExecutorPool, among: Sequence[int] | None = None
    ) -> dict[int, frozenset[int]]:
        """For programs by index the indexes of the inputs that kill each; those that take their process along left out.

        Args:
            answers: inputs with the reference's answers.
            pool: executors of trusted code.
            among: which programs; all by default.
        """
        asked = range(len(self.programs)) if among is None else among
        if not answers or not asked:
            return {index: frozenset() for index in asked}
        programs = [self.programs[index] for index in asked]
        told = kills(self.problem, answers, self.oracle, programs, pool)
        return {index: inputs for index, inputs in zip(asked, told.by_program, strict=True) if inputs is not None}


def mutants(
    problem: Problem, oracle: Oracle, domain: Domain, answers: TypeSet, most: int, rng: random.Random
) -> Adversaries:
    """Mutants of the reference.

    Args:
        problem: whose reference is changed.
        oracle: tells wrong answers.
        domain: has the types of the arguments.
        answers: the types of the answers.
        most: how many, at most.
        rng: the only source of chance.
    """
    types = domain.types[0] if len(domain.types) == 1 else None
    try:
        made = mutants_of(problem.reference, problem.entry_point, limit=most, rng=rng, types=types, answers=answers)
    except SyntaxError:  # under this Python
        made = ()
    programs = [Program(source=mutant.source, entry_point=problem.entry_point) for mutant in made]
    return Adversaries(problem, oracle, tuple(programs))


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


def answer_sets(answers: Sequence[Answer]) -> list[frozenset[int]]:
    """The indexes of the tests by the kind of their answers: type, truth, sign, emptiness."""
    kinds: dict[tuple[str, bool], set[int]] = {}
    for index, answer in enumerate(answers):
        if answer.value is not None:
            value = answer.value.unpack()
            negative = isinstance(value, (int, float)) and value < 0
            kinds.setdefault((f"{type(value).__name__}{'-' * negative}", bool(value)), set()).add(index)
    return [frozenset(tests) for tests in kinds.values()]


def choose(
    count: int,
    answers: Sequence[Answer],
    killed: Sequence[frozenset[int]],
    domain: Domain,
    quotas: Sequence[Quota],
) -> list[int]:
    """Indexes of at most `count` tests that together show what all of them show, those that show most first.

    Args:
        count: how many are wanted.
        answers: inputs with their answers.
        killed: for each adversary the indexes of the inputs that kill it.
        domain: has the types of the arguments.
        quotas: for tests of which there should be few.
    """
    evidence: list[Piece] = [
        *pieces(killed, KILL_WORTH),
        *pieces(trait_sets(answers, domain), TRAIT_WORTH),
        *pieces(answer_sets(answers), KIND_WORTH),
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
