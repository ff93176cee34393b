"""Temporary folders that are removed even after a crash.

Each process that uses a folder holds a lock on it. A folder without a lock was left by a killed run, and the same
user's next run removes it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from veriabs.core.errors import InputError

PREFIX = "veriabs-run-"
_YOUNG = 60.0
"""Seconds within which the creator of a folder has certainly locked it."""


class Scratch:
    """A new folder that only this user can enter, removed on `close`; raises InputError if it cannot be created."""

    def __init__(self) -> None:
        settle()
        try:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        except OSError as error:
            raise InputError(f"no temporary folder can be made: {error}") from error
        self._lock = _locked(self.path)
        _remove_abandoned(self.path)

    def close(self) -> None:
        """Remove the folder; may be called again."""
        remove(self.path)
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def settle() -> None:
    """Choose the folder for temporary files by Python's rules, but without a trial write.

    A process that is killed during the trial would leave a file behind.
    """
    if tempfile.tempdir is None:
        named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
        places = (Path(place) for place in (*named, "/tmp", "/var/tmp", "/usr/tmp") if place)
        able = (place for place in places if place.is_dir() and os.access(place, os.W_OK | os.X_OK))
        tempfile.tempdir = next((str(place.absolute()) for place in able), None)


def remove(folder: Path) -> None:
    """Remove a folder recursively, even if an ended process adds files meanwhile."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.01)


def _locked(folder: Path) -> int | None:
    """The descriptor that holds the lock; None if another process holds it or the file system has no locks."""
    lock = None
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if lock is not None:
            os.close(lock)
        return None
    return lock


def _remove_abandoned(ours: Path) -> None:
    """Remove folders of killed runs that are older than a minute; our own folder's date is the current time."""
    with suppress(OSError), os.scandir(ours.parent) as entries:
        now = ours.stat().st_mtime
        for entry in entries:
            if entry.name.startswith(PREFIX) and _is_abandoned(entry, now):
                _remove_unless_held(Path(entry.path))


def _is_abandoned(entry: os.DirEntry[str], now: float) -> bool:
    with suppress(OSError):
        state = entry.stat(follow_symlinks=False)
        return state.st_uid == os.geteuid() and now - state.st_mtime > _YOUNG
    return False


def _remove_unless_held(folder: Path) -> None:
    lock = _locked(folder)
    if lock is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)
