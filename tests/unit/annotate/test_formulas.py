"""Formulas: the same meaning with fewer casts, and only where nothing can wrap in between."""

from __future__ import annotations

import pytest

from veriabs.annotate.formulas import (
    Formula,
    bounded,
    drop_widening,
    drop_zero_bound,
    formula,
    is_empty,
    join_ranges,
    mathematical,
    natural_ones,
    product_bits,
)
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, negate
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, LoopFacts, entry_of
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assign, Loop
from veriabs.core.types import INT, LLONG, ULLONG, UNSIGNED, FloatType, IntType
from veriabs.loops.facts import facts_of

AT, N, U = Var("i", INT), Var("n", INT), Var("u", UNSIGNED)
SIZE = Var("size", IntType("unsigned long", 64, False))
WHERE = Where("input.c", 1)
LOOP = Loop(Binary("<", AT, N), (), (Assign(AT, Binary("+", AT, integer(1)), WHERE),), WHERE)
FACTS: LoopFacts = facts_of(0, LOOP)


def wide(expr: Expr) -> Expr:
    return Cast(LLONG, expr)


def text(fact: Expr) -> str:
    found = formula(fact, FACTS, {}, DataModel.LP64)
    assert found is not None
    return Printer().expr(found.fact)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (Binary("<=", wide(AT), wide(N)), "i <= n"),
        (Binary("<=", wide(AT), wide(U)), "(long long)i <= (long long)u"),
        (Binary("<=", wide(AT), wide(SIZE)), "(long long)i <= (long long)size"),
        (Binary(">=", wide(U), integer(0, LLONG)), "u >= 0"),
        (Binary(">=", wide(U), integer(-1, LLONG)), "(long long)u >= -1LL"),
        (Binary("<=", wide(Binary("+", AT, integer(1))), wide(N)), "(long long)(i + 1) <= (long long)n"),
        (negate(Binary("<", AT, N)), "i >= n"),
        (Binary("<", CELL, wide(Binary("*", AT, N))), "cell < i * n"),
        (Binary("<", CELL, wide(Binary("*", U, N))), "cell < (long long)(u * n)"),
    ],
)
def test_widening_is_removed_where_the_comparison_is_unchanged(fact: Expr, expected: str) -> None:
    assert text(fact) == expected


def test_iteration_number_is_expressed_by_a_counter() -> None:
    fact = Binary("<=", wide(N), Binary("-", wide(ITERATION), integer(1, LLONG)))
    found = formula(fact, FACTS, {"i": integer(0, LLONG)}, DataModel.LP64)
    assert found is not None
    assert Printer().expr(found.fact) == "n <= i"


@pytest.mark.parametrize(
    ("op", "step", "expected"),
    [
        ("-", 1, "(long long)n + (long long)i <= (long long)entry_i"),
        ("+", 2, "(long long)n <= ((long long)i - (long long)entry_i) / 2"),
    ],
)
def test_iterations_are_counted_down_and_in_steps(op: str, step: int, expected: str) -> None:
    test = Binary("<" if op == "+" else ">", AT, N)
    loop = Loop(test, (), (Assign(AT, Binary(op, AT, integer(step)), WHERE),), WHERE)
    fact = Binary("<=", wide(N), Binary("-", wide(ITERATION), integer(1, LLONG)))
    found = formula(fact, facts_of(0, loop), {}, DataModel.LP64)
    assert found is not None
    assert Printer().expr(found.fact) == expected


def test_iteration_has_no_formula_in_a_loop_without_counter() -> None:
    still = facts_of(0, Loop(Binary("<", AT, N), (), (), WHERE))
    assert formula(Binary("<=", wide(N), wide(ITERATION)), still, {}, DataModel.LP64) is None


def test_known_start_replaces_the_value_at_the_entry() -> None:
    fact = Binary(">=", wide(AT), wide(entry_of(AT)))
    assert text(fact) == "i >= entry_i"
    found = formula(fact, FACTS, {"i": integer(3, LLONG)}, DataModel.LP64)
    assert found is not None
    assert Printer().expr(found.fact) == "i >= 3"


