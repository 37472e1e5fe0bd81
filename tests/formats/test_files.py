from __future__ import annotations

import gzip
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from augment.errors import BadInput, BadLine
from augment.formats import files


def wrote(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def read(path: Path) -> list[tuple[int, files.Row]]:
    return list(files.rows(path))


def test_lines_come_with_their_numbers_and_blank_ones_are_passed_over(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", b'\n{"a": 1}\n   \n\n{"b": "\xc3\xa9"}')
    assert read(path) == [(2, {"a": 1}), (5, {"b": "é"})]


def test_a_byte_order_mark_and_carriage_returns_are_accepted(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", b'\xef\xbb\xbf{"a": 1}\r\n\r\n{"a": 2}\r\n')
    assert read(path) == [(1, {"a": 1}), (3, {"a": 2})]


def test_line_separators_inside_a_string_do_not_end_the_line(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", '{"a": "x\u2028y\u0085z"}\n'.encode())
    assert read(path) == [(1, {"a": "x\u2028y\u0085z"})]


def test_gzip_is_known_by_content_whatever_the_name(tmp_path: Path) -> None:
    assert read(wrote(tmp_path / "a.jsonl", gzip.compress(b'{"a": 1}\n'))) == [(1, {"a": 1})]
    assert read(wrote(tmp_path / "b.jsonl.gz", b'{"a": 1}\n')) == [(1, {"a": 1})]


@pytest.mark.parametrize("kept", [2, 5, 15, 40, -1, -6])
def test_a_gzip_file_that_is_cut_short_is_told(tmp_path: Path, kept: int) -> None:
    packed = gzip.compress(b'{"a": "%s"}\n' % bytes(range(65, 91)))
    path = wrote(tmp_path / "a.jsonl.gz", packed[:kept])
    with pytest.raises(BadInput, match=r"a\.jsonl\.gz: a gzip file that is broken or cut short"):
        read(path)


def test_a_gzip_file_with_flipped_bytes_is_told(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b'{"a": "abcdefghijklmnopqrstuvwxyz"}\n'))
    packed[10] = 0xFF  # the first byte behind the header: a block type that does not exist
    with pytest.raises(BadInput, match="broken"):
        read(wrote(tmp_path / "a.jsonl.gz", bytes(packed)))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"a": 1', "text that is no JSON (column 8: Expecting ',' delimiter)"),
        (b"[1]", "a list"),
        (b"null", "null"),
        (b"def f(): pass", "text that is no JSON (column 1: Expecting value)"),
        (b"[" * 100_000, "values nested too deeply"),
    ],
)
def test_a_line_that_is_no_object_is_told_with_its_number(tmp_path: Path, line: bytes, found: str) -> None:
    path = wrote(tmp_path / "a.jsonl", b'{"a": 1}\n' + line + b"\n")
    with pytest.raises(BadLine) as caught:
        read(path)
    assert caught.value.message == f"{path}:2: wanted a JSON object, found {found}"
    assert "cut short" in caught.value.hint


def test_bad_lines_are_told_and_skipped_where_the_reader_asks_for_it(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", b'{"a": 1}\nno\n{"a": 3}\n{"a":')
    told: list[str] = []
    rows = list(files.rows(path, bad_line=lambda error: told.append(error.message.partition(": ")[0])))
    assert rows == [(1, {"a": 1}), (3, {"a": 3})]
    assert told == [f"{path}:2", f"{path}:4"]


def test_text_of_another_encoding_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"not UTF-8 text \(byte 7\)"):
        read(wrote(tmp_path / "a.jsonl", b'{"a": "\xe9"}'))


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="gone: no such file"):
        read(tmp_path / "gone")
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path)


def test_numbers_of_five_thousand_digits_are_read_and_the_limit_stands_again(tmp_path: Path) -> None:
    before = sys.get_int_max_str_digits()
    rows = read(wrote(tmp_path / "a.jsonl", b'{"a": 1' + b"0" * 4999 + b"}"))
    assert rows == [(1, {"a": 10**4999})]
    assert sys.get_int_max_str_digits() == before


