"""New inputs of a problem's domain, and the wrong variants of its reference that they and the base tests kill.

A benchmark is searched for a round; a suite has been searched already, so its plus tests are what is tried.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from augment.domain.harvest import harvest, prompt_examples
from augment.domain.types import type_of
from augment.errors import BadInput
from augment.evidence import Adversaries, Strangers, adversaries
from augment.generate.boundaries import boundaries
from augment.generate.mutate import Seed, propose
from augment.growth import BuildSettings, Hunt
from augment.harness.check import Answer
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool
from augment.model.suite import Case, Kind, Proposal, TestedProblem, Tier
from augment.model.types import union
from augment.model.value import Value
from augment.vet.admission import admit, admit_by_contract
from augment.vet.contract import contract_program

SURE: Final = frozenset({Tier.INSIDE, Tier.CONTRACT})


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings:
    """How thorough an audit is; the same settings and seed give the same findings."""

    seed: int = 0
    mutants: int = 60
    """Most wrong variants of a reference."""
    proposals: int = 150
    """Inputs made for a problem, besides its edges."""

    def __post_init__(self) -> None:
        if min(self.mutants, self.proposals) < 0:
            raise BadInput(f"wanted counts from 0, found {self}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What came of some inputs, and of the variants of the reference on those that surely lie in the domain."""

    answers: tuple[Answer, ...] = ()
    """Inputs that surely lie in the domain and are no base inputs, with the reference's answers."""
    stretches: tuple[Answer, ...] = ()
    """Inputs that may lie outside the domain."""
    changes: tuple[str, ...] = ()
    """What was changed in each variant, in a line."""
    in_code: frozenset[int] = frozenset()
    """Variants where a piece of code was changed; the others answer otherwise for a special class of arguments."""
    by_base: frozenset[int] = frozenset()
    """Variants that a base test kills."""
    surviving: dict[int, frozenset[int]] = field(default_factory=dict)
    """Variants that pass base, with the inputs that kill them; none of those that nothing kills."""

    def smallest(self, inputs: frozenset[int]) -> Answer:
        """Of some inputs the smallest."""
        return min((self.answers[index] for index in inputs), key=lambda one: (len(one.args.wire), one.args.wire))


def try_inputs(tested: TestedProblem, domain: Domain, settings: AuditSettings, pool: ExecutorPool) -> Tried:
    """Try variants of the reference on base tests and on new inputs.

    Args:
        tested: the problem; one expected answer can stand for all right ones.
        domain: what may go in.
        settings: seed and sizes.
        pool: executors of trusted code.
    """
    plus = [case for case in tested.of_kind(Kind.PLUS) if not case.scale]
    return _of_suite(tested, domain, plus, settings, pool) if plus else _hunted(tested, domain, settings, pool)


def _hunted(tested: TestedProblem, domain: Domain, settings: AuditSettings, pool: ExecutorPool) -> Tried:
    """By one round of the search that builds suites."""
    how = BuildSettings(
        seed=settings.seed, proposals=settings.proposals, mutants=settings.mutants, rounds=1, sure_rounds=1
    )
    base = tested.of_kind(Kind.BASE)
    hunt = Hunt(tested.problem, base, tested.oracle, domain, how, pool, Strangers(), Strangers(), None)
    hunt.grown(time.monotonic)
    return _tried(
        hunt.adversaries,
        frozenset(hunt.by_base),
        [(one.answer, one.tier in SURE) for one in hunt.found],
        {program: frozenset(inputs) for program, inputs in enumerate(hunt.killed)},
    )


def _of_suite(
    tested: TestedProblem, domain: Domain, plus: Sequence[Case], settings: AuditSettings, pool: ExecutorPool
) -> Tried:
    base = tested.of_kind(Kind.BASE)
    rng = seeded(settings.seed, tested.problem.task_id)
    types = union(type_of(case.expected.unpack()) for case in base if not case.raises)
    variants = adversaries(tested.problem, tested.oracle, domain, types, settings.mutants, rng, Strangers())
    by_base = variants.killed_by([Answer.recorded(case) for case in base if not case.raises], pool)
    alive = [program for program, inputs in by_base.items() if not inputs]
    answers = [Answer.recorded(case) for case in plus]
    # released suites have no tiers: who wrote their tests stands for them
    sure = [case.tier is None or case.tier in SURE for case in plus]
    return _tried(
        variants,
        frozenset(program for program, inputs in by_base.items() if inputs),
        list(zip(answers, sure, strict=True)),
        variants.killed_by(answers, pool, alive),
    )


def _tried(
    variants: Adversaries,
    by_base: frozenset[int],
    found: Sequence[tuple[Answer, bool]],
    killed: dict[int, frozenset[int]],
) -> Tried:
    """Without the inputs that may lie outside the domain."""
    places = {index: place for place, index in enumerate(i for i, (_, sure) in enumerate(found) if sure)}
    surviving = {
        program: frozenset(places[index] for index in inputs if index in places)
        for program, inputs in sorted(killed.items())
        if program not in by_base
    }
    return Tried(
        answers=tuple(answer for answer, sure in found if sure),
        stretches=tuple(answer for answer, sure in found if not sure),
        changes=variants.changes,
        in_code=variants.in_code,
        by_base=by_base,
        surviving={program: inputs for program, inputs in surviving.items() if inputs},
    )


def edges(
    tested: TestedProblem,
    domain: Domain,
    settings: AuditSettings,
    pool: ExecutorPool,
    tiers: Collection[Tier] = SURE,
) -> list[Value]:
    """Inputs of some tiers, small ones first, whatever the reference makes of them."""
    rng = seeded(settings.seed, "edges", tested.problem.task_id)
    seeds = seeds_of(tested)
    types = {len(kinds): list(kinds) for kinds in domain.types}
    examples = [args for args in prompt_examples(tested.problem) if len(args) in types]
    values = harvest(tested.problem, [*(seed.args for seed in seeds), *examples])
    proposals = boundaries(seeds, types, values, rng) + propose(seeds, types, values, settings.proposals, rng)
    found = admitted(tested, domain, proposals, pool, tiers)
    return sorted(found, key=lambda args: (len(args.wire), args.wire))


def admitted(
    tested: TestedProblem,
    domain: Domain,
    proposals: Sequence[Proposal],
    pool: ExecutorPool,
    tiers: Collection[Tier] = SURE,
) -> list[Value]:
    """Of some proposals the inputs of some tiers, each once."""
    if domain.contract:
        with pool.lend() as trusted:
            found = admit_by_contract(domain, contract_program(tested.problem, domain.contract), proposals, trusted)
    else:
        found = admit(domain, proposals)
    return list(dict.fromkeys(proposal.args for proposal, tier in found.tiers.items() if tier in tiers))


def seeds_of(tested: TestedProblem) -> list[Seed]:
    """The base inputs."""
    return [Seed(case.id, case.args.unpack_args()) for case in tested.of_kind(Kind.BASE)]
