from __future__ import annotations

import re
from pathlib import Path

import pytest

import augment
from augment.model.words import counted, said_of, with_article


@pytest.mark.parametrize(
    ("noun", "said"),
    [("str", "a str"), ("int", "an int"), ("OrderedDict", "an OrderedDict"), ("numpy.ndarray", "a numpy.ndarray")],
)
def test_a_vowel_takes_an(noun: str, said: str) -> None:
    assert with_article(noun) == said


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 tests are"), (1, "1 test is"), (2, "2 tests are"), (1534, "1,534 tests are")]
)
def test_one_is_said_in_the_singular(count: int, said: str) -> None:
    assert f"{counted(count, 'test')} {said_of(count, 'is', 'are')}" == said


def test_a_plural_may_be_odd() -> None:
    assert [counted(count, "adversary", "adversaries") for count in (1, 2)] == ["1 adversary", "2 adversaries"]


PLURAL = re.compile(
    r"\{[^{}]*\} (?:\w+ )?(?:problem|test|input|completion|program|answer|question|token|comparison)s\b"
)
"""A number, as far as can be seen, in front of a noun that is always in the plural."""


def test_no_message_has_a_plural_for_one() -> None:
    """What counts in a message goes through `counted`; a count that is never 1 may stand in the list."""
    root = Path(augment.__file__).parent
    found = {
        (path.relative_to(root).as_posix(), match.group())
        for path in root.rglob("*.py")
        for match in PLURAL.finditer(path.read_text("utf-8"))
    }
    assert found == {("completing.py", "{self.samples} answers")}
