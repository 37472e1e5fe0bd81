"""EvalPlus's type-aware mutation, run inside an environment that has evalplus 0.3.1; standard library otherwise.

Reads one JSON object on stdin: `counts` (of inputs wanted, rising), `seconds` (of processor time, at most, for a
problem), `seed`, and `tasks` with `task_id`, `code`, `entry_point` and `base` (literals of argument lists). The entry
point runs the contract and then the reference, as EvalPlus does it, and raises where an input is not valid. Prints a
JSON object for each: `task_id`, `inputs` (literals), and `marks`, by count the inputs found and the seconds taken.
"""

from __future__ import annotations

import importlib
import json
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

FOREVER = 1e9


class Late(BaseException):
    """A problem has had its time."""


def late(*_: object) -> None:
    raise Late


def main() -> None:
    sys.set_int_max_str_digits(0)
    make = importlib.import_module("evalplus.gen.type_mut").TypedMutGen
    asked = json.load(sys.stdin)
    told, sys.stdout = sys.stdout, sys.stderr  # the references may print, and so does the generator
    signal.signal(signal.SIGPROF, late)
    for task in asked["tasks"]:
        random.seed(f"{asked['seed']} {task['task_id']}")
        print(json.dumps(mutated(make, task, asked["counts"], asked["seconds"])), file=told, flush=True)


def mutated(make: Any, task: dict[str, Any], counts: list[int], seconds: float) -> dict[str, Any]:
    """What is found for one problem."""
    base = [eval(text, {"inf": float("inf"), "nan": float("nan")}) for text in task["base"]]
    generator = make(base, task["entry_point"], task["code"])
    generator.timeout = FOREVER
    marks = list(reached(generator, counts, seconds))
    return {"task_id": task["task_id"], "inputs": [repr(args) for args in generator.new_inputs], "marks": marks}


def reached(generator: Any, counts: list[int], seconds: float) -> Iterator[tuple[int, float]]:
    """For each count the inputs found by then and the processor time taken; when time is up, no more is found."""
    started, took, up = time.process_time(), 0.0, False
    for count in counts:
        if not up:
            try:
                signal.setitimer(signal.ITIMER_PROF, max(0.01, seconds - (time.process_time() - started)))
                generator.generate(count)
            except Late:
                up = True
            except Exception as problem:  # a value of a type that it has no mutator for
                print(f"{generator.entry_point}: {problem!r}", file=sys.stderr)
                up = True
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                took = time.process_time() - started
        yield len(generator.new_inputs), took


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    main()
