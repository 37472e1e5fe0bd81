"""`augment diff` as a user types it: two files, an input on which they differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import QUICK, TOYS, augment, strictly, wrote

import augment as library

PROGRAMS = {
    "sum": "def total(xs):\n    return sum(xs)\n",
    "also": "def total(xs):\n    out = 0\n    for x in xs:\n        out += x\n    return out\n",
    "set": "def total(xs):\n    return sum(set(xs))\n",
    "rare": "def total(xs):\n    return sum(xs) + (4711 in xs)\n",
    "raises": "def total(xs):\n    return sum(xs) if len(xs) < 3 else xs['\x1b[31m']\n",
    "raises_too": "def total(xs):\n    return sum(xs) if len(xs) < 3 else 1 / 0\n",
    "hangs": "def total(xs):\n    while xs == [1, 2]: pass\n    return sum(xs)\n",
    "flips": "import os\nnoise, calls = os.urandom(99), []\n"
    "def total(xs):\n    calls.append(xs)\n"
    "    return sum(xs) + (len(calls) > 1 and noise[len(calls) % 99] > 99)\n",
    "cheats": "class Any:\n    def __eq__(self, other): return True\n"
    "def total(xs):\n    return Any() if len(xs) > 3 else sum(xs)\n",
    "two": "def total(xs): return 1\ndef other(xs): return 2\n",
    "other": "def other(xs):\n    return sum(xs)\n",
    "broken": "def total(xs:\n",
    "lost": "import nothing_of_this_name\ndef total(xs): return 1\n",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    wrote(folder / "toy.jsonl", TOYS)
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 30, *QUICK, cwd=folder)
    for name, text in PROGRAMS.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "ints.json").write_text('{"types": [["list[int]"]], "statements": []}')
    return folder


LIKE = ("--like", "0", "--suite", "suite.jsonl")


def differ(place: Path, one: str, two: str, *options: str, code: int = 1) -> Any:
    command = ("diff", f"{one}.py", f"{two}.py", *(options or LIKE), "--json", "--inputs", "600")
    return strictly(augment(*command, cwd=place, code=code).stdout)


def test_a_small_input_and_both_answers_are_shown(place: Path) -> None:
    done = augment("diff", "sum.py", "set.py", *LIKE, cwd=place, code=1)
    assert done.stdout.startswith("they differ on ([1, 1],)\n  sum.py  2\n  set.py  1\n  inside, from plus-")
    assert "on no input one simplification below" in done.stdout
    assert " inputs tried in " in done.stdout


@pytest.mark.parametrize(
    ("one", "two", "args", "answers"),
    [
        ("sum", "set", "([1, 1],)", ("2", "1")),
        ("set", "sum", "([1, 1],)", ("1", "2")),
        ("sum", "rare", "([4711],)", ("4711", "4712")),
        ("sum", "raises", "([0, 0, 0],)", ("0", "raised TypeError: list indices must be integers or slices, not str")),
        ("sum", "cheats", "([0, 0, 0, 0],)", ("0", "returned")),
    ],
)
def test_differences(place: Path, one: str, two: str, args: str, answers: tuple[str, str]) -> None:
    found = differ(place, one, two)
    assert found["different"]
    told = found["difference"]
    assert told["args"] == args
    assert (told["one"], told["two"][: len(answers[1])]) == answers
    assert (told["confirmed"], told["minimal"], told["tier"]) == (True, True, "inside")


@pytest.mark.parametrize("other", ["sum", "also"])
def test_how_hard_was_looked_is_told_where_nothing_is_found(place: Path, other: str) -> None:
    found = differ(place, "sum", other, code=0)
    assert (found["different"], found["difference"]) == (False, None)
    assert found["inputs"] == 600 == sum(found["kinds"].values()) == sum(found["tiers"].values())
    assert {"known", "mutation"} <= set(found["kinds"])
    done = augment("diff", "sum.py", f"{other}.py", *LIKE, "--inputs", "50", cwd=place)
    assert done.stdout.startswith("no difference found\n50 inputs tried in ")


def test_two_that_raise_do_not_differ(place: Path) -> None:
    assert not differ(place, "raises", "raises_too", code=0)["different"]


def test_a_limit_is_no_answer(place: Path) -> None:
    done = augment("diff", "sum.py", "hangs.py", *LIKE, "--inputs", "35", "--timeout", "0.1", cwd=place)
    assert "no difference found" in done.stdout
    assert "not compared: 1 on which one of them exceeded a limit" in done.stdout


def test_a_difference_that_does_not_come_again_is_not_confirmed(place: Path) -> None:
    found = differ(place, "sum", "flips")
    assert (found["difference"]["confirmed"], found["difference"]["minimal"]) == (False, False)
    done = augment("diff", "flips.py", "flips.py", *LIKE, cwd=place, code=1)
    assert "not confirmed: run again, they do not differ each time" in done.stdout


def test_a_domain_alone_will_do(place: Path) -> None:
    domain = {"types": [["list[int]"]], "statements": [{"rule": "length at least", "places": ["0"], "bound": 2}]}
    (place / "domain.json").write_text(json.dumps(domain, indent=2))
    assert differ(place, "sum", "set", "--domain", "domain.json")["difference"]["args"] == "([1, 1],)"
    domain["contract"] = "assert all(x >= 5 for x in xs)"
    (place / "contract.jsonl").write_text(json.dumps(domain) + "\n")
    found = differ(place, "sum", "set", "--domain", "contract.jsonl")["difference"]
    assert (found["args"], found["tier"]) == ("([5, 5],)", "contract")


def test_a_problem_will_do_as_a_domain(place: Path) -> None:
    (place / "show.json").write_text(augment("show", "suite.jsonl", "0", "--json", cwd=place).stdout)
    found = differ(place, "sum", "set", "--domain", "show.json")
    assert (found["difference"]["args"], "known" in found["kinds"]) == ("([1, 1],)", True)


def test_which_function_is_called(place: Path) -> None:
    found = differ(place, "two", "other", "--domain", "ints.json")
    assert found["difference"]["one"] == "2"
    done = augment("diff", "two.py", "two.py", "--domain", "ints.json", cwd=place, code=2)
    assert "wanted one function that both define, found total, other" in done.stderr
    assert "--entry-point" in done.stderr
    named = ("--domain", "ints.json", "--entry-point", "total")
    assert not differ(place, "two", "two", *named, code=0)["different"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("sum.py", "none.py", *LIKE), "none.py: no such file"),
        (("sum.py", "broken.py", *LIKE), "broken.py: no Python"),
        (("sum.py", "lost.py", *LIKE), "the second program does not load: raised ModuleNotFoundError"),
        (("other.py", "sum.py", *LIKE), "the first program does not load"),
        (("sum.py", "set.py"), "one thing must say what may go into the programs"),
        (("sum.py", "set.py", *LIKE, "--domain", "ints.json"), "one thing must say"),
        (("sum.py", "set.py", "--domain", "ints.json", "--suite", "suite.jsonl"), "of no use without a problem"),
        (("sum.py", "set.py", "--like", "77", "--suite", "suite.jsonl"), "no problem '77' here"),
        (("sum.py", "set.py", "--domain", "suite.jsonl"), "wanted one domain with `types`, found 3"),
        (("sum.py", "set.py", "--domain", "sum.py"), "sum.py:1"),
        (("sum.py", "set.py", "--domain", "odd.json"), "which is not known"),
        (("sum.py", "set.py", "--domain", "narrow.json"), "no input was found that lies in the domain"),
    ],
)
def test_bad_input_is_told(place: Path, arguments: tuple[str, ...], told: str) -> None:
    (place / "odd.json").write_text('{"types": [["int"]], "statements": [{"rule": "odd one", "places": ["0"]}]}')
    narrow = [{"rule": "length exactly", "places": ["0"], "bound": 900}]
    (place / "narrow.json").write_text(json.dumps({"types": [["list[int]"]], "statements": narrow}))
    assert told in augment("diff", *arguments, cwd=place, code=2).stderr


def test_from_python(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    found = library.diff("sum.py", "set.py", like="Toy/0", suite=library.load_suite("suite.jsonl"))
    assert found.apart is not None
    assert found.apart.args == library.Value.of(([1, 1],))
    again = library.diff("sum.py", "set.py", like="Toy/0", suite="suite.jsonl")
    assert again == found
