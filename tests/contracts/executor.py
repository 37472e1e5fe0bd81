"""What any executor must do, as functions of one executor; each ends by returning, or with an AssertionError."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from augment.model import wire
from augment.model.execution import Calls, Ending, Execution, Executor, Limits, Outcome, Program
from augment.model.value import Value

Promise = Callable[[Executor], None]
PROMISES: list[Promise] = []
QUICK = Limits(cpu_seconds=0.15, wall_seconds=20.0)
IMPATIENT = Limits(cpu_seconds=5.0, wall_seconds=0.3)
"""For programs that wait; on a busy machine, one that works may wait as long for the processor."""
ONE: Sequence[tuple[object, ...]] = ((1,),)


def promise(function: Promise) -> Promise:
    """Add a function to the contract."""
    PROMISES.append(function)
    return function


def run(
    executor: Executor,
    source: str,
    args: Sequence[tuple[object, ...]] = ONE,
    *,
    limits: Limits = QUICK,
    entry_point: str = "solve",
) -> Execution:
    """Run a program on typed-in arguments."""
    return executor.run(
        Program(source=source, entry_point=entry_point), Calls(tuple(Value.of(each) for each in args)), limits
    )


def only(execution: Execution) -> Outcome:
    """The outcome of the single call that was made."""
    assert list(execution.outcomes) == [0], execution
    return execution.outcomes[0]


def answer(outcome: Outcome) -> object:
    """The plain value that was returned."""
    assert outcome.ending is Ending.RETURNED, outcome
    return wire.decode(outcome.wire)


def answers(execution: Execution) -> list[object]:
    """The plain values of all calls, by index."""
    return [answer(execution.outcomes[index]) for index in sorted(execution.outcomes)]


def assert_good_neighbour(executor: Executor) -> None:
    """Check that an ordinary program still runs as if nothing had been before it."""
    execution = run(executor, "def solve(x): return [x, x + 1]", ((1,), (5,)))
    assert execution.loading.ending is Ending.RETURNED, execution
    assert answers(execution) == [[1, 2], [5, 6]]


ENDINGS: dict[str, tuple[str, Ending, str]] = {
    "returns": ("def solve(x): return x", Ending.RETURNED, ""),
    "returns an object": ("class Odd: pass\ndef solve(x): return Odd()", Ending.NOT_PLAIN, "Odd"),
    "returns a generator": ("def solve(x): yield x", Ending.NOT_PLAIN, "generator"),
    "is a coroutine": ("async def solve(x): return x", Ending.NOT_PLAIN, "coroutine"),
    "is a class": ("class solve:\n  def __init__(self, x): pass", Ending.NOT_PLAIN, "solve"),
    "is a lambda": ("solve = lambda x: x", Ending.RETURNED, ""),
    "cannot be called": ("solve = 5", Ending.RAISED, "TypeError"),
    "raises": ("def solve(x): raise KeyError('gone')", Ending.RAISED, "KeyError: gone"),
    "raises SystemExit": ("import sys\ndef solve(x): sys.exit(0)", Ending.RAISED, "SystemExit"),
    "recurses for ever": ("def solve(x): return solve(x)", Ending.RAISED, "RecursionError"),
    "reads from a closed input": ("def solve(x): return input()", Ending.RAISED, "EOFError"),
    "loops": ("def solve(x):\n  while True: pass", Ending.TIMED_OUT, "processor time"),
    "loops and swallows all exceptions": (
        "def solve(x):\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass",
        Ending.TIMED_OUT,
        "processor time",
    ),
    "loops and ignores all signals": (
        "import signal\n"
        "for s in signal.valid_signals():\n"
        "  try: signal.signal(s, signal.SIG_IGN)\n"
        "  except (OSError, ValueError): pass\n"
        "def solve(x):\n  while True: pass",
        Ending.TIMED_OUT,
        "processor time",
    ),
    "sleeps": ("import time\ndef solve(x): time.sleep(60)", Ending.TIMED_OUT, "waiting"),
    "stops itself": ("import os, signal\ndef solve(x): os.kill(os.getpid(), signal.SIGSTOP)", Ending.TIMED_OUT, ""),
    "asks for 20 GB": ("def solve(x): return len(bytearray(20 << 30))", Ending.OUT_OF_MEMORY, ""),
    "segfaults": ("import ctypes\ndef solve(x): return ctypes.string_at(0)", Ending.DIED, "SIGSEGV"),
    "kills itself": ("import os\ndef solve(x): os.kill(os.getpid(), 9)", Ending.DIED, "SIGKILL"),
    "aborts": ("import os\ndef solve(x): os.abort()", Ending.DIED, "SIGABRT"),
    "exits at once": ("import os\ndef solve(x): os._exit(0)", Ending.DIED, "exit status 0"),
    "becomes another program": (
        "import os\ndef solve(x): os.execv('/bin/true', ['true'])",
        Ending.DIED,
        "exit status 0",
    ),
    "raises with a __str__ that raises": (
        "class E(Exception):\n  def __str__(self): raise E\n  __repr__ = __str__\ndef solve(x): raise E",
        Ending.RAISED,
        "E",
    ),
    "raises with a __str__ that loops": (
        "class E(Exception):\n  def __str__(self):\n    while True: pass\n"
        "  __repr__ = __str__\ndef solve(x): raise E(1)",
        Ending.RAISED,
        "E",
    ),
    "returns a list in itself": ("def solve(x):\n  r = []\n  r.append(r)\n  return r", Ending.NOT_PLAIN, "deeply"),
    "returns deep nesting": (
        "def solve(x):\n  r = []\n  for _ in range(5000): r = [r]\n  return r",
        Ending.NOT_PLAIN,
        "deeply",
    ),
    "returns too much": ("def solve(x): return 'a' * (3 << 20)", Ending.TOO_LARGE, "3145733 bytes"),
    "returns an array": ("import array\ndef solve(x): return array.array('i', [1])", Ending.NOT_PLAIN, "array"),
    "returns a bytearray": ("def solve(x): return bytearray(b'ab')", Ending.NOT_PLAIN, "bytearray"),
    "returns a memoryview": ("def solve(x): return [memoryview(b'ab')]", Ending.NOT_PLAIN, "memoryview"),
    "returns an array in a tuple": (
        "import array\ndef solve(x): return (b's', {1: array.array('b', b'ab')})",
        Ending.NOT_PLAIN,
        "array",
    ),
    "returns code": ("def solve(x): return solve.__code__", Ending.NOT_PLAIN, "code"),
    "returns a str with a lying __eq__": (
        "class S(str):\n  def __eq__(self, other): return True\n  __hash__ = str.__hash__\ndef solve(x): return S('a')",
        Ending.NOT_PLAIN,
        "S",
    ),
    "returns a list with a lying __iter__": (
        "class L(list):\n  def __iter__(self): return iter([1])\n  def __eq__(self, other): return True\n"
        "def solve(x): return L()",
        Ending.NOT_PLAIN,
        "L",
    ),
    "returns an int that lies about its class": (
        "class I:\n  __class__ = int\n  def __eq__(self, other): return True\n  def __index__(self): return 1\n"
        "def solve(x): return I()",
        Ending.NOT_PLAIN,
        "I",
    ),
    "returns a list that lies when pickled": (
        "class R(list):\n  def __reduce__(self): return (int, (1,))\n  __reduce_ex__ = lambda self, p: (int, (1,))\n"
        "def solve(x): return [R()]",
        Ending.NOT_PLAIN,
        "R",
    ),
    "returns a namedtuple with a lying __iter__ base": (
        "import collections\nclass P(collections.namedtuple('Q', 'a')):\n  def __iter__(self): return iter((9,))\n"
        "def solve(x): return P(1)",
        Ending.NOT_PLAIN,
        "P",
    ),
    "writes 100 MB": ("def solve(x):\n  for _ in range(100): print('a' * (1 << 20))\n  return x", Ending.RETURNED, ""),
    "closes its output": (
        "import sys\nsys.stdout.close()\nsys.stderr.close()\ndef solve(x): return x",
        Ending.RETURNED,
        "",
    ),
}
"""What a program does, its source, how the one call ends, and what the detail holds."""
WAITING = ("sleeps", "stops itself")


def check_ending(executor: Executor, name: str) -> None:
    """Check one entry of `ENDINGS`, and that the next program does not notice."""
    source, ending, detail = ENDINGS[name]
    execution = run(executor, source, limits=IMPATIENT if name in WAITING else QUICK)
    assert execution.loading.ending is Ending.RETURNED, execution
    outcome = only(execution)
    assert outcome.ending is ending, outcome
    assert detail in outcome.detail, outcome
    if ending is Ending.RETURNED:
        assert answer(outcome) == 1
    assert_good_neighbour(executor)


LOADINGS: dict[str, tuple[str, Ending, str]] = {
    "does not parse": ("def solve(x) return x", Ending.NO_CODE, "SyntaxError"),
    "holds a null byte": ("def solve(x): return '\0'", Ending.NO_CODE, ""),
    "is empty": ("", Ending.NO_CODE, "solve"),
    "defines another name": ("def other(x): return x", Ending.NO_CODE, "solve"),
    "raises": ("1 / 0\ndef solve(x): return x", Ending.RAISED, "ZeroDivisionError"),
    "raises SystemExit": ("raise SystemExit(0)\ndef solve(x): return x", Ending.RAISED, "SystemExit"),
    "imports what is not there": ("import no_such_module\ndef solve(x): return x", Ending.RAISED, "no_such_module"),
    "loops": ("while True: pass", Ending.TIMED_OUT, "processor time"),
    "sleeps": ("import time\ntime.sleep(60)", Ending.TIMED_OUT, "waiting"),
    "asks for 20 GB": ("x = bytearray(20 << 30)", Ending.OUT_OF_MEMORY, ""),
    "segfaults": ("import ctypes\nctypes.string_at(0)", Ending.DIED, "SIGSEGV"),
    "exits at once": ("import os\nos._exit(0)", Ending.DIED, "exit status 0"),
}
"""What a program does while it is loaded, its source, how that ends, and what the detail holds."""


GONE = (Ending.TIMED_OUT, Ending.DIED)


def check_ending_in_conversation(executor: Executor, name: str) -> None:
    """The same for a call in a conversation; who is gone stays gone."""
    source, ending, detail = ENDINGS[name]
    program = Program(source=source, entry_point="solve")
    with executor.converse(program, IMPATIENT if name in WAITING else QUICK) as session:
        assert session.loading.ending is Ending.RETURNED, session.loading
        outcome, next_one = session.call(call(1)), session.call(call(1))
    assert outcome.ending is ending, outcome
    assert detail in outcome.detail, outcome
    assert next_one.ending in (ending, Ending.OUT_OF_MEMORY)
    assert next_one == outcome or ending not in GONE
    assert_good_neighbour(executor)


def call(*args: object, **named: object) -> Value:
    """The arguments of a call in a conversation."""
    return Value.of((args, named))


@promise
def a_conversation_is_with_one_process_that_is_told_names_too(executor: Executor) -> None:
    source = "made = []\ndef solve(x, *, by=1):\n  made.append(x)\n  return x * by, len(made)"
    with executor.converse(Program(source=source, entry_point="solve"), QUICK) as session:
        told = [answer(session.call(each)) for each in (call(2), call(3, by=5), call(x="a", by=2))]
        assert told == [(2, 1), (15, 2), ("aa", 3)]
        assert session.call(call(1, of=2)).detail.startswith("TypeError")
        large = "x" * (3 << 20)
        assert session.call(call(large)).ending is Ending.TOO_LARGE
    assert_good_neighbour(executor)


@promise
def a_program_that_does_not_load_has_no_conversation(executor: Executor) -> None:
    for source, ending in (("1 +", Ending.NO_CODE), ("1 / 0", Ending.RAISED), ("while True: pass", Ending.TIMED_OUT)):
        with executor.converse(Program(source=source, entry_point="solve"), QUICK) as session:
            assert session.loading.ending is ending, session.loading
            assert session.call(call(1)).ending is not Ending.RETURNED
        assert_good_neighbour(executor)


@promise
def a_process_that_leaves_between_calls_is_found_gone(executor: Executor) -> None:
    source = (
        "import os, threading, time\n"
        "def solve(x):\n  threading.Thread(target=lambda: (time.sleep(0.02), os._exit(0))).start()\n  return x"
    )
    with executor.converse(Program(source=source, entry_point="solve"), QUICK) as session:
        assert answer(session.call(call(1))) == 1
        time.sleep(0.1)
        assert session.call(call(1)).ending is Ending.DIED
    assert_good_neighbour(executor)


@promise
def the_time_of_all_calls_of_a_conversation_is_limited(executor: Executor) -> None:
    source = "import time\ndef solve(x):\n  end = time.process_time() + 0.1\n  while time.process_time() < end: pass"
    limits = Limits(cpu_seconds=5.0, program_cpu_seconds=0.6)
    with executor.converse(Program(source=source, entry_point="solve"), limits) as session:
        endings = [session.call(call(1)).ending for _ in range(30)]
    assert endings[0] is Ending.RETURNED
    assert endings[-1] is Ending.TIMED_OUT
    assert_good_neighbour(executor)


@promise
def a_conversation_that_is_broken_off_leaves_nothing(executor: Executor) -> None:
    source = "def solve(x):\n  return x"
    try:
        with executor.converse(Program(source=source, entry_point="solve"), QUICK) as session:
            session.call(call(1))
            raise KeyError
    except KeyError:
        pass
    assert_good_neighbour(executor)


@promise
def calls_of_a_conversation_are_timed(executor: Executor) -> None:
    source = "def solve(x):\n  for n in range(10**6): pass"
    with executor.converse(Program(source=source, entry_point="solve"), Limits(), timed=True) as session:
        assert session.call(call(1)).cpu_seconds > 0


def check_loading(executor: Executor, name: str) -> None:
    """Check one entry of `LOADINGS`, and that the next program does not notice."""
    source, ending, detail = LOADINGS[name]
    execution = run(executor, source, limits=IMPATIENT if name in WAITING else QUICK)
    assert execution.loading.ending is ending, execution
    assert detail in execution.loading.detail, execution
    assert execution.outcomes == {}
    assert_good_neighbour(executor)


MARKED: dict[str, tuple[str, str, object]] = {
    "Counter": ("collections.Counter('aab')", "Counter", {"a": 2, "b": 1}),
    "OrderedDict": ("collections.OrderedDict([(2, 1), (1, 2)])", "OrderedDict", {2: 1, 1: 2}),
    "defaultdict": ("collections.defaultdict(list, {1: [2]})", "defaultdict", {1: [2]}),
    "deque": ("collections.deque([1, 2], maxlen=5)", "deque", [1, 2]),
    "namedtuple": ("collections.namedtuple('P', 'a b')(1, [2])", "namedtuple", (1, [2])),
    "Counter in a list": ("[1, collections.Counter('a')]", "nested Counter", [1, {"a": 1}]),
    "deque in a Counter": ("collections.Counter({1: collections.deque([2])})", "nested deque", {1: [2]}),
    "Counter in a deque in a list": ("[collections.deque([collections.Counter()])]", "nested deque", [[{}]]),
    "namedtuple as a key": ("{collections.namedtuple('P', 'a')(1): 2}", "nested namedtuple", {(1,): 2}),
    "numpy scalar": ("__import__('numpy').float64(1.5)", "numpy.float64", 1.5),
    "numpy array": ("__import__('numpy').array([[1, 2], [3, 4]])", "numpy.ndarray", [[1, 2], [3, 4]]),
}
"""Library containers: an expression, the mark it comes back with, and its plain content."""


def check_marked(executor: Executor, name: str) -> None:
    """Check one entry of `MARKED`: the plain content comes back, and the mark tells where it came from."""
    expression, mark, content = MARKED[name]
    limits = Limits(cpu_seconds=5.0)
    outcome = only(run(executor, f"import collections\ndef solve(x): return {expression}", limits=limits))
    assert outcome.marked == mark
    assert Value.of(answer(outcome)) == Value.of(content)


@promise
def plain_values_come_back_exact(executor: Executor) -> None:
    values: list[object] = [
        None, True, 1, 1.0, -0.0, 1j, "é\ud800", b"s", [], (), set(), frozenset({1}), {1: {"a": (1, [2])}},
        1 << 70, -(1 << 31), (1 << 31) - 1,
    ]  # fmt: skip
    execution = run(executor, "def solve(x): return x", [(value,) for value in values])
    assert [Value.of(found) for found in answers(execution)] == [Value.of(value) for value in values]
    assert {outcome.marked for outcome in execution.outcomes.values()} == {""}


@promise
def an_integer_of_twenty_thousand_digits_is_exact(executor: Executor) -> None:
    outcomes = run(executor, "def solve(x): return [10 ** 20000 + x, -(10 ** 20000), len(str(10 ** 20000))]")
    assert answer(only(outcomes)) == [10**20000 + 1, -(10**20000), 20001]


@promise
def arguments_are_fresh_for_each_call(executor: Executor) -> None:
    shared: list[object] = [1]
    execution = run(executor, "def solve(a, b):\n  a.append(2)\n  return a, b", [(shared, shared)] * 2)
    assert answers(execution) == [([1, 2], [1]), ([1, 2], [1])]


@promise
def each_run_gets_a_fresh_process(executor: Executor) -> None:
    source = "import os\nseen = []\ndef solve(x):\n  seen.append(x)\n  os.environ['SEEN'] = '1'\n  return seen"
    assert answers(run(executor, source, ((1,), (2,)))) == [[1], [1, 2]]
    assert answers(run(executor, source + ", os.environ.get('GONE')", ((3,),))) == [([3], None)]
    assert answers(run(executor, "import os\ndef solve(x): return os.environ.get('SEEN')")) == [None]


def random_numbers_are_the_same_in_every_run(executor: Executor) -> None:
    source = "import random\ndef solve(x): return random.random()"
    first, second = (answers(run(executor, source, ((1,), (2,)))) for _ in range(2))
    assert first == second
    assert first[0] != first[1]


@promise
def calls_are_made_in_the_order_that_is_asked_for(executor: Executor) -> None:
    program = Program(source="made = []\ndef solve(x):\n  made.append(x)\n  return list(made)", entry_point="solve")
    calls = Calls(tuple(Value.of((x,)) for x in range(4)))
    told: list[int] = []

    def watch(index: int, _: Outcome) -> bool:
        told.append(index)
        return True

    execution = executor.run(program, calls, QUICK, order=[3, 0, 2], watch=watch)
    assert told == [3, 0, 2]
    assert {index: answer(outcome) for index, outcome in execution.outcomes.items()} == {
        3: [3],
        0: [3, 0],
        2: [3, 0, 2],
    }


@promise
def a_watch_that_says_no_ends_the_run(executor: Executor) -> None:
    program = Program(source="def solve(x): return x", entry_point="solve")
    calls = Calls(tuple(Value.of((x,)) for x in range(5)))
    execution = executor.run(program, calls, QUICK, watch=lambda index, _: index < 2)
    assert sorted(execution.outcomes) == [0, 1, 2]


@promise
def a_watch_hears_of_a_death_once(executor: Executor) -> None:
    source = "import os\ndef solve(x):\n  if x == 1: os._exit(3)\n  return x"
    told: list[tuple[int, Ending]] = []

    def watch(index: int, outcome: Outcome) -> bool:
        told.append((index, outcome.ending))
        return True

    calls = Calls(tuple(Value.of((x,)) for x in range(3)))
    executor.run(Program(source=source, entry_point="solve"), calls, QUICK, watch=watch)
    assert told == [(0, Ending.RETURNED), (1, Ending.DIED), (2, Ending.RETURNED)]


@promise
def no_calls_load_the_program_alone(executor: Executor) -> None:
    assert run(executor, "def solve(x): return x", ()) == Execution(
        loading=Outcome(ending=Ending.RETURNED), outcomes={}
    )
    assert run(executor, "raise ValueError", ()).loading.ending is Ending.RAISED


@promise
def times_are_told_where_they_are_asked_for(executor: Executor) -> None:
    source = "import time\ndef solve(x):\n  end = time.process_time() + 0.02\n  while time.process_time() < end: pass"
    program, calls = Program(source=source, entry_point="solve"), Calls((Value.of((1,)),))
    assert executor.run(program, calls, QUICK, timed=True).outcomes[0].cpu_seconds >= 0.02
    assert executor.run(program, calls, QUICK).outcomes[0].cpu_seconds == 0.0


@promise
def trouble_is_laid_at_the_right_calls_door(executor: Executor) -> None:
    source = (
        "import os\n"
        "def solve(x):\n"
        "  if x == 700: os._exit(1)\n"
        "  if x == 900:\n"
        "    while True: pass\n"
        "  if x == 950: raise ValueError(x)\n"
        "  return x"
    )
    execution = run(executor, source, [(x,) for x in range(1000)])
    assert {i: o.ending for i, o in execution.outcomes.items() if o.ending is not Ending.RETURNED} == {
        700: Ending.DIED,
        900: Ending.TIMED_OUT,
        950: Ending.RAISED,
    }
    assert len(execution.outcomes) == 1000
    assert answer(execution.outcomes[999]) == 999


@promise
def a_forked_copy_that_also_reports_is_not_believed(executor: Executor) -> None:
    source = (
        "import os, time\n"
        "copy, (told, tell) = 0, os.pipe()\n"
        "def solve(x):\n"
        "  global copy\n"
        "  if x == 0:\n"
        "    copy = os.fork()\n"
        "    time.sleep(0.01) if copy else os.read(told, 1)\n"  # long enough to report this call at once
        "  if x == 1 and copy: os.write(tell, b'x'), os.waitpid(copy, 0)\n"
        "  return x"
    )
    execution = run(executor, source, [(x,) for x in range(6)])
    endings = {outcome.ending for outcome in execution.outcomes.values()}
    assert Ending.NOT_PLAIN in endings
    assert endings <= {Ending.RETURNED, Ending.NOT_PLAIN}
    assert_good_neighbour(executor)


@promise
def noise_on_every_descriptor_is_not_an_answer(executor: Executor) -> None:
    source = (
        "import os\n"
        "def solve(x):\n"
        "  for d in range(3, 10):\n"
        "    try: os.write(d, b'\\xff' * 4096)\n"
        "    except OSError: pass\n"
        "  return x"
    )
    outcome = only(run(executor, source))
    assert outcome.ending in (Ending.NOT_PLAIN, Ending.TOO_LARGE)
    assert_good_neighbour(executor)


@promise
def a_secret_of_the_parent_is_not_in_the_child(executor: Executor) -> None:
    os.environ["AUGMENT_TEST_SECRET"] = "hush"
    try:
        found = answer(only(run(executor, "import os\ndef solve(x): return sorted(os.environ)")))
    finally:
        del os.environ["AUGMENT_TEST_SECRET"]
    assert isinstance(found, list)
    assert not [name for name in found if "SECRET" in name or "KEY" in name or "TOKEN" in name]


@promise
def the_scratch_folder_is_empty_at_first_and_gone_at_last(executor: Executor) -> None:
    source = (
        "import os\n"
        "def solve(x):\n"
        "  before = os.listdir('.')\n"
        "  os.makedirs('a/b')\n"
        "  open('a/b/c', 'w').close()\n"
        "  return os.getcwd(), before"
    )
    found = answer(only(run(executor, source)))
    assert isinstance(found, tuple)
    assert found[1] == []
    assert not Path(found[0], "a").exists()


@promise
def a_file_beyond_the_limit_cannot_be_written(executor: Executor) -> None:
    outcome = only(run(executor, "def solve(x):\n  with open('big', 'wb') as f: f.write(bytes(3 << 20))"))
    assert outcome.ending is Ending.RAISED
    assert outcome.detail.startswith("OSError")


@promise
def what_was_started_and_not_ended_is_killed(executor: Executor) -> None:
    seconds = f"30.{os.getpid()}"  # to be found again by
    source = f"import subprocess\ndef solve(x): return subprocess.Popen(['/bin/sleep', {seconds!r}]).pid > 0"
    assert answer(only(run(executor, source))) is True
    assert_good_neighbour(executor)
    commands = [command_of(path) for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert f"/bin/sleep\0{seconds}\0".encode() not in commands


def command_of(path: Path) -> bytes:
    """What a process was started by; nothing of one that has ended since it was listed."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def alive(pid: object) -> bool:
    """Whether a process runs; a dead one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
