"""Test that loops before a shrunk group get a factor of their own, or a reason."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.deadline import Deadline
from veriabs.core.events import Event, SolverEnded
from veriabs.core.loop_model import LoopFacts, LoopModel, Quantifier
from veriabs.core.program import Program
from veriabs.core.reasons import ReasonKind
from veriabs.core.statements import Assert, Havoc
from veriabs.report.json_report import document
from veriabs.report.shrinkage import LoopFactor, ShrinkStatus, loop_factors
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking.attempts import Attempt, attempts
from veriabs.verify import engine
from veriabs.verify.options import Options

COPY_TWICE = """
int a[1000], b[1000], c[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++) b[i] = a[i];
  for (i = 0; i < 1000; i++) c[i] = b[999 - i];
  for (i = 0; i < 1000; i++) __VERIFIER_assert(c[i] == a[999 - i]);
}
"""
SUM_IN_FRONT = """
int a[1000], b[1000];
int main(void) {
  int i, s = 0;
  for (i = 0; i < 1000; i++) s += __VERIFIER_nondet_int() & 7;
  for (i = 0; i < 1000; i++) b[i] = s;
  for (i = 0; i < 1000; i++) __VERIFIER_assert(b[i] != 11);
}
"""
COUNTED_TO_A_PLACE = """
int a[1000];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  for (i = 0; i < 1000; i++) a[i] = 7;
  for (i = 0; i != n; i++) __VERIFIER_assert(a[i] == 7);
}
"""
SEARCH_IN_FRONT = COPY_TWICE.replace("b[i] = a[i];", "{ if (a[i] == 7) break; b[i] = a[i]; }")


def last_group(model: LoopModel) -> Attempt:
    """The way to shrink the last loop alone."""
    return [one for one in attempts(model) if isinstance(one, Attempt)][-1]


def test_a_group_that_shrinks_becomes_straight_line_code(model: Callable[[str], LoopModel]) -> None:
    task = model(COPY_TWICE)
    front = last_group(task).preceding_task(2)
    assert front is not None
    assert [facts.loop.where.line for facts in front.loops] == [task.loops[0].loop.where.line]
    assert front.goal.quantifier is Quantifier.SINGLE
    code = front.segments[-1]
    assert not isinstance(code, LoopFacts)
    clauses = [stmt for stmt in statements(code) if isinstance(stmt, Assert)]
    assert clauses == [task.assertion, task.assertion]


def test_representative_iterations_of_a_group_are_inputs(model: Callable[[str], LoopModel]) -> None:
    front = last_group(model(COPY_TWICE)).preceding_task(2)
    assert front is not None
    code = front.segments[0]
    assert not isinstance(code, LoopFacts)
    draws = [stmt for stmt in code if isinstance(stmt, Havoc)]
    assert len({stmt.target for stmt in draws}) == len({stmt.site for stmt in draws}) == 2


def test_first_loop_has_no_preceding_task(model: Callable[[str], LoopModel]) -> None:
    task = model("int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = 1; __VERIFIER_assert(a[3]); }")
    assert last_group(task).preceding_task(1) is None


@pytest.mark.share(3)
@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            COPY_TWICE,
            [(5, ShrinkStatus.SHRINKABLE, 1), (6, ShrinkStatus.SHRINKABLE, 1), (7, ShrinkStatus.CLAUSES, None)],
        ),
        (
            SEARCH_IN_FRONT,
            [(5, ShrinkStatus.SHRINKABLE, 1), (6, ShrinkStatus.SHRINKABLE, 1), (7, ShrinkStatus.CLAUSES, None)],
        ),
        (
            SUM_IN_FRONT,
            [(5, ShrinkStatus.NONE, None), (6, ShrinkStatus.SHRINKABLE, 1), (7, ShrinkStatus.CLAUSES, None)],
        ),
    ],
)
def test_loops_in_front_have_a_factor_or_a_reason(
    program: Callable[[str], Program], cbmc: Cbmc, text: str, expected: list[tuple[int, ShrinkStatus, int | None]]
) -> None:
    read = program(text)
    report = engine.shrink(read.task, read, cbmc, Options(timeout=60, max_k=2))
    found: tuple[LoopFactor, ...] = loop_factors(document("shrink", report, {})["loops"])
    assert [(one.line - 1, one.status, one.k) for one in found] == expected


@pytest.mark.cbmc
def test_loops_stopped_by_the_clock_report_it(program: Callable[[str], Program], cbmc: Cbmc) -> None:
    read, deadline = program(COPY_TWICE), Deadline(60.0)

    def observe(event: Event) -> None:
        if isinstance(event, SolverEnded):
            deadline.shorten(0.0, "the clock has struck")

    report = engine.shrink(read.task, read, cbmc, Options(jobs=1), deadline, observe)
    found = loop_factors(document("shrink", report, {})["loops"])
    assert [(one.line - 1, one.status) for one in found][:2] == [(5, ShrinkStatus.CLOCK), (6, ShrinkStatus.CLOCK)]
    assert {one.reason for one in found if one.status is ShrinkStatus.CLOCK} == {"the clock has struck"}


@pytest.mark.cbmc
def test_unmet_side_conditions_prevent_every_k(program: Callable[[str], Program], cbmc: Cbmc) -> None:
    read = program(COUNTED_TO_A_PLACE)
    report = engine.shrink(read.task, read, cbmc, Options(timeout=60))
    unmet = [one for one in report.loops if one.reason is not None and one.reason.kind is ReasonKind.SIDE_CONDITION]
    assert unmet and all(one.k is None and not one.tried for one in unmet)


BUSY = "while True: pass"


@pytest.mark.cbmc
@pytest.mark.long
def test_a_busy_machine_finds_the_same_factors(program: Callable[[str], Program], cbmc: Cbmc) -> None:
    """Beside two processes for each processor, none of which gives way."""
    read = program(SUM_IN_FRONT)

    def found() -> tuple[LoopFactor, ...]:
        report = engine.shrink(read.task, read, cbmc, Options(timeout=600, max_k=3))
        return tuple(replace(one, reason="") for one in loop_factors(document("shrink", report, {})["loops"]))

    alone = found()
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * len(os.sched_getaffinity(0)))]
    try:
        assert found() == alone
    finally:
        for one in busy:
            one.kill()
            one.wait()
    assert {one.status for one in alone} == {ShrinkStatus.NONE, ShrinkStatus.SHRINKABLE, ShrinkStatus.CLAUSES}
