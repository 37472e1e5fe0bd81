"""Where the demonstration completions lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from augment.errors import BadInput


def demo_completions() -> list[Path]:
    """The files of demonstration completions, by name.

    Raises:
        BadInput: they are not there.
    """
    package = Path(__file__).parent
    for folder in (package / "_datasets" / "demo", package.parent / "datasets" / "demo"):
        files = sorted(folder.glob("*.jsonl"))
        if files:
            return files
    raise BadInput(
        "the demonstration completions are not installed", hint="install augment from its repository or wheel"
    )
