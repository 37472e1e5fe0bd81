"""The forking executor: the contract of all executors, and what is its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contracts.executor import (
    ENDINGS,
    IMPATIENT,
    LOADINGS,
    MARKED,
    PROMISES,
    QUICK,
    Promise,
    alive,
    answer,
    answers,
    assert_good_neighbour,
    check_ending,
    check_ending_in_conversation,
    check_loading,
    check_marked,
    only,
    random_numbers_are_the_same_in_every_run,
    run,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.errors import NotPlain
from augment.model.execution import Calls, Ending, Execution, Limits, Outcome, Program
from augment.model.value import Value
from augment.sandbox.forking import ForkingExecutor, ForkingPool
from augment.sandbox.launch import Isolation, Launch, best_launch
from augment.sandbox.listener import Visit, signal_name


@pytest.fixture(scope="module", params=list(Isolation))
def launch(request: pytest.FixtureRequest) -> Launch:
    """Each way to start children that this machine allows."""
    best = best_launch()
    if request.param is Isolation.BUBBLEWRAP and best.isolation is not Isolation.BUBBLEWRAP:
        pytest.skip(best.reason)
    return replace(best, isolation=request.param)


@pytest.fixture(scope="module")
def pool(launch: Launch) -> Iterator[ForkingPool]:
    with ForkingPool(launch) as pool:
        yield pool


@pytest.fixture
def executor(pool: ForkingPool) -> Iterator[ForkingExecutor]:
    """A warm executor."""
    with pool.lend() as lent:
        yield lent


@pytest.fixture
def fresh(launch: Launch) -> Iterator[ForkingExecutor]:
    """An executor that a test may break."""
    executor = ForkingExecutor(launch)
    yield executor
    executor.close()


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_contract_is_kept(executor: ForkingExecutor, promise: Promise) -> None:
    promise(executor)


@pytest.mark.parametrize("name", ENDINGS)
def test_a_call_ends_as_the_contract_says(executor: ForkingExecutor, name: str) -> None:
    check_ending(executor, name)


@pytest.mark.parametrize("name", ENDINGS)
def test_a_call_in_a_conversation_ends_as_the_contract_says(executor: ForkingExecutor, name: str) -> None:
    check_ending_in_conversation(executor, name)


@pytest.mark.parametrize("name", LOADINGS)
def test_loading_ends_as_the_contract_says(executor: ForkingExecutor, name: str) -> None:
    check_loading(executor, name)


@pytest.mark.parametrize("name", MARKED)
def test_library_containers_come_back_as_marked_plain_content(executor: ForkingExecutor, name: str) -> None:
    check_marked(executor, name)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(values=st.lists(plain, max_size=5))
@settings(max_examples=30, deadline=None)
def test_any_plain_value_goes_in_and_comes_out_unchanged(pool: ForkingPool, values: list[object]) -> None:
    with pool.lend() as executor:
        execution = run(executor, "def solve(x): return x", [(value,) for value in values])
    assert [Value.of(found) for found in answers(execution)] == [Value.of(value) for value in values]


def test_random_numbers_are_the_same_in_every_run(executor: ForkingExecutor) -> None:
    random_numbers_are_the_same_in_every_run(executor)


@pytest.mark.parametrize(
    ("expression", "content"),
    [("[P(1)]", [(1,)]), ("{P(1)}", {(1,)}), ("frozenset([P(1)])", frozenset({(1,)})), ("[[P(1)], 2]", [[(1,)], 2])],
)
def test_what_holds_a_namedtuple_keeps_its_own_type(
    executor: ForkingExecutor, expression: str, content: object
) -> None:
    source = f"import collections\nP = collections.namedtuple('P', 'a')\ndef solve(x): return {expression}"
    assert Value.of(answer(only(run(executor, source)))) == Value.of(content)


def test_a_program_that_closes_every_descriptor_has_died(executor: ForkingExecutor) -> None:
    execution = run(executor, "import os\ndef solve(x):\n  os.closerange(0, 64)\n  return x")
    assert execution.loading.ending is not Ending.INFRA


@pytest.mark.parametrize("body", ["os._exit(3)", "exec('while True: pass')", "os.kill(os.getpid(), 11)"])
def test_the_watch_is_told_of_trouble_in_the_last_call(executor: ForkingExecutor, body: str) -> None:
    told: list[int] = []

    def watch(index: int, _: Outcome) -> bool:
        told.append(index)
        return True

    source = f"import os\ndef solve(x):\n  if x == 1: {body}\n  return x"
    calls = Calls((Value.of((0,)), Value.of((1,))))
    executor.run(Program(source=source, entry_point="solve"), calls, QUICK, watch=watch)
    assert told == [0, 1]


def test_a_library_container_that_is_subclassed_is_not_plain(executor: ForkingExecutor) -> None:
    source = "import collections\nclass C(collections.Counter): pass\ndef solve(x): return C('a')"
    outcome = only(run(executor, source))
    assert (outcome.ending, outcome.detail) == (Ending.NOT_PLAIN, "a value of type C")


@pytest.mark.parametrize("expression", ["...", "StopIteration", "[1, ...]"])
def test_what_marshal_writes_besides_data_is_not_plain(executor: ForkingExecutor, expression: str) -> None:
    outcome = only(run(executor, f"def solve(x): return {expression}"))
    assert outcome.ending is Ending.NOT_PLAIN


def test_a_forged_answer_of_a_code_object_is_not_decoded(executor: ForkingExecutor) -> None:
    source = (
        "import marshal, os, struct\n"
        "def solve(x):\n"
        "  blob = b'\\0' + marshal.dumps(solve.__code__, 2)\n"
        "  os.write(3, struct.pack('<cII', b'R', 0, len(blob)) + blob)\n"
        "  return x"
    )
    outcome = only(run(executor, "import time\ntime.sleep(0.01)\n" + source))  # loading is told before the call
    with pytest.raises(NotPlain, match="malformed"):
        answer(outcome)


def test_a_report_that_claims_a_huge_length_is_refused(executor: ForkingExecutor) -> None:
    source = "import os, struct\ndef solve(x):\n  os.write(3, struct.pack('<cII', b'R', 0, 1 << 31))\n  return x"
    outcome = only(run(executor, source))
    assert (outcome.ending, outcome.detail) == (Ending.TOO_LARGE, "a report too large to be true")


def test_a_report_for_a_call_that_was_not_reached_is_refused(executor: ForkingExecutor) -> None:
    source = (
        "import os, struct\ndef solve(x):\n"
        "  if x == 0: os.write(3, struct.pack('<cII', b'R', 2, 2) + b'\\0N')\n"
        "  return x"
    )
    execution = run(executor, source, [(0,), (1,), (2,)])
    assert Ending.NOT_PLAIN in {outcome.ending for outcome in execution.outcomes.values()}


def test_two_pools_of_seeds_hash_differently_and_each_the_same_way_again() -> None:
    source = "def solve(x): return hash(x)"
    with ForkingPool() as pool:
        hashes = []
        for seed in (0, 1, 0):
            with pool.lend(hash_seed=seed) as executor:
                hashes += answers(run(executor, source, (("word",),)))
    assert hashes[0] == hashes[2] != hashes[1]


def test_a_lent_executor_is_not_lent_twice_at_once_and_is_used_again() -> None:
    with ForkingPool() as pool:
        with pool.lend() as first, pool.lend() as second:
            assert first is not second
        with pool.lend() as third:
            assert third in (first, second)


def test_a_python_that_is_not_there_is_infra(launch: Launch) -> None:
    executor = ForkingExecutor(replace(launch, python="/no/such/python"))
    execution = run(executor, "def solve(x): return x")
    executor.close()
    assert execution.loading.ending is Ending.INFRA
    assert execution.outcomes == {}


def children(pid: int) -> set[int]:
    """The processes that a process has started; threads of it that end meanwhile are passed over."""
    found, gone = set[int](), contextlib.suppress(FileNotFoundError, ProcessLookupError)
    with gone:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with gone:
                found |= {int(child) for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split()}
    return found


def test_closing_ends_the_child(launch: Launch) -> None:
    before = children(os.getpid())
    executor = ForkingExecutor(launch)
    run(executor, "def solve(x): return x")
    (child,) = children(os.getpid()) - before
    executor.close()
    assert not alive(child)


def test_a_child_that_was_killed_from_outside_is_replaced(launch: Launch) -> None:
    before = children(os.getpid())
    executor = ForkingExecutor(launch)
    run(executor, "def solve(x): return x")
    (child,) = children(os.getpid()) - before
    os.kill(child, signal.SIGKILL)
    assert_good_neighbour(executor)
    executor.close()


def test_more_sets_of_calls_than_a_child_remembers_are_sent_again(fresh: ForkingExecutor) -> None:
    for _ in range(2):
        for number in range(7):
            assert answers(run(fresh, "def solve(x): return x", ((number,),))) == [number]


@pytest.mark.parametrize(("number", "name"), [(11, "SIGSEGV"), (9, "SIGKILL"), (40, "signal 40")])
def test_a_signal_is_told_by_its_name_or_else_its_number(number: int, name: str) -> None:
    assert signal_name(number) == name


def test_memory_that_many_small_objects_take_is_out_of_memory(executor: ForkingExecutor) -> None:
    limits = Limits(cpu_seconds=20.0, memory_bytes=160 << 20)
    outcome = only(run(executor, "def solve(x):\n  kept = []\n  while True: kept.append([0])", limits=limits))
    assert outcome.ending is Ending.OUT_OF_MEMORY
    assert_good_neighbour(executor)


def test_memory_that_the_program_does_not_give_back_is_the_programs_trouble(executor: ForkingExecutor) -> None:
    limits = Limits(cpu_seconds=20.0, memory_bytes=160 << 20)
    execution = run(executor, "kept = []\ndef solve(x):\n  while True: kept.append([0])", limits=limits)
    endings = {execution.loading.ending, *(outcome.ending for outcome in execution.outcomes.values())}
    assert endings & {Ending.OUT_OF_MEMORY, Ending.DIED}
    assert Ending.INFRA not in endings


@pytest.mark.skipif(os.geteuid() != 0, reason="the system itself limits the processes of an ordinary user")
def test_a_program_that_starts_too_many_processes_has_died(fresh: ForkingExecutor) -> None:
    orphans = (
        "import os, time\n"
        "def solve(x):\n"
        "  for _ in range(25):\n"
        "    if os.fork() == 0: time.sleep(60)\n"
        "  while True:\n"  # orphans that come and go must not keep anybody from counting
        "    if os.fork() == 0: os.fork() and time.sleep(0.001) or os._exit(0)\n"
        "    os.wait()"
    )
    outcome = only(run(fresh, orphans, limits=Limits(cpu_seconds=3.0, processes=20)))
    assert (outcome.ending, outcome.detail) == (Ending.DIED, "it started too many processes")
    assert_good_neighbour(fresh)


@pytest.mark.parametrize("source", ["import os\nos._exit(70)", "import os\ndef solve(x): os._exit(70)"])
def test_a_program_that_exits_with_our_own_status_has_died(executor: ForkingExecutor, source: str) -> None:
    execution = run(executor, source)
    assert Ending.DIED in {execution.loading.ending, *(o.ending for o in execution.outcomes.values())}
    assert execution.loading.ending is not Ending.INFRA


def test_a_program_that_kills_the_process_it_was_forked_from_has_died(fresh: ForkingExecutor) -> None:
    execution = run(fresh, "import os\ndef solve(x):\n  os.kill(os.getppid(), 9)\n  return x")
    assert execution.loading.ending is not Ending.INFRA
    assert_good_neighbour(fresh)


@pytest.mark.parametrize("kind", ["S", "L", "C"])
def test_reports_without_end_do_not_put_off_the_time_limit(fresh: ForkingExecutor, kind: str) -> None:
    source = (
        "import os, struct, time\n"
        f"frame = struct.pack('<cII', b'{kind}', 0, 8) + bytes(8)\n"
        "def solve(x):\n"
        "  end = time.process_time() + 0.7\n"
        "  while time.process_time() < end: os.write(3, frame)\n"
        "  return x"
    )
    assert only(run(fresh, source)).ending is not Ending.RETURNED


def test_a_report_in_many_small_pieces_does_not_put_off_the_time_limit(fresh: ForkingExecutor) -> None:
    source = (
        "import os, struct, time\n"
        "def solve(x):\n"
        "  os.write(3, struct.pack('<cII', b'R', 0, 1 << 15))\n"
        "  for _ in range(12):\n"
        "    os.write(3, b'\\0')\n"
        "    time.sleep(0.1)\n"
        "  os.write(3, bytes((1 << 15) - 12))\n"
        "  while True: pass"
    )
    assert only(run(fresh, source, limits=IMPATIENT)).ending is Ending.TIMED_OUT


def test_the_watch_is_told_each_outcome_once_when_the_engine_starts_again(fresh: ForkingExecutor) -> None:
    source = (
        "import os, time\n"
        "def solve(x):\n"
        "  time.sleep(0.01)\n"
        "  if x == 1 and not os.path.exists('../flag'):\n"
        "    open('../flag', 'w').close()\n"
        "    os.kill(os.getppid(), 9)\n"
        "    time.sleep(0.5)\n"
        "  return x"
    )
    told: list[int] = []

    def watch(index: int, _: Outcome) -> bool:
        told.append(index)
        return True

    calls = Calls((Value.of((0,)), Value.of((1,))))
    fresh.run(Program(source=source, entry_point="solve"), calls, QUICK, watch=watch)
    assert told == sorted(set(told))


@pytest.mark.parametrize("error", [NotPlain("mine"), OSError("mine")])
def test_an_error_of_the_watch_reaches_the_caller(executor: ForkingExecutor, error: Exception) -> None:
    def watch(index: int, outcome: Outcome) -> bool:
        raise error

    program, calls = Program(source="def solve(x): return x", entry_point="solve"), Calls((Value.of((1,)),))
    with pytest.raises(type(error), match="mine"):
        executor.run(program, calls, QUICK, watch=watch)


def test_folders_made_beside_the_scratch_folder_do_not_hinder_later_programs(fresh: ForkingExecutor) -> None:
    source = (
        "import os\n"
        "def solve(x):\n"
        "  here = int(os.path.basename(os.getcwd()))\n"
        "  for number in range(here + 1, here + 4): os.mkdir(f'../{number}')\n"
        "  return x"
    )
    run(fresh, source)
    assert_good_neighbour(fresh)


def test_a_program_that_removes_the_folder_above_its_own_does_not_hinder_later_programs(
    fresh: ForkingExecutor,
) -> None:
    run(fresh, "import os, shutil\ndef solve(x): shutil.rmtree(os.path.dirname(os.getcwd()), ignore_errors=True)")
    assert_good_neighbour(fresh)


@pytest.mark.parametrize(
    "path", ["__import__('tempfile').mkstemp()[1]", "os.path.expanduser('~/left')", "os.path.abspath('../left')"]
)
def test_no_file_of_one_program_is_there_for_the_next(fresh: ForkingExecutor, path: str) -> None:
    source = (
        "import os\n"
        "def solve(x):\n"
        f"  path = {path}\n"
        "  try: open(path, 'w').close()\n"
        "  except OSError: pass\n"
        "  return path"
    )
    path = str(answer(only(run(fresh, source))))
    assert not Path(path).exists()


def below(pid: int) -> set[int]:
    """All processes that descend from this one."""
    found, todo = set[int](), [pid]
    while todo:
        new = children(todo.pop()) - found
        found |= new
        todo += new
    return found


def test_a_descendant_in_a_session_of_its_own_is_killed_too(fresh: ForkingExecutor) -> None:
    assert_good_neighbour(fresh)
    before = below(os.getpid())
    source = (
        "import os, time\n"
        "def solve(x):\n"
        "  if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n"
        "    os.close(3)\n"
        "    time.sleep(20)\n"
        "    os._exit(0)\n"
        "  return os.wait()[1]"
    )
    assert answer(only(run(fresh, source))) == 0
    assert_good_neighbour(fresh)
    assert {pid for pid in below(os.getpid()) - before if alive(pid)} == set()


def test_a_looping_program_does_not_outlive_a_parent_that_was_killed(launch: Launch) -> None:
    script = (
        "from augment.model.execution import *\n"
        "from augment.model.value import Value\n"
        "from augment.sandbox.forking import ForkingExecutor\n"
        "from augment.sandbox.launch import *\n"
        f"launch = Launch(Isolation({launch.isolation.value!r}), {launch.python!r})\n"
        "source = 'import os, time\\ndef solve(x):\\n  if os.fork() == 0: os.setsid()\\n  while True: pass'\n"
        "ForkingExecutor(launch).run(Program(source=source, entry_point='solve'), Calls((Value.of((1,)),)), "
        "Limits(cpu_seconds=60.0, wall_seconds=60.0))\n"
    )
    root = str(Path(__file__).parents[2])
    with subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": root}) as parent:
        family: set[int] = set()
        patience = time.monotonic() + 20
        while len(family) < (4 if launch.isolation is Isolation.BUBBLEWRAP else 3) and time.monotonic() < patience:
            time.sleep(0.05)
            family = below(parent.pid)
        parent.kill()
    assert len(family) >= 3
    patience = time.monotonic() + 5
    while any(map(alive, family)) and time.monotonic() < patience:
        time.sleep(0.02)
    left = {pid for pid in family if alive(pid)}
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == set()


class Scripted(ForkingExecutor):
    """Visits as a test wants them; tells the outcomes of each as the engine would."""

    def __init__(self, *visits: Visit) -> None:
        super().__init__(Launch(Isolation.PROCESS, sys.executable))
        self.visits = list(visits)

    def visit(self, request: tuple[Any, ...], calls: Calls, listen: Any, order: list[int]) -> Visit:
        visit = self.visits.pop(0)
        for place, outcome in enumerate(visit.outcomes):
            listen.hear(place, outcome)
        return visit


LOADED = Outcome(ending=Ending.RETURNED)
RIGHT = Outcome(ending=Ending.RETURNED, wire=b"N")
DEAD = Outcome(ending=Ending.DIED, detail="killed by SIGSEGV")
INFRA = Outcome(ending=Ending.INFRA, detail="gone")


def heard(*visits: Visit, calls: int = 2) -> tuple[Execution, list[tuple[int, Ending]]]:
    told: list[tuple[int, Ending]] = []

    def watch(index: int, outcome: Outcome) -> bool:
        told.append((index, outcome.ending))
        return True

    args = Calls(tuple(Value.of((n,)) for n in range(calls)))
    program = Program(source="", entry_point="solve")
    return Scripted(*visits).run(program, args, Limits(), watch=watch), told


def test_trouble_in_two_processes_is_told_and_the_rest_goes_on() -> None:
    execution, told = heard(
        Visit(started=True, trouble=DEAD),
        Visit(started=True, loading=LOADED, trouble=DEAD),
        Visit(started=True, loading=LOADED, outcomes=[RIGHT]),
    )
    assert told == [(0, Ending.DIED), (1, Ending.RETURNED)]
    assert execution.loading.ending is Ending.RETURNED


def test_trouble_in_one_process_only_does_not_count() -> None:
    execution, told = heard(
        Visit(started=True, loading=LOADED, outcomes=[RIGHT], trouble=DEAD),
        Visit(started=True, loading=LOADED, outcomes=[RIGHT]),
    )
    assert told == [(0, Ending.RETURNED), (1, Ending.RETURNED)]
    assert set(execution.outcomes) == {0, 1}


@pytest.mark.parametrize("ending", [Ending.RAISED, Ending.NO_CODE])
def test_a_program_that_does_not_load_a_second_time_fails_the_call_it_was_loaded_for(ending: Ending) -> None:
    _, told = heard(
        Visit(started=True, loading=LOADED, trouble=DEAD),
        Visit(started=True, loading=Outcome(ending=ending)),
        Visit(started=True, loading=LOADED, outcomes=[RIGHT]),
    )
    assert told == [(0, ending), (1, Ending.RETURNED)]


def test_a_program_that_dies_when_loaded_again_is_told() -> None:
    _, told = heard(
        Visit(started=True, loading=LOADED, outcomes=[RIGHT], trouble=DEAD),
        Visit(started=True, trouble=DEAD),
    )
    assert told == [(0, Ending.RETURNED), (1, Ending.DIED)]


def test_a_warm_process_that_goes_away_once_is_our_trouble_and_changes_nothing() -> None:
    _, told = heard(
        Visit(started=True, loading=LOADED, outcomes=[RIGHT], trouble=INFRA, lost=True),
        Visit(started=True, loading=LOADED, outcomes=[RIGHT]),
    )
    assert told == [(0, Ending.RETURNED), (1, Ending.RETURNED)]


def test_a_program_under_which_the_warm_process_goes_away_twice_has_died() -> None:
    lost = Visit(started=True, loading=LOADED, trouble=INFRA, lost=True)
    _, told = heard(lost, lost, calls=1)
    assert told == [(0, Ending.DIED)]


def test_a_child_that_cannot_be_started_is_infra() -> None:
    lost = Visit(trouble=INFRA, lost=True)
    execution, told = heard(lost, lost, lost)
    assert execution.loading.ending is Ending.INFRA
    assert told == []


@given(
    st.lists(
        st.builds(
            Visit,
            started=st.booleans(),
            loading=st.sampled_from([None, LOADED, Outcome(ending=Ending.RAISED)]),
            outcomes=st.lists(st.just(RIGHT), max_size=2),
            trouble=st.sampled_from([None, DEAD, INFRA]),
            lost=st.booleans(),
        ),
        min_size=40,
        max_size=40,
    )
)
@settings(deadline=None)
def test_whatever_happens_each_call_is_told_once_or_the_trouble_is_ours(visits: list[Visit]) -> None:
    for visit in visits:
        if visit.outcomes:
            visit.loading = LOADED
        if visit.lost:
            visit.trouble = INFRA
        elif not visit.outcomes and visit.loading in (None, LOADED):
            visit.trouble = DEAD  # a visit without an outcome has a reason
    execution, told = heard(*visits, calls=2)
    indexes = [index for index, _ in told]
    assert indexes == list(range(len(indexes)))
    endings = {execution.loading.ending, *(ending for _, ending in told)}
    assert len(told) == 2 or Ending.INFRA in endings or execution.loading.ending is not Ending.RETURNED
