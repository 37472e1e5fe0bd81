"""Put real output into the documents, where `<!-- output: NAME -->` stands before a fenced block.

    python scripts/refresh_docs.py [FOLDER]

Runs the main job and the commands named below, about ten minutes on two cores, and rewrites the blocks. What the run
writes is kept in the folder, where one is given.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
AUGMENT = (sys.executable, "-m", "augment")
DOCUMENTS = ("README.md", "docs/isolation.md", "docs/domains.md", "docs/adversaries.md")
SHOWN = (11, 17, 19, 32, 50, 124)
"""Problems of HumanEval whose domains the documents show."""


def outputs(folder: Path) -> dict[str, str]:
    """What each named command prints, under the line that was typed."""
    run = printed(folder, *AUGMENT, "run")
    report = run[run.index("humaneval:") :]
    demo = printed(folder, sys.executable, str(ROOT / "scripts/bench/demo.py"), "augment-run/results.json")
    doctor = printed(folder, *AUGMENT, "doctor")
    operators = printed(folder, sys.executable, str(ROOT / "scripts/operators.py"))
    shown = {
        f"show-{task}": f"$ augment show augment-run/suite.jsonl {task}\n"
        + printed(folder, *AUGMENT, "show", "augment-run/suite.jsonl", str(task))
        for task in SHOWN
    }
    shown |= {"run": f"$ augment run\n...\n{report}", "demo": demo, "doctor": f"$ augment doctor\n{doctor}"}
    return shown | {"operators": operators}


def printed(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return "\n".join(line.rstrip() for line in done.stdout.strip().split("\n"))


def main() -> None:
    with tempfile.TemporaryDirectory() as passing:
        found = outputs(Path(sys.argv[1] if len(sys.argv) > 1 else passing))
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text("utf-8")
        for label, output in found.items():
            block = re.compile(rf"(<!-- output: {label} -->\n```\w*\n).*?(```)", re.DOTALL)
            text = block.sub(lambda match, output=output: f"{match[1]}{output}\n{match[2]}", text)  # type: ignore[misc]
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
