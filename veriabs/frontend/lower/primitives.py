"""Lower functions of verification programs: assertions, assumptions, nondeterministic values, ends of the run.

    __VERIFIER_assume(n > 0);          if (!(n > 0)) stop;
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.statements import Assert, Halt, Havoc
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import DOUBLE, FLOAT, convert, named_type
from veriabs.frontend.known_functions import suffix_type, undeclared_type
from veriabs.frontend.lower import argument_conversions, expressions, missing_bodies
from veriabs.frontend.lower.block_rewriting import branch
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, Value
from veriabs.frontend.survey import error_call
from veriabs.frontend.typed.declarators import read_type
from veriabs.frontend.typed.expressions import offset_of_member
from veriabs.frontend.typed.types import FunctionType, Type


def nondet(ctx: Context, node: c_ast.FuncCall, name: str, effects: SideEffects) -> Value:
    """An arbitrary value of the declared type in a new variable; a bool is 0 or 1."""
    argument_conversions.refuse_side_effects(ctx, node)
    for argument in node.args.exprs if node.args else []:
        if not isinstance(argument, c_ast.Constant) and not isinstance(
            ctx.hooks.value(ctx, argument, SideEffects()), Expr
        ):
            raise ctx.unsupported(node, f"call of {name}, which may write through its argument")
    ctype = _nondet_type(ctx, node, name)
    if not isinstance(ctype, IntType | FloatType):
        return missing_bodies.value(ctx, ctype, f"the value of {name}", node, effects)
    target = ctx.temporary("input", ctype, ctx.where(node))
    ctx.inputs.add(target.name)
    effects.before.append(Havoc(target, 0, name, ctx.where(node), path=ctx.path(node)))
    return target


def _nondet_type(ctx: Context, node: c_ast.FuncCall, name: str) -> Type:
    suffix = suffix_type(name, ctx.data_model)
    if suffix == BOOL:
        return BOOL
    prototype = ctx.prototypes.get(name)
    if prototype is not None:
        declared = read_type(ctx, prototype.type)
        return declared.returns if isinstance(declared, FunctionType) else declared
    undeclared = undeclared_type(name, ctx.data_model)
    if undeclared is None:
        raise ctx.unsupported(node, f"call of {name} without a declaration, for which compilers assume int")
    return undeclared


_NEVER = Binary("!=", ctree.FALSE, ctree.FALSE)


def assertion(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """An assertion function without body: its first argument must hold."""
    inner = SideEffects()
    test = argument_conversions.condition(ctx, node, inner)
    if test == ctree.FALSE and error_call(node) is None:
        test = _NEVER  # evaluated in place, so that an enclosing condition does not become part of the assertion
    effects.before += [*inner.before, Assert(test, 0, ctx.where(node), path=ctx.path(node)), *inner.after]
    return NOTHING


def _assume(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    inner, where = SideEffects(), ctx.where(node)
    test = argument_conversions.condition(ctx, node, inner)
    effects.before += [*inner.before, *branch(test, (), (Halt(where),), where, ctx.data_model), *inner.after]
    return NOTHING


def _end_run(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    for argument in node.args.exprs if node.args else []:
        effects.before += expressions.evaluate_effects(ctx, argument)
    effects.before.append(Halt(ctx.where(node)))
    return NOTHING


def _expect(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """`__builtin_expect(value, usual)` returns its first argument as a long."""
    argument_conversions.refuse_side_effects(ctx, node, first=1)
    test = expressions.scalar(ctx, node.args.exprs[0], effects)
    return convert(test, named_type("long", ctx.data_model), ctx.data_model)


def _offset(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    return offset_of_member(ctx, node)


def _quotient(of: float, ctype: CType, ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Infinity or NaN as a quotient by zero, since constants are finite; it is not an operation of the program."""
    return Binary("/", Const(of, ctype), Const(0.0, ctype))


_CONSTANTS = {"inf": 1.0, "huge_val": 1.0, "nan": 0.0}


HANDLERS: dict[str, Callable[[Context, c_ast.FuncCall, SideEffects], Value]] = {
    "__VERIFIER_assume": _assume,
    "__CPROVER_assume": _assume,
    "assume_abort_if_not": _assume,
    "abort": _end_run,
    "exit": _end_run,
    "_exit": _end_run,
    "_Exit": _end_run,
    "__builtin_expect": _expect,
    "__builtin_offsetof": _offset,
    **{f"__builtin_{name}": partial(_quotient, of, DOUBLE) for name, of in _CONSTANTS.items()},
    **{f"__builtin_{name}f": partial(_quotient, of, FLOAT) for name, of in _CONSTANTS.items()},
}
