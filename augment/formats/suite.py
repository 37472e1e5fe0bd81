"""Suite files: a header line, then one problem with its tests a line.

The format is public; `docs/formats.md` describes each field. Readers keep the keys they do not know, so a file that
passes through an older version loses nothing. The same suite gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from augment.errors import BadInput, BadLine, NotPlain
from augment.formats import files
from augment.model.problem import Problem
from augment.model.suite import Case, Exclusion, Funnel, Kind, Oracle, Rule, Suite, TestedProblem, Tier
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
    "note",
    "funnel",
    "tests",
)
TEST: Final = ("id", "kind", "args", "expected", "origin", "parent", "tier")


def write(path: Path, suite: Suite) -> None:
    """Write a suite file; packed when the name ends in `.gz`. Raises `BadInput` where it cannot be written."""
    files.write_lines(path, lines(suite))


def lines(suite: Suite) -> Iterable[str]:
    """The lines of a suite file."""
    yield files.dump(
        {
            "augment_suite": VERSION,
            "benchmark": suite.benchmark,
            "created_with": suite.created_with,
            "seed": suite.seed,
            "settings": dict(suite.settings),
            "excluded": [{"task_id": e.task_id, "reason": e.reason} for e in suite.excluded],
            **suite.extra,
        }
    )
    for tested in suite.problems:
        yield files.dump(problem_row(tested))


def problem_row(tested: TestedProblem) -> files.Row:
    """One problem as its line holds it."""
    problem, oracle = tested.problem, tested.oracle
    rule: files.Row = {"rule": oracle.rule.value}
    if oracle.rule is Rule.CLOSE:
        rule |= {"absolute": oracle.absolute, "relative": oracle.relative}
    if oracle.any_sequence:
        rule["any_sequence"] = True
    return {
        "task_id": problem.task_id,
        "entry_point": problem.entry_point,
        "prompt": problem.prompt,
        "canonical_solution": problem.canonical_solution,
        "test": problem.test,
        "oracle": rule,
        **({"note": tested.note} if tested.note else {}),
        "funnel": {"proposed": tested.funnel.proposed, "dropped": dict(tested.funnel.dropped)},
        "tests": [_test_row(case) for case in tested.cases],
        **tested.extra,
    }


def _test_row(case: Case) -> files.Row:
    row: files.Row = {
        "id": case.id,
        "kind": case.kind.value,
        "args": case.args.literal,
        "expected": case.expected.literal,
        "origin": case.origin,
    }
    if case.parent:
        row["parent"] = case.parent
    if case.tier is not None:
        row["tier"] = case.tier.value
    return row | dict(case.extra)


def read(path: Path) -> Suite:
    """Read a suite file.

    Raises:
        BadInput: no suite file, or of a version that this program does not know.
        BadLine: a line that is no problem, or a test that cannot be read; the message names it.
    """
    numbered = files.rows(path)
    first = next(numbered, None)
    if first is None or "augment_suite" not in first[1]:
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
    try:
        return Suite(
            benchmark=str(header.get("benchmark", "")),
            problems=tuple(problems.values()),
            excluded=tuple(Exclusion(**entry) for entry in header.get("excluded", [])),
            created_with=str(header.get("created_with", "")),
            seed=int(header.get("seed", 0)),
            settings=dict(header.get("settings", {})),
            extra=_unknown(header, HEADER),
        )
    except (TypeError, ValueError) as problem:
        raise BadInput(f"{path}:1: a header that cannot be used ({problem})") from None


def problem_from_row(row: files.Row, where: str) -> TestedProblem:
    """Read one problem's line; `where` starts each message."""
    text = {
        name: files.text_of(row, name, where) for name in ("task_id", "entry_point", "prompt", "canonical_solution")
    }
    test = row.get("test", "")
    tests = row.get("tests")
    if not isinstance(tests, list):
        raise BadLine(f"{where}: wanted a list `tests`, found {_kind(tests)}")
    return TestedProblem(
        problem=Problem(**text, test=test if isinstance(test, str) else ""),
        oracle=_oracle(row.get("oracle", {"rule": "exact"}), where),
        cases=_cases(tests, where),
        funnel=_funnel(row.get("funnel", {}), where),
        note=str(row.get("note", "")),
        extra=_unknown(row, PROBLEM),
    )


def _oracle(row: Any, where: str) -> Oracle:
    try:
        match row:
            case {"rule": "exact"}:
                return Oracle(any_sequence=bool(row.get("any_sequence", False)))
            case {"rule": "close"}:
                return Oracle(
                    rule=Rule.CLOSE,
                    absolute=float(row.get("absolute", 0.0)),
                    relative=float(row.get("relative", 0.0)),
                    any_sequence=bool(row.get("any_sequence", False)),
                )
    except (TypeError, ValueError) as problem:
        raise BadLine(f"{where}: an `oracle` that cannot be used ({problem})") from None
    raise BadLine(f"{where}: wanted an `oracle` with rule exact or close, found {row!r:.100}")


def _funnel(row: object, where: str) -> Funnel:
    match row:
        case {"proposed": int() as proposed, "dropped": dict() as dropped}:
            return Funnel(proposed=proposed, dropped={str(reason): int(count) for reason, count in dropped.items()})
        case {}:
            return Funnel()
    raise BadLine(f"{where}: wanted a `funnel` with `proposed` and `dropped`, found {row!r:.100}")


def _cases(rows: list[Any], where: str) -> tuple[Case, ...]:
    """Base cases first, whatever their order in the file."""
    cases: dict[str, Case] = {}
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            raise BadLine(f"{where}: test {place}: wanted an object, found {_kind(row)}")
        case = _case(row, f"{where}: test {row.get('id', place)}")
        if case.id in cases:
            raise BadLine(f"{where}: the test id {case.id!r} was used before")
        cases[case.id] = case
    return tuple(sorted(cases.values(), key=lambda case: case.kind is not Kind.BASE))


def _case(row: Mapping[str, object], where: str) -> Case:
    try:
        args = Value.from_literal(files.text_of(dict(row), "args", where))
        if not isinstance(args.unpack(), tuple):
            raise BadLine(f"{where}: wanted a tuple of arguments in `args`, found {args.literal[:80]}")
        return Case(
            id=files.text_of(dict(row), "id", where),
            kind=Kind(str(row.get("kind", "plus"))),
            args=args,
            expected=Value.from_literal(files.text_of(dict(row), "expected", where)),
            origin=str(row.get("origin", "")),
            parent=str(row.get("parent", "")),
            tier=Tier(str(row["tier"])) if "tier" in row else None,
            extra=_unknown(row, TEST),
        )
    except (NotPlain, ValueError) as problem:
        raise BadLine(f"{where}: {problem}") from None


def _unknown(row: Mapping[str, object], known: tuple[str, ...]) -> dict[str, object]:
    return {key: value for key, value in row.items() if key not in known}


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
