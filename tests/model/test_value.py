from __future__ import annotations

import dataclasses
import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import NotPlain
from augment.model import wire
from augment.model.value import Value

steady = settings(derandomize=True, deadline=None, database=None, max_examples=150)

keys = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
plain_values = st.recursive(
    keys | st.floats() | st.complex_numbers() | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.sets(keys, max_size=3)
        | st.frozensets(keys, max_size=3)
        | st.dictionaries(keys, inner, max_size=3)
    ),
    max_leaves=8,
)


@steady
@given(plain_values)
def test_a_value_survives_unpacking_its_literal_and_the_wire(plain: object) -> None:
    value = Value.of(plain)
    assert Value.of(value.unpack()) == value
    assert Value.from_literal(value.literal) == value
    assert Value.of(wire.decode(value.wire)) == value
    assert hash(Value.of(value.unpack())) == hash(value)


DIFFERENT = [
    1,
    True,
    1.0,
    1 + 0j,
    0,
    False,
    0.0,
    -0.0,
    complex(0.0, 0.0),
    complex(0.0, -0.0),
    None,
    "1",
    b"1",
    "",
    b"",
    [],
    (),
    set(),
    frozenset(),
    {},
    [1],
    (1,),
    {1},
    {True},
    {1.0},
    frozenset({1}),
    {1: 1},
    {1: True},
    {True: 1},
    {0.0: 1},
    {-0.0: 1},
    [[1]],
    [(1,)],
    {1: 1, 2: 2},
    {2: 2, 1: 1},
    math.inf,
    -math.inf,
    math.nan,
    complex(math.nan, 0.0),
    complex(0.0, math.nan),
    10**4000,
    -(10**4000),
    "é",
    "e\u0301",
    "\ud800",
]


def test_values_that_differ_in_type_or_content_are_kept_apart() -> None:
    for one, other in itertools.combinations(DIFFERENT, 2):
        for wrap in (lambda v: v, lambda v: [[v]], lambda v: (0, {"k": v})):
            assert Value.of(wrap(one)) != Value.of(wrap(other))
    assert len({Value.of(plain) for plain in DIFFERENT}) == len(DIFFERENT)
    assert len({Value.of(plain).literal for plain in DIFFERENT}) == len(DIFFERENT)


def test_nan_is_itself() -> None:
    assert Value.of([math.nan]) == Value.of([-float("nan")]) == Value.from_literal("[nan]")


def test_shared_parts_make_no_difference() -> None:
    part = [1]
    assert Value.of([part, part]) == Value.of([[1], [1]])


def test_unpacking_gives_a_fresh_object_each_time() -> None:
    value = Value.of([[1]])
    first = value.unpack()
    assert isinstance(first, list)
    first[0].append(2)
    assert value.unpack() == [[1]]


def test_later_changes_of_the_original_are_not_seen() -> None:
    original = {"a": [1]}
    value = Value.of(original)
    original["a"].append(2)
    assert value.unpack() == {"a": [1]}


def test_a_value_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Value.of(1).wire = b"N"  # type: ignore[misc]


def test_arguments_are_a_tuple() -> None:
    assert Value.of((1, [2])).unpack_args() == (1, [2])
    for other in ([1], 1, None, {1: 2}):
        with pytest.raises(TypeError, match=f"a {type(other).__name__}$"):
            Value.of(other).unpack_args()


def test_what_is_not_plain_is_refused() -> None:
    with pytest.raises(NotPlain):
        Value.of(object())
    with pytest.raises(NotPlain):
        Value.from_literal("object()")
    with pytest.raises(NotPlain):
        Value.from_literal("[" * 150 + "]" * 150)


@pytest.mark.parametrize("wrap", [lambda v: [v], lambda v: (v,), lambda v: {0: v}], ids=["list", "tuple", "dict"])
@pytest.mark.parametrize("core", [None, "a", 1j, -1.5])
def test_the_deepest_value_can_be_written_and_read(wrap: object, core: object) -> None:
    assert callable(wrap)
    plain = core
    for _ in range(wire.MAX_DEPTH):
        plain = wrap(plain)
    value = Value.of(plain)
    assert Value.from_literal(value.literal) == value
