"""Pointers as places instead of addresses: binding to objects, arithmetic on indices, comparison, allocation.

    p = &a[2]; p++; *p = 1;          p_index = 2; p_index = p_index + 1; a[p_index] = 1;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Const, Element, Expr, LValue, Var
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import BOOL, INT, IntType
from veriabs.core.typing_rules import CHAR, convert, fold_binary, offset_type, type_of
from veriabs.frontend.lower import (
    allocations,
    bytes,
    cells,
    lifetimes,
    links,
    memory,
    nulls,
    reallocation,
    regions,
    unions,
    views,
    words,
)
from veriabs.frontend.lower.context import Context, SideEffects, flag_of, need_flags
from veriabs.frontend.lower.facts import VAGUE, PointerKey
from veriabs.frontend.lower.places import (
    NULL,
    Allocation,
    NullPointer,
    Place,
    PointerValue,
    PointerVariable,
    Reference,
    StringLiteral,
    UnknownPointer,
    Value,
)
from veriabs.frontend.typed.types import VOID, Address, ArrayOf, PointerType, Type, Void, same_type, size_of

Pointing = PointerValue | UnknownPointer | Reference | NullPointer | Allocation
_FIRST = ctree.integer(0)


def decay(ctx: Context, value: Value, node: c_ast.Node) -> Pointing | None:
    """The pointer that a value of array or pointer type represents; None for other values."""
    match value:
        case Place(type=ArrayOf(element=element), storage=storage) if storage.view is not None:
            return views.pointer(ctx, value, element)
        case Place(type=ArrayOf(element=element)):
            if unions.in_union(value):
                raise ctx.unsupported(node, "address of a member of a union")
            return PointerValue(value.at(_FIRST, element), element)
        case StringLiteral():
            return _literal(ctx, value)
        case PointerValue() | UnknownPointer() | Reference() | NullPointer() | Allocation():
            return value
        case _:
            return None


def _literal(ctx: Context, text: StringLiteral) -> PointerValue:
    """A static array that contains the characters."""
    return PointerValue(regions.literal(ctx, text.characters, text.where).at(_FIRST, CHAR), CHAR)


def read(
    ctx: Context, variable: PointerVariable, node: c_ast.Node
) -> PointerValue | UnknownPointer | Reference | NullPointer:
    """The value of a pointer variable."""
    ctx.pointer_uses.append((variable, False))
    if variable.refers is not None:
        return Reference(variable.refers)
    if variable.view is not None and variable.view.of is not None:
        raise ctx.unsupported(node, "read of a pointer from an object that is accessed as another type")
    absent = nulls.null_condition(ctx, variable)
    nulls.learn_callers_choice(ctx, variable, absent)
    if variable.place is None and absent is not None and not variable.foreign:
        variable.place = nulls.pointee(ctx, variable)
    if variable.place is not None:
        nullable = variable if variable.null and absent is None else None
        return PointerValue(variable.place, variable.target, nullable, absent, variable.unset, variable.vague)
    if absent is not None:
        trusted = variable.foreign and variable.trusted and not ctx.facts.dangling
        moved_ = trusted and variable.vague
        return UnknownPointer(absent, variable.target, not variable.foreign, variable.unset, trusted, moved_)
    if variable.null:
        if not ctx.loops:
            return NULL
        if need_flags(ctx, variable):
            return read(ctx, variable, node)
        raise ctx.unsupported(node, f"use of pointer {variable.name}, which may still be null")
    if not ctx.task.checks and ctx.facts.flag((variable.key,)):
        ctx.facts.read_unset[variable.key[:2]] = None
        return read(ctx, variable, node)
    raise ctx.unsupported(node, f"pointer {variable.name} that points to an unknown object")


def interchangeable(left: Type, right: Type) -> bool:
    """Whether objects of one type may be accessed as the other: the same type, or character types (C11 6.5, 7)."""
    return same_type(left, right) or (_is_character(left) and _is_character(right))


def _is_character(ctype: Type) -> bool:
    return isinstance(ctype, IntType) and ctype.bits == 8 and ctype != BOOL


def follow(ctx: Context, pointer: Value | None, node: c_ast.Node, effects: SideEffects | None) -> Place:
    """The place that a pointer points to; with `effects`, a view for a pointer with unknown offset."""
    if isinstance(pointer, UnknownPointer) and effects is not None:
        return views.view_of(ctx, pointer, effects, node)
    if not isinstance(pointer, PointerValue):
        raise ctx.unsupported(node, "dereference of a pointer to an unknown object")
    memory.check_alive(ctx, pointer.place, node)
    allocations.set_type(ctx, pointer, pointer.target)
    if words.cells(pointer.place, pointer.target) and not pointer.vague and effects is not None:
        return words.wider_integer(ctx, pointer, effects, node)
    if pointer.vague or not interchangeable(pointer.place.type, pointer.target):
        if effects is None:
            raise ctx.unsupported(node, "pointer cast between different element types")
        return views.view_of(ctx, pointer, effects, node)
    return replace(pointer.place, type=pointer.target) if _is_character(pointer.target) else pointer.place


def subscript(ctx: Context, base: Value, index: Expr, node: c_ast.Node, effects: SideEffects) -> Place:
    """`base[index]`."""
    if isinstance(base, Place) and isinstance(base.type, ArrayOf):
        return base.at(index, base.type.element)
    pointer = decay(ctx, base, node)
    if not isinstance(pointer, PointerValue | UnknownPointer):
        raise ctx.unsupported(node, "subscript of an argument that is not an array")
    return follow(ctx, moved(ctx, pointer, "+", index, node), node, effects)


def moved(ctx: Context, pointer: Pointing, op: str, amount: Expr, node: c_ast.Node) -> PointerValue | UnknownPointer:
    """`pointer + amount` or `pointer - amount`; the result may be less precise than the pointer."""
    if isinstance(pointer, UnknownPointer):
        return pointer if amount == _FIRST else replace(pointer, vague=True)
    if not isinstance(pointer, PointerValue):
        raise ctx.unsupported(node, "arithmetic on a null pointer")
    behind = _pointer_into_tail(ctx, pointer, amount, node) if op == "+" else None
    if behind is not None:
        return behind
    blurs = pointer.vague or not _counts_elements(pointer)
    return views.with_unknown_offset(pointer) if blurs else move(ctx, pointer, op, amount, node)


def _pointer_into_tail(ctx: Context, pointer: PointerValue, amount: Expr, node: c_ast.Node) -> PointerValue | None:
    """`pointer + amount`, if it surely leads from a struct to the bytes that were allocated behind it."""
    place = pointer.place
    if pointer.vague or place.path or place.indices or (allocations.TAIL,) not in place.storage.leaves:
        return None
    tail = Place(place.storage, (allocations.TAIL,), (), CHAR)
    if same_type(pointer.target, place.type):
        one = isinstance(amount, Const) and amount.value == 1
        return replace(pointer, place=tail.at(_FIRST, CHAR)) if one else None
    if not _is_character(pointer.target):
        return None
    index = allocations.remaining_bytes(ctx, amount, size_of(place.type, ctx.data_model, ctx.where(node)))
    return None if index is None else replace(pointer, place=tail.at(index, CHAR))


def number_to_pointer(ctx: Context, value: Value, target: Type, node: c_ast.Node) -> UnknownPointer:
    """Convert a number to a pointer: to an object that outside code knows, or to no object."""
    if not isinstance(value, Expr) or not isinstance(ctype := type_of(value, ctx.data_model), IntType):
        raise ctx.unsupported(node, "conversion of a number to a pointer")
    if isinstance(ctype, Address):
        raise ctx.unsupported(node, "conversion of a function pointer to another one")
    if ctype.bits < offset_type(ctx.data_model).bits and not isinstance(value, Const):
        raise ctx.unsupported(node, "conversion to a pointer of a number with fewer bits than a pointer")
    ctx.forged = ctx.forged or ctx.where(node)
    return UnknownPointer(fold_binary("==", value, Const(0, ctype), ctx.data_model), target)


def move(ctx: Context, pointer: PointerValue, op: str, amount: Expr, node: c_ast.Node) -> PointerValue:
    """`pointer + amount` or `pointer - amount` in elements."""
    if isinstance(amount, Const) and amount.value == 0:
        return pointer
    if not isinstance(type_of(amount, ctx.data_model), IntType):
        raise ctx.unsupported(node, "pointer arithmetic with an operand that is not an integer")
    if not pointer.place.steps:
        regions.learn_array(ctx, pointer.place)
        raise ctx.unsupported(node, "arithmetic on a pointer to a single object")
    if not _counts_elements(pointer):
        raise ctx.unsupported(node, "pointer cast between different element types")
    if words.cells(pointer.place, pointer.target):
        amount = words.amount(ctx, pointer, amount)
    if pointer.place.flat:
        amount = convert(amount, offset_type(ctx.data_model), ctx.data_model)
    return replace(pointer, place=pointer.place.moved(_move_place(ctx, pointer.place, op, amount)))


def _counts_elements(pointer: PointerValue) -> bool:
    """Whether pointer arithmetic counts elements of its array."""
    bytewise = pointer.target == VOID and _is_character(pointer.place.type)
    alike = interchangeable(pointer.place.type, pointer.target) or words.cells(pointer.place, pointer.target) > 0
    return not pointer.vague and (bytewise or alike)


def _move_place(ctx: Context, place: Place, op: str, amount: Expr) -> Expr:
    """The last index of a place moved by an amount.

    C adds to a pointer without overflow of the amount's type, so the sum has the type of a pointer difference. `int`
    suffices if every index of the object fits.
    """
    last = place.indices[-1]
    wide = offset_type(ctx.data_model)
    if isinstance(last, Const) and last.value == 0 and op == "+":
        return amount
    if _is_small(ctx, place) and is_int(ctx, last) and is_int(ctx, amount):
        return fold_sums(ctx, op, last, amount)
    return fold_sums(ctx, op, convert(last, wide, ctx.data_model), convert(amount, wide, ctx.data_model))


def is_int(ctx: Context, expr: Expr) -> bool:
    """Whether the type is exactly `int`."""
    ctype = type_of(expr, ctx.data_model)
    return isinstance(ctype, IntType) and ctype.name == "int"


def fold_sums(ctx: Context, op: str, left: Expr, right: Expr) -> Expr:
    """`left op right` with constants collected: `(i + 1) - 1` becomes `i`."""
    if isinstance(right, Const) and isinstance(right.value, int) and right.value < 0:
        op, right = "-" if op == "+" else "+", Const(-right.value, right.type)
    if isinstance(right, Const) and right.value == 0:
        return left
    if isinstance(left, Const) and left.value == 0 and op == "+":
        return right
    if isinstance(left, Const) and op == "+":
        left, right = right, left
    return fold_binary(op, left, right, ctx.data_model)


def _is_small(ctx: Context, place: Place) -> bool:
    name = place.storage.leaves.get(place.path) or next(iter(place.storage.leaves.values()), "")
    array = ctx.arrays.get(name)
    return array is not None and all(
        isinstance(size, Const) and 0 < size.value <= INT.highest // 2 for size in array.sizes
    )


# ------------------------------------------------------------------------------------------------------------- binding


def bind(ctx: Context, variable: PointerVariable, value: Value, out: list[Stmt], node: c_ast.Node) -> None:
    """`variable = value`: the first assignment fixes the object, each one sets the offset."""
    ctx.pointer_uses.append((variable, True))
    pointer = NULL if isinstance(value, Const) and value.value == 0 else decay(ctx, value, node)
    if isinstance(pointer, Allocation):
        pointer = allocations.allocate(ctx, pointer, variable.target, variable.name, variable.place, out)
    if pointer is None:
        pointer = number_to_pointer(ctx, value, variable.target, node)
    if isinstance(pointer, PointerValue):
        allocations.set_type(ctx, pointer, variable.target)
    if variable.stored is not None and variable.stored.link is not None:
        links.bind(ctx, variable, variable.stored.link, pointer, out, node)
        return
    if variable.view is not None:
        raise ctx.unsupported(node, "pointer stored in an unknown object")
    if isinstance(pointer, Reference) or variable.refers is not None:
        _refer(ctx, variable, pointer, node)
        return
    if isinstance(pointer, UnknownPointer) and not (
        pointer.nowhere and ctx.straight and variable.place is not None
    ):
        nulls.forget_pointee(ctx, variable)  # otherwise it is null or was never set
        nulls.blur(ctx, variable, pointer)
    flag = flag_of(ctx, variable) if variable.cell is None else variable.cell[1]
    if flag is not None and isinstance(pointer, PointerValue):
        written = {ctree.target_name(flag)}
        pointer = replace(pointer, place=memory.fix_indices(ctx, pointer.place, written, out, node))
    nulls.set_null(ctx, variable, pointer, out, node)
    lifetimes.bound(ctx, variable, pointer, out, node)
    if isinstance(pointer, NullPointer | UnknownPointer):
        return
    if variable.foreign:  # from here on outside code may know its object
        nulls.blur(ctx, variable, pointer)
        cells.escape(ctx, pointer.place, node)
        return
    pointer = bytes.byte_view(ctx, pointer, variable.target) or pointer
    memory.check_alive(ctx, pointer.place, node)
    if variable.place is None:
        variable.place = memory.object_so_far(variable)
    if pointer.vague or variable.vague or ctx.facts.pointees.get(variable.key) == VAGUE:
        _blur(ctx, variable, pointer, node)
        return
    if variable.place is not None and variable.place.storage.placeholder:
        nulls.learn(ctx, variable, pointer.place)
        variable.place = None
    if variable.place is not None and variable.cell is None and ctx.straight:
        variable.place = _same_form(variable.place, pointer.place)
    if variable.place is None and variable.cell is not None:
        _store(ctx, variable, variable.cell[0], pointer.place, out, node)
    elif variable.place is None:
        _fix(ctx, variable, pointer.place, out, ctx.where(node))
    else:
        _set_offset(ctx, variable, variable.place, pointer.place, out, node)


def _blur(ctx: Context, variable: PointerVariable, pointer: PointerValue, node: c_ast.Node) -> None:
    """From here on, only the object of the pointer is known."""
    old, whole = variable.place, views.with_unknown_offset(pointer).place
    if variable.cell is not None or (old is not None and old.storage is not whole.storage and not ctx.straight):
        raise ctx.unsupported(node, f"pointer {variable.name} with an unknown offset into {whole.storage.source}")
    if old is not None and not variable.vague and not ctx.straight:
        ctx.facts.point(variable.key, VAGUE)
    variable.place, variable.vague = whole, True


def _same_form(old: Place, new: Place) -> Place | None:
    """The old place if the new one has the same form, else None.

    If textual order is execution order, later code refers to the new object only.
    """
    return old if old.shape == new.shape and len(old.indices) == len(new.indices) else None


def _store(
    ctx: Context, variable: PointerVariable, cell: LValue, place: Place, out: list[Stmt], node: c_ast.Node
) -> None:
    """The first pointer stored in an array determines the object of all of them."""
    if not nulls.is_plain(place):
        if place.path or place.indices or not regions.merge_regions(ctx, place):
            raise ctx.unsupported(node, f"array of pointers into {place.storage.source}")
        return
    assert variable.stored is not None and isinstance(cell, Element)
    known = memory.stored_at(place, variable.stored, cell)
    variable.place = variable.stored.variable.place = known
    for own, index in zip(known.indices, place.indices, strict=True):
        assert isinstance(own, Element)
        out.append(Assign(own, index, ctx.where(node)))


def _refer(ctx: Context, variable: PointerVariable, pointer: Pointing, node: c_ast.Node) -> None:
    """Bind a pointer to a pointer to the only variable that it may point to."""
    known = variable.refers or (variable.place is None and not variable.null and pointer)
    if not isinstance(variable.target, PointerType | Void):
        raise ctx.unsupported(node, "conversion of the address of a pointer")
    if not isinstance(pointer, Reference) or known not in (pointer, pointer.variable):
        raise ctx.unsupported(node, f"pointer {variable.name} to several pointers, or to none")
    variable.refers = pointer.variable


def _fix(ctx: Context, variable: PointerVariable, place: Place, out: list[Stmt], where: Where) -> None:
    indices: list[Expr] = []
    for position, index in enumerate(place.indices):
        last = place.steps and position == len(place.indices) - 1
        varies = position == 0 and _rows_key(variable) in ctx.facts.pointees
        if isinstance(index, Const) and not (varies or (last and variable.moving)):
            indices.append(index)
            continue
        ctype = offset_type(ctx.data_model) if last and variable.moving else type_of(index, ctx.data_model)
        own = reallocation.offset(ctx, place, f"{variable.name}_{'offset' if last else 'index'}", ctype, variable.where)
        out.append(Assign(own, index, where))
        indices.append(own)
    variable.place = replace(place, indices=tuple(indices), origin=None)  # the variable may move


def _rows_key(variable: PointerVariable) -> PointerKey:
    """The key for facts about a variable that points to several objects of a region."""
    name, where, number = variable.key
    return f"{name}[]", where, number


def _set_offset(
    ctx: Context, variable: PointerVariable, old: Place, new: Place, out: list[Stmt], node: c_ast.Node
) -> None:
    if new.storage.placeholder:
        return
    if old.storage is not new.storage and regions.merge_regions(ctx, old, new):
        return
    if old.shape != new.shape or len(old.indices) != len(new.indices):
        both = f"{old.storage.source}, {new.storage.source}"
        if ctx.task.checks or variable.cell is not None:
            raise ctx.unsupported(node, f"pointer {variable.name} to several objects ({both})")
        nulls.forget_pointee(ctx, variable)
        return
    changed = [(own, index) for own, index in zip(old.indices, new.indices, strict=True) if own != index]
    written: set[str] = set()
    for own, index in changed:
        if isinstance(own, Const):
            if isinstance(index, Const) and index.value == own.value:
                continue
            rows, facts = _rows_key(variable), ctx.facts
            if own is old.indices[0] and old.storage.key in facts.together and rows not in facts.pointees:
                facts.learned[rows] = ""
                return
            raise ctx.unsupported(node, f"pointer {variable.name} to several places of {old.storage.source}")
        if written & ctree.names(index):
            raise ctx.unsupported(node, f"pointer {variable.name} moved in two dimensions at once")
        assert isinstance(own, Var | Element)  # indices of a variable are its own variables
        written.add(ctree.target_name(own))
        out.append(Assign(own, index, ctx.where(node)))
