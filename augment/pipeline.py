"""The story on one page: build a suite problem by problem, score completions against it.

Build, for each problem:   recover base cases and oracle -> propose -> vet -> (again) -> select
                           -> grow a few large inputs  (`augment.scale`)
                           -> doubt the reference
Answer, for each problem:  recover base cases and oracle -> let the reference answer the released inputs
Score, for each problem:   run each completion once on base and plus -> compare -> judge  (`augment.score.scorer`)

Stages take and return frozen values; files, progress bars and concrete executors belong to the caller.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from augment.assistance import Advice, advice
from augment.domain.learn import learn_domain
from augment.domain.rules import has_types
from augment.evidence import OPPONENTS, base_passers
from augment.growth import BuildSettings, Helper, Hunt
from augment.model.domain import Domain
from augment.model.exchange import Assistant
from augment.model.execution import ExecutorPool, Limits
from augment.model.problem import Problem
from augment.model.suite import Exclusion, TestedProblem, Unanswered
from augment.recover.answer import answer
from augment.recover.base import Recovered, recover
from augment.scale import scale_cases
from augment.vet.contract import contract_program
from augment.vet.steady import wavering
from augment.vet.suspicion import suspicions
from augment.vet.trust import contract_fault

WITNESSES: Final = 20
"""Witnesses asked about one problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What the user says of the inputs of problems, by task id."""

    contracts: Mapping[str, str] = field(default_factory=dict)
    """Preconditions as code."""
    domains: Mapping[str, Domain] = field(default_factory=dict)
    """Domains, to be used as they are instead of learnt ones."""
    witnesses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Programs that may solve the problem; those that give the base answers are heard."""
    against: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Programs that may be wrong; tests are bred against those that give the base answers."""
    untrusted: ExecutorPool | None = None
    """Where these programs run; wanted with them, and with an assistant."""
    assistant: Assistant | None = None
    """A language model to ask."""


def build_problem(
    problem: Problem, settings: BuildSettings, pool: ExecutorPool, limits: Limits, given: Given
) -> TestedProblem | Exclusion:
    """Recover the base cases of one problem and grow plus tests from them."""
    recovered = recover(problem, pool, limits)
    if recovered.complaint:
        return Exclusion(task_id=problem.task_id, reason=recovered.complaint)
    tested = _tested(problem, recovered, settings, pool, limits, given)
    with pool.lend() as trusted:
        return replace(tested, suspicions=(*suspicions(tested, trusted), *tested.suspicions))


def learn_problem(problem: Problem, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """What one problem says by itself: its base cases, oracle and domain, and no plus tests."""
    recovered = recover(problem, pool, limits)
    if recovered.complaint:
        return Exclusion(task_id=problem.task_id, reason=recovered.complaint)
    return TestedProblem(
        problem=problem,
        oracle=recovered.oracle,
        cases=recovered.cases,
        domain=_domain(problem, recovered, pool, Given()) if recovered.cases else None,
        by_test_code=recovered.by_test_code,
        note=recovered.note or "nothing was built: this is what the benchmark says by itself",
    )


def _tested(
    problem: Problem, recovered: Recovered, settings: BuildSettings, pool: ExecutorPool, limits: Limits, given: Given
) -> TestedProblem:
    """The problem with its base cases, and plus cases where one expected answer can stand for all right ones."""
    oracle = recovered.oracle
    note = recovered.note or _restless(problem, recovered, pool, limits)
    if note:
        if problem.task_id in {*given.contracts, *given.domains}:
            note += "; what was given of its inputs is of no use"
        return TestedProblem(
            problem=problem, oracle=oracle, cases=recovered.cases, note=note, by_test_code=recovered.by_test_code
        )
    domain = _domain(problem, recovered, pool, given)
    passing = partial(base_passers, problem, recovered.cases, oracle, pool=given.untrusted)
    told, helper = _helped(problem, recovered, given)
    witnesses = passing([*given.witnesses.get(problem.task_id, ()), *told.solutions], most=WITNESSES)
    against = passing([*given.against.get(problem.task_id, ()), *told.mistakes], most=OPPONENTS)
    hunt = Hunt(problem, recovered.cases, oracle, domain, settings, pool, witnesses, against, helper)
    grown = hunt.grown(time.monotonic)
    known = recovered.cases + grown.cases
    scale, left_out = scale_cases(
        problem, known, oracle, domain, settings.tiers, settings.scale_tests, settings.seed, pool
    )
    return TestedProblem(
        problem=problem,
        oracle=oracle,
        cases=known + scale,
        domain=domain,
        funnel=grown.funnel + left_out,
        search=grown.search,
        assistance=grown.assistance,
        note="" if scale else grown.note,
        suspicions=grown.suspicions,
    )


def _restless(problem: Problem, recovered: Recovered, pool: ExecutorPool, limits: Limits) -> str:
    """Why the reference cannot be asked for answers; empty when it gives those to the base calls a second time."""
    ids = wavering(problem, recovered.cases, recovered.oracle, pool, limits)
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    return f"its reference answers differently when it is asked again (on {ids[0]}{more})" if ids else ""


def _helped(problem: Problem, recovered: Recovered, given: Given) -> tuple[Advice, Helper | None]:
    """What a language model writes of a problem, where there is one to ask."""
    if given.assistant is None or given.untrusted is None:
        return Advice(), None
    told = advice(problem, recovered.cases, given.assistant, given.untrusted)
    return told, Helper(given.assistant, given.untrusted, told.preconditions, told.counts)


def _domain(problem: Problem, recovered: Recovered, pool: ExecutorPool, given: Given) -> Domain:
    """The domain that is given, or else learnt, with the contract that is given if it can be trusted."""
    inputs = [case.args.unpack_args() for case in recovered.cases]
    domain = given.domains.get(problem.task_id)
    if domain is None:
        domain = learn_domain(problem, inputs)
    elif all(has_types(domain, args) for args in inputs):
        domain = replace(domain, refused=())
    else:
        refused = "the types: they do not fit the base inputs"
        domain = replace(domain, types=learn_domain(problem, inputs).types, refused=(refused,))
    contract = given.contracts.get(problem.task_id, domain.contract)
    fault = contract_fault(contract_program(problem, contract), recovered.cases, pool) if contract else ""
    if fault:
        return replace(domain, contract="", refused=(*domain.refused, f"the contract: {fault}"))
    return replace(domain, contract=contract)


def answer_problem(record: Unanswered, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """Give the released inputs of one problem their types and their expected answers."""
    return answer(record, pool, limits)
