"""Decide which of the user's files the preprocessor may read: the task's own, and includes from named folders.

A readable file has a name that ends like C text. It lies, with links resolved, below the task's folder, an `-I` folder,
or a folder of the compiler's variables. gcc starts with the task's file only; when it is refused a readable file, it
gets that file and its neighbours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from veriabs.core.source import Task

ENDINGS = (".c", ".def", ".h", ".hh", ".hpp", ".hxx", ".i", ".inc", ".inl", ".ipp", ".tab", ".tbl", ".x")
_VARIABLES = ("CPATH", "C_INCLUDE_PATH")
_REFUSED = re.compile(r": fatal error: (.+): Permission denied$", re.MULTILINE)
_MOST_NEIGHBOURS = 1000


def headers_to_allow(reported: str, task: Task) -> frozenset[Path]:
    """The files that gcc may read next, after it `reported` a refused one; empty if it may not read that one."""
    refused = _REFUSED.search(reported)
    if refused is None:
        return frozenset()
    folders = tuple(_folders(task))
    if not _is_text(Path(refused[1]), folders):
        return frozenset()
    with suppress(OSError), os.scandir(Path(refused[1]).parent) as found:
        beside = [Path(entry.path) for entry in islice(found, _MOST_NEIGHBOURS)]
        return frozenset(path.resolve() for path in (Path(refused[1]), *beside) if _is_text(path, folders))
    return frozenset((Path(refused[1]).resolve(),))


def _folders(task: Task) -> Iterable[Path]:
    named = [Path(word) for variable in _VARIABLES for word in os.environ.get(variable, "").split(":") if word]
    return (folder.resolve() for folder in (task.path.parent, *map(Path, task.includes), *named))


def _is_text(path: Path, folders: tuple[Path, ...]) -> bool:
    if path.suffix not in ENDINGS:
        return False
    try:
        meant = path.resolve()
        return meant.suffix in ENDINGS and any(map(meant.is_relative_to, folders)) and meant.is_file()
    except (OSError, RuntimeError):  # unreadable, or a cycle of links
        return False
