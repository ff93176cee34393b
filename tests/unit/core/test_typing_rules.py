"""The typing rules of C."""

from __future__ import annotations

import pytest

from veriabs.core.expressions import Binary, Cast, Const, Unary, Var
from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT, LLONG, ULLONG, UNSIGNED, CType
from veriabs.core.typing_rules import (
    CHAR,
    DOUBLE,
    FLOAT,
    common_type,
    convert,
    fold_binary,
    fold_unary,
    named_type,
    offset_type,
    promote,
    size_type,
    type_of,
    wrap,
)

LP64, ILP32 = DataModel.LP64, DataModel.ILP32
LONG, ULONG = named_type("long", LP64), named_type("unsigned long", LP64)
LONG32, ULONG32 = named_type("long", ILP32), named_type("unsigned long", ILP32)


def test_promotion() -> None:
    assert promote(BOOL) == promote(CHAR) == promote(named_type("unsigned short", LP64)) == INT
    assert promote(UNSIGNED) == UNSIGNED and promote(FLOAT) == FLOAT


@pytest.mark.parametrize(
    ("left", "right", "model", "expected"),
    [
        (INT, UNSIGNED, LP64, UNSIGNED),
        (UNSIGNED, LONG, LP64, LONG),
        (UNSIGNED, LONG32, ILP32, ULONG32),
        (LONG, ULLONG, LP64, ULLONG),
        (ULONG, LLONG, LP64, ULLONG),
        (LONG, LLONG, LP64, LLONG),
        (LLONG, ULONG32, ILP32, LLONG),
        (CHAR, BOOL, LP64, INT),
        (INT, FLOAT, LP64, FLOAT),
        (DOUBLE, FLOAT, LP64, DOUBLE),
    ],
)
def test_usual_arithmetic_conversions(left: CType, right: CType, model: DataModel, expected: CType) -> None:
    assert common_type(left, right, model) == expected
    assert common_type(right, left, model) == expected


def test_types_of_expressions() -> None:
    small, wide = Var("c", CHAR), Var("w", ULONG)
    assert type_of(Binary("<<", small, wide), LP64) == INT
    assert type_of(Binary("+", small, wide), LP64) == ULONG
    assert type_of(Binary("<", wide, wide), LP64) == INT
    assert type_of(Unary("~", small), LP64) == INT
    assert type_of(Unary("!", wide), LP64) == INT


def test_types_by_data_model() -> None:
    assert size_type(LP64).bits == 64 and size_type(ILP32) == UNSIGNED
    assert offset_type(LP64) == LONG and offset_type(ILP32) == INT


def test_conversion() -> None:
    assert wrap(300, named_type("unsigned char", LP64)) == 44  # type: ignore[arg-type]  # it is an IntType
    assert convert(Const(200, INT), CHAR, LP64) == Const(-56, CHAR)
    assert convert(Const(7, INT), BOOL, LP64) == Const(1, BOOL)
    assert convert(Var("x", INT), INT, LP64) == Var("x", INT)
    assert convert(Var("x", INT), LONG, LP64) == Cast(LONG, Var("x", INT))


def fold(op: str, left: int, right: int, ctype: CType = INT) -> object:
    return fold_binary(op, Const(left, ctype), Const(right, ctype), LP64)


def test_folding_is_exact() -> None:
    assert fold("/", -7, 2) == Const(-3, INT) and fold("%", -7, 2) == Const(-1, INT)
    assert fold("-", 3, 4, UNSIGNED) == Const(4294967295, UNSIGNED)
    assert fold("-", -2147483647, 1) == Const(-2147483648, INT)
    assert fold_binary("<", Const(-1, INT), Const(1, UNSIGNED), LP64) == Const(0, INT)
    assert fold_unary("-", Const(1, UNSIGNED), LP64) == Const(4294967295, UNSIGNED)
    assert fold("&&", 2, 3) == Const(1, INT)


@pytest.mark.parametrize(("op", "left", "right"), [("/", 1, 0), ("+", 2147483647, 1), ("<<", 1, 32), ("<<", 1, 31)])
def test_undefined_results_do_not_fold(op: str, left: int, right: int) -> None:
    assert fold(op, left, right) == Binary(op, Const(left, INT), Const(right, INT))
