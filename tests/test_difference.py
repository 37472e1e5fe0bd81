"""Two programs told apart, by values: what differs, what does not, and where was looked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from conftest import problem

from augment.difference import MOST_LOST, Difference, DiffSettings, Ground, tell_apart
from augment.domain.types import type_of
from augment.errors import BadInput
from augment.model.domain import Domain, Evidence, Source, Statement
from augment.model.execution import Limits, Program
from augment.model.suite import Oracle, Tier
from augment.model.value import Value
from augment.sandbox.forking import ForkingPool

LIMITS = Limits(cpu_seconds=0.3, wall_seconds=10.0)
SHAPE = Evidence(Source.SHAPE, "all")
GUARD = Evidence(Source.GUARD, "if not xs")
LONG = Statement(rule="length at least", places=("0",), bound=1, evidence=(SHAPE,), opened=(GUARD,), wider=0)
KNOWN = ([3, 1, 2],), ([5],), ([2, 2, 9],)


class Lab:
    """Compares the bodies of two functions of a list."""

    def __init__(self, trusted: ForkingPool, untrusted: ForkingPool) -> None:
        self.trusted, self.untrusted = trusted, untrusted

    def __call__(
        self,
        one: str,
        two: str,
        *,
        oracle: Oracle | None = None,
        statements: Sequence[Statement] = (),
        known: Sequence[tuple[Any, ...]] = KNOWN,
        inputs: int = 150,
    ) -> Difference:
        ground = Ground(
            problem=problem("return xs", "pass"),
            domain=Domain(types=((type_of([1]),),), statements=tuple(statements)),
            oracle=oracle or Oracle(),
            known={f"base-{number}": Value.of(args) for number, args in enumerate(known)},
        )
        programs = [Program(source=f"def solve(xs):\n    {body}\n", entry_point="solve") for body in (one, two)]
        settings = DiffSettings(inputs=inputs)
        return tell_apart(programs[0], programs[1], ground, self.untrusted, self.trusted, settings, LIMITS)


@pytest.fixture
def lab(trusted: ForkingPool, untrusted: ForkingPool) -> Lab:
    return Lab(trusted, untrusted)


@pytest.mark.parametrize(
    ("one", "two", "oracle"),
    [
        ("return len(xs)", "return float(len(xs))", Oracle()),
        ("return bool(xs)", "return int(bool(xs))", Oracle()),
        ("return sum(xs) / 7", "return sum(xs) / 7 + 1e-9", Oracle(absolute=1e-6)),
        ("return float(sum(xs))", "return round(sum(xs) + 1e-9, 9)", Oracle(absolute=1e-6)),
        ("return xs", "return xs[::-1]", Oracle(unordered=True)),
        ("return xs", "return tuple(xs)", Oracle(any_sequence=True)),
        ("return len(xs)", "return xs and [1]", Oracle(truth_only=True)),
        ("raise ValueError", "return xs['a']", Oracle()),
        ("return object()", "raise ValueError", Oracle()),
        ("from collections import Counter; return Counter(xs)", "return {x: xs.count(x) for x in xs}", Oracle()),
    ],
)
def test_what_does_not_differ(lab: Lab, one: str, two: str, oracle: Oracle) -> None:
    assert lab(one, two, oracle=oracle).apart is None
    assert lab(two, one, oracle=oracle).apart is None


@pytest.mark.parametrize(
    ("one", "two", "args"),
    [
        ("return xs", "return tuple(xs)", ([],)),
        ("return sum(xs)", "return sum(xs) if 3 not in xs else None", ([3],)),
        ("return sum(xs)", "return sum(xs) if 3 not in xs else 1 / 0", ([3],)),
        ("return sum(xs)", "return sum(xs) if 3 not in xs else object()", ([3],)),
        ("return sorted(xs)", "return xs", ([1, 0],)),
        ("return xs", "from collections import deque; return deque(xs)", ([],)),
    ],
)
def test_what_differs(lab: Lab, one: str, two: str, args: tuple[Any, ...]) -> None:
    for pair in ((one, two), (two, one)):
        found = lab(*pair).apart
        assert found is not None
        assert (found.args.unpack(), found.confirmed, found.minimal) == (args, True, True)


def test_a_stretch_is_shown_only_where_nothing_surer_is(lab: Lab) -> None:
    found = lab("return sum(xs)", "return sum(xs) if xs and xs[0] < 5 else -1", statements=[LONG]).apart
    assert found is not None
    assert (found.tier, found.args.unpack()) == (Tier.INSIDE, ([5],))
    found = lab("return sum(xs)", "return sum(xs) if xs else -1", statements=[LONG]).apart
    assert found is not None
    assert (found.tier, found.args.unpack(), found.origin) == (Tier.STRETCH, ([],), "boundary:list.empty")


def test_known_inputs_are_tried_wherever_they_lie(lab: Lab) -> None:
    hard = Statement(rule="at least", places=("0[]",), bound=0, evidence=(SHAPE,))
    found = lab("return sum(xs)", "return abs(sum(xs))", statements=[hard], known=[([1],), ([-4],)]).apart
    assert found is not None
    assert (found.args.unpack(), found.origin) == (([-4],), "base-1")


def test_counts_add_up(lab: Lab) -> None:
    found = lab("return 1", "return 1", inputs=100)
    assert found.tried == sum(found.kinds.values()) == sum(found.tiers.values()) == 100
    assert found.kinds["known"] == 3


def test_a_program_that_hangs_and_hangs_ends_the_search(lab: Lab) -> None:
    found = lab("import os; return os._exit(1) if len(xs) != 1 else 1", "return 1", inputs=5000)
    assert found.apart is None
    assert MOST_LOST <= found.not_compared <= found.tried < 1500


def test_a_small_domain_is_looked_through_and_the_search_ends(lab: Lab) -> None:
    few = Statement(rule="one of", places=("0[]",), bound=("1", "2"), evidence=(SHAPE,))
    short = Statement(rule="length at most", places=("0",), bound=1, evidence=(SHAPE,))
    found = lab("return 1", "return 1", statements=[few, short], known=[([1],)])
    assert 2 <= found.tried <= 3


@pytest.mark.parametrize("settings", [{"inputs": -1}, {"budget": -1}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_settings_that_mean_nothing_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        DiffSettings(**settings)
