"""What tests share: warm executors, and small problems written for the purpose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from augment.model.problem import Problem
from augment.sandbox.forking import ForkingExecutor, ForkingPool


@pytest.fixture(scope="session")
def trusted() -> Iterator[ForkingPool]:
    """Executors for benchmark code."""
    with ForkingPool() as pool:
        yield pool


@pytest.fixture(scope="session")
def untrusted() -> Iterator[ForkingPool]:
    """Executors for completions."""
    with ForkingPool() as pool:
        yield pool


@pytest.fixture
def executor(untrusted: ForkingPool) -> Iterator[ForkingExecutor]:
    """One warm executor."""
    with untrusted.lend() as lent:
        yield lent


def problem(
    body: str,
    checks: str,
    *,
    signature: str = "xs: list[int]",
    docstring: str = "",
    entry_point: str = "solve",
    task_id: str = "Toy/0",
) -> Problem:
    """A problem from the body of its reference and the lines of its check, both unindented."""

    def indented(text: str) -> str:
        return "".join(f"    {line}\n" for line in text.strip("\n").split("\n"))

    return Problem(
        task_id=task_id,
        prompt=f'def {entry_point}({signature}):\n    """{docstring}"""\n',
        entry_point=entry_point,
        canonical_solution=indented(body),
        test=f"def check(candidate):\n{indented(checks)}",
    )
