"""The inputs that a problem talks about, as a value that can be shown, stored, edited and read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from augment.model.types import TypeSet

Bound = int | float | str | tuple[str, ...]
"""What a rule compares with: a number, a set of characters, a pattern, or words."""


class Source(StrEnum):
    """Who speaks for a statement, strongest first."""

    CONTRACT = "contract"
    """A precondition written by a person."""
    GUARD = "guard"
    """A branch of the reference."""
    PROMPT = "prompt"
    """The words of the problem."""
    SHAPE = "shape"
    """What all known inputs have in common."""
    WITNESS = "witness"
    """Programs that pass the base tests."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why something is believed of a problem's inputs."""

    source: Source
    text: str
    """The words, the line of code, or the number of inputs that say it."""

    def __str__(self) -> str:
        return f"{self.source}: {self.text}" if self.text else self.source.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that holds for the inputs of a problem."""

    rule: str
    """A name out of `augment.domain.rules`."""
    places: tuple[str, ...]
    """Where it holds, as `augment.domain.places` writes places: one, or two for a relation."""
    bound: Bound = 0
    evidence: tuple[Evidence, ...] = ()
    opened: tuple[Evidence, ...] = ()
    """What speaks for inputs that break the statement; none where nothing does."""
    wider: Bound | None = None
    """The bound that such inputs keep to; None where any will do."""

    @property
    def hard(self) -> bool:
        """Whether more than the shape of the known inputs says so."""
        return any(evidence.source is not Source.SHAPE for evidence in self.evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """What may go into the entry point of one problem.

    An input for which every statement holds is *inside*. One that breaks only opened statements, and those within
    their wider bounds, is a *stretch*. Any other is outside.
    """

    types: tuple[tuple[TypeSet, ...], ...] = ()
    """Types of the arguments, for each number of arguments."""
    statements: tuple[Statement, ...] = ()
    contract: str = ""
    """Code of a precondition that inputs have to meet as well; empty where there is none."""
    doubts: tuple[str, ...] = ()
    """Why the domain may be wrong: evidence that conflicts."""
    refused: tuple[str, ...] = ()
    """What was given of it and is not used, and why: `the contract: it rejects ...`."""
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Keys of the suite file that this version does not know, kept for the way back."""

    def types_of(self, count: int) -> tuple[TypeSet, ...] | None:
        """Types of the arguments of a call with `count` of them; None where there is no such call."""
        return next((types for types in self.types if len(types) == count), None)
