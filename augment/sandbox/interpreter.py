"""Which interpreter runs completions."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from augment.errors import BadInput

ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
"""All that programs see of an environment."""
OLDEST: Final = (3, 8)
"""What the child side is written for."""


@cache
def checked_python(path: str) -> str:
    """The path of an interpreter that can run completions.

    Args:
        path: of an interpreter, or of a virtual environment's folder.

    Raises:
        BadInput: it is no Python, or too old a one.
    """
    candidate = Path(path)
    if candidate.is_dir():
        candidate = candidate / "bin" / "python"
    found = shutil.which(str(candidate))
    hint = "give the path of a Python program, or of a virtual environment's folder"
    if found is None:
        raise BadInput(f"{path}: no interpreter there", hint=hint)
    found = os.path.abspath(found)  # it is started from other folders, and behind walls that know no `..`
    version = _version(found)
    if not version:
        raise BadInput(f"{path}: does not answer like a Python", hint=hint)
    if version < OLDEST:
        wanted, got = (".".join(map(str, numbers[:2])) for numbers in (OLDEST, version))
        raise BadInput(f"{path}: wanted Python {wanted} or later, found {got}")
    return found


def described(path: str) -> str:
    """Name and version of an interpreter, as in `python 3.11.7`."""
    return f"python {'.'.join(map(str, _version(path)))}"


@cache
def importable(path: str) -> str:
    """What programs can import under an interpreter: names of modules, and of packages with their versions."""
    names = "{n for f in sys.path if f and os.path.isdir(f) for n in os.listdir(f) if n != '__pycache__'}"
    return "".join(ask(path, f"import os, sys; print(ascii(sorted({names})))"))


def ask(path: str, question: str) -> list[str]:
    """Lines that an interpreter prints, none where it is none; it runs outside the walls, and only this code."""
    try:
        done = subprocess.run(
            [path, "-s", "-c", question],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            cwd="/",
            env=ENVIRONMENT,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [line for line in done.stdout.splitlines() if line]


@cache
def _version(path: str) -> tuple[int, ...]:
    """Version numbers of an interpreter; none where it does not tell."""
    try:
        return tuple(map(int, " ".join(ask(path, "import sys; print(*sys.version_info[:3])")).split()))
    except ValueError:
        return ()
