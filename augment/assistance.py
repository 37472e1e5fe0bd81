"""A language model as an assistant of the search: it suggests, and every suggestion is vetted like anybody's.

Inputs go the way of all proposals. Preconditions are tried on the base inputs and on nonsense, behind the walls around
completions, and vote; solutions that give the base answers are witnesses, and so are wrong programs adversaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from augment.domain.rules import described
from augment.errors import BadInput
from augment.extract.extract import extract
from augment.extract.words import Method
from augment.model.domain import Domain
from augment.model.exchange import Assistant, NoReply, Reply, Request
from augment.model.execution import ExecutorPool, Program
from augment.model.problem import Problem
from augment.model.suite import Assistance, Case, Proposal
from augment.model.value import Value
from augment.suggest import questions
from augment.suggest.reading import inputs_in
from augment.vet.contract import contract_program, met_by
from augment.vet.trust import contract_fault

PRECONDITIONS: Final = 3
SOLUTIONS: Final = 5
MISTAKES: Final = 8
"""Answers asked for of each kind."""
EXAMPLES: Final = 8
"""Known inputs that a question shows."""
SURVIVORS: Final = 12
"""Unnoticed changes that a question shows."""
ORIGIN: Final = "model"
WRITTEN: Final = "def precondition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What a model wrote of a problem before the search."""

    preconditions: tuple[Program, ...] = ()
    """Those that can be trusted as far as trying tells."""
    solutions: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    counts: Assistance = field(default_factory=Assistance)


def advice(problem: Problem, base: Sequence[Case], assistant: Assistant, untrusted: ExecutorPool) -> Advice:
    """Ask for preconditions, solutions and plausible mistakes.

    Args:
        problem: that is asked about.
        base: its base cases, which a precondition must accept.
        assistant: is asked.
        untrusted: where what it writes is run.
    """
    asked = [
        *questions.precondition(problem, PRECONDITIONS),
        *questions.solution(problem, SOLUTIONS),
        *questions.mistake(problem, MISTAKES),
    ]
    told = assistant.answers(asked)
    conditions, solutions, mistakes = (
        told[:PRECONDITIONS],
        told[PRECONDITIONS : PRECONDITIONS + SOLUTIONS],
        told[PRECONDITIONS + SOLUTIONS :],
    )
    written = [program for one in conditions if (program := _contract(problem, one)) is not None]
    trusted = tuple(program for program in written if not contract_fault(program, base, untrusted))
    return Advice(
        preconditions=trusted,
        solutions=tuple(text for one in solutions if (text := _program(problem, one))),
        mistakes=tuple(text for one in mistakes if (text := _program(problem, one))),
        counts=_counts(told) + Assistance(preconditions=len(trusted), refused=len(written) - len(trusted)),
    )


def _counts(told: Sequence[Reply | NoReply]) -> Assistance:
    replies = [one for one in told if isinstance(one, Reply)]
    return Assistance(
        asked=len(told),
        answered=len(replies),
        prompt_tokens=sum(one.prompt_tokens for one in replies),
        completion_tokens=sum(one.completion_tokens for one in replies),
    )


def _program(problem: Problem, told: Reply | NoReply) -> str:
    """The program in an answer; empty where there is none."""
    if isinstance(told, NoReply):
        return ""
    found = extract(problem, told.text, whole=True)
    return "" if found.method in (Method.NO_CODE, Method.CUT_OFF) else found.program


def _contract(problem: Problem, told: Reply | NoReply) -> Program | None:
    """The precondition in an answer, as a program."""
    if isinstance(told, NoReply):
        return None
    wanted = replace(problem, entry_point="precondition", prompt="", canonical_solution="")
    found = extract(wanted, told.text, whole=True)
    if WRITTEN not in found.program:
        return None
    try:
        return contract_program(problem, found.program)
    except BadInput:
        return None


def suggested(
    problem: Problem,
    domain: Domain,
    known: Sequence[Value],
    survivors: Sequence[str],
    assistant: Assistant,
    round_number: int,
) -> tuple[list[Proposal], Assistance]:
    """Ask for inputs.

    Args:
        problem: that is asked about.
        domain: what may go in.
        known: inputs that there are.
        survivors: changes to the reference that no input shows.
        assistant: is asked.
        round_number: of the asking, from 0.

    Returns:
        The inputs, each once, and what was asked and read.
    """
    lines = [described(statement) for statement in domain.statements]
    asked: list[Request] = questions.inputs(
        problem, known[:EXAMPLES], lines, list(dict.fromkeys(survivors))[:SURVIVORS], round_number
    )
    told = assistant.answers(asked)
    counts = frozenset(len(types) for types in domain.types)
    read = [inputs_in(one.text, counts) for one in told if isinstance(one, Reply)]
    inputs = dict.fromkeys(value for one in read for value in one.inputs)
    tally = Assistance(inputs=len(inputs), unreadable=sum(one.unreadable for one in read))
    return [Proposal(value, ORIGIN, "") for value in inputs], _counts(told) + tally


def objections(preconditions: Sequence[Program], inputs: Sequence[Value], untrusted: ExecutorPool) -> list[int]:
    """For each input, how many preconditions reject it."""
    rejected = [0] * len(inputs)
    for program in preconditions:
        with untrusted.lend() as executor:
            for place, met in enumerate(met_by(program, inputs, executor)):
                rejected[place] += met is False
    return rejected
