"""Find what may be code in a text: the fences of its Markdown, and lines between lines of prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from markdown_it import MarkdownIt

from augment.extract.code import compiles, whole_statements

BY_THE_BOOK: Final = MarkdownIt("zero").enable(["fence", "code", "list", "blockquote"])
"""Fences as CommonMark has them; HTML is text, since models write tags of their own."""
LENIENT: Final = MarkdownIt("zero").enable("fence")
"""Fences however far they are indented, in a list or out of it."""
BESIDE_TEXT: Final = re.compile(r"^([^`\n]*[^`\s])[ \t]*(```+[\w+-]*)[ \t]*$", re.MULTILINE)
"""A fence that has no line of its own."""
MOST_WASTED: Final = 200
"""Lines that begin as code does and are none, after which a text is given up."""
BEGINS_CODE: Final = re.compile(
    r"(?:async\s+)?def\s+\w+\s*\(|class\s+\w+|import\s+\w|from\s+[\w.]+\s+import\b|@\w|[A-Za-z_]\w*\s*(?::[^=]+)?=[^=]"
)
"""How lines of code begin that are worth a look where prose stands around them."""


def fenced(text: str) -> Iterator[list[str]]:
    """The contents of the fences of a text, in order, read by rules that grow more lenient."""
    if "```" in text or "~~~" in text:
        yield _fences(BY_THE_BOOK, text)
        yield _fences(LENIENT, text)
        yield _fences(LENIENT, BESIDE_TEXT.sub(r"\1\n\2", text))


def _fences(markdown: MarkdownIt, text: str) -> list[str]:
    return [token.content for token in markdown.parse(text) if token.type == "fence"]


def code_pieces(text: str) -> list[str]:
    """The text where it compiles, else the pieces of it that do and begin as code does."""
    if compiles(text):
        return [text]
    lines = text.split("\n")
    found: list[str] = []
    at = wasted = 0
    while at < len(lines) and wasted < MOST_WASTED:
        begins = BEGINS_CODE.match(lines[at])
        piece = whole_statements("\n".join(lines[at:]))[0] if begins else ""
        if piece.strip():
            found.append(piece)
        elif begins:
            wasted += 1
        at += piece.count("\n") + 1
    return found
