"""Scoring as an ordinary user and where namespaces are forbidden: the same verdicts; the walls that stand are told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from test_field_cases import ADD, NEIGHBOUR, ROOT, SWALLOW, add, completions_of, strictly, suite_of

from augment.formats.cache import FOLDER_VARIABLE
from augment.model.execution import Limits
from augment.sandbox import launch

NOBODY = 65534
PROGRAMS = [
    (ADD, ADD.program, "pass"),
    (ADD, add("pass", "x + y if x == 2 else 0"), "fail"),
    (ADD, SWALLOW, "timeout"),
    (ADD, add("import os; os._exit(0)"), "crash"),
    (ADD, add("pass", "'x' * (20 << 30)"), "memory"),
    (ADD, add("import os, time\nif os.fork() == 0:\n    os.setsid()\n    os.close(3)\n    time.sleep(60)"), "pass"),
    (ADD, "def add(x, y) return", "no-code"),
    (NEIGHBOUR, NEIGHBOUR.program, "pass"),
]
ALWAYS = {"environment", "memory", "descendants", "privileges"}
"""Walls that need neither namespaces nor a new kernel."""
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@dataclass(frozen=True)
class Place:
    """A folder of an ordinary user, with a suite and completions, and a Python that they can run."""

    folder: Path
    python: str

    def run(self, *arguments: object, user: int = NOBODY, before: Sequence[str] = ()) -> tuple[Any, str]:
        """What a command of augment prints as JSON, and what it says beside."""
        command = [*before, self.python, "-m", "augment", *map(str, arguments), "--json"]
        done = as_user(user, command, self.folder)
        assert "Traceback" not in done.stderr, done.stderr[-2000:]
        assert done.returncode in (0, 1), done.stderr[-2000:]
        return strictly(done.stdout), done.stderr


def as_user(user: int, command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    packages = sysconfig.get_path("purelib")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        FOLDER_VARIABLE: str(folder / f"cache-{user}"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), packages]),
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        user=user,
        group=user,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as name:  # that of pytest is closed to other users
        folder = Path(name)
        suite_of(folder / "suite.jsonl", [ADD.row(), NEIGHBOUR.row()])
        completions_of(folder / "completions.jsonl", [(task, text) for task, text, _ in PROGRAMS])
        folder.chmod(0o755)  # root in a namespace may read no more than others
        shutil.chown(folder, NOBODY, NOBODY)
        yield Place(folder, usable_python(folder))


def usable_python(folder: Path) -> str:
    """This interpreter, or the system's of the same version where this one lies in a closed folder."""
    system = shutil.which(f"python{sys.version_info[0]}.{sys.version_info[1]}", path="/usr/local/bin:/usr/bin:/bin")
    for python in filter(None, (sys.executable, system)):
        try:
            if as_user(NOBODY, [python, "-c", "import augment.cli"], folder).returncode == 0:
                return python
        except OSError:
            continue
    pytest.skip("no Python that an ordinary user can run")


@pytest.fixture(scope="module")
def forbidding(place: Place) -> list[str]:
    """A command that runs another where no namespace can be made, as in many containers."""
    command = [launch._bwrap() or "bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--"]
    try:
        tried = as_user(NOBODY, [*command, "true"], place.folder)
    except OSError:
        pytest.skip("no bubblewrap")
    if tried.returncode:
        pytest.skip(f"no namespaces here: {tried.stderr}")
    return command


def scored(place: Place, *options: str, user: int = NOBODY, before: Sequence[str] = ()) -> tuple[dict[str, Any], str]:
    """What the results say of the machine, and what was told; the verdicts are the right ones."""
    command = ("score", "suite.jsonl", "completions.jsonl", "--timeout", 0.2, "--no-cache", *options)
    document, told = place.run(*command, user=user, before=before)
    assert [row["plus"] for row in document["completions"]] == [verdict for *_, verdict in PROGRAMS]
    machine = document["machine"]
    assert {name for name, stands in machine["walls"].items() if stands} >= ALWAYS
    return machine, told


def test_an_ordinary_user_gets_the_same_verdicts(place: Place) -> None:
    machine, _ = scored(place)
    assert machine["isolation"] in ("bubblewrap", "process")


def test_an_ordinary_user_gets_them_without_namespaces_and_the_doctor_agrees(place: Place) -> None:
    machine, told = scored(place, "--isolation", "process")
    assert machine["isolation"] == "process"
    assert "completions ran without namespaces (it was asked for)" in told
    diagnosis, _ = place.run("doctor", "--isolation", "process")
    assert (diagnosis["isolation"], diagnosis["walls"]) == ("process", machine["walls"])


def test_programs_may_start_processes_where_the_user_has_many_already(place: Place) -> None:
    crowd = (
        "import subprocess, sys, threading, time\n"
        f"for _ in range({Limits().processes + 50}):\n"
        "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "sys.exit(subprocess.run(sys.argv[1:]).returncode)\n"
    )
    scored(place, "--isolation", "process", before=[place.python, "-c", crowd])


@pytest.mark.parametrize("user", [NOBODY, 0], ids=["ordinary user", "root"])
def test_where_namespaces_are_forbidden_verdicts_are_the_same_and_the_reason_is_told(
    place: Place, forbidding: list[str], user: int
) -> None:
    machine, told = scored(place, user=user, before=forbidding)
    assert machine["isolation"] == "process"
    assert "completions ran without namespaces (bubblewrap does not work here" in told


def test_a_folder_that_is_only_read_is_told_before_any_program_runs(place: Place) -> None:
    closed = place.folder / "closed"
    closed.mkdir(mode=0o555)
    command = [place.python, "-m", "augment", "score", "suite.jsonl", "completions.jsonl", "-o", "closed/results.json"]
    done = as_user(NOBODY, command, place.folder)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].startswith("error: closed/results.json: cannot write there (Permission denied)")
    assert "scoring" not in done.stderr
    assert [*closed.iterdir()] == []


def test_strict_isolation_refuses_to_run_where_namespaces_are_forbidden(place: Place, forbidding: list[str]) -> None:
    command = [place.python, "-m", "augment", "score", "suite.jsonl", "completions.jsonl", "--isolation", "strict"]
    done = as_user(NOBODY, [*forbidding, *command], place.folder)
    assert done.returncode == 2
    assert "strict isolation is not to be had here" in done.stderr
