"""Test proofs of goals under the condition that unproved accesses are in bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

TOO_FAR = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int a[1000], b[1000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    a[i] = 7;
  for (int i = 0; i < %d; i++)
    b[i] = i;
  for (int i = 0; i < 1000; i++)
    __VERIFIER_assert(b[i] %s i);
  return 0;
}
"""


def verified(tmp_path: Path, cbmc: Cbmc, text: str, checks: tuple[str, ...] = (), **chosen: Any) -> Report:
    path = tmp_path / "a.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path, checks=checks)
    options = Options(**{"timeout": 40.0, "replay": False, "strategies": ("cell_invariants",), **chosen})
    return verify(task, load_program(task), cbmc, options)


@pytest.mark.long
def test_the_proof_names_the_accesses_that_are_not_proved(tmp_path: Path, cbmc: Cbmc) -> None:
    report = verified(tmp_path, cbmc, TOO_FAR % (1000, "=="))
    assert report.wording == "TRUE if the access at line 6 is in bounds"
    assert report.strategy == "cell_invariants"


@pytest.mark.long
@pytest.mark.parametrize("size", [999, 1000])
def test_a_false_statement_is_not_proved_under_conditions(tmp_path: Path, cbmc: Cbmc, size: int) -> None:
    """The last cell is not filled, or is asserted to hold something else: no access is to blame."""
    report = verified(tmp_path, cbmc, TOO_FAR % (size, "==" if size < 1000 else "!="), timeout=8.0)
    assert report.verdict is Verdict.UNKNOWN


@pytest.mark.long
def test_a_check_that_may_be_violated_is_a_condition_of_assertions_alone(tmp_path: Path, cbmc: Cbmc) -> None:
    report = verified(tmp_path, cbmc, TOO_FAR % (1000, "=="), ("bounds",))
    said = {(one.goal.where.line, one.goal.kind.value): one.wording for one in report.goals}
    assert said[6, "bounds"] == "UNKNOWN"
    assert said[8, "bounds"] == said[10, "bounds"] == "TRUE"
    assert said[10, "assertion"] == "TRUE if the access at line 6 is in bounds"
    assert report.verdict is Verdict.UNKNOWN and not report.is_conditional
