"""English for messages."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str = "") -> str:
    """`1 problem`, `1,534 problems`; a plural that is not the noun with an s is given."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def said_of(count: int, one: str, many: str) -> str:
    """The form that goes with a count: `is` or `are`."""
    return one if count == 1 else many


def with_article(noun: str) -> str:
    """`a str`, `an int`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def shortened(text: str, length: int = 200) -> str:
    """At most `length` characters; the cut is told."""
    return text if len(text) <= length else f"{text[:length]}… ({len(text):,} characters)"
