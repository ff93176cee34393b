"""Which way a copy within one object goes, so that no cell is written before it is read (C11 7.24.2.2)."""

from __future__ import annotations

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import convert, fold_binary, type_of


def upwards(to: Expr, origin: Expr, model: DataModel) -> Expr:
    """Is the first index not behind the second one? Of indices of cells that are there: no proof comes to others."""
    if to == origin:
        return ctree.TRUE
    steps = _steps(to, origin, model)
    if steps is not None:
        return ctree.TRUE if steps <= 0 else ctree.FALSE
    return fold_binary("<=", convert(to, LLONG, model), convert(origin, LLONG, model), model)


def _steps(one: Expr, other: Expr, model: DataModel) -> int | None:
    """How far the first is behind the second, if they are the same but for constants that are added.

    Where a sum wraps it is no index, which is not negative and does not take all of 64 bits; one of fewer bits without
    a sign may be one, and so may what is cut off.
    """
    kind = type_of(one, model)
    if not isinstance(kind, IntType) or type_of(other, model) != kind:
        return None
    if isinstance(one, Cast) and isinstance(other, Cast):
        inner = type_of(one.operand, model)
        keeps = isinstance(inner, IntType) and inner.bits <= kind.bits
        return _steps(one.operand, other.operand, model) if keeps else None
    (base, more), (same, less) = _based(one, kind, model), _based(other, kind, model)
    wraps = not kind.signed and kind.bits < LLONG.bits
    return None if base != same or wraps else more - less


def _based(expr: Expr, kind: IntType, model: DataModel) -> tuple[Expr | None, int]:
    """What constants are added to in this type, and their sum; None for nothing."""
    match expr:
        case Const(value=int(value)):
            return None, value
        case Binary(op="+" | "-" as op, left=inner, right=Const(value=int(value))) if type_of(inner, model) == kind:
            base, more = _based(inner, kind, model)
            return base, more + value if op == "+" else more - value
        case _:
            return expr, 0
