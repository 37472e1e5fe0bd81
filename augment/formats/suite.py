"""Suite files: a header line, then one problem with its tests a line.

The format is public; `docs/formats.md` describes each field. Readers keep the keys they do not know, so a file that
passes through an older version loses nothing. The same suite gives the same bytes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Final

from augment.errors import BadInput, BadLine, NotPlain
from augment.formats import domains, fields, files
from augment.model.digits import any_number_of_digits
from augment.model.problem import Problem
from augment.model.suite import (
    CHECKER,
    Assistance,
    Case,
    Exclusion,
    Funnel,
    Kind,
    Oracle,
    Rule,
    Search,
    Suite,
    TestedProblem,
    Tier,
)
from augment.model.syntax import parse_module
from augment.model.value import Value

VERSION: Final = 1
HEADER: Final = ("augment_suite", "benchmark", "created_with", "seed", "settings", "excluded")
PROBLEM: Final = (
    "task_id",
    "entry_point",
    "prompt",
    "canonical_solution",
    "test",
    "oracle",
    "domain",
    "note",
    "by_test_code",
    "suspicions",
    "funnel",
    "search",
    "assistance",
    "tests",
)
EXCLUSION: Final = ("task_id", "reason")
FLAGS: Final = {"any_sequence": False, "repeats_count": True, "truth_only": False}
"""Of an oracle, with their defaults."""
FUNNEL: Final = ("proposed", "dropped")
TEST: Final = ("id", "kind", "args", "expected", "origin", "parent", "tier", "type", "raises", "also", "scale")


def write(path: str | PathLike[str], suite: Suite) -> None:
    """Write a suite file; packed when the name ends in `.gz`. Raises `BadInput` where it cannot be written."""
    files.write_lines(Path(path), lines(suite))


def lines(suite: Suite) -> Iterable[str]:
    """The lines of a suite file."""
    yield files.dump(
        {
            "augment_suite": VERSION,
            "benchmark": suite.benchmark,
            "created_with": suite.created_with,
            "seed": suite.seed,
            "settings": dict(suite.settings),
            "excluded": [{"task_id": e.task_id, "reason": e.reason, **e.extra} for e in suite.excluded],
            **suite.extra,
        }
    )
    for tested in suite.problems:
        yield files.dump(problem_row(tested))


def problem_row(tested: TestedProblem) -> files.Row:
    """One problem as its line holds it."""
    problem, funnel = tested.problem, tested.funnel
    return {
        "task_id": problem.task_id,
        "entry_point": problem.entry_point,
        "prompt": problem.prompt,
        "canonical_solution": problem.canonical_solution,
        "test": problem.test,
        "oracle": _oracle_row(tested.oracle),
        **({"domain": domains.row(tested.domain)} if tested.domain else {}),
        **({"note": tested.note} if tested.note else {}),
        **({"by_test_code": True} if tested.by_test_code else {}),
        **({"suspicions": [*tested.suspicions]} if tested.suspicions else {}),
        "funnel": {"proposed": funnel.proposed, "dropped": dict(funnel.dropped), **funnel.extra},
        **({"search": {**tested.search.row(), **tested.search.extra}} if tested.search else {}),
        **({"assistance": {**tested.assistance.row(), **tested.assistance.extra}} if tested.assistance else {}),
        "tests": [_test_row(case) for case in tested.cases],
        **tested.extra,
    }


def _oracle_row(oracle: Oracle) -> files.Row:
    row: files.Row = {"rule": oracle.rule.value}
    if oracle.code:
        return row | {"code": oracle.code} | dict(oracle.extra)
    if oracle.absolute or oracle.relative:
        row |= {"absolute": oracle.absolute, "relative": oracle.relative}
    flags = {name: getattr(oracle, name) for name in FLAGS if getattr(oracle, name) != FLAGS[name]}
    return row | flags | dict(oracle.extra)


def _test_row(case: Case) -> files.Row:
    row: files.Row = {
        "id": case.id,
        "kind": case.kind.value,
        "args": case.args.literal,
        **({"raises": case.raises} if case.raises else {"expected": case.expected.literal}),
        **({"type": case.marked} if case.marked else {}),
        **({"also": [value.literal for value in case.also]} if case.also else {}),
        "origin": case.origin,
    }
    if case.parent:
        row["parent"] = case.parent
    if case.tier is not None:
        row["tier"] = case.tier.value
    if case.scale:
        row["scale"] = True
    return row | dict(case.extra)


def recognises(row: files.Row) -> bool:
    """Whether a row is the header of a suite file."""
    return "augment_suite" in row


def read(path: str | PathLike[str]) -> Suite:
    """Read a suite file.

    Raises:
        BadInput: no suite file, or of a version that this program does not know.
        BadLine: a line that is no problem, or a test that cannot be read; the message names it.
    """
    path = Path(path)
    numbered = files.rows(path)
    first = next(numbered, None)
    if first is None or not recognises(first[1]):
        found = "an empty file" if first is None else f"keys {', '.join(sorted(first[1])) or '(none)'}"
        raise BadInput(
            f"{path}:1: wanted the header of a suite file, found {found}",
            hint="make a suite with `augment build BENCHMARK -o suite.jsonl`",
        )
    header = first[1]
    if header["augment_suite"] != VERSION:
        raise BadInput(
            f"{path}:1: a suite file of version {header['augment_suite']!r}, this program reads version {VERSION}",
            hint="update augment, or build the suite again",
        )
    problems: dict[str, TestedProblem] = {}
    for number, row in numbered:
        tested = problem_from_row(row, f"{path}:{number}")
        if tested.problem.task_id in problems:
            raise BadLine(f"{path}:{number}: the task id {tested.problem.task_id!r} was used before")
        problems[tested.problem.task_id] = tested
    if not problems:
        raise BadInput(f"{path}: no problems in it", hint="the file may be cut short; build the suite again")
    return _suite(header, f"{path}:1: a header that cannot be used", tuple(problems.values()))


def _suite(header: files.Row, where: str, problems: tuple[TestedProblem, ...]) -> Suite:
    excluded = fields.items(header, "excluded", where, [])
    return Suite(
        benchmark=files.text_of(header, "benchmark", where, ""),
        problems=problems,
        excluded=tuple(_exclusion(entry, f"{where}: `excluded` {place}") for place, entry in enumerate(excluded)),
        created_with=files.text_of(header, "created_with", where, ""),
        seed=fields.whole(header, "seed", where, 0),
        settings=fields.mapping(header, "settings", where, {}),
        extra=fields.unknown(header, HEADER, where),
    )


def _exclusion(row: Any, where: str) -> Exclusion:
    if not isinstance(row, dict):
        raise BadLine(f"{where}: wanted an object, found {files.kind(row)}")
    return Exclusion(
        task_id=files.text_of(row, "task_id", where),
        reason=files.text_of(row, "reason", where),
        extra=fields.unknown(row, EXCLUSION, where),
    )


def problem_from_row(row: files.Row, where: str) -> TestedProblem:
    """Read one problem's line; `where` starts each message."""
    texts = {
        name: files.text_of(row, name, where) for name in ("task_id", "entry_point", "prompt", "canonical_solution")
    }
    cases = _cases(fields.items(row, "tests", where), where)
    by_test_code = fields.flag(row, "by_test_code", where, False)
    if by_test_code and cases:
        raise BadLine(f"{where}: wanted no `tests` where `by_test_code` is true, found {len(cases)}")
    return TestedProblem(
        problem=Problem(**texts, test=files.text_of(row, "test", where, "")),
        oracle=_oracle(row.get("oracle", {"rule": "exact"}), where),
        cases=cases,
        by_test_code=by_test_code,
        domain=domains.from_row(row["domain"], where) if "domain" in row else None,
        funnel=_funnel(row.get("funnel", {}), where),
        search=Search(**_counts(row, "search", Search.names(), where)) if "search" in row else None,
        assistance=Assistance(**_counts(row, "assistance", Assistance.names(), where)) if "assistance" in row else None,
        note=files.text_of(row, "note", where, ""),
        suspicions=tuple(fields.texts(row, "suspicions", where)),
        extra=fields.unknown(row, PROBLEM, where),
    )


