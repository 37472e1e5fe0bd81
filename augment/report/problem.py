"""One problem of a suite for a person: what may go in and who says so, how answers are compared, and a few tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from augment.domain.rules import described, described_wider
from augment.domain.signature import signature
from augment.model.domain import Domain, Evidence, Statement
from augment.model.suite import Case, Kind, Oracle, TestedProblem, Tier
from augment.model.words import counted
from augment.report.terminal import assisted, searched

SHOWN: Final = 5
"""Plus tests shown of each tier, and scale tests."""
WIDTH: Final = 72
"""Longest line of a test's arguments; longer ones are cut."""


def problem_lines(tested: TestedProblem) -> Iterator[str]:
    """The page, line by line."""
    told = signature(tested.problem)
    parameters = ", ".join(told.parameters) if told else "..."
    yield f"{tested.problem.task_id}  {tested.problem.entry_point}({parameters})"
    if tested.domain is not None:
        yield from _domain(tested.domain, told.name if told else str)
    yield ""
    judged = "by the benchmark's own test code" if tested.by_test_code else compared(tested.oracle)
    yield f"answers are compared: {judged}"
    yield from (f"suspicion: {suspicion}" for suspicion in tested.suspicions)
    if tested.note:
        yield f"note: {tested.note}"
    yield from _tests(tested)


def type_lines(domain: Domain, names: Callable[[str], str]) -> Iterator[str]:
    """The types of the arguments, for each number of arguments."""
    for types in domain.types:
        yield "  types: " + ", ".join(f"{names(str(number))}: {kind}" for number, kind in enumerate(types))


def _domain(domain: Domain, names: Callable[[str], str]) -> Iterator[str]:
    yield from type_lines(domain, names)
    if domain.contract:
        yield "  a contract decides:"
        yield from (f"    {line}" for line in domain.contract.strip().splitlines())
    yield "" if domain.statements else "  nothing else is known of its inputs"
    for statement in domain.statements:
        yield f"  {described(statement, names)}"
        yield from (f"      {spoken(evidence)}" for evidence in statement.evidence)
        yield from opened_lines(statement, names)
    yield from (f"  doubt: {doubt}" for doubt in domain.doubts)
    yield from (f"  given but not used: {what}" for what in domain.refused)


def opened_lines(statement: Statement, names: Callable[[str], str]) -> Iterator[str]:
    """What inputs may be that break a statement, and who says so."""
    if statement.opened:
        yield f"      stretch: {described_wider(statement, names)}"
        yield from (f"          {spoken(evidence)}" for evidence in statement.opened)


def spoken(evidence: Evidence) -> str:
    """Who says something, and in which words."""
    return f"{evidence.source}: {_cut(evidence.text, 2 * WIDTH)}"


def compared(oracle: Oracle) -> str:
    """The rule of comparison in words."""
    parts = [oracle.rule.value]
    if oracle.absolute or oracle.relative:
        parts.append(f"floats within {oracle.absolute:g}, or a share of {oracle.relative:g}")
    if oracle.any_sequence:
        parts.append("a list may be a tuple")
    if not oracle.repeats_count:
        parts.append("repeats do not count")
    if oracle.truth_only:
        parts.append("only true or false counts")
    return ", ".join(parts)


def _tests(tested: TestedProblem) -> Iterator[str]:
    if tested.by_test_code:
        yield "tests: its own test code on base, 0 plus"
        return
    plus = tested.of_kind(Kind.PLUS)
    groups = {tier.value: [case for case in plus if case.tier is tier and not case.scale] for tier in Tier}
    groups |= {"scale": [case for case in plus if case.scale]}
    counts = ", ".join(f"{len(mine)} {name}" for name, mine in groups.items() if mine)
    yield f"tests: {len(tested.of_kind(Kind.BASE))} base, {len(plus)} plus" + (f" ({counts})" if counts else "")
    for name, mine in groups.items():
        for case in mine[:: max(1, len(mine) // SHOWN)][:SHOWN]:
            yield f"  {name:8}  {_call(case)}"
    if tested.search and tested.search.adversaries:
        yield searched(tested.search)
    if tested.assistance:
        yield assisted(tested.assistance)
    if tested.funnel.dropped:
        yield f"of {counted(tested.funnel.proposed, 'input')} tried:"
        yield from (f"  {count:6,}  {reason}" for reason, count in tested.funnel.dropped.items())


def _call(case: Case) -> str:
    return f"{_cut(case.args.literal, WIDTH)} -> {_cut(case.expected.literal, WIDTH // 2)}"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
