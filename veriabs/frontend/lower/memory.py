"""Objects of the C program as core variables: declaration, access, copies."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Cast, Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Array, Gap, Initial, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import BOOL, INT, CType, FloatType, IntType
from veriabs.core.typing_rules import offset_type, type_of
from veriabs.frontend.lower import anything, bytes, lifetimes
from veriabs.frontend.lower.bitfields import unpacked
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, PointerVariable, Storage, StoredPointers, View
from veriabs.frontend.lower.types import ArrayOf, Function, Pointer, Record, Type, Void, flexible

COPY_LIMIT = 64
_Path = tuple[str, ...]


def declare(
    ctx: Context, source: str, ctype: Type, initial: Initial, where: Where, rest: Expr | None = None
) -> Place:
    """Create the variables of an object and return its place; `rest` elements are in its flexible array member.

    UnsupportedError for unions, bit-fields, and what has no type of the core language. Pointer members of a struct get
    variables of their own; those of an array of structs do not, and cannot be used.
    """
    storage = Storage(source, ctype, depth=ctx.depth)
    for path, leaf, sizes in _all_leaves(ctx, ctype, rest, where):
        if isinstance(leaf, Pointer):
            name = "_".join((source, *path))
            null = initial is Initial.ZERO
            variable = ctx.pointer(name, leaf.target, where, moving=True, null=null)
            if sizes:
                storage.stored[path] = _stored(ctx, storage, variable, sizes, initial)
            else:
                storage.pointers[path] = variable
                if initial is Initial.NONDET:
                    _unset(ctx, variable, where)
            continue
        name = ctx.names.fresh("_".join((source, *(part.strip("<>") for part in path))))
        storage.leaves[path] = name
        ctx.objects[name] = storage
        spelled = _spelled(source, path, ctype)
        if sizes:
            ctx.arrays[name] = Array(name, leaf, sizes, initial, spelled, where)
        else:
            ctx.scalars[name] = Scalar(name, leaf, initial, spelled, where)
    return Place(storage, (), (), ctype)


def _unset(ctx: Context, variable: PointerVariable, where: Where) -> None:
    if ctx.loops and lifetimes.asked(ctx, GoalKind.POINTER):
        raise ctx.unsupported(where, f"pointer {variable.name} that is declared in a loop without a value")
    lifetimes.declared(ctx, variable, ctx.prologue, where)


def _stored(
    ctx: Context, storage: Storage, variable: PointerVariable, sizes: tuple[Expr, ...], initial: Initial
) -> StoredPointers:
    """The arrays behind the pointers in an array; cells of zeros are null pointers."""
    row, offset, there = (ctx.names.fresh(f"{variable.name}_{what}") for what in ("row", "offset", "there"))
    stored = StoredPointers(row, offset, there, variable)
    for name, ctype in ((row, INT), (offset, offset_type(ctx.data_model)), (there, BOOL)):
        ctx.arrays[name] = Array(name, ctype, sizes, initial, f"{variable.name} ({name})", variable.where)
        ctx.objects[name] = storage
    return stored


def _spelled(source: str, path: _Path, ctype: Type) -> str:
    """The name in the user's file: `a[].f` for a field of an array of structs."""
    text = source
    for name in path:
        while isinstance(ctype, ArrayOf):
            text, ctype = f"{text}[]", ctype.element
        text = text if name.startswith("<") else f"{text}.{name}"
        member = ctype.field(name) if isinstance(ctype, Record) else None
        if member is not None:
            ctype = member.type
    return text


def _all_leaves(
    ctx: Context, ctype: Type, rest: Expr | None, where: Where
) -> Iterator[tuple[_Path, CType | Pointer, tuple[Expr, ...]]]:
    last = flexible(ctype)
    if rest is None or last is None or not isinstance(last.type, ArrayOf) or not isinstance(ctype, Record):
        yield from _leaves(ctx, ctype, (), (), where)
        return
    for member in (ctype.fields or ())[:-1]:
        yield from _leaves(ctx, member.type, (member.name,), (), where)
    yield from _leaves(ctx, last.type.element, (last.name,), (rest,), where)


