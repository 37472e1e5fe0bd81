from __future__ import annotations

from pathlib import Path

import pytest

from augment.errors import BadInput
from augment.formats.journal import Journal, claim_output, journal_path

WORK = {"suite": "toy", "seed": 1}


def noted(path: Path) -> list[dict[str, object]]:
    with Journal(path, WORK) as journal:
        return journal.found


def test_pieces_that_were_noted_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path, WORK) as journal:
        assert journal.found == []
        journal.add({"task_id": "é", "n": 1})
        assert path.read_text().endswith('{"task_id": "é", "n": 1}\n')  # on disk while the run goes on
    with Journal(path, WORK) as journal:
        journal.add({"task_id": "b"})
    assert noted(path) == [{"task_id": "é", "n": 1}, {"task_id": "b"}]


def test_a_journal_of_other_work_is_refused_and_says_what_differs(tmp_path: Path) -> None:
    Journal(tmp_path / "j", WORK).__exit__(None, None, None)
    with pytest.raises(BadInput, match=r"of other work \(differs in extra, seed\)") as caught:
        Journal(tmp_path / "j", {**WORK, "seed": 2, "extra": 0})
    assert "--overwrite" in caught.value.hint


def test_a_line_cut_short_is_passed_over_and_the_next_starts_on_its_own_line(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text('{"suite": "toy", "seed": 1}\n{"task_id": "a"}\n{"task_id": "b')
    with Journal(path, WORK) as journal:
        assert journal.found == [{"task_id": "a"}]
        journal.add({"task_id": "c"})
    assert noted(path) == [{"task_id": "a"}, {"task_id": "c"}]


def test_a_line_cut_short_inside_a_character_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(b'{"suite": "toy", "seed": 1}\n{"task_id": "a"}\n{"task_id": "\xc3')
    assert noted(path) == [{"task_id": "a"}]


def test_a_first_line_cut_short_does_not_spoil_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text('{"suite": "to')
    with Journal(path, WORK) as journal:
        journal.add({"task_id": "a"})
    assert noted(path) == [{"task_id": "a"}]


def test_a_file_that_is_no_journal_is_kept(tmp_path: Path) -> None:
    (tmp_path / "j").write_text("my notes\nof today\n")
    with pytest.raises(BadInput, match="no journal"):
        Journal(tmp_path / "j", WORK)
    assert (tmp_path / "j").read_text() == "my notes\nof today\n"


def test_work_that_cannot_be_written_leaves_no_journal(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        Journal(tmp_path / "j", {"seconds": float("inf")})
    assert list(tmp_path.iterdir()) == []


def test_a_finished_journal_is_removed(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", WORK) as journal:
        journal.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_journal_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        Journal(tmp_path / "gone" / "j", WORK)


def test_output_is_claimed_only_where_nothing_is_lost(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    journal = journal_path(output)
    assert journal.name == "out.jsonl.partial"
    claim_output(output, resume=False, overwrite=False)
    journal.write_text("x")
    with pytest.raises(BadInput, match="an unfinished run is kept") as caught:
        claim_output(output, resume=False, overwrite=False)
    assert "--resume" in caught.value.hint
    claim_output(output, resume=True, overwrite=False)
    assert journal.exists()
    claim_output(output, resume=False, overwrite=True)
    assert not journal.exists()
    output.write_text("x")
    for resume in (False, True):
        with pytest.raises(BadInput, match="exists already"):
            claim_output(output, resume=resume, overwrite=False)
    claim_output(output, resume=False, overwrite=True)
    assert output.read_text() == "x"  # kept until the new one is whole
