"""Test the cache of compiled object files: one for each text, and only files of this user are used."""

import os
import threading
from pathlib import Path

import pytest

from veriabs.replay import objects
from veriabs.replay.objects import kept_object

TEXT = "int answer(void) { return 42; }\n"


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "veriabs" / "objects"


def made(text: str, folder: Path) -> Path | None:
    return kept_object(text, folder, 60.0, None)


def test_object_is_compiled_once_per_text(tmp_path: Path, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(TEXT, tmp_path)
    assert first is not None and first.parent == room
    before = first.stat().st_ino
    monkeypatch.setattr(objects, "run_compiler", None)  # nothing is compiled
    assert made(TEXT, tmp_path) == first
    assert first.stat().st_ino == before


def test_another_text_is_another_object(tmp_path: Path, room: Path) -> None:
    assert made(TEXT, tmp_path) != made(TEXT.replace("42", "43"), tmp_path)
    assert len(list(room.iterdir())) == 2


def test_unused_objects_are_removed(tmp_path: Path) -> None:
    old, fresh = made(TEXT, tmp_path), made(TEXT.replace("42", "43"), tmp_path)
    assert old is not None and fresh is not None
    os.utime(old, (0, 0))
    made(TEXT.replace("42", "44"), tmp_path)
    assert fresh.is_file() and not old.exists()


def test_text_rejected_by_gcc_makes_no_object(tmp_path: Path, room: Path) -> None:
    assert made("int f(void) { return x; }", tmp_path) is None
    assert list(room.iterdir()) == []


def test_stopped_compilation_makes_no_object(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert kept_object(TEXT, tmp_path, 60.0, stop) is None


def test_object_cache_writable_by_others_is_not_used(tmp_path: Path, room: Path) -> None:
    assert made(TEXT, tmp_path) is not None
    room.chmod(0o777)
    assert made(TEXT, tmp_path) is None


def test_read_only_cache_gets_no_new_objects(
    tmp_path: Path, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = made(TEXT, tmp_path)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode, **more: Path(path) != room and access(path, mode, **more))
    monkeypatch.setattr(objects, "run_compiler", None)
    assert made(TEXT, tmp_path) == kept
    assert made(TEXT.replace("42", "43"), tmp_path) is None


def test_working_folder_stays_empty(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    assert made(TEXT, folder) is not None
    assert list(folder.iterdir()) == []
