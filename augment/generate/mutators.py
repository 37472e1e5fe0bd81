"""Small changes to one plain value that keep its type.

Each mutator is a function registered for a kind of value under a name that says what it does; the name ends up in
the `origin` of the case. A mutator returns a value of the same kind, or `UNCHANGED` where it has nothing to do; by
chance the value may be the same. What goes into containers is drawn from the types seen in that place, so no new type
ever appears.
"""

from __future__ import annotations

import math
import random
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from augment.domain.harvest import Pool
from augment.domain.places import DIGITS
from augment.model.literals import write_literal
from augment.model.types import NOTHING, TypeSet

UNCHANGED: Final = object()
INT_LANDMARKS: Final = (
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    11,
    12,
    16,
    20,
    25,
    49,
    50,
    99,
    100,
    101,
    127,
    255,
    256,
    999,
    1000,
)
FLOAT_LANDMARKS: Final = (0.0, 0.5, 1.0, 1.5, 2.5, 0.1, 10.0, 99.99, 100.0, 1000.5)
CHARACTER_CLASSES: Final = (string.ascii_lowercase, string.ascii_uppercase, string.digits)


@dataclass(frozen=True, slots=True)
class Place:
    """What a mutator may know and use: the types of the value's place, harvested values, chance."""

    types: TypeSet
    pool: Pool
    rng: random.Random
    peers: Sequence[Any]
    """Values of the same kind in the same argument of other inputs, for splicing."""

    def character(self) -> str:
        """A character that was seen, or one of the same class as one that was seen."""
        seen = self.pool.characters
        if not seen:
            return self.rng.choice(string.ascii_lowercase)
        drawn = self.rng.choice(seen)
        lot = self.rng.random()
        if lot < 0.5:
            return drawn
        if lot < 0.65 and self.pool.rare:
            return self.rng.choice(self.pool.rare)
        return self.rng.choice(next((group for group in CHARACTER_CLASSES if drawn in group), drawn))

    def draw(self, types: TypeSet, depth: int = 0) -> Any:
        """A fresh value of one of some types; `UNCHANGED` where there are none."""
        kinds = types.kinds()
        if not kinds:
            return UNCHANGED
        kind = self.rng.choice(kinds)
        if kind in types.atoms:
            return self.atom(kind)
        count = self.rng.choice((0, 1, 1, 2, 2, 3, 4)) if depth < 3 else 0
        if kind == "dict":
            keys, values = types.pairs or (NOTHING, NOTHING)
            pairs = [(self.draw(keys, depth + 1), self.draw(values, depth + 1)) for _ in range(count)]
            return {key: value for key, value in pairs if UNCHANGED not in (key, value)}
        if kind == "tuple" and types.fields is not None:
            return tuple(self.draw(field, depth + 1) for field in types.fields)
        inside = types.tuple_items if kind == "tuple" else types.item_types(kind)
        drawn = [self.draw(inside or NOTHING, depth + 1) for _ in range(count)]
        return CONTAINERS[kind](item for item in drawn if item is not UNCHANGED)

    def atom(self, kind: str) -> Any:
        """A harvested value of an atom type, or a made-up one."""
        known = self.pool.of(kind)
        if known and self.rng.random() < 0.6:
            return self.rng.choice(known)
        match kind:
            case "bool":
                return self.rng.random() < 0.5
            case "int":
                return self.rng.choice(INT_LANDMARKS)
            case "float":
                return self.rng.choice(FLOAT_LANDMARKS)
            case "complex":
                return complex(self.rng.randint(-3, 3), self.rng.randint(-3, 3))
            case "str":
                return "".join(self.character() for _ in range(self.rng.randint(1, 5)))
            case "bytes":
                return bytes(self.rng.randint(32, 126) for _ in range(self.rng.randint(1, 5)))
        return None


