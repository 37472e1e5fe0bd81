"""Let inputs pass that something speaks for, each with its tier; mend those that are nearly there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from augment.domain.mend import mended
from augment.domain.rules import has_types, tier_of
from augment.errors import NotPlain
from augment.model.domain import Domain
from augment.model.execution import Executor, Limits, Program
from augment.model.suite import Funnel, Proposal, Tier
from augment.model.value import Value
from augment.vet.contract import met_by
from augment.vet.reference import TOO_LARGE, VALUE_BYTES

UNDERSPECIFIED: Final = "nothing speaks for it"
REJECTED: Final = "the contract rejects it"


def admit(domain: Domain, proposals: Sequence[Proposal]) -> tuple[dict[Proposal, Tier], Funnel]:
    """The proposals that lie in a domain, by tier, and the funnel of the rest.

    Args:
        domain: what may go in.
        proposals: inputs, perhaps outside the domain; of those, some can be mended.
    """
    admitted: dict[Proposal, Tier] = {}
    dropped = 0
    small = [proposal for proposal in proposals if len(proposal.args.wire) <= VALUE_BYTES]
    for proposal in small:
        args = proposal.args.unpack_args()
        tier = tier_of(domain, args)
        if tier is None:
            better = _mended(domain, args)
            tier = tier_of(domain, better.unpack_args()) if better is not None else None
            if better is not None:
                proposal = replace(proposal, args=better, origin=f"{proposal.origin}+mended")
        if tier is None:
            dropped += 1
        else:
            admitted[proposal] = tier
    return admitted, Funnel().minus(UNDERSPECIFIED, dropped).minus(TOO_LARGE, len(proposals) - len(small))


def admit_by_contract(
    domain: Domain, program: Program, proposals: Sequence[Proposal], trusted: Executor, limits: Limits
) -> tuple[dict[Proposal, Tier], Funnel]:
    """The proposals that meet a contract, mended towards the domain where they lie outside, and the funnel of the rest.

    Args:
        domain: what is known besides the contract.
        program: the contract.
        proposals: inputs, perhaps outside the domain.
        trusted: runs the contract.
        limits: for the contract on each input.
    """
    tried = []
    for proposal in proposals:
        args = proposal.args.unpack_args()
        better = _mended(domain, args) if tier_of(domain, args) is None else None
        tried.append(proposal if better is None else replace(proposal, args=better))
    met = met_by(program, [proposal.args for proposal in tried], trusted, limits)
    admitted = {proposal: Tier.CONTRACT for proposal, good in zip(tried, met, strict=True) if good}
    return admitted, Funnel().minus(REJECTED, met.count(False))


def _mended(domain: Domain, args: tuple[object, ...]) -> Value | None:
    better = mended(domain, args)
    if not has_types(domain, better):
        return None
    try:
        return Value.of(better)
    except NotPlain:
        return None
