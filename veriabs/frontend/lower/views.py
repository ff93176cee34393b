"""Views: accesses through a pointer with unknown offset read arbitrary values (docs/theory.md 14).

    *(int *)(bytes + n) = 1;          all of `bytes` becomes arbitrary

The pointer has another element type than its object, was made from a number, or comes from outside code. A write makes
all of the object arbitrary, or all objects that outside code knows.
"""

from __future__ import annotations

from math import prod

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.goals import CHECKS, GoalKind
from veriabs.core.program import Initial
from veriabs.core.statements import Assert, Havoc, Stmt
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import convert, fold_binary, offset_type
from veriabs.frontend.lower import cells, gaps, lifetimes, memory
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import ObjectView, Place, PointerValue, UnknownPointer
from veriabs.frontend.typed.types import ArrayOf, Type, same_type, size_of

_FIRST = ctree.integer(0)
_WITHIN = "pointers of another type than their object, and arithmetic on them, stay within the object"
_OUTSIDE = (
    "a pointer from a number, from a function without a body, or to one of several unlike objects points only to"
    " objects that other files can name or whose address this file takes"
)
_OF_THEIR_TYPE = (
    "pointers from functions without a body, and from callers to objects that are not listed, point to objects of the "
    "types that they are used as, none private to this file"
)


def with_unknown_offset(pointer: PointerValue, target: Type | None = None) -> PointerValue:
    """The pointer with unknown offset in its object."""
    storage = pointer.place.storage
    whole = Place(storage, (), (), storage.type)
    return replace(pointer, place=whole, target=target or pointer.target, vague=True)


def to_flat_pointer(ctx: Context, pointer: PointerValue, target: Type) -> PointerValue:
    """Convert a pointer to a row of a matrix to one to the elements of all rows, if the target type asks for that."""
    wide = offset_type(ctx.data_model)
    place, storage, sizes = pointer.place, pointer.place.storage, list[Const]()
    if pointer.vague or storage.summary or storage.placeholder or place.flat or isinstance(target, ArrayOf):
        return pointer
    while isinstance(place.type, ArrayOf) and isinstance(place.type.size, Const):
        sizes.insert(0, Const(place.type.size.value, wide))
        place = place.at(_FIRST, place.type.element)
    of_bytes = isinstance(target, IntType) and target.bits == 8 and isinstance(place.type, IntType)
    if not sizes or not (of_bytes or same_type(place.type, target)):
        return pointer
    outer = pointer.place.indices
    first: Expr = Const(0, wide)
    if pointer.place.steps:
        row, outer = convert(outer[-1], wide, ctx.data_model), (*outer[:-1], _FIRST)
        each = prod(int(size.value) for size in sizes)
        first = fold_binary("*", row, Const(each, wide), ctx.data_model)
    else:
        sizes.pop()
    indices = (*outer, *[_FIRST] * (len(place.indices) - len(outer) - 1), first)
    return replace(pointer, place=replace(place, indices=indices, flat=tuple(sizes)), target=place.type)


def pointer(ctx: Context, place: Place, target: Type) -> PointerValue | UnknownPointer:
    """The address of a part of a view."""
    view = place.storage.view
    assert view is not None
    if view.of is None:
        return UnknownPointer(Const(0, BOOL), target, trusted=not ctx.facts.dangling)
    return PointerValue(Place(view.of, (), (), view.of.type), target, vague=True)


def view_of(ctx: Context, pointer: PointerValue | UnknownPointer, effects: SideEffects, node: c_ast.Node) -> Place:
    """The target of a pointer as a separate object with arbitrary content."""
    of = pointer.place.storage if isinstance(pointer, PointerValue) else None
    if isinstance(pointer, UnknownPointer) and pointer.nowhere and not ctx.task.checks:
        raise ctx.unsupported(node, "dereference of a pointer to an unknown object")
    _stay_inside(ctx, pointer, effects, node)
    where, view = ctx.where(node), ObjectView(of, isinstance(pointer, UnknownPointer) and pointer.trusted)
    place = memory.declare(ctx, "seen", pointer.target, Initial.NONDET, where, view=view)
    ctx.leaky = ctx.leaky or (of is not None and bool(of.pointers or of.stored))
    if place.storage.stored:
        raise ctx.unsupported(node, "array of pointers accessed through a pointer to an unknown object")
    effects.before += cells.havoc_object(ctx, place.storage, where)
    for variable in place.storage.pointers.values():
        if of is None:
            variable.foreign, variable.flag = True, ctx.temporary(f"{variable.name}_null", BOOL, where)
            effects.before.append(Havoc(variable.flag, 0, None, where, unknown=True))
    gaps.note(ctx, "access through a pointer to an unknown object", node)
    return place


def _stay_inside(
    ctx: Context, pointer: PointerValue | UnknownPointer, effects: SideEffects, node: c_ast.Node
) -> None:
    """The check, or the condition without one, that an access stays within its object."""
    if isinstance(pointer, PointerValue):
        known = _is_inside(ctx, pointer, node)
    else:
        known = pointer.trusted and not pointer.vague
    if not known and GoalKind.BOUNDS.value in ctx.task.checks:
        test = gaps.any_value(ctx, BOOL, lifetimes.UNKNOWN_OBJECT, node, effects)
        effects.before.append(Assert(test, 0, ctx.where(node), GoalKind.BOUNDS, CHECKS[GoalKind.BOUNDS]))
    if isinstance(pointer, UnknownPointer):
        text = _OF_THEIR_TYPE if ctx.task.checks else _OUTSIDE
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None
    elif not known and GoalKind.BOUNDS.value not in ctx.task.checks:
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, _WITHIN)] = None


def overwrite(ctx: Context, to: PointerValue, origin: PointerValue, node: c_ast.Node) -> list[Stmt]:
    """Make an object arbitrary into which bytes of another type are copied."""
    target, source = to.place.storage, origin.place.storage
    if ctx.task.checks or target.pointers or target.stored:
        raise ctx.unsupported(node, "copy between different element types")
    ctx.leaky = ctx.leaky or bool(source.pointers or source.stored)
    ctx.assumed[VerdictCondition(ConditionKind.POINTERS, _WITHIN)] = None
    gaps.note(ctx, "copy between different element types", node)
    return cells.havoc_object(ctx, target, ctx.where(node))


def _is_inside(ctx: Context, pointer: PointerValue, node: c_ast.Node) -> bool:
    """Whether the access is known to be inside the object; raises UnsupportedError if it is larger than the object."""
    place, where = pointer.place, ctx.where(node)
    size = size_of(pointer.target, ctx.data_model, where)
    try:
        whole, part = (size_of(ctype, ctx.data_model, where) for ctype in (place.storage.type, place.type))
    except UnsupportedError:
        return False
    if size > whole:
        raise ctx.unsupported(node, f"access to {place.storage.source} through a pointer to a larger type")
    return size <= part and not pointer.vague and all(isinstance(index, Const) for index in place.indices)
