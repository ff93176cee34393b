"""Loops that change the cells of an array in place."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.invariants.quantified.in_place_map import in_place_maps, is_in_place_map
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.invariants.quantified.ranges import ranges, surroundings_of

Make = Callable[[str], Program]

TURNED = """char a[100], b[100]; int main(void) { int i, j = 0, k = 0;
for (i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_char();
for (i = 0; i < 100; i++) b[i] = %s;
while (a[j]) { a[j] = a[j] > 9 ? 9 - a[j] : a[j]; j++; }
while (a[k]) { a[k] = 9 - a[k]; k++; }
for (i = 0; i < 100; i++) __VERIFIER_assert(%s);
return 0; }"""


def candidate_texts(program: Program) -> list[str]:
    return [Printer().expr(fact) for fact in in_place_maps(program)]


def test_changed_cell_is_the_image_of_the_equal_other_array(program: Make) -> None:
    for copied, asserted in (("a[i]", "a[i] > 0"), ("0", "a[i] == b[i]")):
        first, second = candidate_texts(program(TURNED % (copied, asserted)))
        assert "a[cell] ==" in first and "b[cell] > 9" in first and "9 - b[cell]" in second


def test_uncompared_cells_yield_no_candidates(program: Make) -> None:
    assert candidate_texts(program(TURNED % ("0", "a[i] > 0"))) == []


def test_loops_that_change_cells_are_distinguished_from_filling_loops(program: Make) -> None:
    loops = [stmt for stmt in statements(program(TURNED % ("a[i]", "a[i] == b[i]")).body) if isinstance(stmt, Loop)]
    assert [is_in_place_map(loop) for loop in loops] == [False, False, True, True, False]


def test_end_of_an_earlier_loop_bounds_the_cell_range(program: Make) -> None:
    made = program(TURNED % ("a[i]", "a[i] == b[i]"))
    nests = loop_nests(made)
    spans = [Printer().expr(span) for span in ranges(surroundings_of(made), nests[3])]
    assert "(long long)k <= cell && cell < (long long)j" in spans
