"""Type-aware mutation: new inputs by one to three small changes to an input that is known.

A change is made in one place of one argument: the walk goes down from the argument into its items at random and
stops at some depth; a mutator for the value found there is applied, and the argument is put together again. The
number of arguments never changes, and a proposal holds only types that were seen in their place. Everything random
comes from the generator that is passed in.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from augment.domain.harvest import Pool
from augment.domain.places import places_of
from augment.domain.types import fits
from augment.errors import NotPlain
from augment.generate.mutators import CONTAINERS, MUTATORS, UNCHANGED, Place
from augment.generate.relate import relate
from augment.model.literals import write_literal
from augment.model.suite import Proposal
from augment.model.types import NOTHING, TypeSet
from augment.model.value import Value

ORIGIN: Final = "mutation:"
TRIES = 8
"""Attempts at one proposal before it is given up."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A known input to mutate."""

    id: str
    args: tuple[object, ...]


def propose(
    seeds: Sequence[Seed],
    types: dict[int, list[TypeSet]],
    pool: Pool,
    count: int,
    rng: random.Random,
    paid: Mapping[str, int] = MappingProxyType({}),
) -> list[Proposal]:
    """Mutate seeds into `count` proposals, or fewer where changes come to nothing.

    Args:
        seeds: inputs to start from, at least one, drawn evenly.
        types: for each number of arguments, what was seen in each place.
        pool: harvested values.
        count: how many proposals are wanted.
        rng: the only source of chance.
        paid: how often each mutator paid so far, by the name it has in an origin; one is drawn the more often for it.
    """
    peers = _Peers(seeds, types)
    proposals = []
    for _ in range(count):
        for _attempt in range(TRIES):
            proposal = _propose_one(rng.choice(seeds), types, pool, peers, rng, paid)
            if proposal is not None:
                proposals.append(proposal)
                break
    return proposals


class _Peers:
    """Values of the seeds by number of arguments and place."""

    def __init__(self, seeds: Iterable[Seed], types: dict[int, list[TypeSet]]) -> None:
        self.values: dict[tuple[int, str], list[object]] = {}
        for seed in seeds:
            count = len(seed.args)
            for place, values in places_of(seed.args, types[count]).items():
                self.values.setdefault((count, place), []).extend(values)

    def at(self, count: int, place: str) -> list[object]:
        """All values in a place, as `augment.domain.places` writes it, of calls with `count` arguments."""
        return self.values.get((count, place), [])


def _propose_one(
    seed: Seed,
    types: dict[int, list[TypeSet]],
    pool: Pool,
    peers: _Peers,
    rng: random.Random,
    paid: Mapping[str, int],
) -> Proposal | None:
    args, names = list(seed.args), []
    count = len(args)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        if not args:
            break
        place = rng.randrange(count)
        change = _Change(count, pool, peers, rng, paid)
        changed = change.argument(args, types[count][place], place)
        if _is_new(changed, args[place]) and fits(changed, types[count][place]):
            args[place] = changed
            names.append(change.name)
    frozen = Value.of(tuple(args)) if names else None
    if frozen is None or frozen == Value.of(seed.args):
        return None
    return Proposal(frozen, f"{ORIGIN}{'+'.join(names)}", seed.id)


def mutators_of(origin: str) -> list[str]:
    """The mutators that made an input, by its origin; none where it was made otherwise."""
    return origin.removeprefix(ORIGIN).split("+") if origin.startswith(ORIGIN) else []


def _is_new(changed: object, before: object) -> bool:
    try:
        return changed is not UNCHANGED and Value.of(changed) != Value.of(before)
    except NotPlain:  # nested too deeply
        return False


class _Change:
    """One change somewhere in one argument; `name` tells the mutator once it is made."""

    def __init__(self, count: int, pool: Pool, peers: _Peers, rng: random.Random, paid: Mapping[str, int]) -> None:
        self.count, self.pool, self.peers, self.rng, self.paid = count, pool, peers, rng, paid
        self.name = ""

    def argument(self, args: Sequence[object], types: TypeSet, number: int) -> Any:
        """The argument with one change, or `UNCHANGED`."""
        others = self.peers.at(self.count, str(number))
        lot = self.rng.random()
        if lot < 0.08 and len(others) > 1:
            self.name = "argument.exchange"
            return self.rng.choice(others)
        if lot > 0.92 and len(args) > 1:
            self.name = "argument.relate"
            return relate([*args[:number], *args[number + 1 :]], self.rng)
        return self._descend(args[number], types, str(number))

    def _descend(self, value: Any, types: TypeSet, at: str) -> Any:
        """Change the value itself or, mostly where it has any, one of its parts."""
        fixed = isinstance(value, tuple) and types.fields is not None
        whole = 0.1 if fixed else 0.33
        if not isinstance(value, (list, tuple, set, frozenset, dict)) or not value or self.rng.random() < whole:
            return self._whole(value, types, at)
        if isinstance(value, dict):
            key = self.rng.choice(list(value))
            item = self._descend(value[key], (types.pairs or (NOTHING, NOTHING))[1], f"{at}{{}}")
            return UNCHANGED if item is UNCHANGED else {**value, key: item}
        items = sorted(value, key=write_literal) if isinstance(value, (set, frozenset)) else list(value)
        place = self.rng.randrange(len(items))
        if isinstance(value, tuple):
            inside = types.fields[place] if types.fields is not None else types.tuple_items
        else:
            inside = types.item_types(type(value).__name__)
        item = self._descend(items[place], inside or NOTHING, f"{at}.{place}" if fixed else f"{at}[]")
        if item is UNCHANGED:
            return UNCHANGED
        items[place] = item
        return CONTAINERS[type(value).__name__](items)

    def _whole(self, value: Any, types: TypeSet, at: str) -> Any:
        kind = type(value).__name__
        peers = [peer for peer in self.peers.at(self.count, at) if type(peer) is type(value)]
        place = Place(types, self.pool, self.rng, peers)
        mutators = MUTATORS.get(kind, {})
        if isinstance(value, tuple) and types.fields is not None:
            mutators = {"reverse": MUTATORS["tuple"]["reverse"]}  # its length is part of its type
        if not mutators or (len(types.kinds()) > 1 and self.rng.random() < 0.1):
            self.name = "any.redraw"
            return place.draw(types)
        (verb,) = self.rng.choices([*mutators], [1 + self.paid.get(f"{kind}.{verb}", 0) for verb in mutators])
        self.name = f"{kind}.{verb}"
        return mutators[verb](value, place)
