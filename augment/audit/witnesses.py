"""What completions that pass base say of a reference: where they agree with each other and not with it.

Programs of one model may repeat one mistake, so a model has few voices, and one model alone accuses nobody. Where
many agree on no answer at all, the problem may not say what is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from augment.audit.weakness import call_text, cut
from augment.evidence import STRANGER_LIMITS
from augment.model.audit import AuditFinding, AuditKind, Sureness
from augment.model.execution import ExecutorPool, Program
from augment.model.problem import Problem
from augment.model.suite import Kind, TestedProblem
from augment.model.value import Value
from augment.model.words import counted
from augment.vet.witness import CONTRADICT, SCATTER, Testimony, base_passers, hear

EACH: Final = 3
"""Programs of one model that are heard."""
INPUTS: Final = 80
"""Inputs on which they are heard, the smallest that surely lie in the domain; and so many of the others."""
MODELS: Final = 2
"""Models that must agree."""
SCATTERED: Final = 3
"""Inputs on which answers must scatter before the problem is doubted: programs that pass base are wrong at times."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An input on which witnesses are heard."""

    args: Value
    expected: Value | None
    """The reference's answer; None where it raises."""
    sure: bool
    """Whether it surely lies in the domain."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the witnesses of all models make of one input."""

    asked: Asked
    testimony: Testimony
    models: int
    """Those whose programs mostly give the other answer."""


def witnesses_of(
    tested: TestedProblem, voices: Mapping[str, Sequence[str]], pool: ExecutorPool
) -> dict[str, list[Program]]:
    """By model the first programs that give the base answers; of equal texts one."""
    base, known = tested.of_kind(Kind.BASE), set[str]()
    found = {}
    for model, sources in sorted(voices.items()):
        new = [source for source in dict.fromkeys(sources) if source not in known]
        known.update(new)
        programs = [Program(source=source, entry_point=tested.problem.entry_point) for source in new]
        passing = base_passers(programs, base, tested.oracle, pool, STRANGER_LIMITS, EACH)
        if passing:
            found[model] = passing
    return found


def heard(
    tested: TestedProblem,
    witnesses: Mapping[str, Sequence[Program]],
    inputs: Sequence[Asked],
    pool: ExecutorPool,
) -> list[Heard]:
    """What witnesses make of the smallest of some inputs.

    Args:
        tested: the problem.
        witnesses: by model.
        inputs: with the reference's answers.
        pool: untrusted executors.
    """
    small = sorted(inputs, key=lambda one: (len(one.args.wire), one.args.wire))
    few = [one for one in small if one.sure][:INPUTS] + [one for one in small if not one.sure][:INPUTS]
    if len(witnesses) < MODELS or not few:
        return []
    args, answers = [one.args for one in few], [one.expected for one in few]
    told = [hear(programs, args, answers, tested.oracle, pool, STRANGER_LIMITS) for programs in witnesses.values()]
    return [_together(one, by_model) for one, by_model in zip(few, zip(*told, strict=True), strict=True)]


def _together(asked: Asked, by_model: Sequence[Testimony]) -> Heard:
    others = Counter[Value]()
    for told in by_model:
        if told.other is not None:
            others[told.other] += told.against
    other, against = max(others.items(), key=lambda entry: (entry[1], entry[0].wire), default=(None, 0))
    testimony = Testimony(
        sum(told.witnesses for told in by_model), sum(told.agree for told in by_model), against, other
    )
    return Heard(asked, testimony, sum(told.other == other and told.against > told.agree for told in by_model))


def accusations(problem: Problem, told: Sequence[Heard]) -> Iterator[AuditFinding]:
    """Inputs on which witnesses of several models agree on another answer, as one finding with the smallest."""
    against = [one for one in told if one.testimony.objection == CONTRADICT and one.models >= MODELS]
    if not against:
        return
    one = against[0]
    said, asked = one.testimony, one.asked
    other = said.other.literal if said.other is not None else ""
    ours = "raises" if asked.expected is None else f"gives {cut(asked.expected.literal)}"
    more = f", and on {len(against) - 1} of {counted(len(told) - 1, 'more input')}" if len(against) > 1 else ""
    alone = any(each.asked.sure and not each.testimony.agree for each in against)
    yield AuditFinding(
        task_id=problem.task_id,
        kind=AuditKind.WITNESSES,
        sureness=Sureness.LIKELY if alone else Sureness.POSSIBLE,
        what=f"{said.against} of {counted(said.witnesses, 'program')} of {one.models} models say "
        f"{call_text(problem, asked.args)} gives {cut(other)}, its reference {ours}{more}",
        input=asked.args,
        figures={"against": said.against, "witnesses": said.witnesses, "models": one.models, "inputs": len(against)},
    )


def disagreements(problem: Problem, told: Sequence[Heard]) -> Iterator[AuditFinding]:
    """Inputs on which witnesses agree on nothing, as one finding with the smallest."""
    scattered = [one for one in told if one.asked.sure and one.testimony.objection == SCATTER]
    if len(scattered) < SCATTERED:
        return
    one = scattered[0]
    said = one.testimony
    yield AuditFinding(
        task_id=problem.task_id,
        kind=AuditKind.DISAGREEMENT,
        sureness=Sureness.POSSIBLE,
        what=f"of {counted(said.witnesses, 'program')} {said.agree} give its reference's answer to "
        f"{call_text(problem, one.asked.args)}, and at most {said.against} agree on another; "
        f"they scatter on {len(scattered)} of {counted(len(told), 'input')}",
        input=one.asked.args,
        figures={"witnesses": said.witnesses, "agree": said.agree, "inputs": len(scattered)},
    )
