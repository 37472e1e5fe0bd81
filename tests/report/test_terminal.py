from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from augment.model.completion import Completion, Judgement, Verdict
from augment.model.finding import Checked, Examined, Finding, Topic, Weight
from augment.model.suite import Assistance, Exclusion, Funnel, Search
from augment.report.summary import Summary, TestCounts, summarise
from augment.report.terminal import (
    WORST,
    assisted,
    interval,
    percent,
    points,
    searched,
    show,
    show_check,
    show_funnel,
    verdict_counts,
)
from augment.stats.clustered import Estimate


def judged(model: str, task_id: str, number: int, base: str, plus: str) -> Judgement:
    completion = Completion(task_id=task_id, model=model, number=number, program="", source="file:1")
    return Judgement(completion=completion, base=Verdict(base), plus=Verdict(plus))


def shown(summary: Summary, *, width: int = 80, all_problems: bool = False) -> str:
    file = io.StringIO()
    show(Console(file=file, width=width), summary, all_problems=all_problems)
    return file.getvalue()


def small(model: str = "m", task_id: str = "Toy/a", *, reason: str = "why", note: str = "") -> Summary:
    """One completion that passes base and fails plus, and one that passes both; one more problem has no tests."""
    judgements = [judged(model, task_id, 0, "pass", "fail"), judged(model, task_id, 1, "pass", "pass")]
    tests = {task_id: TestCounts(base=3, plus=1234), "Toy/none": TestCounts(base=2, plus=0, note=note)}
    return summarise("Toy", tests, judgements, [Exclusion(task_id="Toy/out", reason=reason)], (1, 3))


def many(problems: int) -> Summary:
    """Problem number n has n completions, all wrong and all accepted by base."""
    judgements = [judged("m", f"Toy/{n}", i, "pass", "fail") for n in range(1, problems + 1) for i in range(n)]
    tests = {f"Toy/{n}": TestCounts(base=1, plus=1) for n in range(1, problems + 1)}
    return summarise("Toy", tests, judgements, [], (1,))


def words(text: str) -> str:
    return " ".join(text.split())


def first_columns(text: str) -> str:
    """The texts of the first column, folded lines put together again."""
    return "".join(re.split(r" {2,}", line)[0].rstrip() for line in text.split("\n"))


def test_the_report_tells_the_figures() -> None:
    report = words(shown(small(note="nothing to change")))
    assert "Toy: 2 of 3 problems, 5 base tests and 1,234 plus tests" in report
    # Wilson for 1 of 2 with z = 1.96: 9.45% to 90.55%
    assert "m 1 100.0% 50.0% -50.0 50.0% 50.0% (5.5–94.5%)" in report
    assert "3 not defined not defined" in report
    assert "1 of 3 problems" in report
    assert "Toy/a 2 2 1 1 0 3 1234" in report
    assert "m: 1 fail; drop of pass@1: -50.0 by wrong answers, +0.0 by time or memory" in report
    assert "pass@3 is not defined: 1 of 1 problem has fewer than 3 completions" in report
    assert "no plus tests: Toy/none: nothing to change" in report
    assert "not scored: Toy/out: why" in report


def test_what_was_not_scored_for_engine_trouble_is_told() -> None:
    summary = summarise(
        "Toy",
        {"Toy/a": TestCounts(base=1, plus=1)},
        [judged("m", "Toy/a", 0, "pass", "pass"), judged("m", "Toy/a", 1, "infra", "infra")],
        [],
        (1,),
    )
    assert "m: 1 pass, 1 infra" in shown(summary)
    assert "infra: trouble of the engine; these completions are in no rate" in words(shown(summary))


@pytest.mark.parametrize("name", ["m", "model-" * 30, "日本" * 40, "a b " * 40])
def test_the_report_fits_80_columns_and_cuts_nothing(name: str) -> None:
    report = shown(small(name, f"Toy/{name}", reason="because " * 30, note="since " * 30), all_problems=True)
    assert max(map(cell_len, report.split("\n"))) <= 80
    assert "…" not in report
    for figure in ("100.0%", "50.0%", "-50.0", "50.0% (5.5–94.5%)", "1234"):
        assert figure in report
    assert name.replace(" ", "") in first_columns(report).replace(" ", "")


