"""Finds out which walls stand around a program on this machine, by trying to climb each.

Every probe is a program that does what a nosy or hostile completion would do. A wall stands when its probe has failed;
a probe that could not be made is told as a wall that does not stand.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from augment.model import wire
from augment.model.execution import Calls, Ending, Limits, Outcome, Program
from augment.model.value import Value
from augment.sandbox.forking import ForkingExecutor
from augment.sandbox.launch import Launch

LIMITS = Limits(cpu_seconds=5.0, wall_seconds=10.0)


@dataclass(frozen=True, slots=True)
class Wall:
    """One thing that a program must not be able to do."""

    name: str
    about: str
    stands: bool


@cache
def walls(launch: Launch) -> tuple[Wall, ...]:
    """Try all walls of children started in some way; tried once for each way."""
    executor = ForkingExecutor(launch)
    secret = secrets.token_hex(8)
    os.environ["AUGMENT_PROBE"] = secret
    try:
        return tuple(Wall(name, about, _holds(probe, executor, secret)) for name, about, probe in PROBES)
    finally:
        del os.environ["AUGMENT_PROBE"]
        executor.close()


def _holds(probe: Callable[[ForkingExecutor, str], bool], executor: ForkingExecutor, secret: str) -> bool:
    try:
        return probe(executor, secret)
    except OSError:
        return False


def _outcome(executor: ForkingExecutor, body: str, *args: object) -> Outcome:
    """What becomes of a function with this body and the arguments `a`, in order."""
    lines = "".join(f"    {line}\n" for line in body.strip().split("\n"))
    program = Program(source=f"import os, socket, time\ndef probe(*a):\n{lines}", entry_point="probe")
    execution = executor.run(program, Calls((Value.of(args),)), LIMITS)
    return execution.of(0)


def _climbed(executor: ForkingExecutor, body: str, *args: object) -> bool:
    """Whether the function returned True; raising is failing."""
    outcome = _outcome(executor, body, *args)
    return outcome.ending is not Ending.RAISED and (
        outcome.ending is not Ending.RETURNED or wire.decode(outcome.wire) is True
    )


def _environment(executor: ForkingExecutor, secret: str) -> bool:
    return not _climbed(executor, "return a[0] in os.environ.values()", secret)


def _reading(executor: ForkingExecutor, secret: str) -> bool:
    with _file(secret) as path:
        return not _climbed(executor, "return open(a[0]).read() == a[1]", str(path), secret)


def _writing(executor: ForkingExecutor, secret: str) -> bool:
    with _file(secret) as path:
        body = "open(a[0], 'w').close()\nreturn True"
        _climbed(executor, body, str(path))
        beside = path.with_name(f"{path.name}-new")
        _climbed(executor, body, str(beside))
        untouched = path.read_text() == secret and not beside.exists()
        beside.unlink(missing_ok=True)
        return untouched


def _keeping(executor: ForkingExecutor, secret: str) -> bool:
    for folder in ("os.getcwd()", "'/tmp'", "'/dev/shm'", "os.environ['HOME']"):
        body = f"path = os.path.join({folder}, a[0])\n"
        _climbed(executor, f"{body}open(path, 'w').close()", secret)
        if _climbed(executor, f"{body}there = os.path.exists(path)\nif there: os.remove(path)\nreturn there", secret):
            return False
    return True


def _network(executor: ForkingExecutor, secret: str) -> bool:
    with socket.create_server(("127.0.0.1", 0)) as server:
        body = "socket.create_connection(('127.0.0.1', a[0]), 2).close()\nreturn True"
        return not _climbed(executor, body, server.getsockname()[1])


def _local_sockets(executor: ForkingExecutor, secret: str) -> bool:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0augment-{secret}")
        server.listen()
        body = "with socket.socket(socket.AF_UNIX) as s: s.connect('\\0augment-' + a[0])\nreturn True"
        return not _climbed(executor, body, secret)


def _signals(executor: ForkingExecutor, secret: str) -> bool:
    return not _climbed(executor, "os.kill(a[0], 0)\nreturn True", os.getpid())


def _warm_process(executor: ForkingExecutor, secret: str) -> bool:
    kill = "os.kill(os.getppid() or 1, 9)\nreturn 'alive'"
    read = "open('/proc/%d/mem' % (os.getppid() or 1), 'rb').close()\nreturn True"
    outcome = _outcome(executor, kill)
    return outcome.ending in (Ending.RETURNED, Ending.RAISED) and not _climbed(executor, read)


def _descendants(executor: ForkingExecutor, secret: str) -> bool:
    before = _below(os.getpid())
    _outcome(
        executor,
        "if os.fork() == 0:\n    os.setsid()\n    os.close(3)\n    time.sleep(20)\n    os._exit(0)\nreturn True",
    )
    return _below(os.getpid()) <= before


def _memory(executor: ForkingExecutor, secret: str) -> bool:
    return _outcome(executor, "return len(bytearray(20 << 30))").ending is Ending.OUT_OF_MEMORY


def _privileges(executor: ForkingExecutor, secret: str) -> bool:
    body = (
        "lines = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "return int(lines['CapEff'], 16) != 0 or lines['NoNewPrivs'].strip() != '1'"
    )
    return not _climbed(executor, body)


@contextlib.contextmanager
def _file(content: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="augment-probe-") as folder:
        os.chmod(folder, 0o755)
        path = Path(folder, "file")
        path.write_text(content)
        yield path


def _below(pid: int) -> set[int]:
    found: set[int] = set()
    todo = [pid]
    while todo:
        with contextlib.suppress(OSError):
            for path in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
                new = {int(child) for child in path.read_text().split()} - found
                found |= new
                todo += new
    return found


PROBES: tuple[tuple[str, str, Callable[[ForkingExecutor, str], bool]], ...] = (
    ("environment", "see augment's environment", _environment),
    ("reading", "read files outside the interpreter", _reading),
    ("writing", "write files outside its scratch folder", _writing),
    ("keeping", "leave a file for the next program", _keeping),
    ("network", "open a TCP connection", _network),
    ("local-sockets", "reach a socket of another process", _local_sockets),
    ("signals", "signal augment", _signals),
    ("warm-process", "kill or read its parent process", _warm_process),
    ("descendants", "leave a process behind", _descendants),
    ("memory", "take 20 GB", _memory),
    ("privileges", "hold or gain a privilege", _privileges),
)
