"""Programs that solve nothing: whatever tests accept one of them, they show nothing of other programs either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augment.model.suite import Kind, TestedProblem
from augment.model.value import Value
from augment.model.words import shortened

CONSTANTS: Final = 2
"""Of the base answers, and of all, so many of the most common are tried."""

USUAL: Final[tuple[object, ...]] = (True, False, 0, 1, "", [])
"""Constants that are tried where no expected answer is known."""


@dataclass(frozen=True, slots=True)
class Trivial:
    """A program, and what it does in words."""

    about: str
    source: str


def trivial_programs(tested: TestedProblem) -> list[Trivial]:
    """An empty body, a stub, the most common expected answers as constants, and each argument given back."""
    name = tested.problem.entry_point
    return [Trivial(about, f"def {name}(*arguments, **named):\n    {body}\n") for about, body in _bodies(tested)]


def _bodies(tested: TestedProblem) -> Iterator[tuple[str, str]]:
    yield "does nothing", "return None"
    yield "raises an error", "raise NotImplementedError"
    for constant in _constants(tested):
        text = constant.literal
        yield f"always returns {shortened(text, 40)}", f"inf, nan = float('inf'), float('nan')\n    return {text}"
    for place in range(max((len(case.args.unpack_args()) for case in tested.cases), default=int(tested.by_test_code))):
        yield f"returns its argument {place + 1}", f"return arguments[{place}]"


def _constants(tested: TestedProblem) -> list[Value]:
    common: dict[Value, None] = {}
    for cases in (tested.of_kind(Kind.BASE), tested.cases):
        common |= dict.fromkeys(value for value, _ in Counter(case.expected for case in cases).most_common(CONSTANTS))
    if tested.by_test_code:  # which answers are expected is not known
        common = dict.fromkeys(map(Value.of, USUAL))
    common.pop(Value.of(None), None)  # what an empty body returns
    return list(common)
