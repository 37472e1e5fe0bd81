"""One plain value, frozen: the currency of cases, inputs and answers."""

from __future__ import annotations

import marshal
from dataclasses import dataclass

from augment.model import literals, wire


@dataclass(frozen=True, slots=True)
class Value:
    """A plain Python value held as its encoding, so that nobody can change it and identity is exact.

    Two values are equal when type and content are the same at every depth: 1, True and 1.0 differ, so do 0.0 and
    -0.0, a list and a tuple, and two dicts whose keys come in another order; nan is itself.
    """

    wire: bytes
    """The encoding of `augment.model.wire`; made here or decoded from there, so always well formed."""

    @classmethod
    def of(cls, value: object) -> Value:
        """Freeze a plain value. Raises `NotPlain` outside the closed set of types."""
        return cls(wire.encode(value))

    @classmethod
    def from_literal(cls, text: str) -> Value:
        """Read a literal. Raises `NotPlain` where the text is no literal of plain data."""
        return cls.of(literals.read_literal(text))

    @property
    def literal(self) -> str:
        """The Python literal of the value."""
        return literals.write_literal(self.unpack())

    def unpack(self) -> object:
        """A fresh, mutable Python object."""
        return marshal.loads(self.wire)  # the bytes were made by `of`, in this process

    def unpack_args(self) -> tuple[object, ...]:
        """The tuple of positional arguments that this value holds."""
        args = self.unpack()
        if not isinstance(args, tuple):
            raise TypeError(f"arguments are a tuple, this is a {type(args).__name__}")
        return args