def _oracle(row: Any, where: str) -> Oracle:
    rule = row.get("rule") if isinstance(row, dict) else None
    if rule not in list(Rule):
        rules = ", ".join(Rule)
        raise BadLine(f"{where}: wanted an `oracle` with a rule out of {rules}, found {fields.shown(row)}")
    where = f"{where}: an `oracle` that cannot be used"
    if rule == Rule.CHECKER:
        return Oracle(code=_checker(row, where), extra=fields.unknown(row, ("rule", "code"), where))
    flags: dict[str, Any] = {name: fields.flag(row, name, where, default) for name, default in FLAGS.items()}
    tolerance = () if rule == Rule.EXACT else ("absolute", "relative")
    return Oracle(
        absolute=fields.distance(row, "absolute", where, 0.0) if tolerance else 0.0,
        relative=fields.distance(row, "relative", where, 0.0) if tolerance else 0.0,
        unordered=rule == Rule.UNORDERED,
        **flags,
        extra=fields.unknown(row, ("rule", *tolerance, *FLAGS), where),
    )


def _checker(row: files.Row, where: str) -> str:
    code = files.text_of(row, "code", where)
    try:
        defined = [node.name for node in parse_module(code).body if isinstance(node, ast.FunctionDef)]
    except SyntaxError as problem:
        raise BadLine(f"{where}: wanted Python in `code`, found text that does not parse ({problem.msg})") from None
    if CHECKER not in defined:
        raise BadLine(f"{where}: wanted code that defines `{CHECKER}(args, answer)`, found {fields.shown(code)}")
    return code


