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


def texts(known: str, pool: Pool, *more: str) -> dict[str, list[str]]:
    """Boundary texts by what they are, of a function of one text that was seen with one or more."""
    inputs = [(text,) for text in (known, *more)]
    seeds = [Seed(f"base-{number}", args) for number, args in enumerate(inputs)]
    types = {count: list(kinds) for count, kinds in argument_types(inputs, {}).items()}
    found: dict[str, list[str]] = {}
    for proposal in boundaries(seeds, types, pool, random.Random(0)):
        (value,) = proposal.args.unpack_args()
        found.setdefault(proposal.origin.removeprefix("boundary:"), []).append(str(value))
    return found


def test_two_numbers_of_a_text_become_any_two_that_the_problem_speaks_of() -> None:
    pool = harvest(CALENDAR, [("07-14-1999",)])
    assert {"02-29-1999", "29-02-1999", "07-02-0029"} <= set(texts("07-14-1999", pool)["str.figures"])


def test_two_numbers_come_in_two_texts_of_the_form_that_most_have() -> None:
    pool = harvest(CALENDAR, [("07-14-1999",)])
    found = texts("07-14-1999", pool, "1-2-3 or so", "08-15-2001", "1/2/3", "4/5-1999")["str.figures"]
    assert {"02-29-1999", "02-29-2001"} <= set(found)


def test_texts_come_in_long_lengths() -> None:
    assert set(map(len, texts("abc", harvest(CALENDAR, [("abc",)]))["str.long"])) == set(LONG)


def test_letters_beyond_ascii_stand_in_known_texts_and_some_have_no_case() -> None:
    pool = replace(harvest(CALENDAR, [("abcdef",)]), rare=" é日本")
    found = texts("abcdef", pool)
    assert all(sum(not c.isascii() for c in text) == 1 and len(text) == 6 for text in found["str.foreign"])
    assert any(text and set(text) <= set("日本") for text in found["str.rare"])


def whole(*args: object) -> dict[str, list[tuple[object, ...]]]:
    """Changes to all arguments at once, by what they are."""
    types = {count: list(kinds) for count, kinds in argument_types([args], {}).items()}
    pool = harvest(CALENDAR, [args])
    found: dict[str, list[tuple[object, ...]]] = {}
    for proposal in boundaries([Seed("base-0", args)], types, pool, random.Random(0)):
        if proposal.origin.startswith("boundary:all."):
            found.setdefault(proposal.origin.removeprefix("boundary:all."), []).append(proposal.args.unpack_args())
    return found


def test_all_arguments_change_at_once() -> None:
    assert whole([1, (2, -0.5)], {"a": 3}, True) == {
        "negated": [([-1, (-2, 0.5)], {"a": -3}, True)],
        "larger": [([10, (20, -5.0)], {"a": 30}, True)],
        "least": [([], {}, False)],
    }
    assert whole(3, "b", 4)["swapped"] == [(4, "b", 3)]
    assert whole(3, "b", [4])["least"] == [(0, "", [])]
    assert "swapped" not in whole("a", "a")
    assert "negated" not in whole("a", 0)


def test_characters_that_were_never_seen_come_alone() -> None:
    pool = replace(harvest(CALENDAR, [("abc",)]), rare="Ж日")
    assert {character for text in texts("abc", pool)["str.rare"] for character in text} <= set("Ж日")
    assert "str.rare" not in texts("abc", harvest(CALENDAR, [("abc",)]))
