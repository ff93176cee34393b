"""Writing what a report consists of: all of it or nothing, and file names as text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from veriabs.core.errors import InputError


def write_texts(texts: Mapping[Path, str], what: str) -> None:
    """Writes all files or none; InputError, which names `what`, if one of them cannot be written."""
    parts: dict[Path, Path] = {}
    path = Path()
    try:
        try:
            for path, text in texts.items():
                _begin(path.resolve(), text, parts)
            for part, path in parts.items():
                part.replace(path)
        finally:
            for part in parts:
                part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {what} {path_text(path)}: {error.strerror or error}") from error


def _begin(target: Path, text: str, parts: dict[Path, Path]) -> None:
    if target.exists() and not target.is_file():
        # A pipe or a device is written to; replacing it would remove it.
        target.write_text(text, encoding="utf-8", errors="surrogateescape")
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.touch()
    parts[part] = target
    part.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")


def path_text(path: Path | str) -> str:
    """A file name as text that every encoding of Unicode can hold; file names need not be text."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
