"""Many programs on the same calls: what they do otherwise, whatever they do to themselves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from augment.harness.bulk import ALL_STEPS, BESIDES, Behaviour, Bulk, answer_all, branches_all
from augment.harness.check import Answer
from augment.model.execution import Outcome, Program
from augment.model.value import Value
from augment.sandbox.forking import ForkingExecutor

COUNT = "def solve(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n"
CALLS = (0, 1, 2, 3, 10)


def ask(executor: ForkingExecutor, reference: str, programs: Sequence[str], calls: Sequence[object] = CALLS) -> Bulk:
    space: dict[str, object] = {}
    exec(reference, space)
    solve = space["solve"]
    assert callable(solve)
    answers = [Answer(Value.of((call,)), Value.of(solve(call))) for call in calls]
    return answer_all(_program(reference), answers, [_program(source) for source in programs], executor)


def _program(source: str) -> Program:
    return Program(source=source, entry_point="solve")


def only(bulk: Bulk) -> Behaviour:
    (behaviour,) = bulk.behaviours
    assert behaviour is not None
    return behaviour


def content(outcome: Outcome) -> object:
    assert outcome.content is not None
    return outcome.content.unpack()


def test_the_reference_does_nothing_otherwise(executor: ForkingExecutor) -> None:
    bulk = ask(executor, COUNT, [COUNT])
    assert bulk.made == (0, 1, 2, 3, 4)
    assert only(bulk) == Behaviour({}, frozenset())


def test_other_answers_are_told(executor: ForkingExecutor) -> None:
    found = only(ask(executor, COUNT, [COUNT.replace("range(n)", "range(n + 1)")]))
    assert {index: content(outcome) for index, outcome in found.answers.items()} == {1: 1, 2: 3, 3: 6, 4: 55}
    assert found.failed == set()


@pytest.mark.parametrize(
    "program",
    [
        "def solve(n):\n    return 0 if n < 2 else 1 // 0\n",
        "def solve(n):\n    return 0 if n < 2 else object()\n",
        "def solve(n):\n    while n >= 2: pass\n    return 0\n",
        "def solve(n):\n    while n >= 2:\n        try:\n            solve(n)\n        except BaseException: pass\n",
        "def solve(n):\n    return sum(1 for _ in iter(int, 1)) if n >= 2 else 0\n",
        "def solve(n):\n    return sum(range(10 ** 12)) if n >= 2 else 0\n",
        "def solve(n):\n    return solve(n) if n >= 2 else 0\n",
        "def solve(n):\n    raise SystemExit\n",
        "def solve(n):\n    xs = [[]]\n    for i in range(n): xs.append(xs)\n    return xs if n >= 2 else 0\n",
        "def solve(n):\n    xs = []\n    for i in range(n * 20): xs = [xs, xs]\n    return xs if n >= 2 else 0\n",
    ],
)
def test_no_answer_is_told_by_the_call_it_belongs_to(executor: ForkingExecutor, program: str) -> None:
    bulk = ask(executor, COUNT, [program, COUNT])
    first, second = bulk.behaviours
    assert first is not None
    assert {2, 3, 4} <= first.failed
    assert second == Behaviour({}, frozenset()), "the next program is not disturbed"


def test_a_program_that_does_not_load_fails_everywhere(executor: ForkingExecutor) -> None:
    for source in ("def solve(", "x = 1", "while True: pass", "raise KeyError"):
        assert only(ask(executor, COUNT, [source])).failed == {0, 1, 2, 3, 4}


def test_a_program_that_ends_its_process_is_lost_alone(executor: ForkingExecutor) -> None:
    bulk = ask(executor, COUNT, ["import os\ndef solve(n): os._exit(0)\n", COUNT])
    assert bulk.behaviours == (None, Behaviour({}, frozenset()))


def test_programs_and_calls_do_not_see_each_other(executor: ForkingExecutor) -> None:
    reference = "def solve(xs):\n    return sorted(xs)\n"
    in_place = "seen = []\ndef solve(xs):\n    xs.sort()\n    seen.append(1)\n    return xs if len(seen) < 3 else []\n"
    bulk = ask(executor, reference, [in_place, in_place], [[2, 1], [2, 1], [3, 1]])
    for behaviour in bulk.behaviours:
        assert behaviour is not None
        assert set(behaviour.answers) == {2}, "names last as long as the program, arguments as long as the call"


def test_steps_are_counted_against_the_references_own(executor: ForkingExecutor) -> None:
    program = "def solve(n):\n    for _ in range({}): pass\n    return n * (n - 1) // 2\n"
    fits, does_not = program.format(BESIDES // 2), program.format(BESIDES * 5)
    quick, slow = ask(executor, COUNT, [fits, does_not]).behaviours
    assert quick == Behaviour({}, frozenset())
    assert slow is not None
    assert slow.failed == {0, 1, 2, 3, 4}


def test_calls_that_cost_too_much_are_not_made(executor: ForkingExecutor) -> None:
    assert ask(executor, COUNT, [COUNT], [1, 50_000, 2]).made == (0, 2)
    many = ask(executor, COUNT, [COUNT], [9_000 + n for n in range(40)])
    assert 0 < len(many.made) < 40
    assert sum(9_000 + n for n in many.made) <= ALL_STEPS


def test_a_range_costs_its_length(executor: ForkingExecutor) -> None:
    assert ask(executor, "def solve(n):\n    return sum(range(n))\n", [COUNT], [1, 10_000_000]).made == (0,)


def test_an_answer_that_the_reference_does_not_give_again_is_left_out(executor: ForkingExecutor) -> None:
    answers = [Answer(Value.of((n,)), Value.of(right)) for n, right in ((2, 1), (3, 99), (4, 6))]
    answers.append(Answer(Value.of((5,)), None, raised=("ValueError",)))
    assert answer_all(_program(COUNT), answers, [], executor).made == (0, 2)


@pytest.mark.parametrize(
    ("made", "mark", "inside"),
    [
        ("collections.Counter('aab')", "Counter", {"a": 2, "b": 1}),
        ("collections.deque([1, 2])", "deque", [1, 2]),
        ("collections.namedtuple('P', 'x y')(1, 2)", "namedtuple", (1, 2)),
    ],
)
def test_library_types_are_marked(executor: ForkingExecutor, made: str, mark: str, inside: object) -> None:
    found = only(ask(executor, COUNT, [f"import collections\ndef solve(n):\n    return {made}\n"], [1]))
    assert (found.answers[0].marked, content(found.answers[0])) == (mark, inside)


def test_chance_is_the_same_for_each_program(executor: ForkingExecutor) -> None:
    drawn = "import random\ndef solve(n):\n    return random.random()\n"
    one, two = ask(executor, COUNT, [drawn, drawn]).behaviours
    assert one is not None
    assert one == two


def branches(executor: ForkingExecutor, body: str, calls: Sequence[object]) -> list[dict[int, bytes]]:
    """Of a function of `n` with this body, and of the same function again."""
    program = _program(f"def solve(n):\n{body}")
    answers = [Answer(Value.of((call,)), Value.of(call)) for call in calls]
    return branches_all(program, answers, [program, program], executor)


@pytest.mark.parametrize(
    ("body", "one", "other"),
    [
        ("    if n > 1:\n        pass\n    return n\n", 1, 2),
        ("    m = n if n > 1 else n\n    return n\n", 1, 2),
        ("    n > 1 and n > 2\n    return n\n", 1, 2),
        ("    while n > 1:\n        break\n    return n\n", 1, 2),
        ("    [m for m in range(n) if m > 1]\n    return n\n", 2, 3),
        ("    try:\n        1 // n\n    except ZeroDivisionError:\n        pass\n    return n\n", 0, 1),
        ("    match n:\n        case 1:\n            pass\n    return n\n", 1, 2),
        ("    for m in range(n):\n        pass\n    return n\n", 2, 3),
        ("    for m in range(n):\n        pass\n    return n\n", 7, 8),
    ],
)
def test_inputs_part_ways_at_branches(executor: ForkingExecutor, body: str, one: int, other: int) -> None:
    first, again = branches(executor, body, (one, other, one))
    assert first == again
    assert first[0] == first[2] != first[1]
    assert len(first[0]) == len(first[1])


def test_numbers_of_rounds_are_alike_between_doublings(executor: ForkingExecutor) -> None:
    first, _ = branches(executor, "    for m in range(n):\n        pass\n    return n\n", (16, 31, 32))
    assert first[0] == first[1] != first[2]


def test_branches_of_calls_that_cost_too_much_and_of_broken_programs_are_not_told(executor: ForkingExecutor) -> None:
    first, _ = branches(executor, "    for m in range(n):\n        pass\n    return n\n", (3, 10**6))
    assert set(first) == {0}
    answers = [Answer(Value.of((3,)), Value.of(3))]
    identity = _program("def solve(n):\n    return n\n")
    assert branches_all(identity, answers, [_program("def solve(n\n")], executor) == [{}]
