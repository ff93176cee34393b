"""Test that output files are written all or none, and that file names become valid text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.core.errors import InputError
from veriabs.report.files import STDOUT, check_writable, path_text, write_texts


def test_all_files_are_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    write_texts({tmp_path / "a": "new\n", tmp_path / "b": "é\r\n"}, "--report")
    assert (tmp_path / "a").read_text() == "new\n"
    assert (tmp_path / "b").read_bytes() == "é\r\n".encode()
    assert len(list(tmp_path.iterdir())) == 2


def test_no_file_is_written_if_one_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(InputError, match="cannot write --report .*absent.*No such file"):
        write_texts({tmp_path / "a": "new", tmp_path / "absent" / "b": "text"}, "--report")
    assert (tmp_path / "a").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_device_file_is_not_replaced() -> None:
    before = Path("/dev/null").stat()
    write_texts({Path("/dev/null"): "text"}, "--report")
    check_writable(Path("/dev/null"), "--report")
    assert Path("/dev/null").stat().st_rdev == before.st_rdev != 0


def test_a_dash_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    check_writable(STDOUT, "--json")
    write_texts({STDOUT: "text\n", tmp_path / "a": "other"}, "the report")
    assert capsys.readouterr().out == "text\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_texts({tmp_path / "link": "text"}, "--report")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "text"


@pytest.mark.parametrize(("place", "deep", "fine"), [
    ("f", False, True), ("no/f", False, False), ("no/deep/f", True, True), ("folder", False, False),
    ("file/f", True, False),
])  # fmt: skip
def test_places_are_checked_without_leaving_anything(tmp_path: Path, place: str, deep: bool, fine: bool) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    if fine:
        check_writable(tmp_path / place, "--json", makes_folders=deep)
    else:
        with pytest.raises(InputError, match="cannot write --json"):
            check_writable(tmp_path / place, "--json", makes_folders=deep)
    assert sorted(tmp_path.rglob("*")) == before


def test_file_name_with_invalid_bytes_can_be_printed() -> None:
    assert path_text(os.fsdecode(b"a\xff.c")) == "a\\xff.c"
    assert path_text(Path("é.c")) == "é.c"
