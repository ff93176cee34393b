"""Lower the built-ins of gcc that compute a result and report overflow.

    __builtin_add_overflow(a, b, &r)          r = (int)((long long)a + b); the value is 1 if that changed the sum
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.source import WRITTEN, Where
from veriabs.core.statements import Assign
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import convert, fold_binary, named_type, type_of
from veriabs.frontend.lower import libc, memory, pointers
from veriabs.frontend.lower.context import Context, Frame

_OPERATORS = {"__builtin_add_overflow": "+", "__builtin_sub_overflow": "-", "__builtin_mul_overflow": "*"}


def _overflow(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Expr:
    """`__builtin_add_overflow(a, b, &r)`: r gets the low bits; the value tells whether the result was larger.

    The truncation is intended, so it is not checked.
    """
    left, right, target = libc.arguments(ctx, node, frame, 3)
    place = pointers.follow(ctx, pointers.decay(ctx, target, node), node, None)
    ctype, where = place.type, ctx.where(node)
    if not isinstance(left, Expr) or not isinstance(right, Expr) or not isinstance(ctype, IntType):
        raise ctx.unsupported(node, f"call of {node.name.name} with arguments that are not integers")
    flag = ctx.temporary("overflow", BOOL, where)
    low = ctx.temporary("low", ctype, where)
    result, wrong = _checked_result(ctx, node, left, right, low)
    own = Where(WRITTEN, where.line)
    frame.before += [Assign(low, result, own), Assign(flag, wrong, own)]
    frame.before.append(Assign(memory.lvalue(ctx, place, node), low, where))
    return flag


def _checked_result(ctx: Context, node: c_ast.FuncCall, left: Expr, right: Expr, low: Var) -> tuple[Expr, Expr]:
    """The result with its low bits, and whether they are the whole result."""
    op, model, ctype = _OPERATORS[node.name.name], ctx.data_model, low.type
    types = [type_of(left, model), type_of(right, model), ctype]
    if all(isinstance(one, IntType) and one.bits - one.signed <= 31 for one in types):
        wide = named_type("long long", model)
        exact = fold_binary(op, convert(left, wide, model), convert(right, wide, model), model)
        return exact, Binary("!=", Cast(wide, low), exact)
    if any(one != ctype for one in types) or not isinstance(ctype, IntType) or ctype.signed or op == "*":
        raise ctx.unsupported(node, f"call of {node.name.name} with integers wider than int")
    smaller, larger = (low, left) if op == "+" else (left, right)
    return fold_binary(op, left, right, model), Binary("<", smaller, larger)


HANDLERS: dict[str, libc.Handler] = dict.fromkeys(_OPERATORS, _overflow)
