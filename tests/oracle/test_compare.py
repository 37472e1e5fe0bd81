from __future__ import annotations

import copy
import marshal
import math
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.model.execution import Ending, Outcome
from augment.model.suite import Oracle
from augment.model.value import Value
from augment.oracle.compare import accepts, counts_as_plain, equal

steady = settings(derandomize=True, deadline=None, database=None, max_examples=150)

EXACT = Oracle()
CLOSE = Oracle(absolute=1e-6, relative=1e-6)
ABSOLUTE = Oracle(absolute=0.5)
ANY_SEQUENCE = Oracle(any_sequence=True)
INF, NAN = math.inf, math.nan

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


def marshalled(value: Any) -> bytes:
    return marshal.dumps(value, 2)


def returned(value: object, marked: str = "") -> Outcome:
    """The outcome of a call that returned a value, as a child would send it."""
    return Outcome(ending=Ending.RETURNED, wire=marshalled(value), marked=marked)


@pytest.mark.parametrize("oracle", [EXACT, CLOSE, ANY_SEQUENCE])
@settings(steady)
@given(value=plain_values)
def test_every_value_equals_its_copy(oracle: Oracle, value: object) -> None:
    assert equal(oracle, value, copy.deepcopy(value))
    assert accepts(oracle, Value.of(value), returned(value))


@steady
@given(plain_values, plain_values)
def test_a_tolerance_rejects_nothing_that_is_exact(one: object, other: object) -> None:
    assert equal(EXACT, one, other) == equal(EXACT, other, one)
    if equal(EXACT, one, other):
        assert equal(CLOSE, one, other)


@steady
@given(plain_values, plain_values)
def test_bytes_and_objects_are_judged_alike(one: object, other: object) -> None:
    assert accepts(EXACT, Value.of(one), returned(other)) == equal(EXACT, one, other)


@steady
@given(st.integers(), st.floats())
def test_a_tolerance_never_holds_for_an_expected_int(expected: int, got: float) -> None:
    assert equal(ABSOLUTE, expected, got) == (expected == got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, True),
        (True, 1),
        (1, 1.0),
        (1.0, 1),
        (1.0, True),
        (0.0, -0.0),
        (1, 1 + 0j),
        ([1, 0], [True, False]),
        ({1: 2}, {1.0: 2.0}),
        ({1: 2, 3: 4}, {3: 4, 1: 2}),
        ({1}, {True}),
        ({1}, frozenset({1})),
        (NAN, NAN),
        (NAN, -NAN),
        ([NAN, (NAN,)], [float("nan"), (float("nan"),)]),
        ({"a": NAN}, {"a": float("nan")}),
        (INF, INF),
        (-INF, -INF),
        (None, None),
        ("a", "a"),
    ],
)
def test_python_equality_and_equal_nans_are_right_under_every_rule(expected: object, got: object) -> None:
    for oracle in (EXACT, CLOSE, ANY_SEQUENCE):
        assert equal(oracle, expected, got)
        assert accepts(oracle, Value.of(expected), returned(got))


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, 2),
        (0, None),
        (1, "1"),
        ("a", b"a"),
        ("", None),
        ([], None),
        ([], ()),
        ((), []),
        ([1], (1,)),
        ([[1]], [(1,)]),
        ({"a": [1]}, {"a": (1,)}),
        ([], {}),
        ({}, set()),
        ([1], [1, 1]),
        ([1, 2], [2, 1]),
        ([1], {1}),
        ({1: 2}, {1: 2, 3: 4}),
        ({1: 2, 3: 4}, {1: 2}),
        ({1: 2}, [1]),
        ({1}, {1, 2}),
        (NAN, 0.0),
        (0.0, NAN),
        (NAN, None),
        (NAN, INF),
        (NAN, "nan"),
        (1, NAN),
        (INF, -INF),
        (50000000000000000, 50000000000000001),
        (2**53, 2**53 + 1),
        (2**53 + 1, float(2**53)),
        (10**400, INF),
        (INF, 10**400),
        (-INF, -(10**400)),
        (0.1, "0.1"),
        (1.0, [1.0]),
    ],
)
def test_other_values_are_wrong_under_the_exact_rule(expected: object, got: object) -> None:
    assert not equal(EXACT, expected, got)
    assert not equal(EXACT, [expected], [got])
    assert not accepts(EXACT, Value.of(expected), returned(got))


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (50000000000000000, 50000000000000001),
        ([50000000000000000], [50000000000000001]),
        ({"a": (50000000000000000,)}, {"a": (50000000000000001,)}),
        (10**400, 10**400 + 1),
        (1, 1.0000000001),
        (1, 0.9999999999),
        ([1], [1.0000000001]),
        (True, 1.0000000001),
        (1.0000000001, True),
        (0.0000000001, False),
        (1.0, 1.00001),
        (1.0, 10**400),
        (1.0, INF),
        (1.0, -INF),
        (1.0, NAN),
        (NAN, 1.0),
        (1e308, -1e308),
        (1.0, None),
        (1.0, "1.0"),
        ("1.0", 1.0),
        ([1.0], (1.0,)),
        ([1.0], [1.0, 1.0]),
        ({1.0}, {1.0000000001}),
        ({1.0: 1}, {1.0000000001: 1}),
        (1.0, 1.0 + 1j),
    ],
)
def test_these_are_wrong_with_a_tolerance_too(expected: object, got: object) -> None:
    assert not equal(CLOSE, expected, got)
    assert not accepts(CLOSE, Value.of(expected), returned(got))


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1.0, 1.0000000001),
        (-1.0, -1.0000000001),
        (0.0, 1e-7),
        (1e300, 1.0000001e300),
        ([1.0, (2.0,)], [1.0000000001, (2.0000000001,)]),
        ({"a": 1.0}, {"a": 1.0000000001}),
        (1.0000000001, 1),  # an int answer is a number; only an expected int is exact
        (5e16, 50000000000000001),
        (1 + 1j, 1.0000000001 + 1j),
        ([NAN, 1.0], [NAN, 1.0000000001]),
    ],
)
def test_these_are_right_with_a_tolerance_and_wrong_without(expected: object, got: object) -> None:
    assert equal(CLOSE, expected, got)
    assert accepts(CLOSE, Value.of(expected), returned(got))
    assert not equal(EXACT, expected, got)