def _funnel(row: Any, where: str) -> Funnel:
    if row == {}:
        return Funnel()
    if not isinstance(row, dict) or not {"proposed", "dropped"} <= row.keys():
        raise BadLine(f"{where}: wanted a `funnel` with `proposed` and `dropped`, found {fields.shown(row)}")
    where = f"{where}: a `funnel` that cannot be used"
    dropped = fields.mapping(row, "dropped", where)
    return Funnel(
        proposed=fields.whole(row, "proposed", where),
        dropped={reason: fields.whole(dropped, reason, where) for reason in dropped},
        extra=fields.unknown(row, FUNNEL, where),
    )


def _counts(row: files.Row, key: str, names: tuple[str, ...], where: str) -> dict[str, Any]:
    """The counts under a key, and what else stands there."""
    found = fields.mapping(row, key, where)
    where = f"{where}: `{key}` that cannot be used"
    counts: dict[str, Any] = {name: fields.whole(found, name, where) for name in names}
    return counts | {"extra": fields.unknown(found, names, where)}


def _cases(rows: list[Any], where: str) -> tuple[Case, ...]:
    """Base cases first, whatever their order in the file."""
    cases: dict[str, Case] = {}
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            raise BadLine(f"{where}: test {place}: wanted an object, found {files.kind(row)}")
        case = _case(row, f"{where}: test {row.get('id', place)}")
        if case.id in cases:
            raise BadLine(f"{where}: the test id {case.id!r} was used before")
        cases[case.id] = case
    return tuple(sorted(cases.values(), key=lambda case: case.kind is not Kind.BASE))


def _case(row: files.Row, where: str) -> Case:
    try:
        args = _value(files.text_of(row, "args", where))
        if not isinstance(args.unpack(), tuple):
            raise BadLine(f"{where}: wanted a tuple of arguments in `args`, found {args.literal[:80]}")
        raises = files.text_of(row, "raises", where, "")
        return Case(
            id=files.text_of(row, "id", where),
            kind=Kind(files.text_of(row, "kind", where, "plus")),
            args=args,
            expected=Value.of(None) if raises else _value(files.text_of(row, "expected", where)),
            origin=files.text_of(row, "origin", where, ""),
            parent=files.text_of(row, "parent", where, ""),
            tier=Tier(files.text_of(row, "tier", where)) if "tier" in row else None,
            marked=files.text_of(row, "type", where, ""),
            raises=raises,
            also=tuple(_also(row, where)),
            scale=fields.flag(row, "scale", where, False),
            extra=fields.unknown(row, TEST, where),
        )
    except (NotPlain, ValueError) as problem:
        raise BadLine(f"{where}: {problem}") from None


def _also(row: files.Row, where: str) -> Iterable[Value]:
    for text in fields.items(row, "also", where, []):
        if not isinstance(text, str):
            raise BadLine(f"{where}: wanted a list of literals `also`, found {files.kind(text)} in it")
        yield _value(text)


def _value(literal: str) -> Value:
    with any_number_of_digits():  # of decimal ones, which a suite written by hand may have
        return Value.from_literal(literal)
