"""What a proof costs and what it is worth: seconds, inputs tried, and how much smaller the input is.

    python scripts/bench/proofs.py suite.jsonl datasets/demo/*.jsonl

Judges completions on a suite and has a proof made for each program that passes base and fails plus, one at a time;
equal programs once. What it can't show: the cost on a machine that does nothing else, unless it is run on one.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections import Counter
from statistics import mean, median

from augment import EngineSettings, ScoreSettings, load_suite
from augment.engine import engine
from augment.model.completion import Opinion, Verdict
from augment.prove.simpler import weight
from augment.reading import read_completions
from augment.score.judging import program_key

SETTINGS = ScoreSettings()


def main(suite_file: str, *sets: str) -> None:
    suite = load_suite(suite_file)
    reading = read_completions(sets, (tested.problem for tested in suite.problems))
    programs = {(one.task_id, program_key(one.program)): one for one in reading.completions}
    seconds, asked, before, after = [], [], [], []
    ends: Counter[str] = Counter()
    with engine(EngineSettings()) as running:
        for tested in suite.problems:
            scorer, prover = running.scorer(tested, SETTINGS), running.prover(tested, SETTINGS)
            sizes = {case.id: weight(case.args.unpack_args())[0] for case in tested.cases}
            for (task_id, _), completion in programs.items():
                judgement = scorer.judge(completion) if task_id == tested.problem.task_id else None
                if judgement is None or judgement.base is not Verdict.PASS:
                    continue
                opinion = Opinion(base=judgement.base, plus=judgement.plus, failure=judgement.failure)
                start = time.monotonic()
                proof = prover.prove(completion.program, opinion, SETTINGS.limits)
                if proof is not None:
                    seconds.append(time.monotonic() - start)
                    asked.append(proof.asked)
                    before.append(sizes[proof.case_id])
                    after.append(weight(proof.args.unpack_args())[0])
                    ends[proof.note.partition(":")[0] or "confirmed and minimal"] += 1
    print(f"python {platform.python_version()}, {os.cpu_count()} cpus, suite seed {suite.seed}, {len(seconds)} proofs")
    for name, numbers in (
        ("seconds", seconds),
        ("inputs tried", asked),
        ("parts of the test", before),
        ("parts", after),
    ):
        print(f"{name:18} mean {mean(numbers):6.2f}  median {median(numbers):6.2f}  max {max(numbers):6.2f}")
    for note, count in ends.most_common():
        print(f"{count:5}  {note}")


if __name__ == "__main__":
    main(*sys.argv[1:])
