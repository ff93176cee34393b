"""Assignments, increments and decrements of numbers, pointers and structs."""

from __future__ import annotations

from collections.abc import Set

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Cast, Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import CType, FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, type_of
from veriabs.frontend.lower import bitfields, bytes, checks, conversions, copies, indirect, memory, pointers
from veriabs.frontend.lower.context import Context, Frame, join, value_exprs
from veriabs.frontend.lower.places import Place, PointerVariable, Value
from veriabs.frontend.lower.types import Address, is_scalar


def assignment(ctx: Context, node: c_ast.Assignment, frame: Frame) -> Value:
    """`left op= right` as statements of the frame; its value is the new value of the left side."""
    left, right = Frame(), Frame()
    target = ctx.hooks.lvalue(ctx, node.lvalue, left)
    value = ctx.hooks.value(ctx, node.rvalue, right)
    match target:
        case PointerVariable():
            return _assign_pointer(ctx, node, target, value, frame, (left, right))
        case Place(type=ctype) if is_scalar(ctype):
            return _assign_number(ctx, node, target, value, frame, (left, right))
        case Place():
            return _assign_struct(ctx, node, target, value, frame, (left, right))
        case _:
            raise ctx.unsupported(node, "assignment to a constant")


def _assign_number(
    ctx: Context, node: c_ast.Assignment, place: Place, value: Value, frame: Frame, frames: tuple[Frame, Frame]
) -> Expr:
    left, right = frames
    if place.bytes:
        return _assign_byte(ctx, node, place, value, frame, frames)
    target = memory.lvalue(ctx, place, node)
    value = indirect.accepted(ctx, value, place.type, node)
    if isinstance(place.type, Address) and node.op != "=":
        raise ctx.unsupported(node, f"operator {node.op} on a function pointer")
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "assignment of a pointer, struct or void value to a number")
    if isinstance(target, Var) and target.name in ctree.writes(right.after):
        raise _unordered(ctx, node)
    value = _settled(ctx, {ctree.target_name(target)}, value, frames, node)
    if node.op == "=":
        join(ctx, frame, ((left, place.indices), (right, (value,))), node)
        into = bitfields.packed(ctx, _as_seen(ctx, place, target, value, node), target.type, place.width)
        store(ctx, target, into, frame.before, ctx.where(node))
        frame.before += memory.overwritten(ctx, place, node)
        seen = place.type
        assert isinstance(seen, IntType | FloatType)
        if isinstance(value, Const) and place.width is None:
            return convert(value, seen, ctx.data_model)
        return memory.value(ctx, place, node)
    join(ctx, frame, ((left, (target,)), (right, (value,))), node)
    computed = _operate(ctx, node.op[:-1], memory.value(ctx, place, node), value, node)
    result = _as_seen(ctx, place, target, computed, node)
    into = bitfields.packed(ctx, result, target.type, place.width)
    frame.before += [Assign(target, into, ctx.where(node)), *memory.overwritten(ctx, place, node)]
    return memory.value(ctx, place, node)


def _assign_byte(
    ctx: Context, node: c_ast.Assignment, place: Place, value: Value, frame: Frame, frames: tuple[Frame, Frame]
) -> Expr:
    """An assignment to a byte of a number: the number gets another value."""
    left, right = frames
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "assignment of a pointer, struct or void value to a number")
    whole, shift = bytes.whole(ctx, place, node)
    target = memory.lvalue(ctx, whole, node)
    if {ctree.target_name(target)} & ctree.reads([*left.after, *right.after]):
        raise _unordered(ctx, node)
    join(ctx, frame, ((left, (*place.indices, target)), (right, (value,))), node)
    if node.op != "=":
        value = _operate(ctx, node.op[:-1], memory.value(ctx, place, node), value, node)
    byte = _as_seen(ctx, place, target, value, node)
    frame.before.append(Assign(target, bytes.changed(ctx, target, shift, byte), ctx.where(node), part=True))
    frame.before += memory.overwritten(ctx, whole, node)
    return memory.value(ctx, place, node)


def _as_seen(ctx: Context, place: Place, target: LValue, value: Expr, node: c_ast.Node) -> Expr:
    """A value on its way into a place that is seen as another type than it is stored in.

    What C converts it to is the type that the place is seen as: of floating values the number depends on it, of
    integers, which keep their low bits on either way, only what is checked.
    """
    ctype, given = place.type, type_of(value, ctx.data_model)
    if ctype == target.type or place.width is not None or not isinstance(ctype, IntType):
        return value
    if not isinstance(given, FloatType) and GoalKind.CONVERSION.value not in ctx.task.checks:
        return value
    seen = conversions.number(ctx, value, ctype, ctx.where(node))
    return seen if place.bytes else _of_same_bits(seen, target.type, ctx.data_model)


def _of_same_bits(expr: Expr, ctype: CType, data_model: DataModel) -> Expr:
    """The number of a type that has the bits of another one; no conversion of the user's."""
    is_back = isinstance(expr, Cast) and expr.at is None and type_of(expr.operand, data_model) == ctype
    return expr.operand if isinstance(expr, Cast) and is_back else convert(expr, ctype, data_model)


