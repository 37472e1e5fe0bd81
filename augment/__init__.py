"""Grow a code benchmark's tests, re-score completions on them, and see how far pass@1 drops.

>>> import augment
>>> suite = augment.build("humaneval", "suite.jsonl")                # doctest: +SKIP
>>> results = augment.score(suite, ["my-model.jsonl"])               # doctest: +SKIP
>>> results.summary.models[0].pass_at_k[0].drop                      # doctest: +SKIP
"""

from augment.about import version
from augment.api import (
    audit,
    build,
    check,
    compare,
    count_review,
    diff,
    doctor,
    draw_review,
    explain,
    extract,
    load_benchmark,
    load_suite,
    missed,
    reduce,
    report,
    run,
    score,
)
from augment.audit.search import AuditSettings
from augment.difference import Difference, DiffSettings
from augment.engine import EngineSettings
from augment.errors import AugmentError, BadInput, TooFewSamples
from augment.estimating import Missed
from augment.explaining import Explanation
from augment.formats.suite import read as read_suite
from augment.formats.suite import write as write_suite
from augment.growth import BuildSettings
from augment.leaderboards import Compared
from augment.model.audit import Audit, AuditFinding, AuditKind
from augment.model.completion import Completion, Judgement, Verdict
from augment.model.execution import Limits
from augment.model.finding import Checked
from augment.model.problem import Benchmark, Problem
from augment.model.proof import Proof
from augment.model.suite import Case, Oracle, Suite, TestedProblem, Tier
from augment.model.value import Value
from augment.reduction import ReduceSettings
from augment.report.summary import Summary
from augment.reporting import Reported
from augment.reviewing import Counted, ReviewSettings
from augment.score.scorer import ScoreSettings
from augment.scoring import Results
from augment.warm import Scorer

__all__ = [
    "Audit",
    "AuditFinding",
    "AuditKind",
    "AuditSettings",
    "AugmentError",
    "BadInput",
    "Benchmark",
    "BuildSettings",
    "Case",
    "Checked",
    "Compared",
    "Completion",
    "Counted",
    "DiffSettings",
    "Difference",
    "EngineSettings",
    "Explanation",
    "Judgement",
    "Limits",
    "Missed",
    "Oracle",
    "Problem",
    "Proof",
    "ReduceSettings",
    "Reported",
    "Results",
    "ReviewSettings",
    "ScoreSettings",
    "Scorer",
    "Suite",
    "Summary",
    "TestedProblem",
    "Tier",
    "TooFewSamples",
    "Value",
    "Verdict",
    "audit",
    "build",
    "check",
    "compare",
    "count_review",
    "diff",
    "doctor",
    "draw_review",
    "explain",
    "extract",
    "load_benchmark",
    "load_suite",
    "missed",
    "read_suite",
    "reduce",
    "report",
    "run",
    "score",
    "version",
    "write_suite",
]
