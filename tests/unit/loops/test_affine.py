"""Index functions: sums of multiples, checked against plain arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.types import INT, LLONG, FloatType, IntType
from veriabs.loops.affine import ITERATION, Affine, affine, index_of

COUNTER, SIZE = Var("i", INT), Var("n", INT)
VALUES = {"i": Affine(((ITERATION, 2),), -1)}
SHORT = IntType("short", 16, True)


def number(value: int) -> Const:
    return Const(value, INT)


def value(form: Affine, atoms: dict[str, int]) -> int:
    return form.constant + sum(factor * atoms[atom] for atom, factor in form.terms)


def sums() -> st.SearchStrategy[Expr]:
    leaves = st.one_of(st.integers(-9, 9).map(number), st.sampled_from([COUNTER, SIZE]))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Binary, st.sampled_from(["+", "-"]), inner, inner),
            st.builds(Binary, st.just("*"), st.integers(-5, 5).map(number), inner),
            st.builds(Binary, st.just("*"), inner, st.integers(-5, 5).map(number)),
            st.builds(Unary, st.just("-"), inner),
            st.builds(Cast, st.just(LLONG), inner),
        ),
        max_leaves=8,
    )


def plain(expr: Expr, values: dict[str, int]) -> int:
    match expr:
        case Const(value=int() as constant):
            return constant
        case Var(name=name):
            return values[name]
        case Cast(operand=operand):
            return plain(operand, values)
        case Unary(operand=operand):
            return -plain(operand, values)
        case Binary(op="+", left=left, right=right):
            return plain(left, values) + plain(right, values)
        case Binary(op="-", left=left, right=right):
            return plain(left, values) - plain(right, values)
        case Binary(op="*", left=left, right=right):
            return plain(left, values) * plain(right, values)
    raise AssertionError(expr)


@given(sums(), st.integers(-20, 20), st.integers(-20, 20))
def test_form_has_the_value_of_the_expression(expr: Expr, itno: int, n: int) -> None:
    form = affine(expr, VALUES)
    assert form is not None
    assert value(form, {ITERATION: itno, "n": n}) == plain(expr, {"i": 2 * itno - 1, "n": n})


@given(sums())
def test_terms_are_in_normal_form(expr: Expr) -> None:
    form = affine(expr, VALUES)
    assert form is not None
    assert all(factor for _, factor in form.terms)
    assert list(form.terms) == sorted(form.terms)
    assert form.plus(form, -1) == Affine()


@pytest.mark.parametrize("expr", [
    Binary("*", COUNTER, SIZE),
    Binary("/", COUNTER, number(2)),
    Binary("%", COUNTER, number(2)),
    Binary("<<", COUNTER, number(1)),
    Element("a", (COUNTER,), INT),
    Cast(SHORT, COUNTER),
    Cast(FloatType("float", 32), COUNTER),
    Unary("~", COUNTER),
    Conditional(COUNTER, SIZE, SIZE),
])  # fmt: skip
def test_not_affine(expr: Expr) -> None:
    assert affine(expr, VALUES) is None
    assert affine(Binary("+", expr, number(1)), VALUES) is None


def test_scalars_have_to_be_invariant() -> None:
    assert affine(SIZE, {}, frozenset({"n"})) == Affine((("n", 1),))
    assert affine(SIZE, {}, frozenset()) is None


@pytest.mark.parametrize(("left", "right", "expected"), [(7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3)])
def test_division_rounds_to_zero(left: int, right: int, expected: int) -> None:
    assert affine(Binary("/", number(left), number(right)), {}) == Affine((), expected)


def test_division_by_zero_has_no_value() -> None:
    assert affine(Binary("/", number(1), number(0)), {}) is None


def test_slope_and_rest() -> None:
    form = Affine(((ITERATION, 3), ("n", 2)), 5)
    assert (form.slope, form.rest, form.is_constant) == (3, Affine((("n", 2),), 5), False)
    assert form.times(-1) == Affine(((ITERATION, -3), ("n", -2)), -5)


def test_index_of_takes_the_dimension_that_moves() -> None:
    row, column = Element("m", (COUNTER, number(3)), INT), Element("m", (number(3), COUNTER), INT)
    assert index_of(row, VALUES) == index_of(column, VALUES) == VALUES["i"]


def test_index_of_needs_a_single_moving_dimension() -> None:
    assert index_of(Element("m", (COUNTER, COUNTER), INT), VALUES) is None
    assert index_of(Element("m", (number(1), Element("a", (COUNTER,), INT)), INT), VALUES) is None
