"""From the trace of a failed transformed program (witness index) to values for the whole program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from veriabs.core.program import Program
from veriabs.core.queries import Told, ToldKind
from veriabs.core.results import Verdict
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.replay.input_hints import InputHint
from veriabs.replay.visits import visited
from veriabs.solvers.driver import Cbmc
from veriabs.verify import engine
from veriabs.verify.options import Options

TEXT = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int main(void) {
  int a[1000], b[1000];
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int x = 0; x < 1000; x++) __VERIFIER_assert((a[x] ^ 23130) != 77123456 || b[x] != key + 4); }
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    path = tmp_path / "program.c"
    path.write_text(TEXT, encoding="utf-8")
    return load_program(load(path))


def traced(*steps: tuple[str, int, str]) -> str:
    """A trace of assignments with name, value and function."""
    found = [
        {"stepType": "assignment", "lhs": n, "value": {"binary": f"{v:b}"}, "sourceLocation": {"function": f}}
        for n, v, f in steps
    ]
    return json.dumps([{"result": [{"trace": found}]}])


def hint(raw: str, program: Program) -> InputHint | None:
    """What the trace of a program says that keeps one cell of `a` and `b`, and goes through two iterations."""
    told = {name: Told(ToldKind.SCALAR, name) for name in program.scalars}
    told |= {"i_a": Told(ToldKind.INDEX), "x_a": Told(ToldKind.KEPT, "a"), "x_b": Told(ToldKind.KEPT, "b")}
    told |= {f"loop_1_visit_{slot}": Told(ToldKind.VISIT, number=1, slot=slot) for slot in (1, 2)}
    return visited(raw, {**told, "loop_1_seen": Told(ToldKind.PASSED, number=1)}, program, "w")


def by_line(found: InputHint | None) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    assert found is not None
    return {(where.line, where.column): visits for where, visits in found.values.items()}


def test_values_go_to_the_witness_index_and_the_visited_iteration(program: Program) -> None:
    start = [("i_a", 511, "main"), ("x_a", 3, "main"), ("x_b", 9, "main"), ("key", 5, "main")]
    visit = [("loop_1_visit_1", 512, "main"), ("loop_1_seen", 0, "main"), ("x_a", 77, "write_a")]
    found = by_line(hint(traced(*start, *visit, ("loop_1_seen", 512, "main"), ("x", 8, "main")), program))
    assert sorted(found.values()) == [((0, 5),)] * 2 + [((0, 8),), ((511, 3),), ((511, 9),), ((511, 77),)]
    assert [visits for (line, _), visits in found.items() if line == 6] == [((511, 77),)]


def test_several_visits_are_gone_through_in_order(program: Program) -> None:
    steps = [("i_a", 1, "main"), ("loop_1_visit_1", 2, "main"), ("loop_1_visit_2", 9, "main")]
    steps += [("loop_1_seen", 0, "main"), ("x_a", 4, "write_a"), ("loop_1_seen", 2, "main")]
    steps += [("x_a", 6, "write_a"), ("loop_1_seen", 9, "main")]
    found = by_line(hint(traced(*steps), program))
    assert ((1, 4), (8, 6)) in found.values()


@pytest.mark.parametrize("steps", [[("key", 5, "main")], [("i_a", 2**64 - 1, "main"), ("x_a", 1, "main")], []])
def test_a_trace_that_says_nothing_is_no_lead(program: Program, steps: list[tuple[str, int, str]]) -> None:
    assert hint(traced(*steps), program) is None


@pytest.mark.parametrize("raw", ["", "nothing", "[]", "{}"])
def test_no_trace_is_no_lead(program: Program, raw: str) -> None:
    assert hint(raw, program) is None


@pytest.mark.cbmc
def test_a_precise_failure_becomes_a_counterexample(tmp_path: Path, program: Program, cbmc: Cbmc) -> None:
    own = "extern void abort(void); extern void reach_error(void);\n"
    own += "void __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }"
    text = TEXT.replace("extern void __VERIFIER_assert(int);", own)
    path = tmp_path / "whole.c"
    path.write_text(text.replace("key + 4", "key"), encoding="utf-8")
    task = load(path)
    options = Options(strategies=("witness_index", "native"), timeout=40.0)
    assert engine.verify(task, load_program(task), cbmc, options).verdict is Verdict.FALSE
