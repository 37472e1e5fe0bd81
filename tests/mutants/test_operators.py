"""Every operator by its own examples."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from augment.mutants.make import Replacement
from augment.mutants.operators import OPERATORS
from augment.mutants.places import places

ROOT = Path(__file__).parents[2]
EXAMPLES = [(name, example) for name, operator in OPERATORS.items() for example in operator.examples]


def made_of(text: str, operator: str) -> list[str]:
    """All that an operator makes of a text."""
    tree = ast.parse(text)
    found = []
    for place in places(tree):
        for fault in OPERATORS[operator].change(place):
            with Replacement(operator, place, fault).made():
                found.append(ast.unparse(tree))
    assert ast.unparse(tree) == ast.unparse(ast.parse(text)), "the tree is as it was"
    return found


@pytest.mark.parametrize(("operator", "example"), EXAMPLES, ids=[f"{name}: {e[0]!r}" for name, e in EXAMPLES])
def test_an_operator_makes_what_its_example_says(operator: str, example: tuple[str, ...]) -> None:
    before, *after = example
    assert made_of(before, operator) == [text or "pass" for text in after]


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_says_what_it_does_and_shows_it(name: str) -> None:
    operator = OPERATORS[name]
    assert operator.about.endswith(".")
    assert any(len(example) > 1 for example in operator.examples)


def test_the_documents_list_all_operators() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts/operators.py")], capture_output=True, text=True, check=True
    )
    told = (ROOT / "docs/adversaries.md").read_text("utf-8")
    assert f"<!-- output: operators -->\n```text\n{done.stdout.strip()}\n```" in told
    assert all(f"\n  {name}: " in done.stdout for name in OPERATORS)
