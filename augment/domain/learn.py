"""What may go into a problem, learnt from everything that speaks of it.

Statements come from the words of the prompt, from branches of the reference that raise, and from what all known
inputs have in common. Branches that answer, and words like "may be empty", open statements that only the shape of the
known inputs makes: what breaks an opened statement is a stretch. Words are not opened by branches, and win over base
inputs that break them, which is noted as a doubt; words that many base inputs break are taken to be about something
else. Where nothing speaks for an input it is outside.
"""

from __future__ import annotations

import math
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from augment.domain.guards import ALL_ALIKE, Guards, Opening, read_guards
from augment.domain.harvest import prompt_examples
from augment.domain.places import Args, Places, places_of
from augment.domain.rules import holds, is_number, is_sized
from augment.domain.shape import learn_shape
from augment.domain.signature import signature
from augment.domain.types import annotated_types, argument_types
from augment.domain.words import AGREE, Said, read_words
from augment.model.domain import Domain, Evidence, Source, Statement
from augment.model.problem import Problem
from augment.model.types import TypeSet
from augment.model.words import counted, said_of

ALL_SOURCES: Final = frozenset(Source)
PRINTABLE: Final = "".join(sorted({*string.ascii_letters, *string.digits, *string.punctuation, " \n\t"}))
"""Characters that any text may hold."""
FOREIGN: Final = "éßñЖ日本"
"""Letters beyond ASCII, some of them without case, for code that asks which kind a character is: Python's answer covers
them."""
ALTERNATIVES: Final = (
    ("at least", "more than"),
    ("less than the length of", "not more than the length of", "the length of"),
    ("not more than", "less than the other"),
)
"""Rules that say much the same: where a stronger source says one of them, the shape need not say another."""
NOTHING_FORBIDS: Final = "the reference answers it, and nothing forbids it"
NO_LONGER: Final = "the reference reads items one by one, as many as it is told"
SMALL_ALPHABET: Final = 4
"""So few characters are all there are, whatever the reference could do with others."""
OPENED_BY: Final = {
    "at least": "number",
    "more than": "number",
    "length at least": "empty",
    "made of": "characters",
    "single-spaced": "blanks",
    "of one length": "lengths",
    "the length of": "counted",
}
"""Which kind of opening each rule yields to."""


def learn_domain(problem: Problem, inputs: Sequence[Args], sources: frozenset[Source] = ALL_SOURCES) -> Domain:
    """The domain of a problem.

    Args:
        problem: its prompt and reference are read, not run.
        inputs: the base inputs.
        sources: the evidence to use.
    """
    counts = {len(args) for args in inputs}
    examples = [args for args in prompt_examples(problem) if len(args) in counts]
    known = [*inputs, *examples]
    types = argument_types(known, annotated_types(problem.reference, problem.entry_point))
    laid = [places_of(args, types[len(args)]) for args in known]
    told = signature(problem)
    said, guards = Said((), ()), Guards((), ())
    if told is not None and Source.PROMPT in sources:
        said = read_words(told, laid)
    if told is not None and Source.GUARD in sources:
        guards = read_guards(told)
    hard, doubts = _believed([*said.statements, *guards.statements], laid)
    shape = learn_shape(laid) if Source.SHAPE in sources else []
    openings = [*guards.openings, *_from_words(said, shape), *_from_siblings(shape, types, laid)]
    if Source.GUARD in sources:
        openings += _unguarded(shape, hard, guards, laid)
    statements = _joined(hard, [_opened(statement, openings) for statement in shape])
    ordered = sorted(statements, key=lambda statement: (statement.places, statement.rule, str(statement.bound)))
    return Domain(
        types=tuple(tuple(types[count]) for count in sorted(types)),
        statements=tuple(ordered),
        doubts=tuple(doubts),
    )


def _believed(claims: Iterable[Statement], laid: Sequence[Places]) -> tuple[list[Statement], list[str]]:
    """Claims that most known inputs agree with, and doubts where some do not."""
    believed, doubts = [], []
    for claim in claims:
        agree = sum(holds(claim, places) for places in laid)
        if agree < AGREE * len(laid):
            continue
        believed.append(claim)
        if agree < len(laid):
            against = len(laid) - agree
            broken = f"{against} of {counted(len(laid), 'known input')} {said_of(against, 'breaks', 'break')}"
            doubts.append(f"{broken} what is said by {claim.evidence[0]}")
    return believed, doubts


def _from_words(said: Said, shape: Sequence[Statement]) -> list[Opening]:
    """Openings that words give; they do not say for which place, so for each."""
    return [
        Opening(kind, statement.places[0], evidence)
        for kind, evidence in said.openings
        for statement in shape
        if OPENED_BY.get(statement.rule) == kind
    ]


def _from_siblings(
    shape: Sequence[Statement], types: Mapping[int, Sequence[TypeSet]], laid: Sequence[Places]
) -> list[Opening]:
    """Numbers as small as another argument of the same types has them: what is said of one is mostly meant for each."""
    least: dict[str, float] = {}
    for at, values in ((at, values) for places in laid for at, values in places.items() if at.isdigit()):
        least[at] = min([least.get(at, math.inf), *filter(is_number, values)])
    found = []
    for statement in shape if len(types) == 1 else ():
        (kinds,) = types.values()
        at = statement.places[0]
        if statement.rule != "at least" or not at.isdigit():
            continue
        others = [str(n) for n, kind in enumerate(kinds) if str(n) != at and kind == kinds[int(at)]]
        lower = [other for other in others if least[other] < statement.bound]  # type: ignore[operator]
        if lower:
            evidence = Evidence(Source.SHAPE, "another argument of the same types goes lower")
            number = min(least[other] for other in lower)
            found.append(Opening("number", at, evidence, None if number < 0 else 0))
    return found


