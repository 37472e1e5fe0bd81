"""What can be said of an input: the rules that statements name, each with its test and its meaning in words.

A rule says nothing of values that it is not about: `at least` holds for any string. `{}` in the words stands for the
bound, `{0}` and `{1}` in those of a relation for its two places.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from augment.domain.places import DIGITS, Args, Places, places_of
from augment.domain.types import fits
from augment.errors import BadInput
from augment.model.domain import Domain, Statement
from augment.model.literals import write_literal
from augment.model.suite import Tier

OPENING: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
"""The bracket that each closing one closes."""
PLACE: Final = re.compile(r"\d+(?:\.\d+|\[\]|\{k\}|\{\})*#?")
BOUNDS: Final[dict[str, type | tuple[type, ...]]] = {
    "made of": str,
    "written like": str,
    "one of": tuple,
    "words out of": tuple,
}
"""Types of the bounds of rules whose bounds are no numbers."""
TESTED_PRIMES: Final = 10**12
"""Larger numbers are not tested for being prime: that would take too long."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A test of one value, or of two for a relation, against a bound."""

    words: str
    test: Callable[..., bool]
    """Of value and bound; for a relation of two values and bound."""


def is_number(value: object) -> bool:
    """Whether a value is an int or a float, and no bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_sized(value: object) -> bool:
    """Whether a value has a length."""
    return isinstance(value, (str, bytes, list, tuple, set, frozenset, dict))


def is_ascending(value: Any) -> bool:
    """Whether no item is less than the one before it; False where they cannot be compared."""
    try:
        return all(a <= b for a, b in pairwise(value))
    except TypeError:
        return False


def has_no_repeats(value: Any) -> bool:
    """Whether no item equals another."""
    try:
        return len(set(value)) == len(value)
    except TypeError:  # items that cannot be hashed
        return len(set(map(write_literal, value))) == len(value)


def is_grid(value: object) -> bool:
    """Whether a value is a list of lists, or of tuples, of one length."""
    return (
        isinstance(value, list)
        and all(isinstance(row, (list, tuple)) for row in value)
        and len(set(map(len, value))) <= 1
    )


def is_permutation(value: object) -> bool:
    """Whether a list, or a list of lists, holds each whole number from 1 to its size once."""
    if not isinstance(value, list):
        return False
    items = [item for row in value for item in row] if is_grid(value) else value
    return all(type(item) is int for item in items) and sorted(items) == list(range(1, len(items) + 1))


def is_balanced(text: str) -> bool:
    """Whether each bracket closes the one that was opened last."""
    stack: list[str] = []
    for character in text:
        if character in OPENING.values():
            stack.append(character)
        elif character in OPENING and (not stack or stack.pop() != OPENING[character]):
            return False
    return not stack


def has_brackets(text: str) -> bool:
    """Whether any bracket stands in a text."""
    return any(character in OPENING or character in OPENING.values() for character in text)


def skeleton(text: str) -> str:
    """How a text is written: each run of digits as `9`, all else as it is."""
    return DIGITS.sub("9", text)


def is_single_spaced(text: str) -> bool:
    """Whether blanks stand alone and neither first nor last, and no other white space is there."""
    return text == " ".join(text.split())


def is_prime(number: object) -> bool:
    """Whether a whole number is prime; large ones are taken not to be."""
    if type(number) is not int or not 1 < number <= TESTED_PRIMES:
        return False
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _is_container(value: object) -> bool:
    return is_sized(value) and not isinstance(value, (str, bytes))


def _of_text(test: Callable[[str, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda value, bound: not isinstance(value, str) or test(value, bound)


def _of_number(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda value, bound: not is_number(value) or test(value, bound)


def _of_size(test: Callable[[int, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda value, bound: not is_sized(value) or test(len(value), bound)


def _of_row(test: Callable[[Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda value, bound: not isinstance(value, (list, tuple)) or test(value)


RULES: Final[dict[str, Rule]] = {
    "at least": Rule("at least {}", _of_number(lambda value, bound: value >= bound)),
    "at most": Rule("at most {}", _of_number(lambda value, bound: value <= bound)),
    "more than": Rule("more than {}", _of_number(lambda value, bound: value > bound)),
    "less than": Rule("less than {}", _of_number(lambda value, bound: value < bound)),
    "prime": Rule("a prime number", _of_number(lambda value, bound: is_prime(value))),
    "not prime": Rule("no prime number", _of_number(lambda value, bound: not is_prime(value))),
    "even": Rule("even", _of_number(lambda value, bound: value % 2 == 0)),
    "odd": Rule("odd", _of_number(lambda value, bound: value % 2 == 1)),
    "one of": Rule("one of {}", lambda value, bound: _is_container(value) or write_literal(value) in bound),
    "made of": Rule("made of the characters {}", _of_text(lambda value, bound: set(value) <= set(bound))),
    "words out of": Rule("words out of {}", _of_text(lambda value, bound: set(value.split(" ")) - {""} <= set(bound))),
    "single-spaced": Rule("single blanks between words only", _of_text(lambda value, bound: is_single_spaced(value))),
    "words of one character": Rule(
        "words of one character", _of_text(lambda value, bound: all(len(word) <= 1 for word in value.split(" ")))
    ),
    "balanced": Rule("balanced brackets", _of_text(lambda value, bound: is_balanced(value))),
    "balanced words": Rule(
        "balanced brackets in each word", _of_text(lambda value, bound: all(map(is_balanced, value.split())))
    ),
    "written like": Rule("written like {}", _of_text(lambda value, bound: skeleton(value) == bound)),
    "length at least": Rule("length at least {}", _of_size(lambda length, bound: length >= bound)),
    "length at most": Rule("length at most {}", _of_size(lambda length, bound: length <= bound)),
    "length even": Rule("an even length", _of_size(lambda length, bound: length % 2 == 0)),
    "length odd": Rule("an odd length", _of_size(lambda length, bound: length % 2 == 1)),
    "length exactly": Rule("length exactly {}", _of_size(lambda length, bound: length == bound)),
    "ascending": Rule("in ascending order", _of_row(is_ascending)),
    "no repeats": Rule("no item twice", _of_row(has_no_repeats)),
    "rows of one length": Rule("rows of one length", _of_row(is_grid)),
    "square": Rule(
        "as many rows as columns", _of_row(lambda value: is_grid(value) and len(value) == len((*value, ())[0]))
    ),
    "permutation": Rule("each number from 1 to its size once", _of_row(is_permutation)),
}
"""Rules of one place, which have to hold for every value there."""


def _numbers(text: object) -> int | None:
    return sum(map(int, DIGITS.findall(text))) if isinstance(text, str) else None


def _lengths(test: Callable[[int, int, Any], bool]) -> Callable[[Any, Any, Any], bool]:
    return lambda a, b, bound: isinstance(a, (list, str)) and isinstance(b, (list, str)) and test(len(a), len(b), bound)


RELATIONS: Final[dict[str, Rule]] = {
    "of one length": Rule("{0} as long as {1}", _lengths(lambda a, b, bound: a == b)),
    "longer by": Rule("{0} longer than {1} by {}", _lengths(lambda a, b, bound: a - b == bound)),
    "not more than": Rule("{0} not more than {1}", lambda a, b, bound: is_number(a) and is_number(b) and a <= b),
    "less than the other": Rule("{0} less than {1}", lambda a, b, bound: is_number(a) and is_number(b) and a < b),
    "not more than the length of": Rule(
        "{0} not more than the length of {1}", lambda a, b, bound: type(a) is int and is_sized(b) and a <= len(b)
    ),
    "less than the length of": Rule(
        "{0} less than the length of {1}", lambda a, b, bound: type(a) is int and is_sized(b) and a < len(b)
    ),
    "the length of": Rule(
        "{0} is the length of {1}", lambda a, b, bound: type(a) is int and is_sized(b) and a == len(b)
    ),
    "covers the numbers in": Rule(
        "{0} at least the sum of the numbers in {1}",
        lambda a, b, bound: is_number(a) and (total := _numbers(b)) is not None and a >= total,
    ),
}
"""Rules of two arguments."""


def check_rules(domain: Domain) -> None:
    """Refuse a domain that cannot be used: an unknown rule, a place that is none, a bound that a rule has no use for.

    Raises:
        BadInput: naming the rule, and what was wanted.
    """
    for statement in domain.statements:
        odd = [place for place in statement.places if not PLACE.fullmatch(place)]
        if odd:
            raise BadInput(
                f"a domain with a statement about the place {odd[0]!r}, which is none",
                hint="places go by position: `0` is the first argument, `0[]` its items (docs/domains.md)",
            )
        table = RULES if len(statement.places) == 1 else RELATIONS if len(statement.places) == 2 else {}
        if statement.rule not in table:
            raise BadInput(
                f"a domain with the rule {statement.rule!r} about {len(statement.places)} places, which is not known",
                hint=f"rules of one place: {', '.join(RULES)}; of two: {', '.join(RELATIONS)}",
            )
        wanted = BOUNDS.get(statement.rule, (int, float))
        bounds = [statement.bound] + ([] if statement.wider is None else [statement.wider])
        for bound in bounds:
            if not isinstance(bound, wanted) or (isinstance(bound, float) and not math.isfinite(bound)):
                kind = {str: "a text", tuple: "a list of texts"}.get(wanted, "a number")  # type: ignore[call-overload]
                raise BadInput(f"a domain with the rule {statement.rule!r} and the bound {bound!r:.80}, wanted {kind}")


def holds(statement: Statement, places: Places, *, wider: bool = False) -> bool:
    """Whether a statement holds for an input.

    Args:
        statement: what is said.
        places: the input as `places_of` lays it out.
        wider: whether what was opened by evidence counts as allowed.
    """
    bound = statement.bound
    if wider and statement.opened:
        if statement.wider is None:
            return True
        bound = statement.wider
    if statement.rule in RELATIONS:
        one, two = (places.get(place, ()) for place in statement.places)
        if not one or not two:  # an argument that was left out
            return True
        return RELATIONS[statement.rule].test(one[0], two[0], bound)
    test = RULES[statement.rule].test
    return all(test(value, bound) for value in places.get(statement.places[0], ()))


def has_types(domain: Domain, args: Args) -> bool:
    """Whether a call has a number of arguments, and types at every depth, that the domain knows."""
    types = domain.types_of(len(args))
    return types is not None and all(map(fits, args, types))


def tier_of(domain: Domain, args: Args) -> Tier | None:
    """How sure it is that an input is meant; None where nothing speaks for it. The contract's code is not asked."""
    types = domain.types_of(len(args))
    if types is None or not has_types(domain, args):
        return None
    broken = broken_by(domain, args)
    if not broken:
        return Tier.INSIDE
    if not all(statement.opened for statement in broken):
        return None
    places = places_of(args, types)
    return Tier.STRETCH if all(holds(statement, places, wider=True) for statement in broken) else None


