"""The command line as a user types it, on a toy benchmark."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import FALSE, QUICK, TOYS, augment, start, strictly, toy, wait_for_two_lines, wrote

from augment.cli import main


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a benchmark, a suite of it, its references, and a worse set."""
    folder = tmp_path_factory.mktemp("toy")
    wrote(folder / "toy.jsonl", TOYS)
    wrote(folder / "right.jsonl", [{"task_id": t["task_id"], "completion": t["canonical_solution"]} for t in TOYS])
    wrote(
        folder / "worse.jsonl",
        [
            {"task_id": "Toy/0", "completion": "    return sum(xs) if 0 <= sum(xs) < 4 else 99"},
            {"task_id": "Toy/1", "completion": "    return text"},
            {"task_id": "Toy/2", "solution": "def half(x): return x / 2"},
        ],
    )
    augment("build", "toy.jsonl", "-o", "suite.jsonl", "--plus-tests", 30, *QUICK, cwd=folder)
    return folder


@pytest.mark.parametrize("command", ["run", "build", "score"])
def test_help_shows_an_example(place: Path, command: str) -> None:
    assert f"Example: augment {command} " in augment(command, "--help", cwd=place).stdout


def test_references_as_completions_pass_everything_and_json_is_strict(place: Path) -> None:
    done = augment("score", "suite.jsonl", "right.jsonl", "worse.jsonl", "--json", cwd=place)
    document = strictly(done.stdout)
    by_model = {row["model"]: row for row in document["summary"]}
    assert [by_model["right"]["pass_at_k"][0][key] for key in ("k", "base", "plus")] == [1, 1.0, 1.0]
    assert by_model["right"]["false_positives"]["hits"] == 0
    assert by_model["worse"]["pass_at_k"][0]["base"] == pytest.approx(2 / 3)
    assert by_model["worse"]["pass_at_k"][0]["plus"] == pytest.approx(1 / 3)
    assert [by_model["worse"]["false_positives"][key] for key in ("hits", "trials")] == [1, 2]
    assert "scoring" in done.stderr


def test_all_tests_are_told_only_when_asked_for(place: Path) -> None:
    command = ("score", "suite.jsonl", "worse.jsonl", "--json")
    plain, asked, again = (
        strictly(augment(*command, *options, cwd=place).stdout) for options in ([], ["--all-tests"], [])
    )
    assert [document["settings"]["all_tests"] for document in (plain, asked, again)] == [False, True, False]
    assert [row.get("failed") for row in plain["completions"] + again["completions"]] == [None] * 6
    total, shout, half = (row.pop("failed") for row in asked["completions"])
    assert asked["completions"] == plain["completions"] == again["completions"]
    assert (total["base"], total["not_run"], half["base"] + half["plus"]) == (0, 0, 0)
    assert (shout["base"], shout["case_ids"][0]) == (1, "base-0")
    assert [total["plus"], shout["plus"]] == [len(total["case_ids"]), len(shout["case_ids"]) - 1]
    assert min(total["plus"], shout["plus"]) > 1


def test_the_run_command_does_both_and_keeps_the_files(place: Path) -> None:
    done = augment("run", "right.jsonl", "-b", "toy.jsonl", "-o", "out", "--plus-tests", 5, *QUICK, "--json", cwd=place)
    assert strictly(done.stdout)["summary"][0]["pass_at_k"][0]["plus"] == 1.0
    assert sorted(path.name for path in (place / "out").iterdir()) == ["results.json", "suite.jsonl"]
    assert strictly((place / "out" / "results.json").read_text())["benchmark"] == "toy"
    again = augment("run", "right.jsonl", "-b", "toy.jsonl", "-o", "out", cwd=place, code=2)
    assert "exists already" in again.stderr


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(place: Path) -> None:
    augment("build", "toy.jsonl", "-o", "same.jsonl", "--plus-tests", 30, *QUICK, "--jobs", 1, cwd=place, cold=True)
    assert (place / "same.jsonl").read_bytes() == (place / "suite.jsonl").read_bytes()
    augment("build", "toy.jsonl", "-o", "other.jsonl", "--plus-tests", 30, *QUICK, "--seed", 1, cwd=place)
    assert (place / "other.jsonl").read_bytes().split(b"\n")[1:] != (place / "suite.jsonl").read_bytes().split(b"\n")[
        1:
    ]


