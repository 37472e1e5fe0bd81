"""The program run in forks of a process that has loaded it, which takes `python -m augment` a third of a second.

Run as a script, this is the process: it reads orders from its input, a line of JSON each, and writes the exit codes.
"""

from __future__ import annotations

import contextlib
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn, TypedDict


class Order(TypedDict):
    """What to run."""

    arguments: list[str]
    cwd: str
    env: dict[str, str]
    out: str
    err: str


class WarmProgram:
    """The process, seen from outside."""

    def __init__(self, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env,
            start_new_session=True,
        )

    def run(self, order: Order, timeout: float) -> int:
        """The exit code of `python -m augment`; without one in time, all is killed and that is an error."""
        with self._killed_after(timeout):
            code = self._answer(f"{json.dumps(order)}\n")
        if code:
            return int(code)
        warm_program.cache_clear()
        ending = self.process.wait()
        if ending == -signal.SIGKILL:
            raise subprocess.TimeoutExpired(order["arguments"], timeout)
        raise RuntimeError(f"the warm program has ended with {ending}; its own words are above")

    def _answer(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            code = self.process.stdout.readline()
        except BrokenPipeError:
            code = ""
        if not code:
            self.process.stdout.close()
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
        return code

    @contextlib.contextmanager
    def _killed_after(self, timeout: float) -> Iterator[None]:
        timer = threading.Timer(timeout, os.killpg, (self.process.pid, signal.SIGKILL))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


@cache
def warm_program(columns: str) -> WarmProgram:
    """The one of this process for a terminal of some columns: consoles are as wide as it was when they were made."""
    return WarmProgram({**os.environ, "COLUMNS": columns})


def serve() -> None:
    """Run what is ordered until the input ends."""
    import augment.cli  # noqa: F401 - only here: the tests themselves need nothing of it

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            obey(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def obey(order: Order) -> NoReturn:
    """Become `python -m augment`."""
    for number, (path, flags) in enumerate(
        [(os.devnull, os.O_RDONLY), (order["out"], os.O_WRONLY), (order["err"], os.O_WRONLY)]
    ):
        os.dup2(os.open(path, flags), number)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv[1:] = order["arguments"]
    runpy.run_module("augment", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])
    serve()
