"""What can be said of a loop: only what it has names for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.notations import NOTATIONS
from veriabs.annotate.sayable import everything, only_sayable, sayable_in
from veriabs.core.ctree import integer, statements
from veriabs.core.expressions import Apply, Binary, Expr, Var
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import INT, LLONG

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
def test_a_name_of_an_inner_block_is_said_there_alone(program: Callable[[str], Program], notation: str) -> None:
    read = program(TEXT)
    sayable, (first, second) = sayable_in(read, NOTATIONS[notation]), loops_of(read)
    assert sayable(first, below(read, "i")) and sayable(second, below(read, "i"))
    assert sayable(second, below(read, "inner")) and not sayable(first, below(read, "inner"))


def test_what_cannot_be_said_is_left_out(program: Callable[[str], Program]) -> None:
    read = program(TEXT)
    first, second = loops_of(read)
    facts = {first: (below(read, "i"), below(read, "inner")), second: (below(read, "inner"),)}
    left = only_sayable(facts, sayable_in(read, NOTATIONS["contracts"]))
    assert left == {first: (below(read, "i"),), second: (below(read, "inner"),)}
    assert only_sayable(facts, everything) == facts


@pytest.mark.parametrize(("notation", "has_functions"), [("acsl", True), ("contracts", False)])
def test_functions_of_arrays_are_said_where_there_are_any(
    program: Callable[[str], Program], notation: str, *, has_functions: bool
) -> None:
    read = program(TEXT)
    (first, _), counter = loops_of(read), Var("i", read.scalars["i"].type)
    total = Binary("==", counter, Apply("sum_1", (counter, Var("a", INT)), LLONG))
    assert sayable_in(read, NOTATIONS[notation])(first, total) is has_functions
