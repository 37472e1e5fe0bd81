"""Results files made of verdicts that a test writes down, as `augment score` would write them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from augment.formats import files
from augment.formats import results as result_files
from augment.model.completion import Completion, Failure, Judgement, Verdict
from augment.model.execution import Limits
from augment.model.proof import Proof
from augment.model.suite import Case, Exclusion, Kind, Tier
from augment.model.value import Value
from augment.report.document import Provenance, Reading, document
from augment.report.figures import Figures
from augment.report.summary import TestCounts, summarise
from augment.reporting import figures_of

HOSTILE = "</script><script>window.stolen=1</script><img src=x onerror=window.stolen=1>\"'`|\u202e\x1b[31m\x00\ud800"
HOSTILE += "{{7*7}}$x$"
"""What breaks a page that trusts it."""
SUITE = {
    "file": "some/suite.jsonl",
    "sha256": "ab",
    "seed": 7,
    "created_with": "augment 0.0",
    "funnel": {"proposed": 1000, "dropped": {"not new": 700, "not chosen": 220}},
    "search": {"rounds": 3, "tried": 400, "adversaries": 200, "by_base": 80, "by_suite": 150, "by_all": 152, "once": 2},
}


def judged(
    model: str,
    task_id: str,
    number: int,
    base: str,
    plus: str,
    *,
    program: str = "def f(x):\n    return x\n",
    proof: Proof | None = None,
    failure: Failure | None = None,
) -> Judgement:
    """A judgement; a false positive fails the test `plus-0` unless a failure is given."""
    completion = Completion(task_id=task_id, model=model, number=number, program=program, source="file:1")
    if base == "pass" != plus and failure is None:
        failure = Failure(kind=Kind.PLUS, case_id="plus-0", reason="expected 1, got 2", got="2")
    return Judgement(completion=completion, base=Verdict(base), plus=Verdict(plus), failure=failure, proof=proof)


def proof(got: str = "99", tier: Tier | None = Tier.STRETCH) -> Proof:
    args, expected = Value.of(([0, 0],)), Value.of(0)
    return Proof(args=args, expected=expected, got=got, tier=tier, case_id="plus-0", minimal=True, asked=5)


def made(
    judgements: Sequence[Judgement],
    tests: Mapping[str, TestCounts] | None = None,
    *,
    ks: Sequence[int] = (1,),
    benchmark: str = "toy",
    excluded: Sequence[Exclusion] = (),
    reading: Reading | None = None,
    suite: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """The document on some judgements; each problem has three base and forty plus tests unless told."""
    names = dict.fromkeys(judgement.completion.task_id for judgement in judgements)
    tests = tests or {name: TestCounts(base=3, plus=40) for name in names}
    case = Case(
        id="plus-0",
        kind=Kind.PLUS,
        args=Value.of(([1, 2, 3],)),
        expected=Value.of(1),
        origin="mutation:x",
        tier=Tier.INSIDE,
    )
    summary = summarise(benchmark, tests, judgements, excluded, ks)
    provenance = Provenance(
        created_with="augment 1.2.3",
        suite=SUITE if suite is None else suite,
        sets=[],
        settings={"limits": asdict(Limits()), "tiers": ["inside", "stretch"], "extract": True},
        machine={"python": "3.11.7", "isolation": "bubblewrap"},
        run={"started": "2026-01-01T00:00:00+00:00", "seconds": 1.5, "from_cache": 3},
    )
    return document(summary, judgements, reading or Reading(), provenance, {name: [case] for name in names})


def wrote(path: Path, found: Mapping[str, Any]) -> Path:
    """The document as a file."""
    path.write_text(files.dump(found), "utf-8")
    return path


def shown(found: Mapping[str, Any], folder: Path) -> Figures:
    """What a report of a document shows, after its way through a file."""
    return figures_of(result_files.read(wrote(folder / "results.json", found)))


def three_models() -> list[Judgement]:
    """Four problems, two completions each, of three models: `good` stays, `fast` loses to time, `loose` to answers."""
    judgements = []
    for task in range(4):
        for number in range(2):
            name = f"Toy/{task}"
            judgements.append(judged("good", name, number, "pass", "pass"))
            late = task == 0 and number == 0
            judgements.append(judged("fast", name, number, "pass", "timeout" if late else "pass"))
            wrong = "fail" if task < 2 else "crash" if (task, number) == (2, 1) else "pass"
            judgements.append(judged("loose", name, number, "pass", wrong, proof=proof() if wrong == "fail" else None))
    return judgements


def many_models(models: int, problems: int, seed: int = 0) -> list[Judgement]:
    """A run of the size of a leaderboard; about one in nine programs that base accepts is rejected, all different."""
    chance = random.Random(seed)
    judgements = []
    for model in range(models):
        for problem in range(problems):
            base = "pass" if chance.random() < 0.4 + model / (2 * models) else "fail"
            plus = chance.choice(["fail"] * 5 + ["timeout"]) if base == "pass" and chance.random() < 0.11 else base
            text = f"def solve(xs):\n    total = {model}\n    for x in xs:  # {problem}\n        total += x\n"
            name = f"Toy/{problem}"
            shown_wrong = proof() if base == "pass" != plus else None
            judgements.append(judged(f"model-{model:02}", name, 0, base, plus, program=text * 3, proof=shown_wrong))
    return judgements
