from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from conftest import problem
from hypothesis import given
from hypothesis import strategies as st

from augment.harness.check import Answer, Recording, describe, hold, judge, record
from augment.harness.driver import placed
from augment.model.execution import Calls, Ending, Limits, Outcome, Program
from augment.model.problem import Problem
from augment.model.value import Value
from augment.sandbox.forking import ForkingExecutor


def calls_of(recording: Recording) -> list[tuple[object, ...]]:
    assert recording.complaint == ""
    return [value.unpack_args() for value in recording.calls]


def answer(args: tuple[object, ...], *returned: object) -> Answer:
    """An answer; without a second argument the candidate raised."""
    return Answer(Value.of(args), Value.of(returned[0]) if returned else None)


def test_calls_in_loops_and_helpers_are_recorded_in_order(executor: ForkingExecutor) -> None:
    checks = "def same(x):\n    assert candidate(x) == len(x)\nfor n in range(3): same([0] * n)\nsame([7, 8])"
    recording = record(problem("return len(xs)", checks), executor)
    assert calls_of(recording) == [([],), ([0],), ([0, 0],), ([7, 8],)]


def test_random_arguments_are_the_same_in_every_recording_whatever_the_reference_draws(
    executor: ForkingExecutor,
) -> None:
    checks = "import random\nfor _ in range(3): assert candidate([random.random()]) == 1"
    quiet = record(problem("return len(xs)", checks), executor)
    drawing = record(problem("import random\nrandom.random()\nreturn len(xs)", checks), executor)
    assert quiet == drawing
    assert len(set(quiet.calls)) == 3


def test_arguments_are_recorded_as_they_were_before_the_call(executor: ForkingExecutor) -> None:
    recording = record(problem("xs.append(9)\nreturn xs", "assert candidate([1]) == [1, 9]"), executor)
    assert calls_of(recording) == [([1],)]


@pytest.mark.parametrize(
    ("body", "checks", "complaint"),
    [
        ("xs.append(1)", "a = []\ncandidate(a)\nassert a == [1]", "what a call does to its arguments"),
        ("return 1", "r = [1]\ncandidate(r)\nassert r == [2]", "AssertionError"),
        ("return 1", "assert candidate(lambda: 1) == 1", "an argument is not a plain value (type function)"),
        ("return 1", "pass", "its check never calls the candidate"),
        ("return 1", "assert candidate([object()]) == 1", "an argument is not a plain value"),
        ("return 1", "assert candidate([]) == 2, 'two is right'", "AssertionError: two is right"),
        ("return 1", "raise SystemExit", "its code does not run (SystemExit)"),
        ("return 1", "1 +", "SyntaxError"),
        ("return 1", "assert candidate([bytearray(b'ab')]) == 1", "an argument is not a plain value (type bytearray)"),
        ("return 1", "import array\nassert candidate(array.array('i', [1])) == 1", "not a plain value (type array)"),
        ("return 1", "assert candidate([...]) == 1", "an argument is not a plain value (type ellipsis)"),
        (
            "return 1",
            "x = []\nfor _ in range(150): x = [x]\nassert candidate(x) == 1",
            "an argument is a value nested deep",
        ),
        ("return 1", "x = []\nx.append(x)\nassert candidate(x) == 1", "containing itself"),
        ("return {1}.pop", "candidate([])", "an answer of the reference is not a plain value (type builtin_function"),
        ("return bytearray(b'a')", "assert candidate([]) == b'a'", "an answer of the reference is not a plain value"),
    ],
)
def test_what_cannot_be_recorded_is_refused_with_a_reason(
    executor: ForkingExecutor, body: str, checks: str, complaint: str
) -> None:
    assert complaint in record(problem(body, checks), executor).complaint


def test_a_reference_may_define_a_dataclass(executor: ForkingExecutor) -> None:
    toy = Problem(
        task_id="Toy/0",
        prompt="from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n\ndef solve(x):\n",
        entry_point="solve",
        canonical_solution="    return Point(x).x\n",
        test="def check(candidate):\n    assert candidate(4) == 4\n",
    )
    assert calls_of(record(toy, executor)) == [(4,)]


