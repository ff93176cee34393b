"""Test that the strategy passes assertions to its search, and tells cells of matrices apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.results import Verdict
from veriabs.core.source import DataModel, Task
from veriabs.core.strategy import StandaloneFacts, first_ask
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking import search, strategy
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

FILLED = """
int a[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = 2;
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 2);
}"""


def test_prove_runs_the_search(model: Callable[[str], LoopModel]) -> None:
    filled = model(FILLED)
    asked, same = (first_ask(one.prove(filled, StandaloneFacts(filled.program))) for one in (strategy, search))
    assert asked == same


LARGE = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
char a[17][12000][8193];
int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  if (p < 0 || q != p + 16 || q > 16) return 0;
  for (int i = 0; i < 8193; i++) a[p][0][i] = 1;
  for (int i = 0; i < 8193; i++) __VERIFIER_assert(a[q][0][i] == 1);
  return 0;
}"""
GRID = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int grid[n][n];
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) grid[i][j] = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) __VERIFIER_assert(grid[i][j] == 0);
  return 0;
}"""


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("text", "model", "expected"),
    [
        (GRID, DataModel.LP64, Verdict.TRUE),
        (GRID, DataModel.ILP32, Verdict.TRUE),
        (LARGE, DataModel.ILP32, Verdict.UNKNOWN),  # both rows would have one number in 32 bits
    ],
)
def test_cells_of_multidimensional_arrays_are_distinguished(
    text: str, model: DataModel, expected: Verdict, tmp_path: Path, cbmc: Cbmc
) -> None:
    path = tmp_path / "input.c"
    path.write_text(text, encoding="utf-8")
    program = load_program(Task(path, model))
    options = Options(timeout=60, max_k=2, strategies=("shrinking",), replay=False)
    assert verify(program.task, program, cbmc, options).verdict is expected
