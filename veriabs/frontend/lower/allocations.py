"""Lower allocations: arrays whose size is set once, and summary objects for allocations in a loop.

    int *p = malloc(n * sizeof *p);                  becomes an array of n ints, and p a name for its cell 0
    for (...) { p = malloc(sizeof *p); ... }         becomes an array of structs, of which p is the next one
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import CHAR, convert, fold_binary, offset_type, size_type, type_of
from veriabs.frontend.lower import gaps, lifetimes, reallocation, regions
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Allocation, ObjectKey, Place, PointerValue, Rest
from veriabs.frontend.typed.expressions import size_in_bytes
from veriabs.frontend.typed.types import (
    VOID,
    ArrayOf,
    PointerType,
    RecordType,
    Type,
    Void,
    flexible,
    is_vla,
    offset_of,
    size_of,
)

_FIRST = ctree.integer(0)
TAIL = "<tail>"
"""The member for the bytes that an allocation has behind a struct; no name of C."""


def allocate(
    ctx: Context, allocation: Allocation, target: Type, name: str, known: Place | None, out: list[Stmt]
) -> PointerValue:
    """Give an allocation its element type: a new array whose size is set here, for good or until a `realloc`.

    `known` is the object that the assigned pointer points to elsewhere, if any.
    """
    if target == VOID:
        return _untyped(ctx, allocation, name, known, out)
    if flexible(target) is not None:
        return _flexible(ctx, allocation, target, name, known, out)
    room = _element_count(ctx, allocation, target, out)
    where, initial = allocation.where, Initial.ZERO if allocation.zero else Initial.NONDET
    alone = isinstance(room, Const) and room.value == 1
    kind = target if alone else ArrayOf(target, room)
    key = regions.next_key(ctx, name, where, initial, kind, summary=ctx.loops > 0)
    if not allocation.automatic and reallocation.is_resized(ctx, key, known):
        size = snapshot(ctx, room, name, out, where)
        place, begun = reallocation.allocate(ctx, key, target, size, allocation.zero, where)
        out += begun
        return PointerValue(place, target)
    if ctx.loops:
        return _one_more(ctx, allocation, key, kind, name, out)
    if _has_tail(ctx, allocation, target):
        return _allocate_with_tail(ctx, allocation, target, name, key, out)
    with ctx.at_depth(ctx.depth if allocation.automatic else 0):
        if alone:
            place = regions.declare(ctx, name, target, initial, where, key=key)
        else:
            sized = ArrayOf(target, snapshot(ctx, room, name, out, where))
            place = regions.declare(ctx, name, sized, initial, where, key=key).at(_FIRST, target)
    place.storage.heap = not allocation.automatic
    if place.storage.heap:
        lifetimes.begin_lifetime(ctx, place.storage, out, where, place.indices)
    return PointerValue(place, target)


def _flexible(
    ctx: Context, allocation: Allocation, target: Type, name: str, known: Place | None, out: list[Stmt]
) -> PointerValue:
    """Allocate one struct with a flexible array member, which gets the remaining bytes (C11 6.7.2.1)."""
    where, initial = allocation.where, Initial.ZERO if allocation.zero else Initial.NONDET
    key = regions.next_key(ctx, name, where, initial, target)
    if ctx.loops or allocation.automatic or reallocation.is_resized(ctx, key, known):
        raise ctx.unsupported(where, "struct with a flexible array member from alloca or realloc, or in a loop")
    return _allocate_with_tail(ctx, allocation, target, name, key, out)


def _allocate_with_tail(
    ctx: Context, allocation: Allocation, target: Type, name: str, key: ObjectKey, out: list[Stmt]
) -> PointerValue:
    """Allocate one struct; the bytes behind its other members are its flexible array member, or its tail."""
    where, model, unit = allocation.where, ctx.data_model, size_type(ctx.data_model)
    initial = Initial.ZERO if allocation.zero else Initial.NONDET
    least = Const(size_of(target, model, where), unit)
    if not _is_enough(ctx, allocation.size, least):
        size = convert(snapshot(ctx, allocation.size, name, out, where), unit, model)
        error = ctx.unsupported(where, "allocation that is smaller than its struct")
        short = fold_binary("<", size, least, model)
        out += [] if short == ctree.FALSE else [If(short, tuple(gaps.assert_unreachable(ctx, error, where)), (), where)]
    part, element = _part_behind(target)
    behind = snapshot(ctx, _elements_behind(ctx, allocation.size, target, where), name, out, where)
    with ctx.at_depth(0):
        place = regions.declare(ctx, name, target, initial, where, key=key, rest=Rest(part, element, behind))
    place.storage.heap = True
    lifetimes.begin_lifetime(ctx, place.storage, out, where)
    return PointerValue(place, target)


def _has_tail(ctx: Context, allocation: Allocation, target: Type) -> bool:
    """Whether the size is that of one struct and of a number of bytes that need not be whole structs."""
    if not isinstance(target, RecordType) or target.union or target.fields is None or allocation.automatic:
        return False
    own = size_of(target, ctx.data_model, allocation.where)
    return any(
        isinstance(one, Const) and one.value == own and divide_size(other, own) is None
        for one, other in _summands(allocation.size)
    )


def _part_behind(target: Type) -> tuple[str, Type]:
    """The member for the bytes behind the others, and the type of its elements."""
    last = flexible(target)
    return (TAIL, CHAR) if last is None or not isinstance(last.type, ArrayOf) else (last.name, last.type.element)


def _elements_behind(ctx: Context, size: Expr, target: Type, where: Where) -> Expr:
    """The number of elements behind the members of a struct, in an allocation of at least the struct's size.

    If the size is the sum of the struct's size and a term, the term gives the number, since the sum did not wrap.
    """
    (part, each), unit, model = _part_behind(target), size_type(ctx.data_model), ctx.data_model
    least, element = size_of(target, model, where), size_of(each, model, where)
    offset = offset_of(target, part, model, where) if part != TAIL and isinstance(target, RecordType) else least
    for one, other in _summands(size) if type_of(size, model) == unit else ():
        if isinstance(one, Const) and one.value == offset == least:
            return count(ctx, other, element, exact=not may_wrap(ctx, other))
    left = fold_binary("-", convert(size, unit, model), Const(offset, unit), model)
    return count(ctx, left, element, exact=False)


def remaining_bytes(ctx: Context, amount: Expr, size: int) -> Expr | None:
    """`amount - size` for an amount of at least `size` bytes, or one that fails the bounds; None for others."""
    own, wide = type_of(amount, ctx.data_model), offset_type(ctx.data_model)
    if isinstance(amount, Const):
        return Const(amount.value - size, wide) if amount.value >= size else None
    if not isinstance(own, IntType) or not (own.signed or own.bits == wide.bits):  # the sum may wrap
        return None
    return next((other for one, other in _summands(amount) if isinstance(one, Const) and one.value == size), None)


def _is_enough(ctx: Context, size: Expr, least: Const) -> bool:
    """Whether it is a sum of at least `least` that cannot wrap."""
    assert isinstance(least.type, IntType)
    sums = ((one, _upper_bound(ctx, other)) for one, other in _summands(size) if isinstance(one, Const))
    return type_of(size, ctx.data_model) == least.type and any(
        one.value >= least.value and most is not None and one.value + most <= least.type.highest for one, most in sums
    )


def _upper_bound(ctx: Context, expr: Expr) -> int | None:
    """An upper bound of a nonnegative number; None if it may be negative."""
    own = type_of(expr, ctx.data_model)
    assert isinstance(own, IntType)
    match expr:
        case Const(value=int(value)):
            return value if value >= 0 else None
        case Cast(operand=operand) if isinstance(type_of(operand, ctx.data_model), IntType):
            most = _upper_bound(ctx, operand)
        case Binary(op="*", left=left, right=right):
            one, two = _upper_bound(ctx, left), _upper_bound(ctx, right)
            most = None if one is None or two is None else one * two
        case _:
            most = None
    return most if most is not None and most <= own.highest else None if own.signed else own.highest


def _summands(size: Expr) -> Iterator[tuple[Expr, Expr]]:
    if isinstance(size, Binary) and size.op == "+":
        yield size.left, size.right
        yield size.right, size.left


def _untyped(ctx: Context, allocation: Allocation, name: str, known: Place | None, out: list[Stmt]) -> PointerValue:
    """An allocation for a `void *`: of the type that later code gives it, else of bytes."""
    key = regions.next_key(ctx, "untyped", allocation.where, Initial.NONDET, VOID)
    found = allocate(ctx, allocation, _inferred_type(ctx, key), name, known, out)
    found.place.storage.untyped = None if key in ctx.facts.types else key
    return replace(found, target=VOID)


def set_type(ctx: Context, pointer: PointerValue, target: Type) -> None:
    """Learn the type of an untyped object, once a pointer to it has one."""
    key, depth, base = pointer.place.storage.untyped, 0, target
    if key is None or isinstance(target, Void) or (isinstance(target, IntType) and target.bits == 8):
        return
    while isinstance(base, PointerType):
        depth, base = depth + 1, base.target
    known: Type | int | None = base
    if isinstance(base, RecordType):  # each lowering has its own records for the same text
        known = next((node for node, one in ctx.records.items() if one is base), None)
    ctx.facts.types[key], ctx.facts.grown = (depth, known), True
    raise ctx.unsupported(key.where, "memory whose element type is not known where it is allocated")


def _inferred_type(ctx: Context, key: ObjectKey) -> Type:
    """The type of an object allocated for a `void *`, as determined by later code."""
    depth, base = ctx.facts.types.get(key, (0, CHAR))
    found = ctx.records.get(base) if isinstance(base, int) else base
    for _ in range(depth if found is not None else 0):
        found = PointerType(found or VOID)
    return found or CHAR


def _element_count(ctx: Context, allocation: Allocation, target: Type, out: list[Stmt]) -> Expr:
    """The number of objects of the type that fit."""
    if is_vla(target):
        return _rows(ctx, allocation, target, out)
    fits = allocation.zero or not may_wrap(ctx, allocation.size)  # calloc returns null rather than too little memory
    return count(ctx, allocation.size, size_of(target, ctx.data_model, allocation.where), exact=fits)


def _rows(ctx: Context, allocation: Allocation, target: Type, out: list[Stmt]) -> Expr:
    """The number of rows of variable size: the other factor of `n * sizeof *rows`, which must not overflow."""
    where, unit, size = allocation.where, size_type(ctx.data_model), ctree.uncast(allocation.size)
    row = size_in_bytes(ctx, target, where)
    if size == row:
        return ctree.integer(1)
    if isinstance(size, Binary) and size.op == "*":
        for one, other in ((size.left, size.right), (size.right, size.left)):
            if ctree.uncast(one) == row:
                most = Binary("/", Const(unit.highest, unit), row)
                beyond = Binary(">", convert(other, unit, ctx.data_model), most)
                error = ctx.unsupported(where, "allocation of more bytes than a size_t can hold")
                test = Binary("&&", Binary("!=", row, Const(0, unit)), beyond)
                out.append(If(test, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
                return other
    raise ctx.unsupported(where, "allocation of rows of variable size that is not a multiple of their size")


def _one_more(
    ctx: Context, allocation: Allocation, key: ObjectKey, kind: Type, name: str, out: list[Stmt]
) -> PointerValue:
    """The next object of an allocation in a loop, or the next row: a fresh one.

    More objects than the summary object contains are accesses out of bounds, so a proof cannot miss them.
    """
    where = allocation.where
    initial = Initial.ZERO if allocation.zero else Initial.NONDET
    if isinstance(kind, ArrayOf) and kind.size is not None:
        kind = ArrayOf(kind.element, _common_row_size(ctx, kind.element, kind.size, name, out, where))
    storage, place = regions.next_object(ctx, name, key, kind, initial, where, out)
    storage.heap = not allocation.automatic
    lifetimes.begin_lifetime(ctx, storage, out, where, place.indices)
    if isinstance(kind, ArrayOf):
        return PointerValue(place.at(_FIRST, kind.element), kind.element)
    return PointerValue(place, kind)


def _common_row_size(ctx: Context, element: Type, size: Expr, name: str, out: list[Stmt], where: Where) -> Expr:
    """The common size of all rows: a constant, or its value before the loops, which an assertion checks.

    Every cell of that many rows has a number.
    """
    every = regions.SUMMARY_SIZE * size_of(element, ctx.data_model, where)
    most = min(LLONG.highest // every, size_type(ctx.data_model).highest)
    if isinstance(size, Const) and size.value <= most:
        return size
    simple = all(isinstance(part, Const | Var | Cast) or _is_total(part) for part in ctree.walk(size))
    if not simple or len(ctx.calls) != ctx.outermost:
        raise ctx.unsupported(where, "allocation in a loop of arrays whose size depends on the loop")
    own = snapshot(ctx, size, name, ctx.hoisted, where)
    error = ctx.unsupported(where, "allocation in a loop of arrays of different sizes, or too large")
    other = Binary("||", Binary("!=", size, own), Binary(">", own, Const(most, size_type(ctx.data_model))))
    out.append(If(other, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
    return own


def _is_total(part: Expr) -> bool:
    """Whether the operation is defined for all operands."""
    divides = isinstance(part, Binary) and isinstance(part.right, Const) and part.right.value > 0
    return isinstance(part, Binary) and (part.op in ("+", "-", "*") or (part.op == "/" and divides))


def snapshot(ctx: Context, size: Expr, name: str, out: list[Stmt], where: Where) -> Expr:
    """An array size that never changes: a constant, or a new variable that is assigned here."""
    if isinstance(size, Const):
        return size
    own = ctx.temporary(f"{name}_size", type_of(size, ctx.data_model), where)
    out.append(Assign(own, size, where))
    return own


def count(ctx: Context, size: Expr, element: int, *, exact: bool) -> Expr:
    """Bytes divided by the size of an element; an `exact` size avoids the division if a constant factor allows it."""
    ctype = size_type(ctx.data_model)
    quotient = divide_size(size, element)
    if quotient is not None and exact:
        return convert(quotient, ctype, ctx.data_model)
    return fold_binary("/", convert(size, ctype, ctx.data_model), Const(element, ctype), ctx.data_model)


def may_wrap(ctx: Context, size: Expr) -> bool:
    """Whether a product may wrap; negative numbers count as large unsigned ones."""
    match size:
        case Binary(op="*", left=left, right=right):
            own = type_of(size, ctx.data_model)
            bits = (_bits(ctx, side) for side in (left, right))
            return isinstance(own, IntType) and sum(bits) > own.bits - own.signed
        case _:
            return False


def _bits(ctx: Context, factor: Expr) -> int:
    """The number of bits that hold a factor of a size."""
    match factor:
        case Const(value=int(value)):
            return value.bit_length()
        case Cast(type=IntType() as wide, operand=operand) if _value_bits(ctx, operand) <= wide.bits:
            return _bits(ctx, operand)
        case Binary(op="*", left=left, right=right) if not may_wrap(ctx, factor):
            return _bits(ctx, left) + _bits(ctx, right)
        case _:
            return _value_bits(ctx, factor)


def _value_bits(ctx: Context, factor: Expr) -> int:
    ctype = type_of(factor, ctx.data_model)
    return ctype.bits - ctype.signed if isinstance(ctype, IntType) else size_type(ctx.data_model).bits


def divide_size(size: Expr, element: int) -> Expr | None:
    """`size / element` if a constant factor of `size` is a multiple of `element`, else None."""
    match size:
        case _ if element == 1:
            return size
        case Const(value=int(value), type=ctype) if value % element == 0:
            return Const(value // element, ctype)
        case Binary(op="*", left=left, right=right):
            for one, other in ((right, left), (left, right)):
                quotient = divide_size(one, element)
                if isinstance(quotient, Const) and quotient.value == 1:
                    return other
                if quotient is not None:
                    return Binary("*", other, quotient)
            return None
        case _:
            return None


def elements(ctx: Context, place: Place, size: Expr, before: list[Stmt], node: c_ast.FuncCall) -> Expr:
    """The number of elements in `size` bytes; raises UnsupportedError if the object has fewer elements.

    A product with an element size that is a power of two is exact even if it wraps. Any other must not wrap, which is
    asserted in `before`.
    """
    element = size_of(place.type, ctx.data_model, ctx.where(node))
    if divide_size(size, element) is None:
        raise ctx.unsupported(node, "byte count that is not a multiple of the element size")
    wraps = may_wrap(ctx, size)
    if wraps and element.bit_count() != 1:
        return _fitting(ctx, size, element, before, node)
    number, room = count(ctx, size, element, exact=not wraps), _elements_after(ctx, place)
    if isinstance(number, Const) and room is not None and number.value > room:
        raise ctx.unsupported(node, f"access past the end of a part of {place.storage.source}")
    return number


def _fitting(ctx: Context, size: Expr, element: int, before: list[Stmt], node: c_ast.FuncCall) -> Expr:
    """A multiple of a constant, which must not wrap: no run may reach this place with a larger number."""
    own, where = type_of(size, ctx.data_model), ctx.where(node)
    match size:
        case (
            Binary(op="*", left=times, right=Const(value=int(each)))
            | Binary(op="*", left=Const(value=int(each)), right=times)
        ) if isinstance(own, IntType) and not own.signed and each > 0 and each % element == 0:
            times = convert(times, own, ctx.data_model)
            error = ctx.unsupported(node, "byte count that may overflow its type")
            beyond = Binary(">", times, Const(own.highest // each, own))
            before.append(If(beyond, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
            return times if each == element else Binary("*", times, Const(each // element, own))
        case _:
            raise ctx.unsupported(node, "byte count that is not a multiple of the element size")


def _elements_after(ctx: Context, place: Place) -> int | None:
    """The number of elements from a place on; None if unknown."""
    if not place.steps or place.bytes or place.flat:
        return None
    parts = (leaf for path, leaf in place.storage.leaves.items() if path[: len(place.path)] == place.path)
    sizes, position = [ctx.arrays[leaf].sizes for leaf in parts], len(place.indices) - 1
    match sizes[0][position] if sizes else None, place.indices[position]:
        case Const(value=int(size)), Const(value=int(index)):
            return size - index
        case _:
            return None