def _unguarded(
    shape: Sequence[Statement], hard: Sequence[Statement], guards: Guards, laid: Sequence[Places]
) -> list[Opening]:
    """What nothing forbids, where inputs seldom need to be told so: the reference has to answer them to become tests.

    Empty texts and containers, save texts whose characters the words prescribe and what is looked for in another text;
    numbers of any sign, where they are data and no counts; zero, where a number says how many items of an argument are
    meant; in texts of letters all that is no letter; a part of a list, where the code is told how long it is and reads
    no more than that.
    """
    evidence = Evidence(Source.GUARD, NOTHING_FORBIDS)
    prescribed = {statement.places[0] for statement in hard if statement.rule == "made of"}
    sized = any(is_sized(value) for places in laid for at in places if at.isdigit() for value in places[at])
    of_items = guards.of_items if sized else frozenset()
    found = []
    for statement in shape:
        at, kind = statement.places[0], OPENED_BY.get(statement.rule)
        if kind == "empty" and at not in prescribed | guards.sought:
            found.append(Opening("empty", at, evidence))
        elif statement.rule == "at least" and at in guards.data | _items(at, guards):
            found.append(Opening("number", at, evidence))
        elif statement.rule == "at least" and at in of_items:
            found.append(Opening("number", at, evidence, 0))
        elif kind == "characters" and _has_letters(str(statement.bound)):
            found.append(Opening("characters", at, evidence))
        elif kind == "counted" and statement.places[1] in guards.by_item:
            found.append(Opening("counted", at, Evidence(Source.GUARD, NO_LONGER)))
    return found


def _items(at: str, guards: Guards) -> set[str]:
    """The place itself, where it is one of items, or of values of a dict, that are no counts."""
    return {at} if at.endswith(("[]", "{}")) and at not in guards.counts else set()


def _has_letters(characters: str) -> bool:
    """Whether all letters of a case are among some characters."""
    return any(set(letters) <= set(characters) for letters in (string.ascii_lowercase, string.ascii_uppercase))


def _opened(statement: Statement, openings: Sequence[Opening]) -> Statement:
    """A statement of the shape, opened by what speaks for inputs that break it."""
    kind = OPENED_BY.get(statement.rule)
    if statement.rule == "of one length" and statement.bound:  # seen at one length only: that may be chance
        kind = "zipped" if any(opening.kind == "zipped" for opening in openings) else kind
    mine = [opening for opening in openings if opening.kind == kind and opening.place == statement.places[0]]
    if statement.rule in ("at least", "more than"):
        mine = [o for o in mine if o.least is None or o.least < statement.bound + (statement.rule == "more than")]  # type: ignore[operator]
    if not mine or (statement.rule == "made of" and len(str(statement.bound)) <= SMALL_ALPHABET):
        return statement
    evidence = tuple(dict.fromkeys(opening.evidence for opening in mine))
    return replace(statement, opened=evidence, wider=_wider(statement, mine))


def _wider(statement: Statement, openings: Sequence[Opening]) -> int | str | None:
    """The bound of an opened statement; None where any will do."""
    rule = statement.rule
    if rule == "length at least":
        return 0
    if rule == "made of":
        reasons = {opening.evidence.text for opening in openings}
        if reasons - {ALL_ALIKE, NOTHING_FORBIDS}:
            return PRINTABLE + FOREIGN
        return PRINTABLE if ALL_ALIKE in reasons else _without_other_case(str(statement.bound))
    least = [opening.least for opening in openings if opening.least is not None]
    if rule not in ("at least", "more than") or len(least) < len(openings):
        return None
    return min(least) - (rule == "more than")


def _without_other_case(known: str) -> str:
    """What any text may hold, save the letters of a case that was never seen: which case it is tends to matter."""
    unseen = [letters for letters in (string.ascii_lowercase, string.ascii_uppercase) if not set(letters) & set(known)]
    return "".join(sorted({*PRINTABLE, *known} - set("".join(unseen))))


def _joined(hard: Sequence[Statement], shape: Sequence[Statement]) -> list[Statement]:
    """All statements; of the shape, those that a stronger one does not already make or overrule.

    Of two that say the same thing the first wins; of two kinds of characters, the fewer.
    """
    ordered = sorted(hard, key=lambda statement: len(str(statement.bound)) if statement.rule == "made of" else 0)
    found = {(statement.rule, statement.places): statement for statement in reversed(ordered)}
    spoken = {(kind, statement.places) for statement in hard for kind in ALTERNATIVES if statement.rule in kind}
    for statement in shape:
        if any(statement.rule in kind and (kind, statement.places) in spoken for kind in ALTERNATIVES):
            continue
        if (statement.rule, statement.places) not in found:
            found[statement.rule, statement.places] = statement
    return list(found.values())


def free_characters(domain: Domain) -> str:
    """Characters that texts may hold and that the known inputs need not show."""
    wider = [str(s.wider) for s in domain.statements if s.rule == "made of" and s.opened]
    return max(wider, key=len, default="")
