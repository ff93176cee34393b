"""The frame of a generated program: declarations, arbitrary values, and their functions."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctree import TRUE, integer
from veriabs.core.expressions import Var
from veriabs.core.program import Initial, Program
from veriabs.core.statements import Check, CheckId, CheckKind, Define, Evaluate, HavocArray, If
from veriabs.core.types import INT, ULLONG
from veriabs.encode.emit import PRINTER, arbitrary, checks, frame, havoc

Make = Callable[[str], Program]

TEXT = """int a[9], b[9], x; int main(void) { int i; unsigned char c = __VERIFIER_nondet_uint();
for (i = 0; i < 9; i++) { a[i] = b[i]; x = c; } __VERIFIER_assert(x == a[3]); return 0; }"""


def test_havoc_covers_exactly_the_named_variables(program: Make) -> None:
    made = program(TEXT)
    at = made.body[0]
    found = havoc(["x", "a", "elsewhere"], made.scalars, made.arrays, at)
    assert PRINTER.lines(found, 0) == ["__CPROVER_havoc_object(a);", "x = nondet_int();"]
    assert [type(stmt) for stmt in found][:1] == [HavocArray]
    assert havoc([], made.scalars, made.arrays, at) == ()


def test_every_function_of_arbitrary_values_is_declared(program: Make) -> None:
    made = program(TEXT)
    where = made.body[0].where
    body = (
        If(TRUE, (Define(Var("n", ULLONG), None, where),), (), where),
        Evaluate(arbitrary(INT), where),
        *havoc(["c"], made.scalars, made.arrays, made.body[0]),
    )
    context = frame(body, made.scalars.values(), made.arrays.values())
    assert {name for name, _ in context["nondets"]} >= {"unsigned long long", "int", "unsigned char"}
    assert dict(context["nondets"])["unsigned long long"] == "nondet_unsigned_long_long"


def test_uninitialised_variables_get_arbitrary_values(program: Make) -> None:
    made = program(TEXT)
    context = frame((), made.scalars.values(), made.arrays.values())
    arbitrary_ones = {s.name for s in made.scalars.values() if s.initial is Initial.NONDET}
    assert {name for name, _ in context["initial"]} == arbitrary_ones
    assert "x" not in arbitrary_ones
    assert context["arbitrary"] == []
    assert "int x" in context["scalars"]


def test_checks_are_found_by_their_description(program: Make) -> None:
    where = program(TEXT).body[0].where
    first, second = CheckId(CheckKind.GOAL), CheckId(CheckKind.ACCESS, number=2)
    inner = If(integer(1), (Check(TRUE, "inner", second, where),), (), where)
    assert checks((Check(TRUE, "outer", first, where), inner)) == {"outer": first, "inner": second}
