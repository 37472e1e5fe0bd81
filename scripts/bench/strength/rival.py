"""EvalPlus beside us: its inputs, its expected answers, its verdicts, out of its own environment, without network."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from augment.errors import BadInput, NotPlain
from augment.formats import files
from augment.model.digits import any_number_of_digits
from augment.model.value import Value
from augment.vet.contract import contract_program
from scripts.bench.strength.authority import Ground

MUTATION = Path(__file__).with_name("typed_mutation.py")
GROUND_TRUTH = """
import sys
from evalplus import evaluate as e
if sys.argv[1] == "mbpp":
    e.get_groundtruth(e.get_mbpp_plus(), e.get_mbpp_plus_hash(), e.MBPP_OUTPUT_NOT_NONE_TASKS)
else:
    e.get_groundtruth(e.get_human_eval_plus(), e.get_human_eval_plus_hash(), [])
"""


@dataclass(frozen=True, slots=True)
class Mutated:
    """Inputs that type-aware mutation found, by task id, at rising counts."""

    inputs: Sequence[Mapping[str, Sequence[Value]]]
    seconds: Sequence[float]
    """Processor time of all problems together."""


def mutated(python: str, grounds: Sequence[Ground], counts: Sequence[int], seconds: float, seed: int) -> Mutated:
    """Mutate the base inputs of problems.

    Args:
        python: of an environment with evalplus 0.3.1.
        grounds: the problems.
        counts: of valid inputs wanted, rising.
        seconds: of processor time after which a problem is left as it is.
        seed: of chance.
    """
    asked = {"counts": [*counts], "seconds": seconds, "seed": seed, "tasks": list(map(task_row, grounds))}
    environment = {**os.environ, "PYTHONHASHSEED": "0"}  # its ingredients are drawn out of sets
    done = subprocess.run(
        [python, str(MUTATION)], input=json.dumps(asked), capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        raise BadInput(
            f"{python}: {(done.stderr.strip().splitlines() or ['it died'])[-1]}",
            hint="wanted the Python of an environment with evalplus 0.3.1",
        )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    steps = range(len(counts))
    return Mutated(
        [{row["task_id"]: plain_arguments(row["inputs"][: row["marks"][step][0]]) for row in told} for step in steps],
        [sum(row["marks"][step][1] for row in told) for step in steps],
    )


def task_row(ground: Ground) -> dict[str, Any]:
    """What the generator is told of a problem."""
    problem = ground.released.problem
    contract = contract_program(problem, ground.contract)
    guarded = (
        f"{contract.source}\ndef valid_answer(*args):\n    if {contract.entry_point}(*args) is False:\n"
        f"        raise ValueError\n    return {problem.entry_point}(*args)\n"
    )
    base = [repr(list(args.unpack_args())) for args in ground.base_inputs()]
    return {"task_id": ground.task_id, "code": guarded, "entry_point": "valid_answer", "base": base}


def plain_arguments(literals: Sequence[str]) -> list[Value]:
    """Argument lists as tuples, those left out that are no plain data."""
    found = []
    for text in literals:
        try:
            args = Value.from_literal(text).unpack()
        except NotPlain:
            continue
        if isinstance(args, list):
            found.append(Value.of(tuple(args)))
    return found


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How EvalPlus is asked for its verdicts on a file of completions, and where it writes them."""

    command: Sequence[str]
    ground_truth: Sequence[str]
    """Computes the expected answers, which it keeps."""
    environment: Mapping[str, str]
    found: Path

    def verdicts(self) -> dict[tuple[str, int], tuple[str, str]]:
        """By task id and number what base and plus tests say: `pass`, `fail` or `timeout`."""
        results = json.loads(self.found.read_text())["eval"]
        return {
            (task_id, number): (row["base_status"], row["plus_status"])
            for task_id, rows in results.items()
            for number, row in enumerate(rows)
        }


def evaluation(python: str, rows: Sequence[files.Row], completions: Path, folder: Path, jobs: int) -> Evaluation:
    """An evaluation of completions on released data.

    Args:
        python: of an environment with evalplus 0.3.1.
        rows: of the released data; the completions are of all their problems.
        completions: JSON Lines.
        folder: for its copy of the data and its cache.
        jobs: completions judged at once.
    """
    local = folder / "evalplus.jsonl"
    with any_number_of_digits():
        local.write_text("".join(json.dumps(row) + "\n" for row in rows))
    name = "mbpp" if rows[0]["task_id"].startswith("Mbpp") else "humaneval"
    paths = {f"{which}_OVERRIDE_PATH": str(local) for which in ("HUMANEVAL", "MBPP")}
    command = [python, "-m", "evalplus.evaluate", "--dataset", name, "--samples", str(completions)]
    return Evaluation(
        command=[*command, "--parallel", str(jobs), "--i_just_wanna_run"],
        ground_truth=[python, "-c", GROUND_TRUTH, name],
        environment={**os.environ, **paths, "XDG_CACHE_HOME": str(folder)},
        found=completions.with_name(f"{completions.stem}_eval_results.json"),
    )
