"""The written problems are sound: contracts, probes, references and prompts agree with each other."""

from __future__ import annotations

import ast
import copy
import doctest
from collections import Counter
from collections.abc import Iterator

import pytest

from augment.model.literals import write_literal
from domains.problems import PROBLEMS
from domains.written import Arguments, Kind, WrittenProblem

WRITTEN = pytest.mark.parametrize("written", PROBLEMS, ids=lambda written: written.task_id)


def prompt_calls(written: WrittenProblem) -> Iterator[Arguments]:
    """Arguments of the examples in a prompt, after the reference was seen to answer them as the prompt says."""
    calls: list[Arguments] = []
    reference = written.reference()

    def recorder(*args: object) -> object:
        calls.append(copy.deepcopy(args))
        return reference(*args)

    space = {written.entry_point: recorder}
    examples = doctest.DocTestParser().get_doctest(reference.__doc__ or "", space, written.entry_point, None, None)
    assert doctest.DocTestRunner(verbose=False).run(examples, clear_globs=False).failed == 0
    for line in written.prompt.splitlines():
        if line.startswith("assert "):
            exec(line, {written.entry_point: recorder})
    yield from calls


def test_there_are_enough_of_every_kind() -> None:
    assert len(PROBLEMS) >= 45
    assert len({written.entry_point for written in PROBLEMS}) == len(PROBLEMS)
    kinds = Counter(written.kind for written in PROBLEMS)
    assert all(kinds[kind] >= 8 for kind in Kind)
    assert {written.source for written in PROBLEMS if written.kind is Kind.RELATIONS} == {"prompt", "guard", "shape"}


@WRITTEN
def test_the_contract_accepts_base_inputs_and_examples(written: WrittenProblem) -> None:
    base = written.base_inputs()
    assert 4 <= len(base) <= 10
    assert [args for args in (*base, *prompt_calls(written)) if not written.contract(*args)] == []


@WRITTEN
def test_the_contract_tells_the_probes_apart(written: WrittenProblem) -> None:
    assert [args for args in written.valid if not written.contract(*args)] == []
    assert [args for args in written.outside if written.contract(*args)] == []


@WRITTEN
def test_probes_are_new_plain_and_many_enough(written: WrittenProblem) -> None:
    known = {write_literal(args) for args in (*written.base_inputs(), *prompt_calls(written))}
    probes = [write_literal(args) for args in (*written.valid, *written.outside)]
    assert len(set(probes)) == len(probes)
    assert known.isdisjoint(probes)
    assert len(written.valid) >= 6
    assert len(written.outside) >= 6


@WRITTEN
def test_the_reference_answers_what_is_meant(written: WrittenProblem) -> None:
    reference = written.reference()
    for args in written.valid:
        write_literal(reference(*copy.deepcopy(args)))


@WRITTEN
def test_the_reference_alone_does_not_give_the_domain_away(written: WrittenProblem) -> None:
    """Words, shapes and relations in them are needed: some input that is not meant gets an answer."""
    if written.source in ("prompt", "shape"):
        reference, answered = written.reference(), 0
        for args in written.outside:
            try:
                reference(*copy.deepcopy(args))
            except Exception:
                continue
            answered += 1
        assert answered >= 2


@WRITTEN
def test_prompt_and_solution_are_a_program_as_benchmarks_have_it(written: WrittenProblem) -> None:
    tree = ast.parse(written.problem.reference)
    assert written.entry_point in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
