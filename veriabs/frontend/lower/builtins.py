"""Lower built-ins of gcc: arithmetic that reports overflow, and variadic arguments.

    __builtin_add_overflow(a, b, &r)          r = (int)((long long)a + b); the value is 1 if that changed the sum

Each variadic argument is an arbitrary value of the requested type (docs/theory.md 15). Objects that they point to count
as known outside, so that writes through them have an effect on these objects.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Var
from veriabs.core.source import WRITTEN, Where
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, named_type, type_of
from veriabs.frontend.known_functions import ARGUMENT
from veriabs.frontend.lower import checks, libc, memory, missing_bodies, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, Place, Value, value_exprs
from veriabs.frontend.typed.declarators import read_type

_OPERATORS = {"__builtin_add_overflow": "+", "__builtin_sub_overflow": "-", "__builtin_mul_overflow": "*"}


def _overflow(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Expr:
    """`__builtin_add_overflow(a, b, &r)`: r gets the low bits; the value tells whether the result was larger.

    The truncation is intended, so it is not checked.
    """
    left, right, target = libc.arguments(ctx, node, effects, 3)
    place = pointers.follow(ctx, pointers.decay(ctx, target, node), node, None)
    ctype, where = place.type, ctx.where(node)
    if not isinstance(left, Expr) or not isinstance(right, Expr) or not isinstance(ctype, IntType):
        raise ctx.unsupported(node, f"call of {node.name.name} with arguments that are not integers")
    flag = ctx.temporary("overflow", BOOL, where)
    low = ctx.temporary("low", ctype, where)
    result, wrong = _checked_result(ctx, node, left, right, low)
    own = Where(WRITTEN, where.line)
    effects.before += [Assign(low, result, own), Assign(flag, wrong, own)]
    effects.before.append(Assign(memory.lvalue(ctx, place, node), low, where))
    return flag


def _checked_result(ctx: Context, node: c_ast.FuncCall, left: Expr, right: Expr, low: Var) -> tuple[Expr, Expr]:
    """The result with its low bits, and whether they are the whole result."""
    op, model, ctype = _OPERATORS[node.name.name], ctx.data_model, low.type
    types = [type_of(left, model), type_of(right, model), ctype]
    if all(isinstance(one, IntType) and one.bits - one.signed <= 31 for one in types):
        wide = named_type("long long", model)
        exact = fold_binary(op, convert(left, wide, model), convert(right, wide, model), model)
        return exact, Binary("!=", Cast(wide, low), exact)
    if any(one != ctype for one in types) or not isinstance(ctype, IntType):
        raise ctx.unsupported(node, f"call of {node.name.name} with integers wider than int")
    if op == "*":
        return _checked_product(ctx, left, right, ctype)
    if not ctype.signed:
        smaller, larger = (low, left) if op == "+" else (left, right)
        return fold_binary(op, left, right, model), Binary("<", smaller, larger)
    plain = named_type(f"unsigned {ctype.name}", model)
    result = Cast(ctype, fold_binary(op, convert(left, plain, model), convert(right, plain, model), model))
    other = low if op == "+" else right
    changed = Binary("&", Binary("^", left, low), Binary("^", other, right if op == "+" else left))
    return result, Binary("<", changed, Const(0, ctype))


def _checked_product(ctx: Context, left: Expr, right: Expr, ctype: IntType) -> tuple[Expr, Expr]:
    """The same for a product in the widest type, which is computed from halves of the operands."""
    model, half = ctx.data_model, ctype.bits // 2
    plain = named_type(f"unsigned {ctype.name.removeprefix('unsigned ')}", model)

    def of(op: str, one: Expr, two: Expr | int) -> Expr:
        return fold_binary(op, one, Const(two, plain) if isinstance(two, int) else two, model)

    def size(value: Expr) -> Expr:
        """The absolute value."""
        whole = convert(value, plain, model)
        negative = Binary("<", value, Const(0, ctype))
        return Conditional(negative, of("-", Const(0, plain), whole), whole) if ctype.signed else whole

    sizes = size(left), size(right)
    low, high = [of("&", one, (1 << half) - 1) for one in sizes], [of(">>", one, half) for one in sizes]
    cross, bottom = of("+", of("*", high[0], low[1]), of("*", low[0], high[1])), of("*", *low)
    total = of("+", of("<<", cross, half), bottom)
    both_high = Binary("&&", of("!=", high[0], 0), of("!=", high[1], 0))
    wrong = [both_high, of("!=", of(">>", cross, half), 0), of("<", total, bottom)]
    if ctype.signed:
        negative = Binary("!=", Binary("<", left, Const(0, ctype)), Binary("<", right, Const(0, ctype)))
        most = Conditional(negative, Const(ctype.highest + 1, plain), Const(ctype.highest, plain))
        wrong.append(of(">", total, most))
    product = of("*", convert(left, plain, model), convert(right, plain, model))
    return convert(product, ctype, model), ctree.disjunction(wrong)


# ----------------------------------------------------------------------------------------------- variadic arguments


def is_variadic(function: c_ast.FuncDef) -> bool:
    """Whether the function is variadic."""
    args = function.decl.type.args
    return args is not None and any(isinstance(one, c_ast.EllipsisParam) for one in args.params)


def pass_arguments(ctx: Context, values: Sequence[Value], node: c_ast.FuncCall) -> list[Stmt]:
    """The arguments after the named parameters."""
    for value in values:
        missing_bodies.hand_over(ctx, value, node)
    return checks.evaluate(ctx, (expr for value in values for expr in value_exprs(value)), ctx.where(node))


def _argument(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """`va_arg(list, type)`."""
    _havoc_list(ctx, node, effects)
    ctype = read_type(ctx, node.args.exprs[1].expr)
    return missing_bodies.value(ctx, ctype, "the value of a variadic argument", node, effects)


def _havoc_list(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Any operation on an argument list leaves an arbitrary list."""
    place = ctx.hooks.lvalue(ctx, node.args.exprs[0], inner := SideEffects())
    if not isinstance(place, Place) or not isinstance(place.type, IntType | FloatType) or inner.after:
        raise ctx.unsupported(node, f"{node.name.name} on a value that is not a va_list")
    target = memory.lvalue(ctx, place, node)
    effects.before += [*inner.before, Havoc(target, 0, nondet(target.type), ctx.where(node), unknown=True)]
    return NOTHING


_LISTS = ("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy")
HANDLERS: dict[str, libc.Handler] = {
    **dict.fromkeys(_OPERATORS, _overflow),
    **{ARGUMENT: _argument, **dict.fromkeys(_LISTS, _havoc_list)},
}