CONTAINERS: Final[dict[str, Callable[..., Any]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}

Mutator = Callable[[Any, Place], Any]
MUTATORS: Final[dict[str, dict[str, Mutator]]] = {}
"""By kind of value, then by verb: `MUTATORS["list"]["delete"]`."""


def mutator(*kinds: str) -> Callable[[Mutator], Mutator]:
    """Register a mutator for some kinds of values under the function's name."""

    def register(function: Mutator) -> Mutator:
        for kind in kinds:
            MUTATORS.setdefault(kind, {})[function.__name__.strip("_")] = function
        return function

    return register


# ---------------------------------------------------------------- numbers


@mutator("bool")
def flip(value: bool, place: Place) -> bool:
    """True to False and back."""
    return not value


@mutator("int")
def step(value: int, place: Place) -> int:
    """One, two or three up or down."""
    return value + place.rng.choice((1, -1, 1, -1, 2, -2, 3, -3))


@mutator("int", "float", "complex")
def negate(value: Any, place: Place) -> Any:
    """The other sign."""
    return -value


@mutator("int")
def scale(value: int, place: Place) -> int:
    """Twice, half, ten times, a tenth, or squared while it is small."""
    return place.rng.choice(
        (value * 2, value // 2, value * 10, value // 10, value * value if abs(value) < 1000 else value)
    )


@mutator("int")
def landmark(value: int, place: Place) -> int:
    """A number where programs change their mind: 0, 1, 10, 99, 100, 255, ..."""
    return place.rng.choice(INT_LANDMARKS)


@mutator("int")
def digits(value: int, place: Place) -> Any:
    """The decimal digits reversed, shuffled, one changed, one more, or all the same."""
    if value.bit_length() > 160:
        return UNCHANGED
    text = str(abs(value))
    at = place.rng.randrange(len(text))
    changed = place.rng.choice(
        (
            text[::-1],
            "".join(place.rng.sample(text, len(text))),
            text[:at] + place.rng.choice(string.digits) + text[at + 1 :],
            text + place.rng.choice(string.digits),
            text[at] * len(text),
        )
    )
    return int(changed) if value >= 0 else -int(changed)


@mutator("int", "float")
def retype(value: Any, place: Place) -> Any:
    """The same number as a float, or as an int, where both were seen."""
    other = "float" if isinstance(value, int) else "int"
    if other not in place.types.atoms or not abs(value) <= 1 << 53:  # nan is not either
        return UNCHANGED
    return float(value) if other == "float" else int(value)


@mutator("int", "float", "complex", "str", "bytes")
def harvested(value: Any, place: Place) -> Any:
    """A value of this type from the inputs, the prompt or the reference."""
    known = place.pool.of(type(value).__name__)
    return place.rng.choice(known) if known else UNCHANGED


@mutator("float")
def nudge(value: float, place: Place) -> Any:
    """A little more or less: by 1, 0.5, 0.1, 0.01 or the smallest step there is."""
    if not math.isfinite(value):
        return UNCHANGED
    if place.rng.random() < 0.15:
        return math.nextafter(value, place.rng.choice((-math.inf, math.inf)))
    return round(value + place.rng.choice((1, -1, 0.5, -0.5, 0.1, -0.1, 0.01, -0.01)), 6)


@mutator("float")
def rescale(value: float, place: Place) -> float:
    """Ten times, a tenth, twice, half."""
    return place.rng.choice((value * 10, value / 10, value * 2, value / 2))


@mutator("float")
def whole(value: float, place: Place) -> Any:
    """The nearest whole number, or the half next to it."""
    return round(value) + place.rng.choice((0.0, 0.5)) if math.isfinite(value) else UNCHANGED


@mutator("float")
def float_landmark(value: float, place: Place) -> float:
    """0.0, 0.5, 1.0, 100.0 and the like."""
    return place.rng.choice(FLOAT_LANDMARKS)


@mutator("complex")
def turn(value: complex, place: Place) -> complex:
    """Conjugate, parts swapped, one part moved by one, or one part dropped."""
    return place.rng.choice(
        (
            value.conjugate(),
            complex(value.imag, value.real),
            value + 1,
            value - 1j,
            complex(value.real, 0),
            complex(0, value.imag),
        )
    )


# ---------------------------------------------------------------- sequences

SEQUENCES: Final = ("str", "bytes", "list", "tuple")


def _cut(value: Sequence[Any], rng: random.Random) -> tuple[int, int]:
    """A random non-empty slice of a non-empty sequence, mostly short."""
    start = rng.randrange(len(value))
    longest = len(value) - start
    return start, start + (1 if rng.random() < 0.6 else rng.randint(1, longest))


@mutator(*SEQUENCES)
def delete(value: Any, place: Place) -> Any:
    """One item, or a run of them, less."""
    if not value:
        return UNCHANGED
    start, end = _cut(value, place.rng)
    return value[:start] + value[end:]


@mutator(*SEQUENCES)
def truncate(value: Any, place: Place) -> Any:
    """Only the first items, or only the last."""
    if not value:
        return UNCHANGED
    count = place.rng.choice((0, 1, 2, len(value) // 2, len(value) - 1))
    return value[:count] if place.rng.random() < 0.5 else value[len(value) - count :]


@mutator(*SEQUENCES)
def duplicate(value: Any, place: Place) -> Any:
    """One item, or a run, twice: side by side, or again at another place."""
    if not value:
        return UNCHANGED
    start, end = _cut(value, place.rng)
    at = end if place.rng.random() < 0.5 else place.rng.randint(0, len(value))
    return value[:at] + value[start:end] + value[at:]


@mutator(*SEQUENCES)
def overwrite(value: Any, place: Place) -> Any:
    """One item takes the value of another."""
    if len(value) < 2:
        return UNCHANGED
    source, target = place.rng.randrange(len(value)), place.rng.randrange(len(value))
    return value[:target] + value[source : source + 1] + value[target + 1 :]


@mutator(*SEQUENCES)
def swap(value: Any, place: Place) -> Any:
    """Two items change places."""
    if len(value) < 2:
        return UNCHANGED
    one, two = sorted(place.rng.sample(range(len(value)), 2))
    return value[:one] + value[two : two + 1] + value[one + 1 : two] + value[one : one + 1] + value[two + 1 :]


@mutator(*SEQUENCES)
def reverse(value: Any, place: Place) -> Any:
    """Back to front, the whole or a run."""
    if len(value) < 2:
        return UNCHANGED
    start, end = (0, len(value)) if place.rng.random() < 0.6 else _cut(value, place.rng)
    return value[:start] + value[start:end][::-1] + value[end:]


@mutator(*SEQUENCES)
def rotate(value: Any, place: Place) -> Any:
    """The front moves to the end."""
    if len(value) < 2:
        return UNCHANGED
    at = place.rng.randrange(1, len(value))
    return value[at:] + value[:at]


@mutator(*SEQUENCES)
def repeat(value: Any, place: Place) -> Any:
    """The whole twice or three times, while it is short."""
    return value * place.rng.choice((2, 2, 3)) if 0 < len(value) <= 50 else UNCHANGED


@mutator(*SEQUENCES)
def splice(value: Any, place: Place) -> Any:
    """The front of this and the back of another input's."""
    if not place.peers:
        return UNCHANGED
    other = place.rng.choice(place.peers)
    return value[: place.rng.randint(0, len(value))] + other[place.rng.randint(0, len(other)) :]


@mutator("list", "tuple", "str", "bytes")
def sort(value: Any, place: Place) -> Any:
    """In order, or in the opposite order, where its items can be ordered."""
    try:
        ordered = sorted(value, reverse=place.rng.random() < 0.3)
    except TypeError:
        return UNCHANGED
    if isinstance(value, str):
        return "".join(ordered)
    return type(value)(ordered)


@mutator("list", "tuple")
def insert(value: Any, place: Place) -> Any:
    """A new item somewhere."""
    inside = place.types.item_types("list") if isinstance(value, list) else place.types.tuple_items
    item = place.draw(inside or NOTHING)
    if item is UNCHANGED:
        return UNCHANGED
    at = place.rng.choice((0, len(value), place.rng.randint(0, len(value))))
    return value[:at] + type(value)([item]) + value[at:]


@mutator("list", "tuple")
def fill(value: Any, place: Place) -> Any:
    """All items the same."""
    if len(value) < 2:
        return UNCHANGED
    return type(value)([place.rng.choice(value)] * len(value))


@mutator("list", "tuple")
def distinct(value: Any, place: Place) -> Any:
    """Repeats removed."""
    kept: dict[str, Any] = {}
    for item in value:
        kept.setdefault(write_literal(item), item)
    return type(value)(kept.values()) if len(kept) < len(value) else UNCHANGED


@mutator("list", "tuple")
def few(value: Any, place: Place) -> Any:
    """As long, of two or three of its items only, now and then in order."""
    if len(value) < 3:
        return UNCHANGED
    kept = place.rng.sample(list(value), place.rng.choice((2, 2, 3)))
    drawn = [place.rng.choice(kept) for _ in value]
    try:
        return type(value)(sorted(drawn) if place.rng.random() < 0.5 else drawn)
    except TypeError:
        return type(value)(drawn)


# ---------------------------------------------------------------- text


@mutator("str")
def figure(value: str, place: Place) -> Any:
    """Other numbers for one or all of those that stand in the text, mostly written as wide."""
    runs = list(DIGITS.finditer(value))
    if not runs:
        return UNCHANGED
    known = [number for number in place.pool.of("int") if isinstance(number, int) and number >= 0]
    chosen = runs if place.rng.random() < 0.4 else [place.rng.choice(runs)]
    for run in reversed(chosen):
        lot = place.rng.random()
        number = place.rng.choice(known) if known and lot < 0.6 else place.rng.choice(INT_LANDMARKS)
        if lot > 0.75:
            number = max(0, int(run[0]) + place.rng.choice((0, 1, -1)))
        width = len(run[0]) if run[0].startswith("0") or place.rng.random() < 0.7 else 0
        value = value[: run.start()] + str(number).zfill(width) + value[run.end() :]
    return value


@mutator("str")
def brackets(value: str, place: Place) -> Any:
    """A pair of brackets more, around a part, or an innermost pair less."""
    kinds = [pair for pair in ("()", "[]", "{}", "<>") if pair[0] in place.pool.characters]
    if not kinds:
        return UNCHANGED
    pair = place.rng.choice(kinds)
    at = value.find(pair, place.rng.randint(0, len(value)))
    if at >= 0 and place.rng.random() < 0.4:
        return value[:at] + value[at + 2 :]
    start, end = sorted((place.rng.randint(0, len(value)), place.rng.randint(0, len(value))))
    return value[:start] + pair[0] + value[start:end] + pair[1] + value[end:]


@mutator("str")
def character(value: str, place: Place) -> str:
    """One character more, or another one in a place."""
    at = place.rng.randint(0, len(value))
    return value[:at] + place.character() + value[at + place.rng.randint(0, 1) :]


@mutator("str")
def case(value: str, place: Place) -> str:
    """Upper, lower, swapped or capitalised; the whole or one letter."""
    if value and place.rng.random() < 0.4:
        at = place.rng.randrange(len(value))
        return value[:at] + value[at].swapcase() + value[at + 1 :]
    return place.rng.choice((value.upper(), value.lower(), value.swapcase(), value.title()))


@mutator("str")
def blanks(value: str, place: Place) -> Any:
    """A blank more: in front, behind, doubled; all blanks less; or other white space for one, where there may be."""
    if " " not in place.pool.characters:
        return UNCHANGED
    other = [space for space in place.pool.rare if space.isspace() and space != " "]
    if other and " " in value and place.rng.random() < 0.3:
        at = place.rng.choice([number for number, one in enumerate(value) if one == " "])
        return value[:at] + place.rng.choice(other) + value[at + 1 :]
    return place.rng.choice(
        (f" {value}", f"{value} ", value.replace(" ", "  ", 1), value.replace(" ", ""), value.strip())
    )


@mutator("str")
def words(value: str, place: Place) -> Any:
    """Words deleted, repeated, swapped, reversed or taken from other inputs."""
    parts = value.split(" ")
    rng = place.rng
    if len(parts) < 2 and not place.pool.words:
        return UNCHANGED
    at = rng.randrange(len(parts))
    match rng.randrange(5):
        case 0:
            del parts[at]
        case 1:
            parts.insert(at, parts[at])
        case 2:
            other = rng.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts.reverse()
        case _ if place.pool.words:
            parts[at : at + rng.randint(0, 1)] = [rng.choice(place.pool.words)]
    return " ".join(parts)


@mutator("str")
def mirror(value: str, place: Place) -> Any:
    """Followed by its own reverse, with or without a shared middle."""
    return value + value[::-1][place.rng.randint(0, 1) :] if len(value) <= 50 else UNCHANGED


# ---------------------------------------------------------------- sets and dicts


@mutator("set", "frozenset")
def less(value: Any, place: Place) -> Any:
    """One element, or all, less."""
    if not value:
        return UNCHANGED
    ordered = sorted(value, key=write_literal)
    return type(value)() if place.rng.random() < 0.1 else value - {place.rng.choice(ordered)}


@mutator("set", "frozenset")
def more(value: Any, place: Place) -> Any:
    """One element more."""
    item = place.draw(place.types.item_types(type(value).__name__) or NOTHING)
    return UNCHANGED if item is UNCHANGED else value | {item}


@mutator("set", "frozenset")
def merge(value: Any, place: Place) -> Any:
    """Joined with, or cut down to, what another input has."""
    if not place.peers:
        return UNCHANGED
    other = place.rng.choice(place.peers)
    return value | other if place.rng.random() < 0.5 else value & other


@mutator("dict")
def drop(value: dict[Any, Any], place: Place) -> Any:
    """One key, or all, less."""
    if not value:
        return UNCHANGED
    if place.rng.random() < 0.15:
        return {}
    gone = place.rng.choice(list(value))
    return {key: item for key, item in value.items() if key != gone}


@mutator("dict")
def add(value: dict[Any, Any], place: Place) -> Any:
    """One key more."""
    key, item = (place.draw(types) for types in place.types.pairs or (NOTHING, NOTHING))
    return UNCHANGED if UNCHANGED in (key, item) else {**value, key: item}


@mutator("dict")
def exchange(value: dict[Any, Any], place: Place) -> Any:
    """The values of two keys change places."""
    if len(value) < 2:
        return UNCHANGED
    one, two = place.rng.sample(list(value), 2)
    return {**value, one: value[two], two: value[one]}


@mutator("dict")
def reorder(value: dict[Any, Any], place: Place) -> Any:
    """The same pairs, last first."""
    return dict(reversed(value.items())) if len(value) > 1 else UNCHANGED


@mutator("dict")
def combine(value: dict[Any, Any], place: Place) -> Any:
    """With the pairs of another input as well."""
    return {**value, **place.rng.choice(place.peers)} if place.peers else UNCHANGED


@mutator("dict")
def rename(value: dict[Any, Any], place: Place) -> Any:
    """Another key for one of the values."""
    key = place.draw((place.types.pairs or (NOTHING, NOTHING))[0])
    if not value or key is UNCHANGED or key in value:
        return UNCHANGED
    gone = place.rng.choice(list(value))
    return {key if old == gone else old: item for old, item in value.items()}
