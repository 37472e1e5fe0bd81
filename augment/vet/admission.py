"""Let inputs pass that something speaks for, each with its tier; mend those that are nearly there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.mend import mended
from augment.domain.rules import has_types, tier_of
from augment.errors import NotPlain
from augment.model.domain import Domain
from augment.model.execution import Executor, Program
from augment.model.suite import Funnel, Proposal, Tier
from augment.model.value import Value
from augment.vet.contract import met_by
from augment.vet.reference import NOT_NEW, TOO_LARGE, VALUE_BYTES

UNDERSPECIFIED: Final = "nothing speaks for it"
REJECTED: Final = "the contract rejects it"
NOT_ASKED: Final = "the contract does not answer in time"


@dataclass(frozen=True, slots=True)
class Admitted:
    """What may become tests of some proposals."""

    tiers: Mapping[Proposal, Tier]
    funnel: Funnel
    """Of what was not let pass."""


def admit(domain: Domain, proposals: Sequence[Proposal]) -> Admitted:
    """Let those proposals pass that lie in a domain, or can be mended so that they do."""
    tiers: dict[Proposal, Tier] = {}
    lost = 0
    small = [proposal for proposal in proposals if len(proposal.args.wire) <= VALUE_BYTES]
    for proposal in small:
        args = proposal.args.unpack_args()
        tier, better = tier_of(domain, args), proposal
        if tier is None and (found := _mended(domain, args)) is not None:
            tier, better = tier_of(domain, found.unpack_args()), _renamed(proposal, found)
        if tier is None:
            lost += 1
        else:
            tiers[better] = tier
    large, again = len(proposals) - len(small), len(small) - lost - len(tiers)
    funnel = Funnel(proposed=len(proposals) - len(tiers))
    return Admitted(tiers, funnel.minus(UNDERSPECIFIED, lost).minus(TOO_LARGE, large).minus(NOT_NEW, again))


def admit_by_contract(domain: Domain, program: Program, proposals: Sequence[Proposal], trusted: Executor) -> Admitted:
    """Let those proposals pass that meet a contract; those outside the domain are mended towards it first.

    Args:
        domain: what is known besides the contract.
        program: the contract.
        proposals: inputs, perhaps outside the domain.
        trusted: runs the contract.
    """
    tried = []
    for proposal in proposals:
        args = proposal.args.unpack_args()
        better = _mended(domain, args) if tier_of(domain, args) is None else None
        tried.append(proposal if better is None else _renamed(proposal, better))
    met = met_by(program, [proposal.args for proposal in tried], trusted)
    tiers = {proposal: Tier.CONTRACT for proposal, good in zip(tried, met, strict=True) if good}
    funnel = Funnel(proposed=len(tried) - len(tiers)).minus(NOT_NEW, met.count(True) - len(tiers))
    return Admitted(tiers, funnel.minus(REJECTED, met.count(False)).minus(NOT_ASKED, met.count(None)))


def _renamed(proposal: Proposal, args: Value) -> Proposal:
    """The proposal with mended arguments, which says so; where nothing was to be mended, as it is."""
    return proposal if args == proposal.args else replace(proposal, args=args, origin=f"{proposal.origin}+mended")


def _mended(domain: Domain, args: tuple[object, ...]) -> Value | None:
    better = mended(domain, args)
    if not has_types(domain, better):
        return None
    try:
        return Value.of(better)
    except NotPlain:
        return None
