"""The words for how a program was found."""

from __future__ import annotations

from enum import StrEnum


class Method(StrEnum):
    """One way; several are joined by `+`, in the order in which they were gone."""

    AS_IS = "as-is"
    """It is a program already, or goes on where the prompt ends."""
    BODY = "body"
    """Put behind the prompt's signature."""
    FENCE = "fence"
    """Taken out of a fence of Markdown."""
    TEXT = "text"
    """The lines of code in a text without fences, or with none that helps."""
    INDENTED = "indented"
    """Its indentation was mended."""
    TRIMMED = "trimmed"
    """What stood beside it and does not parse is left out."""
    DEMO = "demo"
    """Top-level calls that only show how it is used are left out."""
    JOINED = "joined"
    """Definitions that it lacks are taken from another piece of code."""
    METHOD = "method"
    """A function was added that calls the method of a class, whose name follows after a colon."""
    RENAMED = "renamed"
    """The entry point was set to the only function that fits, whose name follows after a colon."""
    CUT_OFF = "cut-off"
    """No program: the definition of the entry point was begun and does not parse."""
    NO_CODE = "no-code"
    """No program: nothing defines the entry point."""
