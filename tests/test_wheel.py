"""The wheel that users install, in fresh environments, alone and with each extra: every command runs."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from veriabs.install.provision import require

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "examples" / "demo.c"
SECONDS = 300
MINIMUM = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000000];
int main(void) {
  int m = 1000;
  for (int i = 0; i < 1000000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000000; i++) if (a[i] < m) m = a[i];
  for (int i = 0; i < 1000000; i++) assert(m <= a[i]);
  return 0;
}
"""

pytestmark = [pytest.mark.cbmc, pytest.mark.long]
Install = Callable[[str], Path]


def environment(folder: Path) -> dict[str, str]:
    """The environment of the tests without its Python variables and without the user's cache."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    own = {"VERIABS_CBMC": " ".join(require()), "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONUNBUFFERED": "1"}
    return {**kept, **own}


def run(*command: str | Path, folder: Path, code: int = 0) -> str:
    """The output of a command, started in the folder."""
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@contextlib.contextmanager
def running(*command: str | Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until it is terminated, with its output to be read."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


def line_of(process: subprocess.Popen[str], pattern: str) -> str:
    """The first group of a pattern in the first line of the output that has it."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        found = re.search(pattern, line)
        if found is not None:
            return found[1]
    raise AssertionError(said)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    (found,) = folder.glob("veriabs-*.whl")
    return found


@pytest.fixture(scope="module")
def install(wheel: Path) -> Install:
    """From an extra to the command of an environment that has the wheel with that extra, and nothing else."""

    def make(extra: str) -> Path:
        folder = wheel.parent / f"environment-{extra}"
        if not folder.exists():
            venv.create(folder)  # the pip of the tests installs, which is faster than a pip in each environment
            pip = (sys.executable, "-m", "pip", "--python", folder / "bin/python", "install", "--quiet", "--no-compile")
            run(*pip, f"{wheel}[{extra}]" if extra else wheel, folder=wheel.parent)
        return folder / "bin/veriabs"

    return make


