"""Find out whether the base tests want one answer or take several, and whether a checker can say which.

Three questions are put to the check, each by offering an answer in place of the reference's. What stands beside a call
in its own statement, as in `f(x) in (4, -4)`, may be another right answer. Where something quite different (the
negative, one more, the text backwards, two items swapped) is taken in every case, the check judges a property. And a
property that could be lifted out of the check (`augment.oracle.checker`) is used only if it says of all these
answers, and of the reference's own, what the check says.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from augment.errors import NotPlain
from augment.harness.check import Answer, hold
from augment.model.execution import Executor
from augment.model.literals import read_literal
from augment.model.problem import Problem
from augment.model.suite import Oracle
from augment.model.syntax import parse_module
from augment.model.value import Value
from augment.oracle.checker import derive
from augment.oracle.compare import equal
from augment.recover.probe import asked, probed

MOST_OFFERS: Final = 12
"""Answers that are offered for one call because they stand beside it."""
SMALL_STEPS: Final = (1e-6, 1e-3, 1e-1)
"""Distances at which check and checker must agree on floats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freedom:
    """What the base tests take beside the reference's answers."""

    also: Mapping[int, tuple[Value, ...]] = field(default_factory=dict)
    """By place of the call, other answers that are taken."""
    somewhere: bool = False
    """Whether some case takes something quite different."""
    everywhere: bool = False
    """Whether every case does."""


def find_freedom(
    problem: Problem, answers: Sequence[Answer], lines: Sequence[int], oracle: Oracle, trusted: Executor
) -> Freedom:
    """Offer other answers to the check of a problem.

    Args:
        problem: with its check in `test`.
        answers: the reference's, all of which the check accepts.
        lines: for each call, the line of the test code that made it.
        oracle: what it takes for equal is no other answer.
        trusted: an executor that runs no completion.
    """
    also = {
        place: found
        for place, offers in _beside(problem, answers, lines, oracle).items()
        if (found := _taken(problem, answers, place, offers, trusted))
    }
    liftable = bool(derive(problem.test, problem.reference))
    told: list[bool] = []
    for place in probed(answers):
        offers = _different(oracle, answers[place], _disturbances())
        if offers and (liftable or all(told)):
            told.append(bool(_taken(problem, answers, place, offers, trusted)))
    return Freedom(also=also, somewhere=any(told), everywhere=any(told) and all(told))


def find_checker(problem: Problem, answers: Sequence[Answer], trusted: Executor) -> str:
    """Code that judges answers as the check does; empty where there is none that does so on everything tried."""
    code = derive(problem.test, problem.reference)
    if not code or any(answer.marked or answer.value is None for answer in answers):
        return ""
    if not all(ruling.accepted for ruling in hold(problem, code, answers, trusted)):
        return ""
    places = probed(answers)
    moves = [*_disturbances(), *(_moved_by(step) for step in SMALL_STEPS)]
    moves += [_instead(value) for place in places if (value := answers[place].value)]
    offers = [(place, value) for place in places for value in _different(Oracle(), answers[place], moves)]
    wanted = asked(problem, answers, offers, trusted)
    found = hold(problem, code, [Answer(answers[place].args, value) for place, value in offers], trusted)
    return "" if all(wanted) or wanted != [ruling.accepted for ruling in found] else code


def _taken(
    problem: Problem, answers: Sequence[Answer], place: int, offers: Sequence[Value], trusted: Executor
) -> tuple[Value, ...]:
    rulings = asked(problem, answers, [(place, value) for value in offers], trusted)
    return tuple(value for value, taken in zip(offers, rulings, strict=True) if taken)


Disturbance = Callable[[object], object]


def _different(oracle: Oracle, answer: Answer, disturbances: Sequence[Disturbance]) -> list[Value]:
    """Disturbed answers that are not equal to the answer."""
    found: dict[Value, None] = {}
    for disturb in disturbances:
        if answer.value is not None:
            other = disturb(answer.value.unpack())
            if not equal(oracle, answer.value.unpack(), other):
                found[Value.of(other)] = None
    return list(found)


