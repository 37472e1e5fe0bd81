"""Choose cases that differ: in what they expect, in how they were made, and in size.

Cases are dealt into groups by the mutator that made them, by tier and by expected answer; groups take turns, so no
kind crowds out another. Within a group small inputs come first: they are easier to read when one fails. Runs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T")


def spread(
    items: Sequence[T], count: int, keys: Sequence[Callable[[T], Hashable]], size: Callable[[T], int]
) -> list[T]:
    """At most `count` of the items, chosen so that the values of each key are all represented, in their old order.

    Greedy: the next item is the one with most values that no chosen item has, then the one whose values have been
    chosen least often; ties go to the smaller item, then to the earlier one.
    """
    seen: list[dict[Hashable, int]] = [{} for _ in keys]
    left = sorted(range(len(items)), key=lambda number: (size(items[number]), number))
    values = {number: [key(items[number]) for key in keys] for number in left}
    chosen: list[int] = []

    def rank(mine: list[Hashable]) -> tuple[int, int]:
        counts = [before.get(value, 0) for before, value in zip(seen, mine, strict=True)]
        return -counts.count(0), sum(counts)

    while left and len(chosen) < count:
        best = min(left, key=lambda number: rank(values[number]))
        left.remove(best)
        chosen.append(best)
        for counts, value in zip(seen, values[best], strict=True):
            counts[value] = counts.get(value, 0) + 1
    return [items[number] for number in sorted(chosen)]
