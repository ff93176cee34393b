"""`veriabs bug` writes a folder with the program, a report and the state of the machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from veriabs.cli.app import main

NOTHING = "int x;\nint main(void) { return x; }\n"
SET = """\
#include <assert.h>
void set(int *a, int n) {
  for (int i = 0; i <= n; i += STEP) a[i] = 1;
}
"""
FILES = {"README.md", "program.i", "report.json", "doctor.json", "interesting.sh"}


def test_a_folder_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = tmp_path / "file.c", tmp_path / "report"
    path.write_text(NOTHING)
    assert main(["bug", str(path), "--to", str(folder)]) == 0
    assert "UNKNOWN  wrote" in capsys.readouterr().out
    assert {one.name for one in folder.iterdir()} == FILES
    assert "int main(void)" in (folder / "program.i").read_text()
    assert "no assertion" in json.loads((folder / "report.json").read_text())["error"]
    assert json.loads((folder / "doctor.json").read_text())["probes"]
    assert os.access(folder / "interesting.sh", os.X_OK)


def test_the_program_keeps_its_verdict_with_the_options_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "set.c").write_text(SET)
    (tmp_path / "veriabs.toml").write_text('strategy = "native,bounded"\n')
    words = ("--function", "set", "--array", "a:n", "--check", "bounds", "-D", "STEP=2", "--32", "--timeout", "30")
    assert main(["bug", str(tmp_path / "set.c"), "--to", str(tmp_path / "found" / "report"), *words]) == 0
    test = (tmp_path / "found" / "report" / "interesting.sh").read_text()
    options = "--32 --check bounds --timeout=30 --strategy native,bounded --function set --array a:n"
    command = next(line for line in test.splitlines() if line.startswith("veriabs verify"))
    assert sorted(command.split(" 2>&1")[0].split()[3:]) == sorted(options.split())
    assert "-m32 program.i" in test and "grep '^FALSE'" in test
    assert "i += 2" in (tmp_path / "found" / "report" / "program.i").read_text()


def test_the_property_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file.c").write_text(NOTHING)
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    words = ("--property", str(tmp_path / "p.prp"), "--timeout", "30")
    assert main(["bug", str(tmp_path / "file.c"), "--to", str(tmp_path / "report"), *words]) == 0
    assert "overflow" in (tmp_path / "report" / "property.prp").read_text()
    assert "program.i --property property.prp --timeout=30" in (tmp_path / "report" / "interesting.sh").read_text()


def test_cvise_is_started_only_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stand-in that leaves one declaration."""
    (tmp_path / "file.c").write_text(NOTHING)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "cvise").write_text('#!/bin/sh\ntest "$1" = interesting.sh && echo "int x;" > "$2"\n')
    (tmp_path / "bin" / "cvise").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert main(["bug", str(tmp_path / "file.c"), "--to", str(tmp_path / "whole")]) == 0
    assert "try: --reduce" in capsys.readouterr().out
    assert "main" in (tmp_path / "whole" / "program.i").read_text()
    assert main(["bug", str(tmp_path / "file.c"), "--to", str(tmp_path / "reduced"), "--reduce"]) == 0
    assert "cvise reduced program.i from " in capsys.readouterr().out
    assert (tmp_path / "reduced" / "program.i").read_text() == "int x;\n"


def test_a_missing_cvise_is_reported_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file.c").write_text(NOTHING)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["bug", str(tmp_path / "file.c"), "--to", str(tmp_path / "report"), "--reduce"]) == 69
    assert "--reduce needs cvise" in capsys.readouterr().err and not (tmp_path / "report").exists()


def test_a_folder_with_files_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.c"
    path.write_text(NOTHING)
    assert main(["bug", str(path), "--to", str(tmp_path)]) == 6
    assert "the folder is not empty" in capsys.readouterr().err
