"""The library: benchmarks, suites and completions in, suites and results out.

Brings together what the pipeline leaves to its caller: formats, executors, threads, journals, progress. The command
line calls nothing but these functions, and those of `loading`, which are handed on from here.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from augment import parallel
from augment.about import version
from augment.audit.search import AuditSettings
from augment.auditing import audit_all, read_voices
from augment.building import BuildJob, read_contracts, read_solutions, run_build, untrusted_pool
from augment.checking import check_suite
from augment.comparing import compare_programs, ground_of, ground_without_tests, read_domain, read_programs
from augment.completing import Completed, CompletingJob, run_completing
from augment.difference import Difference, DiffSettings
from augment.domain.rules import check_rules
from augment.engine import EngineSettings
from augment.errors import BadInput
from augment.estimating import Missed
from augment.estimating import missed as estimated
from augment.explaining import Explanation, explain_rows, programs, rejected_rows, suite_path
from augment.exporting import RESULT_FORMATS, SUITE_FORMATS, Exported, export_results, export_suite
from augment.formats import completions as completion_files
from augment.formats import files, humaneval
from augment.formats import results as result_files
from augment.formats import reviews as review_files
from augment.formats import suite as suite_files
from augment.formats.journal import claim_output
from augment.formats.references import References
from augment.growth import BuildSettings
from augment.leaderboards import Compared, compare_results
from augment.loading import FORMATS as FORMATS
from augment.loading import as_benchmark, benchmark_or_suite, corrected, problems_of
from augment.loading import fetch_benchmark as fetch_benchmark
from augment.loading import load_benchmark as load_benchmark
from augment.loading import load_suite as load_suite
from augment.loading import named_benchmarks as named_benchmarks
from augment.loading import problems as problems
from augment.model.audit import Audit
from augment.model.domain import Domain
from augment.model.exchange import ChatSettings
from augment.model.execution import Limits
from augment.model.finding import Checked
from augment.model.problem import Benchmark
from augment.model.suite import Assistance, Suite, TestedProblem
from augment.reading import Given, PathLike, Progress, Unread, not_told, read_completions
from augment.reading import no_progress as no_progress
from augment.reduction import ReduceSettings, reduce_problem
from augment.report.audit import audit_document
from augment.reporting import MOST, Reported, write_report
from augment.reviewing import Counted, ReviewSettings
from augment.reviewing import count as counted
from augment.reviewing import draw as draw_from
from augment.sandbox.doctor import Wall, walls
from augment.sandbox.forking import ForkingPool
from augment.sandbox.interpreter import checked_python
from augment.sandbox.launch import Launch, chosen_launch
from augment.score.scorer import ScoreSettings
from augment.scoring import Results, ScoringJob, chosen, run_job
from augment.shipped import demo_completions, example_files

DEFAULT_K = (1, 10, 100)


def write_example(folder: PathLike) -> list[Path]:
    """Write a small benchmark of one's own, as a folder with a Python file a problem, and give its files.

    Raises:
        BadInput: the folder holds something already, or cannot be written.
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadInput(f"{target}: is there already, and not empty", hint="name a folder that does not exist yet")
    files.make_folder(target)
    return [files.copy(source, target / source.name) for source in example_files()]