def test_a_reference_sees_its_annotations_as_objects(executor: ForkingExecutor) -> None:
    toy = problem("return solve.__annotations__['xs'] is list", "assert candidate([]) is True", signature="xs: list")
    assert calls_of(record(toy, executor)) == [([],)]


TOY = problem("return len(xs)", "assert candidate([]) == 0\nassert abs(candidate([1]) - 1) < 0.1")


def test_several_sets_of_answers_are_judged_apart(executor: ForkingExecutor) -> None:
    right, close, wrong, raised = judge(
        TOY,
        [
            [answer(([],), 0), answer(([1],), 1)],
            [answer(([],), 0), answer(([1],), 1.05)],
            [answer(([],), 0), answer(([1],), 2)],
            [answer(([],)), answer(([1],), 1)],
        ],
        executor,
    )
    assert (right.accepted, close.accepted, wrong.accepted, raised.accepted) == (True, True, False, False)
    assert (wrong.calls, wrong.reason) == (2, "AssertionError")
    assert (raised.calls, raised.reason) == (1, "CandidateRaised")


def test_a_call_that_depends_on_an_answer_is_asked_for(executor: ForkingExecutor) -> None:
    toy = problem("return len(xs)", "x = candidate([5])\nassert candidate([x]) == 1")
    (asking,) = judge(toy, [[answer(([5],), 3)]], executor)
    assert (asking.accepted, asking.calls, asking.asks) == (False, 1, Value.of(([3],)))
    (settled,) = judge(toy, [[answer(([5],), 3), answer(([3],), 1)]], executor)
    assert (settled.accepted, settled.asks) == (True, None)


@pytest.mark.parametrize("catch", ["except Exception:", "except BaseException:", "except:"])
def test_a_check_that_catches_all_still_gets_its_question_through(executor: ForkingExecutor, catch: str) -> None:
    toy = problem("return 1", f"try:\n    x = candidate([1])\n{catch}\n    x = 1\nassert x == 1")
    (asking,) = judge(toy, [[]], executor)
    assert asking.asks == Value.of(([1],))
    assert judge(toy, [[answer(([1],))]], executor)[0].accepted
    assert not judge(toy, [[answer(([1],), 5)]], executor)[0].accepted


def test_answers_are_fresh_for_each_call(executor: ForkingExecutor) -> None:
    checks = "a = candidate([])\na.append(1)\nassert candidate([]) == []"
    same = answer(([],), [])
    assert judge(problem("return []", checks), [[same, same]], executor)[0].accepted


@pytest.mark.parametrize("depth", [50, 98, 100])
def test_a_deep_answer_is_judged_like_any_other(executor: ForkingExecutor, depth: int) -> None:
    value: object = 0
    for _ in range(depth):
        value = [value]
    (ruling,) = judge(TOY, [[answer(([],), value)]], executor)
    assert (ruling.accepted, ruling.asks) == (False, None)


def test_what_code_says_is_shown_as_one_line() -> None:
    assert describe(Outcome(ending=Ending.RAISED, detail="Oops: one\n  two\r\u2028three")) == "Oops: one two three"
    assert describe(Outcome(ending=Ending.DIED, detail="\n")) == "died"


def test_a_question_too_deep_to_be_asked_is_no_pass(executor: ForkingExecutor) -> None:
    toy = problem("return 1", "x = candidate([])\nfor _ in range(150): x = [x]\nassert candidate(x) == 1")
    (ruling,) = judge(toy, [[answer(([],), 1)]], executor)
    assert (ruling.accepted, ruling.asks) == (False, None)
    assert "deep" in ruling.reason


def test_the_line_of_each_call_is_recorded_through_helpers(executor: ForkingExecutor) -> None:
    checks = "def same(f, x):\n    assert f(x) == 1\nsame(candidate, [3])\nassert [candidate(x) for x in ([4],)] == [1]"
    recording = record(problem("return len(xs)", checks), executor)
    assert recording.lines == (3, 5)  # the first line is that of `def check`


