"""English for messages."""

from __future__ import annotations


def with_article(noun: str) -> str:
    """`a str`, `an int`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"
