"""Proposals: what they keep of the inputs they come from, and what chance may decide."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.domain.harvest import Pool, harvest
from augment.domain.types import annotated_types, argument_types, fits
from augment.generate.mutate import Seed, mutators_of, propose
from augment.generate.mutators import MUTATORS
from augment.model.problem import Problem
from augment.model.suite import Proposal
from augment.model.types import TypeSet
from augment.model.value import Value

LAW = settings(deadline=None, derandomize=True)
"""Laws are tried on the same values in every run, however busy the machine is."""

Inputs = list[tuple[Any, ...]]

EMPTY = Pool(atoms={}, characters="", words=[])
OTHER_ORIGINS = {"argument.exchange", "argument.relate", "any.redraw"}
REGISTERED = {f"{kind}.{verb}" for kind, verbs in MUTATORS.items() for verb in verbs}

TEXTS = st.text("ab 1", max_size=5)
ARGUMENTS: list[st.SearchStrategy[Any]] = [
    st.integers(),
    st.integers(0, 9) | st.none(),
    st.booleans() | st.floats(),
    st.complex_numbers(),
    TEXTS,
    st.binary(max_size=4),
    st.none(),
    st.lists(st.integers() | TEXTS, max_size=4),
    st.lists(st.lists(st.integers(), max_size=3), max_size=3),
    st.lists(st.dictionaries(TEXTS, st.lists(st.booleans(), max_size=2), max_size=2), max_size=2),
    st.tuples(st.integers(), TEXTS),
    st.lists(st.integers(), max_size=3).map(tuple),
    st.lists(st.tuples(st.integers(), st.integers()), max_size=3),
    st.sets(TEXTS | st.integers(), max_size=4),
    st.frozensets(st.tuples(TEXTS, st.integers()), max_size=3),
    st.dictionaries(st.integers() | TEXTS, st.sets(st.integers(), max_size=2), max_size=3),
]
INPUTS: st.SearchStrategy[Inputs] = st.lists(
    st.lists(st.sampled_from(ARGUMENTS), max_size=3).flatmap(lambda parts: st.tuples(*parts)), min_size=1, max_size=4
)


def seeds_of(inputs: Inputs) -> list[Seed]:
    return [Seed(f"base-{number}", args) for number, args in enumerate(inputs)]


def proposed(
    inputs: Inputs,
    count: int = 300,
    seed: int = 0,
    annotated: dict[int, TypeSet] | None = None,
    pool: Pool = EMPTY,
) -> list[Proposal]:
    types = argument_types(inputs, annotated or {})
    return propose(seeds_of(inputs), types, pool, count, random.Random(seed))


def toy(source: str) -> Problem:
    return Problem(task_id="Toy/0", prompt=source, entry_point="solve", canonical_solution="", test="")


def first_arguments(proposals: list[Proposal]) -> list[Any]:
    return [proposal.args.unpack_args()[0] for proposal in proposals]


@settings(LAW, max_examples=150)
@given(INPUTS, st.integers(0, 2**32))
def test_a_proposal_keeps_the_laws(inputs: Inputs, seed: int) -> None:
    before = [Value.of(args) for args in inputs]
    pool = harvest(toy("def solve(x): return (3, -1.5, 'k')"), inputs)
    proposals = proposed(inputs, 25, seed, pool=pool)
    types = argument_types(inputs, {})

    assert len(proposals) <= 25
    assert [Value.of(args) for args in inputs] == before  # seeds are not changed in place
    parents = {start.id: start for start in seeds_of(inputs)}
    for proposal in proposals:
        args = proposal.args.unpack_args()
        assert len(args) == len(parents[proposal.parent].args)
        assert all(map(fits, args, types[len(args)]))
        generator, _, names = proposal.origin.partition(":")
        assert generator == "mutation"
        assert set(names.split("+")) <= REGISTERED | OTHER_ORIGINS
        assert 1 <= len(names.split("+")) <= 3
    assert proposed(inputs, 25, seed, pool=pool) == proposals


def test_different_seeds_make_different_proposals() -> None:
    inputs: Inputs = [([1, 2, 3], "abc"), ([5], "d e")]
    assert proposed(inputs, seed=1) == proposed(inputs, seed=1)
    assert proposed(inputs, seed=1) != proposed(inputs, seed=2)


def test_the_generator_passed_in_is_the_only_source_of_chance() -> None:
    inputs: Inputs = [([1, 2, 3], "abc"), ([5], "d e")]
    random.seed(1)
    one, state = proposed(inputs), random.getstate()
    random.seed(1)
    assert random.getstate() == state  # the shared generator was not drawn from
    random.seed(2)
    assert proposed(inputs) == one


def test_as_many_are_made_as_asked_for_where_changes_always_succeed() -> None:
    assert len(proposed([(5,)], 200)) == 200
    assert proposed([(5,)], 0) == []


def test_a_call_without_arguments_has_no_mutants() -> None:
    assert proposed([()]) == []


def test_all_seeds_are_drawn() -> None:
    assert {proposal.parent for proposal in proposed([(1,), (2,), (3,)])} == {"base-0", "base-1", "base-2"}


def test_numbers_of_arguments_are_not_mixed() -> None:
    for proposal in proposed([(1,), ("a", "b")]):
        kinds = [type(value) for value in proposal.args.unpack_args()]
        assert kinds == ([int] if proposal.parent == "base-0" else [str, str])


def test_an_argument_that_may_be_none_stays_so() -> None:
    made = first_arguments(proposed([(3,), (None,)]))
    assert {type(value) for value in made} == {int, type(None)}
    from_none = first_arguments([p for p in proposed([(3,), (None,)]) if p.parent == "base-1"])
    assert int in {type(value) for value in from_none}


def test_a_mixed_list_stays_mixed() -> None:
    made = first_arguments(proposed([([1, "a", None],)]))
    assert {type(item) for value in made for item in value} == {int, str, type(None)}
    assert any({int, str} <= {type(item) for item in value} for value in made)


def test_types_of_annotations_are_used_even_where_no_input_shows_them() -> None:
    source = "def solve(x: Optional[int]):\n    return x\n"
    inputs: Inputs = [(3,), (4,)]
    annotated = first_arguments(proposed(inputs, annotated=annotated_types(source, "solve")))
    unannotated = first_arguments(proposed(inputs, annotated=annotated_types("def solve(x): return x", "solve")))
    assert {type(value) for value in annotated} == {int, type(None)}
    assert {type(value) for value in unannotated} == {int}


def test_an_empty_list_grows_once_its_items_are_known() -> None:
    assert all(value == [] for value in first_arguments(proposed([([],)])))
    source = "def solve(x: list[bool]): ..."
    grown = first_arguments(proposed([([],)], annotated=annotated_types(source, "solve")))
    assert any(grown)
    assert {type(item) for value in grown for item in value} == {bool}


def test_a_tuple_of_one_length_keeps_it() -> None:
    made = first_arguments(proposed([((1, "a"),), ((2, "b"),)]))
    assert {(type(value[0]), type(value[1]), len(value)) for value in made} == {(int, str, 2)}
    assert len(set(made)) > 10


def test_a_tuple_of_several_lengths_changes_its_length() -> None:
    made = first_arguments(proposed([((1,),), ((2, 3),)]))
    assert {0, 3} <= {len(value) for value in made}


def test_deep_places_are_reached() -> None:
    made = first_arguments(proposed([({"k": [{"m": (1, [2])}]},)], 600))
    inner = {value["k"][0]["m"][1][0] for value in made if value.get("k") and value["k"][0].get("m", (0, []))[1]}
    assert len(inner) > 3


def test_harvested_values_turn_up() -> None:
    pool = harvest(toy("def solve(x):\n    return x == 123457\n"), [])
    assert 123457 in first_arguments(proposed([(5,)], pool=pool))


def test_values_at_the_depth_limit_are_no_reason_to_fail() -> None:
    value: list[Any] = []
    for _ in range(98):
        value = [value]
    assert all(isinstance(made, list) for made in first_arguments(proposed([(value,)])))


@pytest.mark.parametrize(
    "inputs",
    [[(((1, 2), (1, 2, 3)),)], [(((0, 0), "a", (1, 1, 5)),), (((2, 0), "b", (1, 1, 9)),)]],
)
def test_a_tuple_of_tuples_of_different_lengths_is_mutated(inputs: Inputs) -> None:
    made = first_arguments(proposed(inputs, 3000))
    assert len(set(made)) > 10


@pytest.mark.parametrize("value", [16**5000, {16**5000, 1}], ids=["number", "set"])
def test_a_huge_number_is_mutated(value: object) -> None:
    assert len(proposed([(value,)])) > 0


def test_an_inner_list_is_spliced_with_rows_of_other_inputs() -> None:
    proposals = [p for p in proposed([([[1, 2, 3]],), ([[7, 8, 9]],)], 2000) if p.origin == "mutation:list.splice"]
    rows = [set(row) for value in first_arguments(proposals) for row in value]
    assert any(row & {1, 2, 3} and row & {7, 8, 9} for row in rows)


def test_an_inner_dict_is_combined_with_those_of_other_inputs() -> None:
    proposals = proposed([({"p": {"a": 1}},), ({"p": {"b": 2}},)], 2000)
    values = first_arguments([p for p in proposals if p.origin == "mutation:dict.combine"])
    assert {"p": {"a": 1, "b": 2}} in values


@pytest.mark.parametrize("inputs", [[("ab",)], [(float("inf"),)], [(None,)], [([1, 2],), ([1, 2],)]])
def test_a_proposal_is_not_the_seed_itself(inputs: Inputs) -> None:
    known = {Value.of(args) for args in inputs}
    assert not [proposal.origin for proposal in proposed(inputs) if proposal.args in known]


SCRIPT = """
import random, sys
from augment.domain.harvest import harvest
from augment.domain.types import argument_types
from augment.generate.mutate import Seed, mutators_of, propose
from augment.model.literals import read_literal
from augment.model.problem import Problem