@pytest.mark.parametrize(
    ("expression", "check"),
    [
        ("collections.Counter(xs)", "assert candidate([1, 1]).most_common(1) == [(1, 2)]"),
        ("collections.deque(xs)", "import collections\nassert candidate([1]) == collections.deque([1])"),
        ("collections.OrderedDict.fromkeys(xs)", "assert candidate([1, 2]).popitem(last=False) == (1, None)"),
        ("collections.defaultdict(list, {1: xs})", "assert candidate([2])[1] == [2]"),
        ("[collections.Counter(xs), 1]", "assert candidate([5]) == [{5: 1}, 1]"),
        ("collections.namedtuple('P', 'a b')(1, xs)", "assert candidate([2]) == (1, [2])"),
        ("__import__('numpy').float64(2.5)", "assert candidate([]).round() == 2.0 and candidate([]).dtype"),
        ("__import__('numpy').array(xs)", "assert candidate([1, 2]).sum() == 3"),
    ],
)
def test_a_library_type_meets_the_check_as_what_it_is(executor: ForkingExecutor, expression: str, check: str) -> None:
    toy = problem(f"import collections\nreturn {expression}", check)
    recording = record(toy, executor)
    assert recording.complaint == ""
    program = Program(source=toy.reference, entry_point="solve")
    outcomes = executor.run(program, Calls(recording.calls), Limits()).outcomes
    answers = [Answer.of(args, outcomes[place]) for place, args in enumerate(recording.calls)]
    assert judge(toy, [answers], executor)[0].reason == ""


@pytest.mark.parametrize(
    "mark", ["numpy.load", "numpy.void", "numpy.object_", "nested deque", "os.system", "deque", "?"]
)
def test_a_mark_that_does_not_fit_leaves_the_plain_value(executor: ForkingExecutor, mark: str) -> None:
    toy = problem("return 'text'", "assert candidate([]) == 'text'")
    text = Answer(Value.of(([],)), Value.of("text"), marked=mark)
    assert judge(toy, [[text]], executor)[0].accepted


def raised(*names: str, message: str = "") -> Answer:
    return Answer(Value.of(([],)), None, raised=names, message=message)


@pytest.mark.parametrize(
    ("caught", "answer", "accepted"),
    [
        ("ValueError", raised("ValueError", "Exception"), True),
        ("LookupError", raised("KeyError", "LookupError", "Exception"), True),
        ("KeyError", raised("IndexError", "LookupError", "Exception"), False),
        ("ValueError", raised("JSONDecodeError", "ValueError", "Exception"), True),
        ("UnicodeDecodeError", raised("UnicodeDecodeError", "ValueError"), False),  # it takes more than a message
        ("ValueError", raised("UnicodeDecodeError", "ValueError"), True),
        ("Broken", raised("Broken", "Exception"), True),
        ("ValueError", raised("Broken", "Exception"), False),
        ("Exception", raised("SystemExit", "BaseException"), True),
        ("Exception", raised("exit", "solve", "NoSuchName"), True),
        ("Exception", raised(), True),
        ("ValueError", answer(([],), 1), False),
    ],
)
def test_what_was_raised_meets_the_check_as_an_exception_of_its_class(
    executor: ForkingExecutor, caught: str, answer: Answer, accepted: bool
) -> None:
    toy = problem("return 1", f"try: candidate([])\nexcept {caught}: return\nraise AssertionError")
    toy = replace(toy, prompt=f"class Broken(Exception): pass\n{toy.prompt}")
    assert judge(toy, [[answer]], executor)[0].accepted is accepted


def test_the_message_of_an_exception_meets_the_check_too(executor: ForkingExecutor) -> None:
    checks = "try: candidate([])\nexcept ValueError as error: assert str(error) == 'too few'"
    for message, accepted in (("too few", True), ("", False)):
        (ruling,) = judge(problem("", checks), [[raised("ValueError", message=message)]], executor)
        assert ruling.accepted is accepted


def test_an_answer_is_made_of_an_outcome() -> None:
    args, wire = Value.of(([],)), Value.of([1]).wire
    assert Answer.of(args, Outcome(ending=Ending.RETURNED, wire=wire, marked="deque")) == Answer(
        args, Value.of([1]), "deque"
    )
    error = Outcome(ending=Ending.RAISED, detail="KeyError: a: b", raised=("KeyError",))
    assert Answer.of(args, error) == Answer(args, None, raised=("KeyError",), message="a: b")
    assert Answer.of(args, Outcome(ending=Ending.NOT_PLAIN, detail="odd: thing")) == Answer(args, None)


