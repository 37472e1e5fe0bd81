from __future__ import annotations

import builtins

import pytest
from extract.answers import ANSWERS, NOTHING, TASKS, Answer, defined
from hypothesis import given
from hypothesis import strategies as st

from augment.extract import code
from augment.extract.extract import extract


def test_the_corpus_is_as_large_as_it_claims() -> None:
    assert len(ANSWERS) >= 120
    assert len({answer.name for answer in ANSWERS}) == len(ANSWERS)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_the_program_in_an_answer_is_found_and_gives_right_answers(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = TASKS[answer.task]
    found = extract(task.problem, answer.text, whole=answer.whole)
    assert found.method == answer.method
    if answer.method in NOTHING:
        assert not code.compiles(found.program) or not code.defines(found.program, task.problem.entry_point)
        return

    def no_input(*_: object) -> str:
        raise EOFError

    monkeypatch.setattr(builtins, "input", no_input)
    function = defined(found.program, task.problem.entry_point)
    assert [function(*args) for args, _ in task.answers] == [right for _, right in task.answers]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_nothing_is_looked_for_in_what_was_found(answer: Answer) -> None:
    problem = TASKS[answer.task].problem
    found = extract(problem, answer.text, whole=answer.whole)
    again = extract(problem, found.program, whole=True)
    assert again.program == found.program
    assert (again.method in NOTHING) == (found.method in NOTHING)
    if answer.method not in NOTHING:
        assert again.method == "as-is"


TOP = (
    "import math", "X = 1", "def helper(a):\n    return a", "print('hi')", "assert X", "class Solution:\n    pass",
    "'''\n```python\n'''", "x = input()", "def greatest(a):\n    return a", "for _ in range(2):\n\tpass", "# ```",
    "if __name__ == '__main__':\n    greatest(1, 2)", "exec('')", "\x0c", "greatest = max", "Note: int", "s = '\xa0'",
)  # fmt: skip


@given(st.lists(st.sampled_from(TOP)), st.lists(st.sampled_from(TOP)), st.sampled_from(["\n", "\r\n"]))
def test_a_program_is_left_alone_to_the_last_byte(before: list[str], after: list[str], end: str) -> None:
    text = "\n".join([*before, "def greatest(a, b):\n    return a", *after, ""]).replace("\n", end)
    found = extract(TASKS["greatest"].problem, text, whole=True)
    assert (found.program, found.method) == (text, "as-is")
    found = extract(TASKS["evens"].problem, text.replace("greatest", "sum_evens"), whole=False)
    assert found.method == "as-is"
    assert found.program.endswith(text.replace("greatest", "sum_evens"))


@given(st.lists(st.sampled_from(["total = 0", "for n in numbers:\n        total += n", "", "# ```", "return total"])))
def test_what_goes_on_behind_the_prompt_is_left_alone(statements: list[str]) -> None:
    problem = TASKS["evens"].problem
    text = "".join(f"    {statement}\n" for statement in [*statements, "return 0"])
    found = extract(problem, text, whole=False)
    assert (found.program, found.method) == (problem.prompt + text, "as-is")


PARTS = (*TOP, "```", "```python", "~~~", "    return a", "return a", "def greatest(a, b):", "Sure:", "\t", ")", "'''",
         "<|end|>", "</think>", "def gcd(a, b): return a", "\ufeff", "\r", "@x", "else:")  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=5)), max_size=12), st.booleans())
def test_any_text_gives_a_program_or_none_and_gives_it_again(parts: list[str], whole: bool) -> None:
    problem = TASKS["greatest"].problem
    found = extract(problem, "\n".join(parts), whole=whole)
    if found.method in NOTHING:
        assert not code.compiles(found.program) or not code.defines(found.program, "greatest")
    elif not code.BY_OTHER_MEANS.search(found.program):
        assert code.compiles(found.program)
        assert code.defines(found.program, "greatest")
    assert extract(problem, found.program, whole=True).program == found.program