def _settled(ctx: Context, written: Set[str], value: Expr, frames: tuple[Frame, Frame], node: c_ast.Node) -> Expr:
    """The assigned value; what comes after it but reads what the assignment writes, as in `d = t[d]++`, comes first."""
    left, right = frames
    if written & ctree.reads(left.after):
        raise _unordered(ctx, node)
    if not written & ctree.reads(right.after):
        return value
    kept = ctx.temporary("value", type_of(value, ctx.data_model), ctx.where(node))
    right.before += [Assign(kept, value, ctx.where(node)), *right.after]
    right.after = []
    return kept


def _unordered(ctx: Context, node: c_ast.Node) -> UnsupportedError:
    return ctx.unsupported(node, "side effects in one expression whose order C does not fix")


def _operate(ctx: Context, op: str, left: Expr, right: Expr, node: c_ast.Node) -> Expr:
    floating = any(isinstance(type_of(side, ctx.data_model), FloatType) for side in (left, right))
    if floating and op not in ("+", "-", "*", "/"):
        raise ctx.unsupported(node, f"operator {op} on a floating value")
    return fold_binary(op, left, right, ctx.data_model, ctx.where(node))


def store(ctx: Context, target: LValue, value: Expr, out: list[Stmt], where: Where) -> None:
    """Append `target = value`; an input of the right type goes to the target at once, without a temporary."""
    last = out[-1] if out else None
    if isinstance(last, Havoc) and last.call and last.target == value and _same(target.type, value, ctx):
        assert isinstance(value, Var)
        ctx.forget(value.name)
        out[-1] = replace(last, target=target)
        return
    out.append(Assign(target, value, where))


def _same(ctype: CType, value: Expr, ctx: Context) -> bool:
    return isinstance(value, Var) and value.name in ctx.inputs and value.type == ctype


def _assign_pointer(
    ctx: Context,
    node: c_ast.Assignment,
    target: PointerVariable,
    value: Value,
    frame: Frame,
    frames: tuple[Frame, Frame],
) -> Value:
    left, right = frames
    moved = target.place.indices if target.place else ()
    own = {ctree.target_name(index) for index in moved if isinstance(index, Var | Element)}
    own |= {target.flag.name} if target.flag is not None else set()
    if own & (ctree.writes(right.after) | ctree.reads(left.after) | ctree.reads(right.after)):
        raise _unordered(ctx, node)
    cell = target.cell[0] if target.cell else None
    where = cell.indices if isinstance(cell, Element) else ()
    join(ctx, frame, ((left, where), (right, value_exprs(value))), node)
    if node.op != "=":
        pointer = pointers.read(ctx, target, node)
        if node.op not in ("+=", "-=") or not isinstance(value, Expr):
            raise ctx.unsupported(node, f"operator {node.op} on a pointer")
        value = pointers.moved(ctx, pointer, node.op[0], value, node)
    pointers.bind(ctx, target, value, frame.before, node)
    return pointers.read(ctx, target, node)


def _assign_struct(
    ctx: Context, node: c_ast.Assignment, target: Place, value: Value, frame: Frame, frames: tuple[Frame, Frame]
) -> Value:
    left, right = frames
    if node.op != "=" or not isinstance(value, Place):
        raise ctx.unsupported(node, "assignment to an array or struct")
    join(ctx, frame, ((left, target.indices), (right, value.indices)), node)
    copied: list[Stmt] = []
    copies.copy(ctx, target, value, copied, node)
    if ctree.writes(copied) & ctree.reads(frame.after):
        raise _unordered(ctx, node)
    frame.before += copied
    return target


def step(ctx: Context, node: c_ast.UnaryOp, frame: Frame) -> Value:
    """`++x`, `x++` and their like; the postfix ones change x after the expression is evaluated."""
    operand = Frame()
    target = ctx.hooks.lvalue(ctx, node.expr, operand)
    op, where = node.op[-1], ctx.where(node)
    change: list[Stmt] = []
    result: Value
    match target:
        case PointerVariable():
            pointer = pointers.read(ctx, target, node)
            result = pointer
            pointers.bind(ctx, target, pointers.moved(ctx, pointer, op, ctree.TRUE, node), change, node)
        case Place():
            if isinstance(target.type, Address):
                raise ctx.unsupported(node, f"operator {op}{op} on a function pointer")
            result, stored = memory.value(ctx, target, node), memory.lvalue(ctx, target, node)
            changed = fold_binary(op, result, ctree.TRUE, ctx.data_model, where)
            changed = _as_seen(ctx, target, stored, changed, node)
            change.append(Assign(stored, bitfields.packed(ctx, changed, stored.type, target.width), where))
            change += memory.overwritten(ctx, target, node)
        case _:
            raise ctx.unsupported(node, f"operator {op}{op} on a constant")
    frame.before += operand.before
    if node.op.startswith("p"):
        if ctx.discarded is not node:  # what it computes is computed before what it is an index of is accessed
            computed = [Cast(one.target.type, one.value, one.where) for one in change if isinstance(one, Assign)]
            frame.before += checks.kept(ctx, computed, where)
        frame.after += [*change, *operand.after]
    else:
        frame.before += change
        frame.after += operand.after
    return result
