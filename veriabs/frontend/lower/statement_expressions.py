"""Lower statement expressions of GNU C.

    y = ({ int t = f(x); t + 1; });          t = f(x); y = t + 1;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Const, Expr
from veriabs.core.statements import Assign
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, Nothing, Value


def value(ctx: Context, node: c_ast.Compound, effects: SideEffects) -> Value:
    """Hoist the statements of `({ ...; e; })`, and keep the value in a variable."""
    items = node.block_items or []
    last = items[-1] if items else None
    if not isinstance(last, _EXPRESSIONS):
        effects.before += ctx.hooks.block(ctx, node)
        return NOTHING
    with ctx.nested_scope():
        head = c_ast.Compound(items[:-1], node.coord)
        effects.before += ctx.hooks.items(ctx, head)
        inner = SideEffects()
        result = ctx.hooks.value(ctx, last, inner)
        effects.before += inner.before
        if isinstance(result, Expr) and not isinstance(result, Const):
            kept = ctx.temporary("value", type_of(result, ctx.data_model), ctx.where(node))
            effects.before.append(Assign(kept, result, ctx.where(node)))
            result = kept
        elif not isinstance(result, Const | Nothing):
            raise ctx.unsupported(node, "statement expression with a pointer or struct value")
        effects.before += inner.after
    return result


_EXPRESSIONS = (
    c_ast.Constant,
    c_ast.ID,
    c_ast.ArrayRef,
    c_ast.StructRef,
    c_ast.UnaryOp,
    c_ast.BinaryOp,
    c_ast.Assignment,
    c_ast.FuncCall,
    c_ast.TernaryOp,
    c_ast.Cast,
    c_ast.ExprList,
)
