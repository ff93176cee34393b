"""Test the launcher of confined programs: inherited resources, limits, older kernels, its compilation and cache."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from arena import CAME_THROUGH, HERE, Arena, picture, processes

from veriabs.confine import launcher as launchers
from veriabs.confine.launcher import launcher
from veriabs.confine.sandbox import run_program
from veriabs.core.errors import ToolError
from veriabs.core.source import DataModel
from veriabs.solvers import process

ROOT = HERE.parent.parent
UNSAFE = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) reach_error(); }
"""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return Arena(tmp_path_factory.mktemp("arena"))


def compiled(folder: Path, body: str, *options: str) -> Path:
    head = "".join(f"#include <{name}.h>\n" for name in ("signal", "stdlib", "string", "sys/resource", "unistd"))
    (folder / "p.c").write_text(f"{head}int main(void) {{ {body} }}\n", encoding="utf-8")
    subprocess.run(["gcc", "-w", "-O0", *options, "p.c", "-o", "p"], cwd=folder, check=True, timeout=60)
    return folder / "p"


def run(program: Path, seconds: float = 10.0, memory_mb: int = 1000, checked: bool = False) -> process.ProcessResult:
    return run_program(program, DataModel.LP64, seconds=seconds, memory_mb=memory_mb, checked=checked)


# ------------------------------------------------------------------------------------------------- starting and ending


def launcher_command(program: Path) -> list[str]:
    made = launcher()
    return [str(made.path), "program", f"parent={os.getpid()}", *made.plain, "--", str(program)]


def test_open_descriptors_of_the_caller_are_closed(arena: Arena) -> None:
    assert arena.free("write_descriptor").came_through
    reader, writer = os.pipe()
    with arena.place("write_descriptor") as program:
        duplicate = os.dup2(writer, 50)
        try:
            done = subprocess.run(launcher_command(program), close_fds=False, timeout=20)
        finally:
            os.close(duplicate)
            os.close(writer)
    assert done.returncode not in (CAME_THROUGH, 125)
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_launcher_runs_nothing_under_another_parent(arena: Arena) -> None:
    with arena.place("again") as program:
        command = launcher_command(program)
        assert subprocess.run(command, timeout=20).returncode == CAME_THROUGH
        command[2] = "parent=1"
        assert subprocess.run(command, timeout=20).returncode == 125


@pytest.mark.parametrize("word", ["unknown=word", "maps"])
def test_launcher_runs_nothing_with_an_unknown_option(arena: Arena, word: str) -> None:
    with arena.place("again") as program:
        command = launcher_command(program)
        command.insert(3, word)
        done = subprocess.run(command, timeout=20, capture_output=True, text=True)
    assert done.returncode == 125
    assert "not confined" in done.stderr


def test_program_dies_with_a_caller_that_is_killed(tmp_path: Path) -> None:
    program = compiled(tmp_path, "signal(SIGTERM, SIG_IGN); for (;;) {}")
    code = f"""from pathlib import Path
from veriabs.confine.sandbox import run_program
from veriabs.core.source import DataModel
run_program(Path({str(program)!r}), DataModel.LP64, seconds=60.0, memory_mb=1000)
"""
    caller = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)})
    until = time.monotonic() + 20
    while not processes(program) and time.monotonic() < until:
        time.sleep(0.02)
    assert processes(program)
    caller.kill()
    caller.wait()
    until = time.monotonic() + 20
    while processes(program) and time.monotonic() < until:
        time.sleep(0.02)
    assert processes(program) == ()


# -------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.long
def test_program_that_ignores_every_signal_is_ended(tmp_path: Path) -> None:
    program = compiled(tmp_path, "for (int s = 1; s < 65; s++) signal(s, SIG_IGN); for (;;) {}")
    begin = time.monotonic()
    assert run(program, seconds=0.5).timed_out
    assert time.monotonic() - begin < 30
    assert processes(program) == ()


@pytest.mark.long
def test_program_that_stops_itself_is_ended(tmp_path: Path) -> None:
    program = compiled(tmp_path, "raise(SIGSTOP); return 0;")
    assert run(program, seconds=0.5).timed_out
    assert processes(program) == ()


def test_output_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "OUTPUT_LIMIT", 1_000_000)
    body = "char b[4096]; memset(b, 'x', 4096); for (;;) { write(1, b, 4096); write(2, b, 4096); }"
    program = compiled(tmp_path, body)
    finished = run(program, seconds=30.0)
    assert finished.cut
    assert not finished.timed_out
    assert (finished.stdout, len(finished.stderr)) == ("", 1_000_000)


@pytest.mark.parametrize("checked", [False, True])
def test_memory_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: bool) -> None:
    from veriabs.confine import sandbox

    monkeypatch.setattr(sandbox, "SANITIZED_MB", 300)
    body = "for (int i = 0; i < 100; i++) { char *p = malloc(10000000); if (!p) return 1; memset(p, 1, 10000000); }"
    program = compiled(tmp_path, body + "for (;;) {}", *(("-fsanitize=address",) if checked else ()))
    finished = run(program, seconds=30.0, memory_mb=300, checked=checked)
    assert finished.exit_code != 0
    assert not finished.timed_out


def test_stack_limit_is_a_gigabyte_or_the_system_limit(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    expected = 8 if hard == resource.RLIM_INFINITY or hard >= 1 << 30 else hard >> 27
    program = compiled(tmp_path, "struct rlimit l; getrlimit(RLIMIT_STACK, &l); return l.rlim_max >> 27;")
    assert run(program).exit_code == expected


# --------------------------------------------------------------------------------------------- what the kernel may lack


def python(folder: Path, lacks: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HERE / "without.py"), lacks, sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)


