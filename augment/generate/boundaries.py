"""Inputs at the edges: small numbers one by one, large ones, empty and one-item containers, long and repetitive ones.

Mutation reaches most of these in the end, but not all of them in a small suite, and they are where programs part ways.
Each replaces one argument of a known input, or all of them where all are whole numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any, Final

from augment.domain.harvest import Pool
from augment.domain.places import DIGITS
from augment.domain.types import fits
from augment.generate.mutate import Seed
from augment.generate.mutators import UNCHANGED, Place
from augment.model.suite import Proposal
from augment.model.types import NOTHING, TypeSet
from augment.model.value import Value

SMALL: Final = tuple(range(13))
LARGE: Final = (
    25,
    49,
    64,
    97,
    100,
    121,
    127,
    128,
    169,
    360,
    997,
    1000,
    1024,
    5000,
    10007,
    65536,
    99999,
    123456,
    1000003,
    123456789,
)
MOST_GRID: Final = 150
"""Most inputs out of a grid of small whole numbers."""
LENGTHS: Final = (1, 2, 3, 4, 5, 6, 8, 11, 13, 17, 24, 33)
LONG: Final = (41, 49, 53, 77, 97, 101, 121, 150)
"""Lengths of long texts."""
MOST_FIGURES: Final = 120
"""Most inputs with two numbers of one text replaced."""


def boundaries(
    seeds: Sequence[Seed], types: dict[int, list[TypeSet]], pool: Pool, rng: random.Random
) -> list[Proposal]:
    """Edge inputs for each number of arguments that the seeds have."""
    found = []
    for count in sorted(types):
        mine = [seed for seed in seeds if len(seed.args) == count]
        if mine and count:
            found += _grid(mine[0], types[count], rng)
            for place in range(count):
                found += _replaced(mine, place, types[count][place], pool, rng)
    return found


def _proposal(seed: Seed, args: tuple[object, ...], how: str) -> Proposal:
    return Proposal(Value.of(args), f"boundary:{how}", seed.id)


def _grid(seed: Seed, types: Sequence[TypeSet], rng: random.Random) -> list[Proposal]:
    """All small whole numbers in all places, or as many as there is room for."""
    if len(types) > 3 or not all("int" in kind.atoms for kind in types):
        return []
    least = {1: 13, 2: 9, 3: 6}[len(types)]
    grid = list(product(SMALL[:least], repeat=len(types)))
    if len(grid) > MOST_GRID:
        grid = rng.sample(grid, MOST_GRID)
    return [_proposal(seed, args, "int.small") for args in grid]


def _replaced(seeds: Sequence[Seed], place: int, types: TypeSet, pool: Pool, rng: random.Random) -> Iterator[Proposal]:
    for how, value in _values(types, pool, rng, [seed.args[place] for seed in seeds]):
        seed = rng.choice(seeds)
        args = (*seed.args[:place], value, *seed.args[place + 1 :])
        if fits(value, types):
            yield _proposal(seed, args, how)


def _values(types: TypeSet, pool: Pool, rng: random.Random, seen: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    if "int" in types.atoms:
        yield from (("int.small", number) for number in SMALL)
        yield from (("int.large", number) for number in LARGE)
        yield from (("int.negative", -number) for number in (1, 2, 3, 7, 10, 101))
    if "float" in types.atoms:
        yield from (("float.small", number / 2) for number in range(-4, 9))
    inner = Place(types, pool, rng, ())
    if "str" in types.atoms:
        yield "str.empty", ""
        for length in LENGTHS:
            yield "str.random", "".join(inner.character() for _ in range(length))
            few = [inner.character() for _ in range(2)]
            yield "str.few", "".join(rng.choice(few) for _ in range(length))
        texts = [text for text in seen if isinstance(text, str)]
        for length in LONG if texts else ():
            yield "str.long", (rng.choice(texts) * length)[:length]
        for letters in ("".join(filter(str.isascii, pool.rare)), "".join(c for c in pool.rare if not c.isascii())):
            for length in (1, 2, 3, 5) if letters else ():
                yield "str.rare", "".join(rng.choice(letters) for _ in range(length))
        yield from (("str.figures", text) for text in _figures(texts, pool, rng))
    for kind, items in types.items:
        if kind == "list":
            yield "list.empty", []
            yield from _lists(items, inner, rng)
    if types.tuple_items is not None:
        yield "tuple.empty", ()
        yield from ((how.replace("list", "tuple"), tuple(row)) for how, row in _lists(types.tuple_items, inner, rng))
    if types.pairs is not None:
        yield "dict.empty", {}


def _figures(texts: Sequence[str], pool: Pool, rng: random.Random) -> list[str]:
    """Texts with two numbers in a row replaced by such as the problem speaks of: dates, times, versions, ranges."""
    known = sorted(number for number in pool.of("int") if isinstance(number, int) and number >= 0)
    found = []
    for text in texts:
        runs = list(DIGITS.finditer(text))
        for one, two in pairwise(runs):
            for a, b in product(known, repeat=2):
                head, middle, tail = text[: one.start()], text[one.end() : two.start()], text[two.end() :]
                found.append(f"{head}{a:0{len(one[0])}}{middle}{b:0{len(two[0])}}{tail}")
    found = sorted(set(found))
    return rng.sample(found, min(MOST_FIGURES, len(found)))


def _lists(items: TypeSet, inner: Place, rng: random.Random) -> Iterator[tuple[str, list[Any]]]:
    for length in LENGTHS:
        drawn = [item for item in (inner.draw(items or NOTHING) for _ in range(length)) if item is not UNCHANGED]
        if not drawn:
            return
        yield "list.random", drawn
        few = [rng.choice(drawn[: rng.choice((1, 2, 3))]) for _ in range(length)]
        yield "list.few", few
        try:
            yield "list.sorted", sorted(few, reverse=rng.random() < 0.3)
        except TypeError:
            continue
