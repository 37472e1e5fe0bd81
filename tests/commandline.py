"""The program as a user types it, and a toy benchmark to try it on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from warmprogram import Order, warm_program

ROOT = Path(__file__).parents[1]


WIDTH = "200"
"""Columns of the terminal."""
PATIENCE = 60.0
"""Seconds that a command may take."""
QUICK = ("--rounds", 1, "--mutants", 40)
"""Options of a build whose search is not what a test is about."""


def toy(number: int, name: str, signature: str, body: str, *checks: str) -> dict[str, str]:
    lines = "".join(f"    assert {check}\n" for check in checks)
    return {
        "task_id": f"Toy/{number}",
        "prompt": f'def {name}({signature}):\n    """Not said."""\n',
        "entry_point": name,
        "canonical_solution": f"    return {body}\n",
        "test": f"def check(candidate):\n{lines}",
    }


TOYS = [
    toy(0, "total", "xs: list[int]", "sum(xs)", "candidate([]) == 0", "candidate([1, 2]) == 3"),
    toy(1, "shout", "text: str", "text.upper()", "candidate('ab') == 'AB'", "candidate('') == ''"),
    toy(2, "half", "x: float", "x / 2", "abs(candidate(3.0) - 1.5) < 1e-6", "abs(candidate(5.0) - 2.5) < 1e-6"),
]
FALSE = toy(3, "wrong", "x: int", "x", "candidate(1) == 2")


def augment(*arguments: object, cwd: Path, code: int = 0, cold: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the program; no traceback is ever shown.

    A cold start has a hash seed of its own, which tests of equal bytes want, and takes longer.
    """
    words, env = [*map(str, arguments)], {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": WIDTH}
    with tempfile.NamedTemporaryFile("w+") as out, tempfile.NamedTemporaryFile("w+") as err:
        if cold:
            command = [sys.executable, "-m", "augment", *words]
            found = subprocess.run(
                command, cwd=cwd, stdout=out, stderr=err, env=env, timeout=PATIENCE, check=False
            ).returncode
        else:
            order = Order(arguments=words, cwd=str(cwd), env=env, out=out.name, err=err.name)
            found = warm_program(WIDTH).run(order, PATIENCE)
        done = subprocess.CompletedProcess(words, found, Path(out.name).read_text(), Path(err.name).read_text())
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert done.returncode == code, (done.stdout[-500:], done.stderr[-2000:])
    return done


def start(place: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the program, to be stopped before its end.

    At a terminal it hears Ctrl-C; where the tests run in the background, they were told not to, and would hand that on.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "augment", *arguments],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        cwd=place,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def wait_for_two_lines(path: Path) -> None:
    """Wait until a journal holds a piece of work."""
    patience = time.monotonic() + 20
    while time.monotonic() < patience and not (path.exists() and path.read_bytes().count(b"\n") >= 2):
        time.sleep(0.01)
    assert path.exists()


def wrote(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def strictly(text: str) -> Any:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)
