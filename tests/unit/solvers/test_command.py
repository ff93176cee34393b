"""The command line of CBMC, for both generations of its flags."""

import os
import shutil
from pathlib import Path

import pytest

from veriabs.core.source import DataModel
from veriabs.solvers import command
from veriabs.solvers.command import Solver, Version

NEW: Version = (6, 6)
OLD: Version = (5, 12)


def proof(
    version: Version = NEW,
    data_model: DataModel = DataModel.LP64,
    solver: Solver = Solver.BUILT_IN,
    unwind: int | None = 4,
    trace_of: str | None = None,
) -> tuple[str, ...]:
    return command.arguments(
        Path("f.c"), version=version, data_model=data_model, solver=solver, unwind=unwind, trace_of=trace_of
    )


def test_proof_call_of_version_6() -> None:
    expected = ("f.c", "--no-standard-checks", "--unwinding-assertions", "--unwind", "4", "--64")
    assert proof() == expected


def test_traced_runs_print_json() -> None:
    assert proof(trace_of="main.assertion.1")[1] == "--json-ui"


def test_version_5_has_no_standard_checks_option() -> None:
    assert proof(OLD) == ("f.c", "--json-ui", "--unwinding-assertions", "--unwind", "4", "--64")
    assert "--no-standard-checks" not in proof((5, 95))
    assert "--no-standard-checks" in proof((6, 0))


@pytest.mark.parametrize("version", [NEW, OLD])
@pytest.mark.parametrize("solver", list(Solver))
@pytest.mark.parametrize("unwind", [1, 7, None])
@pytest.mark.parametrize("trace_of", [None, "main.assertion.1"])
def test_every_call_is_sound(version: Version, solver: Solver, unwind: int | None, trace_of: str | None) -> None:
    words = proof(version, solver=solver, unwind=unwind, trace_of=trace_of)
    assert "--unwinding-assertions" in words
    assert not {"--slice-formula", "--partial-loops", "--incremental-loop", "--no-unwinding-assertions"} & set(words)
    assert not any(word.startswith("--refine") for word in words)


def test_word_size_follows_the_data_model() -> None:
    assert "--32" in proof(data_model=DataModel.ILP32)
    assert "--64" not in proof(data_model=DataModel.ILP32)


def test_second_solver_is_z3() -> None:
    assert "--z3" in proof(solver=Solver.Z3)
    assert "--z3" not in proof()


def test_the_built_in_solver_may_take_clauses_as_they_are() -> None:
    assert "--no-sat-preprocessor" in proof(solver=Solver.AS_IS)
    assert not {"--no-sat-preprocessor", "--z3"} & set(proof())


def test_no_unwinding_bound() -> None:
    assert "--unwind" not in proof(unwind=None)


@pytest.mark.parametrize("unwind", [0, -1])
def test_bound_must_be_positive(unwind: int) -> None:
    with pytest.raises(ValueError, match="unwind"):
        proof(unwind=unwind)


def test_trace_call_names_its_property() -> None:
    words = proof(trace_of="main.assertion.2")
    assert "--trace" in words
    assert words[words.index("--property") + 1] == "main.assertion.2"


def test_temporary_files_go_to_the_given_folder(tmp_path: Path) -> None:
    assert command.environment(tmp_path)["TMPDIR"] == str(tmp_path)


def test_z3_beside_python_is_found_without_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    (scripts / "z3").write_text("#!/bin/sh\n")
    (scripts / "z3").chmod(0o755)
    monkeypatch.setattr(command, "_BESIDE", str(scripts))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_z3() == scripts / "z3"
    path = command.environment(tmp_path)["PATH"]
    assert path.split(os.pathsep) == [str(tmp_path), str(scripts)]
    assert shutil.which("z3", path=path) == str(scripts / "z3")


def test_z3_on_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "z3").write_text("#!/bin/sh\n")
    (tmp_path / "z3").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_z3() == tmp_path / "z3"
    assert command.environment(tmp_path)["PATH"] == str(tmp_path)


def test_no_z3_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_BESIDE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_z3() is None
    assert command.environment(tmp_path)["PATH"] == str(tmp_path)