def test_numbers_of_five_thousand_digits_are_written() -> None:
    assert files.dump({"a": 10**4999}) == '{"a": 1' + "0" * 4999 + "}"


def test_two_files_read_side_by_side_both_have_long_numbers(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", b'{"a": 1}\n{"a": 1' + b"0" * 4999 + b"}\n")
    limit = sys.get_int_max_str_digits()
    try:
        first, second = files.rows(path), files.rows(path)
        next(first), next(second)
        assert [row["a"] for _, row in first] == [row["a"] for _, row in second] == [10**4999]
        assert sys.get_int_max_str_digits() == limit
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize(
    ("row", "found"), [({"b": 1, "a": 2}, "found a, b"), ({"key": 5}, "found an int"), ({"key": None}, "found null")]
)
def test_a_field_that_is_no_string_says_what_is_there(row: files.Row, found: str) -> None:
    with pytest.raises(BadLine, match=f"f:3: wanted a string `key`, .*{found}"):
        files.text_of(row, "key", "f:3")


def test_a_missing_text_is_its_default() -> None:
    assert files.text_of({}, "key", "f:3", "x") == "x"


def test_what_is_written_is_strict_json() -> None:
    with pytest.raises(ValueError, match="JSON"):
        files.dump({"a": float("nan")})


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none()), max_size=4))
def test_rows_that_are_written_are_read_again(tmp_path_factory: pytest.TempPathFactory, rows: list[files.Row]) -> None:
    for name in ("a.jsonl", "a.jsonl.gz"):
        path = tmp_path_factory.getbasetemp() / name
        files.write_lines(path, map(files.dump, rows))
        assert [row for _, row in files.rows(path)] == rows


def test_a_lone_surrogate_survives_the_file(tmp_path: Path) -> None:
    files.write_lines(tmp_path / "a.jsonl", [files.dump({"a": "\ud800"})])
    assert read(tmp_path / "a.jsonl") == [(1, {"a": "\ud800"})]


def test_packed_files_of_equal_text_are_equal_bytes_whatever_their_name(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        files.write_lines(tmp_path / name, ["x"])
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"x\n"


def test_a_file_is_replaced_whole_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    files.write_lines(path, ["old", "older"])
    files.write_lines(path, ["new"])
    assert path.read_text() == "new\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_file_that_cannot_be_replaced_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        files.write_lines(tmp_path / "folder", ["x"])
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


def test_a_place_that_cannot_be_written_is_found_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(json.dumps({}))
    for path, message in (
        (tmp_path, "is a folder"),
        (tmp_path / "gone" / "a", "there is no folder"),
        (tmp_path / "file" / "a", "there is no folder"),
    ):
        with pytest.raises(BadInput, match=message):
            files.ensure_writable(path)
    files.ensure_writable(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_name_that_is_too_long_is_found_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        files.ensure_writable(tmp_path / ("a" * 300))


def test_threads_that_read_and_write_leave_the_limit_on_digits_as_it_was(tmp_path: Path) -> None:
    limit = sys.get_int_max_str_digits()
    path = wrote(tmp_path / "a.jsonl", (b'{"a": 1' + b"0" * 4999 + b"}\n") * 50)
    with ThreadPoolExecutor(8) as threads:
        for rows in threads.map(read, [path] * 32):
            assert files.dump(rows[0][1]["a"]) == "1" + "0" * 4999
    assert sys.get_int_max_str_digits() == limit


def test_a_lone_surrogate_is_escaped_so_that_any_stream_can_hold_it() -> None:
    assert files.dump({"\ud800": "é"}) == '{"\\ud800": "é"}'


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a" / "b")
    files.make_folder(tmp_path / "a" / "b")
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "x", tmp_path / ("a" * 300)):
        with pytest.raises(BadInput, match="cannot be made a folder"):
            files.make_folder(path)


def test_the_digest_of_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        files.sha256(tmp_path / "gone")


def test_a_folder_in_place_of_a_file_is_not_deleted(tmp_path: Path) -> None:
    files.remove(tmp_path / "gone")
    with pytest.raises(BadInput, match="cannot be deleted"):
        files.remove(tmp_path)
