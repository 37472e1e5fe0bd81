"""Types of plain values: what they admit, how they join, what annotations name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.types import annotated_types, argument_types, fits, type_of, types_of_answers
from augment.model.suite import Case, Kind
from augment.model.types import NOTHING, TypeSet, union
from augment.model.value import Value

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
HASHABLE = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3), max_leaves=5
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=3)
        | st.sets(HASHABLE, max_size=3)
        | st.frozensets(HASHABLE, max_size=3)
    ),
    max_leaves=8,
)
TYPES = VALUES.map(type_of)


def atom(*names: str) -> TypeSet:
    return TypeSet(atoms=frozenset(names))


def list_of(inside: TypeSet) -> TypeSet:
    return TypeSet(items=(("list", inside),))


@LAW
@given(VALUES)
def test_a_value_fits_its_own_type(value: object) -> None:
    assert fits(value, type_of(value))


@LAW
@given(VALUES, VALUES)
def test_both_sides_fit_the_join(one: object, two: object) -> None:
    joined = type_of(one) | type_of(two)
    assert fits(one, joined)
    assert fits(two, joined)


@LAW
@given(TYPES, TYPES)
def test_joins_are_commutative(one: TypeSet, two: TypeSet) -> None:
    assert one | two == two | one


@LAW
@given(TYPES, TYPES, TYPES)
def test_joins_are_associative(one: TypeSet, two: TypeSet, three: TypeSet) -> None:
    assert (one | two) | three == one | (two | three)


@LAW
@given(TYPES, TYPES)
def test_joins_are_idempotent_and_absorb(one: TypeSet, two: TypeSet) -> None:
    assert one | one == one
    assert (one | two) | one == one | two
    assert one | NOTHING == one == NOTHING | one


@LAW
@given(st.lists(VALUES, max_size=4))
def test_items_of_a_list_fit_the_type_of_its_items(values: list[object]) -> None:
    inside = type_of(values).item_types("list")
    assert inside is not None
    assert inside == union(map(type_of, values))
    assert all(fits(value, inside) for value in values)


@LAW
@given(VALUES)
def test_the_kinds_of_a_single_value_are_the_name_of_its_class(value: object) -> None:
    assert type_of(value).kinds() == (type(value).__name__,)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "bool"),
        (1, "int"),
        (1.0, "float"),
        (1j, "complex"),
        ("", "str"),
        (b"", "bytes"),
        ([], "list[nothing]"),
        ([1, None], "list[None | int]"),
        ([[1], ["a"]], "list[list[int | str]]"),
        ((), "tuple[()]"),
        ((1, "a"), "tuple[int, str]"),
        ([(1,), (1, "a")], "list[tuple[int | str, ...]]"),
        ([(1, "a"), (2.0, "b")], "list[tuple[int | float, str]]"),
        ({1}, "set[int]"),
        (frozenset({"a"}), "frozenset[str]"),
        ({"a": [1], "b": [None]}, "dict[str, list[None | int]]"),
        ({}, "dict[nothing, nothing]"),
        ([1, [1], (1,), {1}, {1: 1}], "list[int | list[int] | set[int] | tuple[int] | dict[int, int]]"),
    ],
)
def test_the_type_of_a_value_reads_as_python_would_write_it(value: object, text: str) -> None:
    assert str(type_of(value)) == text


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (True, [1]),
        (1, [True]),
        (1, [1.0]),
        (1.0, [1]),
        (None, [1]),
        ([True], [[1]]),
        ([1], [[]]),
        ([1], [(1,)]),
        ((1,), [[1]]),
        ({1}, [frozenset({1})]),
        ([[], [1, None]], [[[1], [2]]]),
        ((1, 2, 3), [(1, 2)]),
        (("a", 1), [(1, "a")]),
        ((1, 2, "a"), [(1,), (1, 2)]),
        ({"a": 1}, [{"a": "b"}]),
        ({1: 1}, [{"a": 1}]),
        ({"a": 1}, [{}]),
        (b"a", ["a"]),
    ],
)
def test_what_was_not_seen_does_not_fit(value: object, seen: list[object]) -> None:
    assert not fits(value, union(map(type_of, seen)))


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ([], [[1]]),
        (set(), [{1}]),
        ({}, [{1: 1}]),
        ([2, None], [[1], [None]]),
        ((1, 2, 3), [(1,), (1, 2)]),
        ((), [(1,), (1, 2)]),
        ((1, "b"), [(1, 2), ("a", "b")]),
    ],
)
def test_what_is_put_together_from_seen_parts_fits(value: object, seen: list[object]) -> None:
    assert fits(value, union(map(type_of, seen)))


def test_tuples_of_one_length_keep_their_fields_and_of_several_lengths_do_not() -> None:
    same = type_of((1, "a")) | type_of((2, "b"))
    assert same.fields == (atom("int"), atom("str"))
    assert same.tuple_items is None
    several = same | type_of((1,))
    assert several.fields is None
    assert several.tuple_items == atom("int", "str")


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        ("int", "int"),
        ("None", "None"),
        ("list[int]", "list[int]"),
        ("List[int]", "list[int]"),
        ("typing.List[int]", "list[int]"),
        ("'List[int]'", "list[int]"),
        ("List['int']", "list[int]"),
        ("Optional[int]", "None | int"),
        ("int | None", "None | int"),
        ("Union[int, str, List[float]]", "int | str | list[float]"),
        ("Set[str]", "set[str]"),
        ("FrozenSet[str]", "frozenset[str]"),
        ("Dict[str, List[int]]", "dict[str, list[int]]"),
        ("Tuple[int, str]", "tuple[int, str]"),
        ("tuple[int, ...]", "tuple[int, ...]"),
        ("List[Optional[Tuple[int, ...]]]", "list[None | tuple[int, ...]]"),
        ("List[List[bytes]]", "list[list[bytes]]"),
    ],
)
def test_annotations_are_read_at_every_depth(annotation: str, text: str) -> None:
    found = annotated_types(f"def solve(x: {annotation}):\n    return x\n", "solve")
    assert {place: str(types) for place, types in found.items()} == {0: text}


@pytest.mark.parametrize(
    "annotation",
    ["list", "List", "Any", "List[Any]", "Callable[[int], int]", "Sequence[int]", "'not python ('", "Tuple[int, Any]"],
)
def test_what_an_annotation_leaves_open_is_absent(annotation: str) -> None:
    assert annotated_types(f"def solve(x: {annotation}):\n    return x\n", "solve") == {}


def test_answers_that_are_tuples_of_items_alike_may_have_any_length_and_records_may_not() -> None:
    def answering(*answers: object) -> TypeSet:
        cases = [
            Case(id=f"base-{n}", kind=Kind.BASE, args=Value.of((n,)), expected=Value.of(answer), origin="test")
            for n, answer in enumerate(answers)
        ]
        return types_of_answers(cases)

    assert fits(("a", "b"), answering(("a", "b", "c"), ("d", "e", "f")))
    assert not fits((1, "b"), answering(("a", "b", "c")))
    assert not fits(("a", 1, "b"), answering(("a", 1)))
    assert fits(("b", 2), answering(("a", 1)))


def test_annotations_belong_to_places_and_to_the_entry_point() -> None:
    source = "def helper(a: str): ...\ndef solve(a, b: int, /, c: float = 1.0, *rest: str, d: bool = True): ...\n"
    assert annotated_types(source, "solve") == {1: atom("int"), 2: atom("float")}


@pytest.mark.parametrize("source", ["def solve(x: int:", "def other(x: int): ...", ""])
def test_source_without_a_readable_entry_point_has_no_annotations(source: str) -> None:
    assert annotated_types(source, "solve") == {}


@pytest.mark.parametrize(
    "source",
    [
        "def solve(x: int):\n    def solve(x: str): ...\n",
        "def solve(x: int): ...\nclass Other:\n    def solve(x: str): ...\n",
    ],
)
def test_an_inner_function_of_the_same_name_says_nothing(source: str) -> None:
    assert annotated_types(source, "solve") == {0: atom("int")}


def test_the_last_definition_counts() -> None:
    assert annotated_types("def solve(x: int): ...\ndef solve(x): ...\n", "solve") == {}


def test_source_with_a_lone_surrogate_has_no_annotations() -> None:
    assert annotated_types("def solve(x: int): return '\ud800'", "solve") == {}


def test_argument_types_join_what_was_seen_and_what_is_annotated() -> None:
    found = argument_types([(1, "a"), (None, "b")], {1: atom("bytes"), 7: atom("complex")})
    assert found == {2: [atom("NoneType", "int"), atom("str", "bytes")]}


def test_each_number_of_arguments_keeps_types_of_its_own() -> None:
    found = argument_types([([1],), (["a"], 2), ()], {})
    assert found == {1: [list_of(atom("int"))], 2: [list_of(atom("str")), atom("int")], 0: []}


@LAW
@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=4))
def test_every_seed_fits_the_argument_types(seeds: list[tuple[object, ...]]) -> None:
    types = argument_types(seeds, {0: atom("int")})[2]
    assert all(fits(value, inside) for args in seeds for value, inside in zip(args, types, strict=True))
    assert fits(5, types[0])
