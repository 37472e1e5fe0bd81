from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augment.model.completion import Completion, Judgement, Verdict
from augment.model.suite import Exclusion
from augment.report.summary import ModelSummary, PassAtK, Summary, TestCounts, summarise

steady = settings(derandomize=True, deadline=None, database=None)

TESTS = {"Toy/a": TestCounts(base=3, plus=40), "Toy/b": TestCounts(base=2, plus=0, note="nothing to change")}


def judged(task_id: str, base: str, plus: str, *, model: str = "m", number: int = 0) -> Judgement:
    completion = Completion(task_id=task_id, model=model, number=number, program="", source="file:1")
    return Judgement(completion=completion, base=Verdict(base), plus=Verdict(plus))


# Problem a: of four, three pass base and one passes plus. Problem b: of two, one passes both.
SIX = [
    judged("Toy/a", "pass", "pass", number=0),
    judged("Toy/a", "pass", "fail", number=1),
    judged("Toy/a", "pass", "timeout", number=2),
    judged("Toy/a", "fail", "fail", number=3),
    judged("Toy/b", "pass", "pass", number=0),
    judged("Toy/b", "no-code", "no-code", number=1),
]


def summary_of(judgements: list[Judgement], *ks: int) -> Summary:
    return summarise("Toy", TESTS, judgements, [], ks or (1,))


def only(summary: Summary) -> ModelSummary:
    (model,) = summary.models
    return model


def test_pass_at_k_and_its_drop_are_those_worked_out_by_hand() -> None:
    one, two = only(summary_of(SIX, 1, 2)).pass_at_k
    assert (one.k, one.base, one.plus) == (1, (3 / 4 + 1 / 2) / 2, (1 / 4 + 1 / 2) / 2)
    assert one.drop == 0.25
    assert one.relative_drop == 0.4
    # pass@2: a on base 1 - 0/6, on plus 1 - 3/6; b on both 1 - 0/1
    assert (two.k, two.base, two.plus) == (2, 1.0, 0.75)
    assert two.drop == two.relative_drop == 0.25


def test_false_positives_are_those_of_the_base_passers_that_fail_plus() -> None:
    share = only(summary_of(SIX)).false_positives
    assert (share.hits, share.trials, share.value) == (2, 4, 0.5)


def test_what_wrong_answers_and_what_time_and_memory_take_from_pass_at_k_is_told_apart() -> None:
    model = only(summary_of([*SIX, judged("Toy/b", "pass", "memory", number=2)]))
    assert model.rejected == {Verdict.FAIL: 1, Verdict.TIMEOUT: 1, Verdict.MEMORY: 1}
    # base: a 3 of 4, b 2 of 3. Wrong answers take 1 of 4 from a; time 1 of 4 from a, memory 1 of 3 from b.
    (row,) = model.pass_at_k
    assert row.drop_by_answers == pytest.approx(1 / 4 / 2)
    assert row.drop_by_time == pytest.approx((1 / 4 + 1 / 3) / 2)
    assert [problem.slow for problem in summary_of(SIX).problems] == [1, 0]


def test_verdicts_are_counted_for_base_and_plus_apart() -> None:
    model = only(summary_of(SIX))
    assert model.base_verdicts == {Verdict.PASS: 4, Verdict.FAIL: 1, Verdict.NO_CODE: 1}
    assert model.plus_verdicts == {Verdict.PASS: 2, Verdict.FAIL: 2, Verdict.TIMEOUT: 1, Verdict.NO_CODE: 1}


def test_each_problem_is_counted_over_all_sets() -> None:
    summary = summary_of([*SIX, judged("Toy/b", "pass", "crash", model="other")])
    a, b = summary.problems
    assert (a.task_id, a.completions, a.base_passed, a.plus_passed, a.false_positives) == ("Toy/a", 4, 3, 1, 2)
    assert (b.task_id, b.completions, b.base_passed, b.plus_passed, b.false_positives) == ("Toy/b", 3, 2, 1, 1)
    assert (a.base_tests, a.plus_tests, a.note) == (3, 40, "")
    assert (b.base_tests, b.plus_tests, b.note) == (2, 0, "nothing to change")


@pytest.mark.parametrize("base", ["pass", "infra"])
def test_an_infra_verdict_is_kept_out_of_the_rates(base: str) -> None:
    troubled = summary_of(
        [*SIX, judged("Toy/a", base, "infra", number=4), judged("Toy/b", base, "infra", number=2)], 1, 2
    )
    model, calm = only(troubled), only(summary_of(SIX, 1, 2))
    assert (model.infra, model.completions) == (2, 6)
    assert model.pass_at_k == calm.pass_at_k
    assert model.false_positives == calm.false_positives
    assert [problem.completions for problem in troubled.problems] == [4, 2]
    assert troubled.problems == summary_of(SIX).problems
    assert model.plus_verdicts[Verdict.INFRA] == 2


def test_a_problem_with_nothing_but_infra_verdicts_is_not_a_zero() -> None:
    model = only(summary_of([judged("Toy/a", "pass", "pass"), judged("Toy/b", "infra", "infra")]))
    assert model.problems == 1
    assert model.pass_at_k[0].base == model.pass_at_k[0].plus == 1.0


