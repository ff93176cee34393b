"""Sampled candidates: facts that an iteration has to establish, and counters whose test is hidden in a call."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.annotate.counters import counter_candidates
from veriabs.annotate.proposals import for_existing_predecessors, needed_candidates
from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.quantified import cell_candidates, goal_of
from veriabs.loops.flatten import assertions

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


MERGED = """
int a[99], b[99], c[198];
int main(void) {
  int i = 0, j = 0;
  for (int k = 0; k < 198; k++) {
    if (i < 99 && (j == 99 || a[i] <= b[j])) c[k] = a[i++];
    else c[k] = b[j++];
  }
  for (int k = 1; k < 198; k++) __VERIFIER_assert(c[k - 1] <= c[k]);
}
"""


def test_last_written_cell_is_in_order_with_the_next_read(program: Make) -> None:
    merged = program(MERGED)
    goals = [goal_of(merged, one) for one in assertions(merged)]
    facts = [Printer().expr(fact) for facts in needed_candidates(merged, goals).values() for fact in facts]
    assert any("c[(long long)k - 1] <= a[i]" in one and "itno == 1ULL || !(k < 198)" in one for one in facts)
    assert any("c[(long long)k - 1] <= b[j]" in one for one in facts)


def test_fact_about_the_previous_cell_excludes_the_first_index(program: Make) -> None:
    merged = program(MERGED)
    (asserted,) = assertions(merged)
    tried = cell_candidates(merged, goal_of(merged, asserted), asserted=True)
    more = for_existing_predecessors(tried)
    added = [Printer().expr(one) for loop, facts in more.items() for one in facts if one not in tried[loop]]
    fact = "(cell < 1LL || c[cell - 1] <= c[cell])"
    assert f"!(0LL <= cell && cell < (long long)k && 1 <= cell) || {fact}" in added
    assert all("1 <= cell" in one for one in added)
