"""Temporary folders that do not outlive who uses them, whatever happens.

A folder is locked as long as one of the processes that share it lives. One that nobody holds any more was left by a run
that was killed, and is removed by the user's next one.
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
"""Seconds in which whoever has made a folder has locked it as well."""


class Scratch:
    """A new folder that only this user can enter, removed on `close`; InputError if there is no place for one."""

    def __init__(self) -> None:
        settle()
        try:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        except OSError as error:
            raise InputError(f"no temporary folder: {error}") from error
        self._lock = _locked(self.path)
        _remove_abandoned(self.path)

    def close(self) -> None:
        """Removes the folder; may be called again."""
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
    """Says where temporary files go, by Python's own rules, but for trying it out: whoever is ended while trying it
    leaves a file behind."""
    if tempfile.tempdir is None:
        named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
        places = (Path(place) for place in (*named, "/tmp", "/var/tmp", "/usr/tmp") if place)
        able = (place for place in places if place.is_dir() and os.access(place, os.W_OK | os.X_OK))
        tempfile.tempdir = next((str(place.absolute()) for place in able), None)


def remove(folder: Path) -> None:
    """Removes a folder with all that is in it, even if a process that was just ended has added something meanwhile."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.01)


def _locked(folder: Path) -> int | None:
    """The descriptor that holds the lock; None if somebody else has it, or where the file system knows no locks."""
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
    """Removes what killed runs have left beside our own folder, whose date tells the time."""
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
