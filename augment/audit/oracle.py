"""Reasons to doubt a reference, or the way its answers are compared, that running it gives.

It may raise where its domain seems to hold an input, take very long on a small one, compute whole numbers in floats, or
break ties in a way that nobody mentioned; and base tests may want floats to the last bit. Twins of the reference
(`augment.mutants.twins`) show the two in the middle: where one thing that should make no difference makes one.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from augment.audit.search import AuditSettings, Tried, admitted, seeds_of
from augment.audit.weakness import call_text, cut
from augment.generate.scale import directions, extent
from augment.harness.check import Answer, describe, judge
from augment.model.audit import AuditFinding, AuditKind, Sureness
from augment.model.chance import seeded
from augment.model.domain import Domain
from augment.model.execution import Calls, Ending, Execution, ExecutorPool, Limits, Patience, Program
from augment.model.problem import Problem
from augment.model.suite import Case, Kind, Proposal, TestedProblem
from augment.model.syntax import parse_module
from augment.model.value import Value
from augment.model.words import counted
from augment.mutants.twins import exact_twin, other_way_twin
from augment.oracle.compare import equal, plain_value
from augment.vet.steady import wavering

LIMITS: Final = Limits(steps=500_000, cpu_seconds=1.0, program_cpu_seconds=60.0)
"""Steps rather than time, so that each machine finds the same."""
EDGES: Final = 200
"""Inputs, the smallest, on which a reference may raise."""
SMALL: Final = 40
"""Largest number, and length, in an input that is called small."""
CUT: Final = 24
"""Length of the texts and lists on which a reference may be slow."""
LARGE: Final = (2**53 + 1, 10**17 + 3, 10**18 - 1, 3 * 10**16 + 1, (3 * 10**9 + 1) ** 2 - 1, 123_456_789_012_345_678)
"""Whole numbers that floats do not hold, one of them just below a square."""
TIE_WORDS: Final = re.compile(
    r"\b(?:first|last|order|sort(?:ed)?|ties?|tied|equal(?:ly)?|same|earli\w+|latest|lexic\w+|alphabet\w*|appear\w*"
    r"|ind(?:ex|ices)|stable|leftmost|rightmost|more than one|multiple|several)\b",
    re.IGNORECASE,
)
"""Words of a prompt that may say which of equals is wanted."""
ORDER_WORDS: Final = re.compile(r"\b(?:order\w*|first|last|insert\w*|position)\b", re.IGNORECASE)
"""Words of a prompt that may say that the order of items counts."""
TOO_MUCH: Final = frozenset({Ending.TIMED_OUT, Ending.OUT_OF_MEMORY})
ROUGH: Final = 1 << 10
"""Floats that are a whole number of such parts are exact, and so are their sums."""


def unstable(tested: TestedProblem, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Base calls that the reference does not answer again as before."""
    base = tested.of_kind(Kind.BASE)
    ids = wavering(tested.problem, base, tested.oracle, pool, Limits(cpu_seconds=30.0)) if base else ()
    if ids:
        case = next(case for case in base if case.id == ids[0])
        yield AuditFinding(
            task_id=tested.problem.task_id,
            kind=AuditKind.UNSTABLE,
            sureness=Sureness.SHOWN,
            what=f"other answers when it is asked again, on {call_text(tested.problem, case.args)} "
            f"({len(ids)} of {len(base)} base calls)",
            input=case.args,
            figures={"calls": len(ids)},
        )


