"""The attack kit against augment's own command line, with and without namespaces."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks.kit import attacks

from augment.sandbox.launch import Isolation, best_launch

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ISOLATIONS = ("auto", "process")
NAMES = list(dict.fromkeys(f"{attack.family}: {attack.name}" for attack in attacks()))

BOTH = {
    "planted files: the kernel's keyring, found": "programs of one worker share the user's keyring",
    "resource bombs: processor time of another process": "the processor clock is that of one process",
}
ALONE = {
    "planted files: System V shared memory, found": "Landlock does not restrict System V shared memory",
    "searched memory: benchmark data beside the interpreter": "nothing is hidden from what Landlock lets read",
    "planted files: rights of a file": "Landlock does not restrict chmod",
    "network: UDP": "Landlock restricts TCP only",
    "network: a local socket by path": "Landlock does not restrict connecting to a path",
    "the engine's processes: limits of the scorer": "prlimit reaches every process of the user",
    "resource bombs: a disk full of small files": "the size of each file is limited, not that of all",
}
"""Attacks known to win, and why: with any isolation, and without namespaces only."""
WALLS = {
    "environment": ("secrets: environment", "secrets: environment of other processes"),
    "reading": ("searched memory: the suite file", "searched memory: other completions"),
    "keeping": ("planted files: files in every writable place, found",),
    "writing": ("planted files: a symbolic link out",),
    "network": ("network: TCP", "network: a server of its own"),
    "local-sockets": ("network: an abstract local socket",),
    "signals": ("the engine's processes: a signal to the scorer",),
    "warm-process": ("the engine's processes: memory of the parent", "the engine's processes: ptrace of the parent"),
}
"""Attacks that win exactly where a wall of the doctor does not stand."""
OF_A_WALL = {name: wall for wall, names in WALLS.items() for name in names}


def without_namespaces(isolation: str) -> bool:
    return isolation == "process" or best_launch().isolation is Isolation.PROCESS


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def kit(isolation: str) -> subprocess.Popen[str]:
    command = (
        f"{sys.executable} -m augment score {{suite}} {{completions}} -o {{results}} --json --no-cache "
        f"--timeout 0.3 --memory 300 --jobs 1 --isolation {isolation}"
    )
    options = ["--share", "120", "--seconds", "0.8", "--alone-patience", "40", "--json"]
    return subprocess.Popen(
        [sys.executable, str(HERE / "kit.py"), "--command", command, *options],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )


@pytest.fixture(scope="module")
def reports() -> dict[str, Any]:
    """What became of the kit, by isolation; both run at once."""
    running = {isolation: kit(isolation) for isolation in ISOLATIONS}
    return {isolation: json.loads(process.communicate(timeout=500)[0]) for isolation, process in running.items()}


@pytest.fixture(scope="module")
def standing() -> dict[str, dict[str, bool]]:
    """The walls that the doctor says stand, by isolation."""
    found = {}
    for isolation in ISOLATIONS:
        command = [sys.executable, "-m", "augment", "doctor", "--json", "--isolation", isolation]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False, timeout=60)
        found[isolation] = json.loads(done.stdout)["walls"]
    return found


def cases() -> Iterator[Any]:
    for isolation in ISOLATIONS:
        for name in NAMES:
            reason = BOTH.get(name) or (ALONE.get(name) if without_namespaces(isolation) else None)
            marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            yield pytest.param(isolation, name, marks=marks, id=f"{isolation}-{name}")


@pytest.mark.parametrize(("isolation", "name"), list(cases()))
def test_an_attack_wins_only_where_a_wall_is_said_to_be_missing(
    reports: dict[str, Any], standing: dict[str, dict[str, bool]], isolation: str, name: str
) -> None:
    stands = standing[isolation].get(OF_A_WALL.get(name, ""), True)
    assert (name in reports[isolation]["won"]) is not stands


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_every_attack_was_made(reports: dict[str, Any], isolation: str) -> None:
    assert set(reports[isolation]["won"]) | set(reports[isolation]["lost"]) == set(NAMES)


@pytest.mark.parametrize(
    "isolation",
    [
        "auto",
        pytest.param(
            "process", marks=pytest.mark.xfail(strict=True, reason="multiprocessing needs /dev/shm, which is closed")
        ),
    ],
)
def test_no_honest_program_among_the_attacks_is_harmed(reports: dict[str, Any], isolation: str) -> None:
    assert reports[isolation]["neighbours"] > 19
    assert [harm for harm in reports[isolation]["harmed"] if "beside" not in harm] == []


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_nothing_is_left_behind(reports: dict[str, Any], isolation: str) -> None:
    files = [name for name in reports[isolation]["files"] if "System V" not in name]  # an attack of its own
    assert (reports[isolation]["processes"], files) == ([], [])


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_the_scorer_stays_small(reports: dict[str, Any], isolation: str) -> None:
    assert reports[isolation]["peak_mb"] < 1000


def test_a_scorer_that_believes_everything_is_found_out(tmp_path: Path) -> None:
    script = tmp_path / "naive.py"
    script.write_text(
        "import json, sys\n"
        "rows = [json.loads(line) for line in open(sys.argv[1])]\n"
        "seen = {}\n"
        "for row in rows: row['number'] = seen[row['task_id']] = seen.get(row['task_id'], -1) + 1\n"
        "rows = [{'task_id': r['task_id'], 'number': r['number'], 'plus': 'pass'} for r in rows]\n"
        "json.dump({'completions': rows}, open(sys.argv[2], 'w'))\n"
        "print('PASS ' * len(rows))\n"
    )
    for more in ([], ["--pass-pattern", "PASS"]):
        command = [sys.executable, str(HERE / "kit.py"), "--family", "early exits", *more]
        command += ["--command", f"{sys.executable} {script} {{completions}} {{results}}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1, done.stderr
        assert "won: " in done.stdout