def _leaves(
    ctx: Context, ctype: Type, path: _Path, sizes: tuple[Expr, ...], where: Where
) -> Iterator[tuple[_Path, CType | Pointer, tuple[Expr, ...]]]:
    match ctype:
        case IntType() | FloatType() | Pointer():
            yield path, ctype, sizes
        case ArrayOf(element=element, size=size):
            if size is None:
                raise ctx.unsupported(where, "array of unknown size")
            yield from _leaves(ctx, element, path, (*sizes, size), where)
        case Record():
            yield from _members(ctx, ctype, path, sizes, where)
        case Void() | Function():
            raise ctx.unsupported(where, "object of this type")


def _members(
    ctx: Context, record: Record, path: _Path, sizes: tuple[Expr, ...], where: Where
) -> Iterator[tuple[_Path, CType | Pointer, tuple[Expr, ...]]]:
    if record.union and has_pointers(record):
        raise ctx.unsupported(where, f"union {record.tag}".rstrip() + " of pointers")
    if record.fields is None:
        raise ctx.unsupported(where, f"incomplete struct {record.tag}")
    for member in record.fields:
        yield from _leaves(ctx, member.type, (*path, member.name), sizes, where)


def arrays_of(storage: Storage) -> Iterator[str]:
    """The arrays that an object is made of, those that say where its pointers point among them."""
    yield from storage.leaves.values()
    for one in storage.stored.values():
        yield from (one.row, one.offset, one.there)


def lvalue(ctx: Context, place: Place, node: c_ast.Node | Where) -> LValue:
    """The core variable or array element behind a place of arithmetic type, in the type that it is stored in."""
    check_alive(ctx, place, node)
    if not isinstance(place.type, IntType | FloatType):
        raise ctx.unsupported(node, "whole array or struct used as a value")
    if place.bytes:
        raise ctx.unsupported(node, "byte of a number that is changed here")
    name = place.storage.leaves[place.path]
    if place.indices:
        at = node if isinstance(node, Where) else ctx.where(node)
        return Element(name, place.indices, ctx.arrays[name].type, at)
    return Var(name, ctx.scalars[name].type)


def value(ctx: Context, place: Place, node: c_ast.Node | Where) -> Expr:
    """What a place of arithmetic type holds, in the type that it is seen as."""
    if place.bytes:
        whole, shift = bytes.whole(ctx, place, node)
        assert isinstance(place.type, IntType)
        return bytes.value(ctx, lvalue(ctx, whole, node), shift, place.type)
    stored = lvalue(ctx, place, node)
    assert isinstance(place.type, IntType | FloatType)
    if place.width is not None:
        return unpacked(stored, place.width)
    return stored if stored.type == place.type else Cast(place.type, stored)


def check_alive(ctx: Context, place: Place, node: c_ast.Node | Where) -> None:
    checked = place.storage.live is not None and lifetimes.asked(ctx, GoalKind.POINTER)
    if place.storage.freed is not None and not checked:
        raise ctx.unsupported(node, f"use of {place.storage.source} after the free at {place.storage.freed}")


def pointer_member(ctx: Context, place: Place, node: c_ast.Node) -> PointerVariable:
    """The pointer variable behind a place of pointer type."""
    check_alive(ctx, place, node)
    if place.indices:
        return _stored_pointer(ctx, place, node)
    found = place.storage.pointers.get(place.path)
    if found is None:
        raise ctx.unsupported(node, "pointer that is no member of a struct")
    return found


def _stored_pointer(ctx: Context, place: Place, node: c_ast.Node) -> PointerVariable:
    """A pointer in an array as a variable of this very access."""
    stored = place.storage.stored.get(place.path)
    if stored is None:
        raise ctx.unsupported(node, "pointers stored in arrays")
    offset = Element(stored.offset, place.indices, offset_type(ctx.data_model))
    there = Element(stored.there, place.indices, BOOL)
    variable = replace(stored.variable, stored=stored, cell=(offset, there))
    variable.place = known_by_now(variable)
    return variable


def known_by_now(variable: PointerVariable) -> Place | None:
    """What a pointer in an array points to by what the text has said so far, maybe in the value that it is given."""
    if variable.stored is None or variable.cell is None or variable.stored.variable.place is None:
        return None
    assert isinstance(variable.cell[0], Element)
    return stored_at(variable.stored.variable.place, variable.stored, variable.cell[0])


def stored_at(base: Place, stored: StoredPointers, offset: Element) -> Place:
    """The place that a cell says, of those that are like the base."""
    rows = (Element(stored.row, offset.indices, INT),) if len(base.indices) > 1 else ()
    return replace(base, indices=(*rows, offset), origin=None)


