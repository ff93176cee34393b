"""Arguments of variably many: each one is any value of the type that is asked for (docs/theory.md 15).

What they point to counts as known to code that is not here, so that what is written through them goes to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core.ctext import nondet
from veriabs.core.statements import Havoc, Stmt
from veriabs.core.types import FloatType, IntType
from veriabs.frontend.known import ARGUMENT
from veriabs.frontend.lower import checks, libc, memory, missing
from veriabs.frontend.lower.context import Context, Frame, value_exprs
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import NOTHING, Place, Value


def is_variadic(function: c_ast.FuncDef) -> bool:
    """Does the function take more arguments than its parameters say?"""
    args = function.decl.type.args
    return args is not None and any(isinstance(one, c_ast.EllipsisParam) for one in args.params)


def handed(ctx: Context, values: Sequence[Value], node: c_ast.FuncCall) -> list[Stmt]:
    """The arguments behind the parameters."""
    for value in values:
        missing.hand_over(ctx, value, node)
    return checks.kept(ctx, (expr for value in values for expr in value_exprs(value)), ctx.where(node))


def _argument(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """`va_arg(list, type)`."""
    _begun(ctx, node, frame)
    ctype = read_type(ctx, node.args.exprs[1].expr)
    return missing.value(ctx, ctype, "the value of an argument of variably many", node, frame)


def _begun(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Whatever is done to a list of arguments, it is any one then."""
    place = ctx.hooks.lvalue(ctx, node.args.exprs[0], inner := Frame())
    if not isinstance(place, Place) or not isinstance(place.type, IntType | FloatType) or inner.after:
        raise ctx.unsupported(node, f"{node.name.name} of something that is no list of arguments")
    target = memory.lvalue(ctx, place, node)
    frame.before += [*inner.before, Havoc(target, 0, nondet(target.type), ctx.where(node), unknown=True)]
    return NOTHING


_LISTS = ("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy")
HANDLERS: dict[str, libc.Handler] = {ARGUMENT: _argument, **dict.fromkeys(_LISTS, _begun)}
