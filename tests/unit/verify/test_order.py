"""The checks that a goal of a cut program depends on."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.source import Task
from veriabs.core.statements import CheckKind
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import bounds_program
from veriabs.loops.flatten import assertions
from veriabs.verify.order import ProgramOrder

TEXT = """int a[100], b[100];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0;
  a[n] = 1;
  for (int i = 0; i < 100; i++)
    k = k + 1;
  for (int i = 0; i < n; i++)
    b[i] = 2;
  return 0;
}
"""


def test_goal_depends_on_checks_up_to_its_statement(tmp_path: Path) -> None:
    path = tmp_path / "o.c"
    path.write_text(TEXT, encoding="utf-8")
    program = load_program(Task(path, checks=("overflow",)))
    ids = bounds_program(program, every=True).ids
    dependencies = ProgramOrder.of(program).dependencies(ids)
    goals = {one.where.line: one.number for one in assertions(program)}
    assert {7, 8} <= goals.keys()
    sure, last = (dependencies(goals[line]) for line in (7, 8))
    assert "array index at line 5 is within bounds" in sure  # an access in front may write anywhere
    assert "array index at line 9 is within bounds" in last - sure
    about = [ids[text].kind for text in last - sure]
    assert about and CheckKind.GOAL not in about
    assert sure < last


def test_every_goal_depends_on_checks_without_a_place(tmp_path: Path) -> None:
    path = tmp_path / "o.c"
    path.write_text(TEXT, encoding="utf-8")
    program = load_program(Task(path, checks=("overflow",)))
    ids = bounds_program(program, every=True).ids
    some = next(iter(assertions(program))).number
    nowhere = ProgramOrder({some: 0}, {}, {})
    others = {text for text, about in ids.items() if about.kind is not CheckKind.GOAL}
    assert nowhere.dependencies(ids)(some) == others
    assert ProgramOrder({}, {}, {}).dependencies(ids)(some) == others
