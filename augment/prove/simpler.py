"""Which input is simpler for a reader, and what lies one step below an input.

The weight of an input orders all inputs: fewer parts first, then the shorter literal, then smaller numbers and
plainer characters. `one_step` names the inputs that one simplification makes: a part left out, a number nearer to zero,
a character that is plainer, a part in its simplest form, and some that change two places at once, since programs
are often wrong only where two values are equal, two texts of one length, or the distance of two numbers small.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from augment.domain.places import DIGITS, Args
from augment.model.literals import write_literal

PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
"""Characters from the plainest on; all others come after them, by code point."""
FIRST: Final = "aA0 "
"""The plainest of each kind."""
NEAR: Final = 4
"""Characters of a text, the plainest, that may take the place of others."""
BITS: Final = 64
"""Powers of two below this one are taken off numbers."""
Weight = tuple[int, int, int, float, str]


def weight(args: Args) -> Weight:
    """Where an input stands in the order; the literal comes last, so that no two inputs stand in one place."""
    parts = whole = 0
    floats = 0.0
    left: list[object] = list(args)
    while left:
        value = left.pop()
        parts += 1
        if isinstance(value, str):
            parts += len(value)
            whole += sum(map(_rank, value))
        elif isinstance(value, bytes):
            parts += len(value)
            whole += sum(value)
        elif isinstance(value, (list, tuple, set, frozenset)):
            left += value
        elif isinstance(value, dict):
            left += [*value.keys(), *value.values()]
        elif isinstance(value, int):
            whole += abs(value)
        elif isinstance(value, (float, complex)):
            floats += math.inf if value != value else _size(value)
    literal = write_literal(args)
    return parts, len(literal), whole, floats, literal


def _size(value: complex) -> float:
    return abs(value.real) + abs(value.imag)


def _rank(character: str) -> int:
    place = PLAIN.find(character)
    return place if place >= 0 else len(PLAIN) + ord(character)


def one_step(args: Args, words: Sequence[str] = ()) -> Iterator[Args]:
    """The inputs one simplification below an input, those that leave most out first; some may come twice.

    Args:
        args: the input.
        words: that may stand in its texts; the shorter ones take the place of longer ones.
    """
    yield from _dropped_together(args)
    for place, value in enumerate(args):
        yield from ((*args[:place], less, *args[place + 1 :]) for less in fewer(value))
    yield from _changed_together(args)
    yield from _reworded(args, words)
    for place, value in enumerate(args):
        yield from ((*args[:place], less, *args[place + 1 :]) for less in plainer(value))


def fewer(value: Any) -> Iterator[Any]:
    """The value with parts left out, at any depth: all, a half, one."""
    if isinstance(value, (str, bytes)):
        yield from _cut(value)
        if isinstance(value, str):
            yield from _without_word(value)
    elif isinstance(value, (list, tuple)):
        yield from _cut(value)
        for place, item in enumerate(value):
            yield from (_put(value, place, less) for less in fewer(item))
    elif isinstance(value, (set, frozenset)):
        yield from map(type(value), fewer(sorted(value, key=write_literal)))
    elif isinstance(value, dict):
        yield from map(dict, _cut(list(value.items())))
        for key, item in value.items():
            yield from ({**value, key: less} for less in fewer(item))


def plainer(value: Any) -> Iterator[Any]:
    """The value with one part of it, at any depth, nearer to zero or plainer."""
    if isinstance(value, str):
        yield from _plainer_text(value)
    elif isinstance(value, bytes):
        yield from (value[:place] + b"a" + value[place + 1 :] for place in range(len(value)))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _numbers(value)
    elif isinstance(value, complex):
        yield from (complex(real, value.imag) for real in _numbers(value.real))
        yield from (complex(value.real, imaginary) for imaginary in _numbers(value.imag))
    elif isinstance(value, (list, tuple)):
        for place, item in enumerate(value):
            yield from (_put(value, place, less) for less in plainer(item))
    elif isinstance(value, (set, frozenset)):
        yield from map(type(value), plainer(sorted(value, key=write_literal)))
    elif isinstance(value, dict):
        items = list(value.items())
        for place, (key, item) in enumerate(items):
            for less in plainer((key, item)):
                yield dict([*items[:place], less, *items[place + 1 :]])


def _put(row: Any, place: int, item: object) -> Any:
    return type(row)([*row[:place], item, *row[place + 1 :]])


def _cut(row: Any) -> Iterator[Any]:
    """Nothing of it, its halves, one alone, and all but one."""
    if row:
        yield row[:0]
    half = len(row) // 2
    if half:
        yield from (row[:half], row[half:])
    if len(row) > 2:
        yield from (row[place : place + 1] for place in range(len(row)))
    if len(row) > 1:
        yield from (row[:place] + row[place + 1 :] for place in range(len(row)))


def _without_word(text: str) -> Iterator[str]:
    words = text.split(" ")
    if len(words) > 1:
        yield from (" ".join(words[:place] + words[place + 1 :]) for place in range(len(words)))


def _plainer_text(text: str) -> Iterator[str]:
    for run in DIGITS.finditer(text):
        yield from (f"{text[: run.start()]}{number}{text[run.end() :]}" for number in _numbers(int(run[0])))
    words = text.split(" ")
    for place, word in enumerate(words):
        others = sorted({other for other in words if (len(other), other) < (len(word), word)}, key=len)
        yield from (" ".join([*words[:place], other, *words[place + 1 :]]) for other in others)
    for place, character in enumerate(text):
        yield from (text[:place] + less + text[place + 1 :] for less in _characters(character, text))


def _characters(character: str, around: str = "") -> Iterator[str]:
    """Plainer characters: the first of each kind, some that stand beside it, half way down, and the one before."""
    rank = _rank(character)
    below = {c for c in (*FIRST, *sorted(set(around), key=_rank)[:NEAR]) if _rank(c) < rank}
    if 0 < rank < len(PLAIN):
        below |= {PLAIN[rank // 2], PLAIN[rank - 1]}
    yield from sorted(below, key=_rank)


def _numbers(value: Any) -> Iterator[Any]:
    """Numbers nearer to zero, or written shorter, of the same type; the simplest first."""
    kind = type(value)
    if value != value or value in (math.inf, -math.inf):
        yield from (0.0, 1.0)
        return
    if value:
        yield kind(0)
    if value < 0:
        yield -value
    if kind is float and not value.is_integer():
        sign = math.copysign(1.0, value)
        yield from (sign * simple for simple in (0.5, 0.25, 0.1))
        yield from (float(int(value)), round(value - int(value), 1), round(value, 1), round(value, 2))
    whole, way = abs(int(value)), 1 if value > 0 else -1
    if whole > 1:
        yield kind(way)
        yield kind(way * (whole // 2))
    for bit in reversed(range(min(whole.bit_length(), BITS))):
        yield kind(way * (whole - (1 << bit)))


def _dropped_together(args: Args) -> Iterator[Args]:
    """The same place left out of all arguments of one length."""
    lengths = Counter(len(value) for value in args if isinstance(value, (list, str)))
    for length in sorted(length for length, count in lengths.items() if count > 1 and length):
        yield tuple(_kept(value, length, 0, length // 2) for value in args)
        yield tuple(_kept(value, length, length // 2, length) for value in args)
        for place in range(length):
            yield tuple(_kept(value, length, 0, place, place + 1) for value in args)


def _kept(value: Any, length: int, start: int, end: int, again: int | None = None) -> Any:
    """Of a list or text of some length what lies between two places, and from another on; anything else as it is."""
    if not isinstance(value, (list, str)) or len(value) != length:
        return value
    row: Any = value
    return row[start:end] if again is None else row[start:end] + row[again:]


def _changed_together(args: Args) -> Iterator[Args]:
    """All equal numbers, or characters, made simpler at once; all numbers moved by the smallest."""
    numbers = Counter(number for number in _atoms(args) if isinstance(number, (int, float)))
    for number in (number for number, count in numbers.items() if count > 1):
        yield from (_mapped(args, _swap(number, less)) for less in _numbers(number))
    characters = Counter(chain.from_iterable(text for text in _atoms(args) if isinstance(text, str)))
    for character in sorted(one for one, count in characters.items() if count > 1):
        for less in _characters(character, "".join(sorted(characters))):
            yield _mapped(args, _retyped(character, less))
    least = min(numbers, default=0)
    if len(numbers) > 1 and least:
        yield _mapped(args, _moved(least))


def _reworded(args: Args, words: Sequence[str]) -> Iterator[Args]:
    """Each word that stands in a text made a simpler one wherever it stands."""
    texts = " ".join(text for text in _atoms(args) if isinstance(text, str))
    for word in sorted(set(texts.split()) if words else ()):
        for less in sorted(words, key=_length):
            if _length(less) < _length(word):
                yield _mapped(args, _respelt(word, less))


def _length(word: str) -> tuple[int, str]:
    return len(word), word


def _respelt(word: str, less: str) -> Callable[[Any], Any]:
    def respelt(atom: Any) -> Any:
        return " ".join(less if w == word else w for w in atom.split(" ")) if isinstance(atom, str) else atom

    return respelt


def _atoms(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, set, frozenset)):
        yield from chain.from_iterable(map(_atoms, value))
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(_atoms, value.items()))
    elif not isinstance(value, bool):
        yield value


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)([_mapped(item, change) for item in value])
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(item, change) for key, item in value.items()}
    return change(value)


def _swap(number: Any, less: Any) -> Callable[[Any], Any]:
    return lambda atom: less if type(atom) is type(number) and atom == number else atom


def _retyped(character: str, less: str) -> Callable[[Any], Any]:
    return lambda atom: atom.replace(character, less) if isinstance(atom, str) else atom


def _moved(by: Any) -> Callable[[Any], Any]:
    return lambda atom: atom - by if isinstance(atom, (int, float)) and not isinstance(atom, bool) else atom
