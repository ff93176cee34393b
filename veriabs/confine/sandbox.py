"""Run untrusted programs, and the compiler on untrusted text, confined as far as the kernel allows.

A program may compute and print. It can read only the files that it is loaded from, and has no processes, signals or
network. The compiler reads the given paths and the system's files, and writes to one folder.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from veriabs.confine.launcher import Launcher, launcher
from veriabs.core.errors import ToolError
from veriabs.core.source import DataModel
from veriabs.solvers import process
from veriabs.solvers.process import ProcessResult

COMPILER_MB = 4000
SANITIZED_MB = 6000
"""Resident megabytes of a checked program; sanitizers reserve terabytes of address space that they never use."""

CHECKED_ENVIRONMENT = {
    # These options avoid actions that the launcher forbids: setting limits, running a symbolizer.
    "ASAN_OPTIONS": "detect_leaks=0:exitcode=99:abort_on_error=0:color=never:detect_stack_use_after_return=1"
    ":detect_invalid_pointer_pairs=2:disable_coredump=0:symbolize=0",
    "UBSAN_OPTIONS": "halt_on_error=0:exitcode=99:color=never:symbolize=0",
}
_SYSTEM = (
    *("/usr/include", "/usr/local/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/libexec"),
    *("/usr/local/lib", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/usr/bin", "/usr/local/bin"),
)


def refusal() -> str:
    """The reason why native runs are impossible here, in one line, or an empty string."""
    try:
        return launcher().refusal
    except ToolError as error:
        return str(error)


def run_program(
    program: Path,
    model: DataModel,
    *,
    seconds: float,
    memory_mb: int,
    checked: bool = False,
    stop: threading.Event | None = None,
) -> ProcessResult:
    """Run a program; `checked` for one built with sanitizers. Other parameters are as in `process.run`.

    Returns only standard error. Raises ToolError if the program cannot be run.
    """
    reserves = checked and model is DataModel.LP64
    return process.run(
        _command("program", program, model, sanitized=reserves),
        seconds=seconds,
        memory_mb=None if reserves else memory_mb,
        resident_mb=SANITIZED_MB,
        cwd=program.parent,
        env=CHECKED_ENVIRONMENT if checked else {},
        stop=stop,
    )


def search_program(
    program: Path,
    model: DataModel,
    plan: Path,
    *,
    seconds: float,
    memory_mb: int,
    stop: threading.Event | None,
    background: bool = True,
) -> ProcessResult:
    """Run a program once for each input of `plan`, with `memory_mb` each; `native/search.c` defines the plan."""
    command = _command("search", program, model)
    return process.run(
        command,
        seconds=seconds,
        memory_mb=memory_mb,
        cwd=program.parent,
        env={},
        stdin=plan,
        stop=stop,
        background=background,
    )


def _command(kind: str, program: Path, model: DataModel, *, sanitized: bool = False) -> tuple[str, ...]:
    used = launcher()
    if used.refusal:
        raise ToolError(used.refusal)
    if model is DataModel.ILP32:
        return (str(used.path), f"{kind}32", _parent(), "--", str(program))
    words = (*used.sanitized, "sanitized") if sanitized else used.plain
    return (str(used.path), kind, _parent(), *words, "--", str(program))


def _parent() -> str:
    return f"parent={os.getpid()}"


# ------------------------------------------------------------------------------------------------------------- compiler


def run_compiler(
    command: tuple[str, ...],
    *,
    seconds: float,
    reads: Iterable[Path] = (),
    writes: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stop: threading.Event | None = None,
) -> ProcessResult:
    """Run gcc or one of its tools; it may read `reads`, and write to `writes`, which is its working folder.

    Without a launcher only the limits on time, memory and output hold. Raises ToolError if there is no gcc.
    """
    english = {**os.environ, "LC_ALL": "C", "CCACHE_DISABLE": "1", **(environment or {})}
    if writes is not None:
        english["TMPDIR"] = str(writes)
    try:
        called = (*_confining(launcher(seconds), reads, writes), *command)
    except ToolError:
        called = command
    return process.run(called, seconds=seconds, memory_mb=COMPILER_MB, cwd=writes, env=english, stop=stop)


def _confining(used: Launcher, reads: Iterable[Path], writes: Path | None) -> tuple[str, ...]:
    if not used.seccomp:
        return ()
    words = [f"run={folder}" for folder in (*_SYSTEM, *_compiler_folders())]
    words += [f"read={path.absolute()}" for path in (*reads, Path("/etc/ld.so.cache"))]
    words += ["write=/dev/null", *([f"write={writes.absolute()}"] if writes else [])]
    return (str(used.path), "compile", _parent(), *words, "--")


def _compiler_folders() -> Iterable[Path]:
    """The installation folder of gcc, if it is not a system folder."""
    found = shutil.which("gcc")
    if found is not None:
        yield Path(found)
        installed = Path(found).resolve().parent.parent
        if (installed / "lib" / "gcc").is_dir():
            yield installed
