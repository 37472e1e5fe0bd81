from __future__ import annotations

import contextlib
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from augment.formats.cache import Cache, CachedOpinions, key_of
from augment.formats.pieces import pack, unpack
from augment.model.completion import Failure, Opinion, Verdict
from augment.model.problem import Problem
from augment.model.suite import Case, Exclusion, Kind, Oracle, TestedProblem, Tier
from augment.model.value import Value

PASS = Opinion(base=Verdict.PASS, plus=Verdict.PASS, cpu_seconds=0.5, total_cpu_seconds=1.5)
FAIL = Opinion(
    base=Verdict.PASS,
    plus=Verdict.FAIL,
    failure=Failure(kind=Kind.PLUS, case_id="plus-3", reason="expected 1, got 2", got="2"),
)


def test_what_was_put_is_found_again_by_another_run(tmp_path: Path) -> None:
    with Cache(tmp_path / "store") as cache:
        cache.put("a", {"x": [1, None, "é"]})
        assert cache.get("b") is None
    with Cache(tmp_path / "store") as cache:
        assert cache.get("a") == {"x": [1, None, "é"]}
        assert cache.found == 1
        assert cache.notice == ""


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, None])
def test_a_broken_store_is_begun_anew_with_a_notice(tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / "store"
    with Cache(path) as cache:
        for number in range(50):
            cache.put(str(number), "x" * 1000)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage is None else damage)
    with Cache(path) as cache:
        for number in range(50):
            cache.get(str(number))
        cache.put("new", 1)
        assert cache.get("new") == 1
        assert bool(cache.notice) is (damage != b"")  # an empty file is a new store


def test_a_folder_that_cannot_be_made_means_no_cache_and_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Cache(tmp_path / "file" / "store") as cache:
        cache.put("a", 1)
        assert cache.get("a") is None
        assert "going on without" in cache.notice


def test_a_store_that_cannot_be_opened_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    with Cache(tmp_path / "store") as cache:
        cache.put("a", 1)
        assert "cannot be used (unable to open database file); going on without" in cache.notice


def test_a_store_that_is_locked_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with Cache(path) as cache, contextlib.closing(sqlite3.connect(path)) as other:
        cache.put("a", 1)
        assert cache._store is not None
        cache._store.execute("PRAGMA busy_timeout = 1")
        other.execute("BEGIN IMMEDIATE")
        cache.put("b", 2)
        assert "cannot be used (database is locked); going on without" in cache.notice
    with Cache(path) as cache:
        assert (cache.get("a"), cache.get("b")) == (1, None)


def test_two_runs_share_a_cold_store(tmp_path: Path) -> None:
    def work(offset: int) -> None:
        with Cache(tmp_path / "store") as cache:
            for number in range(40):
                cache.put(f"{offset}:{number}", number)

    threads = [threading.Thread(target=work, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Cache(tmp_path / "store") as cache:
        assert [cache.get(f"{o}:{n}") for o in range(4) for n in range(40)] == [*range(40)] * 4


def test_opinions_survive_and_belong_to_their_context(tmp_path: Path) -> None:
    with Cache(tmp_path / "store") as cache:
        CachedOpinions(cache, "one").keep("program", FAIL)
        CachedOpinions(cache, "two").keep("program", PASS)
    with Cache(tmp_path / "store") as cache:
        assert CachedOpinions(cache, "one").find("program") == FAIL
        assert CachedOpinions(cache, "two").find("program") == PASS
        assert CachedOpinions(cache, "three").find("program") is None


def test_only_one_program_may_be_looked_up_and_kept(tmp_path: Path) -> None:
    with Cache(tmp_path / "store") as cache:
        first = CachedOpinions(cache, "one", only="reference")
        first.keep("reference", PASS)
        first.keep("program", FAIL)
        assert first.find("program") == FAIL  # as long as it lives
        second = CachedOpinions(cache, "one", only="reference")
        assert second.find("reference") == PASS
        assert second.find("program") is None
        assert CachedOpinions(cache, "one").find("program") is None


def test_keys_follow_from_content_and_nothing_else() -> None:
    assert key_of({"a": 1, "b": [2]}) == key_of({"b": [2], "a": 1})
    assert key_of("a", "b") != key_of("ab")
    assert key_of(1) != key_of("1")


def test_a_problem_survives_packing_and_equal_problems_give_equal_bytes() -> None:
    toy = Problem(task_id="Toy/0", prompt="", entry_point="f", canonical_solution="", test="")
    case = Case(
        id="plus-0",
        kind=Kind.PLUS,
        args=Value.of(((1, True, 1.0),)),
        expected=Value.of({"a": {1, 2}}),
        origin="hand",
        parent="base-0",
        tier=Tier.STRETCH,
    )
    tested = TestedProblem(problem=toy, oracle=Oracle(absolute=1e-6, unordered=True), cases=(case,), note="n")
    assert unpack(pack(tested)) == tested
    assert unpack(None) is None
    assert unpack(b'{"task_id": 1}') is None
    assert pack(replace(tested, cases=(replace(case, tier=Tier.INSIDE),))) != pack(tested)
    exclusion = Exclusion(task_id="Toy/0", reason="why")
    assert unpack(pack(exclusion)) == exclusion
