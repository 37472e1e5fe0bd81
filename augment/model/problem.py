"""What is tested: problems and benchmarks, as their reader hands them on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One programming problem with the author's own solution and tests; all of it is trusted code."""

    task_id: str
    prompt: str
    """Code up to the body of the entry point: imports, helpers, signature, docstring."""
    entry_point: str
    canonical_solution: str
    """Continues the prompt to a whole program."""
    test: str
    """Defines `check(candidate)`, which raises when the candidate is wrong; empty when there is none."""
    examples: str = ""
    """Text with calls of the entry point that the author gives besides; they are no base tests."""
    trouble: str = ""
    """Why nothing can be made of it, where its reader knows; empty when that is to be seen."""

    @property
    def reference(self) -> str:
        """The whole program of the canonical solution."""
        return self.prompt + self.canonical_solution


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A named list of problems, in the order of their source."""

    name: str
    problems: tuple[Problem, ...]
    sha256: str
    """Of the data file that the problems were read from."""