def build(
    benchmark: Benchmark | PathLike,
    output: PathLike | None = None,
    *,
    format: str = "",
    trust_pickle: bool = False,
    settings: BuildSettings | None = None,
    references: References | PathLike | None = None,
    contracts: PathLike | None = None,
    witnesses: Sequence[PathLike] = (),
    against: Sequence[PathLike] = (),
    chat: ChatSettings | None = None,
    exchanges: PathLike | None = None,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    unread: Unread = not_told,
    progress: Progress = no_progress,
) -> Suite:
    """Grow a suite: the benchmark's own tests as cases, and plus tests beside them.

    Args:
        benchmark: a benchmark, its name, or a file.
        output: suite file to write; with one, finished problems are kept when the run is stopped.
        format: as for `load_benchmark`.
        trust_pickle: as for `load_benchmark`.
        settings: seed and sizes.
        references: corrected references, or a file of them, that take the place of the benchmark's own.
        contracts: a file of preconditions, as `docs/formats.md` describes.
        witnesses: completions that are heard on inputs where they pass the base tests; of other models than those that
            the suite is to score.
        against: completions that tests are bred against where they pass the base tests; the suite is stronger against
            their like, and judges these very completions harder than others.
        chat: a language model that is asked for inputs, preconditions, solutions and plausible mistakes.
        exchanges: file of exchanges with it, as for `complete`.
        tasks: task ids to build for; all by default.
        jobs: problems worked on at once; one per core by default.
        resume: go on with a run that was stopped.
        overwrite: replace a file that exists.
        unread: told what of `witnesses`, `against` and `exchanges` could not be used.
        progress: told after each problem.

    Raises:
        BadInput: the benchmark, the references, an id or the output cannot be used.
    """
    given = (benchmark, references, contracts, exchanges, *witnesses, *against)
    _keep_inputs(output, [path for path in given if isinstance(path, (str, os.PathLike))])
    benchmark, references = corrected(as_benchmark(benchmark, format, trust_pickle), references)
    job = BuildJob(
        benchmark=benchmark,
        settings=settings or BuildSettings(),
        references=references,
        contracts=None if contracts is None else read_contracts(contracts, benchmark),
        witnesses=read_solutions(benchmark.problems, witnesses),
        against=read_solutions(benchmark.problems, against),
        chat=chat,
        exchanges=None if exchanges is None else Path(exchanges),
        tasks=tasks,
    )
    for option, solutions in (("--witnesses", job.witnesses), ("--against", job.against)):
        unread(option, solutions.reading)
    return run_build(job, output, jobs=jobs, resume=resume, overwrite=overwrite, unread=unread, progress=progress)


def reduce(
    suite: Suite | PathLike,
    output: PathLike | None = None,
    *,
    settings: ReduceSettings | None = None,
    against: Sequence[PathLike] = (),
    jobs: int | None = None,
    overwrite: bool = False,
    unread: Unread = not_told,
    answering: Progress = no_progress,
    progress: Progress = no_progress,
) -> Suite:
    """Keep few of a suite's plus tests: those that show most, or as few as kill all mutants that the suite kills.

    Args:
        suite: a suite, a suite file, or EvalPlus's released data.
        output: suite file to write.
        settings: how far to go.
        against: completions, as for `build`: what kills them counts too.
        jobs: problems worked on at once; one per core by default.
        overwrite: replace a file that exists.
        unread: told what of `against` could not be used.
        answering: told after each problem whose expected answers had to be found first.
        progress: told after each problem.

    Raises:
        BadInput: the suite or the output cannot be used.
    """
    _keep_inputs(output, [path for path in (suite, *against) if isinstance(path, (str, os.PathLike))])
    settings = settings or ReduceSettings()
    with ExitStack() as stack:
        if output is not None:
            claim_output(Path(output), resume=False, overwrite=overwrite)
        suite = suite if isinstance(suite, Suite) else load_suite(suite, jobs=jobs, progress=answering)
        opponents = read_solutions([tested.problem for tested in suite.problems], against)
        unread("--against", opponents.reading)
        untrusted = stack.enter_context(untrusted_pool()) if against else None
        pool = stack.enter_context(ForkingPool())
        reduce_one = partial(
            reduce_problem, pool=pool, settings=settings, against=opponents.by_task, untrusted=untrusted
        )
        done: dict[str, TestedProblem] = {}
        for tested, reduced in stack.enter_context(parallel.each(suite.problems, reduce_one, jobs)):
            done[tested.problem.task_id] = reduced
            progress(len(done), len(suite.problems), tested.problem.task_id)
        kept = tuple(done[tested.problem.task_id] for tested in suite.problems)
        how = {**asdict(settings), **({"against": opponents.row} if against else {})}
        reduced_suite = replace(suite, problems=kept, settings={**suite.settings, "reduced": how})
        if output is not None:
            suite_files.write(Path(output), reduced_suite)
    return reduced_suite


