"""Shrinking from the states that proven invariants leave, where those come from sampled runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.cbmc.driver import Cbmc
from veriabs.engine import Options, verify
from veriabs.model import Program, Report, Shrinkable, Word

pytestmark = pytest.mark.cbmc

Make = Callable[[str], Program]

PACE = """int a[100000];
int main(void) {
  unsigned steps = 0, length = 0;
  for (int i = 0; i < 100000; i++) {
    a[i] = 0;
    if (length != 3 * steps) {
      length = length + 1;
      if (length == 3 * steps + 20)
        a[i] = 1;
    } else if (__VERIFIER_nondet_int()) {
      steps = steps + 1;
      length = length + 3;
    }
    %s
  }
  for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}"""
"""From a state in which the length is out of step it takes many iterations to write a 1: so many have to be taken, or
one, if it is known that no iteration begins in such a state."""

FALSE = {
    "out of step once": "if (i == 50000) length = length + 1;",
    "out of step at the start": "if (i == 0) length = length + 2;",
    "out of step by chance": "if (__VERIFIER_nondet_int() == 777777) steps = steps + 1;",
    "wrong beside it": "if (steps == 40000) a[i] = 2;",
}


def shrunk(program: Program, cbmc: Cbmc, strategy: str = "shrinking") -> Report:
    return verify(
        program.task,
        program,
        cbmc,
        Options(timeout=40.0, jobs=1, max_k=3, strategies=(strategy,), replay=False),
    )


def test_invariant_that_runs_suggest_is_proved_and_used(program: Make, cbmc: Cbmc) -> None:
    report = shrunk(program(PACE % ""), cbmc)
    assert report.word is Word.TRUE
    tried = [one.outcome for factor in report.loops for one in factor.tried]
    assert tried[-1] is Shrinkable.YES
    assert Shrinkable.NO in tried[:-1]
    assert report.loops[-1].k == 1


def test_invariants_come_last(program: Make, cbmc: Cbmc) -> None:
    """What is proved without them costs no run more than before."""
    simple = """int a[1000]; int main(void) { for (int i = 0; i < 1000; i++) a[i] = 3;
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 3); }"""
    report = shrunk(program(simple), cbmc)
    assert report.word is Word.TRUE
    assert sum(run.purpose.startswith("bounds") for run in report.runs) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_unsafe_program_is_not_proved(program: Make, cbmc: Cbmc, name: str) -> None:
    assert shrunk(program(PACE % FALSE[name]), cbmc).word is Word.UNKNOWN


@pytest.mark.slow
def test_invariant_is_no_help_where_an_access_is_out_of_bounds(program: Make, cbmc: Cbmc) -> None:
    assert shrunk(program(PACE % "if (steps > 9) a[i + length] = 0;"), cbmc).word is Word.UNKNOWN


def test_access_is_in_bounds_where_the_invariant_says_that_it_is_never_made(program: Make, cbmc: Cbmc) -> None:
    assert shrunk(program((PACE % "").replace("a[i] = 1", "a[i + length] = 1")), cbmc).word is Word.TRUE
