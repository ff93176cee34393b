"""The report that programs read, against its schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from veriabs.core.conditions import NO_OVERFLOW
from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Shrinkable, ShrinkFactor, TriedK, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import DataModel, Task, Where
from veriabs.report import json_report

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "report-schema.json").read_text())
RUN = Run("harness k=1", Outcome.FAILURE, seconds=0.12345, peak_mb=41.26, command=("cbmc", "harness-k-1.c"))
FACTOR = ShrinkFactor(
    Where("m.c", 22), (12, 17), "forall", ("i + (j-1)",), (TriedK(1, Shrinkable.NO, RUN, None),), None
)  # fmt: skip
REPORT = Report(
    Task(Path("m.c"), DataModel.ILP32, ("N=1",), (Path("include"),), Path("p.prp")),
    Verdict.TRUE,
    "shrinking",
    None,
    (FACTOR,),
    (RUN,),
    1.23456,
    60.21,
    "6.6.0",
)
OPTIONS: dict[str, object] = {
    "max_k": 5, "timeout": 900.0, "memory_mb": None, "jobs": 2, "strategies": ("shrinking",), "replay": True,
    "keep": Path("kept"), "overflow": "undefined", "stop_on_fail": False,
}  # fmt: skip


def checked(document: dict[str, object]) -> dict[str, Any]:
    """The document after a way through JSON, as its readers see it."""
    read: dict[str, Any] = json.loads(json.dumps(document))
    Draft202012Validator(SCHEMA).validate(read)
    return read


def unknown(reason: Reason) -> Report:
    return replace(REPORT, verdict=Verdict.UNKNOWN, strategy="", reason=reason)


def test_every_goal_is_reported() -> None:
    goals = [Goal(GoalKind.ASSERTION, Where("m.c", line, 3)) for line in (3, 9)]
    reason = Reason(ReasonKind.BUDGET, "the time budget of 1 s is used up")
    answers = (
        GoalAnswer(goals[0], Verdict.TRUE, "pruning", conditions=(NO_OVERFLOW,)),
        GoalAnswer(goals[1], Verdict.UNKNOWN, "", reason),
    )
    read = checked(json_report.document("verify", replace(unknown(reason), goals=answers), OPTIONS))
    names = ("line", "verdict", "said", "strategy", "conditions")
    told = [tuple(one[name] for name in names) for one in read["goals"]]
    conditions = [{"kind": "overflow", "text": "nothing overflows"}]
    assert told == [
        (3, "TRUE", "TRUE if nothing overflows", "pruning", conditions), (9, "UNKNOWN", "UNKNOWN", None, [])
    ]  # fmt: skip
    assert (read["conditional"], read["conditions"]) == (False, [])
    assert read["goals"][1]["reason"]["kind"] == "time budget used up"


def test_a_conditional_verdict_has_its_conditions() -> None:
    read = checked(json_report.document("verify", replace(REPORT, conditions=(NO_OVERFLOW,)), OPTIONS))
    assert (read["verdict"], read["said"], read["conditional"]) == ("TRUE", "TRUE if nothing overflows", True)


def test_a_whole_report() -> None:
    read = checked(json_report.document("verify", REPORT, OPTIONS))
    assert (read["run_state"], read["verdict"], read["reason"]) == ("complete", "TRUE", None)
    assert read["strategy"] == "shrinking"
    assert (read["file"], read["data_model"], read["cbmc_version"]) == ("m.c", "ILP32", "6.6.0")
    assert (read["seconds"], read["peak_mb"]) == (1.235, 60.2)
    assert read["options"]["keep"] == "kept"
    assert (read["options"]["defines"], read["options"]["includes"], read["options"]["property"]) == (
        ["N=1"], ["include"], "p.prp"
    )  # fmt: skip
    loop = read["loops"][0]
    assert (loop["lines"], loop["shrink_factor"]) == ([12, 17], None)
    assert loop["tried"][0]["outcome"] == "not shrinkable"
    assert loop["tried"][0]["harness"]["seconds"] == 0.123
    assert loop["tried"][0]["residual"] is None
    assert read["commands"][0]["command"] == ["cbmc", "harness-k-1.c"]


@pytest.mark.parametrize("kind", list(ReasonKind))
@pytest.mark.parametrize("where", [None, Where("m.c", 3)])
def test_every_reason_fits_the_schema(kind: ReasonKind, where: Where | None) -> None:
    read = checked(json_report.document("verify", unknown(Reason(kind, "because", where)), OPTIONS))
    assert read["reason"]["kind"] == kind.value
    assert read["reason"]["line"] == (3 if where else None)
    assert read["reason"]["hint"]


@pytest.mark.parametrize("outcome", list(Outcome))
@pytest.mark.parametrize("found", list(Shrinkable))
def test_every_outcome_fits_the_schema(outcome: Outcome, found: Shrinkable) -> None:
    run = replace(RUN, outcome=outcome)
    factor = replace(FACTOR, tried=(TriedK(1, found, run, run),))
    checked(json_report.document("verify", replace(REPORT, loops=(factor,), runs=(run,)), OPTIONS))


@pytest.mark.parametrize("word", list(Verdict))
def test_every_verdict_fits_the_schema(word: Verdict) -> None:
    reason = Reason(ReasonKind.CRASH, "because") if word is Verdict.UNKNOWN else None
    checked(json_report.document("verify", replace(REPORT, verdict=word, reason=reason), OPTIONS))


def test_an_unknown_without_reason_does_not_fit() -> None:
    with pytest.raises(ValidationError):
        checked(json_report.document("verify", replace(REPORT, verdict=Verdict.UNKNOWN), OPTIONS))


def test_a_file_name_that_is_no_text() -> None:
    task = Task(Path(os.fsdecode(b"\xff.c")))
    assert checked(json_report.document("verify", replace(REPORT, task=task), OPTIONS))["file"] == "\\xff.c"


def test_the_file_is_incomplete_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text('{"run_state": "complete", "verdict": "TRUE"}')
    json_report.begin(path, "verify")
    begun = checked(json.loads(path.read_text()))
    assert begun["run_state"] == "incomplete"
    assert "verdict" not in begun
    json_report.finish(path, "verify", REPORT, OPTIONS)
    assert checked(json.loads(path.read_text()))["verdict"] == "TRUE"
    assert list(tmp_path.iterdir()) == [path]


def test_failed_run_gives_its_reason(tmp_path: Path) -> None:
    json_report.fail(tmp_path / "r.json", "shrink", "no such file")
    read = checked(json.loads((tmp_path / "r.json").read_text()))
    assert (read["run_state"], read["error"]) == ("incomplete", "no such file")


@pytest.mark.parametrize("name", ["missing/r.json", "folder", "file/r.json"])
def test_a_report_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write the report"):
        json_report.begin(tmp_path / name, "verify")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


def test_report_file_stays_a_symbolic_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    json_report.begin(tmp_path / "link.json", "verify")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").exists()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    json_report.begin(path, "verify")
    assert json.loads(os.read(reader, 4096))["run_state"] == "incomplete"
    os.close(reader)
    assert path.is_fifo()
