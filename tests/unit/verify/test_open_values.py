"""Test the values that are reported for an open goal, with the names of the user's file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from veriabs.core.results import Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.report.reasons import describe
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = [pytest.mark.cbmc, pytest.mark.long]

NEXT_MEMBER = """
extern int __VERIFIER_nondet_int(void);
struct both { char a[8], b[8]; } s;
int main(void) {
  char *p = s.a;
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 9) return 0;
  for (int i = 0; i < n; i++)
    p[i] = 1;
  return 0;
}
"""


def test_values_violate_the_goal_and_come_by_the_test_of_its_loop(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "next_member.c"
    path.write_text(NEXT_MEMBER, encoding="utf-8")
    task = Task(path, checks=("bounds",))
    report = verify(task, load_program(task), cbmc, Options(timeout=20.0))
    (one,) = report.goals
    assert one.verdict is Verdict.UNKNOWN and one.reason is not None
    found = re.fullmatch(r"i = (-?\d+), n = (-?\d+)", one.reason.values)
    assert found is not None and f"not proved for {one.reason.values}" in describe(one.reason)
    i, n = map(int, found.groups())
    assert not 0 <= i < 8 and i < n <= 9


SEVENS = """
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);
#define N 100000
int a[N];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] > 7) return 0;
  }
  for (int t = 0; t < n; t++)
    __VERIFIER_assert(a[t] != 3);
  return 0;
}
"""


def test_an_assertion_comes_with_the_cells_that_it_reads(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "sevens.c"
    path.write_text(SEVENS, encoding="utf-8")
    task = Task(path)
    alone = Options(timeout=40.0, strategies=("cell_invariants",), replay=False)
    (one,) = verify(task, load_program(task), cbmc, alone).goals
    assert one.verdict is Verdict.UNKNOWN and one.reason is not None
    found = re.fullmatch(r"n = (-?\d+), t = (-?\d+), a\[t\] = 3", one.reason.values)
    assert found is not None
    n, t = map(int, found.groups())
    assert 0 <= t < n <= 100_000
