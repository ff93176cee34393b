"""Cache an object file with the code that many replay programs share.

Its name in the user's cache derives from text, compiler and options. A file that another user could have written is not
used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from veriabs.confine.sandbox import run_compiler
from veriabs.core.errors import ToolError
from veriabs.core.folders import private_cache
from veriabs.core.source import DataModel
from veriabs.replay.build import SECONDS, command

_UNUSED_SECONDS = 30 * 86400.0
"""An object that was not used for so long is removed when another one is compiled."""

_lock = threading.Lock()


def kept_object(text: str, folder: Path, seconds: float, stop: threading.Event | None) -> Path | None:
    """The object file of a hosted program's runtime, compiled for a `quick` build in `folder` if necessary.

    None without a private cache, or if gcc does not finish in time.
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
        return _compiled(text, kept, folder, seconds, stop) if os.access(room, os.W_OK) else None
    return None


def _command(source: str, made: str) -> tuple[str, ...]:
    name, level, *rest = command(source, made, DataModel.LP64, quick=True)
    return (name, level, "-c", *rest)


def _key(text: str, compiler: Path) -> str:
    about = compiler.stat()
    words = (text, str(compiler), str(about.st_size), str(about.st_mtime_ns), *_command("", ""))
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:24]


def _compiled(text: str, kept: Path, folder: Path, seconds: float, stop: threading.Event | None) -> Path | None:
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
    """Remove objects that are much older than one that was created just now, by the clock of the file system."""
    now = made.lstat().st_mtime
    for old in made.parent.iterdir():
        with suppress(OSError):
            if now - old.lstat().st_mtime > _UNUSED_SECONDS:
                old.unlink()
