"""Hypothesis alone: inputs drawn by type, with nothing known but the types of the base inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from augment.domain.types import argument_types
from augment.errors import NotPlain
from augment.model.types import NOTHING, TypeSet
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool
from scripts.bench.strength.authority import Ground, valid_answers

ATOMS: Mapping[str, SearchStrategy[Any]] = {
    "NoneType": st.none(),
    "bool": st.booleans(),
    "int": st.integers(),
    "float": st.floats(),
    "complex": st.complex_numbers(),
    "str": st.text(),
    "bytes": st.binary(),
}


def drawn(grounds: Sequence[Ground], count: int, start: int) -> dict[str, list[Value]]:
    """Draw so many inputs for each problem, and keep the valid ones: the released contract takes them.

    Args:
        grounds: the problems.
        count: inputs drawn for one.
        start: of chance.
    """
    with ForkingPool() as pool, pool.lend() as trusted:
        found = {}
        for ground in grounds:
            inputs = examples(arguments(ground.base_inputs()), count, start)
            answers = valid_answers(ground, inputs, trusted, quickly=True)
            found[ground.task_id] = [answer.args for answer in answers]
    return found


def examples(strategy: SearchStrategy[tuple[Any, ...]], count: int, start: int) -> list[Value]:
    """Up to `count` different inputs."""
    found: dict[Value, None] = {}

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def keep(args: tuple[Any, ...]) -> None:
        try:
            found.setdefault(Value.of(args))
        except NotPlain:  # surrogates and the like
            return

    keep()
    return list(found)


def arguments(inputs: Sequence[Value]) -> SearchStrategy[tuple[Any, ...]]:
    """Tuples of arguments of the types that some inputs have."""
    types = argument_types((args.unpack_args() for args in inputs), {})
    return st.one_of([st.tuples(*map(by_type, kinds)) for _, kinds in sorted(types.items())])


def by_type(types: TypeSet) -> SearchStrategy[Any]:
    """Anything of some types; where nothing was seen, `None`."""
    kinds = [ATOMS[name] for name in types.kinds() if name in ATOMS]
    kinds += [CONTAINERS[name](by_type(inside)) for name, inside in types.items]
    if types.fields is not None:
        kinds.append(st.tuples(*map(by_type, types.fields)))
    if types.tuple_items is not None:
        kinds.append(st.lists(by_type(types.tuple_items)).map(tuple))
    if types.pairs is not None:
        kinds.append(st.dictionaries(*map(by_type, types.pairs)))
    return st.one_of(kinds) if types != NOTHING else st.none()


CONTAINERS: Mapping[str, Callable[[SearchStrategy[Any]], SearchStrategy[Any]]] = {
    "list": st.lists,
    "set": st.sets,
    "frozenset": st.frozensets,
}
