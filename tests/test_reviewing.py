"""What a judged sample says, by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from augment.errors import BadInput
from augment.formats import results as result_files
from augment.formats import reviews
from augment.formats.results import ResultsFile
from augment.formats.reviews import Doubt, Drawn, Review, Ruling
from augment.reviewing import count
from augment.stats.clustered import mean
from augment.stats.exact import lower_bound, upper_bound

DOUBT = Doubt(args="([1],)", expected="1", got="2", tier="inside", origin="plus-0", confirmed=True)
HERE = Path("review.jsonl")


def line(number: int, judgement: Ruling | None = None, *, found: Doubt | None = None, searched: int = 9) -> Drawn:
    return Drawn(
        judgement=judgement,
        model="m",
        task_id="T/0",
        number=number,
        searched=searched,
        found=found,
        sha256="ab",
        prompt="def f(x):",
        program="def f(x):\n    return '\ud800'\n",
    )


def review(*lines: Drawn, accepted: int = 100, models: tuple[str, ...] = ("m",), sha256: str = "x") -> Review:
    return Review(
        results="r.json", results_sha256=sha256, models=models, accepted=accepted, seed=3, inputs=9, lines=lines
    )


SAMPLE = (
    *(line(number) for number in range(15)),
    line(15, Ruling.WRONG, found=DOUBT),
    line(16, Ruling.WRONG, found=DOUBT),
    line(17, Ruling.UNCLEAR, found=DOUBT),
    line(18, Ruling.RIGHT, found=DOUBT),
    line(19, Ruling.RIGHT, searched=0),
)


def test_the_bound_reads_unclear_in_both_ways() -> None:
    found = count(review(*SAMPLE), None, HERE)
    assert (found.drawn, found.wrong, found.perhaps, found.not_found) == (20, 2, 3, 15)
    assert found.most == (upper_bound(2, 20), upper_bound(3, 20))
    assert [round(bound, 4) for bound in found.most] == [0.2826, 0.3437]  # Clopper-Pearson tables, one-sided 95%
    assert found.corrected is None


@pytest.mark.parametrize("unjudged", [line(20, found=DOUBT), line(20, searched=0)])
def test_disputed_completions_have_to_be_judged(unjudged: Drawn) -> None:
    with pytest.raises(BadInput, match=r"not judged yet: T/0 m #20"):
        count(review(*SAMPLE, unjudged), None, HERE)


def test_a_completion_without_a_find_may_be_judged_too() -> None:
    found = count(review(line(0, Ruling.WRONG), line(1)), None, HERE)
    assert (found.wrong, found.not_found) == (1, 1)


def results(folder: Path, completions: Sequence[tuple[str, int, str]]) -> tuple[ResultsFile, str]:
    document = {
        "augment_results": 1,
        "suite": {},
        "settings": {"limits": {}, "tiers": []},
        "completions": [
            {"model": "m", "task_id": task_id, "number": number, "base": "pass", "plus": plus}
            for task_id, number, plus in completions
        ],
    }
    path = folder / "r.json"
    path.write_text(json.dumps(document))
    return result_files.read(path), hashlib.sha256(path.read_bytes()).hexdigest()


def test_pass_at_1_less_the_wrong_ones(tmp_path: Path) -> None:
    """Ten problems with two completions each: the same weight for all."""
    rows = [(f"T/{task}", number, "fail" if task < 2 else "pass") for task in range(10) for number in range(2)]
    known, sha256 = results(tmp_path, [*rows, ("T/9", 2, "infra")])
    found = count(review(*SAMPLE, accepted=16, sha256=sha256), known, HERE).corrected
    assert found is not None
    assert (found.plus, found.weight) == pytest.approx((0.8, 1))
    assert found.here == pytest.approx((0.8 * (1 - upper_bound(3, 20, 0.975)), 0.8 * (1 - lower_bound(2, 20, 0.975))))
    over = mean([0.0] * 2 + [1.0] * 8, 0.975)
    assert over is not None
    low, high = over.low * (1 - upper_bound(3, 20, 0.9875)), over.high * (1 - lower_bound(2, 20, 0.9875))
    assert found.alike == pytest.approx((low, high))
    assert found.alike[0] < found.here[0] < found.here[1] < found.alike[1]


def test_the_heaviest_completions_may_be_the_wrong_ones(tmp_path: Path) -> None:
    """A problem with one completion and one with four: the one weighs 1/2, each of the four 1/8; the mean is 1/5."""
    known, sha256 = results(tmp_path, [("T/0", 0, "pass"), *(("T/1", number, "pass") for number in range(4))])
    sample = review(line(0, Ruling.WRONG, found=DOUBT), *(line(n) for n in range(1, 40)), accepted=5, sha256=sha256)
    found = count(sample, known, HERE).corrected
    assert found is not None
    assert (found.plus, found.weight) == pytest.approx((1.0, 2.5))
    low, high = lower_bound(1, 40, 0.975), upper_bound(1, 40, 0.975)
    assert found.here == pytest.approx((1 - 2.5 * high, 1 - 5 / 8 * low))


def test_results_must_be_those_that_were_drawn_from(tmp_path: Path) -> None:
    known, sha256 = results(tmp_path, [("T/0", 0, "pass")])
    with pytest.raises(BadInput, match="not the results"):
        count(review(*SAMPLE), known, HERE)
    assert count(review(*SAMPLE, models=("m", "n"), sha256=sha256), known, HERE).corrected is None


def test_a_review_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    reviews.write(path, review(*SAMPLE), "augment 1")
    assert reviews.read(path) == Review(
        results="r.json",
        results_sha256="x",
        models=("m",),
        accepted=100,
        seed=3,
        inputs=9,
        lines=list(SAMPLE),
    )
    assert all(text.startswith('{"judgement": ') for text in path.read_text().splitlines()[1:])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"judgement": "right"', '"judgement": "fine"', 'wanted "wrong", "right", "unclear" or nothing'),
        ('"judgement": "right"', '"judgement": null', "wanted a string `judgement`"),
        ('"searched": 9', '"searched": "9"', "wanted a whole number `searched`"),
        ('"augment_review": 1', '"augment_review": 2', "wanted a review file"),
        ('"drawn": 20', '"drawn": 21', "wanted 21 completions as drawn, each once, found 20"),
        ('"number": 1,', '"number": 0,', "each once"),
    ],
)
def test_files_that_cannot_be_used_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "review.jsonl"
    reviews.write(path, review(*SAMPLE), "augment 1")
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadInput, match=message):
        reviews.read(path)


def test_words_are_taken_as_people_write_them(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    reviews.write(path, review(*SAMPLE), "augment 1")
    path.write_text(path.read_text().replace('"wrong"', '" Wrong "'))
    assert count(reviews.read(path), None, path).wrong == 2