def _disturbances() -> list[Disturbance]:
    return [_negative, _moved_by(1), _backwards, _other_case, _swapped, _swapped_last]


def _instead(other: Value) -> Disturbance:
    return lambda _: other.unpack()


def _negative(value: object) -> object:
    """All numbers with the other sign, all truth the other way."""
    return _mapped(value, lambda atom: not atom if isinstance(atom, bool) else -atom if _is_number(atom) else atom)


def _moved_by(step: float) -> Disturbance:
    def moved(atom: object) -> object:
        whole = isinstance(atom, int) and not isinstance(step, int)
        return atom if isinstance(atom, bool) or not isinstance(atom, (int, float)) or whole else atom + step

    return lambda value: _mapped(value, moved)


def _backwards(value: object) -> object:
    return _mapped(value, lambda atom: atom[::-1] if isinstance(atom, str) else atom)


def _other_case(value: object) -> object:
    return _mapped(value, lambda atom: atom.swapcase() if isinstance(atom, str) else atom)


def _swapped(value: object) -> object:
    """The first two neighbours that differ, the other way round."""
    if isinstance(value, (list, tuple)):
        items = list(value)
        for place in range(len(items) - 1):
            if items[place] != items[place + 1]:
                items[place : place + 2] = items[place + 1], items[place]
                return type(value)(items)
    return value


def _swapped_last(value: object) -> object:
    """The same from the end."""
    if not isinstance(value, (list, tuple)):
        return value
    swapped = _swapped(value[::-1])
    assert isinstance(swapped, (list, tuple))
    return swapped[::-1]


def _is_number(atom: object) -> bool:
    return isinstance(atom, (int, float, complex))


def _mapped(value: object, change: Callable[[Any], object]) -> object:
    """The value with its atoms changed; keys and members of sets stay."""
    if isinstance(value, (list, tuple)):
        return type(value)(_mapped(item, change) for item in value)
    if isinstance(value, dict):
        return {key: _mapped(item, change) for key, item in value.items()}
    return value if isinstance(value, (set, frozenset)) else change(value)


def _beside(
    problem: Problem, answers: Sequence[Answer], lines: Sequence[int], oracle: Oracle
) -> dict[int, list[Value]]:
    """By place of the call, the literals in its statement that could be answers."""
    statements = [node for node in ast.walk(parse_module(problem.test)) if isinstance(node, ast.stmt)]
    found: dict[int, list[Value]] = {}
    for place, (answer, line) in enumerate(zip(answers, lines, strict=True)):
        around = [node for node in statements if node.lineno <= line <= (node.end_lineno or 0)]
        if answer.value is not None and around:
            nearest = min(around, key=lambda node: (node.end_lineno or 0) - node.lineno)
            try:
                offers = dict.fromkeys(_literals(nearest, {"candidate", problem.entry_point}))
            except RecursionError:  # a sum of hundreds of terms
                continue
            right = answer.value.unpack()
            likely = [v for v in offers if _comparable(right, v.unpack()) and not equal(oracle, right, v.unpack())]
            if likely:
                found[place] = likely[:MOST_OFFERS]
    return found


def _literals(node: ast.AST, callees: set[str]) -> Iterator[Value]:
    """Literals in a syntax tree at every depth, save those in the arguments of the call and in messages."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in callees:
        return
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.left, ast.BinOp)  # no literal, and long ones take long
    if isinstance(node, ast.expr) and not is_sum:
        with suppress(NotPlain):
            yield Value.of(read_literal(ast.unparse(node)))
    message = node.msg if isinstance(node, ast.Assert) else None
    for child in ast.iter_child_nodes(node):
        if child is not message:
            yield from _literals(child, callees)


def _comparable(right: object, other: object) -> bool:
    """Whether one may stand where the other does."""
    if right is None or other is None or type(right) is type(other):
        return True
    return all(_is_number(each) and not isinstance(each, bool) for each in (right, other))
