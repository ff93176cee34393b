"""Test `veriabs doctor` with missing tools, and with tools that give wrong answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from veriabs.install import doctor, provision, trial


def stand_in(path: Path, body: str) -> tuple[str, ...]:
    """A program that answers in CBMC's place as no real one can be made to."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return (str(path),)


def answer(tmp_path: Path, output: object, code: int = 0) -> tuple[str, ...]:
    (tmp_path / "output").write_text(output if isinstance(output, str) else json.dumps(output))
    return stand_in(tmp_path / "cbmc", f"cat '{tmp_path}/output'; exit {code}")


def test_probes_that_need_cbmc_are_skipped_without_it() -> None:
    probes = {one.name: one for one in doctor.probe(None)}
    assert probes["cbmc"] == doctor.Probe("cbmc", False, "CBMC is not installed", "veriabs setup")
    skipped = {name for name, one in probes.items() if one.ok is None}
    assert {"proof", "refutation", "report", "z3", "memory limit", "32-bit proof"} <= skipped
    assert probes["python"].ok is True
    assert all(one.remedy for one in probes.values() if one.ok is False)
    assert not any(one.remedy for one in probes.values() if one.ok is not False)


@pytest.mark.parametrize(("tool", "remedy"), [
    ("apt-get", "sudo apt-get install gcc"), ("pacman", "sudo pacman -S gcc"), ("brew", "brew install gcc"),
    ("none", "install gcc with the package manager of this system"),
])  # fmt: skip
def test_missing_gcc_names_the_installed_package_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str, remedy: str
) -> None:
    stand_in(tmp_path / tool, "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert doctor.probe_compiler() == doctor.Probe("compiler", False, "there is no gcc on PATH", remedy)


def test_the_same_probes_are_listed_with_and_without_cbmc(tmp_path: Path) -> None:
    command = stand_in(tmp_path / "cbmc", "echo 6.6.0")
    assert [one.name for one in doctor.probe(command)] == [one.name for one in doctor.probe(None)]


@pytest.mark.parametrize(
    ("output", "detail"),
    [("5.11 (cbmc-5.11)", "5.11 is older than 5.12"), ("Usage: mbmc", "does not answer with a version")],
)
def test_a_program_that_is_no_cbmc_or_too_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, detail: str
) -> None:
    monkeypatch.delenv(provision.VARIABLE, raising=False)
    found = doctor.probe_cbmc(stand_in(tmp_path / "cbmc", f"echo '{output}'"))
    assert found.ok is False
    assert detail in found.detail
    assert found.remedy == "veriabs setup --version 6.6"


def test_a_program_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(provision.VARIABLE, "/nowhere/cbmc")
    found = doctor.probe_cbmc(("/nowhere/cbmc",))
    assert (found.ok, found.remedy) == (False, "unset VERIABS_CBMC; veriabs setup")
    assert doctor.probe_proof(("/nowhere/cbmc",)).detail == (
        "a true assertion was not proved (no answer: cannot be started: No such file or directory)"
    )


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("", 0),
        ("[", 0),
        ("VERIFICATION SUCCESSFUL", 0),
        ([{"cProverStatus": "success"}], 0),
        ([{"result": []}, {"cProverStatus": "success"}], 0),
        ([{"result": 9}, {"cProverStatus": "success"}], 0),
        ([{"result": [{"status": "UNKNOWN"}]}, {"cProverStatus": "success"}], 0),
        ([{"result": [{"status": "SUCCESS"}]}], 0),
        ([{"result": [{"status": "SUCCESS"}]}, {"cProverStatus": "success"}], 6),
    ],
)
def test_incomplete_proof_fails_the_probe(tmp_path: Path, output: object, code: int) -> None:
    assert doctor.probe_proof(answer(tmp_path, output, code)).ok is False


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ([{"result": [{"status": "SUCCESS"}]}, {"cProverStatus": "success"}], 0),
        ([{"result": [{"status": "SUCCESS"}]}, {"cProverStatus": "failure"}], 10),
        ([{"result": [{"status": "FAILURE"}]}, {"cProverStatus": "failure"}], 0),
        ([], 10),
    ],
)
def test_incomplete_refutation_fails_the_probe(tmp_path: Path, output: object, code: int) -> None:
    assert doctor.probe_refutation(answer(tmp_path, output, code)).ok is False


