"""Find the program in what a model wrote, and say how it was found.

What is a program already is left as it is, to the last byte: a text that compiles and defines the entry point, alone or
behind the prompt. Only where there is none it is looked for: as a body for the prompt's signature, in the fences of
Markdown, and between lines of prose. Where several pieces of code define the entry point the last one counts, as it
would if all of them were run; what it lacks is taken from the others. A piece is kept from where it begins to the last
whole statement: what follows and does not parse is an overrun, unless the program needs it. Nothing is guessed where
the definition itself is cut off: then there is no code.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from augment.extract import body, code
from augment.extract.assemble import assemble, behind, standing_alone
from augment.extract.blocks import code_pieces, fenced
from augment.extract.words import Method
from augment.model.problem import Problem

STOP_WORDS: Final = re.compile(r"<[|｜][^|｜<>\n]{1,40}[|｜]>|</?s>|<eos>|<pad>|<end_of_turn>|\[/?INST\]")
"""Marks of the end of an answer, or of a turn, as tokenizers write them."""
ODD_CHARACTERS: Final = str.maketrans(
    {"\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\xa0": " ", "\u200b": "", "\ufeff": ""}
)
"""Line ends, spaces and nothings that Python does not read."""
ENDING: Final = frozenset({"input", "stdin", "argv", "exit", "quit", "main"})
"""Names that a program reads input by, or ends by."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A program, and the ways in which it was found."""

    program: str
    method: str
    """Words of `Method` joined by `+`."""


@dataclass(frozen=True)
class _Found:
    code: str
    how: tuple[str, ...]

    def then(self, code: str, how: str) -> _Found:
        """The same after a step more, if that changed anything."""
        return self if code == self.code else _Found(code, (*self.how, how))


@dataclass(frozen=True)
class _Task:
    """What is looked for."""

    problem: Problem

    @property
    def name(self) -> str:
        return self.problem.entry_point

    @cached_property
    def head(self) -> str:
        """What of the prompt stands on its own."""
        return standing_alone(self.problem.prompt)

    @cached_property
    def arguments(self) -> int | None:
        """How many arguments the entry point takes; None where that cannot be seen."""
        for source in (self.problem.reference, self.problem.canonical_solution):
            if code.compiles(source):
                for function in code.Module(source).functions():
                    if function.name == self.name and not function.args.vararg:
                        return len(function.args.posonlyargs) + len(function.args.args)
        return None


def extract(problem: Problem, text: str, *, whole: bool) -> Extracted:
    """The program in a text.

    Args:
        problem: what the text answers.
        text: what the model wrote.
        whole: whether it is meant as a whole program, not as the continuation of the prompt.

    Returns:
        The program, which can be run, or where there is none a text that cannot: `no-code` or `cut-off`.
    """
    if _is_program(problem, text, whole):
        return Extracted(unchanged(problem, text, whole=whole), Method.AS_IS)
    task = _Task(problem)
    for reading in _readings(text):
        for look in (_body, _fences, _prose):
            found = look(task, reading)
            if found is not None:
                return Extracted(found.code, "+".join(found.how))
    if code.compiles(text) and code.BY_OTHER_MEANS.search(text):
        return Extracted(unchanged(problem, text, whole=whole), Method.AS_IS)
    nothing = "" if code.compiles(text) else text
    cut_off = code.begun(text, {problem.entry_point}) or body.looks_like_one(text)
    return Extracted(nothing, Method.CUT_OFF if cut_off else Method.NO_CODE)


def unchanged(problem: Problem, text: str, *, whole: bool) -> str:
    """The program of a text in which nothing is looked for."""
    return text if whole else assemble(problem, text)


def _is_program(problem: Problem, text: str, whole: bool) -> bool:
    alone = code.compiles(text) and code.defines(text, problem.entry_point)
    return alone or (not whole and body.continues(problem, text))


def _readings(text: str) -> Iterator[str]:
    """The text with the marks of a chat taken out, then with odd characters replaced too."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    answer = plain.rpartition("</think>")[2]
    readings = [answer, STOP_WORDS.sub("\n", answer), STOP_WORDS.sub("\n", answer).translate(ODD_CHARACTERS), plain]
    yield from dict.fromkeys(readings)


def _body(task: _Task, text: str) -> _Found | None:
    """The text as what follows the prompt's signature, where it begins like that."""
    found = body.behind_signature(task.problem, text)
    return None if found is None else _Found(*found)


def _fences(task: _Task, text: str) -> _Found | None:
    for blocks in dict.fromkeys(map(tuple, fenced(text))):
        found = _in_blocks(task, blocks, Method.FENCE)
        if found is not None:
            return found
    return None


def _prose(task: _Task, text: str) -> _Found | None:
    return _in_blocks(task, [text], Method.TEXT)


