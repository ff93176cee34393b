"""Prepare programs for the tests of the witness index, with their first plan of cells."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Loop
from veriabs.core.templates import render_c
from veriabs.loops.build import task_body
from veriabs.strategies.witness_index.cells import Plan, plan_of
from veriabs.strategies.witness_index.program import loop_free_program

Make = Callable[[str], LoopModel]
COPY = """int a[100], b[100]; int main(void) { for (int i = 0; i < 100; i++) a[i] = b[i];
  for (int x = 0; x < 100; x++) __VERIFIER_assert(a[x] == b[x]); return 0; }"""


def first(model: LoopModel) -> Plan:
    return plan_of(model)


def loops(model: LoopModel) -> list[Loop]:
    return [stmt for part in task_body(model) for stmt in part if isinstance(stmt, Loop)]


def spelled(model: LoopModel, *, reach: bool = False) -> str:
    query = loop_free_program(first(model), reach=reach)
    return render_c(query.template, query.context)


def body(inner: str, after: str = "", size: str = "100") -> str:
    """A loop over an array, and that all of its cells are 0."""
    return f"""int a[{size}], b[{size}]; int main(void) {{ int k = 0, m = 0;
      for (int i = 0; i < 90; i++) {{ {inner} }} {after}
      for (int x = 0; x < 90; x++) __VERIFIER_assert(a[x] == 0 && m + k >= 0); return 0; }}"""