def test_wide_figures_are_whole_at_80_columns() -> None:
    judgements = [judged("a-model-with-a-long-name_temp_0.8", f"Toy/{n}", 0, "pass", "fail") for n in range(30)]
    tests = {f"Toy/{n}": TestCounts(base=10**6, plus=10**6) for n in range(30)}
    report = shown(summarise("Toy", tests, judgements, [], (1, 1000)), all_problems=True)
    assert max(map(cell_len, report.split("\n"))) <= 80
    # Wilson for 30 of 30 problems: 30 / (30 + t²) = 87.8% with t = 2.045 at 29 degrees of freedom
    for figure in ("100.0%", "(87.8–100.0%)", "-100.0", "not defined", "1000000"):
        assert figure in report
    assert "…" not in report


def test_a_file_gets_no_control_codes() -> None:
    assert "\x1b" not in shown(small())


def test_without_colour_a_terminal_gets_none_and_the_same_text() -> None:
    file = io.StringIO()
    show(Console(file=file, width=80, force_terminal=True, no_color=True), small())
    codes = re.findall(r"\x1b\[([\d;]*)m", file.getvalue())
    assert not {int(code) for group in codes for code in group.split(";") if code} & {*range(30, 50), *range(90, 108)}
    assert re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()) == shown(small())


MARKUP = [
    "[bold]x[/bold]",
    "[/dim]",
    "[/]",
    "[red]",
    "\\[red]",
    "\\\\[red]x",
    "[link=file:///x]y[/link]",
    "[@click=x]y",
    "[[b]]",
    "[",
    "]",
    "{0} %s",
]
EMOJI = [":bug:", "a:100:b"]


@pytest.mark.parametrize("text", MARKUP)
def test_markup_in_names_and_reasons_is_shown_as_it_is(text: str) -> None:
    report = shown(small(text, f"Toy/{text}", reason=f"r {text}", note=f"n {text}"), width=150)
    lines = report.split("\n")
    assert any(line.startswith(f"{text}  ") for line in lines)
    assert any(line.startswith(f"Toy/{text}  ") for line in lines)
    assert f"not scored: Toy/out: r {text}" in report
    assert f"no plus tests: Toy/none: n {text}" in report


@pytest.mark.parametrize("text", EMOJI)
def test_emoji_codes_in_names_are_shown_as_they_are(text: str) -> None:
    lines = shown(small(text, f"Toy/{text}"), width=150).split("\n")
    assert any(line.startswith(f"{text}  ") for line in lines)
    assert any(line.startswith(f"Toy/{text}  ") for line in lines)


@pytest.mark.parametrize("text", EMOJI)
def test_emoji_codes_in_reasons_are_shown_as_they_are(text: str) -> None:
    report = shown(small(reason=text, note=text))
    assert f"not scored: Toy/out: {text}" in report
    assert f"no plus tests: Toy/none: {text}" in report


@pytest.mark.parametrize("text", ["a\\", "[b]\\"])
def test_a_backslash_at_the_end_of_a_name_is_shown_once(text: str) -> None:
    lines = shown(small(text, f"Toy/{text}"), width=150).split("\n")
    assert any(line.startswith(f"{text}  ") for line in lines)
    assert any(line.startswith(f"Toy/{text}  ") for line in lines)


@pytest.mark.parametrize("place", ["model", "task_id", "reason", "note"])
def test_no_name_or_reason_can_send_control_codes(place: str) -> None:
    texts = {"model": "m", "task_id": "Toy/a", "reason": "why", "note": "since"} | {place: "a\x1b[2Jb"}
    report = shown(small(texts["model"], texts["task_id"], reason=texts["reason"], note=texts["note"]))
    assert "\x1b" not in report


