"""A lookup in a table that a loop fills is replaced by the computation, if nothing has changed since."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.program import Program
from veriabs.loops.flatten import assertions
from veriabs.loops.producer_inlining import inline_producers

Make = Callable[[str], Program]

CODE = """unsigned table[256], more[256], weight = 3;
int main(void) {{
  unsigned c, n, x = __VERIFIER_nondet_uint() & 255, t = 0;
  {fill}
  {use}
  __VERIFIER_assert(t == 0);
  return 0;
}}"""
FILL = "for (n = 0; n < 256; n++) { c = n >> 1; table[n] = c + weight; }"


def text(made: Program) -> str:
    return "\n".join(Printer().lines(made.body))


def again(program: Make, use: str, fill: str = FILL) -> str:
    """The text of the program behind the loop that fills, once lookups are computed."""
    _, behind = text(inline_producers(program(CODE.format(fill=fill, use=use)))).split("  }\n", 1)
    return behind


def test_a_lookup_is_computed_before_the_statement(program: Make) -> None:
    assert again(program, "t = table[x] + 1;").splitlines()[:4] == [
        "  n_of_table = x;",
        "  c_of_table = n_of_table >> 1;",
        "  table_cell = c_of_table + weight;",
        "  t = table_cell + 1;",
    ]


def test_each_lookup_has_a_separate_value(program: Make) -> None:
    assert "  t = table_cell - table_cell_;" in again(program, "t = table[x] - table[x ^ 1];").splitlines()


def test_a_cell_that_is_read_twice_is_computed_once(program: Make) -> None:
    behind = again(program, "t = table[x] * table[x];")
    assert "t = table_cell * table_cell;" in behind and behind.count("n_of_table = ") == 1


@pytest.mark.parametrize(
    ("use", "shown"),
    [
        ("if (table[x] > 9) t = 1;", "if (table_cell > 9) t = 1;"),
        ("if (x > 9) t = table[x];", "    t = table_cell;"),
        ("for (n = 0; n < 9; n++) t += table[t & 255];", "    t = t + table_cell;"),
        ("more[table[x] & 255] = 1;", "more[table_cell & 255] = 1;"),
        ("t = x > 9 ? table[x] : 0;", "t = x > 9 ? table[x] : 0;"),
        ("t = x > 9 && table[x];", "t = x > 9 && table[x];"),
        ("t = table[x] && x;", "t = table_cell && x;"),
        ("t = more[table[x] & 255];", "t = more[table[x] & 255];"),
        ("while (table[t] < 9) t++;", "while (table[t] < 9) {"),
    ],
)
def test_only_certain_reads_are_inlined(use: str, shown: str, program: Make) -> None:
    assert shown in again(program, use)


UNKNOWN = {
    "a cell changes": (FILL, "table[7] = 1; t = table[x];"),
    "what it is computed from changes": (FILL, "weight = 4; t = table[x];"),
    "a cell is left out": (FILL.replace("256", "255"), "t = table[x];"),
    "the first cell is left out": (FILL.replace("n = 0", "n = 1"), "t = table[x];"),
    "a lookup in an update": (FILL, "for (n = 0; n < 9; n++, t = table[x]) t++;"),
    "every second cell": (FILL.replace("n++", "n += 2"), "t = table[x];"),
    "a value is carried on": (FILL.replace("c = n", "c = c + n"), "t = table[x];"),
    "it is computed from its own cells": (FILL.replace("weight", "table[n >> 1]"), "t = table[x];"),
    "at times": ("for (n = 0; n < 256; n++) if (weight) table[n] = n;", "t = table[x];"),
    "cells elsewhere": (FILL.replace("table[n]", "table[n ^ 1]"), "t = table[x];"),
    "another array as well": (FILL.replace("c = n", "more[n] = 1; c = n"), "t = table[x];"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_cells_that_may_have_changed_are_not_inlined(name: str, program: Make) -> None:
    fill, use = UNKNOWN[name]
    made = program(CODE.format(fill=fill, use=use))
    assert inline_producers(made) == made


def test_inlined_computation_keeps_its_conditions(program: Make) -> None:
    fill = "for (n = 0; n < 256; n++) { c = n; if (c & 1) c = c ^ 9; table[n] = c; }"
    assert again(program, "t = table[x];", fill).splitlines()[2] == "  if (c_of_table & 1) c_of_table = c_of_table ^ 9;"


def test_assertions_are_not_inlined(program: Make) -> None:
    made = program(CODE.format(fill=FILL, use="__VERIFIER_assert(table[x] > 2);"))
    found = inline_producers(made)
    assert [one.goal for one in assertions(found)] == [one.goal for one in assertions(made)]
    assert "__VERIFIER_assert(table_cell > 2);" in text(found)
