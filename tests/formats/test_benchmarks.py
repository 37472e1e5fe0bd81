"""Benchmarks of many makes, read and recovered."""

from __future__ import annotations

import base64
import json
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

from augment import api
from augment.building import REFERENCE_LIMITS
from augment.domain.harvest import prompt_examples
from augment.errors import BadInput, BadLine
from augment.formats import benchmarks
from augment.growth import BuildSettings
from augment.model.problem import Benchmark, Problem
from augment.recover.base import NO_REFERENCE, recover
from augment.sandbox.forking import ForkingPool

MBPP_FULL = {
    "text": "Write a function to halve a number.",
    "code": "import math\r\ndef helper(x):\r\n  return x\r\ndef half(x):\r\n  return helper(x) / 2",
    "task_id": 901,
    "test_setup_code": "limit = 1e-9",
    "test_list": ["assert math.isclose(half(3), 1.5, rel_tol=limit)", "assert half(4) == 2"],
    "challenge_test_list": ["assert half(-8) == -4"],
}
MBPP_SANITIZED = {
    "source_file": "x",
    "task_id": 902,
    "prompt": "Write a function to join words.",
    "code": "def join(words):\n    return ' '.join(words)",
    "test_imports": ["import math"],
    "test_list": ["assert join(['a', 'b']) == 'a b'", "assert join([]) == ''"],
}
BIGCODE = {
    "task_id": "BigCodeBench/900",
    "complete_prompt": 'def task_func(xs):\n    """Total."""\n',
    "instruct_prompt": "Total.",
    "canonical_solution": "    return sum(xs)\n",
    "entry_point": "task_func",
    "test": "import unittest\nclass TestCases(unittest.TestCase):\n"
    "    def test_some(self):\n        self.assertEqual(task_func([1, 2]), 3)\n"
    "    def test_none(self):\n        with self.subTest('x'):\n            self.assertEqual(task_func([]), 0)\n",
}
PLAIN = {
    "task_id": "mine/0",
    "solution": "def twice(x: int) -> int:\n    'Twice.'\n    return 2 * x\n\n\ndef _not(x):\n    pass\n",
    "tests": ["y = twice(2)", "assert y == 4", "assert twice(0) == 0"],
}
PUBLIC = [{"input": "[3, 1, 2]\n1", "output": "[1, 3, 2]", "testtype": "functional"}]
PRIVATE = [{"input": "[]\n0", "output": "[]", "testtype": "functional"}]
LIVE = {
    "question_id": "900",
    "question_title": "t",
    "question_content": 'Move "k" to the front.',
    "starter_code": "class Solution:\n    def moveFront(self, nums: List[int], place: int) -> List[int]:\n        ",
    "public_test_cases": json.dumps(PUBLIC),
    "private_test_cases": base64.b64encode(zlib.compress(pickle.dumps(json.dumps(PRIVATE)))).decode(),
    "metadata": json.dumps({"func_name": "moveFront"}),
}
MOVED = (
    "class Solution:\n    def moveFront(self, nums, place):\n"
    "        return nums[place : place + 1] + nums[:place] + nums[place + 1 :]\n"
)


