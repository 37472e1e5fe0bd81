"""What a prompt promises: calls of the entry point with literals, and the answers it says they give.

Reads a doctest (`>>> f(1)` with the answer on the next line) and a statement on one line: `f(1) == 2`, `f(1) -> 2`,
`f(1) => 2`, `f(1) returns 2`, `f(1) = 2` and the like. Prose is no formal language, so whatever might mean something
else is passed over: a call inside a larger expression, an answer that goes on (`2 or 3`, `2 * 3`, `1, 2`, `1 if ...`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augment.domain.harvest import balanced, docstrings
from augment.errors import NotPlain
from augment.model.literals import read_literal
from augment.model.problem import Problem
from augment.model.value import Value

GIVES: Final = re.compile(
    r"""[`'"]?[ \t]*(?:\n[ \t]*)?(?:\#[ \t]*)?
    (?: =+> | -+> | [➞→⇒➜➡] | ={1,3} | (?:(?:should|must|will|would)\s+)?(?:returns?|equals?|gives?|be|is)\b )
    [\s:`]*(?:returns?\b[\s:`]*)?""",
    re.VERBOSE,
)
"""Between a call and its answer; an arrow or an equals sign may begin the next line."""
CALCULATION: Final = re.compile(r"[\d \t.+*/()-]*[+*/-][\d \t.+*/()-]*=[ \t]*")
"""In front of an answer, as in `1 + 9 = 10`."""
ATOM: Final = re.compile(
    r"""[Tt]rue\b | [Ff]alse\b | None\b
    | b?"(?:\\.|[^"\\\n])*" | b?'(?:\\.|[^'\\\n])*'
    | [-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?""",
    re.VERBOSE,
)
GOES_ON: Final = re.compile(
    r"""[\w%^*/+(\[-] | \.\d | \.\.
    | [ \t]*[-+*/%^|&<>=]+[ \t]*[\d'"\[({.]
    | [ \t]*(?:, | and\b | ,[ \t]*(?:or|and)\b)[ \t]*(?:[-\d'"\[({] | (?:True|False|None)\b)
    | [ \t]*,[ \t]*(?:if|when|unless|for)\b
    | [ \t]+(?!(?:because|since|as|and|but|while|whereas|where|which|so)\b)[^\W\d_]""",
    re.VERBOSE,
)
"""Behind a literal: there is more to the answer than the literal, or the literal only counts what a word names."""
INSIDE: Final = re.compile(r"(?:[-+*/%=<>]|\bnot)$")
"""Before a call: it is part of a larger expression. A dash or a star that begins the line marks an item of a list."""
BULLET: Final = re.compile(r"(?:[-*+•][ \t]*)+")


@dataclass(frozen=True, slots=True)
class Example:
    """Arguments, and the answer that the prompt says they give."""

    args: Value
    """A tuple."""
    answer: Value


def promised_answers(problem: Problem) -> list[Example]:
    """The examples of a problem's prompt, in order, without repeats.

    Docstrings are read as the text they stand for; where these give nothing, the prompt is read as it is written.
    """
    for text in ("\n".join(docstrings(problem.reference)), problem.prompt):
        found = dict.fromkeys(_examples(problem.entry_point, text))
        if found:
            return list(found)
    return []


def _examples(entry_point: str, text: str) -> Iterator[Example]:
    for match in re.finditer(rf"\b{re.escape(entry_point)}\s*\(", text):
        call = balanced(text, match.end() - 1)
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        behind = text[match.end() - 1 + len(call) :]
        try:
            args = read_literal(f"{call[:-1].rstrip().rstrip(',')},)") if call[1:-1].strip() else ()
            if isinstance(args, tuple) and args:
                answer = _doctest(behind) if before.strip() == ">>>" else None
                answer = answer or _statement(before, behind)
                if answer is not None:
                    yield Example(Value.of(args), answer)
        except NotPlain:
            continue


def _doctest(behind: str) -> Value | None:
    """The answer on the lines below a call that is the whole of its line."""
    line, _, below = behind.partition("\n")
    if line.strip() and not line.strip().startswith("#"):
        return None
    lines = []
    for answer in below.split("\n"):
        if not answer.strip() or answer.strip().startswith((">>>", "...")):
            break
        lines.append(answer.strip())
    try:
        return Value.from_literal(" ".join(lines))
    except NotPlain:
        return _literal(lines[0]) if lines else None


def _statement(before: str, behind: str) -> Value | None:
    """The answer behind an arrow, an equals sign or a verb."""
    before = before.strip().removeprefix(">>>")
    if INSIDE.search(before) and not BULLET.fullmatch(before):
        return None
    gives = GIVES.match(behind)
    if gives is None:
        return None
    calculation = CALCULATION.match(behind, gives.end())
    return _literal(behind[(calculation or gives).end() :])


def _literal(text: str) -> Value | None:
    """The literal that a text begins with; None where it is none, or goes on behind it."""
    if text[:1] in ("[", "(", "{"):
        found = balanced(text, 0)
    else:
        atom = ATOM.match(text)
        found = atom[0] if atom else ""
    if not found or GOES_ON.match(text, len(found)):
        return None
    return Value.from_literal({"true": "True", "false": "False"}.get(found, found))
