"""Models of C library functions that are no plain C: allocation, output, and memory functions as core loops.

    memcpy(d, s, n * sizeof *d);          for (k = 0; k < n; k++) d[k] = s[k];
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.source import Where
from veriabs.core.statements import Assign, If, Loop, Stmt
from veriabs.core.types import FloatType, IntType
from veriabs.core.typing_rules import convert, fold_binary, named_type, size_type, type_of
from veriabs.frontend.known_functions import CAME
from veriabs.frontend.lower import (
    allocations,
    argument_conversions,
    cells,
    checks,
    copies,
    gaps,
    lifetimes,
    memory,
    output,
    pointers,
    reallocation,
    regions,
    uninitialised_reads,
    views,
    words,
)
from veriabs.frontend.lower.allocations import elements
from veriabs.frontend.lower.context import Context, SideEffects, with_null_flag
from veriabs.frontend.lower.evaluation_order import join
from veriabs.frontend.lower.places import (
    NOTHING,
    NULL,
    Allocation,
    NullPointer,
    Place,
    PointerValue,
    UnknownPointer,
    Value,
    value_exprs,
)
from veriabs.frontend.typed.types import ArrayOf, PointerType, RecordType, same_type, size_of

Handler = Callable[[Context, c_ast.FuncCall, SideEffects], Value]


class UnknownObjectError(UnsupportedError):
    """An argument points to an unknown object."""


def arguments(ctx: Context, node: c_ast.FuncCall, effects: SideEffects, count: int) -> list[Value]:
    """The values of exactly `count` arguments, after all their side effects."""
    given = node.args.exprs if node.args else []
    if len(given) != count:
        raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
    operands = [SideEffects() for _ in given]
    values = [ctx.hooks.value(ctx, argument, part) for argument, part in zip(given, operands, strict=True)]
    values = [argument_conversions.parameter_value(ctx, node, position, value) for position, value in enumerate(values)]
    inner = SideEffects()
    join(ctx, inner, [(part, value_exprs(value)) for part, value in zip(operands, values, strict=True)], node)
    if inner.after:
        raise ctx.unsupported(node, f"side effect in an argument of {node.name.name}")
    effects.before += inner.before
    given_exprs = (expr for value in values for expr in value_exprs(value))
    effects.before += checks.evaluate(ctx, given_exprs, ctx.where(node))
    return fix_arguments(ctx, values, effects, node)


def fix_arguments(ctx: Context, values: list[Value], effects: SideEffects, node: c_ast.FuncCall) -> list[Value]:
    """Arguments that read an object which the call may write are computed first (trap a19)."""
    places = [v.place if isinstance(v, PointerValue) else v for v in values if isinstance(v, PointerValue | Place)]
    written = {name for place in places for name in place.storage.leaves.values()}
    settled: list[Value] = []
    for value in values:
        if isinstance(value, PointerValue):
            value = replace(value, place=memory.fix_indices(ctx, value.place, written, effects.before, node))
        elif isinstance(value, Place):
            value = memory.fix_indices(ctx, value, written, effects.before, node)
        elif isinstance(value, Expr) and ctree.names(value) & written:
            value = _store_value(ctx, value, effects, ctx.where(node))
        settled.append(value)
    return settled


def _store_value(ctx: Context, value: Expr, effects: SideEffects, where: Where) -> Expr:
    """The value in a variable; of a multiple of a constant (such as a size) only the other factor."""
    match value:
        case Binary(op="*", left=left, right=Const()):
            return replace(value, left=_store_value(ctx, left, effects, where))
        case Binary(op="*", left=Const(), right=right):
            return replace(value, right=_store_value(ctx, right, effects, where))
        case _:
            fixed = ctx.temporary("argument", type_of(value, ctx.data_model), where)
            effects.before.append(Assign(fixed, value, where))
            return fixed


def number(ctx: Context, value: Value, node: c_ast.Node) -> Expr:
    """The value, which has to be a number; raises UnsupportedError for any other."""
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "pointer or struct where a number is needed")
    return value


def pointer_to(ctx: Context, value: Value, effects: SideEffects, node: c_ast.Node) -> PointerValue:
    """The object that a library function accesses, after the checks of the pointer."""
    pointer = _known_object(ctx, value, node)
    if lifetimes.is_requested(ctx, GoalKind.POINTER):
        lifetimes.check_pointer(ctx, pointer, effects, node)
        return replace(pointer, null=None, absent=None, unset=None)
    if pointer.place.storage.freed is not None:
        raise ctx.unsupported(node, f"use of {pointer.place.storage.source}, which may be freed")
    return pointer


def _known_object(ctx: Context, value: Value, node: c_ast.Node) -> PointerValue:
    """The known object that a library function gets."""
    pointer = pointers.decay(ctx, value, node)
    if isinstance(pointer, UnknownPointer) or (isinstance(pointer, PointerValue) and pointer.vague):
        raise UnknownObjectError(f"{ctx.where(node)}: argument that is not a pointer to a known object")
    if not isinstance(pointer, PointerValue):
        raise ctx.unsupported(node, "argument that is not a pointer to an object")
    if pointer.place.origin is not None:
        pointer = replace(pointer, place=pointer.place.origin)
    memory.check_alive(ctx, pointer.place, node)
    return pointer


# ---------------------------------------------------------------------------------------------------------- allocation


def _malloc(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    (size,) = arguments(ctx, node, effects, 1)
    uninitialised_reads.allocate_unset(ctx, ctx.where(node))
    return Allocation(number(ctx, size, node), False, ctx.where(node))


def _alloca(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    (size,) = arguments(ctx, node, effects, 1)
    uninitialised_reads.allocate_unset(ctx, ctx.where(node))
    return Allocation(number(ctx, size, node), False, ctx.where(node), automatic=True)


def _calloc(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """A product that overflows returns no memory; any other is computed in a wide type."""
    wide = named_type("unsigned long long", ctx.data_model)
    cells, size = (convert(number(ctx, one, node), wide, ctx.data_model) for one in arguments(ctx, node, effects, 2))
    return Allocation(fold_binary("*", cells, size, ctx.data_model), True, ctx.where(node))


def _realloc(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """The object with another size at another place; like `malloc`, it always succeeds."""
    value, size = arguments(ctx, node, effects, 2)
    wanted, pointer = number(ctx, size, node), pointers.decay(ctx, value, node)
    key = reallocation.next_key(ctx, ctx.where(node))
    if isinstance(pointer, UnknownPointer) and pointer.nowhere:
        error = ctx.unsupported(node, "realloc of a pointer to an unknown object")
        never = gaps.assert_unreachable(ctx, error, key.where)
        effects.before.append(If(ctree.negate(pointer.absent), tuple(never), (), key.where))
        pointer = NULL
    uninitialised_reads.allocate_unset(ctx, key.where)
    if isinstance(pointer, NullPointer) or (isinstance(value, Const) and value.value == 0):
        return Allocation(wanted, False, ctx.where(node))
    pointer = with_null_flag(ctx, _known_object(ctx, value, node), node)
    if pointer.place.storage.placeholder:
        return reallocation.placeholder_pointer(ctx, key, pointer, ctx.where(node))
    if not reallocation.may_be(pointer.place):
        raise ctx.unsupported(node, "realloc of an object other than one array from malloc or calloc")
    return _resize(ctx, pointer, wanted, effects, node)


def _resize(
    ctx: Context, pointer: PointerValue, wanted: Expr, effects: SideEffects, node: c_ast.FuncCall
) -> PointerValue:
    """`realloc` of an object of the program; with size 0 it need not return one."""
    where, unit = ctx.where(node), size_type(ctx.data_model)
    wanted = convert(wanted, unit, ctx.data_model)
    error = ctx.unsupported(node, "realloc to size 0")
    nothing = fold_binary("==", wanted, Const(0, unit), ctx.data_model)
    if nothing != ctree.FALSE:
        effects.before.append(If(nothing, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
    element = size_of(pointer.place.type, ctx.data_model, where)
    count = allocations.count(ctx, wanted, element, exact=not allocations.may_wrap(ctx, wanted))
    size = allocations.snapshot(ctx, count, "wanted", effects.before, where)
    return reallocation.resize(ctx, pointer, size, effects, node)


def _free(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """No effect, but later code must not use the object."""
    (value,) = arguments(ctx, node, effects, 1)
    pointer = NULL if isinstance(value, Const) and value.value == 0 else pointers.decay(ctx, value, node)
    nowhere = isinstance(pointer, UnknownPointer) and pointer.nowhere and not ctx.task.checks
    if isinstance(pointer, NullPointer) or nowhere:  # a pointer that no code gives an object is null wherever it is set
        return NOTHING
    if not isinstance(pointer, PointerValue) or not pointer.place.storage.heap:
        raise ctx.unsupported(node, "free of an object that was not allocated")
    lifetimes.assume_start(ctx, pointer, node)
    if pointer.place.storage.extent is not None:
        if pointer.vague:
            raise ctx.unsupported(node, "free of a part of an object")
        reallocation.free(ctx, pointer, effects, node)
        return NOTHING
    if pointer.place.storage.summary or pointer.place.storage.numbered:
        lifetimes.freed_one(ctx, pointer, effects, node)
        if lifetimes.is_requested(ctx, GoalKind.POINTER):
            return NOTHING
    if pointer.place.storage.summary:
        memory.make_arbitrary(ctx, pointer.place, effects.before, node)
        return NOTHING
    if pointer.place.storage.numbered:
        effects.before += regions.havoc_region(ctx, pointer.place, node)
        return NOTHING
    if not lifetimes.lower_free(ctx, pointer, effects, node):
        memory.check_alive(ctx, pointer.place, node)
        lifetimes.end_lifetime(ctx, pointer.place.storage, ctx.where(node))
    return NOTHING


# --------------------------------------------------------------------------------------------------------------- memory


def _memset(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    target, value, size = arguments(ctx, node, effects, 3)
    pointer = pointer_to(ctx, target, effects, node)
    byte = number(ctx, value, node)
    where = ctx.where(node)

    def fill(place: Place) -> list[Stmt]:
        return _fill(ctx, place, byte, node)

    effects.before += for_each(ctx, pointer.place, number(ctx, size, node), fill, where, node)
    return pointer


def _fill(ctx: Context, place: Place, byte: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """Set every byte of an object: zero for all types, any value for integers."""
    match place.type:
        case IntType() | FloatType():
            target = memory.lvalue(ctx, place, node)
            return [Assign(target, words.repeat_byte(ctx, place.type, byte, node), ctx.where(node))]
        case ArrayOf(element=element, size=size) if size is not None:
            where = ctx.where(node)
            return cells.count_up(ctx, size, lambda index: _fill(ctx, place.at(index, element), byte, node), where)
        case PointerType() if isinstance(byte, Const) and byte.value == 0:
            out: list[Stmt] = []
            with ctx.inside() if place.indices else nullcontext():
                pointers.bind(ctx, memory.pointer_member(ctx, place, node), NULL, out, node)
            return out
        case RecordType(fields=fields) if _is_known_after_memset(place.type, byte):
            return [
                stmt
                for member in fields or ()
                for stmt in _fill(ctx, place.member(member.name, member.type), byte, node)
            ]
        case _:
            raise ctx.unsupported(node, "memset of pointers to a value other than null")


def _is_known_after_memset(record: RecordType, byte: Expr) -> bool:
    """Whether the members are known when each byte is set to the value."""
    bits = any(member.width is not None for member in record.fields or ())
    return not bits or (isinstance(byte, Const) and byte.value == 0)


def for_each(
    ctx: Context,
    place: Place,
    size: Expr,
    action: Callable[[Place], list[Stmt]],
    where: Where,
    node: c_ast.FuncCall,
) -> list[Stmt]:
    """Apply `action` to as many adjacent elements as `size` bytes hold."""
    before: list[Stmt] = []
    count = elements(ctx, place, size, before, node)
    if isinstance(count, Const) and count.value == 1:
        return [*before, *action(place)]
    if not place.steps:
        raise ctx.unsupported(node, "access to memory beyond a single object")

    def at(index: Expr) -> list[Stmt]:
        return action(pointers.move(ctx, PointerValue(place, place.type), "+", index, node).place)

    return [*before, *cells.count_up(ctx, count, at, where)]


def _count_down(ctx: Context, count: Expr, body: Callable[[Expr], list[Stmt]], where: Where) -> list[Stmt]:
    """`for (index = count; index > 0; ) { index--; body }`."""
    counter, count = cells.counter(ctx, count, where)
    step = Assign(counter, Binary("-", counter, Const(1, counter.type)), where)
    return [
        Assign(counter, count, where),
        Loop(Binary(">", counter, Const(0, counter.type)), (step, *body(counter)), (), where),
    ]


def _memcpy(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    return _copy_memory(ctx, node, effects, may_overlap=False)


def _memmove(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    return _copy_memory(ctx, node, effects, may_overlap=True)


def _copy_memory(ctx: Context, node: c_ast.FuncCall, effects: SideEffects, *, may_overlap: bool) -> Value:
    target, source, size = arguments(ctx, node, effects, 3)
    to, origin = pointer_to(ctx, target, effects, node), pointer_to(ctx, source, effects, node)
    if not pointers.interchangeable(to.place.type, origin.place.type):
        numbers = copies.copy_words(ctx, to.place, origin.place, number(ctx, size, node), node)
        effects.before += views.overwrite(ctx, to, origin, node) if numbers is None else numbers
        return to
    count = elements(ctx, to.place, number(ctx, size, node), effects.before, node)
    where = ctx.where(node)

    def copy(index: Expr) -> list[Stmt]:
        one = pointers.move(ctx, PointerValue(to.place, to.place.type), "+", index, node).place
        two = pointers.move(ctx, PointerValue(origin.place, origin.place.type), "+", index, node).place
        return _copy(ctx, one, two, node)

    if isinstance(count, Const) and count.value == 1:
        effects.before += copy(ctree.FALSE)
    elif may_overlap and to.place.storage is origin.place.storage:
        effects.before += _copy_overlapping(ctx, to.place, origin.place, count, copy, node)
    else:
        effects.before += copies.exclude_overlap(ctx, to.place, origin.place, count, node)
        effects.before += cells.count_up(ctx, count, copy, where)
    return to


def _copy(ctx: Context, to: Place, origin: Place, node: c_ast.FuncCall) -> list[Stmt]:
    """Copy one object to another of its type: a number, a struct, or a row."""
    out: list[Stmt] = []
    match to.type:
        case ArrayOf(element=element, size=size) if size is not None and same_type(to.type, origin.type):

            def row(at: Expr) -> list[Stmt]:
                return _copy(ctx, to.at(at, element), origin.at(at, element), node)

            return cells.count_up(ctx, size, row, ctx.where(node))
        case RecordType():
            copies.copy(ctx, to, origin, out, node)
        case _:
            out.append(Assign(memory.lvalue(ctx, to, node), memory.lvalue(ctx, origin, node), ctx.where(node)))
    return out


def _copy_overlapping(
    ctx: Context, to: Place, origin: Place, count: Expr, copy: Callable[[Expr], list[Stmt]], node: c_ast.FuncCall
) -> list[Stmt]:
    """Copy upwards if the target lies before the source, else downwards."""
    where = ctx.where(node)
    if to.path != origin.path or to.indices[:-1] != origin.indices[:-1]:
        raise ctx.unsupported(node, "memmove within one object between different parts")
    is_up = copies.upwards(to.indices[-1], origin.indices[-1], ctx.data_model) if to.steps else ctree.TRUE
    up = [] if is_up == ctree.FALSE else cells.count_up(ctx, count, copy, where)
    down = [] if is_up == ctree.TRUE else _count_down(ctx, count, copy, where)
    return [If(is_up, tuple(up), tuple(down), where)] if up and down else up or down


HANDLERS: dict[str, Handler] = {
    "malloc": _malloc,
    "alloca": _alloca,
    "__builtin_alloca": _alloca,
    "calloc": _calloc,
    "realloc": _realloc,
    "free": _free,
    **dict.fromkeys(("printf", "puts", "putchar", "fprintf", "fflush", "perror", CAME), output.call),
    "memset": _memset,
    "memcpy": _memcpy,
    "memmove": _memmove,
}
