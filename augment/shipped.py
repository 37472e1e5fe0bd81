"""Where the data that come with augment lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from augment.errors import BadInput


def data_folder() -> Path:
    """The folder of the data. Raises `BadInput` where it is not there."""
    package = Path(__file__).parent
    for folder in (package / "_datasets", package.parent / "datasets"):
        if (folder / "manifest.json").exists():
            return folder
    raise BadInput("the data of augment are not installed", hint="install augment from its repository or wheel")


def demo_completions() -> list[Path]:
    """The files of demonstration completions, by name. Raises `BadInput` where they are not there."""
    return sorted((data_folder() / "demo").glob("*.jsonl"))


def example_files() -> list[Path]:
    """The files of the example benchmark, by name. Raises `BadInput` where they are not there."""
    return sorted((data_folder() / "example").glob("*.py"))
