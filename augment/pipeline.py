"""The story on one page: build a suite problem by problem, score completions against it.

Build, for each problem:   recover base cases and oracle -> propose -> vet -> (again) -> select
                           -> doubt the reference
Answer, for each problem:  recover base cases and oracle -> let the reference answer the released inputs
Score, for each problem:   run each completion once on base and plus -> compare -> judge  (`augment.score.scorer`)

Stages take and return frozen values; files, progress bars and concrete executors belong to the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from augment.domain.learn import learn_domain
from augment.growth import BuildSettings, grow
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool, Limits
from augment.model.problem import Problem
from augment.model.suite import Exclusion, TestedProblem, Unanswered
from augment.recover.answer import answer
from augment.recover.base import Recovered, recover
from augment.vet.contract import contract_fault, contract_program
from augment.vet.suspicion import suspicions

CONTRACT_LIMITS: Final = Limits(steps=500_000)
"""For a contract on one input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What the user says of the inputs of problems, by task id."""

    contracts: Mapping[str, str] = field(default_factory=dict)
    """Preconditions as code."""
    domains: Mapping[str, Domain] = field(default_factory=dict)
    """Domains, to be used as they are instead of learnt ones."""


def build_problem(
    problem: Problem, settings: BuildSettings, pool: ExecutorPool, limits: Limits, given: Given
) -> TestedProblem | Exclusion:
    """Recover the base cases of one problem and grow plus tests from them."""
    with pool.lend() as trusted:
        recovered = recover(problem, trusted, limits)
    if recovered.complaint:
        return Exclusion(task_id=problem.task_id, reason=recovered.complaint)
    tested = _tested(problem, recovered, settings, pool, given)
    with pool.lend() as trusted:
        return replace(tested, suspicions=suspicions(tested, trusted))


def _tested(
    problem: Problem, recovered: Recovered, settings: BuildSettings, pool: ExecutorPool, given: Given
) -> TestedProblem:
    """The problem with its base cases, and plus cases where one expected answer can stand for all right ones."""
    oracle = recovered.learnt.oracle
    if recovered.learnt.property_check:
        note = "its base tests check a property of the answer, so one expected answer cannot stand for all right ones"
        return TestedProblem(problem=problem, oracle=oracle, cases=recovered.cases, note=note)
    domain = _domain(problem, recovered, pool, given)
    plus, funnel = grow(problem, recovered.cases, domain, settings, pool)
    note = "" if plus else "0 new tests: nothing new was found that its reference answers well"
    cases = recovered.cases + plus
    return TestedProblem(problem=problem, oracle=oracle, cases=cases, domain=domain, funnel=funnel, note=note)


def _domain(problem: Problem, recovered: Recovered, pool: ExecutorPool, given: Given) -> Domain:
    """The domain that is given, or else learnt, with the contract that is given if it can be trusted."""
    domain = given.domains.get(problem.task_id)
    if domain is None:
        domain = learn_domain(problem, [case.args.unpack_args() for case in recovered.cases])
    contract = given.contracts.get(problem.task_id, domain.contract)
    if not contract:
        return domain
    with pool.lend() as trusted:
        program = contract_program(problem, contract)
        fault = contract_fault(program, [case.args for case in recovered.cases], trusted, CONTRACT_LIMITS)
    if fault:
        return replace(domain, contract="", doubts=(*domain.doubts, f"the contract was not used: {fault}"))
    return replace(domain, contract=contract)


def answer_problem(record: Unanswered, pool: ExecutorPool, limits: Limits) -> TestedProblem | Exclusion:
    """Give the released inputs of one problem their types and their expected answers."""
    with pool.lend() as trusted:
        return answer(record, trusted, limits)
