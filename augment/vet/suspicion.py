"""Reasons to doubt a reference, found without another solution. They are reported and change nothing.

Two kinds. The prompt's own examples may contradict the reference: prose is often sloppy, so a list for a tuple, a
rounded number and the like are no contradiction. And the answers may show that a task of whole numbers is solved in
floats, which are not exact beyond 2**53: the signature promises an int, or whole-numbered input always gives floats
without a fraction.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from augment.domain.examples import Example, promised_answers
from augment.domain.types import annotated_types
from augment.harness.check import describe
from augment.model.execution import Calls, Ending, Executor, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Oracle, TestedProblem
from augment.model.syntax import parse_module
from augment.model.types import TypeSet
from augment.model.value import Value
from augment.oracle.compare import equal, plain_value

EXACT: Final = 2.0**53
"""From here on, floats leave out whole numbers."""
ENOUGH: Final = 5
"""Different floats that must all be whole before a task without annotations is taken for one of whole numbers."""
SHOWN: Final = 80
"""Characters of a value in a message."""
LIMITS: Final = Limits(cpu_seconds=10.0, wall_seconds=30.0)
NO_ANSWER: Final = frozenset({Ending.RAISED, Ending.TIMED_OUT, Ending.OUT_OF_MEMORY, Ending.DIED})
CONTAINERS: Final = (list, tuple, set, frozenset, dict)


def suspicions(tested: TestedProblem, trusted: Executor) -> tuple[str, ...]:
    """What speaks against the reference of a problem, one sentence each.

    Args:
        tested: the problem with its cases.
        trusted: an executor that runs no completion; answers the examples that are no cases.
    """
    return (*contradictions(tested, trusted), *floats_for_whole_numbers(tested))


def contradictions(tested: TestedProblem, trusted: Executor) -> Iterator[str]:
    """Examples of the prompt that say another answer than the reference gives."""
    problem = tested.problem
    examples = promised_answers(problem)
    if not examples:
        return
    mixed = len({_is_container(e.answer) for e in examples} - {None}) > 1
    calls = Calls(tuple(example.args for example in examples))
    execution = trusted.run(Program(source=problem.reference, entry_point=problem.entry_point), calls, LIMITS)
    for index, example in enumerate(examples):
        outcome = execution.of(index)
        if not _agrees(tested.oracle, example, outcome, mixed):
            call = f"{problem.entry_point}{_short(_call(example.args))}"
            yield f"its prompt says {call} gives {_short(example.answer.literal)}, its reference {_did(outcome)}"


def _agrees(oracle: Oracle, example: Example, outcome: Outcome, mixed: bool) -> bool:
    """Whether an answer is, as far as prose goes, the promised one.

    Args:
        oracle: of the problem.
        example: arguments and the promised answer.
        outcome: of the reference on the arguments.
        mixed: whether some examples of the prompt promise containers and some do not: then its notation stands for
            more than calls, and only examples of the answer's own kind tell anything.
    """
    got = plain_value(outcome)
    if got is None:
        return outcome.ending not in NO_ANSWER
    if mixed and _is_container(got) is not _is_container(example.answer):
        return True
    said, found = _listed(example.answer.unpack()), _listed(got.unpack())
    if any(isinstance(leaf, float) for leaf in _leaves(found)):
        said = _as_floats(said)
    rounding = max((_last_place(leaf) for leaf in _leaves(example.answer.unpack())), default=0.0)
    return equal(replace(oracle, absolute=max(oracle.absolute, rounding)), said, found)


def _is_container(value: Value) -> bool | None:
    """None for None, which goes with everything."""
    unpacked = value.unpack()
    return None if unpacked is None else isinstance(unpacked, CONTAINERS)


def _did(outcome: Outcome) -> str:
    value = plain_value(outcome)
    if value is not None:
        return f"gives {_short(value.literal)}"
    return f"{'raises' if outcome.ending is Ending.RAISED else 'does not answer:'} {_short(describe(outcome))}"


def _call(args: Value) -> str:
    return f"({', '.join(Value.of(argument).literal for argument in args.unpack_args())})"


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _listed(value: object) -> object:
    """The value with lists for tuples at every depth."""
    if isinstance(value, (list, tuple)):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return value


def _as_floats(value: object) -> object:
    """The value with floats for ints, where a float can be as large."""
    if isinstance(value, list):
        return [_as_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_floats(item) for key, item in value.items()}
    return float(value) if type(value) is int and abs(value) < EXACT else value


def _last_place(leaf: object) -> float:
    """One unit of the last decimal of a float, as it would be written down; 0 for anything else."""
    if not isinstance(leaf, float) or not math.isfinite(leaf):
        return 0.0
    exponent = Decimal(repr(leaf)).as_tuple().exponent
    return 10.0**exponent if isinstance(exponent, int) else 0.0


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def floats_for_whole_numbers(tested: TestedProblem) -> Iterator[str]:
    """Floats in answers where whole numbers are meant."""
    annotated = _annotated_answer(tested.problem)
    leaves = [(case, leaf) for case in tested.cases for leaf in _leaves(case.expected.unpack())]
    floats = [(case, leaf) for case, leaf in leaves if isinstance(leaf, float)]
    if annotated is not None and "float" not in annotated and "int" in annotated:
        why = "its signature promises whole numbers"
    elif annotated is None and _only_whole(tested.cases, [leaf for _, leaf in floats]):
        ints = any(type(leaf) is int for _, leaf in leaves)
        why = "some of its answers are ints" if ints else "no answer has a fraction"
    else:
        return
    if floats:
        case, leaf = max(floats, key=lambda entry: abs(entry[1]) if math.isfinite(entry[1]) else 0.0)
        inexact = ", which is too large to be exact" if EXACT <= abs(leaf) < math.inf else ""
        yield f"its reference gives floats, but {why} ({leaf!r} in the answer to {case.id}{inexact})"


def _only_whole(cases: Sequence[Case], floats: Sequence[float]) -> bool:
    """Whether no float goes in, and the floats that come out are several and have no fractions."""
    if len(set(floats)) < ENOUGH or not all(number.is_integer() for number in floats):
        return False
    return not any(type(leaf) is float for case in cases for leaf in _leaves(case.args.unpack()))


def _annotated_answer(problem: Problem) -> frozenset[str] | None:
    """Names of the atoms in the annotation of the answer; None where there is none, or none that can be read."""
    try:
        tree = parse_module(problem.reference)
    except SyntaxError:
        return None
    found = None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == problem.entry_point and node.returns is not None:
            # Annotations of parameters are read already; that of the answer is put where one would stand.
            types = annotated_types(f"def answer(value: {ast.unparse(node.returns)}): ...", "answer").get(0)
            found = _atoms(types) if types is not None else None
    return found


def _atoms(types: TypeSet) -> frozenset[str]:
    inside = [*(item for _, item in types.items), *(types.fields or ()), *(types.pairs or ())]
    inside += [types.tuple_items] if types.tuple_items is not None else []
    return types.atoms.union(*map(_atoms, inside))
