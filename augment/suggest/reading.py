"""Inputs in what a language model wrote. Literals are read as data; no code is evaluated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augment.errors import NotPlain
from augment.model.literals import read_literal
from augment.model.value import Value

OPENING: Final = {"(": ")", "[": "]", "{": "}"}
MOST: Final = 200
"""Inputs taken of one answer."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of one answer."""

    inputs: tuple[Value, ...]
    unreadable: int
    """Pieces that look like inputs and are none."""


def inputs_in(text: str, counts: frozenset[int]) -> Read:
    """The tuples of arguments in an answer.

    Args:
        text: a list of tuples, among whatever else; a list that breaks off, or has a broken item, is read item by item.
        counts: how many arguments a call may have.
    """
    whole = _list(text)
    if whole is not None:
        return _taken([_input(item, counts) for item in whole])
    return _taken([_read(piece, counts) for piece in _pieces(text)])


def _taken(found: list[Value | None]) -> Read:
    inputs = dict.fromkeys(value for value in found[:MOST] if value is not None)
    return Read(tuple(inputs), sum(value is None for value in found[:MOST]))


def _list(text: str) -> list[object] | None:
    """The list that begins with the first bracket, where it can be read as a whole."""
    start = text.find("[")
    end = _closing(text, start) if start >= 0 else None
    if end is None:
        return None
    value = _literal(text[start:end])
    return value if isinstance(value, list) and all(isinstance(item, (list, tuple)) for item in value) else None


def _literal(text: str) -> object:
    """A value written in Python or JSON; an object of no use where it is none."""
    for read in (read_literal, json.loads):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, NotPlain, TypeError, MemoryError):
            continue
    return NOTHING


NOTHING: Final = object()


def _pieces(text: str) -> Iterator[str]:
    """Bracketed pieces one level below the outermost list; the outermost ones where there is no list."""
    at = text.find("[") + 1
    while at < len(text):
        if text[at] in "([":
            end = _closing(text, at)
            if end is None:
                yield text[at:]
                return
            yield text[at:end]
            at = end
        else:
            at += 1


def _closing(text: str, start: int) -> int | None:
    """Behind the bracket that closes the one at `start`; None where it is never closed."""
    stack: list[str] = []
    at = start
    while at < len(text):
        character = text[at]
        if character in "'\"":
            at = _behind_string(text, at)
            continue
        if character in OPENING:
            stack.append(OPENING[character])
        elif stack and character == stack[-1]:
            stack.pop()
            if not stack:
                return at + 1
        at += 1
    return None


def _behind_string(text: str, start: int) -> int:
    at = start + 1
    while at < len(text) and text[at] != text[start]:
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _read(piece: str, counts: frozenset[int]) -> Value | None:
    return _input(_literal(piece), counts)


def _input(value: object, counts: frozenset[int]) -> Value | None:
    """A tuple of arguments, where a call may have so many."""
    if not isinstance(value, (list, tuple)) or len(value) not in counts:
        return None
    try:
        return Value.of(tuple(value))
    except NotPlain:
        return None
