"""The project's own task set in sv-comp/tasks: its form, and its labels checked with plain CBMC at small sizes.

The comment lines that steer the checks are explained in sv-comp/tasks/README.md. As in test_program_labels.py nothing
of veriabs is used but the search for CBMC, so that the labels rest on something that veriabs had no part in.
"""

import json
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

from veriabs.install.provision import require

TASKS = Path(__file__).parent.parent / "sv-comp" / "tasks"
FAMILIES = [
    "closed_forms",
    "compaction",
    "compare",
    "copy",
    "exists",
    "find",
    "folds",
    "init",
    "library",
    "min_max",
    "nested",
    "partition",
    "relations",
    "reverse",
    "shift",
    "sorting",
    "strides",
    "strings",
    "structs",
    "sums_counters",
    "symbolic_size",
    "two_dimensional",
    "two_indices",
]
LEAST = 120
SIZES = (1, 2, 3, 4, 5)
DATA_MODELS = {"ILP32": "32", "LP64": "64"}
CHECKS = (
    "--bounds-check",
    "--pointer-check",
    "--signed-overflow-check",
    "--div-by-zero-check",
    "--undefined-shift-check",
)
SECONDS = 60

# A failing assert() or an empty body would be told apart by CBMC, while the property only speaks of the call.
REACH_ERROR = re.compile(r"void reach_error\(\) \{.*\}")
REACHED = "reach_error.assertion.1"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A task definition with the text of its program."""

    definition: Path
    text: str
    safe: bool
    data_model: str

    @property
    def symbolic(self) -> bool:
        return "\n// SYMBOLIC\n" in self.text

    @property
    def sizes(self) -> tuple[int, ...]:
        """The values of N to test; a program without N gets one check."""
        return self.numbers("SIZES") or ((1,) if "#ifndef N\n" not in self.text else SIZES)

    def numbers(self, key: str) -> tuple[int, ...]:
        line = re.search(rf"^// {key}:(.*)$", self.text, re.MULTILINE)
        return tuple(int(word) for word in line[1].split()) if line else ()

    def unwind(self, size: int) -> int:
        """Enough for three passes over N cells in one loop and for constant inner loops."""
        given = self.numbers("UNWIND")
        return given[0] if given else 3 * size + 4


def read(definition: Path) -> Labelled:
    """Read a task definition and its program."""
    task = yaml.safe_load(definition.read_text())
    (entry,) = task["properties"]
    text = (definition.parent / task["input_files"]).read_text()
    return Labelled(definition, text, entry["expected_verdict"], DATA_MODELS[task["options"]["data_model"]])


def definitions() -> list[Path]:
    return sorted(TASKS.glob("*/*.yml"))


def name_of(definition: Path) -> str:
    return f"{definition.parent.name}/{definition.stem}"


@cache
def cbmc() -> tuple[str, ...]:
    return require()


def failures(task: Labelled, size: int, folder: Path) -> set[str]:
    """Return the properties that CBMC refutes for N = size, REACHED among them where the error is reached."""
    program = folder / f"size_{size}.c"
    text, count = REACH_ERROR.subn('void reach_error() { __CPROVER_assert(0, "reached"); }', task.text)
    assert count == 1, "one line has to define reach_error"
    program.write_text(text)
    cut = "--no-unwinding-assertions" if task.symbolic else "--unwinding-assertions"
    call = [*cbmc(), str(program), "--json-ui", f"--{task.data_model}", f"-DN={size}"]
    call += ["--unwind", str(task.unwind(size)), "--no-standard-checks", cut, *CHECKS]
    run = subprocess.run(call, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert run.returncode in (0, 10), run.stdout[-2000:]
    results = [entry for message in json.loads(run.stdout) for entry in message.get("result", ())]
    assert REACHED in {entry["property"] for entry in results}, "no call of reach_error"
    assert {entry["status"] for entry in results} <= {"SUCCESS", "FAILURE"}
    return {entry["property"] for entry in results if entry["status"] == "FAILURE"}


def test_every_program_has_a_definition() -> None:
    assert {path.with_suffix(".yml") for path in TASKS.glob("*/*.c")} == set(definitions())
    assert len(definitions()) >= LEAST


def test_task_folders_contain_only_programs_and_definitions() -> None:
    others = [path for path in TASKS.glob("**/*") if path.is_file() and path.suffix not in (".c", ".yml")]
    assert [path.name for path in others] == ["README.md"]


@pytest.mark.parametrize("family", FAMILIES)
def test_family_has_both_verdicts(family: str) -> None:
    assert {read(path).safe for path in (TASKS / family).glob("*.yml")} == {True, False}


def test_families_are_those_of_the_readme() -> None:
    assert sorted(path.name for path in TASKS.iterdir() if path.is_dir()) == FAMILIES
    counted = {path: Counter(read(task).safe for task in (TASKS / path).glob("*.yml")) for path in FAMILIES}
    table = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \|", (TASKS / "README.md").read_text(), re.MULTILINE)
    assert table == [(name, str(counted[name][True]), str(counted[name][False])) for name in FAMILIES]


@pytest.mark.parametrize("family", FAMILIES)
def test_definitions_are_complete(family: str) -> None:
    for definition in (TASKS / family).glob("*.yml"):
        assert_complete(definition)


def assert_complete(definition: Path) -> None:
    task = yaml.safe_load(definition.read_text())
    (entry,) = task["properties"]
    assert task["format_version"] == "2.0"
    assert task["input_files"] == f"{definition.stem}.c"
    assert (definition.parent / entry["property_file"]).is_file()
    assert isinstance(entry["expected_verdict"], bool)
    assert task["options"].keys() == {"language", "data_model"}
    assert task["options"]["language"] == "C"
    assert task["options"]["data_model"] in DATA_MODELS


@pytest.mark.parametrize("family", FAMILIES)
def test_programs_keep_the_conventions(family: str) -> None:
    for definition in (TASKS / family).glob("*.yml"):
        assert_conventions(read(definition))


def assert_conventions(task: Labelled) -> None:
    assert not re.search(r"\b(un)?safe\b|verdict", task.text, re.IGNORECASE), "the label belongs into the definition"
    assert len(REACH_ERROR.findall(task.text)) == 1
    assert ("#ifndef N\n#define N " in task.text) != task.symbolic
    # Headers of the other data model are not installed everywhere.
    assert task.data_model == "64" or "#include" not in task.text


def test_no_program_is_there_twice() -> None:
    texts = Counter(re.sub(r"\s+", "", path.read_text()) for path in TASKS.glob("*/*.c"))
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.share(2)
@pytest.mark.parametrize("data_model", DATA_MODELS.values())
def test_programs_compile_without_a_warning(data_model: str) -> None:
    programs = [str(path.with_suffix(".c")) for path in definitions() if read(path).data_model == data_model]
    call = ["gcc", "-std=gnu11", f"-m{data_model}", "-Wall", "-Wno-unused-label", "-Werror", "-fsyntax-only", *programs]
    run = subprocess.run(call, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert run.returncode == 0, run.stderr[-2000:]


SLOW = "closed_forms"
"""Sums take CBMC long."""


def assert_label_holds(definition: Path, folder: Path, *, every: int) -> None:
    """Whatever the label, the call of reach_error is all that may fail: undefined behaviour would make it doubtful."""
    task = read(definition)
    sizes = task.sizes[::-every] if task.safe else task.sizes
    failed = {size: failures(task, size, folder) for size in sizes}
    reached = [size for size, names in failed.items() if REACHED in names]
    doubtful = {size: names - {REACHED} for size, names in failed.items() if names - {REACHED}}
    assert doubtful == {}
    assert (reached == []) == task.safe, f"reach_error is called for N in {reached}"


@pytest.mark.share(96, 8)
@pytest.mark.cbmc
@pytest.mark.parametrize("definition", [d for d in definitions() if d.parent.name != SLOW], ids=name_of)
def test_label_holds_at_some_small_sizes(definition: Path, tmp_path: Path) -> None:
    assert_label_holds(definition, tmp_path, every=2)


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("definition", definitions(), ids=name_of)
def test_label_holds_at_small_sizes(definition: Path, tmp_path: Path) -> None:
    assert_label_holds(definition, tmp_path, every=1)