def test_the_tolerance_is_the_larger_of_absolute_and_relative_and_includes_its_end() -> None:
    absolute = Oracle(absolute=0.25)
    assert equal(absolute, 1.0, 1.25)
    assert not equal(absolute, 1.0, 1.2500001)
    relative = Oracle(relative=0.25)
    assert equal(relative, 4.0, 5.0)
    assert equal(relative, -4.0, -3.0)
    assert not equal(relative, 4.0, 5.0001)
    assert not equal(relative, 0.0, 1e-300)
    both = Oracle(absolute=0.5, relative=0.25)
    assert equal(both, 1.0, 1.5)
    assert equal(both, 4.0, 5.0)


def test_the_relative_tolerance_is_a_share_of_the_expected_value() -> None:
    relative = Oracle(relative=0.25)
    assert not equal(relative, 4.0, 5.2)
    assert equal(relative, 5.2, 4.0)


@pytest.mark.parametrize("expected", [INF, -INF])
@pytest.mark.parametrize("got", [0.0, 1.0, -1e308, 7, 10**300])
def test_no_finite_number_is_close_to_infinity(expected: float, got: float) -> None:
    assert not equal(CLOSE, expected, got)


def test_infinities_of_different_sign_are_not_close() -> None:
    assert not equal(CLOSE, INF, -INF)
    assert not equal(CLOSE, -INF, INF)


@pytest.mark.parametrize(("expected", "got"), [(INF, 1.0), (INF, -INF), (-INF, INF), (INF, NAN), (1.0, INF)])
def test_infinity_is_exact_under_an_absolute_tolerance(expected: float, got: float) -> None:
    assert not equal(ABSOLUTE, expected, got)


@pytest.mark.parametrize("oracle", [EXACT, CLOSE])
@pytest.mark.parametrize(
    ("expected", "got"),
    [(complex(NAN, 1), complex(NAN, 2)), (complex(NAN, 0), complex(0, NAN)), (NAN, complex(0, NAN))],
)
def test_complex_numbers_with_a_nan_still_differ_in_the_other_part(
    oracle: Oracle, expected: complex, got: complex
) -> None:
    assert not equal(oracle, expected, got)


@pytest.mark.parametrize("value", [{NAN}, frozenset([NAN]), {NAN: 1}, {(NAN, 1)}], ids=repr)
def test_nan_equals_nan_in_a_set_and_as_a_key(value: object) -> None:
    # Another sign or payload, as inf - inf has on many processors, so that the bytes differ.
    blob = marshalled(value)
    other = blob.replace(struct.pack("<d", NAN), struct.pack("<d", -NAN))
    assert other != blob
    assert accepts(EXACT, Value.of(value), Outcome(ending=Ending.RETURNED, wire=other))


def test_list_and_tuple_are_one_at_the_top_alone_where_the_oracle_says_so() -> None:
    assert equal(ANY_SEQUENCE, [1, 2], (1, 2))
    assert equal(ANY_SEQUENCE, (1, 2), [1, 2])
    assert equal(ANY_SEQUENCE, [], ())
    assert not equal(ANY_SEQUENCE, [[1]], [(1,)])
    assert not equal(ANY_SEQUENCE, [(1,)], ([1],))
    assert not equal(ANY_SEQUENCE, {"a": [1]}, {"a": (1,)})
    assert not equal(ANY_SEQUENCE, [1, 2], (2, 1))
    assert not equal(ANY_SEQUENCE, [1], {1})
    assert not equal(ANY_SEQUENCE, ["a"], "a")
    assert not equal(ANY_SEQUENCE, [], None)
    assert accepts(ANY_SEQUENCE, Value.of([1]), returned((1,)))


