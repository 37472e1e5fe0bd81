"""Parse Python text without letting the parser's warnings out."""

from __future__ import annotations

import ast
import re
import symtable
import threading
import warnings
from types import CodeType
from typing import Literal

MAY_WARN = re.compile(r"\\|[0-9][a-zA-Z]|[\])}'\"]\s*[(\[]|\bis\b")
"""What the parser may warn of in an expression: escapes, numbers run into words, literals called or compared by `is`.
Most literals have none of it, and are read several times as fast without a warning filter."""
_ONE_AT_A_TIME = threading.Lock()
"""`catch_warnings` changes state of the whole process."""

TRIES = 100
"""At one text, where another thread parses at the same time."""


def parse(source: str, mode: Literal["exec", "eval"] = "exec") -> ast.Module | ast.Expression:
    """The syntax tree of some text, which may be anybody's.

    Raises:
        SyntaxError: it does not parse, whatever the reason: null bytes, lone surrogates and depth too.
    """
    if mode == "eval" and not MAY_WARN.search(source):
        return _parsed(source, mode)
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _parsed(source, mode)


def _parsed(source: str, mode: str, tries: int = TRIES) -> ast.Module | ast.Expression:
    try:
        tree = ast.parse(source, mode=mode)
    except SystemError:  # CPython before 3.13 counts depth for all threads together, and takes that for an error
        if tries > 1:
            return _parsed(source, mode, tries - 1)
        raise
    except (ValueError, RecursionError, MemoryError) as problem:
        raise SyntaxError(str(problem) or "nested too deeply") from None
    assert isinstance(tree, (ast.Module, ast.Expression))
    return tree


def parse_module(source: str) -> ast.Module:
    """The syntax tree of a module. Raises `SyntaxError` as `parse` does."""
    tree = parse(source)
    assert isinstance(tree, ast.Module)
    return tree


def compiled(source: ast.Module | str) -> CodeType:
    """The code of a module, for a look at it. Raises `SyntaxError` where it cannot be compiled."""
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return compile(source, "<program>", "exec", dont_inherit=True)
        except (ValueError, RecursionError, MemoryError) as problem:
            raise SyntaxError(str(problem) or "nested too deeply") from None


def scopes(source: str) -> symtable.SymbolTable:
    """The names of a module that compiles, scope by scope."""
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return symtable.symtable(source, "<program>", "exec")
