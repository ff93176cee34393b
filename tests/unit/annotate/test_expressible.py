"""Facts that a notation can express at a loop: their names must be visible there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.expressible import accept_all, expressible_in, only_expressible
from veriabs.annotate.formulas import formula_maker
from veriabs.annotate.notations import NOTATIONS
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, statements
from veriabs.core.expressions import Apply, Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, at_entry
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import INT, LLONG
from veriabs.frontend.scopes import scopes_in

TEXT = """
int a[100], found;
int main(void) {
  int i = 0;
  while (i < 50) { a[i] = 1; i++; }
  { int inner = 3; while (inner < 60) { a[inner] = 2; inner++; } }
  __VERIFIER_assert(i == 50);
}
"""


def loops_of(program: Program) -> list[LoopId]:
    return [stmt.id for stmt in statements(program.body) if isinstance(stmt, Loop)]


def below(program: Program, name: str) -> Expr:
    return Binary("<=", Var(name, program.scalars[name].type), integer(60))


@pytest.mark.parametrize("notation", ["contracts", "acsl", "comments", "asserts"])
def test_name_of_an_inner_block_is_expressible_there_only(program: Callable[[str], Program], notation: str) -> None:
    read = program(TEXT)
    expressible, (first, second) = expressible_in(read, NOTATIONS[notation]), loops_of(read)
    assert expressible(first, below(read, "i")) and expressible(second, below(read, "i"))
    assert expressible(second, below(read, "inner")) and not expressible(first, below(read, "inner"))


def test_inexpressible_facts_are_omitted(program: Callable[[str], Program]) -> None:
    read = program(TEXT)
    first, second = loops_of(read)
    facts = {first: (below(read, "i"), below(read, "inner")), second: (below(read, "inner"),)}
    left = only_expressible(facts, expressible_in(read, NOTATIONS["contracts"]))
    assert left == {first: (below(read, "i"),), second: (below(read, "inner"),)}
    assert only_expressible(facts, accept_all) == facts


@pytest.mark.parametrize(("notation", "has_functions"), [("acsl", True), ("contracts", False)])
def test_array_functions_are_expressible_in_notations_that_have_them(
    program: Callable[[str], Program], notation: str, *, has_functions: bool
) -> None:
    read = program(TEXT)
    (first, _), counter = loops_of(read), Var("i", read.scalars["i"].type)
    total = Binary("==", counter, Apply("sum_1", (counter, Var("a", INT)), LLONG))
    assert expressible_in(read, NOTATIONS[notation])(first, total) is has_functions


def past(program: Program, array: str, index: Expr) -> Expr:
    """The value of a cell at the entry of the loop."""
    return Element(at_entry(array), (index,), program.arrays[array].type)


@pytest.mark.parametrize("notation", ["contracts", "acsl", "comments", "asserts"])
def test_old_cell_values_are_expressible_in_acsl_only(program: Callable[[str], Program], notation: str) -> None:
    read = program(TEXT)
    fact = Binary("==", Element("a", (CELL,), INT), past(read, "a", CELL))
    assert expressible_in(read, NOTATIONS[notation])(loops_of(read)[0], fact) is (notation == "acsl")


def test_index_of_an_old_cell_value_is_the_current_one(program: Callable[[str], Program]) -> None:
    read = program(TEXT)
    loop = next(stmt for stmt in statements(read.body) if isinstance(stmt, Loop))
    speller = NOTATIONS["acsl"].speller(read, loop, scopes_in(read)[loop.where], {})
    counter = Var("i", read.scalars["i"].type)
    assert speller.text(past(read, "a", CELL)) == "\\at(a[k], LoopEntry)"
    assert speller.text(past(read, "a", counter)) == "\\at(a[\\at(i, Here)], LoopEntry)"
    inner = Element("a", (CELL,), INT)  # what a cell holds now says where to look
    assert speller.text(past(read, "a", inner)) == "\\at(a[\\at(a[k], Here)], LoopEntry)"


SIZED = """
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < 3; i++) ;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = 1;
  __VERIFIER_assert(a[0] == 1);
}
"""


@pytest.mark.parametrize("notation", ["contracts", "acsl"])
def test_array_size_is_expressed_by_its_defining_variable(program: Callable[[str], Program], notation: str) -> None:
    read = program(SIZED)
    (size,) = read.arrays["a"].sizes
    fact = Binary("<=", Cast(LLONG, Var("i_2", INT)), Cast(LLONG, size))
    first, second = (stmt for stmt in statements(read.body) if isinstance(stmt, Loop))
    say, expressible = formula_maker(read), expressible_in(read, NOTATIONS[notation])
    said = say(second, fact)
    assert said is not None and Printer().expr(said.fact) == "i_2 <= n"
    assert expressible(second.id, fact) and not expressible(
        first.id, Binary("<=", integer(3, LLONG), Cast(LLONG, size))
    )


LEAVING = """
int a[100];
static int first(int wanted) {
  for (int i = 0; i < 100; i++)
    if (a[i] == wanted) return i;
  return -1;
}
int main(void) { int at = first(3); __VERIFIER_assert(at < 100); }
"""


@pytest.mark.parametrize(
    ("flag", "value", "kept"), [("first_returned", 0, True), ("first_returned", 1, False), ("first_result", 0, False)]
)
def test_early_return_flag_is_expressible_while_unset(
    program: Callable[[str], Program], flag: str, value: int, *, kept: bool
) -> None:
    """Otherwise no proof of a function that returns from a loop could be written."""
    read = program(LEAVING)
    (loop,) = loops_of(read)
    made = next(one for one in read.scalars.values() if one.source == flag)
    fact = Binary("==", Cast(LLONG, Var(made.name, made.type)), integer(value, LLONG))
    assert expressible_in(read, NOTATIONS["contracts"])(loop, fact) is kept
