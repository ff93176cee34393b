"""The command line, and what it takes to read it: start-up is paid by every run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from veriabs.cli.parser import VERBS, parser

HEAVY = {"httpx", "rich", "sqlalchemy", "starlette", "sympy", "uvicorn", "z3"}

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


def words(program: str, *arguments: str) -> tuple[str, set[str]]:
    """The last line that a program prints, its first word apart."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    first, *others = done.stdout.splitlines()[-1].split(" ")
    return first, set(others)


def own(modules: set[str]) -> set[str]:
    return {name.removeprefix("veriabs.") for name in modules if name.startswith("veriabs.")}


def test_the_version_takes_nothing_but_the_command_line() -> None:
    _, modules = words(VERSION)
    assert own(modules) == {"cli", "cli.app", "cli.parser", "cli.terminal", "core", "core.errors"}
    assert not modules & (HEAVY | {"dataclasses", "jinja2", "pycparser", "inspect", "socket", "subprocess"})


@pytest.mark.cbmc
def test_a_proof_takes_no_strategy_but_its_own(tmp_path: Path) -> None:
    """The doors of the others say when it is their turn; what is behind them is imported when it is."""
    program = tmp_path / "a.c"
    program.write_text("int a[9000]; int main(void) { for (int i = 0; i < 9000; i++) a[i] = 7; "
                       "for (int i = 0; i < 9000; i++) __CPROVER_assert(a[i] == 7, \"\"); }\n")  # fmt: skip
    verdict, modules = words(PROOF, str(program))
    assert verdict == "TRUE"
    assert not modules & HEAVY
    rooms = {name.split(".")[1] for name in own(modules) if name.startswith("strategies.") and name.count(".") > 1}
    doors = {f"strategies.{name}.strategy" for name in rooms}
    inner = {n for n in own(modules) - doors if n.startswith("strategies.") and n.count(".") > 1}
    assert {name.split(".")[1] for name in inner} == {"shrinking"}
    assert not {name.split(".")[0] for name in own(modules)} & {"batch", "cli", "client", "report", "service", "terms"}


def test_every_command_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in VERBS:
        with pytest.raises(SystemExit) as end:
            parser().parse_args([verb, "--help"])
        assert end.value.code == 0
        assert f"usage: veriabs {verb} " in capsys.readouterr().out
