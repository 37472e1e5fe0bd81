"""Building, from what was read to a suite file: what a job is, its journal, its header."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from augment import parallel, pipeline
from augment.about import version
from augment.domain.rules import check_rules
from augment.errors import BadInput, BadLine
from augment.formats import contracts as contract_files
from augment.formats import files, pieces
from augment.formats import suite as suite_files
from augment.formats.completions import Reading
from augment.formats.contracts import Contracts
from augment.formats.exchanges import ExchangeFile
from augment.formats.journal import open_journal
from augment.formats.references import References
from augment.growth import BuildSettings
from augment.model.exchange import ChatSettings
from augment.model.execution import Limits
from augment.model.problem import Benchmark, Problem
from augment.model.suite import Exclusion, Suite, TestedProblem
from augment.pipeline import Given
from augment.reading import PathLike, Progress, Unread, digest_of, read_completions
from augment.sandbox.forking import ForkingPool
from augment.sandbox.interpreter import checked_python
from augment.sandbox.launch import chosen_launch
from augment.scoring import chosen
from augment.vet.contract import contract_program

REFERENCE_LIMITS = Limits(cpu_seconds=60.0, wall_seconds=120.0, program_cpu_seconds=3600.0)
"""For what the benchmark itself brings: nobody chose how long that takes."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """Completions that help to build."""

    by_task: Mapping[str, Sequence[str]] = field(default_factory=dict)
    row: files.Row = field(default_factory=dict)
    """What a suite's header says of them."""
    reading: Reading = field(default_factory=Reading)
    """What of their files could not be used."""


@dataclass(frozen=True, kw_only=True)
class BuildJob:
    """What is built, and with what."""

    benchmark: Benchmark
    """With the references that were given in place of its own."""
    settings: BuildSettings = field(default_factory=BuildSettings)
    references: References | None = None
    contracts: Contracts | None = None
    witnesses: Solutions = Solutions()
    """Heard on new inputs."""
    against: Solutions = Solutions()
    """Tests are bred against them."""
    tasks: Sequence[str] = ()
    chat: ChatSettings | None = None
    """A language model to ask."""
    exchanges: Path | None = None
    """File of what was asked of it before, which grows."""

    @cached_property
    def problems(self) -> list[Problem]:
        """The problems to build for. Raises `BadInput`."""
        return chosen(self.benchmark.problems, self.tasks, lambda problem: problem.task_id)

    @cached_property
    def given(self) -> Given:
        """What the user says of the problems."""
        return Given(
            contracts=self.contracts.code if self.contracts else {},
            domains=self.contracts.domains if self.contracts else {},
            witnesses=self.witnesses.by_task,
            against=self.against.by_task,
        )

    @cached_property
    def header(self) -> Suite:
        """The suite before its problems: what it is built with."""
        brought: files.Row = {}
        if self.contracts is not None:
            brought["contracts"] = self.contracts.row()
        brought |= {
            name: given.row for name, given in (("witnesses", self.witnesses), ("against", self.against)) if given.row
        }
        if self.chat is not None:
            brought["model"] = self.chat.model
        if self.references is not None:
            replaced = [problem.task_id for problem in self.problems if problem.task_id in self.references.solutions]
            brought["references"] = {"sha256": self.references.sha256, "replaced": replaced}
        return Suite(
            benchmark=self.benchmark.name,
            problems=(),
            created_with=version(),
            seed=self.settings.seed,
            settings={
                **asdict(self.settings),
                "tiers": [*self.settings.tiers],
                "benchmark_sha256": self.benchmark.sha256,
                **brought,
            },
        )

    def work(self) -> files.Row:
        """What tells this job from others, for its journal."""
        return {
            "suite": self.header.benchmark,
            "version": self.header.created_with,
            "settings": dict(self.header.settings),
            "tasks": [*self.tasks],
        }

    def with_source(self, exclusion: Exclusion) -> Exclusion:
        """The exclusion, which says so where the reference is not the benchmark's own."""
        if self.references is None or exclusion.task_id not in self.references.solutions:
            return exclusion
        return replace(exclusion, reason=f"{exclusion.reason} (its reference is the one that was given)")


