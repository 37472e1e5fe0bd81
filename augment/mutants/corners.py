"""Programs that are right save for one special class of arguments, as wrong completions often are.

The entry point is kept under another name, and a function in its place deals with the special class: it answers as a
program would that was not written with such arguments in mind. What is special depends on the kind of an argument, so
these faults need types: those that were seen, or else the annotations.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from augment.model.syntax import parse_module
from augment.model.types import NOTHING, TypeSet, union

Corner = tuple[str, str]
"""Name of an operator, and a condition or an expression in which `A` stands for the argument."""

NUMBERS: Final[tuple[Corner, ...]] = (
    ("corner-zero", "A == 0"),
    ("corner-one", "A == 1"),
    ("corner-small", "A in (2, 3)"),
    ("corner-negative", "A < 0"),
    ("corner-large", "A > 10"),
    ("corner-large", "A > 100"),
    ("corner-huge", "abs(A) > 1000"),
    ("corner-parity", "A % 2 == 1"),
    ("corner-digits", "A % 10 == 0"),
)
FLOATS: Final[tuple[Corner, ...]] = (("corner-whole", "A == int(A)"), ("corner-fraction", "A != int(A)"))
SIZED: Final[tuple[Corner, ...]] = (
    ("corner-empty", "len(A) == 0"),
    ("corner-single", "len(A) == 1"),
    ("corner-pair", "len(A) == 2"),
    ("corner-long", "len(A) > 5"),
    ("corner-long", "len(A) > 10"),
    ("corner-long", "len(A) > 30"),
    ("corner-long", "len(A) > 100"),
    ("corner-parity", "len(A) % 2 == 1"),
)
ORDERED: Final[tuple[Corner, ...]] = (
    ("corner-repeats", "any(A.count(ITEM) > 1 for ITEM in A)"),
    ("corner-distinct", "len(A) > 1 and all(A.count(ITEM) == 1 for ITEM in A)"),
    ("corner-alike", "len(A) > 1 and all(ITEM == A[0] for ITEM in A)"),
    ("corner-ends", "len(A) > 1 and A[0] == A[-1]"),
    ("corner-mirror", "len(A) > 2 and A == A[::-1]"),
    ("corner-neighbours", "len(A) > 1 and A[0] == A[1]"),
    ("corner-neighbours", "len(A) > 1 and A[-1] == A[-2]"),
    ("corner-neighbours", "any(ITEM == A[at] for at, ITEM in enumerate(A[1:]))"),
)
COMPARABLE: Final[tuple[Corner, ...]] = (
    ("corner-sorted", "len(A) > 1 and list(A) == sorted(A)"),
    ("corner-sorted", "len(A) > 1 and list(A) == sorted(A)[::-1]"),
    ("corner-ties", "A.count(max(A, default=None)) > 1"),
    ("corner-ties", "A.count(min(A, default=None)) > 1"),
)
OF_NUMBERS: Final[tuple[Corner, ...]] = (
    ("corner-zero", "0 in A"),
    ("corner-negative", "any(ITEM < 0 for ITEM in A)"),
    ("corner-negative", "len(A) > 0 and all(ITEM < 0 for ITEM in A)"),
    ("corner-large", "any(abs(ITEM) > 100 for ITEM in A)"),
    ("corner-parity", "len(A) > 0 and all(ITEM % 2 == 0 for ITEM in A)"),
)
OF_FLOATS: Final[tuple[Corner, ...]] = (
    ("corner-whole", "any(type(ITEM) is float and ITEM == int(ITEM) for ITEM in A)"),
    ("corner-fraction", "any(ITEM != int(ITEM) for ITEM in A)"),
)
OF_TEXTS: Final[tuple[Corner, ...]] = (
    ("corner-empty", "'' in A"),
    ("corner-case", "any(ITEM != ITEM.lower() for ITEM in A)"),
    ("corner-length", "len(A) > 1 and len(set(map(len, A))) == 1"),
)
TEXTS: Final[tuple[Corner, ...]] = (
    ("corner-case", "A != A.lower()"),
    ("corner-case", "A != A.upper()"),
    ("corner-space", "' ' in A"),
    ("corner-space", "A != A.strip()"),
    ("corner-space", "A != ' '.join(A.split())"),
    ("corner-numeral", "any(ITEM.isdigit() for ITEM in A)"),
    ("corner-numeral", "A.isdigit()"),
    ("corner-numeral", "A[:1] in ('0', '-')"),
    ("corner-mark", "any(not ITEM.isalnum() and ITEM != ' ' for ITEM in A)"),
    ("corner-blank", "len(A) > 0 and not A.strip()"),
)

ANSWERS: Final[dict[str, tuple[Corner, ...]]] = {
    "int": tuple(("corner-answer", f"A {order}") for order in ("== 0", "== 1", "< 0", "> 10", "> 100")),
    "float": (("corner-answer", "A < 0"), ("corner-answer", "A > 10"), ("corner-answer", "A == int(A)")),
    "str": tuple(("corner-answer", f"len(A) {order}") for order in ("== 0", "== 1", "> 5", "> 10")),
    "list": tuple(("corner-answer", f"len(A) {order}") for order in ("== 0", "== 1", "> 3", "> 5")),
    "bool": (("corner-answer", "A"), ("corner-answer", "not A")),
}
"""Classes of answers, by type."""

BLIND: Final = "blind-"
"""What the names of operators begin with that hide a part of an argument from the whole program."""
BLIND_NUMBERS: Final[tuple[Corner, ...]] = (
    ("blind-sign", "abs(A)"),
    ("blind-size", "min(A, 100)"),
    ("blind-size", "max(A, 1)"),
    ("blind-size", "A % 1000"),
    ("blind-fraction", "int(A)"),
)
BLIND_ITEMS: Final[tuple[Corner, ...]] = (
    ("blind-end", "A[:-1]"),
    ("blind-end", "A[1:]"),
    ("blind-length", "A[:5]"),
    ("blind-length", "A[:10]"),
    ("blind-order", "A[::-1]"),
)
BLIND_COMPARABLE: Final[tuple[Corner, ...]] = (
    ("blind-repeats", "list(dict.fromkeys(A))"),
    ("blind-order", "sorted(A)"),
)
BLIND_OF_NUMBERS: Final[tuple[Corner, ...]] = (
    ("blind-sign", "[abs(ITEM) for ITEM in A]"),
    ("blind-empty", "[ITEM for ITEM in A if ITEM]"),
    ("blind-sign", "[ITEM for ITEM in A if ITEM > 0]"),
    ("blind-fraction", "list(map(int, A))"),
)
BLIND_OF_TEXTS: Final[tuple[Corner, ...]] = (
    ("blind-case", "[ITEM.lower() for ITEM in A]"),
    ("blind-empty", "[ITEM for ITEM in A if ITEM]"),
    ("blind-space", "[ITEM.strip() for ITEM in A]"),
)
BLIND_TEXTS: Final[tuple[Corner, ...]] = (
    ("blind-case", "A.lower()"),
    ("blind-case", "A.upper()"),
    ("blind-space", "A.strip()"),
    ("blind-space", "' '.join(A.split())"),
    ("blind-space", "A.replace(' ', '')"),
    ("blind-space", "''.join(' ' if ITEM.isspace() else ITEM for ITEM in A)"),
    ("blind-mark", "''.join(ITEM for ITEM in A if ITEM.isalpha())"),
    ("blind-mark", "''.join(ITEM for ITEM in A if ITEM.isalnum())"),
    ("blind-mark", "''.join(ITEM for ITEM in A if ITEM.isalnum() or ITEM == ' ')"),
    ("blind-numeral", "''.join(ITEM for ITEM in A if not ITEM.isdigit())"),
    ("blind-repeats", "''.join(dict.fromkeys(A))"),
    ("blind-order", "''.join(sorted(A))"),
    *BLIND_ITEMS,
)

DEGENERATE: Final = frozenset(
    f"corner-{kind}" for kind in ("empty", "single", "zero", "one", "negative", "blank", "equal", "alike")
)
"""Classes that a program may not look into at all; elsewhere its answer is altered."""
DEFAULTS: Final = {
    "NoneType": ("None",), "bool": ("False", "True"), "int": ("0", "-1", "1"), "float": ("0.0",), "str": ("''",),
    "list": ("[]",), "tuple": ("()",), "dict": ("{}",), "set": ("set()",),
}  # fmt: skip
ALTERED: Final = {
    "bool": ("True", "False"), "int": ("ANSWER + 1", "ANSWER - 1", "-ANSWER"), "float": ("ANSWER + 1", "round(ANSWER)"),
    "str": ("ANSWER[::-1]", "ANSWER[:-1]", "ANSWER.lower()"), "list": ("ANSWER[::-1]", "ANSWER[:-1]", "sorted(ANSWER)"),
    "tuple": ("ANSWER[::-1]",),
}  # fmt: skip

CORNERS: Final = {
    "blind-sign": "The sign of a number, or numbers that are not positive, are not seen.",
    "blind-size": "A number is cut to a range.",
    "blind-fraction": "What is behind the point of a number is not seen.",
    "blind-empty": "Items that are 0 or empty are not seen.",
    "blind-end": "The first or the last item is not seen.",
    "blind-length": "Items behind the fifth, or the tenth, are not seen.",
    "blind-order": "Items come sorted, or backwards.",
    "blind-repeats": "Items that come again are not seen.",
    "blind-case": "All letters are taken for small ones, or capitals.",
    "blind-space": "Space is not seen: any, at the ends, more than one, or which.",
    "blind-mark": "Characters that are no letters, or no letters and digits, are not seen.",
    "blind-numeral": "Digits are not seen.",
    "corner-empty": "Nothing is in an argument, or an empty text among its items.",
    "corner-single": "An argument has one item.",
    "corner-pair": "An argument has two items.",
    "corner-long": "An argument has more than 5, or more than 10 items.",
    "corner-length": "The texts in an argument are all as long.",
    "corner-parity": "A number, all numbers or the count of items is odd, or even.",
    "corner-zero": "An argument is 0, or has it among its items.",
    "corner-one": "An argument is 1.",
    "corner-small": "An argument is 2 or 3.",
    "corner-large": "An argument is more than 10 or 100, or an item is.",
    "corner-huge": "An argument is beyond 1,000.",
    "corner-negative": "An argument, an item, or each item is negative.",
    "corner-digits": "An argument ends in the digit 0.",
    "corner-whole": "A float, or one among the items, is a whole number.",
    "corner-fraction": "A float, or one among the items, is none.",
    "corner-neighbours": "Two items beside each other are equal: somewhere, or at an end.",
    "corner-repeats": "An item comes twice.",
    "corner-distinct": "No item comes twice.",
    "corner-alike": "All items are equal.",
    "corner-ends": "The first item is the last.",
    "corner-mirror": "An argument is the same backwards.",
    "corner-sorted": "Items are in order, up or down.",
    "corner-ties": "The largest or the smallest item comes twice.",
    "corner-case": "There are capitals, or small letters.",
    "corner-space": "There is a space, one at an end, or two together.",
    "corner-numeral": "There is a digit; nothing but digits; or a zero or a minus in front.",
    "corner-mark": "There is a character that is no letter, digit or space.",
    "corner-blank": "There is nothing but space.",
    "corner-equal": "Two arguments are equal.",
    "corner-order": "Of two arguments one is larger, or longer.",
    "corner-both": "Two of these classes together.",
    "corner-answer": "The answer is 0, 1, negative or large; empty, single or long.",
}
"""By name of the operator: what is changed of an argument before anything else, and the special classes. In these the
answer is one more, cut, turned round, or a constant that the program returns elsewhere; or, where little is to be done,
one that takes no doing."""


MOST_CONSTANTS: Final = 3
"""Answers that stand in the program and are given to a special class."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """One way to be wrong in a special class of arguments."""

    operator: str
    does: str
    """What the entry point does now: returns 0 where len(xs) == 0."""
    body: str
    """Statements of the function that stands in its place; `WHOLE` is the kept one."""


def lapses(
    function: ast.FunctionDef, types: Sequence[TypeSet] | None = None, answers: TypeSet | None = None
) -> list[Lapse]:
    """All lapses of a function that takes plain arguments; none where it takes them in another way.

    Args:
        function: the entry point.
        types: of each argument; by default what the annotations say.
        answers: what it returns; by default what the annotation says, and else what stands behind its `return`s.
    """
    names = [argument.arg for argument in function.args.args]
    others = (function.args.vararg, function.args.kwarg, *function.args.kwonlyargs, *function.args.posonlyargs)
    if any(others) or not names or (types is not None and len(types) > len(names)):
        return []
    if types is None:
        types = [_annotated(argument.annotation) for argument in function.args.args]
    kinds = answers if answers is not None else _annotated(function.returns) | _constants_returned(function)
    call = f"WHOLE({', '.join(names)})"
    found = [lapse for name, seen in zip(names, types, strict=False) for lapse in _blind(name, seen, names)]
    classes = [(corner, name) for name, seen in zip(names, types, strict=False) for corner in _corners(seen)]
    conditions = [(operator, _about(condition, name, names)) for (operator, condition), name in classes]
    conditions += _relations(names, types)
    conditions += _together(conditions)
    changes = [*_alterations(kinds), *(("", text) for text in _constants(function))]
    for operator, condition in conditions:
        few = changes[len(found) % len(changes) :][:1] if operator == "corner-both" and changes else changes
        found += [_altered(operator, condition, altered, kind, call) for kind, altered in few]
        if operator in DEGENERATE:
            found += [_short(operator, condition, plain, call) for plain in _defaults(kinds)]
    found += _by_answer(kinds, call)
    return found


def _together(conditions: Sequence[Corner]) -> list[Corner]:
    """Two classes of different kinds at once."""
    pairs = combinations(conditions, 2)
    return [("corner-both", f"({one}) and ({two})") for (first, one), (second, two) in pairs if first != second]


def _by_answer(answers: TypeSet, call: str) -> Iterator[Lapse]:
    """Special classes of what is answered."""
    for kind in answers.kinds():
        for operator, template in ANSWERS.get(kind, ()):
            condition = f"type(ANSWER).__name__ == {kind!r} and ({template.replace('A', 'ANSWER')})"
            said = template.replace("A", "its answer")
            for altered in ("not ANSWER",) if kind == "bool" else ALTERED[kind]:
                body = f"ANSWER = {call}\nreturn {altered} if {condition} else ANSWER"
                does = f"returns {altered.replace('ANSWER', 'its answer')} where {said}"
                yield Lapse(operator, does, body)


def _about(template: str, name: str, names: Sequence[str]) -> str:
    """A template that is about one of the arguments; the name of an item is none of theirs."""
    item = "item" if "item" not in names else f"item_of_{name}"
    return re.sub(r"\b(A|ITEM|at)\b", lambda found: {"A": name, "ITEM": item}.get(found[0], f"{item}_at"), template)


def _alterations(answers: TypeSet) -> list[tuple[str, str]]:
    """How answers may be altered; where there are several types, with the type that an answer must have."""
    kinds = answers.kinds()
    return [(kind if len(kinds) > 1 else "", altered) for kind in kinds for altered in ALTERED.get(kind, ())]


def _defaults(answers: TypeSet) -> list[str]:
    return list(dict.fromkeys(text for kind in answers.kinds() for text in DEFAULTS.get(kind, ())))


def _short(operator: str, condition: str, answer: str, call: str) -> Lapse:
    body = f"if {condition}:\n    return {answer}\nreturn {call}"
    return Lapse(operator, f"returns {answer} where {condition}", body)


def _altered(operator: str, condition: str, altered: str, kind: str, call: str) -> Lapse:
    special = f"CONDITION and type(ANSWER).__name__ == {kind!r}" if kind else "CONDITION"
    body = f"CONDITION = {condition}\nANSWER = {call}\nreturn {altered} if {special} else ANSWER"
    return Lapse(operator, f"returns {altered.replace('ANSWER', 'its answer')} where {condition}", body)


def _blind(name: str, seen: TypeSet, names: Sequence[str]) -> Iterator[Lapse]:
    kinds = set(seen.kinds())
    inside = set(_inside(seen).kinds())
    templates: list[Corner] = []
    if kinds and kinds <= {"int", "float"}:
        templates += BLIND_NUMBERS
    elif kinds == {"str"}:
        templates += BLIND_TEXTS
    elif kinds == {"list"}:
        templates += BLIND_ITEMS
        if inside and inside <= {"int", "float"}:
            templates += (*BLIND_COMPARABLE, *BLIND_OF_NUMBERS)
        elif inside == {"str"}:
            templates += (*BLIND_COMPARABLE, *BLIND_OF_TEXTS)
    for operator, template in templates:
        changed = _about(template, name, names)
        arguments = ", ".join(changed if each == name else each for each in names)
        yield Lapse(operator, f"takes {changed} for {name}", f"return WHOLE({arguments})")


def _corners(seen: TypeSet) -> Iterator[Corner]:
    kinds = set(seen.kinds())
    inside = set(_inside(seen).kinds())
    if not kinds:
        return
    if kinds <= {"int", "float"}:
        yield from NUMBERS
        yield from FLOATS if "float" in kinds else ()
    elif kinds == {"str"}:
        yield from (*SIZED, *ORDERED, *TEXTS)
    elif kinds <= {"list", "tuple"}:
        yield from (*SIZED, *ORDERED)
        if inside and inside <= {"int", "float"}:
            yield from (*COMPARABLE, *OF_NUMBERS)
            yield from OF_FLOATS if "float" in inside else ()
        elif inside == {"str"}:
            yield from (*COMPARABLE, *OF_TEXTS)
    elif kinds <= {"dict", "set", "frozenset"}:
        yield from SIZED


def _relations(names: Sequence[str], types: Sequence[TypeSet]) -> Iterator[Corner]:
    """Special classes of two arguments of one kind."""
    arguments = list(zip(names, types, strict=False))
    for (one, first), (two, second) in pairwise(arguments):
        both = {*first.kinds(), *second.kinds()}
        if both and both <= {"int", "float"}:
            yield from (("corner-equal", f"{one} == {two}"), ("corner-order", f"{one} > {two}"))
            yield "corner-order", f"{one} < {two}"
        elif both in ({"str"}, {"list"}):
            yield from (("corner-equal", f"{one} == {two}"), ("corner-order", f"len({one}) > len({two})"))
            yield "corner-order", f"len({one}) < len({two})"


def _inside(seen: TypeSet) -> TypeSet:
    """The types of the items of lists and tuples."""
    return union([seen.item_types("list") or NOTHING, *(seen.fields or ()), seen.tuple_items or NOTHING])


ATOMS: Final = {"int": "int", "float": "float", "str": "str", "bool": "bool", "None": "NoneType"}


def _annotated(node: ast.expr | None) -> TypeSet:
    """The types that an annotation names, as far as corners go by them."""
    match node:
        case ast.Constant(value=None):
            return TypeSet(atoms=frozenset({"NoneType"}))
        case ast.Name(id=name) if name in ATOMS:
            return TypeSet(atoms=frozenset({ATOMS[name]}))
        case ast.Name(id="list" | "List"):
            return TypeSet(items=(("list", NOTHING),))
        case ast.Subscript(value=ast.Name(id="list" | "List"), slice=inside):
            return TypeSet(items=(("list", _annotated(inside)),))
        case ast.Subscript(value=ast.Name(id="tuple" | "Tuple")) | ast.Name(id="tuple" | "Tuple"):
            return TypeSet(tuple_items=NOTHING)
        case ast.Subscript(value=ast.Name(id="dict" | "Dict")) | ast.Name(id="dict" | "Dict"):
            return TypeSet(pairs=(NOTHING, NOTHING))
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inside):
            return _annotated(inside) | TypeSet(atoms=frozenset({"NoneType"}))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _annotated(left) | _annotated(right)
    return NOTHING


def _constants(function: ast.FunctionDef) -> list[str]:
    """What stands behind a `return` and is a number or a text."""
    found = {}
    for node in ast.walk(function):
        match node:
            case ast.Return(value=ast.Constant(value=int() | float() | str() as value)) if not isinstance(value, bool):
                found[repr(value)] = value
    return list(found)[:MOST_CONSTANTS]


def _constants_returned(function: ast.FunctionDef) -> TypeSet:
    kinds = NOTHING
    for node in ast.walk(function):
        match node:
            case ast.Return(value=ast.Constant(value=value)) if type(value).__name__ in DEFAULTS:
                kinds |= TypeSet(atoms=frozenset({type(value).__name__}))
            case ast.Return(value=ast.List()):
                kinds |= TypeSet(items=(("list", NOTHING),))
    return kinds


class Shell:
    """A program in which another function stands before one; that one, which may call itself, has another name."""

    def __init__(self, tree: ast.Module, function: ast.FunctionDef) -> None:
        kept = _free_name(tree, f"{function.name}_whole")
        self.function = function
        self._names = {"WHOLE": kept, "ANSWER": _free_name(tree, "answer"), "CONDITION": _free_name(tree, "special")}
        self._whole = ast.unparse(_Renamed({function.name: kept}).visit(copy.deepcopy(tree)))

    def with_lapse(self, lapse: Lapse) -> str:
        """The program with a lapse in it."""
        body = _Renamed(self._names).visit(parse_module(lapse.body)).body
        shell = copy.copy(self.function)
        shell.body, shell.decorator_list = body, []
        return f"{self._whole}\n\n{ast.unparse(shell)}"


def _free_name(tree: ast.Module, wanted: str) -> str:
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    taken |= {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    while wanted in taken:
        wanted += "_"
    return wanted


class _Renamed(ast.NodeTransformer):
    """Other names for functions and variables."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name that is used."""
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A name that is defined."""
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)
