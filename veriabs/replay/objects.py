"""What many programs that are run have in common, compiled once and kept in the user's cache.

An object lies there under a name made of its text, the compiler and its options. What somebody else could have written
there is not used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from veriabs.confine.door import run_compiler
from veriabs.core.errors import ToolError
from veriabs.core.folders import private_cache
from veriabs.core.source import DataModel
from veriabs.replay.build import SECONDS, command

_UNUSED_SECONDS = 30 * 86400.0
"""An object that nobody has used for so long is removed when another one is made."""

_lock = threading.Lock()


def kept_object(text: str, folder: Path, seconds: float, stop: threading.Event | None) -> Path | None:
    """The object of a hosted program's part, made for a `quick` build in `folder` if need be.

    None where there is no cache of this user's own, or gcc makes none in time.
    """
    room, found = private_cache("objects"), shutil.which("gcc")
    if room is None or found is None:
        return None
    with _lock, suppress(OSError, ToolError):
        kept = room / f"{_key(text, Path(found).resolve())}.o"
        if kept.is_file():
            with suppress(OSError):
                os.utime(kept)
            return kept
        return _made(text, kept, folder, seconds, stop) if os.access(room, os.W_OK) else None
    return None


def _command(source: str, made: str) -> tuple[str, ...]:
    name, level, *rest = command(source, made, DataModel.LP64, quick=True)
    return (name, level, "-c", *rest)


def _key(text: str, compiler: Path) -> str:
    about = compiler.stat()
    words = (text, str(compiler), str(about.st_size), str(about.st_mtime_ns), *_command("", ""))
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:24]


def _made(text: str, kept: Path, folder: Path, seconds: float, stop: threading.Event | None) -> Path | None:
    with tempfile.TemporaryDirectory(prefix="veriabs-", dir=folder) as name:
        source, made = Path(name) / "object.c", Path(name) / "object.o"
        source.write_text(text, encoding="utf-8")
        called = _command(source.name, made.name)
        finished = run_compiler(called, seconds=min(SECONDS, seconds), writes=source.parent, stop=stop)
        if finished.exit_code != 0 or not made.is_file():
            return None
        part = kept.with_name(f".{kept.name}.{os.getpid()}.part")
        part.write_bytes(made.read_bytes())
        part.replace(kept)
    _remove_unused(kept)
    return kept


def _remove_unused(made: Path) -> None:
    """Removes what is that much older than an object that was made just now, by the clock of the files."""
    now = made.lstat().st_mtime
    for old in made.parent.iterdir():
        with suppress(OSError):
            if now - old.lstat().st_mtime > _UNUSED_SECONDS:
                old.unlink()