def run_build(
    job: BuildJob,
    output: PathLike | None,
    *,
    jobs: int | None,
    resume: bool,
    overwrite: bool,
    unread: Unread,
    progress: Progress,
) -> Suite:
    """Build for all problems of a job that its journal does not know yet, and write the suite.

    Args:
        job: what is built.
        output: suite file to write, with a journal beside it while the job runs.
        jobs: problems worked on at once; one per core by default.
        resume: go on with a job that was stopped.
        overwrite: replace a file that exists.
        unread: told what of the file of exchanges and of the journal could not be used.
        progress: told after each problem.
    """
    given, problems = job.given, job.problems  # a task id that does not exist leaves nothing behind
    with ExitStack() as stack:
        journal = open_journal(stack, output, job.work(), resume=resume, overwrite=overwrite)
        done = dict(map(pieces.built_from_row, journal.found if journal else ()))
        unread("--output", Reading(notices=journal.notices if journal else []))
        pool = stack.enter_context(ForkingPool())
        if given.witnesses or given.against or job.chat:
            given = replace(given, untrusted=stack.enter_context(untrusted_pool()))
        if job.chat:
            from augment.clients.chat import Chat  # the package behind it takes long to load

            known = stack.enter_context(ExchangeFile(job.exchanges))
            unread("--llm-cache", Reading(notices=known.notices))
            given = replace(given, assistant=Chat(job.chat, known))
        todo = [problem for problem in problems if problem.task_id not in done]
        build_one = partial(
            pipeline.build_problem, settings=job.settings, pool=pool, limits=REFERENCE_LIMITS, given=given
        )
        for problem, built in stack.enter_context(parallel.each(todo, build_one, jobs)):
            done[problem.task_id] = built
            if journal is not None:
                journal.add(pieces.built_row(built))
            progress(len(done), len(problems), problem.task_id)
        suite = _filled(job, [done[problem.task_id] for problem in problems])
        if journal is not None:
            suite_files.write(Path(str(output)), suite)
            journal.remove()
    return suite


def untrusted_pool() -> ForkingPool:
    """Executors for completions that help to build, behind the strongest walls there are here."""
    return ForkingPool(chosen_launch("auto", checked_python(sys.executable)))


def _filled(job: BuildJob, built: Sequence[TestedProblem | Exclusion]) -> Suite:
    """The suite with what was built for its problems, in order."""
    return replace(
        job.header,
        problems=tuple(one for one in built if isinstance(one, TestedProblem)),
        excluded=tuple(job.with_source(one) for one in built if isinstance(one, Exclusion)),
    )


def read_contracts(path: PathLike, benchmark: Benchmark) -> Contracts:
    """What a file says of the inputs of a benchmark; what cannot be used is told before any work. Raises `BadInput`."""
    problems = {problem.task_id: problem for problem in benchmark.problems}
    found = contract_files.read(Path(path), problems)
    try:
        for task_id, code in found.code.items():
            contract_program(problems[task_id], code)
        for task_id, domain in found.domains.items():
            check_rules(domain)
            contract_program(problems[task_id], domain.contract)
    except BadInput as problem:
        raise BadLine(f"{found.where[task_id]}: {task_id}: {problem.message}", hint=problem.hint) from None
    return found


def read_solutions(problems: Sequence[Problem], sets: Sequence[PathLike]) -> Solutions:
    """Read sets of completions for some problems.

    Raises:
        BadInput: the sets cannot be read, or hold no program for any of the problems.
    """
    if not sets:
        return Solutions()
    given = read_completions(sets, problems)
    completions = given.completions
    if not completions:
        told = "; ".join([*given.reading.notices, *given.reading.bad_lines][:3])
        raise BadInput(
            f"{', '.join(map(str, sets))}: no program for any of the problems in it{f' ({told})' if told else ''}",
            hint="wanted completions, as `augment score` takes them",
        )
    by_task: dict[str, list[str]] = {}
    for completion in sorted(completions, key=lambda completion: completion.number):  # the first of each set first
        by_task.setdefault(completion.task_id, []).append(completion.program)
    models = sorted({completion.model for completion in completions})
    return Solutions(by_task, {"models": models, "sha256": digest_of(completions)}, given.reading)
