from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from augment.errors import BadInput
from augment.sandbox import doctor, launch
from augment.sandbox.interpreter import checked_python, described
from augment.sandbox.launch import Isolation, Launch, best_launch, chosen_launch

NO_WALLS = """
def landlock_version(): return 0
def nothing(*_): pass
adopt_orphans = close_memory = give_up_privileges = die_with_parent = own_folders = nothing
"""


def test_each_wall_is_tried_and_has_a_name_of_its_own() -> None:
    found = doctor.walls(best_launch())
    assert len({wall.name for wall in found}) == len(found) == len(doctor.PROBES)


@pytest.mark.skipif(best_launch().isolation is not Isolation.BUBBLEWRAP, reason="no namespaces here")
def test_behind_namespaces_every_wall_stands() -> None:
    assert [wall.name for wall in doctor.walls(best_launch()) if not wall.stands] == []


def test_a_wall_that_is_not_there_is_found_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    text: Callable[[str], str] = launch._text
    monkeypatch.setattr(launch, "_text", lambda name: NO_WALLS if name == "walls.py" else text(name))
    doctor.walls.cache_clear()
    found = {wall.name: wall.stands for wall in doctor.walls(Launch(Isolation.PROCESS, sys.executable, "a test"))}
    doctor.walls.cache_clear()
    missing = {"reading", "writing", "keeping", "network", "local-sockets", "signals", "warm-process", "privileges"}
    assert {name for name, stands in found.items() if not stands} >= missing
    assert {"environment", "memory"} <= {name for name, stands in found.items() if stands}  # no call of ours needed


def test_strict_isolation_refuses_what_is_not_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = Launch(Isolation.PROCESS, sys.executable, "no namespaces")
    monkeypatch.setattr(launch, "best_launch", lambda python: weak)
    with pytest.raises(BadInput, match=r"strict isolation is not to be had here: no namespaces") as caught:
        chosen_launch("strict", sys.executable)
    assert "augment doctor" in caught.value.hint
    assert chosen_launch("auto", sys.executable) == weak


def test_another_word_for_isolation_is_bad_input() -> None:
    with pytest.raises(BadInput, match="one of auto, strict and process, not 'none'"):
        chosen_launch("none", sys.executable)


def test_an_interpreter_is_found_by_its_path_or_that_of_its_environment() -> None:
    assert checked_python(sys.executable) == sys.executable
    version = ".".join(map(str, sys.version_info[:3]))
    assert described(sys.executable) == f"python {version}"


@pytest.mark.parametrize(("path", "message"), [("/no/such", "no interpreter there"), ("/bin/true", "not answer like")])
def test_what_is_no_interpreter_is_bad_input(path: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        checked_python(path)
