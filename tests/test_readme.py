"""The documents keep their word: commands run, outputs are there, links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "datasets/README.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))


def block(text: str, label: str) -> str:
    """The fenced block behind a labelled comment."""
    found = re.search(rf"<!-- {label}.*? -->\n```\w*\n(.*?)```", text, re.DOTALL)
    assert found is not None, label
    return found[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a clone, with `augment` on the path."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "datasets").symlink_to(ROOT / "datasets")
    program = folder / "bin" / "augment"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m augment "$@"\n')
    program.chmod(0o755)
    return folder


@pytest.mark.parametrize("line", block(README, "commands").strip().split("\n"))
def test_a_command_of_the_readme_does_its_work(folder: Path, line: str) -> None:
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    wanted = (0, 1)  # 1: completions of problems that the small suite leaves out, or a wall that does not stand here
    assert done.returncode in wanted, done.stderr
    assert done.stdout.strip()


def test_the_python_of_the_readme_runs(folder: Path) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    text = code[1].replace('"suite.jsonl"', '"from-python.jsonl"')
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "fail" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_outputs_are_filled_in(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\((?!https?://)([^)#]+)\)", text):
        assert (page.parent / target).exists(), target
    for label in re.findall(r"<!-- (output: \w+) -->", text):
        assert len(block(text, label).strip().split("\n")) > 1, label


def test_the_two_commands_that_set_everything_up_are_one_line_each() -> None:
    for label in ("command: run", "command: test"):
        assert len(block(README, label).strip().split("\n")) == 1
