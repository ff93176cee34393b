"""Sums: the same comparison, each variable once, and untouched where something may wrap."""

from __future__ import annotations

from itertools import product

import pytest

from veriabs.annotate.sums import split_by_sign
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.source import DataModel
from veriabs.core.types import INT, LLONG
from veriabs.core.typing_rules import value_of

AT, J, N = (Cast(LLONG, Var(name, INT)) for name in "ijn")
ONE = integer(1, LLONG)


def plus(*parts: Expr) -> Expr:
    first, *others = parts
    return Binary("+", first, plus(*others)) if others else first


def minus(left: Expr, right: Expr) -> Expr:
    return Binary("-", left, right)


def times(number: int, expr: Expr) -> Expr:
    return Binary("*", integer(number, LLONG), expr)


CASES = [
    (Binary("<=", J, minus(plus(AT, ONE), ONE)), "j <= i"),
    (Binary("<=", minus(integer(0, LLONG), J), minus(AT, ONE)), "j + i >= 1"),
    (Binary("==", minus(J, integer(7, LLONG)), times(3, AT)), "j == 3 * i + 7"),
    (Binary("==", times(3, AT), minus(J, integer(7, LLONG))), "j == 3 * i + 7"),
    (Binary("<=", plus(AT, ONE), N), "i < n"),
    (Binary("<=", AT, plus(N, ONE)), "i <= n + 1"),
    (Binary(">=", minus(AT, N), ONE), "i > n"),
    (Binary("!=", minus(minus(AT, J), N), integer(-2, LLONG)), "i != j + n - 2"),
    (Binary("<", minus(N, AT), integer(3, LLONG)), "n < i + 3"),
]


@pytest.mark.parametrize(("test", "expected"), CASES, ids=[expected for _, expected in CASES])
def test_each_part_is_on_the_side_where_it_is_added(test: Binary, expected: str) -> None:
    found = split_by_sign(test, DataModel.LP64)
    assert Printer().expr(found).replace("(long long)", "") == expected
    for values in product((-3, -1, 0, 1, 2, 7, 10), repeat=3):
        known = dict(zip("ijn", values, strict=True))
        assert value_of(found, known, DataModel.LP64) == value_of(test, known, DataModel.LP64)


def test_comparisons_that_may_wrap_are_unchanged() -> None:
    large = Var("l", LLONG)
    for test in (Binary("<=", minus(large, ONE), AT), Binary("<=", Binary("+", Var("i", INT), Var("j", INT)), N)):
        assert split_by_sign(test, DataModel.LP64) is test