def broken_by(domain: Domain, args: Args) -> tuple[Statement, ...]:
    """The statements that do not hold for an input."""
    types = domain.types_of(len(args))
    if types is None:
        return domain.statements
    places = places_of(args, types)
    return tuple(statement for statement in domain.statements if not holds(statement, places))


def described(statement: Statement, names: Callable[[str], str] = str) -> str:
    """A statement in words.

    Args:
        statement: what is said.
        names: gives a place its name for a reader.
    """
    return _worded(statement, statement.bound, names)


def described_wider(statement: Statement, names: Callable[[str], str] = str) -> str:
    """In words, what inputs that break an opened statement still keep to; `anything` where that is nothing."""
    return "anything" if statement.wider is None else _worded(statement, statement.wider, names)


def _worded(statement: Statement, bound: object, names: Callable[[str], str]) -> str:
    shown = (
        ", ".join(bound) if isinstance(bound, tuple) else _characters(bound) if isinstance(bound, str) else f"{bound}"
    )
    if statement.rule in RELATIONS:
        one, two = map(names, statement.places)
        return RELATIONS[statement.rule].words.replace("{0}", one).replace("{1}", two).replace("{}", shown)
    return f"{names(statement.places[0])}: {RULES[statement.rule].words.replace('{}', shown)}"


def _characters(text: str) -> str:
    """A set of characters with its runs shortened: `a-z`; other text as a literal."""
    if text != "".join(sorted(set(text))):
        return repr(text)
    return re.sub(r"abcdefg\w*z|ABCDEFG\w*Z|012\d*9", lambda run: f"{run[0][0]}-{run[0][-1]}", text).__repr__()
