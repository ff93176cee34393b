"""Facts about the cells of a range that hold in all sampled states."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified import peeled
from veriabs.invariants.quantified.cell_relations import cell_relations
from veriabs.invariants.scalar.runs import run_to_end

Make = Callable[[str], Program]


def texts(program: Make, code: str) -> set[str]:
    """The facts of all loops."""
    made = peeled(program(f"short __VERIFIER_nondet_short(void); int main(void) {{ {code} return 0; }}"))
    found = run_to_end(cell_relations(made, 0))
    printed = (Printer().expr(expr) for exprs in found.values() for expr in exprs)
    return {text.replace("(long long)", "").replace("LL", "") for text in printed}


CHAIN = """int next[900], head = -1, m = 0; for (int i = 0; i < 900; i++) { next[i] = head; head = i; }
while (head != -1 && __VERIFIER_nondet_int()) { m++; head = next[head]; } __VERIFIER_assert(m >= 0);"""


def test_equation_of_a_cell_and_its_index(program: Make) -> None:
    found = texts(program, CHAIN)
    assert "!(0 <= cell && cell < i) || next[cell] + 1 == cell" in found
    assert "!(0 <= cell && cell < 900) || next[cell] + 1 == cell" in found


def test_a_range_within_another_one_gets_no_facts_of_its_own(program: Make) -> None:
    assert "!(0 <= cell && cell < head) || next[cell] + 1 == cell" not in texts(program, CHAIN)


def test_equation_of_three_arrays(program: Make) -> None:
    code = """int a[900], b[900], c[900]; for (int i = 0; i < 900; i++) { a[i] = __VERIFIER_nondet_short();
    b[i] = __VERIFIER_nondet_short(); c[i] = a[i] - b[i]; } __VERIFIER_assert(c[5] <= 65535);"""
    assert "!(0 <= cell && cell < i) || b[cell] + c[cell] == a[cell]" in texts(program, code)


def test_bounds_and_remainders(program: Make) -> None:
    code = """int a[900], b[900]; for (int i = 0; i < 900; i++) { short n = __VERIFIER_nondet_short();
    a[i] = 2 * n; b[i] = n > i ? i : n; } __VERIFIER_assert(a[0] >= -65536);"""
    found = texts(program, code)
    assert "!(0 <= cell && cell < i) || b[cell] <= cell" in found
    assert "!(0 <= cell && cell < i) || a[cell] % 2 == 0" in found


def test_limits_of_a_narrow_input(program: Make) -> None:
    code = """int a[900]; for (int i = 0; i < 900; i++) a[i] = __VERIFIER_nondet_short();
    __VERIFIER_assert(a[0] >= -40000);"""
    assert "!(0 <= cell && cell < i) || a[cell] <= 32767" in texts(program, code)
