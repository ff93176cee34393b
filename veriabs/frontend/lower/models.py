"""Lower calls of library functions with a C model: the model's body is inlined, as that of a user's function.

    isdigit(c)          c >= '0' && c <= '9', of which only the truth value is known
"""

from __future__ import annotations

from copy import deepcopy

from pycparser import c_ast
from pycparser.c_parser import Coord

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Conditional, Expr, Var
from veriabs.core.source import WRITTEN
from veriabs.core.statements import Havoc
from veriabs.core.types import INT, IntType
from veriabs.core.typing_rules import LONG_DOUBLE
from veriabs.frontend.library import USUAL, Model, parsed
from veriabs.frontend.lower import conversions
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import Value
from veriabs.frontend.survey import walk


def any_number(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Var:
    """An arbitrary number, where the text of a model calls for one."""
    number = ctx.temporary("any", INT, ctx.where(node))
    frame.before.append(Havoc(number, 0, None, ctx.where(node)))
    return number


def covers(ctx: Context, node: c_ast.FuncCall, model: Model) -> bool:
    """Whether the model covers this call; a `double` model does not cover a `long double` passed by a macro."""
    if "(double" not in model.prototype:
        return True
    return all(ctx.static_type(one) != LONG_DOUBLE for one in (node.args.exprs if node.args else []))


def definition(ctx: Context, node: c_ast.FuncCall, model: Model) -> c_ast.FuncDef:
    """The definition of a model, with all its places at the call.

    If it accesses no memory, its arithmetic is not reported and wraps. Otherwise its accesses are checked.
    """
    given = node.args.exprs if node.args else []
    guarded = len(given) == 1 and not _has_defined_result(ctx, model, given[0])
    definition = deepcopy(parsed(model, ctx.data_model, guarded=guarded))
    for part in walk(definition):
        part.coord = node.coord
    if "*" not in model.prototype:
        for part in walk(definition.body):
            part.coord = Coord(WRITTEN, node.coord.line, node.coord.column)
    return definition


def _has_defined_result(ctx: Context, model: Model, argument: c_ast.Node) -> bool:
    """Whether the type of an argument guarantees a defined result."""
    if model.domain is None:
        return True
    ctype = ctx.static_type(argument)
    return isinstance(ctype, IntType) and not ctype.signed and (1 << ctype.bits) - 1 <= model.domain.high


def result(ctx: Context, node: c_ast.FuncCall, model: Model, value: Value) -> Value:
    """The value of the call; a truth value other than zero becomes an arbitrary nonzero number."""
    if not model.truth or not isinstance(value, Expr):
        return value
    some = ctx.temporary(f"{model.name}_true", INT, ctx.where(node))
    ctx.truthful.add(some.name)
    usual = ctree.integer(USUAL[model.name])
    number = Conditional(Binary("==", some, ctree.TRUE), usual, Conditional(some, some, ctree.TRUE))
    return Conditional(conversions.truth_value(value), number, ctree.FALSE)