def test_the_wheel_has_every_file_that_the_package_reads(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(("git", "ls-files", "veriabs", "templates"), cwd=ROOT, capture_output=True, text=True)
    wanted = {name if name.startswith("veriabs/") else f"veriabs/{name}" for name in listed.stdout.split()}
    assert len(wanted) > 300
    assert wanted <= held, wanted - held
    assert any(name.endswith(".data/data/share/man/man1/veriabs.1") for name in held), "`man veriabs` works"


def built(sources: Path, kinds: str, folder: Path) -> dict[str, bytes]:
    """The distributions of a folder, by their names; the folder is not a clone, and no index is asked."""
    done = subprocess.run(
        (sys.executable, "-m", "hatchling", "build", *kinds.split(), "-d", str(folder)),
        cwd=sources, env={**environment(folder), "SOURCE_DATE_EPOCH": "1764460800"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, text=True, check=True)
    found = []
    for number, umask in enumerate((0o022, 0o077)):
        before, sources = os.umask(umask), tmp_path / f"clone-{number}"
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, sources / name)
                os.utime(sources / name, (10**9 + number, 10**9 + number))
        os.umask(before)
        found.append(built(sources, "-t wheel -t sdist", tmp_path / f"built-{number}"))
    first, second = found
    assert first.keys() == second.keys() and len(first) == 2
    assert [name for name in first if first[name] != second[name]] == []
    with tarfile.open(tmp_path / "built-0" / next(name for name in first if name.endswith(".tar.gz"))) as archive:
        archive.extractall(tmp_path / "sdist", filter="data")
    (unpacked,) = (tmp_path / "sdist").iterdir()
    again = built(unpacked, "-t wheel", tmp_path / "again")
    assert again.items() <= first.items(), "the wheel of the source distribution is that of the clone"


@pytest.mark.parametrize("runner", [("pipx", "run", "--spec"), ("uvx", "--from")], ids=lambda one: one[0])
def test_wheel_runs_without_a_virtual_environment(wheel: Path, runner: tuple[str, ...], tmp_path: Path) -> None:
    if shutil.which(runner[0]) is None:
        pytest.skip(f"needs {runner[0]}")
    said = run(*runner, wheel, "veriabs", "verify", DEMO, "--timeout", "120", folder=tmp_path)
    assert re.search("^TRUE  5 goals hold", said, re.MULTILINE)


# ---------------------------------------------------------------------------------------------------- without an extra


def test_installed_command_finds_everything_it_needs(install: Install, tmp_path: Path) -> None:
    installed = install("")
    probes = json.loads(run(installed, "doctor", "--json", folder=tmp_path))["probes"]
    templates = next(one for one in probes if one["name"] == "templates")
    assert str(installed.parent.parent) in templates["detail"]


def test_installed_command_proves_the_demo(install: Install, tmp_path: Path) -> None:
    installed = install("")
    assert "TRUE" in run(installed, "verify", DEMO, folder=tmp_path)
    assert "residual" in run(installed, "residual", DEMO, "-k", "1", folder=tmp_path)


def test_installed_command_refutes(install: Install, tmp_path: Path) -> None:
    unsafe = tmp_path / "unsafe.c"
    unsafe.write_text(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint a[1000];\n"
        "int main(void) {\n  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();\n"
        "  for (int i = 0; i < 1000; i++) assert(a[i] != 7);\n  return 0;\n}\n"
    )
    assert "FALSE" in run(install(""), "verify", unsafe, "--counterexample", "found", folder=tmp_path, code=10)
    assert (tmp_path / "found" / "counterexample.c").exists()


@pytest.mark.parametrize(
    ("command", "package"),
    [
        (("serve",), "uvicorn>="),
        (("token", "list"), "sqlalchemy>="),
        (("lsp",), "pygls>="),
        (("batch", str(DEMO), "--cluster", "tcp://127.0.0.1:1"), "distributed>="),
    ],
)
def test_command_without_its_extra_names_the_packages(
    install: Install, tmp_path: Path, command: tuple[str, ...], package: str
) -> None:
    installed = install("")
    done = subprocess.run(
        (installed, *command), cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 69 and len(done.stderr.splitlines()) == 1
    assert f"try: {installed.with_name('python')} -m pip install" in done.stderr and package in done.stderr


# ------------------------------------------------------------------------------------------------- with one extra each


def test_extra_check_checks_a_certificate(install: Install, tmp_path: Path) -> None:
    installed = install("check")
    (tmp_path / "minimum.c").write_text(MINIMUM)
    run(installed, "verify", "minimum.c", "--proof", "proof.json", folder=tmp_path)
    assert "ACCEPTED" in run(installed, "check", "proof.json", "minimum.c", folder=tmp_path)


def test_extra_serve_serves_and_asks(install: Install, tmp_path: Path) -> None:
    installed = install("serve")
    db = f"sqlite:///{tmp_path / 'service.sqlite'}"
    with running(installed, "serve", "--port", "0", "--db", db, folder=tmp_path) as server:
        url = line_of(server, r"serves (http://\S+)")
        assert "TRUE" in run(installed, "verify", DEMO, "--server", url, folder=tmp_path)


def test_extra_cluster_has_other_processes_decide(install: Install, tmp_path: Path) -> None:
    installed = install("cluster")
    dask = installed.with_name("dask")
    here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with running(dask, "scheduler", *here, folder=tmp_path) as scheduler:
        address = line_of(scheduler, r"(tcp://127\.0\.0\.1:\d+)")
        with running(dask, "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", folder=tmp_path):
            said = run(installed, "batch", DEMO, "--cluster", address, "--db", "results.sqlite", folder=tmp_path)
    assert "TRUE" in said


def test_extra_lsp_answers_an_editor(install: Install, tmp_path: Path) -> None:
    wanted = {"processId": None, "rootUri": None, "capabilities": {}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": wanted})
    process = subprocess.Popen(
        (install("lsp"), "lsp"), cwd=tmp_path, env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"Content-Length")
        assert b"capabilities" in process.stdout.read(400)
    finally:
        process.kill()
        process.communicate()
