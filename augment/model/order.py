"""The order in which people number things."""

from __future__ import annotations

import re


def natural(text: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts `a/2` before `a/10`."""
    return tuple((word, int(number or -1)) for word, number in re.findall(r"(\D*)(\d*)", text, re.ASCII))
