"""What lanes share: nothing that one of them changes while another one looks at it."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_model import ITERATION, Accelerable
from veriabs.core.types import INT
from veriabs.loops.recurrences import polynomial_form
from veriabs.solvers import command

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def side_by_side(work: list[threading.Thread]) -> None:
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(60)


def test_no_thread_has_sysconfig_fill_its_dictionary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(name: str) -> str:
        raise RuntimeError("dictionary changed size during iteration")

    monkeypatch.setattr(sysconfig, "get_path", refused)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_z3() is not None
    assert str(tmp_path) in command.environment(tmp_path)["PATH"]


def test_the_dictionary_is_full_once_the_module_is_there() -> None:
    code = "import veriabs.solvers.command, sysconfig; print(sysconfig._CONFIG_VARS is not None)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.usefixtures("hasty")
def test_sums_are_computed_side_by_side() -> None:
    counter, total = Var("i", INT), Var("s", INT)
    form = Binary("-", ITERATION, Const(1, ITERATION.type))
    known = {"i": Accelerable(counter, Var("i_start_1", INT), form, (), counter, "i")}
    found: list[Expr | None] = []
    addends = [Binary("*", Const(2 * n, INT), Binary("+", counter, Var(f"n{n % 4}", INT))) for n in range(16)]

    def work(addend: Expr) -> None:
        found.append(polynomial_form(total, Var("s_start_1", INT), addend, known))

    side_by_side([threading.Thread(target=work, args=(addend,)) for addend in addends])
    assert len(found) == len(addends)
    assert None not in found
