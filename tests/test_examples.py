"""The tutorials in `examples/` run: each command after a prompt prints the lines that its README shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from veriabs.solvers.driver import Cbmc

EXAMPLES = Path(__file__).parent.parent / "examples"
TUTORIALS = sorted(path.parent.name for path in EXAMPLES.glob("*/README.md"))
VIOLATED = 10
SECONDS = 300


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Each command of a tutorial, with the lines below it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"(?:^ {4}.*\n)+", text, flags=re.MULTILINE):
        for line in block.splitlines():
            if line.startswith("    $ "):
                found.append((line[6:], []))
            elif found:
                found[-1][1].append(line[4:])
    return found


def matches_shown_line(expected: str, line: str) -> bool:
    """Tell whether a line matches the line in the tutorial; `...` at its end matches any text."""
    if expected.endswith("..."):
        return line.startswith(expected[:-3].rstrip())
    return line.rstrip() == expected.rstrip()


def test_every_tutorial_is_in_the_table() -> None:
    table = (EXAMPLES / "README.md").read_text()
    assert [name for name in TUTORIALS if f"]({name}/README.md)" not in table] == []
    assert len(TUTORIALS) >= 5


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("name", TUTORIALS)
def test_commands_of_a_tutorial_print_its_shown_output(name: str, cbmc: Cbmc, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(EXAMPLES / name, folder)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "cbmc").write_text(f'#!/bin/sh\nexec "{cbmc.command[0]}" "$@"\n')
    (tmp_path / "bin" / "veriabs").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m veriabs "$@"\n')
    for program in (tmp_path / "bin").iterdir():
        program.chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(EXAMPLES.parent)}
    for command, lines in commands((folder / "README.md").read_text()):
        ran = subprocess.run(
            command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS
        )
        fails = any(re.match("FALSE|VERIFICATION FAILED", line) for line in lines)
        assert ran.returncode == (VIOLATED if fails else 0), f"{command}\n{ran.stdout}{ran.stderr}"
        left = iter(ran.stdout.splitlines())
        missing = [line for line in lines if not any(matches_shown_line(line, one) for one in left)]
        assert missing == [], f"{command}\n{ran.stdout}"