CODE = "import math\ndef check_answer(args, answer):\n    (xs,) = args\n    assert answer == size(xs) + extra()\n"


def test_a_checker_sees_what_reference_and_test_code_define(executor: ForkingExecutor) -> None:
    toy = problem("return len(xs)", "pass")
    toy = replace(toy, prompt=f"def size(xs): return len(xs)\n{toy.prompt}", test="def extra(): return 2\n")
    right, wrong = hold(toy, CODE, [answer(([1],), 3), answer(([],), 3)], executor)
    assert (right.accepted, wrong.accepted, wrong.reason) == (True, False, "AssertionError")


@pytest.mark.parametrize(
    ("body", "accepted"),
    [
        ("return", True),
        ("return True", True),
        ("return 0", True),
        ("return False", False),
        ("raise SystemExit", False),
        ("while True: pass", False),
        ("import os; os._exit(0)", False),
        ("return answer.x", False),
    ],
)
def test_a_checker_turns_down_by_raising_returning_false_or_not_coming_back(
    executor: ForkingExecutor, monkeypatch: pytest.MonkeyPatch, body: str, accepted: bool
) -> None:
    monkeypatch.setattr("augment.harness.check.LIMITS", Limits(cpu_seconds=0.2))
    code = f"def check_answer(args, answer):\n    {body}\n"
    first, second = hold(TOY, code, [answer(([],), 3), answer(([],), 3)], executor)
    assert (first.accepted, second.accepted) == (accepted, accepted)


@pytest.mark.parametrize(
    ("signature", "call", "args"),
    [
        ("a, b, c", "c=3, a=1, b=2", (1, 2, 3)),
        ("a, b=5, c=6", "1, c=3", (1, 5, 3)),
        ("a, b=5, c=6", "a=1", (1,)),
        ("a, b=5, c=6", "b=2, a=1", (1, 2)),
        ("a, *rest, k=0", "1, 2, 3", (1, 2, 3)),
        ("a, k=object(), c=6", "1, 2, c=3", (1, 2, 3)),
    ],
)
def test_arguments_given_by_name_are_recorded_in_their_places(
    executor: ForkingExecutor, signature: str, call: str, args: tuple[object, ...]
) -> None:
    recording = record(problem("return 1", f"assert candidate({call}) == 1", signature=signature), executor)
    assert (calls_of(recording), recording.by_name) == ([args], False)


@pytest.mark.parametrize(
    ("signature", "call"), [("a, *, k", "1, k=2"), ("a, **more", "1, k=2"), ("a, *rest, k=0", "1, 2, k=3")]
)
def test_arguments_that_have_no_place_are_told(executor: ForkingExecutor, signature: str, call: str) -> None:
    recording = record(problem("return 1", f"assert candidate({call}) == 1", signature=signature), executor)
    assert (recording.complaint, recording.by_name) == ("", True)


SIGNATURES = ["a, b=2, c=3, /, d=4, e=5", "a, b=2, c=3, d=4, e=5", "a, b=2, *rest, c=3", "a, b=2, *, c=3, **d"]


@given(
    signature=st.sampled_from(SIGNATURES),
    args=st.lists(st.integers(0, 9), max_size=4),
    named=st.dictionaries(st.sampled_from("abcde"), st.integers(0, 9)),
)
def test_a_call_by_place_is_the_same_call(signature: str, args: list[int], named: dict[str, int]) -> None:
    space: dict[str, Any] = {}
    exec(f"def seen({signature}): return locals()", space)

    def seen(args: tuple[object, ...], named: dict[str, int]) -> object:
        try:
            return space["seen"](*args, **named)
        except TypeError:
            return None

    try:
        places = placed(space["seen"], tuple(args), named)
    except TypeError:
        return
    assert seen(places, {}) == seen(tuple(args), named)
    assert len(places) >= len(args)
