"""List the operators of `augment.mutants` with an example each, as `docs/adversaries.md` shows them.

python scripts/operators.py
"""

from __future__ import annotations

from augment.mutants import make
from augment.mutants.corners import CORNERS
from augment.mutants.operators import OPERATORS


def main() -> None:
    for module in make.REGISTERED:
        print((module.__doc__ or "").split("\n")[0])
        for operator in OPERATORS.values():
            if operator.change.__module__ == module.__name__:
                before, *after = max(operator.examples, key=len)
                print(f"  {operator.name}: {operator.about}")
                print(f"      {line(before)}  ->  {'  |  '.join(map(line, after))}")
        print()
    print("Changed arguments, and special classes of arguments and answers.")
    for name, about in CORNERS.items():
        print(f"  {name}: {about}")


def line(code: str) -> str:
    """Code in one line."""
    return " / ".join(part.strip() for part in code.split("\n")) or "(nothing)"


if __name__ == "__main__":
    main()
