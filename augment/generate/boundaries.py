"""Inputs at the edges: small numbers one by one, large ones, empty and one-item containers, long and repetitive ones.

Mutation reaches most of these in the end, but not all of them in a small suite, and they are where programs part ways.
Each replaces one argument of a known input, or changes all of them at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, product
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
MOST_FOREIGN: Final = 12
"""Known texts in which one character becomes a letter beyond ASCII."""
MOST_FIGURES: Final = 1200
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
            found += _least(mine[0], types[count])
            found += chain.from_iterable(_as_a_whole(seed, types[count]) for seed in mine)
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


def _least(seed: Seed, types: Sequence[TypeSet]) -> Iterator[Proposal]:
    """Several arguments at their least at once: empty, zero or false."""
    if len(types) < 2:
        return
    least: tuple[object, ...] = (False, 0, 0.0, "", b"", [], (), set(), {})
    values = [next((value for value in least if fits(value, kind)), UNCHANGED) for kind in types]
    if UNCHANGED not in values:
        yield _proposal(seed, tuple(values), "all.least")


def _as_a_whole(seed: Seed, types: Sequence[TypeSet]) -> Iterator[Proposal]:
    """A change to all arguments at once, which keeps how they relate: signs turned, numbers larger, places changed."""
    for how, change in (("negated", lambda number: -number), ("larger", lambda number: 10 * number)):
        args = tuple(_numbers_changed(value, change) for value in seed.args)
        if Value.of(args) != Value.of(seed.args):
            yield _proposal(seed, args, f"all.{how}")
    for one, two in combinations(range(len(seed.args)), 2):
        args = tuple(seed.args[{one: two, two: one}.get(place, place)] for place in range(len(seed.args)))
        if Value.of(args) != Value.of(seed.args) and all(map(fits, args, types)):
            yield _proposal(seed, args, "all.swapped")


def _numbers_changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with each number in it changed."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_numbers_changed(item, change) for item in value)
    if isinstance(value, dict):
        return {key: _numbers_changed(item, change) for key, item in value.items()}
    return change(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


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
        foreign = [character for character in pool.rare if not character.isascii()]
        without_case = [character for character in foreign if character.lower() == character.upper()]
        for letters in ([*filter(str.isascii, pool.rare)], foreign, without_case):
            for length in (1, 2, 3, 5) if letters else ():
                yield "str.rare", "".join(rng.choice(letters) for _ in range(length))
        for text in rng.sample(texts, min(len(texts), MOST_FOREIGN)) if foreign else ():
            at = rng.choice((0, len(text) // 2, max(0, len(text) - 1)))
            yield "str.foreign", text[:at] + rng.choice(foreign) + text[at + 1 :]
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
    """Texts with two numbers in a row replaced by such as the problem speaks of: dates, times, versions, ranges.

    Each pair of numbers comes up in three texts, drawn at random, of those with as many numbers: one of any form, and
    two of the form that most have, since odd texts are often meant to be refused, whatever their numbers.
    """
    known = sorted(number for number in pool.of("int") if isinstance(number, int) and number >= 0)
    by_runs: dict[int, list[str]] = {}
    for text in sorted(set(texts)):
        by_runs.setdefault(len(DIGITS.findall(text)), []).append(text)
    found = []
    for count, alike in by_runs.items():
        forms = [DIGITS.sub(lambda run: "0" * len(run[0]), text) for text in alike]
        commonest = max(forms, key=forms.count)
        usual = [text for text, form in zip(alike, forms, strict=True) if form == commonest]
        for place, (a, b) in product(range(count - 1), product(known, repeat=2)):
            for text in (rng.choice(alike), *rng.sample(usual, min(2, len(usual)))):
                one, two = list(DIGITS.finditer(text))[place : place + 2]
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