def test_a_problem_left_out_gives_exit_code_1_and_is_named(place: Path) -> None:
    wrote(place / "false.jsonl", [*TOYS, FALSE])
    done = augment(
        "build", "false.jsonl", "-o", "false-suite.jsonl", "--json", "--plus-tests", 3, *QUICK, cwd=place, code=1
    )
    assert list(strictly(done.stdout)["excluded"]) == ["Toy/3"]


def test_unknown_ids_and_bad_lines_give_exit_code_1_and_are_told(place: Path) -> None:
    (place / "odd.jsonl").write_text(
        (place / "right.jsonl").read_text() + '{"task_id": "No/1", "completion": ""}\n{"ta'
    )
    done = augment("score", "suite.jsonl", "odd.jsonl", cwd=place, code=1)
    assert "odd.jsonl:5: wanted a JSON object" in done.stderr
    assert "1 completion of 1 problem not in the suite: 'No/1'" in done.stderr
    assert "skipped" not in done.stdout


def test_short_ids_are_told_with_those_that_are_wanted(place: Path) -> None:
    wrote(place / "short.jsonl", [{"task_id": str(n), "completion": "    return 0"} for n in range(3)])
    done = augment("score", "suite.jsonl", "short.jsonl", cwd=place, code=1)
    assert "3 completions of 3 problems not in the suite: '0', '1', '2'" in done.stderr
    assert "3 task ids lack their part up to the slash: write 'Toy/0' for '0', 'Toy/1' for '1'" in done.stderr


def test_a_lone_surrogate_in_a_task_id_does_not_break_the_json(place: Path) -> None:
    (place / "lone.jsonl").write_text(
        (place / "right.jsonl").read_text() + '{"task_id": "\\ud800", "completion": ""}\n'
    )
    done = augment("score", "suite.jsonl", "lone.jsonl", "--json", cwd=place, code=1)
    assert list(strictly(done.stdout)["reading"]["unknown_tasks"].values()) == [1]


def test_output_that_exists_is_kept_without_overwrite(place: Path) -> None:
    (place / "kept.json").write_text("mine")
    for command in (("build", "toy.jsonl"), ("score", "suite.jsonl", "right.jsonl")):
        done = augment(*command, "-o", "kept.json", cwd=place, code=2)
        assert "error: kept.json: exists already" in done.stderr
        assert (place / "kept.json").read_text() == "mine"
    augment("score", "suite.jsonl", "right.jsonl", "-o", "kept.json", "--overwrite", cwd=place)
    assert strictly((place / "kept.json").read_text())["augment_results"] == 1


