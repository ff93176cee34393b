"""Test the whole way of an administrator: `pip install`, `setup`, `serve`, and an address to share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import httpx
import pytest
from served import BUG, ROOT, environment

pytestmark = [pytest.mark.cbmc, pytest.mark.slow]


def fresh(folder: Path) -> dict[str, str]:
    """The environment of a user who has nothing of this project, and no CBMC."""
    ours = ("PYTHON", "VIRTUAL_ENV", "VERIABS", "XDG")
    kept = {name: value for name, value in environment().items() if not name.startswith(ours)}
    own = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("DATA", "CACHE", "CONFIG", "STATE")}
    path = os.pathsep.join(part for part in kept["PATH"].split(os.pathsep) if Path(part) != Path(sys.executable).parent)
    return {**kept, **own, "PATH": path, "PYTHONUNBUFFERED": "1"}


def test_two_commands_lead_to_an_address_that_can_be_shared(tmp_path: Path) -> None:
    venv.create(tmp_path / "environment", with_pip=True)
    programs, user = tmp_path / "environment" / "bin", fresh(tmp_path)
    veriabs = programs / "veriabs"

    def run(*words: str | Path) -> str:
        ran = subprocess.run(words, cwd=tmp_path, env=user, capture_output=True, text=True, timeout=300, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    run(programs / "pip", "install", "--quiet", f"{ROOT}[serve]")
    run(veriabs, "setup", "--yes")
    assert list((tmp_path / "data").rglob("cbmc"))
    words = [veriabs, "serve", "--port", "0"]
    serving = subprocess.Popen(words, cwd=tmp_path, env=user, stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        found = re.search(r"serves (http://\S+?)/?$", serving.stdout.readline().strip())
        assert found is not None
        with httpx.Client(base_url=found[1], timeout=60) as client:
            job = client.post("/v1/jobs", json={"source": BUG, "name": "bug.c"}).json()
            with client.stream("GET", f"{job['links']['self']}/events") as events:
                events.read()  # until the job has ended
            client.patch(job["links"]["self"], json={"shared": True})
            assert client.get(job["links"]["self"]).json()["verdict"] == "FALSE"
            page = client.get(job["links"]["page"])
            assert page.status_code == 200 and "<main" in page.text
    finally:
        serving.terminate()
        assert serving.wait(30) == 0
