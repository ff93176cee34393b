"""The task in a counterexample's JSON, with which the same program can be read again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from veriabs.core.errors import InputError
from veriabs.core.goals import GoalKind
from veriabs.core.results import Report
from veriabs.core.source import Task
from veriabs.report.files import path_text


class ReadFile(Struct, frozen=True):
    """A file of the program and how it is preprocessed: macros (-D), include folders (-I), included files, C standard.

    Relative paths start at the folder of the first file. `sha256` is the hash of its content, empty if it could not be
    read.
    """

    file: str
    sha256: str = ""
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    preincludes: tuple[str, ...] = ()
    standard: str | None = None


class RecordedGoal(Struct, frozen=True):
    """A failing check: its kind, its text and its place. `file` is spelled as in its `ReadFile`."""

    kind: GoalKind
    text: str
    file: str
    line: int
    column: int


class RecordedTask(Struct, frozen=True):
    """The options with which a counterexample was found.

    - `function`: the entry. `arrays`, `arbitrary_globals`, `null_pointers`: the options `--array`, `--globals`,
      `--null`.
    - `checks`, `assertions`: the requested goals. `goals`: the checks of which one fails.
    - `files`: the files of the program, the task's file first.
    """

    function: str = "main"
    arrays: tuple[str, ...] = ()
    arbitrary_globals: bool = False
    null_pointers: bool = False
    checks: tuple[GoalKind, ...] = ()
    assertions: bool = True
    files: tuple[ReadFile, ...] = ()
    goals: tuple[RecordedGoal, ...] = ()


def task_json(report: Report) -> object:
    """The task of a report as JSON; `load_task` reads it."""
    task = report.task
    folder, entry = task.path.resolve().parent, task.entry
    arrays = tuple(f"{name}:{size}" for name, size in {**entry.sizes, **entry.needs.sizes}.items())
    checks = tuple(map(GoalKind, task.checks))
    files = tuple(_read_file_options(one, folder) for one in (task, *task.others))
    names = {str(one.path): read.file for one, read in zip((task, *task.others), files, strict=True)}
    goals = tuple(_goals(report, names))
    started = (entry.function, arrays, entry.arbitrary_globals, entry.null_pointers)
    recorded = RecordedTask(*started, checks, task.assertions, files, goals)
    return msgspec.to_builtins(recorded)


def _goals(report: Report, names: Mapping[str, str]) -> Iterator[RecordedGoal]:
    kind = report.counterexample.target.kind if report.counterexample is not None else GoalKind.ASSERTION
    for one in (answer.goal for answer in report.goals):
        if one.kind is kind is not GoalKind.ASSERTION:
            file = names.get(one.where.file, path_text(one.where.file))
            yield RecordedGoal(kind, one.text, file, one.where.line, one.where.column)


def _read_file_options(task: Task, folder: Path) -> ReadFile:
    def named(path: Path) -> str:
        return path_text(path if path.is_absolute() else os.path.relpath(path.resolve(), folder))

    includes, preincludes = tuple(map(named, task.includes)), tuple(map(named, task.preincludes))
    return ReadFile(named(task.path), digest(task.path), task.defines, includes, preincludes, task.standard)


def digest(path: Path) -> str:
    """The SHA-256 of a file, or nothing."""
    with suppress(OSError):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return ""


def read_document(path: Path) -> object:
    """The JSON document in a file; raises InputError, in one line, if there is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path_text(path)}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path_text(path)}: not JSON: {' '.join(str(error).split())}") from error


def load_task(path: Path) -> RecordedTask | None:
    """The task of a counterexample; None if an older version wrote it without one."""
    document = read_document(path)
    recorded = document.get("task") if isinstance(document, dict) else None
    if recorded is None:
        return None
    try:
        return msgspec.convert(recorded, RecordedTask)
    except msgspec.ValidationError as error:
        raise InputError(f"{path_text(path)}: task: {error}") from error
