"""Test the tables of loop iterations before an error."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Iterations, IterationValues, Operand
from veriabs.core.source import Where
from veriabs.core.types import FloatType
from veriabs.report.counterexample import trace_of
from veriabs.report.iterations import iteration_lines, iterations_json

HERE = Where("a.c", 7, 3)
SITE = ErrorSite(0, "assert", False, HERE)
ROWS = (
    IterationValues(999, (Operand("i", "i", -1), Operand("x", "x", 0x3FE0000000000000, FloatType("double", 64)))),
    IterationValues(1000, (Operand("i", "i", 12), None)),
)
EXAMPLE = Counterexample("x", (), (), SITE, SITE, (), "", (), history=(Iterations(HERE, ("i", "x"), ROWS),))


def test_the_last_iterations() -> None:
    assert iteration_lines(EXAMPLE) == [
        "the last iterations of the loop at line 7:",
        "  iteration   i    x",
        "        999  -1  0.5",
        "      1,000  12    -",
    ]
    assert trace_of(EXAMPLE)[-4:] == iteration_lines(EXAMPLE)
    rows = [{"iteration": 999, "values": ["-1", "0.5"]}, {"iteration": 1000, "values": ["12", None]}]
    (table,) = iterations_json(EXAMPLE)
    assert (table["rows"], table["columns"], table["about"]) == (rows, ["i", "x"], "")


def test_an_iteration_that_came_to_a_cell() -> None:
    table = Iterations(HERE, ("i", "x"), ROWS[:1], "a[3]")
    (first, *_) = iteration_lines(replace(EXAMPLE, history=(table,)))
    assert first == "the iteration of the loop at line 7 that reached a[3]:"
