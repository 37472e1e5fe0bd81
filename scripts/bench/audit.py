"""How well `augment audit` finds references that are wrong, where a corrected benchmark is at hand.

    python scripts/bench/audit.py BENCHMARK CORRECTED [COMPLETIONS ...] [--tasks 0,1] [--seed 0]

CORRECTED is a release with other references and inputs of its own, as EvalPlus's HumanEvalPlus.jsonl.gz. Both
references of a problem answer these inputs: they differ *in value* where both come back and one of them raises or
answers otherwise under the tolerance that the release states, and *by time* where only one comes back. The audit sees
BENCHMARK and COMPLETIONS alone. Recall is the share of problems that differ in value which an oracle finding names; a
false alarm is a problem named whose references do not differ. What it can't show: faults that the corrected references
share, or that its inputs miss, so some false alarms are none; nor how far a person gets with a finding.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from augment import api
from augment.audit.search import AuditSettings
from augment.formats import evalplus
from augment.model.audit import AuditFinding, AuditKind, Family
from augment.model.execution import Calls, Ending, ExecutorPool, Limits, Outcome, Patience, Program
from augment.model.problem import Problem
from augment.model.suite import Oracle, Unanswered
from augment.oracle.compare import equal, plain_value
from augment.sandbox.forking import ForkingPool

LIMITS = Limits(cpu_seconds=2.0, program_cpu_seconds=60.0)
NOT_OF_VALUE = {AuditKind.SLOW, AuditKind.STRICT_FLOATS}
"""Oracle findings that do not say that an answer is wrong."""
CAME_BACK = (Ending.RETURNED, Ending.RAISED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark")
    parser.add_argument("corrected", type=Path)
    parser.add_argument("completions", nargs="*", type=Path)
    parser.add_argument("--tasks", default="", help="task ids, separated by commas")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tasks = [task for task in options.tasks.split(",") if task]
    audit = api.audit(
        options.benchmark,
        options.completions,
        settings=AuditSettings(seed=options.seed),
        tasks=tasks,
        progress=told,
    )
    audited = {problem.task_id for problem in audit.problems}
    problems = {one.task_id: one for one in api.load_benchmark(options.benchmark).problems if one.task_id in audited}
    records = [record for record in evalplus.read(options.corrected) if record.problem.task_id in problems]
    with ForkingPool() as pool:
        found = {record.problem.task_id: differ(problems[record.problem.task_id], record, pool) for record in records}
    by_value = {task_id for task_id, how in found.items() if how == "value"}
    by_time = {task_id for task_id, how in found.items() if how == "time"}
    print(f"python {platform.python_version()}, {len(found)} problems, seed {options.seed}, {len(audit.models)} models")
    print(f"references differ in value on {len(by_value)}: {named(by_value)}")
    print(f"by time alone on {len(by_time)}: {named(by_time)}\n")
    table(audit.findings, by_value)


def told(done: int, total: int, label: str) -> None:
    sys.stderr.write(f"\raudited {done}/{total}")


def differ(problem: Problem, corrected: Unanswered, pool: ExecutorPool) -> str:
    """How two references differ on the inputs of the second: `value`, `time`, or not at all."""
    oracle = Oracle(absolute=max(corrected.absolute, 1e-9), relative=max(corrected.relative, 1e-9))
    calls = Calls(corrected.plus_args)
    with pool.lend() as executor:
        ours, theirs = (
            executor.run(Program(source=one.reference, entry_point=one.entry_point), calls, LIMITS, watch=Patience())
            for one in (problem, corrected.problem)
        )
    how = ""
    for index in ours.outcomes.keys() & theirs.outcomes.keys():
        one, two = ours.of(index), theirs.of(index)
        if one.ending in CAME_BACK and two.ending in CAME_BACK:
            if not same(oracle, one, two):
                return "value"
        elif one.ending is not two.ending:
            how = "time"
    return how


def same(oracle: Oracle, one: Outcome, two: Outcome) -> bool:
    """Whether two outcomes are the same answer, or both an exception."""
    if Ending.RAISED in (one.ending, two.ending):
        return one.ending is two.ending
    ours, theirs = plain_value(one), plain_value(two)
    if ours is None or theirs is None:
        return ours is theirs
    return equal(oracle, theirs.unpack(), ours.unpack())


def table(findings: Sequence[AuditFinding], by_value: set[str]) -> None:
    """What each kind of oracle finding named, and what all did that say an answer is wrong."""
    of_oracle = [finding for finding in findings if finding.family is Family.ORACLE]
    print(f"{'kind':26}{'named':>6}{'differ':>8}  others")
    for kind in dict.fromkeys(finding.kind for finding in of_oracle):
        row(kind, {finding.task_id for finding in of_oracle if finding.kind is kind}, by_value)
    for sureness in dict.fromkeys(finding.sureness for finding in of_oracle):
        some = {f.task_id for f in of_oracle if f.sureness is sureness and f.kind not in NOT_OF_VALUE}
        row(f"wrong answers, {sureness}", some, by_value)
    blamed = {finding.task_id for finding in of_oracle if finding.kind not in NOT_OF_VALUE}
    row("wrong answers, all", blamed, by_value)
    print(f"\nrecall        {len(blamed & by_value)} of {len(by_value)} problems that differ in value")
    print(f"false alarms  {len(blamed - by_value)} of {len(blamed)} problems that are named")
    print(f"missed        {named(by_value - blamed)}")


def row(name: str, found: set[str], by_value: set[str]) -> None:
    print(f"{name:26}{len(found):6}{len(found & by_value):8}  {named(found - by_value)}")


def named(task_ids: set[str]) -> str:
    """Task ids without what is before their slash, in the order of their numbers."""
    short = [task_id.rpartition("/")[2] for task_id in task_ids]
    return ", ".join(sorted(short, key=lambda text: (len(text), text))) or "none"


if __name__ == "__main__":
    main()
