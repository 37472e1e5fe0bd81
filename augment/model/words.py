"""English for messages."""

from __future__ import annotations


def with_article(noun: str) -> str:
    """`a str`, `an int`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def shortened(text: str, length: int = 200) -> str:
    """At most `length` characters; the cut is told."""
    return text if len(text) <= length else f"{text[:length]}… ({len(text):,} characters)"
