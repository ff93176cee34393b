"""Test the environment of CBMC processes, which several threads create in parallel."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from veriabs.solvers import command

ROOT = Path(__file__).parent.parent.parent.parent


def test_environment_does_not_use_sysconfig_from_threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(name: str) -> str:
        raise RuntimeError("dictionary changed size during iteration")

    monkeypatch.setattr(sysconfig, "get_path", refused)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_z3() is not None
    assert str(tmp_path) in command.environment(tmp_path)["PATH"]


def test_sysconfig_is_not_needed() -> None:
    """Two threads that ask it first at the same time make it fail, and to load it takes 3 ms."""
    code = "import sys, veriabs.solvers.command; print('sysconfig' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
