"""Python's limit on decimal digits (4,300), lifted for a moment."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

_ONE_AT_A_TIME = threading.RLock()
"""The limit is one for the whole process: whoever lifts it must be the one to set it again."""


@contextlib.contextmanager
def any_number_of_digits() -> Iterator[None]:
    """Lift the limit while one line or literal of trusted origin is read or written; hold it no longer than that."""
    with _ONE_AT_A_TIME:
        before = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            yield
        finally:
            sys.set_int_max_str_digits(before)
