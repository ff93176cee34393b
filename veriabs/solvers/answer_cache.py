"""A per-user cache of answers of outside programs about themselves, valid until the program's file changes."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from veriabs.core.folders import cache_folder

_MOST = 20
"""The number of answers that are kept."""


def fingerprint(words: Sequence[str]) -> str:
    """A key for a command that includes the state of its program file; raises OSError if no such file."""
    state = Path(words[0]).stat()
    return json.dumps([*words, state.st_mtime_ns, state.st_size])


def recall(key: str) -> str:
    """The cached answer for a key; empty if there is none or the cache is damaged."""
    return _load_answers().get(key, "")


def remember(key: str, text: str) -> None:
    """Cache an answer if possible; a cache that cannot be written only costs time."""
    path = _file()
    if path is None:
        return
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = list({**_load_answers(), key: text}.items())[-_MOST:]
        write_whole(path, json.dumps(dict(kept), indent=1))


def _load_answers() -> dict[str, str]:
    path = _file()
    try:
        known = json.loads(path.read_text(encoding="utf-8")) if path is not None else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(known, dict):
        return {}
    return {key: text for key, text in known.items() if isinstance(text, str)}


def _file() -> Path | None:
    """The file of the cache; None for a user without a home folder."""
    with contextlib.suppress(RuntimeError):
        return cache_folder() / "versions.json"
    return None


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", errors="surrogateescape")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
