"""The inputs that a shrinker may look at: those of a problem's domain, in no less sure a tier than it began in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis.strategies import SearchStrategy

from augment.domain.mend import mended
from augment.domain.places import Args
from augment.domain.rules import has_types, tier_of
from augment.model.domain import Domain
from augment.model.suite import Tier
from augment.prove.inputs import inputs
from augment.prove.simpler import one_step


@dataclass(frozen=True, slots=True)
class Room:
    """Part of a domain."""

    domain: Domain
    """What may go in. Of one with a contract only the types count here: a contract is code, to be run elsewhere."""
    surest: bool = True
    """Whether a stretch is outside."""

    def admitted(self, args: Args) -> Args | None:
        """The input, or what it is mended to, if that lies in here."""
        if not args or not has_types(self.domain, args):
            return None
        return next(filter(self._has, (args, mended(self.domain, args))), None)

    def _has(self, args: Args) -> bool:
        if not has_types(self.domain, args):
            return False
        tier = tier_of(self.domain, args)
        return bool(self.domain.contract) or tier is Tier.INSIDE or (tier is Tier.STRETCH and not self.surest)

    def below(self, args: Args) -> Iterator[Args]:
        """What lies one step below an input, in here or not."""
        bounds = [s.bound for s in self.domain.statements if s.rule == "words out of"]
        words = {word for bound in bounds if isinstance(bound, tuple) for word in bound}
        return one_step(args, sorted(words))

    def inputs(self, like: Args) -> SearchStrategy[Args]:
        """Inputs no larger than one that is given, most of them in here."""
        return inputs(self.domain, like)
