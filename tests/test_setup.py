"""Test `veriabs setup` with the real Debian archive: install, try, install again, and fail safely."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from veriabs.core.errors import ToolError
from veriabs.install import apt, doctor, provision, trial

pytestmark = [pytest.mark.cbmc, pytest.mark.slow]


def refuse(question: str) -> bool:
    raise AssertionError(f"asked although told not to: {question}")


def install(prefix: Path, version: str | None) -> tuple[Path, list[str]]:
    said: list[str] = []
    return provision.setup(prefix=prefix, yes=True, say=said.append, ask=refuse, version=version), said


@pytest.fixture(scope="module", params=["6.6", "5.12"])
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The launcher of a private copy, in a folder whose name has a blank."""
    launcher, _ = install(tmp_path_factory.mktemp("private copies"), request.param)
    return launcher


def test_every_probe_of_cbmc_passes(copy: Path) -> None:
    probes = [doctor.probe_cbmc((str(copy),)), *doctor.probe_answers((str(copy),))]
    assert [one for one in probes if not one.ok] == []


def test_setup_leaves_only_the_installed_copy(copy: Path) -> None:
    assert list(copy.parent.parent.iterdir()) == [copy.parent]


def test_a_second_setup_downloads_nothing(copy: Path) -> None:
    before = copy.stat()
    version = trial.spell((trial.version_of((str(copy),)) or ())[:2])
    again, said = install(copy.parent.parent, version)
    assert again == copy
    assert said == [f"CBMC is already there: {copy}"]
    assert copy.stat().st_mtime_ns == before.st_mtime_ns


def test_the_compiler_that_cbmc_starts_keeps_the_systems_libraries(copy: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    gcc = tmp_path / "gcc"
    gcc.write_text(f'#!/bin/sh\nenv > "{seen}"\nPATH=${{PATH#*:}} exec gcc "$@"\n')
    gcc.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    environment.pop("LD_LIBRARY_PATH", None)
    assert trial.check((str(copy),), trial.PROVABLE, environment=environment).code == trial.SAFE
    assert "LD_" not in seen.read_text()


def test_a_damaged_copy_is_replaced(tmp_path: Path) -> None:
    damaged = tmp_path / "cbmc-5.12/cbmc"
    damaged.parent.mkdir()
    damaged.write_text("#!/bin/sh\nexit 1\n")
    damaged.chmod(0o755)
    launcher, _ = install(tmp_path, "5.12")
    assert launcher == damaged
    assert trial.fault((str(launcher),)) == ""
    assert list(tmp_path.iterdir()) == [damaged.parent]


def test_an_index_that_the_keyring_does_not_vouch_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty.gpg"
    empty.write_bytes(b"")
    monkeypatch.setattr(apt, "KEYRINGS", (empty,))
    with pytest.raises(ToolError, match="apt-get update failed"):
        install(tmp_path / "prefix", None)
    assert list((tmp_path / "prefix").iterdir()) == []


def test_an_archive_without_a_signature_is_refused_even_where_the_system_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive"
    (archive / "dists/trixie/main/binary-amd64").mkdir(parents=True)
    (archive / "dists/trixie/main/binary-amd64/Packages").write_text("")
    (archive / "dists/trixie/Release").write_text("Suite: trixie\nCodename: trixie\n")
    careless = tmp_path / "careless.conf"
    careless.write_text('Acquire::AllowInsecureRepositories "true";\nAPT::Get::AllowUnauthenticated "true";\n')
    monkeypatch.setenv("APT_CONFIG", str(careless))
    (tmp_path / "work").mkdir()
    with pytest.raises(ToolError, match="apt-get update failed: .* is not signed"):
        apt.fetch(f"file:{archive}", "trixie", apt.find_keyring(), tmp_path / "work")


def test_an_interrupted_setup_leaves_nothing(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom veriabs.install import provision\n"
        "provision.setup(prefix=Path(sys.argv[1]), yes=True, say=lambda line: None, ask=bool, version='5.12')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(provision.__file__).parents[2])}
    command = [sys.executable, "-c", program, str(tmp_path)]
    started = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    while not list(tmp_path.glob(".setup-*/lists")):
        assert started.poll() is None
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    assert started.wait(timeout=30) != 0
    assert list(tmp_path.iterdir()) == []


def test_the_systems_hooks_are_not_run_and_its_lists_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "hook ran"
    system = tmp_path / "system.conf"
    system.write_text(f"APT::Update::Post-Invoke {{ \"touch '{marker}'\"; }};\n")
    monkeypatch.setenv("APT_CONFIG", str(system))
    lists = Path("/var/lib/apt/lists")
    before = {path.name: path.stat().st_mtime_ns for path in lists.iterdir()}
    install(tmp_path / "prefix", "5.12")
    assert not marker.exists()
    assert {path.name: path.stat().st_mtime_ns for path in lists.iterdir()} == before


# Modules are imported while root still may read them; an ordinary user may be kept out of where they lie.
AS_AN_ORDINARY_USER = """\
import fcntl, os, sys, tempfile
from pathlib import Path
from veriabs.install import apt, provision, trial
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
print(provision.setup(prefix=Path(sys.argv[1]), yes=True, say=lambda line: None, ask=bool, version="5.12"))
"""


def test_an_ordinary_user_can_install() -> None:
    if os.getuid() != 0:
        pytest.skip("the other tests are run by an ordinary user already")
    # Folders of pytest are closed to other users.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        package = Path(provision.__file__).parents[2]
        environment = {"PATH": os.environ["PATH"], "HOME": name, "PYTHONPATH": str(package)}
        command = [sys.executable, "-c", AS_AN_ORDINARY_USER, name]
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == f"{name}/cbmc-5.12/cbmc"
