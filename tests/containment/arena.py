"""Runs attacks with and without confinement, each in a separate folder, and reports what they changed."""

from __future__ import annotations

import os
import re
import socket
import stat
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from veriabs.confine.sandbox import run_program, search_program
from veriabs.core.source import DataModel
from veriabs.solvers.process import ProcessResult

HERE = Path(__file__).parent
CAME_THROUGH = 7
EARLY = (
    *("CONSTRUCTOR", "DESTRUCTOR", "INIT_ARRAY", "PREINIT_ARRAY", "FINI_ARRAY", "HOOK", "RESOLVER"),
    *("LABEL", "INTERPOSED"),
)
NARROW = tuple(
    f"{what}_32" for what in ("UNLINK", "CREATE", "FORK", "EXECUTE", "KILL", "SOCKET", "READ", "SWITCH")
)
HELPERS = ("again",)
WIDE = tuple(
    name
    for name in re.findall(r"ATTACK\((\w+)\)", (HERE / "attacks.c").read_text(encoding="utf-8"))
    if name not in ("name", *HELPERS)
)
ATTACKS = (*WIDE, *EARLY, *NARROW)
_SECONDS = 1.5
SERVING = ("-include", str(HERE.parent.parent / "templates" / "replay" / "server.c.j2"), "-Wl,-e,veriabs_entry")
_FREESTANDING = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attack: as its program reports it, and as observed from outside."""

    exit_code: int
    changed: bool
    connected: bool
    left: tuple[str, ...]

    @property
    def came_through(self) -> bool:
        """Tell whether the attack changed, or at least saw, anything forbidden."""
        return self.exit_code == CAME_THROUGH or self.harm

    @property
    def harm(self) -> bool:
        return self.changed or self.connected or bool(self.left)


class Arena:
    """Compiled attacks, and the folders that they run in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    @contextmanager
    def place(self, attack: str, way: str = "") -> Iterator[Path]:
        """A folder with the program of the attack, and all that it may be after."""
        self._count += 1
        folder = self.folder / f"{self._count}-{attack}"
        folder.mkdir()
        program = folder / attack
        (folder / "victim").write_text("kept\n", encoding="utf-8")
        (folder / "secret").write_text("secret\n", encoding="utf-8")
        os.link(self._program(attack, SERVING if way == "search" else ()), program)
        yield program

    def _program(self, attack: str, options: tuple[str, ...]) -> Path:
        """The compiled attack; one program holds all those that `main` makes."""
        wide = attack in (*WIDE, *HELPERS)
        program = self.folder / f"{'attacks' if wide else attack.lower()}{'-serving' if options else ''}"
        if not program.exists():
            source = "attacks.c" if wide else "narrow.c" if attack in NARROW else "early.c"
            more = ("-lrt", "-lpthread") if wide else (f"-D{attack}", *(_FREESTANDING if attack in NARROW else ()))
            compile_(source, program, *options, *more)
        return program

    def free(self, attack: str) -> Outcome:
        """Runs an attack without any confinement."""
        with self.place(attack) as program, watched(program) as seen:
            exit_code = _free(program)
            return seen(exit_code)

    def confined(self, attack: str, way: str) -> Outcome:
        """Runs an attack as programs are run: once ("replay"), with sanitizers ("checked"), many times ("search")."""
        with self.place(attack, way) as program, watched(program) as seen:
            return seen(_confined(program, attack, way, self.folder).exit_code)


def compile_(source: str, program: Path, *options: str) -> None:
    command = ["gcc", "-w", "-O0", "-std=gnu11", str(HERE / source), "-o", str(program), *options]
    subprocess.run(command, check=True, timeout=120)


def _free(program: Path) -> int:
    # A descriptor of somebody else, under the number that an attack writes to.
    reader, writer = os.pipe()
    try:
        done = subprocess.run(
            [str(program)],
            cwd=program.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=30,
            close_fds=False,
            preexec_fn=lambda: os.dup2(writer, 50) and None,
        )
    finally:
        os.close(reader)
        os.close(writer)
        _reap(program.name)
    return done.returncode


def _reap(name: str) -> None:
    """Takes leave of a process that an attack has made a child of this one."""
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess, ChildProcessError):
            if child.name() == name[:15]:
                os.waitpid(child.pid, 0)


def _confined(program: Path, attack: str, way: str, folder: Path) -> ProcessResult:
    model = DataModel.ILP32 if attack in NARROW else DataModel.LP64
    if way == "search":
        plan = folder / "plan"
        plan.write_bytes(one_seed())
        return search_program(program, model, plan, seconds=2 * _SECONDS, memory_mb=6000, stop=None)
    return run_program(program, model, seconds=_SECONDS, memory_mb=6000, checked=way == "checked")


def one_seed() -> bytes:
    """A plan of one run, of half a second, of a program that has one site and one operand."""
    words = [0, 1, 5000, 500, 1, 1, 10, 10, 0, 1, 0]
    return struct.pack(f"<{len(words) + 1}Q", len(words), *words)


# ------------------------------------------------------------------------------------------------- what there is to see


class watched:  # noqa: N801
    """Records the state of a folder, a port and the processes of a program, and reports changes afterwards."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        (program.parent / "port").write_text(str(self.listener.getsockname()[1]), encoding="ascii")
        self.before = picture(program.parent)

    def __enter__(self) -> watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.close()

    def __call__(self, exit_code: int) -> Outcome:
        connected = False
        with suppress(BlockingIOError):
            self.listener.accept()[0].close()
            connected = True
        changed = picture(self.program.parent) != self.before
        return Outcome(exit_code, changed, connected, processes(self.program))


def picture(folder: Path) -> list[tuple[object, ...]]:
    """Everything that can be seen of the files of a folder."""
    found = []
    for path in sorted(folder.iterdir()):
        about = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(about.st_mode) else b""
        noted = os.listxattr(path, follow_symlinks=False)
        found.append((path.name, about.st_mode, about.st_uid, about.st_nlink, about.st_mtime_ns, content, noted))
    return found


def processes(program: Path) -> tuple[str, ...]:
    """The processes that run a program, by their numbers, or that run something else in its folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            here = (process / "exe").readlink() == program or (process / "cwd").readlink() == program.parent
            if here and process.name != str(os.getpid()):
                found.append(process.name)
    return tuple(found)


def main(attacks: list[str]) -> int:
    """Prints how many attacks were tried, and those that came through."""
    with tempfile.TemporaryDirectory() as name:
        arena = Arena(Path(name))
        print(len(attacks), *(one for one in attacks if arena.confined(one, "replay").came_through))
    return 0
