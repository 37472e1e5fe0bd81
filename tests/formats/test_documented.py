"""The examples in docs/formats.md are what they say."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from augment import api
from augment.building import REFERENCE_LIMITS
from augment.formats import benchmarks
from augment.recover.base import NO_REFERENCE, recover
from augment.sandbox.forking import ForkingPool

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/formats.md").read_text("utf-8")
EXAMPLES = re.findall(r"<!-- example: (\w+) -->\n```json\n(.*?)```", TEXT, re.DOTALL)


def test_each_format_of_benchmarks_has_an_example() -> None:
    assert {name for name, _ in EXAMPLES} >= {*benchmarks.NAMES}


@pytest.mark.parametrize(("name", "text"), [example for example in EXAMPLES if example[0] in benchmarks.NAMES])
def test_an_example_is_known_and_its_base_tests_are_recovered(
    name: str, text: str, tmp_path: Path, trusted: ForkingPool
) -> None:
    row = json.loads(text)
    assert next(other for other, known in benchmarks.formats().items() if known.recognises(row)) == name
    (tmp_path / "toy.jsonl").write_text(text)
    (problem,) = api.load_benchmark(tmp_path / "toy.jsonl").problems
    found = recover(problem, trusted, REFERENCE_LIMITS)
    assert (len(found.cases), found.complaint) == ((0, NO_REFERENCE) if name == "livecodebench" else (1, ""))


def test_the_manifest_lists_every_file_with_its_digest() -> None:
    rows = {row["path"]: row["sha256"] for row in json.loads((ROOT / "datasets/manifest.json").read_text())["data"]}
    files = [path for path in (ROOT / "datasets").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    found = {path.relative_to(ROOT / "datasets").as_posix(): path for path in files}
    assert rows.keys() == found.keys() - {"README.md", "manifest.json"}
    assert rows == {name: hashlib.sha256(found[name].read_bytes()).hexdigest() for name in rows}
