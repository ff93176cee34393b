"""Lower the compiler's atomic functions on integers; without threads they are assignments.

    old = __sync_fetch_and_add(&x, 1);          old = x; x = x + 1;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Binary, Const, Expr, LValue, Var
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary
from veriabs.frontend.lower import argument_conversions, libc, memory, pointers, unions
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import NOTHING, Place, Value
from veriabs.frontend.typed.types import Address

_OPERATORS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "&"}


def _operands(ctx: Context, node: c_ast.FuncCall, frame: Frame, count: int) -> tuple[Place, LValue, list[Expr]]:
    """The integer operand with its place, and the other operands converted to its type."""
    given = node.args.exprs if node.args else []
    argument_conversions.without_effects(ctx, node, first=count)
    call = c_ast.FuncCall(node.name, c_ast.ExprList(given[:count]), node.coord)
    first, *rest = libc.arguments(ctx, call, frame, count)
    place = pointers.follow(ctx, pointers.decay(ctx, first, node), node, frame)
    ctype = place.type
    if not isinstance(ctype, IntType) or isinstance(ctype, Address) or place.bytes or place.width is not None:
        raise ctx.unsupported(node, f"call of {node.name.name} on an object that is not an integer")
    numbers = [convert(one, ctype, ctx.data_model) for one in rest if isinstance(one, Expr)]
    if len(numbers) != len(rest):
        raise ctx.unsupported(node, f"operand of {node.name.name} that is not a number")
    return place, memory.lvalue(ctx, place, node), numbers


def _copy_in_variable(ctx: Context, name: str, value: Expr, ctype: IntType, node: c_ast.Node, frame: Frame) -> Var:
    """The current value in a new variable."""
    variable = ctx.temporary(name, ctype, ctx.where(node))
    frame.before.append(Assign(variable, value, ctx.where(node)))
    return variable


def _store(ctx: Context, place: Place, target: LValue, value: Expr, node: c_ast.Node) -> list[Stmt]:
    return [Assign(target, value, ctx.where(node)), *unions.other_members_effect(ctx, place, node)]


def _fetch_and_modify(name: str, *, after: bool) -> libc.Handler:
    """Change the integer by an operator; the result is the value before, or after, the change."""

    def handler(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
        place, target, (operand,) = _operands(ctx, node, frame, 2)
        ctype = place.type
        assert isinstance(ctype, IntType)
        old = _copy_in_variable(ctx, "old", memory.value(ctx, place, node), ctype, node, frame)
        value = fold_binary(_OPERATORS[name], old, operand, ctx.data_model)
        value = fold_unary("~", value, ctx.data_model) if name == "nand" else value
        new = _copy_in_variable(ctx, "new", value, ctype, node, frame)
        frame.before += _store(ctx, place, target, new, node)
        return new if after else old

    return handler


def _exchange(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    place, target, (new,) = _operands(ctx, node, frame, 2)
    assert isinstance(place.type, IntType)
    old = _copy_in_variable(ctx, "old", memory.value(ctx, place, node), place.type, node, frame)
    frame.before += _store(ctx, place, target, new, node)
    return old


def _load(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    place, _, _ = _operands(ctx, node, frame, 1)
    assert isinstance(place.type, IntType)
    return _copy_in_variable(ctx, "old", memory.value(ctx, place, node), place.type, node, frame)


def _assign(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    place, target, (new,) = _operands(ctx, node, frame, 2)
    frame.before += _store(ctx, place, target, new, node)
    return NOTHING


def _release(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    place, target, _ = _operands(ctx, node, frame, 1)
    frame.before += _store(ctx, place, target, Const(0, target.type), node)
    return NOTHING


def _compare_and_swap(*, returns_success: bool) -> libc.Handler:
    """Store the new value if the old one is as expected; the result is the old value, or whether it was stored."""

    def handler(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
        place, target, (expected, new) = _operands(ctx, node, frame, 3)
        ctype, where = place.type, ctx.where(node)
        assert isinstance(ctype, IntType)
        old = _copy_in_variable(ctx, "old", memory.value(ctx, place, node), ctype, node, frame)
        same = _copy_in_variable(ctx, "same", Binary("==", old, expected), BOOL, node, frame)
        frame.before.append(If(same, tuple(_store(ctx, place, target, new, node)), (), where))
        return same if returns_success else old

    return handler


def _fence(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    argument_conversions.without_effects(ctx, node)
    return NOTHING


HANDLERS: dict[str, libc.Handler] = {
    **{f"__sync_fetch_and_{name}": _fetch_and_modify(name, after=False) for name in _OPERATORS},
    **{f"__sync_{name}_and_fetch": _fetch_and_modify(name, after=True) for name in _OPERATORS},
    **{f"__atomic_fetch_{name}": _fetch_and_modify(name, after=False) for name in _OPERATORS},
    **{f"__atomic_{name}_fetch": _fetch_and_modify(name, after=True) for name in _OPERATORS},
    "__sync_bool_compare_and_swap": _compare_and_swap(returns_success=True),
    "__sync_val_compare_and_swap": _compare_and_swap(returns_success=False),
    "__sync_lock_test_and_set": _exchange,
    "__sync_lock_release": _release,
    "__atomic_exchange_n": _exchange,
    "__atomic_load_n": _load,
    "__atomic_store_n": _assign,
    **dict.fromkeys(("__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence"), _fence),
}
"""A weak exchange may fail spuriously, so `__atomic_compare_exchange_n` is not included."""
