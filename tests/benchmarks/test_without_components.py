"""No component is needed for soundness: without it no trap is proved, and no safe program is refuted."""

from __future__ import annotations

import random
from pathlib import Path

import ledger_task
import pytest

from veriabs.core.components import NAMES, VARIABLE
from veriabs.core.errors import UnsupportedError
from veriabs.core.results import Report, Verdict
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

PROGRAMS = Path(__file__).parents[1] / "programs"
TRAPS = sorted((PROGRAMS / "traps").glob("*_unsafe.c"))
SAFE = sorted((PROGRAMS / "true").glob("*.c"))

ledger_task.preload()
COMPONENTS = sorted(NAMES - {name for name in NAMES if name.startswith("test_")})


def verified(path: Path, cbmc: Cbmc) -> Report | None:
    task = load(path)
    try:
        program = load_program(task)
    except UnsupportedError:
        return None
    return verify(task, program, cbmc, Options(timeout=6.0, jobs=1))


@pytest.mark.cbmc
@pytest.mark.share(20, 4)
@pytest.mark.parametrize("name", [*COMPONENTS, "all of them"])
def test_no_verdict_is_wrong_without_it(name: str, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, ",".join(COMPONENTS) if name == "all of them" else name)
    chance = random.Random(name)
    for path in (*chance.sample(TRAPS, 2), chance.choice(SAFE)):
        report = verified(path, cbmc)
        if report is not None:
            assert report.verdict is not (Verdict.FALSE if path in SAFE else Verdict.TRUE), path
            crashes = [one.reason for one in report.answers if one.reason and "internal error" in one.reason.text]
            assert not crashes, path
