"""Imports point down the house, never up or across."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import augment

PACKAGE = Path(augment.__file__).parent

FLOORS = (
    {"cli", "__main__", "__init__"},
    {"api"},
    {
        "building",
        "completing",
        "reading",
        "loading",
        "scoring",
        "checking",
        "auditing",
        "explaining",
        "exporting",
        "comparing",
        "reporting",
        "leaderboards",
    }
    | {"estimating", "reviewing", "warm"},
    {"engine"},
    {"about", "named", "parallel"},
    {"shipped"},
    {"pipeline"},
    {"growth", "scale", "reduction", "proof", "difference", "assistance", "examination", "audit"},
    {"evidence"},
    {"extract", "suggest", "generate", "breed", "vet", "select", "score", "report", "recover", "prove", "export"},
    {"domain", "oracle", "harness", "sandbox", "mutants", "stats", "formats", "clients"},
    {"model"},
    {"errors"},
)
"""Parts of the package from top to bottom."""
STAGES, TOOLS = FLOORS[9], FLOORS[10]
EDGE = {"formats", "sandbox", "clients"}
"""Parts that touch the world outside; only `AT_THE_EDGE` may import them."""
AT_THE_EDGE = {"api", "cli", "__init__", "engine", "named"} | FLOORS[2]
ALONE = {"oracle/agree.py", "sandbox/child.py", "harness/driver.py", "harness/later.py", "harness/many.py"}
"""Modules whose text runs in another process, so they import nothing of ours."""


def modules(package: Path) -> Iterator[tuple[str, ast.Module]]:
    """Relative path and syntax tree of each module."""
    for path in sorted(package.rglob("*.py")):
        yield path.relative_to(package).as_posix(), ast.parse(path.read_text("utf-8"))


def part_of(name: str) -> str:
    """`cli` for `cli/run.py`, `api` for `api.py`."""
    return name.partition("/")[0].removesuffix(".py")


def imports(name: str, tree: ast.Module, package: Path) -> Iterator[tuple[int, str]]:
    """Line and part of each import from our own package, wherever in the module it stands."""
    ours = package.name
    folder = [ours, *name.split("/")[:-1]]
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        else:
            above = folder[: len(folder) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found = [f"{module}.{alias.name}" for alias in node.names] if module == ours else [module]
        for imported in found:
            head, _, rest = imported.partition(".")
            if head == ours:
                first = rest.partition(".")[0]
                there = (package / first).is_dir() or (package / f"{first}.py").is_file()
                yield node.lineno, first if first and there else "__init__"


def arrows_that_point_up(package: Path) -> list[str]:
    """One line for each import that the floors do not allow."""
    floor = {part: number for number, parts in enumerate(FLOORS) for part in parts}
    found = []
    for name, tree in modules(package):
        part = part_of(name)
        if part not in floor:
            found.append(f"{name}: on no floor")
            continue
        for line, other in imports(name, tree, package):
            where = f"{name}:{line}: imports {other}"
            if name in ALONE:
                found.append(f"{where}, but stands alone")
            elif other == part:
                continue
            elif other not in floor:
                found.append(f"{where}, which is on no floor")
            elif floor[other] < floor[part]:
                found.append(f"{where}, which is above it")
            elif {part, other} <= STAGES or {part, other} <= TOOLS:
                found.append(f"{where}, which is beside it")
            elif other in EDGE and part not in AT_THE_EDGE:
                found.append(f"{where}, which belongs to the edge")
    return found


def without_docstring(package: Path) -> list[str]:
    """Modules that do not open with what they are for."""
    return [name for name, tree in modules(package) if not ast.get_docstring(tree)]


def test_imports_point_down() -> None:
    assert arrows_that_point_up(PACKAGE) == []


def test_every_module_opens_with_a_docstring() -> None:
    assert without_docstring(PACKAGE) == []


def test_every_part_of_the_package_stands_on_one_floor() -> None:
    there = {part_of(name) for name, _ in modules(PACKAGE)}
    assert there <= set().union(*FLOORS)
    assert sum(map(len, FLOORS)) == len(set().union(*FLOORS))


def tree(root: Path, files: dict[str, str]) -> Path:
    """A package made of the given modules, above parts that import nothing."""
    package = root / "augment"
    for part in set().union(*FLOORS) - {"__init__", "__main__"}:
        files.setdefault(f"{part}/__init__.py", '"""A part."""\n')
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return package


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("errors/a.py", "import augment.model\n", "errors/a.py:1: imports model, which is above it"),
        ("model/a.py", "from augment.oracle.x import y\n", "model/a.py:1: imports oracle, which is above it"),
        ("model/a.py", "from augment import api\n", "model/a.py:1: imports api, which is above it"),
        ("model/a.py", "from augment import build\n", "model/a.py:1: imports __init__, which is above it"),
        ("model/a.py", "import augment\n", "model/a.py:1: imports __init__, which is above it"),
        ("vet/a.py", "from ..pipeline import run\n", "vet/a.py:1: imports pipeline, which is above it"),
        ("vet/a.py", "from .. import api\n", "vet/a.py:1: imports api, which is above it"),
        ("vet/a.py", "def f():\n    import augment.cli.run\n", "vet/a.py:2: imports cli, which is above it"),
        ("vet/a.py", "from augment.generate import a\n", "vet/a.py:1: imports generate, which is beside it"),
        ("oracle/a.py", "import os, augment.domain\n", "oracle/a.py:1: imports domain, which is beside it"),
        ("score/a.py", "from augment.sandbox import a\n", "score/a.py:1: imports sandbox, which belongs to the edge"),
        ("pipeline/a.py", "import augment.formats\n", "pipeline/a.py:1: imports formats, which belongs to the edge"),
        ("shipped/a.py", "import augment.formats\n", "shipped/a.py:1: imports formats, which belongs to the edge"),
        ("sandbox/child.py", "import augment.errors\n", "sandbox/child.py:1: imports errors, but stands alone"),
        ("harness/driver.py", "from . import check\n", "harness/driver.py:1: imports harness, but stands alone"),
        ("extra.py", "import os\n", "extra.py: on no floor"),
        ("api/a.py", "import augment.extra\n", "api/a.py:1: imports __init__, which is above it"),
    ],
)
def test_a_bad_arrow_is_found(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    assert arrows_that_point_up(tree(tmp_path, {name: text})) == [complaint]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cli/a.py", "from augment import api\nimport augment.formats.b\nfrom augment.cli import b\n"),
        ("api/a.py", "from augment.sandbox import b\nfrom augment import named, pipeline\n"),
        ("__init__.py", "from augment.formats.a import read\nfrom .api import build\n"),
        ("__main__.py", "from augment.cli import main\n"),
        ("vet/a.py", "from . import b\nfrom ..model import c\nimport augmentation\nfrom os import path\n"),
        ("formats/a.py", "from augment.formats import b\nfrom augment.errors import BadInput\n"),
        ("sandbox/child.py", "import os\n"),
    ],
)
def test_good_arrows_pass(tmp_path: Path, name: str, text: str) -> None:
    assert arrows_that_point_up(tree(tmp_path, {name: text})) == []


def test_a_module_without_a_docstring_is_found(tmp_path: Path) -> None:
    package = tree(tmp_path, {"model/a.py": "x = 1\n", "model/b.py": '"""Fine."""\n', "model/c.py": "# no\n"})
    assert without_docstring(package) == ["model/a.py", "model/c.py"]
