from __future__ import annotations

import ast
import collections
import math
import struct
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import NotPlain
from augment.model.literals import read_literal, write_literal

steady = settings(derandomize=True, deadline=None, database=None, max_examples=150)

PLAIN = (type(None), bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict)

big_ints = st.integers(3995, 4400).flatmap(lambda digits: st.sampled_from((1, -1)).map(lambda sign: sign * 10**digits))
hashables = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | big_ints
    | st.floats(allow_nan=False)
    | st.complex_numbers(allow_nan=False)
    | st.text(st.characters(codec=None, categories=None), max_size=6)
    | st.binary(max_size=6),
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


@steady
@given(plain_values)
def test_every_plain_value_is_read_back_with_its_exact_type_at_every_depth(value: object) -> None:
    assert anatomy(read_literal(write_literal(value))) == anatomy(value)


@steady
@given(plain_values)
def test_a_literal_is_one_line_that_utf8_can_hold(value: object) -> None:
    text = write_literal(value)
    assert len(text.splitlines()) == 1
    text.encode("utf-8")


@steady
@given(st.lists(hashables, max_size=6, unique=True))
def test_a_set_has_one_literal_whatever_order_it_was_filled_in(items: list[object]) -> None:
    backwards = items[::-1]
    assert write_literal(set(items)) == write_literal(set(backwards))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (True, "True"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        (1j, "complex(0.0, 1.0)"),
        (complex(-0.0, -math.inf), "complex(-0.0, -inf)"),
        ("it's\n", '"it\'s\\n"'),
        ("\ud800", "'\\ud800'"),
        (b"\x00a", "b'\\x00a'"),
        ([], "[]"),
        ((), "()"),
        ((1,), "(1,)"),
        ((1, [2]), "(1, [2])"),
        (set(), "set()"),
        ({10, 9, "a"}, "{'a', 10, 9}"),
        (frozenset(), "frozenset()"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
        ({}, "{}"),
        ({2: None, 1: {}}, "{2: None, 1: {}}"),
        (10**4000 - 1, "9" * 4000),
        (16**3400, "0x1" + "0" * 3400),
        (-(16**3400), "-0x1" + "0" * 3400),
    ],
    ids=range(26),
)
def test_the_literal_of_each_type_is_this(value: object, text: str) -> None:
    assert write_literal(value) == text
    assert anatomy(read_literal(text)) == anatomy(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 1\n", 1),
        ("1_000", 1000),
        ("0o17", 15),
        ("+5", 5),
        ("- -5", 5),
        ("1e999", math.inf),
        ("'a' 'b'", "ab"),
        ("1+2j", 1 + 2j),
        ("-1.5-2j", -1.5 - 2j),
        ("(1)", 1),
        ("1,", (1,)),
        ("[1, # one\n 2]", [1, 2]),
        ("float('inf')", math.inf),
        ("float('-inf')", -math.inf),
        ("float('nan')", math.nan),
        ("complex(1, -2)", 1 - 2j),
        ("frozenset([1, 1])", frozenset({1})),
        ("frozenset((1,))", frozenset({1})),
        ("{1: 2, 1: 3}", {1: 3}),
    ],
)
def test_other_spellings_of_plain_data_are_read(text: str, value: object) -> None:
    assert anatomy(read_literal(text)) == anatomy(value)


