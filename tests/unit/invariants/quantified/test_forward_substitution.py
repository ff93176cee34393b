"""Statements with the values computed before them substituted."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Loop
from veriabs.invariants.quantified.facts import entry_facts
from veriabs.invariants.quantified.forward_substitution import substituted_paths

Make = Callable[[str], Program]


def substituted_assertions(program: Program) -> list[str]:
    """The assertions of a program."""
    return [Printer().expr(path.stmt.test) for path in substituted_paths(program) if isinstance(path.stmt, Assert)]


def test_temporaries_and_pointers_are_substituted(program: Make) -> None:
    text = """int a[10]; int low(int x) { if (x < 0) return 0; return x; } int main(void) {
    for (int i = 0; i < 5; i++) { int k = 2 * i, v = low(a[k]); __VERIFIER_assert(v >= 0); } return 0; }"""
    (test,) = substituted_assertions(program(text))
    assert "a[2 * i]" in test
    assert "k" not in test


def test_assertion_is_expressed_over_the_start_of_the_iteration(program: Make) -> None:
    text = """int a[10]; int main(void) { int p = 0;
    while (p < 9) { p = p + 1; __VERIFIER_assert(a[p] == 0); } return 0; }"""
    assert substituted_assertions(program(text)) == ["a[p + 1] == 0"]


def test_variables_changed_by_a_loop_are_not_substituted_after_it(program: Make) -> None:
    text = """int main(void) { int n = 3, m = n; for (int i = 0; i < 9; i++) n++;
    __VERIFIER_assert(m < n); return 0; }"""
    assert substituted_assertions(program(text)) == ["3 < n"]


def test_input_is_not_the_previous_value(program: Make) -> None:
    text = "int main(void) { int n = 3; n = __VERIFIER_nondet_int(); __VERIFIER_assert(n < 9); return 0; }"
    assert substituted_assertions(program(text)) == ["n < 9"]


def test_index_of_a_write_is_expressed_over_the_start(program: Make) -> None:
    text = "int a[9]; int main(void) { int p = 0; while (p < 9) { int q = p; p++; a[q] = 1; }"
    text += " __VERIFIER_assert(a[0]); return 0; }"
    found = substituted_paths(program(text))
    targets = [path.stmt.target for path in found if path.loops and isinstance(path.stmt, Assign)]
    assert "a[p]" in [Printer().expr(target) for target in targets]


def test_exit_conditions_of_the_previous_loop_are_known(program: Make) -> None:
    made = program("""int a[9], b[9]; int main(void) { int p = 0, q = 0; a[8] = b[8] = 0;
    while (a[p] != 0) { if (a[p] == 7) break; p++; } while (q < p) a[q++] = 1; __VERIFIER_assert(q == p + b[8]); }""")
    loops = [path.stmt for path in substituted_paths(made) if isinstance(path.stmt, Loop)]
    (second,) = [loop.id for loop in loops if "q" in Printer().expr(loop.test)]
    known = [Printer().expr(expr) for expr in entry_facts(made)[second]]
    assert "a[8] == 0" in known and "b[8] == 0" not in known, "no loop changes the other array"
    assert any("a[p] == 7" in one and "a[p] != 0" in one and "||" in one for one in known)
