"""`veriabs bug` writes a folder with the program, a report and the state of the machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from veriabs.cli.app import main

NOTHING = "int x;\nint main(void) { return x; }\n"
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


def test_a_folder_with_files_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.c"
    path.write_text(NOTHING)
    assert main(["bug", str(path), "--to", str(tmp_path)]) == 6
    assert "the folder is not empty" in capsys.readouterr().err
