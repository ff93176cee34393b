"""Test programs with small arrays, which CBMC unwinds completely beside all other work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.core.runs import Overflow
from veriabs.core.source import Task
from veriabs.core.verdict import holds
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import unwound_program
from veriabs.loops.flatten import without_other_goals
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.bounded import SMALL
from veriabs.verify.engine import open_session, verify
from veriabs.verify.goals import Goals
from veriabs.verify.options import Options
from veriabs.verify.prove import Prover
from veriabs.verify.unrolling import FEWEST, STRATEGY, run_unrolled, unwinding

DIGITS = """
int main(void) {
  char text[] = "12+345*6";
  int i = 0, sum = 0;
  while (text[i]) {
    int value = 0;
    while (text[i] >= '0' && text[i] <= '9') { value = 10 * value + (text[i] - '0'); i++; }
    sum += value;
    if (text[i]) i++;
  }
  __VERIFIER_assert(sum == %s);
}
"""
FILL = "int a[%s]; int main(void) { int n = 3; for (int i = 0; i < n; i++) a[i] = n; __VERIFIER_assert(a[1] == 3); }"


def test_loops_are_unwound_as_often_as_the_largest_array_has_cells(program: Callable[[str], Program]) -> None:
    assert unwinding(program(FILL % SMALL)) == SMALL + 2
    assert unwinding(program(FILL % 3)) == FEWEST + 2


def test_large_arrays_and_straight_code_are_left_to_others(program: Callable[[str], Program]) -> None:
    assert unwinding(program(FILL % (SMALL + 1))) is None
    assert unwinding(program((FILL % 3).replace("for (int i = 0; i < n; i++) a[i]", "a[1]"))) is None


def test_a_loop_up_to_a_small_constant_is_unwound_beside_large_arrays(program: Callable[[str], Program]) -> None:
    text = "int a[1000]; int main(void) { for (int i = 0; i %s; i++) a[i] = i; __VERIFIER_assert(a[0] == 0); }"
    assert unwinding(program(text % "< 20")) == 22
    assert unwinding(program(text % "!= 3 && a[i]")) == FEWEST + 2
    assert unwinding(program(text % "< 50")) is None


@pytest.mark.parametrize(
    ("change", "count"),
    [("x >>= 1", 35), ("x >>= 3", FEWEST + 3), ("x /= 10", FEWEST + 3), ("x &= x - 1", 35), ("x = x - 1", None)],
)
def test_a_loop_over_the_digits_of_a_number_is_unwound(
    change: str, count: int | None, program: Callable[[str], Program]
) -> None:
    drawn = "int a[1000]; unsigned drawn(void); int main(void) { unsigned x = drawn(), n = 0; "
    assert unwinding(program(drawn + f"while (x) {{ {change}; n++; }} __VERIFIER_assert(n <= 32); }}")) == count


@pytest.mark.cbmc
def test_checks_of_a_short_loop_are_proved_by_its_unwinding(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "f.c"
    path.write_text("""extern unsigned long __VERIFIER_nondet_ulong(void);
    unsigned t[4] = {1, 5, 7, 9};
    int main(void) {
      unsigned long x = __VERIFIER_nondet_ulong();
      for (int k = 0; k < 8; k++) x = (x >> 8) ^ t[x & 3];
      unsigned y = x;
      return (int)(y & 1);
    }""", encoding="utf-8")
    task = Task(path, checks=("conversion", "bounds", "overflow"))
    report = verify(task, load_program(task), cbmc, Options(timeout=20.0))
    assert report.verdict is Verdict.TRUE and STRATEGY in report.strategy


@pytest.mark.cbmc
def test_unwinding_decides_all_goals_when_it_ends_other_proofs(tmp_path: Path, cbmc: Cbmc) -> None:
    """A proof that the unwinding stops leaves no goal open, not even one about a check that no operation has."""
    path = tmp_path / "f.c"
    path.write_text("int a[3]; int main(void) { for (int i = 0; i < 3; i++) a[i] = i; return a[1]; }", encoding="utf-8")
    task = Task(path, checks=("uninitialised", "shift"))
    for _ in range(3):
        report = verify(task, load_program(task), cbmc, Options(timeout=20.0, replay=False))
        assert report.verdict is Verdict.TRUE


def test_array_of_a_size_that_is_an_input_is_left_to_others(program: Callable[[str], Program]) -> None:
    text = """int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0; int a[n];
    for (int i = 0; i < n; i++) a[i] = 5; __VERIFIER_assert(a[0] == 5); }"""
    assert unwinding(program(text)) is None


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize(("total", "verdict"), [("12 + 345 + 6", Verdict.TRUE), ("12 + 345 + 7", Verdict.UNKNOWN)])
def test_small_program_is_decided_while_other_strategies_run(
    program: Callable[[str], Program], cbmc: Cbmc, total: str, verdict: Verdict
) -> None:
    """Native runs are off, so a violation stays open."""
    small = program(DIGITS % total)
    options = Options(timeout=20.0, strategies=("closed_forms", "bounded"), replay=False)
    report = verify(small.task, small, cbmc, options)
    assert report.verdict is verdict
    if verdict is Verdict.TRUE:
        assert report.strategy == STRATEGY


SEVERAL = """
int a[4];
int main(void) {
  int i = 0, sum = 0;
  for (i = 0; i < 4; i++) a[i] = i;
  %s
  for (i = 0; i < 4; i++) sum += a[i];
  __VERIFIER_assert(sum == 6);
  __VERIFIER_assert(sum == 7);
}
"""


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("between", "holding"),
    [
        ("", {0}),
        ("i = __VERIFIER_nondet_int(); a[i] = i;", set()),  # what is behind an access that may go wrong is not shown
        ("for (i = 0; i < 100; i++) sum = 0;", set()),  # nor anything where not every run was seen
    ],
)
def test_goals_shown_by_the_unrolled_run_hold_where_others_fail(
    program: Callable[[str], Program], cbmc: Cbmc, between: str, holding: set[int]
) -> None:
    small = without_other_goals(program(SEVERAL % between))
    unwind = unwinding(small)
    assert unwind is not None
    goals = Goals.of(small, Overflow.UNDEFINED)
    with open_session(small.task, cbmc, Options(), Deadline(20.0)) as session:
        piece = run_unrolled(session, partial(unwound_program, small), unwind, Event())
        assert piece is not None and not holds(piece)
        Prover(session, small, goals=goals).take(piece, goals, STRATEGY)
    assert set(goals.won) == holding
