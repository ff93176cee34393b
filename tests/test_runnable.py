"""Blocks of documents after `<!-- runs -->` run in a fresh copy of the clone, without other parts of veriabs.

Lines with a prompt are run, and print the lines below them: verdicts by their word, other lines without seconds and
megabytes, `...` for any text. Without prompts every line is run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent
MARK = "<!-- runs -->"
DOCUMENTS = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if MARK in path.read_text()]
CODES = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 5}
SECONDS = 600

pytestmark = [pytest.mark.cbmc, pytest.mark.long]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone: the files that git knows."""
    folder = tmp_path_factory.mktemp("fresh") / "veriabs"
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def environment(clone: Path) -> dict[str, str]:
    """The environment of a user who has only the clone; its programs are on the path once they exist."""
    ours = ("PYTHON", "VIRTUAL_ENV", "VERIABS", "XDG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    own = {f"XDG_{kind}_HOME": str(clone.parent / kind.lower()) for kind in ("DATA", "CACHE", "STATE")}
    others = [part for part in kept["PATH"].split(os.pathsep) if Path(part) != Path(sys.executable).parent]
    return {**kept, **own, "PATH": os.pathsep.join((str(clone / ".venv" / "bin"), *others)), "PYTHONUNBUFFERED": "1"}


def blocks(document: Path) -> Iterator[str]:
    for found in re.findall(rf"{MARK}\n((?:    .*\n|\n)+)", document.read_text()):
        yield re.sub("^    ", "", found, flags=re.MULTILINE)


def run(line: str, clone: Path, code: int = 0) -> str:
    """The output of a command line."""
    done = subprocess.run(
        ("bash", "-c", line), cwd=clone, env=environment(clone), capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == code, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def commands_with_output(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command behind a prompt with the lines below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield command, [line for line in lines if line.strip(" .")]


def is_printed(line: str, printed: str) -> bool:
    """Is the line printed, up to seconds and megabytes, and to what follows a verdict?"""
    plain, text = (re.sub(r"[0-9.]+ +(s|MB)\b", r"_ \1", " ".join(one.split())) for one in (line, printed))
    verdict = re.match("TRUE|FALSE|UNKNOWN", plain)
    return (verdict[0] if verdict else plain.removesuffix("...").rstrip()) in text


def serve(line: str, clone: Path) -> None:
    """Has a server answer, at a port that is free."""
    words = ("bash", "-c", f"exec {line} --port 0")
    server = subprocess.Popen(words, cwd=clone, env=environment(clone), stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"serves (http://\S+?)/", server.stdout.readline())
        assert found is not None and httpx.get(f"{found[1]}/healthz").status_code == 200
    finally:
        server.terminate()
        server.communicate(timeout=60)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_marked_blocks_run(clone: Path, document: Path) -> None:
    for text, name in re.findall(r"^```c\n(/\* (\w+\.c) \*/\n.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL):
        (clone / name).write_text(text)
    for block in blocks(document):
        for line, lines in commands_with_output(block):
            verdicts = [line.split()[0] for line in lines if line.split()[0] in CODES]
            printed = run(line, clone, CODES[verdicts[0]])
            assert [one for one in lines if not is_printed(one, printed)] == [], printed
        for line in filter(None, block.splitlines() if "$ " not in block else ()):
            if re.search(r"\bveriabs serve\b", line):
                serve(line, clone)
            else:
                run(line, clone)
