"""Test the selection of scalar candidates that are cheap to check."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.invariants.candidates import candidates
from veriabs.invariants.simple_candidates import simple_candidates


def test_variables_that_jump_have_no_simple_relations(program: Callable[[str], Program]) -> None:
    made = program("""int a[1000]; int main(void) { int n = 0, t = 0; for (int i = 0; i < 1000; i++) if (a[i]) {
        t = a[i]; n = n + 1; } __VERIFIER_assert(n + t > 0); }""")
    every, simple = candidates(made, private=True), simple_candidates(made, private=True)
    all_of_them, some = ([Printer().expr(e) for exprs in found.values() for e in exprs] for found in (every, simple))
    assert set(some) < set(all_of_them)
    assert any("entry_t" in one and "entry_n" in one for one in all_of_them)
    assert not any("entry_t" in one and ("entry_n" in one or "itno" in one) for one in some)
    assert any("entry_n" in one for one in some)