def test_whole_answers_are_good(tmp_path: Path) -> None:
    proof = [{"program": "CBMC"}, {"result": [{"status": "SUCCESS"}]}, {"cProverStatus": "success"}]
    assert doctor.probe_proof(answer(tmp_path, proof)).ok is True
    refutation = [{"result": [{"status": "FAILURE"}]}, {"cProverStatus": "failure"}]
    assert doctor.probe_refutation(answer(tmp_path, refutation, 10)).ok is True


def test_a_trace_without_inputs_is_no_report(tmp_path: Path) -> None:
    step = {"stepType": "assignment", "hidden": True, "value": {"data": "42"}}
    messages = [{"program": "CBMC"}, {"messageText": "so far"}, {"result": [{"status": "FAILURE", "trace": [step]}]}]
    assert doctor.probe_report(answer(tmp_path, messages, 10)).detail == "the trace does not show the inputs"


def test_a_proof_or_a_kill_under_the_limit_of_memory_is_not_clean(tmp_path: Path) -> None:
    assert doctor.probe_memory(answer(tmp_path, [{"messageText": "Out of memory"}], 0)).ok is False
    assert doctor.probe_memory(stand_in(tmp_path / "killed", "kill -9 $$")).ok is False
    assert doctor.probe_memory(answer(tmp_path, [{"messageText": "Out of memory"}], 6)).ok is True


def test_a_program_that_hangs_is_given_up() -> None:
    tried = trial.run(("sleep", "30"), timeout=0.2)
    assert tried.code is None
    assert tried.seconds < 20
    assert "did not end" in tried.summary()


def test_missing_compiler_skips_dependent_probes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    probes = {one.name: one for one in doctor.probe(None)}
    assert probes["compiler"].ok is False
    assert "install gcc" in probes["compiler"].remedy
    assert probes["32-bit replay"].ok is None


def test_a_compiler_whose_programs_do_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(tmp_path / "gcc", 'while [ "$1" != -o ]; do shift; done; echo "exit 3" > "$2"; /bin/chmod +x "$2"')
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "does not run" in doctor.probe_compiler().detail


def test_z3_is_found_beside_python_or_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert "no program z3" in doctor.probe_z3(("/bin/false",)).detail
    stand_in(tmp_path / "z3", "exit 0")
    seen = stand_in(tmp_path / "cbmc", f'command -v z3 > "{tmp_path}/seen"; exit 6')
    assert doctor.probe_z3(seen).ok is False
    assert (tmp_path / "seen").read_text().strip() == str(tmp_path / "z3")


def test_a_folder_that_does_not_exist_is_judged_by_the_one_above_and_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "a/b"
    assert doctor.probe_folder("data folder", folder) == doctor.Probe("data folder", True, str(folder))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written() -> None:
    found = doctor.probe_folder("cache folder", Path("/proc/veriabs"))
    assert found.ok is False
    assert found.remedy == "sudo chown $USER '/proc'"


def test_data_that_were_set_up_need_not_be_written() -> None:
    folder = Path("/proc/veriabs")
    assert doctor.probe_data_folder(folder, is_set_up=False).ok is False
    assert doctor.probe_data_folder(folder, is_set_up=True).ok is None



def test_json_distinguishes_skipped_from_failed() -> None:
    told = json.loads(doctor.as_json([doctor.Probe("a", None, "skipped"), doctor.Probe("b", True, "good")]))
    assert told["usable"] is True
    assert told["probes"][0] == {"name": "a", "ok": None, "detail": "skipped", "remedy": ""}
    assert json.loads(doctor.as_json([doctor.Probe("b", False, "bad", "remedy it")]))["usable"] is False
