"""Find the tasks that the user named: folders, globs, C files, task definitions and `.set` files."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from veriabs.core.errors import InputError

_C = (".c", ".i")
_DEFINITIONS = (".yml", ".yaml")
_INPUT_FILES = re.compile(r"^input_files[ \t]*:(.*?)(?=^[^\s#-]|\Z)", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"[^\s'\",\[\]]+")


def collect(names: Iterable[str]) -> list[Path]:
    """All tasks without repetition, in the order of the names; those of a folder by name.

    A C file that a task definition names, or that has the name of one beside it, counts as that task. Raises InputError
    if a name matches nothing, a folder or file cannot be read, or a file is no task.
    """
    found: dict[Path, Path] = {}
    for name in names:
        for path in _matching(name, Path(), name):
            found.setdefault(_absolute(path), path)
    named = {file for path in found.values() if path.suffix in _DEFINITIONS for file in _task_files(path)}
    return [path for place, path in found.items() if place not in named]


def _matching(name: str, base: Path, shown: str) -> Iterator[Path]:
    """The tasks for one name, which may be relative to `base`; `shown` is the user's name."""
    path = base / name
    if path.is_dir():
        return _tasks_in_folder(path, shown)
    if path.suffix == ".set":
        return _tasks_in_set(path, shown)
    if path.exists():
        return _file(path)
    matches = sorted(glob.glob(os.fspath(path), recursive=True), key=_natural)  # noqa: PTH207
    if not matches:
        raise InputError(f"{shown}: no file matches")
    return (task for match in matches for task in _matching(match, Path(), match))


def _file(path: Path) -> Iterator[Path]:
    if path.suffix not in (*_C, *_DEFINITIONS):
        raise InputError(f"{path}: is neither a C file (.c, .i), a task definition (.yml), a .set file nor a folder")
    yield path


def _tasks_in_folder(folder: Path, shown: str) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: the folder cannot be read ({error.strerror})") from error

    count = 0
    for place, folders, files in os.walk(folder, onerror=refuse):
        folders.sort(key=_natural)
        for path in (Path(place, name) for name in sorted(files, key=_natural)):
            if path.suffix in _C or (path.suffix in _DEFINITIONS and _input_files(path)):
                count += 1
                yield path
    if not count:
        raise InputError(f"{shown}: this folder has no C file and no task definition")


def _tasks_in_set(path: Path, shown: str) -> Iterator[Path]:
    """The tasks of a set file: lines of globs relative to the file, and comments that start with #."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: the set of tasks cannot be read ({error})") from error
    entries = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    entries = [(number, line) for number, line in entries if line and not line.startswith("#")]
    if not entries:
        raise InputError(f"{shown}: the set names no task")
    for number, line in entries:
        if line.endswith(".set"):
            raise InputError(f"{path}:{number}: a set cannot name another set")
        yield from _matching(line, path.parent, f"{path}:{number}: {line}")


def _natural(name: str) -> list[tuple[int, str]]:
    """A sort key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)]


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - a link is a task of its own


def _task_files(definition: Path) -> Iterator[Path]:
    """The files of this definition: those it names, and those with its own name."""
    for name in _input_files(definition):
        yield _absolute(definition.parent / name)
    for suffix in _C:
        yield _absolute(definition.with_suffix(suffix))


def _input_files(definition: Path) -> list[str]:
    """The names of the input files, read without a YAML parser, which takes 2 ms for each of thousands of files."""
    try:
        text = definition.read_text(encoding="utf-8", errors="replace")
    except OSError:
        # deciding the task reports why it cannot be read
        return [definition.stem + _C[0]]
    clause = _INPUT_FILES.search(text)
    return [] if clause is None else [name for name in _NAME.findall(clause[1]) if name != "-"]
