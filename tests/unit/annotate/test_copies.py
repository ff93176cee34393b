"""Copies of a loop: facts about one are candidates for the others under their names, and proved before use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.copies import facts_of_copies
from veriabs.annotate.find import _Search
from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, statements
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, at_entry, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.types import INT, LLONG
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.quantified.ranges import implied
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

FILLED = """
int a[99], b[99];
static void fill(int *to, const int *from, int by) {
  for (int i = 0; i < 99; i++)
    to[i] = from[i] BY;
}
int main(void) {
  for (int k = 0; k < 99; k++)
    a[k] = __VERIFIER_nondet_int();
  fill(b, a, 1);
  fill(SECOND, 2);
  __VERIFIER_assert(b[3] == b[3]);
}
"""


def filled(program: Make, second: str, by: str = "") -> tuple[Program, Loop, Loop]:
    read = program(FILLED.replace("SECOND", second).replace("BY", by))
    _, one, other = sorted((s for s in statements(read.body) if isinstance(s, Loop)), key=lambda loop: loop.id)
    return read, one, other


def cell(array: str, index: Expr = CELL) -> Element:
    return Element(array, (index,), INT)


def counter(loop: Loop) -> Var:
    assert isinstance(loop.test, Binary) and isinstance(loop.test.left, Var)
    return loop.test.left


def equal_below_counter(loop: Loop, to: str, of: str) -> Expr:
    span = Binary("&&", Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, Cast(LLONG, counter(loop))))
    return implied(span, Binary("==", cell(to), cell(of)))


def test_facts_have_the_names_of_the_other_copy(program: Make) -> None:
    read, one, other = filled(program, "a, b")
    i, j = counter(one), counter(other)
    facts = (Binary(">=", i, entry_of(i)), Binary("==", cell("b"), cell(at_entry("a"))))
    told = facts_of_copies(read, {one.id: facts})
    assert told[other.id] == (Binary(">=", j, entry_of(j)), Binary("==", cell("a"), cell(at_entry("b"))))
    assert not told.get(one.id)


def test_facts_of_the_other_copy_are_not_repeated(program: Make) -> None:
    read, one, other = filled(program, "a, b")
    facts = {loop.id: (Binary(">=", counter(loop), integer(0)),) for loop in (one, other)}
    assert not any(facts_of_copies(read, facts).values())


def test_ambiguous_names_have_no_counterpart(program: Make) -> None:
    read, one, other = filled(program, "b, b")
    known = {one.id: (equal_below_counter(one, "b", "a"),), other.id: (Binary("==", cell("b"), integer(2)),)}
    told = facts_of_copies(read, known)
    assert told[other.id] == (equal_below_counter(other, "b", "b"),)
    assert not told.get(one.id)


@pytest.mark.cbmc
@pytest.mark.parametrize(("by", "holds"), [("", True), ("* (by == 1)", False)])
def test_facts_about_one_copy_are_proved_for_the_other(
    program: Make, cbmc: Cbmc, by: str, *, holds: bool
) -> None:
    read, one, other = filled(program, "a, b", by)
    i = counter(one)
    known: Invariants = {one.id: (Binary(">=", i, integer(0)), equal_below_counter(one, "b", "a"))}
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(30.0)) as session, ready() as solver:
        search = _Search(session, read, Solvers(solver=solver), lambda found: None, [])
        found = search.proved(facts_of_copies(read, known), known)
    told = {Printer().expr(fact) for fact in found.get(other.id, ())}
    assert Printer().expr(Binary(">=", counter(other), integer(0))) in told
    assert (Printer().expr(equal_below_counter(other, "a", "b")) in told) is holds