def wrote(path: Path, *rows: object, array: bool = False) -> Path:
    path.write_text(json.dumps(rows) if array else "".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def one(tmp_path: Path, row: object, **options: Any) -> Problem:
    (problem,) = api.load_benchmark(wrote(tmp_path / "a.jsonl", row), **options).problems
    return problem


def answers(problem: Problem, pool: ForkingPool) -> list[tuple[object, object]]:
    found = recover(problem, pool, REFERENCE_LIMITS)
    assert (found.complaint, found.note) == ("", "")
    return [(case.args.unpack(), case.expected.unpack()) for case in found.cases]


def test_mbpp_full_with_imports_that_the_asserts_rely_on(tmp_path: Path, trusted: ForkingPool) -> None:
    problem = one(tmp_path, MBPP_FULL)
    assert (problem.task_id, problem.entry_point) == ("Mbpp/901", "half")
    assert "halve a number" in problem.prompt
    assert "assert half(4) == 2" in problem.prompt
    assert answers(problem, trusted) == [((3,), 1.5), ((4,), 2.0)]
    assert prompt_examples(problem) == [(3,), (4,), (-8,)]


def test_mbpp_sanitized_is_an_array(tmp_path: Path, trusted: ForkingPool) -> None:
    (problem,) = api.load_benchmark(wrote(tmp_path / "a.json", MBPP_SANITIZED, array=True)).problems
    assert answers(problem, trusted) == [((["a", "b"],), "a b"), (([],), "")]


def test_mbpp_whose_asserts_call_nothing_says_so(tmp_path: Path, trusted: ForkingPool) -> None:
    problem = one(tmp_path, {**MBPP_FULL, "test_list": ["assert True"]})
    assert recover(problem, trusted, REFERENCE_LIMITS).complaint == "its tests call no function of its code"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"test_list": []}, "it has no base tests"),
        ({"test_list": [" "]}, "it has no base tests"),
        ({"test_list": ["assert half(4) == 2", "assert half(4"]}, "its test 2 does not parse ('(' was never closed"),
        ({"code": "def half(x) return x"}, "its code does not parse (expected ':'"),
        ({"code": "half = None"}, "its code defines no function"),
        ({"test_list": None}, "line 2: wanted a list `test_list`, found null"),
        ({"test_list": "assert half(4) == 2"}, "line 2: wanted a list `test_list`, found a str"),
        ({"code": None}, "line 2: wanted a string `code`, found null"),
        ({"task_id": 901}, "line 2: the task id 'Mbpp/901' was used before, on line 1"),
    ],
)
def test_an_odd_row_of_mbpp_is_left_out_with_its_own_reason(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    rows = MBPP_FULL, {**MBPP_FULL, "task_id": 903, **change}, MBPP_SANITIZED
    *_, good = benchmark = api.load_benchmark(wrote(tmp_path / "a.jsonl", *rows)).problems
    assert good.trouble == ""
    odd = {problem.task_id: problem.trouble for problem in benchmark if problem.trouble}
    ((name, told),) = odd.items()
    assert (name, told[: len(reason)]) == (f"Mbpp/{change.get('task_id', 903)}", reason)


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        (BIGCODE, {**BIGCODE, "task_id": "B/1", "test": "class"}, "line 2: its test code does not parse"),
        (BIGCODE, {**BIGCODE, "task_id": "B/1", "test": None}, "line 2: wanted a string `test`, found null"),
        (LIVE, {**LIVE, "question_id": "901", "metadata": "{"}, "line 2: `metadata`: wanted JSON"),
        (LIVE, {**LIVE, "question_id": "901", "starter_code": ""}, "its starter code has no method 'moveFront'"),
        (PLAIN, {**PLAIN, "task_id": "mine/1", "tests": None}, "line 2: wanted a list `tests`, found null"),
    ],
)
def test_one_odd_record_spoils_no_other(tmp_path: Path, good: object, bad: object, told: str) -> None:
    first, second = api.load_benchmark(wrote(tmp_path / "a.jsonl", good, bad)).problems
    assert first.trouble == ""
    assert second.trouble.startswith(told)


