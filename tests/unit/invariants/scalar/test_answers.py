"""Formulas of z3 as core expressions: they have the same value wherever no number is negative."""

from __future__ import annotations

from itertools import product

import pytest
import z3

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Var
from veriabs.core.types import INT
from veriabs.invariants.scalar.answers import LARGEST_FORMULA, conjuncts_of

ARGUMENTS = (Var("x", INT), Var("y", INT))
X, Y = z3.Var(0, z3.IntSort()), z3.Var(1, z3.IntSort())
FORMULAS = {
    "comparison": X <= Y + 3,
    "sum": X + 2 * Y - 1 == Y * X,
    "or": z3.Or(X < Y, X == 4),
    "not": z3.Not(X >= Y),
    "implies": z3.Implies(X > 2, Y > 1),
    "case": z3.If(X > Y, X, Y) <= 3,
    "remainder": X % 3 == 1,
    "quotient": X / 2 < Y,
    "distinct": z3.Distinct(X, Y),
    "negative": -X < Y,
}


def conjunct_texts(formula: z3.ExprRef) -> list[str]:
    return [Printer().expr(expr) for expr in conjuncts_of(formula, ARGUMENTS)]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_has_the_value_that_z3_gives_it(name: str) -> None:
    (text,) = conjunct_texts(FORMULAS[name])
    python = text.replace("(long long)", "").replace("LL", "").replace("&&", " and ").replace("||", " or ")
    python = python.replace("/", "//").replace("!(", " not (")
    if "?" in python:
        assert python == "(x > y ? x : y) <= 3"
        python = "max(x, y) <= 3"
    for x, y in product(range(6), repeat=2):
        value = z3.simplify(z3.substitute_vars(FORMULAS[name], z3.IntVal(x), z3.IntVal(y)))
        assert bool(eval(python, {"x": x, "y": y})) == z3.is_true(value), (text, x, y)


def test_conjuncts_are_split_and_inexpressible_ones_dropped() -> None:
    root = z3.Function("f", z3.IntSort(), z3.IntSort())
    formula = z3.And(X <= 3, z3.And(root(X) == 1, z3.BoolVal(True)), Y % X == 0, Y >= 1)
    assert conjunct_texts(formula) == ["(long long)x <= 3LL", "(long long)y >= 1LL"]


def test_oversized_formulas_are_dropped() -> None:
    assert conjunct_texts(z3.Sum([X] * LARGEST_FORMULA) <= Y) == []
    assert conjunct_texts(X <= 2**70) == []
    assert conjunct_texts(z3.Var(7, z3.IntSort()) <= 3) == []
