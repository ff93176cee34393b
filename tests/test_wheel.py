"""What users install: the wheel is built, goes into an environment of its own, and proves and refutes from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from veriabs.install.provision import require

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [pytest.mark.cbmc, pytest.mark.slow]


def run(*command: str | Path, folder: Path, code: int = 0) -> str:
    """What the command writes, started in the folder without anything of this environment's Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    launcher = {"VERIABS_CBMC": " ".join(require())}
    environment = {**kept, **launcher, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    (found,) = folder.glob("veriabs-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The command `veriabs` of an environment that has the wheel and what it depends on, and nothing else."""
    folder = wheel.parent / "environment"
    venv.create(folder, with_pip=True)
    run(folder / "bin/python", "-m", "pip", "install", "--quiet", wheel, folder=wheel.parent)
    return folder / "bin/veriabs"


def test_the_wheel_has_every_file_that_the_package_reads(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(("git", "ls-files", "veriabs", "templates"), cwd=ROOT, capture_output=True, text=True)
    wanted = {name if name.startswith("veriabs/") else f"veriabs/{name}" for name in listed.stdout.split()}
    assert len(wanted) > 300
    assert wanted <= held, wanted - held


def test_the_installed_command_finds_everything_it_needs(installed: Path, tmp_path: Path) -> None:
    probes = json.loads(run(installed, "doctor", "--json", folder=tmp_path))["probes"]
    templates = next(one for one in probes if one["name"] == "templates")
    assert str(installed.parent.parent) in templates["detail"]


def test_the_installed_command_proves_the_demo(installed: Path, tmp_path: Path) -> None:
    demo = ROOT / "examples" / "demo.c"
    assert "TRUE" in run(installed, "verify", demo, folder=tmp_path)
    assert "residual" in run(installed, "residual", demo, "-k", "1", folder=tmp_path)


def test_the_installed_command_refutes(installed: Path, tmp_path: Path) -> None:
    unsafe = tmp_path / "unsafe.c"
    unsafe.write_text(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint a[1000];\n"
        "int main(void) {\n  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();\n"
        "  for (int i = 0; i < 1000; i++) assert(a[i] != 7);\n  return 0;\n}\n"
    )
    assert "FALSE" in run(installed, "verify", unsafe, "--counterexample", "found", folder=tmp_path, code=10)
    assert (tmp_path / "found" / "counterexample.c").exists()
