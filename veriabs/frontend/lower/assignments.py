"""Lower assignments, increments and decrements of numbers, pointers and structs.

    a[i++] = x += 2;          t = i; i = i + 1; x = x + 2; a[t] = x;
"""

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
from veriabs.frontend.lower import (
    bytes,
    checks,
    conversions,
    copies,
    indirect,
    memory,
    pointers,
    unions,
    words,
)
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.evaluation_order import UNORDERED, join
from veriabs.frontend.lower.places import Place, PointerVariable, Value, value_exprs
from veriabs.frontend.typed.types import Address, is_scalar


def assignment(ctx: Context, node: c_ast.Assignment, effects: SideEffects) -> Value:
    """Lower `left op= right` to statements in `effects`; the result is the new value of the left side."""
    left, right = SideEffects(), SideEffects()
    target = ctx.hooks.lvalue(ctx, node.lvalue, left)
    value = ctx.hooks.value(ctx, node.rvalue, right)
    match target:
        case PointerVariable():
            return _assign_pointer(ctx, node, target, value, effects, (left, right))
        case Place(type=ctype) if is_scalar(ctype):
            return _assign_number(ctx, node, target, value, effects, (left, right))
        case Place():
            return _assign_struct(ctx, node, target, value, effects, (left, right))
        case _:
            raise ctx.unsupported(node, "assignment to a constant")


def _assign_number(
    ctx: Context,
    node: c_ast.Assignment,
    place: Place,
    value: Value,
    effects: SideEffects,
    frames: tuple[SideEffects, SideEffects],
) -> Expr:
    left, right = frames
    value = indirect.check_stored(ctx, value, place.type, node)
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "assignment of a pointer, struct or void value to a number")
    if place.bytes or place.words:
        return _assign_part(ctx, node, place, value, effects, frames)
    target = memory.lvalue(ctx, place, node)
    if isinstance(place.type, Address) and node.op != "=":
        raise ctx.unsupported(node, f"operator {node.op} on a function pointer")
    if isinstance(target, Var) and target.name in ctree.writes(right.after):
        raise _unordered(ctx, node)
    value = _evaluate_value_first(ctx, {ctree.target_name(target)}, value, frames, node)
    if node.op == "=":
        join(ctx, effects, ((left, place.indices), (right, (value,))), node)
        into = bytes.pack(ctx, _convert_for_access(ctx, place, target, value, node), target.type, place.width)
        store(ctx, target, into, effects.before, ctx.where(node))
        effects.before += unions.other_members_effect(ctx, place, node)
        seen = place.type
        assert isinstance(seen, IntType | FloatType)
        if isinstance(value, Const) and place.width is None:
            return convert(value, seen, ctx.data_model)
        return memory.value(ctx, place, node)
    join(ctx, effects, ((left, (target,)), (right, (value,))), node)
    computed = _operate(ctx, node.op[:-1], memory.value(ctx, place, node), value, node)
    result = _convert_for_access(ctx, place, target, computed, node)
    into = bytes.pack(ctx, result, target.type, place.width)
    effects.before += [Assign(target, into, ctx.where(node)), *unions.other_members_effect(ctx, place, node)]
    return memory.value(ctx, place, node)


def _assign_part(
    ctx: Context,
    node: c_ast.Assignment,
    place: Place,
    value: Expr,
    effects: SideEffects,
    frames: tuple[SideEffects, SideEffects],
) -> Expr:
    """Lower an assignment to one byte of a number, which changes the number, or to a number of several cells."""
    left, right = frames
    whole, shift = bytes.containing_number(ctx, place, node) if place.bytes else (place, ctree.FALSE)
    targets = [memory.lvalue(ctx, one, node) for one in (words.parts(ctx, place) if place.words else (whole,))]
    read = ctree.reads([*left.after, *right.after]) | (ctree.names(place.indices[-1]) if place.words else set())
    if read & {ctree.target_name(one) for one in targets}:
        raise _unordered(ctx, node)
    join(ctx, effects, ((left, (*place.indices, *targets)), (right, (value,))), node)
    if node.op != "=":
        value = _operate(ctx, node.op[:-1], memory.value(ctx, place, node), value, node)
    if place.words:
        assert isinstance(place.type, IntType)
        value = conversions.number(ctx, value, place.type, ctx.where(node))
        effects.before += words.assigned(ctx, targets, value, place.type, node)
    else:
        byte = bytes.replace_byte(ctx, targets[0], shift, _convert_for_access(ctx, place, targets[0], value, node))
        effects.before.append(Assign(targets[0], byte, ctx.where(node), part=True))
    effects.before += unions.other_members_effect(ctx, words.parts(ctx, place)[0] if place.words else whole, node)
    return memory.value(ctx, place, node)


