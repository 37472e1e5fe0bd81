"""Types of plain values: learnt from values and annotations, asked of a value, restored where JSON lost them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Final

from augment.model.suite import Case
from augment.model.syntax import parse, parse_module
from augment.model.types import ATOMS, NOTHING, TypeSet, union

_ITERABLES: Final = ("list", "set", "frozenset")


def type_of(value: object) -> TypeSet:
    """The type of one plain value at every depth."""
    if isinstance(value, (list, set, frozenset)):
        return TypeSet(items=((type(value).__name__, union(map(type_of, value))),))
    if isinstance(value, tuple):
        return TypeSet(fields=tuple(map(type_of, value)))
    if isinstance(value, dict):
        return TypeSet(pairs=(union(map(type_of, value)), union(map(type_of, value.values()))))
    return TypeSet(atoms=frozenset({type(value).__name__}))


def fits(value: object, types: TypeSet) -> bool:
    """Whether every part of a plain value has a type that was seen in its place."""
    if isinstance(value, (list, set, frozenset)):
        inside = types.item_types(type(value).__name__)
        return inside is not None and all(fits(item, inside) for item in value)
    if isinstance(value, tuple):
        if types.fields is not None:
            return len(value) == len(types.fields) and all(map(fits, value, types.fields))
        return types.tuple_items is not None and all(fits(item, types.tuple_items) for item in value)
    if isinstance(value, dict):
        if types.pairs is None:
            return False
        keys, values = types.pairs
        return all(fits(key, keys) for key in value) and all(fits(item, values) for item in value.values())
    return type(value).__name__ in types.atoms


def restored(value: object, types: TypeSet) -> object:
    """A value of JSON types, with the types that were seen in its place: tuples, sets, complex numbers, int keys.

    Where lists were seen too, a list stays a list.
    """
    if isinstance(value, list):
        return _restored_list(value, types)
    if isinstance(value, dict) and types.pairs is not None:
        keys, values = types.pairs
        return {_restored_key(key, keys): restored(item, values) for key, item in value.items()}
    if isinstance(value, str) and "complex" in types.atoms and "str" not in types.atoms:
        try:
            return complex(value)
        except ValueError:
            return value
    return value


def _restored_list(value: list[object], types: TypeSet) -> object:
    inside = types.item_types("list")
    if inside is not None:
        return [restored(item, inside) for item in value]
    if types.fields is not None and len(types.fields) == len(value):
        return tuple(map(restored, value, types.fields))
    if types.fields is not None or types.tuple_items is not None:
        items = types.tuple_items or union(types.fields or ())
        return tuple(restored(item, items) for item in value)
    for name, make in (("set", set), ("frozenset", frozenset)):
        inside = types.item_types(name)
        if inside is not None:
            return make(restored(item, inside) for item in value)
    return value


def _restored_key(key: object, types: TypeSet) -> object:
    """A key of a JSON object is text, whatever it stood for."""
    if isinstance(key, str) and "str" not in types.atoms:
        for name, make in (("int", int), ("float", float)):
            if name in types.atoms:
                try:
                    return make(key)
                except ValueError:
                    continue
    return key


def types_of_answers(cases: Iterable[Case]) -> TypeSet:
    """Types of the answers of some cases; a tuple of items alike may have any length, as a list may."""
    return union(type_of(case.expected.unpack()) for case in cases if not case.raises).unfixed()


def argument_types(seeds: Iterable[tuple[object, ...]], annotated: Mapping[int, TypeSet]) -> dict[int, list[TypeSet]]:
    """Types of each argument, by the number of arguments in the call.

    Calls of one problem may leave out arguments that have defaults; each length keeps types of its own, joined with
    what the annotations say of that place.
    """
    by_count: dict[int, list[TypeSet]] = {}
    for args in seeds:
        places = by_count.setdefault(len(args), [annotated.get(place, NOTHING) for place in range(len(args))])
        for place, value in enumerate(args):
            places[place] |= type_of(value)
    return by_count


def annotated_types(source: str, entry_point: str) -> dict[int, TypeSet]:
    """Types that the annotations of a function's parameters name, by place; what they leave open is absent.

    Reads `int`, `list[int]`, `List[int]`, `Optional[...]`, `Union[...]`, `X | Y`, quoted annotations and the like.
    """
    try:
        tree = parse_module(source)
    except SyntaxError:
        return {}
    found: dict[int, TypeSet] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry_point:
            found = {}  # the last definition is the one that counts
            for place, parameter in enumerate([*node.args.posonlyargs, *node.args.args]):
                types = _annotation(parameter.annotation)
                if types != NOTHING:
                    found[place] = types
    return found


def _annotation(node: ast.expr | None) -> TypeSet:
    match node:
        case ast.Constant(value=None):
            return TypeSet(atoms=frozenset({"NoneType"}))
        case ast.Constant(value=str() as text):
            try:
                tree = parse(text, "eval")
            except SyntaxError:
                return NOTHING
            return _annotation(tree.body) if isinstance(tree, ast.Expression) else NOTHING
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return TypeSet(atoms=frozenset({name})) if name in ATOMS else NOTHING
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _either([_annotation(left), _annotation(right)])
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inside):
            arguments = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            return _generic(name.lower(), arguments)
    return NOTHING


def _generic(name: str, arguments: list[ast.expr]) -> TypeSet:
    types = [_annotation(argument) for argument in arguments]
    match name, types:
        case ("optional", [inside]):
            return _either([inside, TypeSet(atoms=frozenset({"NoneType"}))])
        case ("union", _):
            return _either(types)
        case (container, [inside]) if container in _ITERABLES and inside != NOTHING:
            return TypeSet(items=((container, inside),))
        case ("dict", [keys, values]) if NOTHING not in (keys, values):
            return TypeSet(pairs=(keys, values))
        case ("tuple", [inside, _]) if _is_ellipsis(arguments[1]) and inside != NOTHING:
            return TypeSet(tuple_items=inside)
        case ("tuple", _) if types and NOTHING not in types:
            return TypeSet(fields=tuple(types))
    return NOTHING


def _either(types: list[TypeSet]) -> TypeSet:
    """Any of them; nothing where one is left open."""
    return NOTHING if NOTHING in types else union(types)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
