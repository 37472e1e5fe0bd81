"""A Hypothesis strategy for the inputs of a domain that are no larger than a given one.

Types come from the domain, at every depth, and so do words, characters, fixed values and bounds of numbers; sizes and
other numbers are bounded by the given input. Whether an input is in the domain is asked afterwards, of it or of
what it is mended to: the strategy makes that likely, it does not promise it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

from augment.domain.places import Args
from augment.model.domain import Bound, Domain
from augment.model.literals import read_literal
from augment.model.types import TypeSet
from augment.prove.simpler import weight

FEW: Final = "ab01 "
"""Characters where nothing is said of them."""
MOST: Final = 10**300
"""Largest number that bounds others."""
Strategy = st.SearchStrategy[Any]
MAKE: Final[dict[str, Callable[[Any], Any]]] = {"list": list, "set": set, "frozenset": frozenset}


def inputs(domain: Domain, like: Args) -> st.SearchStrategy[Args]:
    """Inputs of a domain, no larger than one that is known."""
    types = domain.types_of(len(like)) or ()
    atoms = list(_atoms(like))
    near = _Near(
        said={(statement.places[0], statement.rule): statement.bound for statement in domain.statements},
        size=weight(like)[0],
        number=max((min(int(abs(a)), MOST) for a in atoms if _is_finite(a)), default=1) or 1,
        characters=_sorted({*"".join(atom for atom in atoms if isinstance(atom, str)), *FEW}),
    )
    return st.tuples(*(near.of(kind, str(place)) for place, kind in enumerate(types)))


def _is_finite(atom: object) -> bool:
    return isinstance(atom, int) or (isinstance(atom, float) and abs(atom) < MOST)


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _atoms(item)
    elif isinstance(value, dict):
        yield from _atoms(tuple(value.items()))
    else:
        yield value


def _sorted(texts: Any) -> list[str]:
    """Texts from the plainest on: Hypothesis shrinks towards the first."""
    return sorted(texts, key=lambda text: weight((text,)))


@dataclass(frozen=True, slots=True)
class _Near:
    """Makes strategies for values in the neighbourhood of an input."""

    said: dict[tuple[str, str], Bound]
    """Bounds of the domain's statements, by place and rule."""
    size: int
    number: int
    characters: list[str]

    def of(self, types: TypeSet, at: str) -> Strategy:
        """Values of some types in a place, as `augment.domain.places` writes it."""
        fixed = self.said.get((at, "one of"))
        if isinstance(fixed, tuple) and fixed:
            return st.sampled_from([read_literal(text) for text in _sorted(fixed)])
        found = [self._atom(name, at) for name in sorted(types.atoms)]
        for name, items in types.items:
            found.append(self._row(items, at).map(MAKE[name]))
        if types.fields is not None:
            found.append(st.tuples(*(self.of(kind, f"{at}.{number}") for number, kind in enumerate(types.fields))))
        if types.tuple_items is not None:
            found.append(self._row(types.tuple_items, at).map(tuple))
        if types.pairs is not None:
            keys, values = self.of(types.pairs[0], f"{at}{{k}}"), self.of(types.pairs[1], f"{at}{{}}")
            found.append(st.dictionaries(keys, values, max_size=self.size))
        return st.one_of(found) if found else st.none()

    def _row(self, items: TypeSet, at: str) -> Strategy:
        return st.lists(self.of(items, f"{at}[]"), max_size=self.size)

    def _atom(self, name: str, at: str) -> Strategy:
        whole = st.integers(*self._range(at))
        match name:
            case "int":
                return whole
            case "float":
                return st.one_of(whole.map(float), whole.map(lambda halves: halves / 2))
            case "complex":
                return st.builds(complex, whole, whole)
            case "bool":
                return st.booleans()
            case "bytes":
                return st.binary(max_size=self.size)
            case "str":
                return self._text(at)
        return st.none()

    def _range(self, at: str) -> tuple[int, int]:
        least, most = self.said.get((at, "at least")), self.said.get((at, "at most"))
        low = int(least) if isinstance(least, (int, float)) else -self.number
        high = min(int(most), self.number) if isinstance(most, (int, float)) else self.number
        return low, max(low, high)

    def _text(self, at: str) -> Strategy:
        words, characters = self.said.get((at, "words out of")), self.said.get((at, "made of"))
        if isinstance(words, tuple) and words:
            return st.lists(st.sampled_from(_sorted(words)), max_size=self.size).map(" ".join)
        known = _sorted(characters) if isinstance(characters, str) and characters else self.characters
        return st.text(st.sampled_from(known), max_size=self.size)
