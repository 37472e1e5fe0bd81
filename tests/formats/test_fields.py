from __future__ import annotations

import pytest

from augment.errors import BadLine
from augment.formats import fields


def test_a_missing_field_is_its_default() -> None:
    assert fields.whole({}, "a", "f:1", 3) == 3
    assert fields.flag({}, "a", "f:1", False) is False
    assert fields.items({}, "a", "f:1", []) == []
    assert fields.mapping({}, "a", "f:1", {}) == {}
    assert fields.distance({}, "a", "f:1", 0.5) == 0.5


@pytest.mark.parametrize("value", [True, 1.0, "1", None, float("inf")])
def test_what_is_no_whole_number_is_told(value: object) -> None:
    with pytest.raises(BadLine, match=r"f:1: wanted a whole number `a`, found (a |null)"):
        fields.whole({"a": value}, "a", "f:1", 0)


@pytest.mark.parametrize(
    "value", [-1, -1e-300, float("nan"), float("inf"), 10**400, 16**4999, True, "1", None], ids=type
)
def test_what_is_no_distance_is_told(value: object) -> None:
    with pytest.raises(BadLine, match="f:1: wanted a number `a` from 0, found "):
        fields.distance({"a": value}, "a", "f:1", 0.0)


def test_unknown_keys_that_cannot_be_written_again_are_told() -> None:
    assert fields.unknown({"a": 1, "b": [2]}, ("a",), "f:1") == {"b": [2]}
    with pytest.raises(BadLine, match="f:1: wanted strict JSON, found NaN or Infinity in b"):
        fields.unknown({"a": 1, "b": [float("nan")]}, ("a",), "f:1")
