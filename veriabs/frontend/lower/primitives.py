"""The functions of verification programs: assertions, assumptions, arbitrary values, ends of the run."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary
from veriabs.core.statements import Assert, Halt, Havoc
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import convert, named_type
from veriabs.frontend.lower import checks, expressions, passing
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import NOTHING, Value
from veriabs.frontend.lower.shaping import branch
from veriabs.frontend.lower.sizes import offset_of_member
from veriabs.frontend.lower.types import Function
from veriabs.frontend.nondet import suffix_type, undeclared_type
from veriabs.frontend.survey import failing


def nondet(ctx: Context, node: c_ast.FuncCall, name: str, frame: Frame) -> Value:
    """An arbitrary value of the declared type, in a fresh variable; a bool is 0 or 1 whatever is declared."""
    passing.without_effects(ctx, node)
    ctype = _nondet_type(ctx, node, name)
    target = ctx.temporary("input", ctype, ctx.where(node))
    ctx.inputs.add(target.name)
    frame.before.append(Havoc(target, 0, name, ctx.where(node), path=ctx.path(node)))
    return target


def _nondet_type(ctx: Context, node: c_ast.FuncCall, name: str) -> CType:
    told = suffix_type(name, ctx.data_model)
    if told == BOOL:
        return BOOL
    prototype = ctx.prototypes.get(name)
    if prototype is not None:
        declared = read_type(ctx, prototype.type)
        returns = declared.returns if isinstance(declared, Function) else declared
        if isinstance(returns, IntType | FloatType):
            return returns
        raise ctx.unsupported(node, f"{name} that returns no number")
    undeclared = undeclared_type(name, ctx.data_model)
    if undeclared is None:
        raise ctx.unsupported(node, f"{name} without a declaration, which the compiler takes to return an int")
    return undeclared


_NEVER = Binary("!=", ctree.FALSE, ctree.FALSE)


def assertion(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """An assertion function without body: its first argument has to hold."""
    inner = Frame()
    test = passing.condition(ctx, node, inner)
    checks.computed_first(ctx, inner, (test,))
    if test == ctree.FALSE and failing(node) is None:
        test = _NEVER  # evaluated where it stands: a condition around it does not become the assertion's own
    frame.before += [*inner.before, Assert(test, 0, ctx.where(node), path=ctx.path(node)), *inner.after]
    return NOTHING


def _assume(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    inner, where = Frame(), ctx.where(node)
    test = passing.condition(ctx, node, inner)
    checks.computed_first(ctx, inner, (test,))
    frame.before += [*inner.before, *branch(test, (), (Halt(where),), where, ctx.data_model), *inner.after]
    return NOTHING


def _end(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    for argument in node.args.exprs if node.args else []:
        frame.before += expressions.discarded(ctx, argument)
    frame.before.append(Halt(ctx.where(node)))
    return NOTHING


def _expect(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """`__builtin_expect(value, usual)` is its first argument, as a long."""
    passing.without_effects(ctx, node, first=1)
    test = expressions.scalar(ctx, node.args.exprs[0], frame)
    return convert(test, named_type("long", ctx.data_model), ctx.data_model)


def _offset(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    return offset_of_member(ctx, node)


HANDLERS: dict[str, Callable[[Context, c_ast.FuncCall, Frame], Value]] = {
    "__VERIFIER_assume": _assume,
    "__CPROVER_assume": _assume,
    "assume_abort_if_not": _assume,
    "abort": _end,
    "exit": _end,
    "_exit": _end,
    "_Exit": _end,
    "__builtin_expect": _expect,
    "__builtin_offsetof": _offset,
}
