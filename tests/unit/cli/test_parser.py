"""Test the command-line parser, and its cost, which every run pays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from veriabs import __version__
from veriabs.cli.app import main
from veriabs.cli.parser import VERBS, parser

HEAVY = {"httpx", "rich", "sqlalchemy", "starlette", "uvicorn", "z3"}

VERSION = """
import sys
from veriabs.cli.app import main
try:
    main(["--version"])
finally:
    print("", *sys.modules)
"""

PROOF = """
import sys
from pathlib import Path
from veriabs.frontend.task import load
from veriabs.verify import api
from veriabs.verify.options import Options
report = api.verify(load(Path(sys.argv[1])), Options(strategies=("shrinking",), replay=False))
print(report.verdict.value, *sys.modules)
"""


def last_line(program: str, *arguments: str) -> tuple[str, set[str]]:
    """The last line that a program prints, its first word apart."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    first, *others = done.stdout.splitlines()[-1].split(" ")
    return first, set(others)


def own(modules: set[str]) -> set[str]:
    return {name.removeprefix("veriabs.") for name in modules if name.startswith("veriabs.")}


def test_version_option_imports_only_the_command_line() -> None:
    _, modules = last_line(VERSION)
    command_line = {"cli", "cli.app", "cli.exit_codes", "cli.parser", "cli.terminal"}
    assert own(modules) == command_line | {"core", "core.errors", "core.interruption"}
    assert not modules & (HEAVY | {"dataclasses", "jinja2", "pycparser", "inspect", "socket", "subprocess"})


@pytest.mark.cbmc
def test_proof_imports_only_its_own_strategy(tmp_path: Path) -> None:
    """The entry modules of other strategies decide whether they apply; their other modules are imported only then."""
    program = tmp_path / "a.c"
    program.write_text("int a[9000]; int main(void) { for (int i = 0; i < 9000; i++) a[i] = 7; "
                       "for (int i = 0; i < 9000; i++) __CPROVER_assert(a[i] == 7, \"\"); }\n")  # fmt: skip
    verdict, modules = last_line(PROOF, str(program))
    assert verdict == "TRUE"
    assert not modules & HEAVY
    rooms = {name.split(".")[1] for name in own(modules) if name.startswith("strategies.") and name.count(".") > 1}
    doors = {f"strategies.{name}.strategy" for name in rooms}
    inner = {n for n in own(modules) - doors if n.startswith("strategies.") and n.count(".") > 1}
    assert {name.split(".")[1] for name in inner} == {"shrinking"}
    assert not {name.split(".")[0] for name in own(modules)} & {"batch", "cli", "client", "report", "service", "terms"}


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in VERBS:
        with pytest.raises(SystemExit) as end:
            parser().parse_args([verb, "--help"])
        assert end.value.code == 0
        assert f"usage: veriabs {verb} " in capsys.readouterr().out


def test_the_version_is_there_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version", "--json"], ["--json", "--version"]):
        with pytest.raises(SystemExit) as end:
            parser().parse_args(words)
        assert end.value.code == 0
        assert json.loads(capsys.readouterr().out)["veriabs"] == __version__


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("veriabs ver", ["verify"]),
        ("veriabs verify --over", ["--overflow"]),
        ("veriabs verify --overflow ", ["undefined", "wrap"]),
        ("veriabs completion f", ["fish"]),
    ],
)
def test_a_shell_completes_words(line: str, found: list[str], tmp_path: Path) -> None:
    """Completion as bash requests it: the possible words are written to a file, separated by vertical tabs."""
    answer = tmp_path / "answer"
    asked = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}
    environment = {**os.environ, **asked, "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\v", "COMP_TYPE": "9"}
    command = [sys.executable, "-c", "from veriabs.cli.app import main; main()"]
    subprocess.run(command, env=environment, capture_output=True, check=False)
    assert [word.strip() for word in answer.read_text(encoding="utf-8").split("\v")] == found


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_pipes_do_not_replace_closed_standard_streams(closed: str, tmp_path: Path) -> None:
    """The first pipes are made before the arguments are read."""
    program = tmp_path / "a.c"
    text = 'int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = 7; __CPROVER_assert(a[8] == 7, ""); }'
    program.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "veriabs", "loops", str(program)]
    done = subprocess.run(["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("counter" in done.stdout) is (">&-" not in closed.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_completion_instructions(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    code = capsys.readouterr().out
    assert "veriabs" in code
    known = shutil.which(shell)
    if known is not None:
        subprocess.run([known, "-n"], input=code, text=True, check=True)


@pytest.mark.parametrize(("arguments", "missing"), [(["verify"], "FILE"), (["check"], "PROOF"), ([], "COMMAND")])
def test_a_missing_argument_is_named_without_those_that_are_optional(
    arguments: list[str], missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 64
    assert f"veriabs: {missing} is missing; try: veriabs " in capsys.readouterr().err
