"""What tests share: warm executors, and small problems written for the purpose."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest

from augment.errors import EngineFailure
from augment.formats.cache import FOLDER_VARIABLE
from augment.model.execution import Limits, Program, Session
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


class Silent:
    """Part of an executor that holds no conversations."""

    def converse(self, program: Program, limits: Limits, *, timed: bool = False) -> AbstractContextManager[Session]:
        raise EngineFailure("this executor holds no conversations")


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


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither use nor change the user's cache."""
    before = os.environ.get(FOLDER_VARIABLE)
    os.environ[FOLDER_VARIABLE] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ[FOLDER_VARIABLE]
    else:
        os.environ[FOLDER_VARIABLE] = before
