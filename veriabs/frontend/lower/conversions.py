"""Values as truth values, and explicit conversions."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Cast, Const, Expr, LValue
from veriabs.core.types import BOOL, INT, UNSIGNED, CType, FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary
from veriabs.frontend.lower import pointers
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import NOTHING, NULL, PointerValue, Value
from veriabs.frontend.lower.types import VOID, Pointer, Type


def negation(ctx: Context, expr: Expr) -> Expr:
    """`!expr`, without double negations."""
    if isinstance(expr, Const):
        return fold_unary("!", expr, ctx.data_model)
    return ctree.negate(expr)


def logical(ctx: Context, op: str, left: Expr, right: Expr) -> Expr:
    """`left op right` for `&&` and `||`, without operands that are known."""
    if not isinstance(left, Const) and isinstance(right, Const) and bool(right.value) == (op == "&&"):
        return as_truth(left)
    if isinstance(left, Const):
        return as_truth(right) if bool(left.value) == (op == "&&") else ctree.integer(int(op == "||"))
    return fold_binary(op, left, right, ctx.data_model)


def as_truth(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    if isinstance(expr, Const) or ctree.is_truth_value(expr):
        return expr if not isinstance(expr, Const) else ctree.integer(int(bool(expr.value)))
    return Binary("!=", expr, ctree.FALSE)


def unpacked(stored: LValue, width: int | None) -> Expr:
    """What a bit-field of a width holds: an int where all values fit into one (C11 6.3.1.1)."""
    if width is None or stored.type == BOOL:
        return stored
    assert isinstance(stored.type, IntType)
    seen = INT if stored.type.signed or width < INT.bits else UNSIGNED
    return stored if stored.type == seen else Cast(seen, stored)


def packed(ctx: Context, value: Expr, ctype: CType, width: int | None) -> Expr:
    """A value on its way into a bit-field: the low bits of it, with the sign that they have there."""
    if width is None or ctype == BOOL or not isinstance(ctype, IntType) or width == ctype.bits:
        return value
    word = convert(convert(value, ctype, ctx.data_model), UNSIGNED, ctx.data_model)
    if not ctype.signed:
        return fold_binary("&", word, Const((1 << width) - 1, UNSIGNED), ctx.data_model)
    rest = Const(INT.bits - width, INT)
    shifted = convert(fold_binary("<<", word, rest, ctx.data_model), INT, ctx.data_model)
    return fold_binary(">>", shifted, rest, ctx.data_model)


def cast(ctx: Context, result: Value, ctype: Type, node: c_ast.Node) -> Value:
    """An explicit conversion."""
    if ctype == VOID:
        return NOTHING
    if isinstance(ctype, IntType | FloatType):
        if isinstance(result, Expr):
            return _cast_number(ctx, result, ctype)
        raise ctx.unsupported(node, "conversion of a pointer to a number")
    if not isinstance(ctype, Pointer):
        raise ctx.unsupported(node, "cast to a struct or array")
    if isinstance(result, Const) and result.value == 0:
        return NULL
    pointer = pointers.decay(ctx, result, node)
    if pointer is None:
        raise ctx.unsupported(node, "conversion of a number to a pointer")
    if isinstance(pointer, PointerValue):
        return PointerValue(pointer.place, ctype.target, pointer.null)
    return pointer


def _cast_number(ctx: Context, expr: Expr, ctype: CType) -> Expr:
    converted = convert(expr, ctype, ctx.data_model)
    if isinstance(converted, Cast) and ctype == BOOL:
        return Cast(BOOL, as_truth(expr))
    return converted
