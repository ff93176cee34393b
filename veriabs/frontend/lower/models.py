"""Calls of library functions that have a model in C: its definition, and what is known of its value."""

from __future__ import annotations

from copy import deepcopy

from pycparser import c_ast
from pycparser.c_parser import Coord

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Conditional, Expr, Var
from veriabs.core.source import WRITTEN
from veriabs.core.statements import Havoc
from veriabs.core.types import INT, IntType
from veriabs.frontend.library import USUAL, Model, parsed
from veriabs.frontend.lower import conversions
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import Value
from veriabs.frontend.lower.sizes import static_type
from veriabs.frontend.survey import walk


def any_number(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Var:
    """Any number, where the text of a model asks for one."""
    number = ctx.temporary("any", INT, ctx.where(node))
    frame.before.append(Havoc(number, 0, None, ctx.where(node)))
    return number


def definition(ctx: Context, node: c_ast.FuncCall, model: Model) -> c_ast.FuncDef:
    """The definition of a model, all of it at the place of the call.

    How one that reaches no memory computes its result is nothing that the user is told of: not the program's arithmetic
    wraps there. Of the others what they access is checked.
    """
    given = node.args.exprs if node.args else []
    guarded = len(given) == 1 and not _within(ctx, model, given[0])
    definition = deepcopy(parsed(model, ctx.data_model, guarded=guarded))
    for part in walk(definition):
        part.coord = node.coord
    if "*" not in model.prototype:
        for part in walk(definition.body):
            part.coord = Coord(WRITTEN, node.coord.line, node.coord.column)
    return definition


def _within(ctx: Context, model: Model, argument: c_ast.Node) -> bool:
    """Does the type of an argument say that the function has a meaning for it?"""
    if model.domain is None:
        return True
    ctype = static_type(ctx, argument)
    return isinstance(ctype, IntType) and not ctype.signed and (1 << ctype.bits) - 1 <= model.domain.high


def result(ctx: Context, node: c_ast.FuncCall, model: Model, value: Value) -> Value:
    """The value of the call; of a truth value that is zero, or some other number: nobody says which."""
    if not model.truth or not isinstance(value, Expr):
        return value
    some = ctx.temporary(f"{model.name}_true", INT, ctx.where(node))
    ctx.truthful.add(some.name)
    usual = ctree.integer(USUAL[model.name])
    number = Conditional(Binary("==", some, ctree.TRUE), usual, Conditional(some, some, ctree.TRUE))
    return Conditional(conversions.as_truth(value), number, ctree.FALSE)
