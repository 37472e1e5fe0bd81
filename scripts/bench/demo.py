"""How often a suite is wrong about the demonstration completions: false alarms and misses.

    python scripts/bench/demo.py augment-run/results.json

Reads a results file of a run on the demonstration completions (`augment run`) and compares each verdict with what its
program was meant to be. A false alarm is a program meant right that plus rejects; a miss is one that is wrong, by the
counterexample beside it, and passes. What it can't show: how real models err; the sets are small and made up.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from augment.shipped import demo_completions


def main(results_file: str) -> None:
    results = json.loads(Path(results_file).read_text("utf-8"))
    intents: dict[tuple[str, str, int], str] = {}
    for path in demo_completions():
        numbers: Counter[str] = Counter()
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            intents[path.stem, row["task_id"], numbers[row["task_id"]]] = row["intent"]
            numbers[row["task_id"]] += 1
    counts: Counter[tuple[str, str]] = Counter()
    for row in results["completions"]:
        counts[intents[row["model"], row["task_id"], row["number"]], row["plus"]] += 1
    right = sum(count for (intent, _), count in counts.items() if intent == "right")
    wrong = sum(count for (intent, _), count in counts.items() if intent == "wrong-passes-base")
    alarms, missed = right - counts["right", "pass"], counts["wrong-passes-base", "pass"]
    print(f"python {results['machine']['python']}, suite seed {results['suite']['seed']}")
    print(f"false alarms  {alarms} of {right} programs meant right are rejected")
    print(f"misses        {missed} of {wrong} wrong programs that pass base are accepted")


if __name__ == "__main__":
    main(*sys.argv[1:])
