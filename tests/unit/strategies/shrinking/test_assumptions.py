"""Proved facts become conditions that end the run, at the head of their loop and behind the last one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import has, integer, statements
from veriabs.core.expressions import Binary, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL, LoopFacts, LoopModel
from veriabs.core.queries import ProvedFacts
from veriabs.core.results import Verdict
from veriabs.core.source import DataModel, Task
from veriabs.core.statements import Halt, If
from veriabs.core.types import INT
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking.assumptions import assuming, generalised
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Model = Callable[[str], LoopModel]

CHAIN = """
int a[1000], sum;
int main(void) {{
  a[0] = 0;
  for (int i = 1; i < 1000; i++) {{ a[i] = a[i - 1] + 1; sum = sum + a[i]; {more} }}
  {assertion}
}}"""
EVERY_CELL = "for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == i);"
ABOUT_SUM = Binary(">=", Var("sum", INT), integer(0))


def of_cells(model: LoopModel) -> Expr:
    """`cell < i => a[cell] == cell` for the counter of the first loop."""
    counter = model.loops[0].accelerable[0].variable
    cell = Element("a", (CELL,), INT)
    return Binary("||", Unary("!", Binary("<", CELL, counter)), Binary("==", cell, CELL))


def assumed(model: LoopModel, fact: Expr) -> tuple[list[str], list[str]]:
    """The conditions that end the run: in the loops, and in the code between them."""
    known = ProvedFacts({one.loop.id: (fact,) for one in model.loops})
    inside, between = list[str](), list[str]()
    for part in assuming(model, known).segments:
        body = (*part.loop.body, *part.loop.update) if isinstance(part, LoopFacts) else part
        found = [Printer().expr(s.test) for s in statements(body) if isinstance(s, If) and has(s.then, Halt)]
        (inside if isinstance(part, LoopFacts) else between).extend(found)
    return inside, between


def test_fact_about_cells_is_assumed_at_the_cells_that_an_iteration_reads(model: Model) -> None:
    chain = model(CHAIN.format(more="", assertion=EVERY_CELL))
    inside, between = assumed(chain, of_cells(chain))
    assert any("a[" in test and "- 1" in test for test in inside)
    assert between == []


def test_fact_about_scalars_is_assumed_behind_the_last_loop(model: Model) -> None:
    chain = model(CHAIN.format(more="", assertion="__VERIFIER_assert(sum >= 0);"))
    inside, between = assumed(chain, ABOUT_SUM)
    assert inside == []
    assert len(between) == 1


@pytest.mark.parametrize(
    ("more", "assertion"),
    [
        ("if (sum > 9) break;", "__VERIFIER_assert(sum >= 0);"),
        ("", "for (int i = 0; i < 1000; i++) sum = sum + a[i]; __VERIFIER_assert(sum >= 0);"),
    ],
)
def test_nothing_is_assumed_behind_a_break_or_between_loops(more: str, assertion: str, model: Model) -> None:
    chain = model(CHAIN.format(more=more, assertion=assertion))
    known = ProvedFacts({chain.loops[0].loop.id: (ABOUT_SUM,)})
    parts = [part for part in assuming(chain, known).segments if not isinstance(part, LoopFacts)]
    assert [stmt for part in parts for stmt in statements(part) if isinstance(stmt, Halt)] == []


@pytest.mark.parametrize(
    ("bound", "assertion", "expected"),
    [
        ("n", "sum == n", ["sum == n", "sum == i"]),
        ("n", "sum <= 2 * n && a[0] == 0", ["sum <= 2 * n", "sum <= 2 * i"]),
        ("1000", "sum <= 3000", ["sum <= 3000", "sum <= i * 3"]),
    ],
)
def test_counter_takes_the_place_of_its_bound(bound: str, assertion: str, expected: list[str], model: Model) -> None:
    text = f"""int a[1000]; int main(void) {{ int n = __VERIFIER_nondet_int(), sum = 0;
        for (int i = 0; i < {bound}; i++) sum = sum + 1;
        __VERIFIER_assert({assertion}); }}"""
    task = model(text)
    (found,) = generalised(task.program, task.assertion).values()
    assert [Printer().expr(fact) for fact in found] == expected


@pytest.mark.cbmc
def test_each_part_of_an_assertion_is_proved(tmp_path: Path, cbmc: Cbmc) -> None:
    text = """int a[1000]; int main(void) {
  int sum = 0, again = 0;
  for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < 0 || a[i] > 3) return 0; }
  for (int i = 0; i < 1000; i++) sum += a[i];
  for (int i = 0; i < 1000; i++) again += a[i];
  __VERIFIER_assert(sum == again && again <= 3000); }"""
    assert by_shrinking(text, tmp_path, cbmc) is Verdict.TRUE


@pytest.mark.cbmc
def test_chain_of_cells_is_shrinkable_with_its_facts(tmp_path: Path, cbmc: Cbmc) -> None:
    assert by_shrinking(CHAIN.format(more="", assertion=EVERY_CELL), tmp_path, cbmc) is Verdict.TRUE


def by_shrinking(text: str, tmp_path: Path, cbmc: Cbmc) -> Verdict:
    path = tmp_path / "input.c"
    declared = "extern void __VERIFIER_assert(int); extern int __VERIFIER_nondet_int(void);"
    path.write_text(declared + text, encoding="utf-8")
    program = load_program(Task(path, DataModel.LP64))
    options = Options(timeout=120, max_k=1, strategies=("shrinking",), replay=False)
    return verify(program.task, program, cbmc, options).verdict