def test_the_snapshot_before_a_loop_is_the_value_at_its_entry() -> None:
    (counter,) = FACTS.accelerable
    assert counter.start.name.startswith("start_")
    assert text(Binary("<=", counter.start, AT)) == f"{entry_of(AT).name} <= i"


def test_the_range_of_cells_is_separate_from_the_fact() -> None:
    span = Binary("&&", Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, wide(AT)))
    cell = Element("a", (CELL,), INT)
    found = formula(Binary("||", negate(span), Binary("==", cell, N)), FACTS, {}, DataModel.LP64)
    assert found is not None
    assert [Printer().expr(part) for part in found.span] == ["0 <= cell", "cell < i"]
    assert (Printer().expr(found.fact), found.bound) == ("a[cell] == n", (CELL,))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (Binary("<=", Binary("+", wide(AT), integer(1, LLONG)), wide(N)), "i + 1 <= n"),
        (Binary("==", Binary("+", U, U), U), "(unsigned int)(u + u) == u"),
        (Binary("<=", Binary("+", wide(U), integer(1, LLONG)), wide(N)), "u + 1 <= n"),
        (Binary("==", wide(SIZE), wide(AT)), "(long long)size == i"),
    ],
)
def test_mathematical_integers_drop_widening_and_keep_wrapping(fact: Expr, expected: str) -> None:
    assert Printer().expr(mathematical(Formula(fact), DataModel.LP64).fact) == expected


def test_both_bounds_of_a_variable_stand_together() -> None:
    said = [Binary(">=", AT, integer(0)), Binary("==", N, U), Binary("<=", AT, N), Binary("<=", AT, integer(9))]
    texts = [Printer().expr(one.fact) for one in join_ranges(map(Formula, said))]
    assert texts == ["0 <= i && i <= n", "n == u", "i <= 9"]
    assert [Printer().expr(one.fact) for one in join_ranges(map(Formula, said[2:0:-1]))] == ["i <= n", "n == u"]
    assert [Printer().expr(one.fact) for one in join_ranges(map(Formula, said[2::-1]))] == [
        "0 <= i && i <= n", "n == u"
    ]


def test_products_take_the_bits_of_their_factors() -> None:
    square = Binary("*", wide(AT), wide(AT))
    assert product_bits(square, DataModel.LP64) == 62
    assert product_bits(Binary("*", integer(6), square), DataModel.LP64) == 62
    assert product_bits(Binary("*", square, wide(U)), DataModel.LP64) == 94


def test_redundant_conversion_is_omitted() -> None:
    there_and_back = Cast(LLONG, Cast(ULLONG, Var("n", INT)))
    ratio = Cast(LLONG, Cast(ULLONG, Var("ratio", FloatType("double", 64))))  # below 0 the way there has no value

    def said(value: Expr) -> str:
        one = formula(Binary("<=", Var("i", LLONG), value), FACTS, {}, DataModel.LP64)
        assert one is not None
        return Printer().expr(one.fact)

    assert said(there_and_back) == "i <= n"
    assert "(unsigned long long)ratio" in said(ratio)


def test_empty_range_is_detected() -> None:
    below, beyond = Binary("<", CELL, integer(9)), Binary("<=", integer(9), CELL)
    assert not is_empty((Binary("<=", integer(0), CELL), below))
    assert is_empty((below, negate(below))) and is_empty((beyond, negate(beyond)))


CELL_OF_A = Element("a", (CELL,), INT)
FROM_FIRST = Binary("<=", integer(0), CELL)


def test_index_bounds_are_written_before_the_arrow() -> None:
    below = Binary("&&", FROM_FIRST, Binary("<", CELL, wide(N)))
    end, other = Binary("<=", CELL, wide(AT)), Binary("!=", CELL_OF_A, N)
    found = formula(Binary("||", negate(below), Binary("||", end, other)), FACTS, {}, DataModel.LP64)
    assert found is not None
    assert [Printer().expr(one) for one in found.span][1:] == ["cell < n", "i < cell"]
    assert found.fact == other


