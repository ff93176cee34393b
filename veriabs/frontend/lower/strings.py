"""Models of string functions of the C library as core loops.

    n = strlen(s);          for (n = 0; s[n] != 0; n++) ;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, LValue, Unary, Var
from veriabs.core.statements import Assign, Havoc, Loop
from veriabs.core.types import INT, IntType
from veriabs.core.typing_rules import convert, named_type, size_type
from veriabs.frontend.lower import copies, libc, memory, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import PointerValue, Value


def cell(ctx: Context, pointer: PointerValue, index: Expr, node: c_ast.FuncCall) -> LValue:
    """The character at an index from a pointer."""
    place = pointers.follow(ctx, pointers.move(ctx, pointer, "+", index, node), node, None)
    if not isinstance(place.type, IntType) or place.type.bits != 8:
        raise ctx.unsupported(node, "string function on an object that is not an array of characters")
    return memory.lvalue(ctx, place, node)


def _strings(ctx: Context, node: c_ast.FuncCall, effects: SideEffects, count: int) -> list[PointerValue]:
    return [libc.pointer_to(ctx, value, effects, node) for value in libc.arguments(ctx, node, effects, count)]


def _start(ctx: Context, effects: SideEffects, node: c_ast.FuncCall) -> tuple[Var, Assign]:
    """A counter that starts at zero, and its increment."""
    ctype = size_type(ctx.data_model)
    name, where = node.name.name, ctx.where(node)
    counter = ctx.temporary(f"{name}_counter", ctype, where)
    effects.before.append(Assign(counter, Const(0, ctype), where))
    return counter, Assign(counter, Binary("+", counter, Const(1, ctype)), where)


def _strlen(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    (text,) = _strings(ctx, node, effects, 1)
    return length(ctx, text, effects, node)


def length(ctx: Context, text: PointerValue, effects: SideEffects, node: c_ast.FuncCall) -> Var:
    """The number of characters before the end of a string."""
    where = ctx.where(node)
    counter, step = _start(ctx, effects, node)
    effects.before.append(Loop(_not_zero(cell(ctx, text, counter, node)), (step,), (), where))
    return counter


def _strcpy(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    to, origin = _strings(ctx, node, effects, 2)
    _copy_text(ctx, to, origin, None, effects, node)
    return to


def _stpcpy(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    to, origin = _strings(ctx, node, effects, 2)
    return pointers.move(ctx, to, "+", _copy_text(ctx, to, origin, None, effects, node), node)


def _strcat(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    to, origin = _strings(ctx, node, effects, 2)
    _copy_text(ctx, pointers.move(ctx, to, "+", length(ctx, to, effects, node), node), origin, None, effects, node)
    return to


def _strncat(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    values = libc.arguments(ctx, node, effects, 3)
    to, origin = (libc.pointer_to(ctx, value, effects, node) for value in values[:2])
    size = convert(libc.number(ctx, values[2], node), size_type(ctx.data_model), ctx.data_model)
    _copy_text(ctx, pointers.move(ctx, to, "+", length(ctx, to, effects, node), node), origin, size, effects, node)
    return to


def _copy_text(
    ctx: Context, to: PointerValue, origin: PointerValue, most: Expr | None, effects: SideEffects, node: c_ast.FuncCall
) -> Var:
    """Copy a string, or at most so many characters of it, and end the copy with a zero; the number of characters."""
    where = ctx.where(node)
    counter, step = _start(ctx, effects, node)
    target, source = cell(ctx, to, counter, node), cell(ctx, origin, counter, node)
    goes_on = _not_zero(source) if most is None else Binary("&&", Binary("<", counter, most), _not_zero(source))
    effects.before.append(Loop(goes_on, (Assign(target, source, where),), (step,), where))
    effects.before.append(Assign(target, Const(0, target.type), where))
    whole = Binary("+", counter, Const(1, counter.type))
    effects.before += copies.exclude_overlap(ctx, to.place, origin.place, whole, node)
    return counter


def _strncpy(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Copy up to the final zero, then fill with zeros."""
    where = ctx.where(node)
    values = libc.arguments(ctx, node, effects, 3)
    to, origin = libc.pointer_to(ctx, values[0], effects, node), libc.pointer_to(ctx, values[1], effects, node)
    size = convert(libc.number(ctx, values[2], node), size_type(ctx.data_model), ctx.data_model)
    counter, step = _start(ctx, effects, node)
    target, source = cell(ctx, to, counter, node), cell(ctx, origin, counter, node)
    within = Binary("<", counter, size)
    effects.before += copies.exclude_overlap(ctx, to.place, origin.place, size, node)
    copying = Binary("&&", within, _not_zero(source))
    effects.before.append(Loop(copying, (Assign(target, source, where),), (step,), where))
    effects.before.append(Loop(within, (Assign(target, Const(0, target.type), where),), (step,), where))
    return to


def _strcmp(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    where = ctx.where(node)
    left, right = _strings(ctx, node, effects, 2)
    counter, step = _start(ctx, effects, node)
    one, two = cell(ctx, left, counter, node), cell(ctx, right, counter, node)
    unsigned = named_type("unsigned char", ctx.data_model)
    bytes_ = Cast(unsigned, one), Cast(unsigned, two)
    equal = Binary("==", one, two) if one.type == two.type else Binary("==", *bytes_)
    effects.before.append(Loop(Binary("&&", _not_zero(one), equal), (step,), (), where))
    difference, any_one = (ctx.temporary(name, INT, where) for name in ("difference", "any"))
    effects.before += [Assign(difference, Binary("-", *bytes_), where), Havoc(any_one, 0, None, where)]
    return _arbitrary_with_sign(difference, any_one)


def _arbitrary_with_sign(difference: Var, any_one: Var) -> Expr:
    """An arbitrary number with the sign of the difference; the difference itself where `any_one` is 0."""
    below = Conditional(Binary("<", any_one, ctree.FALSE), any_one, difference)
    above = Conditional(Binary("<", any_one, Const(-1, INT)), Unary("~", any_one), difference)
    signed = Conditional(Binary("<", difference, ctree.FALSE), below, above)
    return Conditional(Binary("==", difference, ctree.FALSE), ctree.FALSE, signed)


def _not_zero(expr: Expr) -> Expr:
    return Binary("!=", expr, ctree.FALSE)


HANDLERS: dict[str, libc.Handler] = {
    **{"strlen": _strlen, "strcmp": _strcmp, "strcpy": _strcpy, "strncpy": _strncpy},
    **{"stpcpy": _stpcpy, "strcat": _strcat, "strncat": _strncat},
}
