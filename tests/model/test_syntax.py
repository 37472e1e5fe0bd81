"""Parsing, whatever else goes on in the process."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from augment.model.syntax import TRIES, parse_module


@pytest.mark.parametrize(("times", "parses"), [(1, True), (TRIES - 1, True), (TRIES, False)])
def test_a_text_is_parsed_again_where_threads_disturbed_each_other(
    monkeypatch: pytest.MonkeyPatch, times: int, parses: bool
) -> None:
    """CPython's own fault (gh-106905) comes up too seldom for a test, so it is played."""
    left, parse = [times], ast.parse

    def disturbed(*args: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise SystemError("AST constructor recursion depth mismatch (before=54, after=46)")
        return parse(*args, **named)

    monkeypatch.setattr(ast, "parse", disturbed)
    if parses:
        assert len(parse_module("x = 1\ny = 2\n").body) == 2
    else:
        with pytest.raises(SystemError):
            parse_module("x = 1\n")