@pytest.mark.parametrize("place", ["model", "task_id", "reason", "note"])
def test_a_name_that_is_not_unicode_does_not_stop_the_report(place: str) -> None:
    texts = {"model": "m", "task_id": "Toy/a", "reason": "why", "note": "since"} | {place: "a\udcffb"}
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    show(
        Console(file=file, width=80),
        small(texts["model"], texts["task_id"], reason=texts["reason"], note=texts["note"]),
    )
    file.flush()
    file.seek(0)
    assert "50.0% (5.5–94.5%)" in file.read()


def test_the_worst_problems_come_first_and_the_rest_are_counted() -> None:
    report = shown(many(WORST + 3))
    tasks = re.findall(r"^Toy/(\d+) ", report, re.MULTILINE)
    assert tasks == [str(n) for n in range(WORST + 3, 3, -1)]
    assert "… and 3 more (--all-problems shows all)" in report


def test_all_problems_are_shown_in_the_order_of_the_suite() -> None:
    report = shown(many(WORST + 3), all_problems=True)
    assert re.findall(r"^Toy/(\d+) ", report, re.MULTILINE) == [str(n) for n in range(1, WORST + 4)]
    assert "more (" not in report


def test_problems_without_false_positives_are_no_worst_problems() -> None:
    tests = {"Toy/a": TestCounts(base=1, plus=1)}
    summary = summarise("Toy", tests, [judged("m", "Toy/a", 0, "pass", "pass")], [], (1,))
    assert "accept most wrong programs" not in shown(summary)
    assert "Toy/a" in shown(summary, all_problems=True)


def test_a_zero_base_has_a_dash_for_what_is_not_defined() -> None:
    tests = {"Toy/a": TestCounts(base=1, plus=1)}
    summary = summarise("Toy", tests, [judged("m", "Toy/a", 0, "fail", "fail")], [], (1,))
    assert re.search(r"^m +1 +0\.0% +0\.0% +\S+ +– +–", shown(summary), re.MULTILINE)


def test_the_cost_of_a_language_model_is_told_where_prices_are_known() -> None:
    told = Assistance(asked=2, answered=2, kept=4, prompt_tokens=1000, completion_tokens=200)
    assert assisted(told).endswith("1,200 tokens, 300 a kept test")
    assert assisted(told, 5.0).endswith("1,200 tokens, 300 a kept test; cost 5.00, 1.25 a kept test")
    assert assisted(Assistance(prompt_tokens=1), 0.00123).endswith("1 token; cost 0.0012")


def test_nothing_scored_is_reported_too() -> None:
    summary = summarise("Toy", {"Toy/a": TestCounts(base=1, plus=1)}, [], [], (1,))
    assert "Toy: 1 of 1 problem, 1 base test and 1 plus test" in shown(summary)


@pytest.mark.parametrize(
    ("share", "text"), [(None, "–"), (0.0, "0.0%"), (1.0, "100.0%"), (0.0625, "6.2%"), (1 / 3, "33.3%")]
)
def test_a_share_is_written_as_a_percentage(share: float | None, text: str) -> None:
    assert percent(share) == text


def test_a_percentage_may_have_other_digits() -> None:
    assert percent(1 / 3, digits=3) == "33.333%"


@pytest.mark.parametrize(("difference", "text"), [(None, "–"), (0.25, "-25.0"), (-0.25, "+25.0"), (1.0, "-100.0")])
def test_a_drop_is_written_in_points_with_its_sign(difference: float | None, text: str) -> None:
    assert points(difference) == text


@pytest.mark.parametrize("difference", [0.0, 0.0004])
def test_no_drop_has_no_minus(difference: float) -> None:
    assert points(difference) in ("0.0", "+0.0")


def test_an_interval_is_written_with_its_share() -> None:
    # Newcombe 1998: 15 of 148 has the Wilson interval 0.0624 to 0.1605
    assert interval(Estimate(value=0.1014, low=0.062, high=0.16, clusters=9)) == "10.1% (6.2–16.0%)"
    assert interval(Estimate(value=0.0, low=0.0, high=0.161, clusters=20)) == "0.0% (0.0–16.1%)"
    assert interval(None) == "–"