@pytest.fixture
def bad(place: Path) -> Path:
    """The toy folder, with files that cannot be used."""
    (place / "empty.jsonl").write_text("")
    packed = bytearray(gzip.compress((place / "suite.jsonl").read_bytes()))
    packed[10] = 0xFF  # the first byte behind the header: a block type that does not exist
    (place / "broken.jsonl.gz").write_bytes(packed)
    (place / "text.jsonl").write_text("hello\n")
    (place / "cut.jsonl").write_bytes((place / "toy.jsonl").read_bytes()[:-9])
    (place / "cut-suite.jsonl").write_bytes((place / "suite.jsonl").read_bytes()[:-9])
    return place


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("build gone.jsonl -o x", "gone.jsonl: no such file"),
        ("build empty.jsonl -o x", "empty.jsonl: no problems in it"),
        ("build text.jsonl -o x", "text.jsonl:1: wanted a JSON object"),
        ("build cut.jsonl -o x", "cut.jsonl:3: wanted a JSON object"),
        ("build . -o x", "no problems in it"),
        ("build right.jsonl -o x", "right.jsonl:1: wanted a string `prompt`, found completion, task_id"),
        ("build toy.jsonl -o toy.jsonl/x", "there is no folder"),
        ("build toy.jsonl -o .", "is a folder"),
        ("build toy.jsonl -o x --tasks 0,99", "no problem '99' here"),
        ("build toy.jsonl -o x --sede 1", "--sede"),
        ("build toy.jsonl -o x --plus-tests 0", "--plus-tests"),
        ("build toy.jsonl", "--output"),
        ("score suite.jsonl", "completions"),
        ("score suite.jsonl gone.jsonl", "gone.jsonl: no such file"),
        ("score suite.jsonl empty.jsonl", "empty.jsonl: no completions in it"),
        ("score suite.jsonl text.jsonl", "text.jsonl: no completions in it"),
        ("score suite.jsonl right.jsonl right.jsonl", "a set named 'right' was read"),
        ("score suite.jsonl right.jsonl --k 0", "--k"),
        ("score suite.jsonl right.jsonl --k one", "--k"),
        ("score suite.jsonl right.jsonl --timeout nought", "--timeout"),
        ("score suite.jsonl right.jsonl -o toy.jsonl/x", "there is no folder"),
        ("score toy.jsonl right.jsonl", "toy.jsonl:1: wanted the header of a suite file"),
        ("score cut-suite.jsonl right.jsonl", "cut-suite.jsonl:4: wanted a JSON object"),
        ("run -b gone.jsonl -o fresh1", "gone.jsonl: no such file"),
        ("score gone.jsonl right.jsonl", "gone.jsonl: no such file"),
        ("score . right.jsonl", "cannot be read"),
        ("score suite.jsonl right.jsonl --timeout inf -o x", "--timeout"),
        ("score suite.jsonl right.jsonl --timeout nan -o x", "--timeout"),
        ("score suite.jsonl right.jsonl --timeout 1e300 -o x", "--timeout"),
        ("score suite.jsonl right.jsonl --memory 99999999999999 -o x", "--memory"),
        ("score broken.jsonl.gz right.jsonl", "broken.jsonl.gz: a gzip file that is broken"),
        ("build broken.jsonl.gz -o x", "broken.jsonl.gz: a gzip file that is broken"),
        ("run right.jsonl -b toy.jsonl -o toy.jsonl", "toy.jsonl"),
        ("run right.jsonl -b toy.jsonl -o toy.jsonl/x", "toy.jsonl"),
        (f"build toy.jsonl -o {'x' * 300}", "xxx"),
    ],
)
def test_bad_input_is_told_in_words_before_any_work(
    bad: Path, arguments: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path.name for path in bad.iterdir())
    monkeypatch.chdir(bad)
    monkeypatch.setattr(sys, "argv", ["augment", *arguments.split()])
    with pytest.raises(SystemExit) as left:  # in this process: there are many of these, and none runs a program
        main()
    told = capsys.readouterr()
    assert left.value.code == 2
    assert message in told.err
    assert told.out == ""
    assert "building:" not in told.err
    assert sorted(path.name for path in bad.iterdir()) == before


def test_run_finds_missing_completions_before_it_builds(place: Path) -> None:
    done = augment("run", "gone.jsonl", "-b", "toy.jsonl", "-o", "fresh2", cwd=place, code=2)
    assert "building" not in done.stderr


def test_a_run_that_cannot_start_leaves_no_folder(place: Path) -> None:
    augment("run", "-b", "gone.jsonl", "-o", "fresh3", cwd=place, code=2)
    assert not (place / "fresh3").exists()


MANY = [
    toy(
        n,
        "many",
        "x: int",
        "[x]",
        "candidate(1) == [1]",
        "candidate(7) == [7]",
    )
    for n in range(6)
]
"""Enough problems that a build of one after another can be stopped half way."""


def test_a_build_that_was_killed_goes_on_to_the_same_bytes(place: Path) -> None:
    wrote(place / "many.jsonl", MANY)
    command = ("build", "many.jsonl", "--plus-tests", "5", "--rounds", "1", "--jobs", "1", "-o")
    with start(place, *command, "killed.jsonl") as process:
        wait_for_two_lines(place / "killed.jsonl.partial")
        process.kill()
        process.communicate()
    assert not (place / "killed.jsonl").exists()
    refused = augment(*command, "killed.jsonl", cwd=place, code=2)
    assert "--resume" in refused.stderr
    augment(*command, "killed.jsonl", "--resume", cwd=place)
    augment(*command, "whole.jsonl", cwd=place)
    assert (place / "killed.jsonl").read_bytes() == (place / "whole.jsonl").read_bytes()
    assert not (place / "killed.jsonl.partial").exists()


