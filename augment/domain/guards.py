"""What the branches of a reference say of its inputs.

A branch that answers a special input says that this input is meant: `if not xs: return []` speaks for empty lists,
`if n == 0` for zero, `if x < 0` and `abs(x)` for negative numbers, a test of the kind of a character for all kinds. A
branch that raises, and an assert, say the opposite, as statements. A reference that cannot tell characters apart
treats all of them alike, so any will do.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from augment.domain.signature import Signature
from augment.model.domain import Evidence, Source, Statement

KINDS_OF_CHARACTERS: Final = frozenset(
    {
        "isalpha",
        "isalnum",
        "isdigit",
        "isnumeric",
        "isdecimal",
        "isspace",
        "isupper",
        "islower",
        "lower",
        "upper",
        "swapcase",
    }
    | {"casefold", "title", "capitalize", "maketrans", "translate"}
)
"""Methods of strings that tell kinds of characters apart, or change them: code that calls one expects several kinds."""
READS_CHARACTERS: Final = KINDS_OF_CHARACTERS | {
    "ord",
    "chr",
    "int",
    "float",
    "eval",
    "hash",
    "encode",
    "re",
    "string",
    "format",
}
"""Names in code that depends on which characters there are."""
MIRRORED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}


SEEKING: Final = frozenset({"find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition", "replace"})
"""Methods that look for a text in another, and whose answer for the empty text is a convention."""
ALL_ALIKE: Final = "the reference does not tell characters apart"
ZIPS: Final = frozenset({"zip", "map"})
"""Functions that walk sequences side by side and end with the shortest."""
PAIRING: Final = ZIPS | {"zip_longest", "enumerate", "range"}
"""Functions that code uses to walk two sequences with one index."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A place where more is meant than the known inputs show."""

    kind: str
    """`empty`, `number`, `characters`, `blanks`, `lengths`, `zipped` or `counted`."""
    place: str
    evidence: Evidence
    least: int | None = None
    """For numbers: the least that is meant; None where any is."""


@dataclass(frozen=True, slots=True)
class Guards:
    """What the code of a reference says."""

    openings: tuple[Opening, ...]
    statements: tuple[Statement, ...]
    data: frozenset[str] = frozenset()
    """Arguments that are compared, added to and handed on, and nothing else: no counts, indices or sizes."""
    counts: frozenset[str] = frozenset()
    """Places whose numbers are used to count or to index."""
    of_items: frozenset[str] = frozenset()
    """Arguments that say how many items are meant, or which, and count from zero where they index."""
    sought: frozenset[str] = frozenset()
    """Arguments that are looked for in another one: nothing is found everywhere, and as often as one likes."""
    by_item: frozenset[str] = frozenset()
    """Arguments of which single items are read and nothing else: how many there are, the code cannot tell."""


def read_guards(told: Signature) -> Guards:
    """What the branches of the entry point say."""
    whole, told = told.function, replace(told, function=_Unshadowed(told).function())
    reader = _Reader(told)
    openings: dict[tuple[str, str, int | None], Opening] = {}
    statements: list[Statement] = []
    refusing = {id(node.test) for node in ast.walk(told.function) if isinstance(node, ast.If) and _raises(node.body)}
    looping = {
        id(part) for node in ast.walk(told.function) if isinstance(node, ast.While) for part in ast.walk(node.test)
    }
    for node in ast.walk(told.function):
        if id(node) in looping:  # when to stop says nothing of what may come
            continue
        if isinstance(node, ast.If) and id(node.test) in refusing:
            statements += reader.refused(node.test)
        elif isinstance(node, ast.Assert):
            statements += reader.asserted(node.test)
        for opening in () if isinstance(node, ast.Assert) else reader.opened(node, refusing):
            openings.setdefault((opening.kind, opening.place, opening.least), opening)
    places = [str(number) for number in range(len(told.parameters))]
    if not _reads_characters(whole):
        evidence = Evidence(Source.GUARD, ALL_ALIKE)
        openings |= {("characters", at, None): Opening("characters", at, evidence) for at in places}
    if not _pairs_up(whole):
        evidence = Evidence(Source.GUARD, "the reference does not go through two arguments side by side")
        openings |= {("lengths", at, None): Opening("lengths", at, evidence) for at in places}
    elif not _pairs_up(whole, ZIPS):
        evidence = Evidence(Source.GUARD, "the reference goes no further than the shorter of two arguments")
        openings |= {("zipped", at, None): Opening("zipped", at, evidence) for at in places}
    uses = reader.uses(told.function)
    return Guards(
        tuple(openings.values()),
        tuple(statements),
        data=frozenset(at for at, kinds in uses.items() if at.isdigit() and kinds <= {Use.DATA}),
        counts=frozenset(at for at, kinds in uses.items() if Use.COUNT in kinds),
        of_items=reader.of_items(told.function),
        sought=frozenset(reader.sought(told.function)),
        by_item=_by_item(told),
    )


