"""Let inputs pass that something speaks for, each with its tier; mend those that are nearly there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from augment.domain.mend import mended
from augment.domain.rules import tier_of
from augment.domain.types import fits
from augment.errors import NotPlain
from augment.model.domain import Domain
from augment.model.suite import Funnel, Proposal, Tier
from augment.model.value import Value

UNDERSPECIFIED: Final = "nothing speaks for it"


def admit(domain: Domain, proposals: Sequence[Proposal]) -> tuple[dict[Proposal, Tier], Funnel]:
    """The proposals that lie in a domain, by tier, and the funnel of the rest.

    Args:
        domain: what may go in.
        proposals: inputs, perhaps outside the domain; of those, some can be mended.
    """
    admitted: dict[Proposal, Tier] = {}
    dropped = 0
    for proposal in proposals:
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
    return admitted, Funnel().minus(UNDERSPECIFIED, dropped)


def _mended(domain: Domain, args: tuple[object, ...]) -> Value | None:
    better = mended(domain, args)
    types = domain.types_of(len(args))
    if types is None or not all(map(fits, better, types)):
        return None
    try:
        return Value.of(better)
    except NotPlain:
        return None
