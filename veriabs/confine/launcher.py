"""Compile and cache the launcher, a small C program that confines itself and then becomes another program.

The cache folder belongs to the user, and the name of the file derives from its text and the compiler. A file that
another user could have written is not used; without a cache, the launcher is compiled for each process.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import shutil
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from veriabs.core.errors import ToolError
from veriabs.core.folders import cache_folder, is_private
from veriabs.solvers import process
from veriabs.solvers.process import ProcessResult

SECONDS = 30.0
_OWN_SECONDS = 3.0
"""Timeout of the launcher's own test programs, which take milliseconds; it also limits the compiler."""
_UNUSED_SECONDS = 30 * 86400.0
"""Seconds after its last start when a launcher may be removed; that happens when a new one is compiled."""

_SOURCES = Path(__file__).with_name("native")
_LAUNCHER = ("launcher.c", "files.c", "filters.c", "search.c")
_PARTS = (*_LAUNCHER, "launcher.h", "libraries.c")
_OPTIONS = ("-std=gnu11", "-O1", "-w")
# The libraries of a checked program.
_SANITIZERS = ("-fsanitize=address,undefined",)
_made: dict[Path, Launcher | ToolError] = {}
_lock = threading.Lock()


class Launcher(Struct, frozen=True):
    """The launcher of this machine; `landlock` is the ABI of the kernel, or 0.

    `plain` and `sanitized` are the arguments that permit the libraries of programs without and with sanitizers.
    """

    path: Path
    landlock: int
    seccomp: bool
    plain: tuple[str, ...]
    sanitized: tuple[str, ...]

    @property
    def refusal(self) -> str:
        """The reason why no program can be run, in one line, or an empty string.

        Filters of system calls are required, since nothing else forbids processes, signals and the network. Landlock is
        optional: without it a program could read files, but send them to nobody.
        """
        return "" if self.seccomp else "the kernel offers no filter of system calls (seccomp), so no program is run"


def launcher(seconds: float = SECONDS) -> Launcher:
    """The launcher, compiled within `seconds` if necessary; raises ToolError with the reason if impossible."""
    found = shutil.which("gcc")
    if found is None:
        raise ToolError(
            "there is no gcc on PATH, so programs cannot be compiled; `veriabs doctor` shows how to install it"
        )
    compiler = Path(found).resolve()
    with _lock:
        made = _made.get(compiler) or _attempt(compiler, min(seconds, SECONDS))
        if isinstance(made, Launcher) or seconds >= SECONDS:  # with more time it may succeed
            _made[compiler] = made
    if isinstance(made, ToolError):
        raise made
    return made


def _attempt(compiler: Path, seconds: float) -> Launcher | ToolError:
    try:
        return _ask(_installed(compiler, seconds))
    except (OSError, ValueError) as error:
        return ToolError(f"the launcher of confined programs cannot be made: {error}")
    except ToolError as error:
        return error


def _ask(folder: Path) -> Launcher:
    offers = _probe(folder)
    plain, sanitized = ((folder / name).read_text(encoding="utf-8").splitlines() for name in ("plain", "sanitized"))
    return Launcher(folder / "launcher", offers["landlock"], offers["seccomp"] == 1, tuple(plain), tuple(sanitized))


def _probe(folder: Path) -> dict[str, int]:
    finished = process.run([str(folder / "launcher"), "probe"], seconds=_OWN_SECONDS)
    words = [line.split() for line in finished.stdout.splitlines()]
    if finished.exit_code != 0 or [line[0] for line in words] != ["landlock", "seccomp"]:
        raise ToolError(f"the launcher of confined programs does not run: {_first_line(finished)}")
    return {name: int(number) for name, number in words}


# ----------------------------------------------------------------------------------------------------------- made once


def _installed(compiler: Path, seconds: float) -> Path:
    """The folder of the launcher, in the cache if that is private."""
    cache = cache_folder()
    folder = cache / f"launcher-{_key(compiler)}"
    if is_private(folder):
        with suppress(OSError):
            os.utime(folder)
        return folder
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".launcher-", dir=cache))
    except OSError:
        made = Path(tempfile.mkdtemp(prefix="veriabs-"))
    try:
        _make(made, seconds)
        with suppress(OSError):  # another process was faster, or there is no cache
            made.rename(folder)
            _remove_unused(cache, folder)
    finally:
        # A launcher outside of the cache is removed with this process.
        kept = made.exists() and not is_private(folder) and (made / "sanitized").exists()
        if kept:
            atexit.register(shutil.rmtree, made, ignore_errors=True)
        else:
            shutil.rmtree(made, ignore_errors=True)
    return made if kept else folder


def _remove_unused(cache: Path, ours: Path) -> None:
    """Remove launchers of older versions and compilers, and files of killed compilations."""
    now = ours.stat().st_mtime  # created just now
    for old in (*cache.glob("launcher-*"), *cache.glob(".launcher-*")):
        with suppress(OSError):
            if now - old.lstat().st_mtime > _UNUSED_SECONDS:
                shutil.rmtree(old)


def _key(compiler: Path) -> str:
    about = compiler.stat()
    text = f"{compiler} {about.st_size} {about.st_mtime_ns} {platform.machine()}".encode()
    for name in _PARTS:
        text += (_SOURCES / name).read_bytes()
    return hashlib.sha256(text).hexdigest()[:24]


def _make(folder: Path, seconds: float) -> Path:
    _compile(folder, "launcher", _LAUNCHER, (), seconds)
    _probe(folder)  # a compiler that fails here would fail on the next program as well
    for name, options in (("plain", ()), ("sanitized", _SANITIZERS)):
        try:
            _compile(folder, "libraries", ("libraries.c",), options, seconds)
            listed = process.run([str(folder / "libraries")], seconds=_OWN_SECONDS, env={}).stdout
        except ToolError:
            if not options:
                raise
            listed = ""  # without sanitizers no checked program is built either
        (folder / name).write_text(listed, encoding="utf-8")
    return folder


def _compile(folder: Path, name: str, sources: tuple[str, ...], options: tuple[str, ...], seconds: float) -> None:
    command = ("gcc", *_OPTIONS, *options, *(str(_SOURCES / source) for source in sources), "-lm", "-o", name)
    done = process.run(command, seconds=seconds, cwd=folder, env={**os.environ, "LC_ALL": "C"})
    if done.exit_code != 0 or not (folder / name).is_file():
        raise ToolError(f"the launcher of confined programs cannot be compiled: {_first_line(done)}")


def _first_line(finished: ProcessResult) -> str:
    return next((line for line in finished.stderr.splitlines() if line.strip()), f"exit code {finished.exit_code}")