class _Unshadowed(ast.NodeTransformer):
    """Leaves out functions in a function that give names of its parameters to parameters of their own."""

    def __init__(self, told: Signature) -> None:
        self.told = told

    def function(self) -> ast.FunctionDef:
        """A copy of the function without them."""
        copied = copy.deepcopy(self.told.function)
        self.generic_visit(copied)
        return copied

    def _inner(self, node: ast.FunctionDef | ast.Lambda, instead: ast.AST) -> ast.AST:
        arguments = node.args
        own = {one.arg for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
        return instead if own & {*self.told.parameters} else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._inner(node, ast.Pass())

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inner(node, ast.Constant(value=None))


def _raises(body: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Raise) for node in body)


def _pairs_up(function: ast.FunctionDef, harmless: frozenset[str] = frozenset()) -> bool:
    """Whether code may walk two sequences side by side, other than by harmless functions."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} & PAIRING
    return bool(names - harmless) or any(isinstance(node, ast.While) for node in ast.walk(function))


def _reads_characters(function: ast.FunctionDef) -> bool:
    """Whether code could depend on which characters its strings hold: by constants, methods, names."""
    for statement in function.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # the docstring
        for node in ast.walk(statement):
            match node:
                case ast.Constant(value=str() as text) if text:
                    return True
                case ast.Name(id=name) | ast.Attribute(attr=name) if name in READS_CHARACTERS:
                    return True
    return False


class Use(Enum):
    """What code does with a number."""

    DATA = "compares, adds, hands on"
    COUNT = "counts or indexes with it, or counts up to it"
    OTHER = "anything else"


COUNTING: Final = frozenset(
    {"range", "chr", "bin", "hex", "oct", "factorial", "comb", "sqrt", "isqrt", "islice", "repeat"}
)
"""Functions whose arguments are counts, sizes or codes."""
TAKING: Final = frozenset(
    {"islice", "nlargest", "nsmallest", "most_common", "combinations", "combinations_with_replacement", "permutations"}
)
"""Functions that are told how many items to take."""
KEEPING: Final = frozenset({"append", "add", "insert", "count", "index", "isinstance", "print", "abs", "max", "min"})
"""Functions that take a number as it is."""


class _Reader:
    """Reads conditions on the parameters of one function and on the items of those."""

    def __init__(self, told: Signature) -> None:
        self.names = {name: str(number) for number, name in enumerate(told.parameters)}
        for _ in range(3):  # loops in loops
            self._loops(told.function)

    def _loops(self, function: ast.FunctionDef) -> None:
        for node in ast.walk(function):
            if isinstance(node, (ast.For, ast.comprehension)):
                self._bind(node.target, node.iter)

    def _bind(self, target: ast.expr, source: ast.expr) -> None:
        """Names that a loop gives to the items of a parameter."""
        match source:
            case ast.Name(id=name) if name in self.names and isinstance(target, ast.Name):
                self.names.setdefault(target.id, f"{self.names[name]}[]")
            case ast.Name(id=name) if name in self.names and isinstance(target, ast.Tuple):
                for number, part in enumerate(target.elts):
                    self._name(part, f"{self.names[name]}[].{number}")
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if isinstance(target, ast.Tuple):
                self._bind(target.elts[-1], inner)
            case ast.Call(func=ast.Name(id="sorted" | "reversed" | "set" | "list"), args=[inner, *_]):
                self._bind(target, inner)
            case ast.Subscript(value=inner, slice=ast.Slice()):
                self._bind(target, inner)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="values")) if name in self.names:
                self._name(target, f"{self.names[name]}{{}}")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items")) if name in self.names:
                if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                    self._name(target.elts[0], f"{self.names[name]}{{k}}")
                    self._name(target.elts[1], f"{self.names[name]}{{}}")

    def _name(self, target: ast.expr, place: str) -> None:
        if isinstance(target, ast.Name):
            self.names.setdefault(target.id, place)

    def _place(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.Subscript(value=ast.Name(id=name), slice=index) if not isinstance(index, ast.Slice):
                at = self.names.get(name)
                return None if at is None else f"{at}[]"
        return None

    def _length_of(self, node: ast.expr) -> str | None:
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[inner]):
                return self._place(inner)
        return None

    # ------------------------------------------------------------ numbers

    def uses(self, function: ast.FunctionDef) -> dict[str, set[Use]]:
        """What is done with the numbers in each place."""
        above = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
        found: dict[str, set[Use]] = {}
        for node in ast.walk(function):
            if isinstance(node, (ast.Name, ast.Subscript)) and (place := self._place(node)) is not None:
                use = Use.OTHER if isinstance(node.ctx, ast.Store) else _use(node, above)
                found.setdefault(place, set()).add(use)
        return found

    def sought(self, function: ast.FunctionDef) -> Iterator[str]:
        """Arguments that are looked for in another: by a method, or in slices of their length."""
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Attribute(value=whole, attr=name), args=[part, *_]) if name in SEEKING:
                    parts = [self._place(part)]
                case ast.Call(
                    func=ast.Attribute(value=ast.Subscript(value=whole, slice=ast.Slice()), attr="startswith"),
                    args=[part, *_],
                ):  # in each place
                    parts = [self._place(part)]
                case ast.Subscript(value=whole, slice=ast.Slice() as cut):
                    parts = [self._length_of(part) for part in ast.walk(cut) if isinstance(part, ast.Call)]
                case _:
                    continue
            inside = self._place(whole) or "?"
            yield from (at for at in parts if at is not None and at not in (inside, f"{inside}[]"))

    def of_items(self, function: ast.FunctionDef) -> frozenset[str]:
        """Arguments that index, bound a slice, or are told to a function that takes so many items.

        Not those from which something is taken there, as in `xs[n - 1]`, or whose sign is turned, as in `xs[-n:]`: for
        zero, such code reads from the other end.
        """
        found, shifted = set[str | None](), set[str | None]()
        nodes = list(ast.walk(function))
        read = any(isinstance(node, ast.Subscript) and self._place(node.value) is not None for node in nodes)
        taking = TAKING | {"range"} if read else TAKING
        for node in nodes:
            match node:
                case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper)):
                    parts = [lower, upper]
                case ast.Subscript(slice=index):
                    parts = [index]
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in taking:
                    parts = [*args]
                case ast.Compare(left=left, comparators=others) if any(map(_is_length, (left, *others))):
                    parts = [left, *others]
                case _:
                    continue
            for part in (inner for whole in parts if whole is not None for inner in _terms(whole)):
                match part:
                    case ast.BinOp(left=left, op=ast.Sub()):
                        shifted.add(self._place(left))
                    case ast.UnaryOp(op=ast.USub(), operand=operand):
                        shifted.add(self._place(operand))
                    case ast.Name():
                        found.add(self._place(part))
        return frozenset(at for at in found - shifted if at is not None)

    # ------------------------------------------------------------ branches that answer

    def opened(self, node: ast.AST, refusing: set[int]) -> Iterator[Opening]:
        """What a node of the tree speaks for."""
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) if id(test) not in refusing:
                yield from self._truth(test)
            case ast.BoolOp(values=values):
                for value in values:
                    yield from self._truth(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self._empty(self._place(operand), node)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                yield from self._compared(left, operator, right, node)
            case ast.Call(func=ast.Name(id="abs" | "fabs") | ast.Attribute(attr="fabs"), args=[argument]):
                signed = filter(None, map(self._place, _factors(argument)))
                yield from (Opening("number", at, _quoted(node)) for at in signed)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in KINDS_OF_CHARACTERS:
                yield from self._characters(inner, node)
            case ast.Call(func=ast.Attribute(value=inner, attr="split" | "strip"), args=[], keywords=[]):
                place = self._place(inner)  # by any run of white space, and none of it at the ends
                if place is not None:
                    yield Opening("blanks", place, _quoted(node))

    def _truth(self, test: ast.expr) -> Iterator[Opening]:
        yield from self._empty(self._place(test), test)

    def _empty(self, place: str | None, node: ast.AST) -> Iterator[Opening]:
        """`not xs`, and a branch on `xs` itself: what is falsy is meant."""
        if place is not None:
            yield Opening("empty", place, _quoted(node))
            yield Opening("number", place, _quoted(node), 0)

    def _characters(self, inner: ast.expr, node: ast.AST) -> Iterator[Opening]:
        """What asks which kind a character is expects several; of a value made on the way, in any text that came in."""
        place = self._place(inner)
        for at in sorted({*self.names.values()} if place is None else {place, place.removesuffix("[]")}):
            yield Opening("characters", at, _quoted(node))

    def _compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, node: ast.AST) -> Iterator[Opening]:
        if isinstance(right, (ast.Name, ast.Call, ast.Subscript)) and _constant(left) is not None:
            left, right, operator = right, left, MIRRORED.get(type(operator), type(operator))()
        length, other = self._length_of(left), self._length_of(right)
        place = self._place(left)
        constant = _constant(right)
        if length is not None and other is not None and isinstance(operator, (ast.Eq, ast.NotEq)):
            yield from (Opening("lengths", at, _quoted(node)) for at in (length, other))
        elif place is not None and isinstance(operator, ast.NotIn) and isinstance(right, ast.Constant):
            yield Opening("characters", place.removesuffix("[]"), _quoted(node))
        elif length is not None and constant is not None and _least(operator, constant) in (0, None) and constant <= 2:
            yield Opening("empty", length, _quoted(node))
        elif place is not None and constant is not None:
            least = _least(operator, constant)
            if least is None or least <= 0:
                yield Opening("number", place, _quoted(node), least)
        elif place is not None and _is_empty(right):
            yield Opening("empty", place, _quoted(node))

    # ------------------------------------------------------------ branches that refuse

    def refused(self, test: ast.expr) -> Iterator[Statement]:
        """Statements that hold where a branch on a condition raises."""
        parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
        for part in parts:
            match part:
                case ast.UnaryOp(op=ast.Not(), operand=operand) if (place := self._place(operand)) is not None:
                    yield _said("length at least", place, 1, part)
                case ast.Compare(left=left, ops=[operator], comparators=[right]):
                    yield from self._negated(left, operator, right, part)
                case ast.UnaryOp(op=ast.Not(), operand=ast.Compare() as inner):
                    yield from self.asserted(inner)

    def asserted(self, test: ast.expr) -> Iterator[Statement]:
        """Statements that an assert makes."""
        parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        opposite: dict[type[ast.cmpop], type[ast.cmpop]] = {
            ast.Lt: ast.GtE,
            ast.LtE: ast.Gt,
            ast.Gt: ast.LtE,
            ast.GtE: ast.Lt,
        }
        for part in parts:
            match part:
                case ast.Compare(left=first, ops=operators, comparators=rest):
                    for left, operator, right in zip([first, *rest], operators, rest, strict=False):
                        if type(operator) in opposite:
                            yield from self._negated(left, opposite[type(operator)](), right, part)
                case ast.Name() if (place := self._place(part)) is not None:
                    yield _said("length at least", place, 1, part)

    def _negated(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, node: ast.AST) -> Iterator[Statement]:
        """What holds where a comparison does not."""
        if _constant(left) is not None:
            left, right, operator = right, left, MIRRORED.get(type(operator), type(operator))()
        rules = {ast.Lt: "at least", ast.LtE: "more than", ast.Gt: "at most", ast.GtE: "less than"}
        constant, length, place = _constant(right), self._length_of(left), self._place(left)
        rule = rules.get(type(operator))
        other = self._length_of(right)
        if place is not None and other is not None and rule in ("at most", "less than") and place.isdigit():
            relation = "not more than the length of" if rule == "at most" else "less than the length of"
            yield Statement(rule=relation, places=(place, other), evidence=(_quoted(node),))
        if constant is None:
            return
        if length is not None and (rule == "at least" or (isinstance(operator, ast.Eq) and constant == 0)):
            yield _said("length at least", length, max(int(constant), 1), node)
        elif place is not None and rule is not None:
            yield _said(rule, place, constant, node)


def _factors(node: ast.expr) -> list[ast.expr]:
    """What a product is made of: where its sign may be either, so may theirs. A difference says no such thing."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return [*_factors(left), *_factors(right)]
    return [node]


