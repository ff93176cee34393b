"""The programs of checks are able to fail: with a condition forgotten, a goal of theirs is wrongly proved."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from check_faults import CHECK_FAULTS, CheckFault  # noqa: E402
from switches import Lab  # noqa: E402

from veriabs.core.results import Verdict  # noqa: E402
from veriabs.core.source import Entry, Task  # noqa: E402
from veriabs.frontend.program import load_program  # noqa: E402
from veriabs.solvers.driver import Cbmc  # noqa: E402
from veriabs.verify.engine import verify  # noqa: E402
from veriabs.verify.options import Options  # noqa: E402

PROGRAMS = Path(__file__).parent.parent / "programs" / "checks"


def verdicts(fault: CheckFault, cbmc: Cbmc) -> set[Verdict]:
    path = PROGRAMS / f"{fault.program}.c"
    function = re.search(r"^// entry: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    task = Task(path, checks=(fault.kind,), entry=Entry(function[1]) if function else Entry())
    report = verify(task, load_program(task), cbmc, Options(timeout=20.0, replay=False))
    return {one.verdict for one in report.goals}


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize("fault", CHECK_FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_forgotten_condition_is_noticed(
    fault: CheckFault, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.switch(Lab(monkeypatch))
    assert verdicts(fault, cbmc) == {Verdict.TRUE}
