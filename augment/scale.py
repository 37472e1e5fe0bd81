"""Scale tests for one problem: a few large inputs that are easy for its reference.

Each direction in which inputs can grow is vetted by itself: propose -> admit -> vet, as any other input, but with a
bound on the counted steps of the reference that keeps a call in the milliseconds. Of what is left, each direction in
turn gives the input that costs the reference most: the hardest of its size, and not one that any program is done with
at once. Nothing here is timed, so that each machine builds the same tests.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from augment.domain.types import types_of_answers
from augment.generate.mutate import Seed
from augment.generate.scale import Direction, directions, extent
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.execution import Calls, Ending, ExecutorPool, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Funnel, Kind, Oracle, Proposal, Tier
from augment.vet.admission import admit, admit_by_contract
from augment.vet.contract import contract_program
from augment.vet.reference import Accepted, vet

STEPS: Final = 300_000
"""Lines and calls that the reference may take on a scale test: about 20 ms."""
CHEAPER: Final = (STEPS // 8, STEPS // 64, STEPS // 512)
"""Bounds by which inputs are told apart that cost the reference more or less."""
LIMITS: Final = Limits(steps=STEPS, cpu_seconds=0.5, program_cpu_seconds=60.0)
"""Steps leave out what built-in functions do; a size that those take seconds for is out of the question."""
NOT_CHOSEN: Final = "not chosen"
UNFIT: Final = "not large within the domain"


def scale_cases(
    problem: Problem,
    known: Sequence[Case],
    oracle: Oracle,
    domain: Domain,
    tiers: Sequence[Tier],
    count: int,
    seed: int,
    pool: ExecutorPool,
) -> tuple[tuple[Case, ...], Funnel]:
    """At most `count` scale cases, small inputs first, and what became of the inputs that did not make it.

    Args:
        problem: its reference gives the answers.
        known: base and plus cases; inputs grow out of those of the base cases.
        oracle: how answers are compared.
        domain: what may go in.
        tiers: of the cases; none is a stretch, whatever they say.
        count: how many are wanted.
        seed: with the problem, the source of chance.
        pool: executors of trusted code.
    """
    base = [case for case in known if case.kind is Kind.BASE]
    rng = seeded(seed, "scale", problem.task_id)
    answer_types = types_of_answers(base)
    marks = {case.marked for case in base}
    taken = {case.args for case in known}
    wanted = set(tiers) - {Tier.STRETCH}
    funnel, offers = Funnel(), []
    exact = "float" not in str(answer_types) and "complex" not in str(answer_types)
    for direction in _directions(base, domain, rng, numbers=exact) if count else ():
        fit, outside = _fit(problem, domain, direction, wanted, pool)
        vetted = vet(problem, [*fit], taken, answer_types, pool, LIMITS, oracle=oracle, marks=marks)
        taken.update(proposal.args for proposal in fit)
        hardest = _hardest(problem, vetted.accepted, pool)
        offers.append([(one, fit[one.proposal]) for one in hardest])
        funnel += (vetted.funnel + outside).minus(NOT_CHOSEN, len(vetted.accepted) - len(hardest))
    turns = [offer for offer in chain.from_iterable(zip_longest(*offers)) if offer is not None]
    chosen = sorted(turns[:count], key=lambda offer: extent(offer[0].proposal.args.unpack()))
    return _cases(chosen), funnel.minus(NOT_CHOSEN, len(turns) - len(chosen))


def _directions(base: Sequence[Case], domain: Domain, rng: random.Random, *, numbers: bool) -> list[Direction]:
    found = []
    seeds = [Seed(case.id, case.args.unpack_args()) for case in base]
    for types in domain.types:
        mine = [seed for seed in seeds if len(seed.args) == len(types)]
        if mine and types:
            found += directions(mine, types, rng, numbers=numbers)
    return found


def _fit(
    problem: Problem, domain: Domain, direction: Direction, tiers: Collection[Tier], pool: ExecutorPool
) -> tuple[Mapping[Proposal, Tier], Funnel]:
    """What lies in the domain, and did not become small by being mended; and the funnel of the rest."""
    sizes: dict[tuple[str, str], int] = {}
    for proposal in direction.proposals:
        key, size = (proposal.parent, proposal.origin), extent(proposal.args.unpack())
        sizes[key] = min(size, sizes.get(key, size))
    if domain.contract:
        with pool.lend() as trusted:
            program = contract_program(problem, domain.contract)
            admitted = admit_by_contract(domain, program, direction.proposals, trusted)
    else:
        admitted = admit(domain, direction.proposals)
    fit = {
        proposal: tier
        for proposal, tier in admitted.tiers.items()
        if tier in tiers
        and extent(proposal.args.unpack()) * 2 >= sizes[proposal.parent, proposal.origin.removesuffix("+mended")]
    }
    unfit = len(admitted.tiers) - len(fit)
    return fit, admitted.funnel + Funnel(proposed=unfit).minus(UNFIT, unfit)


def _hardest(problem: Problem, accepted: Sequence[Accepted], pool: ExecutorPool) -> list[Accepted]:
    """Of each kind the input that costs the reference most, as far as a few bounds tell them apart; else the first."""
    program = Program(source=problem.reference, entry_point=problem.entry_point)
    calls = Calls(tuple(one.proposal.args for one in accepted))
    cost = [0] * len(accepted)
    for steps in CHEAPER if len(accepted) > 1 else ():
        with pool.lend() as trusted:
            execution = trusted.run(program, calls, replace(LIMITS, steps=steps))
        for index in range(len(accepted)):
            cost[index] += execution.of(index).ending is not Ending.RETURNED
    kinds: dict[str, Accepted] = {}
    for index in sorted(range(len(accepted)), key=lambda index: -cost[index]):
        kinds.setdefault(accepted[index].proposal.origin, accepted[index])
    return list(kinds.values())


def _cases(chosen: Sequence[tuple[Accepted, Tier]]) -> tuple[Case, ...]:
    return tuple(
        Case(
            id=f"scale-{number}",
            kind=Kind.PLUS,
            args=one.proposal.args,
            expected=one.expected,
            marked=one.marked,
            origin=one.proposal.origin,
            parent=one.proposal.parent,
            tier=tier,
            scale=True,
        )
        for number, (one, tier) in enumerate(chosen)
    )