def _by_item(told: Signature) -> frozenset[str]:
    """Parameters, by place, of which the code reads single items and nothing else."""
    places = {name: str(number) for number, name in enumerate(told.parameters)}
    nodes = list(ast.walk(told.function))
    items = {
        id(node.value) for node in nodes if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    }
    read = [
        node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in places
    ]
    other = {node.id for node in read if id(node) not in items}
    return frozenset(places[node.id] for node in read if node.id not in other)


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """An expression, and what it is the sum or difference of."""
    yield node
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            yield from _terms(left)
            yield from _terms(right)


def _use(node: ast.AST, above: dict[ast.AST, ast.AST]) -> Use:
    """What becomes of a value in an expression, sums and differences included."""
    inner, outer = node, above[node]
    while isinstance(outer, ast.BinOp) and isinstance(outer.op, (ast.Add, ast.Sub)):
        inner, outer = outer, above[outer]
    match outer:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if inner is not outer.func:
            return Use.COUNT if name in COUNTING else Use.DATA if name in KEEPING else Use.OTHER
        case ast.Subscript(slice=index) if index is inner:
            return Use.COUNT
        case ast.Slice():
            return Use.COUNT
        case ast.Compare(left=left, comparators=others) if any(_is_length(part) for part in (left, *others)):
            return Use.COUNT
        case ast.Compare(left=left, comparators=others) if _counted_up(above[outer], (left, *others)):
            return Use.COUNT
        case ast.Compare() | ast.Return() | ast.IfExp() | ast.Tuple() | ast.List() | ast.Assign():
            return Use.DATA
    return Use.OTHER


