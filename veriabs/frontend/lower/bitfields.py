"""Bit-fields: variables that keep their low bits and are promoted to int in computations.

    x.f = 9;   for `unsigned f : 3`     f = 9 & 7;
"""

from __future__ import annotations

from veriabs.core.expressions import Cast, Const, Expr, LValue
from veriabs.core.types import BOOL, INT, UNSIGNED, CType, IntType
from veriabs.core.typing_rules import convert, fold_binary
from veriabs.frontend.lower.context import Context


def unpack(stored: LValue, width: int | None) -> Expr:
    """The value of a bit-field of a width: an int if all its values fit (C11 6.3.1.1)."""
    if width is None or stored.type == BOOL:
        return stored
    assert isinstance(stored.type, IntType)
    seen = INT if stored.type.signed or width < INT.bits else UNSIGNED
    return stored if stored.type == seen else Cast(seen, stored)


def pack(ctx: Context, value: Expr, ctype: CType, width: int | None) -> Expr:
    """Truncate a value to the bits of a bit-field, with its sign."""
    if width is None or ctype == BOOL or not isinstance(ctype, IntType) or width == ctype.bits:
        return value
    word = convert(convert(value, ctype, ctx.data_model), UNSIGNED, ctx.data_model)
    if not ctype.signed:
        return fold_binary("&", word, Const((1 << width) - 1, UNSIGNED), ctx.data_model)
    rest = Const(INT.bits - width, INT)
    shifted = convert(fold_binary("<<", word, rest, ctx.data_model), INT, ctx.data_model)
    return fold_binary(">>", shifted, rest, ctx.data_model)