def test_alternative_about_cells_is_written_after_the_arrow() -> None:
    below = Binary("&&", FROM_FIRST, Binary("<", CELL, wide(N)))
    small, other = Binary("<=", CELL_OF_A, integer(3)), Binary("!=", CELL_OF_A, N)
    found = formula(Binary("||", negate(below), Binary("||", small, other)), FACTS, {}, DataModel.LP64)
    assert found is not None
    assert found.fact == Binary("||", small, other)


@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ((Binary("<=", SIZE, integer(99)),), True),
        ((Binary("<=", wide(SIZE), integer(99, LLONG)), Binary(">=", wide(SIZE), integer(0, LLONG))), True),
        ((Binary("<=", wide(SIZE), integer(99, LLONG)),), False),
        ((Binary("<=", wide(SIZE), integer(99, LLONG)), Binary(">=", wide(SIZE), integer(-9, LLONG))), False),
        ((Binary("<=", SIZE, integer(ULLONG.highest, ULLONG)),), False),
        ((Binary("<=", SIZE, N),), False),
        ((Binary(">=", SIZE, integer(99)),), False),
    ],
)
def test_variables_with_an_upper_bound_are_small(facts: tuple[Expr, ...], *, known: bool) -> None:
    assert bounded(map(Formula, facts)) == ({SIZE} if known else set())


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (Formula(Binary("<=", wide(SIZE), integer(9, LLONG))), "size <= 9"),
        (Formula(Binary("<=", wide(SIZE), integer(-9, LLONG))), "(long long)size <= -9LL"),
        (Formula(Binary("<=", wide(SIZE), wide(N))), "(long long)size <= (long long)n"),
        (Formula(Binary("<", CELL, wide(SIZE)), (FROM_FIRST,), (CELL,)), "cell < size"),
        (Formula(Binary("<", CELL, wide(SIZE)), (), (CELL,)), "cell < (long long)size"),
    ],
)
def test_casts_of_small_variables_are_dropped_unless_a_sign_is_lost(one: Formula, expected: str) -> None:
    """A negative number becomes large when it is unsigned, so an expression that may be negative keeps the widening."""
    assert Printer().expr(drop_widening(one, {SIZE}).fact) == expected


def test_small_variables_need_no_widening_in_integer_notation() -> None:
    fact = Formula(Binary("==", wide(N), Binary("-", integer(9, LLONG), wide(SIZE))))
    assert Printer().expr(mathematical(fact, DataModel.LP64, {SIZE}).fact) == "n == 9 - size"
    assert Printer().expr(mathematical(fact, DataModel.LP64).fact) == "n == 9 - (long long)size"


@pytest.mark.parametrize(
    ("facts", "least", "known"),
    [
        ((Binary(">=", AT, integer(0)),), wide(AT), True),
        ((Binary(">=", AT, integer(-1)),), wide(AT), False),
        ((Binary("<=", AT, integer(9)),), wide(AT), False),
        ((Binary("<=", SIZE, integer(9)),), wide(SIZE), True),
        ((Binary(">=", SIZE, integer(0)),), wide(SIZE), False),
        ((Binary(">=", wide(SIZE), integer(0, LLONG)),), wide(SIZE), True),
    ],
)
def test_cell_range_starts_at_a_nonnegative_bound(facts: tuple[Expr, ...], least: Expr, *, known: bool) -> None:
    """An unsigned variable is never negative, but its conversion to a signed type may be."""
    told = [Formula(fact) for fact in facts]
    begin, end = Binary("<=", least, CELL), Binary("<", CELL, wide(N))
    one = drop_zero_bound(Formula(N, (FROM_FIRST, end, begin), (CELL,)), natural_ones(told, bounded(told)))
    assert one.span == ((begin, end) if known else (FROM_FIRST, end, begin))
