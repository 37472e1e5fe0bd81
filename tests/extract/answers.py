"""Answers as models write them, by kind: the text, and how the program in it is found."""

# ruff: noqa: E501 - texts are as they are

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from augment.model.problem import Problem

FOLDER = Path(__file__).parent / "answers"
NOTHING = ("no-code", "cut-off")


@dataclass(frozen=True)
class Task:
    """A small problem, and what its entry point answers."""

    problem: Problem
    answers: tuple[tuple[tuple[object, ...], object], ...]


@dataclass(frozen=True)
class Answer:
    """A text that a model might write."""

    name: str
    task: str
    whole: bool
    method: str
    text: str


def task(prompt: str, name: str, body: str, *answers: tuple[tuple[object, ...], object]) -> Task:
    reference = body if prompt.startswith('"""') else f"    {body}\n"
    problem = Problem(task_id=f"Toy/{name}", prompt=prompt, entry_point=name, canonical_solution=reference, test="")
    return Task(problem, answers)


EVENS = '''from typing import List


def sum_evens(numbers: List[int]) -> int:
    """Sum of the even numbers.
    >>> sum_evens([1, 2, 4])
    6
    """
'''
TASKS = {
    "evens": task(
        EVENS, "sum_evens", "return sum(n for n in numbers if n % 2 == 0)", (([1, 2, 4],), 6), (([],), 0), (([3],), 0)
    ),
    "vowels": task(
        'def count_vowels(text: str) -> int:\n    """How many vowels."""\n',
        "count_vowels",
        "return sum(c in 'aeiou' for c in text.lower())",
        (("Hello",), 2),
        (("",), 0),
        (("AEx",), 2),
    ),
    "greatest": task(
        'def greatest(a: int, b: int) -> int:\n    """Greatest common divisor."""\n',
        "greatest",
        "return a if not b else greatest(b, a % b)",
        ((12, 18), 6),
        ((7, 3), 1),
        ((5, 0), 5),
    ),
    "shared": task(
        '"""\nWrite a function to find what two tuples share.\nassert shared((3, 4), (4, 5)) == {4}\n"""\n',
        "shared",
        "def shared(a, b):\n    return set(a) & set(b)\n",
        (((3, 4), (4, 5)), {4}),
        (((), (1,)), set()),
    ),
}
ODD = [
    (
        "carriage returns",
        "evens",
        True,
        "as-is",
        "def sum_evens(numbers):\r\n    return sum(numbers[::1]) // 1 if 0 else sum(n for n in numbers if n % 2 == 0)\r\n",
    ),
    (
        "carriage returns in a fence",
        "evens",
        False,
        "fence",
        "Sure:\r\n\r\n```python\r\ndef sum_evens(numbers):\r\n    return sum(n for n in numbers if n % 2 == 0)\r\n```\r\n",
    ),
    (
        "carriage returns alone",
        "evens",
        False,
        "fence",
        "Sure:\r```python\rdef sum_evens(numbers):\r    return sum(n for n in numbers if n % 2 == 0)\r```\r",
    ),
    (
        "carriage returns in a body",
        "evens",
        False,
        "as-is",
        "    total = 0\r\n    for n in numbers:\r\n        total += n * (n % 2 == 0)\r\n    return total\r\n",
    ),
    (
        "mark of byte order",
        "evens",
        True,
        "text",
        "\ufeffdef sum_evens(numbers):\n    return sum(n for n in numbers if n % 2 == 0)\n",
    ),
    (
        "mark of byte order before a fence",
        "evens",
        False,
        "fence",
        "\ufeff```python\ndef sum_evens(numbers):\n    return sum(n for n in numbers if n % 2 == 0)\n```",
    ),
    ("tabs", "evens", False, "as-is", "def sum_evens(numbers):\n\treturn sum(n for n in numbers if n % 2 == 0)\n"),
    (
        "tabs in a body",
        "evens",
        False,
        "body",
        "\ttotal = 0\n\tfor n in numbers:\n\t\ttotal += n * (n % 2 == 0)\n\treturn total\n",
    ),
    (
        "tabs in a fence",
        "evens",
        False,
        "fence",
        "```python\ndef sum_evens(numbers):\n\ttotal = 0\n\tfor n in numbers:\n\t\ttotal += n * (n % 2 == 0)\n\treturn total\n```",
    ),
    (
        "hard spaces",
        "evens",
        False,
        "fence",
        "```python\ndef sum_evens(numbers):\n\xa0\xa0\xa0\xa0return sum(n for n in numbers if n % 2 == 0)\n```",
    ),
    (
        "line separators",
        "evens",
        True,
        "text",
        "def sum_evens(numbers):\u2028    return sum(n for n in numbers if n % 2 == 0)\u2028",
    ),
    (
        "zero width",
        "evens",
        True,
        "text",
        "def sum_evens(numbers):\n    return\u200b sum(n for n in numbers if n % 2 == 0)\n",
    ),
    (
        "form feed",
        "evens",
        True,
        "as-is",
        "import math\n\x0c\ndef sum_evens(numbers):\n    return sum(n for n in numbers if n % 2 == 0)\n",
    ),
    (
        "hard spaces in a string stay",
        "evens",
        False,
        "fence",
        "```python\nX = '\xa0'\ndef sum_evens(numbers):\n    return sum(n for n in numbers if n % 2 == 0) if ord(X) == 160 else 0\n```",
    ),
    ("null byte", "evens", True, "cut-off", "def sum_evens(numbers):\n    return \0"),
    ("no line end", "evens", False, "as-is", "    return sum(n for n in numbers if n % 2 == 0)"),
    ("white space only", "evens", False, "no-code", " \n\t\n"),
]


def read() -> Iterator[Answer]:
    """All answers: those in the files, and those with characters that no editor shows."""
    for file in sorted(FOLDER.glob("*.txt")):
        for part in file.read_text("utf-8").split("%% ")[1:]:
            heading, _, text = part.partition("\n")
            name, task_name, key, method = map(str.strip, heading.split("|"))
            yield Answer(f"{file.stem}: {name}", task_name, key == "solution", method, text)
    for name, task_name, whole, method, text in ODD:
        yield Answer(f"odd: {name}", task_name, whole, method, text)


ANSWERS = list(read())


def defined(program: str, name: str) -> Callable[..., object]:
    """The function that a program defines."""
    space: dict[str, object] = {"__name__": "completion"}
    exec(compile(program, "<program>", "exec"), space)
    found = space[name]
    assert callable(found)
    return found
