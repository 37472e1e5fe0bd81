"""Chance that is the same in every process: a generator of its own for each problem and purpose."""

from __future__ import annotations

import random


def seeded(*parts: object) -> random.Random:
    """A random generator that a seed and names decide; names may be any text, lone surrogates too."""
    return random.Random(":".join(map(str, parts)).encode("utf-8", "surrogatepass"))