def strict_floats(tested: TestedProblem, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Base tests that turn down an answer which differs from the reference's in its last bits only."""
    base = tested.of_kind(Kind.BASE)
    if not tested.problem.test or _rounds(tested.problem):
        return
    places = [place for place, case in enumerate(base) if not case.raises and _moved(case) is not None]
    if not places:
        return
    right = [Answer.recorded(case) for case in base]
    series = []
    for place in places:
        moved = Answer(base[place].args, _moved(base[place]), base[place].marked)
        series.append([*right[:place], moved, *right[place + 1 :]])
    with pool.lend() as trusted:
        rulings = judge(tested.problem, series, trusted)
    refused = [place for place, ruling in zip(places, rulings, strict=True) if not ruling.accepted]
    if refused:
        case = base[refused[0]]
        moved_value = _moved(case)
        assert moved_value is not None
        yield AuditFinding(
            task_id=tested.problem.task_id,
            kind=AuditKind.STRICT_FLOATS,
            sureness=Sureness.SHOWN,
            what=f"{cut(moved_value.literal)} is turned down for {cut(case.expected.literal)} on "
            f"{call_text(tested.problem, case.args, 60)} ({len(refused)} of {len(base)} base calls)",
            input=case.args,
            figures={"calls": len(refused)},
        )


def _rounds(problem: Problem) -> bool:
    """Whether a reference rounds: right programs then give the very same floats."""
    return bool(re.search(r"\bround\(|\.quantize\(", problem.canonical_solution))


def _moved(case: Case) -> Value | None:
    """The answer with the floats that were computed moved in their last bits; None where there are none.

    Floats that stand in the input are given back as they are by any right program, and exact ones do not hang on the
    order of sums.
    """
    given = set(_floats(case.args.unpack()))
    before = case.expected.unpack()
    after = _nudged(before, given)
    return None if after == before else Value.of(after)


def _floats(value: object) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _floats(item)
    elif isinstance(value, dict):
        yield from _floats([*value.keys(), *value.values()])


def _nudged(value: object, given: Collection[float]) -> object:
    if isinstance(value, float) and value not in given and math.isfinite(value):
        return value if (value * ROUGH).is_integer() else math.nextafter(value, math.inf)
    if isinstance(value, (list, tuple)):
        return type(value)(_nudged(item, given) for item in value)
    if isinstance(value, dict):
        return {key: _nudged(item, given) for key, item in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class AtEdges:
    """Small inputs of the domain that a reference does not answer."""

    raising: tuple[tuple[Value, str], ...]
    """Those on which it raises though nobody wrote so, with the error."""
    slow: tuple[Value, ...]
    """Those on which it exceeds its limits."""


def at_the_edges(tested: TestedProblem, inputs: Sequence[Value], pool: ExecutorPool) -> AtEdges:
    """What the reference makes of the smallest of some inputs."""
    few = [args for args in inputs if extent(args.unpack_args()) <= SMALL][:EDGES]
    execution = _run(tested.problem, tested.problem.reference, few, pool)
    meant = _raised_on_purpose(tested.problem) | {case.raises for case in tested.of_kind(Kind.BASE) if case.raises}
    told = [(args, execution.outcomes[index]) for index, args in enumerate(few) if index in execution.outcomes]
    return AtEdges(
        tuple(
            (args, describe(outcome))
            for args, outcome in told
            if outcome.ending is Ending.RAISED and not meant & {*outcome.raised[:1]}
        ),
        tuple(args for args, outcome in told if outcome.ending in TOO_MUCH),
    )


def raises(problem: Problem, found: Sequence[tuple[Value, str]]) -> Iterator[AuditFinding]:
    """What raising on some inputs makes of a reference."""
    if found:
        args, error = found[0]
        more = f", and on {counted(len(found) - 1, 'more input')}" if len(found) > 1 else ""
        yield AuditFinding(
            task_id=problem.task_id,
            kind=AuditKind.RAISES,
            sureness=Sureness.POSSIBLE,
            what=f"{call_text(problem, args)} raises {error[:60]}{more}",
            input=args,
            figures={"inputs": len(found)},
        )


def _raised_on_purpose(problem: Problem) -> set[str]:
    names = set()
    for node in ast.walk(parse_module(problem.reference)):
        if isinstance(node, ast.Assert):
            names.add("AssertionError")
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            names.add(ast.unparse(raised).rpartition(".")[2])
    return names


def slow(tested: TestedProblem, inputs: Sequence[Value], sureness: Sureness) -> Iterator[AuditFinding]:
    """What exceeding its limits on small inputs makes of a reference."""
    if inputs:
        yield AuditFinding(
            task_id=tested.problem.task_id,
            kind=AuditKind.SLOW,
            sureness=sureness,
            what=f"{call_text(tested.problem, inputs[0])} takes more than {LIMITS.steps:,} steps, or does not end",
            input=inputs[0],
            figures={"steps": LIMITS.steps},
        )


def growing_slow(
    tested: TestedProblem, domain: Domain, settings: AuditSettings, pool: ExecutorPool
) -> tuple[Value, ...]:
    """Of counts, texts and lists that grow, the first on which the reference exceeds its limits."""
    inputs = admitted(tested, domain, _growing(tested, domain, settings), pool)
    small = sorted(
        (args for args in inputs if extent(args.unpack_args()) <= SMALL),
        key=lambda args: (extent(args.unpack_args()), len(args.wire), args.wire),
    )
    execution = _run(tested.problem, tested.problem.reference, small, pool, Patience(1))
    return tuple(small[index] for index, outcome in sorted(execution.outcomes.items()) if outcome.ending in TOO_MUCH)


def _growing(tested: TestedProblem, domain: Domain, settings: AuditSettings) -> list[Proposal]:
    """Counts one above the other, and texts and lists of some length."""
    rng = seeded(settings.seed, "slow", tested.problem.task_id)
    found = []
    for types in domain.types:
        mine = [seed for seed in seeds_of(tested) if len(seed.args) == len(types)]
        for direction in directions(mine, types, rng, numbers=False) if mine and types else ():
            found += [Proposal(_cut(one.args), one.origin, one.parent) for one in direction.proposals]
    return found


def _cut(args: Value) -> Value:
    values = args.unpack_args()
    return Value.of(tuple(value[:CUT] if isinstance(value, (str, list, tuple)) else value for value in values))


def inexact(tested: TestedProblem, domain: Domain, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Large whole numbers of which the reference and its exact twin make different whole numbers."""
    problem = tested.problem
    base = [case for case in tested.of_kind(Kind.BASE) if not case.raises]
    twin = exact_twin(problem.reference, problem.entry_point)
    if not twin or not all(_is_whole(case.expected.unpack()) for case in base):
        return
    inputs = admitted(tested, domain, list(_with_large_numbers(base)), pool)
    for args, ours, theirs in _different(tested, twin, inputs, pool):
        if _is_whole(ours.unpack()) and _is_whole(theirs.unpack()):
            yield AuditFinding(
                task_id=problem.task_id,
                kind=AuditKind.INEXACT,
                sureness=Sureness.LIKELY,
                what=f"{call_text(problem, args)} gives {cut(ours.literal)}, with exact numbers {cut(theirs.literal)}",
                input=args,
            )
            return


def _is_whole(value: object) -> bool:
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(_is_whole, value))
    return isinstance(value, int)


def _with_large_numbers(base: Sequence[Case]) -> Iterator[Proposal]:
    for case in sorted(base, key=lambda case: len(case.args.wire))[:5]:
        args = case.args.unpack_args()
        for place, value in enumerate(args):
            for number in LARGE:
                if type(value) is int:
                    yield Proposal(Value.of((*args[:place], number, *args[place + 1 :])), "large", case.id)
                elif isinstance(value, list) and value and all(type(item) is int for item in value):
                    yield Proposal(
                        Value.of((*args[:place], [number, *value[1:]], *args[place + 1 :])), "large", case.id
                    )


def ties(tested: TestedProblem, tried: Tried, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Inputs on which it matters which of equals is taken, where the prompt has no word about it."""
    problem = tested.problem
    twin = other_way_twin(problem.reference, problem.entry_point)
    if not twin or TIE_WORDS.search(problem.prompt):
        return
    base = [case.args for case in tested.of_kind(Kind.BASE)]
    others = sorted((answer.args for answer in tried.answers), key=lambda args: (len(args.wire), args.wire))
    for args, ours, theirs in _different(tested, twin, [*base, *others], pool):
        decided = "the base tests want" if args in base else "no base test decides;"
        yield AuditFinding(
            task_id=problem.task_id,
            kind=AuditKind.TIES,
            sureness=Sureness.LIKELY if args in base else Sureness.POSSIBLE,
            what=f"{call_text(problem, args)} gives {cut(ours.literal)}, with the last of equals "
            f"{cut(theirs.literal)}; {decided} {'the first' if args in base else 'nor does the prompt'}",
            input=args,
        )
        return


def order_of_dicts(tested: TestedProblem, tried: Tried, pool: ExecutorPool) -> Iterator[AuditFinding]:
    """Dicts that are equal, and answered differently, where the prompt has no word about order."""
    problem = tested.problem
    if ORDER_WORDS.search(problem.prompt):
        return
    known = [case.args for case in tested.of_kind(Kind.BASE)] + [answer.args for answer in tried.answers]
    pairs = [(args, other) for args in known for other in _reordered(args)]
    one = _run(problem, problem.reference, [args for args, _ in pairs], pool)
    two = _run(problem, problem.reference, [other for _, other in pairs], pool)
    for index, (args, other) in enumerate(pairs):
        if index not in one.outcomes or index not in two.outcomes:
            return
        ours, theirs = plain_value(one.of(index)), plain_value(two.of(index))
        if ours is not None and theirs is not None and not equal(tested.oracle, ours.unpack(), theirs.unpack()):
            yield AuditFinding(
                task_id=problem.task_id,
                kind=AuditKind.DICT_ORDER,
                sureness=Sureness.LIKELY,
                what=f"{call_text(problem, args)} gives {cut(ours.literal)}, {call_text(problem, other)} gives "
                f"{cut(theirs.literal)}",
                input=args,
            )
            return


def _reordered(args: Value) -> list[Value]:
    """The same arguments with the items of their dicts in other orders."""
    values = args.unpack_args()
    others = []
    for place, value in enumerate(values):
        if isinstance(value, dict) and len(value) > 1:
            items = [*value.items()]
            for other in (items[::-1], [*items[1:], items[0]]):
                others.append(Value.of((*values[:place], dict(other), *values[place + 1 :])))
    return [other for other in dict.fromkeys(others) if other != args]


def _different(
    tested: TestedProblem, twin: str, inputs: Sequence[Value], pool: ExecutorPool
) -> Iterator[tuple[Value, Value, Value]]:
    """Inputs that the reference and its twin answer differently, with both answers."""
    ours = _run(tested.problem, tested.problem.reference, inputs, pool, Patience())
    theirs = _run(tested.problem, twin, inputs, pool, Patience())
    for index, args in enumerate(inputs):
        if index not in ours.outcomes or index not in theirs.outcomes:
            return
        one, two = plain_value(ours.of(index)), plain_value(theirs.of(index))
        if one is not None and two is not None and not equal(tested.oracle, one.unpack(), two.unpack()):
            yield args, one, two


def _run(
    problem: Problem, source: str, inputs: Sequence[Value], pool: ExecutorPool, watch: Patience | None = None
) -> Execution:
    with pool.lend() as trusted:
        program = Program(source=source, entry_point=problem.entry_point)
        return trusted.run(program, Calls(tuple(inputs)), LIMITS, watch=watch or Patience())