def _counted_up(loop: ast.AST, parts: Sequence[ast.expr]) -> bool:
    """Whether a while loop compares a name that it counts up one by one."""
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return isinstance(loop, ast.While) and any(
        isinstance(node.op, ast.Add) and _constant(node.value) == 1 and getattr(node.target, "id", "") in names
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign)
    )


def _is_length(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len")):
            return True
    return False


def _said(rule: str, place: str, bound: int | float, node: ast.AST) -> Statement:
    return Statement(rule=rule, places=(place,), bound=bound, evidence=(_quoted(node),))


def _quoted(node: ast.AST) -> Evidence:
    return Evidence(Source.GUARD, f"`{ast.unparse(node)[:100]}` in the reference")


def _constant(node: ast.expr) -> int | float | None:
    match node:
        case ast.Constant(value=(int() | float()) as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=(int() | float()) as number)):
            return -number
    return None


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Constant(value="") | ast.Dict(keys=[]):
            return True
    return False


def _least(operator: ast.cmpop, constant: int | float) -> int | None:
    """The least number that a comparison speaks for; None for any, 1 for no news.

    A branch on `n < 2` is there for 1 and 0; that it is there for negative numbers too, only a bound that has none but
    those below it would say.
    """
    match operator:
        case ast.Lt() if constant <= 0:
            return None
        case ast.Lt() | ast.LtE() if constant > 0:
            return 0
        case ast.LtE() | ast.GtE() if constant <= 0:
            return None
        case ast.Gt() if constant < 0:
            return None
        case ast.Gt() if constant == 0:
            return None
        case ast.Eq() | ast.NotEq():
            return int(constant) if constant <= 0 else 1
    return 1
