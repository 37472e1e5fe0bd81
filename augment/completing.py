"""Completions from a language model: questions from problems, answers to a file that `score` takes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from augment.about import version
from augment.errors import BadInput
from augment.extract.extract import extract
from augment.formats import files
from augment.formats.exchanges import ExchangeFile
from augment.formats.journal import open_journal
from augment.model.exchange import ChatSettings, NoReply, Reply, Request, Spent
from augment.model.problem import Benchmark, Problem
from augment.model.words import counted
from augment.reading import PathLike, Progress
from augment.scoring import chosen

ANSWER: Final = "Answer with the whole program in one Markdown code block, and nothing else."


@dataclass(frozen=True, kw_only=True)
class CompletingJob:
    """What is asked, of whom, and how often."""

    benchmark: Benchmark
    chat: ChatSettings
    samples: int = 1
    """Answers to each problem."""
    temperature: float = 0.0
    max_tokens: int | None = None
    tasks: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise BadInput(f"wanted at least one answer to each problem, found {self.samples}")
        if self.samples > 1 and self.temperature == 0:
            raise BadInput(
                f"{self.samples} answers at temperature 0 would be as good as one", hint="give a --temperature above 0"
            )

    @cached_property
    def wanted(self) -> list[Problem]:
        """The problems that are to be asked about. Raises `BadInput`."""
        return chosen(self.benchmark.problems, self.tasks, lambda problem: problem.task_id)

    @property
    def problems(self) -> list[Problem]:
        """Those that can be: they have a function to ask for. Raises `BadInput`."""
        return [problem for problem in self.wanted if problem.entry_point]

    def left_out(self) -> list[str]:
        """What of the wanted problems cannot be asked about, and why, in a line; none where all can."""
        others = [f"{p.task_id} ({p.trouble or 'no entry point'})" for p in self.wanted if not p.entry_point]
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        subject = f"left out: {counted(len(others), 'problem')} that cannot be asked about"
        return [f"{subject}: {', '.join(others[:5])}{more}"] if others else []

    @cached_property
    def requests(self) -> list[tuple[Problem, int, Request]]:
        """The questions, each with its problem and its number there."""
        return [
            (problem, number, self._request(problem, number))
            for problem in self.problems
            for number in range(self.samples)
        ]

    def _request(self, problem: Problem, number: int) -> Request:
        return Request(user=question(problem), temperature=self.temperature, max_tokens=self.max_tokens, sample=number)

    def work(self) -> files.Row:
        """What tells this job from others, for its journal."""
        return {
            "version": version(),
            "benchmark": self.benchmark.sha256,
            "model": self.chat.model,
            "samples": self.samples,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "tasks": [*self.tasks],
        }


def question(problem: Problem) -> str:
    """What a model is asked about a problem: to go on with the function, or to write the program that is described."""
    if re.search(rf"^(async )?def {re.escape(problem.entry_point)}\b", problem.prompt, re.MULTILINE):
        return f"Complete this Python function. {ANSWER}\n\n```python\n{problem.prompt.rstrip()}\n```\n"
    told = problem.prompt.strip().strip('"').strip()
    return f"Write a Python program that defines the function `{problem.entry_point}`. {ANSWER}\n\n{told}\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """What came."""

    answers: int
    spent: Spent
    methods: Mapping[str, int]
    """How programs were found in the answers, and how often."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """Why there is no answer, and how often."""
    notices: Sequence[str] = ()
    """What of the benchmark, of the journal and of the file of exchanges could not be used."""
    cost: float | None = None
    """Of what was asked now, at the prices that were given."""


def run_completing(
    job: CompletingJob,
    output: PathLike,
    *,
    exchanges: PathLike | None,
    resume: bool,
    overwrite: bool,
    partial: bool,
    progress: Progress,
) -> Completed:
    """Ask for all answers that are not there yet, and write them once all are, or those that came.

    Args:
        job: what is asked.
        output: file of completions to write, with a journal beside it until then.
        exchanges: file of exchanges to read and to add to.
        resume: go on with a job that was stopped, or whose answers did not all come.
        overwrite: replace a file that exists.
        partial: write what came, if some answers did not; the journal stays, so that the rest can be asked for.
        progress: told after each answer.
    """
    from augment.clients.chat import Chat  # the package behind it takes long to load

    requests = job.requests
    with ExitStack() as stack:
        journal = open_journal(stack, output, job.work(), resume=resume, overwrite=overwrite, growing=True)
        assert journal is not None
        known = stack.enter_context(ExchangeFile(None if exchanges is None else Path(exchanges)))
        rows = {(str(row["task_id"]), int(row["number"])): row for row in journal.found}
        todo = [one for one in requests if (one[0].task_id, one[1]) not in rows]
        missing: Counter[str] = Counter()

        def heard(place: int, told: Reply | NoReply) -> None:
            problem, number, _ = todo[place]
            if isinstance(told, NoReply):
                missing[told.reason] += 1
            else:
                row = _row(problem, number, told)
                journal.add(row)
                rows[problem.task_id, number] = row
            progress(len(rows) + missing.total(), len(requests), problem.task_id)

        try:
            chat = Chat(job.chat, known)
            chat.ask([request for _, _, request in todo], heard)
        except BadInput:
            if not rows:
                journal.remove()
            raise
        if not missing or partial:
            keys = [(problem.task_id, number) for problem, number, _ in requests]
            lines = [files.dump({**rows[key], "number": key[1]}) for key in keys if key in rows]
            files.write_lines(Path(output), lines)
            if not missing:
                journal.remove()
    methods = Counter(str(row["extraction"]) for row in rows.values())
    return Completed(
        answers=len(rows),
        spent=chat.spent,
        methods=dict(methods.most_common()),
        missing=dict(missing),
        notices=[*job.left_out(), *journal.notices, *known.notices],
        cost=job.chat.cost(chat.spent.prompt_tokens, chat.spent.completion_tokens),
    )


def _row(problem: Problem, number: int, reply: Reply) -> files.Row:
    found = extract(problem, reply.text, whole=True)
    return {
        "task_id": problem.task_id,
        "number": number,
        "solution": found.program,
        "extraction": found.method,
        "raw": reply.text,
        "finish": reply.finish,
    }
