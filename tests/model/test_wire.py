from __future__ import annotations

import array
import collections
import decimal
import enum
import fractions
import marshal
import math
import resource
import struct
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import NotPlain
from augment.model import wire

steady = settings(derandomize=True, deadline=None, database=None, max_examples=150)

PLAIN = (type(None), bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict)
CODES = b"NTFilgyus[(<>{"

big_ints = st.integers(4290, 4400).flatmap(lambda digits: st.sampled_from((1, -1)).map(lambda sign: sign * 10**digits))
hashable_atoms = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**40), 2**40)
    | big_ints
    | st.floats(allow_nan=False)
    | st.complex_numbers(allow_nan=False)
    | st.text(st.characters(codec=None, categories=None), max_size=6)
    | st.binary(max_size=6)
)
hashables = st.recursive(
    hashable_atoms,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
plain_values = st.recursive(
    hashables | st.floats() | st.complex_numbers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.sets(hashables, max_size=3)
        | st.frozensets(hashables, max_size=3)
        | st.dictionaries(hashables, inner, max_size=3)
    ),
    max_leaves=10,
)


def anatomy(value: object) -> object:
    """Type and content at every depth, so that plain equality compares what Python's own equality mixes up."""
    kind = type(value)
    if isinstance(value, float):
        return kind, "nan" if math.isnan(value) else struct.pack("<d", value)
    if isinstance(value, complex):
        return kind, anatomy(value.real), anatomy(value.imag)
    if isinstance(value, (list, tuple)):
        return kind, [anatomy(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return kind, sorted(repr(anatomy(item)) for item in value)
    if isinstance(value, dict):
        return kind, [(anatomy(key), anatomy(item)) for key, item in value.items()]
    return kind, hex(value) if kind is int and isinstance(value, int) else value


def is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return type(value) is dict and all(is_plain(part) for pair in value.items() for part in pair)
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value) in PLAIN and all(map(is_plain, value))
    return type(value) in PLAIN


def finishes(code: str, *, cpu_seconds: int = 2) -> bool:
    """Whether a fresh interpreter gets through the code; the system ends it when it needs more processor time."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))

    done = subprocess.run([sys.executable, "-c", code], preexec_fn=bound, capture_output=True, check=False)
    if done.returncode > 0:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.returncode == 0


def marshalled(value: Any) -> bytes:
    return marshal.dumps(value, 2)


def nested(wrap: Callable[[object], object], times: int, core: object) -> object:
    for _ in range(times):
        core = wrap(core)
    return core


@steady
@given(plain_values)
def test_every_plain_value_comes_back_with_its_exact_type_at_every_depth(value: object) -> None:
    assert anatomy(wire.decode(wire.encode(value))) == anatomy(value)


@steady
@given(plain_values)
def test_what_marshal_writes_is_read_as_marshal_reads_it(value: object) -> None:
    blob = marshalled(value)
    assert anatomy(wire.decode(blob)) == anatomy(value) == anatomy(marshal.loads(blob))


@steady
@given(plain_values)
def test_one_value_has_one_encoding(value: object) -> None:
    blob = wire.encode(value)
    assert wire.encode(wire.decode(blob)) == blob


@steady
@given(st.lists(hashables, max_size=6, unique=True))
def test_a_set_has_one_encoding_whatever_order_it_was_filled_in(items: list[object]) -> None:
    backwards = items[::-1]
    assert wire.encode(set(items)) == wire.encode(set(backwards))
    assert wire.encode(frozenset(items)) == wire.encode(frozenset(backwards))


@pytest.mark.parametrize(
    ("value", "blob"),
    [
        (None, b"N"),
        (True, b"T"),
        (False, b"F"),
        (1, b"i\x01\0\0\0"),
        (-1, b"i\xff\xff\xff\xff"),
        (2**31 - 1, b"i\xff\xff\xff\x7f"),
        (2**31, b"l\x03\0\0\0\0\0\0\0\x02\0"),  # 2**31 is 2 * (2**15)**2
        (-(2**31) - 1, b"l\xfd\xff\xff\xff\x01\0\0\0\x02\0"),
        (1.0, b"g\0\0\0\0\0\0\xf0\x3f"),
        (-0.0, b"g\0\0\0\0\0\0\0\x80"),
        (1j, b"y\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f"),
        ("é", b"u\x02\0\0\0\xc3\xa9"),
        ("\ud800", b"u\x03\0\0\0\xed\xa0\x80"),
        (b"\xff", b"s\x01\0\0\0\xff"),
        ([None], b"[\x01\0\0\0N"),
        ((), b"(\0\0\0\0"),
        ({True}, b"<\x01\0\0\0T"),
        (frozenset(), b">\0\0\0\0"),
        ({None: []}, b"{N[\0\0\0\x000"),
    ],
)
def test_the_bytes_of_each_type_are_these(value: object, blob: bytes) -> None:
    assert wire.encode(value) == blob
    assert anatomy(wire.decode(blob)) == anatomy(value)


def test_every_nan_is_encoded_as_the_same_nan() -> None:
    (odd,) = struct.unpack("<d", bytes.fromhex("010000000000f4ff"))
    assert math.isnan(odd)
    assert wire.encode(odd) == wire.encode(-math.nan) == wire.encode(math.nan)
    assert wire.encode([complex(odd, 1)]) == wire.encode([complex(math.nan, 1)])
    assert wire.encode({odd}) == wire.encode({math.nan})


def test_a_dict_with_two_nans_as_keys_keeps_both_items() -> None:
    assert wire.encode({math.nan: 1, float("nan"): 2}).count(b"g") == 2


class Point(NamedTuple):
    x: int
    y: int


class Colour(enum.IntEnum):
    RED = 1


class Word(str):
    __slots__ = ()


class Trap(list[object]):
    """A list whose methods all blow up."""

    def __iter__(self) -> None:  # type: ignore[override]
        raise AssertionError("a method of a foreign class was called")

    __eq__ = __len__ = __repr__ = __hash__ = __iter__  # type: ignore[assignment]


FOREIGN = [
    Point(1, 2),
    Colour.RED,
    Word("a"),
    Trap(),
    type("Int", (int,), {})(1),
    type("Float", (float,), {})(1.0),
    type("Complex", (complex,), {})(1j),
    type("Bytes", (bytes,), {})(b"a"),
    type("Tuple", (tuple,), {})(),
    type("Set", (set,), {})(),
    type("Frozenset", (frozenset,), {})(),
    type("Dict", (dict,), {})(),
    collections.Counter("a"),
    collections.OrderedDict(),
    collections.defaultdict(list),
    collections.deque(),
    np.float64(1.0),
    np.int64(1),
    np.complex128(1j),
    np.array([1]),
    bytearray(b"a"),
    memoryview(b"a"),
    array.array("i", [1]),
    range(3),
    decimal.Decimal(1),
    fractions.Fraction(1, 2),
    Ellipsis,
    NotImplemented,
    StopIteration,
    object(),
    len,
    (lambda: 1).__code__,
    iter([]),
    slice(1),
]


@pytest.mark.parametrize("value", FOREIGN, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [v], lambda v: (0, (v,)), lambda v: {0: v}])
def test_subclasses_and_other_types_are_refused_at_every_depth(value: object, wrap: Callable[[object], object]) -> None:
    with pytest.raises(NotPlain, match=type(value).__name__):
        wire.encode(wrap(value))


@pytest.mark.parametrize("value", [Point(1, 2), Colour.RED, Word("a"), np.float64(1.5)])
def test_a_subclass_is_refused_as_a_key_and_as_an_element(value: object) -> None:
    for holder in ({value: 1}, {value}, frozenset([value]), {(value,): 1}):
        with pytest.raises(NotPlain):
            wire.encode(holder)


def test_a_value_that_contains_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append({0: loop})
    with pytest.raises(NotPlain):
        wire.encode(loop)


@pytest.mark.parametrize("wrap", [lambda v: [v], lambda v: (v,), lambda v: {0: v}], ids=["list", "tuple", "dict"])
def test_encoding_and_decoding_stop_at_the_same_depth(wrap: Callable[[object], object]) -> None:
    deepest = nested(wrap, wire.MAX_DEPTH, None)
    assert anatomy(wire.decode(wire.encode(deepest))) == anatomy(deepest)
    too_deep = wrap(deepest)
    with pytest.raises(NotPlain):
        wire.encode(too_deep)
    with pytest.raises(NotPlain):
        wire.decode(marshalled(too_deep))


def test_frozensets_within_frozensets_survive() -> None:
    value = nested(lambda v: frozenset([v]), wire.MAX_SETS, 1.0)
    assert anatomy(wire.decode(wire.encode(value))) == anatomy(value)
    with pytest.raises(NotPlain):
        wire.encode(frozenset([value]))


def test_a_deep_frozenset_from_hostile_bytes_is_encoded_or_refused_soon() -> None:
    assert finishes(
        "from augment.errors import NotPlain\n"
        "from augment.model import wire\n"
        "try:\n    wire.encode(wire.decode(b'>\\x01\\0\\0\\0' * 90 + b'N'))\n"
        "except NotPlain:\n    pass\n"
    )


def test_a_megabyte_of_elements_with_equal_hashes_is_decoded_or_refused_soon() -> None:
    assert finishes(
        "import marshal, struct, sys\n"
        "from augment.errors import NotPlain\n"
        "from augment.model import wire\n"
        "blobs = [marshal.dumps(n * sys.hash_info.modulus, 2) for n in range(2, 60000)]\n"
        "blob = b'<' + struct.pack('<i', len(blobs)) + b''.join(blobs)\n"
        "assert len(blob) <= 2**20\n"
        "try:\n    wire.decode(blob)\n"
        "except NotPlain:\n    pass\n"
    )


@steady
@given(st.binary(max_size=80))
def test_any_bytes_are_a_plain_value_or_refused(blob: bytes) -> None:
    try:
        value = wire.decode(blob)
    except NotPlain:
        return
    assert is_plain(value)


size = st.integers(-2, 5) | st.integers(-(2**31), 2**31 - 1)
pieces = st.one_of(
    st.sampled_from([bytes([code]) for code in CODES + b"0"]),
    st.tuples(st.sampled_from(b"lus[(<>"), size).map(lambda pair: struct.pack("<Bi", *pair)),
    st.sampled_from([b"N", b"T", b"i\x01\0\0\0", b"g\0\0\0\0\0\0\xf8\x7f", b"s\0\0\0\0"]),
    st.binary(max_size=4),
)


@settings(steady, max_examples=500)
@given(st.lists(pieces, max_size=14).map(b"".join))
def test_bytes_that_look_like_values_are_plain_values_or_refused(blob: bytes) -> None:
    try:
        value = wire.decode(blob)
    except NotPlain:
        return
    assert is_plain(value)


@steady
@given(plain_values, st.data())
def test_a_damaged_value_is_a_plain_value_or_refused(value: object, data: st.DataObject) -> None:
    blob = bytearray(wire.encode(value))
    at = data.draw(st.integers(0, len(blob) - 1))
    blob[at] = data.draw(st.integers(0, 255))
    try:
        found = wire.decode(bytes(blob))
    except NotPlain:
        return
    assert is_plain(found)


@steady
@given(plain_values, st.data())
def test_a_value_cut_short_or_with_bytes_left_over_is_refused(value: object, data: st.DataObject) -> None:
    blob = wire.encode(value)
    with pytest.raises(NotPlain):
        wire.decode(blob[: data.draw(st.integers(0, len(blob) - 1))])
    with pytest.raises(NotPlain):
        wire.decode(blob + data.draw(st.binary(min_size=1, max_size=3)))


@pytest.mark.parametrize("code", [code for code in range(256) if code not in CODES])
def test_every_other_type_code_is_refused(code: int) -> None:
    for tail in (b"", bytes(64)):
        with pytest.raises(NotPlain):
            wire.decode(bytes([code]) + tail)


@pytest.mark.parametrize("version", range(5))
def test_code_objects_are_refused(version: int) -> None:
    blob = marshal.dumps(compile("raise SystemExit", "x", "exec"), version)
    for hostile in (blob, b"[\x01\0\0\0" + blob, b"{" + blob + b"N0", b"<\x01\0\0\0" + blob):
        with pytest.raises(NotPlain):
            wire.decode(hostile)


@pytest.mark.parametrize("value", [Ellipsis, StopIteration])
def test_the_singletons_that_are_no_data_are_refused(value: object) -> None:
    with pytest.raises(NotPlain):
        wire.decode(marshalled(value))


def test_references_of_later_versions_are_refused() -> None:
    part = [1]
    with pytest.raises(NotPlain):
        wire.decode(marshal.dumps([part, part], 4))


@pytest.mark.parametrize("code", "lus[(<>")
@pytest.mark.parametrize("count", [2, 1000, 2**31 - 1, -1000, -(2**31)])
def test_a_length_beyond_the_bytes_is_refused(code: str, count: int) -> None:
    with pytest.raises(NotPlain):
        wire.decode(code.encode() + struct.pack("<i", count) + b"N")


@pytest.mark.parametrize("code", "us[(<>")
def test_a_negative_length_is_refused(code: str) -> None:
    with pytest.raises(NotPlain):
        wire.decode(code.encode() + struct.pack("<i", -1) + b"N" * 8)


def test_an_integer_digit_out_of_range_is_refused() -> None:
    assert wire.decode(b"l\x01\0\0\0\xff\x7f") == 32767
    with pytest.raises(NotPlain):
        wire.decode(b"l\x01\0\0\0\x00\x80")


@pytest.mark.parametrize(
    "blob",
    [
        b"<\x01\0\0\0[\0\0\0\0",
        b">\x01\0\0\0{0",
        b"<\x01\0\0\0<\0\0\0\0",
        b"{[\0\0\0\0N0",
        b"<\x01\0\0\0(\x01\0\0\0[\0\0\0\0",
    ],
)
def test_unhashable_elements_and_keys_are_refused(blob: bytes) -> None:
    with pytest.raises(NotPlain):
        wire.decode(blob)


@pytest.mark.parametrize("blob", [b"{", b"{N", b"{N0", b"{0N", b"{NNN0", b"0", b""])
def test_a_dict_that_is_not_whole_pairs_and_an_end_is_refused(blob: bytes) -> None:
    with pytest.raises(NotPlain):
        wire.decode(blob)


def test_text_that_is_not_utf8_is_refused() -> None:
    for text in (b"\xff", b"\xc3", b"\xc0\x80"):
        with pytest.raises(NotPlain):
            wire.decode(b"u" + struct.pack("<i", len(text)) + text)


@pytest.mark.parametrize("layer", [b"[\x01\0\0\0", b"(\x01\0\0\0", b"<\x01\0\0\0", b">\x01\0\0\0", b"{", b"{N"])
def test_a_nested_bomb_is_refused(layer: bytes) -> None:
    with pytest.raises(NotPlain, match="nested deeper"):
        wire.decode(layer * 100_000)


@pytest.mark.parametrize(
    "unit", [b"N", b"[\0\0\0\0", b"<\0\0\0\0", b"{0", b"{NN0", b"<\x01\0\0\0N", b"u\0\0\0\0", b"i\xff\xff\0\0"]
)
def test_memory_stays_within_a_small_multiple_of_the_bytes(unit: bytes) -> None:
    count = 20_000
    blob = b"[" + struct.pack("<i", count) + unit * count
    tracemalloc.start()
    try:
        found = wire.decode(blob)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(found, list)
    assert len(found) == count
    assert peak < 100 * len(blob)


def test_lengths_that_lie_take_no_memory() -> None:
    blob = b"[\xff\xff\xff\x7f" * 50
    tracemalloc.start()
    try:
        with pytest.raises(NotPlain):
            wire.decode(blob)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


@pytest.mark.parametrize("value", [2**3_000_000 - 1, -(2**3_000_000), 7**100_000], ids=["positive", "negative", "odd"])
def test_a_long_integer_comes_back(value: int) -> None:
    assert wire.decode(marshalled(value)) == value
