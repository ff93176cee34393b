"""Candidates about counters whose test is hidden in a call, or changes them."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.annotate.counters import counter_candidates
from veriabs.core.ctext import Printer
from veriabs.core.program import Program

Make = Callable[[str], Program]


def test_loop_test_in_a_function_bounds_the_counter(program: Make) -> None:
    text = """int same(int x, int y) { return x == y; }
    int main(void) { int n = __VERIFIER_nondet_int(), i = 0; if (n < 0) return 0; while (!same(i, n)) i++;
    __VERIFIER_assert(i == n); }"""
    (facts,) = counter_candidates(program(text)).values()
    assert "i <= n" in [Printer().expr(fact) for fact in facts]


def test_counters_decremented_in_tests_do_not_wrap(program: Callable[[str], Program]) -> None:
    text = """char s[99]; int main(void) { unsigned long max = __VERIFIER_nondet_int(), i = 0; if (max > 9) return 0;
    while (max-- > 0 && s[i]) i++; __VERIFIER_assert(i <= 9); }"""
    (facts,) = counter_candidates(program(text)).values()
    assert "max <= entry_max" in [Printer().expr(fact) for fact in facts]
