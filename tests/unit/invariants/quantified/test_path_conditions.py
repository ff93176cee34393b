"""Statements and loops with their enclosing loops and conditions."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.ctree import expressions
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Halt
from veriabs.invariants.quantified.path_conditions import indices, loop_nests, path_of, paths
from veriabs.loops.flatten import assertions

Make = Callable[[str], Program]

NESTED = """int a[9][9], b[9], x, y; int main(void) { int i, j; x = __VERIFIER_nondet_int();
if (x > 3) { for (i = 0; i < 9; i++) { for (j = 0; j < x; j++) { if (j > y) { a[i][j] = 1; } } } }
else { for (i = 0; i < 9; i++) { if (b[i] > 7) abort(); __VERIFIER_assert(b[b[i]] < b[i]); } }
return 0; }"""


def text(expr: object) -> str:
    return Printer().expr(expr)  # type: ignore[arg-type]


def test_an_assertion_has_the_loop_and_the_conditions_around_it(program: Make) -> None:
    whole = program(NESTED)
    path = path_of(whole, assertions(whole)[0])
    assert path is not None
    assert [loop.where.line for loop in path.loops] == [4]
    assert path.guards == ()
    assert path_of(whole, assertions(program(NESTED.replace("< b[i])", "> b[i])")))[0]) is None


def test_conditions_are_those_of_the_innermost_loop(program: Make) -> None:
    found = list(paths(program(NESTED).body))
    cell = next(path for path in found if isinstance(path.stmt, Assign) and "a[" in Printer().lines((path.stmt,), 0)[0])
    assert [text(guard) for guard in cell.guards] == ["j > y"]
    assert len(cell.loops) == 2
    halt = next(path for path in found if isinstance(path.stmt, Halt))
    assert [text(guard) for guard in halt.guards] == ["b[i] > 7"]


def test_the_other_branch_runs_under_the_negation(program: Make) -> None:
    text_ = "int x, y; int main(void) { if (x > 3) y = 1; else y = 2; __VERIFIER_assert(y); return 0; }"
    guards = [path.guards for path in paths(program(text_).body) if isinstance(path.stmt, Assign)]
    assert [[text(guard) for guard in one] for one in guards] == [["x > 3"], ["!(x > 3)"]]


def test_loops_are_numbered_as_they_stand_with_those_around_them(program: Make) -> None:
    assert [[facts.number for facts in nest] for nest in loop_nests(program(NESTED))] == [[1], [1, 2], [3]]


def test_indices_that_read_arrays_come_last(program: Make) -> None:
    whole = program(NESTED)
    assert [text(index) for index in indices(expressions(assertions(whole)[0]))] == ["i", "b[i]"]
