"""The types that were seen in one place, at every depth.

A `TypeSet` holds which atoms were seen, and for each kind of container what its items are. Two of them join into one,
so a heterogeneous list, or an argument that is an int or None, needs no special case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from augment.model.syntax import parse

ATOMS: Final = ("NoneType", "bool", "int", "float", "complex", "str", "bytes")


@dataclass(frozen=True, slots=True)
class TypeSet:
    """The types seen in one place. Empty: nothing was seen there."""

    atoms: frozenset[str] = frozenset()
    """Names out of `ATOMS`."""
    items: tuple[tuple[str, TypeSet], ...] = ()
    """For list, set and frozenset, sorted by name: the types of their items."""
    fields: tuple[TypeSet, ...] | None = None
    """Tuples of one length: the types field by field."""
    tuple_items: TypeSet | None = None
    """Tuples of several lengths: the types of all their items."""
    pairs: tuple[TypeSet, TypeSet] | None = None
    """Dicts: the types of keys and of values."""

    def item_types(self, container: str) -> TypeSet | None:
        """Types inside a `list`, `set` or `frozenset`; None where no such container was seen."""
        return dict(self.items).get(container)

    def unfixed(self) -> TypeSet:
        """With tuples of one length whose fields have all the same types as tuples of any length."""
        if self.fields is None or len(self.fields) < 2 or len(set(self.fields)) > 1:
            return self
        return replace(self, fields=None, tuple_items=self.fields[0])

    def kinds(self) -> tuple[str, ...]:
        """Names of all types seen, atoms and containers, in a fixed order."""
        names = [name for name in ATOMS if name in self.atoms] + [name for name, _ in self.items]
        if self.fields is not None or self.tuple_items is not None:
            names.append("tuple")
        return (*names, "dict") if self.pairs is not None else tuple(names)

    def __or__(self, other: TypeSet) -> TypeSet:
        mine, theirs = dict(self.items), dict(other.items)
        items = {name: mine.get(name, NOTHING) | theirs.get(name, NOTHING) for name in {*mine, *theirs}}
        fields, tuple_items = _join_tuples(self, other)
        pairs = self.pairs or other.pairs
        if self.pairs and other.pairs:
            pairs = (self.pairs[0] | other.pairs[0], self.pairs[1] | other.pairs[1])
        return TypeSet(self.atoms | other.atoms, tuple(sorted(items.items(), key=_name)), fields, tuple_items, pairs)

    def __str__(self) -> str:
        parts = ["None" if name == "NoneType" else name for name in ATOMS if name in self.atoms]
        parts += [f"{name}[{inside}]" for name, inside in self.items]
        if self.fields is not None:
            parts.append(f"tuple[{', '.join(map(str, self.fields)) or '()'}]")
        if self.tuple_items is not None:
            parts.append(f"tuple[{self.tuple_items}, ...]")
        if self.pairs is not None:
            parts.append(f"dict[{self.pairs[0]}, {self.pairs[1]}]")
        return " | ".join(parts) or "nothing"


def _name(entry: tuple[str, TypeSet]) -> str:
    return entry[0]


def _join_tuples(one: TypeSet, two: TypeSet) -> tuple[tuple[TypeSet, ...] | None, TypeSet | None]:
    if two.fields is None and two.tuple_items is None:
        return one.fields, one.tuple_items
    if one.fields is None and one.tuple_items is None:
        return two.fields, two.tuple_items
    if one.fields is not None and two.fields is not None and len(one.fields) == len(two.fields):
        return tuple(a | b for a, b in zip(one.fields, two.fields, strict=True)), None
    parts = [*(one.fields or ()), *(two.fields or ()), one.tuple_items or NOTHING, two.tuple_items or NOTHING]
    return None, union(parts)


NOTHING: Final = TypeSet()


def union(sets: Iterable[TypeSet]) -> TypeSet:
    """All of them joined; `NOTHING` for none."""
    return reduce(TypeSet.__or__, sets, NOTHING)


def read_types(text: str) -> TypeSet:
    """Read what a `TypeSet` is written as.

    Raises:
        ValueError: the text names no types.
    """
    try:
        tree = parse(text, "eval")
    except SyntaxError:
        raise ValueError(f"no types: {text[:80]!r}") from None
    assert isinstance(tree, ast.Expression)
    return _read(tree.body)


def _read(node: ast.expr) -> TypeSet:
    match node:
        case ast.Name(id="nothing"):
            return NOTHING
        case ast.Constant(value=None):
            return TypeSet(atoms=frozenset({"NoneType"}))
        case ast.Name(id=name) if name in ATOMS:
            return TypeSet(atoms=frozenset({name}))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _read(left) | _read(right)
        case ast.Subscript(value=ast.Name(id="list" | "set" | "frozenset" as name), slice=inside):
            return TypeSet(items=((name, _read(inside)),))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[keys, values])):
            return TypeSet(pairs=(_read(keys), _read(values)))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=inside):
            return _read_tuple(inside)
    raise ValueError(f"no types: {ast.unparse(node)[:80]!r}")


def _read_tuple(inside: ast.expr) -> TypeSet:
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    match parts:
        case [items, ast.Constant(value=value)] if value is Ellipsis:
            return TypeSet(tuple_items=_read(items))
        case [ast.Tuple(elts=[])]:
            return TypeSet(fields=())
    return TypeSet(fields=tuple(map(_read, parts)))