@pytest.mark.long
def test_programs_do_not_run_without_seccomp(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(UNSAFE, encoding="utf-8")
    verify = ("-m", "veriabs", "verify", "f.c", "--timeout", "30", "--strategy", "native")
    done = python(tmp_path, "seccomp,landlock", *verify)
    assert "UNKNOWN" in done.stdout
    assert "the program was not run: the kernel offers no filter of system calls (seccomp), so" in done.stdout
    code = "from veriabs.install import doctor; found = doctor.probe_confinement(); print(found.ok, found.detail)"
    assert python(tmp_path, "seccomp", "-c", code).stdout.startswith("None skipped: the kernel offers no filter")
    assert python(tmp_path, "landlock", "-c", code).stdout.startswith("True system calls: seccomp; no Landlock")
    assert python(tmp_path, "nothing", "-c", code).stdout.startswith("True system calls: seccomp")


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_programs_run_without_landlock_and_change_nothing(tmp_path: Path, every: int) -> None:
    (tmp_path / "f.c").write_text(UNSAFE, encoding="utf-8")
    done = python(tmp_path, "landlock", "-m", "veriabs", "verify", "f.c", "--timeout", "30", "--strategy", "native")
    assert "FALSE" in done.stdout, done.stdout + done.stderr
    reading = ("read_", "list_", "map_file_to_read", "descriptor_of_folder", "READ_32", "lock_file")
    from arena import ATTACKS
    from test_attacks import LATER, supported_attacks

    attacks = [name for name in supported_attacks(ATTACKS) if name not in LATER and not name.startswith(reading)][
        ::every
    ]
    code = "import sys, arena; sys.exit(arena.main(sys.argv[1:]))"
    command = [sys.executable, str(HERE / "without.py"), "landlock", sys.executable, "-c", code, *attacks]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{HERE}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200)
    assert done.stdout.split() == [str(len(attacks))], done.stderr


# ------------------------------------------------------------------------------------------------------ made and kept


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any launcher yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(launchers, "_made", {})
    return tmp_path / "cache" / "veriabs"


@pytest.mark.long
def test_launcher_is_made_once_and_is_the_users_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = launcher()
    assert first.path.parent.parent == cache
    assert first.path.parent.stat().st_mode & 0o777 == 0o700
    before = picture(first.path.parent)
    monkeypatch.setattr(launchers, "_made", {})
    assert launcher() == first
    assert picture(first.path.parent) == before
    assert [path.name for path in cache.iterdir()] == [first.path.parent.name]


@pytest.mark.long
def test_unused_launchers_are_removed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used = launcher().path.parent
    for name, days in (("launcher-old", 31), (".launcher-left", 31), ("launcher-used", 29), ("other", 31)):
        (cache / name).mkdir()
        (cache / name / "launcher").write_text("", encoding="ascii")
        os.utime(cache / name, (time.time() - days * 86400,) * 2)
    os.utime(used, (0, 0))
    monkeypatch.setattr(launchers, "_made", {})
    assert launcher().path.parent == used, "it is in use from now on, and nothing is made"
    assert len(list(cache.iterdir())) == 5
    monkeypatch.setattr(launchers, "_made", {})
    monkeypatch.setattr(launchers, "_key", lambda compiler: "new")
    launcher()
    assert {path.name for path in cache.iterdir()} == {used.name, "launcher-new", "launcher-used", "other"}


@pytest.mark.long
def test_processes_that_make_it_at_once_agree(cache: Path) -> None:
    code = "from veriabs.confine.launcher import launcher; print(launcher().path)"
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def make(_: int) -> str:
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=100).stdout

    with ThreadPoolExecutor(3) as pool:
        paths = set(pool.map(make, range(3)))
    assert len(paths) == 1
    assert len(list(cache.iterdir())) == 1


@pytest.mark.share(9)
@pytest.mark.parametrize("fault", ["open to others", "link", "file"])
def test_launcher_in_an_unsafe_folder_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    folder = launcher().path.parent
    elsewhere = cache.parent / "elsewhere"
    if fault == "open to others":
        folder.chmod(0o777)
    else:
        folder.rename(elsewhere)
        folder.symlink_to(elsewhere) if fault == "link" else folder.write_text("", encoding="utf-8")
    monkeypatch.setattr(launchers, "_made", {})
    made = launcher()
    assert made.path.parent != folder
    assert made.seccomp


def test_launcher_is_private_to_the_process_without_a_cache(cache: Path) -> None:
    cache.parent.mkdir()
    cache.write_text("a file where the folder should be", encoding="utf-8")
    made = launcher()
    assert made.path.is_file()
    assert made.path.parent.stat().st_mode & 0o777 == 0o700


def test_compiler_that_makes_no_launcher_is_reported(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = tmp_path / "bin" / "gcc"
    stand_in.parent.mkdir()
    stand_in.write_text("#!/bin/sh\necho nonsense >&2\nexit 1\n", encoding="utf-8")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stand_in.parent}:{os.environ['PATH']}")
    with pytest.raises(ToolError, match="launcher .* nonsense"):
        launcher()
    assert not list(cache.iterdir())
    stand_in.unlink()
    assert shutil.which("gcc") is not None
    assert launcher().seccomp
