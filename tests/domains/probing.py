"""What learnt domains say of the probes of the written problems."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

from augment.domain.learn import learn_domain
from augment.domain.rules import tier_of
from augment.model.domain import Source
from augment.model.suite import Tier
from domains.written import Arguments, WrittenProblem

ALL_SOURCES = frozenset(Source)


@dataclass(frozen=True, slots=True)
class Probe:
    """One input, what it is and what it was taken for."""

    written: WrittenProblem
    args: Arguments
    meant: bool
    """Whether the hidden contract accepts it."""
    tier: Tier | None
    """None where the learnt domain leaves it out."""

    @property
    def wrong(self) -> bool:
        """Whether the domain admits what is not meant, or leaves out what is."""
        return self.meant is (self.tier is None)


def probe(written: WrittenProblem, sources: frozenset[Source] = ALL_SOURCES) -> Iterator[Probe]:
    """Learn the domain of a problem from some sources, and show it the probes."""
    domain = learn_domain(written.problem, written.base_inputs(), sources)
    for meant, inputs in ((True, written.valid), (False, written.outside)):
        for args in inputs:
            yield Probe(written, args, meant, tier_of(domain, copy.deepcopy(args)))