def test_tests_without_a_test_in_them_are_no_base_tests(tmp_path: Path, trusted: ForkingPool) -> None:
    problem = one(tmp_path, {**BIGCODE, "test": "import unittest\n"})
    assert recover(problem, trusted, REFERENCE_LIMITS).complaint == "it has no base tests"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "import half\ndef test():\n    assert half.half(2) == 1\n",
            "import half as a module; wanted `from half import",
        ),
        ("def test():\n    import half as h\n    assert h.half(2) == 1\n", "import half as a module"),
        ("def test():\n    from half import half\n    assert half(2) == 1\n", "import half further in; wanted"),
        ("from half import half as h\ndef test():\n    assert h(2) == 1\n", "import half under another name, h;"),
        ("def test(:\n", "do not parse (invalid syntax"),
        (b"\n\nx = '\xff'\n", "do not parse (test_half.py is not utf-8 text"),
    ],
)
def test_what_is_wrong_with_a_file_of_tests_is_told_with_its_name(
    tmp_path: Path, text: str | bytes, reason: str
) -> None:
    (tmp_path / "half.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "test_half.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    (problem,) = api.load_benchmark(tmp_path).problems
    assert problem.trouble.startswith(f"its tests in test_half.py {reason}")


def test_classes_of_unittest_give_cases(tmp_path: Path, trusted: ForkingPool) -> None:
    assert answers(one(tmp_path, BIGCODE), trusted) == [(([],), 0), (([1, 2],), 3)]


def test_your_own_lines(tmp_path: Path, trusted: ForkingPool) -> None:
    problem = one(tmp_path, PLAIN)
    assert problem.prompt == "def twice(x: int) -> int:\n    'Twice.'\n"
    assert problem.canonical_solution == "    return 2 * x\n\n\ndef _not(x):\n    pass\n"
    assert answers(problem, trusted) == [((2,), 4), ((0,), 0)]


def test_live_code_bench_needs_references_and_opens_no_pickle_unasked(tmp_path: Path, trusted: ForkingPool) -> None:
    path = wrote(tmp_path / "live.jsonl", LIVE)
    (problem,) = api.load_benchmark(path).problems
    assert recover(problem, trusted, REFERENCE_LIMITS).complaint == NO_REFERENCE
    assert "def moveFront(nums: List[int], place: int) -> List[int]:" in problem.prompt
    given = wrote(tmp_path / "given.jsonl", {"task_id": "900", "canonical_solution": MOVED})
    for trust_pickle, cases in (
        (False, [(([3, 1, 2], 1), [1, 3, 2])]),
        (True, [(([3, 1, 2], 1), [1, 3, 2]), (([], 0), [])]),
    ):
        corrected = api.load_benchmark(path, trust_pickle=trust_pickle)
        suite = api.build(corrected, references=given, settings=BuildSettings(plus_tests=2, rounds=1))
        base = [case for case in suite.problems[0].cases if case.kind == "base"]
        assert [(case.args.unpack(), case.expected.unpack()) for case in base] == cases


class Loud:
    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return print, ("opened",)


@pytest.mark.parametrize("packed", [pickle.dumps(Loud()), b"no pickle", pickle.dumps([1])])
def test_a_pickle_that_is_no_data_runs_nothing(
    tmp_path: Path, packed: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {**LIVE, "private_test_cases": base64.b64encode(zlib.compress(packed)).decode()}
    with pytest.raises(BadLine, match="private_test_cases"):
        one(tmp_path, row, trust_pickle=True)
    assert capsys.readouterr().out == ""


def test_problems_that_read_stdin_are_left_out_by_name(tmp_path: Path, trusted: ForkingPool) -> None:
    row = {
        **LIVE,
        "starter_code": "",
        "metadata": "{}",
        "public_test_cases": json.dumps([{**PUBLIC[0], "testtype": "stdin"}]),
    }
    assert "stdin" in recover(one(tmp_path, row), trusted, REFERENCE_LIMITS).complaint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "mine"
    api.write_example(place)
    return place


def by_name(benchmark: Benchmark) -> dict[str, Problem]:
    return {problem.task_id: problem for problem in benchmark.problems}


def test_the_example_folder(folder: Path, trusted: ForkingPool) -> None:
    found = by_name(api.load_benchmark(folder))
    assert [*found] == ["mine/discount", "mine/longest_run"]
    discount, longest = found.values()
    assert answers(longest, trusted) == [(("abc",), 1), (("aabbb",), 3), (("",), 0)]
    assert len(answers(discount, trusted)) == 3
    assert "assert" not in discount.reference
    assert discount.prompt.endswith('[9.0, 4.05]\n    """\n')


def test_a_folder_with_all_that_may_stand_in_a_file(tmp_path: Path, trusted: ForkingPool) -> None:
    (tmp_path / "odd.py").write_text(
        "import functools\n\n\ndef test_one():\n    assert odd(3)\n\n\n"
        "@functools.cache\ndef odd(n): return n % 2 == 1\n\n\n"
        "def later():\n    return 1\n\n\nif __name__ == '__main__':\n    print(odd(int(input())))\n"
    )
    (tmp_path / "odd_test.py").write_text(
        "import unittest\nfrom odd import odd\nEVEN = 4\nclass Tests(unittest.TestCase):\n"
        "    def test_even(self):\n        self.assertFalse(odd(EVEN))\nassert odd(7)\n"
    )
    (tmp_path / "_draft.py").write_text("this is no Python")
    (tmp_path / "broken.py").write_text("def broken(:\n")
    (tmp_path / "table.py").write_text("TABLE = []\n")
    found = by_name(api.load_benchmark(tmp_path))
    name = tmp_path.name
    assert [*found] == [f"{name}/broken", f"{name}/odd", f"{name}/table"]
    odd = found[f"{name}/odd"]
    assert sorted(answers(odd, trusted)) == [((3,), True), ((4,), False), ((7,), True)]
    assert odd.prompt == "import functools\n\n\n\n\n"
    assert "__main__" not in odd.reference
    complaints = [
        recover(found[f"{name}/{other}"], trusted, REFERENCE_LIMITS).complaint for other in ("broken", "table")
    ]
    assert complaints[0].startswith("its code does not parse")
    assert complaints[1] == "its code defines no public function"


def test_a_format_can_be_insisted_on(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.jsonl", MBPP_SANITIZED)
    with pytest.raises(BadLine, match=r"a\.jsonl:1: wanted a string `task_id`, found an int"):
        api.load_benchmark(path, format="bigcodebench")
    with pytest.raises(BadInput, match="no format 'mbbp'"):
        api.load_benchmark(path, format="mbbp")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no problems in it"),
        ([{"id": 1}], "found an object with keys id"),
        ([PLAIN, PLAIN], "'mine/0' was used before"),
        ([{**MBPP_FULL, "task_id": None}], "wanted a number `task_id`"),
        ([{**LIVE, "public_test_cases": "[3]"}], "`public_test_cases`: wanted a list of objects"),
        ([{**LIVE, "metadata": "{"}], "`metadata`: wanted JSON"),
    ],
)
def test_what_is_no_benchmark_is_told(tmp_path: Path, rows: list[object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        api.load_benchmark(wrote(tmp_path / "a.jsonl", *rows))


def test_an_array_is_told_by_entry(tmp_path: Path) -> None:
    with pytest.raises(BadLine, match="entry 1: wanted a JSON object, found an int"):
        api.load_benchmark(wrote(tmp_path / "a.json", MBPP_SANITIZED, 3, array=True))
    (tmp_path / "a.json").write_text("[{")
    with pytest.raises(BadInput, match="wanted a JSON array"):
        api.load_benchmark(tmp_path / "a.json")


def test_every_format_is_known_by_its_own_records_alone() -> None:
    rows: dict[str, list[dict[str, Any]]] = {
        "mbpp": [MBPP_FULL, MBPP_SANITIZED],
        "bigcodebench": [BIGCODE],
        "livecodebench": [LIVE],
        "sources": [PLAIN],
    }
    for name, samples in rows.items():
        for row in samples:
            first = next(other for other, known in benchmarks.formats().items() if known.recognises(row))
            assert first == name


def test_tests_that_are_skipped_and_those_in_classes_are_known(tmp_path: Path, trusted: ForkingPool) -> None:
    (tmp_path / "testable.py").write_text(
        "def test_digit(d):\n    return d.isdigit()\n\n\ndef testable(x):\n    return test_digit(str(x))\n"
    )
    (tmp_path / "test_testable.py").write_text(
        "import pytest\nfrom testable import testable\n"
        "class TestX:\n    def test_m(self):\n        assert testable(5)\n"
        "@pytest.mark.skip\ndef test_later():\n    assert False\n"
        "@pytest.mark.xfail\ndef test_known():\n    assert testable('x')\n"
        "def test_more():\n    assert not testable('a')\n"
    )
    (problem,) = api.load_benchmark(tmp_path).problems
    assert problem.entry_point == "testable"
    assert sorted(answers(problem, trusted), key=str) == [(("a",), False), ((5,), True)]


def test_a_fixture_is_named(tmp_path: Path, trusted: ForkingPool) -> None:
    (tmp_path / "half.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "test_half.py").write_text("from half import half\ndef test_n(number):\n    assert half(number)\n")
    (problem,) = api.load_benchmark(tmp_path).problems
    assert "the fixture number, and fixtures are not known" in recover(problem, trusted, REFERENCE_LIMITS).complaint


def test_a_file_is_read_in_the_encoding_it_names(tmp_path: Path, trusted: ForkingPool) -> None:
    text = "# -*- coding: latin-1 -*-\ndef name(x):\n    return x + 'é'\nassert name('a') == 'aé'\n"
    (tmp_path / "name.py").write_bytes(text.encode("latin-1"))
    (tmp_path / "bad.py").write_bytes("def bad(x):\n    return 'é'\n".encode("latin-1"))
    bad, name = api.load_benchmark(tmp_path).problems
    assert answers(name, trusted) == [(("a",), "aé")]
    assert "bad.py is not utf-8 text: byte 24" in bad.trouble


def test_a_folder_is_of_no_other_format(folder: Path) -> None:
    with pytest.raises(BadInput, match="is a folder, wanted a file in the format 'mbpp'"):
        api.load_benchmark(folder, format="mbpp")
