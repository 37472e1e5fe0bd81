from __future__ import annotations

import pytest

from augment.extract.assemble import assemble
from augment.model.problem import Problem


def toy(prompt: str = 'import math\n\n\ndef solve(x):\n    """Say x."""\n') -> Problem:
    return Problem(task_id="Toy/0", prompt=prompt, entry_point="solve", canonical_solution="", test="")


def answer(program: str, x: object) -> object:
    space: dict[str, object] = {}
    exec(compile(program, "<program>", "exec"), space)
    solve = space["solve"]
    assert callable(solve)
    return solve(x)


@pytest.mark.parametrize(
    "text",
    [
        "    return math.floor(x)\n",
        "    return math.floor(x)",
        "    return math.floor(x)\n\n\ndef solve_all(xs):\n    return [solve(x) for x in xs]\n",
        "def solve(x):\n    return math.floor(x)\n",
        'def solve(x):\n    """Say x."""\n    return math.floor(x)',
        "import math\ndef helper(x):\n    return math.floor(x)\ndef solve(x):\n    return helper(x)\n",
        "\n\ndef solve(x):\n  return math.floor(x)\n",
        "    def solve(x):\n        return math.floor(x)\n    return solve(x)\n",
    ],
)
def test_a_body_alone_and_a_repeated_signature_are_the_same_program(text: str) -> None:
    assert answer(assemble(toy(), text), 2.5) == 2


@pytest.mark.parametrize(
    "prompt",
    [
        'def solve(x):\n    """Say x."""',
        'def solve(x):\n    """Say x."""\n    ',
        'def solve(x):\n  """Say x."""\n',
        'def solve(x):\n\t"""Say x."""\n',
        "def solve(x):\n",
        "def solve(x):",
        "def solve(x):\n  # say x",
        'def solve(x):\n    """Say x.\n',
        "@staticmethod\ndef solve(x):\n    if x:\n",
        "from __future__ import annotations\n\ndef solve(x):\n\tpass",
    ],
)
def test_a_repeated_signature_is_joined_to_a_prompt_of_any_layout(prompt: str) -> None:
    assert answer(assemble(toy(prompt), "def solve(x):\n    return x\n"), 7) == 7


def test_imports_and_helpers_stay_whatever_comes_first_in_the_completion() -> None:
    prompt = (
        '"""Toys."""\nfrom __future__ import annotations\nimport math\ndef half(x): return x / 2\n\ndef solve(x):\n'
    )
    text = "# mine\nfrom __future__ import annotations\ndef solve(x: Later):\n    return math.floor(half(x))\n"
    assert answer(assemble(toy(prompt), text), 5) == 2


def test_a_repeated_signature_needs_no_prompt() -> None:
    assert assemble(toy(""), "def solve(x): return x") == "def solve(x): return x"
