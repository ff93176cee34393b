"""Read the container file, and execute its instructions in a clean root folder where no builder is installed.

The root of a stage is a minimal Debian with the Python that the image brings; of what a builder does, layers and the
limits of a runtime are missing. It takes root, `debootstrap`, and a mirror of Debian.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
MIRROR = "http://deb.debian.org/debian"
SUITE = "trixie"
"""The Debian of the image `python:3.13-slim`, whose own Python is of the same version."""

INSIDE = 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; root=$1; shift; exec chroot "$@"'


@dataclass(frozen=True, slots=True)
class Instruction:
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


@dataclass
class Stage:
    """The result of the instructions since the last FROM."""

    root: Path
    folder: str = "/"
    user: str = "0"
    environment: dict[str, str] = field(default_factory=dict)
    said: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def command(self, *words: str) -> list[str]:
        """The command prefix that runs a command in the root, with separate process and mount namespaces."""
        user = ["--userspec", f"{self.user}:{self.user}"]
        unshared = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", INSIDE, "sh", str(self.root)]
        return [*unshared, *user, str(self.root), *words]

    def variables(self) -> dict[str, str]:
        """The environment inside: the settings of the file, and this machine's access to package indexes."""
        path = {"PATH": "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin", "HOME": "/"}
        reached = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        return {**path, **reached, **self.environment}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words), env=self.variables(), capture_output=True, text=True, timeout=600, check=False
        )


def clean_root(folder: Path, bootstrap: Sequence[str]) -> Path:
    """A clean root with Python, made by `debootstrap` where it is not there yet."""
    packages = "--include=python3,python3-venv,ca-certificates"
    if not folder.exists():
        subprocess.run([*bootstrap, "--variant=minbase", packages, SUITE, str(folder), MIRROR], check=True)
    python = folder / "usr/local/bin/python"
    python.unlink(missing_ok=True)
    python.symlink_to("/usr/bin/python3")
    for name in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(f"/{name}", folder / name)
    return folder


def build(text: str, clean: Path, folder: Path) -> Stage:
    """Carries out the instructions, each stage in a copy of the clean root; the last stage is the image."""
    stages: dict[str, Stage] = {}
    made = Stage(clean)
    for one in instructions(text):
        match one.name, one.words:
            case "FROM", (_, *named):
                made = Stage(folder / f"stage-{len(stages)}")
                subprocess.run(["cp", "-a", clean, made.root], check=True)
                stages[named[-1] if named else ""] = made
            case "WORKDIR", (folder_inside,):
                made.folder = folder_inside
                (made.root / folder_inside.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "COPY", (*sources, target):
                _copy(made, sources, target, stages)
            case "ENV", words:
                made.environment |= dict(word.split("=", 1) for word in _expanded(words, made.environment))
            case "USER", (user,):
                made.user = user
            case "RUN", (command,):
                ran = made.run("/bin/sh", "-ec", f"cd {made.folder}\n{command}")
                assert ran.returncode == 0, (command, ran.stdout[-2000:], ran.stderr[-2000:])
            case name, words:
                made.said[name] = words
    return made


def _copy(made: Stage, sources: Sequence[str], target: str, stages: Mapping[str, Stage]) -> None:
    start = ROOT
    if sources[0].startswith("--from="):
        start = stages[sources[0].removeprefix("--from=")].root
        sources = sources[1:]
    place = made.root / str(Path(made.folder) / target).lstrip("/")
    if len(sources) > 1 or target.endswith("/"):
        place.mkdir(parents=True, exist_ok=True)
    for source in sources:
        subprocess.run(["cp", "-a", start / source.lstrip("/"), place], check=True)


def _expanded(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    path = environment.get("PATH", "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin")
    return [word.replace("$PATH", path) for word in words]
