"""EvalPlus's format: inputs as JSON; its evaluator asks the reference for answers and compares by its own rules.

Drop in with `HUMANEVAL_OVERRIDE_PATH=FILE evalplus.evaluate --dataset humaneval ...`, or `MBPP_OVERRIDE_PATH`. Its
rules are Python's equality, and where the answer holds floats a distance of `atol`, at least 1e-6, besides a relative
1e-7. What needs other rules, or arguments that JSON does not have, is refused.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

from augment.export.written import Refused, Written, carried, json_lines
from augment.model.suite import Case, Kind, Suite, TestedProblem

RELATIVE: Final = 1e-7


def row(tested: TestedProblem, *, scale: bool) -> dict[str, Any]:
    """One problem. Raises `Refused`."""
    problem, oracle = tested.problem, tested.oracle
    if tested.by_test_code:
        raise Refused("its base tests are code whose calls are not known beforehand")
    if oracle.code or oracle.unordered or oracle.any_sequence or oracle.truth_only:
        raise Refused(f"its answers are compared by a rule that this format does not have ({_rule(tested)})")
    if oracle.relative > RELATIVE:
        raise Refused(f"its answers are compared within a share of {oracle.relative:g}, this format knows {RELATIVE:g}")
    cases = [case for case in tested.cases if scale or not case.scale]
    for case in cases:
        _refuse_odd(case)
    inputs = {kind: [[*case.args.unpack_args()] for case in cases if case.kind is kind] for kind in Kind}
    return {
        "task_id": problem.task_id,
        "prompt": problem.prompt,
        "entry_point": problem.entry_point,
        "canonical_solution": problem.canonical_solution,
        "contract": "",
        "test": problem.test,
        "base_input": inputs[Kind.BASE],
        "plus_input": inputs[Kind.PLUS],
        "atol": oracle.absolute,
    }


def _rule(tested: TestedProblem) -> str:
    flags = ("unordered", "any_sequence", "truth_only")
    return ", ".join(name for name in flags if getattr(tested.oracle, name)) or tested.oracle.rule.value


def _refuse_odd(case: Case) -> None:
    if case.raises:
        raise Refused(f"test {case.id} expects an exception")
    if case.also:
        raise Refused(f"test {case.id} takes several answers")
    if case.marked:
        raise Refused(f"test {case.id} expects a {case.marked}")
    if not all(map(_is_json, case.args.unpack_args())):
        raise Refused(f"test {case.id} has an argument that JSON does not have: {case.args.literal:.60}")
    if _has_nan(case.expected.unpack()):
        raise Refused(f"test {case.id} expects nan, which is never equal here")


def _is_json(value: object) -> bool:
    """Whether JSON gives a value back as it is."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(_is_json, value.values()))
    return value is None or isinstance(value, (bool, int, str))


def _has_nan(value: object) -> bool:
    if isinstance(value, (list, tuple, set, frozenset)):
        return any(map(_has_nan, value))
    if isinstance(value, dict):
        return any(map(_has_nan, [*value, *value.values()]))
    return value != value


def write(suite: Suite, *, scale: bool) -> Written:
    """The suite as one file; it holds no code that judges."""
    rows, refused = carried(suite, partial(row, scale=scale))
    return Written(files={"": json_lines(rows.values())}, refused=refused)
