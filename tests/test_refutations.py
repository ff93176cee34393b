"""FALSE on the project's own programs: for those in `refuted.txt`, and for no safe one.

The unsafe programs in `refuted.txt` (one path a line, from tests/programs) have to be refuted, and the C program of the
counterexample has to fail when it is compiled here, with plain gcc and nothing of veriabs.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from veriabs.core.errors import UnsupportedError
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

PROGRAMS = Path(__file__).parent / "programs"
REFUTED = (PROGRAMS / "refuted.txt").read_text(encoding="utf-8").split()
UNSAFE, SAFE, UNDEFINED = "// VERDICT: unsafe.", "// VERDICT: safe.", "\n// UNDEFINED\n"
ALL = [f"{path.parent.name}/{path.name}" for path in sorted(PROGRAMS.glob("*/*.c"))]
REACHED = "veriabs: the error is reached: "


def text_of(name: str) -> str:
    return (PROGRAMS / name).read_text(encoding="utf-8")


INNOCENT = [name for name in ALL if text_of(name).startswith(SAFE) or UNDEFINED in text_of(name)]


def program_or_reason(task: Task) -> Program | Reason:
    try:
        return load_program(task)
    except UnsupportedError as error:
        return Reason(ReasonKind.UNSUPPORTED, str(error))


def verified(name: str, cbmc: Cbmc, timeout: float, *strategies: str) -> Report:
    task = load(PROGRAMS / name)
    return verify(task, program_or_reason(task), cbmc, Options(timeout=timeout, jobs=1, strategies=strategies))


def assert_fails(report: Report, folder: Path) -> None:
    """Compiled without veriabs, the program prints that the error is reached, and where."""
    assert report.counterexample is not None
    (folder / "counterexample.c").write_text(report.counterexample.program, encoding="utf-8")
    for more in ([], ["-O2"]):
        command = ["gcc", "-w", *more, "counterexample.c", "-o", "counterexample"]
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
        assert made.returncode == 0, made.stderr
        done = subprocess.run(["./counterexample"], cwd=folder, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last.startswith(REACHED)
        assert report.task.path.name in last


@pytest.mark.share(80, 8)
@pytest.mark.parametrize("name", REFUTED)
def test_unsafe_program_is_refuted(name: str, cbmc: Cbmc, tmp_path: Path) -> None:
    report = verified(name, cbmc, 60, "native", "bounded")
    assert report.verdict is Verdict.FALSE, report.reason
    assert_fails(report, tmp_path)


def test_refuted_programs_are_unsafe() -> None:
    assert len(REFUTED) == len(set(REFUTED))
    assert not [name for name in REFUTED if not text_of(name).startswith(UNSAFE) or UNDEFINED in text_of(name)]


@pytest.mark.share(60, 10)
@pytest.mark.parametrize("name", INNOCENT)
def test_safe_program_is_not_refuted_by_native_runs(name: str, cbmc: Cbmc) -> None:
    assert verified(name, cbmc, 2, "native").verdict is not Verdict.FALSE


@pytest.mark.slow
@pytest.mark.parametrize("name", INNOCENT)
def test_safe_program_is_not_refuted(name: str, cbmc: Cbmc) -> None:
    assert verified(name, cbmc, 8, "native", "bounded").verdict is not Verdict.FALSE