def score(
    suite: Suite | PathLike,
    completions: PathLike | Sequence[PathLike],
    output: PathLike | None = None,
    *,
    settings: ScoreSettings | None = None,
    engine: EngineSettings | None = None,
    ks: Iterable[int] = DEFAULT_K,
    extract: bool = True,
    tasks: Sequence[str] = (),
    elsewhere: Collection[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    check_first: bool = False,
    answering: Progress = no_progress,
    checking: Progress = no_progress,
    progress: Progress = no_progress,
) -> Results:
    """Judge completions on base and on base+plus.

    Args:
        suite: a suite, a suite file, or EvalPlus's released data.
        completions: files or folders, each one set of completions.
        output: results file to write; with one, what was judged is kept when the run is stopped.
        settings: limits, tiers, and whether all tests are run.
        engine: isolation, interpreter and cache.
        ks: the k of pass@k; those that no set can define are left out, unless all are.
        extract: find the program in each completion, as `augment.extract` describes; else it is scored as it is.
        tasks: task ids to score; all by default.
        elsewhere: task ids that the suite leaves out on purpose; completions of them are passed over.
        jobs: completions judged at once; one per core by default.
        resume: go on with a run that was stopped.
        overwrite: replace a file that exists.
        check_first: check the suite, as `check` does, and leave out the problems with faults.
        answering: told after each problem whose expected answers had to be found first.
        checking: told after each problem that was checked.
        progress: told after each few completions.

    Raises:
        BadInput: the suite, the completions, an id, the engine or the output cannot be used.
    """
    sha256 = file = None
    paths = [completions] if isinstance(completions, (str, os.PathLike)) else [*completions]
    _keep_inputs(output, paths if isinstance(suite, Suite) else [suite, *paths])
    if not isinstance(suite, Suite):
        sha256 = files.sha256(Path(suite)) if Path(suite).is_file() else None
        file = os.fspath(suite)
        suite = load_suite(suite, jobs=jobs, progress=answering)
    job = ScoringJob(
        suite=suite,
        suite_sha256=sha256,
        suite_file=file,
        sets=[os.fspath(path) for path in paths],
        given=read_completions(
            paths,
            (tested.problem for tested in suite.problems),
            elsewhere,
            left_out=[exclusion.task_id for exclusion in suite.excluded],
            extracted=extract,
        ),
        extracted=extract,
        settings=settings or ScoreSettings(),
        engine=engine or EngineSettings(),
        tasks=tuple(tasks),
        ks=tuple(ks),
    )
    if check_first:
        checked = check(suite, settings=settings, engine=engine, tasks=tasks, jobs=jobs, progress=checking)
        job = replace(job, faulty=checked.faulty())
    return run_job(job, output, jobs=jobs, resume=resume, overwrite=overwrite, progress=progress)


def extract(
    completions: PathLike | Sequence[PathLike],
    benchmark: Benchmark | Suite | PathLike = humaneval.NAME,
    output: PathLike | None = None,
    *,
    format: str = "",
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> Given:
    """Find the programs in what models wrote, as `score` does before it judges them.

    Args:
        completions: as for `score`.
        benchmark: a benchmark, its name, or a file of one; or a suite, or a suite file.
        output: JSON Lines file to write, with `task_id`, `solution` and how it was found.
        format: as for `load_benchmark`.
        overwrite: replace a file that exists.
        progress: told after each completion.

    Raises:
        BadInput: the benchmark, the completions or the output cannot be used.
    """
    paths = [completions] if isinstance(completions, (str, os.PathLike)) else [*completions]
    named = [benchmark] if isinstance(benchmark, (str, os.PathLike)) else []
    _keep_inputs(output, [*paths, *named])
    if output is not None:
        claim_output(Path(output), resume=False, overwrite=overwrite)
    given = read_completions(paths, problems_of(benchmark, format), progress=progress)
    if output is not None:
        completion_files.write(Path(output), given.completions)
    return given


def complete(
    benchmark: Benchmark | PathLike,
    output: PathLike,
    *,
    chat: ChatSettings,
    samples: int = 1,
    temperature: float = 0.0,
    max_tokens: int | None = None,
    exchanges: PathLike | None = None,
    format: str = "",
    tasks: Sequence[str] = (),
    partial: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> Completed:
    """Ask a language model to solve the problems of a benchmark.

    Args:
        benchmark: a benchmark, its name, or a file.
        output: file of completions to write.
        chat: who is asked, and how much that may cost.
        samples: answers to each problem.
        temperature: above 0 where there are several.
        max_tokens: of one answer; the server's own limit by default.
        exchanges: file of exchanges: what stands in it is not asked again, what is asked is added.
        format: as for `load_benchmark`.
        tasks: task ids to ask about; all by default.
        partial: write what came, if some answers did not; `resume` asks for the rest.
        resume: go on with a run that was stopped, or whose answers did not all come.
        overwrite: replace a file that exists.
        progress: told after each answer.

    Raises:
        BadInput: an input cannot be used, or the server turns down everything.
    """
    _keep_inputs(output, [path for path in (benchmark, exchanges) if isinstance(path, (str, os.PathLike))])
    job = CompletingJob(
        benchmark=as_benchmark(benchmark, format),
        chat=chat,
        samples=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        tasks=tasks,
    )
    return run_completing(
        job,
        output,
        exchanges=exchanges,
        resume=resume,
        overwrite=overwrite,
        partial=partial,
        progress=progress,
    )


def check(
    suite: Suite | PathLike,
    *,
    settings: ScoreSettings | None = None,
    engine: EngineSettings | None = None,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    answering: Progress = no_progress,
    progress: Progress = no_progress,
) -> Checked:
    """Check a suite before it judges anybody: it must accept its references, and turn down what is wrong or trivial.

    Args:
        suite: as for `score`.
        settings: limits and tiers, as for `score`.
        engine: isolation and interpreter; nothing is taken from the cache.
        tasks: task ids to check; all by default.
        jobs: problems checked at once; one per core by default.
        answering: as for `score`.
        progress: told after each problem.

    Raises:
        BadInput: the suite, an id or the engine cannot be used.
    """
    if not isinstance(suite, Suite):
        suite = load_suite(suite, jobs=jobs, progress=answering)
    return check_suite(
        suite,
        settings=settings or ScoreSettings(),
        engine_settings=engine or EngineSettings(),
        tasks=tasks,
        jobs=jobs,
        progress=progress,
    )


def audit(
    source: Benchmark | Suite | PathLike,
    completions: Sequence[PathLike] = (),
    output: PathLike | None = None,
    *,
    format: str = "",
    trust_pickle: bool = False,
    settings: AuditSettings | None = None,
    scoring: ScoreSettings | None = None,
    engine: EngineSettings | None = None,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    overwrite: bool = False,
    answering: Progress = no_progress,
    progress: Progress = no_progress,
) -> Audit:
    """Look for what is wrong with a benchmark or a suite: weak tests, doubtful references and inputs, broken harnesses.

    Args:
        source: a benchmark, its name, or a file of one; a suite, a suite file, or EvalPlus's released data.
        completions: sets that are heard as witnesses where they pass base.
        output: file to write the findings to, in JSON.
        format: as for `load_benchmark`.
        trust_pickle: as for `load_benchmark`.
        settings: seed and sizes.
        scoring: limits, as for `check`.
        engine: isolation and interpreter; nothing is taken from the cache.
        tasks: task ids to audit; all by default.
        jobs: problems audited at once; one per core by default.
        overwrite: replace a file that exists.
        answering: as for `score`.
        progress: told after each problem.

    Raises:
        BadInput: the source, the completions, an id or the engine cannot be used.
    """
    _keep_inputs(output, [path for path in (source, *completions) if isinstance(path, (str, os.PathLike))])
    if output is not None:
        claim_output(Path(output), resume=False, overwrite=overwrite)
    if not isinstance(source, (Benchmark, Suite)):
        source = benchmark_or_suite(source, format=format, trust_pickle=trust_pickle, jobs=jobs, progress=answering)
    found = audit_all(
        source,
        read_voices(source, completions),
        settings=settings or AuditSettings(),
        scoring=scoring or ScoreSettings(),
        engine_settings=engine or EngineSettings(),
        tasks=tasks,
        jobs=jobs,
        progress=progress,
    )
    if output is not None:
        files.write_lines(Path(output), [files.dump(audit_document(found), indent=2)])
    return found


def export(
    source: Suite | PathLike,
    output: PathLike,
    to: str,
    *,
    scale: bool = False,
    leave_out: bool = False,
    suite: PathLike | None = None,
    completions: Sequence[PathLike] = (),
    jobs: int | None = None,
    overwrite: bool = False,
    answering: Progress = no_progress,
    progress: Progress = no_progress,
) -> Exported:
    """Write a suite, or results, in the format of another harness; a suite is tried as it was written.

    Args:
        source: a suite, a suite file or released data; or a results file.
        output: file to write, or folder for a format of several files.
        to: out of `SUITE_FORMATS`, or `RESULT_FORMATS` for results.
        scale: of a suite: whether the tests for hopeless running times are written too.
        leave_out: of a suite: leave out problems that the format cannot carry; else they are an error.
        suite: of results: where their suite is now, if not where it was.
        completions: of results: where sets of completions are now, if not where they were.
        jobs: problems tried at once; one per core by default.
        overwrite: replace what is there.
        answering: as for `score`.
        progress: told after each problem that was tried.

    Raises:
        BadInput: the source or the output cannot be used, there is no such format, or it cannot carry a problem.
    """
    _keep_inputs(output, [path for path in (source, suite, *completions) if isinstance(path, (str, os.PathLike))])
    if to in RESULT_FORMATS and not isinstance(source, Suite):
        known = None if suite is None else load_suite(suite)
        sets = [Path(path) for path in completions]
        return export_results(Path(source), Path(output), to, suite=known, sets=sets, overwrite=overwrite)
    if to not in SUITE_FORMATS:
        raise BadInput(f"no format {to!r}", hint=f"wanted one of {', '.join([*SUITE_FORMATS, *RESULT_FORMATS])}")
    loaded = source if isinstance(source, Suite) else load_suite(source, jobs=jobs, progress=answering)
    return export_suite(
        loaded,
        Path(output),
        to,
        scale=scale,
        leave_out=leave_out,
        jobs=jobs,
        overwrite=overwrite,
        progress=progress,
    )


def explain(
    results: PathLike,
    task: str,
    *,
    model: str | None = None,
    number: int | None = None,
    suite: PathLike | None = None,
    completions: Sequence[PathLike] = (),
    engine: EngineSettings | None = None,
    progress: Progress = no_progress,
) -> list[Explanation]:
    """Show why completions of one problem were rejected: the smallest input on which each is wrong.

    Args:
        results: a results file of `score`.
        task: a task id, or the part behind its slash.
        model: only completions of this set.
        number: only the completion of this number, in each set.
        suite: where the suite is now, if not where it was.
        completions: where sets of completions are now, if not where they were.
        engine: isolation and interpreter, for proofs that the results do not hold.
        progress: told after each completion.

    Raises:
        BadInput: the results cannot be used, or their suite or completions are not there any more, or have changed; no
            completion of that problem passes base and fails plus.
    """
    found = result_files.read(Path(results))
    rows = rejected_rows(found, task, model, number)
    known = load_suite(suite_path(found, None if suite is None else Path(suite)))
    given = {completion_files.model_name(Path(path)): Path(path) for path in completions}
    with_programs = programs(found, rows, known, given)
    return explain_rows(found, rows, with_programs, known, engine or EngineSettings(), progress)


def report(results: PathLike, output: PathLike | None = None, *, most: int = MOST, overwrite: bool = False) -> Reported:
    """Write a report of a scoring run for people: a page, or its tables as Markdown or CSV.

    Args:
        results: a results file of `score`; nothing else is read.
        output: file to write; its suffix says what: `.html`, `.md` or `.csv`. By default a page beside the results.
        most: false positives that a page shows with their programs, some of each problem first.
        overwrite: replace what is there.

    Raises:
        BadInput: the results cannot be used, the suffix is another one, or the output cannot be written.
    """
    _keep_inputs(output, [results])
    return write_report(Path(results), None if output is None else Path(output), most=most, overwrite=overwrite)


def compare(results: Sequence[PathLike]) -> Compared:
    """Put results files side by side: a leaderboard for each suite, and of two files, why scores moved.

    Args:
        results: results files of `score`; nothing else is read. Of two, the first is taken for the earlier one.

    Raises:
        BadInput: a file cannot be used, or is given twice.
    """
    return compare_results([Path(path) for path in results])


def missed(results: PathLike, other: PathLike | None = None) -> Missed:
    """Estimate how many wrong programs a suite accepts.

    Args:
        results: a results file of `score`, with all tests run; else `other` is needed.
        other: results of another suite on the same completions.

    Raises:
        BadInput: a file cannot be used, or they are not of the same completions.
    """
    second = None if other is None else result_files.read(Path(other))
    return estimated(result_files.read(Path(results)), second)


def draw_review(
    results: PathLike,
    output: PathLike,
    *,
    settings: ReviewSettings | None = None,
    suite: PathLike | None = None,
    completions: Sequence[PathLike] = (),
    engine: EngineSettings | None = None,
    jobs: int | None = None,
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> review_files.Review:
    """Draw accepted completions at random, and look long for an input on which each parts from the reference.

    Args:
        results: a results file of `score`.
        output: review file to write, in which a person judges those that part.
        settings: how many, of which set, by which seed, and how hard to look.
        suite: where the suite is now, if not where it was.
        completions: where sets of completions are now, if not where they were.
        engine: isolation and interpreter.
        jobs: completions searched at once; one per core by default.
        overwrite: replace a file that exists, with the judgements in it.
        progress: told after each completion.

    Raises:
        BadInput: the results cannot be used, accept nothing, or their suite or completions have changed.
    """
    given = [path for path in (results, suite, *completions) if path is not None]
    _keep_inputs(output, given)
    claim_output(Path(output), resume=False, overwrite=overwrite)
    found = result_files.read(Path(results))
    known = load_suite(suite_path(found, None if suite is None else Path(suite)))
    sets = {completion_files.model_name(Path(path)): Path(path) for path in completions}
    drawn = draw_from(found, known, sets, settings or ReviewSettings(), engine or EngineSettings(), jobs, progress)
    review_files.write(Path(output), drawn, version())
    return drawn


def count_review(review: PathLike, results: PathLike | None = None) -> Counted:
    """Bound the share of wrong programs among the accepted ones, from a review that a person has judged.

    Args:
        review: a review file.
        results: the results file that it was drawn from, for pass@1 without the wrong programs.

    Raises:
        BadInput: a file cannot be used, or a disputed completion is not judged.
    """
    known = None if results is None else result_files.read(Path(results))
    return counted(review_files.read(Path(review)), known, Path(review))


def diff(
    one: PathLike,
    two: PathLike,
    *,
    like: str | None = None,
    suite: Suite | PathLike | None = None,
    domain: Domain | PathLike | None = None,
    entry_point: str = "",
    settings: DiffSettings | None = None,
    engine: EngineSettings | None = None,
    building: Progress = no_progress,
) -> Difference:
    """Look for an input on which two programs differ; neither is taken for the right one, or trusted.

    Args:
        one: file of a program.
        two: file of another.
        like: a task id: inputs are such as this problem takes, its tests first.
        suite: has that problem; without one, its tests are built from HumanEval.
        domain: what may go in, or a file that says so, in place of a problem.
        entry_point: the function to call; by default that of the problem, or the only one that both programs define.
        settings: how hard to look.
        engine: isolation and interpreter.
        building: told after each problem whose tests were built.

    Raises:
        BadInput: a program, the suite or the domain cannot be used, or nothing says what may go in.
    """
    if (like is None) == (domain is None):
        raise BadInput(
            "one thing must say what may go into the programs",
            hint="either name a problem with --like, or give a --domain",
        )
    if suite is not None and like is None:
        raise BadInput("a suite is of no use without a problem of it", hint="name one with --like")
    found: Domain | TestedProblem
    if like is not None:
        found = _problem_like(like, suite, building)
    else:
        found = domain if isinstance(domain, Domain) else read_domain(Path(str(domain)))
    if isinstance(found, TestedProblem):
        pair = read_programs([Path(one), Path(two)], entry_point or found.problem.entry_point)
        ground = ground_of(found)
    else:
        pair = read_programs([Path(one), Path(two)], entry_point)
        ground = ground_without_tests(found, pair)
    return compare_programs(pair, ground, settings or DiffSettings(), Limits(), engine or EngineSettings())


def _problem_like(task: str, suite: Suite | PathLike | None, building: Progress) -> TestedProblem:
    """A problem of a suite; of HumanEval, with tests made for it alone, where there is none."""
    if suite is None:
        suite = build(humaneval.NAME, tasks=[task], progress=building)
    elif not isinstance(suite, Suite):
        suite = load_suite(suite)
    (tested,) = chosen(suite.problems, [task], lambda tested: tested.problem.task_id)
    check_rules(tested.domain or Domain())
    return tested


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What the main job made."""

    folder: Path
    suite: Suite
    results: Results


def run(
    benchmark: Benchmark | PathLike = humaneval.NAME,
    completions: PathLike | Sequence[PathLike] = (),
    folder: PathLike | None = None,
    *,
    format: str = "",
    build_settings: BuildSettings | None = None,
    references: References | PathLike | None = None,
    score_settings: ScoreSettings | None = None,
    engine: EngineSettings | None = None,
    ks: Iterable[int] = DEFAULT_K,
    extract: bool = True,
    tasks: Sequence[str] = (),
    jobs: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    building: Progress = no_progress,
    scoring: Progress = no_progress,
) -> Run:
    """The main job: build a suite, score completions on it; keeps `suite.jsonl` and `results.json` in a folder.

    Args:
        benchmark: a benchmark, its name, or a file.
        completions: files or folders; the demonstration completions by default.
        folder: where to write; by default the first of `augment-run`, `augment-run-2`, ... that does not exist.
        format: as for `load_benchmark`.
        build_settings: as for `build`.
        references: as for `build`.
        score_settings: as for `score`.
        engine: as for `score`.
        ks: as for `score`.
        extract: as for `score`.
        tasks: as for `build`.
        jobs: as for `build`.
        resume: go on with what a stopped run left in the folder; a finished suite there is taken as it is.
        overwrite: replace what is in the folder.
        building: told after each problem that was built.
        scoring: told after each few completions that were scored.

    Raises:
        BadInput: an input or the folder cannot be used.
    """
    benchmark, references = corrected(as_benchmark(benchmark, format), references)
    wanted = chosen(benchmark.problems, tasks, lambda problem: problem.task_id)
    others = {problem.task_id for problem in benchmark.problems} - {problem.task_id for problem in wanted}
    sets = completions or demo_completions()
    read_completions(sets, wanted, others, extracted=extract)  # bad input is found before the suite is built
    target = Path(folder) if folder is not None else _free_folder(resume)
    files.make_folder(target)
    suite_path, results_path = target / "suite.jsonl", target / "results.json"
    claim_output(results_path, resume=resume, overwrite=overwrite)
    if not (resume and suite_path.exists()):
        build(
            benchmark,
            suite_path,
            settings=build_settings,
            references=references,
            tasks=tasks,
            jobs=jobs,
            resume=resume,
            overwrite=overwrite,
            progress=building,
        )
    results = score(
        suite_path,
        sets,
        results_path,
        settings=score_settings,
        engine=engine,
        ks=ks,
        extract=extract,
        elsewhere=others,
        jobs=jobs,
        resume=resume,
        overwrite=overwrite,
        progress=scoring,
    )
    return Run(folder=target, suite=suite_files.read(suite_path), results=results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What isolation there is on this machine."""

    launch: Launch
    walls: tuple[Wall, ...]


def doctor(engine: EngineSettings | None = None) -> Diagnosis:
    """Try the walls around completions.

    Raises:
        BadInput: the isolation or the interpreter asked for is not to be had here.
    """
    settings = engine or EngineSettings()
    launch = chosen_launch(settings.isolation, checked_python(settings.python))
    return Diagnosis(launch=launch, walls=walls(launch))


def _keep_inputs(output: PathLike | None, inputs: Sequence[PathLike]) -> None:
    """Refuse an output that is an input. Raises `BadInput`."""
    if output is not None and Path(output).resolve() in {Path(path).resolve() for path in inputs}:
        raise BadInput(f"{output}: is an input too, and would be lost", hint="choose another path with -o")


def _free_folder(resume: bool) -> Path:
    """The first default folder that does not exist, or with `resume` the last that does."""
    names = (Path("augment-run" if number == 1 else f"augment-run-{number}") for number in count(1))
    last = None
    for name in names:
        if not name.exists():
            return last if resume and last else name
        last = name
    raise AssertionError("names do not end")


def unknown_preconditions(suite: Suite) -> list[str]:
    """Task ids of the preconditions a suite was built with that its benchmark does not have."""
    given = suite.settings.get("contracts")
    return list(map(str, given.get("unknown", ()))) if isinstance(given, dict) else []


def assistance_of(suite: Suite) -> Assistance | None:
    """What a language model added to a suite; None where none was asked."""
    found = [tested.assistance for tested in suite.problems if tested.assistance]
    return sum(found, Assistance()) if found else None