def parts(ctx: Context, place: Place, node: c_ast.Node | Where) -> Iterator[Place]:
    """The arithmetic parts of a place, array elements one by one, in order; pointer members are skipped."""
    match place.type:
        case IntType() | FloatType():
            yield place
        case Record(fields=fields) if fields is not None:
            for member in fields:
                yield from parts(ctx, place.member(member.name, member.type), node)
        case ArrayOf(element=element, size=Const(value=int(count))) if count <= COPY_LIMIT:
            for index in range(count):
                yield from parts(ctx, place.at(ctree.integer(index), element), node)
        case Pointer():
            return
        case _:
            raise ctx.unsupported(node, f"struct with an array of more than {COPY_LIMIT} elements")


def settled(ctx: Context, place: Place, written: set[str], out: list[Stmt], node: c_ast.Node) -> Place:
    """The place with its indices computed beforehand, if the copy changes what they are computed from (trap a14)."""
    if not any(ctree.names(index) & written for index in place.indices):
        return place
    indices = []
    for index in place.indices:
        settled = ctx.temporary("index", type_of(index, ctx.task.data_model), ctx.where(node))
        out.append(Assign(settled, index, ctx.where(node)))
        indices.append(settled)
    return replace(place, indices=tuple(indices), origin=None)


def overwritten(ctx: Context, place: Place, node: c_ast.Node) -> list[Stmt]:
    """What the other members of the unions around a place hold when it has been written: nobody knows."""
    if place.storage.view is not None:
        return _seen_through(ctx, place.storage.view, node)
    out: list[Stmt] = []
    for whole, taken in _unions(place):
        record, where, what = whole.type, ctx.where(node), "the other members of a union that is written"
        ctx.gaps.setdefault((where, what), Gap(where, what))
        assert isinstance(record, Record)
        others = (member for member in record.fields or () if member.name != taken)
        for part in (part for other in others for part in parts(ctx, whole.member(other.name, other.type), node)):
            target = lvalue(ctx, part, node)
            out.append(Havoc(target, 0, nondet(target.type), where, unknown=True))
    return out


def _seen_through(ctx: Context, view: View, node: c_ast.Node) -> list[Stmt]:
    """What may have been written where only a view of it was: all of the object, or all that code outside knows."""
    if view.of is None:
        return anything.written_outside(ctx, "write through a pointer to nobody knows what", node)
    if view.of.pointers or view.of.stored:
        raise ctx.unsupported(node, f"write to {view.of.source}, which holds pointers, as another type")
    return anything.written(ctx, view.of, ctx.where(node))


def in_union(place: Place) -> bool:
    """Is it part of a union, and not all of it?"""
    return any(True for _ in _unions(place))


def _unions(place: Place) -> Iterator[tuple[Place, str]]:
    """The unions that a place is a part of, each with the name of the member that it is in."""
    whole, left = Place(place.storage, (), (), place.storage.type), list(place.indices)
    for name in place.path:
        while isinstance(whole.type, ArrayOf):
            whole = whole.at(left.pop(0), whole.type.element)
        found = whole.type.field(name) if isinstance(whole.type, Record) else None
        if found is None:
            return
        if isinstance(whole.type, Record) and whole.type.union:
            yield whole, name
        whole = whole.member(name, found.type)


def has_pointers(ctype: Type) -> bool:
    match ctype:
        case Pointer():
            return True
        case ArrayOf(element=element):
            return has_pointers(element)
        case Record(fields=fields):
            return any(has_pointers(member.type) for member in fields or ())
        case _:
            return False


def make_arbitrary(ctx: Context, place: Place, out: list[Stmt], node: c_ast.Node) -> None:
    """Give every arithmetic part an arbitrary value: an object of a loop body that is not initialised."""
    for part in parts(ctx, place, node):
        out.append(Havoc(lvalue(ctx, part, node), 0, None, ctx.where(node)))


def member(ctx: Context, whole: Place, name: str, node: c_ast.Node) -> Place:
    """The place of a field of a struct."""
    way = whole.type.way(name) if isinstance(whole.type, Record) else ()
    if not way:
        raise ctx.unsupported(node, f"member {name} of something that has none")
    for part in way:
        whole = whole.member(part.name, part.type, part.width)
    return whole
