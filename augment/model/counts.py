"""Dataclasses of whole numbers that add up."""

from __future__ import annotations

from dataclasses import Field
from typing import Any, ClassVar, Self


class Counts:
    """What a dataclass of counts has in common with others. A field `extra` is no count, and a sum has none."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The counts, in order."""
        return tuple(name for name in cls.__dataclass_fields__ if name != "extra")

    def row(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in self.names()}

    def __add__(self, other: Self) -> Self:
        return type(self)(**{name: count + getattr(other, name) for name, count in self.row().items()})
