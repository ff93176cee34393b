"""A C file that computes the addresses of forbidden functions does no harm, and forges no verdict."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import computed
import pytest
from arena import HERE, picture

from veriabs.confine.sandbox import run_program
from veriabs.core.counterexample import Candidate
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.replay import confirm
from veriabs.replay.build import compile_text
from veriabs.replay.search import InputSearch, ViolatingRun

ROOT = HERE.parent.parent
GUARD = "veriabs_called((const void *)veriabs_f);"
FINDS = {"on the stack": computed.FIND, "beside a variable": computed.IMPORT}
pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="the addresses are computed as x86-64 has them")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("offsets")


def place(folder: Path, text: str) -> Path:
    """The program in a folder with a file that it is after."""
    folder.mkdir(exist_ok=True)
    (folder / "victim").write_text("kept\n", encoding="utf-8")
    path = folder / "f.c"
    path.write_text(text, encoding="utf-8")
    return path


def verify(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "veriabs", "verify", path.name, "--timeout", "30", "--strategy", "native", *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=path.parent, env=environment, capture_output=True, text=True, timeout=120)


def works(folder: Path, text: str) -> None:
    """The attack changes its folder when nothing confines it, at once or soon."""
    path = place(folder, text)
    before = {entry[0]: entry for entry in picture(folder)}
    computed.free(path)
    until = time.monotonic() + 20
    while time.monotonic() < until:
        now = {entry[0]: entry for entry in picture(folder) if entry[0] != "f"}
        if now != before:
            return
        time.sleep(0.01)
    pytest.fail("it does nothing even without confinement")


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that read beyond their objects are refused before they run; here they run all the same."""
    monkeypatch.setattr("veriabs.frontend.instrumented_program.see_undefined", lambda *_: None)


