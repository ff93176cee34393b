"""Pointers without addresses: binding to objects, arithmetic on indices, comparison, allocation."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Cast, Const, Expr, LValue
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import CHAR, convert, fold_binary, named_type, offset_type, size_type, type_of
from veriabs.frontend.lower import bytes, lifetimes, memory, nulls
from veriabs.frontend.lower.context import Context, need_flags
from veriabs.frontend.lower.places import (
    NULL,
    Allocation,
    Null,
    Place,
    PointerValue,
    PointerVariable,
    Reference,
    Text,
    Vacant,
    Value,
)
from veriabs.frontend.lower.types import VOID, ArrayOf, Pointer, Type, same_type, size_of

Pointing = PointerValue | Vacant | Reference | Null | Allocation
FAMILY = 1 << 20
"""Objects of one allocation in a loop."""
_INT_MAX = (1 << 31) - 1
_FIRST = ctree.integer(0)


def decay(ctx: Context, value: Value, node: c_ast.Node) -> Pointing | None:
    """The pointer that a value of array or pointer type stands for; None for other values."""
    match value:
        case Place(type=ArrayOf(element=element)):
            if memory.in_union(value):
                raise ctx.unsupported(node, "address of a member of a union")
            return PointerValue(value.at(_FIRST, element), element)
        case Text():
            return _literal(ctx, value)
        case PointerValue() | Vacant() | Reference() | Null() | Allocation():
            return value
        case _:
            return None


def _literal(ctx: Context, text: Text) -> PointerValue:
    """An array of static storage that holds the characters."""
    ctype = ArrayOf(CHAR, ctree.integer(len(text.characters)))
    place = memory.declare(ctx, "text", ctype, Initial.ZERO, text.where)
    place.storage.depth = 0
    for index, character in enumerate(text.characters):
        if character:
            cell = memory.lvalue(ctx, place.at(ctree.integer(index), CHAR), text.where)
            ctx.prologue.append(Assign(cell, Const(character, CHAR), text.where))
    return PointerValue(place.at(_FIRST, CHAR), CHAR)


def read(ctx: Context, variable: PointerVariable, node: c_ast.Node) -> PointerValue | Vacant | Reference | Null:
    """The value of a pointer variable."""
    if variable.refers is not None:
        return Reference(variable.refers)
    absent = nulls.absent_of(ctx, variable)
    if variable.place is None and absent is not None and not variable.foreign:
        variable.place = nulls.pointee(ctx, variable)
    if variable.place is not None:
        return PointerValue(variable.place, variable.target, variable.null and absent is None, absent, variable.unset)
    if absent is not None:
        return Vacant(absent)
    if variable.null:
        if ctx.loops:
            need_flags(ctx, variable)
            raise ctx.unsupported(node, f"pointer {variable.name} that is null at first")
        return NULL
    raise ctx.unsupported(node, f"pointer {variable.name} that points to no known object")


def interchangeable(left: Type, right: Type) -> bool:
    """May objects of one type be accessed as the other: the same type, or characters of any sign (C11 6.5, 7)?"""
    return same_type(left, right) or (_is_character(left) and _is_character(right))


def _is_character(ctype: Type) -> bool:
    return isinstance(ctype, IntType) and ctype.bits == 8 and ctype != BOOL


def follow(ctx: Context, pointer: Value | None, node: c_ast.Node) -> Place:
    """The place that a pointer points to."""
    if not isinstance(pointer, PointerValue):
        raise ctx.unsupported(node, "dereference of something that is no pointer to a known object")
    if not interchangeable(pointer.place.type, pointer.target):
        raise ctx.unsupported(node, "pointer cast between different element types")
    memory.check_alive(ctx, pointer.place, node)
    return replace(pointer.place, type=pointer.target) if _is_character(pointer.target) else pointer.place


def subscript(ctx: Context, base: Value, index: Expr, node: c_ast.Node) -> Place:
    """`base[index]`."""
    if isinstance(base, Place) and isinstance(base.type, ArrayOf):
        return base.at(index, base.type.element)
    pointer = decay(ctx, base, node)
    if not isinstance(pointer, PointerValue):
        raise ctx.unsupported(node, "subscript of something that is no array")
    return follow(ctx, move(ctx, pointer, "+", index, node), node)


def move(ctx: Context, pointer: PointerValue, op: str, amount: Expr, node: c_ast.Node) -> PointerValue:
    """`pointer + amount` or `pointer - amount`, in elements."""
    if isinstance(amount, Const) and amount.value == 0:
        return pointer
    if not isinstance(type_of(amount, ctx.data_model), IntType):
        raise ctx.unsupported(node, "pointer arithmetic with something that is no integer")
    if not pointer.place.steps:
        raise ctx.unsupported(node, "arithmetic on a pointer to a single object")
    bytewise = pointer.target == VOID and _is_character(pointer.place.type)
    if not bytewise and not interchangeable(pointer.place.type, pointer.target):
        raise ctx.unsupported(node, "pointer cast between different element types")
    return replace(pointer, place=pointer.place.moved(_shifted(ctx, pointer.place, op, amount)))


def _shifted(ctx: Context, place: Place, op: str, amount: Expr) -> Expr:
    """The last index of a place moved by an amount.

    C adds to a pointer without overflow of the amount's type, so the sum is made in the type of a pointer difference;
    `int` will do where every index of the object fits into it.
    """
    last = place.indices[-1]
    wide = offset_type(ctx.data_model)
    if isinstance(last, Const) and last.value == 0 and op == "+":
        return amount
    if _is_small(ctx, place) and is_int(ctx, last) and is_int(ctx, amount):
        return gathered(ctx, op, last, amount)
    return gathered(ctx, op, convert(last, wide, ctx.data_model), convert(amount, wide, ctx.data_model))


def is_int(ctx: Context, expr: Expr) -> bool:
    """Is it an `int`, and of no other width?"""
    ctype = type_of(expr, ctx.data_model)
    return isinstance(ctype, IntType) and ctype.name == "int"


def gathered(ctx: Context, op: str, left: Expr, right: Expr) -> Expr:
    """`left op right`, with constants gathered: `(i + 1) - 1` becomes `i`."""
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
        isinstance(size, Const) and 0 < size.value <= _INT_MAX // 2 for size in array.sizes
    )


# ------------------------------------------------------------------------------------------------------------- binding


def bind(ctx: Context, variable: PointerVariable, value: Value, out: list[Stmt], node: c_ast.Node) -> None:
    """`variable = value`: fix the object at the first assignment, set the offset at all."""
    pointer = NULL if isinstance(value, Const) and value.value == 0 else decay(ctx, value, node)
    if isinstance(pointer, Allocation):
        pointer = allocate(ctx, pointer, variable.target, variable.name, out, node)
    if pointer is None:
        raise ctx.unsupported(node, "conversion of a number to a pointer")
    if isinstance(pointer, Reference) or variable.refers is not None:
        _refer(ctx, variable, pointer, node)
        return
    if isinstance(pointer, Vacant):
        nulls.make_foreign(ctx, variable, node)
    flag = nulls.flag_of(ctx, variable) if variable.cell is None else variable.cell[1]
    if flag is not None and isinstance(pointer, PointerValue):
        written = {ctree.target_name(flag)}
        pointer = replace(pointer, place=memory.settled(ctx, pointer.place, written, out, node))
    nulls.set_null(ctx, variable, pointer, out, node)
    lifetimes.bound(ctx, variable, pointer, out, node)
    if isinstance(pointer, Null | Vacant):
        return
    if variable.foreign:
        raise ctx.unsupported(node, f"pointer {variable.name} to an object that is not known here, or to another one")
    pointer = bytes.seen(ctx, pointer, variable.target) or pointer
    _check_target(ctx, variable, pointer, node)
    memory.check_alive(ctx, pointer.place, node)
    if variable.place is not None and variable.place.storage.guess:
        nulls.learn(ctx, variable, pointer.place)
        variable.place = None
    if variable.place is not None and variable.cell is None and ctx.straight:
        variable.place = _kept(variable.place, pointer.place)
    if variable.place is None and variable.cell is not None:
        _store(ctx, variable, variable.cell[0], pointer.place, out, node)
    elif variable.place is None:
        _fix(ctx, variable, pointer.place, out, ctx.where(node))
    else:
        _set_offset(ctx, variable, variable.place, pointer.place, out, node)


def _kept(old: Place, new: Place) -> Place | None:
    """The place of a pointer that is assigned another one, None if it is of another object.

    Where the order of the text is that of execution, what comes later is about the new object alone.
    """
    alike = old.storage is new.storage and old.path == new.path and old.steps == new.steps and old.bytes == new.bytes
    return old if alike and len(old.indices) == len(new.indices) else None


def _store(
    ctx: Context, variable: PointerVariable, cell: LValue, place: Place, out: list[Stmt], node: c_ast.Node
) -> None:
    """The first pointer that the text stores in an array says what all of them point to."""
    if not nulls.is_plain(place):
        raise ctx.unsupported(node, f"pointers stored in arrays, to {place.storage.source}")
    assert variable.stored is not None
    variable.place = variable.stored.variable.place = place.moved(cell)
    out.append(Assign(cell, place.indices[0], ctx.where(node)))


def _refer(ctx: Context, variable: PointerVariable, pointer: Pointing, node: c_ast.Node) -> None:
    """Makes a pointer to a pointer stand for the only variable that it may point to."""
    known = variable.refers or (variable.place is None and not variable.null and pointer)
    if not isinstance(pointer, Reference) or known not in (pointer, pointer.variable):
        raise ctx.unsupported(node, f"pointer {variable.name} to several pointers, or to none")
    variable.refers = pointer.variable


def _check_target(ctx: Context, variable: PointerVariable, pointer: PointerValue, node: c_ast.Node) -> None:
    if VOID in (variable.target, pointer.target) or interchangeable(variable.target, pointer.target):
        return
    raise ctx.unsupported(node, "pointer cast between different element types")


def _fix(ctx: Context, variable: PointerVariable, place: Place, out: list[Stmt], where: Where) -> None:
    indices: list[Expr] = []
    for position, index in enumerate(place.indices):
        last = place.steps and position == len(place.indices) - 1
        if isinstance(index, Const) and not (last and variable.moving):
            indices.append(index)
            continue
        ctype = offset_type(ctx.data_model) if last and variable.moving else type_of(index, ctx.data_model)
        own = ctx.temporary(f"{variable.name}_{'offset' if last else 'index'}", ctype, where)
        out.append(Assign(own, index, where))
        indices.append(own)
    variable.place = replace(place, indices=tuple(indices), origin=None)  # the variable may move


def _set_offset(
    ctx: Context, variable: PointerVariable, old: Place, new: Place, out: list[Stmt], node: c_ast.Node
) -> None:
    if new.storage.guess:
        return
    if (old.storage, old.path, old.steps, old.bytes) != (new.storage, new.path, new.steps, new.bytes):
        both = f"{old.storage.source}, {new.storage.source}"
        raise ctx.unsupported(node, f"pointer {variable.name} to several objects ({both})")
    if len(old.indices) != len(new.indices):
        raise ctx.unsupported(node, f"pointer {variable.name} to several objects")
    changed = [(own, index) for own, index in zip(old.indices, new.indices, strict=True) if own != index]
    written: set[str] = set()
    for own, index in changed:
        if isinstance(own, Const):
            if isinstance(index, Const) and index.value == own.value:
                continue
            raise ctx.unsupported(node, f"pointer {variable.name} to several places of {old.storage.source}")
        if written & ctree.names(index):
            raise ctx.unsupported(node, f"pointer {variable.name} moved in two dimensions at once")
        written |= ctree.names(own)
        assert not isinstance(own, Const)
        out.append(Assign(own, index, ctx.where(node)))  # type: ignore[arg-type]  # indices of a variable are its own Vars


# ----------------------------------------------------------------------------------------------------------- allocating


def allocate(
    ctx: Context, allocation: Allocation, target: Type, name: str, out: list[Stmt], node: c_ast.Node
) -> PointerValue:
    """Give an allocation its element type: a new array whose size is set here, once and for all."""
    if target == VOID or isinstance(target, Pointer):
        raise ctx.unsupported(allocation.where, "allocation of objects of unknown type or of pointers")
    fits = allocation.zero or not may_wrap(ctx, allocation.size)  # calloc gives nothing rather than too little
    cells = count(ctx, allocation.size, size_of(target, ctx.data_model, allocation.where), exact=fits)
    initial = Initial.ZERO if allocation.zero else Initial.NONDET
    if ctx.loops:
        return _one_more(ctx, allocation, target, name, cells, out)
    depth, ctx.depth = ctx.depth, ctx.depth if allocation.automatic else 0
    if isinstance(cells, Const) and cells.value == 1:
        place = memory.declare(ctx, name, target, initial, allocation.where)
    else:
        size = snapshot(ctx, cells, name, out, allocation.where)
        whole = memory.declare(ctx, name, ArrayOf(target, size), initial, allocation.where)
        place = whole.at(_FIRST, target)
    ctx.depth, place.storage.heap = depth, not allocation.automatic
    if place.storage.heap:
        lifetimes.allocated(ctx, place.storage, out, allocation.where)
    return PointerValue(place, target)


def _one_more(
    ctx: Context, allocation: Allocation, target: Type, name: str, cells: Expr, out: list[Stmt]
) -> PointerValue:
    """The next object of an allocation in a loop: one that nobody has seen.

    More objects than a family has are accesses out of bounds, so that nothing is proved of them.
    """
    where = allocation.where
    if not isinstance(cells, Const) or cells.value != 1:
        raise ctx.unsupported(where, "allocation of an array in a loop")
    initial = Initial.ZERO if allocation.zero else Initial.NONDET
    whole = memory.declare(ctx, name, ArrayOf(target, ctree.integer(FAMILY)), initial, where)
    whole.storage.family, whole.storage.heap = True, not allocation.automatic
    lifetimes.allocated(ctx, whole.storage, out, where)
    counter = named_type("int", ctx.data_model)
    made, own = (ctx.temporary(f"{name}_{what}", counter, where) for what in ("made", "object"))
    ctx.prologue.append(Assign(made, ctree.FALSE, where))
    out += [Assign(own, made, where), Assign(made, fold_binary("+", made, ctree.TRUE, ctx.data_model), where)]
    return PointerValue(replace(whole.at(own, target), steps=False), target)


def snapshot(ctx: Context, size: Expr, name: str, out: list[Stmt], where: Where) -> Expr:
    """An array size that never changes: a constant, or a variable that is assigned here."""
    if isinstance(size, Const):
        return size
    own = ctx.temporary(f"{name}_size", type_of(size, ctx.data_model), where)
    out.append(Assign(own, size, where))
    return own


def count(ctx: Context, size: Expr, element: int, *, exact: bool) -> Expr:
    """Bytes divided by the bytes of an element; an `exact` size without a division where a factor allows it."""
    ctype = size_type(ctx.data_model)
    quotient = divided(size, element)
    if quotient is not None and exact:
        return convert(quotient, ctype, ctx.data_model)
    return fold_binary("/", convert(size, ctype, ctx.data_model), Const(element, ctype), ctx.data_model)


def may_wrap(ctx: Context, size: Expr) -> bool:
    """May a product be another number than its factors say? Numbers below 0 are no sizes, and count as large ones."""
    match size:
        case Binary(op="*", left=left, right=right):
            own = type_of(size, ctx.data_model)
            bits = (_bits(ctx, side) for side in (left, right))
            return isinstance(own, IntType) and sum(bits) > own.bits - own.signed
        case _:
            return False


def _bits(ctx: Context, factor: Expr) -> int:
    """How many bits the factor of a size takes."""
    match factor:
        case Const(value=int(value)):
            return value.bit_length()
        case Cast(type=IntType() as wide, operand=operand) if _whole_bits(ctx, operand) <= wide.bits:
            return _bits(ctx, operand)
        case Binary(op="*", left=left, right=right) if not may_wrap(ctx, factor):
            return _bits(ctx, left) + _bits(ctx, right)
        case _:
            return _whole_bits(ctx, factor)


def _whole_bits(ctx: Context, factor: Expr) -> int:
    ctype = type_of(factor, ctx.data_model)
    return ctype.bits - ctype.signed if isinstance(ctype, IntType) else size_type(ctx.data_model).bits


def divided(size: Expr, element: int) -> Expr | None:
    """`size / element` where a constant factor of `size` is a multiple of `element`; None if there is none."""
    match size:
        case _ if element == 1:
            return size
        case Const(value=int(value), type=ctype) if value % element == 0:
            return Const(value // element, ctype)
        case Binary(op="*", left=left, right=right):
            for one, other in ((right, left), (left, right)):
                quotient = divided(one, element)
                if isinstance(quotient, Const) and quotient.value == 1:
                    return other
                if quotient is not None:
                    return Binary("*", other, quotient)
            return None
        case _:
            return None
