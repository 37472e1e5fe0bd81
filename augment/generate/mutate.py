"""Type-aware mutation: new inputs by one to three small changes to an input that is known.

A change is made in one place of one argument: the walk goes down from the argument into its items at random and
stops at some depth; a mutator for the value found there is applied, and the argument is put together again. The
number of arguments never changes, and a proposal holds only types that were seen in their place. Everything random
comes from the generator that is passed in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from augment.domain.harvest import Pool
from augment.domain.types import NOTHING, TypeSet, fits, type_of
from augment.errors import NotPlain
from augment.generate.mutators import CONTAINERS, MUTATORS, UNCHANGED, Place
from augment.model.suite import Proposal
from augment.model.value import Value

TRIES = 4
"""Attempts at one proposal before it is given up."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A known input to mutate."""

    id: str
    args: tuple[object, ...]


def propose(
    seeds: Sequence[Seed], types: dict[int, list[TypeSet]], pool: Pool, count: int, rng: random.Random
) -> list[Proposal]:
    """Mutate seeds into `count` proposals, or fewer where changes come to nothing.

    Args:
        seeds: inputs to start from, at least one, drawn evenly.
        types: for each number of arguments, what was seen in each place.
        pool: harvested values.
        count: how many proposals are wanted.
        rng: the only source of chance.
    """
    peers = _Peers(seeds)
    proposals = []
    for _ in range(count):
        for _attempt in range(TRIES):
            proposal = _propose_one(rng.choice(seeds), types, pool, peers, rng)
            if proposal is not None:
                proposals.append(proposal)
                break
    return proposals


class _Peers:
    """Whole arguments of the seeds, by number of arguments and place."""

    def __init__(self, seeds: Iterable[Seed]) -> None:
        self.arguments: dict[tuple[int, int], list[object]] = {}
        for seed in seeds:
            for place, value in enumerate(seed.args):
                self.arguments.setdefault((len(seed.args), place), []).append(value)

    def like(self, value: object, count: int, place: int) -> list[object]:
        """Values of the same kind as `value`: in the same argument of other seeds, or just inside them."""
        found = []
        for other in self.arguments[count, place]:
            if type(other) is type(value):
                found.append(other)
            elif isinstance(other, (list, tuple)):
                found.extend(item for item in other if type(item) is type(value))
        return found


def _propose_one(
    seed: Seed, types: dict[int, list[TypeSet]], pool: Pool, peers: _Peers, rng: random.Random
) -> Proposal | None:
    args, names = list(seed.args), []
    count = len(args)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        if not args:
            break
        place = rng.randrange(count)
        name, changed = _change_argument(args[place], types[count][place], pool, peers, (count, place), rng)
        if changed is not UNCHANGED:
            args[place] = changed
            names.append(name)
    if not names or not all(map(fits, args, types[count])):
        return None
    try:
        frozen = Value.of(tuple(args))
    except NotPlain:  # nested too deeply
        return None
    return Proposal(frozen, f"mutation:{'+'.join(names)}", seed.id)


def _change_argument(
    value: object, types: TypeSet, pool: Pool, peers: _Peers, at: tuple[int, int], rng: random.Random
) -> tuple[str, Any]:
    others = peers.arguments[at]
    if rng.random() < 0.08 and len(others) > 1:
        return "argument.exchange", rng.choice(others)

    def change(part: Any, part_types: TypeSet) -> tuple[str, Any]:
        place = Place(part_types, pool, rng, peers.like(part, *at))
        kinds = part_types.kinds()
        if len(kinds) > 1 and rng.random() < 0.1:
            return "any.redraw", place.draw(part_types)
        mutators = MUTATORS.get(type(part).__name__, {})
        if isinstance(part, tuple) and part_types.fields is not None:
            mutators = {"reverse": MUTATORS["tuple"]["reverse"]}  # its length is part of its type
        if not mutators:
            return "any.redraw", place.draw(part_types)
        verb = rng.choice(list(mutators))
        return f"{type(part).__name__}.{verb}", mutators[verb](part, place)

    return _descend(value, types, change, rng)


def _descend(
    value: Any, types: TypeSet, change: Callable[[Any, TypeSet], tuple[str, Any]], rng: random.Random
) -> tuple[str, Any]:
    """Change the value itself or, in two of three cases where it has any, one of its parts."""
    if not isinstance(value, (list, tuple, set, frozenset, dict)) or not value:
        return change(value, types)
    whole = 0.33
    if isinstance(value, tuple) and types.fields is not None:
        whole = 0.1
    if rng.random() < whole:
        return change(value, types)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        name, item = _descend(value[key], (types.pairs or (NOTHING, NOTHING))[1], change, rng)
        return name, UNCHANGED if item is UNCHANGED else {**value, key: item}
    items = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else list(value)
    at = rng.randrange(len(items))
    if isinstance(value, tuple):
        inside = types.fields[at] if types.fields is not None else types.tuple_items
    else:
        inside = types.item_types(type(value).__name__)
    name, item = _descend(items[at], inside or type_of(items[at]), change, rng)
    if item is UNCHANGED:
        return name, UNCHANGED
    items[at] = item
    return name, CONTAINERS[type(value).__name__](items)
