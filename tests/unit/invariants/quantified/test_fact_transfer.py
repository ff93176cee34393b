"""Test that facts proved in one slice are transferred to another only if they hold there."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, statements
from veriabs.core.expressions import Binary, Expr, Var
from veriabs.core.loop_model import entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.types import INT
from veriabs.invariants.quantified.fact_transfer import equally_counting_loops, transfer_facts
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.loops.flatten import reduce_to_names

Make = Callable[[str], Program]

SORTED = """int a[99], b[99]; int main(void) { int m = 0, t = 0;
for (int j = 0; j < 99; j++) b[j] = j;
for (int i = 3; i < 99; i++) { a[i] = t; t++; m = i; } __VERIFIER_assert(m >= 0); }"""


def about(name: str) -> Expr:
    return Binary("<", Var(name, INT), integer(9))


def entry(name: str) -> Expr:
    return Binary("<", entry_of(Var(name, INT)), integer(9))


def last(program: Program) -> Loop:
    return [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)][-1]


def test_facts_about_variables_of_one_program_are_not_transferred(program: Make) -> None:
    whole = program(SORTED)
    part = reduce_to_names(whole, {"a"})
    loop = last(whole).id
    assert transfer_facts(part, whole, {loop: (about("m"), about("t"))}) == {loop: (about("t"),)}
    assert transfer_facts(whole, part, {loop: (about("m"), about("t"))}) == {loop: (about("t"),)}


def test_facts_over_differing_entry_values_are_not_transferred(program: Make) -> None:
    whole = program(SORTED)
    part = reduce_to_names(whole, {"a"})
    loop = last(whole).id
    assert transfer_facts(part, whole, {loop: (entry("m"), entry("t"))}) == {loop: (entry("t"),)}


LAST = """int a[99]; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 98) return 0;
do { __VERIFIER_assert(i != 7); a[i] = 1; i++; } while (i < 99); }"""


def test_a_loop_that_tests_first_in_one_of_them_has_another_head(program: Make) -> None:
    """Without its assertion it is cut behind its first iteration."""
    whole = program(LAST)
    part, loop = reduce_to_names(whole, {"a"}), last(whole).id
    assert transfer_facts(part, part, {loop: (about("i"),)}) == {loop: (about("i"),)}
    assert (
        transfer_facts(part, whole, {loop: (about("i"),)})
        == transfer_facts(whole, part, {loop: (about("i"),)})
        == {}
    )
    assert equally_counting_loops(part, part) == {loop}
    assert equally_counting_loops(part, whole) == set()


def test_facts_of_missing_or_duplicated_loops_are_not_transferred(program: Make) -> None:
    whole = program(SORTED)
    part = reduce_to_names(whole, {"a"})
    (first, _), facts = [nest[-1].loop for nest in loop_nests(whole)], (about("t"),)
    assert transfer_facts(part, whole, {first.id: facts}) == {}
    twice = replace(part, body=(*part.body, last(part)))
    assert transfer_facts(twice, whole, {last(whole).id: facts}) == {}


def test_start_values_are_renumbered_for_the_other_program(program: Make) -> None:
    whole = program(SORTED)
    part = reduce_to_names(whole, {"a"})
    (start,) = {a.start for a in loop_nests(whole)[-1][-1].accelerable if a.variable.name == "i"}
    said = Binary("<=", start, integer(3))
    ((fact,),) = transfer_facts(part, whole, {last(whole).id: (said,)}).values()
    assert (Printer().expr(said), Printer().expr(fact)) == ("start_2_i <= 3", "start_1_i <= 3")


def test_counters_match_only_if_computed_alike(program: Make) -> None:
    whole = program(SORTED)
    (first, second) = [nest[-1].loop.id for nest in loop_nests(whole)]
    assert equally_counting_loops(whole, whole) == {first, second}
    assert equally_counting_loops(reduce_to_names(whole, {"a"}), whole) == {second}
    behind = program(
        "int a[99]; int main(void) { int i = 0; a[98] = 0; while (a[i] != 0) i++; __VERIFIER_assert(i < 99); }"
    )
    assert equally_counting_loops(behind, behind) == set()
    assert equally_counting_loops(twice := replace(whole, body=(*whole.body, last(whole))), twice) == {first}
    counting = program(SORTED.replace("m = i;", "m++;"))
    assert equally_counting_loops(reduce_to_names(counting, {"a"}), counting) == set()
