"""Grow plus tests for one problem: propose -> admit -> vet -> try, again from what was found, then choose.

With a contract, what it accepts is a test, whatever the learnt domain says; without one, the domain decides. Inputs are
mended towards the domain either way: that is how the search is kept where the problem is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from augment.assistance import ORIGIN, objections, suggested
from augment.breed.kills import branches
from augment.domain.harvest import harvest, prompt_examples
from augment.domain.learn import free_characters
from augment.domain.rules import broken_by, described
from augment.domain.types import types_of_answers
from augment.errors import BadInput
from augment.evidence import MUTANTS, Strangers, adversaries, choose
from augment.generate.boundaries import boundaries
from augment.generate.drawn import drawn
from augment.generate.mutate import Seed, mutators_of, propose
from augment.harness.check import Answer
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.exchange import Assistant
from augment.model.execution import ExecutorPool, Limits, Program
from augment.model.problem import Problem
from augment.model.suite import Assistance, Case, Funnel, Kind, Oracle, Proposal, Search, Tier
from augment.model.value import Value
from augment.prove.inputs import inputs
from augment.prove.simpler import weight
from augment.select.cover import Quota
from augment.vet.admission import Admitted, admit, admit_by_contract
from augment.vet.contract import contract_program
from augment.vet.reference import Accepted, vet
from augment.vet.witness import CONTRADICT, ENOUGH, SCATTER, Contradiction, Testimony, hear, suspicion

NOT_CHOSEN: Final = "not chosen"
OTHER_TIER: Final = "of a tier that was not asked for"
ALIKE_SHARE: Final = 0.25
"""Most of the plus tests that may leave the shape of the known inputs in the same way."""
OFTEN: Final = 20
"""Inputs that kill an adversary after which no more are looked for: the choice keeps a few of them at most."""
PAYING: Final = 4
"""How many times as often an input is mutated that has killed an adversary which nothing before it killed, or has taken
a new branch."""


SECONDS_OUTSIDE: Final = 0.05
"""Processor time that the reference may take for one input in what are no lines and so no steps: as long as many steps
take. Time does not repeat itself as steps do; but few inputs come near, and steps cannot see this."""
DRAWN: Final = 60
"""Inputs drawn by Hypothesis for each number of arguments."""
WATCHED: Final = 10
"""Mutants that live whose branches are watched, beside those of the reference."""
REFERENCE: Final = -1
"""The number of the reference among watched programs; mutants have theirs among the adversaries."""
ASSISTED_ROUNDS: Final = 2
"""How often a language model is asked for inputs; the second time only where the first paid."""
OBJECTED: Final = "preconditions of the language model reject it"
_VOTES: Final[Mapping[Tier, Callable[[int], int]]] = {
    Tier.CONTRACT: lambda votes: votes + 1,
    Tier.INSIDE: lambda votes: max(2, votes),
    Tier.STRETCH: lambda votes: votes // 2 + 1,
}
"""How many preconditions must reject an input of a tier: none can overrule a contract, all (and two) what the learnt
domain holds, most what lies outside the shape of the known inputs."""


@dataclass(frozen=True, slots=True)
class Helper:
    """A language model, and what it wrote of a problem so far."""

    assistant: Assistant
    untrusted: ExecutorPool
    preconditions: Sequence[Program] = ()
    counts: Assistance = field(default_factory=Assistance)


@dataclass(frozen=True, slots=True)
class Found:
    """An input that could become a plus test."""

    accepted: Accepted
    tier: Tier
    stretches: tuple[str, ...]
    """What it breaks of the domain's statements."""

    @property
    def answer(self) -> Answer:
        """The input with the reference's answer."""
        return Answer(self.accepted.proposal.args, self.accepted.expected, self.accepted.marked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What came of one problem."""

    cases: tuple[Case, ...]
    funnel: Funnel
    search: Search
    assistance: Assistance | None = None
    suspicions: tuple[str, ...] = ()
    """What witnesses say against the reference."""

    @property
    def note(self) -> str:
        """Why there are no plus tests; empty where there are some."""
        if self.cases:
            return ""
        for reason in (OTHER_TIER, NOT_CHOSEN):
            if count := self.funnel.dropped.get(reason, 0):
                return f"0 new tests: {count:,} were found, {reason}"
        return "0 new tests: nothing new was found that its reference answers well"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """What a suite is built with; the same settings and seed give the same suite."""

    seed: int = 0
    plus_tests: int = 37
    """Most plus tests kept for a problem; with the scale tests, 40."""
    proposals: int = 400
    """Inputs proposed in one round."""
    rounds: int = 6
    """Most rounds of mutation; later ones also start from what earlier ones found."""
    sure_rounds: int = 3
    """Rounds that are made in any case; a further one only where the last paid: it killed a mutant that nothing had
    killed, or took a branch that nothing had taken."""
    seconds: float | None = None
    """By the clock, for one problem: no round begins later. With it, machines differ in what they build."""
    mutants: int = MUTANTS
    """Most mutants of a reference that tests are bred against."""
    stretch_share: float = 0.4
    """Most of the plus tests that may lie outside the shape of the known inputs."""
    tiers: tuple[Tier, ...] = tuple(Tier)
    """Tiers of the plus tests."""
    scale_tests: int = 3
    """Most large inputs kept for a problem, beside the others, to find out programs of hopeless running time."""
    reference_steps: int = 500_000
    """Lines and calls that the reference may take on a plus test; counted, not timed, so that each machine builds the
    same suite."""

    def __post_init__(self) -> None:
        counts = (self.plus_tests, self.proposals, self.rounds, self.mutants, self.scale_tests, self.reference_steps)
        if min(*counts, self.seconds or 0.0) < 0 or not 0 <= self.stretch_share <= 1:
            raise BadInput(f"wanted counts from 0 and a share between 0 and 1, found {self}")


class Hunt:
    """The search for plus tests of one problem, round by round."""

    def __init__(
        self,
        problem: Problem,
        base: Sequence[Case],
        oracle: Oracle,
        domain: Domain,
        settings: BuildSettings,
        pool: ExecutorPool,
        witnesses: Strangers,
        against: Strangers,
        helper: Helper | None,
    ) -> None:
        """Get ready, and try the base tests on the adversaries.

        Args:
            problem: its reference gives the answers.
            base: its base cases, at least one.
            oracle: how answers are compared.
            domain: what may go in.
            settings: seed and sizes.
            pool: executors of trusted code.
            witnesses: independent solutions, perhaps none.
            against: completions that the tests are to be strong against, perhaps none.
            helper: a language model that suggests inputs, perhaps none.
        """
        self.problem, self.oracle, self.domain = problem, oracle, domain
        self.settings, self.pool, self.witnesses, self.helper = settings, pool, witnesses, helper
        self.rng = seeded(settings.seed, problem.task_id)
        self.limits = Limits(steps=settings.reference_steps, cpu_seconds=1.0, program_cpu_seconds=600.0)
        known = [case.args.unpack_args() for case in base]
        self.types = {len(kinds): list(kinds) for kinds in domain.types}
        self.examples = [args for args in prompt_examples(problem) if len(args) in self.types]
        self.values = replace(harvest(problem, [*known, *self.examples]), rare=free_characters(domain))
        self.answer_types = types_of_answers(base)
        self.marks = {case.marked for case in base}
        self.seeds = [Seed(case.id, args) for case, args in zip(base, known, strict=True)]
        self.seeds += [Seed(f"example-{number}", args) for number, args in enumerate(self.examples)]
        self.known = {case.args for case in base}
        self.adversaries = adversaries(problem, oracle, domain, self.answer_types, settings.mutants, self.rng, against)
        answers = [Answer.recorded(case) for case in base if not case.raises]
        by_base = self.adversaries.killed_by(answers, pool)
        self.by_base = {program for program, inputs in by_base.items() if inputs}
        """Adversaries that the base tests kill."""
        self.alive = {*by_base} - self.by_base
        """Adversaries that nothing has killed yet."""
        self.killed = [set[int]() for _ in range(len(self.adversaries))]
        self.rare = [*by_base]
        """Adversaries that are run on new inputs: not those that many inputs kill, or that took their process along."""
        self.taken: dict[int, bytes] = {}
        """How often the reference takes each of its branches, by the place of the input among those found."""
        self.seen: dict[int, set[int]] = {}
        """By program, the branches that some input took there, once it is watched."""
        self._branches(answers)
        self.paid: Counter[str] = Counter()
        """How many inputs that paid each mutator had a hand in."""
        self.found: list[Found] = []
        self.contradictions: list[Contradiction] = []
        self.funnel = Funnel()
        self.assistance = helper.counts if helper else Assistance()
        self.rounds = 0

    def grown(self, clock: Callable[[], float]) -> Grown:
        """Plus cases, and what became of the inputs that did not make it.

        Args:
            clock: tells seconds, for a search that is limited in time.
        """
        started, paid = clock(), True
        while self.rounds < self.settings.rounds and (paid or self.rounds < self.settings.sure_rounds):
            if self.settings.seconds is not None and clock() - started >= self.settings.seconds:
                break
            paid = self._round(first=not self.rounds)
            self.rounds += 1
        for number in range(ASSISTED_ROUNDS if self.helper else 0):
            if not self._assisted(number):
                break
        return self._result()

    def _assisted(self, number: int) -> bool:
        """Ask a language model for inputs; whether they killed an adversary that nothing killed before."""
        assert self.helper is not None
        changes = self.adversaries.changes
        alive = [changes[program] for program in sorted(self.alive) if program < len(changes)]
        known = [Value.of(seed.args) for seed in self.seeds]
        proposals, counts = suggested(self.problem, self.domain, known, alive, self.helper.assistant, number)
        before, living = len(self.found), len(self.alive)
        self._consider(proposals)
        killed = living - len(self.alive)
        self.assistance += counts + Assistance(valid=len(self.found) - before, alone=killed)
        return killed > 0

    def _round(self, *, first: bool) -> bool:
        """Propose inputs once; whether any of them paid."""
        proposals = propose(self.seeds, self.types, self.values, self.settings.proposals, self.rng, self.paid)
        if first:
            examples = [Proposal(Value.of(args), "example", "") for args in self.examples]
            proposals = [
                *examples,
                *boundaries(self.seeds, self.types, self.values, self.rng),
                *self._drawn(),
                *proposals,
            ]
        return self._consider(proposals)

    def _drawn(self) -> list[Proposal]:
        """Inputs of the domain about as large as the largest known ones."""
        found = []
        for count in sorted(self.types):
            like = [seed.args for seed in self.seeds if len(seed.args) == count]
            if like and count:
                found += drawn(inputs(self.domain, max(like, key=weight)), DRAWN, self.rng)
        return found

    def _consider(self, proposals: Sequence[Proposal]) -> bool:
        """Admit, vet and hear witnesses; whether any of them paid."""
        admitted = self._not_objected(_admitted(self.problem, self.domain, proposals, self.pool))
        vetted = vet(
            self.problem,
            [*admitted.tiers],
            self.known,
            self.answer_types,
            self.pool,
            self.limits,
            oracle=self.oracle,
            marks=self.marks,
            seconds_outside=SECONDS_OUTSIDE,
        )
        self.funnel += admitted.funnel + vetted.funnel
        self.known.update(proposal.args for proposal in admitted.tiers)
        told = _told(vetted.accepted, self.witnesses, self.oracle, self.limits)
        self.contradictions += [
            Contradiction(one.proposal.args, one.expected, testimony)
            for one, testimony in zip(vetted.accepted, told, strict=True)
            if testimony.objection == CONTRADICT
        ]
        heard, objections = _heard(vetted.accepted, told, admitted.tiers)
        self.funnel += objections
        return self._take([_found(self.domain, accepted, tier) for accepted, tier in heard])

    def _not_objected(self, admitted: Admitted) -> Admitted:
        """Without the inputs that a language model's preconditions speak against."""
        if self.helper is None or not self.helper.preconditions:
            return admitted
        votes = len(self.helper.preconditions)
        inputs = [proposal.args for proposal in admitted.tiers]
        rejected = objections(self.helper.preconditions, inputs, self.helper.untrusted)
        heard = {
            proposal: tier
            for (proposal, tier), against in zip(admitted.tiers.items(), rejected, strict=True)
            if against < _VOTES[tier](votes)
        }
        out = len(admitted.tiers) - len(heard)
        self.assistance += Assistance(objected=out)
        return Admitted(heard, admitted.funnel + Funnel(proposed=out).minus(OBJECTED, out))

    def _take(self, fresh: Sequence[Found]) -> bool:
        """Try new inputs on the adversaries, and mutate those that pay more often from now on; whether any did."""
        paying: set[int] = set()
        heard = self.adversaries.killed_by([one.answer for one in fresh], self.pool, self.rare)
        for program, victims in heard.items():
            self.killed[program] |= {len(self.found) + index for index in victims}
            if program in self.alive and victims:
                paying.add(min(victims))
                self.alive.remove(program)
        self.rare = [program for program in heard if len(self.killed[program]) < OFTEN]
        taken, new = self._branches([one.answer for one in fresh])
        self.taken.update({len(self.found) + index: counts for index, counts in taken.items()})
        paying |= new
        for index, one in enumerate(fresh):
            if one.tier is not Tier.STRETCH or index in paying:
                seed = Seed(one.accepted.proposal.parent, one.accepted.proposal.args.unpack_args())
                self.seeds += [seed] * (PAYING if index in paying else 1)
            self.paid.update(mutators_of(one.accepted.proposal.origin) if index in paying else ())
        self.found += fresh
        return bool(paying)

    def _branches(self, answers: Sequence[Answer]) -> tuple[dict[int, bytes], set[int]]:
        """Follow inputs through the branches of the reference, and of some mutants that live.

        Returns:
            By index of the input, how often the reference takes each of its branches; and the indexes of the inputs
            that take a branch which no input took before.
        """
        living = [program for program in sorted(self.alive) if program < len(self.adversaries.mutants)]
        watched = living[:WATCHED]
        told = branches(self.problem, answers, [self.adversaries.mutants[program] for program in watched], self.pool)
        new: set[int] = set()
        for program, taken in zip([REFERENCE, *watched], told, strict=True):
            known = self.seen.get(program)
            before = known or set[int]()
            for index, counts in taken.items():
                took = {branch for branch, often in enumerate(counts) if often}
                if known is not None and not took <= before:
                    new.add(index)
                before |= took
            self.seen[program] = before
        return told[0], new

    def _result(self) -> Grown:
        """The tests that are kept."""
        kept = [index for index, one in enumerate(self.found) if one.tier in self.settings.tiers]
        places = {index: place for place, index in enumerate(kept)}
        killed = [frozenset(places[index] for index in inputs if index in places) for inputs in self.killed]
        found = [self.found[index] for index in kept]
        taken = {places[index]: counts for index, counts in self.taken.items() if index in places}
        evidence = self.adversaries.evidence(killed)
        chosen = choose(
            self.settings.plus_tests,
            [one.answer for one in found],
            evidence,
            taken,
            self.domain,
            _quotas(found, self.settings),
        )
        by_model = sum(found[place].accepted.proposal.origin.startswith(ORIGIN) for place in chosen)
        other_tier, not_chosen = len(self.found) - len(kept), len(kept) - len(chosen)
        return Grown(
            cases=_cases([found[place] for place in chosen]),
            funnel=self.funnel.minus(OTHER_TIER, other_tier).minus(NOT_CHOSEN, not_chosen),
            search=self._search(killed, set(chosen)),
            assistance=self.assistance + Assistance(kept=by_model) if self.helper else None,
            suspicions=suspicion(self.problem.entry_point, self.contradictions),
        )

    def _search(self, killed: Sequence[frozenset[int]], chosen: set[int]) -> Search:
        """How it went.

        Args:
            killed: for each adversary the places of the inputs that kill it, of those that could be kept.
            chosen: the places of those that are.
        """
        by_suite = {program for program, inputs in enumerate(killed) if inputs & chosen}
        by_all = {program for program, inputs in enumerate(self.killed) if inputs}
        return Search(
            rounds=self.rounds,
            tried=len(self.found),
            adversaries=len(self.adversaries),
            by_base=len(self.by_base),
            by_suite=len(self.by_base | by_suite),
            by_all=len(self.by_base | by_all),
            once=sum(len(self.killed[program]) == 1 for program in by_all - self.by_base),
        )


def _found(domain: Domain, accepted: Accepted, tier: Tier) -> Found:
    args = accepted.proposal.args.unpack_args()
    broken = broken_by(domain, args) if tier is Tier.STRETCH else ()
    return Found(accepted, tier, tuple(map(described, broken)))


def _admitted(problem: Problem, domain: Domain, proposals: Sequence[Proposal], pool: ExecutorPool) -> Admitted:
    if not domain.contract:
        return admit(domain, proposals)
    with pool.lend() as trusted:
        return admit_by_contract(domain, contract_program(problem, domain.contract), proposals, trusted)


def _told(accepted: Sequence[Accepted], witnesses: Strangers, oracle: Oracle, limits: Limits) -> list[Testimony]:
    """What the witnesses make of some inputs; where there are too few of them, nothing."""
    if witnesses.pool is None or len(witnesses.programs) < ENOUGH:
        return [Testimony() for _ in accepted]
    inputs, answers = [one.proposal.args for one in accepted], [one.expected for one in accepted]
    return hear(witnesses.programs, inputs, answers, oracle, witnesses.pool, limits)


_OBJECTIONS: Final = {
    Tier.CONTRACT: frozenset[str](),
    Tier.INSIDE: frozenset({CONTRADICT}),
    Tier.STRETCH: frozenset({CONTRADICT, SCATTER}),
}
"""What witnesses can say against inputs of each tier. Inside the domain it is no news that programs scatter: that some
are wrong is what a test is there to show."""


def _heard(
    accepted: Sequence[Accepted], told: Sequence[Testimony], admitted: Mapping[Proposal, Tier]
) -> tuple[list[tuple[Accepted, Tier]], Funnel]:
    """What the witnesses do not object to, by tier, and the funnel less the rest."""
    heard, funnel = [], Funnel()
    for one, testimony in zip(accepted, told, strict=True):
        tier = admitted[one.proposal]
        if testimony.objection in _OBJECTIONS[tier]:
            funnel = funnel.minus(testimony.objection, 1)
        else:
            heard.append((one, tier))
    return heard, funnel


def _cases(chosen: Sequence[Found]) -> tuple[Case, ...]:
    """Plus cases, numbered; those that show most first."""
    return tuple(
        Case(
            id=f"plus-{number}",
            kind=Kind.PLUS,
            args=one.accepted.proposal.args,
            expected=one.accepted.expected,
            marked=one.accepted.marked,
            origin=one.accepted.proposal.origin,
            parent=one.accepted.proposal.parent,
            tier=one.tier,
        )
        for number, one in enumerate(chosen)
    )


def _quotas(found: Sequence[Found], settings: BuildSettings) -> list[Quota]:
    """Few tests outside the shape of the known inputs, and fewer that leave it in the same way."""
    alike: dict[tuple[str, ...], set[int]] = {}
    for index, one in enumerate(found):
        if one.tier is Tier.STRETCH:
            alike.setdefault(one.stretches, set()).add(index)
    most = max(1, round(settings.plus_tests * ALIKE_SHARE))
    every = frozenset().union(*alike.values())
    return [
        Quota(every, int(settings.plus_tests * settings.stretch_share)),
        *(Quota(frozenset(same), most) for same in alike.values()),
    ]