inputs = read_literal(sys.argv[1])
problem = Problem(task_id="Toy/0", prompt="def solve(x, y): pass", entry_point="solve", canonical_solution="", test="")
seeds = [Seed(str(number), args) for number, args in enumerate(inputs)]
for proposal in propose(seeds, argument_types(inputs, {}), harvest(problem, inputs), 400, random.Random(0)):
    print(proposal.origin, proposal.parent, proposal.args.literal)
"""


def printed(inputs: str, hash_seed: int) -> str:
    """Proposals as another process makes them."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, inputs],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


STRINGS = "{'ant', 'bee', 'cow', 'dog', 'elk'}"


@pytest.mark.parametrize(
    "inputs",
    [
        f"[({STRINGS}, 1)]",
        f"[({{'k': {STRINGS}, 'm': {{'gnu'}}}}, 'a'), ({{'n': {STRINGS}}}, 'b')]",
        "[({frozenset({'ant', 'bee', 'cow'}), frozenset({'dog', 'elk', 'fox'}), frozenset({'gnu', 'hen'})}, 1)]",
    ],
)
def test_proposals_do_not_hang_on_string_hashes(inputs: str) -> None:
    one, two = printed(inputs, 1), printed(inputs, 2)
    assert len(one.splitlines()) > 100
    assert one == two


def test_mutators_that_paid_are_drawn_more_often() -> None:
    inputs = [([3, 1, 2],), ([5],)]
    types = {1: list(argument_types(inputs, {})[1])}
    seeds = seeds_of(inputs)
    pool = Pool(atoms={}, characters="", words=[])

    def share(paid: dict[str, int]) -> float:
        origins = [proposal.origin for proposal in propose(seeds, types, pool, 300, random.Random(0), paid)]
        return sum("list.rotate" in mutators_of(origin) for origin in origins) / len(origins)

    assert share({"list.rotate": 30}) > 3 * share({}) > 0
