"""Completions under another interpreter than augment's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_field_cases import ADD, add, completions_of, score, strictly, suite_of


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an environment that holds a module, and a completion that needs it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (packages,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    (packages / "tinymodule.py").write_text("def plus(x, y): return x + y\n")
    suite_of(tmp_path / "suite.jsonl", [ADD.row()])
    completions_of(tmp_path / "completions.jsonl", [(ADD, add("import tinymodule", "tinymodule.plus(x, y)"))])
    return tmp_path


@pytest.mark.parametrize(
    ("options", "verdict"),
    [("--python env", "pass"), ("--python env/bin/python --isolation process", "pass"), ("", "fail")],
)
def test_a_module_of_an_environment_is_there_under_its_python_only(place: Path, options: str, verdict: str) -> None:
    (row,) = strictly(score(place, "--json", *options.split()).stdout)["completions"]
    assert row["plus"] == verdict
    assert verdict == "pass" or "ModuleNotFoundError" in row["failure"]["reason"]


def test_a_kept_verdict_belongs_to_what_the_interpreter_can_import(place: Path) -> None:
    def verdict(*options: str) -> str:
        done = score(place, "--json", "--isolation", "process", *options, cache=place / "cache")
        return str(strictly(done.stdout)["completions"][0]["plus"])

    assert (verdict(), verdict("--python", "env")) == ("fail", "pass")
    (module,) = (place / "env").glob("lib/python*/site-packages/tinymodule.py")
    module.unlink()
    assert verdict("--python", "env") == "fail"
