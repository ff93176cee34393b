"""Lower truth values (`!x`, `a && b`) and explicit conversions (casts)."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Var
from veriabs.core.source import Where
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary
from veriabs.frontend.lower import bytes, cells, checks, gaps, indirect, nulls, pointers, views
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, NULL, NullPointer, PointerValue, Reference, UnknownPointer, Value
from veriabs.frontend.typed.types import VOID, Address, PointerType, Type, Void


def negation(ctx: Context, expr: Expr) -> Expr:
    """`!expr` without double negations."""
    if isinstance(expr, Const):
        return fold_unary("!", expr, ctx.data_model)
    return ctree.negate(expr)


def logical(ctx: Context, op: str, left: Expr, right: Expr) -> Expr:
    """`left op right` for `&&` and `||`, without operands that are constant."""
    if not isinstance(left, Const) and isinstance(right, Const) and bool(right.value) == (op == "&&"):
        return truth_value(left)
    if isinstance(left, Const):
        return truth_value(right) if bool(left.value) == (op == "&&") else ctree.integer(int(op == "||"))
    return fold_binary(op, left, right, ctx.data_model)


def truth_value(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    if isinstance(expr, Const) or ctree.is_truth_value(expr):
        return expr if not isinstance(expr, Const) else ctree.integer(int(bool(expr.value)))
    return Binary("!=", expr, ctree.FALSE)


def cast(ctx: Context, result: Value, ctype: Type, node: c_ast.Node, effects: SideEffects) -> Value:
    """An explicit conversion."""
    if ctype == VOID:
        return NOTHING
    if isinstance(ctype, Address):
        return _function(ctx, indirect.check_stored(ctx, result, ctype, node), ctype)
    result = indirect.check_stored(ctx, result, ctype, node)
    if isinstance(ctype, IntType | FloatType):
        if isinstance(result, Expr):
            return number(ctx, result, ctype, ctx.where(node))
        return _pointer_number(ctx, pointers.decay(ctx, result, node), ctype, node, effects)
    if not isinstance(ctype, PointerType):
        raise ctx.unsupported(node, "cast to a struct or array")
    if isinstance(result, Const) and result.value == 0:
        return NULL
    pointer = pointers.decay(ctx, result, node)
    if pointer is None:
        return pointers.number_to_pointer(ctx, result, ctype.target, node)
    if isinstance(pointer, Reference) and not isinstance(ctype.target, PointerType | Void):
        raise ctx.unsupported(node, "conversion of the address of a pointer")
    if isinstance(pointer, UnknownPointer):
        return replace(pointer, target=ctype.target)
    if isinstance(pointer, PointerValue):
        plain = views.to_flat_pointer(ctx, bytes.to_number_pointer(pointer, ctype.target), ctype.target)
        return bytes.byte_view(ctx, plain, ctype.target) or replace(plain, target=ctype.target)
    return pointer


def _pointer_number(ctx: Context, pointer: Value | None, ctype: CType, node: c_ast.Node, effects: SideEffects) -> Expr:
    """A pointer as a number: an arbitrary one, by which outside code may find the object."""
    match pointer:
        case NullPointer():
            return Const(0, ctype)
        case PointerValue() | UnknownPointer() if ctype == BOOL:
            return Cast(BOOL, nulls.truth(ctx, pointer, node))
        case PointerValue() | UnknownPointer() if isinstance(ctype, IntType):
            if isinstance(pointer, PointerValue):
                cells.escape(ctx, pointer.place, node)
            return gaps.any_value(ctx, ctype, "integer value of a pointer", node, effects)
        case _:
            raise ctx.unsupported(node, "conversion of a pointer to a number")


def _function(ctx: Context, address: Value, ctype: Address) -> Value:
    """Convert the address of a function to another function type; it is not callable by that type."""
    assert isinstance(address, Expr)
    return Const(address.value, ctype) if isinstance(address, Const) else Cast(ctype, address)


def number(ctx: Context, expr: Expr, ctype: CType, at: Where) -> Expr:
    """Convert a number to a type at a place of the user's text."""
    converted = convert(expr, ctype, ctx.data_model, at)
    if checks.changes(ctx, expr, converted):
        return Cast(ctype, expr, at)
    if isinstance(converted, Cast) and ctype == BOOL:
        return Cast(BOOL, truth_value(expr))
    return converted


def simplify_condition(ctx: Context, value: Expr) -> Expr:
    """Simplify a value that is only compared with zero: drop numbers that are arbitrary anyway."""
    match value:
        case Conditional(test=test, then=Conditional(test=Binary(left=Var(name=name)))) if name in ctx.truthful:
            return test
        case _:
            return value
