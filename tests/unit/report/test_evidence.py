"""Output files of a verification: unwritable ones are reported before the work, and one failure loses no other file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from veriabs.core.errors import InputError
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.report.evidence import Evidence


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "p.c"
    path.write_text("int main(void) { return 0; }\n")
    return path


@pytest.fixture
def report(program: Path) -> Report:
    reason = Reason(ReasonKind.TIMEOUT, "too slow")
    return Report(Task(program), Verdict.UNKNOWN, "", reason, (), (), 1.0, 1.0, "6.6.0")


def test_the_program_is_never_overwritten(program: Path) -> None:
    for name in ("json", "witness", "sarif", "junit"):
        with pytest.raises(InputError, match=f"--{name} .*would overwrite the program"):
            Evidence(program, **{name: program.parent / "." / "p.c"}).begin()


@pytest.mark.parametrize("name", ["json", "witness", "sarif", "junit"])
def test_missing_folder_is_reported_before_the_work(program: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=f"cannot write --{name}"):
        Evidence(program, **{name: tmp_path / "absent" / "f"}).begin()
    assert sorted(tmp_path.iterdir()) == [program]


def test_a_report_is_incomplete_until_the_end(program: Path, tmp_path: Path, report: Report) -> None:
    evidence = Evidence(program, json=tmp_path / "r.json")
    evidence.begin()
    assert json.loads((tmp_path / "r.json").read_text())["run_state"] == "incomplete"
    evidence.fail("no CBMC")
    assert json.loads((tmp_path / "r.json").read_text())["error"] == "no CBMC"
    assert list(evidence.write(report, dict)) == []
    assert json.loads((tmp_path / "r.json").read_text())["run_state"] == "complete"


def test_an_unwritable_file_does_not_prevent_other_files(
    program: Path, tmp_path: Path, report: Report
) -> None:
    evidence = Evidence(program, sarif=Path("/dev/full"), junit=tmp_path / "r.xml", json=tmp_path / "r.json")
    (problem,) = evidence.write(report, dict)
    assert "/dev/full" in str(problem)
    assert (tmp_path / "r.xml").is_file() and (tmp_path / "r.json").is_file()


def test_a_test_needs_a_folder(program: Path) -> None:
    with pytest.raises(InputError, match="--as ctest needs --counterexample DIR"):
        Evidence(program, framework="ctest").begin()


def test_evidence_without_a_violation_has_no_counterexample(program: Path, tmp_path: Path, report: Report) -> None:
    evidence = Evidence(program, counterexample=tmp_path / "found")
    evidence.begin()
    assert list(evidence.write(report, dict)) == []
    assert not (tmp_path / "found").exists()
