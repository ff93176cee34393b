"""Test that loops which only sum up cells are replaced by ghost variables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.expressions import Var
from veriabs.core.program import Initial, Program
from veriabs.core.results import Verdict
from veriabs.core.statements import Havoc, Loop
from veriabs.core.types import UNSIGNED
from veriabs.loops.flatten import assertions
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.ghost_folds.strategy import with_ghosts
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

ADDED = """int main(void) {{
  unsigned a[1000], b[1000], sum = 0, total = 0, count = 0, limit = __VERIFIER_nondet_uint();
  int i; unsigned char s = 0;
  for (i = 0; i < 1000; i++) {{ a[i] = 0; b[i] = 0; }}
  while (__VERIFIER_nondet_int()) {{
    unsigned p = __VERIFIER_nondet_uint() % 1000, q = __VERIFIER_nondet_uint() % 1000, d = __VERIFIER_nondet_uint();
    {change}
  }}
  {loop}
  __VERIFIER_assert({claim});
  return 0;
}}"""


def added(
    loop: str, change: str = "a[p] -= d; a[q] += d;", claim: str = "sum == 0 && count == 0 && s == 0 && i >= 0"
) -> str:
    return ADDED.format(loop=loop, change=change, claim=claim)


REPLACED = {
    "a sum": "for (i = 0; i < 1000; i++) sum += a[i];",
    "a sum of products": "for (i = 0; i < 1000; i++) sum = sum + a[i] * b[i];",
    "a sum with weights": "for (i = 0; i < 1000; i++) sum += a[i] * (i + 1);",
    "a difference": "for (i = 0; i < 1000; i++) sum -= a[i];",
    "a count": "for (i = 0; i < 1000; i++) if (a[i] > limit) count++;",
    "a sum and a count": "for (i = 0; i < 1000; i++) { sum += a[i]; if (b[i]) count++; else count--; }",
    "a local": "for (i = 0; i < 1000; i++) { unsigned cell = a[i]; sum += cell; }",
    "a narrow sum": "for (i = 0; i < 1000; i++) s += a[i];",
    "a while loop": "i = 0; while (i < 1000) { sum += a[i]; i++; }",
    "a part": "for (i = 3; i <= 900; i++) sum += a[i];",
}

LEFT_ALONE = {
    "a loop that ends early": "for (i = 0; i < 1000; i++) { if (a[i] == 7) break; sum += a[i]; }",
    "a sum that is tested": "for (i = 0; i < 1000; i++) if (sum < 100) sum += a[i];",
    "a neighbour": "for (i = 0; i < 999; i++) sum += a[i + 1];",
    "a product": "for (i = 0; i < 1000; i++) sum *= a[i];",
    "a step through a narrow type": "for (i = 0; i < 1000; i++) sum = (unsigned char)(sum + a[i]);",
    "a sum of sums": "for (i = 0; i < 1000; i++) { sum += a[i]; count += sum; }",
    "steps of two": "for (i = 0; i < 1000; i += 2) sum += a[i];",
    "a start that is not known": "for (i = (int)(limit % 10); i < 1000; i++) sum += a[i];",
    "more cells than there are": "for (i = 0; i < 1001; i++) sum += a[i];",
    "a cell that is written": "for (i = 0; i < 1000; i++) { sum += a[i]; b[i] = 1; }",
    "a bound that a conversion changes": "int n = (int)limit; for (i = 0; (unsigned)i < n; i++) sum += a[i];",
    "an input": "for (i = 0; i < 1000; i++) sum += a[i] + __VERIFIER_nondet_uint();",
    "a division by a cell": "for (i = 0; i < 1000; i++) sum += 100 / a[i];",
}


def test_a_sum_over_cells_that_are_zero_begins_at_zero(program: Make) -> None:
    begin = "int a[9]; int main(void) { int s = 0; a[3] = 1; for (int i = 0; i < 9; i++) s += "
    for summand, initial in (("a[i]", Initial.ZERO), ("a[i] + 1", Initial.NONDET)):
        made = program(f"{begin}{summand}; __VERIFIER_assert(s); }}")
        found = with_ghosts(made, assertions(made)[0])
        assert found is not None and found.scalars["sum_of_a"].initial is initial


@pytest.mark.parametrize(("first", "arbitrary"), [("", 0), ("a[3] = 1;", 1)])
def test_a_sum_keeps_its_zero_until_a_cell_is_written(program: Make, first: str, arbitrary: int) -> None:
    text = f"unsigned a[9]; int main(void) {{ unsigned s = 0, n, i; {first} n = __VERIFIER_nondet_uint(); a[5] = 2;"
    made = program(f"{text} for (i = 0; i < n; i++) s += a[i]; __VERIFIER_assert(s); }}")
    found = with_ghosts(made, assertions(made)[0])
    assert found is not None
    ghost = Var("sum_of_a", UNSIGNED)
    unknown = [one for one in statements(found.body) if isinstance(one, Havoc) and one.target == ghost]
    assert len(unknown) == arbitrary


def loops(program: Program) -> int:
    return sum(isinstance(one, Loop) for one in statements(program.body))


@pytest.mark.parametrize("name", REPLACED)
def test_a_loop_that_adds_up_cells_is_replaced(program: Make, name: str) -> None:
    made = program(added(REPLACED[name]))
    found = with_ghosts(made, assertions(made)[0])
    assert found is not None
    assert loops(found) == loops(made) - 1


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_any_other_loop_is_left_alone(program: Make, name: str) -> None:
    made = program(added(LEFT_ALONE[name]))
    assert with_ghosts(made, assertions(made)[0]) is None


PROVED = {
    "cells in exchange": added(REPLACED["a sum"], claim="sum == 0"),
    "a total": added(REPLACED["a sum"], "a[p] += 2; total += 2;", "sum == total"),
    "cells that are marked": added(REPLACED["a count"], "if (a[p] <= limit) { a[p] = limit; }", "count == 0"),
    "a narrow sum": added(REPLACED["a narrow sum"], claim="s == 0"),
}


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("name", PROVED)
def test_sums_over_cells_that_are_written_in_any_order(program: Make, cbmc: Cbmc, name: str) -> None:
    options = Options(timeout=60.0, jobs=2, strategies=("ghost_folds", "cell_invariants", "induction"), replay=False)
    made = program(PROVED[name])
    assert verify(made.task, made, cbmc, options).verdict is Verdict.TRUE