def _in_blocks(task: _Task, blocks: Sequence[str], how: Method) -> _Found | None:
    """The program in some blocks of code, of which each may hold prose or be cut off."""
    pieces = [_Found(piece, words) for block in blocks for piece, words in _pieces(block, how)]
    text = "\n".join(blocks)
    ways: list[Callable[[_Task, list[_Found]], _Found | None]] = [_defined, _in_class]
    if not code.begun(text, {task.name}):
        ways += [_bound, _renamed]
    for way in ways:
        found = way(task, pieces)
        if found is not None and code.compiles(found.code):
            return _completed(task, found, pieces, text)
    for block in reversed(blocks) if how is Method.FENCE else ():
        found_body = body.behind_signature(task.problem, block)
        if found_body is not None:
            return _Found(found_body[0], (how, *found_body[1]))
    return None


def _pieces(block: str, how: Method) -> Iterator[tuple[str, tuple[str, ...]]]:
    for text, words in ((block, (how,)), (textwrap.dedent(block), (how, Method.INDENTED))):
        pieces = code_pieces(text)
        if pieces:
            cut = len("\n".join(pieces).split()) < len(text.split())
            yield from ((piece, (*words, Method.TRIMMED) if cut else words) for piece in pieces)
            return


def _defined(task: _Task, pieces: list[_Found]) -> _Found | None:
    """The last piece that defines the entry point; to announce it, without a body, is not enough."""
    return next((piece for piece in reversed(pieces) if _definition(piece.code, task.name)), None)


def _definition(text: str, name: str) -> bool:
    if not code.defines(text, name):
        return False
    module = code.Module(text)
    node = module.statements[module.last_binding(name)]
    return not code.is_stub(node) and not isinstance(node, (ast.Import, ast.ImportFrom))


def _bound(task: _Task, pieces: list[_Found]) -> _Found | None:
    """The last piece that imports the entry point."""
    return next((piece for piece in reversed(pieces) if code.defines(piece.code, task.name)), None)


def _in_class(task: _Task, pieces: list[_Found]) -> _Found | None:
    """The last piece with a class that has the entry point as a method, and a function that calls it."""
    for piece in reversed(pieces):
        for node in reversed(code.Module(piece.code).statements):
            if isinstance(node, ast.ClassDef) and any(_is_named(one, task.name) for one in node.body):
                function = f"def {task.name}(*args, **kwargs):\n    return {node.name}().{task.name}(*args, **kwargs)"
                return _with(piece, node.name, function, Method.METHOD)
    return None


def _with(piece: _Found, name: str, more: str, how: Method) -> _Found:
    """A piece with code that makes something else in it, of that name, the entry point."""
    piece = piece.then(_without_demos(piece.code, name), Method.DEMO)
    return piece.then(f"{piece.code.rstrip()}\n\n\n{more}\n", f"{how}:{name}")


def _is_named(node: ast.stmt, name: str) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name


def _renamed(task: _Task, pieces: list[_Found]) -> _Found | None:
    """The only function that takes as many arguments as the entry point, under the entry point's name."""
    if task.arguments is None:
        return None
    fitting = {
        function.name: piece
        for piece in pieces
        for function in code.Module(piece.code).functions()
        if code.takes(function, task.arguments)
    }
    if len(fitting) != 1:
        return None
    ((name, piece),) = fitting.items()
    return _with(piece, name, f"{task.name} = {name}", Method.RENAMED)


def _completed(task: _Task, found: _Found, pieces: list[_Found], text: str) -> _Found | None:
    """The program with what it lacks, and without what only shows how it is used; None where that was cut off."""
    found = found.then(_without_demos(found.code, task.name), Method.DEMO)
    found = found.then(_joined(task, found.code, [piece.code for piece in pieces]), Method.JOINED)
    program = behind(task.problem.prompt, found.code)
    if code.compiles(program) and code.begun(text, code.missing(program)):
        return None
    return _Found(program, found.how)


def _joined(task: _Task, program: str, others: list[str]) -> str:
    """The program behind the statements of other pieces that define what it lacks."""
    modules = [code.Module(other) for other in others if other != program]
    added: list[str] = []
    while True:
        whole = "\n".join([task.head, *added, program])
        lacking = code.missing(whole) if code.compiles(whole) else set()
        new = [
            module.source(node)
            for module in modules
            for node in module.statements
            if code.binds(node) & lacking and task.name not in code.binds(node)
        ]
        new = [source for source in dict.fromkeys(new) if source not in added]
        if not new:
            return "\n".join([*added, program])
        added = [*new, *added]


def _without_demos(text: str, name: str) -> str:
    """The program without the statements behind the entry point that only call it, read input or end the program.

    A statement that changes what the entry point reads stays, and so does what merely might matter to it.
    """
    module = code.Module(text)
    needed = module.reached({name}, module.reads) - code.BUILTINS
    gone = [node for node in module.statements if _does_nothing(node)]
    lost: set[str] = set()
    for node in module.statements[module.last_binding(name) + 1 :]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or code.binds(node) & needed:
            continue
        if module.reached(module.leads_to(node), module.leads_to) & {name, *ENDING, *lost}:
            gone.append(node)
            lost |= code.binds(node)
    return module.without(gone)


def _does_nothing(node: ast.stmt) -> bool:
    """Whether it is an expression or annotation without effect: words of prose that happen to parse."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Constant):
        return False
    return not any(isinstance(part, code.EFFECTS) for part in ast.walk(node))
