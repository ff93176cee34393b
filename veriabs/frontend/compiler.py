"""Run gcc on the task's file: the preprocessed text, or the compiler's errors, and the files that it may read."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from veriabs.confine.sandbox import run_compiler
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, ToolError, UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.solvers.process import ProcessResult

SECONDS = 60.0
EXPLAINING_SECONDS = 3.0
"""Seconds that gcc has to report errors; deeply nested text takes longer."""

_REFUSED = re.compile(r"(?:cc1: fatal error: )?(.*: Permission denied)$", re.MULTILINE)
ENDINGS = (".c", ".def", ".h", ".hh", ".hpp", ".hxx", ".i", ".inc", ".inl", ".ipp", ".tab", ".tbl", ".x")
_READ = f"of the file's folder and those of -I only what ends in {' '.join(ENDINGS)} is read"
_GCC_ERROR = re.compile(r"^(.+?):(\d+):(?:\d+:)? (?:fatal )?error: (.+)$", re.MULTILINE)
_REJECTED = re.compile(r"^(.+?:\d+):(?:\d+:)? error: (.+)((?:\n +(?:\d+)? \|.*)*)", re.MULTILINE)


@contextmanager
def explained(task: Task, deadline: Deadline) -> Iterator[None]:
    """Run gcc on a program that the front end rejects; raises InputError with gcc's error if the program is invalid
    C."""
    try:
        yield
    except (InputError, UnsupportedError):
        refuse_invalid(task, deadline)
        raise


def refuse_invalid(task: Task, deadline: Deadline) -> None:
    """Raise InputError with gcc's error if the program is invalid C."""
    for unit in (task, *task.others):
        _refuse_invalid(unit, deadline.left())


def _refuse_invalid(task: Task, seconds: float) -> None:
    from veriabs.frontend.known_functions import (
        CLAUSES,  # brings the library and its parser, which no valid program waits for
    )

    model = ["-m32"] if task.data_model is DataModel.ILP32 else []
    contracts = (f"-D__CPROVER_{word}(...)=" for word in CLAUSES)
    options = [*model, *_options(task), *contracts, "-w", "-fmax-errors=1", "-fno-diagnostics-show-option"]
    finished = _gcc("-fsyntax-only", options, task, max(1.0, min(seconds, EXPLAINING_SECONDS)))
    error = _REJECTED.search(finished.stderr) if finished.exit_code and not finished.timed_out else None
    if error is not None and "__CPROVER_" not in error[2]:  # gcc does not know these
        raise InputError(f"{error[1]}: {error[2]}", error[3].strip("\n"))


def _options(task: Task) -> list[str]:
    named = [word for path in task.preincludes for word in ("-include", str(path))]
    standard = [f"-std={task.standard}"] if task.standard else []
    return [*standard, *(f"-D{one}" for one in task.defines), *(f"-I{one}" for one in task.includes), *named]


def macros(task: Task, seconds: float = SECONDS) -> dict[str, str]:
    """The bodies of macros without parameters at the end of the file."""
    return {found[1]: found[2] for found in _DEFINED.finditer(expand(task, seconds, "-dM"))}


def macro_names(task: Task, seconds: float = SECONDS) -> frozenset[str]:
    """The names of all macros at the end of the file, empty ones included."""
    return frozenset(re.findall(r"^#define (\w+)", expand(task, seconds, "-dM"), re.MULTILINE))


_DEFINED = re.compile(r"^#define (\w+) (.+)$", re.MULTILINE)


def expand(task: Task, seconds: float = SECONDS, *further: str) -> str:
    """The text that `gcc -E` makes of the file of a task, with further options."""
    seconds = min(seconds, SECONDS)
    # The macros of ctype.h access tables of the C library; the functions have a model.
    options = ["-D__NO_CTYPE", *further, *_options(task)]
    if task.data_model is not DataModel.ILP32:
        return _output_or_error(_gcc("-E", options, task, seconds), task, seconds)
    finished = _gcc("-E", ["-m32", *options], task, seconds)
    if finished.exit_code == 0 or "No such file" not in finished.stderr:
        return _output_or_error(finished, task, seconds)
    return _output_or_error(_preprocess_for_32_bits(options, task, seconds), task, seconds)


