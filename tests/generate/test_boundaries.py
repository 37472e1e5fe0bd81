"""Edge inputs: the texts with other numbers, the long ones and those of characters that were never seen."""

from __future__ import annotations

import random
from dataclasses import replace

from augment.domain.harvest import Pool, harvest
from augment.domain.types import argument_types
from augment.generate.boundaries import LONG, boundaries
from augment.generate.mutate import Seed
from augment.model.problem import Problem

CALENDAR = Problem(
    task_id="T/0",
    prompt="def solve(day):\n",
    entry_point="solve",
    canonical_solution="    return day[:2] != '02' or int(day[3:5]) <= 29\n    # 2 is the short month\n",
    test="",
)


def texts(known: str, pool: Pool) -> dict[str, list[str]]:
    """Boundary texts by what they are, of a function of one text."""
    inputs = [(known,)]
    seeds = [Seed("base-0", args) for args in inputs]
    types = {count: list(kinds) for count, kinds in argument_types(inputs, {}).items()}
    found: dict[str, list[str]] = {}
    for proposal in boundaries(seeds, types, pool, random.Random(0)):
        (value,) = proposal.args.unpack_args()
        found.setdefault(proposal.origin.removeprefix("boundary:"), []).append(str(value))
    return found


def test_two_numbers_of_a_text_become_any_two_that_the_problem_speaks_of() -> None:
    pool = harvest(CALENDAR, [("07-14-1999",)])
    assert {"02-29-1999", "29-02-1999", "07-02-0029"} <= set(texts("07-14-1999", pool)["str.figures"])


def test_texts_come_in_long_lengths() -> None:
    assert set(map(len, texts("abc", harvest(CALENDAR, [("abc",)]))["str.long"])) == set(LONG)


def test_characters_that_were_never_seen_come_alone() -> None:
    pool = replace(harvest(CALENDAR, [("abc",)]), rare="Ж日")
    assert {character for text in texts("abc", pool)["str.rare"] for character in text} <= set("Ж日")
    assert "str.rare" not in texts("abc", harvest(CALENDAR, [("abc",)]))
