"""Track which pointers are null: by textual order where that suffices, else by a flag per pointer.

    if (c) p = &x; else p = 0;          p_is_null = !c;     and p stands for x
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Const, Element, Expr
from veriabs.core.program import Initial
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import BOOL, INT, IntType
from veriabs.core.typing_rules import convert, offset_type
from veriabs.frontend.lower import lifetimes, memory, reallocation, regions
from veriabs.frontend.lower.context import Context, flag_of, need_flags, with_null_flag
from veriabs.frontend.lower.facts import ANYWHERE, MOVED, OUTSIDE
from veriabs.frontend.lower.places import (
    Allocation,
    NullPointer,
    Place,
    PointerValue,
    PointerVariable,
    Reference,
    UnknownPointer,
)
from veriabs.frontend.typed.types import VOID, ArrayOf, FunctionType, PointerType, Type


def forget_pointee(ctx: Context, variable: PointerVariable) -> None:
    """From here on, only the null flag of the pointer is known."""
    ctx.pointer_uses.append((variable, True))
    known = variable.place is not None and not variable.place.storage.placeholder
    if known and not (ctx.straight and variable.cell is None):
        ctx.facts.point(variable.key, OUTSIDE)
        ctx.facts.flag((variable.key,))
    variable.place, variable.foreign = None, True
    if variable.stored is not None:
        variable.stored.variable.foreign = True
    elif flag_of(ctx, variable) is None:
        need_flags(ctx, variable)


def blur(ctx: Context, variable: PointerVariable, pointer: PointerValue | UnknownPointer) -> None:
    """Record that a pointer from outside may also have a value that outside code did not choose."""
    owner = variable if variable.stored is None else variable.stored.variable
    trusted = isinstance(pointer, UnknownPointer) and (pointer.trusted or pointer.nowhere)
    moved = isinstance(pointer, UnknownPointer) and pointer.vague
    if ctx.task.checks and ((owner.trusted and not trusted) or (owner.trusted and moved and not owner.vague)):
        ctx.facts.point(owner.key, MOVED if trusted else ANYWHERE)
        ctx.facts.flag((owner.key,))
        owner.trusted, owner.vague = variable.trusted, variable.vague = trusted, True


def learn_callers_choice(ctx: Context, variable: PointerVariable, absent: Expr | None) -> None:
    """A pointer that no code before its read surely sets has the value that the caller of the entry function chose."""
    never = variable.place is None and absent is None and not variable.null
    unset = variable.cell is None and (variable.unset is not None or never)
    if unset and variable.given and not variable.foreign and ctx.task.checks:
        ctx.facts.flag((variable.key,))
        ctx.facts.point(variable.key, OUTSIDE)


def external_pointer(ctx: Context, variable: PointerVariable) -> PointerVariable:
    """A variable that another file defines and sets arbitrarily."""
    variable.foreign, variable.flag = True, ctx.temporary(f"{variable.name}_null", BOOL, variable.where)
    ctx.visible[variable.flag.name] = True
    return variable


def null_condition(ctx: Context, variable: PointerVariable) -> Expr | None:
    """The condition under which a pointer is null; None if there is no expression for it."""
    if variable.linked is not None:
        return variable.linked[1]
    return flag_of(ctx, variable) if variable.cell is None else ctree.negate(variable.cell[1])


def pointee(ctx: Context, variable: PointerVariable) -> Place | None:
    """The target of a pointer that may be null, before the text has assigned one.

    At first it is a placeholder; the real target is learned later in the text, for the next lowering. None if no code
    assigns one.
    """
    named = ctx.facts.pointees.get(variable.key)
    target, where = variable.target, variable.where
    if named is None:
        if target == VOID or isinstance(target, PointerType | FunctionType):
            return None
        ctx.facts.learned.setdefault(variable.key, "")
        whole = memory.declare_lasting(ctx, variable.name, ArrayOf(target, ctree.TRUE), Initial.NONDET, where)
        whole.storage.placeholder = True
    else:
        storage = ctx.objects.get(named) if isinstance(named, str) else regions.placeholder_storage(ctx, named, target)
        if storage is None:
            return None
        whole = Place(storage, (), (), storage.type)
    if not isinstance(whole.type, ArrayOf):
        return None
    return _arbitrary_place(ctx, variable, whole, whole.type.element)


def _arbitrary_place(ctx: Context, variable: PointerVariable, whole: Place, element: Type) -> Place:
    """A cell of an array or row, or an object of a summary object, with indices in variables of the pointer."""
    rows = isinstance(element, ArrayOf) and not isinstance(variable.target, ArrayOf)
    if variable.stored is not None and variable.cell is not None:
        assert isinstance(variable.cell[0], Element)
        inner = element.element if rows and isinstance(element, ArrayOf) else element
        first = whole.at(ctree.FALSE, element).at(ctree.FALSE, inner) if rows else whole.at(ctree.FALSE, element)
        place = memory.stored_at(first, variable.stored, variable.cell[0])
        variable.stored.variable.place = place = replace(place, steps=rows or not whole.storage.summary)
        return place
    if rows and isinstance(element, ArrayOf):
        whole = whole.at(ctx.temporary(f"{variable.name}_index", INT, variable.where), element)
        element = element.element
    place = whole.at(reallocation.offset(ctx, whole, f"{variable.name}_offset", _offset(ctx), variable.where), element)
    return replace(place, steps=rows or not whole.storage.summary)


def _offset(ctx: Context) -> IntType:
    return offset_type(ctx.data_model)


def learn(ctx: Context, variable: PointerVariable, place: Place) -> None:
    """Record for the next lowering what a pointer points to that had only a placeholder."""
    storage = place.storage
    if not storage.placeholder and is_plain(place) and storage.key is not None and storage.key.literal:
        regions.merge_regions(ctx, place)  # it is not there before the text comes to it
        ctx.facts.learned[variable.key] = storage.key
    elif not storage.placeholder and is_plain(place):
        names = (*storage.leaves.values(), *(one.offset for one in storage.stored.values()))
        ctx.facts.learned[variable.key] = storage.key or next(iter(names))


def is_plain(place: Place) -> bool:
    """Whether it is a cell of an array or row, or an object of an allocation, so that indices determine it."""
    if place.path or place.bytes or place.flat:
        return False
    return place.steps and len(place.indices) <= 2 or (len(place.indices) == 1 and place.storage.summary)


def set_null(
    ctx: Context,
    variable: PointerVariable,
    pointer: PointerValue | UnknownPointer | NullPointer,
    out: list[Stmt],
    node: c_ast.Node,
) -> None:
    """Record whether the assigned value is null."""
    flag, where = flag_of(ctx, variable), ctx.where(node)
    if flag is not None or variable.cell is not None:
        pointer = with_null_flag(ctx, pointer, node)
    absent = null_test(pointer)
    if variable.cell is not None and absent is not None:
        there = ctree.FALSE if absent == ctree.TRUE else ctree.TRUE if absent == ctree.FALSE else ctree.negate(absent)
        out.append(Assign(variable.cell[1], convert(there, BOOL, ctx.data_model), where))
    elif flag is not None:
        assert absent is not None
        out.append(Assign(flag, convert(absent, BOOL, ctx.data_model), where))
    elif absent is None or absent != ctree.FALSE:
        # Textual order is execution order only outside of loops.
        ctx.maybe_null.add(variable.key)
        if ctx.loops:
            need_flags(ctx, variable)
        variable.null = True
    elif ctx.straight:
        variable.null = False


def null_test(pointer: PointerValue | UnknownPointer | NullPointer) -> Expr | None:
    """The condition under which a pointer is null; None if unknown."""
    match pointer:
        case NullPointer():
            return ctree.TRUE
        case UnknownPointer(absent=absent):
            return absent
        case PointerValue(null=PointerVariable()):
            return None
        case PointerValue(absent=absent):
            return ctree.FALSE if absent is None else absent


def compared_with_null(
    op: str, compared: Expr, one: PointerValue | UnknownPointer, two: PointerValue | UnknownPointer
) -> Expr:
    """`==` or `!=` of pointers that may be null."""
    absent = [pointer.absent for pointer in (one, two) if pointer.absent is not None]
    if not absent:
        return compared
    both = Binary("&&", absent[0], absent[1]) if len(absent) == 2 else ctree.FALSE
    neither = ctree.negate(absent[0] if len(absent) == 1 else Binary("||", absent[0], absent[1]))
    if op == "!=":
        compared = ctree.negate(compared)
    same: Expr = Binary("&&", neither, compared)
    same = same if both == ctree.FALSE else Binary("||", both, same)
    return same if op == "==" else ctree.negate(same)


def truth(
    ctx: Context, pointer: PointerValue | UnknownPointer | Reference | NullPointer | Allocation, node: c_ast.Node
) -> Expr:
    """Whether the pointer is not null, as an expression."""
    lifetimes.refuse_unset(ctx, pointer, node)
    if isinstance(pointer, Allocation):
        lifetimes.refuse_lost(ctx, node)
    pointer = with_null_flag(ctx, pointer, node)
    absent = ctree.FALSE if isinstance(pointer, Allocation | Reference) else null_test(pointer)
    assert absent is not None
    return ctree.integer(int(not absent.value)) if isinstance(absent, Const) else ctree.negate(absent)