def test_the_values_compared_are_left_as_they_were() -> None:
    expected, got = [1, [2]], (1, [2])
    equal(ANY_SEQUENCE, expected, got)
    assert (expected, got) == ([1, [2]], (1, [2]))


@pytest.mark.parametrize(
    ("mark", "plain"),
    [
        ("", True),
        ("Counter", True),
        ("OrderedDict", True),
        ("defaultdict", True),
        ("namedtuple", True),
        ("numpy.float64", True),
        ("numpy.bool_", True),
        ("deque", False),
        ("numpy.ndarray", False),
        ("counter", False),
        ("xnumpy.float64", False),
        ("set", False),
    ],
)
def test_marked_types_count_where_python_calls_them_equal(mark: str, plain: bool) -> None:
    assert counts_as_plain(mark) is plain
    assert accepts(EXACT, Value.of({"a": 1}), returned({"a": 1}, mark)) is plain
    assert not accepts(EXACT, Value.of({"a": 1}), returned({"a": 2}, mark))


def test_a_marked_scalar_is_compared_by_the_rule() -> None:
    assert accepts(CLOSE, Value.of(1.0), returned(1.0000000001, "numpy.float64"))
    assert not accepts(EXACT, Value.of(1.0), returned(1.0000000001, "numpy.float64"))


def test_a_namedtuple_is_a_tuple_and_no_list() -> None:
    assert accepts(EXACT, Value.of((1, 2)), returned((1, 2), "namedtuple"))
    assert not accepts(EXACT, Value.of([1, 2]), returned((1, 2), "namedtuple"))


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"N",
        b"\x00",
        b"i\x01\0\0",
        b"i\x01\0\0\0N",
        b"[\xff\xff\xff\x7f",
        b"[\x01\0\0\0" * 5000,
        b"<\x01\0\0\0[\0\0\0\0",
        b"l\xff\xff\xff\x7f",
        b"u\x01\0\0\0\xff",
        marshal.dumps(compile("1", "x", "exec"), 2),
        marshal.dumps(Ellipsis, 2),
    ],
    ids=range(12),
)
def test_forged_bytes_are_wrong_and_raise_nothing(blob: bytes) -> None:
    for oracle in (EXACT, CLOSE, ANY_SEQUENCE):
        for marked in ("", "Counter", "deque"):
            assert not accepts(oracle, Value.of(1), Outcome(ending=Ending.RETURNED, wire=blob, marked=marked))


@steady
@given(st.binary(max_size=40))
def test_any_bytes_are_right_or_wrong(blob: bytes) -> None:
    outcome = Outcome(ending=Ending.RETURNED, wire=blob)
    assert accepts(EXACT, Value.of([1.5]), outcome) is (blob == Value.of([1.5]).wire)


def test_the_deepest_value_is_compared() -> None:
    expected, got = 1.0, 1.0000000001
    deep_expected: object = expected
    deep_got: object = got
    for _ in range(100):
        deep_expected, deep_got = [deep_expected], [deep_got]
    assert accepts(CLOSE, Value.of(deep_expected), returned(deep_got))
    assert not accepts(EXACT, Value.of(deep_expected), returned(deep_got))


UNORDERED = Oracle(unordered=True)
SETLIKE = Oracle(unordered=True, repeats_count=False)
TRUTH = Oracle(truth_only=True)


@pytest.mark.parametrize(
    ("oracle", "expected", "got", "right"),
    [
        (UNORDERED, [1, 2, 2], [2, 1, 2], True),
        (UNORDERED, [1, 2, 2], (2, 2, 1), True),
        (UNORDERED, [1, 2, 2], [1, 2], False),
        (UNORDERED, [1, 2, 2], [1, 1, 2], False),
        (UNORDERED, [1, True], [1.0, 1], True),
        (UNORDERED, [[1, 2]], [[2, 1]], False),
        (UNORDERED, [1, 2], 1, False),
        (UNORDERED, 3, 4, False),
        (Oracle(unordered=True, absolute=0.1), [1.0, 2.0], [2.05, 1.05], True),
        (Oracle(unordered=True, absolute=0.1), [1.0, 2.0], [1.05, 1.02], False),
        (SETLIKE, [1, 2, 2], {1, 2}, True),
        (SETLIKE, [1, 2], [2, 1, 1, 1], True),
        (SETLIKE, [1, 2], [1], False),
        (SETLIKE, [1], [1, 2], False),
        (UNORDERED, list(range(3000)), list(range(3000))[::-1], True),
        (UNORDERED, list(range(3000)), [*range(2999), 0], False),
        (SETLIKE, list(range(3000)), [*range(3000), 0], True),
        (TRUTH, True, [0], True),
        (TRUTH, True, 0, False),
        (TRUTH, None, [], True),
        (TRUTH, "", "x", False),
    ],
)
def test_an_oracle_may_free_the_order_the_repeats_or_all_but_the_truth(
    oracle: Oracle, expected: object, got: object, right: bool
) -> None:
    assert equal(oracle, expected, got) is right