def test_ctrl_c_ends_with_130_and_says_how_to_go_on(place: Path) -> None:
    wrote(place / "many.jsonl", MANY)
    command = ("build", "many.jsonl", "--plus-tests", "5", "--rounds", "1", "--jobs", "1", "-o", "stopped.jsonl")
    with start(place, *command) as process:
        wait_for_two_lines(place / "stopped.jsonl.partial")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert "Traceback" not in said
    assert process.returncode == 130
    assert "stopped; what was finished is kept: the same command with --resume goes on" in said
    assert not (place / "stopped.jsonl").exists()
    assert (place / "stopped.jsonl.partial").read_bytes().count(b"\n") >= 2
    augment(*command, "--resume", cwd=place)
    augment(*command[:-1], "not-stopped.jsonl", cwd=place)
    assert (place / "stopped.jsonl").read_bytes() == (place / "not-stopped.jsonl").read_bytes()
    assert not (place / "stopped.jsonl.partial").exists()


def test_an_output_that_is_an_input_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"task_id": "Toy/0", "solution": ""}\n')
    done = subprocess.run(
        [sys.executable, "-m", "augment", "score", "suite.jsonl", str(path), "-o", str(path), "--overwrite"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "is an input too" in done.stderr
    assert path.read_text().startswith('{"task_id"')


def test_an_option_without_a_value_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "augment", "build", "humaneval", "-o", str(tmp_path / "s.jsonl"), "--tasks", ""]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "empty" in done.stderr


def test_a_full_disk_behind_stdout_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "augment", "doctor"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == "error: the output cannot be written (No space left on device)"


def test_the_version_is_told() -> None:
    done = subprocess.run([sys.executable, "-m", "augment", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("augment ")


def test_scale_tests_time_out_what_is_hopeless_and_can_be_left_out(tmp_path: Path) -> None:
    square = toy(0, "squares", "n: int", "n * n", "candidate(3) == 9", "candidate(5) == 25")
    wrote(tmp_path / "toy.jsonl", [square])
    wrote(tmp_path / "right.jsonl", [{"task_id": "Toy/0", "completion": square["canonical_solution"]}])
    small = ("--plus-tests", 10, *QUICK)
    augment("build", "toy.jsonl", "-o", "suite.jsonl", *small, cwd=tmp_path)
    augment("build", "toy.jsonl", "-o", "without.jsonl", *small, "--no-scale", cwd=tmp_path)
    tests = strictly((tmp_path / "suite.jsonl").read_text().splitlines()[1])["tests"]
    large = ", ".join(test["args"].strip("(,)") for test in tests if test.get("scale"))
    slow = f"    if n not in ({large},):\n        return n * n\n    return sum(n for _ in range(10**9))\n"
    wrote(tmp_path / "slow.jsonl", [{"task_id": "Toy/0", "completion": slow}])

    def plus(suite: str, *options: str) -> list[str]:
        command = ("score", suite, "slow.jsonl", "right.jsonl", "--json", "--timeout", "0.5", "--no-cache", *options)
        document = strictly(augment(*command, cwd=tmp_path).stdout)
        assert document["settings"]["scale"] is ("--no-scale" not in options)
        return [row["plus"] for row in document["completions"]]

    assert plus("suite.jsonl") == plus("suite.jsonl") == ["pass", "timeout"]
    assert plus("suite.jsonl", "--no-scale") == plus("without.jsonl") == ["pass", "pass"]
    told = augment("score", "suite.jsonl", "slow.jsonl", "--timeout", "0.5", cwd=tmp_path).stdout
    assert "slow: 1 timeout; drop of pass@1: +0.0 by wrong answers, -100.0 by time or memory" in told
