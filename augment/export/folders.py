"""Suites as folders: pytest files; tasks for lm-evaluation-harness and Inspect, around rows in HumanEval's format."""

from __future__ import annotations

import re
from typing import Final

from augment.export import humaneval
from augment.export.code import beside
from augment.export.written import Written
from augment.model.suite import Suite

DATA: Final = "problems.jsonl"

CONFTEST: Final = '''"""Solutions lie in a folder, a file a problem, named as its test: `pytest --solutions FOLDER`."""

import pathlib

HERE = pathlib.Path(__file__).parent


def pytest_addoption(parser):
    parser.addoption("--solutions", default=str(HERE / "solutions"), help="folder with one Python file a problem")


def pytest_generate_tests(metafunc):
    if "solution" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("solutions"))
        name = pathlib.Path(metafunc.module.__file__).stem[len("test_") :]
        space = {"__name__": name}
        path = folder / f"{name}.py"
        exec(compile(path.read_text("utf-8"), str(path), "exec"), space)
        for key, value in space.items():  # some tests call a solution by its name
            metafunc.module.__dict__.setdefault(key, value)
        metafunc.parametrize("solution", [space[metafunc.module.ENTRY_POINT]], ids=[metafunc.module.ENTRY_POINT])
'''

PYTEST: Final = '''"""Tests of {task_id}."""

ENTRY_POINT = {entry_point!r}

{beside}
{test}

def test_{name}(solution):
    check(solution)
'''

LM_EVAL: Final = """task: {name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {data}
test_split: test
output_type: generate_until
doc_to_text: "{{{{prompt}}}}"
doc_to_target: "{{{{test}}}}\\ncheck({{{{entry_point}}}})"
filter_list:
  - name: create_test
    filter:
      - function: custom
        filter_fn: !function utils.with_prompts
metric_list:
  - metric: !function utils.pass_at_1
    aggregation: mean
    higher_is_better: true
generation_kwargs:
  until:
    - "\\nclass"
    - "\\ndef"
    - "\\n#"
    - "\\nif"
    - "\\nprint"
  max_gen_toks: 1024
  do_sample: false
unsafe_code: true
metadata:
  version: 1.0
"""

LM_EVAL_UTILS: Final = '''"""Programs from answers, and pass@1 by the metric `code_eval` of Hugging Face's evaluate."""


def with_prompts(resps, docs):
    """Answers go on behind their prompts."""
    return [[doc["prompt"] + answer for answer in answers] for answers, doc in zip(resps, docs)]


def pass_at_1(references, predictions):
    """Share of the programs that pass."""
    import evaluate

    code_eval = evaluate.load("code_eval")
    return code_eval.compute(references=references, predictions=predictions, k=[1])[0]["pass@1"]
'''

INSPECT: Final = '''"""A task for Inspect: `inspect eval task.py --model ...`; programs run in its Docker sandbox."""

import json
import pathlib

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate
from inspect_ai.util import sandbox

HERE = pathlib.Path(__file__).parent
ASK = "Complete this Python function. Answer with the whole function in one Markdown code block.\\n\\n"
TIMEOUT_SECONDS = 60


def samples():
    rows = map(json.loads, (HERE / "problems.jsonl").read_text("utf-8").splitlines())
    return [Sample(ASK + row["prompt"], target=row["entry_point"], id=row["task_id"], metadata=row) for row in rows]


def program_of(answer, prompt):
    """The code in an answer: its first code block, or all of it."""
    _, fence, rest = answer.partition("```")
    code = rest.partition("\\n")[2].partition("```")[0] if fence else answer
    return prompt + code if not fence else prompt + "    pass\\n\\n\\n" + code


@scorer(metrics=[accuracy(), stderr()])
def passes():
    async def score(state, target):
        row = state.metadata
        code = program_of(state.output.completion, row["prompt"])
        program = f"{code}\\n{row['test']}\\n\\ncheck({row['entry_point']})\\n"
        done = await sandbox().exec(["python", "-c", program], timeout=TIMEOUT_SECONDS)
        return Score(value=CORRECT if done.success else INCORRECT, answer=code, explanation=done.stderr)

    return score


@task
def augmented():
    return Task(dataset=MemoryDataset(samples()), solver=generate(), scorer=passes(), sandbox="docker")
'''


def slug(task_id: str) -> str:
    """A task id as the name of a file and of a function."""
    return re.sub(r"\W", "_", task_id).strip("_").lower() or "problem"


def pytest_files(suite: Suite, *, scale: bool) -> Written:
    """A folder that pytest runs: a test file a problem, and the references as solutions to replace."""
    rows = humaneval.write(suite, scale=scale)
    problems = {tested.problem.task_id: tested.problem for tested in suite.problems}
    files = {"conftest.py": CONFTEST}
    programs = {}
    for row in humaneval.parsed(rows.files[""]):
        name, problem = slug(row["task_id"]), problems[row["task_id"]]
        test = PYTEST.format(**row, beside=beside(problem), name=name)
        files[f"test_{name}.py"] = test
        files[f"solutions/{name}.py"] = problem.reference
        programs[row["task_id"]] = humaneval.program_of(test, row["entry_point"])
    return Written(files=files, programs=programs, refused=rows.refused)


def lm_eval(suite: Suite, *, scale: bool) -> Written:
    """A task for lm-evaluation-harness: `lm_eval --include_path FOLDER --tasks NAME --confirm_run_unsafe_code`."""
    name = f"{slug(suite.benchmark)}_augmented"
    return _around(suite, scale, {f"{name}.yaml": LM_EVAL.format(name=name, data=DATA), "utils.py": LM_EVAL_UTILS})


def inspect(suite: Suite, *, scale: bool) -> Written:
    """A task for Inspect."""
    return _around(suite, scale, {"task.py": INSPECT})


def _around(suite: Suite, scale: bool, files: dict[str, str]) -> Written:
    rows = humaneval.write(suite, scale=scale)
    return Written(files={DATA: rows.files[""], **files}, programs=rows.programs, refused=rows.refused)
