"""Test the ranges of counters in witness files."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.program import Program
from veriabs.core.types import INT
from veriabs.invariants.ranges import ranges, text

Make = Callable[[str], Program]
LOOP = "int a[100]; int n; int main(void) {{ int i; n = __VERIFIER_nondet_int(); {} __VERIFIER_assert(a[3]); }}"


def range_texts(program: Program) -> list[str]:
    return [Printer().expr(expr) for exprs in ranges(program).values() for expr in exprs]


@pytest.mark.parametrize(("code", "low", "high"), [
    ("for (i = 0; i < 100; i++) a[i] = 1;", 0, 100),
    ("for (i = 3; i < 100; i += 2) a[i] = 1;", 3, 101),
    ("for (i = 99; i >= 0; i--) a[i] = 1;", -1, 99),
])  # fmt: skip
def test_both_ends_are_reached(program: Make, code: str, low: int, high: int) -> None:
    assert range_texts(program(LOOP.format(code))) == [f"i >= {low}", f"i <= {high}"]


@pytest.mark.parametrize("code", [
    "for (i = 0; i < n; i++) a[0] = 1;",
    "for (i = n; i < 100; i++) a[0] = 1;",
    "for (i = 0; a[i] < 5; i++) a[0] = 1;",
])  # fmt: skip
def test_loops_without_numeric_scalars_have_no_text(program: Make, code: str) -> None:
    assert range_texts(program(LOOP.format(code))) == []


def test_only_names_of_the_user_are_shown(program: Make) -> None:
    made = program(LOOP.format("for (i = 0; i < 100; i++) a[i] = 1;"))
    (name,) = (scalar.name for scalar in made.scalars.values() if scalar.source == "i")
    assert text(made, Binary("<=", Var(name, INT), Const(9, INT))) == "i <= 9"
    assert text(made, Binary("<=", Var("veriabs_made", INT), Const(9, INT))) is None
