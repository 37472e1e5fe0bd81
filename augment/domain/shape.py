"""The shape of a problem's known inputs: simple statements that hold for every one of them.

Known inputs are the base inputs and the examples in the prompt. A statement is learnt where it holds for all of them
and there are enough of them that this is unlikely to be chance.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from augment.domain import rules
from augment.domain.places import Places
from augment.domain.rules import RELATIONS, RULES, is_number, is_sized
from augment.model.domain import Bound, Evidence, Source, Statement
from augment.model.literals import write_literal
from augment.model.words import counted

CLASSES: Final = (string.ascii_lowercase, string.ascii_uppercase, string.digits)

ENOUGH: Final = 3
"""Observations below which nothing is concluded from a statement that always holds."""
MANY: Final = 8
"""The same for statements about order, repeats and fixed lengths, which hold by chance for short lists."""
CLOSED: Final = 4
"""A handful of values, seen this many times each on average, is taken to be all there are."""
MOST_VALUES: Final = 12
"""More different values than this are never taken to be all there are."""


def learn_shape(laid: Sequence[Places]) -> list[Statement]:
    """The statements that hold for all known inputs.

    Args:
        laid: known inputs, as `places_of` lays them out.
    """
    found: list[Statement] = []
    for at in sorted({at for places in laid for at in places}):
        values = [value for places in laid for value in places.get(at, ())]
        for learn in (_about_numbers, _about_text, _about_words, _about_size, _about_order, _about_all):
            for rule, bound in learn(values):
                found.append(_statement(rule, (at,), bound, len(values)))
    templates = {statement.places[0] for statement in found if statement.rule == "written like"}
    found = [s for s in found if not s.places[0].endswith("#") or s.places[0].removesuffix("#") in templates]
    return found + _about_pairs(laid)


def _statement(rule: str, places: tuple[str, ...], bound: Bound, seen: int) -> Statement:
    noun = "value" if len(places) == 1 else "input"
    text = f"all {counted(seen, noun)}" if seen > 1 else f"the one {noun} known"
    return Statement(rule=rule, places=places, bound=bound, evidence=(Evidence(Source.SHAPE, text),))


Found = Iterable[tuple[str, Bound]]


def _about_numbers(values: list[Any]) -> Found:
    numbers = [value for value in values if is_number(value)]
    if len(numbers) < ENOUGH or len(set(numbers)) < 2 or any(number != number for number in numbers):
        return
    least = min(numbers)
    if all(isinstance(number, float) for number in numbers) and least > 0:
        yield "more than", 0
    elif least >= 0:
        yield "at least", min(int(least), 1)


def _about_all(values: list[Any]) -> Found:
    """A closed set: few values that come again and again."""
    atoms = [value for value in values if isinstance(value, (str, int)) and not isinstance(value, bool)]
    if not atoms or len(atoms) < len(values):
        return
    counted = Counter(map(write_literal, atoms))
    if all(isinstance(value, int) for value in atoms):
        if len(counted) in (2, 3) and len(atoms) >= 6 * len(counted):
            yield "one of", tuple(sorted(counted))
    elif (2 <= len(counted) <= MOST_VALUES and len(atoms) >= CLOSED * len(counted)) or (
        len(counted) >= 2 and len(atoms) >= MANY and all(map(_is_sign, atoms))
    ):
        yield "one of", tuple(sorted(counted))


def _is_sign(text: object) -> bool:
    """Whether a text is a short sign: `+`, `**`, `<=`."""
    return isinstance(text, str) and 0 < len(text) <= 3 and not any(c.isalnum() or c.isspace() for c in text)


def _texts(values: list[Any]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _about_text(values: list[Any]) -> Found:
    texts = _texts(values)
    characters = set("".join(texts))
    if len(texts) < ENOUGH or not characters:
        return
    total = sum(map(len, texts))
    if len(characters) <= 4 and total >= 6 * len(characters):
        allowed = characters  # a small alphabet, used over and over
    else:
        allowed = characters.union(*(group for group in CLASSES if _is_open(set(group) & characters, texts)))
    yield "made of", "".join(sorted(allowed))
    bracketed = list(filter(rules.has_brackets, texts))
    if len(bracketed) >= ENOUGH and all(map(rules.is_balanced, texts)):
        yield "balanced", 0
        if all(rules.is_single_spaced(text) and RULES["balanced words"].test(text, 0) for text in texts):
            yield "balanced words", 0
    written = set(map(rules.skeleton, texts))
    if len(set(texts)) >= ENOUGH and len(written) == 1 and "9" in (like := written.pop()) and like != "9":
        yield "written like", like


def _is_open(seen: set[str], texts: list[str]) -> bool:
    """Whether some characters of a class stand for all of it.

    They do not where a few come again and again: two digits, up to four letters, or the letters from A to F.
    """
    times = sum(character in seen for text in texts for character in text)
    if not seen or times < CLOSED * len(seen):
        return bool(seen)
    in_a_row = ord(max(seen)) - ord(min(seen)) + 1 == len(seen) and min(seen) in "Aa"
    return len(seen) > (2 if min(seen).isdigit() else 8 if in_a_row else 4)


def _about_words(values: list[Any]) -> Found:
    """About texts of several words, one blank between them."""
    texts = _texts(values)
    if sum(" " in text for text in texts) < 2 or not all(map(rules.is_single_spaced, texts)):
        return
    yield "single-spaced", 0
    words = Counter(word for text in texts for word in text.split(" ") if word)
    lengths = set(map(len, words))
    if lengths == {1}:
        yield "words of one character", 0
    elif 2 <= len(words) <= MOST_VALUES and words.total() >= CLOSED * len(words):
        yield "words out of", tuple(sorted(words))


def _about_size(values: list[Any]) -> Found:
    sized = [value for value in values if is_sized(value)]
    if len(sized) < ENOUGH:
        return
    lengths = {len(value) for value in sized}
    if min(lengths) >= 1:
        yield "length at least", 1
    if lengths == {1} and len(_texts(sized)) == len(sized):
        yield "length exactly", 1  # a character
    elif len(lengths) == 1 and len(sized) >= MANY and all(isinstance(value, (list, str)) for value in sized):
        yield "length exactly", lengths.pop()


def _about_order(values: list[Any]) -> Found:
    lists = [value for value in values if isinstance(value, (list, tuple))]
    telling = [value for value in lists if len(value) > 1]
    grids = [
        value
        for value in lists
        if isinstance(value, list) and value and all(isinstance(row, (list, tuple)) for row in value)
    ]
    if len(grids) >= ENOUGH and len(grids) == len(lists) and all(map(rules.is_grid, grids)):
        yield "rows of one length", 0
        if all(RULES["square"].test(grid, 0) for grid in grids):
            yield "square", 0
    flat = [value for value in telling if rules.is_permutation(value)]
    if len(flat) >= ENOUGH and len(flat) == len(telling) and len(set(map(write_literal, flat))) > 1:
        yield "permutation", 0
    for rule, enough in (("ascending", MANY), ("no repeats", 3 * MANY)):  # short lists seldom have repeats
        if len(telling) >= enough and all(RULES[rule].test(row, 0) for row in lists):
            yield rule, 0


def _about_pairs(laid: Sequence[Places]) -> list[Statement]:
    whole = sorted({at for places in laid for at in places if at.isdigit()})
    found = []
    for one in whole:
        for two in whole:
            pairs = [(p[one][0], p[two][0]) for p in laid if one in p and two in p]
            if one == two or len(pairs) < ENOUGH:
                continue
            for rule, bound in _relations(pairs, first=one < two):
                found.append(_statement(rule, (one, two), bound, len(pairs)))
    return found


def _relations(pairs: list[tuple[Any, Any]], *, first: bool) -> Found:
    def always(rule: str, bound: Bound = 0) -> bool:
        test: Callable[[Any, Any, Bound], bool] = RELATIONS[rule].test
        return all(test(a, b, bound) for a, b in pairs)

    if first and always("of one length"):
        one_length = len({len(a) for a, _ in pairs}) == 1
        if not one_length or isinstance(pairs[0][0], list):  # texts of one length may be so by chance
            yield "of one length", int(one_length)
    if always("the length of") and (len({a for a, _ in pairs}) > 1 or pairs[0][0] > ENOUGH):
        yield "the length of", 0
    sized = all(isinstance(a, (list, str)) and isinstance(b, (list, str)) for a, b in pairs)
    if sized and len({len(a) - len(b) for a, b in pairs}) == 1 and len({len(a) for a, _ in pairs}) > 1:
        by = len(pairs[0][0]) - len(pairs[0][1])
        if by > 0:
            yield "longer by", by
    if len(pairs) >= 2 * ENOUGH and always("not more than"):  # two numbers are in order by chance every other time
        yield "not more than", 0
    for rule in ("less than the length of", "not more than the length of"):
        if always(rule):
            yield rule, 0
            break
    if always("covers the numbers in") and any("9" in rules.skeleton(b) for _, b in pairs):
        yield "covers the numbers in", 0
