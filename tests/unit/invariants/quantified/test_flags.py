"""Test facts about initialised cells, as facts about their flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.invariants.quantified.flags import flag_candidates, flag_goals

FILLED = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100], b[2][2], n = 0;
  b[0][1] = 1;
  for (int i = 0; i < 100; i++) a[i] = 1;
  for (int j = 0; j < 100; j++) n += n > 3 && a[j];
  return n + a[7] + b[0][1];
}
"""


@pytest.fixture
def filled(tmp_path: Path) -> Program:
    path = tmp_path / "filled.c"
    path.write_text(FILLED, encoding="utf-8")
    return load_program(Task(path, checks=(GoalKind.UNINITIALISED.value,)))


def test_goals_have_the_index_of_the_cell_that_is_used(filled: Program) -> None:
    indices = [goal.index and Printer().expr(goal.index) for goal in flag_goals(filled)]
    assert indices == ["j", None]  # of two dimensions there are no facts


def test_facts_are_about_the_flags_and_of_loops_that_set_some(filled: Program) -> None:
    found = flag_candidates(filled, flag_goals(filled))
    (facts,) = found.values()
    texts = [Printer().expr(fact) for fact in facts]
    assert all("a_set[cell]" in text for text in texts)
    assert any("cell < (long long)i" in text for text in texts)


def test_goals_without_flags_yield_no_facts(filled: Program) -> None:
    assert flag_candidates(filled, ()) == {}