@steady
@given(st.text("0123456789.,:()[]{}'\"+-jeb_ \\#\nxNoneTru", max_size=12))
def test_what_python_reads_as_a_literal_is_read_the_same(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            wanted = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return
        if wanted is not Ellipsis:
            assert anatomy(read_literal(text)) == anatomy(wanted)


WORDS = r"""inf nan set frozenset complex float None True ... lambda: yield * ** := if else not ~ f'{1}' print a.b
( ) [ ] { } , : + - 1 0x1f 1e999 2j 'a' b'\xff' \ # é ' " """
words = st.sampled_from([*WORDS.split(), " ", "\x00", "\ud800"])


@settings(steady, max_examples=400)
@given(st.lists(words, max_size=10).map(" ".join) | st.lists(words, max_size=10).map("".join))
def test_any_text_is_plain_data_or_refused(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = read_literal(text)
        except NotPlain:
            return
    assert is_plain(value)


@pytest.mark.parametrize(
    "template",
    [
        "open({path}, 'w')",
        "[open({path}, 'w')]",
        "__import__('pathlib').Path({path}).touch()",
        "(lambda: open({path}, 'w'))()",
        "f'{{open({path}, 'w')}}'",
        "[open(p, 'w') for p in [{path}]]",
        "{{open({path}, 'w'): 1}}",
        "frozenset(open({path}, 'w'))",
        "complex(open({path}, 'w'), 1)",
        "set(*[open({path}, 'w')])",
        "float(open({path}, 'w'))",
        "1 if open({path}, 'w') else 2",
        "-open({path}, 'w')",
        "1 + open({path}, 'w')",
        "(x := open({path}, 'w'))",
        "set.__class__.__base__.__subclasses__()",
        "import os",
        "1; open({path}, 'w')",
    ],
)
def test_reading_runs_no_code(template: str, tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    with pytest.raises(NotPlain):
        read_literal(template.format(path=repr(str(touched)).replace("'", '"')))
    assert not touched.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "...",
        "x",
        "NaN",
        "print",
        "1 + 1",
        "1 + True",
        "True + 1j",
        "-True",
        "-'a'",
        "~1",
        "not 1",
        "'%s' % 1",
        "2 ** 9 ** 9",
        "'a' * 10 ** 12",
        "[*[1]]",
        "{**{}}",
        "set([1])",
        "set(x=1)",
        "frozenset('ab')",
        "frozenset({1: 2})",
        "frozenset([1], [2])",
        "complex('1j')",
        "complex(1)",
        "complex('1', 2)",
        "float('1e5')",
        "float(1)",
        "int('1')",
        "inf()",
        "a.inf",
        "{[]: 1}",
        "{set()}",
        "frozenset([[1]])",
        "{([],)}",
        "\x00",
        "'\ud800'",
        "b'é'",
        "'''",
        "1" * 4301,
    ],
)
def test_what_is_no_literal_of_plain_data_is_refused(text: str) -> None:
    with pytest.raises(NotPlain):
        read_literal(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 1000 + "]" * 1000,
        "-" * 100_000 + "1",
        "1+" * 100_000 + "1j",
        "set" + "()" * 100_000,
        "a" + ".b" * 100_000,
        "{0:" * 5000 + "1" + "}" * 5000,
        "not " * 50_000 + "1",
        "frozenset(" * 5000,
    ],
    ids=range(9),
)
def test_a_nested_bomb_is_refused(text: str) -> None:
    with pytest.raises(NotPlain):
        read_literal(text)


@pytest.mark.parametrize(
    "text", [f"complex(1{'0' * 400}, 0)", f"complex(0, -1{'0' * 400})", f"1{'0' * 400} + 1j", f"[1{'0' * 400} - 1j]"]
)
def test_a_complex_number_out_of_range_is_refused(text: str) -> None:
    with pytest.raises(NotPlain):
        read_literal(text)


@pytest.mark.parametrize("text", [r"'\d'", r"b'\d'", "[1if 1else 2]"])
def test_reading_warns_of_nothing(text: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            read_literal(text)
        except NotPlain:
            assert text.startswith("[")
    assert not caught


def test_a_message_on_a_long_text_is_short() -> None:
    with pytest.raises(NotPlain) as caught:
        read_literal("x" * 100_000)
    assert len(caught.value.message) < 300


class Int(int):
    pass


@pytest.mark.parametrize(
    "value",
    [
        Int(1),
        type("Text", (str,), {})("a"),
        type("List", (list,), {})(),
        type("Tuple", (tuple,), {})(),
        type("Set", (set,), {})(),
        type("Frozenset", (frozenset,), {})(),
        collections.Counter(),
        collections.OrderedDict(),
        collections.deque(),
        np.float64(1),
        np.complex128(1),
        bytearray(),
        range(2),
        Ellipsis,
        object(),
        len,
    ],
    ids=lambda value: type(value).__name__,
)
def test_subclasses_and_other_types_have_no_literal(value: object) -> None:
    for holder in (value, [value], (value,), {0: value}):
        with pytest.raises(NotPlain, match=type(value).__name__):
            write_literal(holder)


def test_a_value_that_contains_itself_has_no_literal() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(NotPlain):
        write_literal(loop)
