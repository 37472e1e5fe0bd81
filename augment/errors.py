"""What can go wrong for a user, as one small tree.

    AugmentError            everything a user can meet; carries a hint
    ├── BadInput            a file, option or argument that cannot be used (exit code 2)
    │   └── BadLine         one line of a file, with its number
    ├── NotPlain            a value that the closed encoding cannot carry
    ├── TooFewSamples       a statistic that is not defined for this little data
    └── EngineFailure       our own trouble while running code, never the code's verdict

The command line prints `message` after "error:" and `hint` after "hint:"; libraries catch by class.
"""

from __future__ import annotations


class AugmentError(Exception):
    """Base of every error that is meant for the user.

    Args:
        message: where, what was wanted and what was found, in one sentence.
        hint: what to do about it; empty when nothing sensible can be said.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadInput(AugmentError):
    """A file, option or argument that cannot be used as given."""


class BadLine(BadInput):
    """One line of a file that cannot be read; the message starts with `path:line`."""


class NotPlain(AugmentError):
    """A value outside the closed encoding: not a builtin type, too deep, or not finite in size."""


class TooFewSamples(AugmentError):
    """A statistic was asked for with less data than its definition needs."""


class EngineFailure(AugmentError):
    """The engine could not run code at all; nothing is known about the code."""
