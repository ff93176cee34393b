"""Test that the programs of checks can fail: with a condition switched off, a violated goal is proved."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from check_faults import CHECK_FAULTS, CheckFault  # noqa: E402
from switches import Lab  # noqa: E402
from test_checks import entry  # noqa: E402

from veriabs.core.reasons import ReasonKind  # noqa: E402
from veriabs.core.results import GoalAnswer, Verdict  # noqa: E402
from veriabs.core.source import Task  # noqa: E402
from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.solvers.driver import Cbmc  # noqa: E402
from veriabs.verify.engine import verify  # noqa: E402
from veriabs.verify.options import Options  # noqa: E402

PROGRAMS = Path(__file__).parent.parent / "programs" / "checks"


def proved(answer: GoalAnswer) -> Verdict:
    """The verdict of the proof, also if only the comparison with the compiled program rejected it."""
    misread = answer.reason is not None and answer.reason.kind is ReasonKind.MISREAD
    return Verdict.TRUE if misread else answer.verdict


def verdicts(fault: CheckFault, cbmc: Cbmc) -> set[Verdict]:
    path = PROGRAMS / f"{fault.program}.c"
    task = Task(path, checks=(fault.kind,), entry=entry(path))
    report = verify(task, load_program(task), cbmc, Options(timeout=20.0, replay=False))
    return {proved(one) for one in report.goals}


@pytest.mark.share(6)
@pytest.mark.cbmc
@pytest.mark.parametrize("fault", CHECK_FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_forgotten_condition_is_noticed(fault: CheckFault, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.switch(Lab(monkeypatch))
    assert verdicts(fault, cbmc) == {Verdict.TRUE}
