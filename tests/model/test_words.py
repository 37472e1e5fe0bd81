from __future__ import annotations

import pytest

from augment.model.words import with_article


@pytest.mark.parametrize(
    ("noun", "said"),
    [("str", "a str"), ("int", "an int"), ("OrderedDict", "an OrderedDict"), ("numpy.ndarray", "a numpy.ndarray")],
)
def test_a_vowel_takes_an(noun: str, said: str) -> None:
    assert with_article(noun) == said
