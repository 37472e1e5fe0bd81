"""What the words of a problem say of its inputs.

Reads constraints (`1 <= n <= 10^5`, `0 ≤ k < len(xs)`), ranges ("between 1 and 10", "in the range [1, 1000]"), bounds
in words ("n is greater than 1"), adjectives ("a positive integer n", "a non-empty list of non-negative numbers"),
kinds of characters, order, repeats, lengths, separators; and words that allow more than the known inputs show ("may be
empty", "positive or negative").

What a sentence with "if", "return" and the like says is no statement about inputs. A statement is believed where most
known inputs agree: a phrase can be about the answer, or about something else of the same name.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from augment.domain.places import Places
from augment.domain.rules import has_brackets, is_number, is_sized
from augment.domain.signature import Signature
from augment.model.domain import Bound, Evidence, Source, Statement

NUMBER: Final = r"-?\d[\d,]*(?:\.\d+)?(?:\s*(?:\^|\*\*)\s*\d+|e\d+)?"
SUBJECT: Final = r"len\(\s*\w+\s*\)|\|\w+\||[a-zA-Z_]\w*(?:\[[^\]\n]{0,12}\])*(?:\.(?:length|size)(?:\(\))?)?"
OPERATOR: Final = r"<=|>=|≤|≥|=<|=>|<|>"
CHAIN: Final = re.compile(rf"(?:{NUMBER}|{SUBJECT})(?:\s*(?:{OPERATOR})\s*(?:{NUMBER}|{SUBJECT}))+")
PIECE: Final = re.compile(rf"({OPERATOR})")
CONDITIONAL: Final = re.compile(
    r"\b(if|when|whenever|whether|otherwise|such that|while|unless|until|else|except|ignore)\b", re.I
)
ANSWERS: Final = re.compile(r"\b(returns?|returning|output|outputs|find|print)\b", re.I)
"""What follows may be about the answer."""
OF_INPUT: Final = re.compile(r"\b(?:of|for|given|from|with)(?: an?| the| two| some)?\s*$", re.I)
SENTENCE: Final = re.compile(r"(?<=[.;!?])\s+|\n\s*\n|\n\s*(?:[-*]|\d+[.)])\s+|\n(?=\s*[A-Z@])")
COMPARED: Final = re.compile(
    r"\b(?:is|are|be|being|number|numbers|value|values)?\s*(?:always\s+|strictly\s+)?"
    r"(greater than or equal to|less than or equal to|greater th[ae]n|more than|larger than|at least|no less than|"
    r"not less than|"
    r"less th[ae]n|smaller than|fewer than|at most|no more than|not more than|not exceed|not exceeding|up to)\s+"
    rf"({NUMBER})(?!\w)(?!\s*(?:times|of|consecutive|different|distinct|characters?|digits?|words?|elements?|numbers?|vowels?))",
    re.I,
)
COMPARISONS: Final = {
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
    "greater than": "more than",
    "more than": "more than",
    "larger than": "more than",
    "at least": "at least",
    "no less than": "at least",
    "not less than": "at least",
    "less than": "less than",
    "smaller than": "less than",
    "fewer than": "less than",
    "at most": "at most",
    "no more than": "at most",
    "not more than": "at most",
    "not exceed": "at most",
    "not exceeding": "at most",
    "up to": "at most",
}
RANGE: Final = re.compile(
    rf"\b(?:in|within|of|from|has|have|be)?\s*(?:the\s+)?(?:range|interval|between|from)\s*(?:of\s*|from\s*|between\s*)?[\[(]?\s*"
    rf"({NUMBER})\s*(?:,|and|to|-|\.\.|\.\.\.)\s*({NUMBER})",
    re.I,
)
ITEMS: Final = re.compile(r"\b(?:elements?|numbers|values|items|integers|entries|each|every|all)\b", re.I)
LENGTHS: Final = re.compile(r"\b(?:length|size)s?\b", re.I)
SIGNS: Final = re.compile(
    r"\b(positive|non[- ]?negative|nonnegative|natural|whole)\s+(?:\w+\s+)?"
    r"(?:integers?|ints?|numbers?|floats?|floating|decimals?|values?|real)\b",
    re.I,
)
NATURAL: Final = re.compile(r"\bnatural\s+(?:numbers?|integers?)\b", re.I)
GIVEN: Final = re.compile(
    r"\b(given|takes?|accepts?|receives?|gets?|is|are|be|input|of|two|three|for|a|an|with|both|the|has|have|containing|contains)\s*(?:as\s+input\s*)?$",
    re.I,
)
PREDICATES: Final = re.compile(
    r"\b(?:is|are|be)\s+(?:always\s+|a\s+)?(positive|not negative|non[- ]?negative|nonnegative)\b", re.I
)
NO_NEGATIVE: Final = re.compile(
    r"\b(?:no|not any|without(?: any)?) negative (?:\w+ )?(?:integers?|numbers?|values?|elements?)", re.I
)
NO_REPEATS: Final = re.compile(
    r"\b(unique|distinct|pairwise different|no duplicates?|"
    r"not contain (?:any )?duplicates?|without (?:repetitions?|duplicates?)|no repeat)",
    re.I,
)
COUNTED: Final = re.compile(
    r"\b(?:two|three|four|number of|count|all|only|the|find|sum of|least|most|not necessarily)\s*$", re.I
)
"""Before a word like "distinct": what is spoken of is some of the items, or the answer."""
SORTED: Final = re.compile(
    r"\b(?<!be )(?<!return )(sorted|non-decreasing|in ascending order|in increasing order|ascending)\b", re.I
)
GIVEN_SORTED: Final = re.compile(
    r"\b(?:of|from|in|between|among|given|takes?|merges?|combines?|with|for) "
    r"(?:the |these )?(?:two |three |four |both |all )?(?:given )?sorted (?:lists|arrays|sequences|tuples)\b",
    re.I,
)
"""Several sorted containers that something is done to: these are given, whatever else the sentence asks for."""
LENGTHS_DIFFER: Final = re.compile(
    r"\b(?:may|can|could|might) (?:differ|be different|have different|be of different|vary) ?(?:in )?length"
    r"|\b(?:different|unequal) (?:lengths?|sizes?)\b",
    re.I,
)
LONG_AS_OTHER: Final = re.compile(r"\b(same|equal) (length|size|number of)|\bequal[- ]length", re.I)
NON_EMPTY: Final = re.compile(
    r"\bnon[- ]?empty\b|\bat least one (?:element|item|number|character|word)|\bnot (?:be )?empty\b", re.I
)
MAY_BE_EMPTY: Final = re.compile(
    r"\b(may|can|could|might|possibly|or|are|is)(?: also)?(?: be)? (?:an )?empty\b"
    r"|\b(for|if|when|given|on) (?:an |the )?(?:\w+ ){0,3}?(?:is )?empty\b",
    re.I,
)
ANY_SIGN: Final = re.compile(
    r"\b(positive(?: integers?| numbers?)?,?(?: and| or)?,? negative"
    r"|negative(?: integers?| numbers?)? (?:and|or) positive"
    r"|(?:may|can|could|might) (?:also )?be negative"
    r"|negative (?:ones|(?:integers?|numbers?|values?|elements?) (?:may|can|too|as well|are))"
    r"|if (?:\w+ ){1,3}(?:is|are) negative|positive,? negative|any (?:integer|sign))\b",
    re.I,
)
SPACED: Final = re.compile(
    r"\b(?:separated|delimited|split) by (?:a |one |single )*(?:space|blank)s?\b|\bspace[- ](?:separated|delimited)\b",
    re.I,
)
MANY_BLANKS: Final = re.compile(
    r"\b(?:blank spaces?|multiple spaces|consecutive spaces|(?<!by )(?<!single )spaces)\b", re.I
)
KINDS: Final = (
    (re.compile(r"\blower[- ]?case\b", re.I), string.ascii_lowercase),
    (re.compile(r"\bupper[- ]?case\b|\bcapital letters\b", re.I), string.ascii_uppercase),
    (re.compile(r"\bdigits\b|\bnumeric\b", re.I), string.digits),
    (
        re.compile(r"\b(?:english|alphabetic|latin|ascii) (?:letters?|characters?)\b|\bletters\b|\balphabet", re.I),
        string.ascii_letters,
    ),
    (re.compile(r"\b(?:1'?s and 0'?s|0'?s and 1'?s|binary|ones and zeros|zeros and ones)\b", re.I), "01"),
)
ONLY: Final = re.compile(
    r"\b(only|consist\w*|made (?:up )?of|contain\w*|composed|comprising|represent\w*|string of|strings of|of)\b", re.I
)
EACH_ONCE: Final = re.compile(
    r"\b(?:every|each|all)(?: of)?(?: the)? (?:integers?|numbers?)\b.{0,60}"
    r"\b(?:range|from|between)\b.{0,60}\bexactly once\b",
    re.I,
)
COUNT_WORDS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}
COUNT_RULES: Final = {
    "at least": ("length at least",),
    "at most": ("length at most",),
    "no more than": ("length at most",),
    "up to": ("length at most",),
    "exactly": ("length at least", "length at most"),
}
COUNTS: Final = re.compile(
    rf"\b({'|'.join(COUNT_RULES)})\s+({'|'.join(COUNT_WORDS)}|\d{{1,6}})\s+(?:and\b|[a-z]{{3,}})",
    re.I,
)
PARITY: Final = re.compile(
    r"\b(?:an )?(even|odd) number of (?!times|ways|steps|digits|days)[a-z]{3,}|\b(even|odd) length\b", re.I
)
PRIMES: Final = re.compile(r"\b(?:assume|given|guaranteed|will be|always|is|be)\b[^.\n]*?\b(not )?(?:a )?prime\b", re.I)
AGREE: Final = 0.75
"""Share of the known inputs that must agree with a statement read from the words."""


@dataclass(frozen=True, slots=True)
class Said:
    """Statements that the words make, and words that allow more than the known inputs show."""

    statements: tuple[Statement, ...]
    openings: tuple[tuple[str, Evidence], ...]
    """Kind of opening (`empty`, `number`, `blanks`, `lengths`) and the words."""


def read_words(told: Signature, laid: Sequence[Places]) -> Said:
    """What the prose of a problem says.

    Args:
        told: the entry point.
        laid: known inputs, to see which parameter is a number, which a list.
    """
    reader = _Reader(told, laid)
    found: dict[tuple[str, tuple[str, ...], Bound], Statement] = {}
    for sentence in filter(None, SENTENCE.split(told.prose)):
        words = " ".join(sentence.split())
        for rule, places, bound in reader.statements(words):
            evidence = (Evidence(Source.PROMPT, words[:160]),)
            statement = Statement(rule=rule, places=places, bound=bound, evidence=evidence)
            if (rule, bound) == ("more than", 0) and NATURAL.search(words):  # zero is one of them or not
                statement = replace(statement, opened=evidence, wider=-1)
            found.setdefault((rule, places, bound), statement)
    openings = []
    for kind, pattern in (
        ("empty", MAY_BE_EMPTY),
        ("number", ANY_SIGN),
        ("blanks", MANY_BLANKS),
        ("lengths", LENGTHS_DIFFER),
    ):
        match = pattern.search(reader.text)
        if match:
            openings.append((kind, Evidence(Source.PROMPT, match[0])))
    return Said(tuple(found.values()), tuple(openings))


Claim = tuple[str, tuple[str, ...], Bound]


class _Reader:
    """Finds the place that a phrase is about."""

    def __init__(self, told: Signature, laid: Sequence[Places]) -> None:
        self.told = told
        self.text = " ".join(told.prose.split())
        self.values = {
            at: [value for places in laid for value in places.get(at, ())] for places in laid for at in places
        }
        self.numbers = [at for at in self.values if at.isdigit() and self._all(at, is_number)]
        self.sized = [at for at in self.values if at.isdigit() and self._all(at, is_sized)]
        self.texts = [
            at for at in self.values if self.values[at] and self._all(at, lambda value: isinstance(value, str))
        ]

    def _all(self, at: str, test: Callable[[object], bool]) -> bool:
        return all(map(test, self.values[at]))

    def statements(self, sentence: str) -> Iterator[Claim]:
        """What one sentence claims."""
        if not CONDITIONAL.search(sentence):
            yield from self._chains(sentence)
            yield from self._compared(sentence)
            yield from self._ranges(sentence)
            yield from self._counted(sentence)
        else:
            for match in CHAIN.finditer(sentence):  # two-sided bounds are seldom conditions
                if len(PIECE.findall(match[0])) > 1 and not CONDITIONAL.search(sentence[: match.start()]):
                    yield from self._chain(match[0])
        yield from self._signs(sentence)
        yield from self._about_containers(sentence)
        head = CONDITIONAL.split(sentence, maxsplit=1)[0]
        yield from self._about_texts(ANSWERS.split(head, maxsplit=1)[0])

    # ------------------------------------------------------------ bounds

    def _chains(self, sentence: str) -> Iterator[Claim]:
        for match in CHAIN.finditer(sentence):
            yield from self._chain(match[0])

    def _chain(self, text: str) -> Iterator[Claim]:
        parts = [part.strip() for part in PIECE.split(text)]
        for left, operator, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            if operator in (">", ">=", "≥", "=>"):
                left, right = right, left
            yield from self._ordered(left, right, strict=operator in "<>")

    def _ordered(self, low: str, high: str, *, strict: bool) -> Iterator[Claim]:
        low_number, high_number = _number(low), _number(high)
        if low_number is not None and high_number is None:
            yield from self._bound(high, "more than" if strict else "at least", low_number)
        elif high_number is not None and low_number is None:
            yield from self._bound(low, "less than" if strict else "at most", high_number)
        elif low_number is None and high_number is None:
            yield from self._between(low, high, strict=strict)

    def _between(self, low: str, high: str, *, strict: bool) -> Iterator[Claim]:
        small, large = self._subject(low), self._subject(high)
        if small is None or large is None or small[1]:
            return
        if large[1]:
            yield ("less than the length of" if strict else "not more than the length of", (small[0], large[0]), 0)
        elif small[0] != large[0] and {small[0], large[0]} <= set(self.numbers):
            yield ("less than the other" if strict else "not more than", (small[0], large[0]), 0)

    def _bound(self, subject: str, rule: str, number: int | float) -> Iterator[Claim]:
        place = self._subject(subject)
        if place is not None:
            yield from self._bounded(place, rule, number)

    def _bounded(self, place: tuple[str, bool], rule: str, number: int | float) -> Iterator[Claim]:
        at, length = place
        if length:
            bound = int(number) + {"more than": 1, "less than": -1}.get(rule, 0)
            yield ("length at least" if rule in ("more than", "at least") else "length at most", (at,), bound)
        else:
            yield rule, (at,), number

    def _subject(self, text: str) -> tuple[str, bool] | None:
        """The place that a subject names, and whether its length is meant."""
        name = re.search(r"[a-zA-Z_]\w*", text.removeprefix("len"))
        at = self._place(name[0]) if name else None
        if at is None and name is not None and len(name[0]) > 1 and len(self.numbers) == 1 == len(self.told.parameters):
            at = self.numbers[0]  # the text calls it by another name
        if at is None or name is None:
            return None
        depth = text.count("[")
        inner = at + "[]" * depth
        length = text.startswith(("len(", "|")) or ".length" in text or ".size" in text
        if length:
            return (inner, True) if inner in self.values else None
        if depth == 0 and at in self.sized:
            return None
        return (inner, False) if inner in self.values else None

    def _place(self, name: str) -> str | None:
        for number, parameter in enumerate(self.told.parameters):
            if parameter == name or (len(name) > 1 and parameter.lower() == name.lower()):
                return str(number) if str(number) in self.values else None
        return None

    def _compared(self, sentence: str) -> Iterator[Claim]:
        for match in COMPARED.finditer(sentence):
            number = _number(match[2])
            place = self._spoken_of(sentence[: match.start()], named=bool(ANSWERS.search(sentence)))
            if number is not None and place is not None:
                yield from self._bounded(place, COMPARISONS[match[1].lower().replace("then", "than")], number)

    def _ranges(self, sentence: str) -> Iterator[Claim]:
        for match in RANGE.finditer(sentence):
            low, high = _number(match[1]), _number(match[2])
            answers = bool(ANSWERS.search(sentence[: match.start()]))
            place = self._spoken_of(sentence[: match.start()], items=not answers, named=answers)
            if low is not None and high is not None and low < high and place is not None:
                yield from self._bounded(place, "at least", low)
                yield from self._bounded(place, "at most", high)

    def _counted(self, sentence: str) -> Iterator[Claim]:
        """How many there are of what the only container holds, or the one that is named: "at least two readings"."""
        parity = PARITY.search(sentence)
        if parity and not ANSWERS.search(sentence[: parity.start()]):
            named = self._named(re.findall(r"[a-zA-Z_]\w*", sentence[: parity.start()])[-4:], self.sized)
            at = named[-1] if named else self._only(self.sized)
            if at is not None:
                yield f"length {(parity[1] or parity[2]).lower()}", (at,), 0
        for match in COUNTS.finditer(sentence) if not ANSWERS.search(sentence) else ():
            named = self._named(re.findall(r"[a-zA-Z_]\w*", sentence[: match.start()])[-4:], self.sized)
            at = named[-1] if named else self._only(self.sized)
            number = COUNT_WORDS.get(match[2].lower()) or _number(match[2])
            if at is not None and number is not None:
                yield from ((rule, (at,), number) for rule in COUNT_RULES[match[1].lower()])

    def _spoken_of(self, before: str, *, items: bool = False, named: bool = False) -> tuple[str, bool] | None:
        """The place that the last words before a bound are about.

        Args:
            before: those words.
            items: whether words like "elements" may stand for the items of a container.
            named: whether only a parameter's name will do.
        """
        words = re.findall(r"[a-zA-Z_]\w*", before)[-6:]
        place = next((at for word in reversed(words) if (at := self._place(word)) is not None), None)
        if LENGTHS.search(" ".join(words)):
            at = place if place in self.sized else self._only(self.sized)
            return (at, True) if at is not None else None
        if place in self.numbers and place is not None:
            return place, False
        if named:
            return None
        if items and ITEMS.search(" ".join(words)):
            at = self._only([place for place in self.sized if self._holds_numbers(place)])
            return (f"{at}[]", False) if at is not None else None
        if items and self.numbers and len(self.told.parameters) == 1:
            return self.numbers[0], False
        return None

    def _holds_numbers(self, at: str) -> bool:
        return bool(self.values.get(f"{at}[]")) and self._all(f"{at}[]", is_number)

    def _named(self, names: Sequence[str], among: Sequence[str]) -> list[str]:
        """Those of some places that are named, in order."""
        found = [self._place(name) for name in names]
        return [at for at in found if at is not None and at in among]

    @staticmethod
    def _only(places: Sequence[str]) -> str | None:
        return places[0] if len(places) == 1 else None

    # ------------------------------------------------------------ adjectives

    def _signs(self, sentence: str) -> Iterator[Claim]:
        for match in SIGNS.finditer(sentence):
            before, after = sentence[: match.start()], sentence[match.end() :]
            if not GIVEN.search(before) or CONDITIONAL.search(before):
                continue
            if ANSWERS.search(before) and not OF_INPUT.search(before):
                continue
            word = match[1].lower()
            rule: tuple[str, int] = ("more than", 0) if word in ("positive", "natural") else ("at least", 0)
            if re.search(
                r"\b(list|array|sequence|tuple|vector|set|collection|lists|arrays)\b[^.]*$", before[-30:], re.I
            ):
                for at in self.sized:
                    if self._holds_numbers(at):
                        yield rule[0], (f"{at}[]",), rule[1]
                continue
            if not self.numbers:
                for at in self.sized:
                    if self._holds_numbers(at):
                        yield rule[0], (f"{at}[]",), rule[1]
            named = self._named(re.findall(r"[a-zA-Z_]\w*", after)[:6], self.numbers)
            for number in named or (self.numbers if len(self.numbers) == 1 or match[0][-1] == "s" else ()):
                yield rule[0], (number,), rule[1]
        for match in PREDICATES.finditer(sentence) if not CONDITIONAL.search(sentence) else ():
            spoken = self._spoken_of(sentence[: match.start()], named=True)
            if spoken is not None and not spoken[1]:
                yield ("more than" if match[1].lower() == "positive" else "at least"), (spoken[0],), 0
        if NO_NEGATIVE.search(sentence) and not CONDITIONAL.search(sentence):
            yield from (("at least", (at,), 0) for at in self.numbers)
            yield from (("at least", (f"{at}[]",), 0) for at in self.sized if self._holds_numbers(at))
        prime = PRIMES.search(sentence)
        if prime and not CONDITIONAL.search(sentence):
            only = self._only(self.numbers)
            if only is not None:
                yield ("not prime" if prime[1] else "prime"), (only,), 0

    def _about_containers(self, sentence: str) -> Iterator[Claim]:
        if NON_EMPTY.search(sentence):
            named = self._named(re.findall(r"[a-zA-Z_]\w*", sentence), self.sized)
            for container in named or self.sized:
                yield "length at least", (container,), 1
        for pattern, rule in ((NO_REPEATS, "no repeats"), (SORTED, "ascending")):
            match = pattern.search(sentence)
            plain = match and not ANSWERS.search(sentence) and not COUNTED.search(sentence[: match.start()])
            given = pattern is SORTED and GIVEN_SORTED.search(sentence)
            if (plain or given) and not CONDITIONAL.search(sentence):
                for at in self.sized:
                    if self._all(at, lambda value: isinstance(value, (list, tuple))):
                        yield rule, (at,), 0
        only = self._only(self.sized)
        if EACH_ONCE.search(sentence) and only is not None:
            yield "permutation", (only,), 0
        if LONG_AS_OTHER.search(sentence) and len(self.sized) == 2:
            yield "of one length", (self.sized[0], self.sized[1]), 0

    def _about_texts(self, sentence: str) -> Iterator[Claim]:
        several_blanks = MANY_BLANKS.search(self.text)
        for at in self.texts:
            characters = set("".join(self.values[at]))
            if SPACED.search(sentence) and not several_blanks and " " in characters:
                yield "single-spaced", (at,), 0
            if re.search(r"\bbalanced\b", sentence) and any(map(has_brackets, self.values[at])):
                yield "balanced", (at,), 0
            if not ONLY.search(sentence):
                continue
            allowed = _allowed(sentence)
            if allowed and characters <= {*allowed, " "}:
                yield "made of", (at,), "".join(sorted({*allowed, *(characters & {" "})}))


def _allowed(sentence: str) -> str:
    """The kinds of characters that a sentence names; "lowercase letters" are no capitals."""
    named = [letters for pattern, letters in KINDS if pattern.search(sentence)]
    narrow = [letters for letters in named if letters != string.ascii_letters]
    return "".join(narrow if set(narrow) & {string.ascii_lowercase, string.ascii_uppercase} else named)


def _number(text: str) -> int | float | None:
    """A number as people write it: `10^5`, `1,000`, `-2.5`, `1e9`."""
    plain = text.replace(",", "").replace(" ", "").rstrip(".")
    if not re.fullmatch(r"-?\d+(?:\.\d+)?(?:(?:\^|\*\*)\d{1,3}|e\d{1,2})?", plain):
        return None
    try:
        base, power = ([*re.split(r"\^|\*\*", plain), ""])[:2]
        number = float(base) if "." in base or "e" in base else int(base)
        number = number ** int(power) if power else number
        return int(number) if number == int(number) and "." not in base else number
    except (ValueError, OverflowError):
        return None
