"""Read the container file, and build its image with `buildah` on a base that is made on this machine.

The base is a minimal Debian with the Python that the named image brings, so no registry is asked. It takes root,
`buildah`, `debootstrap`, and a mirror of Debian.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
BASE = "docker.io/library/python:3.13-slim"
MIRROR = "http://deb.debian.org/debian"
SUITE = "trixie"
"""The Debian of the base image, whose own Python is of the same version."""

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
NAME = "localhost/veriabs"


class Instruction(Struct, frozen=True):
    """One instruction; `words` are its arguments, a RUN has one: the command of the shell."""

    name: str
    words: tuple[str, ...]


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of a container file, comments left out and lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in filter(str.strip, lines.replace("\\\n", " ").splitlines()):
        name, _, rest = line.strip().partition(" ")
        if name == "RUN":
            yield Instruction(name, (rest,))
        elif "[" in rest:
            yield Instruction(name, tuple(json.loads(rest[rest.index("[") :])))
        else:
            yield Instruction(name, tuple(rest.split()))


def clean_root(folder: Path, bootstrap: Sequence[str]) -> Path:
    """A clean root with Python, made by `debootstrap` where it is not there yet."""
    packages = "--include=python3,python3-venv,ca-certificates"
    if not folder.exists():
        subprocess.run([*bootstrap, "--variant=minbase", packages, SUITE, str(folder), MIRROR], check=True)
    python = folder / "usr/local/bin/python"
    python.unlink(missing_ok=True)
    python.symlink_to("/usr/bin/python3")
    for name in ("/etc/resolv.conf", CERTIFICATES):
        shutil.copy(name, folder / name.lstrip("/"))
    return folder


class Image(Struct, frozen=True):
    """The image, and a container of it; `store` has all that the builder writes."""

    store: Path
    container: str

    def command(self, *words: str) -> list[str]:
        """The command that runs a command in the container, with the image's user and environment."""
        return [*_buildah(self.store), "run", "--isolation", "chroot", self.container, "--", *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*words), capture_output=True, text=True, timeout=600, check=False)

    def configuration(self) -> dict[str, Any]:
        """What the image says about itself: its user, its command, and so on."""
        found = json.loads(_output(self.store, "inspect", "--type", "image", NAME))
        return dict(found["Docker"]["config"])

    def remove(self) -> None:
        _output(self.store, "rm", "--all")
        _output(self.store, "rmi", "--all", "--force")


def build(clean: Path, folder: Path) -> Image:
    """Build the image with the clean root as its base."""
    base = _output(folder, "from", "scratch")
    _output(folder, "add", "--quiet", base, str(clean), "/")
    reached = {name: value for name, value in os.environ.items() if name.startswith("PIP_") and "://" in value}
    variables = {**reached, "PIP_CERT": CERTIFICATES, "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    _output(folder, "config", *(f"--env={name}={value}" for name, value in variables.items()), base)
    _output(folder, "commit", "--quiet", "--disable-compression", "--rm", base, BASE)
    chosen = ("--isolation", "chroot", "--pull-never", "--format", "docker", "--disable-compression")
    _output(folder, "build", *chosen, "--tag", NAME, "--file", str(CONTAINERFILE), str(ROOT))
    return Image(folder, _output(folder, "from", "--pull-never", NAME))


def _buildah(store: Path) -> tuple[str, ...]:
    return ("buildah", "--root", str(store / "images"), "--runroot", str(store / "run"))


def _output(store: Path, *words: str) -> str:
    done = subprocess.run((*_buildah(store), *words), capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout.strip()
