"""Write the files of a report, all or none, and convert file names to text."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from veriabs.core.errors import InputError

STDOUT = Path("-")
"""Standard output, as the name of an output file."""


def check_writable(path: Path, option: str, *, makes_folders: bool = False) -> None:
    """Raise InputError if a file cannot be created or replaced at this path."""
    if path == STDOUT:
        return
    folder = path.absolute().parent
    if makes_folders:
        folder = next(one for one in path.absolute().parents if one.exists())
    try:
        if path.exists() and not path.is_file():
            # pipes and devices are written directly
            if path.is_dir() or not os.access(path, os.W_OK):
                raise InputError(f"cannot write {option} {path}: not a file that can be written")
            return
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise InputError(f"cannot write {option} {path}: {error.strerror or error}") from error


def write_texts(texts: Mapping[Path, str], what: str) -> None:
    """Write all files or none; raises InputError, which names `what`, if one cannot be written."""
    parts: dict[Path, Path] = {}
    path = Path()
    try:
        try:
            for path, text in ((path, text) for path, text in texts.items() if path != STDOUT):
                _create_part(path.resolve(), text, parts)
            for part, path in parts.items():
                part.replace(path)
            if STDOUT in texts:
                sys.stdout.write(texts[path := STDOUT])
                sys.stdout.flush()
        finally:
            for part in parts:
                part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {what} {path_text(path)}: {error.strerror or error}") from error


def _create_part(target: Path, text: str, parts: dict[Path, Path]) -> None:
    if target.exists() and not target.is_file():
        # pipes and devices are written directly, since replacing would remove them
        target.write_text(text, encoding="utf-8", errors="surrogateescape")
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.touch()
    parts[part] = target
    part.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")


def path_text(path: Path | str) -> str:
    """A file name as valid Unicode text, since file names may be any bytes."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