def test_verdicts_are_told_in_their_own_order_without_zeros() -> None:
    (model,) = summarise(
        "Toy",
        {"Toy/a": TestCounts(base=1, plus=1)},
        [
            judged("m", "Toy/a", n, v, v)
            for n, v in enumerate(["infra", "timeout", "fail", "pass", "fail", "no-code", "memory", "crash"])
        ],
        [],
        (1,),
    ).models
    assert verdict_counts(model) == "1 pass, 2 fail, 1 timeout, 1 memory, 1 crash, 1 no-code, 1 infra"


@pytest.mark.parametrize(
    ("search", "told"),
    [
        (
            Search(tried=2000, adversaries=1200, by_base=600, by_suite=900, by_all=1000, once=3),
            "of 1,200 adversaries are killed: base 50.0%, base+plus 75.0%, all inputs found 83.3%; "
            "1,000 inputs more, beside 2,000, would kill 1.5 more (Good-Turing)",
        ),
        (
            Search(tried=50, adversaries=5, by_base=1, by_suite=3, by_all=3, once=2),
            "of 5 adversaries are killed: base 20.0%, base+plus 60.0%, all inputs found 60.0%; "
            "1,000 inputs more, beside 50, would kill 2.0 more (Good-Turing)",
        ),
        (
            Search(adversaries=4, by_base=1, by_suite=1, by_all=1),
            "of 4 adversaries are killed: base 25.0%, base+plus 25.0%, all inputs found 25.0%",
        ),
    ],
)
def test_the_strength_of_a_suite_against_its_adversaries(search: Search, told: str) -> None:
    assert searched(search) == told


def test_the_funnel_goes_from_proposed_to_kept_with_the_largest_loss_first() -> None:
    file = io.StringIO()
    funnel = Funnel(proposed=12345, dropped={"b [red]": 5, "a": 5, "raised": 2000})
    show_funnel(Console(file=file, width=80), funnel)
    rows = [line.split() for line in file.getvalue().split("\n") if re.search(r"\d", line)]
    assert rows == [
        ["proposed", "12,345"],
        ["raised", "-2,000"],
        ["a", "-5"],
        ["b", "[red]", "-5"],
        ["kept", "10,335"],
    ]


def checked(*findings: Finding, left_out: str = "") -> str:
    examined = Examined(task_id="Toy/[b]a", comparisons=1234, trivial_programs=5, findings=findings)
    excluded = (Exclusion(task_id="Toy/out", reason=left_out),) if left_out else ()
    file = io.StringIO()
    problems = (examined, Examined(task_id="Toy/b", comparisons=1))
    show_check(Console(file=file, width=80), Checked(benchmark="Toy", problems=problems, excluded=excluded))
    return words(file.getvalue())


def test_a_self_check_without_findings_is_two_lines() -> None:
    told = "Toy: 2 problems, 1,235 comparisons, 5 trivial programs 0 faults, 0 left out, 0 weaknesses, 0 suspicions"
    assert checked() == told


def test_each_finding_stands_under_its_heading_as_it_is() -> None:
    text = checked(
        Finding(Weight.SUSPICION, Topic.REFERENCE, "[red]odd\x1b"),
        Finding(Weight.FAULT, Topic.REFERENCE, "bad"),
        Finding(Weight.WEAKNESS, Topic.REFERENCE, "weak"),
        Finding(Weight.FAULT, Topic.REFERENCE, "worse"),
        left_out="no tests",
    )
    faults, weak = text.index("faults:"), text.index("weak base tests:")
    left_out, odd = text.index("left out of the suite"), text.index("suspicious references")
    assert faults < text.index("Toy/[b]a: bad") < text.index("Toy/[b]a: worse") < left_out
    assert left_out < text.index("Toy/out: no tests") < weak < text.index("Toy/[b]a: weak") < odd
    assert "Toy/[b]a: [red]odd\\x1b" in text[odd:]
    assert text.endswith("2 faults, 1 left out, 1 weakness, 1 suspicion")