def _convert_for_access(ctx: Context, place: Place, target: LValue, value: Expr, node: c_ast.Node) -> Expr:
    """Convert a value for a place that is accessed as another type than it is stored in.

    C converts to the type of the access. For floating-point values the stored number depends on it; for integers, whose
    low bits stay the same, only checks do.
    """
    ctype, given = place.type, type_of(value, ctx.data_model)
    if ctype == target.type or place.width is not None or not isinstance(ctype, IntType):
        return value
    if not isinstance(given, FloatType) and GoalKind.CONVERSION.value not in ctx.task.checks:
        return value
    seen = conversions.number(ctx, value, ctype, ctx.where(node))
    return seen if place.bytes else _reinterpret(seen, target.type, ctx.data_model)


def _reinterpret(expr: Expr, ctype: CType, data_model: DataModel) -> Expr:
    """A conversion to a type of the same bits; not a conversion of the user's."""
    is_back = isinstance(expr, Cast) and expr.at is None and type_of(expr.operand, data_model) == ctype
    return expr.operand if isinstance(expr, Cast) and is_back else convert(expr, ctype, data_model)


def _evaluate_value_first(
    ctx: Context, written: Set[str], value: Expr, frames: tuple[SideEffects, SideEffects], node: c_ast.Node
) -> Expr:
    """The assigned value, evaluated first if later effects read what the assignment writes, as in `d = t[d]++`."""
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
    return ctx.unsupported(node, UNORDERED)


def _operate(ctx: Context, op: str, left: Expr, right: Expr, node: c_ast.Node) -> Expr:
    floating = any(isinstance(type_of(side, ctx.data_model), FloatType) for side in (left, right))
    if floating and op not in ("+", "-", "*", "/"):
        raise ctx.unsupported(node, f"operator {op} on a floating value")
    checks.assume_distance(ctx, op, left, right, node)
    return fold_binary(op, left, right, ctx.data_model, ctx.where(node))


def store(ctx: Context, target: LValue, value: Expr, out: list[Stmt], where: Where) -> None:
    """Append `target = value`; an input of the right type goes to the target without a temporary."""
    last = out[-1] if out else None
    if isinstance(last, Havoc) and last.call and last.target == value and _is_input_of_type(target.type, value, ctx):
        assert isinstance(value, Var)
        ctx.forget(value.name)
        out[-1] = replace(last, target=target)
        return
    out.append(Assign(target, value, where))


def _is_input_of_type(ctype: CType, value: Expr, ctx: Context) -> bool:
    return isinstance(value, Var) and value.name in ctx.inputs and value.type == ctype


def _assign_pointer(
    ctx: Context,
    node: c_ast.Assignment,
    target: PointerVariable,
    value: Value,
    effects: SideEffects,
    frames: tuple[SideEffects, SideEffects],
) -> Value:
    left, right = frames
    moved = target.place.indices if target.place else ()
    own = {ctree.target_name(index) for index in moved if isinstance(index, Var | Element)}
    own |= {target.flag.name} if target.flag is not None else set()
    if own & (ctree.writes(right.after) | ctree.reads(left.after) | ctree.reads(right.after)):
        raise _unordered(ctx, node)
    cell = (target.cell or target.linked or (None,))[0]
    where = cell.indices if isinstance(cell, Element) else ()
    join(ctx, effects, ((left, where), (right, value_exprs(value))), node)
    if node.op != "=":
        pointer = pointers.read(ctx, target, node)
        if node.op not in ("+=", "-=") or not isinstance(value, Expr):
            raise ctx.unsupported(node, f"operator {node.op} on a pointer")
        value = pointers.moved(ctx, pointer, node.op[0], value, node)
    pointers.bind(ctx, target, value, effects.before, node)
    return pointers.read(ctx, target, node)


def _assign_struct(
    ctx: Context,
    node: c_ast.Assignment,
    target: Place,
    value: Value,
    effects: SideEffects,
    frames: tuple[SideEffects, SideEffects],
) -> Value:
    left, right = frames
    if node.op != "=" or not isinstance(value, Place):
        raise ctx.unsupported(node, "assignment to an array or struct")
    join(ctx, effects, ((left, target.indices), (right, value.indices)), node)
    copied: list[Stmt] = []
    copies.copy(ctx, target, value, copied, node)
    if ctree.writes(copied) & ctree.reads(effects.after):
        raise _unordered(ctx, node)
    effects.before += copied
    return target


def step(ctx: Context, node: c_ast.UnaryOp, effects: SideEffects) -> Value:
    """Lower `++x`, `x++` and the like; the postfix forms change x after the expression is evaluated."""
    operand = SideEffects()
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
            changed = _convert_for_access(ctx, target, stored, changed, node)
            change.append(Assign(stored, bytes.pack(ctx, changed, stored.type, target.width), where))
            change += unions.other_members_effect(ctx, target, node)
        case _:
            raise ctx.unsupported(node, f"operator {op}{op} on a constant")
    effects.before += operand.before
    if node.op.startswith("p"):
        if ctx.discarded is not node:  # the operand is computed before the access that it indexes
            computed = [Cast(one.target.type, one.value, one.where) for one in change if isinstance(one, Assign)]
            effects.before += checks.evaluate(ctx, computed, where)
        effects.after += [*change, *operand.after]
    else:
        effects.before += change
        effects.after += operand.after
    return result
