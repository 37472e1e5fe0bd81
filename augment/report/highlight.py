"""Python programs cut into pieces of one colour each, by Pygments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from pygments.lexers.python import PythonLexer
from pygments.token import Token

LONGEST: Final = 20_000
"""Characters of a program that are shown."""
CLASSES: Final[tuple[tuple[Any, str], ...]] = (
    (Token.Comment, "c"),
    (Token.Literal.String, "s"),
    (Token.Literal.Number, "n"),
    (Token.Keyword, "k"),
    (Token.Operator.Word, "k"),
    (Token.Name.Function, "f"),
    (Token.Name.Class, "f"),
    (Token.Name.Decorator, "f"),
)
"""Kinds of tokens, and the class that the style of the page gives a colour to."""


def pieces(program: str) -> list[tuple[str, str]]:
    """Class and text of each piece, the class being empty where the text has no colour of its own.

    The texts together are the program, or its first `LONGEST` characters. Any text goes, also what is no Python.
    """
    return [(kind, "".join(text for _, text in many)) for kind, many in groupby(_tokens(program), lambda one: one[0])]


def _tokens(program: str) -> Iterator[tuple[str, str]]:
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    for _, token, text in lexer.get_tokens_unprocessed(program[:LONGEST]):
        yield _class(token), text


def _class(token: Any) -> str:
    return next((name for kind, name in CLASSES if token in kind), "")
