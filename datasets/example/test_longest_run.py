import pytest

from longest_run import longest_run


@pytest.mark.parametrize(("text", "length"), [("abc", 1), ("aabbb", 3)])
def test_runs_of_all_lengths(text, length):
    assert longest_run(text) == length


def test_nothing_has_no_run():
    assert longest_run("") == 0
