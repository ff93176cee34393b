"""Lower `sizeof`, and give `typed.declarators` the values of array sizes and the types of variables in a lowering."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.source import Where
from veriabs.core.types import IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import Place, PointerVariable
from veriabs.frontend.survey import has_effect
from veriabs.frontend.typed.declarators import read_type
from veriabs.frontend.typed.expressions import library_function, size_in_bytes
from veriabs.frontend.typed.types import Pointer, Type, is_vla


def size_of_operand(ctx: Context, node: c_ast.Node, where: Where) -> Expr:
    """`sizeof node` in bytes; not constant for an array of variable size."""
    ctype = read_type(ctx, node) if isinstance(node, c_ast.Typename) else ctx.static_type(node)
    if is_vla(ctype) and has_effect(node):
        raise ctx.unsupported(where, "side effect in the operand of sizeof, which is evaluated for a variable size")
    return size_in_bytes(ctx, ctype, where)


def integer(ctx: Context, node: c_ast.Node) -> Expr:
    """The value of an array size or constant."""
    frame = Frame()
    expr = ctx.hooks.value(ctx, node, frame)
    if not frame.quiet:
        raise ctx.unsupported(node, "side effect in an array size or constant")
    if not isinstance(expr, Expr) or not isinstance(type_of(expr, ctx.data_model), IntType):
        raise ctx.unsupported(node, "array size or constant that is not an integer")
    return expr


def entity_type(ctx: Context, node: c_ast.ID) -> Type:
    """The type of a variable, enumerator or function."""
    match ctx.scope.entity(node.name):
        case Place(type=ctype) | Const(type=ctype):
            return ctype
        case PointerVariable(target=target):
            return Pointer(target)
        case UnsupportedError() as error:
            raise error
        case _:
            pass
    known = ctx.functions[node.name].decl if node.name in ctx.functions else ctx.prototypes.get(node.name)
    found = read_type(ctx, known.type) if known is not None else library_function(ctx, node.name)
    if found is None:
        raise ctx.unsupported(node, f"use of {node.name}, which is not declared")
    return found