def _gcc(stage: str, options: list[str], task: Task, seconds: float, *headers: Path) -> ProcessResult:
    # A file name that starts with a dash is not an option.
    source = f"./{task.path}" if str(task.path).startswith("-") else str(task.path)
    # The macros of ctype.h access tables of the C library; the functions have a model.
    command, until = ("gcc", stage, "-x", "c", "-D__NO_CTYPE", *options, source), time.monotonic() + seconds
    reads = {task.path, *headers, *task.preincludes}
    while True:
        try:
            finished = run_compiler(command, seconds=max(0.1, until - time.monotonic()), reads=reads)
        except ToolError as error:
            raise ToolError("gcc is not installed; try: veriabs doctor") from error
        if finished.timed_out:
            return finished
        more = headers_to_allow(finished.stderr, task) if finished.exit_code else frozenset()
        if more <= reads:
            return finished
        reads |= more


def _preprocess_for_32_bits(options: list[str], task: Task, seconds: float) -> ProcessResult:
    """Preprocess for 32 bits with the 64-bit headers, which lack only one file: a list of missing functions."""
    native = run_compiler(("gcc", "-print-multiarch"), seconds=seconds)
    headers = Path("/usr/include") / native.stdout.strip()
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        stubs = Path(folder) / "gnu" / "stubs-32.h"
        stubs.parent.mkdir()
        stubs.write_text("\n", encoding="utf-8")
        more = ("-isystem", folder, "-isystem", str(headers))
        return _gcc("-E", ["-m32", *options, *more], task, seconds, Path(folder))


def _output_or_error(finished: ProcessResult, task: Task, seconds: float) -> str:
    if finished.timed_out:
        raise InputError(f"{task.path}: preprocessing takes longer than {seconds:.0f} s; try: a larger --timeout")
    if finished.cut:
        raise InputError(f"{task.path}: the file is too large")
    if finished.exit_code == 0:
        return finished.stdout.replace("\r\n", "\n")
    error = _GCC_ERROR.search(finished.stderr)
    if error:
        hint = f" ({_remedy(error[3], task)})" if _REFUSED.fullmatch(error[3]) else ""
        raise InputError(f"{error[1]}:{error[2]}: {error[3]}{hint}")
    if refused := _REFUSED.search(finished.stderr):  # no line is known for a file of `-include`
        raise InputError(f"{task.path}: {refused[1]} ({_remedy(refused[1], task)})")
    last = (finished.stderr.strip().splitlines() or ["no message"])[-1]
    raise InputError(f"{task.path}: gcc -E failed: {last}")


def _remedy(refused: str, task: Task) -> str:
    """A hint for an unreadable file: the option for its folder, or the list of readable folders."""
    path = refused.removesuffix(": Permission denied")
    folder = Path(os.path.normpath(path)).parent
    read = {one.resolve() for one in (task.path.parent, *task.includes)}
    return f"try: -I {folder}" if path.endswith(tuple(ENDINGS)) and folder.resolve() not in read else _READ


# --------------------------------------------------------------------------------------------------- readable headers
# A readable file has a name that ends like C text. It lies, with links resolved, below the task's folder, an `-I`
# folder, or a folder of the compiler's variables. gcc starts with the task's file only; when it is refused a readable
# file, it gets that file and its neighbours.

_VARIABLES = ("CPATH", "C_INCLUDE_PATH")
_REFUSED_HEADER = re.compile(r": fatal error: (.+): Permission denied$", re.MULTILINE)
_MOST_NEIGHBOURS = 1000


def headers_to_allow(reported: str, task: Task) -> frozenset[Path]:
    """The files that gcc may read next, after it `reported` a refused one; empty if it may not read that one."""
    refused = _REFUSED_HEADER.search(reported)
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
