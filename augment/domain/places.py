"""Lay an input out by place, so that all values of one place can be looked at together.

A place is written `0` for the first argument, `0[]` for the items of a container in it, `0.1` for the second field of
a tuple of fixed length, `0{}` for the values of a dict and `0{k}` for its keys; `0#` holds the whole numbers that stand
in a text. The items of a set come in the order of their literals, which is the same in every process.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from augment.model.literals import write_literal
from augment.model.types import TypeSet

Args = tuple[object, ...]
Places = dict[str, list[Any]]
DIGITS: Final = re.compile(r"\d{1,300}")


def places_of(args: Args, types: Sequence[TypeSet]) -> Places:
    """The values of an input by their places."""
    found: Places = {}

    def visit(value: object, at: str, kind: TypeSet) -> None:
        found.setdefault(at, []).append(value)
        if isinstance(value, tuple) and kind.fields is not None:
            for number, (item, inside) in enumerate(zip(value, kind.fields, strict=False)):
                visit(item, f"{at}.{number}", inside)
        elif isinstance(value, (list, tuple, set, frozenset)):
            inner = kind.tuple_items if isinstance(value, tuple) else kind.item_types(type(value).__name__)
            items = sorted(value, key=write_literal) if isinstance(value, (set, frozenset)) else value
            for item in items:
                visit(item, f"{at}[]", inner or kind)
        elif isinstance(value, dict) and kind.pairs is not None:
            for key, item in value.items():
                visit(key, f"{at}{{k}}", kind.pairs[0])
                visit(item, f"{at}{{}}", kind.pairs[1])
        elif isinstance(value, str) and (numbers := [int(digits) for digits in DIGITS.findall(value)]):
            found.setdefault(f"{at}#", []).extend(numbers)

    for number, (value, kind) in enumerate(zip(args, types, strict=True)):
        visit(value, str(number), kind)
    return found
