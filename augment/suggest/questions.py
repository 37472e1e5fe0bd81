"""Questions to a language model about one problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from augment.model.exchange import Request
from augment.model.problem import Problem
from augment.model.value import Value

TEMPERATURE: Final = 0.8
"""Several answers to one question are to differ."""
MOST_TOKENS: Final = 2048
SHOWN: Final = 2000
"""Characters of a program in a question."""
CODE: Final = "Answer with Python code in one Markdown code block, and nothing else."


def _request(user: str, sample: int) -> Request:
    return Request(user=user, temperature=TEMPERATURE, max_tokens=MOST_TOKENS, sample=sample)


def _problem(problem: Problem) -> str:
    return f"Here is a programming problem.\n\n```python\n{problem.prompt.strip()[:SHOWN]}\n```\n"


def precondition(problem: Problem, samples: int) -> list[Request]:
    """Ask which inputs the problem is about, as code."""
    user = (
        f"{_problem(problem)}\nWrite the precondition of `{problem.entry_point}` that the text implies: a function "
        "`def precondition(...)` with the same parameters that returns True where the arguments are such as the text "
        "talks about (types, ranges, lengths, formats, relations) and False for all others. It must not solve the "
        f"problem. {CODE}\n"
    )
    return [_request(user, sample) for sample in range(samples)]


def solution(problem: Problem, samples: int) -> list[Request]:
    """Ask for an independent solution."""
    return [_request(f"{_problem(problem)}\nSolve it. {CODE}\n", sample) for sample in range(samples)]


def mistake(problem: Problem, samples: int) -> list[Request]:
    """Ask for a program with a mistake that tests may miss."""
    user = (
        f"{_problem(problem)}\nWrite a solution that a careful programmer could hand in and that is wrong: it gives "
        "the right answer on simple inputs and fails in a corner that few tests look at. Do not mark the mistake. "
        f"{CODE}\n"
    )
    return [_request(user, sample) for sample in range(samples)]


KINDS: Final = (
    "ordinary inputs of many shapes and sizes",
    "corner cases: empty, smallest, largest, equal, repeated, extreme, unusual characters",
    "adversarial inputs, on which a plausible but wrong program would fail",
)
"""Of inputs, each asked for by itself."""


def inputs(
    problem: Problem, known: Sequence[Value], domain: Sequence[str], survivors: Sequence[str], round_number: int
) -> list[Request]:
    """Ask for inputs.

    Args:
        problem: whose reference is shown too.
        known: some inputs that there are already, as examples.
        domain: what is known of inputs, in lines.
        survivors: mistakes that no input shows yet, in lines.
        round_number: of the asking, from 0.
    """
    examples = "\n".join(args.literal[:200] for args in known)
    parts = [
        _problem(problem),
        f"Its solution:\n\n```python\n{problem.canonical_solution.strip()[:SHOWN]}\n```\n",
        f"Tuples of arguments look like this:\n\n{examples}\n",
    ]
    if domain:
        parts.append("What is known of them:\n\n" + "\n".join(f"- {line}" for line in domain) + "\n")
    if survivors:
        told = "\n".join(f"- {line}" for line in survivors)
        parts.append(f"These changes to the solution go unnoticed so far:\n\n{told}\n")
    return [
        _request(
            "\n".join(parts) + f"\nGive 20 further tuples of arguments: {kind}. Keep to what the text allows. Answer "
            "with one Python literal, a list of tuples, and nothing else: no calls, no comprehensions.\n",
            round_number,
        )
        for kind in KINDS
    ]
