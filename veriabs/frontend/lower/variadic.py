"""Variadic arguments: each one is an arbitrary value of the requested type (docs/theory.md 15).

Objects that they point to count as known outside, so that writes through them have an effect on these objects.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core.ctext import nondet
from veriabs.core.statements import Havoc, Stmt
from veriabs.core.types import FloatType, IntType
from veriabs.frontend.known import ARGUMENT
from veriabs.frontend.lower import checks, libc, memory, missing_bodies
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import NOTHING, Place, Value, value_exprs
from veriabs.frontend.typed.declarators import read_type


def is_variadic(function: c_ast.FuncDef) -> bool:
    """Whether the function is variadic."""
    args = function.decl.type.args
    return args is not None and any(isinstance(one, c_ast.EllipsisParam) for one in args.params)


def pass_arguments(ctx: Context, values: Sequence[Value], node: c_ast.FuncCall) -> list[Stmt]:
    """The arguments after the named parameters."""
    for value in values:
        missing_bodies.hand_over(ctx, value, node)
    return checks.evaluate(ctx, (expr for value in values for expr in value_exprs(value)), ctx.where(node))


def _argument(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """`va_arg(list, type)`."""
    _havoc_list(ctx, node, frame)
    ctype = read_type(ctx, node.args.exprs[1].expr)
    return missing_bodies.value(ctx, ctype, "the value of a variadic argument", node, frame)


def _havoc_list(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any operation on an argument list leaves an arbitrary list."""
    place = ctx.hooks.lvalue(ctx, node.args.exprs[0], inner := Frame())
    if not isinstance(place, Place) or not isinstance(place.type, IntType | FloatType) or inner.after:
        raise ctx.unsupported(node, f"{node.name.name} on a value that is not a va_list")
    target = memory.lvalue(ctx, place, node)
    frame.before += [*inner.before, Havoc(target, 0, nondet(target.type), ctx.where(node), unknown=True)]
    return NOTHING


_LISTS = ("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy")
HANDLERS: dict[str, libc.Handler] = {ARGUMENT: _argument, **dict.fromkeys(_LISTS, _havoc_list)}
