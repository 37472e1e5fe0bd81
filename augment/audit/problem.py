"""The audit of one problem: self-check, then what can be learnt by running its reference and variants of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from augment.audit.domains import doubts
from augment.audit.harness import of_exclusion, of_plus_tests, of_self_check
from augment.audit.oracle import (
    AtEdges,
    at_the_edges,
    growing_slow,
    inexact,
    order_of_dicts,
    raises,
    slow,
    strict_floats,
    ties,
    unstable,
)
from augment.audit.search import SURE, AuditSettings, Tried, edges, try_inputs
from augment.audit.weakness import of_inputs, strength, weaknesses
from augment.audit.witnesses import Asked, accusations, disagreements, heard, witnesses_of
from augment.domain.learn import learn_domain
from augment.examination import examined
from augment.model.audit import Audited, AuditFinding, AuditKind, Sureness
from augment.model.domain import Domain
from augment.model.execution import ExecutorPool
from augment.model.finding import Weight
from augment.model.suite import Exclusion, Kind, TestedProblem, Tier
from augment.recover.base import ONE_OF_MANY, PROPERTY
from augment.score.scorer import ScoreSettings

MANY_ANSWERS: Final = (ONE_OF_MANY, PROPERTY)
"""Notes of problems whose right answers are many, with none to tell them from wrong ones."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Where code runs."""

    trusted: ExecutorPool
    """For the benchmark's own."""
    untrusted: ExecutorPool
    """For everybody else's."""


def audit_problem(
    tested: TestedProblem | Exclusion,
    voices: Mapping[str, Sequence[str]],
    *,
    settings: AuditSettings,
    scoring: ScoreSettings,
    pools: Pools,
    of_suite: bool,
) -> Audited:
    """What is found in one problem.

    Args:
        tested: the problem with its tests, or why it has none.
        voices: by model the texts of programs that may solve it.
        settings: seed and sizes.
        scoring: limits for programs that solve nothing, and for the reference.
        pools: executors.
        of_suite: whether plus tests may be expected.
    """
    if isinstance(tested, Exclusion):
        return Audited(task_id=tested.task_id, findings=(of_exclusion(tested),))
    told = examined(tested, scoring, pools.trusted, pools.untrusted)
    found = list(of_self_check(told, of_suite=of_suite))
    found += of_plus_tests(tested) if of_suite else ()
    tried = Tried()
    if not any(finding.weight is Weight.FAULT for finding in found):
        more = list(unstable(tested, pools.trusted))
        if not more and _can_be_searched(tested):
            inputs = [case.args.unpack_args() for case in tested.of_kind(Kind.BASE)]
            ground = _Ground(tested, tested.domain or learn_domain(tested.problem, inputs), settings, pools)
            tried = try_inputs(tested, ground.domain, settings, pools.trusted)
            more += _searched(ground, tried, voices)
        else:
            more += of_inputs(tested)
        found += more
    trivial = sum(finding.kind is AuditKind.TRIVIAL for finding in found)
    return Audited(
        task_id=tested.problem.task_id, strength=strength(tested, tried, trivial), findings=tuple(_each_once(found))
    )


def _can_be_searched(tested: TestedProblem) -> bool:
    return bool(tested.of_kind(Kind.BASE)) and tested.note not in MANY_ANSWERS and not tested.by_test_code


@dataclass(frozen=True, slots=True)
class _Ground:
    """A problem that can be searched, and what it is searched with."""

    tested: TestedProblem
    domain: Domain
    settings: AuditSettings
    pools: Pools

    def at_edges(self, tiers: Collection[Tier] = SURE) -> AtEdges:
        """What the reference makes of inputs at the edges of its domain, or beyond."""
        pool = self.pools.trusted
        return at_the_edges(self.tested, edges(self.tested, self.domain, self.settings, pool, tiers), pool)


def _searched(ground: _Ground, tried: Tried, voices: Mapping[str, Sequence[str]]) -> Iterator[AuditFinding]:
    """What a search for new inputs finds."""
    tested, domain, pool = ground.tested, ground.domain, ground.pools.trusted
    yield from weaknesses(tested, tried, pool)
    yield from strict_floats(tested, pool)
    yield from doubts(tested, domain)
    at_edges = ground.at_edges()
    yield from raises(tested.problem, at_edges.raising)
    growing = growing_slow(tested, domain, ground.settings, pool)
    yield from slow(tested, growing, Sureness.SHOWN) if growing else slow(tested, at_edges.slow, Sureness.POSSIBLE)
    if not tested.oracle.code:  # with a property, two answers may differ and both be right
        yield from inexact(tested, domain, pool)
        yield from ties(tested, tried, pool)
        yield from order_of_dicts(tested, tried, pool)
        yield from _testimony(ground, tried, at_edges, voices) if voices else ()


def _testimony(
    ground: _Ground, tried: Tried, at_edges: AtEdges, voices: Mapping[str, Sequence[str]]
) -> Iterator[AuditFinding]:
    """What completions say, of inputs that the reference does not answer too."""
    tested, untrusted = ground.tested, ground.pools.untrusted
    inputs = [Asked(answer.args, answer.value, sure=True) for answer in tried.answers]
    inputs += [Asked(answer.args, answer.value, sure=False) for answer in tried.stretches]
    inputs += [Asked(args, None, sure=True) for args, _ in at_edges.raising]
    inputs += [Asked(args, None, sure=False) for args, _ in ground.at_edges({Tier.STRETCH}).raising]
    told = heard(tested, witnesses_of(tested, voices, untrusted), inputs, untrusted)
    yield from accusations(tested.problem, told)
    yield from disagreements(tested.problem, told)


def _each_once(found: Sequence[AuditFinding]) -> list[AuditFinding]:
    return list({(one.kind, one.what): one for one in found}.values())
