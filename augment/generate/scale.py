"""Large inputs, on which a program of hopeless running time shows itself.

Each direction makes one thing about known inputs grow: a number, all numbers, the numbers in a list, the length of
texts and lists. The sizes lie in the gaps between what programs need, so that no verdict hangs on a fast machine:

- A *count* goes up to 60. Four loops inside each other take a second; what doubles its work with each step takes years.
- A *number* has about ten digits. A program that goes up to its square root takes milliseconds, one that goes up to
  the number itself takes minutes; a list of so many items does not fit.
- A *length* is 120. Three loops inside each other take a tenth of a second; all subsets or orders are out of reach.

None of them is near Python's limit on recursion, save numbers, where a program that goes so deep is a hopeless one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from augment.domain.places import Args
from augment.generate.mutate import Seed
from augment.model.suite import Proposal
from augment.model.types import NOTHING, TypeSet
from augment.model.value import Value

COUNTS: Final = (12, 15, 20, 25, 30, 40, 50, 60)
NUMBERS: Final = (
    ("prime", 9_999_999_967),
    ("prime", 4_294_967_291),
    ("prime", 2_147_483_647),
    ("prime", 999_999_937),
    ("twice-prime", 2 * 4_999_999_937),
    ("product", 99_989 * 99_991),
    ("square", 99_991**2),
    ("divisible", 6_983_776_800),
    ("power", 2**33),
    ("round", 10**10),
)
"""Numbers that are hard in different ways; of those that are hard in the same way, the largest first. All are far below
2**53, so that floats hold them."""
LENGTH: Final = 120
KNOWN: Final = 3
"""Known inputs that one place is grown in."""


@dataclass(frozen=True, slots=True)
class Direction:
    """Inputs that are large in one way."""

    name: str
    proposals: tuple[Proposal, ...]
    """The most telling first, as far as that can be said before they are tried."""


def directions(
    seeds: Sequence[Seed], types: Sequence[TypeSet], rng: random.Random, *, numbers: bool = True
) -> list[Direction]:
    """The ways in which calls with one number of arguments can grow, the most telling first.

    Where floats may stand, a number is a measure and stays as it is; so does a text that is a number.

    Args:
        seeds: known inputs with so many arguments, at least one.
        types: of each argument.
        rng: the only source of chance.
        numbers: whether numbers may get large; right programs that answer in floats round large ones differently.
    """
    few = _spaced(sorted(seeds, key=lambda seed: len(Value.of(seed.args).wire)))
    whole = [place for place, kind in enumerate(types) if _is_whole(kind)]
    listed = [place for place, kind in enumerate(types) if _is_whole(kind.item_types("list") or NOTHING)]
    sized = [place for place, kind in enumerate(types) if _is_sized(kind, [seed.args[place] for seed in seeds])]
    grown = _Grown(seeds, few, rng)
    found = []
    for places in ([whole] if len(whole) > 1 else []) + [[place] for place in whole]:
        found += [("number", grown.numbers(places))] if numbers else []
        found += [("count", grown.counts(places))]
    found += [("item", grown.items(place)) for place in listed if numbers]
    for places in ([sized] if len(sized) > 1 else []) + [[place] for place in sized]:
        found.append(("length", grown.lengths(places)))
    return [Direction(name, tuple(proposals)) for name, proposals in found]


def extent(value: object) -> int:
    """The largest size in a value: of a number without its sign, or of a length."""
    if isinstance(value, dict):
        return max([len(value), *map(extent, value), *map(extent, value.values())])
    if isinstance(value, (list, tuple, set, frozenset)):
        return max([len(value), *map(extent, value)])
    if isinstance(value, (str, bytes)):
        return len(value)
    return abs(value) if isinstance(value, int) else 0


def _is_whole(kind: TypeSet) -> bool:
    return "int" in kind.atoms and not kind.atoms & {"float", "complex"}


def _is_sized(kind: TypeSet, known: Sequence[object]) -> bool:
    if kind.item_types("list") is not None or kind.tuple_items is not None:
        return True
    return "str" in kind.atoms and not all(isinstance(value, str) and _is_number(value) for value in known)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _spaced(seeds: Sequence[Seed]) -> list[Seed]:
    """A few of the seeds, the last and the first among them."""
    steps = min(KNOWN, len(seeds)) - 1
    return [seeds[number * (len(seeds) - 1) // steps] for number in range(steps, -1, -1)] if steps else [*seeds]


class _Grown:
    """Known inputs with some arguments replaced by large ones."""

    def __init__(self, seeds: Sequence[Seed], few: Sequence[Seed], rng: random.Random) -> None:
        self.seeds, self.few, self.rng = seeds, few, rng

    def numbers(self, places: Sequence[int]) -> Iterator[Proposal]:
        """Large numbers in some places, no two alike."""
        for number, (kind, _) in enumerate(NUMBERS):
            for seed in self._others(places):
                values = [NUMBERS[(number + place) % len(NUMBERS)][1] for place in range(len(places))]
                yield _replaced(seed, places, values, f"number.{kind}")

    def counts(self, places: Sequence[int]) -> Iterator[Proposal]:
        """The same count in some places, largest first; none that a known input has already."""
        known = max(extent([seed.args[place] for place in places]) for seed in self.seeds)
        for count in sorted(COUNTS, reverse=True):
            for seed in self._others(places) if count > known else ():
                yield _replaced(seed, places, [count] * len(places), "count")

    def items(self, place: int) -> Iterator[Proposal]:
        """Known lists with one large number among their items."""
        for kind, number in NUMBERS:
            for seed in self.few:
                known = seed.args[place]
                if isinstance(known, list) and known:
                    at = self.rng.randrange(len(known))
                    yield _replaced(seed, [place], [[*known[:at], number, *known[at + 1 :]]], f"item.{kind}")

    def lengths(self, places: Sequence[int]) -> Iterator[Proposal]:
        """Long texts and lists of known characters and items."""
        for how in ("random", "distinct", "sorted", "repeated", "equal"):
            for seed in self._others(places):
                values = [self._long(how, place, seed.args[place]) for place in places]
                if None not in values:
                    yield _replaced(seed, places, values, f"length.{how}")

    def _others(self, places: Sequence[int]) -> Sequence[Seed]:
        """Seeds for the arguments that do not grow; one where all do."""
        return self.few if len(places) < len(self.few[0].args) else self.few[:1]

    def _long(self, how: str, place: int, value: Any) -> Any:
        """A long value of the same type; None where there is none of this kind."""
        if not isinstance(value, (str, list, tuple)):
            return None
        values: list[Any] = [seed.args[place] for seed in self.seeds]
        items = [item for one in values if type(one) is type(value) for item in one]
        match how:
            case _ if not items:
                return None
            case "random" | "sorted":
                row = [self.rng.choice(items) for _ in range(LENGTH)]
                row = _in_order(row) if how == "sorted" else row
            case "distinct" if all(type(item) is int for item in items):
                row = self.rng.sample(range(1, LENGTH + 1), LENGTH)
            case "repeated" if value:
                one = f"{value} " if isinstance(value, str) and " " in value else value  # words stay words
                row = [item for _ in range(LENGTH // len(one) + 1) for item in one][:LENGTH]
            case "equal":
                row = [self.rng.choice(items)] * LENGTH
            case _:
                return None
        return "".join(row) if isinstance(value, str) else type(value)(row)


def _in_order(row: list[Any]) -> list[Any]:
    try:
        return sorted(row)
    except TypeError:
        return row


def _replaced(seed: Seed, places: Sequence[int], values: Sequence[object], how: str) -> Proposal:
    args: Args = tuple(
        values[places.index(place)] if place in places else value for place, value in enumerate(seed.args)
    )
    return Proposal(Value.of(args), f"scale:{how}", seed.id)
