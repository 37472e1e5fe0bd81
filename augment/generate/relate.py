"""An argument made out of the others, so that two of them have to do with each other.

Drawn on its own, an argument is seldom the sum of two others, or a part of a text turned round, and programs part ways
there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from augment.domain.places import DIGITS

MOST_TIMES: Final = 6
SMALL: Final = 100
"""Numbers below it are multiplied and raised to powers; those of larger ones are far from all else."""


def relate(others: Sequence[object], rng: random.Random) -> Any:
    """A value made of other arguments: a sum, a power, a length, a part, a rotation, its numbers turned round.

    Args:
        others: the other arguments of the call, at least one.
        rng: the only source of chance.
    """
    numbers = [one for one in others if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if len(numbers) > 1 and rng.random() < 0.7:
        one, two = rng.sample(numbers, 2)
        return rng.choice((one + two, one - two, one * two))
    other: Any = rng.choice(others)
    if isinstance(other, (list, str, tuple)):
        return _part(other, rng)
    if isinstance(other, (int, float)) and not isinstance(other, bool):
        times = rng.randint(2, MOST_TIMES)
        larger = (other * times, other**times) if abs(other) < SMALL else ()
        return rng.choice((other, other + 1, other - 1, -other, *larger))
    return other


def _part(other: Any, rng: random.Random) -> Any:
    """Some of a sequence, perhaps all, rotated or turned round; or a number about it."""
    lot = rng.random()
    if lot < 0.15:
        return len(other) + rng.choice((0, -1, 1))
    if lot < 0.3 and other:
        return rng.choice(other)
    if isinstance(other, str) and len(numbers := DIGITS.findall(other)) > 1 and rng.random() < 0.5:
        return DIGITS.sub(lambda _: numbers.pop(), other)
    start, end = sorted((rng.randint(0, len(other)), rng.randint(0, len(other))))
    if rng.random() < 0.3:
        start, end = 0, len(other)
    part = other[start:end]
    if len(part) < 2:
        return part
    at = rng.randrange(1, len(part))
    return rng.choice((part, part[::-1], part[at:] + part[:at], part + part[:1]))