def test_only_problems_with_completions_are_averaged_and_their_number_is_told() -> None:
    summary = summary_of([judged("Toy/b", "pass", "fail")])
    model = only(summary)
    assert (model.problems, len(summary.problems)) == (1, 2)
    assert (model.pass_at_k[0].base, model.pass_at_k[0].plus) == (1.0, 0.0)
    assert [problem.completions for problem in summary.problems] == [0, 1]


def test_k_above_the_completions_of_some_problem_is_undefined_and_says_why() -> None:
    row = only(summary_of(SIX, 3)).pass_at_k[0]
    assert (row.k, row.base, row.plus, row.drop, row.relative_drop) == (3, None, None, None, None)
    assert "1 of 2 problems" in row.undefined


def test_an_infra_verdict_counts_as_no_completion_for_k() -> None:
    row = only(summary_of([judged("Toy/a", "pass", "pass"), judged("Toy/a", "infra", "infra", number=1)], 2)).pass_at_k[
        0
    ]
    assert row.base is None
    assert row.undefined


def test_a_set_with_infra_verdicts_alone_has_no_figures() -> None:
    model = only(summary_of([judged("Toy/a", "infra", "infra")]))
    assert (model.completions, model.infra, model.problems) == (0, 1, 0)
    assert model.pass_at_k[0].undefined
    assert (model.false_positives.value, model.false_positives.interval) == (None, None)


def test_from_a_base_of_zero_there_is_a_drop_but_no_relative_one() -> None:
    model = only(summary_of([judged("Toy/a", "fail", "fail")]))
    row = model.pass_at_k[0]
    assert (row.base, row.plus, row.drop, row.relative_drop, row.undefined) == (0.0, 0.0, 0.0, None, "")
    assert (model.false_positives.trials, model.false_positives.value) == (0, None)


def test_sets_are_told_apart_and_sorted_by_name() -> None:
    summary = summary_of([judged("Toy/a", "pass", "fail", model="z"), judged("Toy/a", "pass", "pass", model="a")])
    assert [(model.model, model.pass_at_k[0].plus) for model in summary.models] == [("a", 1.0), ("z", 0.0)]


def test_excluded_problems_count_as_problems_of_the_suite() -> None:
    excluded = [Exclusion(task_id="Toy/c", reason="its reference fails")]
    summary = summarise("Toy", TESTS, SIX, excluded, (1,))
    assert summary.problems_in_suite == 3
    assert summary.excluded == tuple(excluded)
    assert [problem.task_id for problem in summary.problems] == ["Toy/a", "Toy/b"]
    assert only(summary).pass_at_k == only(summary_of(SIX)).pass_at_k


def test_no_completions_give_no_sets() -> None:
    summary = summary_of([])
    assert summary.models == ()
    assert [problem.completions for problem in summary.problems] == [0, 0]


def test_the_values_of_k_may_come_from_an_iterator() -> None:
    both = [judged("Toy/a", "pass", "pass", model="x"), judged("Toy/a", "pass", "pass", model="y")]
    summary = summarise("Toy", TESTS, both, [], iter((1, 2)))
    assert [[row.k for row in model.pass_at_k] for model in summary.models] == [[1, 2], [1, 2]]


def test_the_drop_of_undefined_figures_is_undefined() -> None:
    row = PassAtK(k=1, base=None, plus=None, answered=None, undefined="why")
    assert row.drop is row.relative_drop is row.drop_by_answers is row.drop_by_time is None


bad = [verdict.value for verdict in Verdict if verdict is not Verdict.PASS]
pairs = st.sampled_from([("pass", "pass"), *(("pass", verdict) for verdict in bad), *((v, v) for v in bad)])
judgements = st.lists(
    st.builds(
        lambda task, pair, model: judged(task, *pair, model=model),
        st.sampled_from(sorted(TESTS)),
        pairs,
        st.sampled_from("xy"),
    ),
    max_size=12,
)


@steady
@given(judgements)
def test_counts_of_sets_problems_and_verdicts_agree(some: list[Judgement]) -> None:
    summary = summary_of(some)
    assert sum(model.completions + model.infra for model in summary.models) == len(some)
    assert sum(model.completions for model in summary.models) == sum(p.completions for p in summary.problems)
    assert sum(m.false_positives.hits for m in summary.models) == sum(p.false_positives for p in summary.problems)
    assert sum(m.false_positives.trials for m in summary.models) == sum(p.base_passed for p in summary.problems)
    for model in summary.models:
        assert sum(model.plus_verdicts.values()) == sum(model.base_verdicts.values())
        for row in model.pass_at_k:
            assert row.undefined or (row.drop is not None and 0 <= row.drop <= 1)
            if row.drop_by_answers is not None and row.drop_by_time is not None:
                assert min(row.drop_by_answers, row.drop_by_time) >= 0
                assert row.drop_by_answers + row.drop_by_time == pytest.approx(row.drop)


@steady
@given(judgements.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))))
def test_the_order_of_the_judgements_changes_nothing(orders: tuple[list[Judgement], list[Judgement]]) -> None:
    one, other = orders
    assert summary_of(one, 1, 2) == summary_of(other, 1, 2)
