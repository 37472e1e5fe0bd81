"""The self-check of one problem: its tests examined, the contract of its inputs, and its reference doubted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from augment.errors import BadInput
from augment.model.execution import ExecutorPool
from augment.model.finding import Examined, Finding, Topic, Weight
from augment.model.suite import TestedProblem
from augment.score.scorer import ProblemScorer, ScoreSettings
from augment.score.selfcheck import examine
from augment.vet.contract import contract_program
from augment.vet.suspicion import contradictions, floats_for_whole_numbers
from augment.vet.trust import contract_fault


def examined(
    tested: TestedProblem, settings: ScoreSettings, trusted: ExecutorPool, untrusted: ExecutorPool
) -> Examined:
    """What the self-check of one problem finds.

    Args:
        tested: the problem and its tests.
        settings: limits and tiers.
        trusted: executors for the benchmark's own code.
        untrusted: executors for programs that solve nothing, which are judged as completions are.
    """
    scorer = ProblemScorer(tested, settings, trusted, untrusted)
    told = examine(tested, scorer, trusted)
    found = [*told.findings, *_of_contract(tested, trusted)]
    if scorer.exclusion() is None:  # a reference that fails is past suspicion
        found += _doubts(tested, trusted)
    return replace(told, findings=tuple(found), by_test_code=tested.by_test_code)


def _doubts(tested: TestedProblem, pool: ExecutorPool) -> list[Finding]:
    """What speaks against the reference, each once, with what was found when the tests were built."""
    with pool.lend() as trusted:
        found = dict.fromkeys(contradictions(tested, trusted), Topic.PROMPT)
    found |= dict.fromkeys(floats_for_whole_numbers(tested), Topic.FLOATS)
    found |= {reason: found.get(reason, Topic.TOLD) for reason in tested.suspicions}
    return [Finding(Weight.SUSPICION, topic, reason) for reason, topic in found.items()]


def _of_contract(tested: TestedProblem, trusted: ExecutorPool) -> Iterator[Finding]:
    """What is wrong with the contract that decides about the inputs of a problem."""
    if tested.domain is None or not tested.domain.contract:
        return
    try:
        program = contract_program(tested.problem, tested.domain.contract)
    except BadInput as problem:
        yield Finding(Weight.FAULT, Topic.CONTRACT, problem.message)
        return
    fault = contract_fault(program, tested.cases, trusted)
    if fault:
        yield Finding(Weight.FAULT, Topic.CONTRACT, f"its contract cannot be trusted: {fault}")
