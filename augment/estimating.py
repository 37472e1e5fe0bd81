"""What a suite still misses, estimated from results files: from tests that convict alone, and from a second suite.

A completion that passes base is *convicted* when it fails plus and *accepted* when it passes; where our own trouble
came between, it is in no count. Each figure rests on assumptions that hold only roughly; `docs/missed.md` says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from augment.errors import BadInput
from augment.formats import files
from augment.formats.results import ResultsFile
from augment.model.completion import Failed
from augment.model.counts import Counts
from augment.stats.captured import Unseen, unseen_by_two
from augment.stats.unseen import chao, further, good_turing

FEWEST: Final = 5
"""Plus tests of a problem that it takes to tell what one more would convict; a single one always convicts alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What the plus tests of one problem convict, and what more of them would of completions like these.

    More may be expected than is accepted here: where one test alone convicts all that are wrong, too much is expected,
    and where that test is missing, too little. Over many problems the two even out, so no figure is cut off at what is
    accepted: sums would be too low.
    """

    task_id: str
    tests: int
    accepted: int
    convicted: int
    once: int
    """Completions that exactly one test convicts."""
    twice: int
    """Completions that exactly two tests convict."""
    alone: int
    """Tests that are the only one to convict some completion."""
    unknown: int
    """Convicted completions whose run ended before all tests were made; they are not in `once` and `twice`."""

    @property
    def next(self) -> float:
        """How many accepted completions one more test is expected to convict."""
        return good_turing(self.once, self.tests) or 0.0

    @property
    def chance(self) -> float:
        """That one more test convicts any: the share of the tests without which some completion would be accepted."""
        return good_turing(self.alone, self.tests) or 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """What the tests that convict alone say of those that were never made, over all problems."""

    problems: Sequence[Tally]
    untested: int
    """Accepted completions of problems with fewer than `FEWEST` plus tests, which are in no other figure."""

    @property
    def next(self) -> float:
        """How many accepted completions one more test of each problem is expected to convict."""
        return sum(tally.next for tally in self.problems)

    @property
    def chance(self) -> float:
        """That one more test of each problem convicts any."""
        return 1 - prod(1 - tally.chance for tally in self.problems)

    @property
    def again(self) -> float:
        """How many accepted completions as many tests again are expected to convict."""
        return further(self.total("once"), self.total("twice"), self.trials, self.trials) or 0.0

    @property
    def least(self) -> float:
        """How many accepted completions tests of this kind would convict in the end, at least."""
        return chao(self.total("once"), self.total("twice"), self.trials) or 0.0

    @property
    def trials(self) -> int:
        """Tests of a problem, the mean: a trial is one test of each, since few completions say little alone."""
        return round(self.total("tests") / len(self.problems)) if self.problems else 0

    def total(self, name: str) -> int:
        """One of the counts, over all problems."""
        return sum(getattr(tally, name) for tally in self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(Counts):
    """How two suites judge completions that pass base with both. Adds up."""

    only_one: int = 0
    """Convicted by the first suite alone."""
    only_other: int = 0
    both: int = 0
    neither: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Two suites that judged the same completions."""

    problems: Mapping[str, Both]
    """By task id."""
    left_out: int
    """Completions of which a file does not say that they pass base, and what plus says."""
    unsure: Sequence[str]
    """Sets whose programs could not be told to be the same, in files of earlier versions."""

    @property
    def all(self) -> Both:
        """Over all problems."""
        return sum(self.problems.values(), Both())

    @property
    def unseen(self) -> Unseen | None:
        """Wrong programs among those that neither convicts; None where a suite convicts nothing."""
        return unseen(self.problems.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """What is known of the wrong programs that a suite accepts."""

    alone: Alone | None
    """None where the results do not say which tests each completion failed."""
    overlap: Overlap | None
    """None without results of a second suite."""


def missed(one: ResultsFile, other: ResultsFile | None) -> Missed:
    """Estimate what a suite misses.

    Args:
        one: results of the suite; with all tests run, unless there are others.
        other: results of another suite on the same completions.

    Raises:
        BadInput: the files cannot be used for that.
    """
    compared = None if other is None else overlap(one, other)
    return Missed(alone=alone(one) if compared is None or _all_tests(one) else None, overlap=compared)


def _all_tests(results: ResultsFile) -> bool:
    return bool(results.document["settings"].get("all_tests"))


def alone(results: ResultsFile) -> Alone:
    """Count what each test convicts alone.

    Raises:
        BadInput: not all tests were run, or the file does not say how many there were.
    """
    try:
        tests = {str(row["task_id"]): int(row["plus_tests"]) for row in results.document["problems"]}
        if not _all_tests(results):
            raise BadInput(
                f"{results.path}: tells only the first test that each completion failed",
                hint="score again with --all-tests: `augment score SUITE COMPLETIONS --all-tests -o results.json`",
            )
        by_task: dict[str, list[files.Row]] = {task_id: [] for task_id in tests}
        for row in _judged(results):
            by_task[row["task_id"]].append(row)
        tallies = [_tally(task_id, tests[task_id], rows) for task_id, rows in by_task.items()]
    except (KeyError, TypeError, ValueError) as problem:
        raise BadInput(f"{results.path}: a part of it cannot be used ({problem!r:.80})", hint="score again") from None
    return Alone(
        problems=[tally for tally in tallies if tally.tests >= FEWEST],
        untested=sum(tally.accepted for tally in tallies if tally.tests < FEWEST),
    )


def _judged(results: ResultsFile) -> Iterable[files.Row]:
    """Rows of completions that pass base and have a verdict on plus."""
    return (row for row in results.rows if row.get("base") == "pass" and row.get("plus") != "infra")


def _convicted(row: files.Row) -> bool:
    return bool(row["plus"] != "pass")


def _tally(task_id: str, tests: int, rows: Sequence[files.Row]) -> Tally:
    convicted = [Failed.from_row(row.get("failed")) for row in rows if _convicted(row)]
    whole = [failed for failed in convicted if failed is not None and not failed.not_run]
    times = Counter(failed.plus for failed in whole)
    return Tally(
        task_id=task_id,
        tests=tests,
        accepted=len(rows) - len(convicted),
        convicted=len(convicted),
        once=times[1],
        twice=times[2],
        alone=len({failed.case_ids for failed in whole if failed.plus == 1}),
        unknown=len(convicted) - len(whole),
    )


def overlap(one: ResultsFile, other: ResultsFile) -> Overlap:
    """Compare the verdicts of two suites on the same completions.

    Raises:
        BadInput: the files share no completion, or a set is not the same in both.
    """
    _check_suites(one, other)
    first, second = ({_identity(row): row for row in _judged(results)} for results in (one, other))
    shared = [identity for identity in first if identity in second]
    if not shared:
        raise BadInput(
            f"{one.path} and {other.path}: no completion passes base in both",
            hint="score the same files of completions with two suites",
        )
    problems: dict[str, Both] = {}
    for identity in shared:
        verdicts = _convicted(first[identity]), _convicted(second[identity])
        task_id = identity[1]
        problems[task_id] = problems.get(task_id, Both()) + _CELLS[verdicts]
    every = {_identity(row) for results in (one, other) for row in results.rows}
    untold = _untold([(first[identity], second[identity]) for identity in shared], one, other)
    digests = [{model: digest for model, (_, digest) in results.sets.items()} for results in (one, other)]
    unsure = [model for model in untold if len({known.get(model) for known in digests}) > 1]
    return Overlap(problems=problems, left_out=len(every) - len(shared), unsure=unsure)


def unseen(problems: Iterable[Both]) -> Unseen | None:
    """Wrong programs among those that two suites accept, estimated from how they judge those of some problems."""
    every = [*problems]
    found = unseen_by_two([(one.only_one, one.only_other, one.both) for one in every])
    return None if found is None else found.at_most(sum(one.neither for one in every))


_CELLS = {
    (True, True): Both(both=1),
    (True, False): Both(only_one=1),
    (False, True): Both(only_other=1),
    (False, False): Both(neither=1),
}


def _identity(row: files.Row) -> tuple[str, str, int]:
    return str(row["model"]), row["task_id"], row["number"]


def _check_suites(one: ResultsFile, other: ResultsFile) -> None:
    if one.path.resolve() == other.path.resolve():
        raise BadInput(f"{one.path}: given twice", hint="give the results of two different suites")
    if one.suite_sha256 and one.suite_sha256 == other.suite_sha256:
        raise BadInput(
            f"{one.path} and {other.path}: made with the same suite",
            hint="score the completions with another suite: of another seed (`augment build --seed 1`), or tool",
        )


def _untold(pairs: Iterable[tuple[files.Row, files.Row]], one: ResultsFile, other: ResultsFile) -> list[str]:
    """Sets of which some row does not tell its program. Raises `BadInput` where two rows tell different ones."""
    untold = set()
    for first, second in pairs:
        programs = {first.get("program"), second.get("program")}
        if None in programs:
            untold.add(str(first["model"]))
        elif len(programs) > 1:
            name = f"{first['task_id']} {first['model']} #{first['number']}"
            raise BadInput(
                f"{one.path} and {other.path}: the program of {name} is not the same in both",
                hint="score the same files of completions with both suites",
            )
    return sorted(untold)