@pytest.mark.share(3)
@pytest.mark.usefixtures("unwatched")
@pytest.mark.parametrize("name", computed.BODIES)
def test_search_for_an_error_does_no_harm(
    name: str, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stage of a verification in which the program runs most often."""
    path = place(tmp_path / "task", computed.text(scratch, computed.BODIES[name]))
    place(tmp_path / "search", "")
    monkeypatch.chdir(path.parent)
    search = InputSearch(load_instrumented(Task(path)), tmp_path / "search", None)
    assert search.build(), search.failure
    before, beside = picture(path.parent), (tmp_path / "search" / "victim").stat()
    assert search.run((Candidate("none", {}),), 2, 2.0, 1.0, 20.0) is None
    assert picture(path.parent) == before
    after = (tmp_path / "search" / "victim").stat()
    assert (after.st_mode, after.st_ino, after.st_size) == (beside.st_mode, beside.st_ino, beside.st_size)
    assert not (tmp_path / "search" / "made").exists()


@pytest.mark.share(12)
@pytest.mark.parametrize("name", computed.BODIES)
def test_computed_call_does_no_harm(name: str, tmp_path: Path, scratch: Path) -> None:
    text = computed.text(scratch, computed.BODIES[name])
    works(tmp_path / "free", text)
    path = place(tmp_path / "confined", text)
    before = picture(path.parent)
    done = verify(path)
    assert done.stdout.startswith("UNKNOWN") or "\nUNKNOWN" in done.stdout, done.stdout + done.stderr
    assert picture(path.parent) == before


@pytest.mark.usefixtures("unwatched")
@pytest.mark.parametrize("find", FINDS)
@pytest.mark.parametrize("name", ["unlink", "system", "daemon"])
def test_kernel_alone_stops_it_too(name: str, find: str, tmp_path: Path, scratch: Path) -> None:
    """Without the check of calls through pointers, so that only the kernel stops the program."""
    path = place(tmp_path / "task", computed.text(scratch, computed.BODIES[name], FINDS[find]))
    subject = load_instrumented(Task(path))
    whole = confirm.program_text(ViolatingRun("", 0, {}, (), 0, 0, {}), subject, "native")
    assert GUARD in whole
    place(tmp_path / "run", "")
    plain = whole.replace(GUARD, "")
    free = tmp_path / "free"
    place(free, "")
    program, complaint = compile_text(plain, "attack", subject, tmp_path / "run", 60.0, None)
    if program is None:
        assert "stderr" in complaint
        return
    subprocess.run([str(program)], cwd=free, timeout=20)
    until = time.monotonic() + 20
    while (free / "victim").exists() and not (free / "made").exists():
        assert time.monotonic() < until, "it does nothing even without confinement"
        time.sleep(0.01)
    before = picture(tmp_path / "run")
    finished = run_program(program, DataModel.LP64, seconds=5.0, memory_mb=1000)
    assert finished.exit_code == -31, "SIGSYS"
    assert picture(tmp_path / "run") == before


@pytest.mark.share(6)
@pytest.mark.parametrize("find", FINDS)
@pytest.mark.parametrize("name", computed.FORGERIES)
def test_forged_error_is_not_reported(name: str, find: str, tmp_path: Path, scratch: Path) -> None:
    path = place(tmp_path, computed.text(scratch, computed.FORGERIES[name], FINDS[find]))
    free = computed.free(path)
    assert free.returncode == 1
    assert ("the error is reached" in free.stderr) == ("message" in name)
    done = verify(path)
    assert "FALSE" not in done.stdout and "TRUE" not in done.stdout
    assert "UNKNOWN" in done.stdout


HOOKS = {
    "options of the sanitizer": 'const char *__asan_default_options(void) { return "report_globals=0:exitcode=1"; }',
    "start-up": "void leave(void) {} void __gmon_start__(void) { leave(); }",
}


@pytest.mark.long
@pytest.mark.parametrize("hook", HOOKS)
def test_program_does_not_change_how_it_is_checked(hook: str, tmp_path: Path) -> None:
    text = f"{computed.HEAD}int a[10], b[10], n = 10;\n{HOOKS[hook]}\n"
    text += "int main(void) { a[n + 2] = 1; reach_error(); }\n"
    done = verify(place(tmp_path, text))
    assert "UNKNOWN" in done.stdout, done.stdout
    fine = verify(place(tmp_path, text.replace("n + 2", "n - 2")))
    assert "FALSE" in fine.stdout, fine.stdout


@pytest.mark.share(6)
@pytest.mark.parametrize("model", [(), ("--32",)], ids=["64", "32"])
def test_calls_through_pointers_are_still_refuted(model: tuple[str, ...], tmp_path: Path) -> None:
    text = f"""{computed.HEAD}
    int more(int x) {{ return x + 1; }} int less(int x) {{ return x - 1; }}
    int (*table[2])(int) = {{more, less}}; struct s {{ int (*f)(int); }} one = {{more}};
    int apply(int (*f)(int), int x) {{ return f(x); }}
    int main(void) {{ int x = __VERIFIER_nondet_int() & 1; int (*p)(int) = x ? more : &less;
      if (apply(p, 5) + (*p)(1) + table[x](2) + one.f(3) + apply(less, 1) == 13) reach_error(); }}
    """
    done = verify(place(tmp_path, text), *model)
    assert "FALSE" in done.stdout, done.stdout


# ----------------------------------------------------------------------------------------------------- many, elsewhere


def several(folder: Path, scratch: Path) -> Path:
    folder.mkdir()
    for name in ("unlink", "system", "daemon"):
        (folder / f"{name}.c").write_text(computed.text(scratch, computed.BODIES[name]), encoding="utf-8")
    for name in ("victim", "other"):
        (folder / name).write_text("kept\n", encoding="utf-8")
    return folder


def batch(folder: Path, *more: str, cwd: Path) -> None:
    before = picture(folder)
    command = [sys.executable, "-m", "veriabs", "batch", str(folder), "--timeout", "20", "--strategy", "native", *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=170)
    assert done.stdout.count("UNKNOWN") >= 3, done.stdout + done.stderr
    assert "FALSE" not in done.stdout
    assert picture(folder) == before


@pytest.mark.long
def test_batch_is_not_harmed(tmp_path: Path, scratch: Path) -> None:
    batch(several(tmp_path / "tasks", scratch), cwd=tmp_path)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a Dask scheduler with a worker on this machine."""
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        port = one.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    asked = {"scheduler": ["--host", "127.0.0.1", "--port", str(port)], "worker": [address, "--no-nanny"]}
    started = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "log").open("wb") as log:
        for kind, arguments in asked.items():
            command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, "--no-dashboard"]
            started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log))
    yield address
    for one in reversed(started):
        one.terminate()
        try:
            one.wait(10)
        except subprocess.TimeoutExpired:
            one.kill()
            one.wait()


@pytest.mark.slow
def test_worker_of_a_cluster_is_not_harmed(tmp_path: Path, scratch: Path, scheduler: str) -> None:
    batch(several(tmp_path / "tasks", scratch), "--cluster", scheduler, cwd=tmp_path)
